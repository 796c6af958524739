"""The questions that players and statisticians ask of Briscola (section 1 of its rules page).

Side 0 is *primo di mano*, the first of hand, and leads the first trick; the last side holds the dealer.
A side is a pair with four players, else one player; a team is a side through all the deals of a match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from analysis.quantities import Quantity
from sim.games.briscola.rules import TrumpSwap

if TYPE_CHECKING:
    from sim.games.briscola.rules import Rules
    from sim.rules import RuleSet

__all__ = ["HEADLINE", "SIDES", "SOURCES", "quantities"]

HEADLINE = {
    "deal": (
        "first_hand_advantage",
        "deal_won_0",
        "deal_won_1",
        "drawn",
        "over_90",
        "all_tricks",
        "decided_before_end",
        "points_0",
        "points_1",
    ),
    "match": (
        "deals_per_match",
        "first_player_wins",
        "sweep",
        "prolonged",
        "drawn",
        "first_hand_advantage",
    ),
}
"""What a run is about unless its study says otherwise."""

SIDES = ("side 0, first of hand", "side 1", "side 2")
"""What the sides are called in charts; side 2 only with three players."""

SOURCES: dict[str, str] = {}
"""A deal's points are all of one kind: those of the cards taken."""

_DECIDED = "deal_winner >= 0"


def quantities(rules: RuleSet) -> list[Quantity]:
    """Every named quantity of Briscola.

    Parameters
    ----------
    rules
        Rules that are played; sides, tricks and the worth of cards depend on them.

    Returns
    -------
    list of Quantity
        In the order of the rules page's questions.
    """
    played = cast("Rules", rules)
    return [
        *_points(played),
        *_trumps(played),
        *_face_up(played),
        *_strozzi(played),
        *_course(played),
        *_last_trick(played),
        *_matches(played),
    ]


def _names(rules: Rules) -> tuple[str, ...]:
    if rules.sides == 3:
        return "the first of hand", "the second of hand", "the dealer's side"
    return "the first of hand", "the dealer's side"


def _side(rules: Rules, seat: str) -> str:
    """Side of a seat, or team of a player."""
    return seat if rules.seats == rules.sides else f"{seat} % 2"


def _points(rules: Rules) -> list[Quantity]:
    """Questions 1, 2, 3 and 11."""
    sides = range(rules.sides)
    others = "points_1" if rules.sides == 2 else "(points_1 + points_2) / 2.0"
    found = [
        *_by_side(rules, "points", "How many points does {side} make in a deal", "points_{s}"),
        Quantity(
            "first_hand_advantage",
            "How many points more does the side first of hand make than each other side",
            "points",
            f"points_0 - {others}",
        ),
        *_by_side(
            rules, "deal_won", "How often does {side} win a deal", "deal_winner = {s}", "share"
        ),
        Quantity("drawn", "How often is a deal drawn", "share", "deal_winner < 0"),
        Quantity(
            "first_hand_wins",
            "How often does the side first of hand win a deal that is not drawn",
            "share",
            "deal_winner = 0",
            given=_DECIDED,
        ),
    ]
    if rules.sides == 2:
        found += [
            Quantity(
                "level_60",
                "How often do both sides make 60 points",
                "share",
                "points_0 = points_1",
            ),
            Quantity(
                "margin",
                "How many points are the sides of a deal apart",
                "points",
                "ABS(points_0 - points_1)",
            ),
        ]
    for name, least, what in (
        ("over_60", 61, "61 points or more"),
        ("over_90", 91, "91 points or more"),
        ("all_points", 120, "all 120 points"),
    ):
        if rules.sides == 3 or least > 61:
            either = " OR ".join(f"points_{side} >= {least}" for side in sides)
            question = f"How often does one side make {what}"
            found.append(Quantity(name, question, "share", either))
        found += _by_side(
            rules, name, f"How often does {{side}} make {what}", f"points_{{s}} >= {least}", "share"
        )
    found.append(
        Quantity("all_tricks", "How often does one side take every trick", "share", "all_tricks")
    )
    return found


def _trumps(rules: Rules) -> list[Quantity]:
    """Question 4. What is received before the last draw owes nothing to play (section 9)."""
    found = [
        Quantity(
            "trumps_received",
            "How many trumps does the side first of hand get before the last draw",
            "cards",
            "trumps_recv_0",
        ),
        *(
            Quantity(
                f"first_hand_wins_{name}",
                f"How often does the side first of hand win a deal, if it gets {words} before the last "
                "draw",
                "share",
                "deal_winner = 0",
                given=given,
            )
            for name, words, given in (
                ("0to2trumps", "no more than 2 trumps", "trumps_recv_0 <= 2"),
                ("3trumps", "3 trumps", "trumps_recv_0 = 3"),
                ("4trumps", "4 trumps", "trumps_recv_0 = 4"),
                ("5trumps", "5 trumps", "trumps_recv_0 = 5"),
                ("6to9trumps", "6 trumps or more", "trumps_recv_0 >= 6"),
                ("0to4trump_points", "0 to 4 trump points", "trump_points_recv_0 <= 4"),
                (
                    "5to14trump_points",
                    "5 to 14 trump points",
                    "trump_points_recv_0 BETWEEN 5 AND 14",
                ),
                (
                    "15to24trump_points",
                    "15 to 24 trump points",
                    "trump_points_recv_0 BETWEEN 15 AND 24",
                ),
                ("25to30trump_points", "25 trump points or more", "trump_points_recv_0 >= 25"),
            )
        ),
    ]
    if rules.sides == 2:
        found += [
            Quantity(
                "more_trumps_win",
                "How often does the side that gets more trumps in all win a deal that is not drawn",
                "share",
                "(deal_winner = 0) = (trumps_total_0 > trumps_total_1)",
                given=f"{_DECIDED} AND trumps_total_0 <> trumps_total_1",
            ),
            Quantity(
                "more_points_received_win",
                "How often does the side whose hands get more points win a deal that is not drawn",
                "share",
                "(deal_winner = 0) = (points_recv_0 > 60)",
                given=f"{_DECIDED} AND points_recv_0 <> 60",
            ),
            Quantity(
                "points_captured",
                "How many points does the side first of hand win more than its own hands got",
                "points",
                "points_0 - points_recv_0",
            ),
        ]
        if not rules.removed_cards:
            found += _trump_worth(rules)
    return found


def _trump_worth(rules: Rules) -> list[Quantity]:
    """Slopes of regressions: what a side gets of the 39 unknown cards has a known mean."""
    received = 20 - rules.seats // rules.sides
    points = _face_up_points(rules)
    found = []
    for name, what, centred in (
        ("trump", "trump", f"(39 * trumps_recv_0 - {9 * received})"),
        (
            "trump_point",
            "trump point",
            f"(39 * trump_points_recv_0 - {received} * (30 - {points}))",
        ),
    ):
        found.append(
            Quantity(
                f"{name}_worth",
                f"How many points does a {what} more, got before the last draw, bring",
                f"points per {what}",
                f"(points_0 - 60) * 39 * {centred}",
                per=f"{centred} * {centred}",
            )
        )
    return found


def _face_up_points(rules: Rules) -> str:
    """Points of the face-up card as turned."""
    worth = {1: 11, rules.second_card: 10, 8: 2, 9: 3, 10: 4}
    cases = " ".join(f"WHEN {rank - 1} THEN {points}" for rank, points in worth.items())
    return f"(CASE faceup_card % 10 {cases} ELSE 0 END)"


def _face_up(rules: Rules) -> list[Quantity]:
    """Question 5, and of 12 what it is worth to draw last."""
    drawn_by = _side(rules, "faceup_seat")
    rank = "faceup_final % 10"
    carichi, figures = (0, rules.second_card - 1), (7, 8, 9)
    found = [
        *_by_side(
            rules,
            "faceup_drawn",
            "How often does {side} draw the face-up card, the last of the stock",
            f"{drawn_by} = {{s}}",
            "share",
        ),
    ]
    texts = rules.cards.ranks
    for name, what, given in (
        ("faceup_won", "the face-up card", None),
        ("faceup_carico_won", "a carico from under the stock", f"{rank} IN {carichi}"),
        ("faceup_figure_won", "a figure from under the stock", f"{rank} IN {figures}"),
        (
            "faceup_liscio_won",
            "a liscio from under the stock",
            f"{rank} NOT IN {carichi + figures}",
        ),
        *(
            (
                f"faceup_{text}_won",
                f"the {text} of trumps from under the stock",
                f"{rank} = {place}",
            )
            for place, text in enumerate(texts)
        ),
    ):
        found.append(
            Quantity(
                name,
                f"How often does the side that draws {what} win a deal that is not drawn",
                "share",
                f"deal_winner = {drawn_by}",
                given=f"{_DECIDED} AND {given}" if given else _DECIDED,
            )
        )
    if rules.trump_swap != TrumpSwap.none:
        found += [
            Quantity(
                "swapped", "How often is the face-up card exchanged", "share", "swap_seat >= 0"
            ),
            Quantity(
                "swap_won",
                "How often does the side that takes the face-up card in exchange win a deal "
                "that is not drawn",
                "share",
                f"deal_winner = {_side(rules, 'swap_seat')}",
                given=f"{_DECIDED} AND swap_seat >= 0",
            ),
        ]
    return found


def _strozzi(rules: Rules) -> list[Quantity]:
    """Question 8."""
    return [
        Quantity(
            "strozzi",
            "How many plain aces and seconds does a deal see taken by another side",
            "cards",
            "strozzi_suit + strozzi_trump",
        ),
        Quantity(
            "strozzi_by_suit",
            "How many plain aces and seconds does another side take with a card of their suit",
            "cards",
            "strozzi_suit",
        ),
        Quantity(
            "strozzi_by_trump",
            "How many plain aces and seconds does another side take with a trump",
            "cards",
            "strozzi_trump",
        ),
        Quantity(
            "carichi_taken",
            "How many of the eight aces and seconds does the side first of hand take",
            "cards",
            "carichi_taken_0",
        ),
    ]


def _course(rules: Rules) -> list[Quantity]:
    """Question 9."""
    tricks = len(rules.cards) // rules.seats
    won = "How often does the side first of hand win a deal"
    return [
        Quantity(
            "decided_trick",
            "After which trick does a side first have more than 60 points, if one ever has",
            "trick",
            "decided_trick",
            given="decided_trick > 0",
        ),
        Quantity(
            "decided_before_end",
            "How often has a side more than 60 points before the last three tricks",
            "share",
            f"decided_trick > 0 AND decided_trick <= {tricks - 3}",
        ),
        Quantity(
            "decided_by_last_trick",
            "How often does the last trick bring a side over 60 points",
            "share",
            f"decided_trick = {tricks}",
        ),
        Quantity(
            "points_before_end",
            "How many points has the side first of hand before the last three tricks",
            "points",
            "points_before_end_0",
        ),
        *(
            Quantity(
                f"first_hand_wins_from_{low}to{high}",
                f"{won}, if it has {low} to {high} points before the last three tricks",
                "share",
                "deal_winner = 0",
                given=f"points_before_end_0 BETWEEN {low} AND {high}",
            )
            for low, high in ((0, 20), (21, 30), (31, 40), (41, 50), (51, 60))
        ),
        Quantity(
            "points_at_end",
            "How many points does the side first of hand make in the last three tricks",
            "points",
            "points_0 - points_before_end_0",
        ),
        Quantity(
            "lead_changed",
            "How often does the side that is ahead on points change in a deal",
            "share",
            "lead_changes > 0",
        ),
        Quantity(
            "lead_changes",
            "How many times does the side that is ahead on points change in a deal",
            "count",
            "lead_changes",
        ),
    ]


def _last_trick(rules: Rules) -> list[Quantity]:
    """Question 12."""
    taken_by = _side(rules, "last_trick_seat")
    found = [
        *_by_side(
            rules,
            "last_trick",
            "How often does {side} take the last trick",
            f"{taken_by} = {{s}}",
            "share",
        ),
        Quantity(
            "last_trick_wins",
            "How often does the side that takes the last trick win a deal that is not drawn",
            "share",
            f"deal_winner = {taken_by}",
            given=_DECIDED,
        ),
        Quantity(
            "last_trick_points",
            "How many points has the last trick where the side first of hand takes it",
            "points",
            "points_0 - points_before_last_0",
            given=f"{taken_by} = 0",
        ),
    ]
    if rules.sides == 2:
        found.append(
            Quantity(
                "last_trick_turns",
                "How often is the side first of hand behind before the last trick and wins by it",
                "share",
                f"{taken_by} = 0 AND deal_winner = 0 AND points_before_last_0 < points_1",
            )
        )
    return found


def _matches(rules: Rules) -> list[Quantity]:
    """Question 10."""
    finished = "winner >= 0"
    found = [
        Quantity(
            "match_won_0",
            "How often does the side that is first of hand in a deal win the match",
            "share",
            f"winner = {_side(rules, 'first')}",
            given=finished,
        ),
        Quantity(
            "match_won_by_deal",
            "How often does the winner of a deal win the match",
            "share",
            "winner = match_winner_of_deal",
            given=f"{finished} AND match_winner_of_deal >= 0",
        ),
        Quantity(
            "match_won_A",
            "How often does team A win the match, deal by deal: to be split by score_after",
            "share",
            "winner = 0",
            given=finished,
        ),
    ]
    asked = [
        ("deals_per_match", "How many deals has a match", "deals", "deals"),
        (
            "first_player_wins",
            "How often does the team that is first of hand in the first deal win the match",
            "share",
            f"winner = {_side(rules, 'first_of_match')}",
            finished,
        ),
        *(
            (
                f"team_{letter}_wins",
                f"How often does team {letter} (that of player {team}) win the match",
                "share",
                f"winner = {team}",
                finished,
            )
            for team, letter in enumerate("ABC"[: rules.sides])
        ),
        ("sweep", "How often do the losers of a match win no deal", "share", "sweep", finished),
        ("drawn_deals", "How many deals of a match are drawn", "deals", "drawn_deals"),
        (
            "prolonged",
            "How often has a match a drawn deal",
            "share",
            "drawn_deals > 0",
        ),
        (
            "largest_deficit",
            "How far was the winner of a match behind at most",
            "deals",
            "max_deficit",
            finished,
        ),
        (
            "comeback",
            "How often was the winner of a match two deals or more behind",
            "share",
            "max_deficit >= 2",
            finished,
        ),
    ]
    if rules.match_fixed_deals:
        asked.append(("match_drawn", "How often is a match drawn", "share", "winner < 0"))
    if rules.sides == 2:
        asked.append(
            (
                "more_points_win",
                "How often does the team with more card points in all win the match",
                "share",
                "(winner = 0) = (points_A > points_B)",
                f"{finished} AND points_A <> points_B",
            )
        )
    return [*found, *_of_matches(*asked)]


def _of_matches(*asked: tuple[str, ...]) -> list[Quantity]:
    """Quantities of matches: name, question, unit, expression, and which rows if not all."""
    return [
        Quantity(name, question, unit, expression, given[0] if given else None, table="matches")
        for name, question, unit, expression, *given in asked
    ]


def _by_side(
    rules: Rules, name: str, question: str, expression: str, unit: str = "points"
) -> list[Quantity]:
    return [
        Quantity(f"{name}_{side}", question.format(side=who), unit, expression.format(s=side))
        for side, who in enumerate(_names(rules))
    ]
