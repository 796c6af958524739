"""The questions that organisers and statisticians ask of the tournament (section 1 of its rules page).

Pair A is that of players 0 and 2 (TO-2). Of a deal's sides, side 0 is *primo di mano*, the first to have
received cards, and side 1 holds the dealer. What concerns one game alone is asked of runs of that game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from analysis.quantities import Quantity
from sim.games.torneo.rules import GAMES, Pairing

if TYPE_CHECKING:
    from sim.games.torneo.rules import Rules
    from sim.rules import RuleSet

__all__ = ["HEADLINE", "SIDES", "SOURCES", "quantities"]

HEADLINE = {
    "meeting": (
        "pair_A_wins",
        "third_needed",
        "deals_per_meeting",
        "first_player_wins",
        "prolonged",
        "accuso_owed",
    ),
    "knockout": ("pair0_wins", "pair1_wins", "pair2_wins", "pair3_wins", "deals_per_knockout"),
}
"""What a run is about unless its study says otherwise."""

SIDES = ("side 0, first of hand", "side 1, the dealer's")
"""What the sides are called in charts."""

SOURCES: dict[str, str] = {}
"""Points of two games are not of one kind."""


def quantities(rules: RuleSet) -> list[Quantity]:
    """Every named quantity of the tournament.

    Parameters
    ----------
    rules
        Rules that are played: the list of matches, and how many pairs meet.

    Returns
    -------
    list of Quantity
        Of meetings if two pairs play, else of knock-outs; in the order of the rules page's questions.
    """
    played = cast("Rules", rules)
    if played.pairs > 2:
        return [*_knockout(played), *_deals(played)]
    return [
        *_meeting(played),
        *_results(played),
        *_lengths(played),
        *_dealer(played),
        *_prolonged(played),
        *_accuso(played),
        *_cuts(played),
        *_deals(played),
    ]


def _games(rules: Rules) -> list[str]:
    """Names of the games of a meeting, by match."""
    return [match.game for match in rules.matches]


def _places(rules: Rules) -> range:
    """Numbers of the matches."""
    return range(1, len(rules.matches) + 1)


def _sure(rules: Rules) -> int:
    """How many matches are played in any case."""
    return (len(rules.matches) + 1) // 2


def _played(rules: Rules, place: int) -> str | None:
    """Only meetings in which a match was played."""
    return f"m{place}_winner >= 0" if place > _sure(rules) else None


def _also(*conditions: str | None) -> str | None:
    return " AND ".join(filter(None, conditions)) or None


def _meeting(rules: Rules) -> list[Quantity]:
    """Questions 1 to 3."""
    last = len(rules.matches)
    needed = "m3_winner >= 0" if last >= 3 else "m1_winner > 1"
    return [
        _of_matches(
            "pair_A_wins",
            "How often does pair A (that of player 0) win the meeting",
            "share",
            "winner = 0",
        ),
        _of_matches(
            "third_needed", "How often is a third match needed in a meeting", "share", needed
        ),
        _of_matches(
            "all_needed",
            f"How often are all matches of a meeting needed, {last} of them",
            "share",
            f"m{last}_winner >= 0",
        ),
        *(
            _of_matches(
                f"m{place}_A_wins",
                f"How often does pair A win match {place} ({game})",
                "share",
                f"m{place}_winner = 0",
                _played(rules, place),
            )
            for place, game in zip(_places(rules), _games(rules), strict=True)
        ),
        *(
            _of_matches(
                f"m{place}_winner_wins",
                f"How often does the winner of match {place} ({game}) win the meeting",
                "share",
                f"m{place}_winner = winner",
                _played(rules, place),
            )
            for place, game in zip(_places(rules), _games(rules), strict=True)
        ),
        Quantity(
            "meeting_won_0",
            "How often does the side that is first of hand in a deal win the meeting",
            "share",
            "winner = first % 2",
        ),
    ]


def _results(rules: Rules) -> list[Quantity]:
    """Question 7."""
    return [
        quantity
        for one in range(1, _sure(rules))
        for other in range(one + 1, _sure(rules) + 1)
        for quantity in (
            _of_matches(
                f"m{one}_m{other}_same_winner",
                f"How often does one pair win both match {one} and match {other}",
                "share",
                f"m{one}_winner = m{other}_winner",
            ),
            _of_matches(
                f"m{one}_m{other}_correlation",
                f"How are wins in match {one} and match {other} correlated, if both pairs win each "
                "equally often",
                "product of results",
                f"(1 - 2 * m{one}_winner) * (1 - 2 * m{other}_winner)",
            ),
        )
    ]


def _lengths(rules: Rules) -> list[Quantity]:
    """Question 4."""
    return [
        _of_matches("deals_per_meeting", "How many deals has a meeting", "deals", "deals"),
        _of_matches(
            "decisions_per_meeting", "How many decisions has a meeting", "decisions", "decisions"
        ),
        *(
            _of_matches(
                f"m{place}_deals_played",
                f"How many deals has match {place} ({game}), if it is played",
                "deals",
                f"m{place}_deals",
                _played(rules, place),
            )
            for place, game in zip(_places(rules), _games(rules), strict=True)
        ),
    ]


def _dealer(rules: Rules) -> list[Quantity]:
    """Question 5. The player after the dealer is first of hand, so of the other pair."""
    return [
        _of_matches(
            "first_player_wins",
            "How often does the pair that is first of hand in the first deal win the meeting",
            "share",
            "winner <> first_dealer % 2",
        ),
        *(
            _of_matches(
                f"m{place}_first_player_wins",
                f"How often does the pair that is first of hand in the first deal of match {place} "
                f"({game}) win it",
                "share",
                f"m{place}_winner <> m{place}_first_dealer % 2",
                _played(rules, place),
            )
            for place, game in zip(_places(rules), _games(rules), strict=True)
        ),
    ]


def _prolonged(rules: Rules) -> list[Quantity]:
    """Question 6."""
    longer = {
        place: f"m{place}_extra_deals > 0" if game == "tresette" else f"m{place}_drawn > 0"
        for place, game in zip(_places(rules), _games(rules), strict=True)
    }
    why = {"tresette": "a level score at the target", "briscola": "a drawn deal"}
    return [
        _of_matches(
            "prolonged",
            "How often does a level score at the target or a drawn deal prolong a meeting",
            "share",
            " OR ".join(longer.values()),
        ),
        *(
            _of_matches(
                f"m{place}_prolonged",
                f"How often does {why[game]} prolong match {place} ({game}), if it is played",
                "share",
                longer[place],
                _played(rules, place),
            )
            for place, game in zip(_places(rules), _games(rules), strict=True)
        ),
    ]


def _accuso(rules: Rules) -> list[Quantity]:
    """Question 8; what accusi are worth in matches and meetings."""
    tresette = [place for place in _places(rules) if _games(rules)[place - 1] == "tresette"]
    accusing = [place for place in tresette if rules.matches[place - 1].rules.plain()["accuso"]]
    owed = [f"(m{place}_accuso_decided AND m{place}_winner = winner)" for place in accusing]
    found = [
        _of_matches(
            "accuso_owed",
            "How often does the winner of a meeting owe one of its matches to accusi",
            "share",
            " OR ".join(owed) or "m1_winner > 1",
        ),
    ]
    for place in accusing:
        found.append(
            _of_matches(
                f"m{place}_decided_by_accuso",
                f"How often would card points alone give match {place} to the other pair, or to none",
                "share",
                f"m{place}_accuso_decided",
                _played(rules, place),
            )
        )
    if not accusing:
        return found
    own, other = "tresette_accuso_points_0", "tresette_accuso_points_1"
    richer = f"(first + CASE WHEN {own} > {other} THEN 0 ELSE 1 END) % 2"
    more = "How often does the side with more accuso points in a deal win"
    differ = f"{own} <> {other}"
    cases = " ".join(f"WHEN match_no = {place} THEN m{place}_winner" for place in tresette)
    return [
        *found,
        Quantity(
            "match_won_accuso",
            f"{more} the match",
            "share",
            f"(CASE {cases} END) = {richer}",
            given=differ,
        ),
        Quantity(
            "meeting_won_accuso", f"{more} the meeting", "share", f"winner = {richer}", given=differ
        ),
    ]


def _cuts(rules: Rules) -> list[Quantity]:
    """Question 12; TO-1."""
    found = []
    if rules.first_dealer == "cut":
        found += [
            _of_matches(
                "cut_again", "How often is cut again for the first deal", "share", "cuts > 1"
            ),
            _of_matches("cutting", "How many rounds are cut for the first deal", "rounds", "cuts"),
        ]
        found += [
            _of_matches(
                f"player{player}_deals_first",
                f"How often is player {player} the dealer of the first deal",
                "share",
                f"first_dealer = {player}",
            )
            for player in range(4)
        ]
    if rules.pairing == Pairing.drawn:
        found += [
            _of_matches(
                f"drawn_{who}",
                f"How often are the pairs drawn {who.replace('_', ' and ')}",
                "share",
                f"pairing = {number}",
            )
            for number, who in enumerate(("01_23", "02_13", "03_12"))
        ]
    return found


def _deals(rules: Rules) -> list[Quantity]:
    """What deals of each game bring."""
    found = []
    for number, game in enumerate(GAMES):
        if game not in _games(rules):
            continue
        title = GAMES[game].title
        given = f"game = {number}"
        found += [
            Quantity(
                f"{game}_part",
                f"What part of the deals are of {title}",
                "share",
                given,
            ),
            *(
                Quantity(
                    f"{game}_won_{side}",
                    f"How often does {who} make more points in a deal of {title}",
                    "share",
                    f"points_{side} > points_{1 - side}",
                    given=given,
                )
                for side, who in enumerate(("the first of hand", "the dealer's side"))
            ),
            Quantity(
                f"{game}_level",
                f"How often do both sides make equal points in a deal of {title}",
                "share",
                "points_0 = points_1",
                given=given,
            ),
            Quantity(
                f"{game}_first_hand_advantage",
                "How many points more than the other side does the side first of hand make in a deal "
                f"of {title}",
                "points",
                "points_0 - points_1",
                given=given,
            ),
        ]
    if "tresette" in _games(rules):
        found.append(
            Quantity(
                "tresette_accuso",
                "How many points does a deal of Tresette bring by accuso",
                "points",
                "tresette_accuso_points_0 + tresette_accuso_points_1",
            )
        )
    return found


def _knockout(rules: Rules) -> list[Quantity]:
    """Questions 10 and 11. Entries of list columns count from 1."""
    pairs = range(rules.pairs)
    rounds = rules.pairs.bit_length() - 1
    return [
        *(
            _of_matches(
                f"pair{pair}_wins",
                f"How often does pair {pair} win the knock-out",
                "share",
                f"winner_pair = {pair}",
            )
            for pair in pairs
        ),
        *(
            _of_matches(
                f"pair{pair}_in_final",
                f"How often does pair {pair} reach the final",
                "share",
                f"rounds_won[{pair + 1}] >= {rounds - 1}",
            )
            for pair in pairs
        ),
        *(
            _of_matches(
                f"pair{pair}_rounds",
                f"How many rounds does pair {pair} win",
                "rounds",
                f"rounds_won[{pair + 1}]",
            )
            for pair in pairs
        ),
        _of_matches(
            "meetings_per_knockout", "How many meetings has a knock-out", "meetings", "meetings"
        ),
        _of_matches("deals_per_knockout", "How many deals has a knock-out", "deals", "deals"),
        _of_matches(
            "decisions_per_knockout", "How many decisions has a knock-out", "decisions", "decisions"
        ),
        Quantity(
            "deals_per_meeting",
            "How many deals has a meeting",
            "deals per meeting",
            "deals",
            per="meetings",
            table="matches",
        ),
    ]


def _of_matches(
    name: str, question: str, unit: str, expression: str, given: str | None = None
) -> Quantity:
    """A quantity of meetings or knock-outs."""
    return Quantity(name, question, unit, expression, given, table="matches")
