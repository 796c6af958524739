"""Briscola as players read and write it: cards, plays, positions, the score.

A play is the card: ``7D``. Plain Python; nothing here is on the hot path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.cards import Pack, members
from sim.errors import InputError
from sim.games.briscola.rules import Rules
from sim.games.briscola.state import NOBODY
from sim.tricks import EMPTY

__all__ = [
    "census",
    "check_deck",
    "check_start",
    "deal_points",
    "deal_points_bounds",
    "format_action",
    "hand",
    "max_actions",
    "max_decisions",
    "pack",
    "parse_action",
    "plays",
    "tell_hand",
    "tell_match",
    "tell_play",
    "tell_score",
    "tell_start",
]

SCRATCH = 40
"""Entries of the action buffer behind the legal ones, where a policy may write."""


def pack(rules: Rules) -> Pack:
    """The pack that the rules play with.

    Parameters
    ----------
    rules
        The rules.

    Returns
    -------
    Pack
        40 cards, less the removed ones (BR-28).
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
        Three cards of a hand, and room for a policy's scratch.
    """
    return 3 + SCRATCH


def max_decisions(rules: Rules) -> int:
    """Decisions of a deal: one a card (BR-8).

    Parameters
    ----------
    rules
        The rules.

    Returns
    -------
    int
        40, less the removed cards.
    """
    return len(rules.cards)


def deal_points_bounds(rules: Rules) -> tuple[int, int]:
    """Least and greatest points of a side in one deal.

    Parameters
    ----------
    rules
        The rules.

    Returns
    -------
    tuple of int
        0 and 120: cards with points are never removed.
    """
    return 0, 120


def format_action(rules: Rules, action: int) -> str:
    """Write a play.

    Parameters
    ----------
    rules
        The rules.
    action
        The kernel's code.

    Returns
    -------
    str
        The card.
    """
    return rules.cards.text(int(action))


def parse_action(rules: Rules, text: str) -> int:
    """Read a play.

    Parameters
    ----------
    rules
        The rules.
    text
        A card.

    Returns
    -------
    int
        The kernel's code; whether it is legal is another question.

    Raises
    ------
    InputError
        For a card that is not in the pack.
    """
    return rules.cards.card(text)


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
    return [int(card) for card in state["plays"][: int(state["table"]["play"])]]


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
    return int(state["own"][seat]["hand"])


def deal_points(row: Mapping[str, Any]) -> list[int]:
    """Points that a deal brought to each side.

    Parameters
    ----------
    row
        The deal's row, column to value.

    Returns
    -------
    list of int
        One a side; together 120.
    """
    return [row[f"points_{side}"] for side in range(3) if f"points_{side}" in row]


def check_deck(rules: Rules, deck: Sequence[int]) -> None:
    """Refuse a pack that would not be played; every order of the pack is (BR-5).

    Parameters
    ----------
    rules
        The rules.
    deck
        Card numbers in dealing order.
    """


def check_start(rules: Rules, start: Sequence[int]) -> None:
    """Refuse start scores at which no deal is played (section 12).

    Parameters
    ----------
    rules
        The rules.
    start
        Deals won in the match, by side.

    Raises
    ------
    InputError
        For a wrong number of scores, a negative one, or one at `match_to`.
    """
    if len(start) != rules.sides:
        raise InputError(
            f"start: {rules.sides} scores are needed, one a side, got {list(start)}"
        )  # fmt: skip
    if min(start) < 0 or max(start) > 1000:
        raise InputError(f"start: scores must be 0..1000 deals won, got {list(start)}")
    if rules.match_fixed_deals == 0 and max(start) >= rules.match_to:
        score = "-".join(map(str, start))
        raise InputError(f"start: at {score} the match is over (match_to = {rules.match_to})")


def census(state: Any, rules: Rules) -> list[int]:
    """Every card wherever it lies, for conservation checks (section 9).

    Parameters
    ----------
    state
        One state record.
    rules
        The rules.

    Returns
    -------
    list of int
        Card numbers; a permutation of the pack if all is well.
    """
    table = state["table"]
    places = [state["played"], *(own["hand"] for own in state["own"])]
    cards = [card for mask in places for card in members(int(mask))]
    cards += [int(card) for card in state["deck"][int(state["next"]) : int(state["size"])]]
    return cards + [int(card) for card in [table["face_up"]] if card != EMPTY]


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
    table = state["table"]
    score = "-".join(str(won) for won in table["start_score"][: rules.sides])
    lines = [
        f"deals won {score} (by side)",
        f"stock {table['stock']} cards, face up {rules.cards.text(int(state['turned']))}",
    ]
    if table["swap_seat"] != NOBODY:
        lines.append(_tell_swap(state, rules))
    return lines


def _tell_swap(state: Any, rules: Rules) -> str:
    table = state["table"]
    taken = rules.cards.text(int(state["turned"]))
    laid = rules.cards.text(int(table["face_up"]))
    return f"seat {table['swap_seat']} takes {taken} and lays {laid}"


def tell_hand(state: Any, rules: Rules) -> str:
    """What the seat to play holds, and the trick.

    Parameters
    ----------
    state
        One state record.
    rules
        The rules.

    Returns
    -------
    str
        ``hand | trick``.
    """
    trick = state["table"]["trick"]
    laid = [int(card) for card in trick["cards"][: int(trick["n"])]]
    held = rules.cards.hand(hand(state, int(state["table"]["seat"])))
    return f"{held} | {rules.cards.row(laid) or '-'}"


def tell_play(before: Any, after: Any, rules: Rules) -> str:
    """What a play brought about.

    Parameters
    ----------
    before, after
        State records around the play.
    rules
        The rules.

    Returns
    -------
    str
        Who took the trick, who drew the face-up card, who exchanged it; empty if nothing.
    """
    was, now = before["table"], after["table"]
    said = []
    if was["trick"]["number"] != now["trick"]["number"]:
        winner = int(now["trick"]["leader"])
        side = winner % 2 if rules.players == 4 else winner
        points = int(now["points"][side]) - int(was["points"][side])
        said.append(f"seat {winner} takes {points}")
    if was["face_up"] != EMPTY and now["face_up"] == EMPTY:
        drawn = rules.cards.text(int(after["drawn_last"]))
        said.append(f"stock gone, {drawn} to seat {now['face_up_seat']}")
    if was["swap_seat"] != now["swap_seat"]:
        said.append(_tell_swap(after, rules))
    return ", ".join(said)


def tell_score(row: Mapping[str, Any]) -> list[str]:
    """The score of a deal.

    Parameters
    ----------
    row
        The deal's row, column to value.

    Returns
    -------
    list of str
        Points by side, who wins, deals won.
    """
    points = "-".join(map(str, deal_points(row)))
    won = "-".join(str(row[f"score_after_{t}"]) for t in "ABC" if f"score_after_{t}" in row)
    winner = row["deal_winner"]
    result = "drawn" if winner < 0 else f"side {winner} wins"
    return [
        f"points {points} (by side); {result}"
        + (", all tricks" if row["all_tricks"] else "")
        + f"; deals won {won} (by team)"
    ]


def tell_match(row: Mapping[str, Any]) -> list[str]:
    """How a match ended.

    Parameters
    ----------
    row
        The match's row, column to value.

    Returns
    -------
    list of str
        One line.
    """
    score = "-".join(str(row[f"won_{t}"]) for t in "ABC" if f"won_{t}" in row)
    how = "the match is drawn" if row["winner"] < 0 else f"team {'ABC'[row['winner']]} wins"
    drawn = f", {row['drawn_deals']} drawn" if row["drawn_deals"] else ""
    return [f"{how} {score} after {row['deals']} deal{'s' * (row['deals'] > 1)}{drawn}"]
