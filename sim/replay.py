"""Deals one by one: replayed from a run, or recorded by somebody and checked.

A `Referee` steps one deal through the same functions that the loop uses. `replay` plays a number of a
run again; `score` reads a recorded deal or match (TOML), checks every play and scores it. Both give a
`Transcript`, and what `Transcript.toml` writes `score` reads, to the same rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.columns import Column
from sim.errors import InputError
from sim.game import Game, find_game
from sim.loop import note_decision, open_log
from sim.play import Arena
from sim.rng import STREAM
from sim.rules import RuleSet
from sim.toml import read_toml, write_toml

if TYPE_CHECKING:
    from sim.store import Run

__all__ = ["PlayedDeal", "Referee", "Transcript", "replay", "score", "transcribe"]

Array = np.ndarray[Any, Any]


class Referee:
    """Steps one deal at a time through a game's own functions.

    Parameters
    ----------
    game, rules
        What is played.
    """

    def __init__(self, game: Game, rules: RuleSet) -> None:
        self.game = game
        self.rules = rules
        self.states = np.zeros(1, game.state)
        self.matches = np.zeros(1, game.match)
        self._record = rules.record()
        self._actions = np.zeros(game.max_actions(rules), np.int64)
        self._chance = np.zeros(1, STREAM)

    @property
    def state(self) -> Any:
        """The state record, live."""
        return self.states[0]

    def set_up(
        self, deck: Sequence[int], match: Any, *, redeals: int = 0, number: int = 0, deal: int = 0
    ) -> None:
        """Lay a deal out.

        Parameters
        ----------
        deck
            Card numbers in dealing order, the whole pack.
        match
            The match as it stands: one record of the game's match dtype.
        redeals
            Shuffles thrown away before this one.
        number, deal
            Numbers of the deal or match in its study, and of the deal in the match.
        """
        state = self.state
        state["deck"][: len(deck)] = deck
        state["n_redeals"] = redeals
        open_log(state["log"], number, deal)
        self.game.lay_out(state, self._record[0], match)

    def legal(self) -> list[int]:
        """Legal actions of the seat to move.

        Returns
        -------
        list of int
            In canonical order.
        """
        table = self.state["table"]
        n = self.game.legal(table, self.state["own"][table["seat"]], self._record[0], self._actions)
        return [int(action) for action in self._actions[:n]]

    def play(self, action: int) -> None:
        """Play one legal action.

        Parameters
        ----------
        action
            One of `legal`.
        """
        note_decision(self.state["log"], len(self.legal()))
        self.game.apply(self.state, self._record[0], np.int64(action), self._chance[0])

    def is_over(self) -> bool:
        """Whether the deal is finished.

        Returns
        -------
        bool
            True once no seat is to move.
        """
        return bool(self.game.over(self.state))

    def row(self) -> dict[str, Any]:
        """The finished deal's row.

        Returns
        -------
        dict
            Column to value.
        """
        rows = np.zeros(1, self.game.row)
        self.game.record(self.state, self._record[0], rows[0])
        return plain_row(rows[0], self.game.columns, self.rules)

    def settle(self) -> dict[str, Any] | None:
        """Add the finished deal to the match.

        Returns
        -------
        dict or None
            The match's row if this decided it.
        """
        self.game.settle(self.state, self._record[0], self.matches[0])
        if not self.game.match_over(self.matches[0], self._record[0]):
            return None
        rows = np.zeros(1, self.game.match_row)
        number = self.state["log"]["number"]
        self.game.record_match(self.matches[0], self._record[0], number, rows[0])
        return plain_row(rows[0], self.game.match_columns, self.rules)


def plain_row(row: Any, columns: Sequence[Column], rules: RuleSet) -> dict[str, Any]:
    """One row in Python's own types.

    Parameters
    ----------
    row
        A record of the row dtype.
    columns
        Its columns.
    rules
        Rules that were played; they give the length of list columns.

    Returns
    -------
    dict
        Column to bool, int or list of int.
    """
    plain: dict[str, Any] = {}
    for column in columns:
        if column.kept and not column.kept(rules):
            continue
        value = column.of(row).tolist()
        if column.length_rule:
            value = value[: getattr(rules, column.length_rule)]
        plain[column.name] = value
    for column in columns:
        if column.only and column.name in plain and plain[column.only[0]] != column.only[1]:
            del plain[column.name]
    return plain


@dataclass(frozen=True)
class PlayedDeal:
    """One deal of a transcript."""

    first: int
    """Player at seat 0."""
    start: tuple[int, ...]
    """Match score before the deal, by side."""
    deck: tuple[int, ...]
    """Card numbers in dealing order."""
    plays: tuple[int, ...]
    """Action codes."""
    row: dict[str, Any]
    """Column to value."""
    story: tuple[str, ...]
    """The deal as lines for a reader."""
    redeals: int = 0
    """Shuffles thrown away."""


@dataclass(frozen=True)
class Transcript:
    """A deal or match, play by play."""

    game: Game
    rules: RuleSet
    deals: tuple[PlayedDeal, ...]
    number: int = 0
    match_row: dict[str, Any] | None = None
    heading: str = ""
    first_deal: int = 0
    policies: tuple[str, ...] = field(default=())
    opening: dict[str, Any] = field(default_factory=dict)
    """What chance decided before the first deal, where a game has such."""

    def text(self) -> str:
        """Write it for a reader.

        Returns
        -------
        str
            Plain text, ends with a line break.
        """
        lines = [self.heading] if self.heading else []
        if self.policies:
            whose = "players" if self.game.entered == "policy" else "pairs"
            lines.append(
                f"policies {', '.join(self.policies)} ({whose} 0 to {len(self.policies) - 1})"
            )
        for place, deal in enumerate(self.deals, self.first_deal):
            which = f"deal {place}: " if self.match_row or len(self.deals) > 1 else ""
            lines += ["", f"{which}seat 0 is player {deal.first}", *deal.story]
        if self.match_row is not None:
            lines += ["", *self.game.text.tell_match(self.match_row)]
        return "\n".join(lines).lstrip("\n") + "\n"

    def plain(self) -> dict[str, Any]:
        """The recorded form as plain data.

        Returns
        -------
        dict
            What `toml` and `json` write.
        """
        pack = self.game.text.pack(self.rules)
        record = {
            "game": self.game.name,
            "number": self.number,
            "rules": self.rules.plain(),
            "deals": [
                {
                    "first": deal.first,
                    "start": list(deal.start),
                    "redeals": deal.redeals,
                    "pack": pack.row(deal.deck),
                    "plays": " ".join(
                        self.game.text.format_action(self.rules, a) for a in deal.plays
                    ),
                    "expect": deal.row,
                }
                for deal in self.deals
            ],
        }
        if self.first_deal:
            record["first_deal"] = self.first_deal
        if self.opening:
            record["opening"] = self.opening
        if self.match_row is not None:
            record["expect_match"] = self.match_row
        return record

    def toml(self) -> str:
        """Write it as a recorded deal or match.

        Returns
        -------
        str
            TOML that `score` reads.
        """
        return write_toml(self.plain())

    def json(self) -> str:
        """Write it as JSON.

        Returns
        -------
        str
            The same as `toml`.
        """
        return json.dumps(self.plain(), indent=1) + "\n"


def _tell_step(referee: Referee, place: int, action: int) -> str:
    """Play one action and write the line for it."""
    game, rules = referee.game, referee.rules
    before = referee.states.copy()
    seat = int(before[0]["table"]["seat"])
    hand = game.text.tell_hand(before[0], rules)
    referee.play(action)
    said = game.text.tell_play(before[0], referee.states[0], rules)
    played = game.text.format_action(rules, action)
    return f"{place:4}  seat {seat}  {played:<14} {hand}" + (f"  [{said}]" if said else "")


def _step_through(
    referee: Referee, deck: Sequence[int], plays: Sequence[int], match: Any, **numbers: int
) -> PlayedDeal:
    """Play a deal of known plays and write its story."""
    game, rules = referee.game, referee.rules
    first = int(match["first"])
    referee.set_up(deck, match, **numbers)
    scores = referee.state["table"]["start_score"][: rules.sides]
    start = tuple(int(score) for score in scores)
    story = list(game.text.tell_start(referee.state, rules))
    story.append("play  seat    card           hand | table")
    for place, action in enumerate(plays, 1):
        story.append(_tell_step(referee, place, action))
    row = referee.row()
    story += game.text.tell_score(row)
    return PlayedDeal(
        first, start, tuple(deck), tuple(plays), row, tuple(story), numbers.get("redeals", 0)
    )


def transcribe(arena: Arena, number: int, deal: int | None = None, heading: str = "") -> Transcript:
    """Play a number in an arena and keep everything that was on the table.

    Parameters
    ----------
    arena
        Game, rules, policies, seed and unit.
    number
        Number of the deal or match.
    deal
        Only this deal of a match.
    heading
        First line of the text.

    Returns
    -------
    Transcript
        The deal, or every deal of the match.

    Raises
    ------
    InputError
        If the match has no such deal.
    """
    game, rules = arena.game, arena.rules
    referee = Referee(game, rules)
    size = len(game.text.pack(rules))
    played, match_row, place = [], None, 0
    opening: dict[str, Any] = {}
    for place, done in enumerate(arena.deals(number)):
        if place == 0 and hasattr(game.text, "tell_opening"):
            opening = game.text.tell_opening(done.match[0], rules)
        if len(done.match_row):
            match_row = plain_row(done.match_row[0], game.match_columns, rules)
        if deal is not None and place != deal:
            continue
        state = done.state[0]
        deck = [int(card) for card in state["deck"][:size]]
        plays = game.text.plays(state)
        numbers = {"redeals": int(state["n_redeals"]), "number": number, "deal": place}
        played.append(_step_through(referee, deck, plays, done.match[0], **numbers))
    if deal is not None and not played:
        raise InputError(f"deal {deal}: match {number} has deals 0 to {place}")
    return Transcript(
        game,
        rules,
        tuple(played),
        number,
        match_row if deal is None else None,
        heading,
        deal or 0,
        tuple(policy.name for policy in arena.policies),
        opening,
    )


def replay(run: Run, number: int, deal: int | None = None) -> Transcript:
    """Play a number of a run again.

    Parameters
    ----------
    run
        The run.
    number
        Number of the deal or match, 0 to ``run.numbers - 1``.
    deal
        Only this deal of a match.

    Returns
    -------
    Transcript
        The deal, or every deal of the match.

    Raises
    ------
    InputError
        If the run has no such number, or the match no such deal.
    """
    if not 0 <= number < run.numbers:
        raise InputError(f"{run.unit} {number}: {run.path} has 0 to {run.numbers - 1}")
    study = run.study
    arena = Arena(run.game, run.rules, run.policies(), run.seed, study.unit, study.start)
    name = study.title or study.game
    heading = f"{run.game.title}: {study.unit} {number} of {name} (seed {run.seed})"
    return transcribe(arena, number, deal, heading)


def score(path: str | Path) -> Transcript:
    """Check a recorded deal or match play by play, and score it.

    Parameters
    ----------
    path
        TOML: ``game``, ``rules``, and ``[[deals]]`` with ``pack`` in dealing order, ``plays`` in the
        game's notation, and optionally ``first``, ``start``, ``redeals`` and ``expect`` (any columns
        of the row, checked). From the second deal on, ``first`` and ``start`` follow from the one
        before; where given they are checked.

    Returns
    -------
    Transcript
        Every deal with its row.

    Raises
    ------
    InputError
        Naming the deal, the play, and what would have been right.
    """
    path = Path(path)
    data = read_toml(path)
    try:
        return _Recording(data).score()
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


_KEYS = {"game", "rules", "deals", "number", "first_deal", "title", "opening", "expect_match"}
_DEAL_KEYS = {"first", "start", "pack", "plays", "redeals", "expect"}


class _Recording:
    """Reads the parts of a recorded file, each with its own complaint."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._refuse_unknown(data, _KEYS, "")
        for key, kind in (("game", str), ("deals", list)):
            if not isinstance(data.get(key), kind):
                what = {"game": "the name of the game", "deals": "one [[deals]] a deal"}[key]
                raise InputError(f"{key}: {what} is missing")
        self.data = data
        self.game = find_game(data["game"])
        given = dict(self._typed(data, "rules", dict, {}, ""))
        preset = given.pop("preset", None)
        self.rules = self.game.preset(preset).but("rules", **given)
        self.number = self._typed(data, "number", int, 0, "")
        self.first_deal = self._typed(data, "first_deal", int, 0, "")
        self.referee = Referee(self.game, self.rules)
        self.opening = self._typed(data, "opening", dict, {}, "")
        if hasattr(self.game.text, "open_recorded"):
            self.game.text.open_recorded(self.referee.matches[0], self.rules, self.opening)
        elif self.opening:
            raise InputError(f"opening: chance decides nothing before a deal of {self.game.name}")

    @staticmethod
    def _refuse_unknown(data: dict[str, Any], known: set[str], where: str) -> None:
        strange = sorted(set(data) - known)
        if strange:
            raise InputError(
                f"{where}{strange[0]}: unknown key; there are {', '.join(sorted(known))}"
            )

    @staticmethod
    def _typed(data: dict[str, Any], key: str, kind: type, default: Any, where: str) -> Any:
        value = data.get(key, default)
        if type(value) is not kind and value is not default:
            raise InputError(f"{where}{key}: must be {_KINDS[kind]}, got {value!r}")
        return value

    def score(self) -> Transcript:
        """Score every deal in turn."""
        deals: list[PlayedDeal] = []
        match_row = None
        for place, deal in enumerate(self.data["deals"]):
            where = f"deal {place + self.first_deal}: "
            if match_row is not None:
                raise InputError(f"{where}the match was over before it")
            if not isinstance(deal, dict):
                raise InputError(f"{where}must be a table [[deals]]")
            self._refuse_unknown(deal, _DEAL_KEYS, where)
            try:
                deals.append(self._score_deal(deal, place))
            except InputError as error:
                raise InputError(f"{where}{error}") from None
            match_row = self.referee.settle()
        expected = self._typed(self.data, "expect_match", dict, {}, "")
        if expected and match_row is None:
            raise InputError("expect_match: the match is not decided")
        self._check_expected(expected, match_row or {}, "expect_match")
        title = self._typed(self.data, "title", str, "", "")
        return Transcript(
            self.game,
            self.rules,
            tuple(deals),
            self.number,
            match_row,
            f"{self.game.title}: recorded" + (f", {title}" if title else ""),
            self.first_deal,
            opening=self.opening,
        )

    def _score_deal(self, deal: dict[str, Any], place: int) -> PlayedDeal:
        game, rules = self.game, self.rules
        match = self.referee.matches[0]
        self._place_players(deal, match, place)
        for key in ("pack", "plays"):
            if not isinstance(deal.get(key), str):
                raise InputError(f"{key}: a text of {key} is missing")
        deck = game.text.pack(rules).deck(deal["pack"])
        game.text.check_deck(rules, deck)
        numbers = {
            "redeals": self._typed(deal, "redeals", int, 0, ""),
            "number": self.number,
            "deal": place + self.first_deal,
        }
        self.referee.set_up(deck, match, **numbers)
        plays = list(self._checked_plays(deal["plays"].split()))
        played = _step_through(self.referee, deck, plays, match, **numbers)
        self._check_expected(self._typed(deal, "expect", dict, {}, ""), played.row, "expect")
        return played

    def _place_players(self, deal: dict[str, Any], match: Any, place: int) -> None:
        """Seat the players and set the scores; after the first deal both follow from the match."""
        players = self.rules.seats
        first = self._typed(deal, "first", int, None, "")
        start = self._typed(deal, "start", list, None, "")
        if first is not None and not 0 <= first < players:
            raise InputError(f"first: must be a player 0..{players - 1}, got {first}")
        sides = self.rules.sides
        if start is not None:
            if not all(type(score) is int for score in start):
                raise InputError(f"start: must be a list of integers, got {start}")
            self.game.text.check_start(self.rules, start)
        if place == 0:
            match["first"] = match["first_player"] = first or 0
            match["deals"] = self.first_deal
            for side, points in enumerate(start or [0] * sides):
                match["score"][((first or 0) + side) % sides] = points
            return
        draws_first = getattr(self.game.text, "draws_first", None)
        if first is not None and draws_first and draws_first(self.rules, match):
            match["first"] = first
        known = int(match["first"])
        if first is not None and first != known:
            raise InputError(f"first: after the deal before, seat 0 is player {known}, got {first}")
        scores = [int(match["score"][(known + side) % sides]) for side in range(sides)]
        if start is not None and start != scores:
            raise InputError(f"start: the deal before ended at {scores}, got {start}")

    def _checked_plays(self, texts: Sequence[str]) -> Iterator[int]:
        game, rules, referee = self.game, self.rules, self.referee
        for place, text in enumerate(texts, 1):
            if referee.is_over():
                raise InputError(f"play {place} ({text}) comes after the end of the deal")
            try:
                action = game.text.parse_action(rules, text)
            except InputError as error:
                raise InputError(f"play {place} ({text}): {error}") from None
            legal = referee.legal()
            if action not in legal:
                seat = int(referee.state["table"]["seat"])
                options = ", ".join(game.text.format_action(rules, option) for option in legal)
                raise InputError(
                    f"play {place} ({text}) is not legal; seat {seat} with "
                    f"{game.text.tell_hand(referee.state, rules)} could play {options}"
                )
            referee.play(action)
            yield action
        if not referee.is_over():
            seat = int(referee.state["table"]["seat"])
            raise InputError(f"the plays stop after {len(texts)}; seat {seat} is still to play")

    @staticmethod
    def _check_expected(expected: dict[str, Any], row: dict[str, Any], where: str) -> None:
        for name, value in expected.items():
            if name not in row:
                raise InputError(f"{where}.{name}: no such column")
            if row[name] != value:
                raise InputError(f"{where}.{name}: expected {value}, scored {row[name]}")


_KINDS = {str: "a text", int: "an integer", list: "a list", dict: "a table"}
