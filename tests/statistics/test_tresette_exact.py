"""Exact odds of Tresette: section 10 of the rules page and the catalogue of exact odds."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb, factorial, perm, prod
from typing import Any

import numpy as np
import pytest

from sim.game import find_game
from sim.games.tresette.kernel import lay_out, match_over, open_match, record_match, settle, shuffle
from sim.games.tresette.score import combination_points
from sim.games.tresette.state import MATCH, STATE
from sim.jit import kernel
from sim.play import Arena
from sim.policies.registry import find_policy
from sim.rng import CARDS_LANE, MATCH_LANE, STREAM, open_stream
from tests.statistics.family import Family, Odds, catalogue
from tests.statistics.fiat import PILES, binomial, end_tresette
from tests.vectors import tresette as vectors

GAME = find_game("tresette")
DEALS = 400_000
SEED = 201
SEATS = range(4)
PAGE = {
    row.name: row.fraction[0] / row.fraction[1] if row.fraction else float(row.decimal)
    for row in vectors.ODDS
}
STRENGTH = np.array([7, 8, 9, 0, 1, 2, 3, 4, 5, 6])

HANDS = np.dtype(
    [
        ("dealt", "u8", (4,)),  # by seat
        ("held", "u1", (4,)),  # combinations
        ("points", "u1", (4,)),  # of them
    ],
    align=True,
)


@kernel
def deal_many(key, rules, hands):
    """Deal 0, 1, ... as the loop would."""
    states = np.zeros(1, STATE)
    matches = np.zeros(1, MATCH)
    streams = np.zeros(1, STREAM)
    state = states[0]
    for number in range(hands.size):
        open_stream(streams[0], key, number, 0, CARDS_LANE)
        shuffle(state, rules, matches[0], streams[0])
        lay_out(state, rules, matches[0])
        for seat in range(4):
            own = state.own[seat]
            hands[number].dealt[seat] = own.dealt
            hands[number].held[seat] = own.held
            hands[number].points[seat] = combination_points(own.dealt, own.held, rules)


def play(policy: str, deals: int, seed: int, unit: str = "deal", **changes: Any) -> Any:
    """Rows of four players with one policy; seat 0 leads unless said otherwise."""
    rules = GAME.preset().but("rules", **{"first_lead": "seat0", **changes})
    played = list(Arena(GAME, rules, [find_policy(GAME, policy)] * 4, seed, unit).play(0, deals))
    part = "deals" if unit == "deal" else "matches"
    return np.concatenate([getattr(rows, part) for rows in played])


@cache
def sample() -> tuple[np.ndarray, np.ndarray]:
    """The same decks as hands and, with `random`, as rows."""
    hands = np.zeros(DEALS, HANDS)
    deal_many(np.uint64(SEED), GAME.preset().record()[0], hands)
    return hands, play("random", DEALS, SEED)


def by_seat(rows: np.ndarray, name: str) -> np.ndarray:
    return np.stack([rows[f"{name}_s{seat}"] for seat in SEATS], axis=1)


def bits_of(masks: np.ndarray) -> np.ndarray:
    return np.bitwise_count(masks)


def equals(rank: int) -> np.uint64:
    return np.uint64(sum(1 << 10 * suit + rank for suit in range(4)))


def suit(number: int) -> np.uint64:
    return np.uint64(0x3FF << 10 * number)


def test_hands_are_those_of_the_rows() -> None:
    """The columns say what the cards do; counted here from the cards themselves."""
    hands, rows = sample()
    dealt = hands["dealt"]
    assert (by_seat(rows, "accuso_held") == hands["held"]).all()
    assert (by_seat(rows, "accuso_decl") == hands["held"]).all()
    for side in (0, 1):
        assert (rows[f"accuso_points_{side}"] == hands["points"][:, side::2].sum(axis=1)).all()
    ours = dealt[:, 0] | dealt[:, 2]
    for name, rank in (("aces", 0), ("twos", 1), ("threes", 2)):
        assert (rows[f"{name}_dealt_0"] == bits_of(ours & equals(rank))).all()
    voids = sum(((dealt & suit(s)) == 0).astype(int) << s for s in range(4))
    assert (by_seat(rows, "voids_dealt") == voids).all()
    worth = sum(bits_of(dealt & equals(rank)) for rank in (1, 2, 7, 8, 9))
    worth = worth + 3 * bits_of(dealt & equals(0))
    assert (by_seat(rows, "thirds_dealt") == worth).all()
    held = [bits_of(dealt & equals(rank)) >= 3 for rank in range(3)]
    held += [(dealt >> np.uint64(10 * s) & np.uint64(7)) == 7 for s in range(4)]
    assert (sum(h.astype(int) << k for k, h in enumerate(held)) == hands["held"]).all()
    points = sum(n * (n >= 3) for n in (bits_of(dealt & equals(rank)) for rank in range(3)))
    assert (points + 3 * sum(h.astype(int) for h in held[3:]) == hands["points"]).all()


def test_catalogue_of_exact_odds() -> None:
    hands, rows = sample()
    dealt, held, points = hands["dealt"], hands["held"], hands["points"]
    odds = Odds(catalogue("tresette"))
    napoli, buongioco = bits_of(held >> 3 & 15), bits_of(held & 7)
    equal = np.stack([bits_of(dealt & equals(rank)) for rank in range(3)])
    for k in range(4):
        odds.seats("napoli_given_suit", held >> (3 + k) & 1, f"{k}")
    for k in range(3):
        odds.seats("exactly_three_of_given_rank", equal[k] == 3, f"{k}")
        odds.seats("four_of_given_rank", equal[k] == 4, f"{k}")
        odds.seats("three_or_four_of_given_rank", held >> k & 1, f"{k}")
    odds.seats("hand_has_any_accuso", held != 0)
    odds.seats("hand_has_no_accuso", held == 0)
    odds.seats("hand_has_any_buongioco", buongioco > 0)
    odds.seats("hand_has_any_quad", (equal == 4).any(axis=0))
    odds.seats("hand_has_any_napoli", napoli > 0)
    odds.seats("hand_has_two_or_more_napoli", napoli >= 2)
    odds.seats("hand_has_three_napoli", napoli >= 3)
    odds.seats("hand_has_two_or_more_buongiochi", buongioco >= 2)
    odds.seats("hand_has_napoli_and_buongioco", (napoli > 0) & (buongioco > 0))
    odds.means("expected_number_tris_per_hand", (equal == 3).sum(axis=0))
    odds.means("expected_number_quads_per_hand", (equal == 4).sum(axis=0))
    odds.means("expected_number_napoli_per_hand", napoli)
    odds.means("expected_accuso_points_per_hand", points)
    mean = odds.known["expected_accuso_points_per_hand"]
    odds.means("variance_accuso_points_per_hand", (points - mean) ** 2)
    for name in [name for name in odds.known if name.startswith("hand_accuso_points_eq_")]:
        odds.seats(name, points == int(name.rpartition("_")[2]))

    sides = np.stack([rows["accuso_points_0"], rows["accuso_points_1"]], axis=1).astype(int)
    for side in (0, 1):
        odds.share_of("team_has_any_accuso", sides[:, side] > 0, f"side {side}")
        odds.share_of("team_accuso_points_ge_6", sides[:, side] >= 6, f"side {side}")
    odds.share_of("table_nobody_has_accuso", (sides == 0).all(axis=1))
    odds.share_of("both_teams_have_accuso", (sides > 0).all(axis=1))
    odds.mean_of("expected_accuso_points_table", sides.sum(axis=1))
    mean = odds.known["expected_accuso_points_table"]
    odds.mean_of("variance_accuso_points_table", (sides.sum(axis=1) - mean) ** 2)

    voids, thirds = by_seat(rows, "voids_dealt"), by_seat(rows, "thirds_dealt")
    ours = dealt[:, 0] | dealt[:, 2]
    for k in range(4):
        odds.seats("hand_void_in_given_suit", voids >> k & 1, f"{k}")
        odds.seats("given_player_dealt_whole_suit", (dealt & suit(k)) == suit(k), f"{k}")
        for side, cards in enumerate((ours, ~ours)):
            whole = (cards & suit(k)) == suit(k)
            odds.share_of("given_team_dealt_whole_given_suit", whole, f"side {side}, suit {k}")
    odds.seats("hand_void_in_some_suit", voids != 0)
    odds.seats("hand_no_point_card", thirds == 0)
    aces = bits_of(dealt & equals(0))
    odds.share_of("four_aces_split_1111", (aces == 1).all(axis=1))
    odds.share_of("some_hand_two_plus_aces", (aces >= 2).any(axis=1))
    odds.share_of("random_policy_leader_wins_first_trick", rows["first_trick_seat"] == 0)
    odds.check()


def test_section_10() -> None:
    hands, rows = sample()
    dealt, held, points = hands["dealt"], hands["held"], hands["points"]
    known = {name: p for name, p in PAGE.items() if not name.startswith(("match", "16"))}
    odds = Odds(known)
    for k in range(4):
        odds.seats("1", held >> (3 + k) & 1, f"{k}")
    for k in range(3):
        odds.seats("2", bits_of(dealt & equals(k)) == 3, f"{k}")
        odds.seats("3", bits_of(dealt & equals(k)) == 4, f"{k}")
    odds.seats("4", held == 0)
    for worth in (3, 4, 6, 7, 9):
        odds.seats(f"5 points {worth}", points == worth)
    odds.seats("6", points == 19)
    odds.means("7 hand", points)
    sides = np.stack([rows["accuso_points_0"], rows["accuso_points_1"]], axis=1).astype(int)
    total, seats = sides.sum(axis=1), (by_seat(rows, "accuso_decl") != 0).sum(axis=1)
    odds.mean_of("7 deal", total)
    odds.share_of("8", seats == 0)
    for n in range(1, 5):
        odds.share_of(f"9 seats {n}", seats == n)
    for side in (0, 1):
        odds.share_of("10 pair", sides[:, side] > 0, f"side {side}")
    odds.share_of("10 both", (sides > 0).all(axis=1))
    for worth in (3, 4, 6, 7, 9):
        odds.share_of(f"11 points {worth}", total == worth)
    voids, thirds = by_seat(rows, "voids_dealt"), by_seat(rows, "thirds_dealt")
    for k in range(4):
        odds.seats("12 given", voids >> k & 1, f"{k}")
    odds.seats("12 some", voids != 0)
    odds.seats("13 hand", thirds < 3)
    odds.share_of("13 deal", (thirds < 3).any(axis=1))
    odds.seats("14", bits_of(voids) == 3)
    winner = rows["first_trick_seat"]
    odds.share_of("15 seat 0", winner == 0)
    for seat in (1, 2, 3):
        odds.share_of("15 others", winner == seat, f"seat {seat}")
    by_four = play("random", 100_000, 202, first_lead="four_denari_first")
    for seat in SEATS:
        odds.share_of("17", by_four["lead_seat"] == seat, f"seat {seat}")
    odds.check()


def leader_wins(strength: int) -> float:
    """`random`: chance that a card of this strength, led to the first trick, takes it.

    Over the places of its suit's other nine cards: 9 in the leader's hand, 10 in each other.
    """
    higher, lower = 9 - strength, strength
    slots = (9, 10, 10, 10)
    total = 0.0
    for above in product(range(higher + 1), repeat=3):
        for below in product(range(lower + 1), repeat=3):
            highs = (higher - sum(above), *above)
            lows = (lower - sum(below), *below)
            if highs[0] < 0 or lows[0] < 0:
                continue
            ways = factorial(higher) * factorial(lower)
            ways //= prod(map(factorial, highs + lows))
            ways *= prod(perm(n, h + k) for n, h, k in zip(slots, highs, lows, strict=True))
            total += ways * prod(k / (h + k) for h, k in zip(above, below, strict=True) if h + k)
    return total / perm(39, 9)


def test_winner_of_the_first_trick_by_the_card_led() -> None:
    """Row 16 and all other strengths: the leader, and the others alike."""
    _, rows = sample()
    strength, winner = STRENGTH[rows["first_card"] % 10], rows["first_trick_seat"]
    family = Family()
    for led in range(10):
        p = leader_wins(led)
        if f"16 strength {led}" in PAGE:
            assert p == pytest.approx(PAGE[f"16 strength {led}"], abs=1e-12)
        won = winner[strength == led]
        family.share(f"strength {led}", len(won), len(rows), 0.1)
        family.share(f"strength {led}, leader", int((won == 0).sum()), len(won), p)
        for seat in (1, 2, 3):
            hits = int((won == seat).sum())
            family.share(f"strength {led}, seat {seat}", hits, len(won), (1 - p) / 3)
    family.check()


def test_length_of_the_suit_led() -> None:
    """`random` leads any of its ten cards: its suit holds 1 + (nine others of 39, nine more cards)."""
    _, rows = sample()
    family = Family()
    for n in range(1, 11):
        p = comb(9, n - 1) * comb(30, 10 - n) / comb(39, 9)
        hits = int((rows["first_suit_len"] == n).sum())
        family.share(f"{n} cards", hits, len(rows), p)
    family.check()


def test_weak_hands_are_thrown_in() -> None:
    """TR-7: deals thrown in have row 13's probability; what is played has no weak hand."""
    rows = play("random", 100_000, 203, weak_hand_redeal=True)
    family = Family()
    thrown = int(rows["redeals"].sum())
    p = PAGE["13 deal"]
    family.share("thrown in", thrown, len(rows) + thrown, p)
    for k in (0, 1, 2):
        hits = int((rows["redeals"] == k).sum())
        family.share(f"{k} redeals", hits, len(rows), p**k * (1 - p))
    assert by_seat(rows, "thirds_dealt").min() >= 3
    family.check()


def test_what_is_dealt_does_not_depend_on_policies() -> None:
    """Section 9: the same decks give the same accusi and hands whoever plays."""
    names = [name for name in GAME.row.names if "accuso" in name or "dealt" in name]
    assert len(names) == 4 + 4 + 2 + 3 + 4 + 4
    plain = play("random", 20_000, SEED)
    for policy in ("first", "greedy", "expert", "expert_talk"):
        other = play(policy, 20_000, SEED)
        for name in names:
            assert (plain[name] == other[name]).all(), (policy, name)
        assert (plain["thirds_0"] != other["thirds_0"]).any()


def test_the_4_of_denari_is_anybodys() -> None:
    """TR-9, row 17: by seat and by player, in first deals of matches and, `always`, in all deals."""
    rules = GAME.preset().but("rules", first_lead="four_denari_always")
    arena = Arena(GAME, rules, [find_policy(GAME, "greedy")] * 4, 204, "match")
    rows = np.concatenate([part.deals for part in arena.play(0, 8_000)])
    later = rows["deal_index"] > 0
    family = Family()
    for name, chosen in (("first", rows[~later]), ("later", rows[later])):
        for seat in SEATS:
            leads = chosen["lead_seat"]
            family.share(f"{name} seat {seat}", int((leads == seat).sum()), len(chosen), 1 / 4)
            player = (chosen["first"] + leads) % 4
            hits = int((player == seat).sum())
            family.share(f"{name} player {seat}", hits, len(chosen), 1 / 4)
    for player in SEATS:
        opens = int((rows["first"][~later] == player).sum())
        family.share(f"TR-8 first {player}", opens, int((~later).sum()), 1 / 4)
    family.check()


@kernel
def settle_many(key, rules, p, piles, rows):
    """Matches in whose deals team A has Binomial(11, p) card points."""
    states = np.zeros(1, STATE)
    matches = np.zeros(1, MATCH)
    streams = np.zeros(1, STREAM)
    state, match, stream = states[0], matches[0], streams[0]
    for number in range(rows.size):
        open_stream(stream, key, number, 0, MATCH_LANE)
        open_match(match, rules, stream)
        while not match_over(match, rules):
            end_tresette(state, np.int64(match.first), binomial(11, p, stream), piles, stream)
            settle(state, rules, match)
        record_match(match, rules, number, rows[number])


@pytest.mark.parametrize("target", [31, 41])
def test_match_law(target: int) -> None:
    """Section 10: length of a match whose deal points are Binomial(11, 1/2)."""
    rules = GAME.preset("palazzo_liscio").but("rules", target=target)
    rows = np.zeros(200_000, GAME.match_row)
    settle_many(np.uint64(205), rules.record()[0], 0.5, PILES, rows)
    prefix = f"match {target} "
    odds = Odds({name: p for name, p in PAGE.items() if name.startswith(prefix)})
    lengths = [int(n) for n in np.unique(rows["deals"])]
    for name in odds.known:
        if "deals" in name:
            odds.share_of(name, rows["deals"] == int(name.rpartition(" ")[2]))
    odds.mean_of(f"{prefix}mean", rows["deals"])
    if target == 31:
        odds.share_of(f"{prefix}level", rows["extra_deals"] > 0)
    assert lengths[-1] <= vectors.MATCH_BOUNDS[target]
    assert (rows["score_A"] + rows["score_B"] == 11 * rows["deals"]).all()
    odds.share("A wins", int((rows["winner"] == 0).sum()), len(rows), 0.5)
    odds.check()
