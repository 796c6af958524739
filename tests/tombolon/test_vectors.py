"""Every worked example of the rules page against the kernel, each named by its number and clause."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from sim.cards import members
from sim.errors import InputError
from sim.game import find_game
from sim.games.tombolon import kernel, score
from sim.games.tombolon.rules import GoingOut, Rules
from sim.games.tombolon.state import MATCH, OWN, STATE, TABLE
from sim.replay import Referee
from tests.vectors import tombolon as vectors

GAME = find_game("tombolon")


def named(rows: Any) -> Any:
    """Parametrize by vectors, each test named by vector and clauses."""
    ids = ["-".join((row.name.replace(" ", "_"), *row.clauses)) for row in rows]
    return pytest.mark.parametrize("vector", rows, ids=ids)


def rules_of(preset: str, changes: dict[str, Any] | None = None) -> Rules:
    preset = {"rovigo": "rovigo4", "padova": "padova4"}.get(preset, preset)
    rules = GAME.preset(preset).but("rules", **(changes or {}))
    assert isinstance(rules, Rules)
    return rules


def mask(rules: Rules, text: str) -> np.uint64:
    return np.uint64(sum(1 << card for card in rules.cards.cards(text)))


def lay_table(rules: Rules, hand: str, table: str) -> tuple[Any, Any]:
    own, board = np.zeros(1, OWN), np.zeros(1, TABLE)
    own[0]["hand"], board[0]["cards"] = mask(rules, hand), mask(rules, table)
    return board[0], own[0]


@pytest.mark.parametrize("preset", GAME.presets)
def test_honours_are_those_of_the_kernel(preset: str) -> None:
    """TB-32, with every honour of Denari."""
    for rank in range(1, rules_of(preset).top + 1):
        rules = rules_of(preset, {"denari_honour_rank": rank})
        assert members(int(score.honour_mask(rules.record()[0]))) == rules.honours


@pytest.mark.parametrize("preset", GAME.presets)
def test_a_side_is_far_only_from_a_target_that_no_pile_reaches(preset: str) -> None:
    """TB-29, TB-38: certain totals are computed from where the whole pack would reach the target."""
    rules = rules_of(preset)
    record, table = rules.record()[0], np.zeros(1, TABLE)[0]
    most = score.pile_points(score.whole_pack(record), 0, record)
    assert most == 12 + rules.ranks <= score.MOST_PILE_POINTS
    table["start_score"][0] = rules.target - most
    assert not score.far_from_target(table, 0, record)


@named(vectors.LEGAL)
def test_legal_actions(vector: Any) -> None:
    rules = rules_of(vector.preset, vector.changes)
    table, own = lay_table(rules, vector.hand, vector.table)
    actions = np.zeros(GAME.max_actions(rules), np.int64)
    n = kernel.legal(table, own, rules.record()[0], actions)
    texts = [GAME.text.format_action(rules, action) for action in actions[:n]]
    assert texts == vector.actions.split()
    assert [GAME.text.parse_action(rules, text) for text in texts] == list(actions[:n])


def play_one(vector: Any) -> tuple[int, int, Any]:
    """Points of one play, marked by `apply` as in a deal."""
    rules = rules_of(vector.preset)
    action = GAME.text.parse_action(rules, vector.action)
    states = np.zeros(1, STATE)
    state = states[0]
    state["table"]["cards"] = mask(rules, vector.table)
    state["table"]["play"] = rules.pack - 5 if getattr(vector, "last_card", True) else 0
    state["table"]["hand_size"] = 2
    state["table"]["last_capturer"] = 1
    state["own"]["hand"][0] = np.uint64(1) << np.uint64(action >> 52)
    kernel.apply(state, rules.record()[0], np.int64(action), np.zeros(1, "u8"))
    return int(state["table"]["scopa_points"][0]), int(state["table"]["colour_points"][0]), states


@named(vectors.PLAYS)
def test_points_of_one_play(vector: Any) -> None:
    scopa, colour, _ = play_one(vector)
    assert (scopa, colour) == (vector.scopa, vector.colour)
    rules = rules_of(vector.preset)
    action = GAME.text.parse_action(rules, vector.action)
    total = score.play_points(
        mask(rules, vector.table),
        action >> 52,
        np.uint64(action & (1 << 52) - 1),
        rules.record()[0],
        vector.last_card,
    )
    assert total == vector.scopa + vector.colour


@named(vectors.LAST_CARD)
def test_last_card_laid_down(vector: Any) -> None:
    """TB-25: table cards handed over at the end make no colour."""
    scopa, colour, states = play_one(vector)
    rules = rules_of(vector.preset)
    assert (scopa, colour) == (vector.scopa, vector.colour)
    assert int(states[0]["table"]["piles"][1]) == int(mask(rules, vector.leftovers))
    assert states[0]["done"]


@named(vectors.PILES)
def test_pile_points(vector: Any) -> None:
    rules = rules_of(vector.preset, vector.changes)
    record, side = rules.record()[0], vector.side
    pile = mask(rules, vector.pile)
    assert int(pile).bit_count() == vector.cards
    got = (
        score.carte_points(pile, side, record),
        score.spade_points(pile, side, record),
        int(pile & score.due_mask(record)).bit_count(),
        int(pile & score.bello_mask(record)).bit_count(),
        int(pile & score.fante_mask(record)).bit_count(),
        score.raddoppio_points(pile, side, record),
        score.napoli_points(pile, record),
        bool(score.makes_tombolon(pile, side, record)),
        score.pile_points(pile, side, record),
    )
    assert got == (
        vector.carte,
        vector.spade,
        vector.due,
        vector.bello,
        vector.fante,
        vector.raddoppio,
        vector.napoli,
        vector.tombolon,
        vector.total,
    )


@named(vectors.REDEALS)
def test_redeal(vector: Any) -> None:
    for preset, wanted in (("rovigo", vector.rovigo), ("padova", vector.padova)):
        rules = rules_of(preset)
        if wanted is None:
            with pytest.raises(InputError):
                rules.cards.cards(vector.table)
            continue
        got = kernel.calls_for_redeal(mask(rules, vector.table), rules.record()[0])
        assert bool(got) == wanted


def formula_deck(rules: Rules, a: int, b: int) -> list[int]:
    return [(a * i + b) % rules.pack for i in range(rules.pack)]


@named(vectors.DEALINGS)
def test_dealing(vector: Any) -> None:
    rules = rules_of(vector.preset)
    referee = Referee(GAME, rules)
    referee.set_up(formula_deck(rules, vector.a, vector.b), np.zeros(1, MATCH)[0])
    state = referee.state
    for seat, hand in enumerate(vector.first_packet):
        assert int(state["own"][seat]["hand"]) == int(mask(rules, hand))
    assert int(state["table"]["cards"]) == int(mask(rules, vector.table))
    assert rules.cards.text(int(state["table"]["bottom"])) == vector.bottom
    for _ in range(rules.n_seats * rules.packets[0]):
        referee.play(referee.legal()[0])
    assert int(state["own"][0]["hand"]) == int(mask(rules, vector.second_of_seat0))


def play_formula(vector: Any, going_out: str, start: tuple[int, int] = (0, 0)) -> Referee:
    rules = rules_of(vector.preset, {"going_out": going_out})
    referee = Referee(GAME, rules)
    referee.matches[0]["score"] = start
    referee.set_up(formula_deck(rules, vector.a, vector.b), referee.matches[0])
    while not referee.is_over():
        referee.play(referee.legal()[0 if vector.action == "first" else -1])
    return referee


@named(vectors.COMPLETE)
def test_complete_deal(vector: Any) -> None:
    row = play_formula(vector, "off").row()
    assert row["legal_actions_sum"] == vector.legal_actions_sum
    assert (row["leftovers"], row["leftover_side"]) == (vector.leftovers, vector.leftover_side)
    for side, figures in enumerate((vector.side0, vector.side1)):
        got = {name: row[f"{name}_{side}"] for name in figures._fields}
        assert got == figures._asdict()


@named(vectors.GOING_OUT)
def test_going_out(vector: Any) -> None:
    referee = play_formula(vector, vector.going_out, vector.start)
    row = referee.row()
    assert row["plays"] == vector.plays
    assert (row["deal_points_0"], row["deal_points_1"]) == vector.deal_points
    assert (row["end_score_0"], row["end_score_1"]) == vector.totals
    assert row["ended_by"] == vector.ended_by
    match_row = referee.settle()
    if vector.winner_side is None:
        assert match_row is None
    else:
        assert match_row is not None
        assert match_row["winner_team"] == vector.winner_side
    if vector.extra_deal:
        rules = referee.rules
        referee.set_up(formula_deck(rules, 1, 0), referee.matches[0])  # type: ignore[arg-type]
        assert referee.state["table"]["extra"] == 1


@named(vectors.CERTAIN)
@pytest.mark.parametrize("going_out", ["secured", "play"])
def test_certain_total(vector: Any, going_out: str) -> None:
    rules = rules_of("rovigo", {"going_out": going_out})
    record, side = rules.record()[0], vector.side
    table = np.zeros(1, TABLE)[0]
    table["start_score"][side] = vector.start
    table["scopa_points"][side] = vector.made
    table["piles"][side] = mask(rules, vector.pile)
    assert score.certain_total(table, side, record) == vector.total
    outcome = None
    if score.ends_by_tombolon(table, side, record):
        outcome = "tombolon"
    elif score.goes_out(table, side, record):
        outcome = "out"
    assert outcome == getattr(vector, going_out)
    assert rules.going_out == GoingOut[going_out]


@named(vectors.SETTLE)
def test_end_of_a_complete_deal(vector: Any) -> None:
    rules = rules_of("rovigo", {"going_out": "off", **vector.changes})
    record = rules.record()[0]
    state = np.zeros(1, STATE)[0]
    for side in (0, 1):
        if vector.tombolon[side]:
            pile = mask(rules, "1S 2S 3S 4S 5S 6S 7S FS CS RS 7D 1C 2C 3C 4C 5C 6C 7C FC CC RC")
            state["table"]["piles"][side] = pile
    winner, won_by = kernel.winning_side(state, record, *vector.totals)
    assert (winner if winner >= 0 else None) == vector.winner_side
    if vector.winner_side is not None:
        assert won_by == vector.won_by


@named(vectors.ENDINGS)
def test_exact_ending_in_random_play(vector: Any) -> None:
    """The kernel's random play reproduces the exact expectations within five standard errors."""
    rules = rules_of(vector.preset, {"going_out": "off"})
    deck = formula_deck(rules, vector.a, vector.b)
    referee = Referee(GAME, rules)
    referee.set_up(deck, np.zeros(1, MATCH)[0])
    for _ in range(rules.pack - 4 - vector.k):
        referee.play(referee.legal()[0])
    for seat, hand in enumerate(vector.hands):
        assert int(referee.state["own"][seat]["hand"]) == int(mask(rules, hand))
    assert int(referee.state["table"]["cards"]) == int(mask(rules, vector.table))
    expected_0, expected_1, more = exact_ending(referee)
    assert expected_0 == Fraction(*vector.expected_0)
    assert expected_1 == Fraction(*vector.expected_1)
    assert more == Fraction(*vector.p_side0_more)


def exact_ending(referee: Referee) -> tuple[Fraction, Fraction, Fraction]:
    """Expectations of uniformly random play by going through every line with the kernel."""
    if referee.is_over():
        row = referee.row()
        points = Fraction(row["deal_points_0"]), Fraction(row["deal_points_1"])
        return *points, Fraction(points[0] > points[1])
    before, legal = referee.states.copy(), referee.legal()
    totals = [Fraction(0)] * 3
    for action in legal:
        referee.states[:] = before
        referee.play(action)
        totals = [a + b / len(legal) for a, b in zip(totals, exact_ending(referee), strict=True)]
    return totals[0], totals[1], totals[2]


@pytest.mark.parametrize("pack", ["rovigo", "padova"])
def test_possible_colours(pack: str) -> None:
    """Section 2: 1, 1, 2, 3, 4, 5, 7, 9 colours a suit for the cards from 3."""
    rules = rules_of(pack)
    record = rules.record()[0]
    suit = np.uint64((1 << rules.top) - 1)
    counts = []
    for rank in range(3, rules.top + 1):
        n, (chosen, total) = 0, kernel.next_capture(suit, rank, record, np.uint64(0), 0)
        while chosen:
            n += bool(score.is_colour(rank - 1, np.uint64(chosen), record))
            chosen, total = kernel.next_capture(suit, rank, record, np.uint64(chosen), total)
        counts.append(n)
    assert tuple(counts) == vectors.COLOURS_BY_RANK[: len(counts)]
    assert (sum(counts), 4 * sum(counts)) == vectors.COLOURS_IN_ALL[pack]
