/* Tombolon's random playout in C: the twin that the numba kernel is timed against.
 *
 * Function by function what sim/games/tombolon/{score,kernel}.py do, in single deals with the policy
 * `random`; rules are read at run time, as there.
 */
#include "common.h"

enum { NEVER = 255, NOBODY = -1, MAX_REDEALS = 64, CAPTURE_BITS = 52 };

/* Score */

static int64_t pack_index(const struct rules *rules) { return rules->pack == 40 ? 0 : 1; }
static int64_t rank_of(int64_t card, const struct rules *rules) { return RANK[pack_index(rules)][card]; }
static int64_t suit_of(int64_t card, const struct rules *rules) {
    return rules->pack == 40 ? card / 10 : card / 13;
}
static mask spade_mask(const struct rules *rules) { return SUIT[pack_index(rules)][SPADE_SUIT]; }
static mask bello_mask(const struct rules *rules) { return bit(rules->denari_honour_rank - 1); }
static mask due_mask(const struct rules *rules) { return bit(3 * (rules->pack / 4) + 1); }
static mask fante_mask(const struct rules *rules) { return bit(rules->pack - 3); }
static mask honour_mask(const struct rules *rules) {
    return due_mask(rules) | fante_mask(rules) | bello_mask(rules);
}

static int64_t value_of(int64_t card, const struct rules *rules) {
    int64_t rank = rank_of(card, rules), top = rules->pack / 4 - 3;
    return rank <= top ? rank : rules->figure_points[rank - top - 1];
}

static bool clears(mask table_cards, mask captured) { return captured && table_cards == captured; }

static bool is_colour(int64_t card, mask captured, const struct rules *rules) {
    mask suit = SUIT[pack_index(rules)][suit_of(card, rules)];
    return count(captured) >= 2 && !(captured & ~suit);
}

static bool scopa_counts(const struct rules *rules, bool last) {
    return rules->scopa_points != ScopaPoints_off && (!last || rules->last_scopa);
}

static bool colour_counts(const struct rules *rules, bool last) {
    return rules->colour_points != ColourPoints_off && (!last || rules->last_colour);
}

static int64_t scopa_value(int64_t card, const struct rules *rules) {
    if (rules->scopa_points == ScopaPoints_value)
        return value_of(card, rules);
    return rules->scopa_points == ScopaPoints_one;
}

static int64_t colour_value(int64_t card, mask captured, const struct rules *rules) {
    if (rules->colour_points == ColourPoints_value)
        return value_of(card, rules);
    if (rules->colour_points == ColourPoints_cards)
        return count(captured) + 1;
    return rules->colour_points == ColourPoints_one;
}

static int64_t carte_points(mask pile, int64_t side, const struct rules *rules) {
    int64_t twice = 2 * count(pile);
    if (twice > rules->pack)
        return 2;
    if (twice == rules->pack) {
        if (rules->carte_tie == CarteTie_split)
            return 1;
        if (rules->carte_tie == CarteTie_first && side == 0)
            return 2;
    }
    return 0;
}

static int64_t spade_points(mask pile, int64_t side, const struct rules *rules) {
    int64_t eight_times = 8 * count(pile & spade_mask(rules));
    if (eight_times > rules->pack)
        return 1;
    return eight_times == rules->pack && rules->spade_tie == SpadeTie_first && side == 0;
}

static int64_t deck_points(mask pile, int64_t side, const struct rules *rules) {
    int64_t honours = count(pile & honour_mask(rules));
    return carte_points(pile, side, rules) + spade_points(pile, side, rules) + honours;
}

static int64_t raddoppio_points(mask pile, int64_t side, const struct rules *rules) {
    if (!rules->raddoppio || deck_points(pile, side, rules) != 6)
        return 0;
    if (!rules->raddoppio_on_tie &&
        (2 * count(pile) <= rules->pack || 8 * count(pile & spade_mask(rules)) <= rules->pack))
        return 0;
    return 6;
}

static int64_t napoli_points(mask pile, const struct rules *rules) {
    if (!rules->napoli)
        return 0;
    int64_t ranks = rules->pack / 4;
    int64_t run = lowest(~(pile >> 3 * ranks));
    if (run > ranks)
        run = ranks;
    return run >= 3 ? run : 0;
}

static bool makes_tombolon(mask pile, int64_t side, const struct rules *rules) {
    if (rules->tombolon == Tombolon_off || spade_mask(rules) & ~pile)
        return false;
    return rules->tombolon == Tombolon_all_spades || deck_points(pile, side, rules) == 6;
}

static int64_t pile_points(mask pile, int64_t side, const struct rules *rules) {
    return deck_points(pile, side, rules) + raddoppio_points(pile, side, rules) +
           napoli_points(pile, rules);
}

static int64_t play_total(const struct table *table, int64_t side) {
    return (int64_t)table->start_score[side] + table->scopa_points[side] + table->colour_points[side];
}

static int64_t certain_total(const struct table *table, int64_t side, const struct rules *rules) {
    return play_total(table, side) + pile_points(table->piles[side], side, rules);
}

static bool far_from_target(const struct table *table, int64_t side, const struct rules *rules) {
    return play_total(table, side) + MOST_PILE_POINTS < rules->target;
}

static bool goes_out(const struct table *table, int64_t side, const struct rules *rules) {
    if (table->extra || rules->going_out == GoingOut_off)
        return false;
    if (rules->going_out == GoingOut_play)
        return play_total(table, side) >= rules->target;
    return certain_total(table, side, rules) >= rules->target;
}

static bool ends_by_tombolon(const struct table *table, int64_t side, const struct rules *rules) {
    if (table->extra || rules->going_out != GoingOut_secured)
        return false;
    return makes_tombolon(table->piles[side], side, rules);
}

/* Deal */

static int64_t encode(int64_t card, mask captured) {
    return (int64_t)((uint64_t)card << CAPTURE_BITS | captured);
}
static int64_t card_of(int64_t action) { return action >> CAPTURE_BITS; }
static mask captured_of(int64_t action) { return (uint64_t)action & (((mask)1 << CAPTURE_BITS) - 1); }

static bool calls_for_redeal(mask table_cards, const struct rules *rules) {
    int64_t index = pack_index(rules);
    mask rest = table_cards;
    while (rest) {
        int64_t rank = RANK[index][lowest(rest)];
        mask same = table_cards & SAME[index][rank];
        if (count(same) >= 3)
            return has(rules->redeal_ranks, rank);
        rest &= ~same;
    }
    return false;
}

static mask first_table(const struct state *state, const struct rules *rules) {
    int64_t start = rules->n_seats * rules->packets[0];
    mask cards = 0;
    for (int64_t k = start; k < start + 4; k++)
        cards |= bit(state->deck[k]);
    return cards;
}

static bool shuffle(struct state *state, const struct rules *rules, struct stream *cards) {
    int64_t n = rules->pack;
    for (int64_t card = 0; card < n; card++)
        state->deck[card] = (uint8_t)card;
    for (int attempt = 0; attempt < MAX_REDEALS; attempt++) {
        shuffle_cards(state->deck, n, cards);
        state->n_redeals = (uint8_t)attempt;
        if (!calls_for_redeal(first_table(state, rules), rules))
            return true;
    }
    return false;
}

static void deal_packet(struct state *state, const struct rules *rules) {
    struct table *table = &state->table;
    int64_t size = rules->packets[table->packet];
    for (int64_t seat = 0; seat < rules->n_seats; seat++) {
        mask hand = 0;
        for (int64_t k = state->dealt; k < state->dealt + size; k++)
            hand |= bit(state->deck[k]);
        state->own[seat].hand = hand;
        table->hand_size[seat] = (uint8_t)size;
        state->dealt += (uint8_t)size;
    }
}

static void clear_tally(struct tally *tally) {
    tally->table_max = 0;
    tally->last_card = NEVER;
    tally->last_card_captures = 0;
    tally->last_card_lost_points = 0;
    tally->leftovers = 0;
    tally->leftover_side = NOBODY;
    for (int side = 0; side < 2; side++) {
        tally->captures[side] = 0;
        tally->choice_sum[side] = 0;
        tally->choice_equal[side] = 0;
        tally->n_scopa[side] = 0;
        tally->n_colour[side] = 0;
        tally->n_both[side] = 0;
        tally->first_honour_play[side] = NEVER;
        tally->reach_play[side] = NEVER;
        for (int rank = 0; rank < 13; rank++) {
            tally->scopa_by_rank[side][rank] = 0;
            tally->colour_by_rank[side][rank] = 0;
        }
    }
}

static void lay_out(struct state *state, const struct rules *rules, const struct match *match) {
    struct table *table = &state->table;
    clear_tally(&state->tally);
    state->first = match->first;
    state->dealt = 0;
    state->done = 0;
    state->ended_by = 0;
    state->ended_side = NOBODY;
    table->seat = 0;
    table->play = 0;
    table->packet = 0;
    table->last_capturer = NOBODY;
    table->extra = 1;
    for (int side = 0; side < 2; side++) {
        int64_t score = match->score[(match->first + side) % 2];
        table->start_score[side] = (int16_t)score;
        table->piles[side] = 0;
        table->scopa_points[side] = 0;
        table->colour_points[side] = 0;
        if (score < rules->target)
            table->extra = 0;
    }
    for (int seat = 0; seat < 4; seat++) {
        state->own[seat].seat = (uint8_t)seat;
        state->own[seat].hand = 0;
        table->hand_size[seat] = 0;
    }
    if (table->extra) {
        state->tally.reach_play[0] = 1;
        state->tally.reach_play[1] = 1;
    }
    deal_packet(state, rules);
    table->cards = first_table(state, rules);
    state->table_start = table->cards;
    state->dealt += 4;
    table->stock = (uint8_t)(rules->pack - state->dealt);
    table->bottom = table->stock > 0 ? state->deck[rules->pack - 1] : NEVER;
}

/* Legal plays */

static mask next_sum(mask numbers, int64_t index, int64_t target, mask chosen, int64_t *total) {
    mask rest = numbers;
    while (rest) {
        mask low = rest & -rest;
        int64_t rank = RANK[index][lowest(low)];
        rest ^= low;
        if (chosen & low) {
            chosen ^= low;
            *total -= rank;
        } else if (*total + rank <= target) {
            *total += rank;
            return chosen | low;
        }
    }
    *total = 0;
    return 0;
}

static mask next_capture(mask table_cards, int64_t rank, const struct rules *rules, mask chosen,
                         int64_t *total) {
    int64_t index = pack_index(rules);
    if (rank > rules->pack / 4 - 3) {
        mask rest = table_cards & SAME[index][rank];
        mask above = chosen ? rest & ~((chosen << 1) - 1) : rest;
        return above & -above;
    }
    mask numbers = table_cards & UP_TO[index][rank];
    do
        chosen = next_sum(numbers, index, rank, chosen, total);
    while (chosen && *total != rank);
    return chosen;
}

static mask sums_of_several(mask table_cards, const struct rules *rules) {
    mask single = 0, several = 0;
    for (mask rest = table_cards; rest; rest &= rest - 1) {
        int64_t rank = rank_of(lowest(rest), rules);
        several |= (several | single) << rank;
        single |= bit(rank);
    }
    return several & (bit(rules->pack / 4 - 2) - 1);
}

static bool only_equals(mask equals, int64_t rank, mask sums, const struct rules *rules) {
    return !has(sums, rank) || (equals && rules->capture_priority != CapturePriority_free);
}

static int64_t equal_captures(mask equals, int64_t card, int64_t *actions, int64_t n) {
    actions[n] = encode(card, equals & -equals);
    n += equals != 0;
    for (equals &= equals - 1; equals; equals &= equals - 1)
        actions[n++] = encode(card, equals & -equals);
    return n;
}

static int64_t keep_fewest(int64_t *actions, int64_t start, int64_t n) {
    int64_t fewest = 64;
    for (int64_t k = start; k < n; k++)
        if (count(captured_of(actions[k])) < fewest)
            fewest = count(captured_of(actions[k]));
    int64_t kept = start;
    for (int64_t k = start; k < n; k++)
        if (count(captured_of(actions[k])) == fewest)
            actions[kept++] = actions[k];
    return kept;
}

static int64_t captures_of(mask table_cards, int64_t card, mask sums, const struct rules *rules,
                           int64_t *actions, int64_t n) {
    int64_t rank = rank_of(card, rules);
    mask equals = table_cards & SAME[pack_index(rules)][rank];
    if (only_equals(equals, rank, sums, rules))
        return equal_captures(equals, card, actions, n);
    int64_t start = n, total = 0;
    mask chosen = next_capture(table_cards, rank, rules, 0, &total);
    while (chosen) {
        actions[n++] = encode(card, chosen);
        chosen = next_capture(table_cards, rank, rules, chosen, &total);
    }
    return rules->capture_priority == CapturePriority_fewest ? keep_fewest(actions, start, n) : n;
}

static int64_t keep_captures(int64_t *actions, int64_t n) {
    int64_t kept = 0;
    for (int64_t k = 0; k < n; k++)
        if (captured_of(actions[k]))
            actions[kept++] = actions[k];
    return kept;
}

static int64_t legal(const struct table *table, const struct own *own, const struct rules *rules,
                     int64_t *actions) {
    int64_t n = 0, captures = 0;
    mask hand = own->hand, sums = sums_of_several(table->cards, rules);
    while (hand) {
        int64_t card = lowest(hand);
        hand &= hand - 1;
        int64_t start = n;
        if (rules->must_capture == MustCapture_none)
            actions[n++] = encode(card, 0);
        int64_t first = n;
        n = captures_of(table->cards, card, sums, rules, actions, n);
        captures += n - first;
        n += n == start;
    }
    return rules->must_capture == MustCapture_hand && captures > 0 ? keep_captures(actions, n) : n;
}

int64_t choose_random(const struct table *table, const struct own *own, const struct rules *rules,
                      const int64_t *actions, int64_t n, struct stream *rng) {
    (void)table, (void)own, (void)rules, (void)actions;
    return below(rng, (uint64_t)n);
}

/* One play */

static void note_choice(struct tally *tally, int64_t side, mask table_cards, int64_t card, mask captured,
                        const struct rules *rules) {
    if (rules->capture_priority != CapturePriority_free)
        return;
    int64_t rank = rank_of(card, rules);
    if (count(captured) > 1) {
        if (table_cards & SAME[pack_index(rules)][rank])
            tally->choice_sum[side]++;
    } else if (has(sums_of_several(table_cards, rules), rank)) {
        tally->choice_equal[side]++;
    }
}

static void score_play(struct state *state, int64_t side, int64_t card, mask captured,
                       const struct rules *rules, bool last) {
    struct table *table = &state->table;
    struct tally *tally = &state->tally;
    int64_t rank = rank_of(card, rules), lost = 0;
    int scored = 0;
    if (clears(table->cards, captured)) {
        if (scopa_counts(rules, last)) {
            table->scopa_points[side] += (int16_t)scopa_value(card, rules);
            tally->n_scopa[side]++;
            tally->scopa_by_rank[side][rank - 1]++;
            scored++;
        } else {
            lost += scopa_value(card, rules);
        }
    }
    if (is_colour(card, captured, rules)) {
        if (colour_counts(rules, last)) {
            table->colour_points[side] += (int16_t)colour_value(card, captured, rules);
            tally->n_colour[side]++;
            tally->colour_by_rank[side][rank - 1]++;
            scored++;
        } else {
            lost += colour_value(card, captured, rules);
        }
    }
    if (scored == 2)
        tally->n_both[side]++;
    if (last)
        tally->last_card_lost_points = (uint8_t)lost;
}

static void take(struct state *state, int64_t side, int64_t card, mask captured, const struct rules *rules) {
    struct table *table = &state->table;
    struct tally *tally = &state->tally;
    mask taken = captured | bit(card);
    table->cards &= ~captured;
    table->piles[side] |= taken;
    table->last_capturer = (int8_t)side;
    tally->captures[side]++;
    if (tally->first_honour_play[side] == NEVER && taken & honour_mask(rules))
        tally->first_honour_play[side] = table->play;
}

static void stop_early(struct state *state, int64_t side, uint8_t kind) {
    state->done = 1;
    state->ended_by = kind;
    state->ended_side = (int8_t)side;
}

static void check_end(struct state *state, int64_t side, const struct rules *rules) {
    struct table *table = &state->table;
    struct tally *tally = &state->tally;
    if (ends_by_tombolon(table, side, rules))
        stop_early(state, side, 2);
    if (far_from_target(table, side, rules))
        return;
    if (tally->reach_play[side] == NEVER && certain_total(table, side, rules) >= rules->target)
        tally->reach_play[side] = table->play;
    if (!state->done && goes_out(table, side, rules))
        stop_early(state, side, 1);
}

static void hand_over_leftovers(struct state *state, const struct rules *rules) {
    struct table *table = &state->table;
    struct tally *tally = &state->tally;
    int64_t side = table->last_capturer == NOBODY ? 0 : table->last_capturer;
    tally->leftovers = (uint8_t)count(table->cards);
    tally->leftover_side = (int8_t)side;
    table->piles[side] |= table->cards;
    if (tally->first_honour_play[side] == NEVER && table->cards & honour_mask(rules))
        tally->first_honour_play[side] = table->play + 1;
    table->cards = 0;
    state->done = 1;
}

static void apply(struct state *state, const struct rules *rules, int64_t action) {
    struct table *table = &state->table;
    int64_t seat = table->seat, side = seat % 2, card = card_of(action);
    mask captured = captured_of(action);
    state->own[seat].hand &= ~bit(card);
    table->hand_size[seat]--;
    table->history[table->play] = action;
    table->play++;
    bool last = table->play == rules->pack - 4;
    if (last) {
        state->tally.last_card = (uint8_t)card;
        state->tally.last_card_captures = captured != 0;
    }
    if (!captured) {
        table->cards |= bit(card);
    } else {
        note_choice(&state->tally, side, table->cards, card, captured, rules);
        score_play(state, side, card, captured, rules, last);
        take(state, side, card, captured, rules);
        check_end(state, side, rules);
    }
    if (count(table->cards) > state->tally.table_max)
        state->tally.table_max = (uint8_t)count(table->cards);
    if (state->done)
        return;
    if (last) {
        hand_over_leftovers(state, rules);
        return;
    }
    table->seat = (uint8_t)((seat + 1) % rules->n_seats);
    if (table->seat == 0 && table->hand_size[0] == 0) {
        table->packet++;
        deal_packet(state, rules);
        table->stock = (uint8_t)(rules->pack - state->dealt);
    }
}

static bool over(const struct state *state) { return state->done != 0; }

/* Rows */

static void record(const struct state *state, const struct rules *rules, struct row *row) {
    const struct table *table = &state->table;
    const struct tally *tally = &state->tally;
    const struct log *log = &state->log;
    row->match_id = (uint32_t)log->number;
    row->deal_index = (uint16_t)log->deal;
    row->deal_id = log->deal << 40 | log->number;
    row->first = state->first;
    row->extra_deal = table->extra != 0;
    row->n_redeals = state->n_redeals;
    row->bottom_card = state->deck[rules->pack - 1];
    row->table_start = state->table_start;
    row->plays = table->play;
    row->ended_by = state->ended_by;
    row->ended_side = state->ended_side;
    row->forced_decisions = (uint8_t)log->forced;
    row->legal_actions_sum = log->legal_sum;
    row->legal_actions_max = (uint16_t)log->legal_max;
    row->table_max = tally->table_max;
    row->last_card = tally->last_card;
    row->last_card_captures = tally->last_card_captures != 0;
    row->last_card_lost_points = tally->last_card_lost_points;
    row->leftovers = tally->leftovers;
    row->leftover_side = tally->leftover_side;
    bool complete = state->ended_by == 0;
    mask pile_0 = table->piles[0], pile_1 = table->piles[1], spades = spade_mask(rules);
    row->carte_tie = complete && count(pile_0) == count(pile_1);
    row->spade_tie = complete && count(pile_0 & spades) == count(pile_1 & spades);
    row->start_score_0 = table->start_score[0];
    row->start_score_1 = table->start_score[1];
    row->captures_0 = tally->captures[0];
    row->captures_1 = tally->captures[1];
    row->choice_sum_0 = tally->choice_sum[0];
    row->choice_sum_1 = tally->choice_sum[1];
    row->choice_equal_0 = tally->choice_equal[0];
    row->choice_equal_1 = tally->choice_equal[1];
    row->n_scopa_0 = tally->n_scopa[0];
    row->n_scopa_1 = tally->n_scopa[1];
    row->scopa_points_0 = table->scopa_points[0];
    row->scopa_points_1 = table->scopa_points[1];
    row->n_colour_0 = tally->n_colour[0];
    row->n_colour_1 = tally->n_colour[1];
    row->colour_points_0 = table->colour_points[0];
    row->colour_points_1 = table->colour_points[1];
    row->n_both_0 = tally->n_both[0];
    row->n_both_1 = tally->n_both[1];
    for (int rank = 0; rank < 13; rank++) {
        row->scopa_by_rank_0[rank] = tally->scopa_by_rank[0][rank];
        row->scopa_by_rank_1[rank] = tally->scopa_by_rank[1][rank];
        row->colour_by_rank_0[rank] = tally->colour_by_rank[0][rank];
        row->colour_by_rank_1[rank] = tally->colour_by_rank[1][rank];
    }
    row->cards_0 = (uint8_t)count(pile_0);
    row->cards_1 = (uint8_t)count(pile_1);
    row->spades_0 = (uint8_t)count(pile_0 & spades);
    row->spades_1 = (uint8_t)count(pile_1 & spades);
    row->carte_0 = (uint8_t)carte_points(pile_0, 0, rules);
    row->carte_1 = (uint8_t)carte_points(pile_1, 1, rules);
    row->spade_0 = (uint8_t)spade_points(pile_0, 0, rules);
    row->spade_1 = (uint8_t)spade_points(pile_1, 1, rules);
    row->due_0 = (uint8_t)count(pile_0 & due_mask(rules));
    row->due_1 = (uint8_t)count(pile_1 & due_mask(rules));
    row->bello_0 = (uint8_t)count(pile_0 & bello_mask(rules));
    row->bello_1 = (uint8_t)count(pile_1 & bello_mask(rules));
    row->fante_0 = (uint8_t)count(pile_0 & fante_mask(rules));
    row->fante_1 = (uint8_t)count(pile_1 & fante_mask(rules));
    row->deck_points_0 = (uint8_t)deck_points(pile_0, 0, rules);
    row->deck_points_1 = (uint8_t)deck_points(pile_1, 1, rules);
    row->raddoppio_0 = (uint8_t)raddoppio_points(pile_0, 0, rules);
    row->raddoppio_1 = (uint8_t)raddoppio_points(pile_1, 1, rules);
    row->napoli_0 = (uint8_t)napoli_points(pile_0, rules);
    row->napoli_1 = (uint8_t)napoli_points(pile_1, rules);
    row->tombolon_0 = makes_tombolon(pile_0, 0, rules);
    row->tombolon_1 = makes_tombolon(pile_1, 1, rules);
    row->first_honour_play_0 = tally->first_honour_play[0];
    row->first_honour_play_1 = tally->first_honour_play[1];
    row->reach_play_0 = tally->reach_play[0];
    row->reach_play_1 = tally->reach_play[1];
    row->end_score_0 = (int16_t)certain_total(table, 0, rules);
    row->end_score_1 = (int16_t)certain_total(table, 1, rules);
    row->deal_points_0 = row->end_score_0 - row->start_score_0;
    row->deal_points_1 = row->end_score_1 - row->start_score_1;
}
