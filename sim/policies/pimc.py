"""Perfect information Monte Carlo: the first search policy, written once over any game.

At a decision the cards that the seat cannot see are dealt anew `worlds` times, consistent with all that
it knows (the game's `conceal`). In each world every candidate action is played and the deal played on:
by a rollout policy at every seat, each seeing what its seat may see, until the deal ends or, where the
game can solve what is left with open cards, from `exact` tricks on exactly. The action with the greatest
sum over the worlds is chosen; of equals the first. Budgets are counts, so a row depends on its number
alone.

Source: Levy, "The million pound bridge program" (1989); Ginsberg, "GIB" (JAIR 14, 2001). Where it fits,
and where not: Long, Sturtevant, Buro, Furtak, "Understanding the success of perfect information Monte
Carlo sampling in game tree search" (AAAI 2010).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from sim.errors import InputError
from sim.game import Game, Policy
from sim.jit import copy_record, kernel

__all__ = ["pimc"]


def pimc(game: Game, find_rollout: Callable[[str], Policy]) -> Policy:
    """The search policy of a game.

    Parameters
    ----------
    game
        A game with `search`.
    find_rollout
        A policy of the game by name.

    Returns
    -------
    Policy
        ``pimc``, with parameters `worlds` (deals of the hidden cards a decision), `rollout` (who plays
        them on) and `exact` (tricks left from which the rest is solved with open cards; 0: never).
    """
    assert game.search is not None
    parameters: Mapping[str, int | str] = {
        "worlds": 16,
        "rollout": "greedy",
        "exact": game.search.exact,
    }

    def make(worlds: int, rollout: str, exact: int) -> Any:
        if not 1 <= worlds <= 10_000:
            raise InputError(f"policy 'pimc': worlds must be 1..10000, got {worlds}")
        if not 0 <= exact <= 40:
            raise InputError(f"policy 'pimc': exact must be 0..40, got {exact}")
        return make_choose(game.name, worlds, exact, find_rollout(rollout).make())

    return Policy(
        "pimc",
        make,
        "plays every action on in many deals of the hidden cards; the end of the deal exactly",
        parameters,
        origin="smazzata",
        game=game.name,
    )


@cache
def make_choose(game_name: str, worlds: int, exact: int, play_on: Any) -> Any:
    """Compile-time assembly of one search policy.

    Parameters
    ----------
    game_name
        The game.
    worlds, exact
        As in `pimc`.
    play_on
        The rollout's jitted ``choose``.

    Returns
    -------
    Any
        A jitted ``choose(table, own, rules, actions, n, rng)``.
    """
    from sim.game import find_game

    game = find_game(game_name)
    assert game.search is not None
    worth, candidates, solvable, solve, _, memory_size = game.search
    legal, apply, over, conceal = game.legal, game.apply, game.over, game.conceal
    state_dtype = game.state
    if not exact:
        memory_size = 1

    @kernel
    def finish(state, rules, seat, actions, rng, memory):
        """Play a world on to its end; its worth to the seat."""
        while not over(state):
            if exact > 0 and solvable(state, rules, exact):
                return solve(state, rules, seat, memory)
            mover = np.int64(state.table.seat)
            n = legal(state.table, state.own[mover], rules, actions)
            index = 0
            if n > 1:
                index = play_on(state.table, state.own[mover], rules, actions, n, rng)
            apply(state, rules, actions[index], rng)
        return worth(state, rules, seat)

    @kernel
    def choose_pimc(table, own, rules, actions, n, rng):
        """The action with the greatest sum of worth over the worlds."""
        seat = np.int64(table.seat)
        # once a decision, beside thousands of plays: the only memory that search asks for
        chosen = np.empty(n, np.int64)
        sums = np.zeros(n, np.float64)
        legal_later = np.empty(actions.size, np.int64)
        memory = np.zeros(memory_size, np.uint64)
        states = np.zeros(2, state_dtype)
        m = candidates(table, own, rules, actions, n, chosen)
        if m == 1:
            return chosen[0]
        for _ in range(worlds):
            conceal(table, own, rules, states[0], rng)
            for k in range(m):
                copy_record(states[1], states[0])
                apply(states[1], rules, actions[chosen[k]], rng)
                sums[k] += finish(states[1], rules, seat, legal_later, rng, memory)
        best = 0
        for k in range(1, m):
            if sums[k] > sums[best] + 1e-9:
                best = k
        return chosen[best]

    return choose_pimc
