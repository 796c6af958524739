"""What a game is, and the registry that finds games by themselves.

A game is one folder below `sim.games` whose ``__init__`` holds one `Game` called ``GAME``: a table of
names, dtypes and functions, nothing else. A new game needs no edit elsewhere.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np

from sim.columns import Column, row_dtype
from sim.errors import InputError
from sim.jit import compile_for
from sim.loop import play_arguments, policy_type
from sim.rules import RuleSet

__all__ = ["Game", "Policy", "Search", "choose_name", "find_game", "game_names"]


@dataclass(frozen=True)
class Policy:
    """A policy, or a family of them.

    Attributes
    ----------
    name
        Name in studies.
    make
        Called with the parameters; gives the jitted ``choose(table, own, rules, actions, n, rng)``.
    meaning
        One line.
    parameters
        Defaults by name; a study writes ``"name:key=value,key=value"``.
    origin
        Where it came from: a game, ``smazzata``, a package, or a file with its digest.
    game
        The only game that it plays; empty for any.
    """

    name: str
    make: Callable[..., Any]
    meaning: str
    parameters: Mapping[str, int | float | str | bool] = field(default_factory=dict)
    origin: str = ""
    game: str = ""


class Search(NamedTuple):
    """What a game tells a search policy, besides the functions that the loop uses; all jitted."""

    worth: Any
    """``worth(state, rules, seat) -> float``: what a finished deal is worth to a seat."""
    candidates: Any
    """``candidates(table, own, rules, actions, n, chosen) -> m``: writes the indices, ascending, of the
    legal actions worth a search; at least one. Actions that come to the same stand for one another."""
    solvable: Any
    """``solvable(state, rules, exact) -> bool``: whether `solve` may be asked, the user's parameter
    `exact` being how many tricks may be left at most."""
    solve: Any
    """``solve(state, rules, seat, memory) -> float``: what the deal will be worth to a seat if all play
    their best with open cards. `memory` is scratch, ``uint64``, for one world after another."""
    exact: int
    """Default of `exact`: tricks left from which solving is quick enough; 0 where nothing is solved."""
    memory: int
    """Entries of `memory`."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """Everything that the house knows about a game.

    Attributes
    ----------
    name, title
        Folder name; name for people.
    version
        Raised whenever the same study gives other rows.
    rules, presets
        The `RuleSet` class; named instances, the default first.
    table, own, state, match
        Dtypes: what all see (with a field ``seat``, whose turn it is), what one seat sees, all there is
        (with fields ``table``, ``own``, ``deck``, ``n_redeals``, ``log``), the match (with the fields of
        `sim.loop.MATCH_FIELDS` and ``score``).
    columns, match_columns
        Stored columns of a deal and of a match.
    open_match, shuffle, lay_out, legal, apply, over, record, settle, match_over, record_match, conceal
        Jitted functions; see `sim.loop` and the house's table of functions.
    play
        Jitted entry around `sim.loop.play_units`.
    max_actions
        Rules to the greatest number of legal actions (and the workspace that `legal` needs).
    policies
        The game's own policies.
    text
        Module that reads and writes cards, actions, positions and scores as players do.
    units
        What a study may play.
    search
        What a search policy needs; None for a game that search does not fit.
    entered
        Field of the match where it is noted which of the policies each entrant has.
    parts, join
        For a game made of others: their names, and what makes one policy of one for each of them.
    """

    name: str
    title: str
    version: int
    rules: type[RuleSet]
    presets: Mapping[str, RuleSet]
    table: np.dtype[Any]
    own: np.dtype[Any]
    state: np.dtype[Any]
    match: np.dtype[Any]
    columns: Sequence[Column]
    match_columns: Sequence[Column]
    open_match: Any
    shuffle: Any
    lay_out: Any
    legal: Any
    apply: Any
    over: Any
    record: Any
    settle: Any
    match_over: Any
    record_match: Any
    conceal: Any
    play: Any
    max_actions: Callable[[Any], int]
    policies: Sequence[Policy]
    text: Any
    units: tuple[str, ...] = ("deal", "match")
    search: Search | None = None
    entered: str = "policy"
    parts: tuple[str, ...] = ()
    join: Any = None

    @cached_property
    def row(self) -> np.dtype[Any]:
        """Dtype of a deal's row."""
        return row_dtype(self.columns)

    @cached_property
    def match_row(self) -> np.dtype[Any]:
        """Dtype of a match's row."""
        return row_dtype(self.match_columns)

    @cached_property
    def policy_type(self) -> Any:
        """First-class function type of its policies."""
        return policy_type(self.table, self.own, self.rules.dtype())

    def prepare(self) -> Any:
        """Compile the entry, or load it from disk.

        Returns
        -------
        Any
            The closed dispatcher `play`.
        """
        dtypes = (self.state, self.match, self.rules.dtype(), self.row, self.match_row)
        return compile_for(self.play, play_arguments(self.policy_type, *dtypes))

    def preset(self, name: str | None = None) -> RuleSet:
        """Rules by name.

        Parameters
        ----------
        name
            Preset; the default if None.

        Returns
        -------
        RuleSet
            Its rules.

        Raises
        ------
        InputError
            If there is no such preset; names those there are.
        """
        if name is None:
            return next(iter(self.presets.values()))
        return self.presets[choose_name(name, self.presets, f"preset of {self.name}")]


def choose_name(name: str, known: Iterable[str], what: str) -> str:
    """Check a name against those there are.

    Parameters
    ----------
    name
        What was asked for.
    known
        What there is.
    what
        What it is called in the message.

    Returns
    -------
    str
        The name.

    Raises
    ------
    InputError
        If it is not known: lists the known names, the nearest first.
    """
    names = list(known)
    if name in names:
        return name
    near = difflib.get_close_matches(name, names, 1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise InputError(f"no {what} called {name!r}; {hint}there are: {', '.join(names)}")


@cache
def game_names() -> tuple[str, ...]:
    """Names of all games: the folders below `sim.games`.

    Returns
    -------
    tuple of str
        Sorted.
    """
    import sim.games

    return tuple(sorted(m.name for m in pkgutil.iter_modules(sim.games.__path__) if m.ispkg))


def find_game(name: str) -> Game:
    """A game by name.

    Parameters
    ----------
    name
        Folder name.

    Returns
    -------
    Game
        The game.

    Raises
    ------
    InputError
        If there is none; names those there are.
    """
    module = importlib.import_module(f"sim.games.{choose_name(name, game_names(), 'game')}")
    game: Game = module.GAME
    return game
