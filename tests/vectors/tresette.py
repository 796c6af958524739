"""Worked examples of the Tresette rules page: pure data, named by the number that the page gives.

Cards, hands, decks and actions are texts separated by spaces. A deck is "alpha", "beta", "order"
(cards 0 to 39) or a number n: the pack in order, shuffled by ``random.Random(n).shuffle``.
``deal_in_match = 1`` stands for "a later deal", which seat 0 leads.
"""

from __future__ import annotations

from typing import Any, NamedTuple

ALPHA = (
    "2D 1B 6C RS 7B 3C 1C 5B FD 4D 6D CS 1S CB 4S 5S 3B 3D RB 3S 6B RC 2B 2S 4C 1D 6S 4B 7D FB FC "
    "5D CD FS 7S RD 5C 2C CC 7C"
)
BETA = (
    "5D 3S RS 2D 6C 1S CB 1B FD 7C 1D 5C RD 2C CC 4B 5S 7B 2B 6S 2S 7S 3D 6B 4D RB 1C FB 3B 7D 4S "
    "4C RC CS 3C FS FC 5B 6D CD"
)

Deck = str | int


class NotationVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    cards: str
    numbers: tuple[int, ...]


class DealingVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    changes: dict[str, Any]
    deck: Deck
    hands: tuple[str | None, ...]  # by seat; None: the page does not say


class LeadSeatVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    changes: dict[str, Any]
    deck: Deck
    deal_in_match: int
    lead_seat: int
    known: tuple[str, ...] | None  # K by seat at the first lead


class FollowVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    hand: str
    led: str
    legal: str


class TrickVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    cards: str
    winner: int  # place in the trick, from 0
    thirds: int


class ScoreVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    thirds: tuple[int, int]
    last_team: int
    card_points: tuple[int, int]
    kind_has: int  # bits of cappotto_kind that are set
    kind_lacks: int


class AccusoVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    changes: dict[str, Any]
    hand: str
    mask: int | None  # None: the page does not say
    points: int
    missing: dict[str, str]  # rank -> mancante


class CodesVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    changes: dict[str, Any]
    trick: int  # from 0
    hand: str
    card: str
    codes: tuple[int, ...]


class RowVector(NamedTuple):
    """One deal and columns of its row; the match winner after it if the page names one."""

    name: str
    clauses: tuple[str, ...]
    preset: str
    changes: dict[str, Any]
    deck: Deck
    policy: str
    deal_in_match: int
    score: tuple[int, int]  # (A, B), team 0 is A
    row: dict[str, Any]
    winner: int | None = None  # of the match; None: nobody, or the page does not say


class WholeDealVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    deck: Deck
    policy: str
    deal_in_match: int
    lead_seat: int
    tricks: str  # cards in order and the winner's seat, tricks separated by ";"
    row: dict[str, Any]


class MatchVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    changes: dict[str, Any]
    start: tuple[int, int]
    scores: tuple[tuple[int, int], ...]  # (A, B) after each deal
    card_points: tuple[tuple[int, int], ...] | None  # of each deal; None: all of the deal
    targets: tuple[int, ...] | None  # in force after each deal
    winner: int | None  # None: another deal
    row: dict[str, Any]


class WeakHandVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    hand: str
    thirds: int
    thrown_in: bool


class AskedVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    deck: Deck
    asked: tuple[tuple[int, tuple[int, ...]], ...]  # seat and its masks, in the order asked


class ChoiceVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    deck: Deck
    choices: dict[int, int]  # seat -> mask
    knocks: tuple[bool, ...]
    row: dict[str, Any]


class KnockVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    changes: dict[str, Any]
    deck: Deck
    knocks: tuple[bool, ...]  # at the first lead


class KnownVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    changes: dict[str, Any]
    deck: Deck
    plays: int  # cards played before the view
    known: tuple[str, ...]  # K by seat


class VoidVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    changes: dict[str, Any]
    tricks: int  # tricks (with their draws) before the view
    void_0: str


class RefusedRules(NamedTuple):
    changes: dict[str, Any]
    names: tuple[str, ...]  # parameters that the error names


class OddsRow(NamedTuple):
    """A decimal of section 10 with twelve digits, its fraction if the page has one."""

    name: str
    fraction: tuple[int, int] | None
    decimal: str


# ------------------------------------------------------------------------------------------------
# 1 to 4, 52, 56: notation, dealing, the lead
# ------------------------------------------------------------------------------------------------

NOTATION = (NotationVector("1", ("notation",), "1D 4D RC CB FS", (0, 3, 19, 28, 37)),)

ALPHA_HANDS = (
    "2D 4C 6C RC 1B 2B 6B 7B 2S RS",
    "1D 4D 7D FD 1C 3C 4B 5B FB 6S",
    "5D 6D CD FC CB 1S 4S 7S FS CS",
    "3D RD 2C 5C 7C CC 3B RB 3S 5S",
)

DEALING = (
    DealingVector(
        "2",
        ("TR-6",),
        {},
        "order",
        (
            "1D 2D 3D 4D 5D 1B 2B 3B 4B 5B",
            "6D 7D FD CD RD 6B 7B FB CB RB",
            "1C 2C 3C 4C 5C 1S 2S 3S 4S 5S",
            "6C 7C FC CC RC 6S 7S FS CS RS",  # "the rest"
        ),
    ),
    DealingVector("3", ("TR-6",), {}, "alpha", ALPHA_HANDS),
    DealingVector(
        "52",
        ("TR-6",),
        {"deal_batch": 1},
        "order",
        ("1D 5D CD 3C 7C 1B 5B CB 3S 7S", "2D 6D RD 4C FC 2B 6B RB 4S FS", None, None),
    ),
)

IN_DUE_HANDS = (
    "2D 1B 6C RS 7B 6D CS 1S CB 4S",
    "3C 1C 5B FD 4D 5S 3B 3D RB 3S",
)  # of vector 51

LEAD_SEATS = (
    LeadSeatVector("4", ("TR-9",), {}, "alpha", 0, 1, None),
    LeadSeatVector("4 later", ("TR-9",), {}, "alpha", 1, 0, None),
    LeadSeatVector("4 later", ("TR-9",), {}, "alpha", 7, 0, None),
    LeadSeatVector(
        "56",
        ("TR-9", "TR-29"),
        {"first_lead": "four_denari_always"},
        "alpha",
        2,
        1,
        ("", "4D", "", ""),
    ),
    LeadSeatVector(
        "56 seat0", ("TR-9", "TR-29"), {"first_lead": "seat0"}, "alpha", 0, 0, ("", "", "", "")
    ),
)

# ------------------------------------------------------------------------------------------------
# 5 to 15: following, winning
# ------------------------------------------------------------------------------------------------

FOLLOWS = (
    FollowVector("5", ("TR-20",), "3D 4C 7C RS", "C", "4C 7C"),
    FollowVector("6", ("TR-20",), "3D 4C 7C RS", "B", "3D 4C 7C RS"),
    FollowVector("7", ("TR-20", "TR-21"), "1C 2C 3C", "C", "1C 2C 3C"),  # table RC
    FollowVector("8", ("TR-20",), "1D", "S", "1D"),
)

TRICKS = (
    TrickVector("9", ("TR-22",), "4C 5C 6C 7C", 3, 0),
    TrickVector("10", ("TR-22",), "RC 1C 2C 3C", 3, 6),
    TrickVector("11", ("TR-22",), "3C 1C 2C RC", 0, 6),
    TrickVector("12", ("TR-22",), "4D 3C 3B 3S", 0, 3),
    TrickVector("13", ("TR-22",), "7S FS CD 1D", 1, 5),
    TrickVector("14", ("TR-22",), "FB CB RB 1B", 3, 6),
    TrickVector("15", ("TR-22",), "2D 1D 3S RD", 0, 6),
)

# ------------------------------------------------------------------------------------------------
# 16 to 20: card points
# ------------------------------------------------------------------------------------------------

SCORES = (
    ScoreVector("16", ("TR-30", "TR-31", "TR-32"), (16, 16), 1, (5, 6), 0, 3),
    ScoreVector("17", ("TR-30", "TR-31", "TR-32"), (17, 15), 0, (6, 5), 0, 3),
    ScoreVector("18", ("TR-30", "TR-32", "TR-34"), (32, 0), 0, (11, 0), 3, 0),
    ScoreVector("19", ("TR-30", "TR-32", "TR-34"), (30, 2), 1, (10, 1), 2, 1),
    ScoreVector("20", ("TR-30", "TR-31", "TR-32"), (31, 1), 0, (11, 0), 0, 0),
)

# ------------------------------------------------------------------------------------------------
# 21 to 31: accuso
# ------------------------------------------------------------------------------------------------

_CODA_HAND = "1S 2S 3S RS CS 7S 4D 4C 4B 5B"
_TEN_DENARI = "1D 2D 3D 4D 5D 6D 7D FD CD RD"
_SEVENS = "7D 7C 7B 1D 2D 3D 4S 5S 6S FS"

HAND_24 = "1C 2C 3C 3D 3B 2D 2S 4D 5D 7S"

ACCUSI = (
    AccusoVector("21", ("TR-11",), {}, "1D 1C 1B 4D 5D 6C 7B FS CS RS", 1, 3, {"1": "S"}),
    AccusoVector("22", ("TR-11",), {}, "1D 1C 1B 1S 4D 5D 6C 7B FS CS", 1, 4, {}),
    AccusoVector("23", ("TR-12",), {}, "1C 2C 3C 3D 3B 4D 5D 6B 7S FS", 20, 6, {"3": "S"}),
    AccusoVector("24", ("TR-12",), {}, HAND_24, 22, 9, {"2": "B", "3": "S"}),
    AccusoVector("25", ("TR-12",), {}, "1D 1C 1B 1S 2D 3D 2C 3C 4S 5S", 25, 10, {}),
    AccusoVector(
        "26", ("TR-12",), {}, "1D 2D 3D 1C 2C 3C 1B 2B 3B 1S", 63, 19, {"2": "S", "3": "S"}
    ),
    AccusoVector(
        "27",
        ("TR-12",),
        {},
        "1D 2D 3D 1C 2C 3C 1B 2B 3B 4S",
        63,
        18,
        {"1": "S", "2": "S", "3": "S"},
    ),
    AccusoVector("28", ("TR-11",), {}, "1D 2D 3C 1C 2B 3S 4D 5D 6D 7D", 0, 0, {}),
    AccusoVector("29", ("TR-18",), {"napoli_coda": True}, _CODA_HAND, 64, 5, {}),
    AccusoVector("29 without", ("TR-18",), {}, _CODA_HAND, 64, 3, {}),
    AccusoVector("30", ("TR-18",), {"napoli_coda": True}, _TEN_DENARI, 8, 10, {}),
    AccusoVector("30 without", ("TR-18",), {}, _TEN_DENARI, 8, 3, {}),
    AccusoVector("31", ("TR-18",), {}, _SEVENS, 8, 3, {}),
    AccusoVector("31 with", ("TR-18",), {"tre_sette": True}, _SEVENS, 136, 6, {"7": "S"}),
)

# ------------------------------------------------------------------------------------------------
# 32 to 35: speech
# ------------------------------------------------------------------------------------------------

_TALK, _TALK_MORE = "1C 3C 7C 4S", "1C 2C 3C RC 5D"

CODES = (
    CodesVector("32", ("TR-26",), {}, 0, _TALK, "7C", (0, 3, 5, 6)),
    CodesVector("33", ("TR-26",), {}, 0, _TALK, "4S", (0, 1, 5)),
    CodesVector("34", ("TR-26",), {}, 0, _TALK_MORE, "RC", (0, 4, 5, 6, 7, 8)),
    CodesVector("35", ("TR-26", "TR-28"), {"speech": "none"}, 0, _TALK_MORE, "RC", (0,)),
    CodesVector("35 none", ("TR-26", "TR-28"), {"speech": "none"}, 4, _TALK_MORE, "RC", (0,)),
    CodesVector(
        "35 first",
        ("TR-26", "TR-28"),
        {"speech": "leader_from_trick_2"},
        0,
        _TALK_MORE,
        "RC",
        (0,),
    ),
    CodesVector(
        "35 second",
        ("TR-26", "TR-28"),
        {"speech": "leader_from_trick_2"},
        1,
        _TALK_MORE,
        "RC",
        (0, 4, 5, 6, 7, 8),
    ),
)

# ------------------------------------------------------------------------------------------------
# 36, 37, 41, 42, 62 to 66, 70 to 72, 76, 77: rows of deals
# ------------------------------------------------------------------------------------------------

_AT_ONCE = {"stop_rule": "at_once"}
_AT_ONCE_31 = {"stop_rule": "at_once", "accuso": False, "target": 31}

ROWS = (
    RowVector(
        "36",
        ("TR-13", "TR-33"),
        "palazzo_accuso",
        {},
        "alpha",
        "first",
        1,
        (0, 0),
        {
            "accuso_held_s0": 2,
            "accuso_held_s1": 0,
            "accuso_held_s2": 0,
            "accuso_held_s3": 4,
            "accuso_points_0": 3,
            "accuso_points_1": 3,
        },
    ),
    RowVector(
        "37",
        ("TR-19",),
        "palazzo_accuso",
        {},
        "beta",
        "expert",
        1,
        (0, 0),
        {
            "lead_seat": 0,
            "card_points_0": 11,
            "card_points_1": 0,
            "accuso_held_s1": 1,
            "accuso_points_0": 0,
            "accuso_points_1": 3,
            "deal_points_0": 11,
            "deal_points_1": 3,
        },
    ),
    RowVector(
        "37 cancelled",
        ("TR-19",),
        "palazzo_accuso",
        {"cappotto_cancels_accuso": True},
        "beta",
        "expert",
        1,
        (0, 0),
        {"accuso_decl_s1": 1, "accuso_points_1": 0, "deal_points_0": 11, "deal_points_1": 0},
    ),
    RowVector(
        "41",
        ("TR-39",),
        "palazzo_accuso",
        _AT_ONCE,
        "alpha",
        "first",
        1,
        (38, 39),
        {
            "thirds_0": 0,
            "thirds_1": 5,
            "score_after_A": 41,
            "score_after_B": 40,
            "accuso_decl_s0": 2,
            "accuso_decl_s3": 0,
            "first_trick_seat": 3,
            "last_trick_seat": 3,
            "tricks_s3": 1,
            "ended_early": True,
        },
        0,
    ),
    RowVector(
        "42",
        ("TR-39",),
        "palazzo_accuso",
        _AT_ONCE,
        "alpha",
        "first",
        1,
        (38, 40),
        {
            "score_after_A": 38,
            "score_after_B": 41,
            "accuso_decl_s0": 0,
            "accuso_decl_s3": 0,
            "ended_early": True,
        },
        1,
    ),
    RowVector(
        "62",
        ("TR-39",),
        "palazzo_accuso",
        {"stop_rule": "at_once", "accuso_reveal": "own_turn"},
        "alpha",
        "first",
        1,
        (38, 40),
        {
            "score_after_A": 41,
            "score_after_B": 40,
            "first_card": 255,
            "first_suit_len": 0,
            "first_trick_seat": 255,
            "last_trick_seat": 255,
            "thirds_0": 0,
            "thirds_1": 0,
            "ended_early": True,
        },
        0,
    ),
    RowVector(
        "63",
        ("TR-39",),
        "palazzo_accuso",
        {"stop_rule": "at_once", "accuso_reveal": "own_turn"},
        "alpha",
        "first",
        1,
        (37, 38),
        {
            "score_after_A": 40,
            "score_after_B": 41,
            "thirds_0": 0,
            "thirds_1": 0,
            "accuso_decl_s0": 2,
            "accuso_decl_s1": 0,
            "accuso_decl_s2": 0,
            "accuso_decl_s3": 4,
            "ended_early": True,
        },
        1,
    ),
    RowVector(
        "64",
        ("TR-39",),
        "palazzo_accuso",
        {"stop_rule": "at_once", "accuso_reveal": "before_play"},
        "alpha",
        "first",
        1,
        (37, 38),
        {"score_after_A": 40, "score_after_B": 41, "first_card": 255, "ended_early": True},
        1,
    ),
    RowVector(
        "65",
        ("TR-39",),
        "palazzo_accuso",
        _AT_ONCE_31,
        "alpha",
        "first",
        1,
        (0, 27),
        {
            "thirds_0": 0,
            "thirds_1": 14,
            "card_points_0": 0,
            "card_points_1": 4,
            "score_after_A": 0,
            "score_after_B": 31,
            "ended_early": True,
            "first_trick_seat": 3,
            "last_trick_seat": 1,
            "cappotto_kind": 0,
            "tricks_s0": 0,
            "tricks_s1": 1,
            "tricks_s2": 0,
            "tricks_s3": 3,
        },
        1,
    ),
    RowVector(
        "66",
        ("TR-39",),
        "palazzo_accuso",
        _AT_ONCE_31,
        "alpha",
        "first",
        1,
        (29, 20),
        {
            "thirds_0": 3,
            "score_after_A": 31,
            "score_after_B": 29,
            "last_trick_seat": 0,
            "ended_early": False,
        },
        0,
    ),
    RowVector(
        "70 no_points",
        ("TR-41",),
        "palazzo_accuso",
        {"cappotto_ends_match": "no_points"},
        "beta",
        "expert",
        1,
        (0, 38),
        {
            "score_after_A": 11,
            "score_after_B": 41,
            "tricks_s0": 8,
            "tricks_s1": 0,
            "tricks_s2": 2,
            "tricks_s3": 0,
            "cappotto_kind": 7,
        },
        0,
    ),
    RowVector(
        "70 all_tricks",
        ("TR-41",),
        "palazzo_accuso",
        {"cappotto_ends_match": "all_tricks"},
        "beta",
        "expert",
        1,
        (0, 38),
        {"score_after_A": 11, "score_after_B": 41},
        0,
    ),
    RowVector(
        "70 none",
        ("TR-41",),
        "palazzo_accuso",
        {},
        "beta",
        "expert",
        1,
        (0, 38),
        {"score_after_A": 11, "score_after_B": 41},
        1,
    ),
    RowVector(
        "71 no_points",
        ("TR-41", "TR-34"),
        "palazzo_accuso",
        {"accuso": False, "cappotto_ends_match": "no_points"},
        66,
        "first",
        1,
        (0, 0),
        {
            "thirds_0": 31,
            "thirds_1": 1,
            "tricks_s0": 6,
            "tricks_s1": 0,
            "tricks_s2": 3,
            "tricks_s3": 1,
            "cappotto_kind": 3,
        },
        0,
    ),
    RowVector(
        "71 all_tricks",
        ("TR-41", "TR-34"),
        "palazzo_accuso",
        {"accuso": False, "cappotto_ends_match": "all_tricks"},
        66,
        "first",
        1,
        (0, 0),
        {"score_after_A": 11, "score_after_B": 0},
        None,
    ),
    RowVector(
        "72 deck 59",
        ("TR-34",),
        "palazzo_accuso",
        {},
        59,
        "first",
        1,
        (0, 0),
        {
            "thirds_0": 2,
            "thirds_1": 30,
            "card_points_0": 1,
            "card_points_1": 10,
            "cappotto_kind": 2,
        },
    ),
    RowVector(
        "72 deck 32",
        ("TR-34",),
        "palazzo_accuso",
        {},
        32,
        "first",
        1,
        (0, 0),
        {"thirds_0": 32, "thirds_1": 0, "tricks_s2": 10, "cappotto_kind": 15},
    ),
    RowVector(
        "76",
        ("TR-44",),
        "in_due_21",
        {"accuso": True},
        "alpha",
        "first",
        0,
        (0, 0),
        {
            "accuso_held_s1": 4,
            "accuso_decl_s1": 4,
            "accuso_points_0": 0,
            "accuso_points_1": 4,
            "deal_points_0": 4,
            "deal_points_1": 11,
        },
    ),
    RowVector(
        "77",
        ("section 6",),
        "palazzo_accuso",
        {},
        "alpha",
        "first",
        1,
        (0, 0),
        {
            "first_card": 1,
            "first_suit_len": 1,
            "aces_dealt_0": 2,
            "aces_taken_0": 0,
            "threes_dealt_0": 0,
            "twos_dealt_0": 3,
            "thirds_dealt_s0": 8,
            "thirds_dealt_s1": 9,
            "thirds_dealt_s2": 8,
            "thirds_dealt_s3": 7,
            "voids_dealt_s0": 0,
            "voids_dealt_s1": 0,
            "voids_dealt_s2": 0,
            "voids_dealt_s3": 0,
            "first_trick_seat": 3,
            "last_trick_seat": 0,
        },
    ),
)

PLAYED_BEFORE_END = {  # texts of the cards played in 41, 62, 63, 64
    "41": "2D 1D 5D 3D",
    "62": "",
    "63": "2D 1D 5D",
    "64": "",
}

# ------------------------------------------------------------------------------------------------
# 47 to 51: whole deals
# ------------------------------------------------------------------------------------------------

WHOLE_DEALS = (
    WholeDealVector(
        "47",
        ("TR-20", "TR-22", "TR-32"),
        "palazzo_accuso",
        "alpha",
        "first",
        1,
        0,
        "2D 1D 5D 3D 3; RD 4C 4D 6D 3; 2C 6C 1C FC 3; 5C RC 3C CD 1; 7D CB 7C 1B 1; "
        "FD 1S CC 2B 1; 4B 4S 3B 6B 3; RB 7B 5B 7S 3; 3S 2S 6S FS 3; 5S RS FB CS 0",
        {
            "thirds_0": 3,
            "thirds_1": 29,
            "card_points_0": 2,
            "card_points_1": 9,
            "deal_points_0": 5,
            "deal_points_1": 12,
            "tricks_s0": 1,
            "tricks_s1": 3,
            "tricks_s2": 0,
            "tricks_s3": 6,
        },
    ),
    WholeDealVector(
        "48",
        ("greedy",),
        "palazzo_accuso",
        "alpha",
        "greedy",
        1,
        0,
        "6B 4B CB RB 3; 3D 2D 1D 5D 3; 3S RS 6S 4S 3; RD 4C FD 6D 3; 3B 7B FB 7S 3; "
        "5C 6C 3C FC 1; 4D CD 7C 1B 2; FS 5S 2S 5B 0; 2B 7D 1S CC 0; RC 1C CS 2C 3",
        {
            "thirds_0": 11,
            "thirds_1": 21,
            "card_points_0": 3,
            "card_points_1": 8,
            "deal_points_0": 6,
            "deal_points_1": 11,
        },
    ),
    WholeDealVector(
        "49",
        ("expert",),
        "palazzo_accuso",
        "alpha",
        "expert",
        1,
        0,
        "6B 4B CB RB 3; 3B 7B FB 4S 3; 5C 4C 3C FC 1; 5B 7S 7C 1B 0; 2B 4D 1S 5S 0; "
        "6C 1C 5D CC 1; 7D 6D 3D 2D 3; 2C RC 1D FS 3; RD 2S FD CD 3; 3S RS 6S CS 3",
        {
            "thirds_0": 7,
            "thirds_1": 25,
            "card_points_0": 2,
            "card_points_1": 9,
            "deal_points_0": 5,
            "deal_points_1": 12,
        },
    ),
    WholeDealVector(
        "50",
        ("TR-9", "expert"),
        "palazzo_accuso",
        "alpha",
        "expert",
        0,
        1,
        "4D 5D 3D 2D 3; RD 6B 1D 6D 1; FD CD 5C 1B 2; 4S 5S 2S 6S 0; RS 4B 7S 3S 3; "
        "7C 4C 3C FC 1; 7D CB CC 6C 1; 5B FS 3B 7B 3; 2C RC 1C CS 3; RB 2B FB 1S 0",
        {
            "thirds_0": 12,
            "thirds_1": 20,
            "card_points_0": 5,
            "card_points_1": 6,
            "deal_points_0": 8,
            "deal_points_1": 9,
        },
    ),
    WholeDealVector(
        "51",
        ("TR-42", "TR-43", "TR-44"),
        "in_due_21",
        "alpha",
        "first",
        0,
        0,
        "2D 3D 1; 4D 6D 0; 6C 1C 1; FD 1D 0; RC 3C 1; 7D 1B 1; 4C 5D 1; CD 2B 1; FC RD 1; "
        "5C 2C 0; CC 7C 0; 7B 3B 1; 4B FB 0; CB 5B 0; 1S 2S 1; 6B 4S 1; RB 6S 1; 3S FS 1; "
        "5S CS 0; RS 7S 0",
        {"thirds_0": 10, "thirds_1": 22, "card_points_0": 4, "card_points_1": 7},
    ),
)

# ------------------------------------------------------------------------------------------------
# 38 to 40, 43, 67 to 69, 78 to 80: matches by their scores
# ------------------------------------------------------------------------------------------------

_RAISE = {"both_over": "raise_10", "target": 21}

MATCHES = (
    MatchVector(
        "38",
        ("TR-36", "TR-37"),
        {"target": 41},
        (38, 40),
        ((41, 48),),
        None,
        (41,),
        1,
        {"score_A": 41, "score_B": 48, "both_over": True},
    ),
    MatchVector("39", ("TR-37",), {"target": 31}, (25, 30), ((33, 33),), None, (31,), None, {}),
    MatchVector("40", ("TR-37",), {"target": 31}, (30, 29), ((30, 40),), None, (31,), 1, {}),
    MatchVector("43", ("TR-40",), _RAISE, (0, 0), ((23, 22),), None, (31,), None, {}),
    MatchVector(
        "67",
        ("TR-40",),
        _RAISE,
        (0, 0),
        ((33, 32), (42, 37), (47, 43)),
        None,
        (31, 41, 51),
        None,
        {},
    ),
    MatchVector(
        "68",
        ("TR-40",),
        _RAISE,
        (0, 0),
        ((32, 21), (37, 27)),
        None,
        (31, 31),
        0,
        {"target_final": 31, "both_over": True, "extra_deals": 0},
    ),
    MatchVector(
        "69",
        ("TR-40",),
        _RAISE,
        (0, 0),
        ((22, 22), (31, 24)),
        None,
        (31, 31),
        0,
        {"target_final": 31, "extra_deals": 1, "both_over": True},
    ),
    MatchVector(
        "78",
        ("section 6",),
        {"accuso": False, "target": 31},
        (0, 0),
        ((3, 8), (14, 8), (14, 19), (25, 19), (31, 24)),
        None,
        None,
        0,
        {"lead_changes": 3, "max_deficit": 5, "accuso_decided": False, "deals": 5},
    ),
    MatchVector(
        "79",
        ("section 6",),
        {"accuso": False, "target": 21},
        (0, 0),
        ((5, 6), (11, 11), (17, 16), (22, 22), (28, 27)),
        None,
        None,
        0,
        {"lead_changes": 1, "max_deficit": 1, "extra_deals": 1, "both_over": True},
    ),
    MatchVector(
        "80",
        ("section 6",),
        {"target": 41},
        (0, 0),
        ((12, 8), (24, 14), (35, 23), (41, 28)),
        ((3, 8), (5, 6), (2, 9), (6, 5)),
        None,
        0,
        {
            "card_points_A": 16,
            "card_points_B": 28,
            "accuso_points_A": 25,
            "accuso_points_B": 0,
            "accuso_decided": True,
        },
    ),
)

# 73: two deals of 6-5 under max_deals = 2, then an error.
TOO_LONG = MatchVector(
    "73",
    ("TR-38",),
    {"max_deals": 2, "target": 41},
    (0, 0),
    ((6, 5), (12, 10)),
    None,
    None,
    None,
    {},
)


class TeamVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    first: int
    by_deal_team: tuple[int, int]
    by_match_team: tuple[int, int]


TEAMS = (TeamVector("44", ("TR-4",), 1, (7, 4), (4, 7)),)

# ------------------------------------------------------------------------------------------------
# 45, 46: what all know
# ------------------------------------------------------------------------------------------------


class ShownVector(NamedTuple):
    """Hands of a deal and the cards of K of a seat for as long as they are not played."""

    name: str
    clauses: tuple[str, ...]
    hands: tuple[str, ...]
    deal_in_match: int
    seat: int
    from_plays: int  # number of cards played from which K is looked at
    cards: str


SHOWN = (
    ShownVector(  # the hands of vector 3 with 4D and CD exchanged: seat 2 leads
        "45",
        ("TR-10",),
        (
            ALPHA_HANDS[0],
            "1D CD 7D FD 1C 3C 4B 5B FB 6S",
            "5D 6D 4D FC CB 1S 4S 7S FS CS",
            ALPHA_HANDS[3],
        ),
        0,
        2,
        0,
        "4D",
    ),
    ShownVector(  # the hands of vector 3 with 3C and 3S exchanged: seat 3 lacks the 3 of Spade
        "46",
        ("TR-15",),
        (
            ALPHA_HANDS[0],
            "1D 4D 7D FD 1C 3S 4B 5B FB 6S",
            ALPHA_HANDS[2],
            "3D RD 2C 5C 7C CC 3B RB 3C 5S",
        ),
        1,
        3,
        4,
        "3D 3C 3B",
    ),
)

# ------------------------------------------------------------------------------------------------
# 53 to 55: redeals
# ------------------------------------------------------------------------------------------------

WEAK_HANDS = (
    WeakHandVector("53", ("TR-7",), "4D 5D 6D 7D 4C 5C 6C 7C RS CS", 2, True),
    WeakHandVector("54", ("TR-7",), "4D 5D 6D 7D 4C 5C 6C FS RS CS", 3, False),
    WeakHandVector("54 ace", ("TR-7",), "4D 5D 6D 7D 4C 5C 6C 7C 4B 1S", 3, False),
)


class RedealVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    seat: int
    hand: str  # of that seat in the deck that is thrown in
    then: Deck
    redeals: int
    hands: tuple[str, ...]
    too_many: int  # such decks in a row that are an error


REDEAL = RedealVector("55", ("TR-7",), 2, WEAK_HANDS[0].hand, "alpha", 1, ALPHA_HANDS, 101)

# ------------------------------------------------------------------------------------------------
# 57 to 61: choosing, knocking, K
# ------------------------------------------------------------------------------------------------

ASKED = (AskedVector("57", ("TR-16",), "alpha", ((0, (0, 2)), (3, (0, 4)))),)

CHOICES = (
    ChoiceVector(
        "58",
        ("TR-16",),
        "alpha",
        {0: 0, 3: 4},
        (False, False, False, True),
        {
            "accuso_held_s0": 2,
            "accuso_held_s1": 0,
            "accuso_held_s2": 0,
            "accuso_held_s3": 4,
            "accuso_decl_s0": 0,
            "accuso_decl_s1": 0,
            "accuso_decl_s2": 0,
            "accuso_decl_s3": 4,
            "deal_points_0": 2,
            "deal_points_1": 12,
        },
    ),
)

MASKS_59 = ("59", ("TR-16",), HAND_24, (0, 2, 4, 6, 16, 18, 20, 22))

KNOCKS = (
    KnockVector("60", ("TR-14",), {}, "alpha", (True, False, False, True)),
    KnockVector("60 silent", ("TR-14",), {"accuso_knock": False}, "alpha", (False,) * 4),
)

KNOWN = (
    KnownVector("61 after_trick_1", ("TR-14", "TR-15"), {}, "alpha", 0, ("", "", "", "")),
    KnownVector(
        "61 own_turn",
        ("TR-14", "TR-15"),
        {"accuso_reveal": "own_turn"},
        "alpha",
        0,
        ("", "", "", ""),
    ),
    KnownVector(
        "61 own_turn led",
        ("TR-14", "TR-15"),
        {"accuso_reveal": "own_turn"},
        "alpha",
        1,
        ("2B 2S", "", "", ""),
    ),
    KnownVector(
        "61 before_play",
        ("TR-14", "TR-15"),
        {"accuso_reveal": "before_play"},
        "alpha",
        0,
        ("2D 2B 2S", "", "", "3D 3B 3S"),
    ),
)

# ------------------------------------------------------------------------------------------------
# 74, 75: in due
# ------------------------------------------------------------------------------------------------

DRAWN = (
    KnownVector("74", ("TR-43",), {}, "alpha", 2, ("RC", "6B")),
    KnownVector("74 hidden", ("TR-43",), {"show_drawn": False}, "alpha", 2, ("", "")),
)

VOIDS = (
    VoidVector("75 six", ("TR-43",), {}, 6, ""),
    VoidVector("75 seven", ("TR-43",), {}, 7, "C"),
    VoidVector("75 six hidden", ("TR-43",), {"show_drawn": False}, 6, ""),
    VoidVector("75 seven hidden", ("TR-43",), {"show_drawn": False}, 7, ""),
)

# ------------------------------------------------------------------------------------------------
# Section 4: settings that are refused
# ------------------------------------------------------------------------------------------------

_DUE: dict[str, Any] = {"players": 2, "first_lead": "seat0", "speech": "none"}

REFUSED_RULES = (
    RefusedRules({"players": 2, "speech": "none"}, ("players", "first_lead")),
    RefusedRules({**_DUE, "first_lead": "four_denari_always"}, ("players", "first_lead")),
    RefusedRules({"players": 2, "first_lead": "seat0"}, ("players", "speech")),
    RefusedRules({**_DUE, "speech": "leader_from_trick_2"}, ("players", "speech")),
    RefusedRules({**_DUE, "weak_hand_redeal": True}, ("players", "weak_hand_redeal")),
    RefusedRules({**_DUE, "deal_batch": 1}, ("deal_batch", "players")),
    RefusedRules({"accuso": False, "napoli_coda": True}, ("accuso", "napoli_coda")),
    RefusedRules({"accuso": False, "tre_sette": True}, ("accuso", "tre_sette")),
    RefusedRules(
        {"accuso": False, "cappotto_cancels_accuso": True}, ("accuso", "cappotto_cancels_accuso")
    ),
    RefusedRules({"accuso": False, "accuso_mode": "choice"}, ("accuso", "accuso_mode")),
    RefusedRules(
        {"cappotto_cancels_accuso": True, "stop_rule": "at_once"},
        ("cappotto_cancels_accuso", "stop_rule"),
    ),
    RefusedRules({"both_over": "raise_10", "stop_rule": "at_once"}, ("both_over", "stop_rule")),
    RefusedRules({"players": 3}, ("players",)),
    RefusedRules({"players": True}, ("players",)),
    RefusedRules({"accuso": 1}, ("accuso",)),
    RefusedRules({"target": 0}, ("target",)),
    RefusedRules({"target": 1000}, ("target",)),
    RefusedRules({"target": 41.0}, ("target",)),
    RefusedRules({"target": True}, ("target",)),
    RefusedRules({"first_lead": "seat1"}, ("first_lead",)),
    RefusedRules({"first_lead": None}, ("first_lead",)),
    RefusedRules({"deal_batch": 2}, ("deal_batch",)),
    RefusedRules({"weak_hand_redeal": "yes"}, ("weak_hand_redeal",)),
    RefusedRules({"accuso_mode": "none"}, ("accuso_mode",)),
    RefusedRules({"accuso_knock": 0}, ("accuso_knock",)),
    RefusedRules({"accuso_reveal": "never"}, ("accuso_reveal",)),
    RefusedRules({"napoli_coda": 1}, ("napoli_coda",)),
    RefusedRules({"tre_sette": 1}, ("tre_sette",)),
    RefusedRules({"cappotto_cancels_accuso": 1}, ("cappotto_cancels_accuso",)),
    RefusedRules({"speech": "all"}, ("speech",)),
    RefusedRules({"stop_rule": "never"}, ("stop_rule",)),
    RefusedRules({"both_over": "first"}, ("both_over",)),
    RefusedRules({"cappotto_ends_match": True}, ("cappotto_ends_match",)),
    RefusedRules({"show_drawn": None}, ("show_drawn",)),
    RefusedRules({"max_deals": 0}, ("max_deals",)),
    RefusedRules({"max_deals": 100001}, ("max_deals",)),
    RefusedRules({"trumps": True}, ("trumps",)),
)

# ------------------------------------------------------------------------------------------------
# Section 10: exact values
# ------------------------------------------------------------------------------------------------

ODDS = (
    OddsRow("1", (3, 247), "0.012145748988"),
    OddsRow("2", (360, 9139), "0.039391618339"),
    OddsRow("3", (21, 9139), "0.002297844403"),
    OddsRow("4", (27403395, 32602328), "0.840534915175"),
    OddsRow("5 points 3", None, "0.139891973358"),
    OddsRow("5 points 4", None, "0.006141392489"),
    OddsRow("5 points 6", None, "0.012010319773"),
    OddsRow("5 points 7", None, "0.000703682642"),
    OddsRow("5 points 9", None, "0.000636792657"),
    OddsRow("6", (3, 211915132), "0.000000014157"),
    OddsRow("7 hand", (4824, 9139), "0.527847685742"),
    OddsRow("7 deal", (19296, 9139), "2.111390742970"),
    OddsRow("8", (263376738, 566036471), "0.465299943544"),
    OddsRow("9 seats 1", None, "0.436142612973"),
    OddsRow("9 seats 2", None, "0.093966654677"),
    OddsRow("9 seats 3", None, "0.004578738253"),
    OddsRow("9 seats 4", None, "0.000012050553"),
    OddsRow("10 pair", None, "0.300967640857"),
    OddsRow("10 both", None, "0.067235225257"),
    OddsRow("11 points 3", None, "0.375522086698"),
    OddsRow("11 points 4", None, "0.016414156484"),
    OddsRow("11 points 6", None, "0.116778882527"),
    OddsRow("11 points 7", None, "0.009310295094"),
    OddsRow("11 points 9", None, "0.014461181062"),
    OddsRow("12 given", (210105, 5927696), "0.035444631439"),
    OddsRow("12 some", (14883941, 105957566), "0.140470771101"),
    OddsRow("13 hand", (4689, 1481924), "0.003164129874"),
    OddsRow("13 deal", (6261337521, 494715875654), "0.012656431356"),
    OddsRow("14", (1, 211915132), "0.000000004719"),
    OddsRow("15 seat 0", (3265037, 12465596), "0.261923858274"),
    OddsRow("15 others", (3066853, 12465596), "0.246025380575"),
    OddsRow("16 strength 0", None, "0.000000004719"),
    OddsRow("16 strength 3", None, "0.022265329042"),
    OddsRow("16 strength 7", None, "0.440332747608"),
    OddsRow("16 strength 8", None, "0.682419836195"),
    OddsRow("16 strength 9", None, "1.000000000000"),
    OddsRow("17", (1, 4), "0.250000000000"),
    OddsRow("match 31 deals 3", None, "0.000000130851"),
    OddsRow("match 31 deals 4", None, "0.009559748006"),
    OddsRow("match 31 deals 5", None, "0.409194309412"),
    OddsRow("match 31 deals 6", None, "0.487705996225"),
    OddsRow("match 31 deals 7", None, "0.093539815506"),
    OddsRow("match 31 level", None, "0.093539815506"),
    OddsRow("match 31 mean", None, "5.665225617529"),
    OddsRow("match 41 deals 4", None, "0.000000001618"),
    OddsRow("match 41 deals 5", None, "0.000355279500"),
    OddsRow("match 41 deals 6", None, "0.063662223019"),
    OddsRow("match 41 deals 7", None, "0.584773658173"),
    OddsRow("match 41 deals 8", None, "0.283009104710"),
    OddsRow("match 41 deals 9", None, "0.068199732980"),
    OddsRow("match 41 mean", None, "7.355035783795"),
)

MATCH_BOUNDS = {21: 5, 31: 7, 41: 9, 51: 11}  # TR-38
LEVEL_SCORES = {21: 22, 31: 33, 41: 44, 51: 55}  # TR-38
