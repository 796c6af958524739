"""Exact odds of Briscola: section 10 of the rules page and the catalogue of exact odds."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any

import numpy as np
import pytest
from numba import types

from sim.game import find_game
from sim.games.briscola.kernel import (
    apply,
    lay_out,
    legal,
    match_over,
    open_match,
    over,
    record_match,
    settle,
    shuffle,
)
from sim.games.briscola.state import MATCH, STATE
from sim.jit import compile_for, kernel, record_array, record_type
from sim.play import Arena, compile_policy
from sim.policies.registry import find_policy
from sim.rng import CARDS_LANE, MATCH_LANE, SEAT_LANE, STREAM, open_stream, uniform
from tests.statistics.family import Family, Odds, catalogue
from tests.statistics.fiat import end_briscola
from tests.vectors import briscola as vectors

GAME = find_game("briscola")
SEED = 301
SEATS = range(4)
POINTS = np.array([11, 0, 10, 0, 0, 0, 0, 2, 3, 4])

SEEN = np.dtype(
    [
        ("turned", "u1"),
        ("first", "u8", (4,)),  # cards dealt, by seat
        ("got", "u8", (4,)),  # cards dealt or drawn before the last draw, by seat
        ("place", "u1", (20,)),  # of the trick's winner: 0 led it
        ("points", "u1", (20,)),  # of the trick
    ],
    align=True,
)


@kernel
def watch(even, odd, key, rules, seen):
    """Play deal 0, 1, ... as the loop would and note what no column carries."""
    states = np.zeros(1, STATE)
    matches = np.zeros(1, MATCH)
    streams = np.zeros(5, STREAM)
    actions = np.zeros(8, np.int64)
    state = states[0]
    table = state.table
    for number in range(seen.size):
        note = seen[number]
        open_stream(streams[0], key, number, 0, CARDS_LANE)
        for seat in range(rules.players):
            open_stream(streams[1 + seat], key, number, 0, SEAT_LANE + seat)
        shuffle(state, rules, matches[0], streams[0])
        lay_out(state, rules, matches[0])
        note.turned = state.turned
        for seat in range(rules.players):
            note.first[seat] = state.own[seat].hand
        while not over(state):
            seat = np.int64(table.seat)
            if table.stock > 0:
                note.got[seat] |= state.own[seat].hand
            n = legal(table, state.own[seat], rules, actions)
            index = 0
            if n > 1 and seat & 1 == 0:
                index = even(table, state.own[seat], rules, actions, n, streams[1 + seat])
            elif n > 1:
                index = odd(table, state.own[seat], rules, actions, n, streams[1 + seat])
            trick = np.int64(table.trick.number)
            leader = np.int64(table.trick.leader)
            before = np.int64(table.points[0]) + table.points[1] + table.points[2]
            apply(state, rules, actions[index], streams[0])
            if table.trick.number > trick:
                place = np.int64(table.trick.leader) - leader
                note.place[trick] = place if place >= 0 else place + rules.players
                after = np.int64(table.points[0]) + table.points[1] + table.points[2]
                note.points[trick] = after - before


def rules_of(preset: str, **changes: Any) -> Any:
    return GAME.preset(preset).but("rules", **changes)


@cache
def watched(even: str, odd: str, deals: int, preset: str = "palazzo", **changes: Any) -> np.ndarray:
    policies = [compile_policy(GAME, find_policy(GAME, name)) for name in (even, odd)]
    rules = rules_of(preset, **changes).record()
    seen = np.zeros(deals, SEEN)
    arguments = (
        GAME.policy_type, GAME.policy_type, types.uint64, record_type(rules.dtype), record_array(SEEN),
    )  # fmt: skip
    compile_for(watch, arguments)(*policies, np.uint64(SEED), rules[0], seen)
    return seen


def play(policies: list[str], deals: int, preset: str = "palazzo", **changes: Any) -> Any:
    rules = rules_of(preset, **changes)
    seated = [find_policy(GAME, policies[p % len(policies)]) for p in range(rules.seats)]
    return np.concatenate([part.deals for part in Arena(GAME, rules, seated, SEED).play(0, deals)])


def cards(*ranks: int) -> np.uint64:
    """Mask of the cards of some ranks, the ace being 1."""
    return np.uint64(sum(1 << 10 * suit + rank - 1 for suit in SEATS for rank in ranks))


def bits_of(masks: np.ndarray) -> np.ndarray:
    return np.bitwise_count(masks)


def trumps(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The trumps of some masks as ten bits, the ace lowest; by deal or by deal and seat."""
    shift = (seen["turned"] // 10 * 10).astype(np.uint64)
    return masks >> (shift[:, None] if masks.ndim == 2 else shift) & np.uint64(0x3FF)


def points_of(masks: np.ndarray) -> np.ndarray:
    worth = zip((1, 3, 8, 9, 10), (11, 10, 2, 3, 4), strict=True)
    return sum(points * bits_of(masks & cards(rank)).astype(int) for rank, points in worth)


def trumps_law(k: int, taken: int, unseen: int = 39, among: int = 9) -> float:
    """Chance of k trumps in some of the unseen cards."""
    if k > taken:
        return 0.0
    return comb(among, k) * comb(unseen - among, taken - k) / comb(unseen, taken)


def page() -> dict[str, float]:
    """Section 10, a number to each value of a row."""
    known = {
        f"{row} {k}": p / q for row, values in vectors.EXACT.items() for k, (p, q) in enumerate(values)
    }  # fmt: skip
    received = enumerate(vectors.EXACT_TRUMPS_RECEIVED)
    return known | {f"6 {k}": p for k, p in received}


MATCH_ROWS = ("14", "15", "16")
NAMED_TRUMP = 9 / 10 * 18 / 39
"""A trump of a given rank among a pair's first 18 cards: in one deal of ten it is the face-up card."""


def test_catalogue_of_exact_odds() -> None:
    seen = watched("random", "random", 300_000)
    odds = Odds(catalogue("briscola"))
    first = trumps(seen, seen["first"])
    for k in range(4):
        odds.seats(f"first_hand_trumps_eq_{k}", bits_of(first) == k)
    odds.seats("first_hand_has_ace_of_trumps", first & np.uint64(1))
    odds.seats("first_hand_has_ace_and_three_of_trumps", (first & np.uint64(5)) == 5)
    for side in (0, 1):
        none = (first[:, side::2] == 0).all(axis=1)
        odds.share_of("team_first_hands_no_trump", none, f"side {side}")
    odds.share_of("turned_card_is_ace_or_three", np.isin(seen["turned"] % 10, (0, 2)))
    points = points_of(seen["first"])
    odds.means("expected_points_first_hand", points)
    odds.means("variance_points_first_hand", (points - 9.0) ** 2)
    got = bits_of(trumps(seen, seen["got"]))
    for k in range(10):
        odds.seats(f"trumps_in_first_nine_cards_eq_{k}", got == k)
    for trick in range(7):
        place, label = seen["place"][:, trick], f"trick {trick + 1}"
        ours = place % 2 == 0
        odds.share_of("random_policy_leader_wins_trick", place == 0, label)
        odds.share_of("random_policy_leader_team_wins_trick", ours, label)
        odds.mean_of(
            "random_policy_leader_team_points_per_trick", seen["points"][:, trick] * ours, label
        )
    odds.check()


def test_section_10() -> None:
    """Rows 1 to 13."""
    seen = watched("random", "random", 300_000)
    known = {k: p for k, p in page().items() if not k.startswith(MATCH_ROWS)}
    odds = Odds(known)
    first, got = trumps(seen, seen["first"]), trumps(seen, seen["got"])
    points = points_of(seen["first"])
    odds.seats("1 0", points == 0)
    odds.means("2 0", points)
    for k in range(4):
        odds.seats(f"3 {k}", bits_of(first) == k)
    none = first == 0
    odds.share_of("4 0", none[:, 0::2].all(axis=1), "side 0")
    odds.share_of("4 0", none[:, 1::2].all(axis=1), "side 1")
    odds.share_of("5 0", none.all(axis=1))
    not_turned = ~np.isin(seen["turned"] % 10, (0, 2))
    for side in (0, 1):
        ours = got[:, side] | got[:, side + 2]
        for k in range(10):
            odds.share_of(f"6 {k}", bits_of(ours) == k, f"side {side}")
        odds.mean_of("6 mean 0", bits_of(ours), f"side {side}")
        odds.share_of("7 0", ours & np.uint64(1), f"side {side}")
        masks = seen["got"][:, side] | seen["got"][:, side + 2]
        odds.share_of("7 1", masks & np.uint64(1), f"side {side}")
        both = (ours & np.uint64(5)) == 5
        odds.share_of("13 0", both[not_turned], f"side {side}")
    odds.share_of("12 0", np.isin(seen["turned"] % 10, (0, 2)))
    odds.share_of("12 1", POINTS[seen["turned"] % 10] == 0)
    for trick in range(7):
        place, label = seen["place"][:, trick], f"trick {trick + 1}"
        odds.share_of("8 0", place == 0, label)
        for other in (1, 2, 3):
            odds.share_of("8 1", place == other, f"{label}, place {other}")
        odds.share_of("9 0", place % 2 == 0, label)
        odds.mean_of("9 1", seen["points"][:, trick] * (place % 2 == 0), label)
    in_due = watched("random", "random", 100_000, "in_due")
    for trick in range(17):
        place, label = in_due["place"][:, trick], f"trick {trick + 1}"
        odds.share_of("10 0", place == 0, label)
        odds.mean_of("10 1", in_due["points"][:, trick] * (place == 0), label)
    in_tre = watched("random", "random", 100_000, "in_tre")
    for trick in range(10):
        place, label = in_tre["place"][:, trick], f"trick {trick + 1}"
        odds.share_of("11 0", place == 0, label)
        for other in (1, 2):
            odds.share_of("11 1", place == other, f"{label}, place {other}")
    odds.check()


# With whom at which rules: who plays, and what he may know, is all the same to the trumps
TABLES = [
    ("first", "first", 50_000, {}),
    ("greedy", "greedy", 100_000, {}),
    ("expert", "expert", 50_000, {}),
    ("expert", "random", 50_000, {}),
    ("expert", "expert", 50_000, {"segni": "off", "last_hand_peek": False}),
    ("expert", "greedy", 50_000, {"segni": "full", "segni_seen_by": "table", "initial_peek": True}),
    ("expert", "expert", 50_000, {"segni": "full", "initial_peek": True, "recall": "table"}),
    ("expert_dd", "expert", 2_000, {}),
]


@pytest.mark.parametrize(("even", "odd", "deals", "changes"), TABLES)
def test_trumps_do_not_depend_on_policies(
    even: str, odd: str, deals: int, changes: dict[str, Any]
) -> None:
    """Section 9: hypergeometric for each seat's first nine cards and each pair's first 18."""
    seen = watched(even, odd, deals, **changes)
    family = Family()
    got = trumps(seen, seen["got"])
    assert (bits_of(seen["got"]) == 9).all()
    for seat in SEATS:
        for k in range(10):
            hits = int((bits_of(got[:, seat]) == k).sum())
            family.share(f"seat {seat} {k}", hits, deals, trumps_law(k, 9))
        for k in range(4):
            hits = int((bits_of(trumps(seen, seen["first"])[:, seat]) == k).sum())
            family.share(f"seat {seat} first {k}", hits, deals, trumps_law(k, 3))
    for side in (0, 1):
        ours = got[:, side] | got[:, side + 2]
        for k in range(10):
            hits = int((bits_of(ours) == k).sum())
            family.share(f"side {side} {k}", hits, deals, trumps_law(k, 18))
        family.mean(f"side {side}", bits_of(ours), 54 / 13)
        for rank in range(10):
            hits = int((ours >> np.uint64(rank) & np.uint64(1)).sum())
            family.share(f"side {side} rank {rank + 1}", hits, deals, NAMED_TRUMP)
    family.check()


# preset, unseen cards, trumps among them, cards that side 0 gets before the last draw
COLUMNS = [
    ("palazzo", ["random"], 39, 9, 18),
    ("palazzo", ["greedy"], 39, 9, 18),
    ("palazzo", ["expert"], 39, 9, 18),
    ("muta", ["expert", "greedy"], 39, 9, 18),
    ("piemonte", ["expert"], 39, 9, 18),
    ("scambio_sette", ["expert"], 39, 9, 18),
    ("scambio_due", ["expert"], 39, 9, 18),
    ("in_due", ["expert", "greedy"], 39, 9, 19),
    ("in_due_scoperta", ["expert"], 39, 9, 19),
    ("in_tre_36", ["expert"], 35, 8, 11),
]


@pytest.mark.parametrize(("preset", "policies", "unseen", "among", "taken"), COLUMNS)
def test_columns_of_trumps(
    preset: str, policies: list[str], unseen: int, among: int, taken: int
) -> None:
    """`trumps_recv_0`, also where the face-up card is exchanged, and `trumps_dealt_0`."""
    rows = play(policies, 40_000, preset)
    dealt = 6 if GAME.preset(preset).seats == 4 else 3
    family = Family()
    for name, n in (("trumps_recv_0", taken), ("trumps_dealt_0", dealt)):
        for k in range(among + 1):
            hits = int((rows[name] == k).sum())
            family.share(f"{name} {k}", hits, len(rows), trumps_law(k, n, unseen, among))
    for suit in range(4):
        family.share(f"suit {suit}", int((rows["trump_suit"] == suit).sum()), len(rows), 1 / 4)
    carico = (0, 6) if preset == "piemonte" else (0, 2)
    hits = int(np.isin(rows["faceup_card"] % 10, carico).sum())
    family.share("T a carico", hits, len(rows), 8 / (unseen + 1))
    worth = np.isin(rows["faceup_card"] % 10, (*carico, 7, 8, 9))
    family.share("T has points", int(worth.sum()), len(rows), 20 / (unseen + 1))
    family.check()


def test_the_columns_are_those_of_the_deals_watched() -> None:
    """Arena and `watch` play the same deals: what the rows say is what the cards did."""
    for policy in ("random", "expert"):
        seen, rows = watched(policy, policy, 50_000), play([policy], 50_000)
        ours = [seen[name][:, 0] | seen[name][:, 2] for name in ("first", "got")]
        assert (rows["faceup_card"] == seen["turned"]).all()
        assert (rows["trumps_dealt_0"] == bits_of(trumps(seen, ours[0]))).all()
        assert (rows["trumps_recv_0"] == bits_of(trumps(seen, ours[1]))).all()
        shift = (seen["turned"] // 10 * 10).astype(np.uint64)
        assert (rows["trump_points_recv_0"] == points_of(trumps(seen, ours[1]) << shift)).all()
        winner = np.cumsum(seen["place"][:, :10], axis=1) % 4
        for seat in SEATS:
            assert (rows[f"tricks_s{seat}"] == (winner == seat).sum(axis=1)).all()
        points = seen["points"][:, :10].astype(int)
        assert (rows["points_0"] == (points * (winner % 2 == 0)).sum(axis=1)).all()
        before = (points * (winner % 2 == 0))[:, :7].sum(axis=1)
        assert (rows["points_before_end_0"] == before).all()
        assert (rows["last_trick_seat"] == winner[:, 9]).all()
        assert (rows["faceup_seat"] == (winner[:, 6] + 3) % 4).all()


@kernel
def settle_many(key, rules, p, drawn, rows):
    """Matches of deals that are drawn with one probability, else won by team A with another."""
    states = np.zeros(1, STATE)
    matches = np.zeros(1, MATCH)
    streams = np.zeros(1, STREAM)
    state, match, stream = states[0], matches[0], streams[0]
    for number in range(rows.size):
        open_stream(stream, key, number, 0, MATCH_LANE)
        open_match(match, rules, stream)
        while not match_over(match, rules):
            winner = -1
            if uniform(stream) >= drawn:
                winner = 0 if uniform(stream) < p else 1
            end_briscola(state, np.int64(match.first), winner)
            settle(state, rules, match)
        record_match(match, rules, number, rows[number])


def settled(p: float, drawn: float, seed: int) -> np.ndarray:
    rows = np.zeros(200_000, GAME.match_row)
    settle_many(np.uint64(seed), GAME.preset().record()[0], p, drawn, rows)
    return rows


def test_match_law() -> None:
    """Rows 14 to 16."""
    odds = Odds({k: p for k, p in page().items() if k.startswith(MATCH_ROWS)})
    equal = settled(0.5, 0.0, 302)
    for k in range(4):
        odds.share_of(f"14 {k}", equal["deals"] == 4 + k)
    odds.mean_of("14 mean 0", equal["deals"])
    some_drawn = settled(0.5, 1 / 50, 303)
    odds.mean_of("15 0", some_drawn["deals"])
    decided = some_drawn["deals"] - some_drawn["drawn_deals"]
    for k in range(4):
        odds.share_of(f"14 {k}", decided == 4 + k, "decided")
    for k, p in enumerate((0.55, 0.6)):
        odds.share_of(f"16 {k}", settled(p, 1 / 50, 304 + k)["winner"] == 0)
    odds.share("swept", int(equal["sweep"].sum()), len(equal), 1 / 8)
    for player in SEATS:
        hits = int((equal["first_of_match"] == player).sum())
        odds.share(f"first {player}", hits, len(equal), 1 / 4)
    odds.check()
