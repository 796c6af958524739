"""How fast others play cards: OpenSpiel's games driven from Python, beside ours driven by our loop."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from benchmarks.policies import SEED, decisions_of, drain, open_arena
from benchmarks.timing import PROCESSOR, fit, interleave
from sim import find_game, game_names
from sim.policies.registry import find_policy

__all__ = ["PEERS", "measure_peers"]

PEERS = ("hearts", "spades", "euchre", "skat")
"""OpenSpiel's games that come nearest to ours."""


def play_out(game: Any, playouts: int) -> int:
    """Play a game of OpenSpiel at random, chance and all, every time the same playouts.

    Parameters
    ----------
    game
        Of OpenSpiel.
    playouts
        How many.

    Returns
    -------
    int
        Decisions of players, those with one legal action too.
    """
    rng = random.Random(SEED)
    decisions = 0
    for _ in range(playouts):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
    return decisions


def measure_peers(seconds: float, rounds: int) -> dict[str, Any]:
    """Time random playouts of OpenSpiel's games and of ours, in turn.

    Parameters
    ----------
    seconds
        For each game and round, about.
    rounds
        Rounds over all games.

    Returns
    -------
    dict
        ``version`` of OpenSpiel, and ``games``, one a game: ``package``, ``game``, ``decisions`` a round
        and the median ``decisions_per_second``; or ``skipped``: why.
    """
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return {"skipped": "open_spiel is not installed"}
    tasks: dict[str, Callable[[], object]] = {}
    decisions: dict[str, float] = {}
    package: dict[str, str] = {}
    for name in (name for name in PEERS if name in pyspiel.registered_names()):
        peer = pyspiel.load_game(name)
        playouts = fit(partial(play_out, peer), seconds)
        tasks[name] = partial(play_out, peer, playouts)
        decisions[name] = play_out(peer, playouts)
        package[name] = "open_spiel"
    for name in game_names():
        game = find_game(name)
        arena = open_arena(game, game.preset(), find_policy(game, "random"))
        units = fit(partial(drain, arena), seconds)
        tasks[name] = partial(drain, arena, units)
        decisions[name] = drain(arena, units) * decisions_of(arena)
        package[name] = "smazzata"
    times = interleave(tasks, rounds, PROCESSOR)
    return {
        "version": getattr(pyspiel, "__version__", ""),
        "games": [
            {
                "package": package[name],
                "game": name,
                "decisions": round(decisions[name]),
                "decisions_per_second": decisions[name] / median(times[name]),
            }
            for name in tasks
        ],
    }
