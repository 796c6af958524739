"""Kernel against reference: same packs, same decisions, the same legal actions and the same rows."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from tests.reference import torneo as reference
from tests.torneo.bridge import BY_HAND, Pair

DEALS = int(os.environ.get("SMAZZATA_DIFFERENTIAL_DEALS", "150"))
"""Deals a test, in meetings of some fifteen; the long run plays more."""


def play_deals(pair: Pair, rng: random.Random, deals: int) -> None:
    played = number = 0
    while played < deals:
        one, other = (rng.choice(("random", "random", "random", *BY_HAND)) for _ in "AB")
        decks, match_begins = reference.shuffled_decks(pair.by_hand, rng)
        dealing = reference.draw_dealers(pair.by_hand, rng)
        meeting, _, _ = pair.play_meeting(
            decks, (one, other), number, rng=rng, match_begins=match_begins, **dealing
        )
        played += len(meeting.deals)
        number += 1


@pytest.mark.parametrize("preset", sorted(reference.PRESETS))
def test_presets(preset: str) -> None:
    """Every preset, whole meetings."""
    play_deals(Pair(dict(reference.PRESETS[preset])), random.Random(f"presets {preset}"), DEALS)


@pytest.mark.parametrize("batch", range(4))
def test_random_rules(batch: int) -> None:
    """Random lists of matches with random rules, random cuts and dealers."""
    rng = random.Random(f"random rules {batch}")
    for _ in range(max(1, DEALS // 20)):
        play_deals(Pair(random_rules(rng)), rng, 1)


def random_rules(rng: random.Random) -> dict[str, Any]:
    """Random settings; a meeting is played with all forty cards."""
    while True:
        explicit = reference.random_rules(rng)
        if not any(its.get("removed_cards") for _, its in explicit.get("matches", ())):
            return explicit
