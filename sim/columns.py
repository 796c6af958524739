"""Columns of the rows that runs store: each declared once, with type, unit and meaning.

The row dtype that kernels fill, the Parquet schema, the data dictionary (``smazzata columns``, and the
metadata of every file) and the charts' axis labels come from here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import polars as pl

    from sim.rules import RuleSet

__all__ = [
    "Column",
    "both",
    "by_seat",
    "by_team",
    "deal_ids",
    "dictionary",
    "never",
    "row_dtype",
    "to_frame",
    "widen",
]


@dataclass(frozen=True)
class Column:
    """One stored column.

    Attributes
    ----------
    name
        Column name.
    dtype
        numpy's short name: ``u1`` ``u2`` ``u4`` ``u8`` ``i1`` ``i2`` ``i4`` ``i8`` or ``?``.
    unit
        points, cards, count, share, id, ...
    meaning
        One line.
    clause
        Clause of the rules page, if any.
    labels
        Names of the values of an enumeration, from 0.
    length
        Greatest number of entries of a list column; 0 for a plain one.
    length_rule
        Attribute of the rules that gives a list's length; empty if it is always `length`.
    kept
        Says of rules whether the column is stored; always if None.
    only
        Another column and the value that it must have; in other rows this one is null.
    path
        Where it lies in the row, if not under its name: fields of records, and places in arrays of them.
    """

    name: str
    dtype: str
    unit: str
    meaning: str
    clause: str = ""
    labels: tuple[str, ...] = ()
    length: int = 0
    length_rule: str = ""
    kept: Callable[[Any], bool] | None = None
    only: tuple[str, int] | None = None
    path: tuple[str | int, ...] = ()

    def of(self, rows: Any) -> Any:
        """Its values in some rows.

        Parameters
        ----------
        rows
            Structured array of `row_dtype`, or one record of it.

        Returns
        -------
        np.ndarray
            A view.
        """
        for step in self.path or (self.name,):
            rows = rows[step] if isinstance(step, str) else rows[..., step]
        return rows


def both(name: str, dtype: str, unit: str, meaning: str, **more: Any) -> tuple[Column, Column]:
    """Declare a column for each of two sides: ``name_0`` and ``name_1``.

    Parameters
    ----------
    name
        Name without the side.
    dtype, unit, meaning
        As for `Column`; "side 0: " or "side 1: " is put before the meaning.
    **more
        Further fields of `Column`.

    Returns
    -------
    tuple of Column
        Side 0 (first of hand) and side 1 (the dealer's).
    """
    first, second = (
        Column(f"{name}_{side}", dtype, unit, f"side {side}: {meaning}", **more) for side in (0, 1)
    )
    return first, second


def never(rules: Any) -> bool:
    """Say that a column is not stored: a `Column.kept` for what only fills a record.

    Parameters
    ----------
    rules
        Any rules.

    Returns
    -------
    bool
        False.
    """
    return False


def by_seat(
    name: str, dtype: str, unit: str, meaning: str, **more: Any
) -> tuple[Column, Column, Column, Column]:
    """Declare a column for each of four seats: ``name_s0`` to ``name_s3``.

    Parameters
    ----------
    name
        Name without the seat.
    dtype, unit, meaning
        As for `Column`; "seat 0: " and so on is put before the meaning.
    **more
        Further fields of `Column`.

    Returns
    -------
    tuple of Column
        In order of play; 0 where the table has fewer seats.
    """
    s0, s1, s2, s3 = (
        Column(f"{name}_s{seat}", dtype, unit, f"seat {seat}: {meaning}", **more)
        for seat in range(4)
    )
    return s0, s1, s2, s3


def by_team(name: str, dtype: str, unit: str, meaning: str, **more: Any) -> tuple[Column, Column]:
    """Declare a column for each of two teams of a match: ``name_A`` and ``name_B``.

    Parameters
    ----------
    name
        Name without the team.
    dtype, unit, meaning
        As for `Column`; "team A: " or "team B: " is put before the meaning.
    **more
        Further fields of `Column`.

    Returns
    -------
    tuple of Column
        Team A (of player 0) and team B (of player 1).
    """
    a, b = (Column(f"{name}_{t}", dtype, unit, f"team {t}: {meaning}", **more) for t in "AB")
    return a, b


def deal_ids(clause: str) -> tuple[Column, Column, Column, Column]:
    """Declare the columns with which every game's deal row begins.

    Parameters
    ----------
    clause
        Clause that says how seats follow from `first`.

    Returns
    -------
    tuple of Column
        ``match_id``, ``deal_index``, ``deal_id``, ``first``.
    """
    return (
        Column("match_id", "u4", "id", "match; the number of the deal in studies of single deals"),
        Column("deal_index", "u2", "count", "deal of the match, from 0"),
        Column("deal_id", "u8", "id", "stream of random numbers: deal_index << 40 | match_id"),
        Column(
            "first", "u1", "player", "player at seat 0; seat s is player first + s, in turn", clause
        ),
    )


def row_dtype(columns: Sequence[Column]) -> np.dtype[Any]:
    """Dtype of a row, in the order of the columns.

    Parameters
    ----------
    columns
        The columns.

    Returns
    -------
    np.dtype
        Structured, aligned; with records, and arrays of them, where columns have a `Column.path`.

    Raises
    ------
    ValueError
        If a name stands twice.
    """
    names = [column.name for column in columns]
    if len(set(names)) < len(names):
        raise ValueError("a column is declared twice")
    return _record_dtype([(c.path or (c.name,), c) for c in columns])


def _record_dtype(placed: Sequence[tuple[tuple[str | int, ...], Column]]) -> np.dtype[Any]:
    """Dtype of the record that holds columns at the paths given."""
    fields: dict[Any, list[tuple[tuple[str | int, ...], Column]]] = {}
    for path, column in placed:
        fields.setdefault(path[0], []).append((path[1:], column))
    return np.dtype([_field(name, inside) for name, inside in fields.items()], align=True)


def _field(name: str, inside: list[tuple[tuple[str | int, ...], Column]]) -> tuple[Any, ...]:
    path, column = inside[0]
    if not path:
        return (name, column.dtype, (column.length,)) if column.length else (name, column.dtype)
    places = [path[0] for path, _ in inside]
    if isinstance(places[0], str):
        return name, _record_dtype(inside)
    # the records of an array are alike, whatever of each is stored
    every = {path[1:]: column for path, column in inside}
    return name, _record_dtype(list(every.items())), (1 + max(map(int, places)),)


_BLOCK = 2048
"""Rows that are turned into columns at a time: they and their columns stay in the core's cache."""


def to_frame(
    rows: np.ndarray[Any, Any] | Sequence[np.ndarray[Any, Any]],
    columns: Sequence[Column],
    rules: RuleSet,
) -> pl.DataFrame:
    """Rows of a kernel as a table.

    Parameters
    ----------
    rows
        Structured array of `row_dtype`, or several that follow one another.
    columns
        Its columns.
    rules
        Rules that were played; list columns are cut to the length that they give.

    Returns
    -------
    pl.DataFrame
        One row a row, one column a column; lists as fixed-size arrays.
    """
    import polars as pl

    arrays = [rows] if isinstance(rows, np.ndarray) else rows
    height = sum(map(len, arrays))
    filled, places = {}, {column.name: column for column in columns}
    for column in columns:
        length = getattr(rules, column.length_rule) if column.length_rule else column.length
        shape = (height, length) if column.length else (height,)
        filled[column.name] = np.empty(shape, column.dtype)
    done = 0
    for array in arrays:
        for at in range(0, len(array), _BLOCK):
            block = array[at : at + _BLOCK]
            for name, values in filled.items():
                source = places[name].of(block)
                values[done : done + len(block)] = (
                    source if values.ndim == 1 else source[:, : values.shape[1]]
                )
            done += len(block)
    series = {name: pl.Series(name, values) for name, values in filled.items()}
    for column in columns:
        if column.only:
            other, value = column.only
            series[column.name] = series[column.name].set(series[other] != value, None)
    return pl.DataFrame(list(series.values()))


def widen(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Make rows fit for expressions: integers of 64 bits, so that none wraps, and arrays as lists.

    Parameters
    ----------
    rows
        Rows as stored.

    Returns
    -------
    pl.LazyFrame
        The same names and values.
    """
    import polars as pl
    from polars import selectors as cs

    return rows.with_columns(cs.integer().cast(pl.Int64), cs.array().cast(pl.List(pl.Int64)))


def dictionary(columns: Sequence[Column]) -> str:
    """Data dictionary for a file's metadata.

    Parameters
    ----------
    columns
        The columns.

    Returns
    -------
    str
        JSON: name to unit, meaning, clause and labels.
    """
    return json.dumps(
        {
            column.name: {
                key: value
                for key in ("unit", "meaning", "clause", "labels")
                if (value := getattr(column, key))
            }
            for column in columns
        },
        ensure_ascii=False,
    )
