"""Runs a study: chunks of numbers are played by threads or a cluster, and stored in their order.

What a chunk holds depends on its numbers alone, and observers see the chunks in order; so the files,
and where a run stops, depend on nothing but the study.
"""

from __future__ import annotations

import io
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sim.columns import to_frame
from sim.errors import InputError, Interrupted, RunError
from sim.play import Arena
from sim.store import Run, Writer, claim, encode, open_run
from sim.study import Study

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Chunk", "Crew", "Observer", "Player", "Progress", "run"]

_LOOK_SECONDS = 0.1
"""How often progress is told."""
_SLICE_SECONDS = 0.05
"""How long one call of the loop should last: kernels cannot be stopped inside it."""
_SLICE_MOST = 4096
_ROWS_LEAST = 1024
"""Room for deal rows in a call of the loop, however few matches are asked for: a match has many."""


class Observer(Protocol):
    """Watches a run."""

    def see(self, frames: Mapping[str, pl.DataFrame]) -> None:
        """Take in a finished chunk.

        Parameters
        ----------
        frames
            Its rows by table: ``deals``, and ``matches`` where they are played. Chunks come in the
            order of their numbers; on resuming, the old ones too.
        """

    def headline(self) -> str:
        """What to show beside the progress bar.

        Returns
        -------
        str
            A few words; may be empty.
        """

    def enough(self) -> str | None:
        """Whether the run may stop after the chunks seen so far.

        Returns
        -------
        str or None
            Why, or None to go on. It must depend on what was seen only.
        """


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    done: int
    """Deals or matches played, those of an earlier, interrupted run included."""
    played: int
    """Of them, in this run."""
    total: int
    """To be played at most."""
    seconds: float
    """Since this run began to play."""
    headline: str
    """What the first observer has to say."""


@dataclass(frozen=True)
class Chunk:
    """What a worker hands over."""

    files: dict[str, tuple[int, bytes]]
    """Rows and Parquet file by table."""
    rows: dict[str, pl.DataFrame] | None = None
    """The same rows, where they need not travel."""

    def frames(self) -> dict[str, pl.DataFrame]:
        """The rows by table.

        Returns
        -------
        dict
            As given, or read from the files.
        """
        import polars as pl

        return self.rows or {
            table: pl.read_parquet(io.BytesIO(data)) for table, (_, data) in self.files.items()
        }


class Stopped(Exception):
    """A chunk was given up because the run ends."""


class Player:
    """Plays chunks of one study, one at a time.

    Parameters
    ----------
    study
        The study, with a seed.
    stop
        Once set, `play` gives up.

    Attributes
    ----------
    played
        Deals or matches so far; grows while a chunk is played.

    Raises
    ------
    InputError
        If a policy does not compile.
    """

    def __init__(self, study: Study, stop: Event | None = None) -> None:
        self.study = study
        self.stop = stop or Event()
        self.played = 0
        rules, seed = study.resolved_rules(), study.seed
        if seed is None:
            raise InputError("seed: must be given")
        self.arena = Arena(
            study.game_object(), rules, study.seated_policies(), seed, study.unit, study.start
        )
        self._slice = 16

    def play(self, first: int, count: int) -> Chunk:
        """Play a chunk.

        Parameters
        ----------
        first, count
            Numbers of its deals or matches.

        Returns
        -------
        Chunk
            Its tables.

        Raises
        ------
        PolicyError
            If a policy answers out of range.
        Stopped
            If the run ends meanwhile.
        """
        slices = []
        at, end = first, first + count
        while at < end:
            step = min(self._slice, end - at)
            begun = time.perf_counter()
            for rows in self.arena.play(at, step, buffer=max(step, _ROWS_LEAST)):
                if self.stop.is_set():
                    raise Stopped
                slices.append(rows)
            spent = time.perf_counter() - begun
            if spent < _SLICE_SECONDS:
                self._slice = min(2 * self._slice, _SLICE_MOST)
            elif spent > 2 * _SLICE_SECONDS:
                self._slice = max(self._slice // 2, 1)
            self.played += step
            at += step
        files, frames = {}, {}
        for table in self.study.tables:
            parts = [rows.deals if table == "deals" else rows.matches for rows in slices]
            frame = to_frame(parts, self.study.columns(table), self.arena.rules)
            files[table] = (frame.height, encode(frame, self.study, table))
            frames[table] = frame
        return Chunk(files, frames)


class Crew(NamedTuple):
    """Those who play chunks."""

    submit: Callable[[int, int], Future[Chunk]]
    """Called with the first number and the count."""
    width: int
    """Chunks that can be played at once."""
    players: Sequence[Player] = ()
    """Where they can be seen playing."""


_NOBODY = Crew(lambda first, count: Future(), 0)


def _crew(study: Study, workers: int, scheduler: str | None) -> AbstractContextManager[Crew]:
    if scheduler is None:
        return _threads(study, workers)
    from sim.cluster import cluster

    return cluster(study, scheduler)


@contextmanager
def _threads(study: Study, workers: int) -> Iterator[Crew]:
    """Let threads of this process play; on leaving, what is under way is given up."""
    stop = Event()
    players = [Player(study, stop) for _ in range(workers)]
    idle: SimpleQueue[Player] = SimpleQueue()
    for player in players:
        idle.put(player)

    def play(first: int, count: int) -> Chunk:
        player = idle.get()
        try:
            return player.play(first, count)
        finally:
            idle.put(player)

    pool = ThreadPoolExecutor(workers, "player")
    try:
        yield Crew(lambda first, count: pool.submit(play, first, count), workers, players)
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def run(
    study: Study,
    out: str | Path,
    *,
    workers: int = 1,
    resume: bool = False,
    scheduler: str | None = None,
    observers: Sequence[Observer] = (),
    progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Play a study into a directory.

    Parameters
    ----------
    study
        What to play. Without a seed one is drawn and kept in the manifest.
    out
        Directory, made if need be. If it holds this study's finished run, its digests are checked
        and nothing is played.
    workers
        Threads that play, at least 1.
    resume
        Go on with an unfinished run of this study, and replay parts that are missing.
    scheduler
        Address of a Dask scheduler whose workers play instead of threads.
    observers
        Shown every chunk in order; any of them may stop the run. A study with a `precision` needs
        one.
    progress
        Called about ten times a second, in this thread.

    Returns
    -------
    Run
        The finished run, open for reading.

    Raises
    ------
    InputError
        If the study is wrong, or the directory holds something else.
    RunError
        If the disk or the cluster fails, a part was altered, or another process plays into `out`.
    PolicyError
        If a policy answers out of range; the chunks before stay.
    Interrupted
        On Ctrl-C, with what is finished kept; `resume` goes on.
    """
    study.check()
    if workers < 1:
        raise InputError(f"workers: must be at least 1, got {workers}")
    if study.precision and not observers:
        raise InputError(
            "precision: nobody watches it; give observers=[analysis.Headline(study)] to stop by it"
        )
    out = Path(out)
    with claim(out, study, resume=resume) as writer:
        try:
            _play_missing(writer, workers, scheduler, observers, progress or (lambda now: None))
        except KeyboardInterrupt:
            writer.flush()
            raise Interrupted(
                f"stopped at {writer.numbers:,} of {study.samples:,} {study.tables[-1]}, "
                f"kept in {out}; the same command with --resume goes on"
            ) from None
        except BaseException:
            with suppress(RunError):  # the first complaint is the one to hear
                writer.flush()
            raise
    return open_run(out)


def _play_missing(
    writer: Writer,
    workers: int,
    scheduler: str | None,
    observers: Sequence[Observer],
    progress: Callable[[Progress], None],
) -> None:
    """Go through all chunks in order: play those that are missing, show each to the observers."""
    study = writer.study
    spans = study.spans()
    if writer.complete:
        spans = spans[: len(writer.parts())]
    missing = [index for index in range(len(spans)) if not writer.chunk(index)]
    already = sum(count for index, (_, count) in enumerate(spans) if writer.chunk(index))
    stored, headline = already, ""
    begun = time.perf_counter()

    def tell() -> None:
        played = max(stored - already, sum(player.played for player in crew.players))
        seconds = time.perf_counter() - begun
        progress(Progress(already + played, played, study.samples, seconds, headline))

    with _crew(study, workers, scheduler) if missing else nullcontext(_NOBODY) as crew:
        writer.flush()  # before any part: only a manifest tells whose they are
        chunks = _in_order(crew, [spans[index] for index in missing], tell)
        for index, span in enumerate(spans):
            parts = writer.chunk(index)
            if parts:
                read = writer.read if observers else writer.verify
                frames: Any = {part.table: read(part) for part in parts}
            else:
                chunk = next(chunks)
                writer.add(index, *span, chunk.files)
                stored += span[1]
                frames = chunk.frames() if observers else {}
            for observer in observers:
                observer.see(frames)
            reasons = [reason for observer in observers if (reason := observer.enough())]
            headline = observers[0].headline() if observers else ""
            tell()
            if reasons and not writer.complete:
                break
    if not writer.complete:
        writer.finish(reasons[0] if reasons else f"all {study.samples:,} {study.tables[-1]} played")


def _in_order(
    crew: Crew, spans: Sequence[tuple[int, int]], tell: Callable[[], None]
) -> Iterator[Chunk]:
    """Have chunks played, a few ahead of those taken, so that nobody waits for the disk."""
    waiting = deque(spans)
    under_way: deque[Future[Chunk]] = deque()
    for _ in spans:
        while waiting and len(under_way) < crew.width + 2:
            under_way.append(crew.submit(*waiting.popleft()))
        future = under_way.popleft()
        while not wait([future], _LOOK_SECONDS).done:
            tell()
        yield future.result()
