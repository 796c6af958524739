"""Packs and their notation: the only card encoding there is.

A card is a number from 0; a pack gives it a suit, a rank and a text, and reads the text back.
Suits of the Italian packs are 0 Denari, 1 Coppe, 2 Bastoni, 3 Spade; ``card = suit * ranks + rank - 1``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

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
    removed
        Numbers that are not in play; the others keep theirs.
    """

    name: str
    suits: str
    ranks: tuple[str, ...]
    removed: frozenset[int] = frozenset()
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the texts."""
        texts = [rank + suit for suit in self.suits for rank in self.ranks]
        numbers = {text: n for n, text in enumerate(texts) if n not in self.removed}
        object.__setattr__(self, "_numbers", numbers)

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self._numbers)

    def without(self, cards: Iterable[int]) -> Pack:
        """Make the pack that is left when some cards are taken out.

        Parameters
        ----------
        cards
            Their numbers.

        Returns
        -------
        Pack
            The same numbers and texts for the rest; itself if none is taken out.

        Examples
        --------
        >>> len(ITALIAN.without([1, 11]))
        38
        """
        removed = self.removed | frozenset(cards)
        if removed == self.removed:
            return self
        left = len(self) - len(removed - self.removed)
        return replace(self, name=f"{left}-card pack", removed=removed)

    def numbers(self) -> list[int]:
        """Give the numbers of the cards in play.

        Returns
        -------
        list of int
            Ascending; 0 to ``len(pack) - 1`` where none is removed.
        """
        return list(self._numbers.values())

    def text(self, card: int) -> str:
        """Write one card.

        Parameters
        ----------
        card
            Card number, one of `numbers`.

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
        last = len(self.suits) * len(self.ranks) - 1
        if not 0 <= card <= last:
            raise InputError(f"card number {card}: the {self.name} has 0 to {last}")
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
                + (f" without {self.hand(self.removed)}" if self.removed else "")
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
        missing = [self.text(card) for card in self.numbers() if card not in set(numbers)]
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
