"""Columns of the rows that runs store: each declared once, with type, unit and meaning.

The row dtype that kernels fill, the Parquet schema, the data dictionary (``smazzata columns``, and the
metadata of every file) and the charts' axis labels come from here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import polars as pl

    from sim.rules import RuleSet

__all__ = ["Column", "both", "dictionary", "row_dtype", "to_frame", "widen"]


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
    """

    name: str
    dtype: str
    unit: str
    meaning: str
    clause: str = ""
    labels: tuple[str, ...] = ()
    length: int = 0
    length_rule: str = ""


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


def row_dtype(columns: Sequence[Column]) -> np.dtype[Any]:
    """Dtype of a row, in the order of the columns.

    Parameters
    ----------
    columns
        The columns.

    Returns
    -------
    np.dtype
        Structured, aligned.

    Raises
    ------
    ValueError
        If a name stands twice.
    """
    names = [column.name for column in columns]
    if len(set(names)) < len(names):
        raise ValueError("a column is declared twice")
    return np.dtype(
        [(c.name, c.dtype, (c.length,)) if c.length else (c.name, c.dtype) for c in columns],
        align=True,
    )


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
    filled = {}
    for column in columns:
        length = getattr(rules, column.length_rule) if column.length_rule else column.length
        shape = (height, length) if column.length else (height,)
        filled[column.name] = np.empty(shape, column.dtype)
    done = 0
    for array in arrays:
        for at in range(0, len(array), _BLOCK):
            block = array[at : at + _BLOCK]
            for name, values in filled.items():
                source = block[name] if values.ndim == 1 else block[name][:, : values.shape[1]]
                values[done : done + len(block)] = source
            done += len(block)
    return pl.DataFrame([pl.Series(name, values) for name, values in filled.items()])


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
