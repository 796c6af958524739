"""The Briscola reference against every worked example of the rules page, and its invariants.

Test ids name the vector and the clauses it stands for.
"""

from __future__ import annotations

import copy
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.reference import briscola as br
from tests.vectors import briscola as vectors

POLICIES: dict[str, br.Policy] = {"first": br.first, "greedy": br.greedy, "expert": br.expert}
N_SETTINGS = 100  # random settings for the invariants


def named(entries: Any) -> Any:
    """Parametrize over vectors with ids such as 5-BR-10."""
    ids = [f"{entry.name}-{'-'.join(entry.clauses)}" for entry in entries]
    return pytest.mark.parametrize("v", entries, ids=ids)


def shuffled(rules: br.Rules, rng: random.Random) -> Callable[[int], tuple[list[str], int]]:
    """Random decks for play_match."""
    return lambda deal_index: br.shuffle_deck(rules, rng)


def state_after(rules: br.Rules, deck: str, plays: str) -> br.DealState:
    """A deal in the middle: some cards have been played."""
    state = br.DealState(rules, deck.split())
    for card in plays.split():
        actions = state.actions()
        state.play(actions, br.action_index(actions, card))
    return state


def cards(text: str) -> frozenset[str]:
    return frozenset(text.split())


def winners(deal: br.Deal) -> tuple[int, ...]:
    return tuple(trick.winner for trick in deal.tricks)


# ------------------------------------------------------------------------------------------------
# Parameters, cards, notation
# ------------------------------------------------------------------------------------------------


def test_defaults_of_section_4() -> None:
    rules = br.resolve_rules()
    assert rules == br.preset_rules("palazzo")
    assert len(rules) == 15
    assert (rules["players"], rules["removed_cards"], rules["match_to"]) == (4, (), 4)
    assert (rules["segni"], rules["last_hand_peek"], rules["max_deals"]) == ("trumps", True, 200)
    assert br.preset_rules("in_tre")["removed_cards"] == ("2B",)
    assert br.preset_rules("in_tre_36")["removed_cards"] == ("2D", "2C", "2B", "2S")
    assert br.preset_rules("in_due")["removed_cards"] == ()
    assert br.preset_rules("in_due_scoperta")["show_drawn"] is True
    assert len(br.PRESETS) == 13
    for name in br.PRESETS:
        br.preset_rules(name)


@pytest.mark.parametrize("v", vectors.REFUSED, ids=lambda v: v.name)
def test_refused_parameters(v: vectors.RefusedVector) -> None:
    with pytest.raises(ValueError) as error:
        br.resolve_rules(**v.given)
    for name in v.names:
        assert name in str(error.value)


def test_settings_that_are_allowed() -> None:
    silent = {"segni": "off", "last_hand_peek": False}
    three = {"players": 3, **silent}
    assert br.resolve_rules(**three, trump_swap="two", removed_cards=("4B",))
    assert br.resolve_rules(**three, show_drawn=True)["removed_cards"] == ("2B",)
    # The three is a card without points where the seven is the second card.
    assert br.resolve_rules(**three, second_card=7, removed_cards=["3B"])
    assert br.resolve_rules(players=2, **silent, tie_rule="last_trick")
    assert br.resolve_rules(trump_swap="seven", removed_cards=("7D", "7C", "7B", "7S"))


def test_card_numbers_section_2() -> None:
    wanted = {"1D": 0, "7D": 6, "FD": 7, "RD": 9, "1C": 10, "2B": 21, "1S": 30, "CS": 38, "RS": 39}
    assert {card: br.card_number(card) for card in wanted} == wanted
    full = br.pack(br.preset_rules("palazzo"))
    assert [br.card_number(card) for card in full] == list(range(40))
    assert [br.card_text(number) for number in range(40)] == full
    assert " ".join(full) == vectors.DECK_IN_ORDER
    for unknown in ("8D", "1X", "d1", "1d", "", "10B", 7, None):
        with pytest.raises(ValueError, match="card"):
            br.card_number(unknown)  # type: ignore[arg-type]
    for number in (-1, 40, True, 1.0):
        with pytest.raises(ValueError, match="card"):
            br.card_text(number)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("preset", "order"), [("palazzo", "13RCF76542"), ("piemonte", "17RCF65432")]
)
def test_strength_and_points_BR_1_BR_2_BR_25(preset: str, order: str) -> None:
    rules = br.preset_rules(preset)
    for suit in br.SUITS:
        ranked = [rank + suit for rank in order]
        assert [br.strength_of(rules, card) for card in ranked] == list(range(9, -1, -1))
        assert [br.points_of(rules, card) for card in ranked] == [11, 10, 4, 3, 2, 0, 0, 0, 0, 0]
        assert [br.is_carico(rules, card) for card in ranked] == [True] * 2 + [False] * 8
    assert br.total_points(rules, br.pack(rules)) == 120


def test_notation_round_trip() -> None:
    for card in br.pack(br.preset_rules("palazzo")):
        assert br.format_action(br.parse_action(card)) == card


@pytest.mark.parametrize("number", vectors.NUMBERED_DECKS)
def test_numbered_decks(number: int) -> None:
    deck, redeals = br.shuffle_deck(br.preset_rules("palazzo"), random.Random(number))
    assert (" ".join(deck), redeals) == (vectors.NUMBERED_DECKS[number], 0)


# ------------------------------------------------------------------------------------------------
# Vectors
# ------------------------------------------------------------------------------------------------


@named(vectors.LAYOUTS)
def test_layout(v: vectors.LayoutVector) -> None:
    rules = br.preset_rules(v.preset)
    layout = br.lay_out(rules, v.deck.split())
    assert tuple(" ".join(hand) for hand in layout.hands) == v.hands
    assert layout.faceup == v.faceup
    starts, ends = v.stock_starts.split(), v.stock_ends.split()
    assert list(layout.stock[: len(starts)]) == starts
    assert list(layout.stock[len(layout.stock) - len(ends) :]) == ends


@named(vectors.DRAWS)
def test_draws(v: vectors.DrawVector) -> None:
    """The winner of a trick is set by hand; what follows are the draws."""
    rules = br.preset_rules("palazzo")
    state = br.DealState(rules, v.deck.split())
    for _ in range(v.trick - 1):
        for _ in range(4):
            state.play(state.actions(), 0)
    before = [set(hand) for hand in state.hands]
    for seat in br.draw_order(rules, v.winner):
        state._draw(seat)
    drawn = [hand - old for hand, old in zip(state.hands, before, strict=True)]
    assert [len(new) for new in drawn] == [1, 1, 1, 1]
    for new, card in zip(drawn, v.drawn, strict=True):
        assert card is None or new == {card}
    if v.faceup_seat is None:
        assert state.faceup == "CS"
    else:
        assert (state.faceup, state.faceup_seat) == (None, v.faceup_seat)
        assert "CS" in state.known[v.faceup_seat]


@named(vectors.LEGAL)
def test_legal_actions(v: vectors.LegalVector) -> None:
    actions = br.legal_actions(v.hand.split())
    assert " ".join(br.format_action(action) for action in actions) == v.actions


@named(vectors.TRICKS)
def test_trick(v: vectors.TrickVector) -> None:
    rules = br.preset_rules(v.preset, **v.changes)
    played = v.cards.split()
    assert len(played) == rules["players"]
    assert br.trick_winner(rules, played, v.trump) == v.winner - 1
    assert v.points is None or br.total_points(rules, played) == v.points


@named(vectors.MASKS)
def test_mask(v: vectors.MaskVector) -> None:
    for segni in ("trumps", "full"):
        rules = br.resolve_rules(segni=segni, second_card=v.second_card)
        assert br.segni_mask(rules, v.trump, v.hand.split()) == getattr(v, segni)


@named(vectors.DEAL_WINNERS)
def test_deal_winner(v: vectors.WinnerVector) -> None:
    rules = br.preset_rules(v.preset, **v.changes)
    winner = br.deal_winner(rules, v.points, br.side_of(rules, v.last_seat))
    assert winner == v.deal_winner
    team = -1 if winner == -1 else br.match_side(rules, v.first, winner)
    assert team == v.match_winner_of_deal


@named(vectors.SWAPS)
def test_swap(v: vectors.SwapVector) -> None:
    """Seat 0 is to play; the rest of the position is made up around its hand."""
    rules = br.preset_rules(v.preset)
    rest = [card for card in br.pack(rules) if card not in (v.faceup, v.holds)]
    state = br.DealState(rules, [v.holds, *rest[:11], v.faceup, *rest[11:]])
    state.swap, state.hands[0] = None, {v.holds, *rest[:2]}
    state.faceup, state.known = v.faceup, [set(), set(), set(), set()]
    if v.has_trick:  # taken by the partner
        state.tricks.append(br.Trick(0, tuple(rest[12:16]), 2, 0))
    state._start_turn()
    if v.taken is None:
        assert state.swap is None
        assert (state.faceup, state.hands[0]) == (v.faceup, {v.holds, *rest[:2]})
    else:
        assert state.swap == br.Swap(0, 0, v.taken, v.holds)
        assert (state.faceup, state.hands[0]) == (v.holds, {v.taken, *rest[:2]})
        assert state.known[0] == {v.taken}
        state._start_turn()  # at most one exchange a deal
        assert state.faceup == v.holds


def test_card_seen_and_laid_down_BR_18_BR_26() -> None:
    """Seat 2 lays down the two that seat 0 has seen; seat 0 knows what it took instead."""
    rules = br.preset_rules("scambio_due", initial_peek=True)
    state = state_after(rules, vectors.DECK_7, "6D")
    assert state.view(0).partner_hand == cards("1S 2B CD")
    state = state_after(rules, vectors.DECK_7, "6D 1C")
    view = state.view(0)
    assert (view.faceup, state.view(2).hand) == ("2B", ("CD", "CB", "1S"))
    assert (view.partner_hand, view.known[2]) == (cards("1S CD"), cards("CB"))
    assert br.known_of_partner(view) == cards("1S CD CB")


def test_swap_needs_a_trick_of_the_pair_BR_26() -> None:
    """With two players the trick must be one's own."""
    rules = br.preset_rules("in_due", trump_swap="seven")
    rest = [card for card in br.pack(rules) if card not in ("RD", "7D")]
    state = br.DealState(rules, ["7D", *rest[:5], "RD", *rest[5:]])
    for winner, swapped in ((1, False), (0, True)):
        state.tricks = [br.Trick(0, ("1C", "2C"), winner, 11)]
        state._start_turn()
        assert (state.swap is not None) is swapped


@named(vectors.WHOLE)
def test_whole_deal(v: vectors.WholeVector) -> None:
    rules = br.preset_rules(v.preset, **v.changes)
    deal = br.play_deal(rules, v.deck.split(), POLICIES[v.policy], first=0)
    if v.tricks:
        assert tuple(" ".join(trick.cards) for trick in deal.tricks) == v.tricks
    if v.winners:
        assert winners(deal) == v.winners
    if v.by_seat is not None:
        assert deal.points_by_seat == v.by_seat
    assert deal.points == v.points
    if v.faceup_seat is not None:
        assert deal.row["faceup_seat"] == v.faceup_seat
    assert {column: deal.row[column] for column in v.columns} == v.columns
    assert deal.swap == v.swap
    # The reported cards are enough to play the deal again.
    assert br.replay(rules, v.deck.split(), deal.plays).row == deal.row


@named(vectors.RECORDED)
def test_recorded_deal(v: vectors.RecordedVector) -> None:
    rules = br.preset_rules("in_due")
    deal = br.replay(rules, v.deck.split(), v.plays)
    assert deal.points == v.points
    best = max(v.points)
    assert deal.winner == (-1 if v.points.count(best) == 2 else v.points.index(best))


def test_last_trick_57_BR_23() -> None:
    v = vectors.RECORDED_LAST_TRICK
    rules = br.preset_rules("in_due", tie_rule="last_trick")
    deal = br.replay(rules, v.deck.split(), v.plays)
    taken, seat = vectors.LAST_TRICK_57
    assert (" ".join(deal.tricks[19].cards), deal.tricks[19].winner) == (taken, seat)
    assert (deal.points, deal.winner, deal.row["deal_winner"]) == ((60, 60), 0, 0)


@named(vectors.MASKS_SEEN)
def test_masks_seen(v: vectors.MasksVector) -> None:
    state = state_after(br.preset_rules("palazzo", **v.changes), vectors.DECK_GAMMA, v.plays)
    masks = state.view(0).masks
    assert {seat: masks[seat] for seat in v.masks} == v.masks
    if v.nobody_else:
        assert masks.keys() == v.masks.keys()


def test_masks_of_the_first_trick_22_BR_15() -> None:
    """No mask in any view of trick 1, one in every view from the first decision of trick 2."""
    rules = br.preset_rules("palazzo", segni_from_trick=2)
    state = br.DealState(rules, vectors.DECK_GAMMA.split())
    for number in range(40):
        for seat in range(4):
            assert bool(state.view(seat).masks) is (number >= 4)
        state.play(state.actions(), 0)


@named(vectors.PARTNERS)
def test_partner_hand(v: vectors.PartnerVector) -> None:
    state = state_after(br.preset_rules("palazzo", **v.changes), vectors.DECK_GAMMA, v.plays)
    assert state.view(0).partner_hand == cards(v.partner_hand)


@named(vectors.RECALLS)
def test_recall(v: vectors.RecallVector) -> None:
    rules = br.preset_rules("palazzo", **v.changes)
    state = br.DealState(rules, vectors.DECK_GAMMA.split())
    for _ in range(v.n_plays):
        state.play(state.actions(), 0)
    assert state.seat == v.seat
    view = state.view()
    assert view.played == cards(v.played)
    assert view.plays == view.trick
    perfect = br.preset_rules("palazzo")
    state.rules = perfect
    assert len(state.view().plays) == len(state.view().played) == v.n_plays


@named(vectors.KNOWN)
def test_known(v: vectors.KnownVector) -> None:
    state = state_after(br.preset_rules(v.preset), vectors.DECK_GAMMA, v.plays)
    assert state.view().known == tuple(cards(text) for text in v.known)


def test_three_players_32_BR_28() -> None:
    rules, wanted = br.preset_rules("in_tre"), vectors.THREE_PLAYERS_32
    assert len(br.pack(rules)) == wanted["cards"]
    deck, _ = br.shuffle_deck(rules, random.Random(32))
    deal = br.play_deal(rules, deck, br.first, first=1)
    assert len(deal.tricks) == wanted["tricks"]
    rounds = {number for seat in deal.state.received for number, _ in seat}
    assert rounds == set(range(wanted["draw_rounds"] + 1))
    t_drawn = (wanted["draw_rounds"], deck[9])
    # T is the last card of the last round.
    assert deal.state.received[(deal.tricks[9].winner + 2) % 3][-1] == t_drawn


# ------------------------------------------------------------------------------------------------
# Matches
# ------------------------------------------------------------------------------------------------


def decks_by_result() -> dict[int, list[str]]:
    """A deck for each result of a deal of ``first``: team 0 wins, team 1 wins, drawn."""
    found: dict[int, list[str]] = {}
    rules = br.preset_rules("palazzo")
    for number in itertools.count(1000):  # deck 1008 is the first drawn one
        deck, _ = br.shuffle_deck(rules, random.Random(number))
        winner = br.play_deal(rules, deck, br.first, first=0).winner
        found.setdefault(winner, deck)
        if len(found) == 3:
            return found
    raise AssertionError


BY_RESULT = decks_by_result()


def decks_for(results: str, first_player: int) -> Callable[[int], tuple[list[str], int]]:
    """Decks that make A or B win, or nobody, as ``first`` plays them."""

    def deck(index: int) -> tuple[list[str], int]:
        letter = results[index]
        if letter == "-":
            return BY_RESULT[-1], 0
        return BY_RESULT[("AB".index(letter) - (first_player + index)) % 2], 0

    return deck


@named(vectors.MATCHES)
def test_match(v: vectors.MatchVector) -> None:
    rules = br.preset_rules("palazzo", **v.changes)
    # What is not over goes on with one more deal, won by nobody that wins the match before.
    results = v.results if v.over or v.error else v.results + "A"
    score = list(v.start)
    for number, letter in enumerate(v.results, start=1):
        assert br.match_winner(rules, score, number - 1) is None
        if letter != "-":
            score["AB".index(letter)] += 1
    assert tuple(score) == v.won
    assert br.match_winner(rules, score, len(v.results)) == v.winner

    def play() -> br.Match:
        decks = decks_for(results, v.first_player)
        return br.play_match(
            rules, decks, br.first, first_player=v.first_player, start=v.start, match_id=17
        )

    if v.error:
        with pytest.raises(br.TooManyDeals, match="17"):
            play()
        return
    match = play()
    assert len(match.deals) == len(results)
    after = match.deals[len(v.results) - 1]
    assert after.score_after == v.won
    assert match.row["drawn_deals"] == v.drawn_deals
    if v.over:
        assert (match.row["winner"], match.row["won_A"], match.row["won_B"]) == (v.winner, *v.won)
    else:
        assert match.deals[-1].row["first"] == (after.row["first"] + 1) % 4
    if v.sweep is not None:
        assert match.row["sweep"] is v.sweep


@pytest.mark.parametrize(
    ("results", "start", "deficit"),
    [
        ("AAAA", (0, 0), 0),
        ("BBBAAAA", (0, 0), 3),
        ("ABBABAA", (0, 0), 1),
        ("-B-BAAAA", (0, 0), 2),
        ("ABAA", (1, 2), 1),  # after a deal
    ],
)
def test_max_deficit(results: str, start: tuple[int, int], deficit: int) -> None:
    rules = br.preset_rules("palazzo")
    match = br.play_match(
        rules, decks_for(results, 0), br.first, first_player=0, start=start, deal_id=lambda i: 5 - i
    )
    row = match.row
    assert tuple(row) == br.MATCH_COLUMNS
    assert (row["winner"], row["deals"], row["won_A"]) == (0, len(results), 4)
    assert row["max_deficit"] == deficit
    assert row["sweep"] is (row["won_B"] == 0)
    assert row["points_A"] + row["points_B"] == 120 * len(results)
    assert [deal.deal_id for deal in match.deals] == [5 - i for i in range(len(results))]
    assert [deal.row["deal_in_match"] for deal in match.deals] == list(range(len(results)))


def test_bound_is_not_reached_by_a_match_that_ends_there_BR_22() -> None:
    rules = br.preset_rules("palazzo", match_to=1, max_deals=2)
    match = br.play_match(rules, decks_for("-A", 0), br.first, first_player=0)
    assert (match.row["winner"], match.row["deals"], match.row["drawn_deals"]) == (0, 2, 1)


def test_three_players_share_the_match_BR_28() -> None:
    rng = random.Random(28)
    for _ in range(20):
        rules = br.preset_rules("in_tre", match_to=2)
        match = br.play_match(rules, shuffled(rules, rng), br.greedy, first_player=1)
        row = match.row
        won = [row["won_A"], row["won_B"], row["won_C"]]
        assert won.index(2) == row["winner"]
        assert sum(won) == row["deals"] - row["drawn_deals"]
        assert row["points_A"] + row["points_B"] + row["points_C"] == 120 * row["deals"]
        for index, deal in enumerate(match.deals):
            assert deal.row["first"] == (1 + index) % 3
            if deal.winner != -1:
                assert deal.match_winner == (deal.row["first"] + deal.winner) % 3


# ------------------------------------------------------------------------------------------------
# Refused input (section 12)
# ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spoil",
    [
        lambda deck: deck[:-1],
        lambda deck: [*deck, deck[0]],
        lambda deck: [deck[1], *deck[1:]],
        lambda deck: ["8D", *deck[1:]],
        lambda deck: list(range(40)),
    ],
    ids=["short", "long", "repeated", "unknown", "numbers"],
)
def test_refused_decks(spoil: Callable[[list[Any]], list[Any]]) -> None:
    deck = spoil(vectors.DECK_GAMMA.split())
    with pytest.raises(ValueError, match=r"deck|card"):
        br.play_deal(br.preset_rules("palazzo"), deck, br.first, first=0)


def test_deck_with_a_removed_card_is_refused() -> None:
    rules = br.preset_rules("in_tre")
    deck = [card for card in vectors.DECK_GAMMA.split() if card != "4B"]
    with pytest.raises(ValueError, match="deck"):
        br.play_deal(rules, deck, br.first, first=0)


def test_refused_plays_policies_and_starts() -> None:
    rules, deck = br.preset_rules("palazzo"), vectors.DECK_GAMMA.split()
    with pytest.raises(ValueError, match="not in hand"):
        br.replay(rules, deck, ["2D"] * 40)
    with pytest.raises(ValueError, match="unknown"):
        br.replay(rules, deck, ["8D"] * 40)
    with pytest.raises(ValueError, match="plays"):
        br.replay(rules, deck, "3D 2D 6D 1B")
    for index in (-1, 3, True):
        with pytest.raises(ValueError, match="index"):
            br.play_deal(rules, deck, lambda view, actions, index=index: index, first=0)
    with pytest.raises(ValueError, match="policies"):
        br.play_deal(rules, deck, [br.first] * 3, first=0)
    with pytest.raises(ValueError, match="first"):
        br.play_deal(rules, deck, br.first, first=4)
    with pytest.raises(ValueError, match="redeals"):
        br.play_deal(rules, deck, br.first, first=0, redeals=1)
    for start in ((4, 0), (1, 7), (-1, 0), (0, 0, 0)):
        with pytest.raises(ValueError, match=r"start|score"):
            br.play_match(rules, lambda i: (deck, 0), br.first, first_player=0, start=start)


def test_refused_masks() -> None:
    view = br.DealState(br.preset_rules("palazzo"), vectors.DECK_GAMMA.split()).view()
    for mask in (-1, 128, True):
        with pytest.raises(ValueError, match="segni"):
            br.View(**{**view.__dict__, "masks": {2: mask}})


def test_positions() -> None:
    rules = br.preset_rules("palazzo")
    state = state_after(rules, vectors.DECK_GAMMA, "3D 2D 6D 1B 2C FB")
    hands = [sorted(hand) for hand in state.hands]
    stock, played = [*state.stock, "CS"], [card for _, card in state.plays]
    br.check_position(rules, hands, stock, "CS", played)
    wrong: list[tuple[Any, ...]] = [
        (hands[:3], stock, "CS", played),
        ([hands[0][1:], *hands[1:]], stock, "CS", [*played, hands[0][0]]),
        ([[hands[1][0], *hands[0][1:]], *hands[1:]], stock, "CS", played),
        (hands, ["CS", *stock[:-1]], "CS", played),
        (hands, stock, None, played),
        (hands, stock[1:], "CS", played),
        ([["8D", *hands[0][1:]], *hands[1:]], stock, "CS", played),
    ]
    for position in wrong:
        with pytest.raises(ValueError, match=r"position|card"):
            br.check_position(rules, *position)
    end = state_after(rules, vectors.DECK_GAMMA, " ".join(vectors.WHOLE[0].tricks[:8]))
    hands, played = [sorted(hand) for hand in end.hands], [card for _, card in end.plays]
    br.check_position(rules, hands, [], None, played)
    with pytest.raises(ValueError, match="position"):
        br.check_position(rules, hands, [], "CS", played)


# ------------------------------------------------------------------------------------------------
# Invariants (section 9)
# ------------------------------------------------------------------------------------------------


def some_policies(rng: random.Random) -> list[br.Policy]:
    return [br.random_policy(rng), br.first, br.greedy, br.expert]


def test_random_rules_are_legal_and_mixed() -> None:
    rng = random.Random(4)
    seen: dict[str, set[Any]] = {}
    removed = set()
    for _ in range(800):
        rules = br.resolve_rules(**br.random_rules(rng))
        for name, value in rules.items():
            seen.setdefault(name, set()).add(value)
        removed.add((rules["players"], len(rules["removed_cards"])))
    for name, allowed in br._TEXTS.items():
        assert seen[name] == set(allowed)
    for name in br._BOOLS:
        assert seen[name] == {False, True}
    assert seen["players"] == {2, 3, 4}
    assert seen["second_card"] == {3, 7}
    assert seen["segni_from_trick"] == set(range(1, 11))
    assert removed >= {(2, 0), (2, 2), (3, 1), (3, 4), (4, 0), (4, 4), (4, 20)}


def check_deal(rules: br.Rules, deck: list[str], deal: br.Deal) -> None:
    """What holds for every deal."""
    p, n, row = rules["players"], br.n_tricks(rules), deal.row
    assert tuple(row) == br.DEAL_COLUMNS
    assert sorted(deal.plays) == sorted(deck)
    assert [step.seat for step in deal.steps] == [
        (trick.leader + i) % p for trick in deal.tricks for i in range(p)
    ]
    leaders = [0, *(trick.winner for trick in deal.tricks)]
    assert [trick.leader for trick in deal.tricks] == leaders[:-1]
    hand_sizes = [len(step.actions) for step in deal.steps]
    wanted = [3] * (p * (n - 2)) + [2] * p + [1] * p
    assert hand_sizes == wanted
    assert sum(deal.points) == sum(deal.points_by_seat) == 120
    assert deal.points == tuple(br.total_points(rules, pile) for pile in deal.state.piles)
    assert sum(row[f"tricks_s{seat}"] for seat in range(4)) == len(deal.tricks) == n

    received = [card for seat in deal.state.received for _, card in seat]
    if deal.swap is None:
        assert sorted(received) == sorted(deck)
        assert row["faceup_final"] == row["faceup_card"]
        assert row["swap_seat"] == -1
        if p == 4:
            assert row["trumps_total_0"] + row["trumps_total_1"] == 10 - sum(
                card[1] == deck[12][1] for card in rules["removed_cards"]
            )
    else:
        assert row["faceup_card"] == br.card_number(deal.swap.taken)
        assert row["faceup_final"] == br.card_number(deal.swap.laid)
    assert {len(seat) for seat in deal.state.received} == {n}

    last_draw = deal.tricks[n - 4].winner
    assert row["faceup_seat"] == (last_draw + p - 1) % p
    final = br.card_text(row["faceup_final"])
    played_in = [i for i, trick in enumerate(deal.tricks) if final in trick.cards]
    assert played_in[0] >= n - 3
    trick = deal.tricks[played_in[0]]
    assert (trick.leader + trick.cards.index(final)) % p == row["faceup_seat"]

    for side in range(3):
        if side >= br.n_sides(rules):
            assert row[f"points_{side}"] == row["score_after_C"] == 0
    for seat in range(p, 4):
        assert row[f"tricks_s{seat}"] == 0
    for column, left in (("points_before_end_0", 3), ("points_before_last_0", 1)):
        before = [t for t in deal.tricks[: n - left] if br.side_of(rules, t.winner) == 0]
        assert row[column] == sum(br.total_points(rules, t.cards) for t in before)
    assert row["all_tricks"] is (
        max(
            Counter(br.side_of(rules, trick.winner) for trick in deal.tricks).values(),
        )
        == n
    )
    if max(deal.points) > 60:
        assert 1 <= row["decided_trick"] <= n
    else:
        assert row["decided_trick"] == -1


def test_deals_under_every_switch() -> None:
    rng = random.Random(9)
    swaps = 0
    for _ in range(N_SETTINGS):
        rules = br.resolve_rules(**br.random_rules(rng))
        for policy in some_policies(rng):
            deck, _ = br.shuffle_deck(rules, rng)
            deal = br.play_deal(rules, deck, policy, first=rng.randrange(rules["players"]))
            check_deal(rules, deck, deal)
            swaps += deal.swap is not None
    assert swaps > 20


@pytest.mark.parametrize("preset", ["palazzo", "in_due", "in_tre", "in_tre_36", "scambio_due"])
def test_every_moment_of_a_deal(preset: str) -> None:
    """Stock sizes, hand sizes, positions, and views that show no more than they may."""
    rules = br.preset_rules(preset)
    p, rng = rules["players"], random.Random(preset)
    deck, _ = br.shuffle_deck(rules, rng)
    state = br.DealState(rules, deck)
    stocks = []
    while not state.over:
        view = state.view()
        in_stock = [*state.stock, *([state.faceup] if state.faceup else [])]
        played = [card for _, card in state.plays]
        br.check_position(rules, state.hands, in_stock, state.faceup, played)
        if not view.trick:
            stocks.append(view.stock)
            assert {len(hand) for hand in state.hands} == {min(3, len(view.hand))}
        assert (view.seat, view.player, view.score) == (
            state.seat,
            state.seat,
            (0,) * br.n_sides(rules),
        )
        assert view.trick_number == len(state.tricks) + 1
        for seat in range(p):
            assert view.known[seat] <= state.hands[seat]
        # What the expert counts: the pool holds all that others may have, nothing else.
        partner = br.partner_of(rules, view.seat)
        kp, pool = br.known_of_partner(view), br.card_pool(view)
        if partner is None:
            assert kp == set()
        else:
            assert kp <= state.hands[partner]
        hidden = {card for seat in range(p) if seat != view.seat for card in state.hands[seat]}
        assert pool == (hidden | set(state.stock)) - kp
        actions = state.actions()
        state.play(actions, rng.randrange(len(actions)))
    last = len(br.pack(rules)) - 3 * p
    assert stocks == [*range(last, 0, -p), 0, 0, 0]


def test_matches_under_every_switch() -> None:
    rng = random.Random(44)
    drawn = 0
    for _ in range(60):
        rules = br.resolve_rules(**br.random_rules(rng))
        p = rules["players"]
        first = rng.randrange(p)
        match = br.play_match(rules, shuffled(rules, rng), br.greedy, first_player=first)
        row, score = match.row, [0] * br.n_sides(rules)
        assert tuple(row) == br.MATCH_COLUMNS
        for index, deal in enumerate(match.deals):
            assert deal.row["first"] == (first + index) % p
            if deal.match_winner != -1:
                score[deal.match_winner] += 1
            assert deal.score_after == tuple(score)
        assert [row["won_A"], row["won_B"], row["won_C"]][: len(score)] == score
        drawn += row["drawn_deals"]
        if rules["match_fixed_deals"]:
            assert row["deals"] == rules["match_fixed_deals"]
        else:
            assert score[row["winner"]] == rules["match_to"] == max(score)
    assert drawn > 0


def test_suits_may_be_relabelled() -> None:
    rng = random.Random(18)
    renamed = dict(zip(br.SUITS, "SDBC", strict=True))
    for given in ({}, {"trump_swap": "two"}, {"trump_swap": "seven"}, {"second_card": 7}):
        rules = br.resolve_rules(**given)
        for _ in range(5):
            deck, _ = br.shuffle_deck(rules, rng)
            deal = br.play_deal(rules, deck, br.random_policy(rng), first=0)
            other = br.replay(
                rules,
                [card[0] + renamed[card[1]] for card in deck],
                [card[0] + renamed[card[1]] for card in deal.plays],
            )
            changed = {name for name in deal.row if deal.row[name] != other.row[name]}
            assert changed <= {"faceup_card", "faceup_final", "trump_suit"}


def test_pairs_exchanged_and_first_rotated_by_one() -> None:
    rules, rng = br.preset_rules("palazzo"), random.Random(19)
    for _ in range(15):
        deck, _ = br.shuffle_deck(rules, rng)
        here = br.play_deal(rules, deck, [br.greedy, br.expert] * 2, first=0)
        there = br.play_deal(rules, deck, [br.expert, br.greedy] * 2, first=1)
        assert here.plays == there.plays
        assert here.points == there.points
        if here.winner != -1:
            assert here.match_winner == 1 - there.match_winner


@pytest.mark.parametrize(
    "changes",
    [
        {"segni": "off"},
        {"segni": "full", "segni_seen_by": "table", "segni_from_trick": 3},
        {"last_hand_peek": False},
        {"initial_peek": True},
        {"recall": "table"},
        {"recall": "table", "last_hand_peek": False},
    ],
    ids=str,
)
def test_information_cannot_change_a_deal_of_the_blind(changes: dict[str, Any]) -> None:
    rng = random.Random(20)
    rules, other = br.preset_rules("palazzo"), br.preset_rules("palazzo", **changes)
    for _ in range(5):
        deck, _ = br.shuffle_deck(rules, rng)
        for policy in (br.first, br.greedy):
            plain = br.play_deal(rules, deck, policy, first=0)
            assert br.play_deal(other, deck, policy, first=0).row == plain.row


@pytest.mark.parametrize("policy", [br.greedy, br.first], ids=["greedy", "first"])
def test_trumps_received_are_hypergeometric(policy: br.Policy) -> None:
    """Whatever the policy: draws are made before the drawn cards are known."""
    rules, rng = br.preset_rules("palazzo"), random.Random(9)
    n = 500
    counts: Counter[int] = Counter()
    for _ in range(n):
        deck, _ = br.shuffle_deck(rules, rng)
        counts[br.play_deal(rules, deck, policy, first=0).row["trumps_recv_0"]] += 1
    odds = list(vectors.EXACT_TRUMPS_RECEIVED)
    observed = [sum(counts[k] for k in group) for group in ((0, 1, 2), (3,), (4,), (5,), (6,))]
    wanted = [n * sum(odds[:3]), *(n * q for q in odds[3:7])]
    observed.append(n - sum(observed))
    wanted.append(n - sum(wanted))
    chi_square = sum((o - w) ** 2 / w for o, w in zip(observed, wanted, strict=True))
    assert chi_square < 25.7  # one in ten thousand, five degrees of freedom


def test_random_trick_winners_have_one_law() -> None:
    """Tricks 1 to 7 under ``random``: the leader wins as in row 8 of section 10."""
    rules, rng = br.preset_rules("palazzo"), random.Random(8)
    n = 500
    places: list[Counter[int]] = [Counter() for _ in range(7)]
    for _ in range(n):
        deck, _ = br.shuffle_deck(rules, rng)
        deal = br.play_deal(rules, deck, br.random_policy(rng), first=0)
        for trick, count in zip(deal.tricks, places, strict=False):
            count[(trick.winner - trick.leader) % 4] += 1
    leader, other = (numerator / denominator for numerator, denominator in vectors.EXACT["8"])
    for count in places:
        for place, q in enumerate((leader, other, other, other)):
            assert abs(count[place] - n * q) < 4.5 * math.sqrt(n * q * (1 - q))


# ------------------------------------------------------------------------------------------------
# Records (section 6)
# ------------------------------------------------------------------------------------------------


def test_strozzi() -> None:
    rules = br.preset_rules("palazzo")
    tricks = [
        br.Trick(0, ("3C", "1C", "2B", "4B"), 1, 21),  # by suit
        br.Trick(1, ("3B", "2D", "1C", "4B"), 2, 21),  # both carichi of seats 1, 3: with a trump
        br.Trick(2, ("3S", "1D", "4D", "1S"), 3, 32),  # 3S with a trump, own 1S does not count
        br.Trick(3, ("4C", "5C", "6C", "1B"), 2, 11),  # 1B by neither
        br.Trick(2, ("3D", "1D", "4D", "5D"), 3, 21),  # a trump is not plain
    ]
    assert br.count_strozzi(rules, "D", tricks[:1]) == (1, 0)
    assert br.count_strozzi(rules, "D", tricks[1:2]) == (0, 2)
    assert br.count_strozzi(rules, "D", tricks) == (1, 3)


def test_lead_changes() -> None:
    assert br.count_lead_changes([(0, 0), (4, 0), (4, 15), (44, 44), (76, 44)]) == 2
    assert br.count_lead_changes([(0, 0), (4, 0), (4, 4), (8, 4)]) == 0
    assert br.count_lead_changes([(0, 0), (0, 0)]) == 0
    assert br.count_lead_changes([(0, 0, 0), (5, 0, 0), (5, 5, 0), (5, 5, 9), (15, 5, 9)]) == 2


# ------------------------------------------------------------------------------------------------
# Policies (section 7)
# ------------------------------------------------------------------------------------------------


def a_view(hand: str, trick: str, **changes: Any) -> br.View:
    """A view of the seat after the cards of ``trick``, led by seat 0; trumps are Denari."""
    rules = changes.pop("rules", br.preset_rules("palazzo"))
    table = tuple(enumerate(trick.split()))
    fields: dict[str, Any] = {
        "rules": rules,
        "seat": len(table),
        "player": len(table),
        "hand": br.sort_cards(hand.split()),
        "trump": "D",
        "faceup": "4D",
        "stock": 28,
        "score": (0, 0),
        "trick": table,
        "played": frozenset(card for _, card in table),
        "plays": table,
        "points": (0, 0),
        "tricks": (0, 0),
        "known": (frozenset(),) * rules["players"],
        "masks": {},
        "partner_hand": frozenset(),
    }
    return br.View(**{**fields, **changes})


GREEDY = [
    ("G1", "1C 4B 2D", "", "4B"),  # lisci before trumps
    ("G1", "1C FB 2D", "", "FB"),  # 20 + 5 before 55
    ("G1", "1C RB 2D", "", "RB"),  # 40 + 7 before 55
    ("G1", "1C 3B 2D", "", "2D"),  # 55 before 108
    ("G1", "2C 2B 1D", "", "2C"),  # ties: the lowest card number
    ("G2", "3B RB 2D", "2S 1S 4S", "3B"),  # last: most points
    ("G2", "7B 4C 2D", "2S 1S 4S", "4C"),  # last: then least strength
    ("G2", "4B 4C 2D", "2S 1S 4S", "4C"),  # last: then the lowest card number
    ("G2", "2D 4D", "2S 1S 4S", "2D"),  # last, but only trumps
    ("G2", "3B 4B", "1S 2S", "4B"),  # not last
    ("G3", "7S FS 1B", "2S 4B 5S", "FS"),
    ("G3", "1S 3S 1B", "2S 4B 5S", "1S"),
    ("G3", "7S 2C", "5S FB 6S", "7S"),  # the pot has points
    ("G3", "3S 2D 4C", "RS 1C 4S", "3S"),  # before G4
    ("G4", "4D 2D 3B", "2S 1S", "2D"),  # the weakest trump
    ("G4", "4D 6D 2C", "2S 3S 5D", "6D"),  # that beats
    ("G4", "4D 2D 7B", "2S RS", "7B"),  # the pot is 4
    ("G5", "7S 2B", "2S 4B 5S", "2B"),  # pot 0 and no points: G3 does not hold
    ("G5", "4D 2D 5C", "2S 3S 5D", "5C"),  # no trump beats
]


@pytest.mark.parametrize(
    ("clause", "hand", "trick", "wanted"),
    GREEDY,
    ids=[f"{clause}-{hand}-on-{trick}".replace(" ", "_") for clause, hand, trick, _ in GREEDY],
)
def test_greedy(clause: str, hand: str, trick: str, wanted: str) -> None:
    view = a_view(hand, trick)
    actions = br.legal_actions(view.hand)
    assert br.format_action(actions[br.greedy(view, actions)]) == wanted


def test_none_V5_by_enumeration() -> None:
    for u, d, h in itertools.product(range(7), range(7), range(4)):
        if d > u or (d and h > u):
            continue
        hands = list(itertools.combinations(range(u), h)) if d else [()]
        missing = sum(all(card >= d for card in hand) for hand in hands)
        assert br.none(u, d, h) == Fraction(missing, len(hands))


def test_expert_value_before_one_opponent() -> None:
    """Seat 2 trumps the other pair's ace; eight of the 34 unseen cards beat the two of trumps."""
    none = math.comb(26, 3) / math.comb(34, 3)
    own = 1 - (1 - none) * 0.068 * 11
    for stock, last_draw in ((28, 0), (4, 1.8 * 2)):
        view = a_view("2D 3B 4B", "2S 1S", stock=stock)
        wanted = (2 * own - 1) * (12.5 - last_draw) - 5
        assert float(br.expert_value(view, "2D")) == pytest.approx(wanted, abs=1e-12)


def test_expert_value_before_partner() -> None:
    """Seat 1 plays the 4 of Spade on the 2; partner, seat 3, shows the ace of trumps."""
    view = a_view("4S 3B 4B", "2S", masks={3: 16})
    u = 40 - 3 - 1 - 1 - 1  # own hand, 2S, KP, T
    by_suit = 1 - math.comb(u - 8, 3) / math.comb(u, 3)
    with_trump = 1 - math.comb(u - 8, 3) / math.comb(u, 3)
    g = 0.1  # nothing on the table
    own = 1 - (0.85 * by_suit + (1 - 0.85 * by_suit) * with_trump * g)
    by_suit = 1 - math.comb(u - 8, 2) / math.comb(u, 2)
    own += (1 - own) * 0.8 * (0.85 * by_suit + (1 - 0.85 * by_suit) * g)
    wanted = (2 * own - 1) * 3 - 0.01
    assert float(br.expert_value(view, "4S")) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize(
    ("card", "cost"),
    [
        ("4B", "0.01"),
        ("7B", "0.04"),
        ("FB", "0.3"),
        ("RB", "0.3"),
        ("1B", "0.6"),
        ("3B", "0.6"),
        ("2D", "5"),
        ("7D", "5.2"),
        ("FD", "9.45"),
        ("RD", "9.75"),
        ("3D", "14.4"),
        ("1D", "45.45"),
    ],
)
def test_expert_cost_V7(card: str, cost: str) -> None:
    assert br.keeping_cost(a_view("4B", ""), card) == Fraction(cost)


def test_expert_knows_partner_V1() -> None:
    view = a_view(
        "4B 5B 6B",
        "",
        masks={1: 31, 2: 17},
        known=(frozenset(), cards("7C"), cards("2D"), frozenset()),
        partner_hand=cards("RC"),
    )
    assert br.known_of_partner(view) == {"FD", "1D", "2D", "RC"}
    # K of an opponent and what opponents show stay in the pool.
    assert br.card_pool(view) == set(br.pack(view.rules)) - cards("4B 5B 6B FD 1D 2D RC 4D")


def test_expert_without_a_difference_keeps_the_first_card() -> None:
    """The last card to the last trick: two equal lisci cost the same."""
    view = a_view("4C 4B", "2S 1S 5S", faceup=None, stock=0)
    assert br.expert_value(view, "4C") == br.expert_value(view, "4B")
    assert br.expert(view, br.legal_actions(view.hand)) == 0


def solve_by_play(state: br.DealState, side: int) -> int:
    """Hundredths of the leaf value of ``expert_dd`` by playing every line with the deal itself."""
    if state.over:
        own = state.points(side)
        return 100 * (1000 if own > 60 else 500 if own == 60 else 0) + own
    values = []
    for index in range(len(state.actions())):
        child = copy.deepcopy(state)
        child.play(child.actions(), index)
        values.append(solve_by_play(child, side))
    return max(values) if br.side_of(state.rules, state.seat) == side else min(values)


def test_expert_dd_with_the_peek() -> None:
    rules, rng = br.preset_rules("palazzo"), random.Random(58)
    policy = br.expert_dd(rng)
    for number in range(4):
        deck, _ = br.shuffle_deck(rules, rng)
        state = br.DealState(rules, deck)
        while not state.over:
            view, actions = state.view(), state.actions()
            if len(state.plays) < 28:
                if len(state.plays) % 9 == 0:
                    assert policy(view, actions) == br.expert(view, actions)
                state.play(actions, br.greedy(view, actions))
                continue
            if len(state.plays) < 33 + number:
                state.play(actions, br.greedy(view, actions))
                continue
            me, left, right = view.seat, (view.seat + 1) % 4, (view.seat + 3) % 4
            unseen = state.hands[left] | state.hands[right]
            sums = [0] * len(actions)
            for of_left in itertools.combinations(sorted(unseen), len(state.hands[left])):
                split = copy.deepcopy(state)
                split.hands[left] = set(of_left)
                split.hands[right] = unseen - set(of_left)
                for index in range(len(actions)):
                    child = copy.deepcopy(split)
                    child.play(actions, index)
                    sums[index] += solve_by_play(child, me % 2)
            chosen = policy(view, actions)
            assert chosen == sums.index(max(sums))
            state.play(actions, chosen)


@pytest.mark.parametrize(("before", "leaf"), [(49, 60), (48, 59), (50, 61)])
def test_expert_dd_leaf(before: int, leaf: int) -> None:
    """The last trick, an ace: 1000 above 60, 500 at 60, else 0, and 0.01 a point."""
    view = a_view("1B", "", faceup=None, stock=0, points=(before, 109 - before))
    worth = {60: 500, 59: 0, 61: 1000}[leaf]
    hands = [("1B",), ("2B",), ("4B",), ("5B",)]
    assert br.open_value(view, hands, "1B") == 100 * worth + leaf


def test_expert_dd_without_the_peek() -> None:
    """Twenty random splits: three hands that fill what is unseen."""
    rules, rng = br.preset_rules("muta"), random.Random(59)
    deck, _ = br.shuffle_deck(rules, rng)
    state = br.DealState(rules, deck)
    for _ in range(34):
        state.play(state.actions(), 0)
    view = state.view()
    splits = br.possible_hands(view, rng)
    assert splits is not None
    assert len(splits) == 20
    for hands in splits:
        assert hands[view.seat] == view.hand
        assert [len(hand) for hand in hands] == [len(hand) for hand in state.hands]
        assert {card for hand in hands for card in hand} == set().union(*state.hands)
    assert len(set(map(tuple, splits))) > 1
    assert 0 <= br.expert_dd(rng)(view, state.actions()) < len(state.actions())


def test_expert_dd_where_it_does_not_solve() -> None:
    rng = random.Random(60)
    rules = br.preset_rules("palazzo", recall="table")
    state = br.DealState(rules, vectors.DECK_GAMMA.split())
    for _ in range(28):
        state.play(state.actions(), 0)
    view, actions = state.view(), state.actions()
    assert br.expert_dd(rng)(view, actions) == br.expert(view, actions)
    in_due = br.preset_rules("in_due")
    with pytest.raises(ValueError, match="expert_dd"):
        br.play_deal(in_due, vectors.DECK_GAMMA.split(), br.expert_dd(rng), first=0)


def test_policies_are_by_player() -> None:
    """Four spies: each is asked for its own player only."""
    rules = br.preset_rules("palazzo")
    asked: list[list[int]] = [[], [], [], []]

    def spy(player: int) -> br.Policy:
        def choose(view: br.View, actions: list[br.Play]) -> int:
            assert view.player == player
            asked[player].append(view.seat)
            return 0

        return choose

    deck = vectors.DECK_GAMMA.split()
    br.play_deal(rules, deck, [spy(player) for player in range(4)], first=3)
    assert asked == [[1] * 10, [2] * 10, [3] * 10, [0] * 10]


# ------------------------------------------------------------------------------------------------
# Exact values (section 10)
# ------------------------------------------------------------------------------------------------


def exact(row: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(*value) for value in vectors.EXACT[row])


def share(k: int, good: int, n: int, drawn: int) -> Fraction:
    """Hypergeometric: k of the good cards among those drawn from n."""
    return Fraction(math.comb(good, k) * math.comb(n - good, drawn - k), math.comb(n, drawn))


PALAZZO = br.preset_rules("palazzo")
WORTHLESS = [card for card in br.pack(PALAZZO) if br.points_of(PALAZZO, card) == 0]


def test_exact_1_2_12_points_of_hands() -> None:
    hands = list(itertools.combinations([br.points_of(PALAZZO, c) for c in br.pack(PALAZZO)], 3))
    assert exact("1") == (Fraction(sum(max(hand) == 0 for hand in hands), len(hands)),)
    assert exact("2") == (Fraction(sum(map(sum, hands)), len(hands)),)
    carichi = [card for card in br.pack(PALAZZO) if br.is_carico(PALAZZO, card)]
    assert exact("12") == (Fraction(len(carichi), 40), Fraction(len(WORTHLESS), 40))


def test_exact_3_to_7_and_13_trumps() -> None:
    assert exact("3") == tuple(share(k, 9, 39, 3) for k in range(4))
    assert exact("4") == (share(0, 9, 39, 6),)
    assert exact("5") == (share(0, 9, 39, 12),)
    # Cards that deal team 0 has before the last draw, as the reference deals them.
    state = br.DealState(PALAZZO, vectors.DECK_GAMMA.split())
    while len(state.tricks) < 6:
        state.play(state.actions(), 0)
    received = sum(len(state.received[seat]) for seat in (0, 2))
    assert received == 18
    law = [share(k, 9, 39, received) for k in range(10)]
    for odds, printed in zip(law, vectors.EXACT_TRUMPS_RECEIVED, strict=True):
        assert abs(float(odds) - printed) < 1e-12
    assert exact("6 mean") == (sum((k * odds for k, odds in enumerate(law)), Fraction(0)),)
    # T is the ace of its suit in a tenth of the deals; a card named beforehand may be any
    assert exact("7") == (Fraction(9, 10) * Fraction(received, 39), Fraction(received, 40))
    assert exact("13") == (share(2, 2, 39, received),)


def first_trick(rules: br.Rules) -> tuple[Fraction, Fraction, Fraction]:
    """Trick 1 under ``random``: leader wins; points in all; points in tricks that the leader wins.

    A leader's card wins iff none of the others beats it, so it is enough to count for each T and
    each lead how many of the other cards do.
    """
    followers = rules["players"] - 1
    wins = points = points_won = Fraction(0)
    n_cases = 0
    for faceup in br.pack(rules):
        rest = [card for card in br.pack(rules) if card != faceup]
        for lead in rest:
            others = [card for card in rest if card != lead]
            losing = [c for c in others if br.trick_winner(rules, [lead, c], faceup[1]) == 0]
            win = Fraction(math.comb(len(losing), followers), math.comb(len(others), followers))
            own = br.points_of(rules, lead)
            n_cases += 1
            wins += win
            points += own + Fraction(followers * br.total_points(rules, others), len(others))
            if losing:
                mean = Fraction(br.total_points(rules, losing), len(losing))
                points_won += win * (own + followers * mean)
    return wins / n_cases, points / n_cases, points_won / n_cases


@pytest.mark.parametrize(("row", "preset"), [("8", "palazzo"), ("11", "in_tre")])
def test_exact_8_11_winner_of_trick_1(row: str, preset: str) -> None:
    rules = br.preset_rules(preset)
    wins, _, _ = first_trick(rules)
    assert exact(row) == (wins, (1 - wins) / (rules["players"] - 1))


def test_exact_9_points_of_trick_1() -> None:
    """The second of three alike followers is the leader's partner."""
    wins, points, points_won = first_trick(PALAZZO)
    assert points == 12
    assert exact("9") == (wins + (1 - wins) / 3, points_won + (points - points_won) / 3)


def test_exact_10_two_players_by_all_pairs() -> None:
    rules = br.preset_rules("in_due")
    n = won = points = 0
    for faceup in br.pack(rules):
        rest = [card for card in br.pack(rules) if card != faceup]
        for pair in itertools.permutations(rest, 2):
            n += 1
            if br.trick_winner(rules, pair, faceup[1]) == 0:
                won += 1
                points += br.total_points(rules, pair)
    assert exact("10") == (Fraction(won, n), Fraction(points, n))
    wins, _, points_won = first_trick(rules)
    assert exact("10") == (wins, points_won)


def test_first_trick_by_sampled_quadruples() -> None:
    """The counting of row 8 against all leads and quadruples of a part of the pack."""
    rules = br.preset_rules("palazzo")
    few = [rank + suit for suit in br.SUITS for rank in "1F2"]
    n, places = 0, [0, 0, 0, 0]
    for quadruple in itertools.permutations(few, 4):
        n += 1
        places[br.trick_winner(rules, quadruple, "D")] += 1
    wins = Fraction(0)
    for lead in few:
        losing = sum(br.trick_winner(rules, [lead, c], "D") == 0 for c in few if c != lead)
        wins += Fraction(math.comb(losing, 3), math.comb(len(few) - 1, 3)) / len(few)
    assert Fraction(places[0], n) == wins
    assert places[1] == places[2] == places[3]


def match_lengths(rules: br.Rules, p: Fraction) -> tuple[dict[int, Fraction], Fraction]:
    """Odds of the number of decided deals, and of A's winning, each deal won by A with p."""
    lengths: dict[int, Fraction] = {}
    a_wins = Fraction(0)
    scores = {(0, 0): Fraction(1)}
    deals = 0
    while scores:
        deals += 1
        after: dict[tuple[int, int], Fraction] = {}
        for (a, b), odds in scores.items():
            for score, chance in (((a + 1, b), p), ((a, b + 1), 1 - p)):
                winner = br.match_winner(rules, score, deals)
                if winner is None:
                    after[score] = after.get(score, Fraction(0)) + odds * chance
                else:
                    lengths[deals] = lengths.get(deals, Fraction(0)) + odds * chance
                    a_wins += odds * chance * (winner == 0)
        scores = after
    return lengths, a_wins


def test_exact_14_to_16_matches() -> None:
    lengths, a_wins = match_lengths(PALAZZO, Fraction(1, 2))
    assert (tuple(lengths), a_wins) == ((4, 5, 6, 7), Fraction(1, 2))
    assert exact("14") == tuple(lengths.values())
    mean = sum((n * odds for n, odds in lengths.items()), Fraction(0))
    assert exact("14 mean") == (mean,)
    assert exact("15") == (mean / (1 - Fraction(1, 50)),)
    assert exact("16") == tuple(match_lengths(PALAZZO, Fraction(p))[1] for p in ("0.55", "0.6"))
