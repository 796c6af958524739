"""Tresette's own policies, as section 7 of the rules page describes them.

All of them declare everything that they hold, and all but `expert_talk` are silent. With two players
there is no partner and `expert` has no rules: it plays as `greedy`.
"""

from __future__ import annotations

import numpy as np

from sim.bits import ONE, ZERO, bit, count, has, lowest
from sim.game import Policy
from sim.games.tresette.kernel import encode, unseen_by
from sim.games.tresette.score import (
    ACES,
    CODES,
    EQUALS,
    HIGHER,
    N_CODES,
    STRENGTH,
    SUIT,
    SUITS,
    THIRDS,
    THREES,
    TWOS,
    suit_holding,
    suit_of,
    suits_missing,
    thirds_of,
)
from sim.games.tresette.state import CHOOSING, EMPTY
from sim.jit import kernel
from sim.rng import below
from sim.worlds import draw_member

__all__ = ["POLICIES"]

CHEAPNESS = 16 * THIRDS + STRENGTH
"""Fewest thirds, then least strength."""
DEAREST = -16 * THIRDS + STRENGTH
"""Most thirds, then least strength."""
FIGURES = EQUALS[7] | EQUALS[8] | EQUALS[9]
HONOURS = ACES | TWOS | THREES


# Words of section 7; `unseen` is U, the cards neither played nor in the own hand


@kernel
def least(cards, keys):
    """The card with the least key; of equals the lowest number."""
    best = np.int64(EMPTY)
    best_key = np.int64(1 << 30)
    while cards != ZERO:
        card = lowest(cards)
        cards &= cards - ONE
        if keys[card] < best_key:
            best_key = keys[card]
            best = card
    return best


@kernel
def weakest(cards):
    """The card with the least strength."""
    return least(cards, STRENGTH)


@kernel
def cheapest(cards):
    """The card with fewest thirds, then least strength."""
    return least(cards, CHEAPNESS)


@kernel
def strongest(cards):
    """The strongest card of a suit."""
    best = lowest(cards)
    while HIGHER[best] & cards != ZERO:
        best = lowest(HIGHER[best] & cards)
    return best


@kernel
def longest_suit(suits, hand):
    """Of some suits, given as bits, that with most own cards; of equals the lowest."""
    best = np.int64(0)
    most = np.int64(0)
    for suit in range(4):
        n = count(hand & SUIT[suit])
        if has(np.uint64(suits), suit) and n > most:
            most = n
            best = np.int64(suit)
    return best


@kernel
def cards_without(cards, others):
    """The cards that no card of some others beats in their suit."""
    free = ZERO
    rest = cards
    while rest != ZERO:
        card = lowest(rest)
        rest &= rest - ONE
        if HIGHER[card] & others == ZERO:
            free |= bit(card)
    return free


@kernel
def following(table, own):
    """Own cards of the suit led."""
    return own.hand & SUIT[suit_of(table.trick.cards[0])]


@kernel
def plays_last(table, rules):
    """Whether the trick is complete with this card."""
    return table.trick.n == rules.players - 1


@kernel
def partner_wins(table, rules):
    """Whether the partner wins the trick so far; in due there is none."""
    return rules.players == 4 and table.trick.winner == (np.int64(table.seat) + 2) & 3


@kernel
def find_action(actions, n, card, code):
    """Index of a card with a statement."""
    wanted = encode(card, code)
    for k in range(n):
        if actions[k] == wanted:
            return np.int64(k)
    return np.int64(0)


# Random, first


@kernel
def choose_random(table, own, rules, actions, n, rng):
    """Any legal card with equal probability, silent; declares all."""
    if table.phase == CHOOSING:
        return np.int64(n - 1)
    if table.trick.n > 0 or n == count(own.hand):
        return below(rng, n)
    return find_action(actions, n, draw_member(own.hand, rng), 0)


@kernel
def choose_first(table, own, rules, actions, n, rng):
    """The legal card with the lowest number, silent; declares all."""
    return np.int64(n - 1) if table.phase == CHOOSING else np.int64(0)


# Greedy


@kernel
def greedy_lead(hand, unseen):
    """G1, G2: the master of the longest such suit, else low from the longest suit."""
    masters = cards_without(hand, unseen)
    if masters != ZERO:
        return strongest(hand & SUIT[longest_suit(15 & ~suits_missing(masters), hand)])
    return weakest(hand & SUIT[longest_suit(15, hand)])


@kernel
def greedy_discard(hand):
    """G6: the least of ``10000 * thirds - 100 * (own cards of that suit) + strength``."""
    best = np.int64(EMPTY)
    best_key = np.int64(1 << 30)
    rest = hand
    while rest != ZERO:
        card = lowest(rest)
        rest &= rest - ONE
        key = 10000 * THIRDS[card] - 100 * count(hand & SUIT[suit_of(card)]) + STRENGTH[card]
        if key < best_key:
            best_key = key
            best = card
    return best


@kernel
def greedy_follow(table, own, rules, unseen):
    """G3 to G6."""
    best = table.trick.best
    cards = following(table, own)
    last = plays_last(table, rules)
    if partner_wins(table, rules) and (last or HIGHER[best] & unseen == ZERO):
        return least(cards if cards != ZERO else own.hand, DEAREST)
    if cards == ZERO:
        return greedy_discard(own.hand)
    good = cards & HIGHER[best]
    if not last:
        good = cards_without(good, unseen)
    if good & ACES != ZERO:
        return lowest(good & ACES)
    return weakest(good) if good != ZERO else cheapest(cards)


@kernel
def greedy_card(table, own, rules):
    """The card that `greedy` plays."""
    unseen = unseen_by(table, own)
    if table.trick.n == 0:
        return greedy_lead(own.hand, unseen)
    return greedy_follow(table, own, rules, unseen)


@kernel
def choose_greedy(table, own, rules, actions, n, rng):
    """G1 to G6, silent; declares all."""
    if table.phase == CHOOSING:
        return np.int64(n - 1)
    return find_action(actions, n, greedy_card(table, own, rules), 0)


# Expert


@kernel
def held_by_others(table, seat):
    """Cards that are known to lie with a seat other than this one."""
    known = ZERO
    for other in range(4):
        if other != seat:
            known |= table.known[other]
    return known


@kernel
def danger_of(table, unseen, seat):
    """Unseen cards that a seat may hold, as far as void suits and known cards tell."""
    return unseen & ~SUITS[table.void[seat]] & ~held_by_others(table, seat)


@kernel
def partner_suit_lead(hand, unseen, card):
    """E3: come back in the suit of a card that partner led; EMPTY if the rule does not apply."""
    if card == EMPTY:
        return np.int64(EMPTY)
    suit = SUIT[suit_of(card)]
    mine = hand & suit & ~ACES
    if mine == ZERO or unseen & suit == ZERO:
        return np.int64(EMPTY)
    return strongest(mine)


@kernel
def sure_suit_lead(hand, sure):
    """E4: the suit with the greatest ``10 m + n``, m sure of n cards; EMPTY if there is none."""
    best = np.int64(EMPTY)
    best_worth = np.int64(0)
    for suit in range(4):
        m = count(sure & SUIT[suit])
        n = count(hand & SUIT[suit])
        if (m >= 2 or m == n > 0) and 10 * m + n > best_worth:
            best_worth = 10 * m + n
            best = strongest(hand & SUIT[suit])
    return best


@kernel
def opening_lead(hand, sure, partner_void):
    """E5: from the long suit, not from a two that is not sure, nor where partner has none."""
    best = np.int64(EMPTY)
    best_score = np.int64(-100)
    for suit in range(4):
        mine = hand & SUIT[suit]
        if mine == ZERO:
            continue
        n = count(mine)
        top = strongest(mine)
        score = 10 * n
        if has(TWOS & ~sure, top):
            score -= 6
        if has(np.uint64(partner_void), suit):
            score -= 10
        if score > best_score:
            best_score = score
            best = top if has(sure, top) and n <= 3 else cheapest(mine)
    return best


@kernel
def expert_lead(table, own, unseen):
    """E1 to E5."""
    seat = np.int64(own.seat)
    hand = own.hand
    partner = (seat + 2) & 3
    threats = danger_of(table, unseen, (seat + 1) & 3) | danger_of(table, unseen, (seat + 3) & 3)
    sure = cards_without(hand, threats)
    if sure == hand:
        return strongest(hand & SUIT[longest_suit(15, hand)])
    if sure & ACES != ZERO:
        return lowest(sure & ACES)
    card = partner_suit_lead(hand, unseen, np.int64(table.led[partner]))
    if card == EMPTY:
        card = sure_suit_lead(hand, sure)
    if card == EMPTY:
        card = opening_lead(hand, sure, table.void[partner])
    return card


@kernel
def load_card(cards, unseen):
    """E6: what to give a partner who surely takes: the ace, figures, blanks, then guards."""
    best = np.int64(EMPTY)
    best_worth = np.int64(-1)
    while cards != ZERO:
        card = lowest(cards)
        cards &= cards - ONE
        if has(ACES, card):
            worth = np.int64(1000)
        elif has(FIGURES, card):
            worth = 500 - STRENGTH[card]
        elif has(TWOS | THREES, card):
            worth = np.int64(150) if HIGHER[card] & unseen != ZERO else np.int64(50)
        else:
            worth = 200 - STRENGTH[card]
        if worth > best_worth:
            best_worth = worth
            best = card
    return best


@kernel
def is_guard(hand, card, unseen):
    """Whether a card stands before an ace or two of its suit that can still be beaten (E7)."""
    mine = hand & SUIT[suit_of(card)]
    guarded = mine & (ACES | TWOS) & ~bit(card)
    return count(mine) <= 3 and cards_without(guarded, unseen) != guarded


@kernel
def expert_discard(hand, unseen):
    """E7: the card that costs least."""
    best = np.int64(EMPTY)
    best_cost = np.int64(1 << 30)
    rest = hand
    while rest != ZERO:
        card = lowest(rest)
        rest &= rest - ONE
        cost = 1000 * THIRDS[card] - 10 * count(hand & SUIT[suit_of(card)]) + STRENGTH[card]
        if HIGHER[card] & unseen == ZERO:
            cost += 600
        if is_guard(hand, card, unseen):
            cost += 150
        if cost < best_cost:
            best_cost = cost
            best = card
    return best


@kernel
def last_card(hand, cards, winners, pot):
    """E8, E9: the last to play takes as cheaply as it can, an ace first; or gives little."""
    if winners == ZERO:
        return cheapest(cards)
    if winners & ACES != ZERO:
        return lowest(winners & ACES)
    low = weakest(winners)
    losers = cards & ~winners
    if pot == 0 and has(TWOS | THREES, low) and count(hand) > 2 and losers != ZERO:
        return cheapest(losers)
    return low


@kernel
def middle_card(second, cards, winners, threats, pot):
    """E10: second hand low, third hand its best but not an uncovered ace."""
    safe = cards_without(winners, threats)
    if safe & ACES != ZERO:
        return lowest(safe & ACES)
    if second:
        return weakest(safe) if safe != ZERO and pot >= 2 else cheapest(cards)
    if safe != ZERO:
        return weakest(safe)
    bold = winners & ~ACES
    return strongest(bold) if bold != ZERO else cheapest(cards)


@kernel
def expert_follow(table, own, rules, unseen):
    """E6 to E10."""
    trick = table.trick
    last = plays_last(table, rules)
    threats = ZERO if last else danger_of(table, unseen, (np.int64(own.seat) + 1) & 3)
    cards = following(table, own)
    if partner_wins(table, rules) and HIGHER[trick.best] & threats == ZERO:
        return load_card(cards if cards != ZERO else own.hand, unseen)
    if cards == ZERO:
        return expert_discard(own.hand, unseen)
    winners = cards & HIGHER[trick.best]
    pot = thirds_of(table.cards)
    if last:
        return last_card(own.hand, cards, winners, pot)
    return middle_card(trick.n == 1, cards, winners, threats, pot)


@kernel
def expert_card(table, own, rules):
    """The card that `expert` plays."""
    if rules.players == 2:
        return greedy_card(table, own, rules)
    unseen = unseen_by(table, own)
    if table.trick.n == 0:
        return expert_lead(table, own, unseen)
    return expert_follow(table, own, rules, unseen)


@kernel
def choose_expert(table, own, rules, actions, n, rng):
    """E1 to E10, silent; declares all."""
    if table.phase == CHOOSING:
        return np.int64(n - 1)
    return find_action(actions, n, expert_card(table, own, rules), 0)


@kernel
def liked_code(hand, card):
    """What `expert_talk` says with a lead: 6, 7 or 8 with a plain card, else *volo*, else nothing."""
    holding = suit_holding(hand, suit_of(card))
    if N_CODES[holding] > 3 and not has(HONOURS, card):  # after silence, the length, la meglio
        return CODES[holding] >> 12 & 15
    return np.int64(1) if holding & (holding - 1) == 0 else np.int64(0)


@kernel
def choose_expert_talk(table, own, rules, actions, n, rng):
    """As `expert`, and speaks at a lead; declares all."""
    if table.phase == CHOOSING:
        return np.int64(n - 1)
    card = expert_card(table, own, rules)
    silent = find_action(actions, n, card, 0)
    if table.trick.n > 0:
        return silent
    spoken = find_action(actions, n, card, liked_code(own.hand, card))
    return max(silent, spoken)  # where silence is the rule only that is found


POLICIES = (
    Policy(
        "random",
        lambda: choose_random,
        "any legal card, all equally likely, silent",
        origin="tresette",
    ),
    Policy(
        "first",
        lambda: choose_first,
        "the legal card of the lowest number, silent",
        origin="tresette",
    ),
    Policy(
        "greedy",
        lambda: choose_greedy,
        "cashes masters, loads partner's tricks, discards what is worth least; silent",
        origin="tresette",
    ),
    Policy(
        "expert",
        lambda: choose_expert,
        "the traditions: long suits, partner's suit, sure tricks first, guards kept; silent",
        origin="tresette",
    ),
    Policy(
        "expert_talk",
        lambda: choose_expert_talk,
        "expert, and says volo, 29, 28 and 25 with its leads",
        origin="tresette",
    ),
)
