"""Rule parameters of Tombolon, with their defaults, ranges and clauses (TB), and the presets."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import model_validator

from sim.cards import ITALIAN, VENETIAN_52, Pack
from sim.rules import Choice, RuleSet, rule

__all__ = [
    "PRESETS",
    "BothOver",
    "CapturePriority",
    "CarteTie",
    "ColourPoints",
    "GoingOut",
    "MatchTie",
    "MustCapture",
    "Rules",
    "ScopaPoints",
    "SpadeTie",
    "Tombolon",
]


class MustCapture(Choice):
    """TB-16: who must capture."""

    card = 0
    hand = 1
    none = 2


class CapturePriority(Choice):
    """TB-15: which captures of the played card are open."""

    free = 0
    equal_first = 1
    fewest = 2


class ColourPoints(Choice):
    """TB-22: what a colour scores; cards: the number of cards, played card counted."""

    value = 0
    one = 1
    off = 2
    cards = 3


class ScopaPoints(Choice):
    """TB-21: what a scopa scores."""

    value = 0
    one = 1
    off = 2


class CarteTie(Choice):
    """TB-30: who gets Carte at half of the pack."""

    first = 0
    none = 1
    split = 2


class SpadeTie(Choice):
    """TB-31: who gets Spade at half of the suit."""

    first = 0
    none = 1


class Tombolon(Choice):
    """TB-35: what a Tombolon is."""

    win = 0
    all_spades = 1
    off = 2


class GoingOut(Choice):
    """TB-38: what counts for going out in mid-deal."""

    secured = 0
    play = 1
    off = 2


class BothOver(Choice):
    """TB-42: who wins with both sides over the target."""

    higher = 0
    first = 1


class MatchTie(Choice):
    """TB-42: what follows equal totals over the target."""

    extra = 0
    first = 1


_PACKETS = {
    (40, 4): (4, 5),
    (40, 2): (4, 4, 4, 6),
    (52, 4): (4, 4, 4),
    (52, 2): (4, 4, 4, 4, 4, 4),
}


def _at_rovigo_and_padova(rovigo: Any, padova: Any) -> Any:
    return lambda given: rovigo if given["pack"] == 40 else padova


class Rules(RuleSet):
    """The rules of one table of Tombolon (table 4 of the rules page)."""

    game = "tombolon"

    pack: Literal[40, 52] = rule(
        40, meaning="cards in the pack: 40 Rovigo, 52 Padova", clause="TB-1"
    )
    n_seats: Literal[2, 4] = rule(4, meaning="players; a seat's side is seat mod 2", clause="TB-2")
    packets: tuple[int, ...] = rule(
        lambda given: _PACKETS[given["pack"], given["n_seats"]],
        shown="40/4: 4,5; 40/2: 4,4,4,6; 52/4: 4,4,4; 52/2: 4,4,4,4,4,4",
        meaning="cards a seat in each packet; n_seats * sum + 4 = pack",
        clause="TB-6",
        min_length=1,
        max_length=24,
    )
    redeal_ranks: frozenset[int] = rule(
        _at_rovigo_and_padova(frozenset({7, 8, 9, 10}), frozenset({10, 11, 12, 13})),
        shown="40: 7,8,9,10; 52: 10,11,12,13",
        meaning="three or four of such a rank on the first table: shuffle again",
        clause="TB-8",
    )
    must_capture: MustCapture = rule(
        MustCapture.card,
        meaning="duty to capture: on the card played, on the hand, none",
        clause="TB-16",
    )
    capture_priority: CapturePriority = rule(
        CapturePriority.free, meaning="choice among the captures of the card played", clause="TB-15"
    )
    figure_points: tuple[int, int, int] = rule(
        (3, 4, 5), meaning="value of Fante, Cavallo, Re, 0..20 each", clause="TB-20"
    )
    scopa_points: ScopaPoints = rule(
        ScopaPoints.value, meaning="a scopa scores the value of the card played, one, or nothing",
        clause="TB-21",
    )  # fmt: skip
    colour_points: ColourPoints = rule(
        ColourPoints.value,
        meaning="a colour scores the value of the card played, one, nothing, or the cards taken",
        clause="TB-22",
    )
    last_scopa: bool = rule(False, meaning="the last card may score a scopa", clause="TB-24")
    last_colour: bool = rule(
        _at_rovigo_and_padova(True, False),
        shown="40: true; 52: false",
        meaning="the last card may score a colour",
        clause="TB-24",
    )
    carte_tie: CarteTie = rule(
        CarteTie.first,
        meaning="Carte at half of the pack: side 0, nobody, one each",
        clause="TB-30",
    )
    spade_tie: SpadeTie = rule(
        SpadeTie.first, meaning="Spade at half of the suit: side 0 or nobody", clause="TB-31"
    )
    denari_honour_rank: int = rule(
        _at_rovigo_and_padova(7, 10),
        shown="40: 7; 52: 10",
        meaning="rank of the bello, the honour of Denari; a number card",
        clause="TB-32",
        ge=1,
        le=10,
    )
    raddoppio: bool = rule(True, meaning="all six deck points score twelve", clause="TB-33")
    raddoppio_on_tie: bool = rule(
        True, meaning="points won through a tie serve the raddoppio", clause="TB-33"
    )
    napoli: bool = rule(
        True, meaning="the run of Spade from the ace scores its length", clause="TB-34"
    )
    tombolon: Tombolon = rule(
        Tombolon.win, meaning="six deck points and all Spade, or all Spade alone, win the match",
        clause="TB-35",
    )  # fmt: skip
    target: int = rule(
        _at_rovigo_and_padova(31, 51),
        shown="40: 31; 52: 51",
        meaning="points that win the match",
        clause="TB-37",
        ge=1,
        le=1000,
    )
    going_out: GoingOut = rule(
        GoingOut.secured,
        meaning="going out in mid-deal: all certain points count, only points of play, or never",
        clause="TB-38",
    )
    both_over: BothOver = rule(
        BothOver.higher, meaning="both over the target: the higher wins, or side 0", clause="TB-42"
    )
    match_tie: MatchTie = rule(
        MatchTie.extra,
        meaning="equal totals over the target: another deal, or side 0",
        clause="TB-42",
    )
    max_deals: int = rule(
        100, meaning="deals after which a match ends unfinished", clause="TB-44", ge=1, le=10_000
    )

    @model_validator(mode="after")
    def _check_combinations(self) -> Self:
        if min(self.packets) < 1:
            raise ValueError(f"packets: entries must be at least 1, got {list(self.packets)}")
        dealt = self.n_seats * sum(self.packets)
        if dealt + 4 != self.pack:
            raise ValueError(
                f"packets: {list(self.packets)} give {dealt} cards to {self.n_seats} seats; "
                f"with {self.pack} cards it must be {self.pack - 4}"
            )
        strange = sorted(self.redeal_ranks - set(range(1, self.ranks + 1)))
        if strange:
            raise ValueError(f"redeal_ranks: must be ranks 1..{self.ranks}, got {strange[0]}")
        if self.denari_honour_rank > self.top:
            raise ValueError(
                f"denari_honour_rank: must be a number card 1..{self.top}, "
                f"got {self.denari_honour_rank}"
            )
        if not all(0 <= points <= 20 for points in self.figure_points):
            raise ValueError(f"figure_points: must be 0..20 each, got {list(self.figure_points)}")
        return self

    @property
    def seats(self) -> int:
        """Players: `n_seats`."""
        return self.n_seats

    @property
    def ranks(self) -> int:
        """Ranks of a suit: 10 or 13."""
        return self.pack // 4

    @property
    def top(self) -> int:
        """Greatest number card: 7 or 10."""
        return self.ranks - 3

    @property
    def cards(self) -> Pack:
        """The pack and its notation."""
        return ITALIAN if self.pack == 40 else VENETIAN_52

    @property
    def honours(self) -> list[int]:
        """Card numbers of the bello, the 2 di Spade and the Fante di Spade (TB-32)."""
        return self.cards.cards(f"{self.denari_honour_rank}D 2S FS")


PRESETS = {
    "rovigo4": Rules(pack=40, n_seats=4),
    "rovigo2": Rules(pack=40, n_seats=2),
    "padova4": Rules(pack=52, n_seats=4),
    "padova2": Rules(pack=52, n_seats=2),
    "cuperativa2": Rules(pack=40, n_seats=2, redeal_ranks=frozenset(), raddoppio_on_tie=False),
}
