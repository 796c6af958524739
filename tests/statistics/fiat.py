"""Deals whose result is decided by fiat: what the kernels make of a result, without the play.

`settle` reads a finished deal from the state; these functions write one there.
"""

from __future__ import annotations

import numpy as np

from sim.games.tresette.state import NOBODY
from sim.jit import kernel
from sim.rng import below, uniform

_PACK = np.uint64((1 << 40) - 1)
_ORDER = [0, 10, 20, 30, *(10 * suit + rank for suit in range(4) for rank in (1, 2, 7, 8, 9))]


def _pile(thirds: int) -> int:
    """A set of cards worth so many thirds: aces first."""
    mask = 0
    for card in _ORDER:
        worth = 3 if card < 40 and card % 10 == 0 else 1
        if worth <= thirds:
            mask |= 1 << card
            thirds -= worth
    assert thirds == 0
    return mask


PILES = np.array([_pile(thirds) for thirds in range(33)], np.uint64)
"""By thirds; the rest of the pack is worth 32 less them."""


@kernel
def binomial(n, p, stream):
    """How many of n trials succeed."""
    hits = 0
    for _ in range(n):
        hits += uniform(stream) < p
    return hits


@kernel
def end_tresette(state, first, points, piles, stream):
    """A deal of which team A has so many of the 11 card points, and nobody an accuso."""
    table = state.table
    mine = points if first & 1 == 0 else 11 - points
    last = below(stream, 2)  # side 0 has the last trick
    if mine == 0:
        last = 0
    elif mine == 11:
        last = 1
    thirds = 3 * (mine - last) + below(stream, 3)
    table.first = first
    table.trick.number = 10
    table.trick.leader = 1 - last  # it would lead the next
    table.piles[0] = piles[thirds]
    table.piles[1] = _PACK & ~piles[thirds]
    for side in range(2):
        table.accuso_points[side] = 0
    state.reached = NOBODY


@kernel
def end_briscola(state, first, winner):
    """A deal that a team wins, or a drawn one for -1."""
    points = state.table.points
    for side in range(3):
        points[side] = 0
    for side in range(2):
        points[side] = 60
    if winner >= 0:
        side = (winner + np.int64(first)) & 1
        points[side] = 61
        points[1 - side] = 59
