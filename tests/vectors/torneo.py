"""Worked examples of the tournament's rules page: pure data, named by the number the page gives.

Cards are texts separated by spaces. Deck number n is the pack in card order, shuffled by
``random.Random(n).shuffle``. Pairs are 0 (A) and 1 (B), deal teams 0 and 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class CutVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    players: tuple[int, ...]  # who have to cut
    cards: str  # theirs, in order
    highest: dict[str, tuple[int, ...]]  # by cut_order: the dealer, or the players that cut again


class SeatsVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    dealer: int
    first: int
    players: tuple[int, ...]  # at seats 0..3
    team_0: int  # the pair that is deal team 0


class DealersVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    start: int
    dealers: tuple[int, ...]  # of deals one after the other


class NextMatchVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    between: str  # dealer_between_matches
    start: int  # dealer of the first deal of a match of so many deals
    deals: int
    dealers: tuple[int, ...]  # that the first deal of the next match may have


class LeadVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    match_no: int
    deal: int | None  # in the match, from 1; None: any
    dealer: int | None
    holder_of_4d: int | None  # player
    first: int | None
    lead_seat: int


class WinnersVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    n_matches: int
    winners: tuple[int, ...]  # of the matches played
    third_needed: bool | None  # None: not a list of three
    winner: int
    won: tuple[int, int]  # matches by A, B


class SettleVector(NamedTuple):
    """A score within a match: is it over, and who won?"""

    name: str
    clauses: tuple[str, ...]
    match_no: int
    deals: int  # so many were played; 0: the page does not say
    score: tuple[int, int]
    winner: int | None


class KnockoutSizeVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    pairs: int
    meetings: int
    rounds: int


class DrawVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    pairings: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    odds: tuple[int, int]  # of each


class TresetteLine(NamedTuple):
    deck: int
    first: int
    lead_seat: int
    points: tuple[int, int]  # deal points by deal team
    score: tuple[int, int]  # A, B after the deal


class BriscolaLine(NamedTuple):
    deck: int
    first: int
    points: tuple[int, int]  # by deal team
    won: tuple[int, int]  # deals won by A, B after the deal


class MeetingVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    policy: str  # of all players
    first_deck: int
    first_dealer: int
    matches: tuple[tuple[TresetteLine | BriscolaLine, ...], ...]
    winners: tuple[int, ...]  # of the matches played
    won: tuple[int, int]  # matches by A, B
    deals: int


class CutOrderVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    changes: dict[str, Any]
    cut: str  # name of a CutVector
    dealer: int


class OtherDealerVector(NamedTuple):
    """A whole meeting again with other dealers; deal points by deal team stay."""

    name: str
    clauses: tuple[str, ...]
    of: str  # name of the MeetingVector
    first_dealer: int | None
    dealers: tuple[int, ...]  # by match, with cut_again
    firsts: tuple[tuple[int, ...], ...]
    exchanged: tuple[bool, ...]  # by match: the scores of A and B are exchanged
    last_scores: tuple[tuple[int, int], ...]
    winners: tuple[int, ...]
    won: tuple[int, int]


class ColumnsVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    of: str  # name of the MeetingVector
    columns: dict[str, int | bool]


class OneMatchVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    matches: tuple[tuple[str, str], ...]


class NamedSeatsVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    seats: tuple[tuple[int, int, int, int], ...]  # by pairing: named players at places 0..3


class BracketVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    bracket: tuple[int, ...]  # pair at each place; the higher number wins every meeting
    ties: tuple[tuple[int, int], ...]  # (winner, loser); the winner is A
    rounds_won: tuple[int, ...]  # by pair


class OddsRow(NamedTuple):
    """A value of section 10; its decimal has twelve digits where the page gives one."""

    name: str
    fraction: tuple[int, int] | None
    decimal: str | None


# ------------------------------------------------------------------------------------------------
# 1-8: the cut
# ------------------------------------------------------------------------------------------------

ALL = (0, 1, 2, 3)

CUTS = [
    CutVector(
        "1", ("TO-6",), ALL, "3D 2C 1B RS", {"tresette": (0,), "briscola": (2,), "natural": (3,)}
    ),
    CutVector(
        "2", ("TO-6",), ALL, "4D 5C 6B 7S", {"tresette": (3,), "briscola": (3,), "natural": (3,)}
    ),
    CutVector(
        "3", ("TO-6",), ALL, "1D 3C RB CS", {"tresette": (1,), "briscola": (0,), "natural": (2,)}
    ),
    CutVector(
        "4", ("TO-6",), ALL, "3D 3C 1B RS", {"tresette": (0, 1), "briscola": (2,), "natural": (3,)}
    ),
    CutVector(
        "5",
        ("TO-6",),
        ALL,
        "FD CC CB 7S",
        {"tresette": (1, 2), "briscola": (1, 2), "natural": (1, 2)},
    ),
    CutVector(
        "6", ("TO-6",), ALL, "2D 2C 2B 2S", {"tresette": ALL, "briscola": ALL, "natural": ALL}
    ),
    CutVector(
        "7", ("TO-6",), ALL, "7D FC 4B 1S", {"tresette": (3,), "briscola": (3,), "natural": (1,)}
    ),
    CutVector("8", ("TO-6",), (0, 1), "4D RC", {"tresette": (1,)}),
]

# ------------------------------------------------------------------------------------------------
# 9-26: dealers, leads, winners, knock-out, pairing
# ------------------------------------------------------------------------------------------------

SEATS = [
    SeatsVector("9", ("TO-7",), 2, 3, (3, 0, 1, 2), 1),
    SeatsVector("10", ("TO-7",), 3, 0, (0, 1, 2, 3), 0),
]

DEALERS = [DealersVector("11", ("TO-7",), 2, (2, 3, 0, 1, 2, 3))]

NEXT_MATCH = [
    NextMatchVector("12", ("TO-8",), "continue", 2, 6, (0,)),
    NextMatchVector("13", ("TO-8",), "cut_again", 2, 6, (0, 1, 2, 3)),  # each with 1/4
]

LEADS = [
    LeadVector("14", ("TO-9",), 3, 1, 1, 0, 2, 2),
    LeadVector("15", ("TO-9",), 3, 2, None, None, None, 0),
    LeadVector("16", ("TO-9",), 2, None, None, None, None, 0),
]

WINNERS = [
    WinnersVector("17", ("TO-4",), 3, (0, 0), False, 0, (2, 0)),
    WinnersVector("18", ("TO-4",), 3, (0, 1, 1), True, 1, (1, 2)),
    WinnersVector("19", ("TO-4",), 3, (1, 0, 0), True, 0, (2, 1)),
    WinnersVector("20", ("TO-4",), 3, (1, 1), False, 1, (0, 2)),
    WinnersVector("24", ("TO-12",), 5, (0, 1, 0, 1, 0), None, 0, (3, 2)),
    WinnersVector("24", ("TO-12",), 5, (0, 0, 0), None, 0, (3, 0)),
]

SETTLED = [
    SettleVector("21", ("TR-37",), 1, 0, (44, 43), 0),
    SettleVector("22", ("TR-37",), 3, 6, (33, 33), None),  # the seventh deal decides
    SettleVector("23", ("BR-21",), 2, 0, (3, 3), None),  # after 60-60; dealer + 1
]

KNOCKOUT_SIZES = [KnockoutSizeVector("25", ("TO-13",), 8, 7, 3)]

DRAWS = [
    DrawVector(
        "26",
        ("TO-1",),
        (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))),
        (1, 3),
    )
]

# ------------------------------------------------------------------------------------------------
# 27-31: whole meetings
# ------------------------------------------------------------------------------------------------

MEETINGS = [
    MeetingVector(
        "27",
        ("TO-3", "TO-4", "TO-7", "TO-9"),
        "palazzo_2012",
        "first",
        1000,
        3,
        (
            (
                TresetteLine(1000, 0, 2, (10, 7), (10, 7)),
                TresetteLine(1001, 1, 0, (1, 10), (20, 8)),
                TresetteLine(1002, 2, 0, (14, 6), (34, 14)),
                TresetteLine(1003, 3, 0, (4, 7), (41, 18)),
            ),
            (
                BriscolaLine(1004, 0, (22, 98), (0, 1)),
                BriscolaLine(1005, 1, (105, 15), (0, 2)),
                BriscolaLine(1006, 2, (79, 41), (1, 2)),
                BriscolaLine(1007, 3, (36, 84), (2, 2)),
                BriscolaLine(1008, 0, (60, 60), (2, 2)),
                BriscolaLine(1009, 1, (58, 62), (3, 2)),
                BriscolaLine(1010, 2, (92, 28), (4, 2)),
            ),
        ),
        (0, 0),
        (2, 0),
        11,
    ),
    MeetingVector(
        "28",
        ("TO-3", "TO-4", "TO-7", "TO-9"),
        "palazzo_2012",
        "first",
        3000,
        3,
        (
            (
                TresetteLine(3000, 0, 2, (5, 6), (5, 6)),
                TresetteLine(3001, 1, 0, (0, 11), (16, 6)),
                TresetteLine(3002, 2, 0, (3, 8), (19, 14)),
                TresetteLine(3003, 3, 0, (8, 6), (25, 22)),
                TresetteLine(3004, 0, 0, (1, 13), (26, 35)),
                TresetteLine(3005, 1, 0, (8, 6), (32, 43)),
            ),
            (
                BriscolaLine(3006, 2, (89, 31), (1, 0)),
                BriscolaLine(3007, 3, (80, 40), (1, 1)),
                BriscolaLine(3008, 0, (65, 55), (2, 1)),
                BriscolaLine(3009, 1, (58, 62), (3, 1)),
                BriscolaLine(3010, 2, (23, 97), (3, 2)),
                BriscolaLine(3011, 3, (59, 61), (4, 2)),
            ),
            (
                TresetteLine(3012, 0, 1, (0, 11), (0, 11)),
                TresetteLine(3013, 1, 0, (6, 5), (5, 17)),
                TresetteLine(3014, 2, 0, (2, 9), (7, 26)),
                TresetteLine(3015, 3, 0, (6, 5), (12, 32)),
            ),
        ),
        (1, 0, 1),
        (1, 2),
        16,
    ),
    MeetingVector(
        "29",
        ("TO-3", "TO-4", "TO-7", "TO-9"),
        "palazzo_2012",
        "expert",
        1000,
        3,
        (
            (
                TresetteLine(1000, 0, 2, (10, 7), (10, 7)),
                TresetteLine(1001, 1, 0, (7, 4), (14, 14)),
                TresetteLine(1002, 2, 0, (14, 6), (28, 20)),
                TresetteLine(1003, 3, 0, (5, 6), (34, 25)),
                TresetteLine(1004, 0, 0, (4, 10), (38, 35)),
                TresetteLine(1005, 1, 0, (8, 6), (44, 43)),
            ),
            (
                BriscolaLine(1006, 2, (48, 72), (0, 1)),
                BriscolaLine(1007, 3, (56, 64), (1, 1)),
                BriscolaLine(1008, 0, (91, 29), (2, 1)),
                BriscolaLine(1009, 1, (76, 44), (2, 2)),
                BriscolaLine(1010, 2, (68, 52), (3, 2)),
                BriscolaLine(1011, 3, (17, 103), (4, 2)),
            ),
        ),
        (0, 0),
        (2, 0),
        12,
    ),
    MeetingVector(
        "30",
        ("TO-3", "TO-4", "TO-7", "TO-9"),
        "palazzo_2012",
        "expert",
        2000,
        3,
        (
            (
                TresetteLine(2000, 0, 3, (0, 14), (0, 14)),
                TresetteLine(2001, 1, 0, (7, 4), (4, 21)),
                TresetteLine(2002, 2, 0, (3, 14), (7, 35)),
                TresetteLine(2003, 3, 0, (0, 15), (22, 35)),
                TresetteLine(2004, 0, 0, (7, 7), (29, 42)),
            ),
            (
                BriscolaLine(2005, 1, (81, 39), (0, 1)),
                BriscolaLine(2006, 2, (54, 66), (0, 2)),
                BriscolaLine(2007, 3, (59, 61), (1, 2)),
                BriscolaLine(2008, 0, (55, 65), (1, 3)),
                BriscolaLine(2009, 1, (53, 67), (2, 3)),
                BriscolaLine(2010, 2, (52, 68), (2, 4)),
            ),
        ),
        (1, 1),
        (0, 2),
        11,
    ),
    MeetingVector(
        "31",
        ("TO-12", "TO-4", "TO-7", "TO-9"),
        "rovescio",
        "first",
        1000,
        3,
        (
            (
                BriscolaLine(1000, 0, (75, 45), (1, 0)),
                BriscolaLine(1001, 1, (16, 104), (2, 0)),
                BriscolaLine(1002, 2, (67, 53), (3, 0)),
                BriscolaLine(1003, 3, (76, 44), (3, 1)),
                BriscolaLine(1004, 0, (22, 98), (3, 2)),
                BriscolaLine(1005, 1, (105, 15), (3, 3)),
                BriscolaLine(1006, 2, (79, 41), (4, 3)),
            ),
            (
                TresetteLine(1007, 3, 2, (1, 13), (13, 1)),
                TresetteLine(1008, 0, 0, (8, 3), (21, 4)),
                TresetteLine(1009, 1, 0, (6, 8), (29, 10)),
                TresetteLine(1010, 2, 0, (6, 8), (35, 18)),
                TresetteLine(1011, 3, 0, (0, 11), (46, 18)),
            ),
        ),
        (0, 0),
        (2, 0),
        12,
    ),
]

# ------------------------------------------------------------------------------------------------
# 32-40: parameters and columns
# ------------------------------------------------------------------------------------------------

CUT_ORDERS = [
    CutOrderVector("32", ("TO-6",), "rovescio", {}, "1", 0),
    CutOrderVector("32", ("TO-6",), "rovescio", {"cut_order": "briscola"}, "1", 2),
]

OTHER_DEALERS = [
    OtherDealerVector(
        "33",
        ("TO-7", "TO-2"),
        "27",
        1,
        (),
        ((2, 3, 0, 1), (2, 3, 0, 1, 2, 3, 0)),
        (False, False),
        ((41, 18), (4, 2)),
        (0, 0),
        (2, 0),
    ),
    OtherDealerVector(
        "34",
        ("TO-7", "TO-2"),
        "27",
        0,
        (),
        ((1, 2, 3, 0), (1, 2, 3, 0, 1, 2, 3)),
        (True, True),
        ((18, 41), (2, 4)),
        (1, 1),
        (0, 2),
    ),
    OtherDealerVector(
        "37",
        ("TO-8",),
        "28",
        None,
        (3, 3, 2),
        ((0, 1, 2, 3, 0, 1), (0, 1, 2, 3, 0, 1), (3, 0, 1, 2)),
        (False, False, True),
        ((32, 43), (4, 2), (32, 12)),
        (1, 0, 0),
        (2, 1),
    ),
]

COLUMNS = [
    ColumnsVector(
        "35",
        ("section 6",),
        "27",
        {
            "first_dealer": 3,
            "m1_deals": 4,
            "m2_deals": 7,
            "m3_deals": 0,
            "m1_score_A": 41,
            "m1_score_B": 18,
            "m2_won_A": 4,
            "m2_won_B": 2,
            "m2_drawn": 1,
            "m3_score_A": 0,
            "m3_score_B": 0,
            "m3_winner": -1,
            "m1_first_dealer": 3,
            "m2_first_dealer": 3,
            "m3_first_dealer": 255,
            "third_needed": False,
            "decisions": 440,
        },
    ),
    ColumnsVector(
        "36",
        ("section 6",),
        "28",
        {
            "m1_score_A": 32,
            "m1_score_B": 43,
            "m2_won_A": 4,
            "m2_won_B": 2,
            "m3_score_A": 12,
            "m3_score_B": 32,
            "m1_winner": 1,
            "m2_winner": 0,
            "m3_winner": 1,
            "m1_first_dealer": 3,
            "m2_first_dealer": 1,
            "m3_first_dealer": 3,
            "m1_deals": 6,
            "m2_deals": 6,
            "m3_deals": 4,
            "m1_extra_deals": 0,
            "m3_extra_deals": 0,
            "third_needed": True,
            "decisions": 640,
        },
    ),
]

ONE_MATCH = [OneMatchVector("38", ("TO-12",), (("briscola", "palazzo"),))]

NAMED_SEATS = [NamedSeatsVector("39", ("TO-1",), ((0, 2, 1, 3), (0, 1, 2, 3), (0, 1, 3, 2)))]

BRACKETS = [
    BracketVector("40", ("TO-13",), (3, 0, 2, 1), ((3, 0), (2, 1), (3, 2)), (0, 0, 1, 2)),
]

# ------------------------------------------------------------------------------------------------
# Section 6: the columns of a meeting of the default matches, and section 10
# ------------------------------------------------------------------------------------------------

MEETING_COLUMNS = (
    "meeting_id pairing first_dealer cuts m1_winner m2_winner m3_winner third_needed winner "
    "m1_deals m2_deals m3_deals m1_score_A m1_score_B m3_score_A m3_score_B m2_won_A m2_won_B "
    "m2_drawn m1_extra_deals m3_extra_deals m1_accuso_decided m1_first_dealer m2_first_dealer "
    "m3_first_dealer deals decisions"
)

# The same for ``rovescio``: "with another list of matches the names go by place".
ROVESCIO_COLUMNS = (
    "meeting_id pairing first_dealer cuts m1_winner m2_winner m3_winner third_needed winner "
    "m1_deals m2_deals m3_deals m2_score_A m2_score_B m3_score_A m3_score_B m1_won_A m1_won_B "
    "m1_drawn m2_extra_deals m3_extra_deals m2_accuso_decided m3_accuso_decided m1_first_dealer "
    "m2_first_dealer m3_first_dealer deals decisions"
)

ODDS = [
    OddsRow("1", (1, 4), None),
    OddsRow("2", (408, 481), "0.848232848233"),
    OddsRow("3", (81, 100), None),
    OddsRow("4", (1, 3), None),
    OddsRow("5 half", (1, 2), None),
    OddsRow("5", (49, 100), None),
    OddsRow("6", (1297, 2000), "0.648500000000"),
    OddsRow("7 deals 4", None, "0.115296020000"),
    OddsRow("7 deals 5", None, "0.235203880800"),
    OddsRow("7 deals 6", None, "0.299884948020"),
    OddsRow("7 deals 7", None, "0.305882646980"),
    OddsRow("7 deals 8", None, "0.040369748443"),
    OddsRow("7 deals 9", None, "0.003165008939"),
    OddsRow("8 p 11/20", (38930419, 64000000), "0.608287796875"),
    OddsRow("8 p 3/5", (11097, 15625), "0.710208000000"),
    OddsRow("8 p 2/3", (1808, 2187), "0.826703246456"),
    OddsRow("9 level", None, "0.093539815506"),
    OddsRow("9 both above", None, "0.409121684868"),
    OddsRow("10 to 31", None, "0.800225722853"),
    OddsRow("10 to 41", None, "0.830749128773"),
    OddsRow("11 level", None, "0.068199732980"),
    OddsRow("12 pairs 4", (1, 2), None),
    OddsRow("12 pairs 8", (1, 4), None),
    OddsRow("12 pairs 16", (1, 8), None),
    OddsRow("13 pairs 4", (9, 16), None),  # w^k with w = 3/4
    OddsRow("13 pairs 8", (27, 64), None),
    OddsRow("13 pairs 16", (81, 256), None),
]
