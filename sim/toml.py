"""Reads the files that users write, studies and recorded deals, and writes the latter."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from sim.errors import InputError

__all__ = ["read_toml", "write_toml"]

_WIDTH = 100
_ARRAY = re.compile(r"^.+ = \[\n(?: .+,\n)+\]$", re.MULTILINE)
"""An array, one entry a line; no string of a written file holds a line break."""


def read_toml(path: str | Path) -> dict[str, Any]:
    """Read a TOML file.

    Parameters
    ----------
    path
        The file, UTF-8.

    Returns
    -------
    dict
        Its keys and values.

    Raises
    ------
    InputError
        If it cannot be read, or is not TOML: one line naming the file, for a syntax error with the line.
    """
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not valid TOML: {error}") from None


def write_toml(data: Mapping[str, Any]) -> str:
    """Write TOML, arrays on one line where they fit.

    Parameters
    ----------
    data
        Keys and values.

    Returns
    -------
    str
        TOML, lines of arrays at most 100 wide.

    Examples
    --------
    >>> print(write_toml({"first": 0, "start": [20, 15]}), end="")
    first = 0
    start = [20, 15]
    """
    return _ARRAY.sub(_join, tomli_w.dumps(data))


def _join(array: re.Match[str]) -> str:
    line = re.sub(r"\n +", " ", array[0]).replace("[ ", "[", 1).removesuffix(",\n]") + "]"
    return line if len(line) <= _WIDTH else array[0]
