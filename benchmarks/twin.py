"""The C twins of the kernels: compiled into a temporary folder, called through ctypes.

A game has a twin if there is a ``c/<game>.c``. What C must know of the kernel is written to
``layout.h``, from the kernel's own dtypes and from the game's modules `score` and `rules`: a twin fills
the very bytes that the kernel fills.
"""

from __future__ import annotations

import ctypes
import importlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.policies import SEED
from benchmarks.timing import PROCESSOR, interleave, ratio
from sim import find_game
from sim.game import Game
from sim.loop import MAX_SEATS
from sim.play import Arena
from sim.policies.registry import find_policy
from sim.rng import STREAM
from sim.rules import Choice, RuleSet

__all__ = ["COMPILE", "Twin", "compile_twin", "measure_twin", "write_layout"]

SOURCES = Path(__file__).parent / "c"
COMPILE = ("gcc", "-std=c11", "-O3", "-march=native", "-shared", "-fPIC")

_KEYWORDS = {"void"}
"""Fields that C cannot call so; there they end in an underscore."""

Dtype = np.dtype[Any]


def _nested(name: str, dtype: Dtype) -> dict[str, Dtype]:
    """A record and those in it, by the names of the fields that hold them; the inner ones first."""
    inner: dict[str, Dtype] = {}
    for field in dtype.names or ():
        if dtype[field].base.names:
            inner |= _nested(field, dtype[field].base)
    return {**inner, name: dtype}


def _c_type(dtype: Dtype, records: dict[str, Dtype]) -> str:
    for name, known in records.items():
        if dtype == known:
            return f"struct {name}"
    unsigned = "" if dtype.kind == "i" else "u"
    return f"{unsigned}int{8 * dtype.itemsize}_t"


def _struct(name: str, records: dict[str, Dtype]) -> str:
    dtype = records[name]
    fields = []
    for field in dtype.names or ():
        sizes = "".join(f"[{size}]" for size in dtype[field].shape)
        called = f"{field}_" if field in _KEYWORDS else field
        fields.append(f"{_c_type(dtype[field].base, records)} {called}{sizes};")
    check = f'_Static_assert(sizeof(struct {name}) == {dtype.itemsize}, "struct {name}");'
    return f"struct {name} {{ {' '.join(fields)} }};\n{check}"


def _braced(values: Any) -> str:
    if isinstance(values, list):
        return "{" + ", ".join(map(_braced, values)) + "}"
    return f"{values}" if values < 0 else f"{values}u"


def _constant(name: str, value: Any) -> str:
    values = np.asarray(value)
    sizes = "".join(f"[{size}]" for size in values.shape)
    declared = f"{_c_type(values.dtype, {})} {name.lstrip('_')}{sizes}"
    return f"static const {declared} = {_braced(values.tolist())};"


def _constants(score: Any) -> Iterator[str]:
    """Every number and every table of the module."""
    for name, value in vars(score).items():
        if name.isupper() and isinstance(value, int | np.integer | np.ndarray):
            yield _constant(name, value)


def _enumerations(rules: Any) -> Iterator[str]:
    """Every choice that the module declares."""
    for name, kind in vars(rules).items():
        if isinstance(kind, type) and issubclass(kind, Choice) and kind is not Choice:
            yield "enum { " + ", ".join(f"{name}_{m.name} = {m.value}" for m in kind) + " };"


def write_layout(game: Game) -> str:
    """The header that a game's twin includes.

    Parameters
    ----------
    game
        The game.

    Returns
    -------
    str
        C: a struct a record, a constant a constant or table of the game's `score`, an enumeration a
        rule choice.
    """
    records = {
        **_nested("stream", STREAM),
        **_nested("state", game.state),
        **_nested("match", game.match),
        **_nested("rules", game.rules.dtype()),
        **_nested("row", game.row),
    }
    score, rules = (
        importlib.import_module(f"sim.games.{game.name}.{module}") for module in ("score", "rules")
    )
    structs = [_struct(name, records) for name in records]
    lines = ["#include <stdint.h>", *structs, *_constants(score), *_enumerations(rules), ""]
    return "\n".join(lines)


class Twin:
    """Random single deals of a game, played in C.

    Parameters
    ----------
    library
        The game's compiled twin.
    game, rules
        What is played.
    seed
        Root seed, 0 to 2**64 - 1.
    """

    def __init__(self, library: ctypes.CDLL, game: Game, rules: RuleSet, seed: int) -> None:
        self._play_deals = library.play_deals
        random = ctypes.cast(library.choose_random, ctypes.c_void_p)
        self._policies = (ctypes.c_void_p * MAX_SEATS)(*[random] * MAX_SEATS)
        self._seed = ctypes.c_uint64(seed)
        self._seats = ctypes.c_int64(rules.seats)
        self._row = game.row
        self._rules = rules.record()
        self._state = np.zeros(1, game.state)
        self._match = np.zeros(1, game.match)
        self._streams = np.zeros(1 + MAX_SEATS, STREAM)
        self._actions = np.zeros(game.max_actions(rules), np.int64)

    def fill(self, first: int, rows: np.ndarray[Any, Any]) -> None:
        """Play one deal a row.

        Parameters
        ----------
        first
            Number of the first deal.
        rows
            Shape (deals,), of the game's row dtype; overwritten.

        Raises
        ------
        RuntimeError
            After more redeals in a row than the kernel bears.
        """
        fault = self._play_deals(
            self._policies,
            *(ctypes.c_void_p(a.ctypes.data) for a in (self._state, self._match, self._rules)),
            self._seed,
            ctypes.c_uint64(first),
            ctypes.c_uint64(first + rows.size),
            self._seats,
            *(ctypes.c_void_p(a.ctypes.data) for a in (self._streams, self._actions, rows)),
        )
        if fault:
            raise RuntimeError("too many redeals in a row")

    def play(self, first: int, count: int, *, buffer: int = 4096) -> Iterator[np.ndarray[Any, Any]]:
        """Play deals, as `sim.play.Arena.play` does.

        Parameters
        ----------
        first, count
            Numbers of the deals.
        buffer
            Most rows of one call.

        Yields
        ------
        np.ndarray
            In order; the caller may keep them.
        """
        for at in range(first, first + count, buffer):
            rows = np.zeros(min(buffer, first + count - at), self._row)
            self.fill(at, rows)
            yield rows


@contextmanager
def compile_twin(game: Game) -> Iterator[ctypes.CDLL | None]:
    """Compile a game's twin into a temporary folder.

    Parameters
    ----------
    game
        One that has a twin.

    Yields
    ------
    ctypes.CDLL or None
        The library; None where there is no compiler.

    Raises
    ------
    subprocess.CalledProcessError
        If the compiler refuses the twin.
    """
    if shutil.which(COMPILE[0]) is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "layout.h").write_text(write_layout(game))
        library = Path(folder) / f"{game.name}.so"
        source = SOURCES / f"{game.name}.c"
        subprocess.run([*COMPILE, "-I", folder, "-o", str(library), str(source)], check=True)
        yield ctypes.CDLL(str(library))


def measure_twin(name: str, deals: int, rounds: int) -> dict[str, Any]:
    """Time a game's kernel against its twin: random play, default preset, single deals.

    Parameters
    ----------
    name
        The game.
    deals
        Deals a round.
    rounds
        Rounds of one and the other.

    Returns
    -------
    dict
        ``game``, ``deals`` a round, medians ``kernel_deals_per_second`` and ``c_deals_per_second``, and
        ``speed``, the kernel's as a share of C's; or ``game``, and ``skipped``: why.

    Raises
    ------
    AssertionError
        If a row of the two differs.
    """
    game = find_game(name)
    preset = game.preset()
    with compile_twin(game) as library:
        if library is None:
            return {"game": name, "skipped": f"no {COMPILE[0]} here"}
        arena = Arena(game, preset, [find_policy(game, "random")] * preset.entrants, SEED)
        twin = Twin(library, game, preset, SEED)
        kernel_rows = np.concatenate([rows.deals for rows in arena.play(0, deals)])
        c_rows = np.concatenate(list(twin.play(0, deals)))
        for column in game.row.names or ():  # not the bytes: a copy leaves out what pads a row
            assert np.array_equal(kernel_rows[column], c_rows[column]), f"{name}: {column} differs"
        times = interleave(
            {
                "c": lambda: list(map(len, twin.play(0, deals))),
                "kernel": lambda: list(map(len, arena.play(0, deals))),
            },
            rounds,
            PROCESSOR,
        )
    return {
        "game": name,
        "deals": deals,
        "kernel_deals_per_second": deals / median(times["kernel"]),
        "c_deals_per_second": deals / median(times["c"]),
        "speed": ratio(times, "c", "kernel"),
    }
