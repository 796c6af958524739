"""The questions that players and statisticians ask of Tresette (section 1 of its rules page).

Side 0 is *primo di mano*, the first to have received cards; side 1 holds the dealer. The 4 of Denari may
give the first lead to any seat (TR-9), so what the lead is worth is asked of the leader's side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from analysis.quantities import Quantity
from sim.games.tresette.rules import (
    AccusoMode,
    BothOver,
    CappottoEndsMatch,
    FirstLead,
    Speech,
    StopRule,
)

if TYPE_CHECKING:
    from sim.games.tresette.rules import Rules
    from sim.rules import RuleSet

__all__ = ["HEADLINE", "SIDES", "SOURCES", "quantities"]

HEADLINE = {
    "deal": (
        "first_hand_advantage",
        "first_hand_wins",
        "accuso",
        "cappotto",
        "last_trick_decides",
        "points_cards_0",
        "points_cards_1",
        "points_accuso_0",
        "points_accuso_1",
    ),
    "match": (
        "deals_per_match",
        "first_player_wins",
        "accuso_decided",
        "level_at_target",
        "lead_changed",
        "accuso",
    ),
}
"""What a run is about unless its study says otherwise."""

SIDES = ("side 0, first of hand", "side 1, the dealer's")
"""What the sides are called in charts."""

SOURCES = {"points_cards": "cards and last trick", "points_accuso": "accuso"}
"""The parts that the points of a deal are made of, by stem of their quantities."""

_NAMES = ("the first of hand", "the dealer's side")

_RANKS = {"aces": (1, "three or four aces"), "twos": (2, "three or four twos"),
          "threes": (4, "three or four threes")}  # fmt: skip
_NAPOLI = {f"napoli_{suit}": (bit, f"the napoli of {name}") for bit, suit, name in (
    (8, "D", "Denari"), (16, "C", "Coppe"), (32, "B", "Bastoni"), (64, "S", "Spade"))}  # fmt: skip
_SEVENS = {"sevens": (128, "three or four sevens")}

_LEADER = "1 - 2 * (lead_seat % 2)"
"""1 if the leader of the first trick is of side 0, -1 if of side 1."""
_LAST = "1 - 2 * (last_trick_seat % 2)"
"""The same for the winner of the last trick."""
_RICHER = "(first + CASE WHEN accuso_points_0 > accuso_points_1 THEN 0 ELSE 1 END) % 2"
"""Team that has more accuso points in the deal, where the sides differ."""
_MARGIN_A = "(accuso_points_0 - accuso_points_1) * (1 - 2 * (first % 2))"
"""Accuso points of the deal that team A has more than team B."""
_AHEAD_A = "score_before_A - score_before_B"


def quantities(rules: RuleSet) -> list[Quantity]:
    """Every named quantity of Tresette.

    Parameters
    ----------
    rules
        Rules that are played; which combinations and which ends of a match there are depends on them.

    Returns
    -------
    list of Quantity
        In the order of the rules page's questions.
    """
    played = cast("Rules", rules)
    return [
        *_points(),
        *_lead(played),
        *_accuso(played),
        *(_accuso_worth(played) if played.accuso else ()),
        *_cappotto(played),
        *_last_trick(played),
        *_honours(played),
        *_hands(played),
        *_speech(played),
        *_matches(played),
    ]


def _points() -> list[Quantity]:
    """Question 1."""
    return [
        *_by_side(
            "deal_points", "How many points does {side} make in a deal", "deal_points_{s}", "points"
        ),
        *_by_side(
            "points_cards",
            "How many points does {side} make by cards and last trick in a deal",
            "card_points_{s}",
            "points",
        ),
        *_by_side(
            "points_accuso",
            "How many points does {side} make by accuso in a deal",
            "accuso_points_{s}",
            "points",
        ),
        Quantity(
            "points_accuso",
            "How many points does a deal bring by accuso, both sides together",
            "points",
            "accuso_points_0 + accuso_points_1",
        ),
        Quantity(
            "part_accuso",
            "What part of all points is made by accuso",
            "share of points",
            "accuso_points_0 + accuso_points_1",
            per="deal_points_0 + deal_points_1",
        ),
        Quantity(
            "first_hand_advantage",
            "How many points more than the other side does the side first of hand make",
            "points",
            "deal_points_0 - deal_points_1",
        ),
        Quantity(
            "first_hand_advantage_cards",
            "How many points more than the other side does the side first of hand make by cards",
            "points",
            "card_points_0 - card_points_1",
        ),
        Quantity(
            "first_hand_wins",
            "How often does the side first of hand make more points than the other side",
            "share",
            "deal_points_0 > deal_points_1",
        ),
        Quantity(
            "second_wins",
            "How often does the other side make more points than the side first of hand",
            "share",
            "deal_points_1 > deal_points_0",
        ),
        Quantity(
            "deal_tied",
            "How often do both sides make equal points",
            "share",
            "deal_points_0 = deal_points_1",
        ),
        Quantity(
            "first_hand_wins_cards",
            "How often does the side first of hand make more points by cards than the other side",
            "share",
            "card_points_0 > card_points_1",
        ),
    ]


def _lead(rules: Rules) -> list[Quantity]:
    """Questions 1 and 2."""
    found = [
        *_lead_worth("leader", "the side that leads the first trick"),
        Quantity(
            "first_suit_length",
            "How many cards of the suit led first was the leader dealt",
            "cards",
            "first_suit_len",
            given="first_card < 255",
        ),
    ]
    if rules.first_lead == FirstLead.four_denari_first:
        found += [
            *_lead_worth(
                "four_denari", "the side that leads with the 4 of Denari", "deal_index = 0"
            ),
            *_lead_worth("later_lead", "the side that leads a later deal", "deal_index > 0"),
        ]
    return found


def _lead_worth(name: str, who: str, given: str | None = None) -> list[Quantity]:
    return [
        Quantity(
            f"{name}_advantage",
            f"How many points more than the other does {who} make by cards",
            "points",
            f"(card_points_0 - card_points_1) * ({_LEADER})",
            given=given,
        ),
        Quantity(
            f"{name}_wins",
            f"How often does {who} make more points by cards than the other",
            "share",
            f"(card_points_0 - card_points_1) * ({_LEADER}) > 0",
            given=given,
        ),
    ]


def _kinds(rules: Rules) -> dict[str, tuple[int, str]]:
    """Combinations: bits of the mask, and words."""
    return {
        **_RANKS,
        "napoli": (120, "a napoli"),
        **_NAPOLI,
        **(_SEVENS if rules.tre_sette else {}),
    }


def _pair(column: str, side: int | str) -> str:
    """Combinations of the two seats of a side."""
    seats = (0, 2) if side == 0 else (1, 3)
    return f"({column}_s{seats[0]} | {column}_s{seats[1]})"


def _held(bits: int | None, seats: str) -> str:
    return f"{seats} > 0" if bits is None else f"({seats} & {bits}) > 0"


def _accuso(rules: Rules) -> list[Quantity]:
    """Question 3: what is dealt; whether it counts is another matter."""
    seats = [f"accuso_held_s{seat}" for seat in range(rules.seats)]
    anyone = f"({' | '.join(seats)})"
    found = []
    for name, bits, what in (
        ("accuso", None, "something to accuse"),
        *((f"accuso_{kind}", bits, what) for kind, (bits, what) in _kinds(rules).items()),
    ):
        found += [
            Quantity(
                name, f"How often does a hand of a deal hold {what}", "share", _held(bits, anyone)
            ),
            *(
                Quantity(
                    f"{name}_{side}",
                    f"How often does a hand of {_NAMES[side]} hold {what}",
                    "share",
                    _held(bits, _pair("accuso_held", side)),
                )
                for side in (0, 1)
            ),
        ]
        if rules.seats == 4:
            found += [
                Quantity(
                    f"{name}_s{seat}",
                    f"How often does seat {seat} hold {what}",
                    "share",
                    _held(bits, seats[seat]),
                )
                for seat in range(4)
            ]
    count = " + ".join(f"CASE WHEN {seat} > 0 THEN 1 ELSE 0 END" for seat in seats)
    combinations = " + ".join(f"CAST(BIT_COUNT({seat}) AS BIGINT)" for seat in seats)
    found += [
        Quantity(
            "accuso_both",
            "How often do hands of both sides hold something to accuse",
            "share",
            f"{_pair('accuso_held', 0)} > 0 AND {_pair('accuso_held', 1)} > 0",
        ),
        Quantity(
            "accuso_seats", "How many hands of a deal hold something to accuse", "hands", count
        ),
        Quantity(
            "accuso_combinations",
            "How many combinations lie in the hands of a deal",
            "combinations",
            combinations,
        ),
    ]
    declared = combinations.replace("accuso_held", "accuso_decl")
    if rules.accuso_mode == AccusoMode.choice:
        found.append(
            Quantity(
                "accuso_declared",
                "What part of the combinations held is declared",
                "share of combinations",
                declared,
                per=combinations,
            )
        )
    if rules.accuso and not (rules.napoli_coda or rules.cappotto_cancels_accuso):
        found.append(
            Quantity(
                "accuso_four",
                "How often does a deal bring an accuso of all four cards of a rank",
                "share",
                f"accuso_points_0 + accuso_points_1 > 3 * ({declared})",
            )
        )
    return found


def _accuso_worth(rules: Rules) -> list[Quantity]:
    """Questions 4 and 5. A side wins half of all matches; what an accuso adds to that is its worth."""
    differ = "accuso_points_0 <> accuso_points_1"
    won = f"winner = {_RICHER}"
    more = "How often does the side with more accuso points in a deal"
    found = [
        Quantity(
            "deal_won_accuso",
            f"{more} make more points in it",
            "share",
            "(accuso_points_0 - accuso_points_1) * (deal_points_0 - deal_points_1) > 0",
            given=differ,
        ),
        Quantity(
            "accuso_changed_deal",
            "How often would card points alone give the deal to another side, or to none",
            "share",
            "SIGN(card_points_0 - card_points_1) <> SIGN(deal_points_0 - deal_points_1)",
        ),
        Quantity("match_won_accuso", f"{more} win the match", "share", won, given=differ),
    ]
    by = "ABS(accuso_points_0 - accuso_points_1)"
    for name, words, given in (
        ("by3", "by 3", f"{by} = 3"),
        ("by4", "by 4", f"{by} = 4"),
        ("by6", "by 6", f"{by} = 6"),
        ("by7up", "by 7 or more", f"{by} >= 7"),
    ):
        question = f"{more}, {words}, win the match"
        found.append(Quantity(f"match_won_accuso_{name}", question, "share", won, given=given))
    for kind, (bits, what) in _kinds(rules).items():
        own, other = (_held(bits, _pair("accuso_decl", side)) for side in (0, 1))
        found.append(
            Quantity(
                f"match_won_{kind}",
                f"How often does a side that declares {what} in a deal, the other none, "
                "win the match",
                "share",
                f"winner = (first + CASE WHEN {own} THEN 0 ELSE 1 END) % 2",
                given=f"({own}) <> ({other})",
            )
        )
    return [*found, *_accuso_by_score(), *_accuso_in_matches()]


def _accuso_by_score() -> list[Quantity]:
    """Question 4, by score before the deal; those of team A are for ``--by score_before_A``."""
    ahead = f"(winner = 0) = ({_AHEAD_A} > 0)"
    margin = f"{_MARGIN_A} * SIGN({_AHEAD_A})"
    found = [
        Quantity(
            "match_won_ahead",
            "How often does the team that is ahead before a deal win the match",
            "share",
            ahead,
            given=f"{_AHEAD_A} <> 0",
        ),
        *(
            Quantity(
                f"match_won_ahead_accuso_{name}",
                f"How often does the team that is ahead before a deal win the match, if {who} "
                "accuso points in it",
                "share",
                ahead,
                given=f"{_AHEAD_A} <> 0 AND {margin} {sign} 0",
            )
            for name, who, sign in (
                ("own", "it has more", ">"),
                ("equal", "both have equal", "="),
                ("other", "the other has more", "<"),
            )
        ),
        Quantity(
            "match_won_level_accuso",
            "How often does the side with more accuso points in a deal win the match, "
            "if the score was level before",
            "share",
            f"winner = {_RICHER}",
            given=f"{_AHEAD_A} = 0 AND accuso_points_0 <> accuso_points_1",
        ),
        Quantity("match_won_A", "How often does team A win the match", "share", "winner = 0"),
    ]
    for name, who, sign in (
        ("own", "it has more", ">"),
        ("equal", "both have equal", "="),
        ("other", "team B has more", "<"),
    ):
        found.append(
            Quantity(
                f"match_won_A_accuso_{name}",
                f"How often does team A win the match, if {who} accuso points in a deal",
                "share",
                "winner = 0",
                given=f"{_MARGIN_A} {sign} 0",
            )
        )
    return found


def _accuso_in_matches() -> list[Quantity]:
    """Question 5."""
    both = "(card_points_A - card_points_B) * (score_A - score_B)"
    return _of_matches(
        (
            "accuso_decided",
            "How often would card points alone give the match to the other team, or to none",
            "share",
            "accuso_decided",
        ),
        (
            "accuso_other_winner",
            "How often would card points alone give the match to the other team",
            "share",
            f"{both} < 0",
        ),
        (
            "accuso_points_per_match",
            "How many points does a match bring by accuso, both teams together",
            "points",
            "accuso_points_A + accuso_points_B",
        ),
        (
            "more_accuso_wins",
            "How often does the team with more accuso points win the match",
            "share",
            "(winner = 0) = (accuso_points_A > accuso_points_B)",
            "accuso_points_A <> accuso_points_B",
        ),
        (
            "more_cards_wins",
            "How often does the team with more card points win the match",
            "share",
            "(winner = 0) = (card_points_A > card_points_B)",
            "card_points_A <> card_points_B",
        ),
    )


def _cappotto(rules: Rules) -> list[Quantity]:
    """Question 6."""
    given = _whole(rules)
    kind = "(cappotto_kind & {bit}) > 0"
    found = [
        Quantity(name, f"How often does a deal bring {what}", "share", kind.format(bit=bit), given)
        for name, bit, what in (
            ("cappotto", 4, "all tricks to one side (cappotto)"),
            ("cappotto_one_seat", 8, "all tricks to one seat"),
            ("no_points", 1, "no card point to a side"),
            ("stramazzo", 2, "no whole point of cards to a side, last trick apart (stramazzo)"),
        )
    ]
    found.append(
        Quantity(
            "ten_of_suit",
            "How often is a hand dealt that is one whole suit (collatondrione)",
            "share",
            kind.format(bit=16),
        )
    )
    for side, other in ((0, 1), (1, 0)):
        seats = (side,) if rules.seats == 2 else (side, side + 2)
        tricks = " + ".join(f"tricks_s{seat}" for seat in seats)
        found += [
            Quantity(
                f"cappotto_{side}",
                f"How often does {_NAMES[side]} take all tricks",
                "share",
                f"{tricks} = {rules.tricks}",
                given,
            ),
            Quantity(
                f"no_points_{side}",
                f"How often does {_NAMES[side]} make no card point",
                "share",
                f"card_points_{side} = 0",
                given,
            ),
            Quantity(
                f"stramazzo_{side}",
                f"How often does {_NAMES[side]} leave the other side no whole point of cards",
                "share",
                f"thirds_{other} < 3",
                given,
            ),
        ]
    return found


def _whole(rules: Rules) -> str | None:
    """Only deals played to their end, where some are not."""
    return "NOT ended_early" if rules.stop_rule == StopRule.at_once else None


def _last_trick(rules: Rules) -> list[Quantity]:
    """Question 7."""
    given = _whole(rules)
    lead = f"(deal_points_0 - deal_points_1) * ({_LAST})"
    found = [
        *(
            Quantity(
                f"last_trick_{side}",
                f"How often does {_NAMES[side]} take the last trick",
                "share",
                f"last_trick_seat % 2 = {side}",
                given,
            )
            for side in (0, 1)
        ),
        Quantity(
            "last_trick_wins",
            "How often does the side that takes the last trick make more points in the deal",
            "share",
            f"{lead} > 0",
            given,
        ),
        Quantity(
            "last_trick_decides",
            "How often would a deal end otherwise without the point of the last trick",
            "share",
            f"{lead} IN (0, 1)",
            given,
        ),
    ]
    plain = (rules.stop_rule, rules.both_over, rules.cappotto_ends_match)
    if plain == (StopRule.play_out, BothOver.higher_wins, CappottoEndsMatch.none):
        found.append(
            Quantity(
                "last_trick_decides_match",
                "How often would a match not have ended so without the point of its last trick",
                "share",
                "winner = (first + last_trick_seat) % 2 AND (ABS(score_A - score_B) = 1 "
                "OR GREATEST(score_A, score_B) = target_final)",
                given="deal_index = deals - 1",
            )
        )
    return found


def _honours(rules: Rules) -> list[Quantity]:
    """Questions 8 and 13; in two-handed play the first ten cards say little of what is drawn."""
    given = _whole(rules)
    found = [
        Quantity(
            "aces_taken_0",
            f"How many aces does {_NAMES[0]} take",
            "cards",
            "aces_taken_0",
            given,
        ),
        Quantity(
            "aces_taken_1",
            f"How many aces does {_NAMES[1]} take",
            "cards",
            "4 - aces_taken_0",
            given,
        ),
    ]
    if rules.seats == 2:
        return found
    also = f" AND {given}" if given else ""
    found += [
        Quantity(
            "aces_changed_sides",
            "How many more aces than it was dealt does the side take that gains aces",
            "cards",
            "ABS(aces_taken_0 - aces_dealt_0)",
            given,
        ),
        Quantity(
            "more_aces_win",
            "How often does the side that was dealt more aces make more points by cards",
            "share",
            "(aces_dealt_0 - 2) * (card_points_0 - card_points_1) > 0",
            given=f"aces_dealt_0 <> 2{also}",
        ),
        *(
            Quantity(
                f"first_hand_wins_{aces}aces",
                f"How often does the side first of hand make more points by cards than the other side, "
                f"if it was dealt {aces} of the aces",
                "share",
                "card_points_0 > card_points_1",
                given=f"aces_dealt_0 = {aces}{also}",
            )
            for aces in range(5)
        ),
    ]
    voids = [f"CAST(BIT_COUNT(voids_dealt_s{seat}) AS BIGINT)" for seat in range(4)]
    more_voids = f"({voids[0]} + {voids[2]} - {voids[1]} - {voids[3]})"
    for name, what, more in (
        ("ace", "ace", "2 * (aces_dealt_0 - 2)"),
        ("three", "three", "2 * (threes_dealt_0 - 2)"),
        ("two", "two", "2 * (twos_dealt_0 - 2)"),
        ("void", "missing suit", more_voids),
    ):
        # both sides are dealt alike, so this is the slope of a regression
        found.append(
            Quantity(
                f"{name}_worth",
                f"By how many card points does a side lead for each {what} that its hands have "
                "more than the other's",
                f"points per {what}",
                f"(card_points_0 - card_points_1) * {more}",
                given,
                per=f"{more} * {more}",
            )
        )
    return found


def _hands(rules: Rules) -> list[Quantity]:
    """Questions 13 and 15."""
    seats = range(rules.seats)
    thirds = ", ".join(f"thirds_dealt_s{seat}" for seat in seats)
    found = [
        Quantity(
            "void",
            "How often does some hand miss a suit as dealt",
            "share",
            f"({' | '.join(f'voids_dealt_s{seat}' for seat in seats)}) > 0",
        ),
        Quantity(
            "weak_hand",
            "How often is some hand worth less than a point as dealt",
            "share",
            f"LEAST({thirds}) < 3",
        ),
    ]
    if rules.weak_hand_redeal:
        found += [
            Quantity("redeals", "How many deals are thrown in for a deal", "deals", "redeals"),
            Quantity("redealt", "How often is a deal thrown in", "share", "redeals > 0"),
        ]
    return found


def _speech(rules: Rules) -> list[Quantity]:
    """Question 12."""
    if rules.speech == Speech.none:
        return []
    return [
        Quantity(
            "statements", "How many leads of a deal come with a statement", "leads", "statements"
        )
    ]


def _matches(rules: Rules) -> list[Quantity]:
    """Questions 9, 10 and 14."""
    found = [
        Quantity(
            "match_won_0",
            "How often does the side that is first of hand in a deal win the match",
            "share",
            "winner = first % 2",
        ),
        *_of_matches(
            ("deals_per_match", "How many deals has a match", "deals", "deals"),
            (
                "first_player_wins",
                "How often does the team that is first of hand in the first deal win the match",
                "share",
                "winner = first_of_match % 2",
            ),
            (
                "team_A_wins",
                "How often does team A (that of player 0) win the match",
                "share",
                "winner = 0",
            ),
            (
                "winning_score",
                "How many points has the winner of a match",
                "points",
                "CASE WHEN winner = 0 THEN score_A ELSE score_B END",
            ),
            (
                "losing_score",
                "How many points has the loser of a match",
                "points",
                "CASE WHEN winner = 0 THEN score_B ELSE score_A END",
            ),
            (
                "level_at_target",
                "How often is the score of a match level at the target or above",
                "share",
                "extra_deals > 0",
            ),
            (
                "extra_deals",
                "How many deals does a match go on once it was level at the target",
                "deals",
                "extra_deals",
                "extra_deals > 0",
            ),
            (
                "both_over",
                "How often do both teams of a match reach the target",
                "share",
                "both_over",
            ),
            (
                "lead_changed",
                "How often does the lead in a match change at all",
                "share",
                "lead_changes > 0",
            ),
            (
                "lead_changes",
                "How many times does the lead in a match change",
                "count",
                "lead_changes",
            ),
            (
                "largest_deficit",
                "How far was the winner of a match behind at most",
                "points",
                "max_deficit",
            ),
            (
                "comeback",
                "How often was the winner of a match ten points or more behind",
                "share",
                "max_deficit >= 10",
            ),
        ),
    ]
    if rules.both_over == BothOver.raise_10:
        found += _of_matches(
            ("target_at_end", "What is the target when a match ends", "points", "target_final")
        )
    if rules.stop_rule == StopRule.at_once:
        found.append(
            Quantity(
                "ended_early", "How often is a deal cut short at the target", "share", "ended_early"
            )
        )
    return found


def _of_matches(*asked: tuple[str, ...]) -> list[Quantity]:
    """Quantities of matches: name, question, unit, expression, and which rows if not all."""
    return [
        Quantity(name, question, unit, expression, given[0] if given else None, table="matches")
        for name, question, unit, expression, *given in asked
    ]


def _by_side(name: str, question: str, expression: str, unit: str) -> list[Quantity]:
    return [
        Quantity(
            f"{name}_{side}", question.format(side=_NAMES[side]), unit, expression.format(s=side)
        )
        for side in (0, 1)
    ]
