"""How fast each policy plays each game: deals and decisions a second, the kernel alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from statistics import fmean, median
from typing import Any

from benchmarks.timing import PROCESSOR, fit, interleave
from sim import find_game, game_names
from sim.game import Game, Policy
from sim.play import Arena
from sim.policies.registry import find_policy, policies_of
from sim.rules import RuleSet

__all__ = ["decisions_of", "drain", "measure_policies", "open_arena"]

SEED = 20101108
COUNTED_DEALS = 200
"""Deals whose decisions are counted, for their mean."""


def open_arena(game: Game, rules: RuleSet, policy: Policy) -> Arena:
    """A table at which all play alike, what the game's studies play first: deals, or else meetings.

    Parameters
    ----------
    game, rules
        What is played.
    policy
        Of every entrant.

    Returns
    -------
    Arena
        The table.
    """
    return Arena(game, rules, [policy] * rules.entrants, SEED, game.units[0])


def drain(arena: Arena, units: int) -> int:
    """Play and throw the rows away.

    Parameters
    ----------
    arena
        Who plays.
    units
        Deals, matches or meetings, from number 0.

    Returns
    -------
    int
        Deals played.
    """
    return sum(len(rows.deals) for rows in arena.play(0, units))


def decisions_of(arena: Arena) -> float:
    """Decisions of a deal, those with one legal action too.

    Parameters
    ----------
    arena
        Who plays.

    Returns
    -------
    float
        Mean over the first `COUNTED_DEALS` deals.
    """

    def decisions() -> Iterator[int]:
        for number in count():
            for deal in arena.deals(number):
                yield int(deal.state["log"]["decisions"][0])

    return fmean(islice(decisions(), COUNTED_DEALS))


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
        One a game and policy: ``game``, ``preset``, ``unit``, ``policy``, ``deals`` a round, and the
        medians ``deals_per_second`` and ``decisions_per_second``.
    """
    return [
        line for name in game_names() for line in _measure_game(find_game(name), seconds, rounds)
    ]


def _measure_game(game: Game, seconds: float, rounds: int) -> list[dict[str, Any]]:
    preset, rules = next(iter(game.presets.items()))
    names = [policy.name for policy in policies_of(game)]
    arenas = {name: open_arena(game, rules, find_policy(game, name)) for name in names}
    units = {name: fit(partial(drain, arena), seconds) for name, arena in arenas.items()}
    deals = {name: drain(arena, units[name]) for name, arena in arenas.items()}
    tasks = {name: partial(drain, arena, units[name]) for name, arena in arenas.items()}
    times = interleave(tasks, rounds, PROCESSOR)
    lines = []
    for name, arena in arenas.items():
        rate = deals[name] / median(times[name])
        lines.append(
            {
                "game": game.name,
                "preset": preset,
                "unit": game.units[0],
                "policy": name,
                "deals": deals[name],
                "deals_per_second": rate,
                "decisions_per_second": rate * decisions_of(arena),
            }
        )
    return lines
