"""Tresette as players read and write it: cards, actions, positions, the score line by line.

A play is the card, and after ``:`` the statement that goes with it: ``7C:6`` is the 7 of Coppe and "il
29". An announcement is ``accuso:20``, ``accuso:0`` for none (section 5 of the rules page). Plain
Python; nothing here is on the hot path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sim.cards import ITALIAN, Pack, members
from sim.errors import InputError
from sim.games.tresette.kernel import CHOICE, FOUR_DENARI
from sim.games.tresette.rules import BothOver, Rules
from sim.games.tresette.score import (
    MOST_CODES,
    RANK_CARDS,
    THIRDS,
    coda_of,
    combination_points,
    thirds_of,
)
from sim.games.tresette.state import CHOOSING, NOBODY

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

STATEMENTS = (
    "",
    "volo",
    "striscio",
    "striscio doppio",
    "sono lungo",
    "la meglio",
    "il 29",
    "il 28",
    "il 25",
)
SUIT_NAMES = ("Denari", "Coppe", "Bastoni", "Spade")
RANK_NAMES = {0: "aces", 1: "twos", 2: "threes", 7: "sevens"}
NUMBERS = {3: "three", 4: "four"}
CAPPOTTI = {
    1: "no card point",
    2: "no whole point of thirds",
    4: "all tricks",
    8: "all tricks by one seat",
    16: "ten cards of one suit dealt",
}
FOUR_DENARI_CARD = 1 << FOUR_DENARI


def pack(rules: Rules) -> Pack:
    """The pack that the rules play with.

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
        Ten cards with six statements each, or the subsets of six combinations (section 5); and
        room for the six that `legal` writes behind the last card.
    """
    return 64 + MOST_CODES


def max_decisions(rules: Rules) -> int:
    """Decisions of a complete deal (TR-24).

    Parameters
    ----------
    rules
        The rules.

    Returns
    -------
    int
        40 cards and four announcements.
    """
    return 44


def deal_points_bounds(rules: Rules) -> tuple[int, int]:
    """Least and greatest points of a side in one deal (loose).

    Parameters
    ----------
    rules
        The rules.

    Returns
    -------
    tuple of int
        Bounds on ``deal_points``.
    """
    return 0, 11 + (60 if rules.accuso else 0)


def format_action(rules: Rules, action: int) -> str:
    """Write an action.

    Parameters
    ----------
    rules
        The rules.
    action
        The kernel's code.

    Returns
    -------
    str
        ``7C``, ``7C:6`` or ``accuso:20``.
    """
    action = int(action)
    if action >= CHOICE:
        return f"accuso:{action - CHOICE}"
    card, code = divmod(action, 16)
    return rules.cards.text(card) + (f":{code}" if code else "")


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
        The kernel's code; whether it is legal is another question.

    Raises
    ------
    InputError
        For a card that is not in the pack, or a statement or combinations that do not exist.
    """
    head, colon, tail = text.partition(":")
    accuso = head.strip() == "accuso"
    most = 255 if accuso else 8
    number = int(tail) if tail.isascii() and tail.isdigit() else -1
    if (colon or accuso) and not 0 <= number <= most:
        what = "combinations" if accuso else "a statement"
        raise InputError(f"{text!r}: after the colon stands the number of {what}, 0 to {most}")
    if accuso:
        return CHOICE + number
    return rules.cards.card(head) << 4 | (number if colon else 0)


def plays(state: Any) -> list[int]:
    """Actions of a deal so far: the announcements that were chosen, then the cards.

    Parameters
    ----------
    state
        One state record.

    Returns
    -------
    list of int
        The kernel's codes, in order.
    """
    table = state["table"]
    cards = [int(action) for action in table["history"][: int(table["play"])]]
    return [CHOICE + mask for mask in _choices(state)] + cards


def _choices(state: Any) -> list[int]:
    """Combinations that the seats that were asked chose to declare, in order of play."""
    lead_seat, asked = int(state["table"]["lead_seat"]), int(state["asked"])
    seats = [(lead_seat + place) % 4 for place in range(4)]
    return [int(state["own"][seat]["declares"]) for seat in seats if asked >> seat & 1]


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
        One a side.
    """
    return [row["deal_points_0"], row["deal_points_1"]]


def check_deck(rules: Rules, deck: Sequence[int]) -> None:
    """Refuse a pack that gives a hand which is thrown in (TR-7).

    Parameters
    ----------
    rules
        The rules.
    deck
        Card numbers in dealing order.

    Raises
    ------
    InputError
        Naming the seat and the hand.
    """
    if not rules.weak_hand_redeal:
        return
    for seat in range(4):
        dealt = [card for k, card in enumerate(deck) if k // rules.deal_batch % 4 == seat]
        if sum(int(THIRDS[card]) for card in dealt) < 3:
            raise InputError(
                f"pack: seat {seat} gets {rules.cards.hand(dealt)}, less than a point (TR-7); "
                "set weak_hand_redeal = false to play it all the same"
            )


def check_start(rules: Rules, start: Sequence[int]) -> None:
    """Refuse start scores at which no deal is played (TR-37, TR-40).

    Parameters
    ----------
    rules
        The rules.
    start
        Match score before the deal, by side.

    Raises
    ------
    InputError
        For a number of scores other than two, a negative one, or a match that is over.
    """
    if len(start) != 2:
        raise InputError(f"start: two scores are needed, side 0 and side 1, got {list(start)}")
    if min(start) < 0 or max(start) > 32_000:
        raise InputError(f"start: scores must be 0..32000, got {list(start)}")
    # under raise_10 a match goes on with both over the target that it began with
    goes_on = rules.both_over == BothOver.raise_10 and min(start) >= rules.target
    if max(start) >= rules.target and start[0] != start[1] and not goes_on:
        raise InputError(
            f"start: at {start[0]}-{start[1]} the match is over (target {rules.target})"
        )


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
        Card numbers; a permutation of the pack if all is well.
    """
    table = state["table"]
    places = [table["cards"], *table["piles"], *(own["hand"] for own in state["own"])]
    cards = [card for mask in places for card in members(int(mask))]
    return cards + [int(card) for card in state["deck"][40 - int(table["stock"]) :]]


def _tell_combinations(dealt: int, mask: int, rules: Rules) -> str:
    """Combinations as they are declared: number, rank, mancante; napoli and its suit; points."""
    said = []
    for combination, equals in zip(RANK_NAMES, RANK_CARDS, strict=True):
        if mask >> combination & 1:
            lacking = members(int(equals) & ~dealt)
            without = f" without {SUIT_NAMES[lacking[0] // 10]}" if lacking else ""
            said.append(f"{NUMBERS[4 - len(lacking)]} {RANK_NAMES[combination]}{without}")
    for suit, name in enumerate(SUIT_NAMES):
        if mask >> 3 + suit & 1:
            coda = ITALIAN.hand(int(coda_of(np.uint64(dealt), suit))) if rules.napoli_coda else ""
            said.append(f"napoli of {name}" + (f" with {coda}" if coda else ""))
    points = combination_points(np.uint64(dealt), mask, rules.record()[0])
    return f"{', '.join(said)} ({points})"


def _tell_declarations(before: Any, after: Any, rules: Rules) -> list[str]:
    """What seats declared between two states, or before the first action if there is no `before`."""
    told = []
    for place in range(4):
        seat = (int(after["table"]["lead_seat"]) + place) % 4
        mask = int(after["table"]["declared"][seat])
        if mask and (before is None or not before["table"]["declared"][seat]):
            dealt = int(after["own"][seat]["dealt"])
            told.append(f"seat {seat} declares {_tell_combinations(dealt, mask, rules)}")
    return told


def _tell_end(state: Any) -> list[str]:
    """Who has reached the target in mid-deal (TR-39)."""
    side = int(state["reached"])
    return [] if side == NOBODY else [f"side {side} reaches {state['table']['target']}"]


def tell_start(state: Any, rules: Rules) -> list[str]:
    """The table at the beginning of a deal.

    Parameters
    ----------
    state
        One state record, before the first action.
    rules
        The rules.

    Returns
    -------
    list of str
        Lines.
    """
    table = state["table"]
    scores = "-".join(str(score) for score in table["start_score"])
    lines = [f"score {scores} (side 0 - side 1), target {table['target']}"]
    if state["n_redeals"]:
        lines.append(f"redeals {state['n_redeals']}")
    lead_seat = int(table["lead_seat"])
    by_four = " with the 4 of Denari" if int(table["known"][lead_seat]) & FOUR_DENARI_CARD else ""
    lines.append(f"seat {lead_seat} leads{by_four}")
    knocks = [f"seat {seat}" for seat in range(4) if table["knock"][seat]]
    if knocks:
        lines.append(f"knocks: {', '.join(knocks)}")
    return lines + _tell_declarations(None, state, rules) + _tell_end(state)


def tell_hand(state: Any, rules: Rules) -> str:
    """What the seat to act holds, and the trick on the table.

    Parameters
    ----------
    state
        One state record.
    rules
        The rules.

    Returns
    -------
    str
        ``hand | trick``, the trick in order of play.
    """
    trick = state["table"]["trick"]
    cards = [int(card) for card in trick["cards"][: int(trick["n"])]]
    held = rules.cards.hand(hand(state, int(state["table"]["seat"])))
    return f"{held} | {rules.cards.row(cards) or '-'}"


def tell_play(before: Any, after: Any, rules: Rules) -> str:
    """What an action brought: knocks, statements, declarations, the trick taken, cards drawn.

    Parameters
    ----------
    before, after
        State records around the action.
    rules
        The rules.

    Returns
    -------
    str
        For example ``seat 3 takes the trick, 5 thirds``; empty if nothing.
    """
    was, now = before["table"], after["table"]
    seat = int(was["seat"])
    said = []
    if was["phase"] == CHOOSING:
        said.append("knocks" if now["knock"][seat] else "")
    else:
        said.append(STATEMENTS[int(now["history"][int(was["play"])]) & 15])
    declared = _tell_declarations(before, after, rules)
    if now["trick"]["number"] == was["trick"]["number"]:
        said += declared
    else:
        winner = int(now["trick"]["leader"])
        gained = thirds_of(now["piles"][winner % 2] & ~was["piles"][winner % 2])
        said.append(f"seat {winner} takes the trick, {gained} third{'s' * (gained != 1)}")
        said += declared
        if now["stock"] < was["stock"]:
            top = 40 - int(was["stock"])
            drawn = (rules.cards.text(int(card)) for card in after["deck"][top : top + 2])
            said += [f"seat {winner} draws {next(drawn)}, seat {1 - winner} {next(drawn)}"]
    return "; ".join(filter(None, said + _tell_end(after)))


def tell_score(row: Mapping[str, Any]) -> list[str]:
    """The score of a deal line by line.

    Parameters
    ----------
    row
        The deal's row, column to value.

    Returns
    -------
    list of str
        One line a side and the totals.
    """
    lines = []
    for side in (0, 1):
        thirds, cards = row[f"thirds_{side}"], row[f"card_points_{side}"]
        last = " and the last trick" if cards > thirds // 3 else ""
        lines.append(
            f"side {side}: {thirds} third{'s' * (thirds != 1)}{last} make {cards}; "
            f"accuso {row[f'accuso_points_{side}']}; deal {row[f'deal_points_{side}']}"
        )
    kinds = [name for bit, name in CAPPOTTI.items() if row["cappotto_kind"] & bit]
    totals = f"totals {row['score_after_A']}-{row['score_after_B']} (team A - team B)"
    if row["ended_early"]:
        totals = f"cut short at the target: {totals}"
    return [*lines, *([f"cappotto: {', '.join(kinds)}"] if kinds else []), totals]


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
    winner = "AB"[row["winner"]]
    return [
        f"team {winner} wins {row['score_A']}-{row['score_B']} (team A - team B), target "
        f"{row['target_final']}, after {row['deals']} deal{'s' * (row['deals'] > 1)}"
        + (f", {row['extra_deals']} of them extra" if row["extra_deals"] else "")
        + ("; by its accusi" if row["accuso_decided"] else "")
    ]
