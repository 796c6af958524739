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
from sim.games.tombolon.kernel import captured_of, card_of, next_capture
from sim.games.tombolon.rules import CapturePriority
from sim.games.tombolon.score import (
    RANK,
    SAME,
    SUIT,
    clears,
    colour_counts,
    colour_value,
    honour_mask,
    pack_index,
    play_points,
    scopa_counts,
    scopa_value,
    spade_mask,
    value_of,
    whole_pack,
)
from sim.games.tombolon.state import NEVER
from sim.jit import kernel

__all__ = ["POLICIES"]

TIE = 1e-8  # tenths of a point


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
    while rest != ZERO:
        rank = RANK[index, lowest(rest)]
        if rank > top:
            return np.int64(0)
        total += rank
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
    """Write what each unseen card could gain on a table, descending; their number (step 5).

    Cards of one rank share their captures: the greatest gain of a capture whatever its suit, and that of
    a colour in each suit, are found once a rank.
    """
    index = pack_index(rules)
    ranks = rules.pack // 4
    n = np.int64(0)
    may_scopa = scopa_counts(rules, last)
    may_colour = colour_counts(rules, last)
    for rank in range(1, ranks + 1):
        holders = unseen & SAME[index, rank]
        if holders == ZERO:
            continue
        cards_open = cards
        equals = cards & SAME[index, rank]
        if rules.capture_priority == CapturePriority.equal_first and equals != ZERO:
            cards_open = equals
        fewest = np.int64(64)
        any_card = lowest(holders)
        best = np.int64(-1)
        best_0 = np.int64(-1)
        best_1 = np.int64(-1)
        best_2 = np.int64(-1)
        best_3 = np.int64(-1)
        chosen, total = next_capture(cards_open, rank, rules, ZERO, np.int64(0))
        while chosen != ZERO:
            size = count(chosen)
            if rules.capture_priority == CapturePriority.fewest and size < fewest:
                fewest = size
                best = best_0 = best_1 = best_2 = best_3 = np.int64(-1)
            if rules.capture_priority != CapturePriority.fewest or size == fewest:
                gain = weigh(chosen, honours, spades, napoli, honour_weight)
                if may_scopa and clears(cards, chosen):
                    gain += 10 * scopa_value(any_card, rules)
                best = max(best, gain)
                if size >= 2 and may_colour:
                    gain += 10 * colour_value(any_card, chosen, rules)
                    if chosen & ~SUIT[index, 0] == ZERO:
                        best_0 = max(best_0, gain)
                    elif chosen & ~SUIT[index, 1] == ZERO:
                        best_1 = max(best_1, gain)
                    elif chosen & ~SUIT[index, 2] == ZERO:
                        best_2 = max(best_2, gain)
                    elif chosen & ~SUIT[index, 3] == ZERO:
                        best_3 = max(best_3, gain)
            chosen, total = next_capture(cards_open, rank, rules, chosen, total)
        while holders != ZERO:
            card = lowest(holders)
            holders &= holders - ONE
            gain = np.int64(0)
            if best >= 0:
                gain = best
                if has(SUIT[index, 0], card):
                    gain = max(gain, best_0)
                elif has(SUIT[index, 1], card):
                    gain = max(gain, best_1)
                elif has(SUIT[index, 2], card):
                    gain = max(gain, best_2)
                else:
                    gain = max(gain, best_3)
                gain += weigh(bit(card), honours, spades, napoli, honour_weight)
            place = start + n
            while place > start and threats[place - 1] < gain:
                threats[place] = threats[place - 1]
                place -= 1
            threats[place] = gain
            n += 1
    return n


@kernel
def expected_best(threats, start, n, hand, sure):
    """Expected maximum over a hand of `hand` of `n` equally likely cards, and a sure one (step 5).

    The i-th greatest is the hand's best with probability C(n-i, hand-1) / C(n, hand).
    """
    if hand <= 0:
        return np.float64(sure)
    chance = hand / n
    expected = 0.0
    for i in range(1, n - hand + 2):
        expected += chance * max(threats[start + i - 1], sure)
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
            if sure_card != ZERO:
                note_threats(
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
                )
                sure = actions[n]
            found = note_threats(
                cards, unseen, rules, next_last, honours, spades, napoli, honour_weight, actions, n
            )
            worth -= expected_best(actions, n, found, hand, sure)
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
