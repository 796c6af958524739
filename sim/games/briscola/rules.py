"""Rule parameters of Briscola, with their defaults, ranges and clauses (BR), and the presets."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import field_validator, model_validator

from sim.cards import ITALIAN, Pack
from sim.rules import Choice, RuleSet, rule

__all__ = ["PRESETS", "Recall", "Rules", "Segni", "SegniSeenBy", "TieRule", "TrumpSwap"]


class TieRule(Choice):
    """BR-23: what 60-60 is."""

    void = 0
    last_trick = 1


class Segni(Choice):
    """BR-14: which signs partners make."""

    off = 0
    trumps = 1
    full = 2


class SegniSeenBy(Choice):
    """BR-16: who sees the signs."""

    partner = 0
    table = 1


class Recall(Choice):
    """BR-19: which played cards a seat may use."""

    perfect = 0
    table = 1


class TrumpSwap(Choice):
    """BR-26: which trump is exchanged for the face-up card."""

    none = 0
    seven = 1
    two = 2


def _for_three(given: dict[str, Any]) -> tuple[str, ...]:
    return ("2B",) if given["players"] == 3 else ()


class Rules(RuleSet):
    """The rules of one table of Briscola (table 4 of the rules page)."""

    game = "briscola"

    players: Literal[2, 3, 4] = rule(
        4, meaning="players; four are two pairs, two or three play each for himself", clause="BR-27"
    )
    removed_cards: tuple[str, ...] = rule(
        _for_three,
        shown="(); 3 players: 2B",
        meaning="cards without points that are taken out; the rest is shared out evenly",
        clause="BR-28",
    )
    match_to: int = rule(4, meaning="deals won that win the match", clause="BR-21", ge=1, le=100)
    match_fixed_deals: int = rule(
        0, meaning="deals of every match, more deals won wins; 0: play to match_to",
        clause="BR-24", ge=0, le=1000,
    )  # fmt: skip
    tie_rule: TieRule = rule(
        TieRule.void, meaning="60-60 is drawn, or goes to the last trick", clause="BR-23"
    )
    segni: Segni = rule(
        Segni.trumps,
        meaning="signs: none, the high trumps, or also a carico of a plain suit and no trump",
        clause="BR-14",
    )
    segni_from_trick: int = rule(
        1, meaning="trick from which on signs are made", clause="BR-15", ge=1, le=10
    )
    segni_seen_by: SegniSeenBy = rule(
        SegniSeenBy.partner, meaning="who sees the signs", clause="BR-16"
    )
    last_hand_peek: bool = rule(
        True, meaning="with the stock gone, partners see each other's cards and their tricks",
        clause="BR-17",
    )  # fmt: skip
    initial_peek: bool = rule(
        False, meaning="partners see each other's first three cards", clause="BR-18"
    )
    recall: Recall = rule(
        Recall.perfect,
        meaning="a seat may use every card played, or only those that the table shows",
        clause="BR-19",
    )
    second_card: Literal[3, 7] = rule(
        3, meaning="rank of the second card, worth 10", clause="BR-25"
    )
    trump_swap: TrumpSwap = rule(
        TrumpSwap.none, meaning="trump that is exchanged for the face-up card", clause="BR-26"
    )
    show_drawn: bool = rule(False, meaning="drawn cards are shown", clause="BR-27")
    max_deals: int = rule(
        200, meaning="deals after which an undecided match is an error", clause="BR-22",
        ge=1, le=100_000,
    )  # fmt: skip

    @field_validator("removed_cards", mode="after")
    @classmethod
    def _sort_cards(cls, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Bring them into one order: which is named first means nothing."""
        return tuple(map(ITALIAN.text, sorted(ITALIAN.cards(" ".join(cards)))))

    @model_validator(mode="after")
    def _check_combinations(self) -> Self:
        self._check_pack()
        if self.players == 4:
            _refuse(self.show_drawn, "show_drawn: only with 2 or 3 players")
        else:
            only = f"only 4 players have a partner, and players = {self.players}"
            _refuse(self.segni != Segni.off, f'segni: must be "off"; {only}')
            _refuse(self.last_hand_peek, f"last_hand_peek: must be false; {only}")
            _refuse(self.initial_peek, f"initial_peek: must be false; {only}")
        _refuse(
            self.players == 3 and self.tie_rule == TieRule.last_trick,
            'tie_rule: must be "void" with players = 3',
        )
        _refuse(
            self.trump_swap == TrumpSwap.seven and self.second_card == 7,
            'trump_swap: "seven" does not go with second_card = 7',
        )
        if self.segni == Segni.off:
            idle = 'says nothing with segni = "off"; leave it out'
            _refuse(self.segni_from_trick != 1, f"segni_from_trick: {idle}")
            _refuse(self.segni_seen_by != SegniSeenBy.partner, f"segni_seen_by: {idle}")
        return self

    def _check_pack(self) -> None:
        for card in self.removed_cards:
            _refuse(
                card[0] in ("1", str(self.second_card), "F", "C", "R"),
                f"removed_cards: {card} has points (second_card = {self.second_card})",
            )
            _refuse(
                card[0] == "2" and self.trump_swap == TrumpSwap.two,
                f'trump_swap: "two" needs every two, and removed_cards has {card}',
            )
        _refuse(
            self.players == 3 and not self.removed_cards,
            "removed_cards: players = 3 needs a card taken out of the 40",
        )
        left = 40 - len(self.removed_cards)
        _refuse(
            left % self.players != 0,
            f"removed_cards: {left} cards do not go round among players = {self.players}",
        )

    @property
    def seats(self) -> int:
        """Players."""
        return self.players

    @property
    def sides(self) -> int:
        """Two pairs, or each player for himself (BR-3, BR-27, BR-28)."""
        return 3 if self.players == 3 else 2

    @property
    def cards(self) -> Pack:
        """The pack and its notation."""
        return ITALIAN.without(map(ITALIAN.card, self.removed_cards))


def _refuse(wrong: bool, why: str) -> None:
    if wrong:
        raise ValueError(why)


_SILENT: dict[str, Any] = {"segni": "off", "last_hand_peek": False}

PRESETS = {
    "palazzo": Rules(),
    "muta": Rules(**_SILENT),
    "genova": Rules(match_to=2, segni_from_trick=2, last_hand_peek=False),
    "enciclopedia": Rules(match_to=2, segni_from_trick=2),
    "cinque_smazzate": Rules(match_fixed_deals=5, **_SILENT),
    "ultima_presa": Rules(tie_rule=TieRule.last_trick),
    "scambio_sette": Rules(trump_swap=TrumpSwap.seven),
    "scambio_due": Rules(trump_swap=TrumpSwap.two),
    "piemonte": Rules(second_card=7),
    "in_due": Rules(players=2, match_to=2, **_SILENT),
    "in_due_scoperta": Rules(players=2, match_to=2, show_drawn=True, **_SILENT),
    "in_tre": Rules(players=3, **_SILENT),
    "in_tre_36": Rules(players=3, removed_cards=("2D", "2C", "2B", "2S"), **_SILENT),
}
