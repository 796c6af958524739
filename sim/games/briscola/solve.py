"""The end of a deal with open cards: what each side gets if everybody plays the best.

Once the stock is empty nothing is left to chance, and with all hands in sight the rest is a small tree.
Hands go round instead of seats: the first is always that of the seat to play, so a position is a few
numbers in registers. Two sides share what is left, and what one gets the other loses: alpha-beta. Three
players each want most for themselves, and of equals play the lowest card.

Whether a side wins follows from its points, and so does any worth that never falls with them: whoever
plays for the one plays best for the other.
"""

from __future__ import annotations

import numpy as np

from sim.bits import ONE, ZERO, lowest
from sim.games.briscola.score import POINTS, beaters, points_of, side_of
from sim.jit import kernel


@kernel
def leads_last_trick_home(h0, h1, h2, h3, rules, trump):
    """Whether the side that leads the last trick, one card a hand, takes it: two or four seats."""
    best, home = h0, True
    if h1 & beaters(lowest(best), trump, rules) != ZERO:
        best, home = h1, False
    if h2 & beaters(lowest(best), trump, rules) != ZERO:
        best, home = h2, True
    if h3 & beaters(lowest(best), trump, rules) != ZERO:
        home = False
    return home


@kernel
def best_share(choice, h0, h1, h2, h3, rules, trump, n, best, ago, pot, left, alpha, beta):
    """Of the `left` points in hands and trick, what the side of the seat to play gets: 2 or 4 seats.

    `choice` are the cards of `h0` that it may play; `n` cards lie in the trick, worth `pot`, and the
    one that wins so far, `best`, was laid so many seats `ago`. Exact between `alpha` and `beta`.
    """
    if left == 0:
        return np.int64(0)
    if n == 0 and h0 & (h0 - ONE) == ZERO:
        return left if leads_last_trick_home(h0, h1, h2, h3, rules, trump) else np.int64(0)
    share = np.int64(-1)
    beta = min(beta, left)  # there is no more to get
    beat = beaters(best, trump, rules) if n > 0 else ZERO
    while choice != ZERO:
        first = choice & beat if choice & beat != ZERO else choice  # these cut off most
        card = first & (~first + ONE)
        choice ^= card
        mine = h0 ^ card
        number = lowest(card)
        worth = pot + np.int64(POINTS[np.int64(rules.second_card == 7), number])
        wins = n == 0 or card & beat != ZERO
        back = np.int64(1) if wins else ago + 1
        winning = number if wins else best
        if n + 1 < rules.players:
            if rules.players == 4:
                got = left - best_share(
                    h1, h1, h2, h3, mine, rules, trump, n + 1, winning, back, worth, left,
                    left - beta, left - alpha,
                )  # fmt: skip
            else:
                got = left - best_share(
                    h1, h1, mine, h2, h3, rules, trump, n + 1, winning, back, worth, left,
                    left - beta, left - alpha,
                )  # fmt: skip
        else:
            rest = left - worth
            partners = back & 1 == 1
            low, high = alpha - worth, beta - worth
            if not partners:
                low, high = rest - beta, rest - alpha
            if back == 1:
                a, b, c, d = mine, h1, h2, h3
            elif back == rules.players:
                a, b, c, d = h1, h2, h3, mine
            elif back == 2:
                a, b, c, d = h3, mine, h1, h2
            else:
                a, b, c, d = h2, h3, mine, h1
            if rules.players == 2 and back == 2:
                b, d = mine, ZERO
            got = best_share(
                a, a, b, c, d, rules, trump, np.int64(0), np.int64(0), np.int64(0), np.int64(0), rest,
                low, high,
            )  # fmt: skip
            got = worth + got if partners else rest - got
        share = max(share, got)
        alpha = max(alpha, got)
        if alpha >= beta:
            return share
    return share


@kernel
def best_shares(h0, h1, h2, rules, trump, n, best, ago, pot):
    """What each of three players gets of the rest, the seat to play first; arguments as `best_share`."""
    shares = (np.int64(-1), np.int64(0), np.int64(0))
    if h0 | h1 | h2 == ZERO:
        return (np.int64(0), np.int64(0), np.int64(0))
    beat = beaters(best, trump, rules) if n > 0 else h0
    choice = h0
    while choice != ZERO:
        card = choice & (~choice + ONE)
        choice ^= card
        mine = h0 ^ card
        number = lowest(card)
        worth = pot + np.int64(POINTS[np.int64(rules.second_card == 7), number])
        back = np.int64(1) if card & beat != ZERO else ago + 1
        winning = number if card & beat != ZERO else best
        none = np.int64(0)
        if n < 2:
            second, third, first = best_shares(
                h1, h2, mine, rules, trump, n + 1, winning, back, worth
            )
        elif back == 1:
            first, second, third = best_shares(mine, h1, h2, rules, trump, none, none, none, none)
            first += worth
        elif back == 2:
            third, first, second = best_shares(h2, mine, h1, rules, trump, none, none, none, none)
            third += worth
        else:
            second, third, first = best_shares(h1, h2, mine, rules, trump, none, none, none, none)
            second += worth
        if first > shares[0]:
            shares = (first, second, third)
    return shares


@kernel
def points_at_end(state, rules, side):
    """Points that a side will have, all playing their best with open cards; the stock is empty."""
    table = state.table
    trick = table.trick
    players = rules.players
    seat = np.int64(table.seat)
    points = np.int64(table.points[side])
    if table.play == state.size:
        return points
    n, pot = np.int64(trick.n), np.int64(table.pot)
    best, ago = np.int64(trick.best), seat - np.int64(trick.winner)
    if ago < 0:
        ago += players
    h0 = state.own[seat].hand
    if players == 3:
        h1, h2 = hand_after(state, seat, 1, 3), hand_after(state, seat, 2, 3)
        shares = best_shares(h0, h1, h2, rules, np.int64(table.trump), n, best, ago, pot)
        place = side - seat
        if place < 0:
            place += 3
        return points + (shares[0] if place == 0 else shares[1] if place == 1 else shares[2])
    h1 = hand_after(state, seat, 1, players)
    h2 = h3 = ZERO
    if players == 4:
        h2, h3 = hand_after(state, seat, 2, 4), hand_after(state, seat, 3, 4)
    left = pot + points_of(h0 | h1 | h2 | h3, rules)
    share = best_share(
        h0, h0, h1, h2, h3, rules, np.int64(table.trump), n, best, ago, pot, left,
        np.int64(-1), left + 1,
    )  # fmt: skip
    return points + (share if side_of(seat, rules) == side else left - share)


@kernel
def hand_after(state, seat, places, players):
    """Hand of the seat so many places on."""
    seat += places
    return state.own[seat - players if seat >= players else seat].hand


@kernel
def solve(state, rules):
    """Points that side 0 will have at the end, all playing their best; the stock is empty."""
    return points_at_end(state, rules, np.int64(0))
