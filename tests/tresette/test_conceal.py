"""Worlds that `conceal` deals: deals that may have been dealt, all equally likely."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sim.bits import mask_of
from sim.cards import members
from sim.errors import InputError
from sim.game import find_game
from sim.games.tresette import kernel, score
from sim.games.tresette.rules import Rules
from sim.games.tresette.state import CHOOSING, MATCH
from sim.replay import Referee
from sim.rng import SEARCH_LANE, STREAM, open_stream

GAME = find_game("tresette")
SAMPLES = 40
"""Worlds drawn for each that could be."""
VARIANTS = {
    "auto": {},
    "silent knocks": {"accuso_knock": False},
    "own turn": {"accuso_reveal": "own_turn", "napoli_coda": True, "tre_sette": True},
    "before play": {"accuso_reveal": "before_play", "napoli_coda": True},
    "choice": {"accuso_mode": "choice"},
    "choice own turn": {"accuso_mode": "choice", "accuso_reveal": "own_turn"},
    "weak hands": {"weak_hand_redeal": True, "first_lead": "four_denari_always"},
    "at once": {"stop_rule": "at_once", "accuso_reveal": "own_turn", "target": 21},
    "in due": {"players": 2, "first_lead": "seat0", "speech": "none"},
    "in due choice": {
        "players": 2, "first_lead": "seat0", "speech": "none", "accuso_mode": "choice",
        "accuso_reveal": "before_play",
    },
}  # fmt: skip


def rules_of(changes: dict[str, Any]) -> Rules:
    rules = GAME.preset().but("rules", **changes)
    assert isinstance(rules, Rules)
    return rules


def lane(number: int = 0) -> np.ndarray:
    streams = np.zeros(1, STREAM)
    open_stream(streams[0], np.uint64(8), number, 0, SEARCH_LANE)
    return streams


def conceal(referee: Referee, worlds: np.ndarray, stream: np.ndarray) -> Any:
    table = referee.state["table"]
    own = referee.state["own"][table["seat"]]
    GAME.conceal(table, own, referee.rules.record()[0], worlds[0], stream[0])
    return worlds[0]


def public(table: Any) -> dict[str, Any]:
    """The table without what earlier deals left behind its ends."""
    facts = {name: table[name].tolist() for name in table.dtype.names if name != "trick"}
    trick = table["trick"]
    facts["history"] = facts["history"][: facts["play"]]
    facts["leaders"] = facts["leaders"][: int(trick["number"]) + 1]
    facts["trick"] = [trick[name].tolist() for name in ("number", "leader", "best", "winner")]
    facts["trick"].append(trick["cards"][: int(trick["n"])].tolist())
    for name in ("length", "at_least"):
        told = facts["lengths_said"]
        facts[name] = [row for seat, row in enumerate(facts[name]) if told >> seat & 1]
    return facts


def deck_of(world: Any, rules: Rules, truth: Any) -> list[int]:
    """A pack that deals the world's hands; cards drawn in due, all shown, came as they did."""
    hands = [members(int(own["dealt"])) for own in world["own"][: rules.seats]]
    dealt = [card for start in (0, 5) for hand in hands for card in hand[start : start + 5]]
    top = 40 - int(world["table"]["stock"])
    drawn = truth["deck"][len(dealt) : top].tolist()
    return dealt + drawn + world["deck"][top:].tolist()


def could_have_been(world: Any, rules: Rules, match: Any, truth: Any) -> bool:
    """Whether the world, dealt and played as it was, shows the same table, all actions being legal."""
    deck = deck_of(world, rules, truth)
    if sorted(deck) != list(range(40)):
        return False
    try:
        GAME.text.check_deck(rules, deck)
    except InputError:
        return False
    again = Referee(GAME, rules)
    again.set_up(deck, match)
    for action in GAME.text.plays(world):
        if again.is_over() or action not in again.legal():
            return False
        again.play(action)
    return public(again.state["table"]) == public(world["table"])


def wander(rules: Rules, seed: int, deals: int) -> Iterator[tuple[Referee, Any]]:
    """Positions of deals in which every legal action, statements too, is equally likely."""
    rng = random.Random(seed)
    for _ in range(deals):
        referee = Referee(GAME, rules)
        match = np.zeros(1, MATCH)
        match["deals"] = rng.randrange(2)
        deck = list(range(40))
        while True:
            rng.shuffle(deck)
            try:
                GAME.text.check_deck(rules, deck)
                break
            except InputError:
                continue
        referee.set_up(deck, match[0])
        while not referee.is_over():
            yield referee, match[0]
            referee.play(rng.choice(referee.legal()))


@pytest.mark.parametrize("variant", VARIANTS)
def test_worlds_could_have_been_dealt(variant: str) -> None:
    rules = rules_of(VARIANTS[variant])
    worlds, stream, moved = np.zeros(1, GAME.state), lane(), 0
    for referee, match in wander(rules, 1, 6):
        world = conceal(referee, worlds, stream)
        assert could_have_been(world, rules, match, referee.state), variant
        moved += world["own"].tobytes() != referee.state["own"].tobytes()
    assert moved > 100


def worlds_of(referee: Referee, world: Any) -> Iterator[np.ndarray]:
    """Every way to fill the other hands, whether or not it could have been dealt."""
    rules, table = referee.rules, referee.state["table"]
    me = int(table["seat"])
    others = [seat for seat in range(rules.seats) if seat != me]
    unseen = set(members(mask_of(range(40)))) - set(members(int(world["own"][me]["hand"])))
    unseen -= {card for pile in (*table["piles"], table["cards"]) for card in members(int(pile))}
    sizes = [int(table["hand_size"][seat]) for seat in others]
    for hands in fillings(sorted(unseen), sizes):
        filled = np.array([world], GAME.state)
        for seat, hand in zip(others, hands, strict=True):
            own = filled[0]["own"][seat]
            own["hand"] = mask_of(hand)
            own["dealt"] = (own["hand"] | table["laid"][seat]) & ~table["drawn"][seat]
            own["held"] = score.held_combinations(own["dealt"], rules.record()[0])
            own["declares"] = own["held"] if rules.accuso else 0
        stock = sorted(unseen - {card for hand in hands for card in hand})
        filled[0]["deck"][40 - len(stock) :] = stock
        yield filled


def fillings(cards: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to give each of some hands its number of cards."""
    if not sizes:
        yield []
        return
    for hand in itertools.combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in fillings(rest, sizes[1:]):
            yield [hand, *others]


@pytest.mark.parametrize("variant", [v for v in VARIANTS if "choice" not in v])
def test_worlds_are_uniform(variant: str) -> None:
    """Late in the deal, against all deals that could have been, counted one by one."""
    rules = rules_of(VARIANTS[variant])
    worlds, stream = np.zeros(1, GAME.state), lane(3)
    in_due = rules.players == 2
    rng, tried, ruled_out = random.Random(5), 0, 0
    for referee, match in wander(rules, 7, 60):
        table = referee.state["table"]
        late = table["stock"] == 2 if in_due else table["hand_size"][table["seat"]] == 2
        if not late or rng.random() < 0.8 or tried == 6:
            continue
        world = conceal(referee, worlds, stream)
        every = list(worlds_of(referee, world))
        hands = {w[0]["own"]["hand"].tobytes() for w in every
                 if could_have_been(w[0], rules, match, referee.state)}  # fmt: skip
        assert referee.state["own"]["hand"].tobytes() in hands
        tried += 1
        ruled_out += len(every) - len(hands)
        counts: Counter[bytes] = Counter()
        for _ in range(SAMPLES * len(hands)):
            counts[conceal(referee, worlds, stream)["own"]["hand"].tobytes()] += 1
        assert set(counts) <= hands
        chi2 = sum((counts[hand] - SAMPLES) ** 2 / SAMPLES for hand in hands)
        assert chi2 < len(hands) + 6 * np.sqrt(2 * len(hands))
    assert tried == 6
    assert ruled_out > 50


def test_early_worlds_are_uniform() -> None:
    """At the first lead every unseen card lies in each hidden hand equally often, by who may hold it."""
    rules = rules_of({"accuso": False})
    referee, _ = next(wander(rules, 3, 1))
    worlds, stream, deals = np.zeros(1, GAME.state), lane(4), 6000
    counts = np.zeros((4, 40))
    for _ in range(deals):
        world = conceal(referee, worlds, stream)
        for seat in range(4):
            counts[seat, members(int(world["own"][seat]["hand"]))] += 1
    me = int(referee.state["table"]["seat"])
    others = np.delete(counts, me, axis=0)[:, counts[me] == 0]
    chi2 = ((others - deals / 3) ** 2 / (deals / 3)).sum()
    assert others.shape == (3, 30)
    assert abs(chi2 - 58) < 6 * np.sqrt(2 * 58)  # (30 - 1) cards x (3 - 1) hands


def test_knocks_and_silence_show_in_worlds() -> None:
    """Before the declarations: who knocked holds something, and who did not holds nothing."""
    worlds, stream, knocked = np.zeros(1, GAME.state), lane(6), Counter()
    for referee, _ in wander(rules_of({}), 9, 120):
        table = referee.state["table"]
        if table["play"] != 1:
            continue
        world = conceal(referee, worlds, stream)
        for seat in range(4):
            assert (world["own"][seat]["held"] != 0) == bool(table["knock"][seat])
            assert world["own"][seat]["declares"] == world["own"][seat]["held"]
            knocked[bool(table["knock"][seat])] += 1
    assert min(knocked.values()) > 40


def test_a_choice_stays_hidden_until_it_is_declared() -> None:
    """TR-16: nothing on the table says what a seat chose, nor that it was asked."""
    rules = rules_of({"accuso_mode": "choice", "accuso_knock": False})
    seen = 0
    for referee, _ in wander(rules, 11, 60):
        table = referee.state["table"]
        if table["trick"]["number"] > 0:
            continue
        chosen = [int(own["declares"]) for own in referee.state["own"]]
        if any(chosen):
            seen += 1
            assert not table["declared"].any()
            assert not table["knock"].any()
            assert table["phase"] == CHOOSING or table["play"] < 4
    assert seen > 20


def test_draws_not_shown_may_be_any_that_explain_the_play() -> None:
    """In due with `show_drawn` off: the other hand as often as in deals played again at random."""
    rules = rules_of(
        {
            "players": 2,
            "first_lead": "seat0",
            "speech": "none",
            "show_drawn": False,
            "accuso": False,
        }
    )
    worlds, stream = np.zeros(1, GAME.state), lane(12)
    referee = next(r for r, _ in wander(rules, 16, 200) if refused_early(r))
    me = int(referee.state["table"]["seat"])
    deals = 1200
    concealed, again = np.zeros(40), np.zeros(40)
    for _ in range(deals):
        world = conceal(referee, worlds, stream)
        concealed[members(int(world["own"][1 - me]["hand"]))] += 1
    for hand in hands_by_trial(referee, deals, random.Random(13)):
        again[list(hand)] += 1
    spread = np.sqrt(2 * deals * 0.25)
    assert concealed.std() > deals / 30
    assert np.abs(concealed - again).max() < 5 * spread


def refused_early(referee: Referee) -> bool:
    """Whether the seat to act saw the other fail to follow in one of two tricks."""
    table = referee.state["table"]
    other = 1 - int(table["seat"])
    return int(table["trick"]["number"]) == 2 and bool(kernel.suits_refused(table, other))


def hands_by_trial(referee: Referee, deals: int, rng: random.Random) -> Iterator[list[int]]:
    """Hands of the other seat in random deals in which it could play as it did."""
    state = referee.state
    table, me = state["table"], int(state["table"]["seat"])
    history = [int(action) >> 4 for action in table["history"][: int(table["play"])]]
    tricks = int(table["trick"]["number"])
    mine = set(members(int(state["own"][me]["hand"]) | int(table["laid"][me])))
    found = 0
    while found < deals:
        cards = sorted(set(range(40)) - mine)
        rng.shuffle(cards)
        held, draws = set(cards[:10]), cards[10 : 10 + tricks]
        for trick in range(tricks + 1):
            place = 2 * trick + (int(table["leaders"][trick]) == me)
            if place >= len(history):
                break
            card, led = history[place], history[2 * trick]
            if card not in held or (
                card // 10 != led // 10 and any(c // 10 == led // 10 for c in held)
            ):
                held.clear()
                break
            held.discard(card)
            if trick < tricks:
                held.add(draws[trick])
        if held:
            found += 1
            yield sorted(held)
