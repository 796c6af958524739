"""THE loop: plays any game with any policies. Jitted; every game's `play` entry calls it.

It lies on the lowest floor because the entries that call it live in the games; `sim.play` is its
driver. A game's functions come as compile-time arguments; each player's policy is a first-class
function of the game's policy signature, so that no mix of policies compiles anything anew.

The loop stops when the asked numbers are played, when the buffer of deal rows is full (also between
two deals of a match), or when a policy answers out of range; called again it goes on where it was.
With a buffer of one row it therefore returns after every deal, with the whole deal still in `states`:
that is how replay works.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from sim.jit import function_type, inlined, kernel, record_array, record_type
from sim.rng import CARDS_LANE, MATCH_LANE, SEAT_LANE, STREAM, open_stream

__all__ = [
    "LOG",
    "MATCH_FIELDS",
    "MAX_SEATS",
    "PROGRESS",
    "note_decision",
    "open_log",
    "play_arguments",
    "play_units",
    "policy_type",
]

MAX_SEATS = 6
"""Most players that any game seats."""

LOG = np.dtype(
    [
        ("number", "u8"),  # number of the deal or match in the study
        ("deal", "u8"),  # deal of the match, from 0
        ("decisions", "u4"),  # decisions so far in this deal
        ("forced", "u4"),  # of them with one legal action
        ("legal_sum", "u4"),  # sum of legal actions over them
        ("legal_max", "u4"),  # most legal actions of one
    ],
    align=True,
)
"""What the loop keeps about a deal, in every game's ``state.log``, for `record` to read."""

PROGRESS = np.dtype(
    [
        ("key", "u8"),  # root seed
        ("number", "u8"),  # deal or match being played, or to be played next
        ("stop", "u8"),  # first number not to be played
        ("deal", "u8"),  # deal of the match to be played next
        ("single", "u1"),  # deals, not matches
        ("n_seats", "i8"),  # seats at the table
        ("deals", "i8"),  # deal rows filled by this call
        ("matches", "i8"),  # match rows filled by this call
        ("fault", "u1"),  # a policy answered out of range; the next four say where
        ("fault_policy", "i8"),
        ("fault_seat", "i8"),
        ("fault_index", "i8"),
        ("fault_actions", "i8"),
    ],
    align=True,
)
"""Where a worker is; see `play_units`."""


MATCH_FIELDS = (
    ("policy", "u1", (MAX_SEATS,)),  # which of the six policies each player has
    ("first", "u1"),  # player at seat 0 of the next deal
    ("first_player", "u1"),  # player at seat 0 of the first deal
    ("deals", "i8"),  # deals settled so far
)
"""What every game's match dtype begins with; ``score``, by side, is there too.

`policy` is filled by whoever seats the policies; a game whose players change (a knock-out) may point it
elsewhere, and the others leave it alone.
"""


def policy_type(table: Any, own: Any, rules: Any) -> Any:
    """Type of every policy of a game.

    ``choose(table, own, rules, actions, n, rng) -> index``, 0 <= index < n.

    Parameters
    ----------
    table, own, rules
        Dtypes of what all see, of what the seat sees, and of the rules.

    Returns
    -------
    numba.types.FunctionType
        The declared first-class function type.
    """
    return function_type(
        types.int64,
        record_type(table),
        record_type(own),
        record_type(rules),
        types.int64[::1],
        types.int64,
        record_type(STREAM),
    )


def play_arguments(
    policy: Any, state: Any, match: Any, rules: Any, row: Any, match_row: Any
) -> Any:
    """Argument types of a game's `play` entry.

    Parameters
    ----------
    policy
        Its `policy_type`.
    state, match, rules, row, match_row
        Its dtypes.

    Returns
    -------
    tuple
        Six policies (``match.policy`` says whose; free places repeat the first), then arrays of states,
        matches, rules, progress and streams, the action buffer, and the two row buffers.
    """
    return (
        *(policy,) * MAX_SEATS,
        record_array(state),
        record_array(match),
        record_array(rules),
        record_array(PROGRESS),
        record_array(STREAM),
        types.int64[::1],
        record_array(row),
        record_array(match_row),
    )


@kernel
def note_decision(log, n):
    """Count a decision with `n` legal actions."""
    log.decisions += np.uint32(1)
    log.legal_sum += np.uint32(n)
    log.forced += np.uint32(n == 1)
    log.legal_max = max(log.legal_max, np.uint32(n))


@kernel
def open_log(log, number, deal):
    """Begin the log of a deal."""
    log.number = number
    log.deal = deal
    log.decisions = 0
    log.forced = 0
    log.legal_sum = 0
    log.legal_max = 0


@inlined
def play_units(
    open_match, shuffle, lay_out, legal, apply, over, record, settle, match_over, record_match,
    p0, p1, p2, p3, p4, p5,
    states, matches, rule, progresses, streams, actions, rows, match_rows,
):  # fmt: skip
    """Play numbers ``progress.number`` to ``progress.stop``, or until a buffer is full.

    The first ten arguments are the game's functions, one by one: a tuple of them would become
    first-class functions, called through a pointer, and could not be cached. Mutates all arrays but
    `rule`.
    """
    state = states[0]
    match = matches[0]
    rules = rule[0]
    progress = progresses[0]
    progress.deals = 0
    progress.matches = 0
    while progress.number < progress.stop and progress.deals < rows.size:
        key, number, deal = progress.key, progress.number, progress.deal
        if not progress.single and deal == 0:
            open_stream(streams[0], key, number, 0, MATCH_LANE)
            open_match(match, rules, streams[0])
        open_stream(streams[0], key, number, deal, CARDS_LANE)
        for seat in range(progress.n_seats):
            open_stream(streams[1 + seat], key, number, deal, SEAT_LANE + seat)
        open_log(state.log, number, deal)
        shuffle(state, rules, match, streams[0])
        lay_out(state, rules, match)
        while not over(state):
            seat = np.int64(state.table.seat)
            table = state.table
            own = state.own[seat]
            n = legal(table, own, rules, actions)
            note_decision(state.log, n)
            index = 0
            if n > 1:
                rng = streams[1 + seat]
                player = seat + np.int64(match.first)
                if player >= progress.n_seats:  # a division would take a fortieth of the time
                    player -= progress.n_seats
                policy = match.policy[player]
                if policy == 0:
                    index = p0(table, own, rules, actions, n, rng)
                elif policy == 1:
                    index = p1(table, own, rules, actions, n, rng)
                elif policy == 2:
                    index = p2(table, own, rules, actions, n, rng)
                elif policy == 3:
                    index = p3(table, own, rules, actions, n, rng)
                elif policy == 4:
                    index = p4(table, own, rules, actions, n, rng)
                else:
                    index = p5(table, own, rules, actions, n, rng)
                if index < 0 or index >= n:
                    progress.fault = 1
                    progress.fault_policy = policy
                    progress.fault_seat = seat
                    progress.fault_index = index
                    progress.fault_actions = n
                    return
            apply(state, rules, actions[index], streams[0])
        record(state, rules, rows[progress.deals])
        progress.deals += 1
        if progress.single:
            progress.number += np.uint64(1)
            continue
        settle(state, rules, match)
        progress.deal += np.uint64(1)
        if match_over(match, rules):
            record_match(match, rules, number, match_rows[progress.matches])
            progress.matches += 1
            progress.number += np.uint64(1)
            progress.deal = 0
