"""Rules as data: a frozen model whose fields are the parameters of a game's rules page.

Each parameter is declared once, with default, range, meaning and clause. The record that the kernels
read is derived from the same fields, so that a variant compiles nothing anew and no rule lives on one
side only.
"""

from __future__ import annotations

import json
import typing
from enum import IntEnum
from typing import Any, ClassVar, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError, core_schema

from sim.bits import mask_of
from sim.cards import ITALIAN
from sim.errors import InputError, explain

__all__ = ["Choice", "Parameter", "RuleSet", "rule"]


class Choice(IntEnum):
    """Named values of one rule: written by name in a study, compared as integers in a kernel."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> core_schema.CoreSchema:
        """Accept a member or its name."""

        def read(value: Any) -> Choice:
            if isinstance(value, cls):
                return value
            if isinstance(value, str) and value in cls.__members__:
                return cls[value]
            raise PydanticCustomError("choice", f"must be one of {', '.join(cls.__members__)}")

        return core_schema.no_info_plain_validator_function(
            read,
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda member: cls(member).name
            ),
        )


def rule(
    default: Any = ...,
    *,
    meaning: str,
    clause: str,
    shown: str = "",
    allowed: str = "",
    **limits: Any,
) -> Any:
    """Declare one rule parameter.

    Parameters
    ----------
    default
        Its default; a function of the parameters declared before it where it depends on them.
    meaning
        What it does, for the rules command and the report.
    clause
        Clause of the rules page.
    shown
        How the default is written where it is a function.
    allowed
        What is allowed, where the type does not say it.
    **limits
        pydantic's constraints (``ge``, ``le``, ``min_length``, ``max_length``).

    Returns
    -------
    Any
        A pydantic field.
    """
    how = {"default_factory": default} if callable(default) else {"default": default}
    extra: dict[str, Any] = {"clause": clause, "shown": shown, "allowed": allowed}
    return Field(**how, description=meaning, json_schema_extra=extra, **limits)


class Parameter(typing.NamedTuple):
    """One rule as the rules command shows it."""

    name: str
    default: str
    allowed: str
    meaning: str
    clause: str


class RuleSet(BaseModel):
    """Base of every game's rules; a preset is a named instance.

    Raises
    ------
    pydantic.ValidationError
        For an unknown name, a wrong type, a value out of range, an impossible combination; use
        `build` to get one line instead.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, validate_default=True)

    game: ClassVar[str] = ""

    @property
    def seats(self) -> int:
        """Players at the table; every game says which of its parameters gives them."""
        raise NotImplementedError

    def check_unit(self, unit: str) -> None:
        """Refuse a unit that these rules do not fit; every unit of the game fits unless it says so.

        Parameters
        ----------
        unit
            One of the game's units.
        """

    @property
    def entrants(self) -> int:
        """Who holds a policy: the players, unless a game seats pairs."""
        return self.seats

    @property
    def sides(self) -> int:
        """Sides of a deal: teams, or players; a study may give one policy a side."""
        return 2

    @classmethod
    def build(cls, where: str = "rules", /, **given: Any) -> Self:
        """Make rules from values that a user wrote.

        Parameters
        ----------
        where
            Put before the key in the message.
        **given
            Parameter values; lists stand for tuples and sets.

        Returns
        -------
        RuleSet
            The checked rules.

        Raises
        ------
        InputError
            One line naming the parameter, the value and what would be right.
        """
        try:
            return cls(**{name: cls._loosen(name, value) for name, value in given.items()})
        except ValidationError as error:
            bad = error.errors(include_url=False)[0]
            if bad["type"] == "extra_forbidden":
                known = ", ".join(cls.model_fields)
                raise InputError(
                    f"{where}.{bad['loc'][0]}: no such rule; there are {known}"
                ) from None
            raise explain(error, where) from None

    @classmethod
    def _loosen(cls, name: str, value: Any) -> Any:
        """Turn TOML's only sequence into the one that the field wants."""
        if name not in cls.model_fields:
            return value
        annotation = cls.model_fields[name].annotation
        if typing.get_origin(annotation) is typing.Literal and isinstance(value, bool | float):
            return repr(value)  # 2.0 and 2, True and 1 are equal, but not of one type
        if not isinstance(value, list):
            return value
        wanted = typing.get_origin(annotation)
        return wanted(value) if wanted in (tuple, frozenset) else value

    def but(self, where: str = "rules", /, **changes: Any) -> Self:
        """Make the same rules with some values changed; defaults that depend on them follow.

        Parameters
        ----------
        where
            Put before the key in the message.
        **changes
            Parameter values.

        Returns
        -------
        RuleSet
            The changed rules.

        Raises
        ------
        InputError
            As `build`.
        """
        given = {name: getattr(self, name) for name in self.model_fields_set}
        return self.build(where, **{**given, **changes})

    def plain(self) -> dict[str, Any]:
        """Every parameter in the types that TOML and JSON know.

        Returns
        -------
        dict
            Names to values; sets as sorted lists.
        """
        plain = self.model_dump(mode="json")
        return {
            k: sorted(v) if isinstance(getattr(self, k), frozenset) else v for k, v in plain.items()
        }

    @classmethod
    def parameters(cls) -> list[Parameter]:
        """Every parameter with default, allowed values, meaning and clause.

        Returns
        -------
        list of Parameter
            In the order declared.
        """
        return [_describe(name, field) for name, field in cls.model_fields.items()]

    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """Dtype of the record that the kernels read.

        Choices and booleans are ``uint8``, integers ``int64``, sets of integers and tuples of cards a
        ``uint64`` mask, tuples of integers arrays padded with zeros.

        Returns
        -------
        np.dtype
            One field a parameter, same names.
        """
        fields = [(name, *_kernel_form(field)) for name, field in cls.model_fields.items()]
        return np.dtype(fields, align=True)

    def record(self) -> np.ndarray[Any, Any]:
        """The rules as the kernels read them.

        Returns
        -------
        np.ndarray
            Shape (1,), of `dtype`.
        """
        record = np.zeros(1, self.dtype())
        for name in type(self).model_fields:
            value = getattr(self, name)
            if _is_cards(type(self).model_fields[name]):
                record[0][name] = mask_of(map(ITALIAN.card, value))
            elif isinstance(value, tuple):
                record[0][name][: len(value)] = value
            elif isinstance(value, frozenset):
                record[0][name] = mask_of(value)
            else:
                record[0][name] = int(value)
        return record


def _limit(field: Any, name: str) -> Any:
    for item in field.metadata:
        if hasattr(item, name):
            return getattr(item, name)
    return None


def _is_cards(field: Any) -> bool:
    """Whether a parameter holds cards of the 40-card pack, as texts."""
    return bool(field.annotation == tuple[str, ...])


def _kernel_form(field: Any) -> tuple[Any, ...]:
    origin = typing.get_origin(field.annotation)
    if _is_cards(field):
        return ("u8",)
    if origin is tuple:
        return ("i8", (_limit(field, "max_length") or len(typing.get_args(field.annotation)),))
    if origin is frozenset:
        return ("u8",)
    if field.annotation is bool or _is_choice(field.annotation):
        return ("u1",)
    return ("i8",)


def _describe(name: str, field: Any) -> Parameter:
    extra = field.json_schema_extra
    annotation = field.annotation
    default = (
        field.default.name if _is_choice(annotation) else json.dumps(field.default, default=str)
    )
    allowed = extra["allowed"] or _describe_range(field)
    return Parameter(name, extra["shown"] or default, allowed, field.description, extra["clause"])


def _is_choice(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Choice)


def _describe_range(field: Any) -> str:
    if _is_choice(field.annotation):
        return ", ".join(field.annotation.__members__)
    if field.annotation is bool:
        return "true, false"
    origin = typing.get_origin(field.annotation)
    low, high = _limit(field, "ge"), _limit(field, "le")
    reach = f"{low}..{high}" if low is not None else "integers"
    if origin is frozenset:
        return "set of ranks"
    if _is_cards(field):
        return "list of cards"
    if origin is tuple:
        return "list of integers"
    if typing.get_origin(field.annotation) is typing.Literal:
        return ", ".join(str(value) for value in typing.get_args(field.annotation))
    return reach
