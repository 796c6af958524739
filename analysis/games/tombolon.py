"""The questions that players and statisticians ask of Tombolon (Q1 to Q16 of its rules page).

Side 0 is *primo di mano*, the first of hand; side 1 holds the dealer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from analysis.quantities import Quantity

if TYPE_CHECKING:
    from sim.games.tombolon.rules import Rules
    from sim.rules import RuleSet

__all__ = ["HEADLINE", "SIDES", "SOURCES", "quantities"]

HEADLINE = {
    "deal": (
        "raddoppio",
        "tombolon",
        "first_hand_advantage",
        "deal_points_0",
        "deal_points_1",
        "points_deck",
        "points_raddoppio",
        "points_napoli",
        "points_scopa",
        "points_colour",
    ),
    "match": ("deals_per_match", "ended_inside_a_deal", "winner_was_first", "raddoppio"),
}
"""What a run is about unless its study says otherwise."""

SIDES = ("side 0, first of hand", "side 1, the dealer's")
"""What the sides are called in charts."""

SOURCES = {
    "points_deck": "deck points",
    "points_raddoppio": "raddoppio",
    "points_napoli": "Napoli",
    "points_scopa": "scopa",
    "points_colour": "colour",
}
"""The parts that the points of a deal are made of, by stem of their quantities."""

_COLUMNS = {
    "points_deck": "deck_points",
    "points_raddoppio": "raddoppio",
    "points_napoli": "napoli",
    "points_scopa": "scopa_points",
    "points_colour": "colour_points",
}


def quantities(rules: RuleSet) -> list[Quantity]:
    """Every named quantity of Tombolon.

    Parameters
    ----------
    rules
        Rules that are played; ranks, honours and the length of a deal depend on them.

    Returns
    -------
    list of Quantity
        In the order of the rules page's questions.
    """
    played = cast("Rules", rules)
    return [
        *_raddoppio(played),
        *_tombolon(),
        *_points(),
        *_sources(),
        *_captures(played),
        *_napoli(),
        *_ties_and_redeals(),
        *_bottom_card(played),
        *_choices(),
        *_matches(),
    ]


def _raddoppio(rules: Rules) -> list[Quantity]:
    """Q1. A side that holds an honour bars the other's raddoppio: what is open is the own chance."""
    early = (rules.pack - 4) // 4
    span = f"the first quarter of the plays ({early})"
    found = [
        Quantity(
            "raddoppio",
            "How often does a deal bring a raddoppio: all six deck points to one side",
            "share",
            "raddoppio_0 > 0 OR raddoppio_1 > 0",
        ),
        *_by_side("raddoppio", "How often does {side} make a raddoppio", "raddoppio_{s} > 0"),
    ]
    for side, other in ((0, 1), (1, 0)):
        for name, whose, given in (
            (
                "own_early_honour",
                f"{_NAMES[side]} has taken",
                f"first_honour_play_{side} <= {early}",
            ),
            (
                "other_early_honour",
                f"{_NAMES[other]} has taken",
                f"first_honour_play_{other} <= {early}",
            ),
            (
                "no_early_honour",
                "neither side has taken",
                f"first_honour_play_0 > {early} AND first_honour_play_1 > {early}",
            ),
        ):
            found.append(
                Quantity(
                    f"raddoppio_{name}_{side}",
                    f"How often does {_NAMES[side]} make a raddoppio, if {whose} an honour "
                    f"in {span}",
                    "share",
                    f"raddoppio_{side} > 0",
                    given=given,
                )
            )
    return found


def _tombolon() -> list[Quantity]:
    """Q2."""
    return [
        Quantity(
            "tombolon",
            "How often does a side make Tombolon: all six deck points and all Spade",
            "share",
            "tombolon_0 OR tombolon_1",
        ),
        *_by_side("tombolon", "How often does {side} make Tombolon", "tombolon_{s}"),
    ]


def _points() -> list[Quantity]:
    """Q3."""
    return [
        *_by_side(
            "deal_points", "How many points does {side} make in a deal", "deal_points_{s}", "points"
        ),
        Quantity(
            "deal_points",
            "How many points does a deal bring to both sides together",
            "points",
            "deal_points_0 + deal_points_1",
        ),
        Quantity(
            "first_hand_advantage",
            "How many points more than the dealer's side does the first of hand make",
            "points",
            "deal_points_0 - deal_points_1",
        ),
        Quantity(
            "first_hand_wins",
            "How often does the first of hand make more points than the dealer's side",
            "share",
            "deal_points_0 > deal_points_1",
        ),
        Quantity(
            "second_wins",
            "How often does the dealer's side make more points than the first of hand",
            "share",
            "deal_points_1 > deal_points_0",
        ),
        Quantity(
            "deal_tied",
            "How often do both sides make equal points",
            "share",
            "deal_points_0 = deal_points_1",
        ),
        Quantity("plays", "How many cards are played in a deal", "cards", "plays"),
    ]


def _sources() -> list[Quantity]:
    """Q4."""
    found = []
    for stem, column in _COLUMNS.items():
        title = SOURCES[stem]
        found.append(
            Quantity(
                stem,
                f"How many points does a deal bring by {title}, both sides together",
                "points",
                f"{column}_0 + {column}_1",
            )
        )
        question = f"How many points does {{side}} make by {title} in a deal"
        found.extend(_by_side(stem, question, f"{column}_{{s}}", "points"))
    for stem, column in _COLUMNS.items():
        found.append(
            Quantity(
                f"part_{stem.removeprefix('points_')}",
                f"What part of all points is made by {SOURCES[stem]}",
                "share of points",
                f"{column}_0 + {column}_1",
                per="deal_points_0 + deal_points_1",
            )
        )
    return found


def _captures(rules: Rules) -> list[Quantity]:
    """Q5, Q6."""
    found = []
    for name, column, what in (("scope", "scopa", "scope"), ("colours", "colour", "colours")):
        found.append(
            Quantity(
                name,
                f"How many scoring {what} does a deal bring, both sides together",
                what,
                f"n_{column}_0 + n_{column}_1",
            )
        )
        found.extend(
            _by_side(name, f"How many scoring {what} does {{side}} make", f"n_{column}_{{s}}", what)
        )
    for name, first, last in (("scopa", 1, rules.ranks), ("colour", 3, rules.top)):
        plural = {"scopa": "scope", "colour": "colours"}[name]
        for rank in range(first, last + 1):
            text = rules.cards.ranks[rank - 1]
            found.append(
                Quantity(
                    f"{name}_by_{text}",
                    f"How many scoring {plural} are made with a {text} in a deal",
                    plural,
                    f"{name}_by_rank_0[{rank}] + {name}_by_rank_1[{rank}]",
                )
            )
    found.append(
        Quantity(
            "both",
            "How many plays of a deal score scopa and colour at once",
            "plays",
            "n_both_0 + n_both_1",
        )
    )
    found.extend(
        _by_side(
            "both",
            "How many plays of {side} score scopa and colour at once",
            "n_both_{s}",
            "plays",
        )
    )
    return found


def _napoli() -> list[Quantity]:
    """Q7."""
    return [
        Quantity(
            "napoli",
            "How often does a side hold a Napoli: Spade from the ace, three or more in a row",
            "share",
            "napoli_0 > 0 OR napoli_1 > 0",
        ),
        *_by_side("napoli", "How often does {side} hold a Napoli", "napoli_{s} > 0"),
        Quantity(
            "napoli_length",
            "How long is a Napoli where there is one",
            "cards",
            "napoli_0 + napoli_1",
            given="napoli_0 > 0 OR napoli_1 > 0",
        ),
    ]


def _ties_and_redeals() -> list[Quantity]:
    """Q8, Q9."""
    return [
        Quantity(
            "carte_tie", "How often do both sides hold equally many cards", "share", "carte_tie"
        ),
        Quantity(
            "spade_tie", "How often do both sides hold equally many Spade", "share", "spade_tie"
        ),
        Quantity(
            "redeals", "How many shuffles are thrown away for a deal", "shuffles", "n_redeals"
        ),
        Quantity(
            "redealt", "How often is a deal shuffled more than once", "share", "n_redeals > 0"
        ),
    ]


def _bottom_card(rules: Rules) -> list[Quantity]:
    """Q13."""
    honours = tuple(rules.honours)
    found = [
        Quantity(
            "bottom_honour",
            "How often is the bottom card of the tallone an honour",
            "share",
            f"bottom_card IN {honours}",
        )
    ]
    for name, how, given in (
        ("honour", "is an honour", f"bottom_card IN {honours}"),
        ("plain", "is none", f"bottom_card NOT IN {honours}"),
    ):
        found.append(
            Quantity(
                f"dealer_points_bottom_{name}",
                f"How many points does the dealer's side make if the bottom card {how}"
                + (" of the honours" if name == "plain" else ""),
                "points",
                "deal_points_1",
                given=given,
            )
        )
        found.append(
            Quantity(
                f"dealer_advantage_bottom_{name}",
                "How many points more than the first of hand does the dealer's side make "
                f"if the bottom card {how}" + (" of the honours" if name == "plain" else ""),
                "points",
                "deal_points_1 - deal_points_0",
                given=given,
            )
        )
    return found


def _choices() -> list[Quantity]:
    """Q14, Q15, Q16."""
    return [
        Quantity(
            "choice_sum",
            "How often in a deal is a sum taken although an equal card lay there",
            "plays",
            "choice_sum_0 + choice_sum_1",
        ),
        Quantity(
            "choice_equal",
            "How often in a deal is the equal card taken although a sum was legal",
            "plays",
            "choice_equal_0 + choice_equal_1",
        ),
        Quantity(
            "last_card_lost_points",
            "How many points does the rule of the last card cost in a deal",
            "points",
            "last_card_lost_points",
        ),
        Quantity(
            "last_card_captures",
            "How often does the last card capture",
            "share",
            "last_card_captures",
            given="last_card < 255",
        ),
        Quantity(
            "legal_actions",
            "How many legal actions has a decision",
            "actions per decision",
            "legal_actions_sum",
            per="plays",
        ),
        Quantity(
            "legal_actions_most",
            "How many legal actions has the widest decision of a deal",
            "actions",
            "legal_actions_max",
        ),
        Quantity(
            "forced",
            "What part of the decisions is forced",
            "share of decisions",
            "forced_decisions",
            per="plays",
        ),
        Quantity(
            "largest_table",
            "How many cards lie on the table at most in a deal",
            "cards",
            "table_max",
        ),
        Quantity(
            "leftovers",
            "How many table cards are handed over at the end of a complete deal",
            "cards",
            "leftovers",
            given="ended_by = 0",
        ),
    ]


def _matches() -> list[Quantity]:
    """Q10, Q11; `match_won` reads the match of each deal, to be split by the score before it."""
    finished = "winner_team >= 0"
    return [
        Quantity(
            "match_won_0",
            "How often does the side that is first of hand in a deal win the match",
            "share",
            "winner_team = first % 2",
            given=finished,
        ),
        Quantity(
            "deal_goes_out", "How often does a side go out inside a deal", "share", "ended_by = 1"
        ),
        *(
            Quantity(name, question, unit, expression, given, table="matches")
            for name, question, unit, expression, given in (
                ("deals_per_match", "How many deals has a match", "deals", "n_deals", None),
                (
                    "plays_per_match",
                    "How many cards are played in a match",
                    "cards",
                    "total_plays",
                    None,
                ),
                (
                    "ended_inside_a_deal",
                    "How often does a match end inside a deal, by going out or Tombolon",
                    "share",
                    "won_by IN (0, 1)",
                    None,
                ),
                (
                    "last_deal_plays",
                    "At which play does a match end that ends inside a deal",
                    "play",
                    "last_deal_plays",
                    "won_by IN (0, 1)",
                ),
                (
                    "winner_was_first",
                    "How often was the winner of the match first of hand in its last deal",
                    "share",
                    "winner_was_first",
                    finished,
                ),
                (
                    "first_player_wins",
                    "How often does the team that is first of hand in the first deal win the match",
                    "share",
                    "winner_team = first_player % 2",
                    finished,
                ),
                (
                    "team_0_wins",
                    "How often does team 0 (that of player 0) win the match",
                    "share",
                    "winner_team = 0",
                    finished,
                ),
                (
                    "tombolon_wins",
                    "How often is a match won by Tombolon",
                    "share",
                    "won_by = 1",
                    None,
                ),
                ("extra_deals", "How many extra deals has a match", "deals", "n_extra_deals", None),
                (
                    "unfinished",
                    "How often does a match reach no end",
                    "share",
                    "winner_team < 0",
                    None,
                ),
            )
        ),
    ]


_NAMES = ("the first of hand", "the dealer's side")


def _by_side(name: str, question: str, expression: str, unit: str = "share") -> list[Quantity]:
    return [
        Quantity(
            f"{name}_{side}",
            question.format(side=_NAMES[side]),
            unit,
            expression.format(s=side),
        )
        for side in (0, 1)
    ]
