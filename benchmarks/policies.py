"""How fast each policy plays each game: deals and decisions a second, the kernel alone."""

from __future__ import annotations

from functools import partial
from statistics import fmean, median
from typing import Any

from benchmarks.timing import PROCESSOR, fit, interleave
from sim import find_game, game_names
from sim.game import Game
from sim.play import Arena
from sim.policies.registry import policies_of

__all__ = ["drain", "measure_policies"]

SEED = 20101108
COUNTED_DEALS = 200
"""Deals whose decisions are counted, for their mean."""


def drain(arena: Arena, count: int) -> None:
    """Play deals and throw the rows away.

    Parameters
    ----------
    arena
        Who plays.
    count
        Deals, from number 0.
    """
    for _ in arena.play(0, count):
        pass


def measure_policies(seconds: float, rounds: int) -> list[dict[str, Any]]:
    """Time every policy at every game's default preset, all seats alike.

    Parameters
    ----------
    seconds
        For each policy and round, about.
    rounds
        Rounds over all policies of a game.

    Returns
    -------
    list of dict
        One a game and policy: ``game``, ``preset``, ``policy``, ``deals`` a round, and the medians
        ``deals_per_second`` and ``decisions_per_second``.
    """
    return [
        line for name in game_names() for line in _measure_game(find_game(name), seconds, rounds)
    ]


def _measure_game(game: Game, seconds: float, rounds: int) -> list[dict[str, Any]]:
    preset, rules = next(iter(game.presets.items()))
    arenas = {
        policy.name: Arena(game, rules, [policy] * rules.seats, SEED)
        for policy in policies_of(game)
    }
    deals = {name: fit(partial(drain, arena), seconds) for name, arena in arenas.items()}
    tasks = {name: partial(drain, arena, deals[name]) for name, arena in arenas.items()}
    times = interleave(tasks, rounds, PROCESSOR)
    lines = []
    for name, arena in arenas.items():
        rate = deals[name] / median(times[name])
        counted = min(deals[name], COUNTED_DEALS)
        decisions = fmean(
            int(deal.state["log"]["decisions"][0])
            for number in range(counted)
            for deal in arena.deals(number)
        )
        lines.append(
            {
                "game": game.name,
                "preset": preset,
                "policy": name,
                "deals": deals[name],
                "deals_per_second": rate,
                "decisions_per_second": rate * decisions,
            }
        )
    return lines
