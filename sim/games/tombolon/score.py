"""What a play and a pile are worth in Tombolon (TB-20 to TB-40). All jitted, nothing mutated."""

from __future__ import annotations

import numpy as np

from sim.bits import ONE, ZERO, bit, count, lowest
from sim.games.tombolon.rules import (
    CarteTie,
    ColourPoints,
    GoingOut,
    ScopaPoints,
    SpadeTie,
    Tombolon,
)
from sim.jit import kernel

_MASKS_PER_PACK = (10, 13)
RANK = np.array(
    [[card % ranks + 1 for card in range(52)] for ranks in _MASKS_PER_PACK], dtype=np.int64
)
"""Rank of each card, by `pack_index`."""
SAME = np.array(
    [
        [sum(1 << s * ranks + r - 1 for s in range(4)) if 1 <= r <= ranks else 0 for r in range(14)]
        for ranks in _MASKS_PER_PACK
    ],
    dtype=np.uint64,
)
"""Mask of the four cards of each rank, by `pack_index`."""
UP_TO = np.array(
    [
        [sum(int(SAME[i, k]) for k in range(min(r, ranks - 3) + 1)) for r in range(14)]
        for i, ranks in enumerate(_MASKS_PER_PACK)
    ],
    dtype=np.uint64,
)
"""Mask of the number cards up to each rank, by `pack_index`."""
SUIT = np.array(
    [[((1 << ranks) - 1) << s * ranks for s in range(4)] for ranks in _MASKS_PER_PACK],
    dtype=np.uint64,
)
"""Mask of each suit, by `pack_index`."""
SPADE_SUIT = 3
MOST_PILE_POINTS = 25
"""No pile is worth more: raddoppio 12, Napoli at most 13 (TB-33, TB-34)."""


@kernel
def pack_index(rules):
    """Row of the mask tables: 0 at Rovigo, 1 at Padova."""
    return np.int64(0) if rules.pack == 40 else np.int64(1)


@kernel
def rank_of(card, rules):
    """Rank of a card, from 1."""
    return RANK[pack_index(rules), card]


@kernel
def suit_of(card, rules):
    """Suit of a card, 0 to 3."""
    return card // 10 if rules.pack == 40 else card // 13


@kernel
def whole_pack(rules):
    """Mask of all cards."""
    return (ONE << np.uint64(rules.pack)) - ONE


@kernel
def spade_mask(rules):
    """Mask of the Spade."""
    return SUIT[pack_index(rules), SPADE_SUIT]


@kernel
def bello_mask(rules):
    """Mask of the honour of Denari (TB-32)."""
    return bit(rules.denari_honour_rank - 1)


@kernel
def due_mask(rules):
    """Mask of the 2 di Spade."""
    return bit(3 * (rules.pack // 4) + 1)


@kernel
def fante_mask(rules):
    """Mask of the Fante di Spade."""
    return bit(rules.pack - 3)


@kernel
def honour_mask(rules):
    """Mask of the three honours (TB-32)."""
    return due_mask(rules) | fante_mask(rules) | bello_mask(rules)


@kernel
def value_of(card, rules):
    """Points that a card stands for: its number, or its figure's points (TB-20)."""
    rank = rank_of(card, rules)
    top = rules.pack // 4 - 3
    return rank if rank <= top else rules.figure_points[rank - top - 1]


@kernel
def clears(table_cards, captured):
    """Whether a capture leaves the table empty (TB-21)."""
    return captured != ZERO and table_cards == captured


@kernel
def is_colour(card, captured, rules):
    """Whether a capture of at least three cards, the played one counted, is of one suit (TB-22)."""
    suit = SUIT[pack_index(rules), suit_of(card, rules)]
    return count(captured) >= 2 and captured & ~suit == ZERO


@kernel
def scopa_counts(rules, last):
    """Whether a scopa may score at this play (TB-21, TB-24)."""
    return rules.scopa_points != ScopaPoints.off and (not last or rules.last_scopa != 0)


@kernel
def colour_counts(rules, last):
    """Whether a colour may score at this play (TB-22, TB-24)."""
    return rules.colour_points != ColourPoints.off and (not last or rules.last_colour != 0)


@kernel
def scopa_value(card, rules):
    """Points of a scopa made by a card, TB-24 aside (TB-21)."""
    if rules.scopa_points == ScopaPoints.value:
        return value_of(card, rules)
    return np.int64(1) if rules.scopa_points == ScopaPoints.one else np.int64(0)


@kernel
def colour_value(card, captured, rules):
    """Points of a colour made by a card, TB-24 aside (TB-22)."""
    if rules.colour_points == ColourPoints.value:
        return value_of(card, rules)
    if rules.colour_points == ColourPoints.cards:
        return count(captured) + 1
    return np.int64(1) if rules.colour_points == ColourPoints.one else np.int64(0)


@kernel
def play_points(table_cards, card, captured, rules, last):
    """Scopa and colour points of one play, `last` for the last card of the deal (TB-21 to TB-24)."""
    points = np.int64(0)
    if clears(table_cards, captured) and scopa_counts(rules, last):
        points += scopa_value(card, rules)
    if is_colour(card, captured, rules) and colour_counts(rules, last):
        points += colour_value(card, captured, rules)
    return points


@kernel
def carte_points(pile, side, rules):
    """Carte: 2 points for more than half of the cards (TB-30)."""
    twice = 2 * count(pile)
    if twice > rules.pack:
        return np.int64(2)
    if twice == rules.pack:
        if rules.carte_tie == CarteTie.split:
            return np.int64(1)
        if rules.carte_tie == CarteTie.first and side == 0:
            return np.int64(2)
    return np.int64(0)


@kernel
def spade_points(pile, side, rules):
    """Spade: 1 point for more than half of the suit (TB-31)."""
    four_times = 8 * count(pile & spade_mask(rules))
    if four_times > rules.pack:
        return np.int64(1)
    if four_times == rules.pack and rules.spade_tie == SpadeTie.first and side == 0:
        return np.int64(1)
    return np.int64(0)


@kernel
def deck_points(pile, side, rules):
    """The five deck lines together, 0 to 6 (TB-30 to TB-32)."""
    honours = count(pile & honour_mask(rules))
    return carte_points(pile, side, rules) + spade_points(pile, side, rules) + honours


@kernel
def raddoppio_points(pile, side, rules):
    """Six more for all six deck points (TB-33)."""
    if rules.raddoppio == 0 or deck_points(pile, side, rules) != 6:
        return np.int64(0)
    if rules.raddoppio_on_tie == 0 and (
        2 * count(pile) <= rules.pack or 8 * count(pile & spade_mask(rules)) <= rules.pack
    ):
        return np.int64(0)
    return np.int64(6)


@kernel
def napoli_points(pile, rules):
    """Length of the run of Spade from the ace, if at least three (TB-34)."""
    if rules.napoli == 0:
        return np.int64(0)
    ranks = rules.pack // 4
    run = lowest(~(pile >> np.uint64(3 * ranks)))
    if run > ranks:
        run = ranks
    return run if run >= 3 else np.int64(0)


@kernel
def makes_tombolon(pile, side, rules):
    """Whether a pile makes Tombolon (TB-35)."""
    if rules.tombolon == Tombolon.off or spade_mask(rules) & ~pile != ZERO:
        return False
    return rules.tombolon == Tombolon.all_spades or deck_points(pile, side, rules) == 6


@kernel
def pile_points(pile, side, rules):
    """The function F of TB-29: what a pile is worth to a side; never decreases as it grows."""
    return (
        deck_points(pile, side, rules)
        + raddoppio_points(pile, side, rules)
        + napoli_points(pile, rules)
    )


@kernel
def play_total(table, side):
    """Match score with the points made in play so far."""
    return (
        np.int64(table.start_score[side])
        + np.int64(table.scopa_points[side])
        + np.int64(table.colour_points[side])
    )


@kernel
def certain_total(table, side, rules):
    """Match score with everything certain so far (TB-38, `secured`)."""
    return play_total(table, side) + pile_points(table.piles[side], side, rules)


@kernel
def far_from_target(table, side, rules):
    """Whether a side cannot have the target, whatever its pile is worth."""
    return play_total(table, side) + MOST_PILE_POINTS < rules.target


@kernel
def goes_out(table, side, rules):
    """Whether the capturing side has the target by what `going_out` counts (TB-38)."""
    if table.extra or rules.going_out == GoingOut.off:
        return False
    if rules.going_out == GoingOut.play:
        return play_total(table, side) >= rules.target
    return certain_total(table, side, rules) >= rules.target


@kernel
def ends_by_tombolon(table, side, rules):
    """Whether the capturing side wins in mid-deal by Tombolon (TB-40)."""
    if table.extra or rules.going_out != GoingOut.secured:
        return False
    return makes_tombolon(table.piles[side], side, rules)
