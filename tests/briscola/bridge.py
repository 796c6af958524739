"""Drives the kernel beside the reference: the same pack, the same decisions, compared at every step."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from sim.cards import ITALIAN, members
from sim.game import find_game
from sim.games.briscola.policies import POLICIES
from sim.games.briscola.rules import Rules
from sim.replay import Referee
from sim.rng import STREAM
from sim.tricks import EMPTY
from tests.reference import briscola as reference

GAME = find_game("briscola")
JITTED = {policy.name: policy.make() for policy in POLICIES}
BY_HAND = {
    "greedy": reference.greedy,
    "expert": reference.expert,
    "expert_dd": reference.expert_dd(random.Random(0)),
}


def can_be_compared(policy: str, view: Any) -> bool:
    """Whether the reference can say what a policy does.

    Without the peek expert_dd draws its splits, each from its own generator; with three cards it takes
    the reference seconds.
    """
    if policy != "expert_dd":
        return policy in BY_HAND
    open_to_partner = view.rules["players"] == 4 and view.rules["last_hand_peek"]
    return open_to_partner and (view.stock > 0 or len(view.hand) <= 2)


def texts(mask: Any) -> frozenset[str]:
    """Cards of a mask."""
    if not mask:
        return frozenset()
    return frozenset(ITALIAN.text(card) for card in members(int(mask)))


def row_of(rules: Rules, deal: Any, number: int) -> dict[str, Any]:
    """The reference's deal row under the house's names."""
    row = dict(deal.row)
    if rules.players != 3:
        assert row.pop("points_2") == row.pop("score_after_C") == 0
    index = row.pop("deal_in_match")
    return {"match_id": number, "deal_index": index, "deal_id": index << 40 | number, **row}


def match_row_of(rules: Rules, match: Any, number: int) -> dict[str, Any]:
    """The reference's match row under the house's names."""
    row = dict(match.row)
    if rules.players != 3:
        assert row.pop("won_C") == row.pop("points_C") == 0
    return {"match_id": number, **row}


def kernel_view(state: Any, rules: Rules) -> dict[str, Any]:
    """What the kernel shows the seat to play, in the reference's words."""
    table = state["table"]
    seat = int(table["seat"])
    own = state["own"][seat]
    trick, play, face_up = table["trick"], int(table["play"]), int(table["face_up"])
    players, sides = rules.players, rules.sides
    cards = [ITALIAN.text(int(card)) for card in trick["cards"][: int(trick["n"])]]
    tricks = [int(taken) for taken in table["tricks"]]
    view = {
        "seat": seat,
        "hand": tuple(ITALIAN.text(card) for card in members(int(own["hand"]))),
        "trump": "DCBS"[int(table["trump"])],
        "faceup": None if face_up == EMPTY else ITALIAN.text(face_up),
        "stock": int(table["stock"]),
        "trick": tuple(
            ((int(trick["leader"]) + k) % players, card) for k, card in enumerate(cards)
        ),
        "played": texts(own["seen"]),
        "points": tuple(int(points) for points in table["points"][:sides]),
        "tricks": tuple(
            tricks[side] + (tricks[side + 2] if players == 4 else 0) for side in range(sides)
        ),
        "known": tuple(texts(mask) for mask in table["known"][:players]),
        "partner_hand": texts(own["partner_hand"]),
    }
    if rules.recall.name == "perfect":
        view["history"] = [ITALIAN.text(int(card)) for card in table["history"][:play]]
    else:
        assert set(map(int, table["history"][:play])) <= {EMPTY}
        view["history"] = cards
    return view


def check_view(state: Any, rules: Rules, view: Any) -> None:
    """What both show the seat to play must be the same: no more, no less."""
    shown = kernel_view(state, rules)
    assert shown.pop("history") == [card for _, card in view.plays]
    assert shown == {name: getattr(view, name) for name in shown}
    table, sides = state["table"], rules.sides
    first = int(state["first"])
    start = [int(won) for won in table["start_score"][:sides]]
    assert start == [view.score[(first + side) % sides] for side in range(sides)]
    seat = int(table["seat"])
    masks = dict(view.masks)
    partner = masks.get(seat ^ 2, 0) if rules.players == 4 else 0
    assert int(state["own"][seat]["partner_signs"]) == partner
    on_table = rules.segni_seen_by.name == "table"
    assert list(table["signs"]) == [masks.get(s, 0) if on_table else 0 for s in range(4)]
    assert [int(size) for size in table["hand_size"]] == [
        int(own["hand"]).bit_count() for own in state["own"]
    ]


class Pair:
    """One table, kept by the kernel and by the reference."""

    def __init__(self, explicit: dict[str, Any]) -> None:
        self.by_hand = reference.resolve_rules(**explicit)
        self.rules = Rules.build("rules", **{k: _plain(v) for k, v in explicit.items()})
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
        self, rng: random.Random, policies: list[str], number: int, start: tuple[int, ...]
    ) -> Any:
        """Play a match in both; views, legal actions, policies' choices and all rows must agree."""
        first_player = rng.randrange(self.rules.players)
        match = self.referee.matches
        match[:] = np.zeros(1, GAME.match)
        match[0]["first"] = match[0]["first_player"] = first_player
        match[0]["score"][: len(start)] = start
        rows: list[dict[str, Any]] = []

        def decks(index: int) -> tuple[list[str], int]:
            if index:
                rows.append(self.referee.row())
                assert self.referee.settle() is None
            deck, redeals = reference.shuffle_deck(self.by_hand, rng)
            codes = [reference.card_number(card) for card in deck]
            self.referee.set_up(codes, match[0], redeals=redeals, number=number, deal=index)
            return deck, redeals

        def choose(view: Any, actions: list[Any]) -> int:
            assert not self.referee.is_over()
            if rng.random() < 0.25:  # it takes as long as all the rest
                check_view(self.referee.state, self.rules, view)
            legal = self.referee.legal()
            assert legal == [reference.card_number(action.card) for action in actions]
            name = policies[view.player]
            index = rng.randrange(len(actions))
            if len(actions) > 1 and can_be_compared(name, view):
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
        assert rows == [row_of(self.rules, deal, number) for deal in played.deals]
        assert self.referee.settle() == match_row_of(self.rules, played, number), self.by_hand
        return played


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
