"""Kernel against reference: same pack, same decisions, the same views, legal actions and rows."""

from __future__ import annotations

import os
import random

import pytest

from sim.play import Arena
from sim.policies.registry import find_policy
from sim.replay import Referee, plain_row
from tests.reference import tresette as reference
from tests.tresette.bridge import GAME, Pair

DEALS = int(os.environ.get("SMAZZATA_DIFFERENTIAL_DEALS", "90"))
"""Deals a test; the long run plays 100,000 in all."""


def play_deals(pair: Pair, rng: random.Random, deals: int) -> None:
    """Play whole matches until `deals` deals are done, some from a late score."""
    seats, target = pair.rules.seats, pair.by_hand["target"]
    names = ["random"] * 4 + ["first"] + ["greedy"] * 2
    names += ["expert", "expert_talk"] if seats == 4 else []
    played = matches = 0
    while played < deals:
        policies = [rng.choice(names) for _ in range(seats)]
        start = (0, 0)
        if rng.random() < 0.5:
            start = (rng.randrange(target), rng.randrange(target))
        elif rng.random() < 0.1:
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
    for _ in range(max(1, DEALS // 8)):
        pair = Pair(reference.random_rules(rng))
        play_deals(pair, rng, 6)


@pytest.mark.parametrize("preset", ["palazzo_accuso", "subito_21", "in_due_21"])
def test_loop_agrees_with_referee(preset: str) -> None:
    """The rows of the jitted loop are those that the referee gives for the same deals."""
    rules = GAME.preset(preset)
    names = ("random", "greedy", "expert_talk", "last")[: rules.seats]
    arena = Arena(GAME, rules, [find_policy(GAME, name) for name in names], 11, "match")
    referee = Referee(GAME, rules)
    for number in range(3):
        for index, deal in enumerate(arena.deals(number)):
            state = deal.state[0]
            deck = [int(card) for card in state["deck"]]
            redeals = int(state["n_redeals"])
            referee.set_up(deck, deal.match[0], redeals=redeals, number=number, deal=index)
            for action in GAME.text.plays(state):
                referee.play(action)
            assert referee.row() == plain_row(deal.row[0], GAME.columns, rules)
