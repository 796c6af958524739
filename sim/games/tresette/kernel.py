"""Tresette as jitted functions: shuffle, legal actions, one action, the end, rows, match, worlds.

What cards and combinations are worth is in `score`, records in `state`. Every function mutates only what
its name says: `apply` the state, `legal` the action buffer.
"""

from __future__ import annotations

import numpy as np

from sim.bits import ONE, ZERO, bit, count, has, lowest
from sim.games.tresette.rules import (
    AccusoMode,
    AccusoReveal,
    BothOver,
    CappottoEndsMatch,
    FirstLead,
    Speech,
    StopRule,
)
from sim.games.tresette.score import (
    ACES,
    CODES,
    HIGHER,
    HONOURS_SAID,
    MOST_CODES,
    N_CODES,
    PACK,
    RANKS,
    SUIT,
    SUITS,
    THREES,
    TWOS,
    absent_cards,
    accuso_points,
    all_tricks,
    cappotto_kind,
    card_points,
    combination_points,
    held_combinations,
    named_cards,
    played_out,
    running_score,
    suit_holding,
    suit_of,
    suits_missing,
    thirds_of,
    tricks_in_deal,
)
from sim.games.tresette.state import CHOOSING, EMPTY, NOBODY, PLAYING
from sim.jit import copy_record, kernel
from sim.loop import play_units
from sim.rng import below
from sim.rng import shuffle as shuffle_cards
from sim.tricks import changes_lead, lay_card, next_seat, open_trick
from sim.worlds import deal_blindly, deal_to_three, draw_member

CHOICE = 1 << 16
"""Added to the combinations of an announcement, so that it differs from every card."""
FOUR_DENARI = 3
MAX_REDEALS = 100
MAX_ATTEMPTS = 10_000
"""Worlds that `conceal` throws away before it takes one that is not quite right."""


@kernel
def encode(card, code):
    """Action of playing a card with a statement, 0 for none."""
    return np.int64(card) << 4 | (np.int64(code) & 15)


@kernel
def card_of(action):
    """Card that an action plays."""
    return np.int64(action) >> 4


@kernel
def code_of(action):
    """Statement that goes with it."""
    return np.int64(action) & 15


# Deal


@kernel
def deal_hands(state, rules):
    """Give each seat its ten cards, seat 0 first (TR-6, TR-42)."""
    batch = rules.deal_batch
    seats = rules.players
    for seat in range(4):
        state.own[seat].dealt = ZERO
    seat = np.int64(0)
    for start in range(0, 10 * seats, batch):
        cards = ZERO
        for k in range(start, start + batch):
            cards |= bit(state.deck[k])
        state.own[seat].dealt |= cards
        seat = next_seat(seat, seats)


@kernel
def has_weak_hand(state):
    """Whether one of the four hands is worth less than a point (TR-7)."""
    weak = False
    for seat in range(4):
        weak |= thirds_of(state.own[seat].dealt) < 3
    return weak


@kernel
def shuffle(state, rules, match, cards):
    """Shuffle, again as long as a hand is thrown in (TR-5, TR-7)."""
    for card in range(40):
        state.deck[card] = card
    state.n_redeals = 0
    shuffle_cards(state.deck, 40, cards)
    if not rules.weak_hand_redeal:
        return
    deal_hands(state, rules)
    while has_weak_hand(state):
        if state.n_redeals == MAX_REDEALS:
            raise RuntimeError("more than 100 deals in a row were thrown in")
        state.n_redeals += np.uint8(1)
        shuffle_cards(state.deck, 40, cards)
        deal_hands(state, rules)


@kernel
def is_led_by_four_denari(rules, deals):
    """Whether the holder of the 4 of Denari leads, after so many deals of the match (TR-9)."""
    if rules.first_lead == FirstLead.four_denari_first:
        return deals == 0
    return rules.first_lead == FirstLead.four_denari_always


@kernel
def clear_table(table):
    """Set everything to its value before the deal."""
    table.play = 0
    table.stock = 0
    table.statements = 0
    table.lengths_said = 0
    table.cards = ZERO
    for side in range(2):
        table.piles[side] = ZERO
        table.accuso_points[side] = 0
    for seat in range(4):
        table.led[seat] = EMPTY
        table.hand_size[seat] = 0
        table.tricks[seat] = 0
        table.knock[seat] = 0
        table.declared[seat] = 0
        table.void[seat] = 0
        table.laid[seat] = ZERO
        table.known[seat] = ZERO
        table.named[seat] = ZERO
        table.absent[seat] = ZERO
        table.drawn[seat] = ZERO


@kernel
def target_in_force(match, rules):
    """The target of the next deal; a match that has not begun has none of its own (TR-40)."""
    return np.int64(match.target) if match.target > 0 else np.int64(rules.target)


@kernel
def pick_up(own, seat, rules):
    """Take up a hand as dealt and see what combinations it holds."""
    own.seat = seat
    own.hand = own.dealt
    own.held = held_combinations(own.dealt, rules)
    own.declares = 0


@kernel
def lay_out(state, rules, match):
    """Set the deal up from the deck in `state` and the scores in `match` (TR-4 to TR-10, TR-14)."""
    table = state.table
    clear_table(table)
    state.done = 0
    state.asked = 0
    state.reached = NOBODY
    table.first = match.first
    table.target = target_in_force(match, rules)
    for side in range(2):
        table.start_score[side] = match.score[(np.int64(match.first) + side) & 1]
    deal_hands(state, rules)
    for seat in range(4):
        pick_up(state.own[seat], seat, rules)
    for seat in range(rules.players):
        table.hand_size[seat] = 10
    table.stock = 40 - 10 * rules.players
    lead_seat = np.int64(0)
    if is_led_by_four_denari(rules, match.deals):
        while not has(state.own[lead_seat].hand, FOUR_DENARI):
            lead_seat += 1
        table.known[lead_seat] = bit(FOUR_DENARI)
    table.lead_seat = lead_seat
    table.leaders[0] = lead_seat
    open_trick(table.trick, 0, lead_seat)
    announce(state, rules)


@kernel
def announce(state, rules):
    """Let the seats knock, or ask the first that has something to choose (TR-14, TR-16)."""
    table = state.table
    table.phase = CHOOSING
    if not rules.accuso:
        begin_play(state, rules)
        return
    if rules.accuso_mode == AccusoMode.choice:
        ask_from(state, rules, np.int64(table.lead_seat))
        return
    for seat in range(rules.players):
        announce_one(state, rules, seat, state.own[seat].held)
    begin_play(state, rules)


@kernel
def announce_one(state, rules, seat, mask):
    """Settle what a seat will declare; it knocks if that is anything (TR-14)."""
    state.own[seat].declares = mask
    state.table.knock[seat] = mask != 0 and rules.accuso_knock != 0


@kernel
def ask_from(state, rules, seat):
    """Ask the next seat that holds a combination, from one on; if there is none, begin (TR-16)."""
    table = state.table
    while True:
        if state.own[seat].held != 0:
            table.seat = seat
            return
        seat = next_seat(seat, rules.players)
        if seat == table.lead_seat:
            begin_play(state, rules)
            return


@kernel
def begin_play(state, rules):
    """Turn to the first lead (TR-14)."""
    table = state.table
    table.phase = PLAYING
    table.seat = table.lead_seat
    if rules.accuso_reveal == AccusoReveal.before_play:
        declare_in_turn(state, rules)
    call_out(state, rules)


# Declarations


@kernel
def declare(state, rules, seat):
    """Make one seat's declaration public (TR-15)."""
    table = state.table
    own = state.own[seat]
    mask = np.int64(own.declares)
    if mask == 0:
        return
    table.declared[seat] = mask
    table.named[seat] = named_cards(own.dealt, mask, rules)
    table.known[seat] |= table.named[seat] & own.hand
    table.absent[seat] = absent_cards(own.dealt, mask, rules)
    side = seat & 1
    table.accuso_points[side] += np.uint8(combination_points(own.dealt, mask, rules))
    check_target(state, rules, side)


@kernel
def declare_in_turn(state, rules):
    """All declarations, in order of play from the first leader (TR-14)."""
    seat = np.int64(state.table.lead_seat)
    for _ in range(rules.players):
        if not state.done:
            declare(state, rules, seat)
        seat = next_seat(seat, rules.players)


@kernel
def call_out(state, rules):
    """Let the seat to play declare at once if that ends the match (TR-39, `own_turn`)."""
    if rules.stop_rule != StopRule.at_once or rules.accuso_reveal != AccusoReveal.own_turn:
        return
    table = state.table
    seat = np.int64(table.seat)
    own = state.own[seat]
    if state.done or table.trick.number > 0 or own.declares == 0:
        return
    points = combination_points(own.dealt, own.declares, rules)
    if running_score(table, seat & 1, rules) + points >= table.target:
        declare(state, rules, seat)


@kernel
def check_target(state, rules, side):
    """End the deal if the side that has just scored has the target (TR-39, `at_once`)."""
    if rules.stop_rule != StopRule.at_once:
        return
    if running_score(state.table, side, rules) >= state.table.target:
        state.reached = side
        state.done = 1


# Legal actions


@kernel
def list_cards(cards, actions):
    """Write the silent plays of at most ten cards; their number.

    All ten places are written: where to stop is a branch that no processor predicts.
    """
    rest = cards
    for k in range(10):
        actions[k] = encode(lowest(rest), 0)
        rest &= rest - ONE
    return count(cards)


@kernel
def list_leads(hand, actions):
    """Write every card with every statement that is true of it; their number (TR-26).

    Six statements are written with each card, and those that are not true are then overwritten: how many
    are is a branch that no processor predicts. Unsigned places, for signed ones may count from the end.
    """
    n = np.int64(0)
    rest = hand
    while rest != ZERO:
        card = lowest(rest)
        rest &= rest - ONE
        holding = suit_holding(hand, suit_of(card))
        codes = CODES[holding]
        for k in range(MOST_CODES):
            actions[np.uint64(n) + np.uint64(k)] = encode(card, codes)
            codes >>= 4
        n += N_CODES[holding]
    return n


@kernel
def list_choices(held, actions):
    """Write every subset of the combinations held; their number (TR-16)."""
    mask = np.int64(0)
    n = np.int64(0)
    while True:
        actions[n] = CHOICE | mask
        n += 1
        if mask == held:
            return n
        mask = (mask - held) & held  # the next subset in increasing order


@kernel
def may_speak(table, rules):
    """Whether the leader of the trick may make a statement (TR-28)."""
    if rules.speech == Speech.none:
        return False
    return rules.speech == Speech.leader or table.trick.number > 0


@kernel
def legal(table, own, rules, actions):
    """Write the legal actions in canonical order; their number (TR-16, TR-20, TR-26)."""
    if table.phase == CHOOSING:
        return list_choices(np.int64(own.held), actions)
    trick = table.trick
    if trick.n == 0:
        if may_speak(table, rules):
            return list_leads(own.hand, actions)
        return list_cards(own.hand, actions)
    following = own.hand & SUIT[suit_of(trick.cards[0])]
    return list_cards(following if following != ZERO else own.hand, actions)


# One action


@kernel
def apply(state, rules, action, cards):
    """Choose what to declare, or play a card (TR-16, TR-20 to TR-24)."""
    if state.table.phase == PLAYING:
        play_card(state, rules, action)
        return
    seat = np.int64(state.table.seat)
    announce_one(state, rules, seat, action & 0xFF)
    state.asked |= np.uint8(1 << seat)
    seat = next_seat(seat, rules.players)
    if seat == state.table.lead_seat:
        begin_play(state, rules)
    else:
        ask_from(state, rules, seat)


@kernel
def note_statement(table, seat, suit, hand, code):
    """Keep what a statement tells all (TR-26, TR-29); `hand` is with the card led."""
    table.statements += np.uint8(1)
    table.known[seat] |= HONOURS_SAID[code] << np.uint64(RANKS * suit)
    if code == 1:
        table.void[seat] |= np.uint8(1 << suit)
    if code < 2 or code > 4:
        return
    if not has(np.uint64(table.lengths_said), seat):
        table.lengths_said |= np.uint8(1 << seat)
        for other in range(4):
            table.length[seat, other] = EMPTY
            table.at_least[seat, other] = 0
    # what lay before counts too: together they are the cards dealt
    dealt = count(table.laid[seat] & SUIT[suit]) + code
    if code == 4:
        table.at_least[seat, suit] = dealt
    else:
        table.length[seat, suit] = dealt


@kernel
def lead_card(table, own, seat, card, code):
    """Note what a lead tells."""
    if table.led[seat] == EMPTY:
        table.led[seat] = card
    if code != 0:
        note_statement(table, seat, suit_of(card), own.hand, code)


@kernel
def play_card(state, rules, action):
    """Play one card to the trick (TR-14, TR-20 to TR-23, TR-29)."""
    table = state.table
    trick = table.trick
    seat = np.int64(table.seat)
    own = state.own[seat]
    card = card_of(action)
    if trick.number == 0 and rules.accuso_reveal == AccusoReveal.own_turn:
        declare(state, rules, seat)
    if trick.n == 0:
        lead_card(table, own, seat, card, code_of(action))
        beats = True
    else:
        led = suit_of(trick.cards[0])
        strays = not has(SUIT[led], card)
        table.void[seat] |= np.uint8(np.int64(strays) << led)
        beats = has(HIGHER[trick.best], card)
    lay_card(trick, seat, card, beats)
    played = bit(card)
    own.hand &= ~played
    table.known[seat] &= ~played
    table.laid[seat] |= played
    table.cards |= played
    table.hand_size[seat] -= np.uint8(1)
    table.history[table.play] = action
    table.play += np.uint8(1)
    if trick.n < rules.players:
        table.seat = next_seat(seat, rules.players)
        call_out(state, rules)
    else:
        collect(state, rules)


@kernel
def collect(state, rules):
    """Give the trick to its winner, who leads the next (TR-22, TR-23, TR-39, TR-43)."""
    table = state.table
    trick = table.trick
    winner = np.int64(trick.winner)
    number = np.int64(trick.number) + 1
    table.piles[winner & 1] |= table.cards
    table.cards = ZERO
    table.tricks[winner] += np.uint8(1)
    table.leaders[number] = winner
    table.seat = winner
    open_trick(trick, number, winner)
    check_target(state, rules, winner & 1)
    if number == 1 and rules.accuso_reveal == AccusoReveal.after_trick_1:
        declare_in_turn(state, rules)
    if number == tricks_in_deal(rules):
        state.done = 1
    elif table.stock > 0 and not state.done:
        draw(state, rules, winner)
        draw(state, rules, 1 - winner)


@kernel
def draw(state, rules, seat):
    """Draw the top card of the stock (TR-43)."""
    table = state.table
    card = np.int64(state.deck[40 - np.int64(table.stock)])
    table.stock -= np.uint8(1)
    table.hand_size[seat] += np.uint8(1)
    state.own[seat].hand |= bit(card)
    if rules.show_drawn:
        table.drawn[seat] |= bit(card)
        table.known[seat] |= bit(card)
        table.void[seat] &= ~np.uint8(1 << suit_of(card))
    else:
        table.void[seat] = 0


@kernel
def over(state):
    """Whether the deal is finished."""
    return state.done != 0


# Rows


@kernel
def record(state, rules, row):
    """Write the row of a finished deal (section 6 of the rules page)."""
    table = state.table
    log = state.log
    row.match_id = log.number
    row.deal_index = log.deal
    row.deal_id = (log.deal << np.uint64(40)) | log.number
    row.first = table.first
    row.lead_seat = table.lead_seat
    first_card = np.int64(table.led[table.lead_seat])
    row.first_card = first_card
    row.first_suit_len = 0
    if first_card != EMPTY:
        row.first_suit_len = count(state.own[table.lead_seat].dealt & SUIT[suit_of(first_card)])
    row.redeals = state.n_redeals
    row.thirds_0 = thirds_of(table.piles[0])
    row.thirds_1 = thirds_of(table.piles[1])
    row.card_points_0 = card_points(table, 0, rules)
    row.card_points_1 = card_points(table, 1, rules)
    row.accuso_held_s0 = state.own[0].held
    row.accuso_held_s1 = state.own[1].held
    row.accuso_held_s2 = state.own[2].held
    row.accuso_held_s3 = state.own[3].held
    row.accuso_decl_s0 = table.declared[0]
    row.accuso_decl_s1 = table.declared[1]
    row.accuso_decl_s2 = table.declared[2]
    row.accuso_decl_s3 = table.declared[3]
    row.accuso_points_0 = accuso_points(table, 0, rules)
    row.accuso_points_1 = accuso_points(table, 1, rules)
    row.deal_points_0 = row.card_points_0 + row.accuso_points_0
    row.deal_points_1 = row.card_points_1 + row.accuso_points_1
    if table.first & 1 == 0:
        row.score_before_A = table.start_score[0]
        row.score_before_B = table.start_score[1]
        row.score_after_A = table.start_score[0] + np.int64(row.deal_points_0)
        row.score_after_B = table.start_score[1] + np.int64(row.deal_points_1)
    else:
        row.score_before_A = table.start_score[1]
        row.score_before_B = table.start_score[0]
        row.score_after_A = table.start_score[1] + np.int64(row.deal_points_1)
        row.score_after_B = table.start_score[0] + np.int64(row.deal_points_0)
    row.tricks_s0 = table.tricks[0]
    row.tricks_s1 = table.tricks[1]
    row.tricks_s2 = table.tricks[2]
    row.tricks_s3 = table.tricks[3]
    played = np.int64(table.trick.number)
    row.last_trick_seat = table.leaders[played] if played > 0 else np.uint8(EMPTY)
    row.first_trick_seat = table.leaders[1] if played > 0 else np.uint8(EMPTY)
    record_hands(state, rules, row)
    row.aces_taken_0 = count(table.piles[0] & ACES)
    row.cappotto_kind = cappotto_kind(state, rules)
    row.statements = table.statements
    row.ended_early = not played_out(table, rules)


@kernel
def record_hands(state, rules, row):
    """Write what the row says of the hands as dealt; seats that do not exist have none."""
    own = state.own
    side_0 = own[0].dealt | own[2].dealt
    row.aces_dealt_0 = count(side_0 & ACES)
    row.threes_dealt_0 = count(side_0 & THREES)
    row.twos_dealt_0 = count(side_0 & TWOS)
    row.thirds_dealt_s0 = thirds_of(own[0].dealt)
    row.thirds_dealt_s1 = thirds_of(own[1].dealt)
    row.thirds_dealt_s2 = thirds_of(own[2].dealt)
    row.thirds_dealt_s3 = thirds_of(own[3].dealt)
    row.voids_dealt_s0 = suits_missing(own[0].dealt)
    row.voids_dealt_s1 = suits_missing(own[1].dealt)
    row.voids_dealt_s2 = 0
    row.voids_dealt_s3 = 0
    if rules.players == 4:
        row.voids_dealt_s2 = suits_missing(own[2].dealt)
        row.voids_dealt_s3 = suits_missing(own[3].dealt)


# Match


@kernel
def begin_match(match, rules):
    """Set everything that follows from the scores with which a match begins."""
    match.target = rules.target
    match.extra_deals = 0
    match.lead_changes = 0
    match.both_over = 0
    match.winner = NOBODY
    match.decided = 0
    match.last_ahead = team_ahead(match)
    match.level = match.last_ahead == NOBODY and match.score[0] >= rules.target
    for team in range(2):
        match.card_points[team] = 0
        match.accuso_points[team] = 0
        match.deficit[team] = 0


@kernel
def open_match(match, rules, cards):
    """Begin a match: scores at zero, the first dealer drawn (TR-8)."""
    match.first_player = below(cards, rules.players)
    match.first = match.first_player
    match.deals = 0
    match.score[0] = 0
    match.score[1] = 0
    begin_match(match, rules)


@kernel
def team_ahead(match):
    """The team with the higher score, NOBODY if level."""
    if match.score[0] == match.score[1]:
        return np.int64(NOBODY)
    return np.int64(0) if match.score[0] > match.score[1] else np.int64(1)


@kernel
def cappotto_winner(table, rules):
    """The side that a deal played to the end gives the match by a cappotto, NOBODY (TR-41)."""
    if rules.cappotto_ends_match == CappottoEndsMatch.none or not played_out(table, rules):
        return np.int64(NOBODY)
    for side in range(2):
        if rules.cappotto_ends_match == CappottoEndsMatch.no_points:
            wins = card_points(table, 1 - side, rules) == 0
        else:
            wins = all_tricks(table, side)
        if wins:
            return np.int64(side)
    return np.int64(NOBODY)


@kernel
def decide(state, rules, match):
    """The team that has won after a deal, NOBODY to play on; may raise the target (TR-37 to TR-41)."""
    side = np.int64(state.reached)
    if side == NOBODY:
        side = cappotto_winner(state.table, rules)
    if side != NOBODY:
        return (np.int64(state.table.first) + side) & 1
    lower = min(match.score[0], match.score[1])
    higher = max(match.score[0], match.score[1])
    if rules.both_over == BothOver.raise_10 and lower >= match.target:
        match.target += 10
        return np.int64(NOBODY)
    return team_ahead(match) if higher >= match.target else np.int64(NOBODY)


@kernel
def add_deal(state, rules, match):
    """Add a deal's points to the match (TR-33, TR-35)."""
    table = state.table
    for side in range(2):
        team = (np.int64(table.first) + side) & 1
        of_cards = card_points(table, side, rules)
        of_accuso = accuso_points(table, side, rules)
        match.card_points[team] += of_cards
        match.accuso_points[team] += of_accuso
        match.score[team] += of_cards + of_accuso


@kernel
def note_standing(match):
    """Keep who is ahead, by how much, and whether both are at the target."""
    if min(match.score[0], match.score[1]) >= match.target:
        match.both_over = 1
        if match.score[0] == match.score[1]:
            match.level = 1
    for team in range(2):
        match.deficit[team] = max(match.deficit[team], match.score[1 - team] - match.score[team])
    ahead = team_ahead(match)
    if changes_lead(ahead, np.int64(match.last_ahead)):
        match.lead_changes += 1
    if ahead != NOBODY:
        match.last_ahead = ahead


@kernel
def settle(state, rules, match):
    """Add a finished deal to the match and pass the deal on (TR-8, TR-35 to TR-41)."""
    if match.target == 0:
        begin_match(match, rules)
    match.deals += 1
    match.extra_deals += np.int64(match.level)
    add_deal(state, rules, match)
    note_standing(match)
    match.winner = decide(state, rules, match)
    match.decided = match.winner != NOBODY
    match.first = next_seat(np.int64(match.first), rules.players)
    if not match.decided and match.deals >= rules.max_deals:
        raise RuntimeError("a match was not over after max_deals deals")


@kernel
def match_over(match, rules):
    """Whether the match is decided."""
    return match.decided != 0


@kernel
def sign_of(number):
    """-1, 0 or 1."""
    return np.int64(number > 0) - np.int64(number < 0)


@kernel
def record_match(match, rules, number, row):
    """Write the row of a finished match (section 6)."""
    row.match_id = number
    row.winner = match.winner
    row.deals = match.deals
    row.score_A = match.score[0]
    row.score_B = match.score[1]
    row.target_final = match.target
    row.both_over = match.both_over != 0
    row.extra_deals = match.extra_deals
    row.accuso_points_A = match.accuso_points[0]
    row.accuso_points_B = match.accuso_points[1]
    row.card_points_A = match.card_points[0]
    row.card_points_B = match.card_points[1]
    by_cards = sign_of(match.card_points[0] - match.card_points[1])
    row.accuso_decided = by_cards != sign_of(match.score[0] - match.score[1])
    row.lead_changes = match.lead_changes
    row.max_deficit = match.deficit[match.winner]
    row.first_of_match = match.first_player


# Search


@kernel
def unseen_by(table, own):
    """The cards that are neither played nor in the own hand."""
    return PACK & ~(own.hand | table.piles[0] | table.piles[1] | table.cards)


@kernel
def has_had_its_say(table, seat, rules):
    """Whether a seat's time to declare is over (TR-14)."""
    if table.phase == CHOOSING:
        return False
    if rules.accuso_reveal == AccusoReveal.before_play or table.trick.number > 0:
        return True
    return rules.accuso_reveal == AccusoReveal.own_turn and table.laid[seat] != ZERO


@kernel
def may_hold(table, seat, held, rules):
    """Whether a seat may have been dealt some combinations, for all that it declared (TR-14 to TR-16).

    Where there is a choice, only a knock that no declaration has explained yet says anything: what a
    seat keeps to itself nobody knows, and what it declared are cards known to all.
    """
    if not rules.accuso:
        return True
    spoken = has_had_its_say(table, seat, rules)
    if rules.accuso_mode == AccusoMode.auto:
        if spoken:
            return held == table.declared[seat]
        return not rules.accuso_knock or (held != 0) == (table.knock[seat] != 0)
    return spoken or table.knock[seat] == 0 or held != 0


@kernel
def has_said_lengths(table, seat, dealt):
    """Whether ten cards agree with the lengths of suits that a seat told (TR-26)."""
    for suit in range(4):
        n = count(dealt & SUIT[suit])
        said = table.length[seat, suit]
        if n < table.at_least[seat, suit] or (said != EMPTY and n != said):
            return False
    return True


@kernel
def take_dealt(table, own, dealt, rules):
    """Give a seat ten cards as dealt, and see whether it may have been dealt them."""
    seat = np.int64(own.seat)
    own.dealt = dealt
    own.held = held_combinations(dealt, rules)
    if not may_hold(table, seat, own.held, rules):
        return False
    if rules.weak_hand_redeal and thirds_of(dealt) < 3:
        return False
    return not has(np.uint64(table.lengths_said), seat) or has_said_lengths(table, seat, dealt)


@kernel
def has_been_asked(table, seat, rules):
    """Whether a seat's turn to announce is over: those from the first leader to the seat to act."""
    if table.phase == PLAYING:
        return True
    asked = np.int64(table.lead_seat)
    while asked != table.seat:
        if asked == seat:
            return True
        asked = next_seat(asked, rules.players)
    return False


@kernel
def settle_declaration(state, seat, rules):
    """Say what a seat of a concealed world declares: what it declared, or else all that it holds."""
    table = state.table
    own = state.own[seat]
    asked = has_been_asked(table, seat, rules)
    if not rules.accuso or not asked:
        own.declares = 0
    elif has_had_its_say(table, seat, rules):
        own.declares = table.declared[seat]
    elif rules.accuso_knock and table.knock[seat] == 0:
        own.declares = 0
    else:
        own.declares = own.held


@kernel
def may_get(table, seat, cards):
    """Of some unseen cards that nobody is known to hold, those that a seat may hold (TR-29)."""
    return cards & ~(SUITS[table.void[seat]] | table.absent[seat])


@kernel
def conceal_from_one_of_four(state, me, rules, rng):
    """Deal the other three hands: void suits and known cards exactly, the rest by trial."""
    table = state.table
    a = (me + 1) & 3
    b = (me + 2) & 3
    c = (me + 3) & 3
    own_a = state.own[a]
    own_b = state.own[b]
    own_c = state.own[c]
    known_a = table.known[a]
    known_b = table.known[b]
    known_c = table.known[c]
    free = unseen_by(table, state.own[me]) & ~(known_a | known_b | known_c)
    may_a = may_get(table, a, free)
    may_b = may_get(table, b, free)
    may_c = may_get(table, c, free)
    n_a = np.int64(table.hand_size[a]) - count(known_a)
    n_b = np.int64(table.hand_size[b]) - count(known_b)
    for _ in range(MAX_ATTEMPTS):
        to_a, to_b, to_c, _ = deal_to_three(free, may_a, may_b, may_c, n_a, n_b, rng)
        own_a.hand = to_a | known_a
        own_b.hand = to_b | known_b
        own_c.hand = to_c | known_c
        if (
            take_dealt(table, own_a, own_a.hand | table.laid[a], rules)
            and take_dealt(table, own_b, own_b.hand | table.laid[b], rules)
            and take_dealt(table, own_c, own_c.hand | table.laid[c], rules)
        ):
            return
    take_dealt(table, own_b, own_b.hand | table.laid[b], rules)
    take_dealt(table, own_c, own_c.hand | table.laid[c], rules)


@kernel
def suits_refused(table, seat):
    """Suits that a seat ever failed to follow, as bits (in due)."""
    refused = np.int64(0)
    for play in range(1, table.play, 2):
        led = suit_of(card_of(table.history[play - 1]))
        if table.leaders[play >> 1] != seat and suit_of(card_of(table.history[play])) != led:
            refused |= np.int64(1) << led
    return refused


@kernel
def lay_stock(state, cards, rng):
    """Put the stock in random order where it is drawn from."""
    n = np.int64(0)
    while cards != ZERO:
        state.deck[n] = lowest(cards)
        cards &= cards - ONE
        n += 1
    shuffle_cards(state.deck, n, rng)
    for k in range(n):
        state.deck[40 - n + k] = state.deck[k]


@kernel
def relive(table, own, rng):
    """Draw which cards of a seat were dealt, where draws are not shown; none if that cannot have been.

    Ten places are filled by the deal and one more by each draw. Whichever place a card was played from
    had been filled before, so each play empties a filled place, all equally likely. A seat that fails
    to follow holds no card of the suit: cards of the suit that it has later came later.
    """
    seat = np.int64(own.seat)
    filled = bit(10) - ONE
    since = ZERO  # by suit, eight bits each: the first place from which cards of it may have come
    dealt = ZERO
    rest = own.hand
    trick = np.int64(0)
    while True:
        mine = 2 * trick + np.int64(table.leaders[trick] != seat)
        playing = mine < table.play
        if playing:
            card = card_of(table.history[mine])
        elif rest != ZERO:
            card = lowest(rest)
            rest &= rest - ONE
        else:
            return dealt
        place = draw_member(filled, rng)
        filled &= ~bit(place)
        if place < (since >> np.uint64(8 * suit_of(card))) & np.uint64(0xFF):
            return ZERO
        if place < 10:
            dealt |= bit(card)
        if playing:
            led = suit_of(card_of(table.history[2 * trick]))
            if suit_of(card) != led:
                since &= ~(np.uint64(0xFF) << np.uint64(8 * led))
                since |= np.uint64(10 + trick) << np.uint64(8 * led)
            if trick < 10 and trick < table.trick.number:
                filled |= bit(10 + trick)
            trick += 1


@kernel
def conceal_from_one_of_two(state, me, rules, rng):
    """Deal the other hand and the stock (TR-42, TR-43).

    What is unknown of the other hand was dealt where drawn cards are shown; so a suit that the seat ever
    failed to follow is not among it, whatever it has been seen to draw since. Where they are not shown,
    `relive` says when each card may have come.
    """
    table = state.table
    other = 1 - me
    own = state.own[other]
    known = table.known[other]
    free = unseen_by(table, state.own[me]) & ~known
    may = free & ~SUITS[table.void[other]]
    if rules.show_drawn:
        may &= ~(SUITS[suits_refused(table, other)] | table.absent[other])
    n = np.int64(table.hand_size[other]) - count(known)
    for _ in range(MAX_ATTEMPTS):
        hand, _, _ = deal_blindly(may, n, 0, rng)
        own.hand = hand | known
        dealt = (own.hand | table.laid[other]) & ~table.drawn[other]
        agrees = True
        if not rules.show_drawn:
            dealt = relive(table, own, rng)
            agrees = dealt != ZERO and table.named[other] & ~dealt == ZERO
            agrees = agrees and table.absent[other] & dealt == ZERO
        if take_dealt(table, own, dealt, rules) and agrees:
            break
    lay_stock(state, free & ~own.hand, rng)


@kernel
def conceal(table, own, rules, state, rng):
    """Deal what a seat cannot see at random, consistent with all that it knows (for search).

    Writes into `state` the table as it is, the seat's own record, the other hands, and the stock,
    uniform over all deals in which every seat may have done what it did: void suits, known cards and
    cards shown absent by a declaration exactly, and by trial what knocks, silence, declarations and told
    lengths say of hands as dealt. After 10000 trials in vain, which only a combination of very unlikely
    facts needs, it takes a deal that agrees with the former only. The others declare what they
    declared, or all that they hold; why they chose, and the log, count for nothing.
    """
    me = np.int64(own.seat)
    copy_record(state.table, table)
    for seat in range(4):
        state.own[seat].seat = seat
        state.own[seat].hand = ZERO
        state.own[seat].dealt = ZERO
        state.own[seat].held = 0
        state.own[seat].declares = 0
    copy_record(state.own[me], own)
    if rules.players == 4:
        conceal_from_one_of_four(state, me, rules, rng)
    else:
        conceal_from_one_of_two(state, me, rules, rng)
    state.asked = 0
    for seat in range(rules.players):
        if seat != me:
            settle_declaration(state, seat, rules)
        if rules.accuso_mode == AccusoMode.choice and state.own[seat].held != 0:
            state.asked |= np.uint8(np.int64(has_been_asked(table, seat, rules)) << seat)
    state.n_redeals = 0
    state.done = 0
    state.reached = NOBODY


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
