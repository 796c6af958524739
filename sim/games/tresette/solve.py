"""The end of a deal with open cards: what each side gets if everybody plays the best.

Alpha-beta over whole tricks, with a table of positions at the lead of a trick. Cards of a hand between
which nobody else holds one, and which are worth the same, come to the same: one of them is tried. Hands
go round instead of seats: the first is always that of the seat to play.

What is shared out is the thirds of the cards still in hands and trick, and three for the last trick: the
card points of a side are a third of its whole sum, rounded down (TR-30 to TR-32); they never fall with
it.

In here a card's place in its suit is its strength, so that bits of a suit lie in the order of the cards.
"""

from __future__ import annotations

import numpy as np

from sim.bits import ONE, ZERO, count, highest, lowest
from sim.games.tresette.score import thirds_of
from sim.jit import kernel

LAST_TRICK = 3
"""Thirds that the last trick is worth."""

_ALL_SUITS = 1 | 1 << 10 | 1 << 20 | 1 << 30
_BELOW_THE_ACE = np.uint64(0x7F * _ALL_SUITS)
_FROM_THE_ACE = np.uint64(0x7 * _ALL_SUITS)
_ACES = np.uint64((1 << 7) * _ALL_SUITS)
_THIRDS = np.uint64(0b1101110000 * _ALL_SUITS)
_SUIT = np.uint64(0x3FF)

_KEY_BITS = np.uint64(42)
_KEY = (ONE << _KEY_BITS) - ONE
_SHARE = np.uint64(0x3F)
_SHARE_BITS = np.uint64(6)
_MIX = np.uint64(0x9E3779B97F4A7C15)

HEADER = 2
"""Entries before the table of positions: the deal that they belong to, and how many are in use."""
MEMORY = HEADER + (1 << 16)
"""Entries in all."""


@kernel
def by_strength(cards):
    """A set of cards with each card at its strength instead of its rank."""
    return ((cards >> np.uint64(3)) & _BELOW_THE_ACE) | ((cards & _FROM_THE_ACE) << np.uint64(7))


@kernel
def worth_of(cards):
    """Thirds of a set by strength."""
    return count(cards & _THIRDS) + 3 * count(cards & _ACES)


@kernel
def suit_of_card(card):
    """Mask of the suit of one card."""
    place = lowest(card)
    return _SUIT << np.uint64(10 * ((place >= 10) + (place >= 20) + np.int64(place >= 30)))


@kernel
def same_as(card, hand, others, suit):
    """The cards of a hand that come to the same as one of them, itself too."""
    above = others & suit & ~(card | (card - ONE))
    below = others & suit & (card - ONE)
    free = suit
    if above != ZERO:
        free &= (above & (~above + ONE)) - ONE
    if below != ZERO:
        free &= ~((np.uint64(2) << np.uint64(highest(below))) - ONE)
    alike = ~(_THIRDS | _ACES)
    if card & _ACES != ZERO:
        alike = _ACES
    elif card & _THIRDS != ZERO:
        alike = _THIRDS
    return hand & free & alike


@kernel
def masters(hand, others):
    """The cards of a hand that nobody else's beats."""
    found = ZERO
    suit = _SUIT
    for _ in range(4):
        held = hand & suit
        if held != ZERO:
            theirs = others & suit
            found |= (
                held
                if theirs == ZERO
                else held & ~((np.uint64(2) << np.uint64(highest(theirs))) - ONE)
            )
        suit <<= np.uint64(10)
    return found


@kernel
def pick_card(choice, good, rich):
    """The next card to try: of the good ones the strongest, else the poorest, or the richest."""
    first = choice & good
    if first != ZERO:
        aces = first & _ACES
        return (
            aces
            if aces & (aces - ONE) == ZERO and aces != ZERO
            else ONE << np.uint64(highest(first))
        )
    if rich:
        first = choice & _ACES
        if first == ZERO:
            first = choice & _THIRDS
    else:
        first = choice & ~(_THIRDS | _ACES)
        if first == ZERO:
            first = choice & _THIRDS
    if first == ZERO:
        first = choice
    return first & (~first + ONE)


@kernel
def best_share(
    h0, h1, h2, h3, players, seat, n, best, ago, pot, left, alpha, beta, memory, size
):  # fmt: skip
    """Of the `left` thirds in hands and trick, what the side of the seat to play gets.

    `n` cards lie in the trick, worth `pot`; `best`, which wins so far, was laid so many seats `ago`.
    The share is exact between `alpha` and `beta`. `memory` holds positions behind its header, `size`
    of them, a power of two.
    """
    others = h1 | h2 | h3
    slot = np.int64(0)
    key = ZERO
    low_before = alpha
    choice = h0
    good = ZERO
    rich = False
    suit = ZERO
    if n == 0:
        if h0 == ZERO:
            return left  # the last trick's own thirds, to who would lead now
        if h0 & (h0 - ONE) == ZERO:
            return last_trick(h0, h1, h2, h3, left)
        key = h0 | others | np.uint64(seat) << np.uint64(40)
        slot = HEADER + np.int64((key * _MIX) >> np.uint64(40) & np.uint64(size - 1))
        entry = memory[slot]
        if entry & _KEY == key:
            least = np.int64(entry >> _KEY_BITS & _SHARE)
            most = np.int64(entry >> (_KEY_BITS + _SHARE_BITS) & _SHARE)
            if least >= beta or least == most:
                return least
            if most <= alpha:
                return most
            alpha = max(alpha, least)
            beta = min(beta, most)
        good = masters(h0, others)
    else:
        suit = suit_of_card(best)
        follow = h0 & suit
        partners = ago == 2
        if follow != ZERO:
            choice = follow
            stronger = follow & ~(best | (best - ONE))
            if not partners:
                good = stronger
            rich = partners
        else:
            rich = partners
        others |= best
    beta = min(beta, left)
    if alpha >= beta:
        return beta
    share = np.int64(-1)
    while choice != ZERO:
        card = pick_card(choice, good, rich)
        of_suit = suit_of_card(card)
        choice &= ~same_as(card, h0, others, of_suit)
        mine = h0 ^ card
        worth = pot + worth_of(card)
        wins = n == 0 or (of_suit == suit and card > best)
        back = np.int64(1) if wins else ago + 1
        winning = card if wins else best
        if n + 1 < players:
            following = seat + 1 if seat + 1 < players else np.int64(0)
            if players == 4:
                got = left - best_share(
                    h1, h2, h3, mine, players, following, n + 1, winning, back, worth, left,
                    left - beta, left - alpha, memory, size,
                )  # fmt: skip
            else:
                got = left - best_share(
                    h1, mine, h2, h3, players, following, n + 1, winning, back, worth, left,
                    left - beta, left - alpha, memory, size,
                )  # fmt: skip
        else:
            # the last card of the trick: its winner was laid `back` seats before the next seat
            ours = back & 1 == 1
            rest = left - worth
            leader = seat + 1 - back
            if leader < 0:
                leader += players
            a, b, c, d = mine, h1, h2, h3
            if players == 2:
                if back == 2:
                    a, b = h1, mine
            elif back == 2:
                a, b, c, d = h3, mine, h1, h2
            elif back == 3:
                a, b, c, d = h2, h3, mine, h1
            elif back == 4:
                a, b, c, d = h1, h2, h3, mine
            if ours:
                got = worth + best_share(
                    a, b, c, d, players, leader, np.int64(0), ZERO, np.int64(0), np.int64(0), rest,
                    alpha - worth, beta - worth, memory, size,
                )  # fmt: skip
            else:
                got = rest - best_share(
                    a, b, c, d, players, leader, np.int64(0), ZERO, np.int64(0), np.int64(0), rest,
                    rest - beta, rest - alpha, memory, size,
                )  # fmt: skip
        share = max(share, got)
        alpha = max(alpha, got)
        if alpha >= beta:
            break
    if n == 0:
        keep(memory, slot, key, share, low_before, beta, left)
    return share


@kernel
def keep(memory, slot, key, share, alpha, beta, left):
    """Note what was found of a position: exact between the bounds, else a bound itself."""
    least = share if share > alpha else np.int64(0)
    most = share if share < beta else left
    memory[slot] = (
        key | np.uint64(max(least, 0)) << _KEY_BITS | np.uint64(most) << (_KEY_BITS + _SHARE_BITS)
    )


@kernel
def last_trick(h0, h1, h2, h3, left):
    """What the side that leads the last trick, one card a hand, gets of it."""
    suit = suit_of_card(h0)
    best, ours = h0, True
    if h1 & suit > best:
        best, ours = h1, False
    if h2 & suit > best:
        best, ours = h2, True
    if h3 & suit > best:
        ours = False
    return left if ours else np.int64(0)


@kernel
def name_of_deal(state):
    """A number that tells one deal of the cards from another."""
    name = np.uint64(state.table.lead_seat)
    for seat in range(4):
        name = (name ^ (state.own[seat].hand | state.table.laid[seat])) * _MIX
        name ^= name >> np.uint64(29)
    return name | ONE


@kernel
def remember(memory, name, cards):
    """Keep what is known of a deal, or forget another one; the number of positions kept.

    A deal with few cards left needs few of them, and clearing them all would take longer than it.
    """
    if memory[0] != name:
        memory[0] = name
        memory[1] = min(memory.size - HEADER, np.int64(1) << (2 * cards + 3))
        for slot in range(HEADER, HEADER + np.int64(memory[1])):
            memory[slot] = ZERO
    return np.int64(memory[1])


@kernel
def sum_at_end(state, rules, side, memory):
    """Thirds that a side will have, three for the last trick counted, all playing their best.

    The stock is empty. `memory` has `MEMORY` entries; it is kept from call to call of one deal.
    """
    table = state.table
    trick = table.trick
    players = np.int64(rules.players)
    seat = np.int64(table.seat)
    size = remember(memory, name_of_deal(state), count(state.own[seat].hand))
    h0 = by_strength(state.own[seat].hand)
    h1 = by_strength(state.own[(seat + 1) % players].hand)
    h2 = h3 = ZERO
    if players == 4:
        h2 = by_strength(state.own[(seat + 2) % 4].hand)
        h3 = by_strength(state.own[(seat + 3) % 4].hand)
    n = np.int64(trick.n)
    pot = np.int64(0)
    best = ZERO
    ago = np.int64(0)
    if n > 0:
        pot = thirds_of(table.cards)
        best = by_strength(ONE << np.uint64(trick.best))
        ago = (seat - np.int64(trick.winner)) % players
    left = pot + worth_of(h0 | h1 | h2 | h3) + LAST_TRICK
    mine = best_share(
        h0, h1, h2, h3, players, seat, n, best, ago, pot, left, np.int64(-1), left + 1, memory, size
    )
    if (seat ^ side) & 1 == 0:
        return thirds_of(table.piles[side]) + mine
    return thirds_of(table.piles[side]) + left - mine
