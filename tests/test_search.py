"""The search policy, and the exact ends of deals that it asks for."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.errors import InputError
from sim.game import Game, find_game, game_names
from sim.games.tresette import solve as tresette
from sim.play import Arena, compile_policy
from sim.policies.registry import find_policy
from sim.replay import Referee, plain_row

SEARCHED = [name for name in game_names() if find_game(name).search]
PACK = [(suit, strength) for suit in range(4) for strength in range(10)]
THIRDS = {7: 3, 4: 1, 5: 1, 6: 1, 8: 1, 9: 1}

Card = tuple[int, int]


def best_by_hand(hands: list[frozenset[Card]], leader: int) -> int:
    """Thirds of the leader's side, the last trick for three, by trying everything."""
    players = len(hands)

    @cache
    def share(held: tuple[frozenset[Card], ...], seat: int, trick: tuple[Any, ...]) -> int:
        if not trick and not any(held):
            return 0
        follow = [card for card in held[seat] if trick and card[0] == trick[0][1][0]]
        found = []
        for card in follow or held[seat]:
            left = tuple(hand - {card} for hand in held)
            played = (*trick, (seat, card))
            if len(played) < players:
                found.append(share(left, (seat + 1) % players, played))
                continue
            of_suit = [p for p in played if p[1][0] == played[0][1][0]]
            winner = max(of_suit, key=lambda p: p[1][1])[0]
            worth = sum(THIRDS.get(strength, 0) for _, (_, strength) in played)
            worth += 3 * (not any(left))
            ours = (winner - leader) % 2 == 0
            found.append(worth * ours + share(left, winner, ()))
        return max(found) if (seat - leader) % 2 == 0 else min(found)

    return share(tuple(hands), leader, ())


def solve(hands: list[frozenset[Card]], leader: int, memory: Any, size: int) -> int:
    masks = [np.uint64(sum(1 << 10 * s + r for s, r in hand)) for hand in hands]
    masks = masks[leader:] + masks[:leader]
    players = len(masks)
    masks += [np.uint64(0)] * (4 - players)
    left = 3 + sum(THIRDS.get(strength, 0) for hand in hands for _, strength in hand)
    return int(
        tresette.best_share(
            *masks, players, leader, 0, np.uint64(0), 0, 0, left, -1, left + 1, memory, size
        )
    )


@pytest.mark.parametrize(("players", "tricks", "deals"), [(4, 1, 60), (4, 2, 200), (4, 3, 80),
                                                         (4, 4, 8), (2, 4, 80), (2, 6, 10)])  # fmt: skip
@pytest.mark.parametrize("size", [4, 1 << 16], ids=["crowded", "roomy"])
def test_tresette_ends_are_solved(players: int, tricks: int, deals: int, size: int) -> None:
    """Against brute force; a table far too small changes nothing but the time."""
    rng = random.Random(players * 10 + tricks)
    memory = np.zeros(tresette.MEMORY, np.uint64)
    for _ in range(deals):
        cards = rng.sample(PACK, players * tricks)
        hands = [frozenset(cards[seat::players]) for seat in range(players)]
        leader = rng.randrange(players)
        memory[:] = 0
        assert solve(hands, leader, memory, size) == best_by_hand(hands, leader)


def playing(game: Game, rules: Any, seed: int) -> tuple[Referee, int]:
    """A deal played at random until its end can be solved; the referee and the tricks left."""
    arena = Arena(game, rules, [find_policy(game, "random")] * rules.seats, seed)
    deal = next(arena.deals(0))
    referee = Referee(game, rules)
    referee.set_up([int(card) for card in deal.state[0]["deck"][:40]], deal.match[0])
    assert game.search is not None
    for action in game.text.plays(deal.state[0]):
        if game.search.solvable(referee.state, rules.record()[0], 3):
            break
        referee.play(action)
    return referee, 3


@pytest.mark.parametrize("name", ["tresette", "briscola"])
def test_solved_worth_is_what_best_play_brings(name: str) -> None:
    """Walk down the deal by the solver's word: its worth never changes, and the end is worth it."""
    game = find_game(name)
    assert game.search is not None
    rules = game.preset()
    record = rules.record()[0]
    memory = np.zeros(game.search.memory, np.uint64)
    for seed in range(12):
        referee, _ = playing(game, rules, seed)
        promised = game.search.solve(referee.state, record, 0, memory)
        while not referee.is_over():
            here, sign = [], 1 if int(referee.state["table"]["seat"]) % 2 == 0 else -1
            for action in referee.legal():
                after = Referee(game, rules)
                after.states[:] = referee.states
                after.play(action)
                worth = (
                    game.search.worth(after.state, record, 0)
                    if after.is_over()
                    else game.search.solve(after.state, record, 0, memory)
                )
                here.append((sign * worth, action))
            best, action = max(here, key=lambda pair: pair[0])
            assert best == pytest.approx(sign * promised)
            referee.play(action)
        assert game.search.worth(referee.state, record, 0) == pytest.approx(promised)


@pytest.mark.parametrize("name", SEARCHED)
def test_search_beats_who_plays_it_on(name: str) -> None:
    """Sixteen worlds played on at random beat random play, on the same cards with seats exchanged."""
    game = find_game(name)
    rules = game.preset()
    pimc, plain = find_policy(game, "pimc:rollout=random,exact=0"), find_policy(game, "random")
    half, deals = rules.seats // 2, 60
    lead = 0.0
    for seats, sign in (([pimc, plain] * half, 1), ([plain, pimc] * half, -1)):
        arena = Arena(game, rules, seats, 3)
        for deal in (deal for number in range(deals) for deal in arena.deals(number)):
            points = game.text.deal_points(plain_row(deal.row[0], game.columns, rules))
            lead += sign * (points[0] - points[1])
    assert lead > 0


def test_budgets_are_counts() -> None:
    """The same decision twice is the same; another number of worlds is another policy."""
    game = find_game("briscola")
    rules = game.preset()
    rows = []
    for spec in ("pimc:worlds=3", "pimc:worlds=3", "pimc:worlds=4"):
        arena = Arena(game, rules, [find_policy(game, spec)] * 4, 8)
        rows.append(np.concatenate([played.deals for played in arena.play(0, 20)]))
    assert (rows[0] == rows[1]).all()
    assert not (rows[0] == rows[2]).all()


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("pimc:worlds=0", "1..10000"),
        ("pimc:exact=-1", "0..40"),
        ("pimc:rollout=nobody", "nobody"),
        ("pimc:worlds=many", "int"),
        ("pimc:depth=3", "worlds"),
    ],
)
def test_refused(spec: str, says: str) -> None:
    game = find_game("briscola")
    with pytest.raises(InputError, match=says) as caught:
        compile_policy(game, find_policy(game, spec))
    assert "\n" not in str(caught.value)


def test_a_made_policy_comes_from_disk() -> None:
    """What a policy with parameters closes over is part of its name, so no process mixes two up."""
    program = (
        "from sim.game import find_game; from sim.policies.registry import find_policy;"
        "from sim.play import compile_policy; game = find_game('briscola');"
        "made = [compile_policy(game, find_policy(game, f'pimc:worlds={n}')) for n in (2, 3)];"
        "print(sum(sum(m.stats.cache_misses.values()) for m in made),"
        " len({m.py_func.__qualname__ for m in made}))"
    )
    for misses in (None, "0"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=Path(__file__).parent.parent,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert misses in (None, done.stdout.split()[0])
        assert done.stdout.split()[1] == "2"
