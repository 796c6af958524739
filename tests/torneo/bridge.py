"""Drives the kernel beside the reference: the same packs, the same decisions, whole meetings."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from sim.game import find_game
from sim.games.torneo.policies import POLICIES
from sim.games.torneo.rules import Rules
from sim.replay import Referee
from sim.rng import STREAM
from tests.briscola import bridge as briscola
from tests.reference import torneo as reference
from tests.reference.briscola import card_number
from tests.tresette import bridge as tresette

GAME = find_game("torneo")
JITTED = {policy.name: policy.make() for policy in POLICIES}
BY_HAND = ("first", "greedy", "expert", "specialist_t", "specialist_b")
"""Policies that need no chance."""


def plain(explicit: dict[str, Any]) -> dict[str, Any]:
    """Rules as a study would write them."""
    written = dict(explicit)
    if "matches" in written:
        written["matches"] = [
            f"{game}:{its}" if isinstance(its, str) else {"game": game, **its}
            for game, its in written["matches"]
        ]
    return written


def deal_row_of(deal: Any, rules: Rules, number: int, index: int) -> dict[str, Any]:
    """The reference's row of one deal under the house's names."""
    its = rules.matches[deal.match_no - 1].rules
    if deal.game == "tresette":
        inner = tresette.house_row(deal.row)
        points = [inner["deal_points_0"], inner["deal_points_1"]]
    else:
        inner = briscola.row_of(its, deal.deal, number)
        points = [inner["points_0"], inner["points_1"]]
    of_house = {"match_id", "deal_id", "first"}
    return {
        "match_id": number,
        "deal_index": index,
        "deal_id": index << 40 | number,
        "first": deal.first,
        "match_no": deal.match_no,
        "game": ("tresette", "briscola").index(deal.game),
        "points_0": points[0],
        "points_1": points[1],
        **{f"{deal.game}_{name}": x for name, x in inner.items() if name not in of_house},
    }


def meeting_row_of(meeting: Any, rules: Rules) -> dict[str, Any]:
    """The reference's row of a meeting under the house's names."""
    row = dict(meeting.row)
    row["match_id"] = row.pop("meeting_id")
    for place, (_, its) in enumerate(rules.matches, 1):
        if not getattr(its, "accuso", False):
            row.pop(f"m{place}_accuso_decided", None)
    return row


class Pair:
    """One table, kept by the kernel and by the reference."""

    def __init__(self, explicit: dict[str, Any]) -> None:
        self.by_hand = reference.resolve_rules(**explicit)
        self.rules = Rules.build("rules", **plain(explicit))
        self.referee = Referee(GAME, self.rules)
        self.actions = np.zeros(GAME.max_actions(self.rules), np.int64)
        self.record = self.rules.record()[0]
        self.stream = np.zeros(1, STREAM)[0]

    def kernel_choice(self, name: str) -> int:
        """What the kernel's policy would do here."""
        table, own = self.referee.state["table"], self.referee.state["own"]
        seat = own[table["seat"]]
        n = GAME.legal(table, seat, self.record, self.actions)
        before = self.actions[:n].copy()
        index = int(JITTED[name](table, seat, self.record, self.actions, n, self.stream))
        assert (self.actions[:n] == before).all()
        return index

    def play_meeting(
        self,
        decks: Any,
        policies: tuple[str, str],
        number: int = 0,
        *,
        rng: random.Random,
        match_begins: Any = lambda match_no: None,
        **dealing: Any,
    ) -> tuple[Any, list[dict[str, Any]], dict[str, Any]]:
        """Play a meeting in both; legal actions, policies' choices and all rows must agree."""
        referee, match = self.referee, self.referee.matches
        match[:] = np.zeros(1, GAME.match)
        pairing = rng.randrange(3) if self.by_hand["pairing"] == "drawn" else None
        opening = {"cuts": dealing.get("cuts", 0)}
        if pairing is not None:
            opening["pairing"] = pairing
        GAME.text.open_recorded(match[0], self.rules, opening)
        firsts = [(dealer + 1) % 4 for dealer in dealing.get("dealers", ())]
        dealer = dealing.get("first_dealer", self.by_hand["first_dealer"])
        match[0]["first"] = firsts[0] if firsts else (dealer + 1) % 4
        rows: list[dict[str, Any]] = []

        def next_deck(index: int) -> tuple[list[str], int]:
            if index:
                rows.append(referee.row())
                assert referee.settle() is None
                if GAME.text.draws_first(self.rules, match[0]):
                    match[0]["first"] = firsts[int(match[0]["match_no"])]
            deck, redeals = decks(index)
            codes = [card_number(card) for card in deck]
            referee.set_up(codes, match[0], redeals=redeals, number=number, deal=index)
            return deck, redeals

        def chooser(name: str, game: str) -> Any:
            def choose(view: Any, actions: list[Any]) -> int:
                assert not referee.is_over()
                legal = referee.legal()
                if game == "tresette":
                    assert legal == [tresette.code(action) for action in actions]
                else:
                    assert legal == [card_number(action.card) << 4 for action in actions]
                index = rng.randrange(len(actions))
                if name in BY_HAND:
                    index = reference.pair_policy(name)[game](view, actions)
                    assert self.kernel_choice(name) == index, (name, view)
                referee.play(legal[index])
                return index

            return choose

        played = reference.play_meeting(
            self.by_hand,
            next_deck,
            {
                team: {game: chooser(name, game) for game in ("tresette", "briscola")}
                for team, name in zip("AB", policies, strict=True)
            },
            pairing=pairing,
            meeting_id=number,
            match_begins=match_begins,
            **dealing,
        )
        assert referee.is_over()
        rows.append(referee.row())
        row = referee.settle()
        assert row is not None
        assert rows == [
            deal_row_of(deal, self.rules, number, index) for index, deal in enumerate(played.deals)
        ]
        assert row == meeting_row_of(played, self.rules)
        return played, rows, row
