"""Policies of a pair: one of each game (section 7 of the rules page)."""

from __future__ import annotations

from functools import cache
from typing import Any

from sim.game import Policy
from sim.games.briscola.policies import POLICIES as BRISCOLA_POLICIES
from sim.games.torneo.state import TRESETTE
from sim.games.tresette.policies import POLICIES as TRESETTE_POLICIES
from sim.jit import kernel
from sim.simple import POLICIES as SIMPLE_POLICIES

__all__ = ["POLICIES", "join"]


@cache
def join(choose_tresette: Any, choose_briscola: Any) -> Any:
    """Make a pair's policy of one for each game.

    Parameters
    ----------
    choose_tresette, choose_briscola
        Jitted policies of the games.

    Returns
    -------
    Any
        The jitted ``choose(table, own, rules, actions, n, rng)``.
    """

    @kernel
    def choose_pair(table, own, rules, actions, n, rng):
        """What the policy of the game that is played would do."""
        which = rules.matches[table.match_no]
        if table.game == TRESETTE:
            return choose_tresette(table.tresette, own.tresette, which.tresette, actions, n, rng)
        for k in range(n):  # a Briscola policy knows cards, not how the tournament writes them
            actions[k] >>= 4
        index = choose_briscola(table.briscola, own.briscola, which.briscola, actions, n, rng)
        for k in range(n):
            actions[k] <<= 4
        return index

    return choose_pair


def _made(policies: tuple[Policy, ...], name: str) -> Any:
    known = {policy.name: policy for policy in (*SIMPLE_POLICIES, *policies)}
    return known[name].make()


def _pair(name: str, tresette: str, briscola: str, meaning: str) -> Policy:
    return Policy(
        name,
        lambda: join(_made(TRESETTE_POLICIES, tresette), _made(BRISCOLA_POLICIES, briscola)),
        meaning,
        origin="torneo",
    )


POLICIES = (
    _pair("random", "random", "random", "random in both games"),
    _pair("first", "first", "first", "first in both games, for tests"),
    _pair("greedy", "greedy", "greedy", "greedy in both games"),
    _pair("expert", "expert", "expert", "expert in both games"),
    _pair("expert_dd", "expert", "expert_dd", "expert; at Briscola the end with open cards"),
    _pair("specialist_t", "expert", "greedy", "expert at Tresette, greedy at Briscola"),
    _pair("specialist_b", "greedy", "expert", "greedy at Tresette, expert at Briscola"),
)
