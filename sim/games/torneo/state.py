"""What lies on a table of the tournament: the records of both games, and the meeting round them.

A deal's row holds the row of the game that was played; the columns of the other are null. A card of
Briscola is ``card << 4``, as Tresette writes one played in silence, so that one notation serves both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from sim.columns import Column, both, deal_ids, never, row_dtype
from sim.games.torneo.rules import GAMES, MOST_MATCHES, MOST_PAIRS
from sim.loop import LOG, MATCH_FIELDS
from sim.rng import STREAM

__all__ = ["BRISCOLA", "COLUMNS", "MATCH", "MATCH_COLUMNS", "OWN", "STATE", "TABLE", "TRESETTE"]

TRESETTE, BRISCOLA = range(len(GAMES))
"""Numbers of the games in `GAMES`."""

TABLE = np.dtype(
    [
        ("seat", "u1"),  # seat to play
        ("game", "u1"),  # which is played
        ("match_no", "u1"),  # match of the meeting, from 0
        ("won", "u1", (2,)),  # matches won, by team: A, B
        ("start_score", "i4", (2,)),  # score of the match before the deal, by side
        *((name, game.table) for name, game in GAMES.items()),
    ],
    align=True,
)
"""What all see; only the record of the game that is played counts."""

OWN = np.dtype([("seat", "u1"), *((name, game.own) for name, game in GAMES.items())], align=True)
"""What one seat sees besides."""

STATE = np.dtype(
    [
        ("log", LOG),
        ("table", TABLE),
        ("own", OWN, (4,)),
        ("deck", "u1", (40,)),  # in dealing order
        ("n_redeals", "u1"),
        ("meeting", "u2"),  # meeting of the knock-out, from 0
        ("first", "u1"),  # player at seat 0
        *((name, game.state) for name, game in GAMES.items()),
    ],
    align=True,
)
"""All there is."""

_RESULT_COLUMNS = (
    ("winner", "i1", "team", "team that won it: 0 A, 1 B; -1 not played", None),
    ("deals", "u2", "count", "deals", None),
    ("score_A", "u2", "points", "team A's final score", TRESETTE),
    ("score_B", "u2", "points", "team B's final score", TRESETTE),
    ("extra_deals", "u2", "count", "deals after a level score at the target", TRESETTE),
    ("accuso_decided", "?", "yes/no", "card points alone would not give this result", TRESETTE),
    ("won_A", "u1", "deals", "deals that team A won", BRISCOLA),
    ("won_B", "u1", "deals", "deals that team B won", BRISCOLA),
    ("drawn", "u2", "deals", "drawn deals", BRISCOLA),
    ("first_dealer", "u1", "player", "dealer of its first deal, 255 if not played", None),
)
"""Columns of one match of a meeting, and the only game that has them."""

RESULT = row_dtype([Column(*column[:4]) for column in _RESULT_COLUMNS])
"""One match of a meeting, as the row has it."""

MATCH = np.dtype(
    [
        *MATCH_FIELDS,
        ("score", "i8", (2,)),  # of the match that is played, by team
        ("chance", STREAM),  # draws cuts and bracket
        ("match_no", "u1"),
        ("won", "u1", (2,)),  # matches won in the meeting, by team: A, B
        ("pairing", "u1"),
        ("cuts", "u1"),
        ("first_dealer", "u1"),
        ("decisions", "i8"),
        ("results", RESULT, (MOST_MATCHES,)),
        ("meetings", "u2"),  # finished
        ("over", "u1"),
        ("pair_policy", "u1", (MOST_PAIRS,)),  # which of the six policies each pair has
        ("bracket", "u1", (MOST_PAIRS,)),  # pair at each place (TO-13)
        ("left", "u1", (MOST_PAIRS,)),  # pairs still in, in order of their places
        ("n_left", "u1"),
        ("tie", "u1"),  # meeting of the round, from 0
        ("rounds_won", "u1", (MOST_PAIRS,)),
        *((name, game.match) for name, game in GAMES.items()),
    ],
    align=True,
)
"""The meeting, or the knock-out, so far."""


def _knockout(rules: Any) -> bool:
    return bool(rules.pairs > 2)


def _meeting(rules: Any) -> bool:
    return not _knockout(rules)


def _plays(name: str) -> Callable[[Any], bool]:
    return lambda rules: any(match.game == name for match in rules.matches)


def _stored(name: str, column: Column) -> Callable[[Any], bool]:
    """A game's column is stored where it is played; its own numbers of deal and match say nothing."""
    four = next(p for p in GAMES[name].presets.values() if p.seats == 4)
    if column.name in ("match_id", "deal_id", "first") or (column.kept and not column.kept(four)):
        return never
    return _plays(name)


def _of_game(name: str) -> list[Column]:
    """A game's columns inside the meeting's row."""
    return [
        replace(
            column,
            name=f"{name}_{column.name}",
            meaning=f"{GAMES[name].title}: {column.meaning}",
            path=(name, column.name),
            only=("game", list(GAMES).index(name)),
            kept=_stored(name, column),
        )
        for column in GAMES[name].columns
    ]


COLUMNS = (
    *deal_ids("TO-7"),
    Column("meeting", "u2", "count", "meeting of the knock-out, from 0", "TO-13", kept=_knockout),
    Column("match_no", "u1", "count", "match of the meeting, from 1", "TO-3"),
    Column("game", "u1", "kind", "game of the match", "TO-3", tuple(GAMES)),
    *both("points", "i2", "points", "points of the deal", clause="TO-3"),
    *(column for name in GAMES for column in _of_game(name)),
)
"""One row a deal (section 6 of the rules page)."""


def _has_match(place: int, name: str, game: int | None) -> Callable[[Any], bool]:
    def kept(rules: Any) -> bool:
        if _knockout(rules) or place >= len(rules.matches):
            return False
        played, its = rules.matches[place]
        if name == "accuso_decided" and not getattr(its, "accuso", False):
            return False
        return game is None or played == list(GAMES)[game]

    return kept


MATCH_COLUMNS = (
    Column("match_id", "u4", "id", "number of the meeting or knock-out"),
    Column(
        "pairing", "u1", "kind", "who sat together: 0 01|23, 1 02|13, 2 03|12; 255 as given", "TO-1",
        kept=_meeting,
    ),
    Column("first_dealer", "u1", "player", "dealer of the first deal", "TO-6", kept=_meeting),
    Column(
        "cuts", "u1", "count", "rounds of cutting for the first deal, 0 if the dealer was given",
        "TO-6", kept=_meeting,
    ),
    *(
        Column(
            f"m{place + 1}_{name}", dtype, unit, f"match {place + 1}: {meaning}", "TO-4",
            path=("results", place, name), kept=_has_match(place, name, game),
        )
        for place in range(MOST_MATCHES)
        for name, dtype, unit, meaning, game in _RESULT_COLUMNS
    ),
    Column(
        "third_needed", "?", "yes/no", "the third match was needed", "TO-4",
        kept=lambda rules: _meeting(rules) and len(rules.matches) == 3,
    ),
    Column("winner", "u1", "team", "pair that won the meeting", "TO-4", ("A", "B"), kept=_meeting),
    Column("meetings", "u2", "count", "meetings", "TO-13", kept=_knockout),
    Column("winner_pair", "u1", "pair", "pair that won the knock-out", "TO-13", kept=_knockout),
    Column(
        "rounds_won", "u1", "rounds", "meetings won, by pair", "TO-13",
        length=MOST_PAIRS, length_rule="pairs", kept=_knockout,
    ),
    Column(
        "bracket_place", "u1", "place", "place in the bracket, by pair", "TO-13",
        length=MOST_PAIRS, length_rule="pairs", kept=_knockout,
    ),
    Column("deals", "u4", "count", "deals"),
    Column("decisions", "u4", "count", "decisions"),
)  # fmt: skip
"""One row a meeting, or a knock-out (section 6)."""
