"""Kernel against reference: same pack, same decisions, the same views, legal actions and rows."""

from __future__ import annotations

import os
import random

import pytest

from tests.briscola.bridge import BY_HAND, GAME, Pair
from tests.reference import briscola as reference

DEALS = int(os.environ.get("SMAZZATA_DIFFERENTIAL_DEALS", "80"))
"""Deals a test; the long run plays 100,000 in all."""


def play_deals(pair: Pair, rng: random.Random, deals: int) -> None:
    """Play whole matches until `deals` deals are done, some from a late score."""
    rules, played, matches = pair.rules, 0, 0
    late = rules.match_to if rules.match_fixed_deals == 0 else 3
    while played < deals:
        names = ["random"] * 40 + ["greedy"] * 25 + ["expert"] * 3 + ["expert_dd"]
        policies = [rng.choice(names) for _ in range(rules.players)]
        start = tuple(0 if rng.random() < 0.5 else rng.randrange(late) for _ in range(rules.sides))
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
    for _ in range(max(1, DEALS // 5)):
        play_deals(Pair(reference.random_rules(rng)), rng, 4)


@pytest.mark.parametrize("seed", range(2 if DEALS <= 100 else 40))
def test_expert_dd_of_three_cards(seed: int) -> None:
    """Section 7: all splits of trick 8, the leader's or a later seat's, solved by hand."""
    rng = random.Random(f"expert_dd {seed}")
    pair = Pair({})
    deck, _ = reference.shuffle_deck(pair.by_hand, rng)
    pair.referee.set_up([reference.card_number(c) for c in deck], pair.referee.matches[0])
    by_hand = reference.DealState(pair.by_hand, deck)
    while len(by_hand.plays) < 29 + seed % 3:
        actions = by_hand.actions()
        index = rng.randrange(len(actions))
        pair.referee.play(pair.referee.legal()[index])
        by_hand.play(actions, index)
    chosen = BY_HAND["expert_dd"](by_hand.view(), by_hand.actions())
    assert pair.kernel_choice("expert_dd") == chosen


def test_loop_agrees_with_referee() -> None:
    """The rows of the jitted loop are those that the referee gives for the same deals."""
    from sim.play import Arena
    from sim.policies.registry import find_policy
    from sim.replay import Referee, plain_row

    for preset in ("palazzo", "in_tre", "scambio_due"):
        rules = GAME.preset(preset)
        names = ["random", "greedy", "expert", "expert"][: rules.seats]
        arena = Arena(GAME, rules, [find_policy(GAME, name) for name in names], 11, "match")
        referee, size = Referee(GAME, rules), len(GAME.text.pack(rules))
        for number in range(3):
            for index, deal in enumerate(arena.deals(number)):
                state = deal.state[0]
                deck = [int(card) for card in state["deck"][:size]]
                referee.set_up(deck, deal.match[0], number=number, deal=index)
                for action in GAME.text.plays(state):
                    referee.play(action)
                assert referee.row() == plain_row(deal.row[0], GAME.columns, rules)
