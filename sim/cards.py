"""Packs and their notation: the only card encoding there is.

A card is a number from 0; a pack gives it a suit, a rank and a text, and reads the text back.
Suits of the Italian packs are 0 Denari, 1 Coppe, 2 Bastoni, 3 Spade; ``card = suit * ranks + rank - 1``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sim.errors import InputError

__all__ = ["ITALIAN", "VENETIAN_52", "Pack"]


@dataclass(frozen=True)
class Pack:
    """A pack of distinct cards and how they are written.

    Attributes
    ----------
    name
        Name used in messages.
    suits
        One letter a suit, in order of their numbers.
    ranks
        Text of each rank, from rank 1.
    """

    name: str
    suits: str
    ranks: tuple[str, ...]
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the texts."""
        texts = [rank + suit for suit in self.suits for rank in self.ranks]
        object.__setattr__(self, "_numbers", {text: n for n, text in enumerate(texts)})

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self.suits) * len(self.ranks)

    def text(self, card: int) -> str:
        """Write one card.

        Parameters
        ----------
        card
            Card number, 0 to ``len(pack) - 1``.

        Returns
        -------
        str
            Rank then suit.

        Raises
        ------
        InputError
            If the pack has no such number.

        Examples
        --------
        >>> ITALIAN.text(37)
        'FS'
        """
        if not 0 <= card < len(self):
            raise InputError(f"card number {card}: the {self.name} has 0 to {len(self) - 1}")
        suit, rank = divmod(int(card), len(self.ranks))
        return self.ranks[rank] + self.suits[suit]

    def card(self, text: str) -> int:
        """Read one card.

        Parameters
        ----------
        text
            Rank then suit; surrounding blanks and case do not matter.

        Returns
        -------
        int
            Card number.

        Raises
        ------
        InputError
            If the pack has no such card; names the ranks and suits that it has.

        Examples
        --------
        >>> ITALIAN.card("7D"), ITALIAN.text(ITALIAN.card("rc"))
        (6, 'RC')
        """
        number = self._numbers.get(text.strip().upper())
        if number is None:
            raise InputError(
                f"card {text.strip()!r}: the {self.name} has ranks {' '.join(self.ranks)} "
                f"and suits {' '.join(self.suits)}"
            )
        return number

    def cards(self, text: str) -> list[int]:
        """Read cards separated by blanks, refusing one that occurs twice.

        Parameters
        ----------
        text
            Cards in any order; may be empty.

        Returns
        -------
        list of int
            Card numbers in the order written.

        Raises
        ------
        InputError
            For a card that is not in the pack or is written twice.

        Examples
        --------
        >>> ITALIAN.cards("7D FS")
        [6, 37]
        """
        numbers = [self.card(word) for word in text.split()]
        for place, number in enumerate(numbers):
            if number in numbers[:place]:
                raise InputError(f"card {self.text(number)} occurs twice")
        return numbers

    def deck(self, text: str) -> list[int]:
        """Read the whole pack in dealing order.

        Parameters
        ----------
        text
            Every card of the pack once.

        Returns
        -------
        list of int
            A permutation of the card numbers.

        Raises
        ------
        InputError
            If a card is unknown, occurs twice or is missing.
        """
        numbers = self.cards(text)
        missing = [self.text(card) for card in range(len(self)) if card not in set(numbers)]
        if missing:
            raise InputError(
                f"pack: {len(numbers)} of {len(self)} cards, missing {' '.join(missing[:5])}"
                + (" ..." if len(missing) > 5 else "")
            )
        return numbers

    def hand(self, cards: int | Iterable[int]) -> str:
        """Write a set of cards, ascending by number.

        Parameters
        ----------
        cards
            A mask, or card numbers.

        Returns
        -------
        str
            Cards joined by blanks.

        Examples
        --------
        >>> ITALIAN.hand(0b1000001)
        '1D 7D'
        """
        return self.row(members(cards) if isinstance(cards, int) else sorted(cards))

    def row(self, cards: Sequence[int]) -> str:
        """Write cards in the order given.

        Parameters
        ----------
        cards
            Card numbers.

        Returns
        -------
        str
            Cards joined by blanks.
        """
        return " ".join(self.text(card) for card in cards)


def members(mask: int) -> list[int]:
    """Card numbers of a mask, ascending.

    Parameters
    ----------
    mask
        A set of cards, 0 to 2**64 - 1.

    Returns
    -------
    list of int
        Card numbers.

    Examples
    --------
    >>> members(9)
    [0, 3]
    """
    mask = int(mask)
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


ITALIAN = Pack("40-card pack", "DCBS", ("1", "2", "3", "4", "5", "6", "7", "F", "C", "R"))
VENETIAN_52 = Pack(
    "52-card pack", "DCBS", ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "F", "C", "R")
)
