"""Every worked example of the rules page against the kernel, each named by its number and clause."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from sim.cards import ITALIAN
from sim.errors import InputError
from sim.game import find_game
from sim.games.torneo import kernel
from sim.games.torneo.rules import CutOrder, Rules
from sim.replay import Referee
from sim.rng import MATCH_LANE, STREAM, open_stream
from tests.reference import tresette
from tests.torneo.bridge import Pair
from tests.vectors import torneo as vectors

GAME = find_game("torneo")
MEETINGS = {vector.name: vector for vector in vectors.MEETINGS}


def named(rows: Any) -> Any:
    """Parametrize by vectors, each test named by vector and clauses."""
    ids = ["-".join((row.name, *row.clauses)).replace(" ", "_") for row in rows]
    return pytest.mark.parametrize("vector", rows, ids=ids)


def highest_of(cards: list[str], players: tuple[int, ...], order: str) -> tuple[int, ...]:
    """Players that show the highest card, by the kernel's ranks."""
    ranks = [int(kernel.rank_in_cut(ITALIAN.card(card), CutOrder[order])) for card in cards]
    best = max(ranks)
    return tuple(player for player, rank in zip(players, ranks, strict=True) if rank == best)


@named(vectors.CUTS)
def test_cut(vector: Any) -> None:
    for order, wanted in vector.highest.items():
        assert highest_of(vector.cards.split(), vector.players, order) == wanted


@named(vectors.CUT_ORDERS)
def test_cut_order_does_not_follow_the_matches(vector: Any) -> None:
    rules = GAME.preset(vector.preset).but("rules", **vector.changes)
    assert isinstance(rules, Rules)
    cut = next(row for row in vectors.CUTS if row.name == vector.cut)
    assert highest_of(cut.cards.split(), cut.players, rules.cut_order.name) == (vector.dealer,)


def opened(rules: Rules, number: int) -> Any:
    """A meeting, or knock-out, as chance opens it."""
    matches, streams = np.zeros(1, GAME.match), np.zeros(1, STREAM)
    open_stream(streams[0], np.uint64(7), number, 0, MATCH_LANE)
    kernel.open_match(matches[0], rules.record()[0], streams[0])
    return matches[0]


@pytest.mark.parametrize("order", list(CutOrder))
def test_every_player_deals_first_equally_often(order: CutOrder) -> None:
    """TO-6, section 10 rows 1 and 2: uniform by symmetry; one cut is enough in 408 of 481."""
    rules = Rules(cut_order=order)
    n = 20_000
    found = [opened(rules, number) for number in range(n)]
    dealers = np.bincount([(int(match["first"]) + 3) % 4 for match in found], minlength=4)
    assert (abs(dealers - n / 4) < 5 * (n * 3 / 16) ** 0.5).all()
    once = sum(int(match["cuts"]) == 1 for match in found)
    p = 408 / 481
    assert abs(once - n * p) < 5 * (n * p * (1 - p)) ** 0.5


@named(vectors.DRAWS)
def test_pairs_are_drawn_by_lot(vector: Any) -> None:
    rules = GAME.preset().but("rules", pairing="drawn")
    assert isinstance(rules, Rules)
    n = 6_000
    drawn = np.bincount([int(opened(rules, number)["pairing"]) for number in range(n)], minlength=3)
    assert len(drawn) == len(vector.pairings)
    share = vector.odds[0] / vector.odds[1]
    assert (abs(drawn - n * share) < 5 * (n * share * (1 - share)) ** 0.5).all()


class Table:
    """A referee whose deals are decided by fiat: what counts is what follows from a result."""

    def __init__(self, rules: Rules, first: int = 0) -> None:
        self.rules, self.record = rules, rules.record()[0]
        self.match = np.zeros(1, GAME.match)[0]
        GAME.text.open_recorded(self.match, rules, {})
        self.match["first"] = first
        self.state = np.zeros(1, GAME.state)[0]
        self.state["deck"] = range(40)

    def win(self, team: int) -> None:
        """Play one deal that decides the match for a team."""
        game = self.rules.matches[int(self.match["match_no"])].game
        kernel.lay_out(self.state, self.record, self.match)
        side = (team + int(self.match["first"])) % 2
        target = {"tresette": 200, "briscola": 4}[game]
        self.match[game]["score"] = 0
        if game == "tresette":
            self.match[game]["score"][team] = target
        else:
            self.match[game]["score"][team] = target - 1
            self.state[game]["table"]["points"][side] = 61
        kernel.settle(self.state, self.record, self.match)


@named(vectors.WINNERS)
def test_who_wins_a_meeting(vector: Any) -> None:
    three = GAME.preset()
    assert isinstance(three, Rules)
    matches = (three.matches * 3)[: vector.n_matches]
    table = Table(Rules(matches=matches))
    for place, winner in enumerate(vector.winners):
        assert not kernel.match_over(table.match, table.record)
        assert int(table.match["match_no"]) == place
        table.win(winner)
    assert kernel.match_over(table.match, table.record)
    assert tuple(table.match["won"]) == vector.won
    row = np.zeros(1, GAME.match_row)[0]
    kernel.record_match(table.match, table.record, 0, row)
    assert row["winner"] == vector.winner
    if vector.third_needed is not None:
        assert bool(row["third_needed"]) == vector.third_needed


@named(vectors.ONE_MATCH)
def test_one_match(vector: Any) -> None:
    rules = Rules.build("rules", matches=[f"{game}:{preset}" for game, preset in vector.matches])
    for team in (0, 1):
        table = Table(rules)
        table.win(team)
        assert kernel.match_over(table.match, table.record)
        assert int(table.match["won"][team]) == 1


@named(vectors.BRACKETS)
def test_bracket(vector: Any) -> None:
    """TO-13: the higher pair wins every meeting; who advances, and who is A."""
    pairs = len(vector.bracket)
    rules = Rules.build("rules", pairs=pairs)
    table = Table(rules)
    GAME.text.open_recorded(table.match, rules, {"bracket": list(vector.bracket)})
    ties = []
    while not kernel.match_over(table.match, table.record):
        tie = int(table.match["tie"])
        a, b = (int(pair) for pair in table.match["left"][2 * tie : 2 * tie + 2])
        ties.append((max(a, b), min(a, b)))
        winner = 0 if a > b else 1
        table.win(winner)
        table.win(winner)
    assert tuple(ties) == vector.ties
    assert tuple(table.match["rounds_won"][:pairs]) == vector.rounds_won


@named(vectors.KNOCKOUT_SIZES)
def test_size_of_a_knockout(vector: Any) -> None:
    table = Table(Rules.build("rules", pairs=vector.pairs))
    while not kernel.match_over(table.match, table.record):
        table.win(0)
        table.win(0)
    assert int(table.match["meetings"]) == vector.meetings
    assert max(table.match["rounds_won"]) == vector.rounds


def deck(number: int) -> list[str]:
    cards = list(tresette.PACK)
    random.Random(number).shuffle(cards)
    return cards


def replay(vector: Any, rules: dict[str, Any], **dealing: Any) -> Any:
    """A whole meeting of the page, in kernel and reference."""
    return Pair(rules).play_meeting(
        lambda index: (deck(vector.first_deck + index), 0),
        (vector.policy, vector.policy),
        rng=random.Random(0),
        **dealing,
    )


def explicit_rules(preset: str) -> dict[str, Any]:
    from tests.reference.torneo import PRESETS

    return dict(PRESETS[preset])


@named(vectors.MEETINGS)
def test_whole_meeting(vector: Any) -> None:
    _, rows, row = replay(vector, explicit_rules(vector.preset), first_dealer=vector.first_dealer)
    lines = [line for match in vector.matches for line in match]
    assert len(rows) == len(lines) == vector.deals
    for line, got in zip(lines, rows, strict=True):
        assert got["first"] == line.first
        assert (got["points_0"], got["points_1"]) == line.points
        if isinstance(line, vectors.TresetteLine):
            assert got["tresette_lead_seat"] == line.lead_seat
            score = (got["tresette_score_after_A"], got["tresette_score_after_B"])
            assert score == line.score
        else:
            assert (got["briscola_score_after_A"], got["briscola_score_after_B"]) == line.won
    winners = [row[f"m{k}_winner"] for k in (1, 2, 3) if row[f"m{k}_winner"] >= 0]
    assert tuple(winners) == vector.winners
    assert (winners.count(0), winners.count(1)) == vector.won


@named(vectors.OTHER_DEALERS)
def test_other_dealers(vector: Any) -> None:
    of = MEETINGS[vector.of]
    rules = explicit_rules(of.preset)
    if vector.dealers:
        rules["dealer_between_matches"] = "cut_again"
        dealing: dict[str, Any] = {"dealers": list(vector.dealers)}
    else:
        dealing = {"first_dealer": vector.first_dealer}
    _, rows, row = replay(of, rules, **dealing)
    assert tuple(r["first"] for r in rows) == tuple(f for match in vector.firsts for f in match)
    lines = [line for match in of.matches for line in match]
    points = [(r["points_0"], r["points_1"]) for r in rows]
    assert points == [line.points for line in lines]
    for place, score in enumerate(vector.last_scores, 1):
        kind = "won" if f"m{place}_won_A" in row else "score"
        assert (row[f"m{place}_{kind}_A"], row[f"m{place}_{kind}_B"]) == score
    winners = [row[f"m{k}_winner"] for k in (1, 2, 3) if row[f"m{k}_winner"] >= 0]
    assert tuple(winners) == vector.winners


@named(vectors.COLUMNS)
def test_columns(vector: Any) -> None:
    of = MEETINGS[vector.of]
    _, _, row = replay(of, explicit_rules(of.preset), first_dealer=of.first_dealer)
    assert {name: row[name] for name in vector.columns} == vector.columns


@named(vectors.SEATS)
def test_seats(vector: Any) -> None:
    first = (vector.dealer + 1) % 4
    assert first == vector.first
    referee = Referee(GAME, GAME.preset())
    match = np.zeros(1, GAME.match)[0]
    GAME.text.open_recorded(match, referee.rules, {})
    match["first"] = first
    referee.set_up(range(40), match)
    assert int(referee.state["first"]) == vector.players[0]
    assert int(referee.state["first"]) % 2 == vector.team_0


@named(vectors.NEXT_MATCH)
def test_dealer_of_the_next_match(vector: Any) -> None:
    """TO-8: the deal goes on, or the cut decides, whatever the match before."""
    rules = GAME.preset().but("rules", dealer_between_matches=vector.between)
    assert isinstance(rules, Rules)
    seen = set()
    for number in range(60):
        table = Table(rules, (vector.start + vector.deals) % 4)  # `first` of the match's last deal
        streams = np.zeros(1, STREAM)
        open_stream(streams[0], np.uint64(9), number, 0, MATCH_LANE)
        table.match["chance"] = streams[0]
        table.win(0)
        seen.add((int(table.match["first"]) + 3) % 4)
    assert seen == set(vector.dealers)


@named(vectors.LEADS)
def test_who_leads(vector: Any) -> None:
    """TO-9: the 4 of Denari in the first deal of each Tresette match, and never in Briscola."""
    rules = GAME.preset()
    table = Table(rules)  # type: ignore[arg-type]
    for winner in (0, 1)[: vector.match_no - 1]:
        table.win(winner)
    dealer = vector.dealer if vector.dealer is not None else 3
    table.match["first"] = (dealer + 1) % 4
    game = rules.matches[vector.match_no - 1].game  # type: ignore[attr-defined]
    table.match[game]["deals"] = (vector.deal or 2) - 1
    four = ITALIAN.card("4D")
    cards = [card for card in range(40) if card != four]
    if vector.holder_of_4d is not None:
        seat = (vector.holder_of_4d - int(table.match["first"])) % 4
        cards.insert(5 * seat, four)
    else:
        cards.insert(5, four)  # seat 1
    table.state["deck"] = cards
    kernel.lay_out(table.state, table.record, table.match)
    if vector.first is not None:
        assert int(table.state["first"]) == vector.first
    assert int(table.state["table"]["seat"]) == vector.lead_seat


def test_settled_scores_are_those_of_the_games() -> None:
    """Vectors 21 to 23 are TR-37 and BR-21: the meeting asks the games' own kernels."""
    for vector in vectors.SETTLED:
        rules = GAME.preset()
        assert isinstance(rules, Rules)
        game, its = rules.matches[vector.match_no - 1]
        inner = find_game(game)
        match = np.zeros(1, inner.match)[0]
        state = np.zeros(1, inner.state)[0]
        inner.open_match(match, its.record()[0], np.zeros(1, STREAM)[0])
        match["score"][:2] = vector.score
        state["deck"] = range(40)
        inner.lay_out(state, its.record()[0], match)
        inner.settle(state, its.record()[0], match)
        over = bool(inner.match_over(match, its.record()[0]))
        assert over == (vector.winner is not None)
        if over:
            assert int(match["winner"]) == vector.winner


REFUSED = [
    ({"matches": []}, "matches"),
    ({"matches": ["tresette", "briscola"]}, "odd"),
    ({"matches": ["tresette:palazzo_accuso"] * 11}, "matches"),
    ({"matches": ["briscola:in_due"]}, "2 players"),
    ({"matches": ["briscola:in_tre"]}, "3 players"),
    ({"matches": ["briscola:cinque_smazzate"]}, "match_fixed_deals"),
    ({"matches": ["briscola:palazo"]}, "did you mean 'palazzo'"),
    ({"matches": ["scopa"]}, "scopa"),
    ({"matches": [{"game": "tresette", "targett": 41}]}, "targett"),
    ({"matches": [{"game": "tresette", "target": 0}]}, "target"),
    ({"matches": [{"preset": "palazzo"}]}, "game"),
    ({"matches": [7]}, "7"),
    ({"matches": [{"game": "briscola", "removed_cards": ["2D", "2C", "2B", "2S"]}]}, "40"),
    ({"first_dealer": 4}, "first_dealer"),
    ({"first_dealer": "player"}, "first_dealer"),
    ({"first_dealer": 1, "dealer_between_matches": "cut_again"}, "cut_again"),
    ({"pairs": 3}, "pairs"),
    ({"pairs": 128}, "pairs"),
    ({"pairing": "lot"}, "fixed, drawn"),
    ({"cut_order": "scopa"}, "natural"),
]


@pytest.mark.parametrize(("given", "says"), REFUSED, ids=[str(given) for given, _ in REFUSED])
def test_refused_rules(given: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        Rules.build("rules", **given)
    assert "\n" not in str(caught.value)


def test_a_unit_that_the_pairs_do_not_fit_is_refused() -> None:
    with pytest.raises(InputError, match="knockout"):
        Rules.build("rules", pairs=4).check_unit("meeting")
    with pytest.raises(InputError, match="4, 8, 16, 32 or 64"):
        GAME.preset().check_unit("knockout")


def test_rules_written_out_are_read_again() -> None:
    for preset in GAME.presets.values():
        assert Rules.build("rules", **preset.plain()) == preset
    changed = Rules.build("rules", matches=[{"game": "tresette", "target": 21, "accuso": False}])
    assert Rules.build("rules", **changed.plain()) == changed
