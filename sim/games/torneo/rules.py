"""Rule parameters of the tournament, with their defaults, ranges and clauses (TO), and the presets."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Self

import numpy as np
from pydantic import model_validator
from pydantic_core import PydanticCustomError, core_schema

from sim.cards import ITALIAN, Pack
from sim.errors import InputError
from sim.game import Game, choose_name
from sim.games.briscola import GAME as BRISCOLA
from sim.games.tresette import GAME as TRESETTE
from sim.rules import Choice, RuleSet, rule

__all__ = [
    "GAMES",
    "MOST_MATCHES",
    "MOST_PAIRS",
    "PRESETS",
    "CutOrder",
    "DealerBetweenMatches",
    "Match",
    "Pairing",
    "Rules",
]

GAMES: dict[str, Game] = {"tresette": TRESETTE, "briscola": BRISCOLA}
"""What a meeting is made of; a game's place here is its number in rows and records."""
MOST_MATCHES = 9
MOST_PAIRS = 64


class Pairing(Choice):
    """TO-1: whether the pairs are given or drawn by lot."""

    fixed = 0
    drawn = 1


class CutOrder(Choice):
    """TO-6: order of the cards in the cut for the first deal."""

    tresette = 0
    briscola = 1
    natural = 2


class DealerBetweenMatches(Choice):
    """TO-8: whether the deal goes on round the table from match to match."""

    locals()["continue"] = 0  # a word of Python's
    cut_again = 1


class Match(NamedTuple):
    """One match of a meeting (TO-12).

    Written ``"tresette:palazzo_accuso"``, or as a table with ``game``, ``preset`` and single rules.
    """

    game: str
    rules: RuleSet

    @classmethod
    def read(cls, value: Any) -> Match:
        """Make one of what a user wrote.

        Parameters
        ----------
        value
            ``"game:preset"``, a table, or a match.

        Returns
        -------
        Match
            The game and its rules.

        Raises
        ------
        InputError
            For an unknown game, preset or rule.
        """
        if isinstance(value, Match):
            return value
        if isinstance(value, str):
            name, _, preset = value.partition(":")
            value = {"game": name, **({"preset": preset} if preset else {})}
        if not isinstance(value, dict) or not isinstance(value.get("game"), str):
            raise InputError(
                'a match is written "game:preset", or as a table with game, preset and rules; '
                f"got {value!r}"
            )
        given = dict(value)
        game = GAMES[choose_name(given.pop("game"), GAMES, "game of a meeting")]
        preset = given.pop("preset", None)
        rules = game.preset(preset)
        return cls(game.name, rules.but(game.name, **given) if given else rules)

    def plain(self) -> Any:
        """Write it as a user would.

        Returns
        -------
        str or dict
            ``"game:preset"`` where its rules are a preset's.
        """
        for name, preset in GAMES[self.game].presets.items():
            if preset == self.rules:
                return f"{self.game}:{name}"
        return {"game": self.game, **self.rules.plain()}

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> core_schema.CoreSchema:
        """Accept whatever `read` reads."""

        def read(value: Any) -> Match:
            try:
                return cls.read(value)
            except InputError as error:
                raise PydanticCustomError("match", "{reason}", {"reason": str(error)}) from None

        return core_schema.no_info_plain_validator_function(
            read,
            serialization=core_schema.plain_serializer_function_ser_schema(lambda m: m.plain()),
        )


_FIRST_SECOND_THIRD = (
    Match.read("tresette:palazzo_accuso"),
    Match.read("briscola:palazzo"),
    Match.read("tresette:palazzo_liscio"),
)

_MATCH = np.dtype(
    [("game", "u1"), *((name, game.rules.dtype()) for name, game in GAMES.items())], align=True
)


class Rules(RuleSet):
    """The rules of one meeting, or of a knock-out of meetings (section 4 of the rules page)."""

    game = "torneo"

    matches: tuple[Match, ...] = rule(
        _FIRST_SECOND_THIRD,
        shown="tresette:palazzo_accuso, briscola:palazzo, tresette:palazzo_liscio",
        meaning="the matches in order, an odd number; the majority wins the meeting",
        clause="TO-3",
        allowed="1, 3, 5, 7 or 9 of game:preset",
        max_length=MOST_MATCHES,
    )
    pairing: Pairing = rule(
        Pairing.fixed, meaning="pairs are given, or drawn by lot", clause="TO-1"
    )
    first_dealer: Literal["cut", 0, 1, 2, 3] = rule(
        "cut", meaning="dealer of the first deal: by cutting, or a player", clause="TO-6"
    )
    cut_order: CutOrder = rule(
        CutOrder.tresette, meaning="order of the cards in every cut", clause="TO-6"
    )
    dealer_between_matches: DealerBetweenMatches = rule(
        DealerBetweenMatches["continue"],
        meaning="the deal goes on from match to match, or is cut for again",
        clause="TO-8",
    )
    pairs: Literal[2, 4, 8, 16, 32, 64] = rule(
        2, meaning="pairs that play: 2 is one meeting, more a knock-out", clause="TO-13"
    )

    @model_validator(mode="after")
    def _check_combinations(self) -> Self:
        if len(self.matches) % 2 == 0:
            raise ValueError(f"matches: must be an odd number, 1..9, got {len(self.matches)}")
        for place, (game, rules) in enumerate(self.matches, 1):
            if rules.seats != 4:
                raise ValueError(
                    f"matches: match {place} ({game}) is for {rules.seats} players; four are needed"
                )
            if getattr(rules, "removed_cards", ()):
                raise ValueError(
                    f"matches: match {place} ({game}) takes cards out; a meeting has one pack of 40"
                )
            if getattr(rules, "match_fixed_deals", 0):
                raise ValueError(
                    f"matches: match {place} ({game}) has match_fixed_deals and may be drawn (TO-11)"
                )
        if self.first_dealer != "cut" and (
            self.dealer_between_matches == DealerBetweenMatches.cut_again
        ):
            raise ValueError(
                f"first_dealer: {self.first_dealer} does not go with "
                'dealer_between_matches = "cut_again"; later dealers would not be fixed'
            )
        return self

    def check_unit(self, unit: str) -> None:
        """Refuse a unit that the number of pairs does not fit.

        Parameters
        ----------
        unit
            ``"meeting"`` or ``"knockout"``.

        Raises
        ------
        InputError
            Naming both.
        """
        if unit == "meeting" and self.pairs > 2:
            raise InputError(f'rules.pairs: {self.pairs} pairs play a "knockout", not a "meeting"')
        if unit == "knockout" and self.pairs == 2:
            raise InputError('rules.pairs: a "knockout" needs 4, 8, 16, 32 or 64 pairs, got 2')

    @property
    def seats(self) -> int:
        """Players of a meeting: four."""
        return 4

    @property
    def entrants(self) -> int:
        """Pairs: each holds a policy."""
        return self.pairs

    @property
    def cards(self) -> Pack:
        """The pack and its notation."""
        return ITALIAN

    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """Dtype of the record that the kernels read.

        Returns
        -------
        np.dtype
            As of every game; `matches` is an array of records of both games' rules.
        """
        return np.dtype(
            [
                ("n_matches", "i8"),
                ("matches", _MATCH, (MOST_MATCHES,)),
                ("pairing", "u1"),
                ("first_dealer", "i8"),  # -1: by cutting
                ("cut_order", "u1"),
                ("dealer_between_matches", "u1"),
                ("pairs", "i8"),
            ],
            align=True,
        )

    def record(self) -> np.ndarray[Any, Any]:
        """The rules as the kernels read them.

        Returns
        -------
        np.ndarray
            Shape (1,), of `dtype`.
        """
        record = np.zeros(1, self.dtype())
        only = record[0]
        only["n_matches"] = len(self.matches)
        for match, (game, rules) in zip(only["matches"], self.matches, strict=False):
            match["game"] = list(GAMES).index(game)
            match[game] = rules.record()[0]
        for name in ("pairing", "cut_order", "dealer_between_matches", "pairs"):
            only[name] = int(getattr(self, name))
        only["first_dealer"] = -1 if self.first_dealer == "cut" else self.first_dealer
        return record


PRESETS = {
    "palazzo_2012": Rules(),
    "palazzo_taglio": Rules(dealer_between_matches=DealerBetweenMatches.cut_again),
    "solo_tresette": Rules(matches=(_FIRST_SECOND_THIRD[0],) * 3),
    "solo_briscola": Rules(matches=(_FIRST_SECOND_THIRD[1],) * 3),
    "rovescio": Rules(
        matches=(_FIRST_SECOND_THIRD[1], _FIRST_SECOND_THIRD[0], _FIRST_SECOND_THIRD[2])
    ),
}
