"""Sets of cards as bits."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sim.bits import bit, count, has, highest, lowest, mask_of
from sim.cards import members

MASKS = st.integers(0, 2**64 - 1)


@given(MASKS)
def test_count_and_lowest(mask: int) -> None:
    assert count(np.uint64(mask)) == mask.bit_count()
    assert lowest(np.uint64(mask)) == (min(members(mask)) if mask else 64)
    assert highest(np.uint64(mask)) == (max(members(mask)) if mask else -1)


@given(st.integers(0, 63), MASKS)
def test_has(card: int, mask: int) -> None:
    assert bool(has(np.uint64(mask), card)) == bool(mask >> card & 1)
    assert int(bit(card)) == 1 << card


@given(st.sets(st.integers(0, 63)))
def test_masks_round_trip(cards: set[int]) -> None:
    assert members(mask_of(cards)) == sorted(cards)
