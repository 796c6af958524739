"""A study: what is played, by which rules and policies, how often; read from TOML and checked.

`Study` knows the keys and their types; `Study.check` asks the game whether they make sense together.
Neither plays anything: that is `sim.run`.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import numpy as np
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from sim.columns import Column, to_frame, widen
from sim.errors import InputError, explain
from sim.game import Game, Policy, choose_name, find_game
from sim.play import seat_policies
from sim.policies.registry import find_policy
from sim.rules import RuleSet
from sim.toml import read_toml

if TYPE_CHECKING:
    import polars as pl

__all__ = ["PolicyChoice", "Precision", "Study", "load_study", "measure"]

MOST_PARTS = 100_000
"""Part names have five digits."""


def _listed(value: Any) -> Any:
    """Take TOML's lists, and one name for a list of one."""
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list) else value


def _plain(rules: dict[str, Any]) -> dict[str, Any]:
    """Write rules given from Python as TOML would, so that they survive the manifest."""

    def plain(value: Any) -> Any:
        if isinstance(value, Enum):
            return value.name
        if isinstance(value, set | frozenset):
            return sorted(value)
        return list(value) if isinstance(value, tuple) else value

    return {key: plain(value) for key, value in rules.items()}


Names = Annotated[tuple[str, ...], BeforeValidator(_listed)]
RuleValues = Annotated[dict[str, Any], AfterValidator(_plain)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class PolicyChoice(_Table):
    """Who plays."""

    seats: Names = Field(("random",), min_length=1)
    """One policy for all, one a side, or one a seat."""
    files: dict[str, str] = {}
    """Policies from files: name to ``path.py:object``."""


class Precision(_Table):
    """When the run may stop before all samples are played."""

    quantity: str
    half_width: float = Field(gt=0, allow_inf_nan=False)
    """Half the width of the quantity's interval, in the quantity's unit."""


class Study(_Table):
    """What is played, as the user wrote it.

    Parameters
    ----------
    **data
        The keys of a study file; the fields below say what they mean.

    Raises
    ------
    InputError
        For an unknown key or a wrong type or range, in one line. What depends on the game is left to
        `check`, which `load_study` and `sim.run.run` call.
    """

    title: str = ""
    game: str
    unit: str = "deal"
    """``"deal"``, or ``"match"`` where the game has them."""
    samples: int = Field(ge=1, le=2**32)
    """Deals or matches."""
    seed: int | None = Field(None, ge=0, lt=2**64)
    """Root seed; drawn when the run begins if None."""
    headline: Names = ()
    """Quantities that a run reports."""
    rules: RuleValues = {}
    """``preset``, and values of single rules."""
    policies: PolicyChoice = PolicyChoice()
    precision: Precision | None = None
    variants: dict[str, RuleValues] = {}
    """What `compare` plays on the same cards: further rules by name of the variant."""
    quantities: dict[str, str] = {}
    """The user's own: polars SQL expressions over a row."""
    start: Annotated[tuple[int, ...], BeforeValidator(_listed)] = ()
    """Match score before each single deal, by side; all 0 if empty."""
    chunk: int = Field(65536, ge=1, le=2**20)
    """Most deals or matches of one part."""
    expected: dict[str, dict[str, Any]] = {}
    """Figures that the catalogue holds the study to; they make no other study of it."""

    def __init__(self, **data: Any) -> None:
        try:
            super().__init__(**data)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            if first["type"] == "extra_forbidden":
                *path, key = first["loc"]
                models: dict[Any, type[BaseModel]] = {
                    "policies": PolicyChoice,
                    "precision": Precision,
                }
                what = path[0] if path else "a study"
                with _at(".".join(map(str, first["loc"]))):
                    choose_name(str(key), models.get(what, Study).model_fields, f"key of {what}")
            raise explain(error) from None

    def identity(self) -> dict[str, Any]:
        """What makes it this study and no other, as plain JSON values.

        Returns
        -------
        dict
            Everything but `expected`.
        """
        return self.model_dump(mode="json", exclude={"expected"})

    def game_object(self) -> Game:
        """The game.

        Returns
        -------
        Game
            As registered.

        Raises
        ------
        InputError
            If there is none of that name.
        """
        with _at("game"):
            return find_game(self.game)

    def resolved_rules(self) -> RuleSet:
        """The rules that are played: the preset with the study's own values.

        Returns
        -------
        RuleSet
            Checked rules.

        Raises
        ------
        InputError
            For an unknown preset or rule, or values that the game refuses.
        """
        values = dict(self.rules)
        preset = values.pop("preset", None)
        if not isinstance(preset, str | None):
            raise InputError(f"rules.preset: must be the name of a preset, got {preset!r}")
        game = self.game_object()
        with _at("rules.preset"):
            rules = game.preset(preset)
        return rules.but(**values)

    def seated_policies(self) -> list[Policy]:
        """The policies that play.

        Returns
        -------
        list of Policy
            One a player.

        Raises
        ------
        InputError
            If there is no such policy, or their number fits neither seats nor sides.
        """
        game = self.game_object()
        rules = self.resolved_rules()
        names = seat_policies(self.policies.seats, rules.entrants, rules.sides)
        with _at("policies"):
            found = {name: find_policy(game, name, self.policies.files) for name in set(names)}
        return [found[name] for name in names]

    def variant(self, name: str) -> Study:
        """The study with the rules of one of its variants.

        Parameters
        ----------
        name
            Name of the variant.

        Returns
        -------
        Study
            Without variants of its own.

        Raises
        ------
        InputError
            If there is none of that name.
        """
        choose_name(name, self.variants, "variant")
        changes = {
            "title": f"{self.title or self.game}: {name}",
            "rules": {**self.rules, **self.variants[name]},
            "variants": {},
            "expected": {},
        }
        return self.model_copy(update=changes)

    def override(self, **dotted: Any) -> Study:
        """The study with some keys changed.

        Parameters
        ----------
        **dotted
            Values by key: ``samples=1000``, or ``**{"rules.target": 21}``.

        Returns
        -------
        Study
            Checked.

        Raises
        ------
        InputError
            If the changed study is wrong.
        """
        return Study(**_set_keys(self.model_dump(exclude_unset=True), dotted)).check()

    def check(self) -> Self:
        """Ask the game whether all of it makes sense, variants included.

        Returns
        -------
        Study
            Itself.

        Raises
        ------
        InputError
            One line: the key, what is wrong, what would be right.
        """
        game = self.game_object()
        with _at("unit"):
            choose_name(self.unit, game.units, f"unit of {game.name}")
        least = -(-self.samples // MOST_PARTS)
        if self.chunk < least:
            raise InputError(
                f"chunk: must be at least {least}, so that {self.samples} samples make no more than "
                f"{MOST_PARTS} parts, got {self.chunk}"
            )
        rules = self.resolved_rules()
        rules.check_unit(self.unit)
        self.seated_policies()
        if self.start and self.unit != "deal":
            raise InputError(f'start: only for studies of single deals; the unit is "{self.unit}"')
        if self.start:
            game.text.check_start(rules, self.start)
        for name, expression in self.quantities.items():
            with _at(f"quantities.{name}"):
                if not name.isidentifier():
                    raise InputError("the name must be made of letters, digits and _")
                if any(name == column.name for t in self.tables for column in self.columns(t)):
                    raise InputError(f"{game.name} has a column of that name; choose another")
                self.table_of(expression)
        for name in self.variants:
            with _at(f"variants.{name}"):
                self.variant(name).check()
        return self

    def spans(self) -> list[tuple[int, int]]:
        """The chunks: what a worker plays at a time, and what a part holds.

        They are equal, give or take one, so that no worker is left with a remnant while others idle.

        Returns
        -------
        list of tuple
            First number and count of each.
        """
        n = -(-self.samples // self.chunk)
        firsts = [self.samples * i // n for i in range(n + 1)]
        return [(first, end - first) for first, end in pairwise(firsts)]

    def columns(self, table: str) -> tuple[Column, ...]:
        """Columns of one of the run's tables.

        Parameters
        ----------
        table
            ``"deals"`` or ``"matches"``.

        Returns
        -------
        tuple of Column
            As the game declares them; without those that these rules leave empty.
        """
        game, rules = self.game_object(), self.resolved_rules()
        columns = game.columns if table == "deals" else game.match_columns
        return tuple(c for c in columns if c.kept is None or c.kept(rules))

    @property
    def tables(self) -> tuple[str, ...]:
        """Tables of a run: deals, and matches where they are played."""
        return ("deals",) if self.unit == "deal" else ("deals", "matches")

    def table_of(self, expression: str) -> str:
        """The table whose rows an expression reads.

        Parameters
        ----------
        expression
            A polars SQL expression, for `measure`.

        Returns
        -------
        str
            ``"matches"`` where matches are played and it needs only their columns, else ``"deals"``.

        Raises
        ------
        InputError
            If it fits neither: what is wrong with it.
        """
        *others, last = reversed(self.tables)
        for table in others:
            with suppress(InputError):
                self._try(expression, table)
                return table
        self._try(expression, last)
        return last

    def _try(self, expression: str, table: str) -> None:
        """Measure some made-up rows, at once and one by one."""
        import polars as pl
        from polars.exceptions import PanicException, PolarsError

        game = self.game_object()
        columns = self.columns(table)
        rows = np.zeros(4, game.row if table == "deals" else game.match_row)
        for place, column in enumerate(columns):
            values = column.of(rows)
            values[...] = (3 * np.arange(values.size).reshape(values.shape) + place) % 5
        frame = to_frame(rows, columns, self.resolved_rules())
        try:
            measured = measure(frame, expression)
            singly = [measure(frame[i : i + 1], expression) for i in range(len(frame))]
        except (PolarsError, PanicException) as error:
            missing = re.search(r'unable to find column "(\w+)"', str(error))
            if missing is None:
                reason = str(error).strip().partition("\n")[0][:120]
                raise InputError(f"not an expression over a row: {reason}") from None
            near = difflib.get_close_matches(missing[1], frame.columns, 1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise InputError(
                f"{table} of {game.name} have no column {missing[1]!r}; {hint}"
                f"`smazzata columns {game.name}` lists them"
            ) from None
        if not measured.equals(pl.concat(singly)):
            raise InputError("must give one value a row, from that row alone")
        if not (measured.dtype.is_numeric() or measured.dtype == pl.Boolean):
            raise InputError(f"must give numbers or true and false, but gives {measured.dtype}")


def measure(frame: pl.DataFrame, expression: str) -> pl.Series:
    """Work out an expression for every row.

    Parameters
    ----------
    frame
        Rows of a run.
    expression
        A polars SQL expression over them. Integers are wide (0 - 1 is -1 here, not 255); entries of list
        columns count from 1: ``scopa_by_rank_0[7]``.

    Returns
    -------
    pl.Series
        One value a row.
    """
    rows = widen(frame.lazy())
    return rows.sql(f"SELECT ({expression}) AS value FROM self").collect().to_series()


def load_study(
    path: str | Path,
    overrides: Mapping[str, str] | None = None,
    files: Mapping[str, str] | None = None,
) -> Study:
    """Read and check a study.

    Parameters
    ----------
    path
        TOML file. Policy files that it names are looked for beside it.
    overrides
        Values by dotted key, as the command line gives them: TOML, or a bare text.
    files
        Further policies from files: name to ``path.py:object``.

    Returns
    -------
    Study
        The checked study.

    Raises
    ------
    InputError
        One line: file, key, what is wrong, what would be right.
    """
    path = Path(path)
    data = read_toml(path)
    with _at(str(path)):
        _set_keys(data, {key: _read_value(text) for key, text in (overrides or {}).items()})
        study = Study(**data)
        if study.policies.files or files:
            beside = {
                name: str(path.parent / where) for name, where in study.policies.files.items()
            }
            chosen = study.policies.model_copy(update={"files": {**beside, **(files or {})}})
            study = study.model_copy(update={"policies": chosen})
        return study.check()


@contextmanager
def _at(where: str) -> Iterator[None]:
    """Put a place before whatever an input error says."""
    try:
        yield
    except InputError as error:
        raise InputError(" ".join(f"{where}: {error}".split())) from None


def _set_keys(data: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Set dotted keys in nested tables, in place."""
    for dotted, value in changes.items():
        *path, last = dotted.split(".")
        table = data
        for key in path:
            table = table.setdefault(key, {})
            if not isinstance(table, dict):
                raise InputError(f"{dotted}: {key} is no table")
        table[last] = value
    return data


def _read_value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
