"""What holds for every registered game and policy, whatever its rules.

A new game gets these tests for nothing: cards conserved at each step, only legal actions, the end
within the bound, payoffs within bounds, no peeking, worlds consistent with all that is known, rows
that depend on nothing but their number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sim.game import Game, Policy, find_game, game_names
from sim.play import Arena, compile_policy
from sim.policies.registry import find_policy, policies_of
from sim.replay import Referee
from sim.rng import SEARCH_LANE, STREAM, open_stream
from sim.rules import RuleSet

CASES = [
    pytest.param(find_game(name), preset, id=f"{name}-{preset}")
    for name in game_names()
    for preset in find_game(name).presets
]
POLICIES = [
    pytest.param(find_game(name), preset, policy.name, id=f"{name}-{preset}-{policy.name}")
    for name in game_names()
    for preset in find_game(name).presets
    for policy in policies_of(find_game(name))
]
"""Every policy at every preset."""
CHEAPLY = {"pimc": "pimc:worlds=2,exact=2"}
"""How a policy is asked for whose default budget is more than these tests need."""


def deals_of(game: Game, rules: RuleSet, policy: str, numbers: range, unit: str) -> Iterator[Any]:
    seated = [find_policy(game, CHEAPLY.get(policy, policy))] * rules.entrants
    arena = Arena(game, rules, seated, 2026, unit)
    for number in numbers:
        yield from arena.deals(number)


def walk(game: Game, rules: RuleSet, policy: str = "random", numbers: range = range(3)) -> Any:
    """Every position of some matches: the referee before each play, and the action taken."""
    referee = Referee(game, rules)
    pack = game.text.pack(rules)
    for deal in deals_of(game, rules, policy, numbers, "match"):
        state = deal.state[0]
        deck = [int(card) for card in state["deck"][: len(pack)]]
        referee.set_up(deck, deal.match[0], redeals=int(state["n_redeals"]))
        for action in game.text.plays(state):
            yield referee, action
            referee.play(action)
        assert referee.is_over()
        yield referee, None


@pytest.mark.parametrize(("game", "preset", "policy"), POLICIES)
def test_cards_are_conserved_and_actions_legal(game: Game, preset: str, policy: str) -> None:
    rules = game.preset(preset)
    pack = game.text.pack(rules).numbers()
    decisions = 0
    for referee, action in walk(game, rules, policy):
        assert sorted(game.text.census(referee.state, rules)) == pack or action is None
        if action is None:
            assert 0 < decisions <= game.text.max_decisions(rules)
            low, high = game.text.deal_points_bounds(rules)
            points = game.text.deal_points(referee.row())
            assert len(points) == rules.sides
            assert all(low <= point <= high for point in points)
            decisions = 0
            continue
        legal = referee.legal()
        decisions += 1
        assert action in legal
        assert legal == sorted(set(legal))
        assert len(legal) <= game.max_actions(rules)


@pytest.mark.parametrize(("game", "preset"), CASES)
def test_actions_round_trip_as_text(game: Game, preset: str) -> None:
    rules = game.preset(preset)
    for referee, action in walk(game, rules):
        if action is None:
            continue
        for legal in referee.legal():
            written = game.text.format_action(rules, legal)
            assert game.text.parse_action(rules, written) == legal


class Seat:
    """What a policy is handed at one position, and what it answers."""

    def __init__(self, game: Game, rules: RuleSet, policy: Policy) -> None:
        self.game, self.record = game, rules.record()
        self.choose = compile_policy(game, policy)
        self.actions = np.zeros(game.max_actions(rules), np.int64)
        self.stream = np.zeros(1, STREAM)

    def answer(self, state: Any, number: int) -> tuple[int, list[int]]:
        table = state["table"]
        own = state["own"][table["seat"]]
        open_stream(self.stream[0], np.uint64(1), number, 0, 1)
        n = self.game.legal(table, own, self.record[0], self.actions)
        legal = [int(action) for action in self.actions[:n]]
        if n == 1:
            return 0, legal
        return int(self.choose(table, own, self.record[0], self.actions, n, self.stream[0])), legal


@pytest.mark.parametrize(("game", "preset", "policy"), POLICIES)
def test_no_policy_peeks_or_writes(game: Game, preset: str, policy: str) -> None:
    """Hidden cards dealt anew change neither the legal actions nor the choice; nothing is written."""
    rules = game.preset(preset)
    seat = Seat(game, rules, find_policy(game, CHEAPLY.get(policy, policy)))
    worlds = np.zeros(1, game.state)
    lane = np.zeros(1, STREAM)
    open_stream(lane[0], np.uint64(5), 0, 0, SEARCH_LANE)
    for number, (referee, action) in enumerate(walk(game, rules, policy, range(2))):
        if action is None:
            continue
        before = referee.states.tobytes()
        index, legal = seat.answer(referee.state, number)
        assert 0 <= index < len(legal)
        assert referee.states.tobytes() == before
        table, own = referee.state["table"], referee.state["own"][referee.state["table"]["seat"]]
        game.conceal(table, own, seat.record[0], worlds[0], lane[0])
        assert seat.answer(worlds[0], number) == (index, legal)


@pytest.mark.parametrize(("game", "preset"), CASES)
def test_concealed_worlds_hold_all_that_is_known(game: Game, preset: str) -> None:
    """Table and own hand as they are, hand sizes right, every card once, and a deal that can end."""
    rules = game.preset(preset)
    record = rules.record()
    worlds = np.zeros(1, game.state)
    lane = np.zeros(1, STREAM)
    open_stream(lane[0], np.uint64(6), 0, 0, SEARCH_LANE)
    actions = np.zeros(game.max_actions(rules), np.int64)
    pack = game.text.pack(rules).numbers()
    moved = 0
    for referee, action in walk(game, rules, "random", range(2)):
        if action is None:
            continue
        table = referee.state["table"]
        seat = int(table["seat"])
        game.conceal(table, referee.state["own"][seat], record[0], worlds[0], lane[0])
        world = worlds[0]
        assert world["table"].tobytes() == table.tobytes()
        assert world["own"][seat].tobytes() == referee.state["own"][seat].tobytes()
        assert sorted(game.text.census(world, rules)) == pack
        for other in range(rules.seats):
            sizes = [game.text.hand(where, other).bit_count() for where in (world, referee.state)]
            assert sizes[0] == sizes[1]
        moved += world["own"].tobytes() != referee.state["own"].tobytes()
        for _ in range(game.text.max_decisions(rules)):
            if game.over(world):
                break
            mover = world["own"][world["table"]["seat"]]
            assert game.legal(world["table"], mover, record[0], actions) > 0
            game.apply(world, record[0], actions[0], lane[0])
        assert game.over(world)
    assert moved > 10


@pytest.mark.parametrize(("game", "preset"), CASES)
def test_rows_depend_on_their_number_alone(game: Game, preset: str) -> None:
    rules = game.preset(preset)
    for unit in game.units:
        seated = [find_policy(game, "random")] * rules.entrants

        def play(
            first: int, count: int, buffer: int, unit: str = unit, seated: Any = seated
        ) -> Any:
            arena = Arena(game, rules, seated, 99, unit)
            played = list(arena.play(first, count, buffer=buffer))
            return [np.concatenate([getattr(rows, part) for rows in played]) for part in
                    ("deals", "matches")]  # fmt: skip

        whole = play(0, 40, 4096)
        pieces = [play(0, 13, 7), play(13, 1, 1), play(14, 26, 5)]
        for part in (0, 1):
            assert (np.concatenate([piece[part] for piece in pieces]) == whole[part]).all()


@pytest.mark.parametrize(("game", "preset"), CASES)
def test_other_policies_meet_the_same_cards(game: Game, preset: str) -> None:
    """Common random numbers: the pack of a deal does not depend on who plays it."""
    rules = game.preset(preset)
    packs = [
        [
            next(deals_of(game, rules, policy, range(number, number + 1), game.units[0]))
            .state[0]["deck"]
            .tobytes()
            for number in range(20)
        ]
        for policy in ("random", "first")
    ]
    assert packs[0] == packs[1]
    assert len(set(packs[0])) == 20


@pytest.mark.parametrize(("game", "preset"), CASES)
def test_every_column_is_declared_with_unit_and_meaning(game: Game, preset: str) -> None:
    for column in (*game.columns, *game.match_columns):
        assert column.unit
        assert column.meaning
    for columns, dtype in ((game.columns, game.row), (game.match_columns, game.match_row)):
        rows = np.zeros(3, dtype)
        assert all(len(column.of(rows)) == 3 for column in columns)
