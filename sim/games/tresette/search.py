"""What a search policy needs to know of Tresette."""

from __future__ import annotations

import numpy as np

from sim.bits import ZERO, bit
from sim.game import Search
from sim.games.tresette.kernel import card_of, code_of, unseen_by
from sim.games.tresette.rules import StopRule
from sim.games.tresette.score import card_points, tricks_in_deal
from sim.games.tresette.solve import MEMORY, by_strength, same_as, suit_of_card, sum_at_end
from sim.games.tresette.state import PLAYING
from sim.jit import kernel

__all__ = ["SEARCH"]


@kernel
def worth_of(lead):
    """Card points more than the other side's, and half a deal's worth for having more."""
    return lead + (6.0 if lead > 0 else -6.0 if lead < 0 else 0.0)


@kernel
def worth(state, rules, seat):
    """Card points more than the other side's; what was declared is the same however one plays."""
    side = np.int64(seat) & 1
    table = state.table
    return worth_of(card_points(table, side, rules) - card_points(table, 1 - side, rules))


@kernel
def candidates(table, own, rules, actions, n, chosen):
    """One of the cards that come to the same, in silence; all combinations are declared."""
    if table.phase != PLAYING:
        chosen[0] = n - 1
        return np.int64(1)
    hand = by_strength(own.hand)
    others = by_strength(unseen_by(table, own) | table.cards)
    done = ZERO
    m = np.int64(0)
    for k in range(n):
        card = by_strength(bit(card_of(actions[k])))
        if code_of(actions[k]) == 0 and card & done == ZERO:
            done |= same_as(card, hand, others, suit_of_card(card))
            chosen[m] = k
            m += 1
    return m


@kernel
def solvable(state, rules, exact):
    """Whether the stock is empty and few enough tricks are left, the one on the table counted."""
    table = state.table
    return (
        tricks_in_deal(rules) - np.int64(table.trick.number) <= exact
        and table.stock == 0
        and table.phase == PLAYING
        and rules.stop_rule == StopRule.play_out
    )


@kernel
def solve(state, rules, seat, memory):
    """`worth` if all play their best with open cards."""
    return worth_of(2 * (sum_at_end(state, rules, np.int64(seat) & 1, memory) // 3) - 11)


SEARCH = Search(worth, candidates, solvable, solve, exact=7, memory=MEMORY)
