"""Tombolon's own policies: `greedy` and `expert`, as section 7 of the rules page describes them.

Choices that the page leaves open, and how they are made here:

* greedy, keys 3 and 4 are 0 for a lay-down, as key 2 is: nothing is taken.
* greedy, key 8 uses the value of TB-20, so figure points follow `figure_points`.
* expert works in tenths of a point, which makes gains exact integers; the threat is a float, and
  differences under 1e-9 points are ties.
* expert's threat respects `capture_priority`: it counts only captures that would be legal.
"""

from __future__ import annotations

import numpy as np

from sim.bits import ONE, ZERO, bit, count, has, lowest
from sim.game import Policy
from sim.games.tombolon.kernel import (
    SCRATCH,
    captured_of,
    card_of,
    next_capture,
    only_equals,
    sums_of_several,
)
from sim.games.tombolon.rules import CapturePriority
from sim.games.tombolon.score import (
    RANK,
    SAME,
    clears,
    colour_counts,
    colour_value,
    honour_mask,
    is_colour,
    pack_index,
    play_points,
    scopa_counts,
    scopa_value,
    spade_mask,
    suit_of,
    value_of,
    whole_pack,
)
from sim.games.tombolon.state import NEVER
from sim.jit import kernel

__all__ = ["POLICIES"]

TIE = 1e-8  # tenths of a point
THREATS = SCRATCH - 4  # one an unseen card, at most 48; behind them the best colours by suit


@kernel
def left_behind(table_cards, card, captured):
    """Table after a play."""
    if captured == ZERO:
        return table_cards | bit(card)
    return table_cards & ~captured


@kernel
def exposure(cards, rules):
    """What a table offers the next player for a scopa (greedy, key 5)."""
    n = count(cards)
    if n == 0:
        return np.int64(0)
    if n == 1:
        return np.int64(value_of(lowest(cards), rules))
    top = rules.pack // 4 - 3
    index = pack_index(rules)
    total = np.int64(0)
    rest = cards
    while rest != ZERO and total <= top:  # a figure alone is more than the greatest number
        total += RANK[index, lowest(rest)]
        rest &= rest - ONE
    return total if total <= top else np.int64(0)


@kernel
def greedy_key(table, rules, action, last):
    """Greedy's keys 1 to 8 packed into one integer, most important first."""
    card = card_of(action)
    captured = captured_of(action)
    honours = honour_mask(rules)
    spades = spade_mask(rules)
    safety = 63 - exposure(left_behind(table.cards, card, captured), rules)
    if captured == ZERO:
        is_honour = 0 if has(honours, card) else 1
        is_spade = 0 if has(spades, card) else 1
        return ((safety * 2 + is_honour) * 2 + is_spade) * 32 + 31 - value_of(card, rules)
    taken = captured | bit(card)
    key = play_points(table.cards, card, captured, rules, last)
    key = key * 4 + count(taken & honours)
    key = key * 16 + count(taken & spades)
    key = key * 64 + count(taken)
    return ((key * 64 + safety) * 4 + 3) * 32 + 31


@kernel
def choose_greedy(table, own, rules, actions, n, rng):
    """The action with the greatest key; of equals the first (key 9)."""
    last = table.play + 1 == rules.pack - 4
    best = np.int64(0)
    best_key = np.int64(-1)
    for k in range(n):
        key = greedy_key(table, rules, actions[k], last)
        if key > best_key:
            best_key = key
            best = k
    return best


@kernel
def weigh(cards, honours, spades, napoli, honour_weight):
    """Expert's weights of some cards, in tenths of a point (step 2)."""
    return (
        count(cards)
        + 2 * count(cards & spades)
        + honour_weight * count(cards & honours)
        + 5 * count(cards & napoli)
    )


@kernel
def napoli_race(table, side, rules):
    """1S, 2S, 3S while the opponents hold none of them and Napoli is played, else nothing (step 2)."""
    three = np.uint64(7) << np.uint64(3 * (rules.pack // 4))
    if rules.napoli == 0 or table.piles[1 - side] & three != ZERO:
        return ZERO
    return three


@kernel
def note_threats(
    cards, unseen, rules, last, honours, spades, napoli, honour_weight, threats, start
):
    """Write what each unseen card that captures could gain, descending; their number (step 5).

    Cards of one rank share their captures.
    """
    index = pack_index(rules)
    by_suit = start + THREATS
    n = np.int64(0)
    sums = sums_of_several(cards, rules)
    ranks = sums | ranks_of(cards, rules)
    while ranks != ZERO:
        rank = lowest(ranks)
        ranks &= ranks - ONE
        holders = unseen & SAME[index, rank]
        if holders == ZERO:
            continue
        equals = cards & SAME[index, rank]
        alone = only_equals(equals, rank, sums, rules)
        if alone:
            best = best_equal(cards, equals, rules, last, honours, spades, napoli, honour_weight)
        else:
            best = best_gains(
                cards, rank, rules, last, honours, spades, napoli, honour_weight, threats, by_suit
            )
        while holders != ZERO:
            card = lowest(holders)
            holders &= holders - ONE
            gain = best
            if not alone:
                gain = max(best, threats[by_suit + suit_of(card, rules)])
            gain += weigh(bit(card), honours, spades, napoli, honour_weight)
            insert_descending(threats, start, n, gain)
            n += 1
    return n


@kernel
def best_gains(cards, rank, rules, last, honours, spades, napoli, honour_weight, gains, by_suit):
    """The greatest gain of a rank's captures, the played card aside, whatever its suit.

    That of its colours goes to the four entries of `gains` from `by_suit`, one a suit, 0 for none.
    """
    clear_gains(gains, by_suit)
    any_card = lowest(SAME[pack_index(rules), rank])
    may_scopa = scopa_counts(rules, last)
    may_colour = colour_counts(rules, last)
    best = np.int64(0)
    fewest = np.int64(64)
    chosen, total = next_capture(cards, rank, rules, ZERO, np.int64(0))
    while chosen != ZERO:
        size = count(chosen)
        if rules.capture_priority == CapturePriority.fewest and size < fewest:
            fewest = size
            best = np.int64(0)
            clear_gains(gains, by_suit)
        if rules.capture_priority != CapturePriority.fewest or size == fewest:
            gain = weigh(chosen, honours, spades, napoli, honour_weight)
            if may_scopa and clears(cards, chosen):
                gain += 10 * scopa_value(any_card, rules)
            best = max(best, gain)
            first = lowest(chosen)
            if may_colour and is_colour(first, chosen, rules):
                place = by_suit + suit_of(first, rules)
                gain += 10 * colour_value(any_card, chosen, rules)
                gains[place] = max(gains[place], gain)
        chosen, total = next_capture(cards, rank, rules, chosen, total)
    return best


@kernel
def clear_gains(gains, by_suit):
    """Set the gains of the four suits to 0."""
    for suit in range(4):
        gains[by_suit + suit] = 0


@kernel
def best_equal(cards, equals, rules, last, honours, spades, napoli, honour_weight):
    """The greatest gain of capturing one of some equal cards, the played card aside."""
    best = np.int64(0)
    rest = equals
    while rest != ZERO:
        captured = rest & (~rest + ONE)
        rest ^= captured
        gain = weigh(captured, honours, spades, napoli, honour_weight)
        if clears(cards, captured) and scopa_counts(rules, last):
            gain += 10 * scopa_value(lowest(captured), rules)
        best = max(best, gain)
    return best


@kernel
def ranks_of(cards, rules):
    """Ranks of some cards, as bits."""
    index = pack_index(rules)
    ranks = ZERO
    rest = cards
    while rest != ZERO:
        ranks |= bit(RANK[index, lowest(rest)])
        rest &= rest - ONE
    return ranks


@kernel
def insert_descending(values, start, n, value):
    """Put a value in its place among the `n` descending values from `start`."""
    place = start + n
    while place > start and values[place - 1] < value:
        values[place] = values[place - 1]
        place -= 1
    values[place] = value


@kernel
def expected_best(threats, start, found, n, hand, sure):
    """Expected maximum over a hand of `hand` of `n` equally likely cards, and a sure one (step 5).

    `found` threats are more than 0. The i-th greatest is the hand's best with probability
    C(n-i, hand-1) / C(n, hand).
    """
    if hand <= 0:
        return np.float64(sure)
    chance = hand / n
    expected = 0.0
    for i in range(1, n - hand + 2):
        if i > found and sure == 0:
            break
        threat = threats[start + i - 1] if i <= found else np.int64(0)
        expected += chance * max(threat, sure)
        if i <= n - hand:
            chance *= (n - i - hand + 1) / (n - i)
    return expected


@kernel
def choose_expert(table, own, rules, actions, n, rng):
    """The greatest gain less the next player's expected best reply (steps 2 to 6).

    Entries of `actions` from `n` on are scratch for the threats.
    """
    seat = np.int64(own.seat)
    side = seat % 2
    seats = rules.n_seats
    dealer = seats - 1
    honours = honour_mask(rules)
    spades = spade_mask(rules)
    napoli = napoli_race(table, side, rules)
    honour_weight = np.int64(20) if table.piles[side] & honours == ZERO else np.int64(10)
    plays = rules.pack - 4
    last = table.play + 1 == plays
    next_last = table.play + 2 == plays
    follower = (seat + 1) % seats
    hand = np.int64(table.hand_size[follower])
    if hand == 0 and not last:
        hand = np.int64(rules.packets[table.packet + 1])
    unseen = whole_pack(rules) & ~(own.hand | table.cards | table.piles[0] | table.piles[1])
    sure_card = ZERO
    if table.bottom != NEVER and has(unseen, table.bottom):
        unseen &= ~bit(table.bottom)
        if table.stock == 0 and follower == dealer:
            sure_card = bit(table.bottom)
            hand -= 1
    best = np.int64(0)
    best_worth = -1e18
    for k in range(n):
        card = card_of(actions[k])
        captured = captured_of(actions[k])
        worth = 0.0
        if captured != ZERO:
            taken = captured | bit(card)
            points = play_points(table.cards, card, captured, rules, last)
            worth = 10.0 * points + weigh(taken, honours, spades, napoli, honour_weight)
        if not last:
            cards = left_behind(table.cards, card, captured)
            sure = np.int64(0)
            if sure_card != ZERO and note_threats(
                cards,
                sure_card,
                rules,
                next_last,
                honours,
                spades,
                napoli,
                honour_weight,
                actions,
                n,
            ):
                sure = actions[n]
            found = note_threats(
                cards, unseen, rules, next_last, honours, spades, napoli, honour_weight, actions, n
            )
            worth -= expected_best(actions, n, found, count(unseen), hand, sure)
        if worth > best_worth + TIE:
            best_worth = worth
            best = k
    return best


POLICIES = (
    Policy(
        "greedy",
        lambda: choose_greedy,
        "most points now, then honours, Spade, cards, the safest table",
        origin="tombolon",
    ),
    Policy(
        "expert",
        lambda: choose_expert,
        "counts cards: gain less the next player's expected best reply",
        origin="tombolon",
    ),
)
