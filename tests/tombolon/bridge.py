"""Drives the kernel beside the reference: the same pack, the same decisions, compared at every step."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from sim.game import find_game
from sim.games.tombolon.policies import POLICIES
from sim.games.tombolon.rules import Rules
from sim.replay import Referee
from sim.rng import STREAM
from tests.reference import tombolon as reference

GAME = find_game("tombolon")
JITTED = {policy.name: policy.make() for policy in POLICIES}
BY_HAND = {"greedy": reference.greedy, "expert": reference.expert}


class Pair:
    """One table, kept by the kernel and by the reference."""

    def __init__(self, explicit: dict[str, Any]) -> None:
        self.by_hand = reference.resolve_rules(**explicit)
        self.rules = Rules.build("rules", **{k: _plain(v) for k, v in explicit.items()})
        self.referee = Referee(GAME, self.rules)
        self.actions = np.zeros(GAME.max_actions(self.rules), np.int64)
        self.record = self.rules.record()[0]
        self.stream = np.zeros(1, STREAM)[0]

    def code(self, action: tuple[str, frozenset[str]]) -> int:
        """The kernel's code of a reference action."""
        card, captured = action
        numbers = (reference.card_number(self.by_hand, c) for c in captured)
        return reference.card_number(self.by_hand, card) << 52 | sum(1 << n for n in numbers)

    def kernel_choice(self, name: str) -> int:
        """What the kernel's policy would do here."""
        table, own = self.referee.state["table"], self.referee.state["own"]
        seat = own[table["seat"]]
        n = GAME.legal(table, seat, self.record, self.actions)
        return int(JITTED[name](table, seat, self.record, self.actions, n, self.stream))

    def play_match(
        self, rng: random.Random, policies: list[str], number: int, start: tuple[int, int] = (0, 0)
    ) -> Any:
        """Play a match in both; legal actions, policies' choices and all rows must agree."""
        first_player = rng.randrange(self.by_hand["n_seats"])
        match = self.referee.matches
        match[:] = np.zeros(1, GAME.match)
        match[0]["first"] = match[0]["first_player"] = first_player
        match[0]["score"] = start
        rows: list[dict[str, Any]] = []

        def decks(index: int) -> tuple[list[str], int]:
            if index:
                rows.append(self.referee.row())
                assert self.referee.settle() is None
            deck, redeals = reference.shuffle_deck(self.by_hand, rng)
            codes = [reference.card_number(self.by_hand, card) for card in deck]
            self.referee.set_up(codes, match[0], redeals=redeals, number=number, deal=index)
            return deck, redeals

        def choose(view: Any, actions: list[Any]) -> int:
            assert not self.referee.is_over()
            assert int(self.referee.state["table"]["seat"]) == view.seat
            legal = self.referee.legal()
            assert legal == [self.code(action) for action in actions]
            name = policies[view.player]
            index = rng.randrange(len(actions))
            if name in BY_HAND:
                index = BY_HAND[name](view, actions)
                assert self.kernel_choice(name) == index, (name, view)
            self.referee.play(legal[index])
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
        assert self.referee.is_over()
        rows.append(self.referee.row())
        assert rows == [deal.row for deal in played.deals]
        match_row = self.referee.settle()
        assert match_row is not None
        assert match_row.items() == played.row.items(), self.by_hand
        return played


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple | frozenset) else value
