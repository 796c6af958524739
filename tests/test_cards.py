"""Packs and their notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.cards import ITALIAN, VENETIAN_52, Pack
from sim.errors import InputError

PACKS = pytest.mark.parametrize("pack", [ITALIAN, VENETIAN_52], ids=lambda pack: pack.name)


@PACKS
def test_every_card_round_trips(pack: Pack) -> None:
    texts = [pack.text(card) for card in range(len(pack))]
    assert len(set(texts)) == len(pack) in (40, 52)
    assert [pack.card(text) for text in texts] == list(range(len(pack)))
    assert pack.deck(" ".join(reversed(texts))) == list(reversed(range(len(pack))))


@given(st.sets(st.integers(0, 51)))
def test_hands_round_trip(cards: set[int]) -> None:
    assert set(VENETIAN_52.cards(VENETIAN_52.hand(cards))) == cards
    assert VENETIAN_52.hand(sum(1 << card for card in cards)) == VENETIAN_52.hand(cards)


def test_named_cards() -> None:
    assert ITALIAN.cards("1D 7D FS CB RC") == [0, 6, 37, 28, 19]
    assert VENETIAN_52.cards("1D 10D FS RS") == [0, 9, 49, 51]


@PACKS
@pytest.mark.parametrize("text", ["8X", "11D", "0C", "AS", "DC", "", "D7", "7DD"])
def test_unknown_cards_are_named(pack: Pack, text: str) -> None:
    with pytest.raises(InputError, match=f"card '{text}': the {len(pack)}-card pack has ranks 1 2"):
        pack.card(text)


@pytest.mark.parametrize("text", ["8D", "9S", "10B"])
def test_rovigo_has_no_8_9_10(text: str) -> None:
    with pytest.raises(InputError, match="40-card pack"):
        ITALIAN.card(text)
    assert VENETIAN_52.card(text) >= 0


def test_decks_must_be_permutations() -> None:
    whole = ITALIAN.row(range(40))
    with pytest.raises(InputError, match="card 1D occurs twice"):
        ITALIAN.deck(whole + " 1D")
    with pytest.raises(InputError, match="39 of 40 cards, missing RS"):
        ITALIAN.deck(whole.removesuffix(" RS"))
    with pytest.raises(InputError, match="0 to 39"):
        ITALIAN.text(40)
