"""What a search policy needs to know of Briscola."""

from __future__ import annotations

import numpy as np

from sim.game import Search
from sim.games.briscola.score import side_of
from sim.games.briscola.solve import points_at_end
from sim.jit import kernel

__all__ = ["SEARCH"]


@kernel
def worth_of(points):
    """A deal won is worth 1, a drawn one half; points decide between equals."""
    return (np.float64(points > 60) + np.float64(points >= 60)) / 2 + points / 1000


@kernel
def worth(state, rules, seat):
    """What a finished deal is worth to a seat (BR-20)."""
    return worth_of(np.int64(state.table.points[side_of(np.int64(seat), rules)]))


@kernel
def candidates(table, own, rules, actions, n, chosen):
    """Every card: there are three at most."""
    for k in range(n):
        chosen[k] = k
    return np.int64(n)


@kernel
def solvable(state, rules, exact):
    """Whether the stock is empty and few enough tricks are left, the one on the table counted."""
    table = state.table
    left = np.int64(state.size) // rules.players - np.int64(table.trick.number)
    return table.stock == 0 and left <= exact


@kernel
def solve(state, rules, seat, memory):
    """`worth` if all play their best with open cards."""
    return worth_of(points_at_end(state, rules, side_of(np.int64(seat), rules)))


SEARCH = Search(worth, candidates, solvable, solve, exact=3, memory=1)
