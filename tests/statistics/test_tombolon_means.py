"""Means of section 7 of the rules page: the kernel's policies against the plain-Python reference's."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest

from sim.game import find_game
from sim.play import Arena
from sim.policies.registry import find_policy
from tests.statistics.family import Family
from tests.vectors import tombolon as vectors

GAME = find_game("tombolon")
DEALS = {"random": 200_000, "greedy": 100_000, "expert": 20_000}
PRESETS = ("rovigo4", "rovigo2", "padova4", "padova2")


def play(preset: str, names: list[str], deals: int, seed: int, unit: str = "deal") -> Any:
    rules = GAME.preset(preset).but("rules", going_out="off" if unit == "deal" else "secured")
    seated = [find_policy(GAME, names[p % len(names)]) for p in range(rules.seats)]
    played = list(Arena(GAME, rules, seated, seed, unit).play(0, deals))
    part = "deals" if unit == "deal" else "matches"
    return np.concatenate([getattr(rows, part) for rows in played])


@pytest.mark.parametrize("preset", PRESETS)
def test_reference_means(preset: str) -> None:
    family = Family()
    for row in vectors.REFERENCE_MEANS:
        if row.preset != preset:
            continue
        rows = play(preset, [row.policy], DEALS[row.policy], 31)

        def either(name: str, rows: Any = rows) -> np.ndarray:
            return rows[f"{name}_0"].astype(float) + rows[f"{name}_1"]

        values = {
            "side_0": rows["deal_points_0"],
            "side_1": rows["deal_points_1"],
            "scopa_points": either("scopa_points"),
            "colour_points": either("colour_points"),
            "n_scopa": either("n_scopa"),
            "n_colour": either("n_colour"),
            "raddoppio": either("raddoppio") > 0,
            "napoli": either("napoli") > 0,
            "tombolon": either("tombolon") > 0,
            "carte_tie": rows["carte_tie"],
            "spade_tie": rows["spade_tie"],
            "leftovers": rows["leftovers"],
            "branching": rows["legal_actions_sum"] / rows["plays"],
            "last_card_captures": rows["last_card_captures"],
        }
        for name, column in values.items():
            mean, error = getattr(row, name)
            # the page rounds its standard errors; ours at its number of deals is the better one
            error = max(error, float(np.std(column.astype(float))) / sqrt(row.deals))
            family.mean(f"{row.policy} {name}", column, mean, error)
    family.check()


@pytest.mark.parametrize(("stronger", "weaker"), sorted(vectors.STRENGTH))
def test_strength_on_duplicate_deals(stronger: str, weaker: str) -> None:
    """Both policies play both sides of each deal; the page gives mean and standard error."""
    family = Family()
    deals = 10_000
    for preset, (mean, error) in zip(PRESETS, vectors.STRENGTH[stronger, weaker], strict=True):
        one = play(preset, [stronger, weaker], deals, 32)
        other = play(preset, [weaker, stronger], deals, 32)
        margin = [
            rows["deal_points_0"].astype(float) - rows["deal_points_1"] for rows in (one, other)
        ]
        family.mean(preset, (margin[0] - margin[1]) / 2, mean, error)
    family.check()


@pytest.mark.parametrize("policy", sorted(vectors.MATCH_MEANS))
def test_deals_per_match(policy: str) -> None:
    family = Family()
    for preset, mean in zip(PRESETS, vectors.MATCH_MEANS[policy], strict=True):
        rows = play(preset, [policy], 10_000, 33, "match")
        family.mean(preset, rows["n_deals"], mean, 0.03)
        ended = (rows["won_by"] == 0) | (rows["won_by"] == 1)
        low, high = (0.82, 0.86) if policy == "random" else (0.90, 0.94)
        assert low < ended.mean() < high
    family.check()
