"""The tournament as jitted functions: cuts, bracket, meetings; what a deal is, its game says.

Each function hands on to the game of the match that is played. The game's records lie inside the
tournament's; what the loop and the policies look at is copied out of them after each play.
"""

from __future__ import annotations

import numpy as np

from sim.games.briscola import kernel as briscola
from sim.games.torneo.rules import CutOrder, DealerBetweenMatches, Pairing
from sim.games.torneo.state import TRESETTE
from sim.games.tresette import kernel as tresette
from sim.jit import copy_record, kernel
from sim.loop import open_log, play_units
from sim.rng import below
from sim.rng import shuffle as shuffle_cards

NOT_PLAYED = -1
NOBODY = 255

open_tresette, open_briscola = tresette.open_match, briscola.open_match
shuffle_tresette, shuffle_briscola = tresette.shuffle, briscola.shuffle
lay_out_tresette, lay_out_briscola = tresette.lay_out, briscola.lay_out
legal_tresette, legal_briscola = tresette.legal, briscola.legal
apply_tresette, apply_briscola = tresette.apply, briscola.apply
over_tresette, over_briscola = tresette.over, briscola.over
record_tresette, record_briscola = tresette.record, briscola.record
settle_tresette, settle_briscola = tresette.settle, briscola.settle
tresette_is_over, briscola_is_over = tresette.match_over, briscola.match_over
conceal_tresette, conceal_briscola = tresette.conceal, briscola.conceal

RANKS = np.array(
    [
        [7, 8, 9, 0, 1, 2, 3, 4, 5, 6],  # CutOrder.tresette
        [9, 0, 8, 1, 2, 3, 4, 5, 6, 7],  # CutOrder.briscola
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],  # CutOrder.natural
    ],
    np.int64,
)
"""Strength in the cut, by order and rank (section 2)."""


# The cut


@kernel
def rank_in_cut(card, order):
    """Strength of a card in the cut."""
    row = 0
    if order == CutOrder.briscola:
        row = 1
    elif order == CutOrder.natural:
        row = 2
    return RANKS[row, card % 10]


@kernel
def show_cards(chance, place, taken):
    """A card of the pack that is not among the `place` cards, as bits, in `taken` (one at a time)."""
    card = below(chance, 40 - place)
    for other in range(40):
        if taken >> np.uint64(other) & np.uint64(1) != np.uint64(0):
            continue
        if card == 0:
            return np.int64(other)
        card -= 1
    return np.int64(40)


@kernel
def cut_once(chance, order, cutters):
    """The players, as bits, that show the highest card when `cutters` cut (TO-6)."""
    highest = np.int64(0)
    best = np.int64(-1)
    taken = np.uint64(0)
    place = np.int64(0)
    for player in range(4):
        if cutters >> player & 1 == 0:
            continue
        card = show_cards(chance, place, taken)
        taken |= np.uint64(1) << np.uint64(card)
        place += 1
        rank = rank_in_cut(card, order)
        if rank > best:
            best = rank
            highest = np.int64(0)
        if rank == best:
            highest |= 1 << player
    return highest


@kernel
def cut_for_dealer(chance, order):
    """The player that deals, and how often was cut until one card was the highest (TO-6)."""
    cutters = np.int64(15)
    rounds = np.int64(0)
    while True:
        cutters = cut_once(chance, order, cutters)
        rounds += 1
        if cutters & (cutters - 1) == 0:
            dealer = np.int64(0)
            while cutters >> dealer & 1 == 0:
                dealer += 1
            return dealer, rounds


# Meetings


@kernel
def seat_pairs(match):
    """Give the four players of the meeting their pairs' policies (TO-2, TO-13)."""
    a = match.left[2 * np.int64(match.tie)]
    b = match.left[2 * np.int64(match.tie) + 1]
    for player in range(4):
        pair = a if player % 2 == 0 else b
        match.policy[player] = match.pair_policy[pair]


@kernel
def open_game(match, rules, match_no):
    """Begin one match of the meeting, the dealer being known (TO-5)."""
    match.match_no = match_no
    match.score[0] = 0
    match.score[1] = 0
    which = rules.matches[match_no]
    if which.game == TRESETTE:
        open_tresette(match.tresette, which.tresette, match.chance)
    else:
        open_briscola(match.briscola, which.briscola, match.chance)


@kernel
def open_meeting(match, rules):
    """Begin a meeting: the first dealer, and the first match (TO-3 to TO-6)."""
    match.won[0] = 0
    match.won[1] = 0
    for place in range(rules.n_matches):
        clear_result(match.results[place])
    match.cuts = 0
    dealer = np.int64(rules.first_dealer)
    if dealer < 0:
        dealer, rounds = cut_for_dealer(match.chance, rules.cut_order)
        match.cuts = min(rounds, 255)
    match.first = (dealer + 1) % 4
    seat_pairs(match)
    open_game(match, rules, 0)


@kernel
def clear_result(result):
    """A match that is not played."""
    result.winner = NOT_PLAYED
    result.deals = 0
    result.first_dealer = NOBODY
    result.score_A = 0
    result.score_B = 0
    result.extra_deals = 0
    result.accuso_decided = False
    result.won_A = 0
    result.won_B = 0
    result.drawn = 0


@kernel
def open_match(match, rules, cards):
    """Begin a meeting, or a knock-out with its bracket (TO-1, TO-13)."""
    copy_record(match.chance, cards)
    match.deals = 0
    match.decisions = 0
    match.meetings = 0
    match.over = 0
    match.tie = 0
    match.n_left = rules.pairs
    for pair in range(rules.pairs):
        match.bracket[pair] = pair
        match.rounds_won[pair] = 0
    match.pairing = NOBODY
    if rules.pairs > 2:
        shuffle_cards(match.bracket, rules.pairs, match.chance)
    elif rules.pairing == Pairing.drawn:
        match.pairing = below(match.chance, 3)
    for place in range(rules.pairs):
        match.left[place] = match.bracket[place]
    open_meeting(match, rules)
    match.first_player = match.first


# Deals


@kernel
def shuffle(state, rules, match, cards):
    """Shuffle as the game of the match does."""
    which = rules.matches[match.match_no]
    if which.game == TRESETTE:
        shuffle_tresette(state.tresette, which.tresette, match.tresette, cards)
        state.n_redeals = state.tresette.n_redeals
        for k in range(40):
            state.deck[k] = state.tresette.deck[k]
    else:
        shuffle_briscola(state.briscola, which.briscola, match.briscola, cards)
        state.n_redeals = state.briscola.n_redeals
        for k in range(40):
            state.deck[k] = state.briscola.deck[k]


@kernel
def lay_out(state, rules, match):
    """Set the deal up from the deck in `state` (TO-7)."""
    which = rules.matches[match.match_no]
    table = state.table
    table.game = which.game
    table.match_no = match.match_no
    state.meeting = match.meetings
    state.first = match.first
    for team in range(2):
        table.won[team] = match.won[team]
        table.start_score[team] = match.score[(np.int64(match.first) + team) & 1]
    for seat in range(4):
        state.own[seat].seat = seat
    if which.game == TRESETTE:
        for k in range(40):
            state.tresette.deck[k] = state.deck[k]
        state.tresette.n_redeals = state.n_redeals
        match.tresette.first = match.first
        open_log(state.tresette.log, state.log.number, np.uint64(match.tresette.deals))
        lay_out_tresette(state.tresette, which.tresette, match.tresette)
    else:
        for k in range(40):
            state.briscola.deck[k] = state.deck[k]
        state.briscola.n_redeals = state.n_redeals
        match.briscola.first = match.first
        open_log(state.briscola.log, state.log.number, np.uint64(match.briscola.deals))
        lay_out_briscola(state.briscola, which.briscola, match.briscola)
    show_table(state)


@kernel
def show_table(state):
    """Bring what all see, and what the seat to play sees, up to date."""
    table = state.table
    if table.game == TRESETTE:
        copy_record(table.tresette, state.tresette.table)
        seat = np.int64(state.tresette.table.seat)
        copy_record(state.own[seat].tresette, state.tresette.own[seat])
    else:
        copy_record(table.briscola, state.briscola.table)
        seat = np.int64(state.briscola.table.seat)
        copy_record(state.own[seat].briscola, state.briscola.own[seat])
    table.seat = seat


@kernel
def legal(table, own, rules, actions):
    """Write the legal actions of the game."""
    which = rules.matches[table.match_no]
    if table.game == TRESETTE:
        return legal_tresette(table.tresette, own.tresette, which.tresette, actions)
    n = legal_briscola(table.briscola, own.briscola, which.briscola, actions)
    for k in range(n):
        actions[k] <<= 4
    return n


@kernel
def apply(state, rules, action, cards):
    """Play one action of the game."""
    which = rules.matches[state.table.match_no]
    if state.table.game == TRESETTE:
        apply_tresette(state.tresette, which.tresette, action, cards)
    else:
        apply_briscola(state.briscola, which.briscola, action >> 4, cards)
    show_table(state)


@kernel
def over(state):
    """Whether the deal is finished."""
    if state.table.game == TRESETTE:
        return over_tresette(state.tresette)
    return over_briscola(state.briscola)


@kernel
def record(state, rules, row):
    """Write the row of a finished deal (section 6 of the rules page)."""
    log = state.log
    table = state.table
    which = rules.matches[table.match_no]
    row.match_id = log.number
    row.deal_index = log.deal
    row.deal_id = (log.deal << np.uint64(40)) | log.number
    row.first = state.first
    row.meeting = state.meeting
    row.match_no = table.match_no + 1
    row.game = table.game
    if table.game == TRESETTE:
        record_tresette(state.tresette, which.tresette, row.tresette)
        row.points_0 = row.tresette.deal_points_0
        row.points_1 = row.tresette.deal_points_1
    else:
        record_briscola(state.briscola, which.briscola, row.briscola)
        row.points_0 = row.briscola.points_0
        row.points_1 = row.briscola.points_1


# Matches


@kernel
def note_tresette(result, match):
    """Keep how a Tresette match ended."""
    result.winner = match.winner
    result.deals = match.deals
    result.score_A = match.score[0]
    result.score_B = match.score[1]
    result.extra_deals = match.extra_deals
    result.accuso_decided = tresette.sign_of(
        match.card_points[0] - match.card_points[1]
    ) != tresette.sign_of(match.score[0] - match.score[1])


@kernel
def note_briscola(result, match):
    """Keep how a Briscola match ended."""
    result.winner = match.winner
    result.deals = match.deals
    result.won_A = match.score[0]
    result.won_B = match.score[1]
    result.drawn = match.drawn_deals


@kernel
def settle(state, rules, match):
    """Add a finished deal to its match, and go on to the next match or meeting (TO-4 to TO-8)."""
    which = rules.matches[match.match_no]
    result = match.results[match.match_no]
    dealer = (np.int64(match.first) + 3) % 4
    match.deals += 1
    match.decisions += np.int64(state.log.decisions)
    if result.first_dealer == NOBODY:
        result.first_dealer = dealer
        if match.match_no == 0:
            match.first_dealer = dealer
    match.first = (np.int64(match.first) + 1) % 4
    if which.game == TRESETTE:
        settle_tresette(state.tresette, which.tresette, match.tresette)
        finished = tresette_is_over(match.tresette, which.tresette)
        note_tresette(result, match.tresette)
        match.score[0] = match.tresette.score[0]
        match.score[1] = match.tresette.score[1]
    else:
        settle_briscola(state.briscola, which.briscola, match.briscola)
        finished = briscola_is_over(match.briscola, which.briscola)
        note_briscola(result, match.briscola)
        match.score[0] = match.briscola.score[0]
        match.score[1] = match.briscola.score[1]
    if finished:
        go_on(match, rules, np.int64(result.winner))


@kernel
def go_on(match, rules, winner):
    """After a match: the next one, or the end of the meeting (TO-4, TO-8)."""
    match.won[winner] += np.uint8(1)
    if 2 * np.int64(match.won[winner]) > rules.n_matches:
        end_meeting(match, rules, winner)
        return
    if rules.dealer_between_matches == DealerBetweenMatches.cut_again:
        dealer, _ = cut_for_dealer(match.chance, rules.cut_order)
        match.first = (dealer + 1) % 4
    open_game(match, rules, np.int64(match.match_no) + 1)


@kernel
def end_meeting(match, rules, winner):
    """Note who advances; the next meeting of the bracket, if there is one (TO-13)."""
    tie = np.int64(match.tie)
    pair = match.left[2 * tie + winner]
    match.rounds_won[pair] += np.uint8(1)
    match.left[tie] = pair  # never before the ties that are still to be played
    match.meetings += np.uint16(1)
    match.tie = tie + 1
    if 2 * match.tie == match.n_left:
        match.n_left = match.tie
        match.tie = 0
    if match.n_left == 1:
        match.over = 1
        return
    open_meeting(match, rules)


@kernel
def match_over(match, rules):
    """Whether the meeting or knock-out is over."""
    return match.over != 0


@kernel
def record_match(match, rules, number, row):
    """Write the row of a finished meeting or knock-out (section 6)."""
    row.match_id = number
    row.pairing = match.pairing
    row.first_dealer = match.first_dealer
    row.cuts = match.cuts
    for place in range(rules.n_matches):
        copy_record(row.results[place], match.results[place])
    row.third_needed = rules.n_matches == 3 and match.results[2].winner != NOT_PLAYED
    row.winner = 0 if match.won[0] > match.won[1] else 1
    row.meetings = match.meetings
    row.winner_pair = match.left[0]
    for pair in range(rules.pairs):
        row.rounds_won[pair] = match.rounds_won[pair]
    for place in range(rules.pairs):
        row.bracket_place[match.bracket[place]] = place
    row.deals = match.deals
    row.decisions = match.decisions


# Search


@kernel
def conceal(table, own, rules, state, rng):
    """Deal what a seat cannot see at random, as the game does (for search)."""
    which = rules.matches[table.match_no]
    copy_record(state.table, table)
    if table.game == TRESETTE:
        conceal_tresette(table.tresette, own.tresette, which.tresette, state.tresette, rng)
        for seat in range(4):
            state.own[seat].seat = seat
            copy_record(state.own[seat].tresette, state.tresette.own[seat])
    else:
        conceal_briscola(table.briscola, own.briscola, which.briscola, state.briscola, rng)
        for seat in range(4):
            state.own[seat].seat = seat
            copy_record(state.own[seat].briscola, state.briscola.own[seat])
    copy_record(state.own[own.seat], own)


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
