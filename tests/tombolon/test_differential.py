"""Kernel against reference: same pack, same decisions, the same legal actions and the same rows."""

from __future__ import annotations

import os
import random

import pytest

from sim.loop import MAX_SEATS
from tests.reference import tombolon as reference
from tests.tombolon.bridge import GAME, Pair

DEALS = int(os.environ.get("SMAZZATA_DIFFERENTIAL_DEALS", "150"))
"""Deals a test; the long run plays 100,000 in all."""


def play_deals(pair: Pair, rng: random.Random, deals: int) -> None:
    """Play whole matches until `deals` deals are done, some from a late score."""
    seats, target = pair.by_hand["n_seats"], pair.by_hand["target"]
    played = matches = 0
    while played < deals:
        names = ["random"] * 5 + ["greedy"] * 3 + ["expert"]
        policies = [rng.choice(names) for _ in range(seats)]
        start = (0, 0) if rng.random() < 0.5 else (rng.randrange(target), rng.randrange(target))
        if rng.random() < 0.1:  # an extra deal
            start = (target, target)
        played += len(pair.play_match(rng, policies, matches, start).deals)
        matches += 1


@pytest.mark.parametrize("preset", sorted(reference.PRESETS))
def test_presets(preset: str) -> None:
    """Every preset, whole matches."""
    pair = Pair(dict(reference.PRESETS[preset]))
    play_deals(pair, random.Random(f"presets {preset}"), DEALS)


@pytest.mark.parametrize("batch", range(8))
def test_random_rules(batch: int) -> None:
    """Random settings of every rule parameter."""
    rng = random.Random(f"random rules {batch}")
    for _ in range(max(1, DEALS // 10)):
        pair = Pair(reference.random_rules(rng))
        play_deals(pair, rng, 8)


def test_loop_agrees_with_referee() -> None:
    """The rows of the jitted loop are those that the referee gives for the same deals."""
    from sim.play import Arena
    from sim.policies.registry import find_policy
    from sim.replay import Referee, plain_row

    rules = GAME.preset("rovigo4")
    policies = [find_policy(GAME, name) for name in ("random", "greedy", "expert", "random")]
    arena = Arena(GAME, rules, policies, 11, "match")
    assert len(policies) <= MAX_SEATS
    referee = Referee(GAME, rules)
    for number in range(3):
        for index, deal in enumerate(arena.deals(number)):
            state = deal.state[0]
            deck = [int(card) for card in state["deck"][:40]]
            redeals = int(state["n_redeals"])
            referee.set_up(deck, deal.match[0], redeals=redeals, number=number, deal=index)
            for action in GAME.text.plays(state):
                referee.play(action)
            assert referee.row() == plain_row(deal.row[0], GAME.columns, rules)
