"""Reads the files that users write: studies and recorded deals."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from sim.errors import InputError

__all__ = ["read_toml"]


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
