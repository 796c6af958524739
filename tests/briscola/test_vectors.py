"""Every worked example of the rules page against the kernel, each named by its number and clauses."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from sim.cards import ITALIAN, members
from sim.game import find_game
from sim.games.briscola import kernel, score
from sim.games.briscola.rules import Rules
from sim.games.briscola.state import MATCH, STATE
from sim.replay import Referee
from sim.tricks import EMPTY
from tests.briscola.bridge import Pair, kernel_view, row_of
from tests.reference import briscola as reference
from tests.vectors import briscola as vectors

GAME = find_game("briscola")
SUITS = "DCBS"


def named(rows: Any) -> Any:
    """Parametrize by vectors, each test named by vector and clauses."""
    ids = ["-".join((row.name.replace(" ", "_"), *row.clauses)) for row in rows]
    return pytest.mark.parametrize("vector", rows, ids=ids)


def rules_of(preset: str, changes: dict[str, Any] | None = None) -> Rules:
    rules = GAME.preset(preset).but("rules", **(changes or {}))
    assert isinstance(rules, Rules)
    return rules


def mask(text: str) -> np.uint64:
    return np.uint64(sum(1 << card for card in ITALIAN.cards(text)))


def seated(rules: Rules, deck: str, plays: str = "", first: int = 0) -> Referee:
    """A deal in the middle: some cards have been played."""
    referee = Referee(GAME, rules)
    referee.matches[0]["first"] = first
    referee.set_up(rules.cards.deck(deck), referee.matches[0])
    for card in plays.split():
        action = GAME.text.parse_action(rules, card)
        assert action in referee.legal()
        referee.play(action)
    return referee


def hands(referee: Referee) -> list[str]:
    return [ITALIAN.hand(int(own["hand"])) for own in referee.state["own"]]


def sorted_text(text: str) -> str:
    return ITALIAN.hand(ITALIAN.cards(text))


@named(vectors.LAYOUTS)
def test_layout(vector: Any) -> None:
    rules = rules_of(vector.preset)
    state = seated(rules, vector.deck).state
    dealt = [ITALIAN.hand(int(own["hand"])) for own in state["own"][: rules.players]]
    assert dealt == [sorted_text(hand) for hand in vector.hands]
    assert ITALIAN.text(int(state["table"]["face_up"])) == vector.faceup
    stock = rules.cards.row(state["deck"][int(state["next"]) : int(state["size"])])
    assert stock.startswith(vector.stock_starts)
    assert stock.endswith(vector.stock_ends)
    assert len(stock.split()) + 1 == int(state["table"]["stock"])


@named(vectors.DRAWS)
def test_draws(vector: Any) -> None:
    """Tricks are played anyhow, the named one is given to its winner."""
    rng = random.Random(vector.name)
    rules = rules_of("palazzo")
    while True:
        referee = seated(rules, vector.deck)
        for _ in range(4 * vector.trick - 1):
            referee.play(rng.choice(referee.legal()))
        before = [set(hand.split()) for hand in hands(referee)]
        referee.play(rng.choice(referee.legal()))
        if int(referee.state["table"]["trick"]["leader"]) == vector.winner:
            break
    drawn = [set(hand.split()) - before[seat] for seat, hand in enumerate(hands(referee))]
    for seat, card in enumerate(vector.drawn):
        assert card is None or drawn[seat] == {card}
    wanted = EMPTY if vector.faceup_seat is None else vector.faceup_seat
    assert int(referee.state["table"]["face_up_seat"]) == wanted


@named(vectors.LEGAL)
def test_legal_actions(vector: Any) -> None:
    rules = rules_of("palazzo")
    state = np.zeros(1, STATE)[0]
    state["own"][0]["hand"] = mask(vector.hand)
    actions = np.zeros(GAME.max_actions(rules), np.int64)
    n = kernel.legal(state["table"], state["own"][0], rules.record()[0], actions)
    texts = [GAME.text.format_action(rules, action) for action in actions[:n]]
    assert texts == vector.actions.split()
    assert [GAME.text.parse_action(rules, text) for text in texts] == list(actions[:n])


@named(vectors.TRICKS)
def test_trick(vector: Any) -> None:
    """The trick is played by `apply`, each seat holding its one card."""
    rules = rules_of(vector.preset, vector.changes)
    cards = ITALIAN.cards(vector.cards)
    state = np.zeros(1, STATE)[0]
    table = state["table"]
    table["trump"], state["size"] = SUITS.index(vector.trump), 40
    table["swap_card"], table["trick"]["best"] = EMPTY, EMPTY
    for seat, card in enumerate(cards):
        state["own"][seat]["hand"] = np.uint64(1 << card)
        table["hand_size"][seat] = 1
    for card in cards:
        kernel.apply(state, rules.record()[0], np.int64(card), np.zeros(1, "u8"))
    winner = int(table["trick"]["leader"])
    assert winner + 1 == vector.winner
    side = winner % 2 if rules.players == 4 else winner
    if vector.points is not None:
        assert int(table["points"][side]) == vector.points
    assert int(state["piles"][side]) == int(mask(vector.cards))


@named(vectors.MASKS)
@pytest.mark.parametrize("segni", ["trumps", "full"])
def test_signs(vector: Any, segni: str) -> None:
    """The mask, and what it says of cards: those signed are held, those denied are not."""
    rules = rules_of("palazzo", {"second_card": vector.second_card, "segni": segni})
    record, hand, trump = rules.record()[0], mask(vector.hand), SUITS.index(vector.trump)
    signs = score.signs_of(hand, trump, record)
    assert signs == getattr(vector, segni)
    signed = int(score.cards_signed(signs, trump, record))
    assert signed & int(hand) == signed
    assert int(score.cards_denied(signs, trump, record)) & int(hand) == 0


@named(vectors.DEAL_WINNERS)
def test_deal_winner(vector: Any) -> None:
    rules = rules_of(vector.preset, vector.changes)
    state = np.zeros(1, STATE)[0]
    match = np.zeros(1, MATCH)[0]
    match["first"] = vector.first
    state["table"]["points"][: len(vector.points)] = vector.points
    state["table"]["trick"]["leader"] = vector.last_seat
    assert kernel.winning_side(state["table"], rules.record()[0]) == vector.deal_winner
    kernel.settle(state, rules.record()[0], match)
    won = [int(team == vector.match_winner_of_deal) for team in range(3)]
    assert list(match["score"]) == won
    assert int(match["first"]) == (vector.first + 1) % rules.players
    assert int(match["drawn_deals"]) == (vector.deal_winner == -1)


@named(vectors.SWAPS)
def test_swap(vector: Any) -> None:
    """BR-26, at the beginning of the turn of seat 2."""
    rules = rules_of(vector.preset)
    state = np.zeros(1, STATE)[0]
    table = state["table"]
    table["face_up"] = ITALIAN.card(vector.faceup)
    table["trump"] = SUITS.index(vector.faceup[1])
    table["stock"], table["swap_seat"] = 20, -1
    table["swap_card"] = kernel.card_to_swap(table, rules.record()[0])
    table["tricks"][0] = vector.has_trick
    state["own"][2]["hand"] = mask(f"{vector.holds} 3S 4S")
    kernel.begin_turn(state, rules.record()[0], 2)
    swapped = vector.taken is not None
    held, face_up = (vector.taken, vector.holds) if swapped else (vector.holds, vector.faceup)
    assert ITALIAN.hand(int(state["own"][2]["hand"])) == sorted_text(f"{held} 3S 4S")
    assert ITALIAN.text(int(table["face_up"])) == face_up
    assert int(table["swap_seat"]) == (2 if swapped else -1)
    assert int(table["known"][2]) == (int(mask(held)) if swapped else 0)


def settle_result(match: Any, record: Any, letter: str) -> None:
    """Settle a deal that a team won, or that was drawn."""
    state = np.zeros(1, STATE)[0]
    points = [60, 60]
    if letter != "-":
        side = ("AB".index(letter) + int(match["first"])) % 2
        points[side], points[1 - side] = 61, 59
    state["table"]["points"][:2] = points
    kernel.settle(state, record, match)


@named(vectors.MATCHES)
def test_match(vector: Any) -> None:
    rules = rules_of("palazzo", vector.changes)
    record = rules.record()[0]
    match = np.zeros(1, MATCH)[0]
    match["first"] = match["first_player"] = vector.first_player
    match["score"][:2] = vector.start
    for place, letter in enumerate(vector.results, 1):
        if vector.error and place == len(vector.results):
            with pytest.raises(RuntimeError, match="max_deals"):
                settle_result(match, record, letter)
        else:
            settle_result(match, record, letter)
        assert bool(kernel.match_over(match, record)) == (
            vector.over and place == len(vector.results)
        )
    assert tuple(match["score"][:2]) == vector.won
    assert int(match["drawn_deals"]) == vector.drawn_deals
    assert int(match["first"]) == (vector.first_player + len(vector.results)) % 4
    if vector.over:
        row = np.zeros(1, GAME.match_row)[0]
        kernel.record_match(match, record, 0, row)
        assert int(row["winner"]) == vector.winner
        assert vector.sweep is None or bool(row["sweep"]) == vector.sweep


@named(vectors.WHOLE)
def test_whole_deal(vector: Any) -> None:
    pair = Pair(dict(reference.PRESETS[vector.preset]) | vector.changes)
    rules, referee = pair.rules, pair.referee
    referee.set_up(rules.cards.deck(vector.deck), referee.matches[0])
    winners, points = [], [0] * 4
    while not referee.is_over():
        if vector.swap and int(referee.state["table"]["play"]) == vector.swap[0]:
            table = referee.state["table"]
            taken, laid = ITALIAN.text(int(referee.state["turned"])), int(table["face_up"])
            swapped = (int(table["swap_seat"]), taken, ITALIAN.text(laid))
            assert swapped == vector.swap[1:]
        legal = referee.legal()
        choose = len(legal) > 1 and vector.policy != "first"
        before = referee.states.copy()[0]["table"]
        referee.play(legal[pair.kernel_choice(vector.policy) if choose else 0])
        after = referee.state["table"]
        if before["trick"]["number"] != after["trick"]["number"]:
            winners.append(int(after["trick"]["leader"]))
            gained = after["points"].astype(int).sum() - before["points"].astype(int).sum()
            points[winners[-1]] += int(gained)
    row = referee.row()
    if vector.tricks:
        played = rules.cards.row(GAME.text.plays(referee.state))
        assert played == " ".join(vector.tricks)
    if vector.winners:
        assert tuple(winners) == vector.winners
    if vector.by_seat is not None:
        assert tuple(points) == vector.by_seat
    assert tuple(GAME.text.deal_points(row)) == vector.points
    if vector.faceup_seat is not None:
        assert row["faceup_seat"] == vector.faceup_seat
    assert {name: row[name] for name in vector.columns} == vector.columns


@named((*vectors.RECORDED, vectors.RECORDED_LAST_TRICK))
def test_recorded_deal(vector: Any) -> None:
    """Real deals of another program; 57 is 46 with the last trick breaking the tie."""
    by_hand = reference.preset_rules("in_due")
    rules = rules_of("in_due")
    if vector is vectors.RECORDED_LAST_TRICK:
        by_hand = reference.preset_rules("in_due", tie_rule="last_trick")
        rules = rules_of("in_due", {"tie_rule": "last_trick"})
    referee = seated(rules, vector.deck, vector.plays)
    row = referee.row()
    assert (row["points_0"], row["points_1"]) == vector.points
    assert row == row_of(rules, reference.replay(by_hand, vector.deck.split(), vector.plays), 0)
    if vector is vectors.RECORDED_LAST_TRICK:
        cards, seat = vectors.LAST_TRICK_57
        assert vector.plays.endswith(cards)
        assert (row["last_trick_seat"], row["deal_winner"]) == (seat, seat)


@named(vectors.MASKS_SEEN)
def test_masks_seen(vector: Any) -> None:
    rules = rules_of("palazzo", vector.changes)
    state = seated(rules, vectors.DECK_GAMMA, vector.plays).state
    kernel.look_round(state, rules.record()[0], 0)
    for seat, signs in vector.masks.items():
        if rules.segni_seen_by.name == "table":
            assert int(state["table"]["signs"][seat]) == signs
        if seat == 2:
            assert int(state["own"][0]["partner_signs"]) == signs
    if vector.nobody_else:
        assert not state["table"]["signs"].any()
        assert int(state["own"][0]["partner_signs"]) == vector.masks.get(2, 0)


@named(vectors.PARTNERS)
def test_partner_hand(vector: Any) -> None:
    rules = rules_of("palazzo", vector.changes)
    state = seated(rules, vectors.DECK_GAMMA, vector.plays).state
    kernel.look_round(state, rules.record()[0], 0)
    assert int(state["own"][0]["partner_hand"]) == int(mask(vector.partner_hand))


@named(vectors.RECALLS)
def test_recall(vector: Any) -> None:
    rules = rules_of("palazzo", vector.changes)
    plays = " ".join(" ".join(vectors.WHOLE[0].tricks).split()[: vector.n_plays])
    state = seated(rules, vectors.DECK_GAMMA, plays).state
    assert int(state["table"]["seat"]) == vector.seat
    assert kernel_view(state, rules)["played"] == frozenset(vector.played.split())


@named(vectors.KNOWN)
def test_known_cards(vector: Any) -> None:
    rules = rules_of(vector.preset)
    state = seated(rules, vectors.DECK_GAMMA, vector.plays).state
    known = [ITALIAN.hand(int(cards)) for cards in state["table"]["known"][: rules.players]]
    assert known == [sorted_text(cards) for cards in vector.known]


def test_three_players_32_BR_28() -> None:
    rules = rules_of("in_tre")
    referee = Referee(GAME, rules)
    deck = rules.cards.numbers()
    referee.set_up(deck, referee.matches[0])
    stocks = []
    while not referee.is_over():
        stocks.append(int(referee.state["table"]["stock"]))
        referee.play(referee.legal()[0])
    wanted = vectors.THREE_PLAYERS_32
    assert (len(deck), len(stocks)) == (wanted["cards"], wanted["cards"])
    assert int(referee.state["table"]["trick"]["number"]) == wanted["tricks"]
    assert len(set(stocks)) - 1 == wanted["draw_rounds"]
    assert referee.row()["faceup_card"] == deck[9] == referee.row()["faceup_final"]


@pytest.mark.parametrize("second_card", [3, 7])
def test_cards_BR_1_BR_2_BR_25(second_card: int) -> None:
    """Strength, points and who beats whom, against the reference for all pairs of cards and trumps."""
    by_hand = reference.preset_rules("palazzo", second_card=second_card)
    record = rules_of("palazzo", {"second_card": second_card}).record()[0]
    index = score.second_index(record)
    for card in range(40):
        text = reference.card_text(card)
        assert score.STRENGTH[index, card] == reference.strength_of(by_hand, text)
        assert score.POINTS[index, card] == reference.points_of(by_hand, text)
        for trump in range(4):
            beaters = members(int(score.beaters(card, trump, record)))
            led = text[1]  # a card that wins was led, or follows suit, or is a trump
            key = reference.trick_key(by_hand, text, SUITS[trump], led)
            assert beaters == [
                other
                for other in range(40)
                if reference.trick_key(by_hand, ITALIAN.text(other), SUITS[trump], led) > key
            ]
    whole = np.uint64((1 << 40) - 1)
    assert score.points_of(whole, record) == 120
