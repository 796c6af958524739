"""Tombolon as players read and write it: cards, plays, positions, the score line by line.

A play is the card, and after ``*`` what it captures, joined by ``+``: ``7D*2C+5B``; a lay-down is the
card alone (section 2 of the rules page). Plain Python; nothing here is on the hot path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.cards import Pack, members
from sim.errors import InputError
from sim.games.tombolon.kernel import CAPTURE_BITS, SCRATCH
from sim.games.tombolon.rules import MustCapture, Rules
from sim.games.tombolon.score import SAME

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


def pack(rules: Rules) -> Pack:
    """The pack that the rules play with.

    Parameters
    ----------
    rules
        The rules.

    Returns
    -------
    Pack
        40 or 52 cards.
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
        Bound of TB-18 on the legal actions of any hand, and room for a policy's scratch.
    """
    hand = max(rules.packets)
    if rules.must_capture == MustCapture.none:
        a_card = 343 if rules.pack == 40 else 1701
        return hand * (a_card + 1) + SCRATCH
    return 512 + SCRATCH


def max_decisions(rules: Rules) -> int:
    """Decisions of a complete deal: N - 4 (TB-44).

    Parameters
    ----------
    rules
        The rules.

    Returns
    -------
    int
        36 or 48.
    """
    return rules.pack - 4


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
    dearest = max(*rules.figure_points, rules.pack)
    return 0, 2 * dearest * (rules.pack - 4) + 12 + rules.ranks


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
        ``7D*2C+5B``, or ``RC`` for a lay-down.
    """
    card, captured = divmod(int(action), 1 << int(CAPTURE_BITS))
    taken = "+".join(rules.cards.text(c) for c in members(captured))
    return rules.cards.text(card) + (f"*{taken}" if taken else "")


def parse_action(rules: Rules, text: str) -> int:
    """Read a play.

    Parameters
    ----------
    rules
        The rules.
    text
        As `format_action` writes it; captured cards in any order.

    Returns
    -------
    int
        The kernel's code; whether it is legal is another question.

    Raises
    ------
    InputError
        For a card that is not in the pack, or that stands twice in the play.
    """
    card, star, taken = text.partition("*")
    if star and not taken.strip("+ "):
        raise InputError(f"play {text!r}: nothing is captured; a lay-down is the card alone")
    words = [card, *(taken.split("+") if star else [])]
    played, *captured = rules.cards.cards(" ".join(words))
    return played << int(CAPTURE_BITS) | sum(1 << c for c in captured)


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
    table = state["table"]
    return [int(action) for action in table["history"][: int(table["play"])]]


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
    """Refuse a pack whose first table calls for a redeal (TB-9).

    Parameters
    ----------
    rules
        The rules.
    deck
        Card numbers in dealing order.

    Raises
    ------
    InputError
        Naming the table.
    """
    start = rules.n_seats * rules.packets[0]
    table = deck[start : start + 4]
    row = SAME[0 if rules.pack == 40 else 1]
    for rank in rules.redeal_ranks:
        if sum(int(row[rank]) >> card & 1 for card in table) >= 3:
            raise InputError(
                f"pack: the first table {rules.cards.row(table)} calls for a redeal (TB-8); "
                "set redeal_ranks = [] to play it all the same"
            )


def check_start(rules: Rules, start: Sequence[int]) -> None:
    """Refuse start scores at which no deal is played (TB-43).

    Parameters
    ----------
    rules
        The rules.
    start
        Match score before the deal, by side.

    Raises
    ------
    InputError
        For a number of scores other than two, a negative one, or exactly one at the target.
    """
    if len(start) != 2:
        raise InputError(f"start: two scores are needed, side 0 and side 1, got {list(start)}")
    if min(start) < 0 or max(start) > 32_000:
        raise InputError(f"start: scores must be 0..32000, got {list(start)}")
    if (start[0] >= rules.target) != (start[1] >= rules.target):
        raise InputError(
            f"start: at {start[0]}-{start[1]} the match is over (target {rules.target})"
        )


def census(state: Any, rules: Rules) -> list[int]:
    """Every card wherever it lies, for conservation checks (I1).

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
    return cards + [int(card) for card in state["deck"][int(state["dealt"]) : rules.pack]]


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
    scores = "-".join(str(score) for score in table["start_score"])
    lines = [f"score {scores} (side 0 - side 1)" + (", extra deal" if table["extra"] else "")]
    if state["n_redeals"]:
        lines.append(f"redeals {state['n_redeals']}")
    if table["stock"]:
        lines.append(
            f"tallone {table['stock']} cards, at the bottom {rules.cards.text(int(table['bottom']))}"
        )
    lines.append(f"table {rules.cards.hand(int(table['cards']))}")
    return lines


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
        ``hand | table``.
    """
    seat = int(state["table"]["seat"])
    held = rules.cards.hand(hand(state, seat))
    return f"{held} | {rules.cards.hand(int(state['table']['cards'])) or '-'}"


def tell_play(before: Any, after: Any, rules: Rules) -> str:
    """What a play scored.

    Parameters
    ----------
    before, after
        State records around the play.
    rules
        The rules.

    Returns
    -------
    str
        For example ``scopa 7, colour 7``; empty if nothing.
    """
    side = int(before["table"]["seat"]) % 2
    said = []
    for name in ("scopa", "colour"):
        gained = int(after["table"][f"{name}_points"][side]) - int(
            before["table"][f"{name}_points"][side]
        )
        counted = int(after["tally"][f"n_{name}"][side]) - int(before["tally"][f"n_{name}"][side])
        if counted:
            said.append(f"{name} {gained}")
    if after["tally"]["last_card_lost_points"]:
        said.append(f"last card: {after['tally']['last_card_lost_points']} points denied")
    if after["ended_by"] == 1:
        said.append(f"side {side} goes out")
    elif after["ended_by"] == 2:
        said.append(f"side {side} makes Tombolon")
    return ", ".join(said)


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
        s = {name.removesuffix(f"_{side}"): value for name, value in row.items()}
        lines.append(
            f"side {side}: cards {s['cards']}, Spade {s['spades']}; Carte {s['carte']}, "
            f"Spade {s['spade']}, 2S {s['due']}, bello {s['bello']}, FS {s['fante']}; "
            f"raddoppio {s['raddoppio']}; Napoli {s['napoli']}; scopa {s['scopa_points']} "
            f"({s['n_scopa']}), colour {s['colour_points']} ({s['n_colour']}); "
            f"deal {s['deal_points']}" + ("; Tombolon" if s["tombolon"] else "")
        )
    totals = f"totals {row['end_score_0']}-{row['end_score_1']}"
    if row["ended_by"] == 0:
        totals = f"leftovers {row['leftovers']} to side {row['leftover_side']}; {totals}"
    else:
        how = ("", "going out", "Tombolon")[row["ended_by"]]
        totals = (
            f"ended by {how} of side {row['ended_side']} after play {row['plays']}: {totals[7:]}"
        )
    return [*lines, totals]


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
    score = f"{row['score_team0']}-{row['score_team1']}"
    if row["winner_team"] < 0:
        return [f"unfinished after {row['n_deals']} deals, {score} (team 0 - team 1)"]
    how = ("going out", "Tombolon", "alone over the target", "the higher total", "being first")
    return [
        f"team {row['winner_team']} wins {score} (team 0 - team 1) by {how[row['won_by']]}, "
        f"after {row['n_deals']} deal{'s' * (row['n_deals'] > 1)} and {row['total_plays']} plays"
    ]
