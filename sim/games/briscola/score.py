"""Cards of Briscola: what they are worth, which of two wins, what signs tell of a hand.

Everything is read from the rules record, so the seven as second card (BR-25) is one row of each table.
"""

from __future__ import annotations

import numpy as np

from sim.bits import ZERO, bit, count, has
from sim.games.briscola.rules import Segni
from sim.jit import kernel
from sim.tricks import higher_cards

STRENGTHS = ((9, 0, 8, 1, 2, 3, 4, 5, 6, 7), (9, 0, 1, 2, 3, 4, 8, 5, 6, 7))
"""BR-1, BR-25: by second card (3, 7), then by rank from the ace."""
WORTHS = ((11, 0, 10, 0, 0, 0, 0, 2, 3, 4), (11, 0, 0, 0, 0, 0, 10, 2, 3, 4))
"""BR-2, BR-25: the same for points."""

STRENGTH = np.array([row * 4 for row in STRENGTHS], np.int64)
POINTS = np.array([row * 4 for row in WORTHS], np.uint8)
HIGHER = np.array([higher_cards(row) for row in STRENGTHS])
SUIT = np.array([0x3FF << 10 * suit for suit in range(4)], np.uint64)
WHOLE_PACK = np.uint64((1 << 40) - 1)

_ACE, _THREE, _SEVEN, _FANTE, _CAVALLO, _RE = (
    np.uint64(sum(1 << 10 * suit + place for suit in range(4))) for place in (0, 2, 6, 7, 8, 9)
)
SECOND = np.array([_THREE, _SEVEN])
CARICHI = SECOND | _ACE
FIGURES = _FANTE | _CAVALLO | _RE
HONOURS = CARICHI | FIGURES

PLAIN_CARICO = 32
"""BR-14, bit 5: holds an ace or three of a plain suit."""
NO_TRUMP = 64
"""BR-14, bit 6: holds no trump."""


@kernel
def second_index(rules):
    """Row of the tables: 0 if the three is the second card, 1 if the seven is (BR-25)."""
    return np.int64(rules.second_card == 7)


@kernel
def n_sides(rules):
    """Sides of a deal: two pairs or two players, or three players (BR-3, BR-27, BR-28)."""
    return np.int64(3) if rules.players == 3 else np.int64(2)


@kernel
def side_of(seat, rules):
    """Side of a seat: the pair with four players, else the seat (BR-3, BR-27, BR-28)."""
    return seat & 1 if rules.players == 4 else seat


@kernel
def whole_pack(rules):
    """Mask of the cards in play (BR-28)."""
    return WHOLE_PACK & ~rules.removed_cards


@kernel
def points_of(cards, rules):
    """Points of a set of cards (BR-20)."""
    return (
        11 * count(cards & _ACE)
        + 10 * count(cards & SECOND[second_index(rules)])
        + 4 * count(cards & _RE)
        + 3 * count(cards & _CAVALLO)
        + 2 * count(cards & _FANTE)
    )


@kernel
def beaters(best, trump, rules):
    """Mask of the cards that beat the card winning so far: stronger of its suit, or trumps (BR-10)."""
    higher = HIGHER[second_index(rules), best]
    if has(SUIT[trump], best):
        return higher
    return higher | SUIT[trump]


@kernel
def signs_of(hand, trump, rules):
    """Signs that a hand makes (BR-14)."""
    trumps = hand >> np.uint64(10 * np.int64(trump))
    second = (trumps >> np.uint64(rules.second_card - 1)) & np.uint64(1)
    ace = trumps & np.uint64(1)
    signs = ((trumps >> np.uint64(7)) & np.uint64(7)) | second << np.uint64(3) | ace << np.uint64(4)
    if rules.segni == Segni.full:
        if hand & CARICHI[second_index(rules)] & ~SUIT[trump] != ZERO:
            signs |= np.uint64(PLAIN_CARICO)
        if hand & SUIT[trump] == ZERO:
            signs |= np.uint64(NO_TRUMP)
    return signs


@kernel
def cards_signed(signs, trump, rules):
    """Mask of the trumps that signs say are held: bits 0 to 4 (BR-14)."""
    bits = np.uint64(signs)
    ranks = (bits & np.uint64(7)) << np.uint64(7)
    ranks |= ((bits >> np.uint64(3)) & np.uint64(1)) << np.uint64(rules.second_card - 1)
    ranks |= (bits >> np.uint64(4)) & np.uint64(1)
    return ranks << np.uint64(10 * np.int64(trump))


@kernel
def cards_denied(signs, trump, rules):
    """Mask of the cards that signs say are not held: a bit that is 0 tells too (BR-14)."""
    index = second_index(rules)
    denied = HONOURS[index] & SUIT[trump] & ~cards_signed(signs, trump, rules)
    if rules.segni == Segni.full:
        if signs & PLAIN_CARICO == 0:
            denied |= CARICHI[index] & ~SUIT[trump]
        if signs & NO_TRUMP != 0:
            denied |= SUIT[trump]
    return denied


@kernel
def side_ahead(points):
    """The side that alone has most points, -1 if there is none."""
    a, b, c = np.int64(points[0]), np.int64(points[1]), np.int64(points[2])
    ahead = np.int64(0) if a > b else np.int64(1)
    best = max(a, b)
    ahead = ahead if a != b else np.int64(-1)
    ahead = np.int64(2) if c > best else ahead
    return ahead if c != best else np.int64(-1)


@kernel
def cards_of_losers(trick, rules):
    """Mask of the cards of a full trick that the winner's side did not play."""
    cards = ZERO
    for k in range(rules.players):
        cards |= bit(trick.cards[k])
    cards &= ~bit(trick.best)
    if rules.players == 4:
        place = (trick.winner - trick.leader) & 3
        cards &= ~bit(trick.cards[place ^ 2])
    return cards
