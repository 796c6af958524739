"""How fast the search policy plays deals on."""

from __future__ import annotations

from statistics import median
from typing import Any

import numpy as np

from benchmarks.policies import SEED
from benchmarks.timing import PROCESSOR, interleave
from sim import find_game
from sim.play import compile_policy
from sim.policies.registry import find_policy
from sim.rng import CARDS_LANE, SEAT_LANE, STREAM, open_stream

__all__ = ["measure_search"]


class FirstDecision:
    """The first decision of a deal, put to one policy.

    Parameters
    ----------
    name
        The game; its default preset is played.
    policy
        As a study names it.
    """

    def __init__(self, name: str, policy: str) -> None:
        self._game = find_game(name)
        rules = self._game.preset()
        self._choose = compile_policy(self._game, find_policy(self._game, policy))
        self._rules = rules.record()[0]
        self._state = np.zeros(1, self._game.state)[0]
        self._match = np.zeros(1, self._game.match)[0]
        self._stream = np.zeros(1, STREAM)[0]
        self._actions = np.zeros(self._game.max_actions(rules), np.int64)

    def choose(self, number: int) -> int:
        """Deal, and ask the policy.

        Parameters
        ----------
        number
            Number of the deal.

        Returns
        -------
        int
            Actions that the search tried.
        """
        state, stream, seed = self._state, self._stream, np.uint64(SEED)
        open_stream(stream, seed, number, 0, CARDS_LANE)
        self._game.shuffle(state, self._rules, self._match, stream)
        self._game.lay_out(state, self._rules, self._match)
        table = state["table"]
        own = state["own"][table["seat"]]
        n = self._game.legal(table, own, self._rules, self._actions)
        open_stream(stream, seed, number, 0, SEAT_LANE)
        self._choose(table, own, self._rules, self._actions, n, stream)
        assert self._game.search is not None
        chosen = np.empty(n, np.int64)
        tried = self._game.search.candidates(table, own, self._rules, self._actions, n, chosen)
        return int(tried)


def measure_search(deals: int, rounds: int, worlds: int = 1000) -> dict[str, Any]:
    """Time whole deals of Briscola played on at random by the search policy, nothing solved.

    Parameters
    ----------
    deals
        Deals a round; only the first decision of each is made.
    rounds
        How often.
    worlds
        Deals of the hidden cards a decision.

    Returns
    -------
    dict
        ``game``, ``playouts`` a round, and the median ``playouts_per_second``.
    """
    first = FirstDecision("briscola", f"pimc:worlds={worlds},rollout=random,exact=0")
    playouts = worlds * sum(first.choose(number) for number in range(deals))
    times = interleave(
        {"search": lambda: [first.choose(number) for number in range(deals)]}, rounds, PROCESSOR
    )
    return {
        "game": "briscola",
        "playouts": playouts,
        "playouts_per_second": playouts / median(times["search"]),
    }
