"""The Tresette reference against every worked example of the rules page, and its invariants.

Test ids name the vector and the clauses it stands for.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.reference import tresette as tr
from tests.vectors import tresette as vectors

POLICIES: dict[str, tr.Policy] = {
    "first": tr.first,
    "greedy": tr.greedy,
    "expert": tr.expert,
    "expert_talk": tr.expert_talk,
}
MATCHES_PLAYED = 160  # random settings for the invariants
RULES = tr.resolve_rules()


def named(entries: Any) -> Any:
    """Parametrize over vectors with ids such as 15-TR-22."""
    ids = [f"{entry.name}-{'-'.join(entry.clauses)}".replace(" ", "_") for entry in entries]
    return pytest.mark.parametrize("v", entries, ids=ids)


def make_deck(deck: vectors.Deck) -> list[str]:
    if isinstance(deck, int):
        cards = list(tr.PACK)
        random.Random(deck).shuffle(cards)
        return cards
    known = {"alpha": vectors.ALPHA, "beta": vectors.BETA, "order": " ".join(tr.PACK)}
    return known[deck].split()


def deck_of(hands: Sequence[str]) -> list[str]:
    """TR-6 backwards: a deck that gives four seats these hands."""
    cards = [hand.split() for hand in hands]
    return [card for half in (0, 5) for hand in cards for card in hand[half : half + 5]]


def deck_with(seat: int, hand: str) -> list[str]:
    """A deck that gives one seat this hand and the others the rest in card order."""
    rest = [card for card in tr.PACK if card not in hand.split()]
    hands = [" ".join(rest[10 * i : 10 * i + 10]) for i in range(3)]
    hands.insert(seat, hand)
    return deck_of(hands)


def shuffled(rules: tr.Rules, rng: random.Random) -> Callable[[int], tuple[list[str], int]]:
    return lambda deal_index: tr.shuffle_deck(rules, rng)


def wild(rng: random.Random) -> tr.Policy:
    """Uniform over all legal actions: speaks, and declares only some of what it holds."""
    return lambda view, actions: rng.randrange(len(actions))


def watch(policy: tr.Policy) -> tuple[tr.Policy, list[tr.View]]:
    """The policy, and the views it will have been given."""
    views: list[tr.View] = []

    def choose(view: tr.View, actions: list[tr.Action]) -> int:
        views.append(view)
        return policy(view, actions)

    return choose, views


def winner_after(rules: tr.Rules, deal: tr.Deal, score: tuple[int, int] = (0, 0)) -> int | None:
    match = tr.MatchScore(rules, deal.row["first"], score)
    return match.add(deal.outcome)


def texts_by_seat(known: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    return [frozenset(cards) for cards in known]


def as_sets(texts: Iterable[str]) -> list[frozenset[str]]:
    return [frozenset(text.split()) for text in texts]


# ------------------------------------------------------------------------------------------------
# Cards, dealing, the lead
# ------------------------------------------------------------------------------------------------


@named(vectors.NOTATION)
def test_notation(v: vectors.NotationVector) -> None:
    cards = v.cards.split()
    assert tuple(tr.card_number(card) for card in cards) == v.numbers
    assert [tr.PACK[number] for number in v.numbers] == cards
    assert [tr.card_number(card) for card in tr.PACK] == list(range(40))


def test_card_values_TR_1_TR_2() -> None:
    assert [tr.strength(f"{rank}B") for rank in "1234567FCR"] == [7, 8, 9, 0, 1, 2, 3, 4, 5, 6]
    assert [tr.thirds_of(f"{rank}B") for rank in "1234567FCR"] == [3, 1, 1, 0, 0, 0, 0, 1, 1, 1]
    assert tr.thirds_in(tr.PACK) == 32


@named(vectors.DEALING)
def test_dealing(v: vectors.DealingVector) -> None:
    rules = tr.resolve_rules(**v.changes)
    hands = tr.deal_hands(rules, make_deck(v.deck))
    for hand, wanted in zip(hands, v.hands, strict=True):
        assert wanted is None or hand == set(wanted.split())
    assert sorted(itertools.chain(*hands)) == sorted(tr.PACK)
    assert tr.deal_stock(rules, make_deck(v.deck)) == []


def test_dealing_in_due_51_TR_42() -> None:
    rules = tr.preset_rules("in_due_21")
    deck = make_deck("alpha")
    assert tr.deal_hands(rules, deck) == as_sets(vectors.IN_DUE_HANDS)
    assert tr.deal_stock(rules, deck) == deck[20:]


@named(vectors.LEAD_SEATS)
def test_lead_seat(v: vectors.LeadSeatVector) -> None:
    choose, views = watch(tr.first)
    deal = tr.play_deal(
        tr.resolve_rules(**v.changes), make_deck(v.deck), choose, deal_in_match=v.deal_in_match
    )
    assert deal.row["lead_seat"] == views[0].lead_seat == views[0].seat == v.lead_seat
    assert deal.row["deal_in_match"] == v.deal_in_match
    if v.known is not None:
        assert texts_by_seat(views[0].known) == as_sets(v.known)


@named(vectors.WEAK_HANDS)
def test_weak_hand(v: vectors.WeakHandVector) -> None:
    assert tr.thirds_in(v.hand.split()) == v.thirds
    assert tr.is_weak(v.hand.split()) is v.thrown_in


@named([vectors.REDEAL])
def test_redeal(v: vectors.RedealVector) -> None:
    rules = tr.resolve_rules(weak_hand_redeal=True)
    weak = deck_with(v.seat, v.hand)
    decks = iter([weak, make_deck(v.then)])
    deck, redeals = tr.next_deck(rules, lambda: next(decks))
    assert redeals == v.redeals
    for first in range(4):
        deal = tr.play_deal(rules, deck, tr.first, first=first, redeals=redeals)
        assert deal.dealt == as_sets(v.hands)
        assert (deal.row["first"], deal.row["redeals"]) == (first, v.redeals)
    row = [weak] * v.too_many + [deck]
    with pytest.raises(ValueError, match="weak_hand_redeal"):
        tr.next_deck(rules, iter(row).__next__)
    assert tr.next_deck(rules, iter(row[1:]).__next__) == (deck, v.too_many - 1)
    assert tr.next_deck(tr.resolve_rules(), iter(row).__next__) == (weak, 0)


def test_shuffle_redeals_TR_7() -> None:
    """The decks of the two rules are those of one stream, but for the ones thrown in."""
    on, off = tr.resolve_rules(weak_hand_redeal=True), tr.resolve_rules()
    rng, again = random.Random(7), random.Random(7)
    total = 0
    for _ in range(300):
        deck, redeals = tr.shuffle_deck(on, rng)
        total += redeals
        for _ in range(redeals):
            thrown, _ = tr.shuffle_deck(off, again)
            assert min(tr.thirds_in(hand) for hand in tr.deal_hands(on, thrown)) < 3
        assert tr.shuffle_deck(off, again) == (deck, 0)
        assert min(tr.thirds_in(hand) for hand in tr.deal_hands(on, deck)) >= 3
    assert total > 0


# ------------------------------------------------------------------------------------------------
# Playing, scoring
# ------------------------------------------------------------------------------------------------


@named(vectors.FOLLOWS)
def test_legal_cards(v: vectors.FollowVector) -> None:
    assert tr.legal_cards(v.hand.split(), v.led) == tuple(v.legal.split())
    wanted = [tr.Action(tr.FOLLOW, card, 0) for card in v.legal.split()]
    assert tr.legal_follows(v.hand.split(), v.led) == wanted


@named(vectors.TRICKS)
def test_trick_winner(v: vectors.TrickVector) -> None:
    cards = v.cards.split()
    assert tr.trick_winner(cards) == v.winner
    assert tr.thirds_in(cards) == v.thirds


@named(vectors.SCORES)
def test_card_points(v: vectors.ScoreVector) -> None:
    assert sum(v.thirds) == 32
    points = tr.score_cards(v.thirds, v.last_team)
    assert points == v.card_points
    kind = tr.cappotto_kind(points, v.thirds, (5, 4, 1, 0), tr.deal_hands(RULES, tr.PACK))
    assert kind & v.kind_has == v.kind_has
    assert kind & v.kind_lacks == 0


def test_card_points_always_11_TR_32() -> None:
    for thirds, last in itertools.product(range(33), (0, 1)):
        assert sum(tr.score_cards((thirds, 32 - thirds), last)) == 11


@named(vectors.ACCUSI)
def test_accuso(v: vectors.AccusoVector) -> None:
    rules = tr.resolve_rules(**v.changes)
    hand = v.hand.split()
    assert len(hand) == 10
    mask = tr.held_mask(rules, hand)
    assert mask == v.mask
    assert tr.accuso_points(rules, hand, mask) == v.points
    held = {rank: tr.missing_suit(hand, rank) for rank in ("1237" if rules["tre_sette"] else "123")}
    assert {rank: suit for rank, suit in held.items() if suit} == v.missing


def test_ten_of_a_suit_has_kind_16_vector_30() -> None:
    hand = next(v.hand for v in vectors.ACCUSI if v.name == "30")
    for seat in range(4):
        deal = tr.play_deal(RULES, deck_with(seat, hand), tr.first, deal_in_match=1)
        assert deal.row["cappotto_kind"] & 16
    # Also in a deal cut short, and then nothing else (TR-34).
    rules = tr.resolve_rules(stop_rule="at_once", accuso_reveal="before_play", target=3)
    row = tr.play_deal(rules, deck_with(1, hand), tr.first).row
    assert (row["ended_early"], row["cappotto_kind"], row["card_points_0"]) == (True, 16, 0)


@named(vectors.CODES)
def test_codes(v: vectors.CodesVector) -> None:
    rules = tr.resolve_rules(**v.changes)
    assert tuple(tr.legal_codes(rules, v.hand.split(), v.card, v.trick)) == v.codes
    leads = [a for a in tr.legal_leads(rules, v.hand.split(), v.trick) if a.card == v.card]
    assert leads == [tr.Action(tr.LEAD, v.card, code) for code in v.codes]


@named(vectors.TEAMS)
def test_teams(v: vectors.TeamVector) -> None:
    assert tr.by_match_team(v.first, v.by_deal_team) == v.by_match_team
    # The same in a deal: what team 0 makes goes to B.
    row = tr.play_deal(RULES, make_deck("alpha"), tr.first, first=v.first, score=(20, 30)).row
    assert row["score_after_A"] - row["score_before_A"] == row["deal_points_1"]
    assert row["score_after_B"] - row["score_before_B"] == row["deal_points_0"]
    assert (row["score_before_A"], row["score_before_B"]) == (20, 30)


# ------------------------------------------------------------------------------------------------
# Deals
# ------------------------------------------------------------------------------------------------


def vector_deal(v: vectors.RowVector) -> tuple[tr.Rules, tr.Deal]:
    rules = tr.preset_rules(v.preset, **v.changes)
    deck, policy = make_deck(v.deck), POLICIES[v.policy]
    deal = tr.play_deal(rules, deck, policy, score=v.score, deal_in_match=v.deal_in_match)
    return rules, deal


@named(vectors.ROWS)
def test_row(v: vectors.RowVector) -> None:
    rules, deal = vector_deal(v)
    assert {name: deal.row[name] for name in v.row} == v.row
    if v.winner is not None or v.name == "71 all_tricks":
        assert winner_after(rules, deal, v.score) == v.winner
    name = v.name.split()[0]
    if name in vectors.PLAYED_BEFORE_END:
        assert " ".join(play.card for play in deal.plays) == vectors.PLAYED_BEFORE_END[name]


def test_four_tricks_vector_65_last_trick_vector_66() -> None:
    deals = {v.name: vector_deal(v)[1] for v in vectors.ROWS if v.name in ("65", "66")}
    assert len(deals["65"].tricks) == 4
    assert deals["65"].reached == 1
    assert len(deals["66"].tricks) == 10
    assert deals["66"].tricks[-1].thirds == 3
    assert deals["66"].reached == 0


@named(vectors.WHOLE_DEALS)
def test_whole_deal(v: vectors.WholeDealVector) -> None:
    rules = tr.preset_rules(v.preset)
    deal = tr.play_deal(rules, make_deck(v.deck), POLICIES[v.policy], deal_in_match=v.deal_in_match)
    played = "; ".join(f"{' '.join(trick.cards)} {trick.winner}" for trick in deal.tricks)
    assert played == v.tricks
    assert deal.row["lead_seat"] == deal.tricks[0].leader == v.lead_seat
    assert {name: deal.row[name] for name in v.row} == v.row
    # The recorded actions give the same deal.
    texts = [tr.format_action(step.actions[step.chosen]) for step in deal.steps]
    again = tr.replay(rules, make_deck(v.deck), texts, deal_in_match=v.deal_in_match)
    assert again.row == deal.row


@named(vectors.SHOWN)
def test_shown_cards(v: vectors.ShownVector) -> None:
    # The highest card number each time, so that the cards shown are not played at once.
    choose, views = watch(
        lambda view, actions: max(i for i, action in enumerate(actions) if not action.code)
    )
    tr.play_deal(RULES, deck_of(v.hands), choose, deal_in_match=v.deal_in_match)
    seats = set()
    for view in views:
        if len(view.plays) < v.from_plays:
            assert not view.known[v.seat]
            continue
        played = {play.card for play in view.plays}
        assert view.known[v.seat] == set(v.cards.split()) - played
        if view.known[v.seat]:
            seats.add(view.seat)
    assert seats == {0, 1, 2, 3}
    if v.name == "45":
        assert views[0].lead_seat == v.seat


@named(vectors.ASKED)
def test_asked(v: vectors.AskedVector) -> None:
    rules = tr.resolve_rules(accuso_mode="choice")
    deal = tr.play_deal(rules, make_deck(v.deck), tr.first, deal_in_match=1)
    asked = tuple(
        (step.seat, tuple(action.code for action in step.actions))
        for step in deal.steps
        if step.actions[0].kind == tr.ACCUSO
    )
    assert asked == v.asked
    assert [step.actions[0].kind == tr.ACCUSO for step in deal.steps[:3]] == [True, True, False]
    # ``first`` declares all.
    assert deal.row["accuso_decl_s0"] == deal.row["accuso_held_s0"] == 2


@named(vectors.CHOICES)
def test_choice(v: vectors.ChoiceVector) -> None:
    rules = tr.resolve_rules(accuso_mode="choice")

    def some(view: tr.View, actions: list[tr.Action]) -> int:
        if view.kind == tr.ACCUSO:
            return tr.find_action(view, actions, f"accuso:{v.choices[view.seat]}")
        return tr.first(view, actions)

    choose, views = watch(some)
    deal = tr.play_deal(rules, make_deck(v.deck), choose, deal_in_match=1)
    leads = [view for view in views if view.kind == tr.LEAD]
    assert leads[0].knocks == deal.knocks == v.knocks
    assert {name: deal.row[name] for name in v.row} == v.row


def test_knocks_of_the_seats_before_TR_16() -> None:
    for knock in (True, False):
        rules = tr.resolve_rules(accuso_mode="choice", accuso_knock=knock)
        choose, views = watch(tr.first)
        tr.play_deal(rules, make_deck("alpha"), choose, deal_in_match=1)
        asked = [view for view in views if view.kind == tr.ACCUSO]
        assert [view.seat for view in asked] == [0, 3]
        assert [view.knocks for view in asked] == [(False,) * 4, (knock, False, False, False)]
        assert all(not any(view.declared) for view in asked)


def test_masks_vector_59_TR_16() -> None:
    _, _, hand, masks = vectors.MASKS_59
    held = tr.held_mask(RULES, hand.split())
    assert tuple(tr.subset_masks(held)) == masks
    actions = tr.legal_announcements(held)
    assert [tr.format_action(action) for action in actions] == [f"accuso:{m}" for m in masks]


@named(vectors.KNOCKS)
def test_knocks(v: vectors.KnockVector) -> None:
    choose, views = watch(tr.first)
    rules = tr.resolve_rules(**v.changes)
    tr.play_deal(rules, make_deck(v.deck), choose, deal_in_match=1)
    assert views[0].kind == tr.LEAD
    assert all(view.knocks == v.knocks for view in views)


@named(vectors.KNOWN)
def test_known(v: vectors.KnownVector) -> None:
    choose, views = watch(tr.first)
    rules = tr.resolve_rules(**v.changes)
    tr.play_deal(rules, make_deck(v.deck), choose, deal_in_match=1)
    view = next(view for view in views if len(view.plays) == v.plays)
    assert texts_by_seat(view.known) == as_sets(v.known)


@named(vectors.DRAWN)
def test_drawn(v: vectors.KnownVector) -> None:
    choose, views = watch(tr.first)
    rules = tr.preset_rules("in_due_21", **v.changes)
    tr.play_deal(rules, make_deck(v.deck), choose)
    view = next(view for view in views if len(view.plays) == v.plays)
    assert texts_by_seat(view.known) == as_sets(v.known)
    assert (view.stock_size, view.hand_sizes) == (18, (10, 10))


@named(vectors.VOIDS)
def test_void_in_due(v: vectors.VoidVector) -> None:
    choose, views = watch(tr.first)
    rules = tr.preset_rules("in_due_21", **v.changes)
    tr.play_deal(rules, make_deck("alpha"), choose)
    view = next(view for view in views if view.trick == v.tricks and not view.table)
    assert view.void[0] == set(v.void_0.split())


def test_statements_TR_27_TR_29() -> None:
    """Volo, and the 29 with the three led: what all know after it."""
    deck = make_deck("alpha")

    def talk(card: str, code: int) -> tuple[tr.Deal, list[tr.View]]:
        def choose(view: tr.View, actions: list[tr.Action]) -> int:
            text = f"{card}:{code}"
            return tr.first(view, actions) if view.plays else tr.find_action(view, actions, text)

        watched, views = watch(choose)
        rules = tr.resolve_rules(accuso=False)
        return tr.play_deal(rules, deck, watched, deal_in_match=1), views

    deal, views = talk("2D", 1)
    assert all(view.void[0] >= {"D"} for view in views[1:])
    assert views[1].statements == ((0, 0, 1),)
    assert (deal.row["statements"], views[0].statements) == (1, ())
    hands = list(vectors.ALPHA_HANDS)  # give seat 0 ace, two and three of Bastoni
    hands[0], hands[3] = hands[0].replace("6B", "3B"), hands[3].replace("3B", "6B")
    deck = deck_of(hands)
    for code, rest in ((6, "1B"), (8, "2B"), (7, "1B 2B")):
        _, views = talk("3B", code)
        assert views[1].known[0] == set(rest.split())
        assert not views[1].void[0]
    _, views = talk("7B", 6)
    assert views[1].known[0] == {"1B", "3B"}


def test_row_columns_in_order() -> None:
    plain = tr.play_deal(RULES, make_deck("alpha"), tr.first).row
    full = tr.play_deal(RULES, make_deck("alpha"), tr.first, match_id=3, deal_id=4).row
    assert list(full) == ["match_id", "deal_id", *plain]
    assert " ".join(plain) == (
        "deal_in_match first lead_seat first_card first_suit_len redeals thirds_0 thirds_1 "
        "card_points_0 card_points_1 accuso_held_s0 accuso_held_s1 accuso_held_s2 accuso_held_s3 "
        "accuso_decl_s0 accuso_decl_s1 accuso_decl_s2 accuso_decl_s3 accuso_points_0 "
        "accuso_points_1 deal_points_0 deal_points_1 score_before_A score_before_B score_after_A "
        "score_after_B tricks_s0 tricks_s1 tricks_s2 tricks_s3 last_trick_seat first_trick_seat "
        "aces_dealt_0 aces_taken_0 threes_dealt_0 twos_dealt_0 thirds_dealt_s0 thirds_dealt_s1 "
        "thirds_dealt_s2 thirds_dealt_s3 voids_dealt_s0 voids_dealt_s1 voids_dealt_s2 "
        "voids_dealt_s3 cappotto_kind statements ended_early"
    )
    rules = tr.preset_rules("palazzo_accuso", target=1)
    match = tr.play_match(rules, lambda i: (make_deck("alpha"), 0), tr.first, match_id=9)
    assert " ".join(match.row) == (
        "match_id winner deals score_A score_B target_final both_over extra_deals "
        "accuso_points_A accuso_points_B card_points_A card_points_B accuso_decided lead_changes "
        "max_deficit first_of_match"
    )
    assert (match.row["match_id"], match.deals[0].row["match_id"]) == (9, 9)


def test_voids_and_suit_length_section_6() -> None:
    row = tr.play_deal(RULES, make_deck("order"), tr.first, deal_in_match=1).row
    # Vector 2: seat 0 holds D and B only, seat 1 too, the others C and S.
    assert [row[f"voids_dealt_s{s}"] for s in range(4)] == [0b1010, 0b1010, 0b0101, 0b0101]
    assert (row["first_card"], row["first_suit_len"], row["aces_dealt_0"]) == (0, 5, 4)


# ------------------------------------------------------------------------------------------------
# Matches
# ------------------------------------------------------------------------------------------------


def outcomes(v: vectors.MatchVector) -> list[tr.Outcome]:
    found = []
    before = v.start
    for i, score in enumerate(v.scores):
        points = score[0] - before[0], score[1] - before[1]
        card = points if v.card_points is None else v.card_points[i]
        accuso = points[0] - card[0], points[1] - card[1]
        found.append(tr.Outcome(card_points=card, accuso_points=accuso))
        before = score
    return found


@named(vectors.MATCHES)
def test_match_score(v: vectors.MatchVector) -> None:
    match = tr.MatchScore(tr.resolve_rules(**v.changes), start=v.start)
    targets = []
    for score, outcome in zip(v.scores, outcomes(v), strict=True):
        assert match.winner is None
        match.add(outcome)
        assert match.score == score
        targets.append(match.target)
    assert v.targets is None or tuple(targets) == v.targets
    assert match.winner == v.winner
    if v.winner is not None:
        row = match.row()
        assert {name: row[name] for name in v.row} == v.row


@named([vectors.TOO_LONG])
def test_too_long(v: vectors.MatchVector) -> None:
    match = tr.MatchScore(tr.resolve_rules(**v.changes), start=v.start)
    first, second = outcomes(v)
    match.add(first)
    with pytest.raises(tr.MatchTooLong, match="max_deals"):
        match.add(second)
    # Won in the last deal allowed is won.
    assert tr.MatchScore(tr.resolve_rules(max_deals=1, target=5)).add(first) == 0


def test_redeal_keeps_first_and_match_turns_TR_8() -> None:
    rules = tr.preset_rules("palazzo_liscio")
    match = tr.play_match(
        rules,
        lambda i: (make_deck(3000 + i), i),
        tr.first,
        first_player=2,
        match_id=5,
        deal_id=lambda i: 100 + i,
    )
    n = len(match.deals)
    assert [deal.row["first"] for deal in match.deals] == [(2 + i) % 4 for i in range(n)]
    assert [deal.row["redeals"] for deal in match.deals] == list(range(n))
    assert [deal.row["deal_id"] for deal in match.deals] == [100 + i for i in range(n)]
    holder = next(s for s, hand in enumerate(match.deals[0].dealt) if "4D" in hand)
    assert [deal.row["lead_seat"] for deal in match.deals] == [holder] + [0] * (n - 1)
    assert match.row["first_of_match"] == 2


def test_policies_by_player() -> None:
    """A sequence of policies is by player, whoever is first."""
    seen: dict[int, set[int]] = {player: set() for player in range(4)}

    def of(player: int) -> tr.Policy:
        def choose(view: tr.View, actions: list[tr.Action]) -> int:
            seen[player].add(view.player)
            assert view.player == (view.first + view.seat) % 4
            return 0

        return choose

    rules = tr.preset_rules("palazzo_liscio")
    tr.play_match(rules, lambda i: (make_deck(i), 0), [of(player) for player in range(4)])
    assert seen == {player: {player} for player in range(4)}


@pytest.mark.parametrize("target", vectors.MATCH_BOUNDS)
def test_match_bounds_TR_38(target: int) -> None:
    assert tr.longest_match(target) == vectors.MATCH_BOUNDS[target]
    rules = tr.resolve_rules(accuso=False, target=target)
    law = match_law(rules)
    assert max(law["deals"]) == vectors.MATCH_BOUNDS[target]
    level = vectors.LEVEL_SCORES[target]
    assert set(law["level"]) == {(level, level)}


# ------------------------------------------------------------------------------------------------
# Parameters (section 4)
# ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("v", vectors.REFUSED_RULES, ids=lambda v: str(v.changes))
def test_refused_rules(v: vectors.RefusedRules) -> None:
    with pytest.raises(ValueError) as error:
        tr.resolve_rules(**v.changes)
    for name in v.names:
        assert name in str(error.value)


def test_defaults_and_presets() -> None:
    rules = tr.preset_rules("palazzo_accuso")
    assert rules == tr.resolve_rules()
    assert len(rules) == 18
    assert (rules["players"], rules["target"], rules["max_deals"]) == (4, 41, 200)
    assert len(tr.PRESETS) == 11
    for name, given in tr.PRESETS.items():
        resolved = tr.preset_rules(name)
        assert resolved == {**rules, **given}
    assert tr.preset_rules("in_due_21")["players"] == 2


def test_random_rules_are_valid_and_mixed() -> None:
    rng = random.Random(4)
    seen: dict[str, set[Any]] = {}
    for _ in range(800):
        for name, value in tr.resolve_rules(**tr.random_rules(rng)).items():
            seen.setdefault(name, set()).add(value)
    for name, allowed in tr._CHOICES.items():
        assert seen[name] == set(allowed)
    for name in tr._BOOLS:
        assert seen[name] == {False, True}
    assert seen["players"] == {2, 4}
    assert seen["deal_batch"] == {1, 5}
    assert min(seen["target"]) < 5
    assert len(seen["max_deals"]) > 3


# ------------------------------------------------------------------------------------------------
# Refused input (section 12)
# ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["8D", "10C", "XS", "1d", "d1", "fS", "", "7", "7CC", 7])
def test_refused_cards(card: Any) -> None:
    with pytest.raises(ValueError, match="card"):
        tr.card_number(card)


@pytest.mark.parametrize("how", ["short", "long", "repeated", "unknown", "numbers"])
def test_refused_decks(how: str) -> None:
    deck: list[Any] = make_deck("alpha")
    spoiled = {
        "short": deck[:-1],
        "long": [*deck, "1D"],
        "repeated": [deck[1], *deck[1:]],
        "unknown": ["8D", *deck[1:]],
        "numbers": list(range(40)),
    }
    with pytest.raises(ValueError, match=r"deck|card"):
        tr.play_deal(RULES, spoiled[how], tr.first)


def test_refused_weak_deck_TR_7() -> None:
    deck = deck_with(2, vectors.REDEAL.hand)
    with pytest.raises(ValueError, match="weak_hand_redeal"):
        tr.play_deal(tr.resolve_rules(weak_hand_redeal=True), deck, tr.first)
    tr.play_deal(RULES, deck, tr.first)


def test_refused_hands() -> None:
    hands = [hand.split() for hand in vectors.ALPHA_HANDS]
    tr.check_hands(RULES, hands)
    for spoiled in (
        hands[:3],
        [hands[0][:9], *hands[1:]],
        [hands[1], *hands[1:]],
        [["8D", *hands[0][1:]], *hands[1:]],
    ):
        with pytest.raises(ValueError, match=r"hands|card"):
            tr.check_hands(RULES, spoiled)


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ("2D 3D", ("seat 1", "3D", "suit led D")),  # not in hand
        ("2D 1C", ("seat 1", "1C", "suit led D")),  # TR-20
        ("1D", ("seat 0", "1D", "suit led None")),
        ("8D", ("8D",)),
        ("2D 1D:1", ("code", "1")),  # a statement on a follow
        ("2D:9", ("code", "9")),
        ("2D:2", ("code", "2")),  # not true
        ("2D:6", ("code", "6")),
        ("2D:x", ("action",)),
        ("accuso:2", ("action",)),
        ("2D 1D", ("plays", "seat 2")),  # too short
    ],
)
def test_refused_plays(texts: str, words: tuple[str, ...]) -> None:
    with pytest.raises(ValueError) as error:
        tr.replay(RULES, make_deck("alpha"), texts, deal_in_match=1)
    for word in words:
        assert word in str(error.value)


@pytest.mark.parametrize("text", ["accuso:1", "accuso:6", "accuso", "2D"])
def test_refused_announcements(text: str) -> None:
    rules = tr.resolve_rules(accuso_mode="choice")
    with pytest.raises(ValueError, match=r"accuso|action"):
        tr.replay(rules, make_deck("alpha"), text, deal_in_match=1)


def test_refused_set_up() -> None:
    deck = make_deck("alpha")
    decks: Any = lambda i: (deck, 0)  # noqa: E731
    for first in (-1, 4, True, 1.0):
        with pytest.raises(ValueError, match="first"):
            tr.play_deal(RULES, deck, tr.first, first=first)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="first_player"):
            tr.play_match(RULES, decks, tr.first, first_player=first)  # type: ignore[arg-type]
    for score in ((-1, 0), (0, -3), (1,), (1.0, 2)):
        with pytest.raises(ValueError, match="score"):
            tr.play_deal(RULES, deck, tr.first, score=score)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="start"):
            tr.play_match(RULES, decks, tr.first, start=score)  # type: ignore[arg-type]
    for start in ((41, 0), (3, 50), (50, 41)):
        with pytest.raises(ValueError, match="start"):
            tr.play_match(RULES, decks, tr.first, start=start)
    match = tr.play_match(RULES, decks, tr.first, start=(41, 41))  # level: another deal
    assert match.row["deals"] == match.row["extra_deals"] == 1
    for n in (1, 3, 5):
        with pytest.raises(ValueError, match="policies"):
            tr.play_deal(RULES, deck, [tr.first] * n)
    for index in (-1, 1000, True, None):
        with pytest.raises(ValueError, match="index"):
            tr.play_deal(RULES, deck, lambda view, actions, i=index: i)


def test_expert_needs_four() -> None:
    rules = tr.preset_rules("in_due_21")
    with pytest.raises(ValueError, match="players"):
        tr.play_deal(rules, make_deck("alpha"), tr.expert)


# ------------------------------------------------------------------------------------------------
# Invariants (section 9)
# ------------------------------------------------------------------------------------------------


def hands_before(rules: tr.Rules, deck: Sequence[str], deal: tr.Deal) -> list[list[set[str]]]:
    """True hands before each play, worked out from the deck and the cards played alone."""
    n = rules["players"]
    hands: list[set[str]] = [set() for _ in range(n)]
    for i, card in enumerate(deck[: 10 * n]):
        hands[i // rules["deal_batch"] % n].add(card)
    stock = list(deck[10 * n :])
    found = []
    for i, play in enumerate(deal.plays):
        found.append([set(hand) for hand in hands])
        hands[play.seat].remove(play.card)
        trick = i // n
        if i % n == n - 1 and stock and trick < len(deal.tricks):
            winner = deal.tricks[trick].winner
            hands[winner].add(stock.pop(0))
            hands[1 - winner].add(stock.pop(0))
    found.append(hands)
    return found


def check_deal(
    rules: tr.Rules, deck: Sequence[str], deal: tr.Deal, views: Sequence[tr.View]
) -> None:
    row, n = deal.row, rules["players"]
    hands = hands_before(rules, deck, deal)
    complete = not row["ended_early"]
    assert len({play.card for play in deal.plays}) == len(deal.plays)
    announcements = [step for step in deal.steps if step.actions[0].kind == tr.ACCUSO]
    assert len(deal.plays) == len(deal.steps) - len(announcements)
    assert len(announcements) <= n
    if complete:
        assert len(deal.plays) == 40
        assert not any(hands[-1])

    # Leaders, followers, winners.
    leader = row["lead_seat"]
    for i in range(0, len(deal.plays), n):
        trick = deal.plays[i : i + n]
        assert [play.seat for play in trick] == [(leader + k) % n for k in range(len(trick))]
        led = trick[0].card[1]
        for k, play in enumerate(trick):
            hand = hands[i + k][play.seat]
            assert play.card in hand
            if k:
                assert play.code == 0
                if any(card[1] == led for card in hand):
                    assert play.card[1] == led
        if len(trick) == n:
            leader = deal.tricks[i // n].winner

    # What a policy sees is true, and all that is public is the same for all.
    for view in views:
        true = hands[len(view.plays)]
        assert set(view.hand) == true[view.seat]
        assert view.hand_sizes == tuple(len(hand) for hand in true)
        for seat in range(n):
            assert view.known[seat] <= true[seat]
            assert not view.void[seat] & {card[1] for card in true[seat]}
        assert list(view.plays) == deal.plays[: len(view.plays)]
        assert view.player == (view.first + view.seat) % n
    for one, other in itertools.pairwise(views):
        if len(one.plays) == len(other.plays):
            assert one.kind == tr.ACCUSO

    # Sums.
    tricks = [row[f"tricks_s{seat}"] for seat in range(4)]
    assert sum(tricks) == len(deal.tricks)
    assert tricks[n:] == [0] * (4 - n)
    if complete:
        assert row["thirds_0"] + row["thirds_1"] == 32
        assert row["card_points_0"] + row["card_points_1"] == 11
        assert sum(tricks) == 40 // n
    for team in (0, 1):
        assert row[f"deal_points_{team}"] == (
            row[f"card_points_{team}"] + row[f"accuso_points_{team}"]
        )
    after = [row[f"score_after_{team}"] - row[f"score_before_{team}"] for team in "AB"]
    assert min(after) >= 0
    assert after[row["first"] % 2] == row["deal_points_0"]
    if n == 4:
        assert sum(row[f"thirds_dealt_s{seat}"] for seat in range(4)) == 32

    # Accuso.
    for seat in range(4):
        held, declared = row[f"accuso_held_s{seat}"], row[f"accuso_decl_s{seat}"]
        assert held | declared == held
        if complete and rules["accuso"] and rules["accuso_mode"] == "auto":
            assert declared == held
        if not rules["accuso"]:
            assert declared == 0
    if not rules["napoli_coda"] and not rules["tre_sette"]:
        credited = row["accuso_points_0"] + row["accuso_points_1"]
        assert credited not in (1, 2, 5)
        assert credited <= 21


def test_invariants_over_random_rules() -> None:
    rng = random.Random(909)
    endings: Counter[Any] = Counter()
    for number in range(MATCHES_PLAYED):
        rules = tr.resolve_rules(**tr.random_rules(rng))
        choose, views = watch(wild(rng) if number % 2 else tr.random_policy(rng))
        used: list[tuple[list[str], int]] = []
        marks: list[int] = []

        def decks(
            index: int, rules: Any = rules, used: Any = used, marks: Any = marks, views: Any = views
        ) -> tuple[list[str], int]:
            used.append(tr.shuffle_deck(rules, rng))
            marks.append(len(views))
            return used[-1]

        first = rng.randrange(rules["players"])
        match = tr.play_match(rules, decks, choose, first_player=first, match_id=number)
        marks.append(len(views))
        assert len(match.deals) == len(used)
        score = (0, 0)
        for index, deal in enumerate(match.deals):
            deck, redeals = used[index]
            check_deal(rules, deck, deal, views[marks[index] : marks[index + 1]])
            assert deal.row["first"] == (first + index) % rules["players"]
            assert (deal.row["deal_in_match"], deal.row["redeals"]) == (index, redeals)
            assert (deal.row["score_before_A"], deal.row["score_before_B"]) == score
            score = deal.row["score_after_A"], deal.row["score_after_B"]
            assert not deal.row["ended_early"] or index == len(match.deals) - 1
        row = match.row
        assert score == (row["score_A"], row["score_B"])
        if rules["cappotto_ends_match"] == "none":
            assert score[row["winner"]] >= row["target_final"]
            assert score[row["winner"]] > score[1 - row["winner"]]
        if not rules["accuso"] and rules["both_over"] == "higher_wins":
            assert row["deals"] <= tr.longest_match(rules["target"])
        last = match.deals[-1]
        endings[last.row["ended_early"], last.reached is not None] += 1
        endings["players", rules["players"]] += 1
    assert min(endings.values()) > 5
    assert set(endings) >= {(True, True), (False, False), ("players", 2), ("players", 4)}


def test_accuso_depends_on_the_deck_only() -> None:
    rng = random.Random(5)
    names = [f"accuso_{what}_s{seat}" for what in ("held", "decl") for seat in range(4)]
    for _ in range(60):
        deck, _ = tr.shuffle_deck(RULES, rng)
        rows = [
            tr.play_deal(RULES, deck, policy).row
            for policy in (tr.first, tr.expert, tr.random_policy(rng))
        ]
        assert len({tuple(row[name] for name in names) for row in rows}) == 1
        silent = tr.play_deal(tr.preset_rules("palazzo_liscio"), deck, tr.first).row
        assert all(silent[f"accuso_held_s{s}"] == rows[0][f"accuso_held_s{s}"] for s in range(4))
        assert all(silent[f"accuso_decl_s{s}"] == 0 for s in range(4))


def test_speech_changes_nothing_for_who_does_not_listen() -> None:
    rng = random.Random(6)

    def chatty(view: tr.View, actions: list[tr.Action]) -> int:
        card = actions[tr.greedy(view, actions)].card
        return rng.choice([i for i, action in enumerate(actions) if action.card == card])

    said = 0
    for _ in range(40):
        deck, _ = tr.shuffle_deck(RULES, rng)
        mute = tr.play_deal(tr.preset_rules("muto_41"), deck, tr.greedy).row
        talk = tr.play_deal(RULES, deck, chatty).row
        said += talk.pop("statements")
        assert mute.pop("statements") == 0
        assert mute == talk
    assert said > 100


@pytest.mark.parametrize("preset", ["classico_21", "club_41", "in_due_21"])
def test_suits_have_no_rank(preset: str) -> None:
    """The same deal with the suits relabelled has the same result, play by play."""
    rules = tr.preset_rules(preset, speech="none")
    rng = random.Random(7)
    free = ("first_card", "accuso_held", "accuso_decl", "voids")
    for _ in range(30):
        deck, _ = tr.shuffle_deck(rules, rng)
        other = dict(zip(tr.SUITS, rng.sample(tr.SUITS, 4), strict=True))
        deal = tr.play_deal(rules, deck, tr.random_policy(rng))
        renamed = [card[0] + other[card[1]] for card in deck]
        plays = [play.card[0] + other[play.card[1]] for play in deal.plays]
        again = tr.replay(rules, renamed, plays)
        for name, value in deal.row.items():
            if not name.startswith(free):
                assert again.row[name] == value, name


def test_swapping_sides_swaps_the_result() -> None:
    """The same deal with ``first`` one player on: A and B change places."""
    rng = random.Random(8)
    for number in range(30):
        rules = tr.resolve_rules(first_lead="seat0")
        deck, _ = tr.shuffle_deck(rules, rng)
        first = number % 4
        policies = [tr.greedy, tr.expert, tr.first, tr.expert_talk]
        one = tr.play_deal(rules, deck, policies, first=first, score=(7, 9)).row
        turned = [policies[-1], *policies[:-1]]
        other = tr.play_deal(rules, deck, turned, first=(first + 1) % 4, score=(9, 7)).row
        for name, value in one.items():
            partner = name
            if name.startswith("score_"):
                partner = name[:-1] + {"A": "B", "B": "A"}[name[-1]]
            if name != "first":
                assert other[partner] == value


def test_policies_read_what_they_may_see_only() -> None:
    """Hidden cards exchanged between two other seats do not change a decision."""
    rng = random.Random(9)
    for _ in range(20):
        deck, _ = tr.shuffle_deck(RULES, rng)
        hands = [tr.sort_cards(hand) for hand in tr.deal_hands(RULES, deck)]
        mine = rng.randrange(4)
        rest = [card for seat in range(4) if seat != mine for card in hands[seat]]
        rng.shuffle(rest)
        other = [rest[10 * i : 10 * i + 10] for i in range(3)]
        other.insert(mine, list(hands[mine]))
        rules = tr.resolve_rules(accuso=False, first_lead="seat0")
        for policy in (tr.first, tr.greedy, tr.expert, tr.expert_talk):
            first_views = []
            for cards in (hands, other):
                choose, views = watch(policy)
                again = deck_of([" ".join(cards[(mine + s) % 4]) for s in range(4)])
                deal = tr.play_deal(rules, again, choose)
                first_views.append((views[0], deal.steps[0]))
            assert first_views[0] == first_views[1]


def test_view_is_frozen() -> None:
    choose, views = watch(tr.first)
    tr.play_deal(RULES, make_deck("alpha"), choose)
    with pytest.raises(dataclasses.FrozenInstanceError):
        views[0].hand = ()  # type: ignore[misc]


# ------------------------------------------------------------------------------------------------
# Policies (section 7), one position a clause that the whole deals do not reach
# ------------------------------------------------------------------------------------------------


def a_view(
    hand: str,
    table: str = "",
    gone: str = "",
    partner_led: str = "",
    void: dict[int, str] | None = None,
    known: dict[int, str] | None = None,
) -> tr.View:
    """Seat 0 to act; ``gone`` are cards of tricks that seat 1 led, ``partner_led`` a trick of 2."""
    plays = [tr.Play(0, (1 + i) % 4, card, 0) for i, card in enumerate(gone.split())]
    plays += [tr.Play(1, (2 + i) % 4, card, 0) for i, card in enumerate(partner_led.split())]
    cards = table.split()
    leader = -len(cards) % 4
    on_table = tuple(((leader + i) % 4, card) for i, card in enumerate(cards))
    plays += [tr.Play(2, seat, card, 0) for seat, card in on_table]
    return tr.View(
        rules=RULES,
        kind=tr.FOLLOW if cards else tr.LEAD,
        seat=0,
        player=0,
        hand=tr.sort_cards(hand.split()),
        held=0,
        first=0,
        lead_seat=0,
        deal_in_match=1,
        score=(0, 0),
        target=41,
        trick=2,
        leader=leader,
        table=on_table,
        plays=tuple(plays),
        tricks=(0, 0, 0, 0),
        thirds=(0, 0),
        knocks=(False,) * 4,
        declared=(0,) * 4,
        statements=(),
        void=tuple(frozenset((void or {}).get(seat, "")) for seat in range(4)),
        known=tuple(frozenset((known or {}).get(seat, "").split()) for seat in range(4)),
        hand_sizes=(0,) * 4,
        stock_size=0,
    )


def choice_of(policy: tr.Policy, view: tr.View) -> str:
    if view.led is None:
        actions = tr.legal_leads(RULES, view.hand, view.trick)
    else:
        actions = tr.legal_follows(view.hand, view.led)
    return tr.format_action(actions[policy(view, actions)])


@pytest.mark.parametrize(
    ("clause", "policy", "view", "wanted"),
    [
        ("G1", "greedy", a_view("3D 4D 3C 5C 6C"), "3C"),
        ("G2", "greedy", a_view("RD 4D 5C RC 6C"), "5C"),
        ("G3", "greedy", a_view("1B FD", "4C 3C"), "FD"),  # not master of what is seen: 3C is 2nd
        ("G3-last", "greedy", a_view("1B FD", "4C RC 5C"), "1B"),
        ("G4-ace", "greedy", a_view("CC 1C", "4C 5C FC"), "1C"),
        ("G4-weakest", "greedy", a_view("CC 3C", "4C 5C FC"), "CC"),
        ("G4-master", "greedy", a_view("2C 4C RC", "FC", "3C"), "2C"),
        ("G5", "greedy", a_view("2C 4C RC", "FC"), "4C"),
        ("G6", "greedy", a_view("4D 5B 6B", "FC"), "5B"),
        ("E1", "expert", a_view("3C 2C 1C 3D"), "3C"),
        ("E2", "expert", a_view("3C 2C 1C 4D"), "1C"),
        ("E2-void", "expert", a_view("1C 4D", void={1: "C", 3: "C"}), "1C"),
        ("E2-one-void", "expert", a_view("1C 4D", void={1: "C"}), "4D"),
        ("E2-partner-holds", "expert", a_view("1C 4D", known={2: "2C 3C"}), "1C"),
        ("E2-opponent-holds", "expert", a_view("1C 4D", known={1: "2C", 2: "3C"}), "4D"),
        ("E3", "expert", a_view("1C RC FC 4D 5D 6D 7D", partner_led="4C 4S 5S 6S"), "RC"),
        ("E3-ace", "expert", a_view("1C 4D", partner_led="4C 4S 5S 6S"), "4D"),
        ("E4", "expert", a_view("3C 2C 5C 3D 4B"), "3C"),
        ("E4-single", "expert", a_view("3D 4B 5B 6B"), "3D"),
        ("E5-two", "expert", a_view("2D 4D 4B 5B"), "4B"),
        ("E5-void", "expert", a_view("4D 5D 4B 5B", void={2: "D"}), "4B"),
        ("E5-sure", "expert", a_view("3D 4D 5D 6C"), "3D"),
        ("E5-long", "expert", a_view("3D 4D 5D 6D 6C"), "4D"),
        ("E6-keep", "expert", a_view("3D 2S", "4C RC 5C"), "2S"),
        ("E6-ace", "expert", a_view("1D FD 4S", "4C RC 5C"), "1D"),
        ("E6-figure", "expert", a_view("FD RD 4S", "4C RC 5C"), "FD"),
        ("E6-sure", "expert", a_view("1D 4D", "3C 4C"), "1D"),
        ("E6-open", "expert", a_view("1D 4D", "RC 4C"), "4D"),
        ("E7-guard", "expert", a_view("1D 4D 4S 5S", "RC"), "4S"),
        ("E8-ace", "expert", a_view("1C CC 4C", "FC 6C 7C"), "1C"),
        ("E8-nothing", "expert", a_view("2C 4C 4D", "5C 6C 7C"), "4C"),
        ("E8-pot", "expert", a_view("2C 4C 4D", "FC 6C 7C"), "2C"),
        ("E8-two-cards", "expert", a_view("2C 4C", "5C 6C 7C"), "2C"),
        ("E9", "expert", a_view("CC 4C 5C", "RC 6C 7C"), "4C"),
        ("E10-ace", "expert", a_view("1C 3C 4C", "RC", "2C"), "1C"),
        ("E10-second-low", "expert", a_view("3C 4C", "FC"), "4C"),
        ("E10-second-pot", "expert", a_view("3C 4C", "1C"), "3C"),
        ("E10-third-best", "expert", a_view("2C 1C 5C", "4C RC"), "2C"),
        ("E10-third-ace", "expert", a_view("1C 5C", "4C RC"), "5C"),
        ("E10-third-sure", "expert", a_view("3C 2C 5C", "4C RC"), "2C"),
        ("talk-6", "expert_talk", a_view("1C 3C 4C 5C"), "4C:6"),
        ("talk-7", "expert_talk", a_view("1C 2C 4C 5C"), "4C:7"),
        ("talk-volo", "expert_talk", a_view("4D"), "4D:1"),
        ("talk-honour-volo", "expert_talk", a_view("3C 4D 5D"), "3C:1"),
        ("talk-honour", "expert_talk", a_view("3C 2C 4D"), "3C"),
        ("talk-nothing", "expert_talk", a_view("4D 5D"), "4D"),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_policy(clause: str, policy: str, view: tr.View, wanted: str) -> None:
    assert choice_of(POLICIES[policy], view) == wanted


# ------------------------------------------------------------------------------------------------
# Details of the match
# ------------------------------------------------------------------------------------------------


def test_cappotto_before_the_score_TR_41() -> None:
    """The points are added first, the winner may have the lower score, no raise any more."""
    rules = tr.resolve_rules(target=21, both_over="raise_10", cappotto_ends_match="no_points")
    match = tr.MatchScore(rules, start=(15, 20))
    assert match.add(tr.Outcome((11, 0), (0, 9), (9, 1))) == 0
    row = match.row()
    assert (row["score_A"], row["score_B"], row["target_final"]) == (26, 29, 21)
    assert (row["both_over"], row["max_deficit"], row["winner"]) == (True, 3, 0)
    assert row["accuso_decided"] is True
    # Not for a deal cut short.
    rules = tr.resolve_rules(cappotto_ends_match="no_points", stop_rule="at_once")
    match = tr.MatchScore(rules, start=(0, 40))
    assert match.add(tr.Outcome((1, 0), (0, 3), (1, 0), False, 1)) == 1


def test_level_scores_play_on_TR_37() -> None:
    rules = tr.resolve_rules(accuso=False, target=31)
    match = tr.MatchScore(rules, start=(25, 30))
    assert match.add(tr.Outcome((8, 3))) is None
    assert match.add(tr.Outcome((5, 6))) == 1
    assert match.row()["extra_deals"] == 1
    with pytest.raises(ValueError, match="over"):
        match.add(tr.Outcome((5, 6)))


def test_reached_with_level_start_at_once_TR_39() -> None:
    """Only the team that has just taken a trick or declared is looked at."""
    rules = tr.resolve_rules(stop_rule="at_once", accuso=False, target=31)
    deck = make_deck("alpha")
    match = tr.play_match(rules, lambda i: (deck, 0), tr.first, start=(31, 31))
    row = match.deals[0].row
    assert row["ended_early"] is True
    assert len(match.deals[0].tricks) == 1
    assert match.row["winner"] == row["first_trick_seat"] % 2
    assert match.row["extra_deals"] == 1


def test_own_turn_asks_nobody_who_wins_by_declaring() -> None:
    v = next(v for v in vectors.ROWS if v.name == "63")
    _, deal = vector_deal(v)
    assert [step.seat for step in deal.steps] == [0, 1, 2]
    assert deal.row["first_card"] == 1
    assert deal.row["first_trick_seat"] == tr.NOBODY


# ------------------------------------------------------------------------------------------------
# Exact values (section 10)
# ------------------------------------------------------------------------------------------------

HANDS = math.comb(40, 10)
HONOURS = [rank + suit for suit in tr.SUITS for rank in "123"]


def falling(n: int, k: int) -> int:
    return math.perm(n, k)


def honour_sets() -> list[tuple[int, int, int]]:
    """For each set of honours: how many, points, and bit mask, by the reference's functions."""
    found = []
    for bits in range(1 << 12):
        hand = {card for i, card in enumerate(HONOURS) if bits >> i & 1}
        mask = tr.held_mask(RULES, hand)
        found.append((len(hand), tr.accuso_points(RULES, hand, mask), mask))
    return found


@pytest.fixture(scope="module")
def exact() -> dict[str, Fraction]:
    """All values of section 10 by enumeration."""
    sets = honour_sets()
    odds: dict[str, Fraction] = {}

    def hand_odds(wanted: Callable[[int, int], bool]) -> Fraction:
        ways = sum(
            math.comb(28, 10 - k) for k, points, mask in sets if k <= 10 and wanted(points, mask)
        )
        return Fraction(ways, HANDS)

    odds["1"] = hand_odds(lambda points, mask: bool(mask >> 3 & 1))
    threes = [0, 0]
    for bits in range(1 << 12):
        k = bits.bit_count()
        hand = {card for i, card in enumerate(HONOURS) if bits >> i & 1}
        aces = len(tr.held_of_rank(hand, "1"))
        if k <= 10 and aces >= 3:
            threes[aces - 3] += math.comb(28, 10 - k)
    odds["2"], odds["3"] = Fraction(threes[0], HANDS), Fraction(threes[1], HANDS)
    odds["4"] = hand_odds(lambda points, mask: mask == 0)
    for wanted in (3, 4, 6, 7, 9):
        odds[f"5 points {wanted}"] = hand_odds(lambda points, mask, w=wanted: points == w)
    odds["6"] = hand_odds(lambda points, mask: points == 19)
    mean = Fraction(0)
    for p in range(1, 20):
        mean += p * hand_odds(lambda points, mask, p=p: points == p)
    odds["7 hand"] = mean
    odds["7 deal"] = 4 * odds["7 hand"]
    odds |= deal_odds(sets)
    odds |= void_and_weak_odds()
    odds |= first_trick_odds()
    # 17: each of the 40 places of the deck belongs to one of four seats.
    places = Counter(tr.seat_of_index(RULES, i) for i in range(40))
    odds["17"] = Fraction(places[3], 40)
    for target in (31, 41):
        law = match_law(tr.resolve_rules(accuso=False, target=target))
        for deals, p in law["deals"].items():
            odds[f"match {target} deals {deals}"] = p
        odds[f"match {target} mean"] = sum((n * p for n, p in law["deals"].items()), Fraction(0))
        odds[f"match {target} level"] = sum(law["level"].values(), Fraction(0))
    return odds


def deal_odds(sets: list[tuple[int, int, int]]) -> dict[str, Fraction]:
    """8 to 11: honours in the places of two hands, then the two pairs together."""
    # One hand holding the set S: 10 (10 - 1) ... ways to put its honours into ten places.
    one = [
        (falling(10, k), int(mask != 0), points) if k <= 10 else None for k, points, mask in sets
    ]
    pair: list[Counter[tuple[int, int]]] = []
    for union in range(1 << 12):
        ways: Counter[tuple[int, int]] = Counter()
        part = union
        while True:
            a, b = one[part], one[union ^ part]
            if a and b:
                ways[a[1] + b[1], a[2] + b[2]] += a[0] * b[0]
            if not part:
                break
            part = (part - 1) & union
        pair.append(ways)
    total: Counter[tuple[int, int, int]] = Counter()
    for union in range(1 << 12):
        for (n, points), w in pair[union].items():
            for (m, more), x in pair[~union & 4095].items():
                total[n, m, points + more] += w * x
    everything = sum(total.values())
    assert everything == falling(40, 12)

    def odds(wanted: Callable[[int, int, int], bool]) -> Fraction:
        return Fraction(sum(w for key, w in total.items() if wanted(*key)), everything)

    found = {"8": odds(lambda n, m, p: n + m == 0)}
    for seats in (1, 2, 3, 4):
        found[f"9 seats {seats}"] = odds(lambda n, m, p, s=seats: n + m == s)
    found["10 pair"] = odds(lambda n, m, p: n > 0)
    found["10 both"] = odds(lambda n, m, p: n > 0 and m > 0)
    for wanted in (3, 4, 6, 7, 9):
        found[f"11 points {wanted}"] = odds(lambda n, m, p, w=wanted: p == w)
    # The most of a deal is 21 points, and some sums cannot be (section 9).
    assert {p for _, _, p in total}.isdisjoint({1, 2, 5})
    assert max(p for _, _, p in total) == 21
    return found


def void_and_weak_odds() -> dict[str, Fraction]:
    """12 to 14."""
    void = [math.comb(4, k) * math.comb(40 - 10 * k, 10) for k in (1, 2, 3)]
    kinds = Counter(tr.thirds_of(card) for card in tr.PACK)
    aces, ones, blanks = kinds[3], kinds[1], kinds[0]
    weak = both = 0
    for a, j in itertools.product(range(aces + 1), range(11)):
        if a + j <= 10 and tr.is_weak(["1D"] * a + ["2D"] * j + ["4D"] * (10 - a - j)):
            weak += math.comb(aces, a) * math.comb(ones, j) * math.comb(blanks, 10 - a - j)
            # A second hand of the rest; a third is impossible, since each needs 8 blanks of 16.
            assert (a, 10 - a - j >= 8) == (0, True)
            for i in range(11):
                if tr.is_weak(["2D"] * i + ["4D"] * (10 - i)):
                    rest = blanks - (10 - j)
                    both += (
                        math.comb(ones, j)
                        * math.comb(blanks, 10 - j)
                        * math.comb(ones - j, i)
                        * math.comb(rest, 10 - i)
                    )
    return {
        "12 given": Fraction(math.comb(30, 10), HANDS),
        "12 some": Fraction(void[0] - void[1] + void[2], HANDS),
        "13 hand": Fraction(weak, HANDS),
        "13 deal": Fraction(4 * weak, HANDS) - Fraction(6 * both, HANDS * math.comb(30, 10)),
        "14": Fraction(len(tr.SUITS), HANDS),
    }


def first_trick_odds() -> dict[str, Fraction]:
    """15, 16: who wins trick 1 under ``random``, by the strength of the card led."""
    by_strength: dict[int, Fraction] = {}
    suit = [f"{rank}D" for rank in tr.RANKS]
    for led in suit:
        others = [card for card in suit if card != led]
        weaker = sum(tr.trick_winner([led, card]) == 0 for card in others)
        stronger = 9 - weaker
        # (weaker, stronger cards not placed yet) -> sum of ways * P(no follower beats the card).
        state = {(weaker, stronger): Fraction(1)}
        for places in (9, 10, 10, 10):  # the leader's other places, then the three followers
            following: dict[tuple[int, int], Fraction] = {}
            for (a, b), w in state.items():
                for x, y in itertools.product(range(a + 1), range(b + 1)):
                    ways = math.comb(a, x) * math.comb(b, y) * falling(places, x + y)
                    keep = Fraction(1)
                    if places == 10 and x + y:
                        keep = Fraction(x, x + y)
                    key = a - x, b - y
                    following[key] = following.get(key, Fraction(0)) + w * ways * keep
            state = following
        by_strength[tr.strength(led)] = state[0, 0] / falling(39, 9)
    seat_0 = sum(by_strength.values(), Fraction(0)) / 10
    found = {"15 seat 0": seat_0, "15 others": (1 - seat_0) / 3}
    for strength in (0, 3, 7, 8, 9):
        found[f"16 strength {strength}"] = by_strength[strength]
    return found


def match_law(rules: tr.Rules) -> dict[str, dict[Any, Fraction]]:
    """Match law with Binomial(11, 1/2) card points, settled by the reference."""
    live = {(0, 0): Fraction(1)}
    deals: dict[int, Fraction] = {}
    level: dict[tuple[int, int], Fraction] = {}
    n = 0
    while live and n < tr.longest_match(rules["target"]):
        n += 1
        following: dict[tuple[int, int], Fraction] = {}
        for (a, b), p in live.items():
            for points in range(12):
                score = a + points, b + 11 - points
                q = p * Fraction(math.comb(11, points), 2048)
                outcome = tr.Outcome((points, 11 - points))
                winner, target = tr.settle_match(rules, rules["target"], score, outcome)
                assert target == rules["target"]
                if winner is not None:
                    deals[n] = deals.get(n, Fraction(0)) + q
                    continue
                following[score] = following.get(score, Fraction(0)) + q
                if max(score) >= target:
                    level[score] = level.get(score, Fraction(0)) + q
        live = following
    assert not live
    return {"deals": deals, "level": level}


@pytest.mark.parametrize("v", vectors.ODDS, ids=lambda v: v.name.replace(" ", "_"))
def test_exact_value(v: vectors.OddsRow, exact: dict[str, Fraction]) -> None:
    value = exact[v.name]
    if v.fraction is not None:
        assert value == Fraction(*v.fraction)
        assert (value.numerator, value.denominator) == v.fraction
    # Twelve digits, rounded half up without floats.
    rounded = (2 * value.numerator * 10**12 // value.denominator + 1) // 2
    whole, digits = v.decimal.split(".")
    assert rounded == int(whole + digits)


# ------------------------------------------------------------------------------------------------
# Indicative means (section 7), some minutes
# ------------------------------------------------------------------------------------------------


def duplicate_mean(one: str, other: str, n: int) -> tuple[float, float]:
    """Mean card points of ``one`` over decks played twice, and the error of that mean."""
    rules = tr.preset_rules("classico_21")
    rng = random.Random(f"{one} {other}")
    table = {**POLICIES, "random": tr.random_policy(rng)}
    values = []
    for _ in range(n):
        deck, _ = tr.shuffle_deck(rules, rng)
        a, b = table[one], table[other]
        first = tr.play_deal(rules, deck, [a, b, a, b]).row["card_points_0"]
        second = tr.play_deal(rules, deck, [b, a, b, a]).row["card_points_1"]
        values.append((first + second) / 2)
    mean = sum(values) / n
    return mean, math.sqrt(sum((x - mean) ** 2 for x in values) / (n - 1) / n)


@pytest.mark.long
@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("greedy", "random", 7.457),
        ("expert", "random", 7.748),
        ("expert", "greedy", 6.232),
        ("expert_talk", "expert", 5.497),
    ],
)
def test_indicative_means(one: str, other: str, wanted: float) -> None:
    mean, error = duplicate_mean(one, other, 2000)
    assert abs(mean - wanted) < 4.5 * math.hypot(error, 0.003)
