"""Briscola as jitted functions: shuffle, legal plays, one play, the end, the rows, the match.

What cards are worth is in `score`, records in `state`. Every function mutates only what its name says:
`apply` the state, `legal` the action buffer.
"""

from __future__ import annotations

import numpy as np

from sim.bits import ONE, ZERO, bit, count, has, lowest
from sim.games.briscola.rules import Recall, Segni, SegniSeenBy, TieRule, TrumpSwap
from sim.games.briscola.score import (
    CARICHI,
    HIGHER,
    POINTS,
    SUIT,
    beaters,
    cards_denied,
    cards_of_losers,
    cards_signed,
    n_sides,
    points_of,
    second_index,
    side_ahead,
    side_of,
    signs_of,
    whole_pack,
)
from sim.games.briscola.state import NEVER, NOBODY
from sim.jit import copy_record, kernel
from sim.loop import play_units
from sim.rng import below
from sim.rng import shuffle as shuffle_cards
from sim.tricks import EMPTY, changes_lead, lay_card, next_seat, open_trick

MAX_WORLDS = 100_000
"""Worlds that `conceal` throws back before it lets one stand."""

# Deal


@kernel
def pack_size(rules):
    """Cards in play: 40 without the removed ones (BR-28)."""
    return 40 - count(rules.removed_cards)


@kernel
def shuffle(state, rules, match, cards):
    """Bring the pack into a random order (BR-4, BR-5)."""
    n = np.int64(0)
    for card in range(40):
        state.deck[n] = card
        n += not has(rules.removed_cards, card)
    shuffle_cards(state.deck, n, cards)
    state.n_redeals = 0


@kernel
def clear_tally(tally):
    """Set every count to its value before the first trick."""
    tally.before_end = 0
    tally.before_last = 0
    tally.decided_trick = NEVER
    tally.strozzi_suit = 0
    tally.strozzi_trump = 0
    tally.lead_changes = 0
    tally.last_ahead = NOBODY
    tally.received = ZERO
    tally.dealt = ZERO


@kernel
def card_to_swap(table, rules):
    """The trump whose holder exchanges it for the face-up card, EMPTY if none does (BR-26)."""
    if rules.trump_swap == TrumpSwap.none:
        return np.int64(EMPTY)
    lowest_trump = 10 * np.int64(table.trump)
    if rules.trump_swap == TrumpSwap.two:
        return lowest_trump + 1
    seven = lowest_trump + 6
    stronger = HIGHER[second_index(rules), seven]
    return seven if has(stronger, table.face_up) else np.int64(EMPTY)


@kernel
def lay_out(state, rules, match):
    """Set the deal up from the deck in `state` and the scores in `match` (BR-3, BR-4)."""
    table = state.table
    tally = state.tally
    players = rules.players
    clear_tally(tally)
    state.size = pack_size(rules)
    state.first = match.first
    state.played = ZERO
    table.play = 0
    table.pot = 0
    table.passed = 0
    table.swap_seat = NOBODY
    table.face_up_seat = EMPTY
    for side in range(3):
        state.piles[side] = ZERO
        state.laid[side] = ZERO
        table.points[side] = 0
        table.start_score[side] = 0
    team = np.int64(match.first)
    sides = n_sides(rules)
    if team >= sides:
        team -= sides
    for side in range(sides):
        table.start_score[side] = match.score[team]
        team = next_seat(team, sides)
    for seat in range(4):
        own = state.own[seat]
        own.seat = seat
        own.hand = ZERO
        own.partner_signs = 0
        own.partner_hand = ZERO
        own.shown = ZERO
        own.seen = ZERO
        table.signs[seat] = 0
        table.known[seat] = ZERO
        table.tricks[seat] = 0
        table.hand_size[seat] = 0
    for seat in range(players):
        hand = ZERO
        for k in range(3 * seat, 3 * seat + 3):
            hand |= bit(state.deck[k])
        state.own[seat].hand = hand
        table.hand_size[seat] = 3
        if rules.initial_peek:
            state.own[seat].shown = hand
    tally.dealt = hands_of_side(state, 0, rules)
    turned = np.int64(state.deck[3 * players])
    state.turned = turned
    state.next = 3 * players + 1
    table.face_up = turned
    table.trump = suit_of(turned)
    table.stock = np.int64(state.size) - 3 * players
    table.swap_card = card_to_swap(table, rules)
    open_trick(table.trick, 0, 0)
    begin_turn(state, rules, np.int64(0))


@kernel
def hands_of_side(state, side, rules):
    """Mask of the cards that a side holds."""
    held = state.own[side].hand
    return held | state.own[side + 2].hand if rules.players == 4 else held


@kernel
def cards_held(state, side, rules):
    """Mask of all cards that have passed through a side's hands."""
    return state.laid[side] | hands_of_side(state, side, rules)


@kernel
def suit_of(card):
    """Suit of a card."""
    return (card >= 10) + (card >= 20) + np.int64(card >= 30)


# What a seat sees


@kernel
def makes_signs(table, rules):
    """Whether partners make signs by now (BR-14, BR-15)."""
    return rules.segni != Segni.off and table.trick.number + 1 >= rules.segni_from_trick


@kernel
def trick_cards(trick):
    """Mask of the cards in the trick on the table."""
    cards = ZERO
    for k in range(trick.n):
        cards |= bit(trick.cards[k])
    return cards


@kernel
def cards_seen(state, rules, seat):
    """Mask of the played cards that a seat may use (BR-19)."""
    table = state.table
    if rules.recall == Recall.perfect:
        return state.played
    seen = trick_cards(table.trick)
    if rules.last_hand_peek and table.stock == 0:
        seen |= state.piles[side_of(seat, rules)]
    return seen


@kernel
def look_round(state, rules, seat):
    """Bring what a seat sees up to date (BR-14 to BR-19)."""
    table = state.table
    own = state.own[seat]
    own.seen = cards_seen(state, rules, seat)
    if rules.players != 4:
        return
    partner = state.own[seat ^ 2]
    if rules.last_hand_peek and table.stock == 0:
        own.partner_hand = partner.hand
    else:
        own.partner_hand = partner.shown
    own.partner_signs = 0
    if makes_signs(table, rules):
        own.partner_signs = signs_of(partner.hand, table.trump, rules)


@kernel
def sign_to_the_table(state, rules):
    """Show every seat's signs to all (BR-16)."""
    table = state.table
    for seat in range(4):
        table.signs[seat] = signs_of(state.own[seat].hand, table.trump, rules)


# Legal plays


@kernel
def legal(table, own, rules, actions):
    """Write every card of the hand; the number of them (BR-9)."""
    n = np.int64(0)
    rest = own.hand
    while rest != ZERO:
        actions[n] = lowest(rest)
        rest &= rest - ONE
        n += 1
    return n


# One play


@kernel
def would_swap(table, rules, seat):
    """Whether a seat that held the card would exchange it now (BR-26)."""
    if rules.trump_swap == TrumpSwap.two:
        return True
    tricks = np.int64(table.tricks[seat])
    if rules.players == 4:
        tricks += np.int64(table.tricks[seat ^ 2])
    return tricks > 0


@kernel
def swap_face_up(state, rules, seat):
    """Exchange the face-up card if the seat holds the trump for it (BR-26)."""
    table = state.table
    own = state.own[seat]
    laid = np.int64(table.swap_card)
    if not would_swap(table, rules, seat):
        return
    if not has(own.hand, laid):
        table.passed |= np.uint8(1 << seat)
        return
    taken = bit(table.face_up)
    own.hand = (own.hand & ~bit(laid)) | taken
    own.shown &= ~bit(laid)
    table.known[seat] = (table.known[seat] & ~bit(laid)) | taken
    state.laid[side_of(seat, rules)] |= bit(laid)
    table.face_up = laid
    table.swap_card = EMPTY
    table.swap_seat = seat


@kernel
def begin_turn(state, rules, seat):
    """Pass the turn to a seat, which exchanges if it can and looks round."""
    table = state.table
    table.seat = seat
    if table.swap_card != EMPTY and table.stock > 0:
        swap_face_up(state, rules, seat)
    look_round(state, rules, seat)
    if rules.segni_seen_by == SegniSeenBy.table and makes_signs(table, rules):
        sign_to_the_table(state, rules)


@kernel
def draw_cards(state, rules, winner):
    """Let every seat draw a card of the stock, the winner of the trick first (BR-6, BR-7)."""
    table = state.table
    seat = winner
    for place in range(state.next, np.int64(state.next) + rules.players):
        card = bit(state.deck[place]) if place < state.size else draw_face_up(state, seat)
        if rules.show_drawn:
            table.known[seat] |= card
        state.own[seat].hand |= card
        table.hand_size[seat] = 3
        seat = next_seat(seat, rules.players)
    state.next += np.uint8(rules.players)
    table.stock -= np.uint8(rules.players)


@kernel
def draw_face_up(state, seat):
    """Take the face-up card from the table; all know who has it (BR-6, BR-7)."""
    table = state.table
    card = bit(table.face_up)
    table.known[seat] |= card
    table.face_up_seat = seat
    state.drawn_last = table.face_up
    table.face_up = EMPTY
    return card


@kernel
def note_points(table, tally):
    """Note who is ahead after a trick; without a branch, for no processor would guess it."""
    ahead = side_ahead(table.points)
    tally.lead_changes += np.uint8(changes_lead(ahead, tally.last_ahead))
    tally.last_ahead = ahead if ahead != NOBODY else tally.last_ahead
    most = max(table.points[0], table.points[1], table.points[2])
    decided = table.trick.number + 1 if most > 60 else NEVER
    tally.decided_trick = decided if tally.decided_trick == NEVER else tally.decided_trick


@kernel
def note_strozzi(trick, trump, tally, rules):
    """Note the plain carichi that another side took (section 6)."""
    carichi = cards_of_losers(trick, rules) & CARICHI[second_index(rules)] & ~SUIT[trump]
    tally.strozzi_suit += np.uint8(count(carichi & SUIT[suit_of(trick.best)]))
    tally.strozzi_trump += np.uint8(count(carichi) if has(SUIT[trump], trick.best) else 0)


@kernel
def end_trick(state, rules):
    """Give the trick to its winner, and let everybody draw (BR-10, BR-11, BR-6)."""
    table = state.table
    tally = state.tally
    trick = table.trick
    winner = np.int64(trick.winner)
    side = side_of(winner, rules)
    state.piles[side] |= trick_cards(trick)
    table.tricks[winner] += np.uint8(1)
    table.points[side] += table.pot
    note_points(table, tally)
    note_strozzi(trick, table.trump, tally, rules)
    open_trick(trick, trick.number + 1, winner)
    table.pot = 0
    if table.stock > 0:
        if table.stock == rules.players:  # the last draw
            tally.before_end = table.points[0]
            tally.received = cards_held(state, 0, rules) & ~bit(state.turned)  # only by exchange
        draw_cards(state, rules, winner)
    if np.int64(table.play) == np.int64(state.size) - rules.players:
        tally.before_last = table.points[0]


@kernel
def apply(state, rules, action, cards):
    """Play one card (BR-9 to BR-12)."""
    table = state.table
    trick = table.trick
    seat = np.int64(table.seat)
    own = state.own[seat]
    card = bit(action)
    own.hand &= ~card
    own.shown &= ~card
    table.known[seat] &= ~card
    table.hand_size[seat] -= np.uint8(1)
    state.played |= card
    state.laid[side_of(seat, rules)] |= card
    state.plays[table.play] = action
    table.history[table.play] = action if rules.recall == Recall.perfect else EMPTY
    table.play += np.uint8(1)
    table.pot += POINTS[second_index(rules), action]
    beats = trick.n == 0 or has(beaters(trick.best, table.trump, rules), action)
    lay_card(trick, seat, action, beats)
    following = next_seat(seat, rules.players)
    if trick.n == rules.players:
        end_trick(state, rules)
        following = np.int64(trick.leader)
    if table.play < state.size:
        begin_turn(state, rules, following)


@kernel
def over(state):
    """Whether the deal is finished (BR-8)."""
    return state.table.play == state.size


# Rows


@kernel
def winning_side(table, rules):
    """The side that wins a finished deal, NOBODY if it is drawn (BR-20, BR-23, BR-28)."""
    ahead = side_ahead(table.points)
    if ahead == NOBODY and rules.tie_rule == TieRule.last_trick:
        return side_of(np.int64(table.trick.leader), rules)  # it would lead the next
    return np.int64(ahead)


@kernel
def team_of(side, first, rules):
    """Team, as player A, B or C of the match, of a side of a deal (BR-3)."""
    sides = n_sides(rules)
    team = side + np.int64(first)
    if team >= sides:
        team -= sides
    return team - sides if team >= sides else team


@kernel
def won_by_team(table, first, winner, team, rules):
    """Deals that a team has won after this one."""
    won = np.int64(0)
    for side in range(n_sides(rules)):
        if team_of(side, first, rules) == team:
            won = np.int64(table.start_score[side]) + (side == winner)
    return won


@kernel
def took_every_trick(table, rules):
    """Whether one side took all the tricks."""
    for side in range(3):
        tricks = table.tricks[side]
        if rules.players == 4:
            tricks += table.tricks[side ^ 2]
        if tricks == table.trick.number:
            return True
    return False


@kernel
def record(state, rules, row):
    """Write the row of a finished deal (section 6 of the rules page)."""
    table = state.table
    tally = state.tally
    log = state.log
    trumps = SUIT[table.trump]
    winner = winning_side(table, rules)
    row.match_id = log.number
    row.deal_index = log.deal
    row.deal_id = (log.deal << np.uint64(40)) | log.number
    row.first = state.first
    row.faceup_card = state.turned
    row.trump_suit = table.trump
    row.points_0 = table.points[0]
    row.points_1 = table.points[1]
    row.points_2 = table.points[2]
    row.deal_winner = winner
    row.match_winner_of_deal = NOBODY
    if winner != NOBODY:
        row.match_winner_of_deal = team_of(winner, state.first, rules)
    row.tricks_s0 = table.tricks[0]
    row.tricks_s1 = table.tricks[1]
    row.tricks_s2 = table.tricks[2]
    row.tricks_s3 = table.tricks[3]
    row.last_trick_seat = table.trick.leader  # it would lead the next
    row.faceup_seat = table.face_up_seat
    row.faceup_final = state.drawn_last
    row.swap_seat = table.swap_seat
    row.trumps_dealt_0 = count(tally.dealt & trumps)
    row.trumps_recv_0 = count(tally.received & trumps)
    row.trump_points_recv_0 = points_of(tally.received & trumps, rules)
    row.trumps_total_0 = count(state.laid[0] & trumps)
    row.trumps_total_1 = count(state.laid[1] & trumps)
    row.points_recv_0 = points_of(state.laid[0], rules)
    row.points_before_end_0 = tally.before_end
    row.points_before_last_0 = tally.before_last
    row.decided_trick = tally.decided_trick
    row.carichi_taken_0 = count(state.piles[0] & CARICHI[second_index(rules)])
    row.strozzi_suit = tally.strozzi_suit
    row.strozzi_trump = tally.strozzi_trump
    row.lead_changes = tally.lead_changes
    row.all_tricks = took_every_trick(table, rules)
    row.score_after_A = won_by_team(table, state.first, winner, 0, rules)
    row.score_after_B = won_by_team(table, state.first, winner, 1, rules)
    row.score_after_C = won_by_team(table, state.first, winner, 2, rules)


# Match


@kernel
def open_match(match, rules, cards):
    """Begin a match: scores at zero, who leads first drawn (BR-3)."""
    match.first_player = below(cards, rules.players)
    match.first = match.first_player
    match.deals = 0
    match.drawn_deals = 0
    match.decided = 0
    match.winner = NOBODY
    for team in range(3):
        match.score[team] = 0
        match.points[team] = 0
        match.deficit[team] = 0


@kernel
def best_other(score, team):
    """Most deals won by another team."""
    best = np.int64(0)
    for other in range(3):
        if other != team:
            best = max(best, score[other])
    return best


@kernel
def decide(match, rules):
    """Say whether the match is over, and who has won it (BR-21, BR-24)."""
    ahead = side_ahead(match.score)
    if rules.match_fixed_deals > 0:
        match.decided = match.deals >= rules.match_fixed_deals
    else:
        match.decided = ahead != NOBODY and match.score[ahead] >= rules.match_to
    if match.decided:
        match.winner = ahead
    elif match.deals >= rules.max_deals:
        raise RuntimeError("a match is undecided after max_deals deals (BR-22)")


@kernel
def settle(state, rules, match):
    """Add a finished deal to the match and pass the deal on (BR-3, BR-21 to BR-24)."""
    table = state.table
    winner = winning_side(table, rules)
    match.deals += 1
    for side in range(n_sides(rules)):
        match.points[team_of(side, match.first, rules)] += np.int64(table.points[side])
    if winner == NOBODY:
        match.drawn_deals += 1
    else:
        match.score[team_of(winner, match.first, rules)] += 1
    for team in range(3):
        behind = best_other(match.score, team) - match.score[team]
        match.deficit[team] = max(match.deficit[team], behind)
    match.first = next_seat(np.int64(match.first), rules.players)
    decide(match, rules)


@kernel
def match_over(match, rules):
    """Whether the match is over (BR-21, BR-24)."""
    return match.decided != 0


@kernel
def record_match(match, rules, number, row):
    """Write the row of a finished match (section 6)."""
    winner = np.int64(match.winner)
    row.match_id = number
    row.winner = winner
    row.deals = match.deals
    row.drawn_deals = match.drawn_deals
    row.won_A = match.score[0]
    row.won_B = match.score[1]
    row.won_C = match.score[2]
    row.points_A = match.points[0]
    row.points_B = match.points[1]
    row.points_C = match.points[2]
    row.sweep = winner != NOBODY and best_other(match.score, winner) == 0
    row.first_of_match = match.first_player
    row.max_deficit = match.deficit[winner] if winner != NOBODY else 0


# Search


@kernel
def cards_known(table, own, rules, seat):
    """Mask of the cards that a seat knows another one to hold (BR-7, BR-14, BR-17, BR-18)."""
    known = table.known[seat]
    signs = table.signs[seat]
    if rules.players == 4 and seat == own.seat ^ 2:
        known |= own.partner_hand
        signs = own.partner_signs
    return known | cards_signed(signs, table.trump, rules)


@kernel
def cards_avoided(table, own, rules):
    """Mask of cards that partner, or with signs to the table nobody else, can hold (BR-14, BR-16)."""
    if not makes_signs(table, rules):
        return ZERO
    avoided = cards_denied(own.partner_signs, table.trump, rules)
    if rules.segni_seen_by == SegniSeenBy.table:
        for seat in range(4):
            if seat != own.seat:
                avoided &= cards_denied(table.signs[seat], table.trump, rules)
    return avoided


@kernel
def lay_unseen(deck, start, unseen, avoided):
    """Write the unseen cards from a place of the deck on, the avoided ones last."""
    at = start
    rest = unseen & ~avoided
    while rest != ZERO:
        deck[at] = lowest(rest)
        rest &= rest - ONE
        at += 1
    rest = unseen & avoided
    while rest != ZERO:
        deck[at] = lowest(rest)
        rest &= rest - ONE
        at += 1


@kernel
def shuffle_unseen(deck, start, size, n_free, n_avoiding, rng):
    """Bring the unseen cards into a random order in which `n_avoiding` come from the first `n_free`."""
    for at in range(start, start + n_avoiding):
        swap_places(deck, at, at + below(rng, start + n_free - at))
    for at in range(start + n_avoiding, size - 1):
        swap_places(deck, at, at + below(rng, size - at))


@kernel
def swap_places(deck, one, other):
    """Exchange two cards of a deck."""
    held = deck[one]
    deck[one] = deck[other]
    deck[other] = held


@kernel
def deal_hidden(state, own, rules, seat, at):
    """Fill a hand up with cards of the deck; the place behind them."""
    hand = cards_known(state.table, own, rules, seat)
    behind = at + np.int64(state.table.hand_size[seat]) - count(hand)
    for place in range(at, behind):
        hand |= bit(state.deck[place])
    state.own[seat].hand = hand
    return behind


@kernel
def deal_others(state, own, rules, at):
    """Fill the other hands, partner's first; the place behind them."""
    seat = np.int64(own.seat)
    if rules.players == 4:
        at = deal_hidden(state, own, rules, seat ^ 2, at)
        at = deal_hidden(state, own, rules, (seat + 1) & 3, at)
        return deal_hidden(state, own, rules, (seat + 3) & 3, at)
    for _ in range(rules.players - 1):
        seat = next_seat(seat, rules.players)
        at = deal_hidden(state, own, rules, seat, at)
    return at


@kernel
def signs_fit(state, own, rules):
    """Whether the hands make the signs that were seen (BR-14)."""
    table = state.table
    if not makes_signs(table, rules):
        return True
    partner = own.seat ^ 2
    if signs_of(state.own[partner].hand, table.trump, rules) != own.partner_signs:
        return False
    if rules.segni_seen_by == SegniSeenBy.table:
        for seat in range(4):
            if signs_of(state.own[seat].hand, table.trump, rules) != table.signs[seat]:
                return False
    return True


@kernel
def sixths_left(table, own, rules, seat):
    """Of all orders in which a seat got its cards, with the one to exchange, the sixths that can be.

    Who has begun a turn without that card can only have drawn it since (BR-26).
    """
    if (table.passed >> seat) & 1 == 0:
        return 6
    place = seat - np.int64(table.trick.leader)
    if place < 0:
        place += rules.players
    if table.stock > 0 and place < table.trick.n:
        return 0
    if rules.show_drawn or seat == table.face_up_seat:  # what it drew is known
        return 0
    hidden = np.int64(3)
    if table.stock > 0 and rules.players == 4 and seat == own.seat ^ 2:
        hidden -= count(own.partner_hand)  # cards of the beginning
    if hidden == 3:
        return 2
    return 3 if hidden == 2 else 6


@kernel
def swap_card_fits(state, own, rules, rng):
    """Keep a world as often as turns without an exchange allow it (BR-26)."""
    table = state.table
    card = bit(table.swap_card)
    for seat in range(rules.players):
        if seat != own.seat and state.own[seat].hand & card != ZERO:
            sixths = sixths_left(table, own, rules, seat)
            return sixths == 6 or below(rng, 6) < sixths
    return True


@kernel
def forgotten_cards(state, at):
    """Mask of the played cards that the seat no longer sees: between the hands and the stock."""
    cards = ZERO
    stock = np.int64(state.table.stock)
    for place in range(at, np.int64(state.size) - (stock - 1 if stock > 0 else 0)):
        cards |= bit(state.deck[place])
    return cards


@kernel
def forgotten_fit(state, own, rules, at):
    """Whether the forgotten cards are worth what all sides have scored beyond what is seen (BR-19)."""
    table = state.table
    cards = forgotten_cards(state, at)
    would_have_swapped = rules.trump_swap == TrumpSwap.two and table.stock > 0
    if would_have_swapped and table.swap_card != EMPTY and has(cards, table.swap_card):
        return False
    taken = cards | (own.seen & ~trick_cards(table.trick))
    points = np.int64(table.points[0]) + table.points[1] + table.points[2]
    return points_of(taken, rules) == points


@kernel
def world_fits(state, own, rules, unseen, at, rng):
    """Whether a world holds what dealing alone does not see to."""
    table = state.table
    if rules.segni == Segni.full and not signs_fit(state, own, rules):
        return False
    if rules.recall == Recall.table and not forgotten_fit(state, own, rules, at):
        return False
    if table.swap_card != EMPTY and has(unseen, table.swap_card):
        return swap_card_fits(state, own, rules, rng)
    return True


@kernel
def share_piles(state, own, rules, at):
    """Give every side a pile of the right size, its own as the seat sees it (BR-19)."""
    table = state.table
    for side in range(3):
        state.piles[side] = ZERO
        state.laid[side] = ZERO
    if rules.recall == Recall.perfect:  # who took what changes nothing any more
        return
    state.piles[side_of(np.int64(own.seat), rules)] = own.seen & ~trick_cards(table.trick)
    for seat in range(rules.players):
        side = side_of(seat, rules)
        tricks = np.int64(table.tricks[seat])
        if rules.players == 4:
            tricks += np.int64(table.tricks[seat ^ 2])
        for _ in range(count(state.piles[side]), rules.players * tricks):
            state.piles[side] |= bit(state.deck[at])
            at += 1


@kernel
def remember_first_cards(state, own, rules):
    """Say which cards partners were shown at the beginning (BR-18)."""
    table = state.table
    for seat in range(4):
        if seat == own.seat:
            continue
        shown = ZERO
        if rules.initial_peek:
            if seat == own.seat ^ 2:
                shown = own.partner_hand
            elif table.trick.number == 0:
                shown = state.own[seat].hand & ~table.known[seat]
        state.own[seat].shown = shown


@kernel
def conceal(table, own, rules, state, rng):
    """Deal what a seat cannot see at random, consistent with all that it knows (for search).

    Writes into `state` the table as it is, the seat's own record, the other hands and the rest of the
    stock. The unseen cards are uniform over the orders of the pack that agree with the seat's hand, the
    face-up card, K, signs (bits that are 0 too), partner's cards as shown, the played cards that it
    sees, and turns at which nobody exchanged. They are dealt in one go so that every order has the same
    chance; what that cannot see to (`full` signs, exchange, forgotten cards) throws a world back, or in
    the last resort, after `MAX_WORLDS`, lets it stand.

    Where this is not all that could be known: under ``recall = "table"`` cards that are no longer seen
    lie in hands, stock or piles, all piles together worth what has been scored, but which side took
    which is not weighed; the other pair's cards of the beginning (`initial_peek`) are forgotten after
    the first trick; and the exchange counts those of partner as drawn once the stock is gone. The tally
    starts from the position and the log is left alone: only points and the course of play count in a
    searched world.
    """
    copy_record(state.table, table)
    state.size = pack_size(rules)
    seat = np.int64(own.seat)
    size = np.int64(state.size)
    unseen = whole_pack(rules) & ~(own.hand | own.seen)
    if table.face_up != EMPTY:
        unseen &= ~bit(table.face_up)
    hidden = np.int64(0)
    for other in range(rules.players):
        if other != seat:
            known = cards_known(table, own, rules, other)
            unseen &= ~known
            hidden += np.int64(table.hand_size[other]) - count(known)
    avoided = cards_avoided(table, own, rules) & unseen
    n_avoiding = np.int64(0)
    if avoided != ZERO:
        n_avoiding = hidden
        if rules.segni_seen_by == SegniSeenBy.partner:
            partner = cards_known(table, own, rules, seat ^ 2)
            n_avoiding = np.int64(table.hand_size[seat ^ 2]) - count(partner)
    copy_record(state.own[seat], own)
    start = size - count(unseen)
    n_free = count(unseen & ~avoided)
    at = start
    for _ in range(MAX_WORLDS):
        lay_unseen(state.deck, start, unseen, avoided)
        shuffle_unseen(state.deck, start, size, n_free, n_avoiding, rng)
        at = deal_others(state, own, rules, start)
        if world_fits(state, own, rules, unseen, at, rng):
            break
    complete_world(state, own, rules, at)


@kernel
def complete_world(state, own, rules, at):
    """Fill in what follows from the hands, the stock and the table."""
    table = state.table
    state.first = 0
    state.n_redeals = 0
    state.turned = table.face_up
    state.drawn_last = table.face_up
    state.next = np.int64(state.size) + 1 - np.int64(table.stock)
    state.played = own.seen | forgotten_cards(state, at)
    clear_tally(state.tally)
    share_piles(state, own, rules, at)
    if rules.players == 4:
        remember_first_cards(state, own, rules)
    for seat in range(4):
        if seat == own.seat:
            continue
        state.own[seat].seat = seat
        if seat < rules.players:
            look_round(state, rules, seat)
        else:
            state.own[seat].hand = ZERO


@kernel
def play(
    p0, p1, p2, p3, p4, p5, states, matches, rules, progress, streams, actions, rows, match_rows
):  # fmt: skip
    """Entry of the loop; compiled once for all policies and rules."""
    play_units(
        open_match, shuffle, lay_out, legal, apply, over, record, settle, match_over, record_match,
        p0, p1, p2, p3, p4, p5,
        states, matches, rules, progress, streams, actions, rows, match_rows,
    )  # fmt: skip
