"""Comparisons on the same cards: paired differences, and how much the pairing saved.

Two runs of one seed deal the same packs, so their rows are paired by number and the noise of the cards
cancels as far as the play is alike. The realised correlation is part of every comparison.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from analysis.estimate import FEW, share
from analysis.odds import align, chunks, odds, rows_of, spread
from analysis.quantities import BLOCK, Quantity, find_quantity, headline_names, quantities_of
from sim.errors import InputError

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

    from sim.store import Run
    from sim.study import Study

__all__ = ["compare", "compare_study", "render_comparison"]

BASE = "base"
"""Folder of the study itself, next to those of its variants."""


SMALL = 2**20
"""Integers below it are multiplied and summed as such; larger ones as floating-point numbers."""


class Paired(NamedTuple):
    """Outcome of a paired difference; b is the second run."""

    difference: float
    low: float
    high: float
    se: float
    correlation: float | None
    gain: float | None


def compare(
    run_a: Run,
    run_b: Run,
    names: Sequence[str] | None = None,
    *,
    label: str = "b",
    confidence: float = 0.95,
) -> pl.DataFrame:
    """Compare two runs on the same cards.

    Parameters
    ----------
    run_a, run_b
        Two runs of one game, unit, pack, seed and size.
    names
        Quantities; those that both runs have if None.
    label
        What the second run is called.
    confidence
        Of the intervals.

    Returns
    -------
    pl.DataFrame
        One row a quantity: variant, quantity, a, b (the two values), difference (b - a), low, high, se,
        correlation (of the two values of a deal, or match), gain (variance of the difference of two
        independent runs, divided by that of the pairs), changed (blocks in which the values differ), m
        (blocks), unit, kind, confidence, question.

    Raises
    ------
    InputError
        If the runs were not dealt the same cards; says why. For an unknown quantity.
    """
    import polars as pl

    _check_cards(run_a, run_b)
    if names:
        pairs = [(find_quantity(run_a.study, n), find_quantity(run_b.study, n)) for n in names]
    else:
        theirs = quantities_of(run_b.study)
        pairs = [
            (q, theirs[q.name]) for q in quantities_of(run_a.study).values() if q.name in theirs
        ]
    totals = [_Moments() for _ in pairs]
    for table in run_a.study.tables:
        at = [i for i, (quantity, _) in enumerate(pairs) if quantity.table == table]
        if not at:
            continue
        for a, b in _aligned(run_a, run_b, table, [pairs[i] for i in at]):
            for j, i in enumerate(at):
                sums = (a[f"x{j}"], a[f"y{j}"], b[f"x{j}"], b[f"y{j}"])
                totals[i].add(*(series.to_numpy() for series in sums))
    values = [
        odds(run, [q.name for q, _ in pairs], confidence=confidence) for run in (run_a, run_b)
    ]
    rows = []
    for i, (quantity, _) in enumerate(pairs):
        single = quantity.table == "matches" or run_a.unit == "deal"  # rows are blocks
        binary = quantity.kind == "share" and not quantity.given and single
        paired = totals[i].difference(binary, confidence)
        rows.append(
            (
                label,
                quantity.name,
                *(frame["value"][i] for frame in values),
                *(paired or (None,) * 6),
                *(totals[i].changed, totals[i].m),
                *(quantity.unit, quantity.kind, confidence, quantity.question),
            )
        )
    texts = dict.fromkeys(("variant", "quantity"), pl.String)
    names_of_numbers = ("a", "b", "difference", "low", "high", "se", "correlation", "gain")
    numbers = dict.fromkeys(names_of_numbers, pl.Float64)
    counts = dict.fromkeys(("changed", "m"), pl.Int64)
    schema = {**texts, **numbers, **counts, "unit": pl.String, "kind": pl.String}
    schema |= {"confidence": pl.Float64, "question": pl.String}
    return pl.DataFrame(rows, schema, orient="row")


def compare_study(
    study: Study,
    out: Path,
    play: Callable[[Study, Path], Run],
    names: Sequence[str] | None = None,
) -> pl.DataFrame:
    """Play a study and each of its variants on the same cards, and compare them.

    Parameters
    ----------
    study
        With variants.
    out
        The runs go to folders below it: ``base``, and one named like each variant.
    play
        Plays a study into a folder.
    names
        Quantities; the headline's if None.

    Returns
    -------
    pl.DataFrame
        As `compare`, for each variant.

    Raises
    ------
    InputError
        If there are no variants, one deals other cards, or a quantity is unknown.
    """
    import polars as pl

    if not study.variants:
        raise InputError("variants: the study has none; add [variants.NAME]")
    if BASE in study.variants:
        raise InputError(f"variants.{BASE}: that is the study itself; choose another name")
    for name in study.variants:
        if not re.fullmatch(r"\w[\w.-]*", name):
            raise InputError(f"variants.{name!r}: names a folder: letters, digits, _ . and - only")
        _check_pack(study, study.variant(name), f"variants.{name}")
    chosen = list(names or headline_names(study)) or None
    for name in chosen or ():
        find_quantity(study, name)
    base = play(study, out / BASE)
    # the same seed and size, also where the seed was drawn or the base stopped early
    fixed = {"seed": base.seed, "samples": base.numbers, "precision": None}
    frames = []
    for name in study.variants:
        variant = study.variant(name).model_copy(update=fixed)
        frames.append(compare(base, play(variant, out / name), chosen, label=name))
    return pl.concat(frames)


def render_comparison(frame: pl.DataFrame) -> Table:
    """Comparisons as a table for people.

    Parameters
    ----------
    frame
        As `compare` gives it.

    Returns
    -------
    rich.table.Table
        Both values, the difference with its interval, and what the pairing did.
    """
    from rich.table import Table

    confidence = frame["confidence"][0] if len(frame) else 0.95
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("variant", "quantity", "base", "variant's", "difference", f"{confidence:.0%}"):
        table.add_column(title, no_wrap=True)
    for title in ("correlation", "gain", "changed", "of"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("unit", overflow="fold")
    told = [_tell(row) for row in frame.iter_rows(named=True)]
    columns = [align([line[i] for line in told]) for i in range(4)]
    before = ""
    for i, row in enumerate(frame.iter_rows(named=True)):
        correlation = "" if row["correlation"] is None else f"{row['correlation']:.2f}"
        gain = "" if row["gain"] is None else f"{row['gain']:.1f}"
        table.add_row(
            row["variant"] if row["variant"] != before else "",
            row["quantity"],
            *(column[i] for column in columns),
            *(correlation, gain, f"{row['changed']:,}", f"{row['m']:,}", row["unit"]),
        )
        before = row["variant"]
    return table


def _tell(row: Mapping[str, float]) -> tuple[str, str, str, str]:
    if row["difference"] is None:
        values = (("-" if row[key] is None else f"{row[key]:.4g}") for key in "ab")
        return (*values, "-", "")
    if not row["changed"]:
        return f"{row['a']:.6g}", f"{row['b']:.6g}", "0", "equal throughout"
    difference, width = spread(row["difference"], row["low"], row["high"])
    digits = len(difference.partition(".")[2])
    sign = "" if difference.startswith("-") else "+"
    return f"{row['a']:.{digits}f}", f"{row['b']:.{digits}f}", sign + difference, width


def _check_cards(run_a: Run, run_b: Run) -> None:
    for what, a, b in (
        ("game", run_a.study.game, run_b.study.game),
        ("unit", run_a.unit, run_b.unit),
        ("seed", run_a.seed, run_b.seed),
        ("number of " + run_a.study.tables[-1], run_a.numbers, run_b.numbers),
    ):
        if a != b:
            raise InputError(
                f"not the same cards: {what} {a} in {run_a.path}, {b} in {run_b.path}; "
                "comparisons pair deals by their number"
            )
    if not run_a.numbers:
        raise InputError(f"{run_a.path}: the run has no rows yet; nothing to compare")
    _check_pack(run_a.study, run_b.study, str(run_b.path))


def _check_pack(study_a: Study, study_b: Study, where: str) -> None:
    a, b = (getattr(study.resolved_rules(), "pack", None) for study in (study_a, study_b))
    if a != b:
        raise InputError(f"{where}: not the same cards: a pack of {b} against one of {a}")


def _aligned(
    run_a: Run, run_b: Run, table: str, pairs: Sequence[tuple[Quantity, Quantity]]
) -> Iterator[tuple[pl.DataFrame, pl.DataFrame]]:
    """Sums by block of both runs, cut so that the blocks are the same, whatever the chunks."""
    streams = [
        _blocks(run, table, [pair[i] for pair in pairs]) for i, run in enumerate((run_a, run_b))
    ]
    waiting: list[pl.DataFrame | None] = [None, None]
    while True:
        for i, stream in enumerate(streams):
            if waiting[i] is None:
                waiting[i] = next(stream, None)
        a, b = waiting
        if a is None or b is None:
            return
        common = min(len(a), len(b))
        if not a[BLOCK][:common].equals(b[BLOCK][:common]):
            raise InputError(f"not the same numbers in {run_a.path} and {run_b.path}")
        yield a[:common], b[:common]
        waiting = [rest if len(rest) else None for rest in (a[common:], b[common:])]


def _blocks(run: Run, table: str, quantities: Sequence[Quantity]) -> Iterator[pl.DataFrame]:
    """Numerators and denominators by deal or match, in the order of their numbers."""
    read = {BLOCK}.union(*(quantity.columns() for quantity in quantities))
    for frames in chunks(run, read):
        rows = rows_of(run.study, frames, table, read)
        columns = []
        for i, quantity in enumerate(quantities):
            x, y, _ = quantity.parts()
            columns += [x.alias(f"x{i}"), y.alias(f"y{i}")]
        rows = rows.select(BLOCK, *columns)
        if table == "deals" and run.unit != "deal":
            rows = rows.group_by(BLOCK).sum().sort(BLOCK)
        yield rows.collect()


class _Moments:
    """Sums over blocks of numerator and denominator of both runs, and of their products."""

    def __init__(self) -> None:
        self.m = 0
        self.changed = 0
        self.up = 0
        self.down = 0
        self._sums = np.zeros(4, object)
        self._products = np.zeros((4, 4), object)

    def add(self, *columns: np.ndarray[Any, Any]) -> None:
        """Count blocks: numerator and denominator of the first run, then of the second."""
        values = np.stack(columns)
        self.m += values.shape[1]
        self.changed += int(np.any(values[:2] != values[2:], axis=0).sum())
        self.up += int((values[2] > values[0]).sum())
        self.down += int((values[2] < values[0]).sum())
        small = values.dtype.kind == "i" and np.abs(values).max(initial=0) < SMALL
        values = values if small else values.astype(float)
        self._sums += np.array([row.sum().item() for row in values], object)
        self._products += np.array([[(a * b).sum().item() for a in values] for b in values], object)

    def difference(self, binary: bool, confidence: float) -> Paired | None:
        """The second run's ratio minus the first's, by the delta method; None if one has no rows."""
        xa, ya, xb, yb = (float(total) for total in self._sums)
        if not (ya and yb):
            return None
        value = xb / yb - xa / ya
        # per block, how far it pushes each ratio: (x - R y) / mean(y)
        push_a = np.array([self.m / ya, -xa / ya * self.m / ya, 0, 0])
        push_b = np.array([0, 0, self.m / yb, -xb / yb * self.m / yb])
        products = self._products.astype(float)
        va, vb = (float(push @ products @ push) for push in (push_a, push_b))
        cov = float(push_a @ products @ push_b)
        correlation = cov / sqrt(va * vb) if va > 0 and vb > 0 else None
        vd = max(va + vb - 2 * cov, 0.0)
        gain = (va + vb) / vd if vd > 0 else None
        se = sqrt(vd / self.m / max(self.m - 1, 1))
        if binary and self.up + self.down < FEW:
            # each direction at half the error, so that together they hold
            half = (1 + confidence) / 2
            up, down = (share(k, self.m, confidence=half) for k in (self.up, self.down))
            return Paired(value, up.low - down.high, up.high - down.low, se, correlation, gain)
        if not self.changed:
            return Paired(value, value, value, 0.0, correlation, None)
        if self.changed < 2:
            return Paired(value, -inf, inf, inf, correlation, gain)
        from scipy.special import stdtrit

        # what is known of the spread is known from the blocks that changed
        reach = float(stdtrit(self.changed - 1, (1 + confidence) / 2)) * se
        return Paired(value, value - reach, value + reach, se, correlation, gain)
