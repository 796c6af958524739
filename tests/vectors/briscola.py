"""Worked examples of the Briscola rules page: pure data, one entry an example.

Cards, hands, decks and plays are texts separated by spaces. Names are the numbers of the page
(section 8); seats and places count from 0 unless a field says otherwise. "deck n" of the page is
``random.Random(n).shuffle`` of the pack in number order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Changes = dict[str, Any]
DECK_GAMMA = (
    "4B 3D 2C 2D FS 3S 6D RD FC RB 5S 1B CS 2B FB 3B 1C 4S CC 6S RS 5C 7B RC 4C 3C 1D "
    "6C 4D 7D 6B 5B 1S CB 2S FD 7C 5D 7S CD"
)
DECK_DELTA = (
    "7B 5D RS FB 5S 6C RB RD 6S 2S 1S 6B 7D "
    "CB FD 3B 1D 2D CD 5B 5C FC 2C 4S 7S 3C 1B 3S FS 2B CC 3D 4C 7C RC 1C 4B CS 6D 4D"
)
DECK_IN_ORDER = (
    "1D 2D 3D 4D 5D 6D 7D FD CD RD 1C 2C 3C 4C 5C 6C 7C FC CC RC "
    "1B 2B 3B 4B 5B 6B 7B FB CB RB 1S 2S 3S 4S 5S 6S 7S FS CS RS"
)
DECK_GAMMA_36 = " ".join(card for card in DECK_GAMMA.split() if card[0] != "2")
# Decks number 7 and 0, written out.
DECK_7 = (
    "6D 6S 3C RC 6C 1C 1S 2B CD 2C RS 1D CB 5C CS CC 3B 2S FB 5B FC 3S FD 7B FS 4C 3D 2D 4S 7C "
    "RB 7S 4B 7D 5S 5D 4D 6B RD 1B"
)
DECK_0 = (
    "1D FB 3C 2B RB 6C CS 5S 2D 1B FD 6D 1C 4C 5C FS 3B RS 4B FC CD 6S 4D 4S RD 5D 7S 7D CB CC "
    "2C 1S RC 6B 2S 3S 7C 3D 7B 5B"
)
NUMBERED_DECKS = {7: DECK_7, 0: DECK_0}


class LayoutVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    deck: str
    hands: tuple[str, ...]  # by seat
    faceup: str
    stock_starts: str  # first cards of the stock
    stock_ends: str  # its last cards before T


class DrawVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    deck: str
    trick: int  # number from 1
    winner: int  # seat
    drawn: tuple[str | None, ...]  # by seat; None: the page does not say
    faceup_seat: int | None  # who gets T, if that draw is the last


class LegalVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    hand: str
    actions: str  # in the page's order


class TrickVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    changes: Changes  # to `palazzo`; two players: to `in_due`
    preset: str
    cards: str
    trump: str
    winner: int  # place from 1
    points: int | None  # None: the page does not say


class MaskVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    second_card: int
    trump: str
    hand: str
    trumps: int
    full: int


class WinnerVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    changes: Changes
    points: tuple[int, ...]  # by side
    last_seat: int
    first: int
    deal_winner: int
    match_winner_of_deal: int


class SwapVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    faceup: str
    holds: str  # the card that matters in the hand of the seat to play
    has_trick: bool  # its pair has taken a trick in this deal
    taken: str | None  # None: no exchange


class MatchVector(NamedTuple):
    """A match given by its results: a letter wins the deal, ``-`` is a drawn deal."""

    name: str
    clauses: tuple[str, ...]
    changes: Changes
    start: tuple[int, int]
    first_player: int
    results: str
    over: bool  # after the last of the results (never before)
    error: bool  # the bound on deals is reached there
    winner: int | None
    won: tuple[int, int]
    drawn_deals: int
    sweep: bool | None


class WholeVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    changes: Changes
    deck: str
    policy: str
    tricks: tuple[str, ...]  # cards in order of play; empty: the page does not say
    winners: tuple[int, ...]
    by_seat: tuple[int, ...] | None
    points: tuple[int, ...]  # by side
    faceup_seat: int | None
    columns: dict[str, Any]  # further columns of the deal record
    swap: tuple[int, int, str, str] | None  # plays before it, seat, taken, laid down


class RecordedVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    deck: str
    plays: str
    points: tuple[int, int]


class MasksVector(NamedTuple):
    """Masks that seat 0 sees in a deal of deck gamma."""

    name: str
    clauses: tuple[str, ...]
    changes: Changes
    plays: str  # made before
    masks: dict[int, int]  # what is seen of these seats; the own mask may be left out
    nobody_else: bool  # no other mask is seen


class PartnerVector(NamedTuple):
    """Partner's cards in the view of seat 0, deck gamma."""

    name: str
    clauses: tuple[str, ...]
    changes: Changes
    plays: str
    partner_hand: str


class RecallVector(NamedTuple):
    """Played cards in the view of a seat, deck gamma played by ``first`` (vector 35)."""

    name: str
    clauses: tuple[str, ...]
    changes: Changes
    n_plays: int  # made before
    seat: int
    played: str


class KnownVector(NamedTuple):
    """K of all seats, deck gamma."""

    name: str
    clauses: tuple[str, ...]
    preset: str
    plays: str
    known: tuple[str, ...]  # by seat


class RefusedVector(NamedTuple):
    name: str
    given: Changes
    names: tuple[str, ...]  # parameters that the error must name


LAYOUTS = (
    LayoutVector(
        "1",
        ("BR-4",),
        "palazzo",
        DECK_GAMMA,
        ("4B 3D 2C", "2D FS 3S", "6D RD FC", "RB 5S 1B"),
        "CS",
        "2B FB 3B 1C",
        "",
    ),
    LayoutVector(
        "2",
        ("BR-4",),
        "palazzo",
        DECK_IN_ORDER,
        ("1D 2D 3D", "4D 5D 6D", "7D FD CD", "RD 1C 2C"),
        "3C",
        "",
        "RS",
    ),
    LayoutVector(
        "42",
        ("BR-4", "BR-27"),
        "in_due",
        DECK_GAMMA,
        ("4B 3D 2C", "2D FS 3S"),
        "6D",
        "",
        "",
    ),
    LayoutVector(
        "69",
        ("BR-4", "BR-28"),
        "in_tre_36",
        DECK_GAMMA_36,
        ("4B 3D FS", "3S 6D RD", "FC RB 5S"),
        "1B",
        "",
        "",
    ),
)

DRAWS = (
    DrawVector("3", ("BR-6",), DECK_GAMMA, 1, 3, ("FB", "3B", "1C", "2B"), None),
    DrawVector("16", ("BR-6",), DECK_GAMMA, 7, 1, ("CS", None, None, None), 0),
)

LEGAL = (
    LegalVector("4", ("BR-9",), "4B 3D 2C", "3D 2C 4B"),
    LegalVector("4", ("BR-9",), "RB 5S 1B", "1B RB 5S"),
    LegalVector("4", ("BR-9",), "CS 1D", "1D CS"),
    LegalVector("4", ("BR-9",), "7S", "7S"),
)

TRICKS = (
    TrickVector("5", ("BR-10",), {}, "palazzo", "4C 5C 6C 7C", "D", 4, 0),
    TrickVector("6", ("BR-10",), {}, "palazzo", "4C 2D 1C 3C", "D", 2, 21),
    TrickVector("7", ("BR-10",), {}, "palazzo", "1C 3C RC CC", "D", 1, 28),
    TrickVector("8", ("BR-10",), {}, "palazzo", "1C 3B 1S 1B", "D", 1, 43),
    TrickVector("9", ("BR-10",), {}, "palazzo", "3D 1D 2D RD", "D", 2, 25),
    TrickVector("10", ("BR-10",), {}, "palazzo", "2C 7D 4D 1C", "D", 2, 11),
    TrickVector("11", ("BR-10",), {}, "palazzo", "5B 4S 1D FB", "C", 4, 13),
    TrickVector("12", ("BR-10",), {}, "palazzo", "FS CS RS 7S", "B", 3, 9),
    TrickVector("13", ("BR-10",), {}, "palazzo", "7S 3S 1C 1B", "B", 4, 32),
    TrickVector("14", ("BR-10",), {}, "palazzo", "6D 1S 1B 1C", "D", 1, 33),
    TrickVector("15", ("BR-10",), {}, "in_due", "7S 2S", "B", 1, None),
    TrickVector("28", ("BR-25",), {"second_card": 7}, "palazzo", "7C 3C RC 6C", "D", 1, 14),
    TrickVector("29", ("BR-25",), {"second_card": 7}, "in_due", "1C 7C", "D", 1, 21),
)

MASKS = (
    MaskVector("17", ("BR-14",), 3, "S", "1S FS 2D", 17, 17),
    MaskVector("18", ("BR-14",), 3, "S", "RS 3D 7S", 4, 36),
    MaskVector("19", ("BR-14",), 3, "S", "2D 1C 3B", 0, 96),
    MaskVector("20", ("BR-14",), 3, "S", "7S 2S 4S", 0, 0),
    MaskVector("21", ("BR-14",), 3, "S", "CS 1S 3S", 26, 26),
    MaskVector("55", ("BR-25", "BR-14"), 3, "S", "7S 2D 3C", 0, 32),
    MaskVector("55", ("BR-25", "BR-14"), 7, "S", "7S 2D 3C", 8, 8),
)

DEAL_WINNERS = (
    WinnerVector("24", ("BR-20",), "palazzo", {}, (61, 59), 1, 0, 0, 0),
    WinnerVector("25", ("BR-20", "BR-21"), "palazzo", {}, (60, 60), 1, 0, -1, -1),
    WinnerVector("26", ("BR-23",), "ultima_presa", {}, (60, 60), 3, 0, 1, 1),
    WinnerVector("27", ("BR-21",), "palazzo", {}, (75, 45), 0, 3, 0, 1),
    WinnerVector("33", ("BR-28",), "in_tre", {}, (54, 54, 12), 0, 0, -1, -1),
    WinnerVector("61", ("BR-28",), "in_tre", {}, (30, 60, 30), 0, 2, 1, 0),
)

SWAPS = (
    SwapVector("30", ("BR-26",), "scambio_sette", "RD", "7D", True, "RD"),
    SwapVector("30", ("BR-26",), "scambio_sette", "RD", "7D", False, None),
    SwapVector("30", ("BR-26",), "scambio_sette", "5D", "7D", True, None),
    SwapVector("31", ("BR-26",), "scambio_due", "4D", "2D", False, "4D"),
)

MATCHES = (
    MatchVector("25", ("BR-20", "BR-21"), {}, (3, 3), 0, "-", False, False, None, (3, 3), 1, None),
    MatchVector(
        "34",
        ("BR-24",),
        {"match_fixed_deals": 5},
        (0, 0),
        0,
        "ABBA-",
        True,
        False,
        -1,
        (2, 2),
        1,
        None,
    ),
    MatchVector(
        "58", ("BR-24",), {"match_to": 2}, (0, 0), 0, "A-A", True, False, 0, (2, 0), 1, True
    ),
    MatchVector(
        "59",
        ("BR-24",),
        {"match_fixed_deals": 5},
        (0, 0),
        0,
        "AAAB-",
        True,
        False,
        0,
        (3, 1),
        1,
        False,
    ),
    MatchVector(
        "60", ("BR-22",), {"max_deals": 2}, (0, 0), 0, "--", False, True, None, (0, 0), 2, None
    ),
)

_PLAY = ("BR-4", "BR-6", "BR-10", "BR-11")
_TRICKS_35 = (
    "3D 2D 6D 1B",
    "2C FB RD 1C",
    "RB CC 3S FC",
    "5C 3B RC 4C",
    "3C 1D 6C 4D",
    "7D 2B 5B 7B",
    "CB 4B FD 7C",
    "5D 6B CD 1S",
    "CS 4S 2S 6S",
    "RS 5S 7S FS",
)
_TRICKS_37 = (
    "4B 2D 6D 1B",
    "RB 3D 3S FC",
    "4S 1C 2B RS",
    "FB 3B CC 4C",
    "7B 1D 6C 2C",
    "7D RD 5S 4D",
    "5B 5C FD 7C",
    "5D 2S CD RC",
    "7S FS CS CB",
    "6B 6S 1S 3C",
)

WHOLE = (
    WholeVector(
        "35",
        _PLAY,
        "palazzo",
        {},
        DECK_GAMMA,
        "first",
        _TRICKS_35,
        (0, 3, 1, 3, 3, 3, 3, 2, 2, 2),
        (21, 19, 23, 57),
        (44, 76),
        2,
        {},
        None,
    ),
    WholeVector(
        "36",
        _PLAY,
        "palazzo",
        {},
        DECK_GAMMA,
        "greedy",
        (
            "2C 2D 6D RB",
            "2B FB FC 1C",
            "4S CC 5S 4B",
            "5C 7B RC 4C",
            "FS RD 6C 4D",
            "7D 6B 5B 3D",
            "CB 2S FD 1B",
            "5D 7S 7C CS",
            "RS 3C 3B CD",
            "1S 3S 1D 6S",
        ),
        (0, 1, 3, 1, 1, 0, 1, 0, 0, 0),
        (76, 41, 0, 3),
        (76, 44),
        0,
        {},
        None,
    ),
    WholeVector(
        "37",
        _PLAY,
        "palazzo",
        {},
        DECK_GAMMA,
        "expert",
        _TRICKS_37,
        (3, 1, 0, 1, 1, 3, 3, 0, 2, 0),
        (43, 52, 8, 17),
        (51, 69),
        2,
        {},
        None,
    ),
    WholeVector(
        "38",
        ("BR-14", "BR-17"),
        "muta",
        {},
        DECK_GAMMA,
        "expert",
        (
            *_TRICKS_37[:2],
            "4S CC 2B RS",
            "FB 3B RD 4C",
            "7B 1D 6C 2C",
            "7D 1C 5S 4D",
            "5B 5C FD 7C",
            "CB 7S FS CS",
            "6B 6S 2S 3C",
            "5D 1S CD RC",
        ),
        (3, 1, 0, 1, 1, 3, 3, 2, 3, 0),
        (25, 53, 8, 34),
        (33, 87),
        None,
        {},
        None,
    ),
    WholeVector(
        "39",
        _PLAY,
        "palazzo",
        {},
        DECK_DELTA,
        "expert",
        (
            "RS 5S 6S 1S",
            "2S 7B 6C RB",
            "6B 5D 5B 5C",
            "FC 3B RD 7S",
            "4S 1B CD 2C",
            "3S CC 3D 4C",
            "7C RC 2B FB",
            "CB 1C 4B 7D",
            "3C CS 6D FS",
            "FD 4D 1D 2D",
        ),
        (3, 3, 0, 2, 0, 2, 3, 2, 0, 2),
        (29, 0, 66, 25),
        (95, 25),
        2,
        {},
        None,
    ),
    WholeVector(
        "40",
        ("BR-20",),
        "palazzo",
        {},
        "FD 3S 2B FC 6D 2S RC 5S 4S 4B 7C FS CD 5C 4C CB RB 6S 1C RD FB 5B 1D 2C "
        "CS 1B 2D 3C 7D 6C 6B 5D CC 1S 4D 7B RS 3D 7S 3B",
        "greedy",
        (),
        (3, 2, 0, 1, 0, 3, 0, 0, 1, 0),
        (54, 46, 6, 14),
        (60, 60),
        3,
        {"deal_winner": -1, "match_winner_of_deal": -1, "faceup_card": 8},
        None,
    ),
    WholeVector(
        "41",
        ("BR-12",),
        "palazzo",
        {},
        "3D 6S 4C 2B 5S RB FC 6D FD 3S 5D 1C CB RD CD 3C 4S FB FS 1D 7C CS 7B RC 7S "
        "1B 2D RS 4D CC 2S 3B 7D 6C 4B 2C 5C 6B 1S 5B",
        "greedy",
        (),
        (3, 1, 1, 1, 1, 1, 1, 1, 3, 1),
        (0, 86, 0, 34),
        (0, 120),
        None,
        {"all_tricks": True},
        None,
    ),
    WholeVector(
        "42",
        ("BR-27",),
        "in_due",
        {},
        DECK_GAMMA,
        "first",
        (),
        (0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0),
        None,
        (90, 30),
        1,
        {},
        None,
    ),
    WholeVector(
        "43",
        ("BR-27",),
        "in_due",
        {},
        DECK_GAMMA,
        "expert",
        (),
        (0, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0),
        None,
        (62, 58),
        0,
        {},
        None,
    ),
    WholeVector(
        "44",
        ("BR-28",),
        "in_tre",
        {},
        "CS 3D 2C 2D RD 6D FC 7S CB 5B CC 4S 4B 3B 5S 1C FB "
        "6S RS 5C 6B RC 4C 1S 1D 6C 4D 7D 7B 3C 1B 2S RB 3S FD 7C 5D FS CD",
        "first",
        (),
        (0, 2, 2, 2, 0, 0, 0, 2, 0, 0, 2, 0, 1),
        None,
        (59, 7, 54),
        2,
        {"faceup_card": 24},
        None,
    ),
    WholeVector(
        "44",
        ("BR-28",),
        "in_tre",
        {},
        "CS 3D 2C 2D RD 6D FC 7S CB 5B CC 4S 4B 3B 5S 1C FB "
        "6S RS 5C 6B RC 4C 1S 1D 6C 4D 7D 7B 3C 1B 2S RB 3S FD 7C 5D FS CD",
        "expert",
        (),
        (),
        None,
        (3, 65, 52),
        1,
        {},
        None,
    ),
    WholeVector(
        "62",
        ("section-6",),
        "palazzo",
        {},
        DECK_GAMMA,
        "first",
        (),
        (),
        None,
        (44, 76),
        2,
        {
            "faceup_card": 38,
            "trump_suit": 3,
            "faceup_seat": 2,
            "faceup_final": 38,
            "swap_seat": -1,
            "trumps_dealt_0": 0,
            "trumps_recv_0": 3,
            "trump_points_recv_0": 15,
            "trumps_total_0": 5,
            "trumps_total_1": 5,
            "points_recv_0": 58,
            "points_before_end_0": 21,
            "points_before_last_0": 38,
            "decided_trick": 5,
            "carichi_taken_0": 3,
            "strozzi_suit": 0,
            "strozzi_trump": 0,
            "lead_changes": 1,
        },
        None,
    ),
    WholeVector(
        "63",
        ("section-6",),
        "palazzo",
        {},
        DECK_GAMMA,
        "greedy",
        (),
        (),
        None,
        (76, 44),
        0,
        {
            "trumps_dealt_0": 0,
            "trumps_recv_0": 2,
            "trump_points_recv_0": 15,
            "trumps_total_0": 4,
            "trumps_total_1": 6,
            "points_before_end_0": 14,
            "points_before_last_0": 44,
            "decided_trick": 10,
            "carichi_taken_0": 6,
            "strozzi_suit": 0,
            "strozzi_trump": 1,
            "lead_changes": 2,
        },
        None,
    ),
    WholeVector(
        "65",
        ("BR-25",),
        "piemonte",
        {},
        DECK_GAMMA,
        "first",
        (
            "3D 2D 6D 1B",
            "RD FB 2C 1C",
            "FC CC 3B 3S",
            "5C 2B RC 4C",
            "3C 1D 6C 4D",
            "7D 6B 5B 4B",
            "CB 7B FD 7C",
            "5D RB CD FS",
            "CS 2S 5S 1S",
            "6S RS 4S 7S",
        ),
        (2, 2, 1, 3, 1, 1, 2, 1, 0, 3),
        (14, 35, 53, 18),
        (67, 53),
        1,
        {},
        None,
    ),
    WholeVector(
        "66",
        ("BR-26",),
        "scambio_due",
        {},
        DECK_GAMMA,
        "first",
        (
            *_TRICKS_35[:6],
            "CB 4B FD 7C",
            "5D 6B CD 1S",
            "2S 4S 7S 6S",
            "CS FS RS 5S",
        ),
        (0, 3, 1, 3, 3, 3, 3, 2, 0, 2),
        (21, 19, 23, 57),
        (44, 76),
        2,
        {
            "swap_seat": 0,
            "faceup_card": 38,
            "faceup_final": 31,
            "trumps_total_0": 5,
            "trumps_total_1": 5,
        },
        (25, 0, "CS", "2S"),
    ),
    WholeVector(
        "67",
        ("BR-26",),
        "scambio_due",
        {},
        DECK_7,
        "first",
        (
            "6D 1C CD 1D",
            "2C 3C 6C 3B",
            "CB 5C 5B FC",
            "1S FD 7B CC",
            "4C 3D 2D FB",
            "7C RB RC 4B",
            "7D 5S 5D 4D",
            "6B RD 1B 2B",
            "2S 4S 6S 7S",
            "FS 3S RS CS",
        ),
        (3, 2, 2, 0, 3, 0, 0, 2, 1, 2),
        (24, 0, 59, 37),
        (83, 37),
        3,
        {"faceup_final": 21, "trumps_total_0": 9, "trumps_total_1": 2},
        (2, 2, "CB", "2B"),
    ),
    WholeVector(
        "68",
        ("BR-26",),
        "scambio_sette",
        {},
        DECK_0,
        "first",
        (
            "1D 6C 2D 6D",
            "4C 5C FD 3C",
            "3B 2B FC CD",
            "5S 4D FB RD",
            "5D 1B 7D 4B",
            "CC 2C 1S RC",
            "6B 2S CB 1C",
            "3D 7B 5B 7C",
            "RB 6S 7S 4S",
            "3S CS FS RS",
        ),
        (1, 0, 2, 2, 0, 3, 2, 1, 1, 1),
        (23, 44, 35, 18),
        (58, 62),
        1,
        {"swap_seat": 2, "faceup_final": 16},
        (27, 2, "1C", "7C"),
    ),
    WholeVector(
        "69",
        ("BR-28",),
        "in_tre_36",
        {},
        DECK_GAMMA_36,
        "first",
        (),
        (0, 2, 2, 2, 2, 2, 1, 0, 0, 2, 1, 1),
        None,
        (28, 19, 73),
        2,
        {"decided_trick": 10},
        None,
    ),
)

_CUPERATIVA = ("BR-4", "BR-6", "BR-10", "BR-20")

RECORDED = (
    RecordedVector(
        "45",
        _CUPERATIVA,
        "3D 2B 1B 6C RC 1D 5S 7C 3S 4D 7B 4C 6B RD FS 4B 3C CS 5D 1S 2D RB 5C RS CB 5B 4S 7D "
        "CC CD 2S 1C 6S FC 6D 2C FD 3B FB 7S",
        "2B 6C 7C RC 4D 3D 4C 6B 7B FS 4B 1B CS 5D RD "
        "1D RB 5C 2D CB 5B 4S 7D CC CD 3S 2S 6S FC 1C 2C 3C FD 6D 3B RS FB 7S 1S 5S",
        (52, 68),
    ),
    RecordedVector(
        "46",
        _CUPERATIVA,
        "5D 5C 6C CC FB 2C 4D 4S 4B FC 6S 2B 3C CB 6B 6D 5S RD FD FS 1D RB 7D 3B 5B CD 7S 2S "
        "RC 7B 1B 1C CS 2D 1S 4C RS 3S 3D 7C",
        "6C CC 4S 5C 2C 4B 2B 6S FB 6B 6D 5S FC 3C FS "
        "CB RB 7D RD 5B CD 7S 2S FD 5D 1D 3B 7B 2D CS 4C RC 3S 3D 7C 4D 1S 1B RS 1C",
        (60, 60),
    ),
    RecordedVector(
        "47",
        _CUPERATIVA,
        "2D 1B 6C CS 5C 6D 1S RD 7C 2B CB 7D FC 4S CD FD 3B 3S 6S CC 3C 5D 4D 5S 5B 3D 4C 1D "
        "1C 7B RC FS 4B RB 6B 2S FB 7S RS 2C",
        "6C 5C RD CS 2B 1B CB 6D 7D 7C 4S FC FD CD CC "
        "3S 3C 6S 4D 5D 5B 3B 4C 3D 7B 1C 5S 2D RB 4B 2S 6B 7S FB 2C RC RS FS 1S 1D",
        (61, 59),
    ),
    RecordedVector(
        "48",
        _CUPERATIVA,
        "1B FC 4B 4D FS CS CB FD 5D 7B CD 5C RC RD 2B FB 5B 1C 1D 3S 3C RS CC 6D 5S 3D 7D 2D "
        "2S RB 4C 6C 1S 4S 2C 6B 7S 7C 3B 6S",
        "FC 4D FD 5D 4B FS 5C RC CD 2B 7B CS FB 5B 3S "
        "RD RS CC 6D 1D 5S 7D 2D 2S 3D 1B 4C 3C 4S 2C 6B 7S 7C 1C 6S 1S RB 6C CB 3B",
        (80, 40),
    ),
)

# Vector 57 is vector 46 with tie_rule="last_trick".
RECORDED_LAST_TRICK = RECORDED[1]._replace(name="57", clauses=("BR-23",))
LAST_TRICK_57 = ("RS 1C", 0)  # its cards, the seat that took it

MASKS_SEEN = (
    MasksVector("22", ("BR-15",), {"segni_from_trick": 2}, "", {}, True),
    MasksVector("22", ("BR-15",), {"segni_from_trick": 2}, "4B 2D 6D 1B", {2: 0}, True),
    MasksVector("49", ("BR-16",), {}, "", {2: 0}, True),
    MasksVector("49", ("BR-16",), {"segni_seen_by": "table"}, "", {1: 9, 2: 0, 3: 0}, False),
    MasksVector(
        "50",
        ("BR-14", "BR-16"),
        {"segni": "full", "segni_seen_by": "table"},
        "",
        {0: 96, 1: 9, 2: 64, 3: 32},
        False,
    ),
    MasksVector(
        "64",
        ("BR-15", "BR-14"),
        {"segni_from_trick": 2, "segni_seen_by": "table"},
        "4B 2D 6D 1B",
        {1: 9, 2: 0, 3: 0},
        False,
    ),
)

_BEFORE_TRICK_8 = " ".join(_TRICKS_35[:7])
_BEFORE_TRICK_7_ENDS = _BEFORE_TRICK_8[: -len(" 7C")]

PARTNERS = (
    PartnerVector("23", ("BR-17",), {}, "", ""),
    PartnerVector("23", ("BR-17",), {}, _BEFORE_TRICK_7_ENDS, ""),
    # What seat 2 plays in tricks 8 to 10 of vector 35.
    PartnerVector("23", ("BR-17",), {}, _BEFORE_TRICK_8, "1S CS RS"),
    PartnerVector("51", ("BR-18",), {"initial_peek": True}, "", "6D RD FC"),
    PartnerVector("51", ("BR-18",), {"initial_peek": True}, "3D 2D 6D 1B", "RD FC"),
)

RECALLS = (
    RecallVector("52", ("BR-19",), {"recall": "table"}, 8, 3, ""),
    RecallVector("52", ("BR-19",), {"recall": "table"}, 10, 1, "CC RB"),
    RecallVector("53", ("BR-19",), {"recall": "table"}, 28, 3, " ".join(_TRICKS_35[1:7])),
    RecallVector("53", ("BR-19",), {"recall": "table"}, 29, 0, "3D 2D 6D 1B 5D"),
    RecallVector("54", ("BR-19",), {"recall": "table", "last_hand_peek": False}, 28, 3, ""),
    RecallVector("54", ("BR-19",), {"recall": "table", "last_hand_peek": False}, 29, 0, "5D"),
)

KNOWN = (
    KnownVector("56", ("BR-27",), "in_due_scoperta", "3D 2D", ("RD", "FC")),
    KnownVector("56", ("BR-27",), "in_due", "3D 2D", ("", "")),
)

# Vector 32 (BR-28): three players, 39 cards.
THREE_PLAYERS_32 = {"cards": 39, "tricks": 13, "draw_rounds": 10}

# Validation of section 4.
REFUSED = (
    RefusedVector("segni-2", {"players": 2, "last_hand_peek": False}, ("segni", "players")),
    RefusedVector("segni-3", {"players": 3, "last_hand_peek": False}, ("segni", "players")),
    RefusedVector("peek-2", {"players": 2, "segni": "off"}, ("last_hand_peek", "players")),
    RefusedVector("peek-3", {"players": 3, "segni": "off"}, ("last_hand_peek", "players")),
    RefusedVector(
        "initial-peek-2",
        {"players": 2, "segni": "off", "last_hand_peek": False, "initial_peek": True},
        ("initial_peek", "players"),
    ),
    RefusedVector("39-by-4", {"removed_cards": ("2B",)}, ("removed_cards", "players")),
    RefusedVector(
        "39-by-2",
        {"players": 2, "segni": "off", "last_hand_peek": False, "removed_cards": ("2B",)},
        ("removed_cards", "players"),
    ),
    RefusedVector(
        "38-by-3",
        {"players": 3, "segni": "off", "last_hand_peek": False, "removed_cards": ("2B", "2C")},
        ("removed_cards", "players"),
    ),
    RefusedVector(
        "none-removed-3",
        {"players": 3, "segni": "off", "last_hand_peek": False, "removed_cards": ()},
        ("removed_cards", "players"),
    ),
    RefusedVector(
        "removed-points", {"removed_cards": ("2D", "2C", "2B", "FS")}, ("removed_cards",)
    ),
    RefusedVector("removed-three", {"removed_cards": ("2D", "2C", "2B", "3S")}, ("removed_cards",)),
    RefusedVector(
        "removed-seven",
        {"removed_cards": ("2D", "2C", "2B", "7S"), "second_card": 7},
        ("removed_cards", "second_card"),
    ),
    RefusedVector("removed-twice", {"removed_cards": ("2D", "2D", "2B", "2S")}, ("removed_cards",)),
    RefusedVector("removed-unknown", {"removed_cards": ("8D",)}, ("removed_cards",)),
    RefusedVector("removed-text", {"removed_cards": "2B"}, ("removed_cards",)),
    RefusedVector("show-drawn-4", {"show_drawn": True}, ("show_drawn", "players")),
    RefusedVector(
        "seven-seven",
        {"trump_swap": "seven", "second_card": 7},
        ("trump_swap", "second_card"),
    ),
    RefusedVector(
        "swap-two-default",
        {"players": 3, "segni": "off", "last_hand_peek": False, "trump_swap": "two"},
        ("trump_swap", "removed_cards"),
    ),
    RefusedVector(
        "swap-two-removed",
        {"trump_swap": "two", "removed_cards": ("2D", "4C", "4B", "4S")},
        ("trump_swap", "removed_cards"),
    ),
    RefusedVector(
        "last-trick-3",
        {"players": 3, "segni": "off", "last_hand_peek": False, "tie_rule": "last_trick"},
        ("tie_rule", "players"),
    ),
    RefusedVector(
        "off-from-trick", {"segni": "off", "segni_from_trick": 2}, ("segni", "segni_from_trick")
    ),
    RefusedVector(
        "off-seen-by", {"segni": "off", "segni_seen_by": "table"}, ("segni", "segni_seen_by")
    ),
    RefusedVector("players-1", {"players": 1}, ("players",)),
    RefusedVector("players-5", {"players": 5}, ("players",)),
    RefusedVector("players-bool", {"players": True}, ("players",)),
    RefusedVector("players-float", {"players": 4.0}, ("players",)),
    RefusedVector("match-to-0", {"match_to": 0}, ("match_to",)),
    RefusedVector("match-to-101", {"match_to": 101}, ("match_to",)),
    RefusedVector("fixed-negative", {"match_fixed_deals": -1}, ("match_fixed_deals",)),
    RefusedVector("fixed-1001", {"match_fixed_deals": 1001}, ("match_fixed_deals",)),
    RefusedVector("tie-rule", {"tie_rule": "first"}, ("tie_rule",)),
    RefusedVector("segni", {"segni": "all"}, ("segni",)),
    RefusedVector("from-trick-0", {"segni_from_trick": 0}, ("segni_from_trick",)),
    RefusedVector("from-trick-11", {"segni_from_trick": 11}, ("segni_from_trick",)),
    RefusedVector("seen-by", {"segni_seen_by": "all"}, ("segni_seen_by",)),
    RefusedVector("peek-int", {"last_hand_peek": 1}, ("last_hand_peek",)),
    RefusedVector("initial-peek-text", {"initial_peek": "yes"}, ("initial_peek",)),
    RefusedVector("recall", {"recall": "none"}, ("recall",)),
    RefusedVector("second-card", {"second_card": 2}, ("second_card",)),
    RefusedVector("trump-swap", {"trump_swap": "three"}, ("trump_swap",)),
    RefusedVector("max-deals-0", {"max_deals": 0}, ("max_deals",)),
    RefusedVector("max-deals-100001", {"max_deals": 100_001}, ("max_deals",)),
    RefusedVector("unknown", {"target": 4}, ("target",)),
)

# Section 10: (numerator, denominator) where the page has a fraction.
EXACT = {
    "1": ((3, 26),),
    "2": ((9, 1),),
    "3": ((4060, 9139), (3915, 9139), (1080, 9139), (84, 9139)),
    "4": ((2175, 11951),),
    "5": ((1725, 77996),),
    "6 mean": ((54, 13),),
    "7": ((27, 65), (9, 20)),
    "8": ((6807, 18278), (11471, 54834)),
    "9": ((15946, 27417), (63784, 9139)),
    "10": ((347, 494), (1041, 247)),
    "11": ((4613, 9139), (2263, 9139)),
    "12": ((1, 5), (1, 2)),
    "13": ((51, 247),),
    "14": ((1, 8), (1, 4), (5, 16), (5, 16)),
    "14 mean": ((93, 16),),
    "15": ((2325, 392),),
    "16": ((608287796875, 10**12), (710208, 10**6)),
}
# Row 6, to 12 places: trumps among team 0's first 18 cards, 0..9.
EXACT_TRUMPS_RECEIVED = (
    0.001387017516,
    0.017284372123,
    0.083952664598,
    0.208948854110,
    0.293834326092,
    0.241981209723,
    0.116509471348,
    0.031536398260,
    0.004336254761,
    0.000229431469,
)
