"""Worlds that `conceal` deals: they hold all that a seat knows, and are as likely as the truth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sim.cards import members
from sim.game import find_game
from sim.games.briscola import kernel
from sim.games.briscola.rules import Rules
from sim.replay import Referee
from sim.rng import SEARCH_LANE, STREAM, open_stream
from sim.tricks import EMPTY
from tests.briscola.test_vectors import rules_of

GAME = find_game("briscola")

CASES = {
    "muta": ("muta", {}),
    "trumps": ("palazzo", {}),
    "full": ("palazzo", {"segni": "full"}),
    "to the table": ("palazzo", {"segni_seen_by": "table"}),
    "full to the table": ("palazzo", {"segni": "full", "segni_seen_by": "table"}),
    "full from trick 4": ("palazzo", {"segni": "full", "segni_from_trick": 4}),
    "first cards": ("palazzo", {"initial_peek": True, "last_hand_peek": False}),
    "first cards and signs": ("palazzo", {"initial_peek": True, "segni": "full"}),
    "forgotten": ("palazzo", {"recall": "table"}),
    "forgotten, no peek": ("palazzo", {"recall": "table", "last_hand_peek": False}),
    "two": ("scambio_due", {}),
    "two, silent": ("muta", {"trump_swap": "two"}),
    "two, first cards": ("scambio_due", {"initial_peek": True}),
    "two, forgotten": ("scambio_due", {"recall": "table"}),
    "seven": ("scambio_sette", {}),
    "seven, silent": ("muta", {"trump_swap": "seven"}),
    "seven of two players": ("in_due", {"trump_swap": "seven"}),
    "two of two players, shown": ("in_due_scoperta", {"trump_swap": "two"}),
    "two of three players": ("in_tre", {"trump_swap": "two", "removed_cards": ["4B"]}),
    "three players": ("in_tre_36", {}),
    "seven as second card": ("piemonte", {"segni": "full"}),
}  # fmt: skip


def lane(number: int = 0) -> np.ndarray[Any, Any]:
    streams = np.zeros(1, STREAM)
    open_stream(streams[0], np.uint64(8), number, 0, SEARCH_LANE)
    return streams


def positions(rules: Rules, seed: str, deals: int) -> Iterator[Referee]:
    """One position of each of some deals that are played at random."""
    rng = random.Random(seed)
    referee, deck = Referee(GAME, rules), rules.cards.numbers()
    for _ in range(deals):
        rng.shuffle(deck)
        referee.set_up(deck, referee.matches[0])
        for _ in range(rng.randrange(len(deck) - 1)):
            # who plays without looking tells nothing of the hand
            held = members(GAME.text.hand(referee.state, int(referee.state["table"]["seat"])))
            kernel.apply(referee.state, referee._record[0], np.int64(rng.choice(held)), lane()[0])
        yield referee


def conceal(referee: Referee, worlds: Any, stream: Any) -> Any:
    table = referee.state["table"]
    own = referee.state["own"][table["seat"]]
    GAME.conceal(table, own, referee._record[0], worlds[0], stream[0])
    return worlds[0]


@pytest.mark.parametrize("case", CASES)
def test_worlds_hold_all_that_is_known(case: str) -> None:
    """Looking round in the world, the seat sees what it saw; every fact holds; 120 points in all."""
    rules = rules_of(*CASES[case])
    record, worlds, stream = rules.record(), np.zeros(1, GAME.state), lane()
    for referee in positions(rules, case, 150):
        state = referee.state
        table, seat = state["table"], int(state["table"]["seat"])
        worlds.view(np.uint8)[:] = 0xA5  # whatever lay there before
        world = conceal(referee, worlds, stream)
        assert sorted(GAME.text.census(world, rules)) == rules.cards.numbers()
        assert world["table"].tobytes() == table.tobytes()
        assert world["own"][seat].tobytes() == state["own"][seat].tobytes()
        kernel.look_round(world, record[0], seat)
        assert world["own"][seat].tobytes() == state["own"][seat].tobytes()
        signs = table["signs"].tolist()
        if any(signs):
            kernel.sign_to_the_table(world, record[0])
            assert world["table"]["signs"].tolist() == signs
        stock = world["deck"][int(world["next"]) : int(world["size"])].tolist()
        assert len(stock) + (table["face_up"] != EMPTY) == table["stock"]
        assert int(table["face_up"]) not in stock
        for other in range(rules.players):
            hand, known = GAME.text.hand(world, other), int(table["known"][other])
            assert hand.bit_count() == table["hand_size"][other]
            assert hand & known == known
        while not GAME.over(world):
            held = members(GAME.text.hand(world, int(world["table"]["seat"])))
            kernel.apply(world, record[0], np.int64(held[-1]), stream[0])
        assert world["table"]["points"].sum() == 120


def facts_of(state: Any, seat: int, rules: Rules, swap_card: int) -> dict[str, int]:
    """Figures of a world that a seat does not see; it may be the true one."""
    table, facts = state["table"], {}
    trumps = 0x3FF << 10 * int(table["trump"])
    carichi = sum(1 << c for c in range(40) if c % 10 in (0, rules.second_card - 1))
    for step in range(1, rules.players):
        hand = GAME.text.hand(state, (seat + step) % rules.players)
        facts[f"trumps of +{step}"] = (hand & trumps).bit_count()
        facts[f"plain carichi of +{step}"] = (hand & carichi & ~trumps).bit_count()
        facts[f"low card of +{step}"] = (hand & 0x3FF & ~carichi).bit_count()
        if swap_card != EMPTY:
            facts[f"exchange by +{step}"] = hand >> swap_card & 1
    stock = state["deck"][int(state["next"]) : int(state["size"])].tolist()
    facts["next card a trump"] = sum(trumps >> card & 1 for card in stock[:1])
    facts["next card a carico"] = sum(carichi >> card & 1 for card in stock[:1])
    return facts


@pytest.mark.parametrize("case", CASES)
def test_worlds_are_as_likely_as_the_truth(case: str) -> None:
    """The true cards are one draw from what the seat should believe, a world another: equal means.

    True decks are uniform and cards are played blindly, so the truth given all that a seat sees is
    uniform over the decks that agree with it; every fact is compared by a paired z-score.
    """
    rules = rules_of(*CASES[case])
    worlds, stream = np.zeros(1, GAME.state), lane(1)
    gaps: dict[str, list[int]] = {}
    for referee in positions(rules, f"likely {case}", 1500):
        state = referee.state
        seat, swap_card = int(state["table"]["seat"]), int(state["table"]["swap_card"])
        world = conceal(referee, worlds, stream)
        true = facts_of(state, seat, rules, swap_card)
        stage = "early" if state["table"]["stock"] > 0 else "late"
        for name, value in facts_of(world, seat, rules, swap_card).items():
            gaps.setdefault(f"{name}, {stage}", []).append(value - true[name])
    for name, values in gaps.items():
        gap = np.array(values)
        if gap.any():
            # a fact or two a case may be rare: bound the spread of a count from below
            error = np.sqrt(max(float((gap**2).sum()), 10.0))
            assert abs(gap.sum()) < 4.9 * error, (name, gap.sum() / error)


def test_worlds_are_uniform() -> None:
    """Every unseen card lies in each hidden place equally often; high trumps not with partner."""
    rules = rules_of("palazzo")
    referee = Referee(GAME, rules)
    deck = rules.cards.numbers()
    random.Random(5).shuffle(deck)
    referee.set_up(deck, referee.matches[0])
    own = referee.state["own"][0]
    trump, turned = int(referee.state["table"]["trump"]), int(referee.state["turned"])
    assert own["partner_signs"] == 0
    high = {10 * trump + rank for rank in (0, 2, 7, 8, 9)}
    unseen = set(range(40)) - set(members(int(own["hand"]))) - {turned}
    worlds, stream, counts, worlds_dealt = np.zeros(1, GAME.state), lane(3), Counter(), 8000
    for _ in range(worlds_dealt):
        world = conceal(referee, worlds, stream)
        for seat in (1, 2, 3):
            counts.update((seat, card) for card in members(int(world["own"][seat]["hand"])))
        counts.update((0, int(card)) for card in world["deck"][13:40])
    high &= unseen
    free = sorted(unseen - high)
    assert not any(counts[2, card] for card in high)
    assert len(free) > 25
    chi2, cells = 0.0, 0
    for card in sorted(unseen):
        with_partner = 0.0 if card in high else 3 / len(free)
        for place, share in ((2, with_partner), (1, 3 / 33), (3, 3 / 33), (0, 27 / 33)):
            rest = 1.0 if place == 2 else 1.0 - with_partner
            expected = worlds_dealt * share * rest
            if expected:
                chi2 += (counts[place, card] - expected) ** 2 / expected
                cells += 1
    freedom = cells - len(unseen) - 3
    assert abs(chi2 - freedom) < 6 * np.sqrt(2 * freedom)
