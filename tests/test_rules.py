"""Rules as data, over every game: records, presets, refusals."""

from __future__ import annotations

import pytest

from sim.cards import ITALIAN
from sim.errors import InputError
from sim.game import Game, find_game, game_names
from sim.rules import Choice

GAMES = pytest.mark.parametrize(
    "game", [find_game(name) for name in game_names()], ids=lambda game: game.name
)


@GAMES
def test_every_rule_says_what_it_is(game: Game) -> None:
    assert game.rules.model_fields.keys() == {p.name for p in game.rules.parameters()}
    for parameter in game.rules.parameters():
        assert parameter.meaning
        assert parameter.allowed
        assert parameter.clause


def test_record_of_a_meeting_holds_the_rules_of_its_matches() -> None:
    game = find_game("torneo")
    for rules in game.presets.values():
        record = rules.record()[0]
        assert int(record["n_matches"]) == len(rules.matches)  # type: ignore[attr-defined]
        for match, (name, its) in zip(record["matches"], rules.matches, strict=False):  # type: ignore[attr-defined]
            assert game.parts[int(match["game"])] == name
            assert match[name] == its.record()[0]
        assert int(record["pairs"]) == rules.pairs  # type: ignore[attr-defined]
    fixed = game.rules.build("rules", first_dealer=2, cut_order="natural").record()[0]
    assert (int(fixed["first_dealer"]), int(fixed["cut_order"])) == (2, 2)
    assert int(record["first_dealer"]) == -1


@GAMES
def test_record_holds_every_rule(game: Game) -> None:
    for rules in game.presets.values() if not game.parts else ():
        record = rules.record()[0]
        for name in game.rules.model_fields:
            value = getattr(rules, name)
            if isinstance(value, tuple) and record[name].shape == ():  # cards
                assert int(record[name]) == sum(1 << ITALIAN.card(card) for card in value)
            elif isinstance(value, tuple):
                stored = [int(entry) for entry in record[name]]
                assert stored == list(value) + [0] * (len(stored) - len(value))
            elif isinstance(value, frozenset):
                assert int(record[name]) == sum(1 << entry for entry in value)
            else:
                assert int(record[name]) == int(value)


@GAMES
def test_plain_rules_round_trip(game: Game) -> None:
    for rules in game.presets.values():
        assert game.rules.build("rules", **rules.plain()) == rules


@GAMES
def test_unknown_rules_and_presets_are_named(game: Game) -> None:
    with pytest.raises(InputError, match=r"rules\.nonsense: no such rule; there are "):
        game.preset().but("rules", nonsense=1)
    with pytest.raises(InputError, match=r"no preset of \w+ called 'nonsense'; there are: "):
        game.preset("nonsense")


@GAMES
def test_choices_are_refused_by_name(game: Game) -> None:
    for name, field in game.rules.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Choice):
            names = ", ".join(field.annotation.__members__)
            with pytest.raises(
                InputError, match=rf"rules: {name}: must be one of {names}, got 'x'"
            ):
                game.preset().but("rules", **{name: "x"})


BAD_TOMBOLON = [
    ({"pack": 41}, "rules: pack: must be 40 or 52, got 41"),
    ({"n_seats": 3}, "rules: n_seats: must be 2 or 4, got 3"),
    ({"n_seats": 2.0}, "rules: n_seats: must be 2 or 4, got '2.0'"),
    ({"packets": [4, 4]}, "[4, 4] give 32 cards to 4 seats; with 40 cards it must be 36"),
    ({"packets": [9, 0]}, "packets: entries must be at least 1, got [9, 0]"),
    ({"denari_honour_rank": 11}, "denari_honour_rank: input should be less than or equal to 10"),
    ({"denari_honour_rank": 8}, "denari_honour_rank: must be a number card 1..7, got 8"),
    ({"redeal_ranks": [11]}, "redeal_ranks: must be ranks 1..10, got 11"),
    ({"figure_points": [1, 2]}, "figure_points"),
    ({"figure_points": [1, 2, 21]}, "figure_points: must be 0..20 each, got [1, 2, 21]"),
    ({"target": 0}, "target: input should be greater than or equal to 1, got 0"),
    ({"target": True}, "target: input should be a valid integer, got True"),
    ({"raddoppio": 1}, "raddoppio: input should be a valid boolean, got 1"),
    ({"max_deals": 10_001}, "max_deals: input should be less than or equal to 10000, got 10001"),
]


@pytest.mark.parametrize(("change", "message"), BAD_TOMBOLON, ids=lambda x: str(x)[:40])
def test_tombolon_refuses(change: dict[str, object], message: str) -> None:
    """Section 12, item 1 of the rules page."""
    with pytest.raises(InputError) as caught:
        find_game("tombolon").preset().but("rules", **change)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_defaults_follow_pack_and_seats() -> None:
    """Table 4: defaults that depend on pack and n_seats are filled in after those are known."""
    rovigo = find_game("tombolon").preset("rovigo4")
    padova = rovigo.but("rules", pack=52)
    assert padova == find_game("tombolon").preset("padova4")
    assert rovigo.but("rules", pack=52, target=31).target == 31  # type: ignore[attr-defined]
