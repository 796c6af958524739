"""Tombolon as jitted functions: shuffle, legal plays, one play, the end, the rows, the match.

Scoring is in `score`, records in `state`. Every function mutates only what its name says: `apply` the
state, `legal` the action buffer.
"""

from __future__ import annotations

import numpy as np

from sim.bits import ONE, ZERO, bit, count, has, lowest
from sim.games.tombolon.rules import (
    BothOver,
    CapturePriority,
    MatchTie,
    MustCapture,
)
from sim.games.tombolon.score import (
    RANK,
    SAME,
    UP_TO,
    bello_mask,
    carte_points,
    certain_total,
    clears,
    colour_counts,
    colour_value,
    deck_points,
    due_mask,
    ends_by_tombolon,
    fante_mask,
    far_from_target,
    goes_out,
    honour_mask,
    is_colour,
    makes_tombolon,
    napoli_points,
    pack_index,
    raddoppio_points,
    rank_of,
    scopa_counts,
    scopa_value,
    spade_mask,
    spade_points,
    whole_pack,
)
from sim.games.tombolon.state import (
    NEVER,
    NOBODY,
)
from sim.jit import copy_record, kernel
from sim.loop import play_units
from sim.rng import below
from sim.rng import shuffle as shuffle_cards

CAPTURE_BITS = np.uint64(52)
CAPTURE_MASK = (ONE << CAPTURE_BITS) - ONE
MAX_REDEALS = 64
SCRATCH = 64
"""Entries of the action buffer behind the legal ones, where a policy may write."""


@kernel
def encode(card, captured):
    """Action of playing a card for a capture mask, 0 for a lay-down."""
    return np.int64((np.uint64(card) << CAPTURE_BITS) | captured)


@kernel
def card_of(action):
    """Card that an action plays."""
    return np.int64(np.uint64(action) >> CAPTURE_BITS)


@kernel
def captured_of(action):
    """Mask that an action captures."""
    return np.uint64(action) & CAPTURE_MASK


# Deal


@kernel
def n_packets(rules):
    """Number of packets (TB-6)."""
    n = 0
    while n < 24 and rules.packets[n] > 0:
        n += 1
    return n


@kernel
def calls_for_redeal(table_cards, rules):
    """Whether three or four of the first table have one rank of `redeal_ranks` (TB-8)."""
    index = pack_index(rules)
    rest = table_cards
    while rest != ZERO:
        rank = RANK[index, lowest(rest)]
        same = table_cards & SAME[index, rank]
        if count(same) >= 3:
            return has(rules.redeal_ranks, rank)
        rest &= ~same
    return False


@kernel
def first_table(state, rules):
    """Mask of the four cards that the first packet leaves on the table (TB-6)."""
    start = rules.n_seats * rules.packets[0]
    cards = ZERO
    for k in range(start, start + 4):
        cards |= bit(state.deck[k])
    return cards


@kernel
def shuffle(state, rules, match, cards):
    """Shuffle until the table is good (TB-5, TB-8, TB-9)."""
    n = rules.pack
    for card in range(n):
        state.deck[card] = card
    for attempt in range(MAX_REDEALS):
        shuffle_cards(state.deck, n, cards)
        state.n_redeals = attempt
        if not calls_for_redeal(first_table(state, rules), rules):
            return
    raise RuntimeError("64 tables in a row called for a redeal")


@kernel
def deal_packet(state, rules):
    """Give each seat its packet, seat 0 first (TB-6)."""
    table = state.table
    size = rules.packets[table.packet]
    for seat in range(rules.n_seats):
        hand = ZERO
        for k in range(state.dealt, state.dealt + size):
            hand |= bit(state.deck[k])
        state.own[seat].hand = hand
        table.hand_size[seat] = size
        state.dealt += np.uint8(size)


@kernel
def clear_tally(tally):
    """Set every count to its value before the first play."""
    tally.table_max = 0
    tally.last_card = NEVER
    tally.last_card_captures = 0
    tally.last_card_lost_points = 0
    tally.leftovers = 0
    tally.leftover_side = NOBODY
    for side in range(2):
        tally.captures[side] = 0
        tally.choice_sum[side] = 0
        tally.choice_equal[side] = 0
        tally.n_scopa[side] = 0
        tally.n_colour[side] = 0
        tally.n_both[side] = 0
        tally.first_honour_play[side] = NEVER
        tally.reach_play[side] = NEVER
        for rank in range(13):
            tally.scopa_by_rank[side, rank] = 0
            tally.colour_by_rank[side, rank] = 0


@kernel
def lay_out(state, rules, match):
    """Set the deal up from the deck in `state` and the scores in `match` (TB-3 to TB-7, TB-43)."""
    table = state.table
    clear_tally(state.tally)
    state.first = match.first
    state.dealt = 0
    state.done = 0
    state.ended_by = 0
    state.ended_side = NOBODY
    table.seat = 0
    table.play = 0
    table.packet = 0
    table.last_capturer = NOBODY
    table.extra = 1
    for side in range(2):
        score = match.score[(np.int64(match.first) + side) % 2]
        table.start_score[side] = score
        table.piles[side] = ZERO
        table.scopa_points[side] = 0
        table.colour_points[side] = 0
        if score < rules.target:
            table.extra = 0
    for seat in range(4):
        state.own[seat].seat = seat
        state.own[seat].hand = ZERO
        table.hand_size[seat] = 0
    if table.extra:
        state.tally.reach_play[0] = 1
        state.tally.reach_play[1] = 1
    deal_packet(state, rules)
    table.cards = first_table(state, rules)
    state.table_start = table.cards
    state.dealt += np.uint8(4)
    table.stock = rules.pack - np.int64(state.dealt)
    table.bottom = state.deck[rules.pack - 1] if table.stock > 0 else np.uint8(NEVER)


# Legal plays


@kernel
def next_sum(numbers, index, target, chosen, total):
    """The next subset of `numbers`, ascending as a mask, whose ranks add up to at most `target`.

    Start with an empty subset; the empty subset comes back when there are no more. Counts like an
    odometer: the lowest card that still fits is put in, all below it are taken out.
    """
    rest = numbers
    while rest != ZERO:
        low = rest & (~rest + ONE)
        rank = RANK[index, lowest(low)]
        rest ^= low
        if chosen & low != ZERO:
            chosen ^= low
            total -= rank
        elif total + rank <= target:
            return chosen | low, total + rank
    return ZERO, np.int64(0)


@kernel
def next_capture(table_cards, rank, rules, chosen, total):
    """The next capture by a card of a rank, ascending by mask; the empty mask ends (TB-12, TB-13).

    `capture_priority` aside. An equal card is the one-card subset of that sum; figures take equals.
    """
    index = pack_index(rules)
    if rank > rules.pack // 4 - 3:
        rest = table_cards & SAME[index, rank]
        above = rest & ~((chosen << ONE) - ONE) if chosen != ZERO else rest
        return above & (~above + ONE), np.int64(rank)
    numbers = table_cards & UP_TO[index, rank]
    while True:
        chosen, total = next_sum(numbers, index, rank, chosen, total)
        if chosen == ZERO or total == rank:
            return chosen, total


@kernel
def sums_of_several(table_cards, rules):
    """Number ranks, as bits, that two or more cards of a table add up to (TB-13)."""
    single = ZERO
    several = ZERO
    rest = table_cards
    while rest != ZERO:
        rank = np.uint64(rank_of(lowest(rest), rules))
        several |= (several | single) << rank
        single |= ONE << rank
        rest &= rest - ONE
    # figures, and sums with them, lie above the greatest number
    return several & (bit(rules.pack // 4 - 2) - ONE)


@kernel
def only_equals(equals, rank, sums, rules):
    """Whether no sum is open to a rank: none adds up, or an equal card bars them (TB-15)."""
    return not has(sums, rank) or (
        equals != ZERO and rules.capture_priority != CapturePriority.free
    )


@kernel
def captures_of(table_cards, card, sums, rules, actions, n):
    """Write all captures of a card behind the first `n` actions; the new number (TB-12 to TB-15).

    `sums` are the `sums_of_several` of the table. Without a capture, entry `n` is the lay-down.
    """
    rank = rank_of(card, rules)
    equals = table_cards & SAME[pack_index(rules), rank]
    if only_equals(equals, rank, sums, rules):
        return equal_captures(equals, card, actions, n)
    start = n
    chosen, total = next_capture(table_cards, rank, rules, ZERO, np.int64(0))
    while chosen != ZERO:
        actions[n] = encode(card, chosen)
        n += 1
        chosen, total = next_capture(table_cards, rank, rules, chosen, total)
    if rules.capture_priority == CapturePriority.fewest:
        return keep_fewest(actions, start, n)
    return n


@kernel
def equal_captures(equals, card, actions, n):
    """Write the captures of single cards; the new number (TB-12).

    The first is written unseen, a lay-down if there is none: whether there is one is a branch that no
    processor predicts, and a fifth of the time of a deal.
    """
    actions[n] = encode(card, equals & (~equals + ONE))
    n += equals != ZERO
    equals &= equals - ONE
    while equals != ZERO:
        actions[n] = encode(card, equals & (~equals + ONE))
        n += 1
        equals &= equals - ONE
    return n


@kernel
def keep_fewest(actions, start, n):
    """Keep only captures with the fewest cards among actions `start` to `n` (TB-15)."""
    fewest = np.int64(64)
    for k in range(start, n):
        fewest = min(fewest, count(captured_of(actions[k])))
    kept = start
    for k in range(start, n):
        if count(captured_of(actions[k])) == fewest:
            actions[kept] = actions[k]
            kept += 1
    return kept


@kernel
def legal(table, own, rules, actions):
    """Write the legal actions in canonical order; their number (TB-16 to TB-18)."""
    n = np.int64(0)
    captures = np.int64(0)
    sums = sums_of_several(table.cards, rules)
    hand = own.hand
    while hand != ZERO:
        card = lowest(hand)
        hand &= hand - ONE
        start = n
        if rules.must_capture == MustCapture.none:
            actions[n] = encode(card, ZERO)
            n += 1
        first = n
        n = captures_of(table.cards, card, sums, rules, actions, n)
        captures += n - first
        n += n == start  # no capture: the lay-down stands there
    if rules.must_capture == MustCapture.hand and captures > 0:
        return keep_captures(actions, n)
    return n


@kernel
def keep_captures(actions, n):
    """Keep only captures (TB-16, `hand`)."""
    kept = np.int64(0)
    for k in range(n):
        if captured_of(actions[k]) != ZERO:
            actions[kept] = actions[k]
            kept += 1
    return kept


# One play


@kernel
def note_choice(tally, side, table_cards, card, captured, rules):
    """Count a free choice between equal card and sum (TB-15)."""
    if rules.capture_priority != CapturePriority.free:
        return
    rank = rank_of(card, rules)
    if count(captured) > 1:
        if table_cards & SAME[pack_index(rules), rank] != ZERO:
            tally.choice_sum[side] += np.uint8(1)
    elif has(sums_of_several(table_cards, rules), rank):
        tally.choice_equal[side] += np.uint8(1)


@kernel
def score_play(state, side, card, captured, rules, last):
    """Mark scopa and colour of a capture (TB-20 to TB-24)."""
    table = state.table
    tally = state.tally
    rank = rank_of(card, rules)
    lost = np.int64(0)
    scored = 0
    if clears(table.cards, captured):
        if scopa_counts(rules, last):
            table.scopa_points[side] += np.int16(scopa_value(card, rules))
            tally.n_scopa[side] += np.uint8(1)
            tally.scopa_by_rank[side, rank - 1] += np.uint8(1)
            scored += 1
        else:
            lost += scopa_value(card, rules)
    if is_colour(card, captured, rules):
        if colour_counts(rules, last):
            table.colour_points[side] += np.int16(colour_value(card, captured, rules))
            tally.n_colour[side] += np.uint8(1)
            tally.colour_by_rank[side, rank - 1] += np.uint8(1)
            scored += 1
        else:
            lost += colour_value(card, captured, rules)
    if scored == 2:
        tally.n_both[side] += np.uint8(1)
    if last:
        tally.last_card_lost_points = lost


@kernel
def take(state, side, card, captured, rules):
    """Move played and captured cards to the pile (TB-19)."""
    table = state.table
    tally = state.tally
    taken = captured | bit(card)
    table.cards &= ~captured
    table.piles[side] |= taken
    table.last_capturer = side
    tally.captures[side] += np.uint8(1)
    if tally.first_honour_play[side] == NEVER and taken & honour_mask(rules) != ZERO:
        tally.first_honour_play[side] = table.play


@kernel
def stop_early(state, side, kind):
    """End the deal by going out (1) or Tombolon (2) (TB-38 to TB-40)."""
    state.done = 1
    state.ended_by = kind
    state.ended_side = side


@kernel
def check_end(state, side, rules):
    """Test going out and Tombolon after a capture (TB-38, TB-40)."""
    table = state.table
    tally = state.tally
    if ends_by_tombolon(table, side, rules):
        stop_early(state, side, 2)
    if far_from_target(table, side, rules):
        return
    if tally.reach_play[side] == NEVER and certain_total(table, side, rules) >= rules.target:
        tally.reach_play[side] = table.play
    if not state.done and goes_out(table, side, rules):
        stop_early(state, side, 1)


@kernel
def hand_over_leftovers(state, rules):
    """Close a complete deal (TB-27, TB-28)."""
    table = state.table
    tally = state.tally
    side = np.int64(0) if table.last_capturer == NOBODY else np.int64(table.last_capturer)
    tally.leftovers = count(table.cards)
    tally.leftover_side = side
    table.piles[side] |= table.cards
    if tally.first_honour_play[side] == NEVER and table.cards & honour_mask(rules) != ZERO:
        tally.first_honour_play[side] = table.play + 1
    table.cards = ZERO
    state.done = 1


@kernel
def apply(state, rules, action, cards):
    """Play one card (TB-10 to TB-28)."""
    table = state.table
    seat = np.int64(table.seat)
    side = seat % 2
    card = card_of(action)
    captured = captured_of(action)
    state.own[seat].hand &= ~bit(card)
    table.hand_size[seat] -= np.uint8(1)
    table.history[table.play] = action
    table.play += np.uint8(1)
    last = table.play == rules.pack - 4
    if last:
        state.tally.last_card = card
        state.tally.last_card_captures = captured != ZERO
    if captured == ZERO:
        table.cards |= bit(card)
    else:
        note_choice(state.tally, side, table.cards, card, captured, rules)
        score_play(state, side, card, captured, rules, last)
        take(state, side, card, captured, rules)
        check_end(state, side, rules)
    state.tally.table_max = max(state.tally.table_max, np.uint8(count(table.cards)))
    if state.done:
        return
    if last:
        hand_over_leftovers(state, rules)
        return
    table.seat = seat + 1 if seat + 1 < rules.n_seats else 0
    if table.seat == 0 and table.hand_size[0] == 0:
        table.packet += np.uint8(1)
        deal_packet(state, rules)
        table.stock = rules.pack - np.int64(state.dealt)


@kernel
def over(state):
    """Whether the deal is finished."""
    return state.done != 0


# Rows


@kernel
def record(state, rules, row):
    """Write the row of a finished deal (section 6 of the rules page)."""
    table = state.table
    tally = state.tally
    log = state.log
    row.match_id = log.number
    row.deal_index = log.deal
    row.deal_id = (log.deal << np.uint64(40)) | log.number
    row.first = state.first
    row.extra_deal = table.extra != 0
    row.n_redeals = state.n_redeals
    row.bottom_card = state.deck[rules.pack - 1]
    row.table_start = state.table_start
    row.plays = table.play
    row.ended_by = state.ended_by
    row.ended_side = state.ended_side
    row.forced_decisions = log.forced
    row.legal_actions_sum = log.legal_sum
    row.legal_actions_max = log.legal_max
    row.table_max = tally.table_max
    row.last_card = tally.last_card
    row.last_card_captures = tally.last_card_captures != 0
    row.last_card_lost_points = tally.last_card_lost_points
    row.leftovers = tally.leftovers
    row.leftover_side = tally.leftover_side
    complete = state.ended_by == 0
    pile_0 = table.piles[0]
    pile_1 = table.piles[1]
    spades = spade_mask(rules)
    row.carte_tie = complete and count(pile_0) == count(pile_1)
    row.spade_tie = complete and count(pile_0 & spades) == count(pile_1 & spades)
    row.start_score_0 = table.start_score[0]
    row.start_score_1 = table.start_score[1]
    row.captures_0 = tally.captures[0]
    row.captures_1 = tally.captures[1]
    row.choice_sum_0 = tally.choice_sum[0]
    row.choice_sum_1 = tally.choice_sum[1]
    row.choice_equal_0 = tally.choice_equal[0]
    row.choice_equal_1 = tally.choice_equal[1]
    row.n_scopa_0 = tally.n_scopa[0]
    row.n_scopa_1 = tally.n_scopa[1]
    row.scopa_points_0 = table.scopa_points[0]
    row.scopa_points_1 = table.scopa_points[1]
    row.n_colour_0 = tally.n_colour[0]
    row.n_colour_1 = tally.n_colour[1]
    row.colour_points_0 = table.colour_points[0]
    row.colour_points_1 = table.colour_points[1]
    row.n_both_0 = tally.n_both[0]
    row.n_both_1 = tally.n_both[1]
    for rank in range(13):
        row.scopa_by_rank_0[rank] = tally.scopa_by_rank[0, rank]
        row.scopa_by_rank_1[rank] = tally.scopa_by_rank[1, rank]
        row.colour_by_rank_0[rank] = tally.colour_by_rank[0, rank]
        row.colour_by_rank_1[rank] = tally.colour_by_rank[1, rank]
    row.cards_0 = count(pile_0)
    row.cards_1 = count(pile_1)
    row.spades_0 = count(pile_0 & spades)
    row.spades_1 = count(pile_1 & spades)
    row.carte_0 = carte_points(pile_0, 0, rules)
    row.carte_1 = carte_points(pile_1, 1, rules)
    row.spade_0 = spade_points(pile_0, 0, rules)
    row.spade_1 = spade_points(pile_1, 1, rules)
    row.due_0 = count(pile_0 & due_mask(rules))
    row.due_1 = count(pile_1 & due_mask(rules))
    row.bello_0 = count(pile_0 & bello_mask(rules))
    row.bello_1 = count(pile_1 & bello_mask(rules))
    row.fante_0 = count(pile_0 & fante_mask(rules))
    row.fante_1 = count(pile_1 & fante_mask(rules))
    row.deck_points_0 = deck_points(pile_0, 0, rules)
    row.deck_points_1 = deck_points(pile_1, 1, rules)
    row.raddoppio_0 = raddoppio_points(pile_0, 0, rules)
    row.raddoppio_1 = raddoppio_points(pile_1, 1, rules)
    row.napoli_0 = napoli_points(pile_0, rules)
    row.napoli_1 = napoli_points(pile_1, rules)
    row.tombolon_0 = makes_tombolon(pile_0, 0, rules)
    row.tombolon_1 = makes_tombolon(pile_1, 1, rules)
    row.first_honour_play_0 = tally.first_honour_play[0]
    row.first_honour_play_1 = tally.first_honour_play[1]
    row.reach_play_0 = tally.reach_play[0]
    row.reach_play_1 = tally.reach_play[1]
    row.end_score_0 = certain_total(table, 0, rules)
    row.end_score_1 = certain_total(table, 1, rules)
    row.deal_points_0 = row.end_score_0 - row.start_score_0
    row.deal_points_1 = row.end_score_1 - row.start_score_1


# Match


@kernel
def open_match(match, rules, cards):
    """Begin a match: scores at zero, the first dealer drawn (TB-4)."""
    match.first_player = below(cards, rules.n_seats)
    match.first = match.first_player
    match.deals = 0
    match.extra_deals = 0
    match.plays = 0
    match.last_deal_plays = 0
    match.redeals = 0
    match.decided = 0
    for team in range(2):
        match.score[team] = 0
        match.raddoppi[team] = 0
        match.scope[team] = 0
        match.colours[team] = 0


@kernel
def winning_side(state, rules, total_0, total_1):
    """The side that a finished deal gives the match, and how; NOBODY to play on (TB-38 to TB-42)."""
    if state.ended_by != 0:
        return np.int64(state.ended_side), np.int64(state.ended_by) - 1
    table = state.table
    for side in range(2):
        if makes_tombolon(table.piles[side], side, rules):
            return np.int64(side), np.int64(1)
    if total_0 >= rules.target and total_1 >= rules.target:
        if total_0 == total_1:
            if rules.match_tie == MatchTie.first:
                return np.int64(0), np.int64(4)
            return np.int64(NOBODY), np.int64(5)
        if rules.both_over == BothOver.first:
            return np.int64(0), np.int64(4)
        return np.int64(0) if total_0 > total_1 else np.int64(1), np.int64(3)
    if total_0 >= rules.target:
        return np.int64(0), np.int64(2)
    if total_1 >= rules.target:
        return np.int64(1), np.int64(2)
    return np.int64(NOBODY), np.int64(5)


@kernel
def settle(state, rules, match):
    """Add a finished deal to the match and pass the deal on (TB-4, TB-41 to TB-44)."""
    table = state.table
    first = np.int64(match.first)
    match.deals += 1
    match.extra_deals += np.int64(table.extra)
    match.plays += np.int64(table.play)
    match.last_deal_plays = table.play
    match.redeals += np.int64(state.n_redeals)
    for side in range(2):
        team = (first + side) % 2
        match.score[team] = certain_total(table, side, rules)
        match.scope[team] += np.int64(state.tally.n_scopa[side])
        match.colours[team] += np.int64(state.tally.n_colour[side])
        if raddoppio_points(table.piles[side], side, rules) > 0:
            match.raddoppi[team] += 1
    winner, won_by = winning_side(
        state, rules, match.score[first % 2], match.score[(first + 1) % 2]
    )
    match.decided = winner != NOBODY
    match.won_by = won_by
    match.winner = (first + winner) % 2 if winner != NOBODY else NOBODY
    match.winner_was_first = winner == 0
    match.first = (first + 1) % rules.n_seats


@kernel
def match_over(match, rules):
    """Whether the match is decided, or stopped by `max_deals` (TB-44)."""
    return match.decided != 0 or match.deals >= rules.max_deals


@kernel
def record_match(match, rules, number, row):
    """Write the row of a finished match (section 6)."""
    row.match_id = number
    row.n_deals = match.deals
    row.n_extra_deals = match.extra_deals
    row.first_player = match.first_player
    row.winner_team = match.winner
    row.won_by = match.won_by
    row.score_team0 = match.score[0]
    row.score_team1 = match.score[1]
    row.total_plays = match.plays
    row.last_deal_plays = match.last_deal_plays
    row.winner_was_first = match.winner_was_first != 0
    row.n_redeals = match.redeals
    row.n_raddoppio_team0 = match.raddoppi[0]
    row.n_raddoppio_team1 = match.raddoppi[1]
    row.n_scopa_team0 = match.scope[0]
    row.n_scopa_team1 = match.scope[1]
    row.n_colour_team0 = match.colours[0]
    row.n_colour_team1 = match.colours[1]


# Search


@kernel
def capturing_cards(table_cards, rules):
    """Mask of all cards of the pack that would capture something on a table (TB-12, TB-13)."""
    index = pack_index(rules)
    able = ZERO
    sums = sums_of_several(table_cards, rules)
    for rank in range(1, rules.pack // 4 + 1):
        if has(sums, rank) or table_cards & SAME[index, rank] != ZERO:
            able |= SAME[index, rank]
    return able


@kernel
def shown_absent(table, rules, seat, table_start):
    """Cards that a seat cannot hold, for it laid a card down under a duty on the whole hand (TB-16)."""
    absent = ZERO
    if rules.must_capture != MustCapture.hand:
        return absent
    packet_start = np.int64(0)
    for packet in range(table.packet):
        packet_start += rules.n_seats * rules.packets[packet]
    cards = table_start
    for play in range(table.play):
        captured = captured_of(table.history[play])
        if captured != ZERO:
            cards &= ~captured
            continue
        if play >= packet_start and play % rules.n_seats == seat:
            absent |= capturing_cards(cards, rules)
        cards |= bit(card_of(table.history[play]))
    return absent


@kernel
def conceal(table, own, rules, state, rng):
    """Deal what a seat cannot see at random, consistent with all that it knows (for search).

    Writes into `state` the table as it is, the seat's own hand, the other hands, and the rest of the
    deck; unseen cards are uniform over the deals consistent with the bottom card (TB-7) and, under
    `must_capture="hand"`, with the lay-downs of this packet. The tally starts from the position and the
    log is left alone: only points and the course of play count in a searched world.
    """
    copy_record(state.table, table)
    for seat in range(4):
        state.own[seat].seat = seat
        state.own[seat].hand = ZERO
    state.own[own.seat].hand = own.hand
    unseen = whole_pack(rules) & ~(own.hand | table.cards | table.piles[0] | table.piles[1])
    bottom_hidden = table.bottom != NEVER and has(unseen, table.bottom)
    if bottom_hidden:
        unseen &= ~bit(table.bottom)
    n = np.int64(0)
    rest = unseen
    while rest != ZERO:
        state.deck[n] = lowest(rest)
        rest &= rest - ONE
        n += 1
    table_start = original_table(table)
    absent_0 = shown_absent(table, rules, 0, table_start)
    absent_1 = shown_absent(table, rules, 1, table_start)
    absent_2 = shown_absent(table, rules, 2, table_start)
    absent_3 = shown_absent(table, rules, 3, table_start)
    shuffle_cards(state.deck, n, rng)
    attempts = np.int64(0)
    while not deal_unseen(
        state, own.seat, rules, bottom_hidden, absent_0, absent_1, absent_2, absent_3
    ):
        attempts += 1
        if attempts < 1000:
            shuffle_cards(state.deck, n, rng)
        else:
            one = below(rng, n)
            other = below(rng, n)
            held = state.deck[one]
            state.deck[one] = state.deck[other]
            state.deck[other] = held
    # what is left of the deck lies where the next packets are dealt from
    dealt = rules.pack - np.int64(table.stock)
    left = np.int64(table.stock) - (1 if bottom_hidden and table.stock > 0 else 0)
    for k in range(left):
        state.deck[rules.pack - 1 - k - (np.int64(table.stock) - left)] = state.deck[n - 1 - k]
    if table.stock > 0:
        state.deck[rules.pack - 1] = table.bottom
    state.dealt = dealt
    state.done = 0
    state.ended_by = 0
    state.ended_side = NOBODY
    state.table_start = table_start
    clear_tally(state.tally)


@kernel
def original_table(table):
    """Mask of the first table, from the plays since."""
    laid = ZERO
    captured = ZERO
    for play in range(table.play):
        taken = captured_of(table.history[play])
        if taken == ZERO:
            laid |= bit(card_of(table.history[play]))
        captured |= taken
    return (captured | table.cards) & ~laid


@kernel
def deal_unseen(state, observer, rules, bottom_hidden, absent_0, absent_1, absent_2, absent_3):
    """Fill the other hands from the front of the deck; whether no hand holds what it cannot."""
    table = state.table
    next_card = np.int64(0)
    for seat in range(rules.n_seats):
        if seat == observer:
            continue
        hand = ZERO
        size = np.int64(table.hand_size[seat])
        if bottom_hidden and table.stock == 0 and seat == rules.n_seats - 1:
            hand |= bit(table.bottom)
            size -= 1
        for k in range(next_card, next_card + size):
            hand |= bit(state.deck[k])
        next_card += size
        absent = absent_0
        if seat == 1:
            absent = absent_1
        elif seat == 2:
            absent = absent_2
        elif seat == 3:
            absent = absent_3
        if hand & absent != ZERO:
            return False
        state.own[seat].hand = hand
    return True


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
