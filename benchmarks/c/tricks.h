/* sim/tricks.py in C: what the games that take tricks share. */

enum { EMPTY = 255 };

static void open_trick(struct trick *trick, int64_t number, int64_t leader) {
    trick->number = (uint8_t)number;
    trick->leader = (uint8_t)leader;
    trick->n = 0;
    trick->best = EMPTY;
    trick->winner = EMPTY;
}

static void lay_card(struct trick *trick, int64_t seat, int64_t card, bool beats) {
    trick->cards[trick->n] = (uint8_t)card;
    trick->n++;
    if (beats) {
        trick->best = (uint8_t)card;
        trick->winner = (uint8_t)seat;
    }
}

static int64_t next_seat(int64_t seat, int64_t seats) { return seat + 1 < seats ? seat + 1 : 0; }

static bool changes_lead(int64_t ahead, int64_t last_ahead) {
    return ahead >= 0 && last_ahead >= 0 && ahead != last_ahead;
}
