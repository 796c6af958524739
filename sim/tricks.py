"""Tricks: what the games that take them share.

A trick is a record in a game's table; the game says which card beats the best one, and what the trick
is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.jit import kernel

__all__ = ["EMPTY", "TRICK", "changes_lead", "higher_cards", "lay_card", "next_seat", "open_trick"]

EMPTY = 255
"""No card, no seat."""

TRICK = np.dtype(
    [
        ("number", "u1"),  # tricks completed before it
        ("leader", "u1"),  # seat that leads it
        ("n", "u1"),  # cards played to it
        ("best", "u1"),  # card that wins so far, EMPTY before the lead
        ("winner", "u1"),  # seat that wins so far, EMPTY before the lead
        ("cards", "u1", (4,)),  # in order of play; the first `n` count
    ],
    align=True,
)
"""The trick on the table."""


def higher_cards(strength: Sequence[int], suits: int = 4) -> np.ndarray[Any, Any]:
    """For each card the stronger ones of its suit.

    Parameters
    ----------
    strength
        Strength of each rank, all different.
    suits
        Suits of the pack; ``card = suit * ranks + rank - 1``.

    Returns
    -------
    np.ndarray
        Masks, ``uint64``, shape (suits * ranks,).
    """
    ranks = len(strength)
    masks = np.zeros(suits * ranks, np.uint64)
    for card in range(len(masks)):
        suit, rank = divmod(card, ranks)
        stronger = (other for other in range(ranks) if strength[other] > strength[rank])
        masks[card] = sum(1 << suit * ranks + other for other in stronger)
    return masks


@kernel
def open_trick(trick, number, leader):
    """Begin a trick."""
    trick.number = number
    trick.leader = leader
    trick.n = 0
    trick.best = EMPTY
    trick.winner = EMPTY


@kernel
def lay_card(trick, seat, card, beats):
    """Play a card to the trick; `beats` says whether it beats the best so far (true for the lead)."""
    trick.cards[trick.n] = card
    trick.n += np.uint8(1)
    if beats:
        trick.best = card
        trick.winner = seat


@kernel
def next_seat(seat, seats):
    """The seat after one, in order of play."""
    following = seat + 1
    return following if following < seats else np.int64(0)  # a division would take longer


@kernel
def changes_lead(ahead, last_ahead):
    """Whether the side ahead alone (-1: level) is another than the one that was last ahead."""
    return ahead >= 0 and last_ahead >= 0 and ahead != last_ahead
