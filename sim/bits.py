"""Sets of cards as bits of a ``uint64``: bit `c` is card `c`.

`count` and `lowest` are single machine instructions; numba has no ``np.bitwise_count``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils  # noqa: F401  (numba initialises its code generator through it)
from numba.extending import intrinsic

from sim.jit import kernel

__all__ = ["ONE", "ZERO", "bit", "count", "has", "highest", "lowest", "mask_of"]

ONE = np.uint64(1)
ZERO = np.uint64(0)


@intrinsic
def _ctpop(typingctx: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _cttz(typingctx: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


@intrinsic
def _ctlz(typingctx: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


@kernel
def count(mask):
    """Number of cards in a set, 0 to 64, as ``int64``."""
    return np.int64(_ctpop(np.uint64(mask)))


@kernel
def lowest(mask):
    """Lowest card number of a set, as ``int64``; 64 for the empty set."""
    return np.int64(_cttz(np.uint64(mask)))


@kernel
def highest(mask):
    """Highest card number of a set, as ``int64``; -1 for the empty set."""
    return 63 - np.int64(_ctlz(np.uint64(mask)))


@kernel
def bit(card):
    """The set of one card."""
    return ONE << np.uint64(card)


@kernel
def has(mask, card):
    """Whether a card is in a set."""
    return (mask >> np.uint64(card)) & ONE != ZERO


def mask_of(cards: Any) -> int:
    """The set of some card numbers as a Python integer.

    Parameters
    ----------
    cards
        Iterable of card numbers, 0 to 63.

    Returns
    -------
    int
        The mask.

    Examples
    --------
    >>> mask_of([0, 3])
    9
    """
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask
