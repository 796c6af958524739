"""Rule parameters of Tresette, with their defaults, ranges and clauses (TR), and the presets."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from sim.cards import ITALIAN, Pack
from sim.rules import Choice, RuleSet, rule

__all__ = [
    "PRESETS",
    "AccusoMode",
    "AccusoReveal",
    "BothOver",
    "CappottoEndsMatch",
    "FirstLead",
    "Rules",
    "Speech",
    "StopRule",
]


class FirstLead(Choice):
    """TR-9: who leads the first trick."""

    four_denari_first = 0
    four_denari_always = 1
    seat0 = 2


class AccusoMode(Choice):
    """TR-16: whether a seat declares all that it holds, or chooses."""

    auto = 0
    choice = 1


class AccusoReveal(Choice):
    """TR-14: when a declaration is made."""

    after_trick_1 = 0
    own_turn = 1
    before_play = 2


class Speech(Choice):
    """TR-28: who may say what with a card."""

    leader = 0
    leader_from_trick_2 = 1
    none = 2


class StopRule(Choice):
    """TR-39: whether a deal is played out when the target is reached."""

    play_out = 0
    at_once = 1


class BothOver(Choice):
    """TR-40: what follows when both teams are at or over the target."""

    higher_wins = 0
    raise_10 = 1


class CappottoEndsMatch(Choice):
    """TR-41: which deals end the match whatever the score."""

    none = 0
    no_points = 1
    all_tricks = 2


class Rules(RuleSet):
    """The rules of one table of Tresette (section 4 of the rules page)."""

    game = "tresette"

    players: Literal[2, 4] = rule(4, meaning="players; 2 is in due, with a stock", clause="TR-42")
    accuso: bool = rule(True, meaning="announcements count", clause="TR-11")
    target: int = rule(41, meaning="points that win the match", clause="TR-35", ge=1, le=999)
    first_lead: FirstLead = rule(
        FirstLead.four_denari_first,
        meaning="who leads a deal: the 4 of Denari in the first or in all, or seat 0",
        clause="TR-9",
    )
    deal_batch: Literal[1, 5] = rule(5, meaning="cards given at a time", clause="TR-6")
    weak_hand_redeal: bool = rule(
        False, meaning="a hand worth less than a point is thrown in", clause="TR-7"
    )
    accuso_mode: AccusoMode = rule(
        AccusoMode.auto, meaning="declare all that is held, or choose", clause="TR-16"
    )
    accuso_knock: bool = rule(
        True, meaning="who will declare knocks before the first lead", clause="TR-14"
    )
    accuso_reveal: AccusoReveal = rule(
        AccusoReveal.after_trick_1, meaning="when declarations are made", clause="TR-14"
    )
    napoli_coda: bool = rule(
        False, meaning="a napoli counts the cards below its ace too", clause="TR-18"
    )
    tre_sette: bool = rule(
        False, meaning="three or four sevens are a combination too", clause="TR-18"
    )
    cappotto_cancels_accuso: bool = rule(
        False, meaning="a pair without card points gets no accuso", clause="TR-19"
    )
    speech: Speech = rule(
        Speech.leader, meaning="who may make a statement with a card", clause="TR-28"
    )
    stop_rule: StopRule = rule(
        StopRule.play_out, meaning="deals are played out, or stop at the target", clause="TR-39"
    )
    both_over: BothOver = rule(
        BothOver.higher_wins,
        meaning="both at the target: the higher wins, or it grows by 10",
        clause="TR-40",
    )
    cappotto_ends_match: CappottoEndsMatch = rule(
        CappottoEndsMatch.none, meaning="a cappotto of this kind wins the match", clause="TR-41"
    )
    show_drawn: bool = rule(True, meaning="cards drawn in due are shown", clause="TR-43")
    max_deals: int = rule(
        200,
        meaning="deals after which an undecided match is an error",
        clause="TR-38",
        ge=1,
        le=100_000,
    )

    @model_validator(mode="after")
    def _check_combinations(self) -> Self:
        in_due = self.players == 2
        at_once = self.stop_rule == StopRule.at_once
        self._forbid(in_due and self.first_lead != FirstLead.seat0, "players", "first_lead")
        self._forbid(in_due and self.speech != Speech.none, "players", "speech")
        self._forbid(in_due and self.weak_hand_redeal, "players", "weak_hand_redeal")
        self._forbid(in_due and self.deal_batch == 1, "deal_batch", "players")
        if not self.accuso:
            self._forbid(self.napoli_coda, "accuso", "napoli_coda")
            self._forbid(self.tre_sette, "accuso", "tre_sette")
            self._forbid(self.cappotto_cancels_accuso, "accuso", "cappotto_cancels_accuso")
            self._forbid(self.accuso_mode == AccusoMode.choice, "accuso", "accuso_mode")
        self._forbid(
            at_once and self.cappotto_cancels_accuso, "cappotto_cancels_accuso", "stop_rule"
        )
        self._forbid(at_once and self.both_over == BothOver.raise_10, "both_over", "stop_rule")
        return self

    def _forbid(self, together: bool, *names: str) -> None:
        """Refuse two parameters whose values exclude each other."""
        if together:
            plain = self.plain()
            values = " and ".join(f"{name} = {plain[name]}" for name in names)
            raise ValueError(f"{names[0]}: {values} do not go together (section 4)")

    @property
    def seats(self) -> int:
        """Players: `players`."""
        return self.players

    @property
    def cards(self) -> Pack:
        """The pack and its notation."""
        return ITALIAN

    @property
    def tricks(self) -> int:
        """Tricks of a whole deal: 10, in due 20."""
        return 40 // self.players


PRESETS = {
    "palazzo_accuso": Rules(),
    "palazzo_liscio": Rules(accuso=False, target=31),
    "muto_41": Rules(speech=Speech.none),
    "classico_21": Rules(accuso=False, target=21, first_lead=FirstLead.seat0),
    "dizionario_31": Rules(target=31, first_lead=FirstLead.seat0),
    "dizionario_51": Rules(target=51, first_lead=FirstLead.seat0),
    "club_41": Rules(
        first_lead=FirstLead.seat0,
        cappotto_cancels_accuso=True,
        accuso_reveal=AccusoReveal.own_turn,
        speech=Speech.leader_from_trick_2,
    ),
    "subito_21": Rules(
        accuso=True,
        target=21,
        first_lead=FirstLead.seat0,
        weak_hand_redeal=True,
        stop_rule=StopRule.at_once,
        cappotto_ends_match=CappottoEndsMatch.all_tricks,
    ),
    "quattro_sempre_21": Rules(
        target=21,
        first_lead=FirstLead.four_denari_always,
        accuso_reveal=AccusoReveal.own_turn,
    ),
    "chitarrella": Rules(target=21, first_lead=FirstLead.seat0, napoli_coda=True),
    "in_due_21": Rules(
        players=2, accuso=False, target=21, first_lead=FirstLead.seat0, speech=Speech.none
    ),
}
