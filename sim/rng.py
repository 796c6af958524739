"""Chance: Philox2x64-10, one private stream a deal and lane.

key = root seed; counter = (block, word) with ``word = deal << 48 | number << 8 | lane``: `number` is the
deal's or match's number in the study (40 bits), `deal` the deal of the match (16 bits; 0 in single
deals), `lane` who draws. A row therefore depends on its number alone, and two variants or two policies
meet the same cards. `method.md` of the house measured the alternatives; numpy's generators are banned
in kernels.

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC11), and the
known-answer vectors of Random123, which are tests.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.jit import kernel

__all__ = [
    "CARDS_LANE",
    "MATCH_LANE",
    "MAX_DEALS",
    "MAX_NUMBER",
    "SEARCH_LANE",
    "SEAT_LANE",
    "STREAM",
    "below",
    "open_stream",
    "philox2x64",
    "shuffle",
    "uniform",
    "word32",
]

CARDS_LANE = 0
"""The lane that shuffles."""
SEAT_LANE = 1
"""``SEAT_LANE + seat`` is that seat's own noise."""
SEARCH_LANE = 16
"""First lane of a search policy's worlds; up to `MATCH_LANE` - 1."""
MATCH_LANE = 255
"""The lane of what is drawn once a match: who deals first."""
MAX_NUMBER = 2**40
"""Deals or matches in a study are numbered below this."""
MAX_DEALS = 2**16
"""Deals of one match are numbered below this."""

STREAM = np.dtype(
    [
        ("key", "u8"),  # root seed
        ("word", "u8"),  # second counter word: deal, number, lane
        ("block", "u8"),  # first counter word: blocks drawn so far
        ("low", "u8"),  # 64 bits not yet handed out
        ("high", "u8"),  # 64 bits not yet handed out
        ("left", "u8"),  # 32-bit words left in them, 0 to 4
    ],
    align=True,
)

_MULTIPLIER = np.uint64(0xD2B74407B1CE6E93)
_WEYL = np.uint64(0x9E3779B97F4A7C15)
_LOW32 = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_53 = 1.0 / (1 << 53)


@intrinsic
def _high_product(typingctx: Any, a: Any, b: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


@kernel
def philox2x64(key, block, word):
    """Ten rounds of Philox2x64 on the counter (block, word); two ``uint64``."""
    low = np.uint64(block)
    high = np.uint64(word)
    key = np.uint64(key)
    for _ in range(10):
        carried = _high_product(_MULTIPLIER, low)
        low, high = carried ^ key ^ high, _MULTIPLIER * low
        key += _WEYL
    return low, high


@kernel
def open_stream(stream, key, number, deal, lane):
    """Set a stream to the beginning of one lane of one deal (mutates `stream`)."""
    stream.key = key
    stream.word = (
        (np.uint64(deal) << np.uint64(48)) | (np.uint64(number) << np.uint64(8)) | np.uint64(lane)
    )
    stream.block = 0
    stream.left = 0


@kernel
def word32(stream):
    """The next 32 bits, as ``uint64`` (mutates `stream`)."""
    if stream.left == 0:
        low, high = philox2x64(stream.key, stream.block, stream.word)
        stream.low = low
        stream.high = high
        stream.block += np.uint64(1)
        stream.left = 4
    if stream.left == 2:
        stream.low = stream.high
    word = stream.low & _LOW32
    stream.low >>= _32
    stream.left -= np.uint64(1)
    return word


@kernel
def below(stream, n):
    """An unbiased integer from 0 to n - 1, 1 <= n < 2**32 (Lemire 2018; mutates `stream`)."""
    bound = np.uint64(n)
    product = word32(stream) * bound
    if product & _LOW32 < bound:
        floor = ((_LOW32 + np.uint64(1)) - bound) % bound
        while product & _LOW32 < floor:
            product = word32(stream) * bound
    return np.int64(product >> _32)


@kernel
def uniform(stream):
    """A float in [0, 1) with 53 random bits (mutates `stream`)."""
    high = word32(stream) << np.uint64(21)
    return np.float64(high | (word32(stream) >> np.uint64(11))) * _53


@kernel
def shuffle(cards, n, stream):
    """Permute the first `n` entries uniformly (Fisher-Yates from the top; mutates both)."""
    for last in range(n - 1, 0, -1):
        chosen = below(stream, last + 1)
        held = cards[last]
        cards[last] = cards[chosen]
        cards[chosen] = held
