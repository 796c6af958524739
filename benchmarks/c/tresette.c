/* Tresette's random playout in C: the twin that the numba kernel is timed against.
 *
 * Function by function what sim/games/tresette/{score,kernel}.py do, and `random` and what it needs of
 * policies.py and sim/worlds.py, in single deals; rules are read at run time, as there.
 */
#include "common.h"
#include "tricks.h"

enum { NOBODY = -1, CHOOSING = 0, PLAYING = 1, CHOICE = 1 << 16, FOUR_DENARI = 3, MAX_REDEALS = 100 };

/* Score */

static int64_t suit_of(int64_t card) { return SUIT_OF[card]; }
static int64_t suit_holding(mask cards, int64_t suit) { return cards >> RANKS * suit & 0x3FF; }
static int64_t thirds_of(mask cards) { return count(cards & WORTH_A_THIRD) + 3 * count(cards & ACES); }

static int64_t suits_missing(mask cards) {
    int64_t missing = 0;
    for (int suit = 0; suit < 4; suit++)
        if (!(cards & SUIT[suit]))
            missing |= 1 << suit;
    return missing;
}

static int64_t held_combinations(mask hand, const struct rules *rules) {
    int64_t held = count(hand & ACES) >= 3;
    held |= (count(hand & TWOS) >= 3) << 1;
    held |= (count(hand & THREES) >= 3) << 2;
    if (rules->tre_sette)
        held |= (count(hand & SEVENS) >= 3) << 7;
    for (mask napoli = hand & hand >> 1 & hand >> 2 & ACES; napoli; napoli &= napoli - 1)
        held |= (int64_t)8 << suit_of(lowest(napoli));
    return held;
}

static mask coda_of(mask hand, int64_t suit) {
    mask run = 0;
    for (mask card = bit(10 * suit + 9); card & hand & SUIT[suit] && count(run) < 7; card >>= 1)
        run |= card;
    return run;
}

static mask named_cards(mask hand, int64_t combinations, const struct rules *rules) {
    mask named = 0;
    for (int k = 0; k < 4; k++)
        if (combinations >> RANK_BITS[k] & 1)
            named |= hand & RANK_CARDS[k];
    for (int suit = 0; suit < 4; suit++)
        if (combinations >> (3 + suit) & 1) {
            named |= (mask)7 << 10 * suit;
            if (rules->napoli_coda)
                named |= coda_of(hand, suit);
        }
    return named;
}

static mask absent_cards(mask hand, int64_t combinations, const struct rules *rules) {
    mask absent = 0;
    for (int k = 0; k < 4; k++)
        if (combinations >> RANK_BITS[k] & 1)
            absent |= RANK_CARDS[k] & ~hand;
    if (rules->napoli_coda)
        for (int suit = 0; suit < 4; suit++) {
            int64_t run = count(coda_of(hand, suit));
            if (combinations >> (3 + suit) & 1 && run < 7)
                absent |= bit(10 * suit + 9 - run);
        }
    return absent;
}

static int64_t combination_points(mask hand, int64_t combinations, const struct rules *rules) {
    int64_t points = 0;
    for (int k = 0; k < 4; k++)
        if (combinations >> RANK_BITS[k] & 1)
            points += count(hand & RANK_CARDS[k]);
    for (int suit = 0; suit < 4; suit++)
        if (combinations >> (3 + suit) & 1) {
            points += 3;
            if (rules->napoli_coda)
                points += count(coda_of(hand, suit));
        }
    return points;
}

static int64_t tricks_in_deal(const struct rules *rules) { return rules->players == 4 ? 10 : 20; }

static bool played_out(const struct table *table, const struct rules *rules) {
    return table->trick.number == tricks_in_deal(rules);
}

static bool took_last(const struct table *table, int64_t side, const struct rules *rules) {
    return played_out(table, rules) && (table->trick.leader & 1) == side;
}

static int64_t card_points(const struct table *table, int64_t side, const struct rules *rules) {
    return thirds_of(table->piles[side]) / 3 + took_last(table, side, rules);
}

static int64_t accuso_points(const struct table *table, int64_t side, const struct rules *rules) {
    if (rules->cappotto_cancels_accuso && card_points(table, side, rules) == 0)
        return 0;
    return table->accuso_points[side];
}

static int64_t running_score(const struct table *table, int64_t side, const struct rules *rules) {
    return table->start_score[side] + table->accuso_points[side] + card_points(table, side, rules);
}

static bool all_tricks(const struct table *table, int64_t side) {
    return table->tricks[1 - side] == 0 && table->tricks[3 - side] == 0;
}

static int64_t cappotto_kind(const struct state *state, const struct rules *rules) {
    const struct table *table = &state->table;
    int64_t kind = 0;
    for (int64_t seat = 0; seat < rules->players; seat++)
        if (count((mask)suits_missing(state->own[seat].dealt)) == 3)
            kind |= 16;
    if (!played_out(table, rules))
        return kind;
    for (int side = 0; side < 2; side++) {
        if (card_points(table, side, rules) == 0)
            kind |= 1;
        if (thirds_of(table->piles[side]) < 3)
            kind |= 2;
        if (all_tricks(table, side))
            kind |= 4;
    }
    for (int seat = 0; seat < 4; seat++)
        if (table->tricks[seat] == tricks_in_deal(rules))
            kind |= 8;
    return kind;
}

/* Deal */

static int64_t encode(int64_t card, int64_t code) { return card << 4 | (code & 15); }
static int64_t card_of(int64_t action) { return action >> 4; }
static int64_t code_of(int64_t action) { return action & 15; }

static void deal_hands(struct state *state, const struct rules *rules) {
    int64_t batch = rules->deal_batch, seats = rules->players;
    for (int seat = 0; seat < 4; seat++)
        state->own[seat].dealt = 0;
    int64_t seat = 0;
    for (int64_t start = 0; start < 10 * seats; start += batch) {
        mask cards = 0;
        for (int64_t k = start; k < start + batch; k++)
            cards |= bit(state->deck[k]);
        state->own[seat].dealt |= cards;
        seat = next_seat(seat, seats);
    }
}

static bool has_weak_hand(const struct state *state) {
    bool weak = false;
    for (int seat = 0; seat < 4; seat++)
        weak |= thirds_of(state->own[seat].dealt) < 3;
    return weak;
}

static bool shuffle(struct state *state, const struct rules *rules, struct stream *cards) {
    for (int64_t card = 0; card < 40; card++)
        state->deck[card] = (uint8_t)card;
    state->n_redeals = 0;
    shuffle_cards(state->deck, 40, cards);
    if (!rules->weak_hand_redeal)
        return true;
    deal_hands(state, rules);
    while (has_weak_hand(state)) {
        if (state->n_redeals == MAX_REDEALS)
            return false;
        state->n_redeals++;
        shuffle_cards(state->deck, 40, cards);
        deal_hands(state, rules);
    }
    return true;
}

static bool is_led_by_four_denari(const struct rules *rules, int64_t deals) {
    if (rules->first_lead == FirstLead_four_denari_first)
        return deals == 0;
    return rules->first_lead == FirstLead_four_denari_always;
}

static void clear_table(struct table *table) {
    table->play = 0;
    table->stock = 0;
    table->statements = 0;
    table->lengths_said = 0;
    table->cards = 0;
    for (int side = 0; side < 2; side++) {
        table->piles[side] = 0;
        table->accuso_points[side] = 0;
    }
    for (int seat = 0; seat < 4; seat++) {
        table->led[seat] = EMPTY;
        table->hand_size[seat] = 0;
        table->tricks[seat] = 0;
        table->knock[seat] = 0;
        table->declared[seat] = 0;
        table->void_[seat] = 0;
        table->laid[seat] = 0;
        table->known[seat] = 0;
        table->named[seat] = 0;
        table->absent[seat] = 0;
        table->drawn[seat] = 0;
    }
}

static int64_t target_in_force(const struct match *match, const struct rules *rules) {
    return match->target > 0 ? match->target : rules->target;
}

static void pick_up(struct own *own, int64_t seat, const struct rules *rules) {
    own->seat = (uint8_t)seat;
    own->hand = own->dealt;
    own->held = (uint8_t)held_combinations(own->dealt, rules);
    own->declares = 0;
}

/* Declarations */

static void check_target(struct state *state, const struct rules *rules, int64_t side) {
    if (rules->stop_rule != StopRule_at_once)
        return;
    if (running_score(&state->table, side, rules) >= state->table.target) {
        state->reached = (int8_t)side;
        state->done = 1;
    }
}

static void declare(struct state *state, const struct rules *rules, int64_t seat) {
    struct table *table = &state->table;
    const struct own *own = &state->own[seat];
    int64_t combinations = own->declares, side = seat & 1;
    if (combinations == 0)
        return;
    table->declared[seat] = (uint8_t)combinations;
    table->named[seat] = named_cards(own->dealt, combinations, rules);
    table->known[seat] |= table->named[seat] & own->hand;
    table->absent[seat] = absent_cards(own->dealt, combinations, rules);
    table->accuso_points[side] += (uint8_t)combination_points(own->dealt, combinations, rules);
    check_target(state, rules, side);
}

static void declare_in_turn(struct state *state, const struct rules *rules) {
    int64_t seat = state->table.lead_seat;
    for (int64_t k = 0; k < rules->players; k++) {
        if (!state->done)
            declare(state, rules, seat);
        seat = next_seat(seat, rules->players);
    }
}

static void call_out(struct state *state, const struct rules *rules) {
    if (rules->stop_rule != StopRule_at_once || rules->accuso_reveal != AccusoReveal_own_turn)
        return;
    struct table *table = &state->table;
    int64_t seat = table->seat;
    const struct own *own = &state->own[seat];
    if (state->done || table->trick.number > 0 || own->declares == 0)
        return;
    int64_t points = combination_points(own->dealt, own->declares, rules);
    if (running_score(table, seat & 1, rules) + points >= table->target)
        declare(state, rules, seat);
}

static void announce_one(struct state *state, const struct rules *rules, int64_t seat, int64_t combinations) {
    state->own[seat].declares = (uint8_t)combinations;
    state->table.knock[seat] = combinations != 0 && rules->accuso_knock != 0;
}

static void begin_play(struct state *state, const struct rules *rules) {
    struct table *table = &state->table;
    table->phase = PLAYING;
    table->seat = table->lead_seat;
    if (rules->accuso_reveal == AccusoReveal_before_play)
        declare_in_turn(state, rules);
    call_out(state, rules);
}

static void ask_from(struct state *state, const struct rules *rules, int64_t seat) {
    struct table *table = &state->table;
    for (;;) {
        if (state->own[seat].held != 0) {
            table->seat = (uint8_t)seat;
            return;
        }
        seat = next_seat(seat, rules->players);
        if (seat == table->lead_seat) {
            begin_play(state, rules);
            return;
        }
    }
}

static void announce(struct state *state, const struct rules *rules) {
    struct table *table = &state->table;
    table->phase = CHOOSING;
    if (!rules->accuso) {
        begin_play(state, rules);
        return;
    }
    if (rules->accuso_mode == AccusoMode_choice) {
        ask_from(state, rules, table->lead_seat);
        return;
    }
    for (int64_t seat = 0; seat < rules->players; seat++)
        announce_one(state, rules, seat, state->own[seat].held);
    begin_play(state, rules);
}

static void lay_out(struct state *state, const struct rules *rules, const struct match *match) {
    struct table *table = &state->table;
    clear_table(table);
    state->done = 0;
    state->asked = 0;
    state->reached = NOBODY;
    table->first = match->first;
    table->target = (int32_t)target_in_force(match, rules);
    for (int side = 0; side < 2; side++)
        table->start_score[side] = (int32_t)match->score[(match->first + side) & 1];
    deal_hands(state, rules);
    for (int seat = 0; seat < 4; seat++)
        pick_up(&state->own[seat], seat, rules);
    for (int64_t seat = 0; seat < rules->players; seat++)
        table->hand_size[seat] = 10;
    table->stock = (uint8_t)(40 - 10 * rules->players);
    int64_t lead_seat = 0;
    if (is_led_by_four_denari(rules, match->deals)) {
        while (!has(state->own[lead_seat].hand, FOUR_DENARI))
            lead_seat++;
        table->known[lead_seat] = bit(FOUR_DENARI);
    }
    table->lead_seat = (uint8_t)lead_seat;
    table->leaders[0] = (uint8_t)lead_seat;
    open_trick(&table->trick, 0, lead_seat);
    announce(state, rules);
}

/* Legal actions */

static int64_t list_cards(mask cards, int64_t *actions) {
    int64_t n = 0;
    for (; cards; cards &= cards - 1)
        actions[n++] = encode(lowest(cards), 0);
    return n;
}

static int64_t list_leads(mask hand, int64_t *actions) {
    int64_t n = 0;
    for (mask rest = hand; rest; rest &= rest - 1) {
        int64_t card = lowest(rest), holding = suit_holding(hand, suit_of(card)), codes = CODES[holding];
        for (int64_t k = 0; k < MOST_CODES; k++) {
            actions[n + k] = encode(card, codes);
            codes >>= 4;
        }
        n += N_CODES[holding];
    }
    return n;
}

static int64_t list_choices(int64_t held, int64_t *actions) {
    int64_t combinations = 0, n = 0;
    for (;;) {
        actions[n++] = CHOICE | combinations;
        if (combinations == held)
            return n;
        combinations = (combinations - held) & held;
    }
}

static bool may_speak(const struct table *table, const struct rules *rules) {
    if (rules->speech == Speech_none)
        return false;
    return rules->speech == Speech_leader || table->trick.number > 0;
}

static int64_t legal(const struct table *table, const struct own *own, const struct rules *rules,
                     int64_t *actions) {
    if (table->phase == CHOOSING)
        return list_choices(own->held, actions);
    if (table->trick.n == 0) {
        if (may_speak(table, rules))
            return list_leads(own->hand, actions);
        return list_cards(own->hand, actions);
    }
    mask following = own->hand & SUIT[suit_of(table->trick.cards[0])];
    return list_cards(following ? following : own->hand, actions);
}

/* The policy */

static int64_t find_action(const int64_t *actions, int64_t n, int64_t card, int64_t code) {
    int64_t wanted = encode(card, code);
    for (int64_t k = 0; k < n; k++)
        if (actions[k] == wanted)
            return k;
    return 0;
}

static int64_t draw_member(mask cards, struct stream *rng) {
    for (int64_t k = below(rng, (uint64_t)count(cards)); k > 0; k--)
        cards &= cards - 1;
    return lowest(cards);
}

int64_t choose_random(const struct table *table, const struct own *own, const struct rules *rules,
                      const int64_t *actions, int64_t n, struct stream *rng) {
    (void)rules;
    if (table->phase == CHOOSING)
        return n - 1;
    if (table->trick.n > 0 || n == count(own->hand))
        return below(rng, (uint64_t)n);
    return find_action(actions, n, draw_member(own->hand, rng), 0);
}

/* One action */

static void note_statement(struct table *table, int64_t seat, int64_t suit, int64_t code) {
    table->statements++;
    table->known[seat] |= HONOURS_SAID[code] << RANKS * suit;
    if (code == 1)
        table->void_[seat] |= (uint8_t)(1 << suit);
    if (code < 2 || code > 4)
        return;
    if (!has(table->lengths_said, seat)) {
        table->lengths_said |= (uint8_t)(1 << seat);
        for (int other = 0; other < 4; other++) {
            table->length[seat][other] = EMPTY;
            table->at_least[seat][other] = 0;
        }
    }
    int64_t dealt = count(table->laid[seat] & SUIT[suit]) + code;
    if (code == 4)
        table->at_least[seat][suit] = (uint8_t)dealt;
    else
        table->length[seat][suit] = (uint8_t)dealt;
}

static void lead_card(struct table *table, int64_t seat, int64_t card, int64_t code) {
    if (table->led[seat] == EMPTY)
        table->led[seat] = (uint8_t)card;
    if (code != 0)
        note_statement(table, seat, suit_of(card), code);
}

static void draw(struct state *state, const struct rules *rules, int64_t seat) {
    struct table *table = &state->table;
    int64_t card = state->deck[40 - table->stock];
    table->stock--;
    table->hand_size[seat]++;
    state->own[seat].hand |= bit(card);
    if (rules->show_drawn) {
        table->drawn[seat] |= bit(card);
        table->known[seat] |= bit(card);
        table->void_[seat] &= (uint8_t)~(1 << suit_of(card));
    } else {
        table->void_[seat] = 0;
    }
}

static void collect(struct state *state, const struct rules *rules) {
    struct table *table = &state->table;
    struct trick *trick = &table->trick;
    int64_t winner = trick->winner, number = trick->number + 1;
    table->piles[winner & 1] |= table->cards;
    table->cards = 0;
    table->tricks[winner]++;
    table->leaders[number] = (uint8_t)winner;
    table->seat = (uint8_t)winner;
    open_trick(trick, number, winner);
    check_target(state, rules, winner & 1);
    if (number == 1 && rules->accuso_reveal == AccusoReveal_after_trick_1)
        declare_in_turn(state, rules);
    if (number == tricks_in_deal(rules)) {
        state->done = 1;
    } else if (table->stock > 0 && !state->done) {
        draw(state, rules, winner);
        draw(state, rules, 1 - winner);
    }
}

static void play_card(struct state *state, const struct rules *rules, int64_t action) {
    struct table *table = &state->table;
    struct trick *trick = &table->trick;
    int64_t seat = table->seat, card = card_of(action);
    struct own *own = &state->own[seat];
    bool beats = true;
    if (trick->number == 0 && rules->accuso_reveal == AccusoReveal_own_turn)
        declare(state, rules, seat);
    if (trick->n == 0) {
        lead_card(table, seat, card, code_of(action));
    } else {
        int64_t led = suit_of(trick->cards[0]);
        bool strays = !has(SUIT[led], card);
        table->void_[seat] |= (uint8_t)(strays << led);
        beats = has(HIGHER[trick->best], card);
    }
    lay_card(trick, seat, card, beats);
    mask played = bit(card);
    own->hand &= ~played;
    table->known[seat] &= ~played;
    table->laid[seat] |= played;
    table->cards |= played;
    table->hand_size[seat]--;
    table->history[table->play] = action;
    table->play++;
    if (trick->n < rules->players) {
        table->seat = (uint8_t)next_seat(seat, rules->players);
        call_out(state, rules);
    } else {
        collect(state, rules);
    }
}

static void apply(struct state *state, const struct rules *rules, int64_t action) {
    if (state->table.phase == PLAYING) {
        play_card(state, rules, action);
        return;
    }
    int64_t seat = state->table.seat;
    announce_one(state, rules, seat, action & 0xFF);
    state->asked |= (uint8_t)(1 << seat);
    seat = next_seat(seat, rules->players);
    if (seat == state->table.lead_seat)
        begin_play(state, rules);
    else
        ask_from(state, rules, seat);
}

static bool over(const struct state *state) { return state->done != 0; }

/* Rows */

static void record_hands(const struct state *state, const struct rules *rules, struct row *row) {
    const struct own *own = state->own;
    mask side_0 = own[0].dealt | own[2].dealt;
    row->aces_dealt_0 = (uint8_t)count(side_0 & ACES);
    row->threes_dealt_0 = (uint8_t)count(side_0 & THREES);
    row->twos_dealt_0 = (uint8_t)count(side_0 & TWOS);
    row->thirds_dealt_s0 = (uint8_t)thirds_of(own[0].dealt);
    row->thirds_dealt_s1 = (uint8_t)thirds_of(own[1].dealt);
    row->thirds_dealt_s2 = (uint8_t)thirds_of(own[2].dealt);
    row->thirds_dealt_s3 = (uint8_t)thirds_of(own[3].dealt);
    row->voids_dealt_s0 = (uint8_t)suits_missing(own[0].dealt);
    row->voids_dealt_s1 = (uint8_t)suits_missing(own[1].dealt);
    row->voids_dealt_s2 = 0;
    row->voids_dealt_s3 = 0;
    if (rules->players == 4) {
        row->voids_dealt_s2 = (uint8_t)suits_missing(own[2].dealt);
        row->voids_dealt_s3 = (uint8_t)suits_missing(own[3].dealt);
    }
}

static void record(const struct state *state, const struct rules *rules, struct row *row) {
    const struct table *table = &state->table;
    const struct log *log = &state->log;
    row->match_id = (uint32_t)log->number;
    row->deal_index = (uint16_t)log->deal;
    row->deal_id = log->deal << 40 | log->number;
    row->first = table->first;
    row->lead_seat = table->lead_seat;
    int64_t first_card = table->led[table->lead_seat];
    row->first_card = (uint8_t)first_card;
    row->first_suit_len = 0;
    if (first_card != EMPTY)
        row->first_suit_len =
            (uint8_t)count(state->own[table->lead_seat].dealt & SUIT[suit_of(first_card)]);
    row->redeals = state->n_redeals;
    row->thirds_0 = (uint8_t)thirds_of(table->piles[0]);
    row->thirds_1 = (uint8_t)thirds_of(table->piles[1]);
    row->card_points_0 = (uint8_t)card_points(table, 0, rules);
    row->card_points_1 = (uint8_t)card_points(table, 1, rules);
    row->accuso_held_s0 = state->own[0].held;
    row->accuso_held_s1 = state->own[1].held;
    row->accuso_held_s2 = state->own[2].held;
    row->accuso_held_s3 = state->own[3].held;
    row->accuso_decl_s0 = table->declared[0];
    row->accuso_decl_s1 = table->declared[1];
    row->accuso_decl_s2 = table->declared[2];
    row->accuso_decl_s3 = table->declared[3];
    row->accuso_points_0 = (uint8_t)accuso_points(table, 0, rules);
    row->accuso_points_1 = (uint8_t)accuso_points(table, 1, rules);
    row->deal_points_0 = row->card_points_0 + row->accuso_points_0;
    row->deal_points_1 = row->card_points_1 + row->accuso_points_1;
    bool swapped = table->first & 1;
    int64_t after_0 = table->start_score[0] + row->deal_points_0;
    int64_t after_1 = table->start_score[1] + row->deal_points_1;
    row->score_before_A = (uint16_t)table->start_score[swapped];
    row->score_before_B = (uint16_t)table->start_score[!swapped];
    row->score_after_A = (uint16_t)(swapped ? after_1 : after_0);
    row->score_after_B = (uint16_t)(swapped ? after_0 : after_1);
    row->tricks_s0 = table->tricks[0];
    row->tricks_s1 = table->tricks[1];
    row->tricks_s2 = table->tricks[2];
    row->tricks_s3 = table->tricks[3];
    int64_t played = table->trick.number;
    row->last_trick_seat = played > 0 ? table->leaders[played] : EMPTY;
    row->first_trick_seat = played > 0 ? table->leaders[1] : EMPTY;
    record_hands(state, rules, row);
    row->aces_taken_0 = (uint8_t)count(table->piles[0] & ACES);
    row->cappotto_kind = (uint8_t)cappotto_kind(state, rules);
    row->statements = table->statements;
    row->ended_early = !played_out(table, rules);
}
