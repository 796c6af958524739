"""Drives the kernel beside the reference: the same pack, the same decisions, compared at every step."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from sim.bits import mask_of
from sim.game import find_game
from sim.games.tresette.kernel import CHOICE
from sim.games.tresette.policies import POLICIES
from sim.games.tresette.rules import Rules
from sim.replay import Referee
from sim.rng import STREAM
from tests.reference import tresette as reference

GAME = find_game("tresette")
JITTED = {policy.name: policy.make() for policy in POLICIES}
BY_HAND = {
    "first": reference.first,
    "greedy": reference.greedy,
    "expert": reference.expert,
    "expert_talk": reference.expert_talk,
}
HOUSE_NAMES = {"deal_in_match": "deal_index"}
"""Columns that the house calls otherwise than the page."""


def house_row(row: dict[str, Any]) -> dict[str, Any]:
    """A reference row under the house's names."""
    return {HOUSE_NAMES.get(name, name): value for name, value in row.items()}


def code(action: reference.Action) -> int:
    """The kernel's code of a reference action."""
    if action.kind == reference.ACCUSO:
        return int(CHOICE) | action.code
    return reference.card_number(action.card) << 4 | action.code


def cards_mask(cards: Any) -> int:
    return mask_of(map(reference.card_number, cards))


def seen_by_kernel(referee: Referee) -> dict[str, Any]:
    """What the seat to act sees, in the terms of `seen_by_hand`."""
    state, players = referee.state, referee.rules.seats
    table = state["table"]
    own = state["own"][table["seat"]]
    trick = table["trick"]
    cards = [int(action) >> 4 for action in table["history"][: int(table["play"])]]
    return {
        "seat": int(own["seat"]),
        "hand": int(own["hand"]),
        "held": int(own["held"]),
        "first": int(table["first"]),
        "lead_seat": int(table["lead_seat"]),
        "target": int(table["target"]),
        "trick": int(trick["number"]),
        "leader": int(trick["leader"]),
        "table": [int(card) for card in trick["cards"][: int(trick["n"])]],
        "plays": cards,
        "tricks": table["tricks"][:players].tolist(),
        "knocks": table["knock"][:players].astype(bool).tolist(),
        "declared": table["declared"][:players].tolist(),
        "void": table["void"][:players].tolist(),
        "known": table["known"][:players].tolist(),
        "hand_sizes": table["hand_size"][:players].tolist(),
        "stock_size": int(table["stock"]),
        "statements": int(table["statements"]),
    }


def seen_by_hand(view: reference.View) -> dict[str, Any]:
    """The same of a view of the reference."""
    return {
        "seat": view.seat,
        "hand": cards_mask(view.hand),
        "held": view.held,
        "first": view.first,
        "lead_seat": view.lead_seat,
        "target": view.target,
        "trick": view.trick,
        "leader": view.leader,
        "table": [reference.card_number(card) for _, card in view.table],
        "plays": [reference.card_number(play.card) for play in view.plays],
        "tricks": list(view.tricks),
        "knocks": list(view.knocks),
        "declared": list(view.declared),
        "void": [reference.suit_mask(suits) for suits in view.void],
        "known": [cards_mask(cards) for cards in view.known],
        "hand_sizes": list(view.hand_sizes),
        "stock_size": view.stock_size,
        "statements": len(view.statements),
    }


class Pair:
    """One table, kept by the kernel and by the reference."""

    def __init__(self, explicit: dict[str, Any]) -> None:
        self.by_hand = reference.resolve_rules(**explicit)
        self.rules = Rules.build("rules", **explicit)
        self.referee = Referee(GAME, self.rules)
        self.actions = np.zeros(GAME.max_actions(self.rules), np.int64)
        self.record = self.rules.record()[0]
        self.stream = np.zeros(1, STREAM)[0]

    def kernel_choice(self, name: str) -> int:
        """What the kernel's policy would do here."""
        table, own = self.referee.state["table"], self.referee.state["own"]
        seat = own[table["seat"]]
        n = GAME.legal(table, seat, self.record, self.actions)
        return int(JITTED[name](table, seat, self.record, self.actions, n, self.stream))

    def play_match(
        self, rng: random.Random, policies: list[str], number: int, start: tuple[int, int] = (0, 0)
    ) -> reference.Match:
        """Play a match in both; what is seen and legal, policies' choices and all rows must agree."""
        first_player = rng.randrange(self.rules.seats)
        match = self.referee.matches
        match[:] = np.zeros(1, GAME.match)
        match[0]["first"] = match[0]["first_player"] = first_player
        match[0]["score"] = start
        rows: list[dict[str, Any]] = []
        taken: list[int] = []

        def finish_deal() -> None:
            assert self.referee.is_over()
            assert GAME.text.plays(self.referee.state) == taken
            taken.clear()
            rows.append(self.referee.row())

        def decks(index: int) -> tuple[list[str], int]:
            if index:
                finish_deal()
                assert self.referee.settle() is None
            deck, redeals = reference.shuffle_deck(self.by_hand, rng)
            codes = [reference.card_number(card) for card in deck]
            self.referee.set_up(codes, match[0], redeals=redeals, number=number, deal=index)
            return deck, redeals

        def choose(view: reference.View, actions: list[reference.Action]) -> int:
            assert not self.referee.is_over()
            assert seen_by_kernel(self.referee) == seen_by_hand(view)
            legal = self.referee.legal()
            assert legal == [code(action) for action in actions]
            assert GAME.text.plays(self.referee.state) == taken
            name = policies[view.player]
            index = rng.randrange(len(actions))
            if name in BY_HAND:
                index = BY_HAND[name](view, actions)
                assert self.kernel_choice(name) == index, (name, view)
            self.referee.play(legal[index])
            taken.append(legal[index])
            return index

        played = reference.play_match(
            self.by_hand,
            decks,
            choose,
            first_player=first_player,
            start=start,
            match_id=number,
            deal_id=lambda index: index << 40 | number,
        )
        finish_deal()
        assert rows == [house_row(deal.row) for deal in played.deals]
        match_row = self.referee.settle()
        assert match_row is not None
        assert match_row.items() == played.row.items(), self.by_hand
        return played
