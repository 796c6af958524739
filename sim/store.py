"""The directory of a run: Parquet parts and a manifest that says what they are.

A part is written under a hidden name, synced and renamed; only then does the manifest, written the
same way, list it with its digest. So whatever dies, whenever, the manifest tells the truth, and a
file that it does not list counts for nothing. No file holds a time, a host or a duration: two runs of
one study are equal byte for byte.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import json
import os
import platform
import re
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import SOURCE_DIGEST, __version__
from sim.columns import dictionary, to_frame
from sim.errors import InputError, RunError
from sim.game import Game, Policy
from sim.rules import RuleSet
from sim.study import Study

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Part", "Run", "Writer", "claim", "difference", "encode", "open_run", "versions"]

MANIFEST = "manifest.json"
FORMAT = 1
"""Raised when a manifest or a part changes its form."""

_ROW_GROUP = 65536
_FLUSH_SECONDS = 1.0
_OURS = re.compile(
    r"(deals|matches)-\d{5}\.parquet|\.(manifest\.json|(deals|matches)-\d{5}\.parquet)"
)


@dataclass(frozen=True)
class Part:
    """One Parquet file, as the manifest lists it."""

    table: str
    name: str
    first: int
    """Number of its first deal or match."""
    count: int
    """Deals or matches."""
    rows: int
    sha256: str


def versions() -> dict[str, str]:
    """What the bytes of a run depend on besides the study.

    Returns
    -------
    dict
        Versions of Python and the libraries, and the digest of these sources.
    """
    libraries = {name: version(name) for name in ("numba", "numpy", "polars")}
    python = platform.python_version()
    return {"smazzata": __version__, "sources": SOURCE_DIGEST, "python": python, **libraries}


def encode(frame: pl.DataFrame, study: Study, table: str) -> bytes:
    """Write a table as Parquet.

    Level 1 of zstd is the smallest and the quickest on these narrow columns, and statistics cost a
    sixth of the time and help no reader, since every part holds every kind of deal.

    Parameters
    ----------
    frame
        Rows of one chunk.
    study
        Goes into the file's metadata, with the data dictionary.
    table
        ``"deals"`` or ``"matches"``.

    Returns
    -------
    bytes
        The file; the same for the same rows.
    """
    metadata = {
        "smazzata.study": json.dumps(study.identity(), ensure_ascii=False),
        "smazzata.columns": dictionary(study.columns(table)),
    }
    file = io.BytesIO()
    frame.lazy().sink_parquet(  # unlike write_parquet it encodes columns side by side
        file,
        compression="zstd",
        compression_level=1,
        statistics=False,
        row_group_size=_ROW_GROUP,
        metadata=metadata,
    )
    return file.getvalue()


class Run:
    """A run, open for reading.

    Parameters
    ----------
    path
        Its directory.
    manifest
        What `open_run` read there.
    """

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        self.path = path
        self.manifest = manifest

    def __repr__(self) -> str:
        """Path and size."""
        return f"Run({str(self.path)!r}, {self.numbers:,} {self.study.tables[-1]})"

    @cached_property
    def study(self) -> Study:
        """The study, its seed included."""
        return Study(**self.manifest["study"])

    @property
    def game(self) -> Game:
        """The game."""
        return self.study.game_object()

    @cached_property
    def rules(self) -> RuleSet:
        """The rules that were played."""
        return self.game.rules.build("rules", **self.manifest["rules"])

    @property
    def seed(self) -> int:
        """Root seed."""
        return int(self.manifest["seed"])

    @property
    def unit(self) -> str:
        """``"deal"`` or ``"match"``."""
        return self.study.unit

    @property
    def complete(self) -> bool:
        """Whether all was played, or enough."""
        return bool(self.manifest["complete"])

    @property
    def numbers(self) -> int:
        """Deals or matches that are stored."""
        return sum(part.count for part in self.parts(self.study.tables[-1]))

    def policies(self) -> list[Policy]:
        """The policies that played.

        Returns
        -------
        list of Policy
            One a player.

        Raises
        ------
        InputError
            If one is gone.
        RunError
            If one is not what it was, for example because its file was edited.
        """
        seated = self.study.seated_policies()
        for policy, entry in zip(seated, self.manifest["policies"], strict=True):
            if policy.origin != entry["origin"]:
                raise RunError(
                    f"{self.path}: policy {policy.name!r} was {entry['origin']}, "
                    f"now it is {policy.origin}"
                )
        return seated

    def parts(self, table: str = "deals") -> list[Part]:
        """Files of a table.

        Parameters
        ----------
        table
            ``"deals"``, or ``"matches"`` in studies of matches.

        Returns
        -------
        list of Part
            In the order of the numbers.
        """
        return [Part(**part) for part in self.manifest["parts"] if part["table"] == table]

    def read(self, part: Part, columns: Sequence[str] | None = None) -> pl.DataFrame:
        """Read a part, if it is what the manifest says.

        Parameters
        ----------
        part
            One of `parts`.
        columns
            Only these.

        Returns
        -------
        pl.DataFrame
            Its rows.

        Raises
        ------
        RunError
            Naming the file that is missing or altered.
        """
        import polars as pl

        return pl.read_parquet(
            io.BytesIO(self.verify(part)), columns=list(columns) if columns else None
        )

    def verify(self, part: Part) -> bytes:
        """Check a part against the manifest.

        Parameters
        ----------
        part
            One of `parts`.

        Returns
        -------
        bytes
            The Parquet file.

        Raises
        ------
        RunError
            Naming the file that is missing or altered.
        """
        path = self.path / part.name
        advice = "run the study again with --resume to replay it"
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise RunError(f"{path} is missing; {advice}") from None
        except OSError as error:
            raise RunError(f"cannot read {path}: {error.strerror}") from None
        if hashlib.sha256(data).hexdigest() != part.sha256:
            raise RunError(f"{path} is altered or cut short; delete it and {advice}")
        return data

    def frames(
        self, table: str = "deals", columns: Sequence[str] | None = None
    ) -> Iterator[pl.DataFrame]:
        """Read a table part by part, checking each.

        Parameters
        ----------
        table
            ``"deals"`` or ``"matches"``.
        columns
            Only these.

        Yields
        ------
        pl.DataFrame
            The rows of one part.

        Raises
        ------
        RunError
            Naming the file that is missing or altered.
        """
        for part in self.parts(table):
            yield self.read(part, columns)

    def lazy(self, table: str = "deals") -> pl.LazyFrame:
        """A table as a polars query; nothing is checked.

        Parameters
        ----------
        table
            ``"deals"`` or ``"matches"``.

        Returns
        -------
        pl.LazyFrame
            All its rows.
        """
        import polars as pl

        files = [self.path / part.name for part in self.parts(table)]
        if files:
            return pl.scan_parquet(files)
        dtype = self.game.row if table == "deals" else self.game.match_row
        return to_frame(np.zeros(0, dtype), self.study.columns(table), self.rules).lazy()


def open_run(path: str | Path) -> Run:
    """Open a run for reading; it may be unfinished.

    Parameters
    ----------
    path
        Its directory.

    Returns
    -------
    Run
        The run.

    Raises
    ------
    InputError
        If there is none.
    RunError
        If its manifest is damaged.
    """
    path = Path(path)
    file = path / MANIFEST
    try:
        manifest = json.loads(file.read_bytes())
        if manifest["format"] != FORMAT:
            raise InputError(f"format {manifest['format']}; this smazzata reads {FORMAT}")
        run = Run(path, manifest)
        run.study, run.rules, run.seed, run.complete, run.numbers  # noqa: B018
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{path} is not a run: no {MANIFEST}") from None
    except OSError as error:
        raise RunError(f"cannot read {file}: {error.strerror}") from None
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise RunError(f"{file} is damaged: {error!r}") from None
    return run


class Writer(Run):
    """A run that this process, and no other, may write; made by `claim`.

    Parameters
    ----------
    path, manifest
        As for `Run`.
    handle
        Open descriptor of the directory.
    """

    def __init__(self, path: Path, manifest: dict[str, Any], handle: int) -> None:
        super().__init__(path, manifest)
        self._handle = handle
        self._listed = {part["name"]: part for part in manifest["parts"]}
        self._flushed = -_FLUSH_SECONDS
        self._dirty = not self._listed

    def chunk(self, index: int) -> list[Part]:
        """Parts of a chunk; empty unless all of them are there.

        Parameters
        ----------
        index
            Number of the chunk.

        Returns
        -------
        list of Part
            One a table.
        """
        names = [_part_name(table, index) for table in self.study.tables]
        if not all(name in self._listed and (self.path / name).exists() for name in names):
            return []
        return [Part(**self._listed[name]) for name in names]

    def add(
        self, index: int, first: int, count: int, tables: Mapping[str, tuple[int, bytes]]
    ) -> None:
        """Write the parts of a chunk.

        Parameters
        ----------
        index
            Number of the chunk.
        first, count
            Its numbers.
        tables
            Rows and Parquet file by table.

        Raises
        ------
        RunError
            If the disk refuses; nothing is left of what was not finished.
        """
        fresh = {}
        for table, (rows, data) in tables.items():
            name = _part_name(table, index)
            self._write(name, data)
            digest = hashlib.sha256(data).hexdigest()
            fresh[name] = asdict(Part(table, name, first, count, rows, digest))
        self._listed |= fresh
        self._dirty = True
        if time.monotonic() - self._flushed > _FLUSH_SECONDS:
            self.flush()

    def finish(self, reason: str) -> None:
        """Close the run: nothing more will be played.

        Parameters
        ----------
        reason
            Why, for people.
        """
        self.manifest |= {"complete": True, "stopped": reason}
        self._dirty = True
        self.flush()

    def flush(self) -> None:
        """Write the manifest, after all that it lists is safe on the disk.

        Raises
        ------
        RunError
            If the disk refuses; the former manifest stays.
        """
        if not self._dirty:
            return
        self.manifest["parts"] = sorted(
            self._listed.values(), key=lambda part: (part["first"], part["table"])
        )
        with _disk(self.path):
            os.fsync(self._handle)
        text = json.dumps(self.manifest, indent=1, ensure_ascii=False) + "\n"
        self._write(MANIFEST, text.encode())
        with _disk(self.path):
            os.fsync(self._handle)
        self._dirty = False
        self._flushed = time.monotonic()

    def _write(self, name: str, data: bytes) -> None:
        path, hidden = self.path / name, self.path / f".{name}"
        with _disk(path):
            try:
                with open(hidden, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                hidden.replace(path)
            except BaseException:
                hidden.unlink(missing_ok=True)
                raise

    def sweep(self) -> None:
        """Remove what a killed process left: hidden files, and parts that no manifest lists."""
        with _disk(self.path):
            for file in list(self.path.iterdir()):
                if _OURS.fullmatch(file.name) and file.name not in self._listed:
                    file.unlink()


@contextmanager
def claim(path: Path, study: Study, *, resume: bool) -> Iterator[Writer]:
    """Take a directory for a study: make it, or find the study's own run there.

    Parameters
    ----------
    path
        The directory; need not exist.
    study
        The study; its seed is drawn if it has none.
    resume
        Whether an unfinished run may be gone on with.

    Yields
    ------
    Writer
        The run, which no other process can claim meanwhile.

    Raises
    ------
    InputError
        If the directory holds something else, another study, or an unfinished run and `resume` is not
        set.
    RunError
        If it cannot be written, another process holds it, or what played there was not the same.
    """
    with _disk(path):
        path.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _lock(handle, path)
        found = open_run(path) if (path / MANIFEST).exists() else None
        if found and (found.complete or found.manifest["parts"]):
            _check_same(found, study, resume=resume)
            writer = Writer(path, found.manifest, handle)
        else:  # a manifest without parts holds nothing to keep
            with _disk(path):
                names = [file.name for file in path.iterdir()]
            strange = [name for name in names if not _is_leftover(name, begun=bool(found))]
            if strange:
                raise InputError(
                    f"{path} is no run and not empty ({strange[0]}); choose another --out"
                )
            writer = Writer(path, _new_manifest(study), handle)
        writer.sweep()
        yield writer
    finally:
        os.close(handle)


def _new_manifest(study: Study) -> dict[str, Any]:
    seed = secrets.randbits(64) if study.seed is None else study.seed
    game = study.game_object()
    policies = [{"name": p.name, "origin": p.origin} for p in study.seated_policies()]
    return {
        "format": FORMAT,
        "study": {**study.identity(), "seed": seed},
        "game_version": game.version,
        "rules": study.resolved_rules().plain(),
        "policies": policies,
        "versions": versions(),
        "seed": seed,
        "chunk": study.chunk,
        "complete": False,
        "stopped": "",
        "parts": [],
    }


def _check_same(run: Run, study: Study, *, resume: bool) -> None:
    """Refuse a run of another study, and one that cannot, or should not, be gone on with."""
    seeded = study if study.seed is not None else study.model_copy(update={"seed": run.seed})
    there, here = run.manifest, _new_manifest(seeded)
    for key in ("study", "game_version", "rules", "policies"):
        changed = difference(there[key], here[key], "" if key == "study" else key)
        if changed:
            raise InputError(f"{run.path} holds another study: {changed}; choose another --out")
    missing = [part["name"] for part in there["parts"] if not (run.path / part["name"]).exists()]
    if run.complete and not missing:
        return
    changed = difference(there["versions"], here["versions"])
    if changed:
        raise RunError(
            f"{run.path} cannot be gone on with: {changed}; play it anew in another --out"
        )
    if not resume:
        how = f"without {missing[0]}" if missing else f"{run.numbers:,} of {study.samples:,}"
        raise InputError(
            f"{run.path} holds an unfinished run of this study ({how}); add --resume to go on with it"
        )


def difference(there: Any, here: Any, key: str = "") -> str:
    """Name the first key whose values differ.

    Parameters
    ----------
    there, here
        Plain JSON values, nested as they like.
    key
        What they are called.

    Returns
    -------
    str
        Key and both values; empty if none differs.
    """
    if isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        there, here = dict(enumerate(there)), dict(enumerate(here))
    if isinstance(there, dict) and isinstance(here, dict):
        for name in [*here, *(name for name in there if name not in here)]:
            below = f"{key}.{name}" if key else str(name)
            if found := difference(there.get(name), here.get(name), below):
                return found
        return ""
    if there == here:
        return ""
    return f"{key} is {json.dumps(there)} there and {json.dumps(here)} here"


def _lock(handle: int, path: Path) -> None:
    # File systems without locks on directories are left to the user's care.
    with suppress(OSError):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunError(f"{path}: another process is playing into it") from None


def _part_name(table: str, index: int) -> str:
    return f"{table}-{index:05d}.parquet"


def _is_leftover(name: str, *, begun: bool) -> bool:
    """Whether a file may be replaced: before a run has begun, only a hidden one."""
    return name == MANIFEST or (_OURS.fullmatch(name) is not None and (begun or name[0] == "."))


@contextmanager
def _disk(path: Path) -> Iterator[None]:
    """Say what the disk refuses in one line."""
    try:
        yield
    except OSError as error:
        raise RunError(f"cannot write {path}: {error.strerror}") from error
