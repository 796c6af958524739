"""Small runs that the tests of this folder read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.run import run
from sim.store import Run
from sim.study import Study

Player = Callable[..., Run]


@pytest.fixture(scope="session")
def play(tmp_path_factory: pytest.TempPathFactory) -> Player:
    def play_study(**changes: Any) -> Run:
        given: dict[str, Any] = {
            "title": "how often?",
            "game": "tombolon",
            "samples": 2000,
            "seed": 7,
            "chunk": 700,
            "rules": {"preset": "rovigo4"},
            "policies": {"seats": ["greedy"]},
        }
        study = Study(**{**given, **changes}).check()
        return run(study, Path(tmp_path_factory.mktemp("run")) / "run")

    return play_study


@pytest.fixture(scope="session")
def deal_run(play: Player) -> Run:
    return play(
        rules={"preset": "rovigo4", "going_out": "off"},
        quantities={"early": "scopa_points_0 > 20", "half": "deal_points_0 / 2"},
    )


@pytest.fixture(scope="session")
def match_run(play: Player) -> Run:
    return play(unit="match", samples=300, chunk=128)
