"""Small studies that several tests play, and how their directories are compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.study import Study


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a directory, hidden ones too."""
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


@pytest.fixture(scope="session")
def deals() -> Study:
    """Eight parts of single deals."""
    return Study(game="tombolon", samples=4_000, seed=20101108, chunk=500)


@pytest.fixture(scope="session")
def matches() -> Study:
    """Four parts of matches."""
    return Study(game="tombolon", unit="match", samples=400, seed=20101108, chunk=100)
