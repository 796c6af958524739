"""Drives the loop from Python: seats policies, holds one worker's buffers, hands out rows.

The loop itself, jitted, is `sim.loop`. An `Arena` is one worker: it holds no open state between two
calls of `play`, so a range of numbers gives the same rows whoever plays it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sim.errors import InputError, PolicyError, RunError
from sim.game import Game, Policy
from sim.jit import compile_for
from sim.loop import MAX_SEATS, PROGRESS
from sim.rng import MATCH_LANE, STREAM, open_stream
from sim.rules import RuleSet

__all__ = ["Arena", "Deal", "Rows", "seat_policies"]

Array = np.ndarray[Any, Any]


class Rows(NamedTuple):
    """What a call of the loop wrote."""

    deals: Array
    """Deal rows, in order."""
    matches: Array
    """Match rows of the matches finished; empty in studies of single deals."""


class Deal(NamedTuple):
    """One deal with all that lay on the table, for replay."""

    state: Array
    """The game's state at the end of the deal, shape (1,)."""
    match: Array
    """The match as it stood before the deal, shape (1,)."""
    row: Array
    """The deal's row, shape (1,)."""
    match_row: Array
    """The match's row if this was its last deal, else empty."""


def seat_policies(names: Sequence[str], entrants: int, sides: int) -> list[str]:
    """Say which policy each entrant has: one for all, one a side, or one each.

    Parameters
    ----------
    names
        As the study gives them.
    entrants, sides
        Players (or pairs), and sides of the game; entrant ``p`` belongs to side ``p % sides``.

    Returns
    -------
    list of str
        One name an entrant.

    Raises
    ------
    InputError
        If their number fits neither.
    """
    if len(names) == entrants:
        return list(names)
    if len(names) == 1 or (len(names) == sides and entrants % sides == 0):
        return [names[player % len(names)] for player in range(entrants)]
    wanted = sorted({1, sides, entrants})
    raise InputError(
        f"policies.seats: {len(names)} policies for {entrants} seats; "
        f"give {', '.join(map(str, wanted[:-1]))} or {wanted[-1]}"
    )


class Arena:
    """One worker's table: a game, rules, a policy for each player, a root seed, and buffers.

    Parameters
    ----------
    game, rules
        What is played.
    policies
        One an entrant (a player, or in a tournament a pair); it keeps the policy when the seats move
        round in a match.
    seed
        Root seed, 0 to 2**64 - 1.
    unit
        ``"deal"`` for single deals (player = seat, scores from `start`) or ``"match"``.
    start
        Match score before each single deal, by side.

    Raises
    ------
    InputError
        If a policy does not compile for this game.
    """

    def __init__(
        self,
        game: Game,
        rules: RuleSet,
        policies: Sequence[Policy],
        seed: int,
        unit: str = "deal",
        start: Sequence[int] = (),
    ) -> None:
        self.game = game
        self.rules = rules
        self.policies = list(policies)
        self.single = unit == "deal"
        self._record = rules.record()
        self._entry = game.prepare()
        self._kinds = [p for i, p in enumerate(policies) if p not in policies[:i]]
        if len(self._kinds) > MAX_SEATS:
            raise InputError(
                f"policies.seats: {len(self._kinds)} different policies; at most {MAX_SEATS} can play"
            )
        self._jitted = [compile_policy(game, policy) for policy in self._kinds]
        while len(self._jitted) < MAX_SEATS:
            self._jitted.append(self._jitted[0])
        self._states = np.zeros(1, game.state)
        self._matches = np.zeros(1, game.match)
        self._progress = np.zeros(1, PROGRESS)
        self._progress["key"] = np.uint64(seed)
        self._progress["single"] = self.single
        self._progress["n_seats"] = rules.seats
        self._streams = np.zeros(1 + MAX_SEATS, STREAM)
        self._actions = np.zeros(game.max_actions(rules), np.int64)
        for player, policy in enumerate(policies):
            self._matches[0][game.entered][player] = self._kinds.index(policy)
        if self.single and len(start):
            self._matches[0]["score"][: len(start)] = start

    def play(self, first: int, count: int, *, buffer: int = 4096) -> Iterator[Rows]:
        """Play numbers `first` to ``first + count - 1``.

        Parameters
        ----------
        first, count
            Numbers of deals or matches.
        buffer
            Most deal rows of one call of the loop; memory, and how soon it can be stopped.

        Yields
        ------
        Rows
            In order; the caller may keep them.

        Raises
        ------
        PolicyError
            If a policy answers out of range.
        """
        progress = self._progress[0]
        progress["number"], progress["stop"], progress["deal"] = first, first + count, 0
        while progress["number"] < progress["stop"]:
            rows = np.zeros(buffer, self.game.row)  # a new one each time spares a copy
            match_rows = np.zeros(0 if self.single else buffer, self.game.match_row)
            self._call(rows, match_rows)
            yield Rows(rows[: progress["deals"]], match_rows[: progress["matches"]])

    def deals(self, number: int) -> Iterator[Deal]:
        """Play one number deal by deal, keeping what lay on the table.

        Parameters
        ----------
        number
            Number of the deal or match.

        Yields
        ------
        Deal
            Each deal of it.

        Raises
        ------
        PolicyError
            If a policy answers out of range.
        """
        rows = np.zeros(1, self.game.row)
        match_rows = np.zeros(1, self.game.match_row)
        progress = self._progress[0]
        progress["number"], progress["stop"], progress["deal"] = number, number + 1, 0
        before = self._matches.copy()
        if not self.single:
            open_stream(self._streams[0], progress["key"], number, 0, MATCH_LANE)
            self.game.open_match(before[0], self._record[0], self._streams[0])
        while progress["number"] < progress["stop"]:
            self._call(rows, match_rows)
            done = match_rows[: progress["matches"]].copy()
            yield Deal(self._states.copy(), before, rows.copy(), done)
            before = self._matches.copy()

    def _call(self, rows: Array, match_rows: Array) -> None:
        progress = self._progress[0]
        try:
            self._entry(
                *self._jitted,
                self._states,
                self._matches,
                self._record,
                self._progress,
                self._streams,
                self._actions,
                rows,
                match_rows,
            )
        except RuntimeError as error:  # raised by a kernel that cannot go on
            what = "deal" if self.single else "match"
            raise RunError(
                f"{what} {progress['number']} of seed {progress['key']}: {error}"
            ) from None
        if progress["fault"]:
            progress["fault"] = 0
            deal = "" if self.single else f" of match {progress['number']}"
            number = progress["number"] if self.single else progress["deal"]
            raise PolicyError(
                f"policy {self._kinds[progress['fault_policy']].name!r} answered "
                f"{progress['fault_index']} in deal {number}{deal} at seat {progress['fault_seat']}; "
                f"it must be 0 to {progress['fault_actions'] - 1}"
            )


_COMPILED: dict[tuple[str, Any], Any] = {}
"""Compiled policies by game and function.

None is ever dropped: numba remembers the type of every function that it was handed, and stumbles over
those that have gone.
"""


def compile_policy(game: Game, policy: Policy) -> Any:
    """Compile a policy for a game.

    Parameters
    ----------
    game
        The game.
    policy
        The policy, with its parameters applied.

    Returns
    -------
    Any
        A jitted function of the game's policy type.

    Raises
    ------
    InputError
        If it takes other arguments, does not compile, or does not return an integer.
    """
    from numba.core.types import Integer

    from sim.jit import is_kernel, kernel

    made = policy.make()
    if not is_kernel(made):
        if not callable(made):
            raise InputError(f"policy {policy.name!r}: {made!r} is not a function")
        made = kernel(made)
    key = game.name, made.py_func
    if key in _COMPILED:
        return _COMPILED[key]
    wanted = "choose(table, own, rules, actions, n, rng)"
    names = made.py_func.__code__.co_varnames[: made.py_func.__code__.co_argcount]
    if len(names) != 6:
        raise InputError(
            f"policy {policy.name!r}: takes ({', '.join(names)}); a policy is {wanted}"
        )
    arguments = game.policy_type.signature.args
    fresh = kernel(made.py_func)
    try:
        compile_for(fresh, arguments)
    except Exception as error:  # numba raises whatever its passes meet, not only its own errors
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        reason = next((line for line in lines if not line.startswith("Failed in")), lines[0])
        raise InputError(f"policy {policy.name!r} does not compile: {reason[:200]}") from None
    result = fresh.overloads[arguments].signature.return_type
    if not isinstance(result, Integer):
        raise InputError(
            f"policy {policy.name!r} returns {result}; it must return an index into actions, an integer"
        )
    _COMPILED[key] = fresh
    return fresh
