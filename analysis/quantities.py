"""Named quantities: what a game's rows can be asked, each a question in words and an expression.

A quantity is a polars SQL expression over a row, with a unit. True or false gives a share, a number a
mean; with a denominator (`per`) it is a ratio of sums; `given` restricts the rows. Games name theirs in
`analysis.games.<game>`, a study adds its own, and every plain column is one too.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from sim.columns import to_frame, widen
from sim.errors import InputError

if TYPE_CHECKING:
    import polars as pl

    from sim.columns import Column
    from sim.study import Study

__all__ = [
    "BLOCK",
    "SUFFIX",
    "Quantity",
    "check_by",
    "empty_rows",
    "find_quantity",
    "game_module",
    "headline_names",
    "quantities_of",
    "side_titles",
]

BLOCK = "match_id"
"""Column that says which match a row belongs to (in studies of single deals, which deal it is)."""

SUFFIX = "_match"
"""Put after a match column's name, next to the deals' columns, where those have one of that name."""

NOT_COUNTED = frozenset({"id", "mask", "card", "player", "side", "team", "kind"})
"""Units of columns whose mean says nothing."""


@dataclass(frozen=True)
class Quantity:
    """One question to the rows.

    Attributes
    ----------
    name
        What it is called in studies and on the command line.
    question
        In words, without a question mark at its end.
    unit
        Of the value: points, cards, count ...; ``share`` for shares.
    expression
        Polars SQL over a row.
    given
        Polars SQL: only rows for which it is true count.
    per
        Polars SQL: the denominator, for a ratio of sums.
    table
        ``"deals"`` or ``"matches"``. In studies of matches a quantity of deals may also read the columns
        of the deal's match.
    kind
        ``"share"``, ``"mean"`` or ``"ratio"``, found from the expression's type.
    whole
        The values are whole numbers, so that they have a distribution worth drawing.
    """

    name: str
    question: str
    unit: str
    expression: str
    given: str | None = None
    per: str | None = None
    table: str = "deals"
    kind: str = ""
    whole: bool = False

    def parts(self) -> tuple[pl.Expr, pl.Expr, pl.Expr]:
        """Its numerator, denominator (1 by default) and the rows that count, over wide rows.

        A row where numerator or denominator is null does not count.

        Returns
        -------
        tuple of pl.Expr
            Integers as 64-bit numbers, 0 where the row does not count; the last one boolean.
        """
        import polars as pl

        x = pl.sql_expr(self.expression)
        y = pl.sql_expr(self.per) if self.per else pl.lit(1, pl.Int64)
        counts = x.is_not_null() & y.is_not_null()
        if self.given:
            counts = counts & pl.sql_expr(self.given).fill_null(False)
        if self.kind == "share":
            x = x.cast(pl.Int64)
        # a zero of 64 bits makes the sums of 64 bits: CASE gives integers of 32
        zero = pl.lit(0, pl.Int64)
        return (
            pl.when(counts).then(x).otherwise(zero),
            pl.when(counts).then(y).otherwise(zero),
            counts,
        )

    def columns(self) -> set[str]:
        """Names of the columns that it reads."""
        import polars as pl

        texts = [text for text in (self.expression, self.given, self.per) if text]
        return {name for text in texts for name in pl.sql_expr(text).meta.root_names()}


def empty_rows(study: Study, table: str) -> pl.DataFrame:
    """A table of a study's runs, without rows.

    Parameters
    ----------
    study
        The study.
    table
        ``"deals"`` or ``"matches"``.

    Returns
    -------
    pl.DataFrame
        Its columns as stored.
    """
    game = study.game_object()
    dtype = game.row if table == "deals" else game.match_row
    return to_frame(np.zeros(0, dtype), study.columns(table), study.resolved_rules())


def game_module(name: str) -> ModuleType | None:
    """What analysis knows about a game: its named quantities, headline, sides, sources of points.

    Parameters
    ----------
    name
        Name of the game.

    Returns
    -------
    module or None
        `analysis.games.<name>`; None if there is none.
    """
    wanted = f"analysis.games.{name}"
    try:
        return importlib.import_module(wanted)
    except ModuleNotFoundError as error:
        if error.name != wanted:
            raise
        return None


def headline_names(study: Study) -> list[str]:
    """Quantities that a run of a study is about.

    Parameters
    ----------
    study
        The study.

    Returns
    -------
    list of str
        The study's headline; else the game's for this unit; else the study's own quantities.
    """
    if study.headline:
        return list(study.headline)
    module = game_module(study.game)
    headline: Mapping[str, Sequence[str]] = getattr(module, "HEADLINE", {})
    return list(headline.get(study.unit, ())) or list(study.quantities)


def side_titles(study: Study) -> tuple[str, ...]:
    """What the sides of a deal are called in charts.

    Parameters
    ----------
    study
        The study.

    Returns
    -------
    tuple of str
        One a side.
    """
    titles = getattr(game_module(study.game), "SIDES", None)
    return titles or tuple(f"side {side}" for side in range(study.resolved_rules().sides))


def quantities_of(study: Study) -> dict[str, Quantity]:
    """Everything that has a name: the game's quantities, then the study's own.

    Parameters
    ----------
    study
        The study.

    Returns
    -------
    dict
        Name to quantity, in the order declared.

    Raises
    ------
    InputError
        If the study gives a name of the game's to another expression, or an expression is wrong.
    """
    rows = _rows(study)
    return {name: _measure(quantity, rows) for name, quantity in _named(study).items()}


def _named(study: Study) -> dict[str, Quantity]:
    """All that have a name and whose columns are played, of unknown kind."""
    module = game_module(study.game)
    named = list(module.quantities(study.resolved_rules())) if module else []
    found = {quantity.name: quantity for quantity in named}
    if study.unit == "deal":
        played = {column.name for column in study.columns("deals")}
        found = {n: q for n, q in found.items() if q.table == "deals" and q.columns() <= played}
    for name, expression in study.quantities.items():
        if name in found:
            raise InputError(f"quantities.{name}: {study.game} has a quantity of that name already")
        found[name] = _own(study, name, expression)
    return found


def _own(study: Study, name: str, expression: str) -> Quantity:
    """A quantity that the user wrote; its unit is that of the columns it reads, if they agree."""
    quantity = Quantity(name, "", "", expression, table=study.table_of(expression))
    read = quantity.columns()
    units = {c.unit for c in study.columns(quantity.table) if c.name in read and c.dtype != "?"}
    return replace(quantity, unit=units.pop() if len(units) == 1 else "")


def _rows(study: Study) -> dict[str, pl.LazyFrame]:
    """What expressions are tried on: wide rows without rows."""
    rows = {table: widen(empty_rows(study, table).lazy()) for table in study.tables}
    if "matches" in rows:
        rows["deals"] = rows["deals"].join(rows["matches"], on=BLOCK, suffix=SUFFIX, how="left")
    return rows


def _measure(quantity: Quantity, rows: Mapping[str, pl.LazyFrame]) -> Quantity:
    """Find the kind of a quantity from the type of its expression."""
    import polars as pl
    from polars.exceptions import PolarsError

    texts = {"x": quantity.expression, "given": quantity.given, "per": quantity.per}
    try:
        exprs = [pl.sql_expr(text).alias(key) for key, text in texts.items() if text]
        schema = rows[quantity.table].select(exprs).collect_schema()
    except PolarsError as error:
        raise InputError(f"quantity {quantity.name}: {str(error).splitlines()[0]}") from None
    share, numeric = schema["x"] == pl.Boolean, schema["x"].is_numeric()
    if not (share or numeric) or schema.get("given", pl.Boolean) != pl.Boolean:
        raise InputError(
            f"quantity {quantity.name}: must give numbers or true and false, "
            "and `given` true and false"
        )
    if quantity.per and not (numeric and schema["per"].is_numeric()):
        raise InputError(f"quantity {quantity.name}: a ratio needs numbers")
    asked = f"{'How often' if share else 'How much'}: {quantity.expression}"
    expression = quantity.expression
    if schema["x"].is_decimal():  # what SQL makes of a rounded fraction; sums of it are no floats
        expression = f"CAST(({expression}) AS DOUBLE)"
    return replace(
        quantity,
        expression=expression,
        question=quantity.question or asked,
        kind="share" if share else "ratio" if quantity.per else "mean",
        unit="share" if share else quantity.unit,
        whole=schema["x"].is_integer() and not quantity.per,
    )


def find_quantity(study: Study, name: str) -> Quantity:
    """A quantity by name; the name of a plain column is one.

    Parameters
    ----------
    study
        The study.
    name
        Name of a quantity or column.

    Returns
    -------
    Quantity
        With its kind.

    Raises
    ------
    InputError
        If there is none; names the nearest.
    """
    known = _named(study)
    if name in known:
        return _measure(known[name], _rows(study))
    columns = {}
    for table in reversed(study.tables):
        for column in study.columns(table):
            if not column.length and column.unit not in NOT_COUNTED:
                how = "How often" if column.dtype == "?" else "How much"
                columns[column.name] = Quantity(
                    column.name, f"{how}: {column.meaning}", column.unit, column.name, table=table
                )
    if name not in columns:
        raise _unknown(
            f"no quantity called {name!r}", name, {**known, **columns}, "odds RUN --list"
        )
    return _measure(columns[name], _rows(study))


def check_by(study: Study, names: Sequence[str]) -> list[Column]:
    """Columns by which odds can be split.

    Parameters
    ----------
    study
        The study.
    names
        Names of columns of the deals (in studies of matches also of the matches).

    Returns
    -------
    list of Column
        One a name.

    Raises
    ------
    InputError
        If there is no such column, or it holds lists, or another value in every row.
    """
    known = {
        c.name: c
        for table in reversed(study.tables)
        for c in study.columns(table)
        if not c.length and c.unit not in ("id", "mask")
    }
    for name in names:
        if name not in known:
            what = f"no column to split by called {name!r}"
            raise _unknown(what, name, known, f"columns {study.game}")
    return [known[name] for name in names]


def _unknown(what: str, name: str, known: Iterable[str], command: str) -> InputError:
    """Too many to list in a line: the nearest, and where the others are."""
    near = difflib.get_close_matches(name, list(known), 3)
    hint = f"did you mean {', '.join(map(repr, near))}? " if near else ""
    return InputError(f"{what}; {hint}`smazzata {command}` lists them")
