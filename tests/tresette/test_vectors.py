"""Every worked example of the rules page against the kernel, each named by its number and clause."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sim.bits import mask_of
from sim.cards import ITALIAN, members
from sim.errors import InputError
from sim.game import find_game
from sim.games.tresette import kernel, score
from sim.games.tresette.policies import POLICIES
from sim.games.tresette.rules import Rules
from sim.games.tresette.state import CHOOSING, EMPTY, MATCH, OWN, PLAYING, STATE, TABLE
from sim.replay import Referee
from sim.rng import STREAM, open_stream
from tests.vectors import tresette as vectors

GAME = find_game("tresette")
JITTED = {policy.name: policy.make() for policy in POLICIES}
SUITS = "DCBS"


def named(rows: Any) -> Any:
    """Parametrize by vectors, each test named by vector and clauses."""
    ids = ["-".join((row.name, *row.clauses)).replace(" ", "_") for row in rows]
    return pytest.mark.parametrize("vector", rows, ids=ids)


def rules_of(changes: dict[str, Any], preset: str | None = None) -> Rules:
    rules = GAME.preset(preset).but("rules", **changes)
    assert isinstance(rules, Rules)
    return rules


def mask(cards: str | Sequence[int]) -> np.uint64:
    return np.uint64(mask_of(ITALIAN.cards(cards) if isinstance(cards, str) else cards))


def deck_of(deck: vectors.Deck) -> list[int]:
    if isinstance(deck, str):
        texts = {"alpha": vectors.ALPHA, "beta": vectors.BETA}
        return ITALIAN.deck(texts[deck]) if deck in texts else list(range(40))
    cards = list(range(40))
    random.Random(deck).shuffle(cards)
    return cards


def deck_giving(hands: Sequence[str]) -> list[int]:
    """TR-6 backwards: a deck that gives four seats these hands."""
    dealt = [ITALIAN.cards(hand) for hand in hands]
    return [card for half in (0, 5) for hand in dealt for card in hand[half : half + 5]]


def deck_with(seat: int, hand: str) -> list[int]:
    """A deck that gives one seat this hand, and the others the rest in order."""
    rest = [card for card in range(40) if card not in ITALIAN.cards(hand)]
    hands = [ITALIAN.row(rest[10 * k : 10 * k + 10]) for k in range(3)]
    hands.insert(seat, hand)
    return deck_giving(hands)


def set_up(
    rules: Rules, deck: list[int], deal: int = 0, score: Sequence[int] = (0, 0), first: int = 0
) -> Referee:
    """A deal of a match; the score is of teams A and B."""
    referee = Referee(GAME, rules)
    match = referee.matches[0]
    match["deals"], match["first"], match["score"] = deal, first, score
    referee.set_up(deck, match, deal=deal)
    return referee


def choice_of(referee: Referee, policy: str) -> int:
    """The action that a policy takes."""
    rules = referee.rules.record()[0]
    actions = np.zeros(GAME.max_actions(referee.rules), np.int64)
    table = referee.state["table"]
    own = referee.state["own"][table["seat"]]
    n = GAME.legal(table, own, rules, actions)
    stream = np.zeros(1, STREAM)[0]
    return int(actions[JITTED[policy](table, own, rules, actions, n, stream)])


def play_out(referee: Referee, policy: str) -> Referee:
    while not referee.is_over():
        referee.play(choice_of(referee, policy))
    return referee


def positions(referee: Referee, policy: str = "first") -> Iterator[Any]:
    """The table before each action."""
    while not referee.is_over():
        yield referee.state["table"].copy()
        referee.play(choice_of(referee, policy))


def known_of(table: Any) -> list[set[int]]:
    return [set(members(int(cards))) for cards in table["known"]]


def as_sets(texts: Sequence[str]) -> list[set[int]]:
    return [set(ITALIAN.cards(text)) for text in (*texts, *[""] * (4 - len(texts)))]


# Cards, dealing, the lead


@named(vectors.NOTATION)
def test_notation(vector: Any) -> None:
    assert tuple(ITALIAN.cards(vector.cards)) == vector.numbers
    assert ITALIAN.row(vector.numbers) == vector.cards


def test_strength_and_thirds() -> None:
    """TR-1, TR-2."""
    order = ITALIAN.cards("4B 5B 6B 7B FB CB RB 1B 2B 3B")
    assert [int(score.STRENGTH[card]) for card in order] == list(range(10))
    for place, card in enumerate(order):
        assert members(int(score.HIGHER[card])) == sorted(order[place + 1 :])
        thirds = (0, 0, 0, 0, 1, 1, 1, 3, 1, 1)[place]
        assert score.thirds_of(mask([card])) == score.THIRDS[card] == thirds
    assert score.thirds_of(score.PACK) == 32


@named(vectors.DEALING)
def test_dealing(vector: Any) -> None:
    state = set_up(rules_of(vector.changes), deck_of(vector.deck)).state
    for own, hand in zip(state["own"], vector.hands, strict=True):
        assert own["hand"] == own["dealt"]
        assert hand is None or own["hand"] == mask(hand)
    assert sorted(GAME.text.census(state, rules_of({}))) == list(range(40))


def test_dealing_in_due() -> None:
    """51-TR-42."""
    deck = deck_of("alpha")
    state = set_up(rules_of({}, "in_due_21"), deck).state
    assert [int(own["hand"]) for own in state["own"]] == [
        *(mask(hand) for hand in vectors.IN_DUE_HANDS), 0, 0,
    ]  # fmt: skip
    assert state["deck"][40 - int(state["table"]["stock"]) :].tolist() == deck[20:]


@named(vectors.LEAD_SEATS)
def test_lead_seat(vector: Any) -> None:
    referee = set_up(rules_of(vector.changes), deck_of(vector.deck), vector.deal_in_match)
    table = referee.state["table"]
    assert table["lead_seat"] == table["seat"] == table["trick"]["leader"] == vector.lead_seat
    if vector.known is not None:
        assert known_of(table) == as_sets(vector.known)


@named(vectors.WEAK_HANDS)
def test_weak_hands(vector: Any) -> None:
    assert score.thirds_of(mask(vector.hand)) == vector.thirds
    rules = rules_of({"weak_hand_redeal": True})
    state = set_up(rules, deck_with(1, vector.hand)).state
    state["own"]["dealt"][[0, 2, 3]] = score.ACES
    assert bool(kernel.has_weak_hand(state)) == vector.thrown_in


@named([vectors.REDEAL])
def test_redeal(vector: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of({"weak_hand_redeal": True})
    with pytest.raises(InputError, match=f"seat {vector.seat}"):
        GAME.text.check_deck(rules, deck_with(vector.seat, vector.hand))
    GAME.text.check_deck(rules, deck_of(vector.then))
    state, record = (array.view(np.recarray)[0] for array in (np.zeros(1, STATE), rules.record()))
    for name in ("shuffle_cards", "deal_hands"):
        monkeypatch.setattr(kernel, name, lambda *given: None)
    for weak in (0, vector.redeals, vector.too_many - 1, vector.too_many):
        hands = iter([True] * weak + [False])
        monkeypatch.setattr(kernel, "has_weak_hand", lambda state, hands=hands: next(hands))
        if weak == vector.too_many:
            with pytest.raises(RuntimeError, match="thrown in"):
                kernel.shuffle.py_func(state, record, None, None)
        else:
            kernel.shuffle.py_func(state, record, None, None)
            assert state["n_redeals"] == weak


def test_redeals_take_the_next_pack_of_the_stream() -> None:
    """TR-7: no hand that is played is weak; the packs thrown in are those before it."""
    on, off = (rules_of({"weak_hand_redeal": redeal}).record()[0] for redeal in (True, False))
    state, match = np.zeros(1, STATE)[0], np.zeros(1, MATCH)[0]
    streams = np.zeros(2, STREAM)
    total = 0
    for number in range(200):
        for stream in streams:
            open_stream(stream, np.uint64(4), number, 0, 0)
        kernel.shuffle(state, on, match, streams[0])
        assert not kernel.has_weak_hand(state)
        total += int(state["n_redeals"])
        kept = state.copy()
        kernel.shuffle(state, off, match, streams[1])
        assert (state["deck"].tolist() == kept["deck"].tolist()) == (kept["n_redeals"] == 0)
    assert total > 0


# Legal actions, tricks


def lay_table(hand: str, trick: int, on_table: Sequence[int] = ()) -> tuple[Any, Any]:
    """A table and what the seat to act holds."""
    table, own = np.zeros(1, TABLE)[0], np.zeros(1, OWN)[0]
    table["phase"] = PLAYING
    table["trick"]["number"], table["trick"]["n"] = trick, len(on_table)
    table["trick"]["cards"][: len(on_table)] = on_table
    own["hand"] = mask(hand)
    return table, own


def legal_texts(rules: Rules, table: Any, own: Any) -> list[str]:
    actions = np.zeros(GAME.max_actions(rules), np.int64)
    n = kernel.legal(table, own, rules.record()[0], actions)
    texts = [GAME.text.format_action(rules, action) for action in actions[:n]]
    assert [GAME.text.parse_action(rules, text) for text in texts] == actions[:n].tolist()
    assert actions[:n].tolist() == sorted(actions[:n])
    return texts


@named(vectors.FOLLOWS)
def test_legal_cards(vector: Any) -> None:
    table, own = lay_table(vector.hand, 3, [10 * SUITS.index(vector.led) + 9])
    assert legal_texts(rules_of({}), table, own) == vector.legal.split()


@named(vectors.CODES)
def test_statements(vector: Any) -> None:
    table, own = lay_table(vector.hand, vector.trick)
    texts = legal_texts(rules_of(vector.changes), table, own)
    wanted = [vector.card + (f":{code}" if code else "") for code in vector.codes]
    assert [text for text in texts if text.partition(":")[0] == vector.card] == wanted


@named(vectors.TRICKS)
def test_trick(vector: Any) -> None:
    rules = rules_of({"accuso": False}).record()[0]
    state = np.zeros(1, STATE)[0]
    state["table"]["phase"] = PLAYING
    state["table"]["trick"]["number"] = 3
    state["own"]["seat"] = range(4)
    for seat, card in enumerate(ITALIAN.cards(vector.cards)):
        state["own"][seat]["hand"] = mask([card])
        kernel.apply(state, rules, np.int64(card << 4), np.zeros(1, STREAM)[0])
    assert state["table"]["leaders"][4] == state["table"]["seat"] == vector.winner
    assert score.thirds_of(state["table"]["piles"][vector.winner % 2]) == vector.thirds


# Scores


def cards_worth(thirds: int, cards: list[int]) -> list[int]:
    """Take cards of exactly so many thirds out of some."""
    taken = []
    for card in sorted(cards, key=lambda card: -score.THIRDS[card]):
        if score.THIRDS[card] and score.THIRDS[card] <= thirds:
            thirds -= int(score.THIRDS[card])
            taken.append(card)
    assert thirds == 0
    return taken


def finished(thirds_0: int, last_team: int, accuso: Sequence[int] = (0, 0)) -> Any:
    """A deal played out, with so many thirds taken by team 0."""
    state = np.zeros(1, STATE)[0]
    table = state["table"]
    pile = cards_worth(thirds_0, list(range(40)))
    table["piles"] = mask(pile), score.PACK & ~mask(pile)
    table["trick"]["number"], table["trick"]["leader"] = 10, last_team
    table["tricks"] = 5, 4, 1, 0
    table["accuso_points"] = accuso
    state["reached"] = -1
    return state


@named(vectors.SCORES)
def test_card_points(vector: Any) -> None:
    rules = rules_of({}).record()[0]
    state = finished(vector.thirds[0], vector.last_team)
    points = tuple(int(score.card_points(state["table"], side, rules)) for side in (0, 1))
    assert points == vector.card_points
    kind = int(score.cappotto_kind(state, rules))
    assert kind & vector.kind_has == vector.kind_has
    assert kind & vector.kind_lacks == 0


def test_card_points_are_always_eleven() -> None:
    """TR-32."""
    rules = rules_of({}).record()[0]
    for thirds in range(33):
        for last in (0, 1):
            table = finished(thirds, last)["table"]
            assert sum(score.card_points(table, side, rules) for side in (0, 1)) == 11


@named(vectors.ACCUSI)
def test_accuso(vector: Any) -> None:
    rules = rules_of(vector.changes).record()[0]
    hand = mask(vector.hand)
    held = score.held_combinations(hand, rules)
    assert held == vector.mask
    assert score.combination_points(hand, held, rules) == vector.points
    absent = ITALIAN.hand(int(score.absent_cards(hand, held & int(score.ANY_RANK), rules)))
    assert {text[0]: text[1] for text in absent.split()} == vector.missing
    named_cards = score.named_cards(hand, held, rules)
    assert int(named_cards) & ~int(hand) == 0
    for combination, cards in zip(score.RANK_BITS, score.RANK_CARDS, strict=True):
        if held >> combination & 1:
            assert int(cards & hand) & ~int(named_cards) == 0


def test_a_coda_is_named_with_its_break() -> None:
    """29-TR-15-TR-18: with the coda its length is known, and so the card that breaks it."""
    vector = next(vector for vector in vectors.ACCUSI if vector.name == "29")
    rules = rules_of(vector.changes).record()[0]
    assert score.named_cards(mask(vector.hand), vector.mask, rules) == mask("1S 2S 3S RS CS")
    assert score.absent_cards(mask(vector.hand), vector.mask, rules) == mask("FS")


def test_ten_cards_of_a_suit() -> None:
    """30-TR-34: kind 16, also where the deal is cut short; then nothing else."""
    hand = next(vector.hand for vector in vectors.ACCUSI if vector.name == "30")
    assert play_out(set_up(rules_of({}), deck_with(1, hand)), "first").row()["cappotto_kind"] & 16
    rules = rules_of({"stop_rule": "at_once", "accuso_reveal": "before_play", "target": 3})
    assert play_out(set_up(rules, deck_with(1, hand)), "first").row()["cappotto_kind"] == 16


# Deals


def row_of(vector: Any) -> tuple[Referee, dict[str, Any]]:
    rules = rules_of(vector.changes, vector.preset)
    referee = set_up(rules, deck_of(vector.deck), vector.deal_in_match, vector.score)
    return referee, play_out(referee, vector.policy).row()


@named(vectors.ROWS)
def test_row(vector: Any) -> None:
    referee, row = row_of(vector)
    assert {name: row[name] for name in vector.row} == vector.row
    name = vector.name.split()[0]
    if name in vectors.PLAYED_BEFORE_END:
        played = [GAME.text.format_action(referee.rules, a) for a in GAME.text.plays(referee.state)]
        assert " ".join(played) == vectors.PLAYED_BEFORE_END[name]
    referee.matches[0]["target"] = 0
    match_row = referee.settle()
    if vector.winner is not None or vector.name == "71 all_tricks":
        assert (match_row and match_row["winner"]) == vector.winner


@named(vectors.TEAMS)
def test_teams(vector: Any) -> None:
    row = play_out(set_up(rules_of({}), deck_of("alpha"), 1, (20, 30), vector.first), "first").row()
    gained = [row[f"score_after_{t}"] - row[f"score_before_{t}"] for t in "AB"]
    assert (row["score_before_A"], row["score_before_B"]) == (20, 30)
    assert gained == [row["deal_points_1"], row["deal_points_0"]]
    match = np.zeros(1, MATCH)[0]
    match["first"] = vector.first
    state = finished(3 * (vector.by_deal_team[0] - 1), 0)
    state["table"]["first"] = vector.first
    kernel.settle(state, rules_of({}).record()[0], match)
    assert tuple(match["score"]) == vector.by_match_team


@named(vectors.WHOLE_DEALS)
def test_whole_deal(vector: Any) -> None:
    rules = rules_of({}, vector.preset)
    referee = set_up(rules, deck_of(vector.deck), vector.deal_in_match)
    row = play_out(referee, vector.policy).row()
    cards = [GAME.text.format_action(rules, action) for action in GAME.text.plays(referee.state)]
    leaders = referee.state["table"]["leaders"]
    size = rules.players
    tricks = [
        f"{' '.join(cards[size * k : size * k + size])} {leaders[k + 1]}"
        for k in range(rules.tricks)
    ]
    assert "; ".join(tricks) == vector.tricks
    assert row["lead_seat"] == vector.lead_seat
    assert {name: row[name] for name in vector.row} == vector.row


# What all know


@named(vectors.SHOWN)
def test_shown_cards(vector: Any) -> None:
    """Played from the highest card down, so that the cards shown are not played at once."""
    referee = set_up(rules_of({"speech": "none"}), deck_giving(vector.hands), vector.deal_in_match)
    seen = set()
    while not referee.is_over():
        table = referee.state["table"]
        known = set(members(int(table["known"][vector.seat])))
        if table["play"] < vector.from_plays:
            assert not known
        else:
            played = {int(action) >> 4 for action in table["history"][: int(table["play"])]}
            assert known == set(ITALIAN.cards(vector.cards)) - played
            seen |= {int(table["seat"])} if known else set()
        referee.play(referee.legal()[-1])
    assert seen == {0, 1, 2, 3}


@named(vectors.ASKED)
def test_asked(vector: Any) -> None:
    referee = set_up(rules_of({"accuso_mode": "choice"}), deck_of(vector.deck), 1)
    asked = []
    while referee.state["table"]["phase"] == CHOOSING:
        masks = tuple(action - int(kernel.CHOICE) for action in referee.legal())
        asked.append((int(referee.state["table"]["seat"]), masks))
        referee.play(choice_of(referee, "first"))
    assert tuple(asked) == vector.asked
    assert play_out(referee, "first").row()["accuso_decl_s0"] == 2


@named(vectors.CHOICES)
def test_choice(vector: Any) -> None:
    referee = set_up(rules_of({"accuso_mode": "choice"}), deck_of(vector.deck), 1)
    while referee.state["table"]["phase"] == CHOOSING:
        referee.play(int(kernel.CHOICE) + vector.choices[int(referee.state["table"]["seat"])])
    assert tuple(map(bool, referee.state["table"]["knock"])) == vector.knocks
    row = play_out(referee, "first").row()
    assert {name: row[name] for name in vector.row} == vector.row


@pytest.mark.parametrize("knock", [True, False])
def test_knocks_of_the_seats_before(knock: bool) -> None:
    """TR-16: seen by the seats asked later, with `accuso_knock`."""
    rules = rules_of({"accuso_mode": "choice", "accuso_knock": knock})
    asked = [t for t in positions(set_up(rules, deck_of("alpha"), 1)) if t["phase"] == CHOOSING]
    assert [table["seat"] for table in asked] == [0, 3]
    assert [table["knock"].tolist() for table in asked] == [[0] * 4, [int(knock), 0, 0, 0]]


@named([SimpleNamespace(name=vectors.MASKS_59[0], clauses=vectors.MASKS_59[1])])
def test_masks(vector: Any) -> None:
    _, _, hand, masks = vectors.MASKS_59
    table, own = lay_table(hand, 0)
    table["phase"] = CHOOSING
    own["held"] = score.held_combinations(mask(hand), rules_of({}).record()[0])
    assert legal_texts(rules_of({}), table, own) == [f"accuso:{m}" for m in masks]


@named(vectors.KNOCKS)
def test_knocks(vector: Any) -> None:
    table = set_up(rules_of(vector.changes), deck_of(vector.deck), 1).state["table"]
    assert tuple(map(bool, table["knock"])) == vector.knocks


def test_known() -> None:
    """61-TR-14-TR-15, 74-TR-43: what all know to lie where."""
    cases = [(vector, None, 1) for vector in vectors.KNOWN]
    cases += [(vector, "in_due_21", 0) for vector in vectors.DRAWN]
    for vector, preset, deal in cases:
        referee = set_up(rules_of(vector.changes, preset), deck_of(vector.deck), deal)
        table = next(table for table in positions(referee) if table["play"] == vector.plays)
        assert known_of(table) == as_sets(vector.known), vector.name


@named(vectors.VOIDS)
def test_void_in_due(vector: Any) -> None:
    referee = set_up(rules_of(vector.changes, "in_due_21"), deck_of("alpha"))
    table = next(t for t in positions(referee) if t["trick"]["number"] == vector.tricks)
    suits = {suit for k, suit in enumerate(SUITS) if table["void"][0] >> k & 1}
    assert suits == set(vector.void_0)


# Matches


def deal_of_points(points: Sequence[int], card_points: Sequence[int] | None) -> Any:
    """A finished deal of so many points by team, team 0 being A; what is not of cards is of accuso."""
    of_cards = card_points[0] if card_points else max(11 - points[1], 0)
    thirds, last = (3 * (of_cards - 1), 0) if of_cards else (0, 1)
    return finished(thirds, last, (points[0] - of_cards, points[1] - (11 - of_cards)))


@named(vectors.MATCHES)
def test_match(vector: Any) -> None:
    rules = rules_of(vector.changes).record()[0]
    match, row = np.zeros(1, MATCH)[0], np.zeros(1, GAME.match_row)[0]
    match["score"] = before = vector.start
    for place, after in enumerate(vector.scores):
        assert not match["decided"]
        match["first"] = 0
        points = [new - old for new, old in zip(after, before, strict=True)]
        of_cards = vector.card_points[place] if vector.card_points else None
        kernel.settle(deal_of_points(points, of_cards), rules, match)
        assert tuple(match["score"]) == after
        if vector.targets:
            assert match["target"] == vector.targets[place]
        before = after
    assert (match["winner"] if kernel.match_over(match, rules) else None) == vector.winner
    if vector.winner is not None:
        kernel.record_match(match, rules, 0, row)
        assert {name: row[name] for name in vector.row} == vector.row


@named([vectors.TOO_LONG])
def test_match_too_long(vector: Any) -> None:
    rules = rules_of(vector.changes).record()[0]
    match = np.zeros(1, MATCH)[0]
    kernel.settle(deal_of_points((6, 5), None), rules, match)
    with pytest.raises(RuntimeError, match="max_deals"):
        kernel.settle(deal_of_points((6, 5), None), rules, match)


def test_first_card_of_a_deal_without_one() -> None:
    """62-TR-39."""
    vector = next(vector for vector in vectors.ROWS if vector.name == "62")
    referee, row = row_of(vector)
    assert referee.state["table"]["play"] == 0
    assert row["first_card"] == EMPTY
