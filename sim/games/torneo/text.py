"""The tournament as players read and write it: each game in its own words, and the meeting round it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.cards import Pack
from sim.errors import InputError
from sim.games.torneo.kernel import clear_result
from sim.games.torneo.rules import GAMES, DealerBetweenMatches, Rules
from sim.games.torneo.state import TRESETTE
from sim.rules import RuleSet

__all__ = [
    "census",
    "check_deck",
    "check_start",
    "deal_points",
    "deal_points_bounds",
    "draws_first",
    "format_action",
    "hand",
    "max_actions",
    "max_decisions",
    "open_recorded",
    "pack",
    "parse_action",
    "plays",
    "tell_hand",
    "tell_match",
    "tell_opening",
    "tell_play",
    "tell_score",
    "tell_start",
]

_NAMES = tuple(GAMES)
_TRESETTE = GAMES[_NAMES[TRESETTE]].text
TEAMS = "AB"


def pack(rules: Rules) -> Pack:
    """The pack of both games.

    Parameters
    ----------
    rules
        The rules.

    Returns
    -------
    Pack
        40 cards.
    """
    return rules.cards


def max_actions(rules: Rules) -> int:
    """Room that the action buffer needs.

    Parameters
    ----------
    rules
        The rules.

    Returns
    -------
    int
        The most that a match of the meeting needs.
    """
    return max(GAMES[game].max_actions(its) for game, its in rules.matches)


def max_decisions(rules: Rules) -> int:
    """Decisions of a complete deal at most.

    Parameters
    ----------
    rules
        The rules.

    Returns
    -------
    int
        The most of any match.
    """
    most: int = max(GAMES[game].text.max_decisions(its) for game, its in rules.matches)
    return most


def deal_points_bounds(rules: Rules) -> tuple[int, int]:
    """Least and greatest points of a side in one deal.

    Parameters
    ----------
    rules
        The rules.

    Returns
    -------
    tuple of int
        Over all matches.
    """
    bounds = [GAMES[game].text.deal_points_bounds(its) for game, its in rules.matches]
    return min(low for low, _ in bounds), max(high for _, high in bounds)


def deal_points(row: Mapping[str, Any]) -> list[int]:
    """Points that a deal brought to each side.

    Parameters
    ----------
    row
        The deal's row, column to value.

    Returns
    -------
    list of int
        One a side.
    """
    return [row["points_0"], row["points_1"]]


def format_action(rules: Rules, action: int) -> str:
    """Write an action; a card of Briscola is written as one of Tresette played in silence.

    Parameters
    ----------
    rules
        The rules.
    action
        The kernel's code.

    Returns
    -------
    str
        ``7C``, ``7C:6``, ``accuso:20``.
    """
    written: str = _TRESETTE.format_action(rules, action)
    return written


def parse_action(rules: Rules, text: str) -> int:
    """Read an action.

    Parameters
    ----------
    rules
        The rules.
    text
        As `format_action` writes it.

    Returns
    -------
    int
        The kernel's code.

    Raises
    ------
    InputError
        If it is none.
    """
    action: int = _TRESETTE.parse_action(rules, text)
    return action


def _state(state: Any) -> tuple[str, Any]:
    """The game that is played, and its record."""
    name = _NAMES[int(state["table"]["game"])]
    return name, state[name]


def _rules_of(state: Any, rules: Rules) -> RuleSet:
    return rules.matches[int(state["table"]["match_no"])].rules


def plays(state: Any) -> list[int]:
    """Actions of a deal so far.

    Parameters
    ----------
    state
        One state record.

    Returns
    -------
    list of int
        The kernel's codes, in order.
    """
    name, inner = _state(state)
    done: list[int] = GAMES[name].text.plays(inner)
    return done if name == _NAMES[TRESETTE] else [card << 4 for card in done]


def hand(state: Any, seat: int) -> int:
    """What a seat holds.

    Parameters
    ----------
    state
        One state record.
    seat
        The seat.

    Returns
    -------
    int
        Mask of cards.
    """
    name, inner = _state(state)
    held: int = GAMES[name].text.hand(inner, seat)
    return held


def check_deck(rules: Rules, deck: Sequence[int]) -> None:
    """Accept any pack: which game it is for is known only at the table.

    Parameters
    ----------
    rules
        The rules.
    deck
        Card numbers in dealing order.
    """


def check_start(rules: Rules, start: Sequence[int]) -> None:
    """Refuse start scores: every match begins at nothing (TO-5).

    Parameters
    ----------
    rules
        The rules.
    start
        Scores before the deal, by side.

    Raises
    ------
    InputError
        Unless there are two, neither negative.
    """
    if len(start) != 2 or min(start) < 0:
        raise InputError(f"start: two scores are needed, side 0 and side 1, got {list(start)}")


def draws_first(rules: Rules, match: Any) -> bool:
    """Whether chance says who plays first in the coming deal, and not the deal before (TO-8).

    Parameters
    ----------
    rules
        The rules.
    match
        The meeting as it stands.

    Returns
    -------
    bool
        Before the first deal of a match, if it is cut for again.
    """
    name = rules.matches[int(match["match_no"])].game
    begins = int(match[name]["deals"]) == 0
    return begins and rules.dealer_between_matches == DealerBetweenMatches.cut_again


def tell_opening(match: Any, rules: Rules) -> dict[str, Any]:
    """What chance decided before the first deal, for a recorded meeting.

    Parameters
    ----------
    match
        The meeting before its first deal.
    rules
        The rules.

    Returns
    -------
    dict
        ``cuts``, ``pairing``; ``bracket`` in a knock-out.
    """
    opening: dict[str, Any] = {"cuts": int(match["cuts"])}
    if int(match["pairing"]) != 255:
        opening["pairing"] = int(match["pairing"])
    if rules.pairs > 2:
        opening["bracket"] = [int(pair) for pair in match["bracket"][: rules.pairs]]
    return opening


def open_recorded(match: Any, rules: Rules, opening: Mapping[str, Any]) -> None:
    """Begin a recorded meeting.

    Parameters
    ----------
    match
        One match record, all zero.
    rules
        The rules.
    opening
        As `tell_opening` gives it; what is missing is as if nothing had been drawn.

    Raises
    ------
    InputError
        For an unknown key, or a bracket that is none.
    """
    strange = sorted(set(opening) - {"cuts", "pairing", "bracket"})
    if strange:
        raise InputError(f"opening.{strange[0]}: unknown key; there are bracket, cuts, pairing")
    bracket = opening.get("bracket", list(range(rules.pairs)))
    if sorted(bracket) != list(range(rules.pairs)):
        raise InputError(f"opening.bracket: must be the pairs 0..{rules.pairs - 1} in some order")
    match["cuts"] = opening.get("cuts", 0)
    match["pairing"] = opening.get("pairing", 255)
    match["n_left"] = rules.pairs
    for place, pair in enumerate(bracket):
        match["bracket"][place] = match["left"][place] = pair
    for result in match["results"]:
        clear_result(result)


def census(state: Any, rules: Rules) -> list[int]:
    """Every card wherever it lies, for conservation checks.

    Parameters
    ----------
    state
        One state record.
    rules
        The rules.

    Returns
    -------
    list of int
        Card numbers.
    """
    name, inner = _state(state)
    found: list[int] = GAMES[name].text.census(inner, _rules_of(state, rules))
    return found


def tell_start(state: Any, rules: Rules) -> list[str]:
    """The table at the beginning of a deal.

    Parameters
    ----------
    state
        One state record, before the first play.
    rules
        The rules.

    Returns
    -------
    list of str
        Lines.
    """
    name, inner = _state(state)
    table = state["table"]
    won = "-".join(str(int(matches)) for matches in table["won"])
    meeting = f"meeting {int(state['meeting'])}, " if rules.pairs > 2 else ""
    heading = (
        f"{meeting}match {int(table['match_no']) + 1}, {GAMES[name].title}; matches {won} (A - B)"
    )
    return [heading, *GAMES[name].text.tell_start(inner, _rules_of(state, rules))]


def tell_hand(state: Any, rules: Rules) -> str:
    """What the seat to play holds, and the table.

    Parameters
    ----------
    state
        One state record.
    rules
        The rules.

    Returns
    -------
    str
        As the game tells it.
    """
    name, inner = _state(state)
    told: str = GAMES[name].text.tell_hand(inner, _rules_of(state, rules))
    return told


def tell_play(before: Any, after: Any, rules: Rules) -> str:
    """What a play brought.

    Parameters
    ----------
    before, after
        State records around the play.
    rules
        The rules.

    Returns
    -------
    str
        As the game tells it.
    """
    name, inner = _state(before)
    told: str = GAMES[name].text.tell_play(inner, after[name], _rules_of(before, rules))
    return told


def tell_score(row: Mapping[str, Any]) -> list[str]:
    """The score of a deal line by line.

    Parameters
    ----------
    row
        The deal's row, column to value.

    Returns
    -------
    list of str
        As the game tells it.
    """
    name = _NAMES[row["game"]]
    inner = {
        column.removeprefix(f"{name}_"): value
        for column, value in row.items()
        if column.startswith(f"{name}_")
    }
    told: list[str] = GAMES[name].text.tell_score({**inner, "first": row["first"]})
    return told


def tell_match(row: Mapping[str, Any]) -> list[str]:
    """How a meeting or knock-out ended.

    Parameters
    ----------
    row
        Its row, column to value.

    Returns
    -------
    list of str
        A line a match, and one for the whole.
    """
    whole = f"{row['deals']} deals and {row['decisions']} decisions"
    if "winner_pair" in row:
        return [
            f"pair {row['winner_pair']} wins the knock-out, after {row['meetings']} meetings, {whole}"
        ]
    lines = []
    for place in range(1, 10):
        if row.get(f"m{place}_winner", -1) < 0:
            continue
        kind = "score" if f"m{place}_score_A" in row else "won"
        score = "-".join(str(row[f"m{place}_{kind}_{team}"]) for team in TEAMS)
        winner = TEAMS[row[f"m{place}_winner"]]
        lines.append(f"match {place}: {winner} wins {score} after {row[f'm{place}_deals']} deals")
    return [*lines, f"{TEAMS[row['winner']]} wins the meeting, after {whole}"]
