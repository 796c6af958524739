"""Odds: named quantities of a run with their intervals, counted part by part.

`Tally` adds up moments of blocks as parts come by, so memory does not grow with the run; `odds` reads a
finished run with it, `Headline` watches one that is being played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.estimate import FEW, Estimate, decimals, mean, ratio, share
from analysis.quantities import (
    BLOCK,
    SUFFIX,
    Quantity,
    check_by,
    find_quantity,
    headline_names,
    quantities_of,
)
from sim.columns import widen
from sim.errors import InputError

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

    from sim.store import Run
    from sim.study import Study

__all__ = [
    "Headline",
    "Tally",
    "align",
    "chunks",
    "distribution",
    "headline_names",
    "list_quantities",
    "odds",
    "render",
    "spread",
]

MOST_GROUPS = 1000
"""Most groups that `odds` splits a quantity into."""

MOST_VALUES = 2000
"""Most values of a distribution."""

SHOWN = 3
"""Quantities of the headline that a progress bar has room for."""


class Moments(NamedTuple):
    """Sums over blocks of one quantity: rows, blocks, and numerator x and denominator y."""

    n: int
    m: int
    x: float
    y: float
    xx: float
    xy: float
    yy: float


def chunks(run: Run, read: Set[str]) -> Iterator[dict[str, pl.DataFrame]]:
    """The tables of a run, chunk by chunk.

    Parameters
    ----------
    run
        The run.
    read
        Names of the columns that will be read; of each table only its own are.

    Yields
    ------
    dict
        Name of the table to its rows; the matches of a chunk are those of its deals.
    """
    tables = run.study.tables
    parts = []
    for table in tables:
        names = [column.name for column in run.study.columns(table)]
        parts.append(run.frames(table, [n for n in names if n == BLOCK or {n, n + SUFFIX} & read]))
    for frames in zip(*parts, strict=True):
        yield dict(zip(tables, frames, strict=True))


def rows_of(
    study: Study, frames: Mapping[str, pl.DataFrame], table: str, read: Set[str]
) -> pl.LazyFrame:
    """Wide rows of one chunk; deals with the columns of their match, if those are asked for.

    Parameters
    ----------
    study
        The study.
    frames
        Tables of the chunk.
    table
        ``"deals"`` or ``"matches"``.
    read
        Names of the columns that will be read.

    Returns
    -------
    pl.LazyFrame
        For expressions.
    """
    rows = widen(frames[table].lazy())
    if table == "deals" and study.unit != "deal" and not read <= set(frames[table].columns):
        matches = widen(frames["matches"].lazy())
        rows = rows.join(matches, on=BLOCK, suffix=SUFFIX, how="left", maintain_order="left")
    return rows


class Tally:
    """Adds up quantities, chunk by chunk.

    Parameters
    ----------
    study
        The study that is played.
    quantities
        What is counted.
    by
        Columns to split by.

    Raises
    ------
    InputError
        If a column to split by is none.
    """

    def __init__(
        self, study: Study, quantities: Sequence[Quantity], by: Sequence[str] = ()
    ) -> None:
        self.study = study
        self.quantities = list(quantities)
        self.by = check_by(study, by)
        self._sums: dict[tuple[int, tuple[Any, ...]], list[float]] = {}

    def add(self, frames: Mapping[str, pl.DataFrame]) -> None:
        """Count one chunk.

        Parameters
        ----------
        frames
            Its tables; the deals of a match are never in two chunks.

        Raises
        ------
        InputError
            If a quantity is not a finite number somewhere, or the split has too many groups.
        """
        for table in frames:
            numbered = [(i, q) for i, q in enumerate(self.quantities) if q.table == table]
            if numbered:
                self._add_table(frames, table, dict(numbered))

    def _add_table(
        self, frames: Mapping[str, pl.DataFrame], table: str, quantities: Mapping[int, Quantity]
    ) -> None:
        import polars as pl

        keys = [column.name for column in self.by]
        read = set(keys).union(*(q.columns() for q in quantities.values()))
        rows = rows_of(self.study, frames, table, read)
        missing = set(keys) - set(rows.collect_schema().names())
        if missing:
            name = next(iter(quantities.values())).name
            raise InputError(f"{name} is of {table}, which have no column {missing.pop()!r}")
        parts = {i: quantity.parts() for i, quantity in quantities.items()}
        columns = [
            expr.alias(f"{what}{i}")
            for i, exprs in parts.items()
            for what, expr in zip("xyn", exprs, strict=True)
        ]
        # lazy up to here: polars reads only what the expressions name
        if table == "deals" and self.study.unit != "deal":
            rows = rows.group_by([BLOCK, *keys]).agg([column.sum() for column in columns])
        else:
            rows = rows.select([*keys, *columns])
        schema = rows.collect_schema()
        # integers stay exact: no sum of a chunk's squares is too large for 128 bits
        wide = {
            name: pl.col(name).cast(pl.Int128 if schema[name].is_integer() else pl.Float64)
            for name in (f"{what}{i}" for i in parts for what in "xy")
        }
        sums = []
        for i in parts:
            x, y, n = pl.col(f"x{i}"), pl.col(f"y{i}"), pl.col(f"n{i}").cast(pl.Int64)
            wide_x, wide_y = wide[f"x{i}"], wide[f"y{i}"]
            sums += [
                n.sum().alias(f"n{i}"),
                (n > 0).sum().alias(f"m{i}"),
                x.sum().alias(f"x{i}"),
                y.sum().alias(f"y{i}"),
                (wide_x * wide_x).sum().alias(f"xx{i}"),
                (wide_x * wide_y).sum().alias(f"xy{i}"),
                (wide_y * wide_y).sum().alias(f"yy{i}"),
            ]
        done = (rows.group_by(keys).agg(sums) if keys else rows.select(sums)).collect()
        for row in done.iter_rows(named=True):
            group = tuple(row[key] for key in keys)
            for i in parts:
                self._add_sums(i, group, [row[f"{what}{i}"] for what in Moments._fields])

    def _add_sums(self, i: int, group: tuple[Any, ...], new: list[float]) -> None:
        if any(value != value or value in (float("inf"), float("-inf")) for value in new[2:]):
            name = self.quantities[i].name
            raise InputError(
                f"quantity {name} is not a finite number in some rows; leave them out with "
                "CASE WHEN ... THEN ... END, which is null elsewhere"
            )
        old = self._sums.get((i, group))
        self._sums[i, group] = (
            new if old is None else [a + b for a, b in zip(old, new, strict=True)]
        )
        if old is None and len(self._sums) > MOST_GROUPS * len(self.quantities):
            names = ", ".join(column.name for column in self.by)
            raise InputError(f"{names}: more than {MOST_GROUPS} groups; split by fewer values")

    def groups(self) -> list[tuple[Any, ...]]:
        """Values of the columns to split by, sorted; one empty group without a split."""
        return sorted({group for _, group in self._sums}) or ([] if self.by else [()])

    def estimate(
        self, quantity: Quantity, group: tuple[Any, ...] = (), *, confidence: float = 0.95
    ) -> Estimate | None:
        """What a quantity is so far.

        Parameters
        ----------
        quantity
            One of those counted.
        group
            Values of the columns to split by.
        confidence
            Of the interval.

        Returns
        -------
        Estimate or None
            None if no row counted.
        """
        sums = self._sums.get((self.quantities.index(quantity), group))
        if sums is None or sums[0] == 0:
            return None
        at = Moments(*sums)  # type: ignore[arg-type]
        clustered = quantity.table == "deals" and self.study.unit != "deal"
        if quantity.kind == "ratio" or clustered:
            if at.y == 0:
                return None
            of_hits = quantity.kind == "share"
            moments = (at.m, at.x, at.y, at.xx, at.xy, at.yy)
            return ratio(*moments, n=at.n, of_hits=of_hits, confidence=confidence)
        if quantity.kind == "share":
            return share(int(at.x), at.n, confidence=confidence)
        return mean(at.n, at.x, at.xx, confidence=confidence)

    def frame(self, *, confidence: float = 0.95) -> pl.DataFrame:
        """All estimates as a table; see `odds`.

        Parameters
        ----------
        confidence
            Of the intervals.

        Returns
        -------
        pl.DataFrame
            One row a quantity and group.
        """
        import polars as pl

        rows = []
        for quantity in self.quantities:
            for group in self.groups():
                at = self.estimate(quantity, group, confidence=confidence)
                shown = (
                    column.labels[value] if column.labels else value
                    for column, value in zip(self.by, group, strict=True)
                )
                rows.append(
                    (
                        quantity.name,
                        *shown,
                        *((at.value, at.low, at.high, at.se) if at else (None,) * 4),
                        *((at.k, at.n, at.blocks) if at else (None, 0, None)),
                        quantity.unit,
                        quantity.kind,
                        confidence,
                        quantity.question,
                    )
                )
        floats = dict.fromkeys(("value", "low", "high", "se"), pl.Float64)
        counts = dict.fromkeys(("k", "n", "m"), pl.Int64)
        kinds = {
            column.name: pl.String
            if column.labels
            else pl.Boolean
            if column.dtype == "?"
            else pl.Int64
            for column in self.by
        }
        schema = {
            "quantity": pl.String,
            **kinds,
            **floats,
            **counts,
            "unit": pl.String,
            "kind": pl.String,
            "confidence": pl.Float64,
            "question": pl.String,
        }
        return pl.DataFrame(rows, schema, orient="row")


def odds(
    run: Run,
    names: Sequence[str] | None = None,
    *,
    by: str | Sequence[str] | None = None,
    confidence: float = 0.95,
) -> pl.DataFrame:
    """Named quantities of a run with their intervals.

    Parameters
    ----------
    run
        A run, finished or not.
    names
        Quantities; all named ones if None.
    by
        Column to split by, or several (also as ``"one,two"``). Named quantities of the tables that have
        no such column are left out, unless they were asked for.
    confidence
        Of the intervals, strictly between 0 and 1.

    Returns
    -------
    pl.DataFrame
        One row a quantity (and group): quantity, the columns split by, value, low, high, se, k (hits of
        a share), n (rows that counted; value is null if none did), m (independent blocks, null where
        rows are independent), unit, kind, confidence, question.

    Raises
    ------
    InputError
        If there is no such quantity or column; names the nearest.
    """
    study = run.study
    keys = by.split(",") if isinstance(by, str) else list(by or ())
    keys = [key.strip() for key in keys]
    check_by(study, keys)
    if names:
        quantities = [find_quantity(study, name) for name in names]
    else:
        quantities = [q for q in quantities_of(study).values() if _has(study, q.table, keys)]
    tally = Tally(study, quantities, keys)
    for frames in chunks(run, set(keys).union(*(q.columns() for q in quantities))):
        tally.add(frames)
    return tally.frame(confidence=confidence)


def distribution(run: Run, name: str, *, confidence: float = 0.95) -> pl.DataFrame:
    """How often each value of a whole-number quantity occurs.

    Parameters
    ----------
    run
        A run, finished or not.
    name
        A quantity, or a plain column.
    confidence
        Of the intervals.

    Returns
    -------
    pl.DataFrame
        One row a value that occurs, ascending: value, share, low, high, k, n.

    Raises
    ------
    InputError
        If there is no such quantity, its values are not whole numbers, or there are too many of them.
    """
    import polars as pl

    study = run.study
    quantity = find_quantity(study, name)
    if not quantity.whole:
        raise InputError(f"{name}: a distribution needs a quantity of whole numbers")
    clustered = quantity.table == "deals" and study.unit != "deal"
    x, _, counts = quantity.parts()
    totals = [0, 0, 0]  # blocks, rows, squares of the rows of a block
    sums: dict[int, list[int]] = {}  # value: rows with it, their squares, their products with rows
    for frames in chunks(run, quantity.columns()):
        rows = rows_of(study, frames, quantity.table, quantity.columns()).filter(counts)
        each, whole = _count_values(rows.select(BLOCK, x.alias("value")), clustered)
        for value, *new in each.iter_rows():
            sums[value] = [a + b for a, b in zip(sums.get(value, [0, 0, 0]), new, strict=True)]
        totals = [a + b for a, b in zip(totals, whole.row(0), strict=True)]
        if len(sums) > MOST_VALUES:
            raise InputError(f"{name}: more than {MOST_VALUES} values; no distribution to draw")
    m, n, yy = totals
    found = []
    for value, (hit, xx, xy) in sorted(sums.items()):
        if clustered:
            at = ratio(m, hit, n, xx, xy, yy, of_hits=True, confidence=confidence)
        else:
            at = share(hit, n, confidence=confidence)
        found.append((value, at.value, at.low, at.high, hit, n))
    kinds = dict.fromkeys(("share", "low", "high"), pl.Float64)
    schema = {"value": pl.Int64, **kinds, "k": pl.Int64, "n": pl.Int64}
    return pl.DataFrame(found, schema, orient="row")


def _count_values(rows: pl.LazyFrame, clustered: bool) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Moments of the hits of each value, and of the rows, over blocks: matches, or single rows."""
    import polars as pl

    c, size, count = pl.col("c"), pl.col("size"), pl.len().cast(pl.Int64)
    if not clustered:
        each = rows.group_by("value").agg(c=count).select("value", "c", xx="c", xy="c")
        return each.collect(), rows.select(m=count, n=count, yy=count).collect()
    hits = rows.group_by(BLOCK, "value").agg(c=count).with_columns(size=c.sum().over(BLOCK))
    each = hits.group_by("value").agg(x=c.sum(), xx=(c * c).sum(), xy=(c * size).sum())
    sizes = rows.group_by(BLOCK).agg(size=count)
    return each.collect(), sizes.select(m=count, n=size.sum(), yy=(size * size).sum()).collect()


def _has(study: Study, table: str, keys: Sequence[str]) -> bool:
    tables = study.tables if table == "deals" else (table,)
    return set(keys) <= {column.name for t in tables for column in study.columns(t)}


class Headline:
    """Keeps the headline odds of a run that is being played, and says when they are good enough.

    Parameters
    ----------
    study
        The study.
    confidence
        Of the intervals.

    Raises
    ------
    InputError
        If its headline or its precision names an unknown quantity.
    """

    def __init__(self, study: Study, *, confidence: float = 0.95) -> None:
        self.study = study
        self.confidence = confidence
        self._numbers = 0
        self._shown = [_find(study, "headline", name) for name in headline_names(study)]
        self._wanted = None
        counted = list(self._shown)
        if study.precision:
            self._wanted = _find(study, "precision.quantity", study.precision.quantity)
            counted.append(self._wanted)
        self._tally = Tally(study, counted)

    def see(self, frames: Mapping[str, pl.DataFrame]) -> None:
        """Count a finished chunk.

        Parameters
        ----------
        frames
            Its tables.
        """
        self._numbers += len(frames[self.study.tables[-1]])
        self._tally.add(frames)

    def headline(self) -> str:
        """The first of the headline odds in one line.

        Returns
        -------
        str
            ``raddoppio 0.1367 ±0.0007 · tombolon 0.00045 ±0.00004``; empty before the first chunk.
        """
        said = []
        for quantity in self._shown[:SHOWN]:
            at = self._tally.estimate(quantity, confidence=self.confidence)
            if at is not None:
                said.append(" ".join((quantity.name, *spread(at.value, at.low, at.high))))
        return " · ".join(said)

    def enough(self) -> str | None:
        """Say whether the study's precision is reached.

        The interval is the ordinary one: stopping at a width, not at a value, keeps its coverage, given
        a floor of `FEW` hits and misses (of blocks, for a mean).

        Returns
        -------
        str or None
            The reason to stop.
        """
        if self._wanted is None or self.study.precision is None:
            return None
        at = self._tally.estimate(self._wanted, confidence=self.confidence)
        if at is None:
            return None
        seen = min(at.k, at.n - at.k) if at.k is not None else at.blocks or at.n
        if seen < FEW or at.half_width > self.study.precision.half_width:
            return None
        digits = decimals(at.half_width)
        return (
            f"{self._wanted.name} is known to ±{at.half_width:.{digits}f} "
            f"({self.confidence:.0%}) after {self._numbers:,} {self.study.tables[-1]}"
        )


def _find(study: Study, key: str, name: str) -> Quantity:
    try:
        return find_quantity(study, name)
    except InputError as error:
        raise InputError(f"{key}: {error}") from None


def align(texts: Sequence[str]) -> list[str]:
    """Pad numbers so that their points stand in one column.

    Parameters
    ----------
    texts
        Numbers as text; words begin where the points stand.

    Returns
    -------
    list of str
        Of equal lengths.
    """
    heads = [text.partition(".")[0] if any(map(str.isdigit, text)) else "" for text in texts]
    tails = [text[len(head) :] for text, head in zip(texts, heads, strict=True)]
    left = max((len(head) for head in heads), default=0)
    right = max((len(tail) for tail in tails), default=0)
    return [f"{head:>{left}}{tail:<{right}}" for head, tail in zip(heads, tails, strict=True)]


def spread(value: float, low: float, high: float) -> tuple[str, str]:
    """A value and its uncertainty as text, with the digits that are worth writing.

    Parameters
    ----------
    value, low, high
        Value and interval.

    Returns
    -------
    tuple of str
        The value; its half-width, or the interval where that is lopsided. Values that were all equal
        have no width; how rare another one is, is a question of its own.
    """
    half = (high - low) / 2
    digits = decimals(half)
    if half == 0:
        return f"{value:g}", "all equal"
    if half == float("inf"):
        return f"{value:.4g}", "one sample"
    if abs((high + low) / 2 - value) > 0.05 * half:
        return f"{value:.{digits}f}", f"{low:.{digits}f} .. {high:.{digits}f}"
    return f"{value:.{digits}f}", f"±{half:.{digits}f}"


def render(frame: pl.DataFrame) -> Table:
    """Odds as a table for people.

    Parameters
    ----------
    frame
        As `odds` gives it.

    Returns
    -------
    rich.table.Table
        Value, half-width (or interval), hits and rows; the blocks where they matter.
    """
    from rich.table import Table

    confidence = frame["confidence"][0] if len(frame) else 0.95
    table = Table(box=None, header_style="bold", pad_edge=False)
    by = frame.columns[1 : frame.columns.index("value")]
    blocks = frame["m"].null_count() < len(frame)
    for title in ("quantity", *by):
        table.add_column(title, overflow="fold", no_wrap=True)
    for title in ("value", f"{confidence:.0%}"):
        table.add_column(title, no_wrap=True)
    for title in ("k", "n", *(("blocks",) if blocks else ())):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("unit", overflow="fold")
    told = [
        spread(row["value"], row["low"], row["high"]) if row["n"] else ("-", "")
        for row in frame.iter_rows(named=True)
    ]
    values = align([value for value, _ in told])
    widths = align([width for _, width in told])
    before = ""
    for row, value, width in zip(frame.iter_rows(named=True), values, widths, strict=True):
        counts = ["" if row[c] is None else f"{row[c]:,}" for c in ("k", "n", "m")[: 2 + blocks]]
        name = row["quantity"] if row["quantity"] != before else ""
        before = row["quantity"]
        groups = (str(row[c]).lower() if isinstance(row[c], bool) else str(row[c]) for c in by)
        table.add_row(name, *groups, value, width, *counts, row["unit"])
    return table


def list_quantities(study: Study) -> Table:
    """What can be asked of a study's runs, as a table.

    Parameters
    ----------
    study
        The study.

    Returns
    -------
    rich.table.Table
        Name, table, unit and question of every named quantity.
    """
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("quantity", no_wrap=True)
    table.add_column("of", no_wrap=True)
    table.add_column("unit", overflow="fold")
    table.add_column("question", overflow="fold")
    for quantity in quantities_of(study).values():
        table.add_row(quantity.name, quantity.table, quantity.unit, f"{quantity.question}?")
    return table
