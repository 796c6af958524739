"""Examples in docstrings, run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import analysis
import sim

MODULES = [
    module.name
    for package in (sim, analysis)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
