"""Exact odds of Tombolon's deals: X1 to X24 of the rules page and the catalogue of exact odds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.bits import ZERO, bit, count
from sim.game import find_game
from sim.games.tombolon.kernel import (
    captured_of,
    capturing_cards,
    card_of,
    lay_out,
    legal,
    next_capture,
    shuffle,
)
from sim.games.tombolon.score import clears, is_colour
from sim.games.tombolon.state import MATCH, STATE
from sim.jit import kernel
from sim.rng import CARDS_LANE, STREAM, open_stream
from tests.statistics.family import Family
from tests.vectors import tombolon as vectors

GAME = find_game("tombolon")
DEALS = 1_000_000

FEATURES = np.dtype(
    [
        ("redeals", "u1"),
        ("bottom", "u1"),
        ("actions", "u2"),  # legal actions of the first decision
        ("captures", "u1"),  # seat 0 can capture
        ("scopa", "u1"),  # seat 0 can clear the table
        ("colour", "u1"),  # seat 0 can make a colour
        ("able", "u1"),  # unseen cards that would capture
        ("table", "u8"),
        ("hand", "u8"),  # first packet of seat 0
        ("side", "u8", (2,)),  # all cards dealt to each side
    ],
    align=True,
)


@kernel
def deal_many(key, rules, features):
    """Deal 0, 1, ... and note what the laws speak of."""
    states = np.zeros(1, STATE)
    matches = np.zeros(1, MATCH)
    streams = np.zeros(1, STREAM)
    actions = np.zeros(4096, np.int64)
    state = states[0]
    for number in range(features.size):
        feature = features[number]
        open_stream(streams[0], key, number, 0, CARDS_LANE)
        shuffle(state, rules, matches[0], streams[0])
        lay_out(state, rules, matches[0])
        table = state.table.cards
        feature.redeals = state.n_redeals
        feature.bottom = state.deck[rules.pack - 1]
        feature.table = table
        feature.hand = state.own[0].hand
        feature.able = count(capturing_cards(table, rules) & ~table)
        n = legal(state.table, state.own[0], rules, actions)
        feature.actions = n
        for k in range(n):
            captured = captured_of(actions[k])
            feature.captures |= captured != ZERO
            feature.scopa |= clears(table, captured)
            feature.colour |= is_colour(card_of(actions[k]), captured, rules)
        place = 0
        for packet in range(24):
            size = rules.packets[packet]
            for seat in range(rules.n_seats):
                for _ in range(size):
                    feature.side[seat % 2] |= bit(state.deck[place])
                    place += 1
            if packet == 0:
                place += 4


def sample(preset: str, seed: int, deals: int = DEALS, **changes: Any) -> tuple[Any, np.ndarray]:
    rules = GAME.preset(preset).but("rules", **changes)
    features = np.zeros(deals, FEATURES)
    deal_many(np.uint64(seed), rules.record()[0], features)
    return rules, features


def bits_of(masks: np.ndarray) -> np.ndarray:
    return np.bitwise_count(masks)


@pytest.mark.parametrize(("town", "seed"), [("rovigo", 101), ("padova", 102)])
def test_x1_to_x24(town: str, seed: int) -> None:
    rules, f = sample(f"{town}4", seed)
    exact = {name: p / q for name, (p, q) in vectors.EXACT[town].items()}
    n, ranks, top = len(f), rules.ranks, rules.top
    spade = np.uint64(((1 << ranks) - 1) << 3 * ranks)
    due, fante, bello = 3 * ranks + 1, 3 * ranks + ranks - 3, rules.denari_honour_rank - 1
    honours = np.uint64(1 << due | 1 << fante | 1 << bello)
    three = np.uint64(7 << 3 * ranks)
    numbers = sum(
        [
            (f["table"] >> np.uint64(c) & np.uint64(1)) * np.uint64(c % ranks + 1)
            for c in range(4 * ranks)
        ]
    )
    figures = np.uint64(sum(1 << c for c in range(4 * ranks) if c % ranks >= top))
    family = Family()

    def share(name: str, hits: Any, of: int = n) -> None:
        family.share(name, int(np.sum(hits)), of, exact[name])

    attempts = n + int(f["redeals"].sum())
    share("X1", f["redeals"].sum(), attempts)
    family.mean("X2", f["redeals"], exact["X2"])
    share("X3", ((f["table"] & figures) == 0) & (numbers <= top))
    share("X4", f["scopa"])
    share("X5", f["colour"])
    share("X6", f["captures"])
    family.mean("X7", f["able"] / (rules.pack - 4), exact["X7"])
    family.mean("X8", f["actions"], exact["X8"])
    for k in range(5):
        share(f"X{9 + k}", bits_of(f["table"] & spade) == k)
    share("X14", (f["table"] & honours) == 0)
    share("X15", (f["table"] & honours) == honours)
    share("X16", f["bottom"] == due)
    share("X17", f["bottom"] == bello)
    share("X18", np.isin(f["bottom"], (due, fante, bello)))
    share("X19", f["bottom"] >= 3 * ranks)
    share("X20", (f["hand"] & honours) != 0)
    for side in (0, 1):
        dealt = f["side"][:, side]
        family.share(f"X21 side {side}", int(((dealt & honours) == honours).sum()), n, exact["X21"])
        family.share(f"X22 side {side}", int(((dealt & three) == three).sum()), n, exact["X22"])
        family.share(f"X23 side {side}", int(((dealt & spade) == spade).sum()), n, exact["X23"])
        family.mean(f"X24 side {side}", bits_of(dealt & spade), exact["X24"])
    family.check()


def test_catalogue_of_exact_odds() -> None:
    """The exact odds that concern Tombolon's deals, with and without the redeal rule."""
    path = Path(__file__).with_name("exact_odds.json")
    odds = {
        entry["name"].removeprefix("tombolon_"): int(entry["numerator"]) / int(entry["denominator"])
        for entry in json.loads(path.read_text())["odds"]
        if entry["game"] == "tombolon"
    }
    _, any_table = sample("rovigo4", 103, redeal_ranks=[])
    _, good = sample("rovigo4", 104)
    family = Family()
    used = set()

    def share(name: str, hits: np.ndarray) -> None:
        used.add(name)
        family.share(name, int(hits.sum()), len(hits), odds[name])

    def equal(table: np.ndarray, rank: int) -> np.ndarray:
        same = np.uint64(sum(1 << s * 10 + rank - 1 for s in range(4)))
        return bits_of(table & same)

    table, side = any_table["table"], any_table["side"][:, 0]
    most = {rank: equal(table, rank) for rank in range(1, 11)}
    listed = np.maximum.reduce([most[rank] for rank in (7, 8, 9, 10)])
    share("table_three_plus_equal_one_named_rank", most[10] >= 3)
    share("table_three_plus_equal_figures", np.maximum.reduce([most[r] for r in (8, 9, 10)]) >= 3)
    share("table_three_plus_equal_figures_or_seven", listed >= 3)
    share("table_three_plus_equal_any_rank", np.maximum.reduce(list(most.values())) >= 3)
    share("table_exactly_three_equal_figures_or_seven", listed == 3)
    share("table_four_equal_figures_or_seven", listed == 4)
    figures = np.uint64(sum(1 << c for c in range(40) if c % 10 >= 7))
    pips = sum([(table >> np.uint64(c) & np.uint64(1)) * np.uint64(c % 10 + 1) for c in range(40)])
    for total in (4, 5, 6, 7):
        share(f"table_numeral_sum_eq_{total}", ((table & figures) == 0) & (pips == total))
    share("first_player_can_sweep_at_once_no_redeal_rule", any_table["scopa"] != 0)
    spade, honours = np.uint64(((1 << 10) - 1) << 30), np.uint64(1 << 31 | 1 << 37 | 1 << 6)
    sevens = np.uint64(sum(1 << s * 10 + 6 for s in range(4)))
    share("given_team_dealt_all_ten_spades", (side & spade) == spade)
    either = ((any_table["side"] & spade) == spade).any(axis=1)
    share("either_team_dealt_all_ten_spades", either)
    share("given_team_dealt_three_honours", (side & honours) == honours)
    share("given_team_dealt_no_honour", (side & honours) == 0)
    share("some_honour_on_table", (table & honours) != 0)
    share("given_team_dealt_four_sevens", (side & sevens) == sevens)
    share("given_player_dealt_7_coins_in_first_hand", (any_table["hand"] >> np.uint64(6) & 1) == 1)
    family.mean("expected_spades_dealt_to_team", bits_of(side & spade), 4.5)
    used.add("expected_spades_dealt_to_team")

    side = good["side"][:, 0]
    kings = equal(good["table"], 10)
    share("first_player_can_sweep_at_once", good["scopa"] != 0)
    share("table_two_plus_kings_given_no_redeal", kings >= 2)
    share("given_team_dealt_all_ten_spades_given_no_redeal", (side & spade) == spade)
    share("given_team_dealt_three_honours_given_no_redeal", (side & honours) == honours)
    for name, values in (
        ("expected_figures_on_table_given_no_redeal", bits_of(good["table"] & figures)),
        ("expected_deals_until_no_redeal", good["redeals"] + 1.0),
    ):
        family.mean(name, values, odds[name])
        used.add(name)
    assert used == set(odds)
    family.check()


def test_captures_against_all_subsets() -> None:
    """The capture enumerator against a search of all subsets, on random tables."""
    rules = GAME.preset("padova4")
    record = rules.record()[0]
    rng = np.random.default_rng(5)
    for _ in range(300):
        cards = rng.permutation(52)[: rng.integers(0, 12)]
        table = np.uint64(sum(1 << int(card) for card in cards))
        for rank in range(1, 14):
            found = []
            chosen, total = next_capture(table, rank, record, np.uint64(0), 0)
            while chosen:
                found.append(int(chosen))
                chosen, total = next_capture(table, rank, record, np.uint64(chosen), total)
            assert found == subsets_that_sum(cards, rank)


def subsets_that_sum(cards: np.ndarray, rank: int) -> list[int]:
    """Masks of the captures of a rank, by going through all subsets."""
    ranks = [int(card) % 13 + 1 for card in cards]
    masks = []
    for subset in range(1, 1 << len(cards)):
        chosen = [k for k in range(len(cards)) if subset >> k & 1]
        equal = len(chosen) == 1 and ranks[chosen[0]] == rank
        number = len(chosen) > 1 and rank <= 10 and all(ranks[k] <= 10 for k in chosen)
        if equal or (number and sum(ranks[k] for k in chosen) == rank):
            masks.append(sum(1 << int(cards[k]) for k in chosen))
    return sorted(masks)
