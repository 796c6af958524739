"""Input that must be refused (section 12 of the rules page): one line that names what was wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.errors import InputError, PolicyError
from sim.game import Policy, find_game
from sim.games.tombolon import kernel, text
from sim.games.tombolon.rules import Rules
from sim.play import Arena
from sim.replay import score
from tests.tombolon.test_vectors import lay_table, rules_of
from tests.vectors import tombolon as vectors

GAME = find_game("tombolon")


def refused(*kinds: str) -> Any:
    rows = [row for row in vectors.REFUSED if row.kind in kinds]
    return pytest.mark.parametrize("vector", rows, ids=[row.name for row in rows])


def as_toml_gives(value: Any) -> Any:
    return list(value) if isinstance(value, tuple | set | frozenset) else value


@refused("rules")
def test_rules(vector: Any) -> None:
    given = {name: as_toml_gives(value) for name, value in vector.given.items()}
    with pytest.raises(InputError, match=vector.names) as caught:
        Rules.build("rules", **given)
    assert "\n" not in str(caught.value)


@refused("card")
def test_cards(vector: Any) -> None:
    with pytest.raises(InputError, match=vector.names):
        rules_of(vector.given["preset"]).cards.card(vector.given["text"])


@refused("number")
def test_card_numbers(vector: Any) -> None:
    with pytest.raises(InputError, match=vector.names):
        rules_of(vector.given["preset"]).cards.text(vector.given["number"])


@refused("action")
def test_actions(vector: Any) -> None:
    given = vector.given
    rules = rules_of(given["preset"], given["changes"])
    table, own = lay_table(rules, given["hand"], given["table"])
    actions = np.zeros(GAME.max_actions(rules), np.int64)
    n = kernel.legal(table, own, rules.record()[0], actions)
    assert text.parse_action(rules, given["action"]) not in actions[:n]


@refused("start")
def test_start_scores(vector: Any) -> None:
    """That a deal is an extra deal follows from the scores here, so only the scores can be wrong."""
    if min(vector.given["start"]) >= 31 or vector.given["start"] == (0, 0):
        text.check_start(rules_of("rovigo4"), vector.given["start"])
        return
    with pytest.raises(InputError, match="start"):
        text.check_start(rules_of("rovigo4"), vector.given["start"])


@refused("index")
def test_policy_index(vector: Any) -> None:
    index = vector.given["index"]
    bad = Policy("bad", lambda: lambda table, own, rules, actions, n, rng: index, "")
    with pytest.raises(PolicyError, match=f"policy 'bad' answered {index} in deal 5 at seat 0; it"):
        list(Arena(GAME, rules_of("rovigo4"), [bad] * 4, 1).play(5, 1))


RECORDED = """
game = "tombolon"
rules = { preset = "rovigo2" }
[[deals]]
start = [0, 0]
pack = "6S 5S 3D 3S 2C FS RD 4C 3B 3C RS CC CB 1B 4B 1D 6C 4S FD 5B 7C 7B CS CD 4D 7S FC 7D \
1S FB RC 6D 5C 5D 2S 1C 2B 2D RB 6B"
plays = "3S*3C RD*RS 3D*3B 2C 5S FS 6S 4C 4B*4C 6C*6S CB*CC 5B*5S 1B 4S 1D*1B FD*FS CD 4D*4S \
CS*CD 7S 7B*7S 7D 7C*7D FC 5D 2S*2C FB*FC 2B 5C*5D 2D*2B RC RB*RC 1S 1C*1S 6D 6B*6D"
expect = { deal_points_1 = 11 }
"""

BAD_RECORDINGS = {
    "illegal lay-down": (("3S*3C", "3S"), "deal 0: play 1 (3S) is not legal; seat 0 with 3D 3S 5S "
        "6S | 3C CC 3B RS could play 3D*3C, 3D*3B, 3S*3C, 3S*3B, 5S, 6S*3C+3B"),
    "card not in hand": (("3S*3C", "7S"), "deal 0: play 1 (7S) is not legal"),
    "nothing captured": (("3S*3C", "3S*"), "deal 0: play 1 (3S*): play '3S*': nothing is captured"),
    "unknown card in a play": (("3D*3B", "3D*8B"), "deal 0: play 3 (3D*8B): card '8B': the 40-card"),
    "too few plays": ((" 6B*6D", ""), "deal 0: the plays stop after 35; seat 1 is still to play"),
    "too many plays": (("6B*6D", "6B*6D 7D"), "deal 0: play 37 (7D) comes after the end of the deal"),
    "card twice in the pack": (("1S FB RC", "1S FB 1S"), "deal 0: card 1S occurs twice"),
    "card missing": ((" RB 6B", " RB"), "deal 0: pack: 39 of 40 cards, missing 6B"),
    "unknown card in the pack": (("1S FB RC", "1S FB KC"), "deal 0: card 'KC'"),
    "match over": (("[0, 0]", "[31, 0]"), "deal 0: start: at 31-0 the match is over (target 31)"),
    "negative score": (("[0, 0]", "[-1, 0]"), "deal 0: start: scores must be 0..32000"),
    "three scores": (("[0, 0]", "[0, 0, 0]"), "deal 0: start: two scores are needed"),
    "start not a list": (("[0, 0]", "4"), "deal 0: start: must be a list, got 4"),
    "wrong result": (("= 11", "= 12"), "deal 0: expect.deal_points_1: expected 12, scored 11"),
    "unknown column": (("deal_points_1", "points"), "deal 0: expect.points: no such column"),
    "unknown preset": (("rovigo2", "rovigo9"), "no preset of tombolon called 'rovigo9'"),
    "unknown game": (('"tombolon"', '"scopa"'), "no game called 'scopa'"),
    "unknown key": (("game =", "gam ="), "gam: unknown key"),
    "no game": (('game = "tombolon"', ""), "game: the name of the game is missing"),
    "unknown deal key": (("plays =", "play ="), "deal 0: play: unknown key"),
    "syntax": (("[[deals]]", "[[deals]"), "not valid TOML"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_RECORDINGS)
def test_recorded_deals(case: str, tmp_path: Any) -> None:
    """Section 12, items 2, 3, 6, 7, 8: `score` names the deal, the play, and what would be right."""
    (old, new), message = BAD_RECORDINGS[case]
    assert old in RECORDED
    path = tmp_path / "deal.toml"
    path.write_text(RECORDED.replace(old, new, 1))
    with pytest.raises(InputError) as caught:
        score(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_the_recording_itself_is_right(tmp_path: Any) -> None:
    path = tmp_path / "deal.toml"
    path.write_text(RECORDED)
    assert score(path).deals[0].row["deal_points_0"] == 3


def test_redeal_is_refused_with_the_way_out(tmp_path: Any) -> None:
    """TB-9: a pack whose table calls for a redeal, unless redeal_ranks is empty."""
    deck = "1D 2D 3D 4D 5D 6D 1C 2C 7D 7C 7B 3C"
    rest = [rules_of("rovigo2").cards.text(card) for card in range(40)]
    whole = deck + " " + " ".join(card for card in rest if card not in deck.split())
    with pytest.raises(InputError, match=r"first table 7D 7C 7B 3C calls for a redeal \(TB-8\)"):
        text.check_deck(rules_of("rovigo2"), rules_of("rovigo2").cards.deck(whole))
    text.check_deck(rules_of("cuperativa2"), rules_of("cuperativa2").cards.deck(whole))


def test_missing_file() -> None:
    with pytest.raises(InputError, match=r"cannot read nowhere\.toml: No such file"):
        score("nowhere.toml")
