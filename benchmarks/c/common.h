/* What the twins share: sim/rng.py, sim/bits.py and sim/loop.py in C, function by function.
 *
 * "layout.h" is written by benchmarks/twin.py from a game's dtypes, tables and rule choices. A game's file
 * defines the seven functions declared under "The loop"; `play_deals` is what Python calls.
 */
#include <stdbool.h>
#include <stdint.h>

#include "layout.h"

typedef uint64_t mask;

/* Chance: Philox2x64-10 */

enum { CARDS_LANE = 0, SEAT_LANE = 1 };

static const uint64_t MULTIPLIER = 0xD2B74407B1CE6E93u, WEYL = 0x9E3779B97F4A7C15u, LOW32 = 0xFFFFFFFFu;

static void philox2x64(uint64_t key, uint64_t *low, uint64_t *high) {
    for (int round = 0; round < 10; round++) {
        unsigned __int128 product = (unsigned __int128)MULTIPLIER * *low;
        *low = (uint64_t)(product >> 64) ^ key ^ *high;
        *high = (uint64_t)product;
        key += WEYL;
    }
}

static void open_stream(struct stream *stream, uint64_t key, uint64_t number, uint64_t deal, uint64_t lane) {
    stream->key = key;
    stream->word = deal << 48 | number << 8 | lane;
    stream->block = 0;
    stream->left = 0;
}

static uint64_t word32(struct stream *stream) {
    if (stream->left == 0) {
        uint64_t low = stream->block, high = stream->word;
        philox2x64(stream->key, &low, &high);
        stream->low = low;
        stream->high = high;
        stream->block++;
        stream->left = 4;
    }
    if (stream->left == 2)
        stream->low = stream->high;
    uint64_t word = stream->low & LOW32;
    stream->low >>= 32;
    stream->left--;
    return word;
}

static int64_t below(struct stream *stream, uint64_t bound) {
    uint64_t product = word32(stream) * bound;
    if ((product & LOW32) < bound) {
        uint64_t floor = (LOW32 + 1 - bound) % bound;
        while ((product & LOW32) < floor)
            product = word32(stream) * bound;
    }
    return (int64_t)(product >> 32);
}

static void shuffle_cards(uint8_t *cards, int64_t n, struct stream *stream) {
    for (int64_t last = n - 1; last > 0; last--) {
        int64_t chosen = below(stream, (uint64_t)last + 1);
        uint8_t held = cards[last];
        cards[last] = cards[chosen];
        cards[chosen] = held;
    }
}

/* Sets of cards */

static int64_t count(mask cards) { return __builtin_popcountll(cards); }
static int64_t lowest(mask cards) { return cards ? __builtin_ctzll(cards) : 64; }
static mask bit(int64_t card) { return (mask)1 << card; }
static bool has(mask cards, int64_t card) { return cards >> card & 1; }

/* The loop */

static bool shuffle(struct state *state, const struct rules *rules, struct stream *cards);
static void lay_out(struct state *state, const struct rules *rules, const struct match *match);
static int64_t legal(const struct table *table, const struct own *own, const struct rules *rules,
                     int64_t *actions);
int64_t choose_random(const struct table *table, const struct own *own, const struct rules *rules,
                      const int64_t *actions, int64_t n, struct stream *rng);
static void apply(struct state *state, const struct rules *rules, int64_t action);
static bool over(const struct state *state);
static void record(const struct state *state, const struct rules *rules, struct row *row);

static void open_log(struct log *log, uint64_t number) {
    log->number = number;
    log->deal = 0;
    log->decisions = 0;
    log->forced = 0;
    log->legal_sum = 0;
    log->legal_max = 0;
}

static void note_decision(struct log *log, int64_t n) {
    log->decisions++;
    log->legal_sum += (uint32_t)n;
    log->forced += n == 1;
    log->legal_max = n > log->legal_max ? (uint32_t)n : log->legal_max;
}

typedef int64_t (*policy)(const struct table *, const struct own *, const struct rules *, const int64_t *,
                          int64_t, struct stream *);

/* Plays deals `number` to `stop` - 1 into `rows`; 0, or 1 after too many redeals in a row.
 * Policies come as pointers and are called through them, whoever they are, as in the loop. */
int play_deals(const policy *policies, struct state *state, const struct match *match, const struct rules *rules, uint64_t key,
               uint64_t number, uint64_t stop, int64_t n_seats, struct stream *streams, int64_t *actions,
               struct row *rows) {
    for (; number < stop; number++) {
        open_stream(&streams[0], key, number, 0, CARDS_LANE);
        for (int64_t seat = 0; seat < n_seats; seat++)
            open_stream(&streams[1 + seat], key, number, 0, (uint64_t)(SEAT_LANE + seat));
        open_log(&state->log, number);
        if (!shuffle(state, rules, &streams[0]))
            return 1;
        lay_out(state, rules, match);
        while (!over(state)) {
            int64_t seat = state->table.seat;
            const struct table *table = &state->table;
            const struct own *own = &state->own[seat];
            int64_t n = legal(table, own, rules, actions);
            note_decision(&state->log, n);
            int64_t index = 0;
            if (n > 1)
                index = policies[match->policy[seat]](table, own, rules, actions, n, &streams[1 + seat]);
            apply(state, rules, actions[index]);
        }
        record(state, rules, rows++);
    }
    return 0;
}
