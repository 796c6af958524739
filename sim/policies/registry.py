"""Finds policies wherever they come from: the game, this package, an installed package, a file.

Two policies with one name is an error: which of them played would decide the figures. Only a game may
have its own `random`, `first` or `last`, where its rules page says what these do in it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from sim import simple
from sim.errors import InputError
from sim.game import Game, Policy, choose_name
from sim.jit import is_kernel
from sim.policies.pairs import pair
from sim.policies.pimc import pimc

__all__ = ["GROUP", "find_policy", "policies_of", "read_policy_file"]

GROUP = "smazzata.policies"
"""Entry-point group of installed packages; an entry gives a `Policy` or a function ``choose``."""

CHOOSE = "choose(table, own, rules, actions, n, rng)"


def policies_of(game: Game, files: Mapping[str, str] | None = None) -> list[Policy]:
    """Every policy that can play a game.

    Parameters
    ----------
    game
        The game.
    files
        Further policies: name to ``path.py:object``.

    Returns
    -------
    list of Policy
        The game's own, those for any game, those of installed packages, those of files.

    Raises
    ------
    InputError
        If two have one name, or a file or an entry point cannot be used.
    """
    own = {policy.name for policy in game.policies}
    found = {policy.name: policy for policy in simple.POLICIES if policy.name not in own}
    for policy in _every_policy(game, files or {}):
        if policy.name in found:
            raise InputError(
                f"two policies are called {policy.name!r}: from {found[policy.name].origin} "
                f"and from {policy.origin}"
            )
        found[policy.name] = policy
    return list(found.values())


def _every_policy(game: Game, files: Mapping[str, str]) -> Iterator[Policy]:
    yield from game.policies
    if game.search:
        yield pimc(game, lambda spec: find_policy(game, spec, files))
    if game.parts:
        yield pair(game, find_policy)
    for entry in entry_points(group=GROUP):
        package = entry.dist.name if entry.dist else "a package"
        origin = f"{package} ({entry.value})"
        try:
            thing = entry.load()
        except Exception as error:  # whatever a foreign module raises on import
            raise InputError(f"policy {entry.name!r} from {origin}: {error}") from None
        policy = _as_policy(entry.name, thing, origin)
        if policy.game in ("", game.name):
            yield policy
    for name, where in files.items():
        yield read_policy_file(name, where)


def find_policy(game: Game, spec: str, files: Mapping[str, str] | None = None) -> Policy:
    """A policy by name, with its parameters applied.

    Parameters
    ----------
    game
        The game.
    spec
        ``"name"``, or ``"name:key=value,key=value"``.
    files
        Further policies: name to ``path.py:object``.

    Returns
    -------
    Policy
        One whose `make` takes no arguments; its name is `spec`.

    Raises
    ------
    InputError
        If there is no such policy or parameter, or a value has the wrong type.

    Examples
    --------
    >>> from sim.game import find_game
    >>> find_policy(find_game("tombolon"), "greedy").name
    'greedy'
    """
    name, _, given = spec.partition(":")
    known = {policy.name: policy for policy in policies_of(game, files)}
    policy = known[choose_name(name, known, f"policy of {game.name}")]
    values = {**policy.parameters, **_read_parameters(policy, given)}
    return replace(policy, name=spec, make=lambda: policy.make(**values))


def _read_parameters(policy: Policy, given: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in given.split(","))):
        key, equals, text = (piece.strip() for piece in part.partition("="))
        if not policy.parameters:
            raise InputError(f"policy {policy.name!r} takes no parameters, got {part!r}")
        choose_name(key, policy.parameters, f"parameter of policy {policy.name!r}")
        kind = type(policy.parameters[key])
        try:
            values[key] = _READERS[kind](text) if equals else _READERS[kind]("")
        except (ValueError, KeyError):
            raise InputError(
                f"policy {policy.name!r}: {key} must be of type {kind.__name__}, got {text!r}"
            ) from None
    return values


_READERS: dict[type, Callable[[str], Any]] = {
    int: int,
    float: float,
    str: str,
    bool: lambda text: {"true": True, "false": False}[text.lower()],
}


def read_policy_file(name: str, where: str) -> Policy:
    """A policy from a Python file.

    Parameters
    ----------
    name
        Name to give it.
    where
        ``path.py:object``. The object is a function ``choose(table, own, rules, actions, n, rng)``,
        jitted or plain; or a factory, a function whose parameters all have defaults and that returns
        one; or a `Policy`.

    Returns
    -------
    Policy
        Its origin names the file and the digest of its text.

    Raises
    ------
    InputError
        If the file or the object is missing, the file does not run, or the object is none of these.
    """
    path_text, _, thing = where.rpartition(":")
    if not path_text or not thing:
        raise InputError(f"policy {name!r}: write path.py:object, got {where!r}")
    path = Path(path_text)
    try:
        source = path.read_bytes()
    except OSError as error:
        raise InputError(f"policy {name!r}: cannot read {path}: {error.strerror}") from None
    digest = hashlib.sha256(source).hexdigest()[:16]
    spec = importlib.util.spec_from_file_location(f"smazzata_policy_{path.stem}_{digest}", path)
    if spec is None or spec.loader is None:
        raise InputError(f"policy {name!r}: {path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # numba's cache looks functions up by their module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever a user's file raises
        at = f" (line {error.lineno})" if isinstance(error, SyntaxError) else ""
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise InputError(f"policy {name!r}: {path} does not run: {reason}{at}") from None
    if not hasattr(module, thing):
        names = [key for key, value in vars(module).items() if _is_own(value, module.__name__)]
        raise InputError(
            f"policy {name!r}: {path} has no {thing!r}; it has: {', '.join(names) or 'no functions'}"
        )
    return _as_policy(name, getattr(module, thing), f"{path}:{thing} sha256:{digest}")


def _is_own(value: Any, module: str) -> bool:
    plain = value.py_func if is_kernel(value) else value
    return callable(plain) and getattr(plain, "__module__", None) == module


def _as_policy(name: str, thing: Any, origin: str) -> Policy:
    """Wrap a policy, a ``choose`` or a factory."""
    if isinstance(thing, Policy):
        return replace(thing, name=name, origin=origin)
    plain = thing.py_func if is_kernel(thing) else thing
    if not inspect.isfunction(plain):
        raise InputError(f"policy {name!r} from {origin}: {type(thing).__name__} is not a function")
    meaning = (inspect.getdoc(plain) or "").partition("\n")[0]
    parameters = inspect.signature(plain).parameters
    defaults = {key: item.default for key, item in parameters.items()}
    if len(parameters) == 6 and inspect.Parameter.empty in defaults.values():
        return Policy(name, lambda: thing, meaning, origin=origin)
    if is_kernel(thing) or inspect.Parameter.empty in defaults.values():
        raise InputError(
            f"policy {name!r} from {origin}: takes ({', '.join(parameters)}); a policy is {CHOOSE}, "
            "or a factory whose parameters all have defaults"
        )
    return Policy(name, thing, meaning, defaults, origin)
