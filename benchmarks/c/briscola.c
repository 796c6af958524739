/* Briscola's random playout in C: the twin that the numba kernel is timed against.
 *
 * Function by function what sim/games/briscola/{score,kernel}.py do, in single deals with the policy
 * `random`; rules are read at run time, as there.
 */
#include "common.h"
#include "tricks.h"

enum { NEVER = -1, NOBODY = -1 };

/* Score */

static int64_t second_index(const struct rules *rules) { return rules->second_card == 7; }
static int64_t side_of(int64_t seat, const struct rules *rules) {
    return rules->players == 4 ? seat & 1 : seat;
}
static int64_t sides_of(const struct rules *rules) { return rules->players == 3 ? 3 : 2; }

static int64_t points_of(mask cards, const struct rules *rules) {
    return 11 * count(cards & ACE) + 10 * count(cards & SECOND[second_index(rules)]) +
           4 * count(cards & RE) + 3 * count(cards & CAVALLO) + 2 * count(cards & FANTE);
}

static mask beaters(int64_t best, int64_t trump, const struct rules *rules) {
    mask higher = HIGHER[second_index(rules)][best];
    return has(SUIT[trump], best) ? higher : higher | SUIT[trump];
}

static uint8_t signs_of(mask hand, int64_t trump, const struct rules *rules) {
    mask trumps = hand >> 10 * trump;
    mask second = trumps >> (rules->second_card - 1) & 1, ace = trumps & 1;
    mask signs = (trumps >> 7 & 7) | second << 3 | ace << 4;
    if (rules->segni == Segni_full) {
        if (hand & CARICHI[second_index(rules)] & ~SUIT[trump])
            signs |= PLAIN_CARICO;
        if (!(hand & SUIT[trump]))
            signs |= NO_TRUMP;
    }
    return (uint8_t)signs;
}

static int64_t side_ahead(const uint8_t *points) {
    int64_t a = points[0], b = points[1], c = points[2], best = a > b ? a : b;
    int64_t ahead = a > b ? 0 : 1;
    ahead = a != b ? ahead : NOBODY;
    ahead = c > best ? 2 : ahead;
    return c != best ? ahead : NOBODY;
}

static mask cards_of_losers(const struct trick *trick, const struct rules *rules) {
    mask cards = 0;
    for (int64_t k = 0; k < rules->players; k++)
        cards |= bit(trick->cards[k]);
    cards &= ~bit(trick->best);
    if (rules->players == 4) {
        int64_t place = (trick->winner - trick->leader) & 3;
        cards &= ~bit(trick->cards[place ^ 2]);
    }
    return cards;
}

static int64_t suit_of(int64_t card) { return (card >= 10) + (card >= 20) + (card >= 30); }

/* Deal */

static int64_t pack_size(const struct rules *rules) { return 40 - count(rules->removed_cards); }

static bool shuffle(struct state *state, const struct rules *rules, struct stream *cards) {
    int64_t n = 0;
    for (int64_t card = 0; card < 40; card++) {
        state->deck[n] = (uint8_t)card;
        n += !has(rules->removed_cards, card);
    }
    shuffle_cards(state->deck, n, cards);
    state->n_redeals = 0;
    return true;
}

static void clear_tally(struct tally *tally) {
    tally->before_end = 0;
    tally->before_last = 0;
    tally->decided_trick = NEVER;
    tally->strozzi_suit = 0;
    tally->strozzi_trump = 0;
    tally->lead_changes = 0;
    tally->last_ahead = NOBODY;
    tally->received = 0;
    tally->dealt = 0;
}

static int64_t card_to_swap(const struct table *table, const struct rules *rules) {
    if (rules->trump_swap == TrumpSwap_none)
        return EMPTY;
    int64_t lowest_trump = 10 * (int64_t)table->trump;
    if (rules->trump_swap == TrumpSwap_two)
        return lowest_trump + 1;
    int64_t seven = lowest_trump + 6;
    return has(HIGHER[second_index(rules)][seven], table->face_up) ? seven : EMPTY;
}

static mask hands_of_side(const struct state *state, int64_t side, const struct rules *rules) {
    mask held = state->own[side].hand;
    return rules->players == 4 ? held | state->own[side + 2].hand : held;
}

static mask cards_held(const struct state *state, int64_t side, const struct rules *rules) {
    return state->laid[side] | hands_of_side(state, side, rules);
}

/* What a seat sees */

static bool makes_signs(const struct table *table, const struct rules *rules) {
    return rules->segni != Segni_off && table->trick.number + 1 >= rules->segni_from_trick;
}

static mask trick_cards(const struct trick *trick) {
    mask cards = 0;
    for (int64_t k = 0; k < trick->n; k++)
        cards |= bit(trick->cards[k]);
    return cards;
}

static mask cards_seen(const struct state *state, const struct rules *rules, int64_t seat) {
    const struct table *table = &state->table;
    if (rules->recall == Recall_perfect)
        return state->played;
    mask seen = trick_cards(&table->trick);
    if (rules->last_hand_peek && table->stock == 0)
        seen |= state->piles[side_of(seat, rules)];
    return seen;
}

static void look_round(struct state *state, const struct rules *rules, int64_t seat) {
    const struct table *table = &state->table;
    struct own *own = &state->own[seat];
    own->seen = cards_seen(state, rules, seat);
    if (rules->players != 4)
        return;
    const struct own *partner = &state->own[seat ^ 2];
    own->partner_hand = rules->last_hand_peek && table->stock == 0 ? partner->hand : partner->shown;
    own->partner_signs = makes_signs(table, rules) ? signs_of(partner->hand, table->trump, rules) : 0;
}

static void sign_to_the_table(struct state *state, const struct rules *rules) {
    struct table *table = &state->table;
    for (int seat = 0; seat < 4; seat++)
        table->signs[seat] = signs_of(state->own[seat].hand, table->trump, rules);
}

/* Legal plays */

static int64_t legal(const struct table *table, const struct own *own, const struct rules *rules,
                     int64_t *actions) {
    (void)table, (void)rules;
    int64_t n = 0;
    for (mask rest = own->hand; rest; rest &= rest - 1)
        actions[n++] = lowest(rest);
    return n;
}

int64_t choose_random(const struct table *table, const struct own *own, const struct rules *rules,
                      const int64_t *actions, int64_t n, struct stream *rng) {
    (void)table, (void)own, (void)rules, (void)actions;
    return below(rng, (uint64_t)n);
}

/* One play */

static bool would_swap(const struct table *table, const struct rules *rules, int64_t seat) {
    if (rules->trump_swap == TrumpSwap_two)
        return true;
    int64_t tricks = table->tricks[seat];
    if (rules->players == 4)
        tricks += table->tricks[seat ^ 2];
    return tricks > 0;
}

static void swap_face_up(struct state *state, const struct rules *rules, int64_t seat) {
    struct table *table = &state->table;
    struct own *own = &state->own[seat];
    int64_t laid = table->swap_card;
    if (!would_swap(table, rules, seat))
        return;
    if (!has(own->hand, laid)) {
        table->passed |= (uint8_t)(1 << seat);
        return;
    }
    mask taken = bit(table->face_up);
    own->hand = (own->hand & ~bit(laid)) | taken;
    own->shown &= ~bit(laid);
    table->known[seat] = (table->known[seat] & ~bit(laid)) | taken;
    state->laid[side_of(seat, rules)] |= bit(laid);
    table->face_up = (uint8_t)laid;
    table->swap_card = EMPTY;
    table->swap_seat = (int8_t)seat;
}

static void begin_turn(struct state *state, const struct rules *rules, int64_t seat) {
    struct table *table = &state->table;
    table->seat = (uint8_t)seat;
    if (table->swap_card != EMPTY && table->stock > 0)
        swap_face_up(state, rules, seat);
    look_round(state, rules, seat);
    if (rules->segni_seen_by == SegniSeenBy_table && makes_signs(table, rules))
        sign_to_the_table(state, rules);
}

static void lay_out(struct state *state, const struct rules *rules, const struct match *match) {
    struct table *table = &state->table;
    struct tally *tally = &state->tally;
    int64_t players = rules->players;
    clear_tally(tally);
    state->size = (uint8_t)pack_size(rules);
    state->first = match->first;
    state->played = 0;
    table->play = 0;
    table->pot = 0;
    table->passed = 0;
    table->swap_seat = NOBODY;
    table->face_up_seat = EMPTY;
    for (int side = 0; side < 3; side++) {
        state->piles[side] = 0;
        state->laid[side] = 0;
        table->points[side] = 0;
        table->start_score[side] = 0;
    }
    int64_t team = match->first, sides = sides_of(rules);
    if (team >= sides)
        team -= sides;
    for (int64_t side = 0; side < sides; side++) {
        table->start_score[side] = (int16_t)match->score[team];
        team = next_seat(team, sides);
    }
    for (int seat = 0; seat < 4; seat++) {
        struct own *own = &state->own[seat];
        own->seat = (uint8_t)seat;
        own->hand = 0;
        own->partner_signs = 0;
        own->partner_hand = 0;
        own->shown = 0;
        own->seen = 0;
        table->signs[seat] = 0;
        table->known[seat] = 0;
        table->tricks[seat] = 0;
        table->hand_size[seat] = 0;
    }
    for (int64_t seat = 0; seat < players; seat++) {
        mask hand = 0;
        for (int64_t k = 3 * seat; k < 3 * seat + 3; k++)
            hand |= bit(state->deck[k]);
        state->own[seat].hand = hand;
        table->hand_size[seat] = 3;
        if (rules->initial_peek)
            state->own[seat].shown = hand;
    }
    tally->dealt = hands_of_side(state, 0, rules);
    int64_t turned = state->deck[3 * players];
    state->turned = (uint8_t)turned;
    state->next = (uint8_t)(3 * players + 1);
    table->face_up = (uint8_t)turned;
    table->trump = (uint8_t)suit_of(turned);
    table->stock = (uint8_t)(state->size - 3 * players);
    table->swap_card = (uint8_t)card_to_swap(table, rules);
    open_trick(&table->trick, 0, 0);
    begin_turn(state, rules, 0);
}

static mask draw_face_up(struct state *state, int64_t seat) {
    struct table *table = &state->table;
    mask card = bit(table->face_up);
    table->known[seat] |= card;
    table->face_up_seat = (uint8_t)seat;
    state->drawn_last = table->face_up;
    table->face_up = EMPTY;
    return card;
}

static void draw_cards(struct state *state, const struct rules *rules, int64_t winner) {
    struct table *table = &state->table;
    int64_t seat = winner;
    for (int64_t place = state->next; place < state->next + rules->players; place++) {
        mask card = place < state->size ? bit(state->deck[place]) : draw_face_up(state, seat);
        if (rules->show_drawn)
            table->known[seat] |= card;
        state->own[seat].hand |= card;
        table->hand_size[seat] = 3;
        seat = next_seat(seat, rules->players);
    }
    state->next += (uint8_t)rules->players;
    table->stock -= (uint8_t)rules->players;
}

static void note_points(const struct table *table, struct tally *tally) {
    int64_t ahead = side_ahead(table->points);
    tally->lead_changes += changes_lead(ahead, tally->last_ahead);
    tally->last_ahead = ahead != NOBODY ? (int8_t)ahead : tally->last_ahead;
    uint8_t most = table->points[0] > table->points[1] ? table->points[0] : table->points[1];
    most = most > table->points[2] ? most : table->points[2];
    int8_t decided = most > 60 ? (int8_t)(table->trick.number + 1) : NEVER;
    tally->decided_trick = tally->decided_trick == NEVER ? decided : tally->decided_trick;
}

static void note_strozzi(const struct trick *trick, int64_t trump, struct tally *tally,
                         const struct rules *rules) {
    mask carichi = cards_of_losers(trick, rules) & CARICHI[second_index(rules)] & ~SUIT[trump];
    tally->strozzi_suit += (uint8_t)count(carichi & SUIT[suit_of(trick->best)]);
    tally->strozzi_trump += has(SUIT[trump], trick->best) ? (uint8_t)count(carichi) : 0;
}

static void end_trick(struct state *state, const struct rules *rules) {
    struct table *table = &state->table;
    struct tally *tally = &state->tally;
    struct trick *trick = &table->trick;
    int64_t winner = trick->winner, side = side_of(winner, rules);
    state->piles[side] |= trick_cards(trick);
    table->tricks[winner]++;
    table->points[side] += table->pot;
    note_points(table, tally);
    note_strozzi(trick, table->trump, tally, rules);
    open_trick(trick, trick->number + 1, winner);
    table->pot = 0;
    if (table->stock > 0) {
        if (table->stock == rules->players) {
            tally->before_end = table->points[0];
            tally->received = cards_held(state, 0, rules) & ~bit(state->turned);
        }
        draw_cards(state, rules, winner);
    }
    if (table->play == state->size - rules->players)
        tally->before_last = table->points[0];
}

static void apply(struct state *state, const struct rules *rules, int64_t action) {
    struct table *table = &state->table;
    struct trick *trick = &table->trick;
    int64_t seat = table->seat;
    struct own *own = &state->own[seat];
    mask card = bit(action);
    own->hand &= ~card;
    own->shown &= ~card;
    table->known[seat] &= ~card;
    table->hand_size[seat]--;
    state->played |= card;
    state->laid[side_of(seat, rules)] |= card;
    state->plays[table->play] = (uint8_t)action;
    table->history[table->play] = rules->recall == Recall_perfect ? (uint8_t)action : EMPTY;
    table->play++;
    table->pot += POINTS[second_index(rules)][action];
    bool beats = trick->n == 0 || has(beaters(trick->best, table->trump, rules), action);
    lay_card(trick, seat, action, beats);
    int64_t following = next_seat(seat, rules->players);
    if (trick->n == rules->players) {
        end_trick(state, rules);
        following = trick->leader;
    }
    if (table->play < state->size)
        begin_turn(state, rules, following);
}

static bool over(const struct state *state) { return state->table.play == state->size; }

/* Rows */

static int64_t winning_side(const struct table *table, const struct rules *rules) {
    int64_t ahead = side_ahead(table->points);
    if (ahead == NOBODY && rules->tie_rule == TieRule_last_trick)
        return side_of(table->trick.leader, rules);
    return ahead;
}

static int64_t team_of(int64_t side, int64_t first, const struct rules *rules) {
    int64_t sides = sides_of(rules), team = side + first;
    if (team >= sides)
        team -= sides;
    return team >= sides ? team - sides : team;
}

static int64_t won_by_team(const struct table *table, int64_t first, int64_t winner, int64_t team,
                           const struct rules *rules) {
    int64_t won = 0;
    for (int64_t side = 0; side < sides_of(rules); side++)
        if (team_of(side, first, rules) == team)
            won = table->start_score[side] + (side == winner);
    return won;
}

static bool took_every_trick(const struct table *table, const struct rules *rules) {
    for (int side = 0; side < 3; side++) {
        int64_t tricks = table->tricks[side];
        if (rules->players == 4)
            tricks += table->tricks[side ^ 2];
        if (tricks == table->trick.number)
            return true;
    }
    return false;
}

static void record(const struct state *state, const struct rules *rules, struct row *row) {
    const struct table *table = &state->table;
    const struct tally *tally = &state->tally;
    const struct log *log = &state->log;
    mask trumps = SUIT[table->trump];
    int64_t winner = winning_side(table, rules);
    row->match_id = (uint32_t)log->number;
    row->deal_index = (uint16_t)log->deal;
    row->deal_id = log->deal << 40 | log->number;
    row->first = state->first;
    row->faceup_card = state->turned;
    row->trump_suit = table->trump;
    row->points_0 = table->points[0];
    row->points_1 = table->points[1];
    row->points_2 = table->points[2];
    row->deal_winner = (int8_t)winner;
    row->match_winner_of_deal = NOBODY;
    if (winner != NOBODY)
        row->match_winner_of_deal = (int8_t)team_of(winner, state->first, rules);
    row->tricks_s0 = table->tricks[0];
    row->tricks_s1 = table->tricks[1];
    row->tricks_s2 = table->tricks[2];
    row->tricks_s3 = table->tricks[3];
    row->last_trick_seat = table->trick.leader;
    row->faceup_seat = table->face_up_seat;
    row->faceup_final = state->drawn_last;
    row->swap_seat = table->swap_seat;
    row->trumps_dealt_0 = (uint8_t)count(tally->dealt & trumps);
    row->trumps_recv_0 = (uint8_t)count(tally->received & trumps);
    row->trump_points_recv_0 = (uint8_t)points_of(tally->received & trumps, rules);
    row->trumps_total_0 = (uint8_t)count(state->laid[0] & trumps);
    row->trumps_total_1 = (uint8_t)count(state->laid[1] & trumps);
    row->points_recv_0 = (uint8_t)points_of(state->laid[0], rules);
    row->points_before_end_0 = tally->before_end;
    row->points_before_last_0 = tally->before_last;
    row->decided_trick = tally->decided_trick;
    row->carichi_taken_0 = (uint8_t)count(state->piles[0] & CARICHI[second_index(rules)]);
    row->strozzi_suit = tally->strozzi_suit;
    row->strozzi_trump = tally->strozzi_trump;
    row->lead_changes = tally->lead_changes;
    row->all_tricks = took_every_trick(table, rules);
    row->score_after_A = (uint16_t)won_by_team(table, state->first, winner, 0, rules);
    row->score_after_B = (uint16_t)won_by_team(table, state->first, winner, 1, rules);
    row->score_after_C = (uint16_t)won_by_team(table, state->first, winner, 2, rules);
}
