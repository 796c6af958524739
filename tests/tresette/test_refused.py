"""Input that must be refused (section 12 of the rules page): one line that names what was wrong."""

from __future__ import annotations

from typing import Any

import pytest

from sim.cards import ITALIAN
from sim.errors import InputError, PolicyError
from sim.game import Policy, find_game
from sim.games.tresette import text
from sim.games.tresette.rules import Rules
from sim.play import Arena, seat_policies
from sim.replay import score
from tests.tresette.test_vectors import lay_table, legal_texts, rules_of
from tests.vectors import tresette as vectors

GAME = find_game("tresette")


@pytest.mark.parametrize(
    "vector", vectors.REFUSED_RULES, ids=lambda v: "-".join(map(str, v.changes))
)
def test_rules(vector: Any) -> None:
    with pytest.raises(InputError) as caught:
        Rules.build("rules", **vector.changes)
    assert all(name in str(caught.value) for name in vector.names)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("card", ["8D", "10C", "XS", "", "D7", "7"])
def test_cards(card: str) -> None:
    """The house reads either case; everything else must be a card."""
    with pytest.raises(InputError, match="the 40-card pack has ranks"):
        ITALIAN.card(card)
    with pytest.raises(InputError):
        text.parse_action(rules_of({}), card)


@pytest.mark.parametrize("action", ["7C:9", "7C:", "7C:-1", "7C:x", "7C:²", "accuso", "accuso:",
                                    "accuso:256", "accuso:-1", "accuso:x"])  # fmt: skip
def test_actions_that_are_none(action: str) -> None:
    with pytest.raises(InputError, match="after the colon stands the number of"):
        text.parse_action(rules_of({}), action)


@pytest.mark.parametrize(
    ("hand", "on_table", "action"),
    [
        ("3D 4C 7C RS", "2C", "RC"),  # not in hand
        ("3D 4C 7C RS", "2C", "3D"),  # does not follow
        ("3D 4C 7C RS", "2C", "4C:5"),  # speaks though he follows
        ("1C 3C 7C 4S", "", "7C:2"),  # two more, not one
        ("1C 3C 7C 4S", "", "7C:7"),  # no two
        ("1C 3C 7C 4S", "", "accuso:1"),  # not the time
    ],
)
def test_illegal_actions(hand: str, on_table: str, action: str) -> None:
    table, own = lay_table(hand, 2, ITALIAN.cards(on_table))
    assert action not in legal_texts(rules_of({}), table, own)


@pytest.mark.parametrize("start", [(41, 40), (0, 44), (-1, 0), (0, 0, 0), (0,), (40_000, 40_000)])
def test_start_scores(start: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="start"):
        text.check_start(rules_of({}), start)


def test_start_scores_that_go_on() -> None:
    for rules, start in (
        (rules_of({}), (40, 0)),
        (rules_of({}), (44, 44)),
        (rules_of({"both_over": "raise_10"}), (43, 42)),
    ):
        text.check_start(rules, start)


@pytest.mark.parametrize("index", [-1, 100])
def test_policy_index(index: int) -> None:
    bad = Policy("bad", lambda: lambda table, own, rules, actions, n, rng: index, "")
    with pytest.raises(PolicyError, match=f"policy 'bad' answered {index} in deal 5 at seat"):
        list(Arena(GAME, rules_of({}), [bad] * 4, 1).play(5, 1))


@pytest.mark.parametrize("names", [["first"] * 3, ["first"] * 5, []])
def test_number_of_policies(names: list[str]) -> None:
    with pytest.raises(InputError, match=r"policies\.seats"):
        seat_policies(names, 4, 2)


RECORDED = f"""
game = "tresette"
rules = {{ preset = "palazzo_accuso", first_lead = "seat0" }}
[[deals]]
first = 1
start = [0, 0]
pack = "{vectors.ALPHA}"
plays = "2D 1D 5D 3D RD 4C 4D 6D 2C 6C 1C FC 5C RC 3C CD 7D CB 7C 1B FD 1S CC 2B 4B 4S 3B 6B \
RB 7B 5B 7S 3S 2S 6S FS 5S RS FB CS"
expect = {{ deal_points_0 = 5, deal_points_1 = 12 }}
"""
CHOSEN = ('palazzo_accuso"', 'palazzo_accuso", accuso_mode = "choice"')

BAD_RECORDINGS = {
    "card not in hand": ([("2D 1D 5D", "2D 2D 5D")],
        "deal 0: play 2 (2D) is not legal; seat 1 with 1D 4D 7D FD 1C 3C 4B 5B FB 6S | 2D could play "
        "1D, 4D, 7D, FD"),
    "does not follow": ([("2D 1D 5D", "2D 1C 5D")], "deal 0: play 2 (1C) is not legal; seat 1 with"),
    "untrue statement": ([("2D 1D 5D", "2D:2 1D 5D")], "deal 0: play 1 (2D:2) is not legal; seat 0"),
    "statement on a follow": ([("2D 1D 5D", "2D 1D:5 5D")], "deal 0: play 2 (1D:5) is not legal"),
    "no such statement": ([("2D 1D 5D", "2D:9 1D 5D")], "deal 0: play 1 (2D:9): '2D:9': after the"),
    "combination not held": ([CHOSEN, ("2D 1D 5D", "accuso:4 accuso:4 2D 1D 5D")],
        "deal 0: play 1 (accuso:4) is not legal; seat 0 with 2D 4C 6C RC 1B 2B 6B 7B 2S RS | - could "
        "play accuso:0, accuso:2"),
    "unknown card in a play": ([("2D 1D 5D", "2D 8D 5D")], "deal 0: play 2 (8D): card '8D': the 40"),
    "too few plays": ([(" FB CS", " FB")], "deal 0: the plays stop after 39; seat 2 is still to play"),
    "too many plays": ([(" FB CS", " FB CS 7D")], "deal 0: play 41 (7D) comes after the end"),
    "card twice in the pack": ([("2D 1B 6C RS", "2D 2D 6C RS")], "deal 0: card 2D occurs twice"),
    "card missing": ([("2D 1B 6C RS", "2D 6C RS")], "deal 0: pack: 39 of 40 cards, missing 1B"),
    "unknown card in the pack": ([("2D 1B 6C RS", "2D XS 6C RS")], "deal 0: card 'XS'"),
    "match over": ([("[0, 0]", "[41, 0]")], "deal 0: start: at 41-0 the match is over (target 41)"),
    "negative score": ([("[0, 0]", "[-1, 0]")], "deal 0: start: scores must be 0..32000"),
    "first outside": ([("first = 1", "first = 4")], "deal 0: first: must be a player 0..3, got 4"),
    "wrong result": ([("_1 = 12", "_1 = 13")], "deal 0: expect.deal_points_1: expected 13, scored 12"),
    "combination of rules": ([("first_lead =", "accuso = false, napoli_coda = true, first_lead =")],
        "rules: accuso: accuso = False and napoli_coda = True do not go together"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_RECORDINGS)
def test_recorded_deals(case: str, tmp_path: Any) -> None:
    """`score` names the deal, the play, the seat with its cards, and what would be right."""
    changes, message = BAD_RECORDINGS[case]
    recorded = RECORDED
    for old, new in changes:
        assert old in recorded
        recorded = recorded.replace(old, new, 1)
    path = tmp_path / "deal.toml"
    path.write_text(recorded)
    with pytest.raises(InputError) as caught:
        score(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_the_recording_itself_is_right(tmp_path: Any) -> None:
    path = tmp_path / "deal.toml"
    path.write_text(RECORDED)
    assert score(path).deals[0].row["thirds_1"] == 29
    chosen = RECORDED.replace(*CHOSEN, 1).replace("2D 1D 5D", "accuso:2 accuso:4 2D 1D 5D", 1)
    path.write_text(chosen)
    assert score(path).deals[0].row["accuso_decl_s3"] == 4


def test_a_weak_hand_is_refused_with_the_way_out() -> None:
    """TR-7: a pack that gives one is never played."""
    rest = [ITALIAN.text(card) for card in range(40)]
    weak = vectors.WEAK_HANDS[0].hand.split()
    deck = weak[:5] + [card for card in rest if card not in weak][:15] + weak[5:]
    deck += [card for card in rest if card not in deck]
    with pytest.raises(InputError, match=r"seat 0 gets 4D .* less than a point \(TR-7\); set weak"):
        text.check_deck(rules_of({"weak_hand_redeal": True}), ITALIAN.deck(" ".join(deck)))
    text.check_deck(rules_of({}), ITALIAN.deck(" ".join(deck)))
