"""Hidden cards dealt at random to seats of which something is known: what `conceal` is made of.

A seat may be known to lack some cards. `deal_to_three` draws uniformly among all the deals that respect
this, without trial and error: cards are grouped by who may hold them, the number of cards that each
group gives to each seat is drawn with its exact weight, and then each group is dealt out blindly.
"""

from __future__ import annotations

from math import comb

import numpy as np

from sim.bits import ONE, ZERO, count, lowest
from sim.jit import kernel
from sim.rng import below, word32

__all__ = ["deal_blindly", "deal_to_three", "draw_member"]

MOST = 40
WAYS = np.array([[comb(n, k) for k in range(MOST + 1)] for n in range(MOST + 1)], dtype=np.int64)
"""Number of ways to choose `k` of `n` cards."""


@kernel
def draw_member(cards, rng):
    """A member of a set, all equally likely (mutates `rng`)."""
    for _ in range(below(rng, count(cards))):
        cards &= cards - ONE
    return lowest(cards)


@kernel
def deal_blindly(cards, n_0, n_1, rng):
    """Deal a set of cards uniformly: `n_0` to the first, `n_1` to the second, the rest to a third."""
    to_0 = ZERO
    to_1 = ZERO
    rest = cards
    left = count(cards)
    while n_0 + n_1 > 0:
        card = rest & (~rest + ONE)
        rest ^= card
        drawn = below(rng, left)
        left -= 1
        gets_0 = drawn < n_0
        gets_1 = drawn - n_0 < n_1 and not gets_0
        # products instead of branches, which no processor would predict
        to_0 |= card * np.uint64(gets_0)
        to_1 |= card * np.uint64(gets_1)
        n_0 -= gets_0
        n_1 -= gets_1
    return to_0, to_1, cards ^ to_0 ^ to_1


@kernel
def below_wide(rng, n):
    """An unbiased integer from 0 to n - 1, 1 <= n < 2**63 (mutates `rng`)."""
    mask = np.uint64(n - 1)
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> np.uint64(shift)
    while True:
        drawn = np.int64(((word32(rng) << np.uint64(32)) | word32(rng)) & mask)
        if drawn < n:
            return drawn


@kernel
def splits(n_01, n_02, n_12, n_012, need_0, need_1, x, y, z):
    """Ways to deal four groups; `x`, `y`, `z` cards of the first three go to their first seat."""
    rest_0 = need_0 - x - y
    rest_1 = need_1 - (n_01 - x) - z
    if rest_0 < 0 or rest_1 < 0 or rest_0 + rest_1 > n_012:
        return np.int64(0)
    shared = WAYS[n_012, rest_0] * WAYS[n_012 - rest_0, rest_1]
    return WAYS[n_01, x] * WAYS[n_02, y] * WAYS[n_12, z] * shared


@kernel
def draw_split(n_01, n_02, n_12, n_012, need_0, need_1, rng):
    """Draw how many cards the groups of two seats give to their first one; -1 if there is no deal."""
    total = np.int64(0)
    for x in range(n_01 + 1):
        for y in range(n_02 + 1):
            for z in range(n_12 + 1):
                total += splits(n_01, n_02, n_12, n_012, need_0, need_1, x, y, z)
    if total == 0:
        return np.int64(-1), np.int64(-1), np.int64(-1)
    drawn = below_wide(rng, total)
    for x in range(n_01 + 1):
        for y in range(n_02 + 1):
            for z in range(n_12 + 1):
                drawn -= splits(n_01, n_02, n_12, n_012, need_0, need_1, x, y, z)
                if drawn < 0:
                    return np.int64(x), np.int64(y), np.int64(z)
    return np.int64(-1), np.int64(-1), np.int64(-1)


@kernel
def deal_to_three(cards, may_0, may_1, may_2, n_0, n_1, rng):
    """Deal cards uniformly among the deals in which no seat gets a card that it cannot hold.

    `n_0` cards to the first seat, `n_1` to the second, the rest to the third; `may_0` and so on hold
    what each may get. At most 40 cards. Returns the three sets and whether there is such a deal; if
    there is none, all are dealt blindly.
    """
    may_0 &= cards
    may_1 &= cards
    may_2 &= cards
    all_three = may_0 & may_1 & may_2
    if all_three == cards:
        to_0, to_1, to_2 = deal_blindly(cards, n_0, n_1, rng)
        return to_0, to_1, to_2, True
    only_0 = may_0 & ~(may_1 | may_2)
    only_1 = may_1 & ~(may_0 | may_2)
    only_2 = may_2 & ~(may_0 | may_1)
    both_01 = may_0 & may_1 & ~may_2
    both_02 = may_0 & may_2 & ~may_1
    both_12 = may_1 & may_2 & ~may_0
    need_0 = n_0 - count(only_0)
    need_1 = n_1 - count(only_1)
    x, y, z = draw_split(
        count(both_01), count(both_02), count(both_12), count(all_three), need_0, need_1, rng
    )
    if x < 0 or may_0 | may_1 | may_2 != cards:
        to_0, to_1, to_2 = deal_blindly(cards, n_0, n_1, rng)
        return to_0, to_1, to_2, False
    from_01, _, rest_01 = deal_blindly(both_01, x, 0, rng)
    from_02, _, rest_02 = deal_blindly(both_02, y, 0, rng)
    from_12, _, rest_12 = deal_blindly(both_12, z, 0, rng)
    rest_0 = need_0 - x - y
    rest_1 = need_1 - (count(both_01) - x) - z
    shared_0, shared_1, shared_2 = deal_blindly(all_three, rest_0, rest_1, rng)
    return (
        only_0 | from_01 | from_02 | shared_0,
        only_1 | rest_01 | from_12 | shared_1,
        only_2 | rest_02 | rest_12 | shared_2,
        True,
    )
