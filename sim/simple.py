"""Policies that need to know nothing of the game, for every game: `random`, `first`, `last`."""

from __future__ import annotations

import numpy as np

from sim.game import Policy
from sim.jit import kernel
from sim.rng import below

__all__ = ["POLICIES"]


@kernel
def choose_random(table, own, rules, actions, n, rng):
    """Any legal action with equal probability."""
    return below(rng, n)


@kernel
def choose_first(table, own, rules, actions, n, rng):
    """The first legal action of the canonical order."""
    return np.int64(0)


@kernel
def choose_last(table, own, rules, actions, n, rng):
    """The last legal action of the canonical order."""
    return np.int64(n - 1)


POLICIES = (
    Policy(
        "random", lambda: choose_random, "any legal action, all equally likely", origin="smazzata"
    ),
    Policy(
        "first",
        lambda: choose_first,
        "first legal action of the canonical order",
        origin="smazzata",
    ),
    Policy(
        "last", lambda: choose_last, "last legal action of the canonical order", origin="smazzata"
    ),
)
