"""Worlds that `conceal` deals: consistent with the bottom card and with shown inability, uniform."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from sim.cards import members
from sim.game import find_game
from sim.rng import SEARCH_LANE, STREAM, open_stream
from tests.conformance.test_every_game import walk
from tests.reference import tombolon as reference

GAME = find_game("tombolon")


def lane(number: int = 0) -> np.ndarray:
    streams = np.zeros(1, STREAM)
    open_stream(streams[0], np.uint64(8), number, 0, SEARCH_LANE)
    return streams


def conceal(referee: Any, worlds: np.ndarray, stream: np.ndarray) -> Any:
    table = referee.state["table"]
    own = referee.state["own"][table["seat"]]
    GAME.conceal(table, own, referee.rules.record()[0], worlds[0], stream[0])
    return worlds[0]


@pytest.mark.parametrize("preset", ["rovigo4", "rovigo2", "padova4", "padova2"])
def test_bottom_card_is_the_dealers(preset: str) -> None:
    """TB-7: in the tallone while there is one, then in the dealer's hand until he plays it."""
    rules = GAME.preset(preset)
    worlds, stream = np.zeros(1, GAME.state), lane()
    seen = Counter()
    for referee, action in walk(GAME, rules, "random", range(4)):
        if action is None:
            continue
        table = referee.state["table"]
        bottom, dealer = int(table["bottom"]), rules.seats - 1
        played = bottom in (int(a) >> 52 for a in table["history"][: int(table["play"])])
        world = conceal(referee, worlds, stream)
        held = bool(int(world["own"][dealer]["hand"]) >> bottom & 1)
        if table["stock"] > 0:
            assert int(world["deck"][len(GAME.text.pack(rules)) - 1]) == bottom
            assert not held
        else:
            assert held == (not played)
        seen[int(table["stock"]) > 0, played] += 1
    assert len(seen) == 3


def test_a_lay_down_shows_what_a_hand_lacks() -> None:
    """TB-16 under `hand`: who lays down could capture with no card; no world may say otherwise."""
    by_hand = reference.preset_rules("rovigo4", must_capture="hand")
    rules = GAME.preset("rovigo4").but("rules", must_capture="hand")
    pack = reference.pack(by_hand)
    worlds, stream = np.zeros(1, GAME.state), lane()
    constrained = 0
    for referee, action in walk(GAME, rules, "random", range(6)):
        if action is None:
            continue
        table = referee.state["table"]
        packet_start = 0 if int(table["packet"]) == 0 else 16
        board = {pack[c] for c in members(int(referee.state["table_start"]))}
        world = conceal(referee, worlds, stream)
        for play, code in enumerate(table["history"][: int(table["play"])]):
            card, captured = int(code) >> 52, int(code) & (1 << 52) - 1
            if captured:
                board -= {pack[c] for c in members(captured)}
                continue
            seat = play % 4
            if play >= packet_start and seat != int(table["seat"]):
                hand = [pack[c] for c in members(int(world["own"][seat]["hand"]))]
                for held in hand:
                    assert not reference.capture_options(by_hand, held, board)
                constrained += len(hand)
            board.add(pack[card])
    assert constrained > 300


def test_worlds_are_uniform() -> None:
    """Every unseen card but the bottom one lies in each hidden place equally often."""
    rules = GAME.preset("rovigo4")
    referee, _ = next(iter(walk(GAME, rules, "random", range(1))))
    table = referee.state["table"]
    unseen = set(range(40)) - set(members(int(table["cards"])))
    unseen -= set(members(int(referee.state["own"][0]["hand"]))) | {int(table["bottom"])}
    worlds, stream, counts, deals = np.zeros(1, GAME.state), lane(3), Counter(), 8000
    for _ in range(deals):
        world = conceal(referee, worlds, stream)
        for seat in (1, 2, 3):
            counts.update((seat, card) for card in members(int(world["own"][seat]["hand"])))
        counts.update((0, int(card)) for card in world["deck"][20:39])
    assert len(unseen) == 31
    chi2 = 0.0
    for place, size in ((0, 19), (1, 4), (2, 4), (3, 4)):
        expected = deals * size / 31
        chi2 += sum((counts[place, card] - expected) ** 2 / expected for card in unseen)
    assert abs(chi2 - 90) < 6 * np.sqrt(2 * 90)  # (31 - 1) cards x (4 - 1) places
