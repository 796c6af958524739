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

GAME = find_game("tresette")
ERROR = 0.003
"""Standard error of a mean over duplicate deals, as the page says."""
PAGE_DEALS = 50_000
"""Deals behind a share, of which the page says nothing: fewer than it must have had."""
# stronger, weaker: mean card points, share of deals with 6 or more
STRENGTH = {
    ("greedy", "random"): (7.457, 0.798),
    ("expert", "random"): (7.748, 0.837),
    ("expert", "greedy"): (6.232, 0.628),
    ("expert_talk", "expert"): (5.497, None),
}
SELF_PLAY = {"random": 5.529, "greedy": 5.409, "expert": 5.481}
# no card point, all tricks, all by one seat
CAPPOTTI = {"expert": (0.041, 0.020, 0.0009), "random": (0.038, 0.013, 0.0006)}
# preset: deals a match, level at the target, share that expert wins against greedy
MATCHES = {"palazzo_accuso": (5.88, 0.015, 0.74), "palazzo_liscio": (5.40, 0.055, 0.79)}


def play(
    preset: str, policies: list[str], n: int, seed: int, unit: str = "deal", **changes: Any
) -> Any:
    rules = GAME.preset(preset).but("rules", **changes)
    seated = [find_policy(GAME, policies[p % len(policies)]) for p in range(rules.seats)]
    played = list(Arena(GAME, rules, seated, seed, unit).play(0, n))
    part = "deals" if unit == "deal" else "matches"
    return np.concatenate([getattr(rows, part) for rows in played])


def share_error(p: float, n: int = PAGE_DEALS) -> float:
    return sqrt(p * (1 - p) / n)


def test_strength_on_duplicate_deals() -> None:
    family = Family()
    for (stronger, weaker), (mean, share) in STRENGTH.items():
        one = play("palazzo_liscio", [stronger, weaker], 100_000, 231, first_lead="seat0")
        other = play("palazzo_liscio", [weaker, stronger], 100_000, 231, first_lead="seat0")
        ours = [one["card_points_0"].astype(float), other["card_points_1"].astype(float)]
        name = f"{stronger} - {weaker}"
        family.rounded(name, (ours[0] + ours[1]) / 2, mean, ERROR, 0.001)
        if share:
            values = ((ours[0] >= 6).astype(float) + (ours[1] >= 6)) / 2
            family.rounded(f"{name} 6 or more", values, share, share_error(share), 0.001)
    family.check()


def test_self_play() -> None:
    family = Family()
    for policy, mean in SELF_PLAY.items():
        rows = play("palazzo_liscio", [policy], 200_000, 232, first_lead="seat0")
        family.rounded(policy, rows["card_points_0"], mean, 2 * ERROR, 0.001)
        for bit, share in zip((1, 4, 8), CAPPOTTI.get(policy, ()), strict=False):
            values = rows["cappotto_kind"] & bit != 0
            step = 0.001 if share > 0.001 else 0.0001
            family.rounded(f"{policy} kind {bit}", values, share, share_error(share), step)
    rows = play("palazzo_liscio", ["expert"], 200_000, 233)
    leads = rows["lead_seat"] % 2
    points = np.where(leads == 0, rows["card_points_0"], rows["card_points_1"])
    family.rounded("expert, 4 of Denari", points, 5.360, 2 * ERROR, 0.001)
    family.check()


@pytest.mark.parametrize("preset", sorted(MATCHES))
def test_matches(preset: str) -> None:
    deals, level, wins = MATCHES[preset]
    family = Family()
    rows = play(preset, ["expert"], 40_000, 234, "match")
    family.rounded("deals", rows["deals"], deals, 0.01, 0.01)
    family.rounded("level", rows["extra_deals"] > 0, level, share_error(level, 10_000), 0.001)
    rows = play(preset, ["expert", "greedy"], 40_000, 235, "match")
    family.rounded("expert wins", rows["winner"] == 0, wins, share_error(wins, 10_000), 0.01)
    family.check()
