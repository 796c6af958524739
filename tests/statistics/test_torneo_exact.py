"""Exact odds of the tournament: cuts, meetings as played, and results by fiat (section 10)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.game import find_game
from sim.games.torneo.kernel import (
    lay_out,
    match_over,
    open_match,
    rank_in_cut,
    record_match,
    settle,
    show_cards,
)
from sim.games.torneo.rules import CutOrder, Rules
from sim.games.torneo.state import MATCH, STATE, TRESETTE
from sim.jit import kernel
from sim.play import Arena
from sim.policies.registry import find_policy
from sim.rng import MATCH_LANE, STREAM, open_stream, uniform
from tests.statistics.family import Family, Odds
from tests.statistics.fiat import PILES, binomial, end_briscola, end_tresette
from tests.vectors import torneo as vectors

GAME = find_game("torneo")
PLAYERS = range(4)
PAGE = {
    row.name: row.fraction[0] / row.fraction[1] if row.fraction else float(row.decimal or "nan")
    for row in vectors.ODDS
}
ONE_DEAL = {"game": "briscola", "match_to": 1}
"""A match that the pair wins with the probability that it wins a deal."""
SIZES = (4, 8, 16)


def part_of_page(*rows: str) -> Odds:
    return Odds({name: p for name, p in PAGE.items() if name.split()[0] in rows})


# Openings: the cut, the pairing


@kernel
def open_many(key, rules, opened):
    """Meeting 0, 1, ... as chance opens it: first dealer, rounds of cuts, pairing."""
    matches = np.zeros(1, MATCH)
    streams = np.zeros(1, STREAM)
    match = matches[0]
    for number in range(len(opened)):
        open_stream(streams[0], key, number, 0, MATCH_LANE)
        open_match(match, rules, streams[0])
        opened[number, 0] = (np.int64(match.first) + 3) % 4
        opened[number, 1] = match.cuts
        opened[number, 2] = match.pairing


@kernel
def cut_whole_packs(key, order, highest):
    """Number of players that show the highest card if each cuts a whole pack."""
    streams = np.zeros(1, STREAM)
    open_stream(streams[0], key, 0, 0, MATCH_LANE)
    for number in range(len(highest)):
        best = -1
        for _ in range(4):
            rank = rank_in_cut(show_cards(streams[0], 0, np.uint64(0)), order)
            if rank > best:
                best = rank
                highest[number] = 0
            highest[number] += rank == best


@pytest.mark.parametrize("order", list(CutOrder))
def test_the_cut_and_the_draw(order: CutOrder) -> None:
    """Rows 1 to 4."""
    rules = Rules.build("rules", cut_order=order.name, pairing="drawn")
    opened = np.zeros((300_000, 3), np.int64)
    open_many(np.uint64(401), rules.record()[0], opened)
    dealers, cuts, pairing = opened.T
    odds = part_of_page("1", "2", "3", "4")
    for player in PLAYERS:
        odds.share_of("1", dealers == player, f"player {player}")
        again = dealers[cuts > 1] == player
        odds.share_of("1", again, f"player {player}, cut again")
    odds.share_of("2", cuts == 1)
    for way in range(3):
        odds.share_of("4", pairing == way, f"way {way}")
        odds.share_of("4", pairing[dealers == 0] == way, f"way {way}, dealer 0")
    highest = np.zeros(300_000, np.int64)
    cut_whole_packs(np.uint64(402), int(order), highest)
    odds.share_of("3", highest == 1)
    odds.check()


# Results by fiat


@kernel
def settle_many(key, rules, chances, drawn, strength, piles, rows):
    """Meetings or knock-outs whose deals end by fiat.

    In match k of a meeting team A wins a deal of Briscola, or each of the 11 points of one of Tresette,
    with ``chances[k]``; a deal of Briscola is drawn with `drawn`. In a knock-out pair 0 does with
    `strength` instead.
    """
    states = np.zeros(1, STATE)
    matches = np.zeros(1, MATCH)
    streams = np.zeros(1, STREAM)
    state, match, stream = states[0], matches[0], streams[0]
    for card in range(40):
        state.deck[card] = card
    for number in range(rows.size):
        open_stream(stream, key, number, 0, MATCH_LANE)
        open_match(match, rules, stream)
        while not match_over(match, rules):
            lay_out(state, rules, match)
            first = np.int64(match.first)
            p = chances[match.match_no]
            if match.left[2 * np.int64(match.tie)] == 0 and rules.pairs > 2:
                p = strength
            elif match.left[2 * np.int64(match.tie) + 1] == 0 and rules.pairs > 2:
                p = 1 - strength
            if rules.matches[match.match_no].game == TRESETTE:
                points = binomial(11, p, match.chance)
                end_tresette(state.tresette, first, points, piles, match.chance)
            else:
                winner = -1
                if uniform(match.chance) >= drawn:
                    winner = 0 if uniform(match.chance) < p else 1
                end_briscola(state.briscola, first, winner)
            settle(state, rules, match)
        record_match(match, rules, number, rows[number])


def settled(
    rules: Any, chances: Any, seed: int, drawn: float = 0.0, strength: float = 0.5, n: int = 100_000
) -> np.ndarray:
    rows = np.zeros(n, GAME.match_row)
    chances = np.array(chances, float)
    settle_many(np.uint64(seed), rules.record()[0], chances, drawn, strength, PILES, rows)
    return rows


def test_meetings() -> None:
    """Rows 5 and 6: the third match, and the meeting, from the chances of the matches."""
    rules = Rules.build("rules", matches=[ONE_DEAL] * 3)
    odds = part_of_page("5", "6")
    rows = settled(rules, (3 / 5, 11 / 20, 13 / 20), 403)
    odds.share_of("5", rows["third_needed"])
    odds.share_of("6", rows["winner"] == 0)
    winners = rows["results"]["winner"]
    for place, p in ((0, 3 / 5), (1, 11 / 20)):
        odds.share(f"match {place + 1}", int((winners[:, place] == 0).sum()), len(rows), p)
    third = winners[rows["third_needed"], 2]
    odds.share("match 3", int((third == 0).sum()), len(third), 13 / 20)
    for k, chances in enumerate(((1 / 2, 4 / 5, 1 / 2), (9 / 10, 1 / 2, 1 / 2), (1 / 2,) * 3)):
        even = settled(rules, chances, 404 + k)
        odds.share_of("5 half", even["third_needed"], str(k))
    odds.share("equal pairs", int((even["winner"] == 0).sum()), len(even), 1 / 2)
    odds.check()


def test_matches_of_briscola() -> None:
    """Rows 7 and 8, each in the middle of the meeting where the source has Briscola."""
    rules = Rules()
    odds = part_of_page("7", "8")
    rows = settled(rules, (1 / 2, 1 / 2, 1 / 2), 407, drawn=1 / 50)
    for n in range(4, 10):
        odds.share_of(f"7 deals {n}", rows["results"]["deals"][:, 1] == n)
    for k, (name, p) in enumerate((("11/20", 11 / 20), ("3/5", 3 / 5), ("2/3", 2 / 3))):
        rows = settled(rules, (1 / 2, p, 1 / 2), 408 + k, drawn=1 / 50)
        odds.share_of(f"8 p {name}", rows["results"]["winner"][:, 1] == 0)
    odds.check()


def test_matches_of_tresette() -> None:
    """Rows 9 to 11: without accusi the first match is one to 41, the third one to 31."""
    odds = part_of_page("9", "10", "11")
    rules = Rules()
    rows = settled(rules, (1 / 2, 1 / 2, 1 / 2), 411)["results"]
    third = rows[:, 2][rows["winner"][:, 2] >= 0]
    odds.share_of("9 level", third["extra_deals"] > 0)
    odds.share_of("9 both above", np.minimum(third["score_A"], third["score_B"]) >= 31)
    odds.share_of("11 level", rows["extra_deals"][:, 0] > 0)
    rows = settled(rules, (11 / 20, 1 / 2, 11 / 20), 412)["results"]
    third = rows["winner"][:, 2][rows["winner"][:, 2] >= 0]
    odds.share_of("10 to 31", third == 0)
    odds.share_of("10 to 41", rows["winner"][:, 0] == 0)
    odds.check()


def meet(rows: np.ndarray, pair: int, other: int) -> np.ndarray:
    """Whether two pairs met: both won all rounds before the one where their places come together."""
    places = rows["bracket_place"][:, pair] ^ rows["bracket_place"][:, other]
    before = np.floor(np.log2(places)).astype(int)
    won = np.minimum(rows["rounds_won"][:, pair], rows["rounds_won"][:, other])
    return won >= before


def test_knockouts() -> None:
    """Rows 12 and 13: two given pairs of equal strength meet; the best pair wins all."""
    odds = part_of_page("12", "13")
    for k, pairs in enumerate(SIZES):
        rules = Rules.build("rules", matches=[ONE_DEAL], pairs=pairs)
        rows = settled(rules, (1 / 2,), 413 + k)
        odds.share_of(f"12 pairs {pairs}", meet(rows, 0, 1), "0 and 1")
        odds.share_of(f"12 pairs {pairs}", meet(rows, pairs - 1, 1), "last and 1")
        for pair in (0, 1, pairs - 1):
            hits = int((rows["winner_pair"] == pair).sum())
            odds.share(f"pair {pair} of {pairs} wins", hits, len(rows), 1 / pairs)
        for place in range(pairs):
            hits = int((rows["bracket_place"][:, 0] == place).sum())
            odds.share(f"place {place} of {pairs}", hits, len(rows), 1 / pairs)
        best = settled(rules, (1 / 2,), 416 + k, strength=3 / 4)
        odds.share_of(f"13 pairs {pairs}", best["winner_pair"] == 0)
        assert (rows["meetings"] == pairs - 1).all()
    odds.check()


# Played


def play(policies: list[str], n: int, seed: int, unit: str = "meeting", **changes: Any) -> Any:
    rules = GAME.preset().but("rules", **changes)
    kinds = [find_policy(GAME, policy) for policy in policies]
    seated = [kinds[pair % len(kinds)] for pair in range(rules.entrants)]
    played = list(Arena(GAME, rules, seated, seed, unit).play(0, n))
    return (
        np.concatenate([part.deals for part in played]),
        np.concatenate([part.matches for part in played]),
    )


@pytest.mark.parametrize(("policy", "meetings"), [("random", 8_000), ("greedy", 4_000)])
def test_meetings_of_equal_policies(policy: str, meetings: int) -> None:
    """Section 9: the third match is needed, and A wins, in one half; any player deals first."""
    deals, rows = play([policy], meetings, 421, pairing="drawn")
    family = Family()
    n = len(rows)
    family.share("third needed", int(rows["third_needed"].sum()), n, 1 / 2)
    family.share("A wins", int((rows["winner"] == 0).sum()), n, 1 / 2)
    for place in range(3):
        winner = rows["results"]["winner"][:, place]
        played = winner >= 0
        hits = int((winner[played] == 0).sum())
        family.share(f"A wins match {place + 1}", hits, int(played.sum()), 1 / 2)
    for player in PLAYERS:
        family.share(f"dealer {player}", int((rows["first_dealer"] == player).sum()), n, 1 / 4)
    family.share("one cut", int((rows["cuts"] == 1).sum()), n, PAGE["2"])
    for way in range(3):
        family.share(f"way {way}", int((rows["pairing"] == way).sum()), n, 1 / 3)
    opens = (deals["tresette"]["deal_index"] == 0) & (deals["game"] == TRESETTE)
    leads = deals["tresette"]["lead_seat"]
    for seat in PLAYERS:
        hits = int((leads[opens] == seat).sum())
        family.share(f"4D at seat {seat}", hits, int(opens.sum()), 1 / 4)
    assert (leads[~opens & (deals["game"] == TRESETTE)] == 0).all()
    won = rows["results"]["winner"][:, :3]
    assert (rows["third_needed"] == (won[:, 0] != won[:, 1])).all()
    assert ((won == rows["winner"][:, None]).sum(axis=1) == 2).all()
    assert (rows["results"]["deals"].sum(axis=1) == rows["deals"]).all()
    assert (np.bincount(deals["match_id"]) == rows["deals"]).all()
    assert (rows["decisions"] == 40 * rows["deals"]).all()
    same = deals["match_id"][1:] == deals["match_id"][:-1]
    assert ((deals["first"][1:] - deals["first"][:-1])[same] % 4 == 1).all()
    family.check()


def test_a_new_cut_before_each_match() -> None:
    """TO-8, `cut_again`: each match's dealer is uniform, whatever the one before."""
    _, rows = play(["random"], 8_000, 422, dealer_between_matches="cut_again")
    family = Family()
    dealers, lengths = rows["results"]["first_dealer"], rows["results"]["deals"]
    for place in (1, 2):
        played = dealers[:, place] != 255
        step = dealers[:, place].astype(int) - dealers[:, place - 1] - lengths[:, place - 1]
        for player in PLAYERS:
            hits = int((dealers[played, place] == player).sum())
            family.share(f"match {place + 1} dealer {player}", hits, int(played.sum()), 1 / 4)
            hits = int((step[played] % 4 == player).sum())
            family.share(f"match {place + 1} step {player}", hits, int(played.sum()), 1 / 4)
    family.check()


def test_played_knockouts() -> None:
    """Row 12 in play: eight pairs of one policy."""
    _, rows = play(["random"], 1_500, 423, "knockout", pairs=8)
    family = Family()
    for pair in range(8):
        hits = int((rows["winner_pair"] == pair).sum())
        family.share(f"pair {pair} wins", hits, len(rows), 1 / 8)
        if pair:
            hits = int(meet(rows, 0, pair).sum())
            family.share(f"0 meets {pair}", hits, len(rows), PAGE["12 pairs 8"])
    met = sum(meet(rows, a, b).astype(int) for b in range(8) for a in range(b))
    assert (met == 7).all()
    assert (rows["rounds_won"][:, :8].sum(axis=1) == rows["meetings"]).all()
    family.check()
