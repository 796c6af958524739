"""Briscola's own policies: `greedy`, `expert` and `expert_dd`, as section 7 of the rules page has them.

Choices that the page leaves open, and how they are made here:

* expert_dd with two or three players, or where ``recall = "table"`` hides so much that the unseen cards
  are more than the others hold, plays as expert: the page describes it for four players and open piles.
* expert_dd's leaf value rises with its side's points, so the solver's points give it: best play for one
  is best play for the other. Sums are counted in hundredths, which are whole numbers.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sim.bits import ONE, ZERO, bit, count, has, lowest
from sim.game import Policy
from sim.games.briscola.score import (
    CARICHI,
    FIGURES,
    POINTS,
    STRENGTH,
    SUIT,
    beaters,
    cards_signed,
    points_of,
    second_index,
    side_of,
    whole_pack,
)
from sim.games.briscola.solve import best_share
from sim.jit import kernel
from sim.tricks import EMPTY, next_seat
from sim.worlds import draw_member

__all__ = ["POLICIES"]

TIE = 1e-9
SPLITS = 20
"""Random splits of the unseen cards that expert_dd solves without the peek."""


@kernel
def place_of(hand, card):
    """Place of a card among the legal actions, which are the hand in order."""
    return count(hand & (bit(card) - ONE))


# greedy


@kernel
def cheapest(cards, trump, rules):
    """The card with the least 10 points + 55 [trump] + strength."""
    index = second_index(rules)
    best, least = np.int64(EMPTY), np.int64(1 << 30)
    rest = cards
    while rest != ZERO:
        card = lowest(rest)
        rest &= rest - ONE
        price = 10 * np.int64(POINTS[index, card]) + STRENGTH[index, card]
        if has(SUIT[trump], card):
            price += 55
        if price < least:
            best, least = card, price
    return best


@kernel
def richest(cards, rules):
    """The card with most points, then least strength; EMPTY of none."""
    index = second_index(rules)
    best, most = np.int64(EMPTY), np.int64(-1)
    rest = cards
    while rest != ZERO:
        card = lowest(rest)
        rest &= rest - ONE
        key = 16 * np.int64(POINTS[index, card]) + 9 - STRENGTH[index, card]
        if key > most:
            best, most = card, key
    return best


@kernel
def weakest(cards, rules):
    """The card with least strength; EMPTY of none."""
    index = second_index(rules)
    best, least = np.int64(EMPTY), np.int64(10)
    rest = cards
    while rest != ZERO:
        card = lowest(rest)
        rest &= rest - ONE
        if STRENGTH[index, card] < least:
            best, least = card, STRENGTH[index, card]
    return best


@kernel
def greedy_card(table, own, rules):
    """The card that greedy plays (G1 to G5)."""
    trick = table.trick
    trump = np.int64(table.trump)
    hand = own.hand
    if trick.n == 0:
        return cheapest(hand, trump, rules)
    last = trick.n + 1 == rules.players
    plain = hand & ~SUIT[trump]
    if side_of(np.int64(trick.winner), rules) == side_of(np.int64(own.seat), rules):
        if last and plain != ZERO:
            return richest(plain, rules)
        return cheapest(hand, trump, rules)
    beating = hand & beaters(trick.best, trump, rules)
    if last:
        card = richest(beating & plain, rules)
        if card != EMPTY and np.int64(table.pot) + POINTS[second_index(rules), card] > 0:
            return card
    if table.pot >= 10 and beating & ~plain != ZERO:
        return weakest(beating & ~plain, rules)
    return cheapest(hand, trump, rules)


@kernel
def choose_greedy(table, own, rules, actions, n, rng):
    """Cheapest lead; load or take the trick with plain cards when last; trump rich tricks."""
    return np.int64(place_of(own.hand, greedy_card(table, own, rules)))


# expert


@kernel
def partner_cards(table, own, rules, signs, peek):
    """Mask of the cards known to be in partner's hand, from signs and peeks if they are heeded (V1)."""
    if rules.players != 4:
        return ZERO
    cards = table.known[own.seat ^ 2]
    if signs:
        cards |= cards_signed(own.partner_signs, table.trump, rules)
    return cards | own.partner_hand if peek else cards


@kernel
def card_pool(table, own, rules, known):
    """Mask of the cards that may be anywhere, as far as the seat sees (V1)."""
    pool = whole_pack(rules) & ~(own.hand | own.seen | known)
    return pool if table.face_up == EMPTY else pool & ~bit(table.face_up)


@kernel
def chance_of_any(unseen, wanted, held):
    """Chance that a hand of `held` of the unseen cards has one of the wanted (V5)."""
    if wanted == 0 or held == 0:
        return 0.0
    none = 1.0
    for k in range(held):
        if unseen - wanted <= k:
            return 1.0
        none *= (unseen - wanted - k) / (unseen - k)
    return 1.0 - none


@kernel
def cost_of(card, trump, rules):
    """What it costs to part with a card (V7)."""
    index = second_index(rules)
    strength = STRENGTH[index, card]
    carico = has(CARICHI[index], card)
    if not has(SUIT[trump], card):
        if carico:
            return 0.6
        return 0.3 if has(FIGURES, card) else 0.01 * strength
    if carico:
        cost = 45.0 if POINTS[index, card] == 11 else 14.0
    elif has(FIGURES, card):
        cost = 9.0 + 0.1 * POINTS[index, card]
    else:
        cost = 5.0
    return cost + 0.05 * strength


@kernel
def expert_value(table, own, rules, card, known, pool):
    """What a card is worth to expert (V2 to V8)."""
    trick = table.trick
    trump = np.int64(table.trump)
    players = rules.players
    seat = np.int64(own.seat)
    partner = seat ^ 2 if players == 4 else np.int64(-1)
    best = np.int64(trick.best)
    mine = 1.0
    if trick.n > 0 and not has(beaters(best, trump, rules), card):
        mine = 1.0 if side_of(np.int64(trick.winner), rules) == side_of(seat, rules) else 0.0
    else:
        best = card
    points = np.float64(table.pot) + POINTS[second_index(rules), card]
    better = beaters(best, trump, rules)
    plain, trumps = better & ~SUIT[trump], better & SUIT[trump]
    greed = 0.068 * points if has(SUIT[trump], best) else 0.1 + 0.056 * points
    greed = min(1.0, greed)
    unseen = count(pool)
    held = count(own.hand)
    later = players - np.int64(trick.n) - 1
    follower = seat
    for _ in range(later):
        follower = next_seat(follower, players)
        hidden = held - count(known) if follower == partner else held
        by_suit = chance_of_any(unseen, count(pool & plain), hidden)
        by_trump = chance_of_any(unseen, count(pool & trumps), hidden)
        if follower == partner:
            if known & plain != ZERO:
                by_suit = 1.0
            if known & trumps != ZERO:
                by_trump = 1.0
        by_suit *= 0.85
        beat = by_suit + (1.0 - by_suit) * by_trump * greed
        if follower == partner:
            mine += (1.0 - mine) * 0.8 * beat
        else:
            mine *= 1.0 - beat
    stake = points + 1.5 * later
    if table.stock == players:
        stake -= 1.8 * (POINTS[second_index(rules), table.face_up] + 2.0)
    return (2.0 * mine - 1.0) * stake - cost_of(card, trump, rules)


@kernel
def most_valuable(table, own, rules, actions, n, signs, peek):
    """The card of greatest expected value; a later one must be better by more than a trifle."""
    known = partner_cards(table, own, rules, signs, peek)
    pool = card_pool(table, own, rules, known)
    best = np.int64(0)
    best_value = expert_value(table, own, rules, actions[0], known, pool)
    for k in range(1, n):
        value = expert_value(table, own, rules, actions[k], known, pool)
        if value > best_value + TIE:
            best, best_value = np.int64(k), value
    return best


@cache
def make_expert(signs: bool = True, peek: bool = True) -> Any:
    """Make `expert`, with or without an eye for partner's signs and for the cards that he shows."""

    @kernel
    def choose_expert(table, own, rules, actions, n, rng):
        return most_valuable(table, own, rules, actions, n, signs, peek)

    return choose_expert


# expert_dd


@kernel
def leaf_value(points):
    """What points at the end are worth, in hundredths: winning first, then points."""
    return points + (100_000 if points > 60 else 50_000 if points == 60 else 0)


@kernel
def add_values(table, own, rules, following, partner, before, actions, n, sums):
    """Add to `actions` from `sums` on what each card is worth if these are the other hands."""
    trick = table.trick
    trump = np.int64(table.trump)
    seat = np.int64(own.seat)
    points = np.int64(table.points[side_of(seat, rules)])
    hands = own.hand | following | partner | before
    left = np.int64(table.pot) + points_of(hands, rules)
    ago = seat - np.int64(trick.winner)
    if ago < 0:
        ago += 4
    for k in range(n):
        share = best_share(
            bit(actions[k]), own.hand, following, partner, before, rules, trump, np.int64(trick.n),
            np.int64(trick.best), ago, np.int64(table.pot), left, np.int64(-1), left + 1,
        )  # fmt: skip
        actions[sums + k] += leaf_value(points + share)


@kernel
def cards_to_split(table, own, rules, knows_partner):
    """Mask of the unseen cards of the others (X)."""
    unseen = whole_pack(rules) & ~(own.hand | own.seen)
    return unseen & ~own.partner_hand if knows_partner else unseen


@kernel
def held_by_others(table, own, knows_partner):
    """Number of cards in the hands among which X is split."""
    held = np.int64(0)
    for seat in range(4):
        if seat != own.seat and not (knows_partner and seat == own.seat ^ 2):
            held += np.int64(table.hand_size[seat])
    return held


@kernel
def add_every_split(table, own, rules, unseen, actions, n, sums):
    """Solve all ways to split the unseen cards between the opponents; partner's cards are known."""
    size = np.int64(table.hand_size[(own.seat + 1) & 3])
    partner = own.partner_hand
    following = unseen
    while True:  # every subset of the unseen cards, downwards
        if count(following) == size:
            rest = unseen ^ following
            add_values(table, own, rules, following, partner, rest, actions, n, sums)
        if following == ZERO:
            return
        following = (following - ONE) & unseen


@kernel
def take_random(cards, n, rng):
    """Mask of `n` of some cards, all choices equally likely."""
    taken = ZERO
    for _ in range(n):
        taken |= bit(draw_member(cards & ~taken, rng))
    return taken


@kernel
def add_random_splits(table, own, rules, unseen, actions, n, sums, rng):
    """Solve random splits of the unseen cards among the three others."""
    for _ in range(SPLITS):
        following = take_random(unseen, table.hand_size[(own.seat + 1) & 3], rng)
        rest = unseen & ~following
        partner = take_random(rest, table.hand_size[own.seat ^ 2], rng)
        add_values(table, own, rules, following, partner, rest & ~partner, actions, n, sums)


@kernel
def best_over_splits(table, own, rules, actions, n, rng, signs, peek):
    """As expert; once the stock is gone, the card that does best over splits of the unseen cards.

    Entries of `actions` from `n` on are scratch for the sums.
    """
    if rules.players != 4 or table.stock > 0:
        return most_valuable(table, own, rules, actions, n, signs, peek)
    knows_partner = rules.last_hand_peek and peek
    unseen = cards_to_split(table, own, rules, knows_partner)
    if count(unseen) != held_by_others(table, own, knows_partner):
        return most_valuable(table, own, rules, actions, n, signs, peek)
    for k in range(n):
        actions[n + k] = 0
    if knows_partner:
        add_every_split(table, own, rules, unseen, actions, n, n)
    else:
        add_random_splits(table, own, rules, unseen, actions, n, n, rng)
    best = np.int64(0)
    for k in range(1, n):
        if actions[n + k] > actions[n + best]:
            best = np.int64(k)
    return best


@cache
def make_expert_dd(signs: bool = True, peek: bool = True) -> Any:
    """Make `expert_dd`, with or without an eye for partner's signs and for the cards that he shows."""

    @kernel
    def choose_expert_dd(table, own, rules, actions, n, rng):
        return best_over_splits(table, own, rules, actions, n, rng, signs, peek)

    return choose_expert_dd


_HEEDED = {"signs": True, "peek": True}
"""Whether a policy makes use of partner's signs and of the cards that he shows."""

POLICIES = (
    Policy(
        "greedy",
        lambda: choose_greedy,
        "leads low, loads partner's tricks, takes by suit when last, trumps rich tricks",
        origin="briscola",
    ),
    Policy(
        "expert",
        make_expert,
        "expected value from the cards not seen, signs, K and peeks",
        _HEEDED,
        origin="briscola",
    ),
    Policy(
        "expert_dd",
        make_expert_dd,
        "expert; the last three tricks of four players solved over splits of the unseen cards",
        _HEEDED,
        origin="briscola",
    ),
)
