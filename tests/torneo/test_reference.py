"""The tournament's reference against every worked example of the rules page, and its invariants.

Test ids name the vector and the clauses it stands for.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.reference import briscola as br
from tests.reference import torneo as to
from tests.reference import tresette as tr
from tests.vectors import torneo as vectors

SHORT = {  # as the source, in fewer deals
    "matches": (
        ("tresette", {"target": 14}),
        ("briscola", {"match_to": 2}),
        ("tresette", {"target": 12, "accuso": False}),
    )
}
MEETINGS_PLAYED = 40
SETTINGS_PLAYED = 40


def named(entries: Any) -> Any:
    """Parametrize over vectors with ids such as 9-TO-7."""
    ids = [f"{entry.name}-{'-'.join(entry.clauses)}".replace(" ", "_") for entry in entries]
    return pytest.mark.parametrize("v", entries, ids=ids)


def make_deck(number: int) -> list[str]:
    """Section 8: deck number n."""
    cards = list(tr.PACK)
    random.Random(number).shuffle(cards)
    return cards


def decks_from(number: int) -> to.Decks:
    return lambda k: (make_deck(number + k), 0)


def both(name: str, rng: random.Random | None = None) -> dict[str, Any]:
    """The same policy for both pairs."""
    return {"A": to.pair_policy(name, rng), "B": to.pair_policy(name, rng)}


def meeting_vector(name: str) -> vectors.MeetingVector:
    return next(v for v in vectors.MEETINGS if v.name == name)


@functools.cache
def vector_meeting(name: str) -> to.Meeting:
    """A whole meeting of section 8, played once."""
    v = meeting_vector(name)
    return to.play_meeting(
        to.preset_rules(v.preset),
        decks_from(v.first_deck),
        both(v.policy),
        first_dealer=v.first_dealer,
    )


def matches_won(meeting: to.Meeting) -> tuple[int, int]:
    winners = [match.winner for match in meeting.matches]
    return winners.count(0), winners.count(1)


def points_of(deal: to.MeetingDeal) -> tuple[int, int]:
    """Deal points of Tresette, points of Briscola, by deal team."""
    column = "deal_points" if deal.game == "tresette" else "points"
    return deal.row[f"{column}_0"], deal.row[f"{column}_1"]


def score_of(deal: to.MeetingDeal) -> tuple[int, int]:
    return deal.row["score_after_A"], deal.row["score_after_B"]


def scripted_meeting(games: Sequence[str], winners: Sequence[int]) -> to.Meeting:
    """One-deal matches with chosen winners: the first player's pair wins this deck."""
    one_deal = {
        "tresette": {"accuso": False, "target": 1, "first_lead": "seat0"},
        "briscola": {"match_to": 1},
    }
    decks = {"tresette": make_deck(1002), "briscola": make_deck(1010)}
    policies = both("first")
    for game, deck in decks.items():
        rules = to.GAMES[game].resolve_rules(**one_deal[game])
        won = to.GAMES[game].play_match(
            rules, lambda k, d=deck: (d, 0), policies["A"][game], first_player=0
        )
        assert (won.row["winner"], won.row["deals"]) == (0, 1)
    return to.play_meeting(
        to.resolve_rules(
            matches=[(game, one_deal[game]) for game in games], dealer_between_matches="cut_again"
        ),
        lambda k: (decks[games[k]], 0),
        policies,
        dealers=[(3, 0)[winner] for winner in winners],  # first 0 plays for A, first 1 for B
    )


# ------------------------------------------------------------------------------------------------
# Parameters (section 4)
# ------------------------------------------------------------------------------------------------


def test_every_vector_is_here() -> None:
    lists = [value for value in vars(vectors).values() if isinstance(value, list)]
    names = {entry.name for entries in lists for entry in entries if entries is not vectors.ODDS}
    assert names == {str(number) for number in range(1, 41)}


def test_defaults_and_presets_of_section_4() -> None:
    rules = to.resolve_rules()
    assert rules == {
        "matches": (
            ("tresette", {}),
            ("briscola", {}),
            ("tresette", {"accuso": False, "target": 31}),
        ),
        "pairing": "fixed",
        "first_dealer": "cut",
        "cut_order": "tresette",
        "dealer_between_matches": "continue",
        "pairs": 2,
    }
    assert [to.match_rules(rules, k) for k in (1, 2, 3)] == [
        tr.preset_rules("palazzo_accuso"),
        br.preset_rules("palazzo"),
        tr.preset_rules("palazzo_liscio"),
    ]
    assert list(to.PRESETS) == [
        "palazzo_2012",
        "palazzo_taglio",
        "solo_tresette",
        "solo_briscola",
        "rovescio",
    ]
    assert to.preset_rules("palazzo_2012") == rules
    assert to.preset_rules("palazzo_taglio") == {**rules, "dealer_between_matches": "cut_again"}
    assert to.preset_rules("solo_tresette")["matches"] == (("tresette", {}),) * 3
    assert to.preset_rules("solo_briscola")["matches"] == (("briscola", {}),) * 3
    first, second, third = rules["matches"]
    assert to.preset_rules("rovescio")["matches"] == (second, first, third)
    # Explicit parameters instead of a preset mean the same, and resolved matches may be given back.
    assert to.resolve_rules(matches=rules["matches"]) == rules
    assert to.is_source_list(
        to.resolve_rules(matches=[("tresette", {"target": 41}), second, third])
    )
    assert not to.is_source_list(to.preset_rules("rovescio"))


REFUSED_RULES: list[tuple[str, dict[str, Any], str]] = [
    ("even", {"matches": [("briscola", "palazzo")] * 2}, "matches"),
    ("empty", {"matches": []}, "matches"),
    ("eleven", {"matches": [("briscola", "palazzo")] * 11}, "matches"),
    ("no list", {"matches": "briscola"}, "matches"),
    ("no pair", {"matches": [("briscola",)]}, "matches"),
    ("no rules", {"matches": [("briscola", 4)]}, "matches"),
    ("drawable", {"matches": [("briscola", "cinque_smazzate")]}, "match_fixed_deals"),
    ("fixed deals", {"matches": [("briscola", {"match_fixed_deals": 3})]}, "match_fixed_deals"),
    ("two players TR", {"matches": [("tresette", "in_due_21")]}, "players"),
    ("two players BR", {"matches": [("briscola", "in_due")]}, "players"),
    ("three players", {"matches": [("briscola", "in_tre")]}, "players"),
    ("unknown game", {"matches": [("tombolon", "rovigo4")]}, "game"),
    ("unknown game preset", {"matches": [("tresette", "palazzo")]}, "preset"),
    ("bad game rules", {"matches": [("tresette", {"target": 0})]}, "target"),
    ("integer and cut_again", {"first_dealer": 0, "dealer_between_matches": "cut_again"}, "cut"),
    ("dealer 4", {"first_dealer": 4}, "first_dealer"),
    ("dealer -1", {"first_dealer": -1}, "first_dealer"),
    ("dealer True", {"first_dealer": True}, "first_dealer"),
    ("dealer text", {"first_dealer": "0"}, "first_dealer"),
    ("one pair", {"pairs": 1}, "pairs"),
    ("three pairs", {"pairs": 3}, "pairs"),
    ("too many pairs", {"pairs": 128}, "pairs"),
    ("pairs True", {"pairs": True}, "pairs"),
    ("cut order", {"cut_order": "lowest"}, "cut_order"),
    ("pairing", {"pairing": "random"}, "pairing"),
    ("between", {"dealer_between_matches": "stay"}, "dealer_between_matches"),
    ("unknown parameter", {"targets": 41}, "targets"),
]


@pytest.mark.parametrize(
    ("given", "word"), [case[1:] for case in REFUSED_RULES], ids=[case[0] for case in REFUSED_RULES]
)
def test_refused_rules_section_4(given: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        to.resolve_rules(**given)


def test_unknown_preset_is_refused() -> None:
    with pytest.raises(ValueError, match="preset"):
        to.preset_rules("palazzo_2013")


def test_number_of_players_sections_4_and_12() -> None:
    eight = to.resolve_rules(pairing="drawn", pairs=4)
    to.check_players(eight, range(8))
    to.check_players(to.resolve_rules(pairing="drawn"), "wxyz")
    for rules, players in (
        (eight, range(4)),
        (eight, range(7)),
        (eight, range(9)),
        (to.resolve_rules(pairing="drawn"), range(3)),
        (to.resolve_rules(), range(5)),
        (to.resolve_rules(), "wxyw"),
    ):
        with pytest.raises(ValueError, match="players"):
            to.check_players(rules, players)


def test_random_rules_are_valid_and_varied() -> None:
    rng = random.Random(4)
    seen: dict[str, set[Any]] = {}
    for _ in range(200):
        given = to.random_rules(rng)
        rules = to.resolve_rules(**given)
        for name, value in rules.items():
            seen.setdefault(name, set()).add(len(value) if name == "matches" else value)
    assert seen["matches"] == {1, 3, 5, 7, 9}
    assert seen["first_dealer"] == {"cut", 0, 1, 2, 3}
    for name in ("pairing", "cut_order", "dealer_between_matches"):
        assert seen[name] == set(to._CHOICES[name])


# ------------------------------------------------------------------------------------------------
# The cut (vectors 1-8, 32)
# ------------------------------------------------------------------------------------------------


@named(vectors.CUTS)
def test_cut(v: vectors.CutVector) -> None:
    for order, highest in v.highest.items():
        assert to.cut_round(v.cards.split(), order, v.players) == set(highest)


def test_cut_again_vector_4_then_8() -> None:
    first, second = (next(v for v in vectors.CUTS if v.name == name) for name in ("4", "8"))
    assert to.cut_round(first.cards.split(), "tresette") == set(second.players)
    assert to.cut_with_cards([first.cards.split(), second.cards.split()], "tresette") == (1, 2)
    assert to.cut_with_cards([first.cards.split()], "briscola") == (2, 1)
    with pytest.raises(ValueError, match="again"):
        to.cut_with_cards([first.cards.split()], "tresette")
    with pytest.raises(ValueError, match="any more"):
        to.cut_with_cards([first.cards.split(), second.cards.split()], "briscola")
    with pytest.raises(ValueError, match="have to cut"):
        to.cut_with_cards([first.cards.split(), first.cards.split()], "tresette")


@named(vectors.CUT_ORDERS)
def test_cut_order_does_not_follow_the_matches(v: vectors.CutOrderVector) -> None:
    cards = next(cut.cards for cut in vectors.CUTS if cut.name == v.cut).split()
    rules = to.preset_rules(v.preset, **v.changes)
    assert to.cut_round(cards, rules["cut_order"]) == {v.dealer}


@pytest.mark.parametrize("order", to.CUT_ORDERS)
def test_cut_by_a_generator_TO_6(order: str) -> None:
    rng = random.Random(order)
    cuts = [to.cut_for_dealer(rng, order) for _ in range(4000)]
    dealers = Counter(dealer for dealer, _ in cuts)
    for dealer in range(4):
        assert abs(dealers[dealer] - 1000) < 4.5 * math.sqrt(4000 * 3 / 16)
    single = sum(rounds == 1 for _, rounds in cuts) / 4000
    assert abs(single - 408 / 481) < 4.5 * math.sqrt(408 * 73 / 481**2 / 4000)


@pytest.mark.parametrize(
    ("cards", "players"),
    [
        ("3D 3D 1B RS", (0, 1, 2, 3)),
        ("3D 8C 1B RS", (0, 1, 2, 3)),
        ("3D 2C 1B", (0, 1, 2, 3)),
        ("3D 2C 1B RS FS", (0, 1, 2, 3)),
        ("3D 2C 1B RS", (0, 1)),
        ("3d 2C 1B RS", (0, 1, 2, 3)),
    ],
)
def test_refused_cut_section_12(cards: str, players: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="cut"):
        to.cut_round(cards.split(), "tresette", players)


def test_refused_cut_order() -> None:
    with pytest.raises(ValueError, match="cut_order"):
        to.cut_round(["3D", "2C", "1B", "RS"], "lowest")


# ------------------------------------------------------------------------------------------------
# Dealers, leads, winners (vectors 9-24)
# ------------------------------------------------------------------------------------------------


@named(vectors.SEATS)
def test_seats_of_a_deal(v: vectors.SeatsVector) -> None:
    first = to.first_of_dealer(v.dealer)
    assert first == v.first
    players = tuple(to.player_at(first, seat) for seat in range(4))
    assert players == v.players
    assert {to.pair_of_player(players[seat]) for seat in (0, 2)} == {v.team_0}
    assert {to.pair_of_player(players[seat]) for seat in (1, 3)} == {1 - v.team_0}
    assert tr.match_team(first, 0) == br.match_side(br.resolve_rules(), first, 0) == v.team_0


def meeting_of_six(dealers: Sequence[int], **changes: Any) -> to.Meeting:
    """The decks of vector 28 from dealer 2: its first match lasts six deals."""
    rules = to.resolve_rules(**changes)
    who: dict[str, Any] = {"dealers": dealers} if len(dealers) > 1 else {"first_dealer": dealers[0]}
    return to.play_meeting(rules, decks_from(3000), both("first"), **who)


@named(vectors.DEALERS)
def test_dealers_in_order(v: vectors.DealersVector) -> None:
    dealers = [v.start]
    while len(dealers) < len(v.dealers):
        dealers.append(to.next_dealer(dealers[-1]))
    assert tuple(dealers) == v.dealers
    match = meeting_of_six([v.start]).matches[0]
    assert tuple(deal.dealer for deal in match.deals) == v.dealers
    assert [deal.first for deal in match.deals] == [(dealer + 1) % 4 for dealer in v.dealers]


@named(vectors.NEXT_MATCH)
def test_first_dealer_of_the_next_match(v: vectors.NextMatchVector) -> None:
    for dealer in v.dealers:
        if v.between == "continue":
            meeting = meeting_of_six([v.start])
        else:
            # The first match is the same whatever the second cut says.
            meeting = meeting_of_six([v.start, dealer, 0], dealer_between_matches=v.between)
        first, second = meeting.matches[:2]
        assert (first.first_dealer, len(first.deals)) == (v.start, v.deals)
        assert second.first_dealer == second.deals[0].dealer == dealer
        assert second.deals[0].row["first"] == (dealer + 1) % 4


def deck_with_four_at(seat: int, number: int) -> list[str]:
    """Deck number n with 4D exchanged so that this seat gets it (TR-6)."""
    deck = make_deck(number)
    i, j = deck.index("4D"), 5 * seat
    deck[i], deck[j] = deck[j], deck[i]
    return deck


def test_four_of_denari_TO_9_vectors_14_to_16() -> None:
    first_deal, second_deal, second_match = vectors.LEADS
    assert [v.name for v in vectors.LEADS] == ["14", "15", "16"]
    source = to.resolve_rules()["matches"]
    one_deal = [("tresette", {"accuso": False, "target": 1}), ("briscola", {"match_to": 1})]
    rules = to.resolve_rules(matches=[*one_deal, source[2]], dealer_between_matches="cut_again")
    # The third match is played whenever one of these second dealers gives B the second match.
    thirds = 0
    for second_dealer in (0, 1):
        dealers = (3, second_dealer, first_deal.dealer)
        seat = (first_deal.holder_of_4d - first_deal.first) % 4
        meeting = to.play_meeting(
            rules,
            lambda k, seat=seat: (deck_with_four_at(seat, 1000) if k == 2 else make_deck(1010), 0),
            both("first"),
            dealers=dealers,
        )
        for deal in meeting.matches[second_match.match_no - 1].deals:
            # Seat 0 leads, whoever holds 4D.
            assert deal.deal.tricks[0].leader == second_match.lead_seat
        if len(meeting.matches) < 3:
            continue
        thirds += 1
        deals = meeting.matches[first_deal.match_no - 1].deals
        row = deals[0].row
        assert deals[0].dealer == first_deal.dealer
        assert (row["first"], row["lead_seat"]) == (first_deal.first, first_deal.lead_seat)
        assert to.player_at(row["first"], row["lead_seat"]) == first_deal.holder_of_4d
        assert [deal.row["lead_seat"] for deal in deals[1:]] == [second_deal.lead_seat] * (
            len(deals) - 1
        )
        assert deals[1].deal.plays[0].seat == second_deal.lead_seat
        assert deals[1].first == (first_deal.first + 1) % 4
    assert thirds == 1


@named(vectors.WINNERS)
def test_winner_of_a_meeting(v: vectors.WinnersVector) -> None:
    for played in range(len(v.winners)):
        assert to.meeting_winner(v.n_matches, v.winners[:played]) is None
    assert to.meeting_winner(v.n_matches, v.winners) == v.winner
    with pytest.raises(ValueError, match="over"):
        to.meeting_winner(v.n_matches, [*v.winners, 0])

    games = ("tresette", "briscola", "tresette", "briscola", "tresette")[: v.n_matches]
    winners = [*v.winners, 0, 0]
    meeting = scripted_meeting(games, winners[: v.n_matches])
    row = meeting.row
    assert matches_won(meeting) == v.won
    assert (row["winner"], len(meeting.matches)) == (v.winner, len(v.winners))
    assert row.get("third_needed") == v.third_needed
    for k in range(1, v.n_matches + 1):
        played = k <= len(v.winners)
        assert row[f"m{k}_winner"] == (v.winners[k - 1] if played else -1)
        assert row[f"m{k}_deals"] == int(played)
        assert (row[f"m{k}_first_dealer"] == 255) is not played


@named(vectors.SETTLED)
def test_score_within_a_match(v: vectors.SettleVector) -> None:
    rules = to.match_rules(to.resolve_rules(), v.match_no)
    if v.match_no == 2:
        assert br.match_winner(rules, v.score, 7) is v.winner
        return
    outcome = tr.Outcome((6, 5))  # the points of the last deal are in the score already
    assert tr.settle_match(rules, rules["target"], v.score, outcome).winner == v.winner
    if v.winner is None:
        for points in range(12):
            more = v.score[0] + points, v.score[1] + 11 - points
            assert tr.settle_match(rules, rules["target"], more, outcome).winner is not None


def test_level_match_3_vector_22() -> None:
    match = tr.MatchScore(to.match_rules(to.resolve_rules(), 3))
    for points in (5, 6, 5, 6, 5, 6):
        assert match.add(tr.Outcome((points, 11 - points))) is None
    assert (match.score, len(match.outcomes)) == ((33, 33), 6)
    assert match.add(tr.Outcome((5, 6))) == 1
    assert match.row()["extra_deals"] == 1


def test_drawn_deal_at_3_3_vector_23() -> None:
    # Deck 1008 with ``first`` and player 0 first is drawn (vector 27).
    rules = to.match_rules(to.resolve_rules(), 2)
    match = br.play_match(rules, decks_from(1008), br.first, first_player=0, start=(3, 3))
    assert match.deals[0].points == (60, 60)
    assert match.deals[0].score_after == (3, 3)
    assert [deal.row["first"] for deal in match.deals] == [0, 1]
    assert match.row["drawn_deals"] == 1


def test_drawn_deal_moves_the_dealer_TO_7() -> None:
    deals = vector_meeting("27").matches[1].deals
    drawn = next(i for i, deal in enumerate(deals) if deal.row["deal_winner"] == -1)
    assert deals[drawn + 1].dealer == (deals[drawn].dealer + 1) % 4


# ------------------------------------------------------------------------------------------------
# Pairs, knock-out (vectors 25, 26, 39, 40)
# ------------------------------------------------------------------------------------------------


def lower_wins(pair_a: int, pair_b: int) -> int:
    return int(pair_b < pair_a)


def higher_wins(pair_a: int, pair_b: int) -> int:
    return int(pair_b > pair_a)


@named(vectors.KNOCKOUT_SIZES)
def test_size_of_a_knockout(v: vectors.KnockoutSizeVector) -> None:
    rules = to.resolve_rules(pairs=v.pairs)
    knockout = to.play_knockout(rules, range(v.pairs), lower_wins)
    assert len(knockout.ties) == v.meetings
    assert knockout.ties[-1].round_no + 1 == v.rounds == max(knockout.rounds_won)


@named(vectors.DRAWS)
def test_drawn_pairs(v: vectors.DrawVector) -> None:
    assert v.pairings == to.PAIRINGS
    orders = Counter(tuple(to.pairs_in_order(order)) for order in itertools.permutations(range(4)))
    assert set(orders) == set(v.pairings)
    assert {Fraction(count, 24) for count in orders.values()} == {Fraction(*v.odds)}
    assert [to.pairing_number(pairs) for pairs in v.pairings] == [0, 1, 2]
    rng = random.Random(26)
    drawn = Counter(to.draw_pairing(rng) for _ in range(3000))
    by_matching = Counter(to.pairing_number(to.draw_pairs(rng, 4)) for _ in range(3000))
    for counts in (drawn, by_matching):
        assert all(abs(counts[i] - 1000) < 4.5 * math.sqrt(3000 * 2 / 9) for i in range(3))


def test_drawn_pairs_of_a_tournament_TO_1() -> None:
    orders = Counter(tuple(to.pairs_in_order(order)) for order in itertools.permutations(range(6)))
    assert len(orders) == 15
    assert set(orders.values()) == {48}
    with pytest.raises(ValueError, match="players"):
        to.pairs_in_order((0, 1, 2))


@named(vectors.NAMED_SEATS)
def test_named_players_at_their_seats(v: vectors.NamedSeatsVector) -> None:
    rules = to.resolve_rules(pairing="drawn", matches=[("briscola", {"match_to": 1})])
    fixed = to.resolve_rules(matches=[("briscola", {"match_to": 1})])
    for pairing, seats in enumerate(v.seats):
        assert to.seats_of_pairing(pairing) == seats
        options: dict[str, Any] = {"first_dealer": 3, "players": "wxyz"}
        meeting = to.play_meeting(
            rules, decks_from(1010), both("first"), pairing=pairing, **options
        )
        assert meeting.row["pairing"] == pairing
        assert "".join(meeting.seats) == "".join("wxyz"[player] for player in seats)
        # Policies are given by pair, so the draw changes nothing else.
        given = to.play_meeting(fixed, decks_from(1010), both("first"), **options)
        assert given.row == {**meeting.row, "pairing": 255}
        assert "".join(given.seats) == "wxyz"


@named(vectors.BRACKETS)
def test_bracket(v: vectors.BracketVector) -> None:
    knockout = to.play_knockout(to.resolve_rules(pairs=4), v.bracket, higher_wins)
    assert tuple((tie.winner, tie.loser) for tie in knockout.ties) == v.ties
    assert all(tie.pair_a == tie.winner for tie in knockout.ties)
    assert tuple(knockout.rounds_won) == v.rounds_won
    assert knockout.winner == 3
    assert knockout.row == {"tournament_id": 0, "pairs": 4, "winner_pair": 3}
    assert [row["bracket_place"] for row in knockout.pair_rows] == [1, 3, 2, 0]
    assert [row["rounds_won"] for row in knockout.pair_rows] == list(v.rounds_won)


@pytest.mark.parametrize("pairs", [2, 4, 8, 16, 32, 64])
def test_knockout_section_9(pairs: int) -> None:
    rng = random.Random(pairs)
    rules = to.resolve_rules(pairs=pairs)
    bracket = to.draw_bracket(rng, pairs)
    names = [f"policy {pair}" for pair in range(pairs)]
    knockout = to.play_knockout(
        rules, bracket, lambda a, b: rng.randrange(2), tournament_id=7, policies=names
    )
    assert len(knockout.ties) == sum(knockout.rounds_won) == pairs - 1
    losers = Counter(tie.loser for tie in knockout.ties)
    assert set(losers.values()) == {1}
    assert set(range(pairs)) - set(losers) == {knockout.winner}
    for tie in knockout.ties:
        assert bracket.index(tie.pair_a) < bracket.index(tie.pair_b)
        # Places that share all but the last bits can meet in that round only.
        size = 2 ** (tie.round_no + 1)
        assert bracket.index(tie.pair_a) // size == bracket.index(tie.pair_b) // size
    assert [row["policy"] for row in knockout.pair_rows] == names
    assert {row["tournament_id"] for row in knockout.pair_rows} == {7}


def test_knockout_of_real_meetings_TO_13() -> None:
    rng = random.Random(13)
    rules = to.resolve_rules(**SHORT, pairs=4)
    policies = [to.pair_policy(name, rng) for name in ("greedy", "random", "first", "random")]
    meetings: list[to.Meeting] = []

    def play(pair_a: int, pair_b: int) -> int:
        decks, begins = to.shuffled_decks(rules, rng)
        meeting = to.play_meeting(
            rules,
            decks,
            {"A": policies[pair_a], "B": policies[pair_b]},
            **to.draw_dealers(rules, rng),
            meeting_id=len(meetings),
            match_begins=begins,
        )
        meetings.append(meeting)
        return int(meeting.row["winner"])

    knockout = to.play_knockout(rules, to.draw_bracket(rng, 4), play)
    assert len(meetings) == 3
    for meeting, tie in zip(meetings, knockout.ties, strict=True):
        assert (tie.pair_a, tie.pair_b)[meeting.row["winner"]] == tie.winner


@pytest.mark.parametrize("bracket", [[0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4], [0, 1, 2, 3, 4]])
def test_refused_brackets(bracket: list[int]) -> None:
    with pytest.raises(ValueError, match="bracket"):
        to.play_knockout(to.resolve_rules(pairs=4), bracket, lower_wins)


def test_refused_result_of_a_meeting() -> None:
    with pytest.raises(ValueError, match="winner"):
        to.play_knockout(to.resolve_rules(), [0, 1], lambda a, b: -1)


# ------------------------------------------------------------------------------------------------
# Whole meetings (vectors 27-31, 33-38)
# ------------------------------------------------------------------------------------------------


@named(vectors.MEETINGS)
def test_whole_meeting(v: vectors.MeetingVector) -> None:
    meeting = vector_meeting(v.name)
    assert len(meeting.matches) == len(v.matches)
    for match, lines in zip(meeting.matches, v.matches, strict=True):
        assert len(match.deals) == len(lines)
        for deal, line in zip(match.deals, lines, strict=True):
            where = f"deck {line.deck}"
            assert deal.number == line.deck - v.first_deck, where
            assert deal.first == deal.row["first"] == line.first, where
            assert points_of(deal) == line.points, where
            if isinstance(line, vectors.TresetteLine):
                assert deal.game == "tresette", where
                assert deal.row["lead_seat"] == line.lead_seat, where
                assert score_of(deal) == line.score, where
            else:
                assert deal.game == "briscola", where
                assert score_of(deal) == line.won, where
    assert tuple(match.winner for match in meeting.matches) == v.winners
    assert matches_won(meeting) == v.won
    assert meeting.row["winner"] == (0 if v.won[0] > v.won[1] else 1)
    assert meeting.row["deals"] == len(meeting.deals) == v.deals


@named(vectors.OTHER_DEALERS)
def test_whole_meeting_with_other_dealers(v: vectors.OtherDealerVector) -> None:
    base = meeting_vector(v.of)
    if v.dealers:
        rules = to.preset_rules("palazzo_taglio")
        who: dict[str, Any] = {"dealers": v.dealers}
    else:
        rules = to.resolve_rules(first_dealer=v.first_dealer)
        who = {}
    meeting = to.play_meeting(rules, decks_from(base.first_deck), both(base.policy), **who)
    assert tuple(tuple(d.first for d in match.deals) for match in meeting.matches) == v.firsts
    for match, lines, exchanged in zip(meeting.matches, base.matches, v.exchanged, strict=True):
        for deal, line in zip(match.deals, lines, strict=True):
            a, b = line.score if isinstance(line, vectors.TresetteLine) else line.won
            assert points_of(deal) == line.points
            assert score_of(deal) == ((b, a) if exchanged else (a, b))
    assert tuple(score_of(match.deals[-1]) for match in meeting.matches) == v.last_scores
    assert tuple(match.winner for match in meeting.matches) == v.winners
    assert matches_won(meeting) == v.won


@named(vectors.COLUMNS)
def test_columns(v: vectors.ColumnsVector) -> None:
    row = vector_meeting(v.of).row
    assert {name: row[name] for name in v.columns} == v.columns


@named(vectors.ONE_MATCH)
def test_one_match(v: vectors.OneMatchVector) -> None:
    rules = to.resolve_rules(matches=v.matches)
    for dealer in range(4):
        meeting = to.play_meeting(rules, decks_from(2005), both("first"), first_dealer=dealer)
        assert len(meeting.matches) == 1
        assert meeting.row["winner"] == meeting.row["m1_winner"] == meeting.matches[0].winner
        assert "third_needed" not in meeting.row
        assert meeting.row["m1_won_" + "AB"[meeting.row["winner"]]] == 4


def test_columns_of_section_6() -> None:
    row = vector_meeting("27").row
    assert list(row) == vectors.MEETING_COLUMNS.split()
    assert (row["meeting_id"], row["pairing"], row["cuts"]) == (0, 255, 0)


def test_columns_go_by_place_section_6() -> None:
    row = vector_meeting("31").row
    assert list(row) == vectors.ROVESCIO_COLUMNS.split()
    assert (row["m2_score_A"], row["m2_score_B"]) == (46, 18)
    assert (row["m3_winner"], row["m3_first_dealer"], row["m3_accuso_decided"]) == (-1, 255, False)
    five = scripted_meeting(["briscola"] * 5, [0] * 5).row
    assert [name for name in five if name.endswith("_drawn")] == [
        f"m{k}_drawn" for k in range(1, 6)
    ]
    assert "third_needed" not in five
    assert (five["m4_winner"], five["m4_won_A"], five["m4_first_dealer"]) == (-1, 0, 255)


def test_extra_deals_and_accuso_decided_section_6() -> None:
    rules = to.resolve_rules(matches=[("tresette", {"target": 11})])
    extra, decided = Counter(), Counter()
    for number in range(40):
        meeting = to.play_meeting(rules, decks_from(number), both("first"), first_dealer=number % 4)
        rows = [deal.row for deal in meeting.deals]
        scores = [score_of(deal) for deal in meeting.deals]
        level = [i for i, (a, b) in enumerate(scores) if a == b >= 11]
        wanted_extra = len(scores) - 1 - level[0] if level else 0
        card = [0, 0]
        for row in rows:
            for team in (0, 1):
                card[(row["first"] + team) % 2] += row[f"card_points_{team}"]
        card_lead, lead = card[0] - card[1], scores[-1][0] - scores[-1][1]
        wanted_decided = card_lead * lead <= 0  # the score difference is never 0
        assert meeting.row["m1_extra_deals"] == wanted_extra
        assert meeting.row["m1_accuso_decided"] is wanted_decided
        extra[wanted_extra] += 1
        decided[wanted_decided] += 1
    assert len(extra) > 1
    assert len(decided) == 2


def test_deals_carry_their_meeting_and_match_section_6() -> None:
    meeting = to.play_meeting(
        to.resolve_rules(**SHORT),
        decks_from(0),
        both("first"),
        first_dealer=1,
        cuts=3,
        meeting_id=9,
    )
    assert (meeting.row["meeting_id"], meeting.row["cuts"]) == (9, 3)
    assert {deal.meeting_id for deal in meeting.deals} == {9}
    assert [deal.number for deal in meeting.deals] == list(range(len(meeting.deals)))
    for match in meeting.matches:
        assert {deal.match_no for deal in match.deals} == {match.match_no}
        assert [d.row["deal_in_match"] for d in match.deals] == list(range(len(match.deals)))


# ------------------------------------------------------------------------------------------------
# Invariants (section 9)
# ------------------------------------------------------------------------------------------------


def check_meeting(rules: to.Rules, meeting: to.Meeting) -> None:
    """What holds for every meeting."""
    row, n = meeting.row, len(rules["matches"])
    winners = [match.winner for match in meeting.matches]
    assert winners.count(row["winner"]) == n // 2 + 1
    assert winners[-1] == row["winner"]
    assert [row[f"m{k}_winner"] for k in range(1, n + 1)] == winners + [-1] * (n - len(winners))
    if n == 3:
        assert row["third_needed"] == (row["m1_winner"] != row["m2_winner"])
        assert row["third_needed"] == (len(winners) == 3)
    deals = meeting.deals
    assert sum(row[f"m{k}_deals"] for k in range(1, n + 1)) == row["deals"] == len(deals)
    assert all(deal.meeting_id == row["meeting_id"] for deal in deals)
    assert row["first_dealer"] == row["m1_first_dealer"] == deals[0].dealer
    for one, other in itertools.pairwise(deals):
        if one.match_no == other.match_no or rules["dealer_between_matches"] == "continue":
            assert other.dealer == (one.dealer + 1) % 4
    for match in meeting.matches:
        k = match.match_no
        game_rules = to.match_rules(rules, k)
        assert match.game == rules["matches"][k - 1][0]
        assert row[f"m{k}_first_dealer"] == match.deals[0].dealer
        # TO-5: from nothing.
        start = points_of_match_before(match.deals[0])
        assert start == (0, 0)
        last = score_of(match.deals[-1])
        column = "score" if match.game == "tresette" else "won"
        assert (row[f"m{k}_{column}_A"], row[f"m{k}_{column}_B"]) == last
        if match.game == "briscola":
            assert last[match.winner] == game_rules["match_to"]
            assert row[f"m{k}_deals"] == sum(last) + row[f"m{k}_drawn"]
        elif game_rules["cappotto_ends_match"] == "none":
            assert last[match.winner] > last[1 - match.winner]
            assert last[match.winner] >= game_rules["target"]
    plain = all(
        to.match_rules(rules, match.match_no).get("accuso_mode", "auto") == "auto"
        and to.match_rules(rules, match.match_no).get("stop_rule", "play_out") == "play_out"
        and not to.match_rules(rules, match.match_no).get("removed_cards", ())
        for match in meeting.matches
    )
    if plain:
        assert row["decisions"] == 40 * row["deals"]


def points_of_match_before(deal: to.MeetingDeal) -> tuple[int, int]:
    """The match score with which a deal began."""
    if deal.game == "tresette":
        return deal.row["score_before_A"], deal.row["score_before_B"]
    after = list(score_of(deal))
    if deal.row["match_winner_of_deal"] != -1:
        after[deal.row["match_winner_of_deal"]] -= 1
    return after[0], after[1]


@pytest.fixture(scope="module")
def equals() -> list[to.Meeting]:
    """Short meetings of equal pairs."""
    rng = random.Random(9)
    rules = to.resolve_rules(**SHORT)
    found = []
    for number in range(MEETINGS_PLAYED):
        decks, begins = to.shuffled_decks(rules, rng)
        meeting = to.play_meeting(
            rules,
            decks,
            both(("random", "greedy")[number % 2], rng),
            **to.draw_dealers(rules, rng),
            meeting_id=number,
            match_begins=begins,
        )
        check_meeting(rules, meeting)
        found.append(meeting)
    return found


def test_equal_pairs_section_9(equals: list[to.Meeting]) -> None:
    error = 4.5 * math.sqrt(len(equals) / 4)
    for wanted in (
        sum(meeting.row["winner"] == 0 for meeting in equals),
        sum(meeting.row["third_needed"] for meeting in equals),
    ):
        assert abs(wanted - len(equals) / 2) < error
    assert {meeting.row["first_dealer"] for meeting in equals} == {0, 1, 2, 3}
    assert min(meeting.row["cuts"] for meeting in equals) == 1


def test_meetings_of_the_source_section_9() -> None:
    rng = random.Random(2012)
    for preset in ("palazzo_2012", "palazzo_taglio", "rovescio"):
        rules = to.preset_rules(preset)
        for pairs in (("greedy", "random"), ("random", "first")):
            decks, begins = to.shuffled_decks(rules, rng)
            policies = {p: to.pair_policy(name, rng) for p, name in zip("AB", pairs, strict=True)}
            meeting = to.play_meeting(
                rules, decks, policies, **to.draw_dealers(rules, rng), match_begins=begins
            )
            check_meeting(rules, meeting)
            assert meeting.row["decisions"] == 40 * meeting.row["deals"]


def test_meetings_of_random_settings_section_9() -> None:
    rng = random.Random(41)
    for _ in range(SETTINGS_PLAYED):
        given = to.random_rules(rng)
        # Long lists and far targets say nothing new about a meeting; keep the sitting short.
        given["matches"] = tuple(
            (game, {**match, "target": 1 + match.get("target", 41) % 14})
            if game == "tresette"
            else (game, match)
            for game, match in given.get("matches", SHORT["matches"])[:3]
        )
        if len(given["matches"]) % 2 == 0:
            given["matches"] = given["matches"][:1]
        rules = to.resolve_rules(**given)
        decks, begins = to.shuffled_decks(rules, rng)
        meeting = to.play_meeting(
            rules,
            decks,
            {"A": to.pair_policy("random", rng), "B": to.pair_policy("first")},
            **to.draw_dealers(rules, rng),
            pairing=to.draw_pairing(rng) if rules["pairing"] == "drawn" else None,
            match_begins=begins,
        )
        check_meeting(rules, meeting)


def exchange(row: dict[str, Any]) -> dict[str, Any]:
    """The row of the same meeting with A and B exchanged and everybody one place on."""
    found = dict(row)
    for name, value in row.items():
        if name == "winner" or name.endswith("_winner"):
            found[name] = value if value == -1 else 1 - value
        elif name.endswith("first_dealer"):
            found[name] = value if value == 255 else (value + 1) % 4
        elif name.endswith("_A"):
            found[name], found[name[:-1] + "B"] = row[name[:-1] + "B"], value
    return found


@pytest.mark.parametrize("number", range(6))
def test_exchange_of_the_pairs_section_9(number: int) -> None:
    rules = to.resolve_rules(**SHORT)
    names = [("greedy", "first"), ("first", "greedy"), ("greedy", "greedy")][number % 3]
    rows = []
    for shift in (0, 1):
        policies = {"AB"[(i + shift) % 2]: to.pair_policy(name) for i, name in enumerate(names)}
        rows.append(
            to.play_meeting(
                rules, decks_from(100 * number), policies, first_dealer=(number + shift) % 4
            )
        )
    assert exchange(rows[0].row) == rows[1].row
    for one, other in zip(rows[0].deals, rows[1].deals, strict=True):
        assert points_of(one) == points_of(other)
        assert score_of(one) == score_of(other)[::-1]


# ------------------------------------------------------------------------------------------------
# Exact values (section 10)
# ------------------------------------------------------------------------------------------------


@functools.cache
def rank_cuts(order: str, n: int, full_pack_each: bool = False) -> list[tuple[int, set[int]]]:
    """All ways for n players to cut, by ranks: the number of ways and who have the highest card.

    Player i is given suit i, so that the cards differ; suits do not matter.
    """
    found = []
    for ranks in itertools.product(to.CUT_ORDERS[order], repeat=n):
        ways = 1
        for i, rank in enumerate(ranks):
            ways *= 4 if full_pack_each else 4 - ranks[:i].count(rank)
        if ways:
            cards = [rank + suit for rank, suit in zip(ranks, tr.SUITS, strict=False)]
            found.append((ways, to.cut_round(cards, order, range(n))))
    return found


@functools.cache
def deals_first(order: str, n: int) -> tuple[Fraction, ...]:
    """10.1 without symmetry: who of n cutting players will be dealer, by exact recursion."""
    if n == 1:
        return (Fraction(1),)
    chances, again, total = [Fraction(0)] * n, 0, 0
    for ways, highest in rank_cuts(order, n):
        total += ways
        if len(highest) == n:
            again += ways  # the same players once more
            continue
        for player, chance in zip(sorted(highest), deals_first(order, len(highest)), strict=True):
            chances[player] += ways * chance
    assert total == math.perm(40, n)
    return tuple(chance / (total - again) for chance in chances)


@pytest.mark.parametrize("order", to.CUT_ORDERS)
def test_exact_cut_TO_6(order: str) -> None:
    assert set(deals_first(order, 4)) == {Fraction(1, 4)}
    ways = rank_cuts(order, 4)
    single = Fraction(sum(w for w, highest in ways if len(highest) == 1), math.perm(40, 4))
    assert single == Fraction(408, 481)
    assert single == Fraction(
        sum(16 * 4 * r * (4 * r - 1) * (4 * r - 2) for r in range(10)), math.perm(40, 4)
    )


def full_pack_cut() -> Fraction:
    """10.3."""
    ways = rank_cuts("tresette", 4, full_pack_each=True)
    assert sum(w for w, _ in ways) == 40**4
    return Fraction(sum(w for w, highest in ways if len(highest) == 1), 40**4)


def meeting_odds(chances: Sequence[Fraction]) -> dict[str, Fraction]:
    """10.5, 10.6: A wins match k with chances[k-1]."""
    found = {"third": Fraction(0), "A": Fraction(0)}

    def play_on(winners: tuple[int, ...], weight: Fraction) -> None:
        over = to.meeting_winner(len(chances), winners)
        if over is not None:
            found["A"] += weight * (over == 0)
            found["third"] += weight * (len(winners) == 3)
            return
        p = chances[len(winners)]
        play_on((*winners, 0), weight * p)
        play_on((*winners, 1), weight * (1 - p))

    play_on((), Fraction(1))
    return found


def briscola_law(win: Fraction, draw: Fraction, longest: int) -> dict[str, Any]:
    """10.7, 10.8: deals won by A with ``win``, drawn with ``draw``; settled by the reference."""
    rules = br.preset_rules("palazzo")
    live = {(0, 0): Fraction(1)}
    deals: dict[int, Fraction] = {}
    a_wins = Fraction(0)
    for n in range(1, longest + 1):
        following: dict[tuple[int, int], Fraction] = {}
        for (a, b), p in live.items():
            for score, chance in (
                ((a + 1, b), win),
                ((a, b + 1), 1 - win - draw),
                ((a, b), draw),
            ):
                q = p * chance
                winner = br.match_winner(rules, score, n)
                if winner is None:
                    following[score] = following.get(score, Fraction(0)) + q
                else:
                    deals[n] = deals.get(n, Fraction(0)) + q
                    a_wins += q * (winner == 0)
        live = following
    return {"deals": deals, "A": a_wins, "left": sum(live.values())}


def tresette_law(target: int, p: Fraction) -> dict[str, Fraction]:
    """10.9 to 10.11: A's points of a deal are Binomial(11, p), no accuso."""
    rules = tr.preset_rules("palazzo_liscio", target=target)
    points_law = [math.comb(11, k) * p**k * (1 - p) ** (11 - k) for k in range(12)]
    live = {(0, 0): Fraction(1)}
    found = dict.fromkeys(("A", "level", "both"), Fraction(0))
    for _ in range(tr.longest_match(target)):
        following: dict[tuple[int, int], Fraction] = {}
        for (a, b), weight in live.items():
            for points, chance in enumerate(points_law):
                score = a + points, b + 11 - points
                q = weight * chance
                outcome = tr.Outcome((points, 11 - points))
                winner, _ = tr.settle_match(rules, target, score, outcome)
                if winner is None:
                    following[score] = following.get(score, Fraction(0)) + q
                    found["level"] += q * (max(score) >= target)
                else:
                    found["A"] += q * (winner == 0)
                    # Reading: "above 31" means the target reached; above 31 strictly it would
                    # be 0.268351929730.
                    found["both"] += q * (min(score) >= target)
        live = following
    assert not live
    return found


def two_pairs_meet(pairs: int) -> Fraction:
    """10.12: pair 0 at place 0, pair 1 at any other place; each plays at most k meetings."""
    rules = to.resolve_rules(pairs=pairs)
    k = pairs.bit_length() - 1
    met = runs = 0
    for place in range(1, pairs):
        others = iter(range(2, pairs))
        bracket = [{0: 0, place: 1}.get(i, -1) for i in range(pairs)]
        bracket = [next(others) if pair == -1 else pair for pair in bracket]
        for results in itertools.product((0, 1), repeat=2 * k):
            bits = iter(results)

            def play(pair_a: int, pair_b: int, bits: Iterator[int] = bits) -> int:
                return next(bits) if {pair_a, pair_b} & {0, 1} else 0

            ties = to.play_knockout(rules, bracket, play).ties
            met += any({tie.pair_a, tie.pair_b} == {0, 1} for tie in ties)
            runs += 1
    return Fraction(met, runs)


def best_wins(pairs: int, w: Fraction) -> Fraction:
    """10.13: pair 0 wins each of its meetings with w, wherever it stands."""
    rules = to.resolve_rules(pairs=pairs)
    k = pairs.bit_length() - 1
    found = set()
    for place in range(pairs):
        bracket = [*range(1, place + 1), 0, *range(place + 1, pairs)]
        total = Fraction(0)
        for results in itertools.product((True, False), repeat=k):
            bits = iter(results)

            def play(pair_a: int, pair_b: int, bits: Iterator[bool] = bits) -> int:
                if 0 not in (pair_a, pair_b):
                    return 0
                return (0 if next(bits) else 1) ^ (pair_b == 0)

            if to.play_knockout(rules, bracket, play).winner == 0:
                total += math.prod(w if won else 1 - w for won in results)
        found.add(total)
    assert len(found) == 1
    return found.pop()


EXACT: dict[str, Callable[[], Fraction]] = {
    "1": lambda: deals_first("tresette", 4)[0],
    "2": lambda: Fraction(
        sum(w for w, highest in rank_cuts("tresette", 4) if len(highest) == 1),
        math.perm(40, 4),
    ),
    "3": full_pack_cut,
    "4": lambda: Fraction(
        sum(
            to.pairs_in_order(order) == [(0, 1), (2, 3)]
            for order in itertools.permutations(range(4))
        ),
        24,
    ),
    "5 half": lambda: meeting_odds([Fraction(1, 2), Fraction(11, 20), Fraction(1, 2)])["third"],
    "5": lambda: meeting_odds([Fraction(3, 5), Fraction(11, 20), Fraction(1, 2)])["third"],
    "6": lambda: meeting_odds([Fraction(3, 5), Fraction(11, 20), Fraction(13, 20)])["A"],
    "9 level": lambda: tresette_law(31, Fraction(1, 2))["level"],
    "9 both above": lambda: tresette_law(31, Fraction(1, 2))["both"],
    "10 to 31": lambda: tresette_law(31, Fraction(11, 20))["A"],
    "10 to 41": lambda: tresette_law(41, Fraction(11, 20))["A"],
    "11 level": lambda: tresette_law(41, Fraction(1, 2))["level"],
}
for _n in range(4, 10):
    EXACT[f"7 deals {_n}"] = lambda n=_n: briscola_law(Fraction(49, 100), Fraction(1, 50), 9)[
        "deals"
    ][n]
for _p in (Fraction(11, 20), Fraction(3, 5), Fraction(2, 3)):
    EXACT[f"8 p {_p}"] = lambda p=_p: briscola_law(p, Fraction(0), 7)["A"]
for _pairs in (4, 8, 16):
    EXACT[f"12 pairs {_pairs}"] = lambda pairs=_pairs: two_pairs_meet(pairs)
    EXACT[f"13 pairs {_pairs}"] = lambda pairs=_pairs: best_wins(pairs, Fraction(3, 4))


@pytest.mark.parametrize("v", vectors.ODDS, ids=lambda v: v.name.replace(" ", "_"))
def test_exact_value_section_10(v: vectors.OddsRow) -> None:
    value = EXACT[v.name]()
    if v.fraction is not None:
        assert value == Fraction(*v.fraction)
    if v.decimal is not None:
        # Twelve digits, rounded half up without floats.
        rounded = (2 * value.numerator * 10**12 // value.denominator + 1) // 2
        whole, digits = v.decimal.split(".")
        assert rounded == int(whole + digits)


def test_third_match_formulas_section_10() -> None:
    for p1, p2, p3 in itertools.product((Fraction(1, 3), Fraction(1, 2), Fraction(4, 5)), repeat=3):
        third = p1 * (1 - p2) + (1 - p1) * p2
        odds = meeting_odds([p1, p2, p3])
        assert odds == {"third": third, "A": p1 * p2 + third * p3}
        if Fraction(1, 2) in (p1, p2):
            assert third == Fraction(1, 2)


def test_briscola_formula_section_10() -> None:
    # Of the decided deals m the last one ends the match; n - m drawn deals stand before it.
    d, law = Fraction(1, 50), briscola_law(Fraction(49, 100), Fraction(1, 50), 9)
    decided = briscola_law(Fraction(1, 2), Fraction(0), 7)["deals"]
    for n in range(4, 10):
        assert law["deals"][n] == sum(
            decided[m] * math.comb(n - 1, n - m) * d ** (n - m) * (1 - d) ** m
            for m in range(4, min(n, 7) + 1)
        )


# ------------------------------------------------------------------------------------------------
# Input that must be refused (section 12), and the end of matches (TO-14)
# ------------------------------------------------------------------------------------------------


def play_short(**options: Any) -> to.Meeting:
    """A short meeting with something changed."""
    given: dict[str, Any] = {
        "rules": to.resolve_rules(**SHORT),
        "decks": decks_from(0),
        "policies": both("first"),
        "first_dealer": 3,
        **options,
    }
    return to.play_meeting(given.pop("rules"), given.pop("decks"), given.pop("policies"), **given)


CUT_AGAIN = to.resolve_rules(**SHORT, dealer_between_matches="cut_again")
DRAWN = to.resolve_rules(**SHORT, pairing="drawn")
ONE_GAME = {"tresette": tr.first}
REFUSED_MEETINGS: list[tuple[str, dict[str, Any], str]] = [
    ("three players", {"players": "wxy"}, "players"),
    ("five players", {"players": "wxyzv"}, "players"),
    ("one twice", {"players": "wxyw"}, "players"),
    ("no B", {"policies": {"A": to.pair_policy("first")}}, "policies"),
    ("a third pair", {"policies": {**both("first"), "C": ONE_GAME}}, "policies"),
    ("A without Briscola", {"policies": {**both("first"), "A": ONE_GAME}}, "briscola"),
    ("B without Briscola", {"policies": {**both("first"), "B": ONE_GAME}}, "briscola"),
    ("dealer 4", {"first_dealer": 4}, "first_dealer"),
    ("dealer -1", {"first_dealer": -1}, "first_dealer"),
    ("dealer True", {"first_dealer": True}, "first_dealer"),
    ("no dealer", {"first_dealer": None}, "first_dealer"),
    ("dealers with continue", {"dealers": (0, 1, 2)}, "dealers"),
    ("other than the rules", {"rules": to.resolve_rules(first_dealer=1)}, "first_dealer"),
    ("one dealer with cut_again", {"rules": CUT_AGAIN}, "dealers"),
    ("dealers outside", {"rules": CUT_AGAIN, "first_dealer": None, "dealers": (0, 4)}, "dealers"),
    ("no dealers", {"rules": CUT_AGAIN, "first_dealer": None, "dealers": ()}, "dealers"),
    ("few dealers", {"rules": CUT_AGAIN, "first_dealer": None, "dealers": (0,)}, "match 2"),
    ("cuts", {"cuts": -1}, "cuts"),
    (
        "cuts of a given dealer",
        {"rules": to.resolve_rules(first_dealer=3), "cuts": 1},
        "cuts",
    ),
    ("not drawn", {"pairing": 0}, "pairing"),
    ("no draw", {"rules": DRAWN}, "pairing"),
    ("pairing 3", {"rules": DRAWN, "pairing": 3}, "pairing"),
    ("bad deck", {"decks": lambda k: (["1D"] * 40, 0)}, "deck"),
]


@pytest.mark.parametrize(
    ("options", "word"),
    [case[1:] for case in REFUSED_MEETINGS],
    ids=[case[0] for case in REFUSED_MEETINGS],
)
def test_refused_meetings_section_12(options: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        play_short(**options)


def test_a_game_that_is_not_played_needs_no_policy() -> None:
    rules = to.resolve_rules(matches=[("tresette", {"target": 5})])
    meeting = play_short(rules=rules, policies={"A": ONE_GAME, "B": ONE_GAME})
    assert len(meeting.matches) == 1
    # But one is needed for a match that may be played, even if it is not.
    source = to.resolve_rules(**SHORT)["matches"]
    rules = to.resolve_rules(matches=[source[0], source[0], source[1]])
    with pytest.raises(ValueError, match="briscola"):
        play_short(rules=rules, policies={"A": ONE_GAME, "B": ONE_GAME})


def test_list_of_decks_too_short_section_12() -> None:
    whole = play_short()
    decks = [make_deck(k) for k in range(len(whole.deals))]
    assert play_short(decks=decks).row == whole.row
    for given in range(len(decks)):
        deal = whole.deals[given]
        where = rf"match {deal.match_no}, deal {deal.row['deal_in_match'] + 1}$"
        with pytest.raises(ValueError, match=where):
            play_short(decks=decks[:given])


def test_thrown_in_decks_of_a_list_TR_7() -> None:
    weak = ["4D", "5D", "6D", "7D", "4C", "5C", "6C", "7C", "RS", "CS"]
    rest = [card for card in tr.PACK if card not in weak]
    deck = [*weak[:5], *rest[:15], *weak[5:], *rest[15:]]
    match = ("tresette", {"target": 5, "weak_hand_redeal": True})
    rules = to.resolve_rules(matches=[match])
    meeting = play_short(rules=rules, decks=[deck, deck, make_deck(1000), make_deck(1001)])
    assert meeting.deals[0].row["redeals"] == 2
    with pytest.raises(ValueError, match="match 1, deal 1"):
        play_short(rules=rules, decks=[deck, deck])


def test_max_deals_TO_14() -> None:
    rules = to.resolve_rules(matches=[("tresette", {"max_deals": 2})])
    with pytest.raises(tr.MatchTooLong, match="match 5 "):
        play_short(rules=rules, meeting_id=5)
    rules = to.resolve_rules(matches=[("briscola", {"max_deals": 3})])
    with pytest.raises(br.TooManyDeals, match="match 6:"):
        play_short(rules=rules, meeting_id=6)


def test_policies_of_section_7() -> None:
    rng = random.Random(7)
    for name in (
        "random",
        "greedy",
        "expert",
        "expert_dd",
        "specialist_t",
        "specialist_b",
        "first",
    ):
        assert set(to.pair_policy(name, rng)) == {"tresette", "briscola"}
    assert to.pair_policy("specialist_t") == {"tresette": tr.expert, "briscola": br.greedy}
    assert to.pair_policy("specialist_b") == {"tresette": tr.greedy, "briscola": br.expert}
    for name, word in (("random", "generator"), ("expert_dd", "generator"), ("best", "unknown")):
        with pytest.raises(ValueError, match=word):
            to.pair_policy(name)
