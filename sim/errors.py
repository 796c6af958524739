"""What goes wrong through no fault of ours, said in one line.

An `InputError` is a user's mistake (a study, a rule, a card, a policy); a `RunError` is the world's
(a full disk, an altered part, a run that another process holds). The command prints either as one
line; Python users catch them as `ValueError` and `RuntimeError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError

__all__ = ["InputError", "Interrupted", "PolicyError", "RunError", "explain"]


class InputError(ValueError):
    """Input that cannot be used: what was wrong, where, and what would be right."""


class PolicyError(InputError):
    """A policy that answered with an index outside its legal actions."""


class RunError(RuntimeError):
    """A run that cannot go on: the disk, the folder, another process, an altered part."""


class Interrupted(RunError):
    """A run that the user stopped; its message says how to go on."""


def explain(error: ValidationError, where: str = "") -> InputError:
    """Say the first complaint of a validation error in one line.

    Parameters
    ----------
    error
        What pydantic raised.
    where
        What was being read (a file, a game's rules), put before the key. May be empty.

    Returns
    -------
    InputError
        ``where: key.sub: message, got value``; never more than one line.
    """
    first = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in first["loc"])
    message = first["msg"]
    if first["type"] == "value_error":
        message = message.removeprefix("Value error, ")
    elif first["type"] == "extra_forbidden":
        message = "unknown key"
    elif first["type"] == "missing":
        message = "is missing"
    elif first["type"] == "literal_error":
        message = f"must be {first['ctx']['expected']}, got {first['input']!r}"
    else:
        message = f"{message[0].lower()}{message[1:]}, got {first['input']!r}"
    head = ": ".join(part for part in (where, key) if part)
    return InputError(" ".join((f"{head}: {message}" if head else message).split()))
