"""What cards, combinations and deals are worth in Tresette, and what statements are true.

All jitted, nothing mutated. ``card = suit * 10 + rank - 1``, so ace, two and three of a suit are its
lowest three bits, and the cards below the ace in strength its other seven, from the highest bit down.
"""

from __future__ import annotations

import numpy as np

from sim.bits import ONE, ZERO, bit, count, lowest
from sim.jit import kernel
from sim.tricks import higher_cards

RANKS = np.int64(10)
STRENGTHS = (7, 8, 9, 0, 1, 2, 3, 4, 5, 6)
"""Strength of each rank, from the ace (TR-1)."""
SUIT_OF = np.array([card // 10 for card in range(40)], dtype=np.int64)
STRENGTH = np.array([STRENGTHS[card % 10] for card in range(40)], dtype=np.int64)
THIRDS = np.array([(3, 1, 1, 0, 0, 0, 0, 1, 1, 1)[card % 10] for card in range(40)], np.int64)
HIGHER = higher_cards(STRENGTHS)
"""Stronger cards of the same suit, by card."""
SUIT = np.array([0x3FF << 10 * suit for suit in range(4)], dtype=np.uint64)
SUITS = np.array(
    [sum(0x3FF << 10 * suit for suit in range(4) if bits >> suit & 1) for bits in range(16)],
    dtype=np.uint64,
)
"""Mask of some suits, by their bits."""
EQUALS = np.array(
    [sum(1 << 10 * suit + rank for suit in range(4)) for rank in range(10)], np.uint64
)
"""The four cards of each rank, by rank - 1."""
PACK = np.uint64((1 << 40) - 1)
ACES, TWOS, THREES, SEVENS = EQUALS[0], EQUALS[1], EQUALS[2], EQUALS[6]
WORTH_A_THIRD = EQUALS[1] | EQUALS[2] | EQUALS[7] | EQUALS[8] | EQUALS[9]

ANY_RANK = 0x87
ANY_NAPOLI = 0x78
"""Bits of combinations: 0 to 2 aces, twos, threes, 3 to 6 napoli by suit, 7 sevens (section 5)."""
RANK_BITS = np.array([0, 1, 2, 7], dtype=np.int64)
RANK_CARDS = np.array([ACES, TWOS, THREES, SEVENS], dtype=np.uint64)


def _true_codes(holding: int) -> list[int]:
    """Statements that are true of a card led from a holding, ten bits of a suit (TR-26)."""
    left = holding.bit_count() - 1
    ace, two, three = (bool(holding >> rank & 1) for rank in range(3))
    truths = (True, left == 0, left == 1, left == 2, left >= 3, True,
              ace and three, ace and two, two and three)  # fmt: skip
    return [code for code, true in enumerate(truths) if true]


MOST_CODES = 6
N_CODES = np.array([len(_true_codes(holding)) for holding in range(1024)], dtype=np.int64)
"""Number of statements that are true, by the ten bits of the suit with the card led."""
CODES = np.array(
    [sum(code << 4 * k for k, code in enumerate(_true_codes(holding))) for holding in range(1024)],
    dtype=np.int64,
)
"""These statements, ascending, four bits each."""
HONOURS_SAID = np.array([0, 0, 0, 0, 0, 0, 0b101, 0b011, 0b110], dtype=np.uint64)
"""Cards of the suit that a statement names, by code: 29 ace and three, 28 ace and two, 25."""


@kernel
def suit_of(card):
    """Suit of a card, 0 to 3."""
    return SUIT_OF[card]


@kernel
def suit_holding(cards, suit):
    """The cards of one suit as ten bits, the ace lowest."""
    return np.int64(cards >> np.uint64(RANKS * suit)) & 0x3FF


@kernel
def thirds_of(cards):
    """Thirds of a point in a set of cards (TR-2)."""
    return count(cards & WORTH_A_THIRD) + 3 * count(cards & ACES)


@kernel
def suits_missing(cards):
    """Suits of which a set has no card, as bits."""
    missing = np.int64(0)
    for suit in range(4):
        if cards & SUIT[suit] == ZERO:
            missing |= np.int64(1) << suit
    return missing


# Accuso


@kernel
def held_combinations(hand, rules):
    """Combinations in a hand as dealt, as bits (TR-11, TR-12, TR-18)."""
    held = np.int64(count(hand & ACES) >= 3)
    held |= np.int64(count(hand & TWOS) >= 3) << 1
    held |= np.int64(count(hand & THREES) >= 3) << 2
    if rules.tre_sette:
        held |= np.int64(count(hand & SEVENS) >= 3) << 7
    napoli = hand & (hand >> ONE) & (hand >> np.uint64(2)) & ACES
    while napoli != ZERO:
        held |= np.int64(8) << suit_of(lowest(napoli))
        napoli &= napoli - ONE
    return held


@kernel
def coda_of(hand, suit):
    """The unbroken run of a suit's cards below its ace (TR-18, `napoli_coda`)."""
    run = ZERO
    card = bit(10 * suit + 9)
    while card & hand & SUIT[suit] != ZERO and count(run) < 7:
        run |= card
        card >>= ONE
    return run


@kernel
def named_cards(hand, mask, rules):
    """Cards that a declaration names (TR-15)."""
    named = ZERO
    for k in range(4):
        if (mask >> RANK_BITS[k]) & 1:
            named |= hand & RANK_CARDS[k]
    for suit in range(4):
        if (mask >> (3 + suit)) & 1:
            named |= np.uint64(7) << np.uint64(10 * suit)
            if rules.napoli_coda:
                named |= coda_of(hand, suit)
    return named


@kernel
def absent_cards(hand, mask, rules):
    """Cards that a declaration shows the hand to lack: the mancante, the break of a coda (TR-15)."""
    absent = ZERO
    for k in range(4):
        if (mask >> RANK_BITS[k]) & 1:
            absent |= RANK_CARDS[k] & ~hand
    if rules.napoli_coda:
        for suit in range(4):
            run = count(coda_of(hand, suit))
            if (mask >> (3 + suit)) & 1 and run < 7:
                absent |= bit(10 * suit + 9 - run)
    return absent


@kernel
def combination_points(hand, mask, rules):
    """Points of some combinations of a hand: their numbers of cards (TR-11, TR-12, TR-18)."""
    points = np.int64(0)
    for k in range(4):
        if (mask >> RANK_BITS[k]) & 1:
            points += count(hand & RANK_CARDS[k])
    for suit in range(4):
        if (mask >> (3 + suit)) & 1:
            points += 3
            if rules.napoli_coda:
                points += count(coda_of(hand, suit))
    return points


# The deal


@kernel
def tricks_in_deal(rules):
    """Tricks of a whole deal (TR-24, TR-43)."""
    return np.int64(10) if rules.players == 4 else np.int64(20)


@kernel
def played_out(table, rules):
    """Whether all tricks have been played."""
    return table.trick.number == tricks_in_deal(rules)


@kernel
def took_last(table, side, rules):
    """Whether a side has the last trick of the deal (TR-31)."""
    return played_out(table, rules) and np.int64(table.trick.leader) & 1 == side


@kernel
def card_points(table, side, rules):
    """Whole points of cards so far, and the last trick's (TR-30 to TR-32, TR-39)."""
    points = thirds_of(table.piles[side]) // 3
    return points + 1 if took_last(table, side, rules) else points


@kernel
def accuso_points(table, side, rules):
    """Points of declarations that a side is credited with (TR-13, TR-19)."""
    if rules.cappotto_cancels_accuso and card_points(table, side, rules) == 0:
        return np.int64(0)
    return np.int64(table.accuso_points[side])


@kernel
def running_score(table, side, rules):
    """Match score with all that a side has made so far (TR-39)."""
    made = np.int64(table.accuso_points[side]) + card_points(table, side, rules)
    return np.int64(table.start_score[side]) + made


@kernel
def all_tricks(table, side):
    """Whether the other side has no trick (TR-34)."""
    return table.tricks[1 - side] == 0 and table.tricks[3 - side] == 0


@kernel
def cappotto_kind(state, rules):
    """What kinds of cappotto a finished deal is, as bits (TR-34)."""
    table = state.table
    kind = np.int64(0)
    for seat in range(rules.players):
        if count(np.uint64(suits_missing(state.own[seat].dealt))) == 3:
            kind |= 16
    if not played_out(table, rules):
        return kind
    for side in range(2):
        if card_points(table, side, rules) == 0:
            kind |= 1
        if thirds_of(table.piles[side]) < 3:
            kind |= 2
        if all_tricks(table, side):
            kind |= 4
    for seat in range(4):
        if table.tricks[seat] == tricks_in_deal(rules):
            kind |= 8
    return kind
