"""Indicative results of section 7 of the rules page: meetings of the kernel's policies."""

from __future__ import annotations

import numpy as np
import pytest

from sim.game import find_game
from sim.play import Arena
from sim.policies.registry import find_policy
from tests.statistics.family import Family

pytestmark = pytest.mark.long

GAME = find_game("torneo")
ERROR = 0.0035
MEETINGS = 20_000
# A wins, third needed, A wins match 1, match 2, deals: mean, 5 % and 95 %
RESULTS = {
    ("random", "random"): (0.500, 0.500, 0.499, 0.501, 14.4, 10, 19),
    ("greedy", "greedy"): (0.498, 0.501, 0.496, 0.505, 14.6, 10, 19),
    ("expert", "expert"): (0.502, 0.498, 0.496, 0.502, 14.5, 10, 19),
    ("expert", "greedy"): (0.874, 0.353, 0.740, 0.797, 13.3, 9, 19),
}


@pytest.mark.parametrize(("a", "b"), sorted(RESULTS))
def test_meetings(a: str, b: str) -> None:
    seated = [find_policy(GAME, name) for name in (a, b)]
    played = Arena(GAME, GAME.preset(), seated, 431, "meeting").play(0, MEETINGS)
    rows = np.concatenate([part.matches for part in played])
    won, third, first, second, mean, low, high = RESULTS[a, b]
    winners = rows["results"]["winner"]
    family = Family()
    family.rounded("A wins", rows["winner"] == 0, won, ERROR, 0.001)
    family.rounded("third needed", rows["third_needed"], third, ERROR, 0.001)
    family.rounded("match 1", winners[:, 0] == 0, first, ERROR, 0.001)
    family.rounded("match 2", winners[:, 1] == 0, second, ERROR, 0.001)
    spread = float(rows["deals"].std()) / MEETINGS**0.5
    family.rounded("deals", rows["deals"], mean, spread, 0.1)
    assert list(np.quantile(rows["deals"], (0.05, 0.95))) == [low, high]
    family.check()
