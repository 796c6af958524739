"""Indicative results of section 7 of the rules page against the kernel's policies."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest

from sim.game import find_game
from sim.play import Arena
from sim.policies.registry import find_policy
from tests.statistics.family import Family

pytestmark = pytest.mark.long

GAME = find_game("briscola")
ERROR = 0.07
"""Standard error of a mean, the greatest that the page gives."""
PAGE_DEALS = 50_000
"""Deals behind a share, of which the page says nothing: fewer than it must have had."""
# stronger, weaker: deals played here, mean points, share won and half of those drawn
STRENGTH = {
    ("greedy", "random"): (100_000, 76.9, 0.797),
    ("expert", "random"): (100_000, 82.0, 0.874),
    ("expert", "greedy"): (100_000, 68.0, 0.648),
    ("expert_dd", "expert"): (10_000, 62.4, 0.563),
}
# leader's pair: mean points, won, lost, drawn
SELF_PLAY = {
    "random": (61.15, 0.512, 0.473, 0.0157),
    "greedy": (59.06, 0.479, 0.506, 0.0142),
    "expert": (59.35, 0.476, 0.504, 0.0200),
}
DRAWN_IN_DUE = {"random": 0.0167, "greedy": 0.0267, "expert": 0.0281}


def play(
    policies: list[str], n: int, seed: int, unit: str = "deal", preset: str = "palazzo"
) -> Any:
    rules = GAME.preset(preset)
    seated = [find_policy(GAME, policies[p % len(policies)]) for p in range(rules.seats)]
    played = list(Arena(GAME, rules, seated, seed, unit).play(0, n))
    part = "deals" if unit == "deal" else "matches"
    return np.concatenate([getattr(rows, part) for rows in played])


def share_error(p: float, n: int = PAGE_DEALS) -> float:
    return sqrt(p * (1 - p) / n)


def test_strength_on_duplicate_deals() -> None:
    family = Family()
    for (stronger, weaker), (deals, mean, share) in STRENGTH.items():
        one = play([stronger, weaker], deals, 331)
        other = play([weaker, stronger], deals, 331)
        name = f"{stronger} - {weaker}"
        points = (one["points_0"].astype(float) + other["points_1"]) / 2
        family.rounded(name, points, mean, ERROR, 0.1)
        won = [rows["points_0"].astype(int) - rows["points_1"] for rows in (one, other)]
        values = (np.sign(won[0]) - np.sign(won[1]) + 2) / 4
        family.rounded(f"{name} won", values, share, share_error(share), 0.001)
        if (stronger, weaker) == ("expert", "greedy"):
            drawn = one["deal_winner"] == -1
            family.rounded(f"{name} drawn", drawn, 0.015, share_error(0.015), 0.001)
    family.check()


def test_self_play() -> None:
    family = Family()
    for policy, (mean, won, lost, drawn) in SELF_PLAY.items():
        rows = play([policy], 100_000, 332)
        family.rounded(policy, rows["points_0"], mean, ERROR, 0.01)
        for name, winner, share, step in (
            ("won", 0, won, 0.001), ("lost", 1, lost, 0.001), ("drawn", -1, drawn, 0.0001),
        ):  # fmt: skip
            values = rows["deal_winner"] == winner
            family.rounded(f"{policy} {name}", values, share, share_error(share), step)
    spread = float(rows["points_0"].astype(float).std())
    assert abs(spread - 19.7) < 0.05 + 5 * 19.7 * sqrt(1 / 200_000 + 1 / 100_000)
    most = np.maximum(rows["points_0"], rows["points_1"])
    family.rounded("91 or more", most >= 91, 0.124, share_error(0.124), 0.001)
    family.rounded("all tricks", rows["all_tricks"], 0.0011, share_error(0.0011), 0.0001)
    for policy, share in DRAWN_IN_DUE.items():
        drawn_deals = play([policy], 100_000, 333, preset="in_due")["deal_winner"] == -1
        family.rounded(f"in due {policy}", drawn_deals, share, share_error(share), 0.0001)
    family.check()


def test_matches() -> None:
    family = Family()
    rows = play(["expert"], 20_000, 334, "match")
    family.rounded("deals", rows["deals"], 5.93, 0.012, 0.01)
    family.rounded("four", rows["deals"] == 4, 0.114, share_error(0.114, 10_000), 0.001)
    rows = play(["expert", "greedy"], 20_000, 335, "match")
    family.rounded("expert wins", rows["winner"] == 0, 0.80, share_error(0.80, 10_000), 0.01)
    family.check()
