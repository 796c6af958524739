"""Input that must be refused (section 12 of the rules page): one line that names what was wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.errors import InputError, PolicyError
from sim.game import Policy, find_game
from sim.games.briscola import text
from sim.games.briscola.rules import Rules
from sim.games.briscola.score import signs_of
from sim.play import Arena, seat_policies
from sim.replay import score
from tests.briscola.test_vectors import rules_of, seated
from tests.vectors import briscola as vectors

GAME = find_game("briscola")


def as_toml_gives(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("vector", vectors.REFUSED, ids=[row.name for row in vectors.REFUSED])
def test_rules(vector: Any) -> None:
    given = {name: as_toml_gives(value) for name, value in vector.given.items()}
    with pytest.raises(InputError) as caught:
        Rules.build("rules", **given)
    assert all(name in str(caught.value) for name in vector.names)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("card", ["8D", "1X", "D1", "", "10B", "KC"])
def test_unknown_cards(card: str) -> None:
    with pytest.raises(
        InputError, match="the 40-card pack has ranks 1 2 3 4 5 6 7 F C R and suits"
    ):
        rules_of("palazzo").cards.card(card)


def test_removed_cards_are_not_in_the_pack() -> None:
    pack = rules_of("in_tre_36").cards
    assert len(pack) == 36
    with pytest.raises(InputError, match=r"card '2B': the 36-card pack .* without 2D 2C 2B 2S"):
        pack.card("2B")
    with pytest.raises(InputError, match=r"pack: 35 of 36 cards, missing RS"):
        pack.deck(pack.row(pack.numbers()[:-1]))


@pytest.mark.parametrize("number", [-1, 40])
def test_card_numbers(number: int) -> None:
    with pytest.raises(InputError, match="the 40-card pack has 0 to 39"):
        rules_of("palazzo").cards.text(number)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ([4, 0], "start: at 4-0 the match is over (match_to = 4)"),
        ([-1, 0], "start: scores must be 0..1000 deals won, got [-1, 0]"),
        ([0], "start: 2 scores are needed, one a side, got [0]"),
        ([0, 0, 0], "start: 2 scores are needed, one a side, got [0, 0, 0]"),
    ],
)
def test_start_scores(start: list[int], message: str) -> None:
    with pytest.raises(InputError) as caught:
        text.check_start(rules_of("palazzo"), start)
    assert str(caught.value) == message


def test_start_scores_that_are_right() -> None:
    text.check_start(rules_of("palazzo"), [3, 3])
    text.check_start(rules_of("in_tre"), [3, 0, 3])
    text.check_start(rules_of("cinque_smazzate"), [4, 0])  # match_to has no part there


def test_number_of_policies() -> None:
    with pytest.raises(InputError, match="3 policies for 4 seats"):
        seat_policies(["first"] * 3, 4, 2)


@pytest.mark.parametrize("index", [-1, 3])
def test_policy_index(index: int) -> None:
    bad = Policy("bad", lambda: lambda table, own, rules, actions, n, rng: index, "")
    with pytest.raises(PolicyError, match=f"policy 'bad' answered {index} in deal 5 at seat 0; it"):
        list(Arena(GAME, rules_of("palazzo"), [bad] * 4, 1).play(5, 1))


def test_play_of_a_card_not_in_hand() -> None:
    referee = seated(rules_of("palazzo"), vectors.DECK_GAMMA)
    assert text.parse_action(referee.rules, "RD") not in referee.legal()  # type: ignore[arg-type]


def test_matches_of_drawn_deals_stop_with_an_error() -> None:
    """BR-22: the loop hands the kernel's message on."""
    rules = rules_of("palazzo", {"max_deals": 1, "match_to": 2})
    first = Policy("first_card", lambda: lambda table, own, rules, actions, n, rng: 0, "")
    with pytest.raises(RuntimeError, match=r"undecided after max_deals deals \(BR-22\)"):
        list(Arena(GAME, rules, [first] * 4, 1, "match").play(0, 1))


DECK_46, PLAYS_46 = vectors.RECORDED[1].deck, vectors.RECORDED[1].plays
RECORDED = f"""
game = "briscola"
rules = {{ preset = "in_due" }}
[[deals]]
start = [0, 0]
pack = "{DECK_46}"
plays = "{PLAYS_46}"
expect = {{ points_0 = 60, deal_winner = -1 }}
"""

BAD_RECORDINGS = {
    "card not in hand": (("= \"6C CC", "= \"7S CC"), "deal 0: play 1 (7S) is not legal; seat 0 with "
        "5D 5C 6C | - could play 5D, 5C, 6C"),
    "unknown card in a play": (("= \"6C CC", "= \"8C CC"), "deal 0: play 1 (8C): card '8C': the 40-ca"),
    "too few plays": ((" RS 1C\"", "\""), "deal 0: the plays stop after 38; seat 0 is still to play"),
    "too many plays": ((" RS 1C\"", " RS 1C 1C\""), "deal 0: play 41 (1C) comes after the end of the"),
    "card twice in the pack": (("3D 7C\"", "3D 3D\""), "deal 0: card 3D occurs twice"),
    "card missing": (("3D 7C\"", "3D\""), "deal 0: pack: 39 of 40 cards, missing 7C"),
    "unknown card in the pack": (("3D 7C\"", "3D KC\""), "deal 0: card 'KC'"),
    "match over": (("[0, 0]", "[2, 0]"), "deal 0: start: at 2-0 the match is over (match_to = 2)"),
    "three scores": (("[0, 0]", "[0, 0, 0]"), "deal 0: start: 2 scores are needed"),
    "wrong first": (("[[deals]]", "[[deals]]\nfirst = 2"), "deal 0: first: must be a player 0..1"),
    "wrong result": (("= 60", "= 61"), "deal 0: expect.points_0: expected 61, scored 60"),
    "column of three players": (("points_0 =", "points_2 ="), "deal 0: expect.points_2: no such column"),
    "unknown preset": (("in_due", "in_quattro"), "no preset of briscola called 'in_quattro'"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_RECORDINGS)
def test_recorded_deals(case: str, tmp_path: Any) -> None:
    """`score` names the deal, the play, and what would be right."""
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
    assert score(path).deals[0].row["points_1"] == 60


def test_a_pack_without_the_removed_cards(tmp_path: Any) -> None:
    """Section 12: the deck must be the 40 without them, no more and no less."""
    path = tmp_path / "deal.toml"
    path.write_text(RECORDED.replace("in_due", "in_tre").replace("start = [0, 0]", ""))
    with pytest.raises(InputError, match="deal 0: card '2B': the 39-card pack has ranks"):
        score(path)


def test_signs_fit_in_seven_bits() -> None:
    """BR-14: whatever a hand is, its mask is 0..127; nobody hands the kernel a mask."""
    record = rules_of("palazzo", {"segni": "full"}).record()[0]
    for hand in range(0, 1 << 40, 987_654_321):
        assert 0 <= int(signs_of(np.uint64(hand), 3, record)) <= 127
