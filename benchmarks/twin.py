"""The C twin of Tombolon's kernel: compiled into a temporary folder, called through ctypes.

What C must know of the kernel (records, card tables, rule choices) is written to ``layout.h`` from the
kernel's own dtypes, so that the twin fills the very bytes that the kernel fills.
"""

from __future__ import annotations

import ctypes
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
from sim.games.tombolon import GAME, rules, score, state
from sim.loop import LOG, MAX_SEATS
from sim.play import Arena
from sim.policies.registry import find_policy
from sim.rng import STREAM
from sim.rules import RuleSet

__all__ = ["COMPILE", "Twin", "compile_twin", "measure_twin"]

SOURCE = Path(__file__).parent / "c" / "tombolon.c"
COMPILE = ("gcc", "-std=c11", "-O3", "-march=native", "-shared", "-fPIC")

_RECORDS = {
    "stream": STREAM,
    "log": LOG,
    "table": state.TABLE,
    "own": state.OWN,
    "tally": state.TALLY,
    "state": state.STATE,
    "match": state.MATCH,
    "rules": rules.Rules.dtype(),
    "row": GAME.row,
}
_TABLES = ("RANK", "SAME", "UP_TO", "SUIT")
_CHOICES = (
    rules.MustCapture,
    rules.CapturePriority,
    rules.ColourPoints,
    rules.ScopaPoints,
    rules.CarteTie,
    rules.SpadeTie,
    rules.Tombolon,
    rules.GoingOut,
)


def _c_type(dtype: np.dtype[Any]) -> str:
    for name, known in _RECORDS.items():
        if dtype == known:
            return f"struct {name}"
    return {"b": "uint8_t"}.get(
        dtype.kind, f"{'u' if dtype.kind == 'u' else ''}int{8 * dtype.itemsize}_t"
    )


def _declare(name: str, dtype: np.dtype[Any]) -> str:
    sizes = "".join(f"[{size}]" for size in dtype.shape)
    return f"{_c_type(dtype.base)} {name}{sizes};"


def _struct(name: str, dtype: np.dtype[Any]) -> str:
    fields = " ".join(_declare(field, dtype[field]) for field in dtype.names or ())
    check = f'_Static_assert(sizeof(struct {name}) == {dtype.itemsize}, "struct {name}");'
    return f"struct {name} {{ {fields} }};\n{check}"


def _table(name: str) -> str:
    values = getattr(score, name)
    rows = ", ".join("{" + ", ".join(f"{value}u" for value in row) + "}" for row in values)
    sizes = "".join(f"[{size}]" for size in values.shape)
    return f"static const {_c_type(values.dtype)} {name}{sizes} = {{{rows}}};"


def write_layout() -> str:
    """The header that the twin includes.

    Returns
    -------
    str
        C: a struct a record, a constant table a table of `score`, an enumeration a rule choice.
    """
    choices = [
        "enum { " + ", ".join(f"{choice.__name__}_{m.name} = {m.value}" for m in choice) + " };"
        for choice in _CHOICES
    ]
    structs = [_struct(name, dtype) for name, dtype in _RECORDS.items()]
    return "\n".join(["#include <stdint.h>", *structs, *map(_table, _TABLES), *choices, ""])


class Twin:
    """Random single deals of Tombolon, played in C.

    Parameters
    ----------
    library
        The compiled twin.
    rules
        What is played.
    seed
        Root seed, 0 to 2**64 - 1.
    """

    def __init__(self, library: ctypes.CDLL, rules: RuleSet, seed: int) -> None:
        self._play_deals = library.play_deals
        self._seed = ctypes.c_uint64(seed)
        self._rules = rules.record()
        self._state = np.zeros(1, state.STATE)
        self._match = np.zeros(1, state.MATCH)
        self._streams = np.zeros(1 + MAX_SEATS, STREAM)
        self._actions = np.zeros(GAME.max_actions(rules), np.int64)

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
            After 64 tables in a row that called for a redeal.
        """
        fault = self._play_deals(
            *(ctypes.c_void_p(a.ctypes.data) for a in (self._state, self._match, self._rules)),
            self._seed,
            ctypes.c_uint64(first),
            ctypes.c_uint64(first + rows.size),
            *(ctypes.c_void_p(a.ctypes.data) for a in (self._streams, self._actions, rows)),
        )
        if fault:
            raise RuntimeError("64 tables in a row called for a redeal")

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
            rows = np.zeros(min(buffer, first + count - at), GAME.row)
            self.fill(at, rows)
            yield rows


@contextmanager
def compile_twin() -> Iterator[ctypes.CDLL | None]:
    """Compile the twin into a temporary folder.

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
        (Path(folder) / "layout.h").write_text(write_layout())
        library = Path(folder) / "tombolon.so"
        subprocess.run([*COMPILE, "-I", folder, "-o", str(library), str(SOURCE)], check=True)
        yield ctypes.CDLL(str(library))


def measure_twin(deals: int, rounds: int) -> dict[str, Any]:
    """Time the kernel against the twin: random play, default preset, single deals.

    Parameters
    ----------
    deals
        Deals a round.
    rounds
        Rounds of one and the other.

    Returns
    -------
    dict
        ``deals`` a round, medians ``kernel_deals_per_second`` and ``c_deals_per_second``, and
        ``speed``, the kernel's as a share of C's; or ``skipped`` and why.

    Raises
    ------
    AssertionError
        If a row of the two differs.
    """
    preset = GAME.preset()
    arena = Arena(GAME, preset, [find_policy(GAME, "random")] * preset.seats, SEED)
    with compile_twin() as library:
        if library is None:
            return {"skipped": f"no {COMPILE[0]} here"}
        twin = Twin(library, preset, SEED)
        kernel_rows = np.concatenate([rows.deals for rows in arena.play(0, deals)])
        c_rows = np.concatenate(list(twin.play(0, deals)))
        for name in GAME.row.names or ():  # not the bytes: a copy leaves out what pads a row
            assert np.array_equal(kernel_rows[name], c_rows[name]), f"{name} differs"
        times = interleave(
            {
                "c": lambda: list(map(len, twin.play(0, deals))),
                "kernel": lambda: list(map(len, arena.play(0, deals))),
            },
            rounds,
            PROCESSOR,
        )
    return {
        "deals": deals,
        "kernel_deals_per_second": deals / median(times["kernel"]),
        "c_deals_per_second": deals / median(times["c"]),
        "speed": ratio(times, "c", "kernel"),
    }
