"""Worked examples of the Tombolon rules page: pure data, one entry an example.

Cards, hands, decks and actions are texts separated by spaces. Names and figures are those of the
page (sections 7, 8, 10 and 12). "rovigo" and "padova" of the page are the four-player presets.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class LegalVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    changes: dict[str, Any]
    hand: str
    table: str
    actions: str  # in canonical order


class PlayVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    table: str
    action: str
    last_card: bool
    scopa: int
    colour: int


class PileVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    changes: dict[str, Any]
    words: str  # the pile as the page describes it
    pile: str
    side: int
    cards: int
    carte: int
    spade: int
    due: int
    bello: int
    fante: int
    raddoppio: int
    napoli: int
    tombolon: bool
    total: int


class RedealVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    table: str
    rovigo: bool | None
    padova: bool | None


class DealingVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    a: int
    b: int
    first_packet: tuple[str, ...]  # by seat
    table: str
    second_of_seat0: str
    bottom: str


class SideFigures(NamedTuple):
    cards: int
    spades: int
    carte: int
    spade: int
    due: int
    bello: int
    fante: int
    raddoppio: int
    napoli: int
    scopa_points: int
    n_scopa: int
    colour_points: int
    n_colour: int
    deal_points: int


class CompleteVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    a: int
    b: int
    action: str  # "first" or "last" of the canonical list
    legal_actions_sum: int
    leftovers: int
    leftover_side: int
    side0: SideFigures
    side1: SideFigures


class GoingOutVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    a: int
    b: int
    action: str
    start: tuple[int, int]
    going_out: str
    plays: int
    deal_points: tuple[int, int]
    totals: tuple[int, int]
    result: str  # the words of the page
    ended_by: int
    winner_side: int | None
    extra_deal: bool  # the next deal is an extra deal


class CertainVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    start: int
    made: int
    words: str
    pile: str
    side: int
    total: int
    secured: str | None  # "out", "tombolon" or None
    play: str | None


class SettleVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    changes: dict[str, Any]
    totals: tuple[int, int]
    tombolon: tuple[bool, bool]
    winner_side: int | None
    won_by: int | None
    extra_deal: bool


class LastCardVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    table: str
    action: str
    leftovers: str
    scopa: int
    colour: int


class EndingVector(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    preset: str
    a: int
    b: int
    k: int
    hands: tuple[str, ...]
    table: str
    pile_sizes: tuple[int, int]
    expected_0: tuple[int, int]  # numerator, denominator
    expected_1: tuple[int, int]
    p_side0_more: tuple[int, int]
    lines: int
    best: int | None


class RecordedSide(NamedTuple):
    cards: int
    spades: int
    carte: int
    spade: int
    due: int
    bello: int
    fante: int
    napoli: int
    scopa_points: int
    colour_points: int
    deal_points: int


class RecordedDeal(NamedTuple):
    name: str
    clauses: tuple[str, ...]
    first: int
    start: tuple[int, int]
    deck: str
    plays: str
    marks: tuple[tuple[int, int, int], ...]  # (play, scopa, colour); all other plays score 0, 0
    side0: RecordedSide
    side1: RecordedSide
    leftovers: int
    leftover_side: int
    ended_by: int
    ended_side: int
    n_plays: int
    totals: tuple[int, int]


class MeansRow(NamedTuple):
    preset: str
    policy: str
    deals: int
    side_0: tuple[float, float]  # deal points of side 0: mean, standard error
    side_1: tuple[float, float]
    scopa_points: tuple[float, float]
    colour_points: tuple[float, float]
    n_scopa: tuple[float, float]
    n_colour: tuple[float, float]
    raddoppio: tuple[float, float]
    napoli: tuple[float, float]
    tombolon: tuple[float, float]
    carte_tie: tuple[float, float]
    spade_tie: tuple[float, float]
    leftovers: tuple[float, float]
    branching: tuple[float, float]
    last_card_captures: tuple[float, float]


class RefusedVector(NamedTuple):
    name: str  # item of section 12
    clauses: tuple[str, ...]
    kind: str  # rules, card, number, deck, position, action, replay, start, index
    given: dict[str, Any]  # input, by kind
    names: str  # text that the message must contain (the field)


# 8.1 Legal actions, in canonical order.
LEGAL: tuple[LegalVector, ...] = (
    LegalVector(
        name="V1",
        clauses=("TB-15",),
        preset="rovigo4",
        changes={},
        hand="7D",
        table="2C 5B 7B 1S",
        actions="7D*2C+5B 7D*7B",
    ),
    LegalVector(
        name="V2",
        clauses=("TB-13", "TB-15"),
        preset="rovigo4",
        changes={},
        hand="7C",
        table="5D 7B 5S 2C FB",
        actions="7C*5D+2C 7C*7B 7C*2C+5S",
    ),
    LegalVector(
        name="V3",
        clauses=("TB-13",),
        preset="rovigo4",
        changes={},
        hand="7D",
        table="1S 1B 1C 4C 2S 2C",
        actions=(
            "7D*1C+2C+4C 7D*2C+4C+1B 7D*2C+4C+1S 7D*1C+4C+1B+1S 7D*1C+4C+2S 7D*4C+1B+2S "
            "7D*4C+1S+2S 7D*1C+2C+1B+1S+2S"
        ),
    ),
    LegalVector(
        name="V4",
        clauses=("TB-12",),
        preset="rovigo4",
        changes={},
        hand="7C",
        table="7D 7S 3B",
        actions="7C*7D 7C*7S",
    ),
    LegalVector(
        name="V5",
        clauses=("TB-12",),
        preset="rovigo4",
        changes={},
        hand="1S",
        table="1B 1C 3D",
        actions="1S*1C 1S*1B",
    ),
    LegalVector(
        name="V6",
        clauses=("TB-12", "TB-13"),
        preset="rovigo4",
        changes={},
        hand="2S",
        table="1B 1C 2D",
        actions="2S*2D 2S*1C+1B",
    ),
    LegalVector(
        name="V7",
        clauses=("TB-12",),
        preset="rovigo4",
        changes={},
        hand="FS",
        table="7D 1C RC",
        actions="FS",
    ),
    LegalVector(
        name="V8",
        clauses=("TB-12",),
        preset="rovigo4",
        changes={},
        hand="FS",
        table="FD FB RC 3D",
        actions="FS*FD FS*FB",
    ),
    LegalVector(
        name="V9",
        clauses=("TB-16",),
        preset="rovigo4",
        changes={},
        hand="RC 7D",
        table="7B 2C",
        actions="7D*7B RC",
    ),
    LegalVector(
        name="V10",
        clauses=("TB-16", "TB-18"),
        preset="rovigo4",
        changes={},
        hand="7C 3B",
        table="3D 4D 7S 1B",
        actions="7C*3D+4D 7C*7S 3B*3D",
    ),
    LegalVector(
        name="V11",
        clauses=("TB-17",),
        preset="rovigo4",
        changes={},
        hand="1D 3S FB",
        table="",
        actions="1D FB 3S",
    ),
    LegalVector(
        name="V12",
        clauses=("TB-16",),
        preset="rovigo4",
        changes={"must_capture": "hand"},
        hand="RC 7D",
        table="7B 2C",
        actions="7D*7B",
    ),
    LegalVector(
        name="V13",
        clauses=("TB-16",),
        preset="rovigo4",
        changes={"must_capture": "none"},
        hand="RC 7D",
        table="7B 2C",
        actions="7D 7D*7B RC",
    ),
    LegalVector(
        name="V14",
        clauses=("TB-15",),
        preset="rovigo4",
        changes={"capture_priority": "equal_first"},
        hand="7D",
        table="2C 5B 7B 1S",
        actions="7D*7B",
    ),
    LegalVector(
        name="V15",
        clauses=("TB-15",),
        preset="rovigo4",
        changes={"capture_priority": "fewest"},
        hand="7D",
        table="1S 4C 2S 5B 3D",
        actions="7D*3D+4C 7D*5B+2S",
    ),
    LegalVector(
        name="V16",
        clauses=("TB-13",),
        preset="padova4",
        changes={},
        hand="10D",
        table="7S 3C 10B 8D 2B 1D",
        actions="10D*8D+2B 10D*10B 10D*3C+7S 10D*1D+2B+7S",
    ),
    LegalVector(
        name="V17",
        clauses=("TB-13",),
        preset="padova4",
        changes={},
        hand="8C",
        table="7D 7B 7S 1C",
        actions="8C*7D+1C 8C*1C+7B 8C*1C+7S",
    ),
    LegalVector(
        name="V18",
        clauses=("TB-12",),
        preset="padova4",
        changes={},
        hand="FS",
        table="10D 1D FB",
        actions="FS*FB",
    ),
    LegalVector(
        name="V19",
        clauses=("TB-18",),
        preset="rovigo4",
        changes={},
        hand="7C",
        table="1D 2D 2C 2B 2S 3D 5D 7D RD",
        actions=(
            "7C*2D+5D 7C*7D 7C*2D+3D+2C 7C*5D+2C 7C*2D+3D+2B 7C*5D+2B 7C*1D+2D+2C+2B "
            "7C*3D+2C+2B 7C*2D+3D+2S 7C*5D+2S 7C*1D+2D+2C+2S 7C*3D+2C+2S 7C*1D+2D+2B+2S "
            "7C*3D+2B+2S 7C*1D+2C+2B+2S"
        ),
    ),
    LegalVector(
        name="V20",
        clauses=("TB-18",),
        preset="padova4",
        changes={},
        hand="10C",
        table="1D 2D 3D 3C 3B 3S 4D 5D 7D 8D 10D FD CD RD",
        actions=(
            "10C*1D+2D+3D+4D 10C*2D+3D+5D 10C*1D+4D+5D 10C*1D+2D+7D 10C*3D+7D 10C*2D+8D "
            "10C*10D 10C*1D+2D+4D+3C 10C*3D+4D+3C 10C*2D+5D+3C 10C*7D+3C 10C*1D+2D+4D+3B "
            "10C*3D+4D+3B 10C*2D+5D+3B 10C*7D+3B 10C*1D+3D+3C+3B 10C*4D+3C+3B 10C*1D+2D+4D+3S "
            "10C*3D+4D+3S 10C*2D+5D+3S 10C*7D+3S 10C*1D+3D+3C+3S 10C*4D+3C+3S 10C*1D+3D+3B+3S "
            "10C*4D+3B+3S 10C*1D+3C+3B+3S"
        ),
    ),
)

# 8.2 Points of one play.
PLAYS: tuple[PlayVector, ...] = (
    PlayVector(
        name="V21",
        clauses=("TB-22",),
        preset="rovigo4",
        table="2C 5C RB",
        action="7C*2C+5C",
        last_card=False,
        scopa=0,
        colour=7,
    ),
    PlayVector(
        name="V22",
        clauses=("TB-22",),
        preset="rovigo4",
        table="2C 3C 2D FS",
        action="7C*2D+2C+3C",
        last_card=False,
        scopa=0,
        colour=0,
    ),
    PlayVector(
        name="V23",
        clauses=("TB-23",),
        preset="rovigo4",
        table="2C 5C",
        action="7C*2C+5C",
        last_card=False,
        scopa=7,
        colour=7,
    ),
    PlayVector(
        name="V24",
        clauses=("TB-22",),
        preset="rovigo4",
        table="2C 5C 1D",
        action="7D*2C+5C",
        last_card=False,
        scopa=0,
        colour=0,
    ),
    PlayVector(
        name="V25",
        clauses=("TB-22",),
        preset="rovigo4",
        table="1C 2C 4C 1D",
        action="7C*1C+2C+4C",
        last_card=False,
        scopa=0,
        colour=7,
    ),
    PlayVector(
        name="V26",
        clauses=("TB-22",),
        preset="rovigo4",
        table="2C 3C FD",
        action="5C*2C+3C",
        last_card=False,
        scopa=0,
        colour=5,
    ),
    PlayVector(
        name="V27",
        clauses=("TB-23",),
        preset="rovigo4",
        table="1C 2C",
        action="3C*1C+2C",
        last_card=False,
        scopa=3,
        colour=3,
    ),
    PlayVector(
        name="V28",
        clauses=("TB-21",),
        preset="rovigo4",
        table="1D 1S",
        action="2B*1D+1S",
        last_card=False,
        scopa=2,
        colour=0,
    ),
    PlayVector(
        name="V29",
        clauses=("TB-21",),
        preset="rovigo4",
        table="6D",
        action="6S*6D",
        last_card=False,
        scopa=6,
        colour=0,
    ),
    PlayVector(
        name="V30",
        clauses=("TB-21",),
        preset="rovigo4",
        table="1D",
        action="1S*1D",
        last_card=False,
        scopa=1,
        colour=0,
    ),
    PlayVector(
        name="V31",
        clauses=("TB-20", "TB-21"),
        preset="rovigo4",
        table="FD",
        action="FS*FD",
        last_card=False,
        scopa=3,
        colour=0,
    ),
    PlayVector(
        name="V32",
        clauses=("TB-20", "TB-21"),
        preset="rovigo4",
        table="CB",
        action="CD*CB",
        last_card=False,
        scopa=4,
        colour=0,
    ),
    PlayVector(
        name="V33",
        clauses=("TB-20", "TB-21"),
        preset="rovigo4",
        table="RS",
        action="RC*RS",
        last_card=False,
        scopa=5,
        colour=0,
    ),
    PlayVector(
        name="V34",
        clauses=("TB-21",),
        preset="rovigo4",
        table="7D 3B",
        action="7S*7D",
        last_card=False,
        scopa=0,
        colour=0,
    ),
    PlayVector(
        name="V35",
        clauses=("TB-24",),
        preset="rovigo4",
        table="2C 5C",
        action="7C*2C+5C",
        last_card=True,
        scopa=0,
        colour=7,
    ),
    PlayVector(
        name="V36",
        clauses=("TB-24",),
        preset="rovigo4",
        table="6D",
        action="6B*6D",
        last_card=True,
        scopa=0,
        colour=0,
    ),
    PlayVector(
        name="V37",
        clauses=("TB-23",),
        preset="padova4",
        table="1B 2B 3B 4B",
        action="10B*1B+2B+3B+4B",
        last_card=False,
        scopa=10,
        colour=10,
    ),
    PlayVector(
        name="V38",
        clauses=("TB-22",),
        preset="padova4",
        table="1S 8S RD",
        action="9S*1S+8S",
        last_card=False,
        scopa=0,
        colour=9,
    ),
    PlayVector(
        name="V39",
        clauses=("TB-20",),
        preset="padova4",
        table="RS",
        action="RC*RS",
        last_card=False,
        scopa=5,
        colour=0,
    ),
    PlayVector(
        name="V40",
        clauses=("TB-24",),
        preset="padova4",
        table="2C 5C RB",
        action="7C*2C+5C",
        last_card=True,
        scopa=0,
        colour=0,
    ),
    PlayVector(
        name="V41",
        clauses=("TB-24",),
        preset="padova4",
        table="2C 5C",
        action="7C*2C+5C",
        last_card=True,
        scopa=0,
        colour=0,
    ),
)

# 8.3 Pile points.
PILES: tuple[PileVector, ...] = (
    PileVector(
        name="V42",
        clauses=("TB-33", "TB-34", "TB-35"),
        preset="rovigo4",
        changes={},
        words="all ten Spade, 7D, all ten Coppe",
        pile="1S 2S 3S 4S 5S 6S 7S FS CS RS 7D 1C 2C 3C 4C 5C 6C 7C FC CC RC",
        side=1,
        cards=21,
        carte=2,
        spade=1,
        due=1,
        bello=1,
        fante=1,
        raddoppio=6,
        napoli=10,
        tombolon=True,
        total=22,
    ),
    PileVector(
        name="V43",
        clauses=("TB-33",),
        preset="rovigo4",
        changes={},
        words="the same with 7B for 7D",
        pile="1S 2S 3S 4S 5S 6S 7S FS CS RS 7B 1C 2C 3C 4C 5C 6C 7C FC CC RC",
        side=1,
        cards=21,
        carte=2,
        spade=1,
        due=1,
        bello=0,
        fante=1,
        raddoppio=0,
        napoli=10,
        tombolon=False,
        total=15,
    ),
    PileVector(
        name="V44",
        clauses=("TB-30", "TB-35"),
        preset="rovigo4",
        changes={},
        words="all ten Spade, 7D, nine Coppe (no RC): 20 cards",
        pile="1S 2S 3S 4S 5S 6S 7S FS CS RS 7D 1C 2C 3C 4C 5C 6C 7C FC CC",
        side=0,
        cards=20,
        carte=2,
        spade=1,
        due=1,
        bello=1,
        fante=1,
        raddoppio=6,
        napoli=10,
        tombolon=True,
        total=22,
    ),
    PileVector(
        name="V45",
        clauses=("TB-30",),
        preset="rovigo4",
        changes={},
        words="the same pile, side 1",
        pile="1S 2S 3S 4S 5S 6S 7S FS CS RS 7D 1C 2C 3C 4C 5C 6C 7C FC CC",
        side=1,
        cards=20,
        carte=0,
        spade=1,
        due=1,
        bello=1,
        fante=1,
        raddoppio=0,
        napoli=10,
        tombolon=False,
        total=14,
    ),
    PileVector(
        name="V46",
        clauses=("TB-35",),
        preset="rovigo4",
        changes={},
        words="all ten Spade and 7D only: 11 cards",
        pile="1S 2S 3S 4S 5S 6S 7S FS CS RS 7D",
        side=0,
        cards=11,
        carte=0,
        spade=1,
        due=1,
        bello=1,
        fante=1,
        raddoppio=0,
        napoli=10,
        tombolon=False,
        total=14,
    ),
    PileVector(
        name="V47",
        clauses=("TB-33",),
        preset="rovigo4",
        changes={},
        words="nine Spade (no 1S), 7D, 1B, all Coppe: 21 cards",
        pile="2S 3S 4S 5S 6S 7S FS CS RS 7D 1B 1C 2C 3C 4C 5C 6C 7C FC CC RC",
        side=1,
        cards=21,
        carte=2,
        spade=1,
        due=1,
        bello=1,
        fante=1,
        raddoppio=6,
        napoli=0,
        tombolon=False,
        total=12,
    ),
    PileVector(
        name="V48",
        clauses=("TB-33",),
        preset="rovigo4",
        changes={},
        words="2S FS 4S 6S CS, 7D, all Coppe, 1B-4B: 20 cards, 5 Spade",
        pile="2S FS 4S 6S CS 7D 1C 2C 3C 4C 5C 6C 7C FC CC RC 1B 2B 3B 4B",
        side=0,
        cards=20,
        carte=2,
        spade=1,
        due=1,
        bello=1,
        fante=1,
        raddoppio=6,
        napoli=0,
        tombolon=False,
        total=12,
    ),
    PileVector(
        name="V49",
        clauses=("TB-30", "TB-31"),
        preset="rovigo4",
        changes={},
        words="the same pile, side 1",
        pile="2S FS 4S 6S CS 7D 1C 2C 3C 4C 5C 6C 7C FC CC RC 1B 2B 3B 4B",
        side=1,
        cards=20,
        carte=0,
        spade=0,
        due=1,
        bello=1,
        fante=1,
        raddoppio=0,
        napoli=0,
        tombolon=False,
        total=3,
    ),
    PileVector(
        name="V50",
        clauses=("TB-33",),
        preset="rovigo4",
        changes={"raddoppio_on_tie": False},
        words="the same pile, side 0",
        pile="2S FS 4S 6S CS 7D 1C 2C 3C 4C 5C 6C 7C FC CC RC 1B 2B 3B 4B",
        side=0,
        cards=20,
        carte=2,
        spade=1,
        due=1,
        bello=1,
        fante=1,
        raddoppio=0,
        napoli=0,
        tombolon=False,
        total=6,
    ),
    PileVector(
        name="V51",
        clauses=("TB-34",),
        preset="rovigo4",
        changes={},
        words="1S 2S 3S",
        pile="1S 2S 3S",
        side=1,
        cards=3,
        carte=0,
        spade=0,
        due=1,
        bello=0,
        fante=0,
        raddoppio=0,
        napoli=3,
        tombolon=False,
        total=4,
    ),
    PileVector(
        name="V52",
        clauses=("TB-34",),
        preset="rovigo4",
        changes={},
        words="1S 2S 3S 4S",
        pile="1S 2S 3S 4S",
        side=1,
        cards=4,
        carte=0,
        spade=0,
        due=1,
        bello=0,
        fante=0,
        raddoppio=0,
        napoli=4,
        tombolon=False,
        total=5,
    ),
    PileVector(
        name="V53",
        clauses=("TB-34",),
        preset="rovigo4",
        changes={},
        words="1S 2S 3S 5S",
        pile="1S 2S 3S 5S",
        side=1,
        cards=4,
        carte=0,
        spade=0,
        due=1,
        bello=0,
        fante=0,
        raddoppio=0,
        napoli=3,
        tombolon=False,
        total=4,
    ),
    PileVector(
        name="V54",
        clauses=("TB-34",),
        preset="rovigo4",
        changes={},
        words="1S 2S 4S",
        pile="1S 2S 4S",
        side=1,
        cards=3,
        carte=0,
        spade=0,
        due=1,
        bello=0,
        fante=0,
        raddoppio=0,
        napoli=0,
        tombolon=False,
        total=1,
    ),
    PileVector(
        name="V55",
        clauses=("TB-34",),
        preset="rovigo4",
        changes={},
        words="2S 3S 4S 5S",
        pile="2S 3S 4S 5S",
        side=1,
        cards=4,
        carte=0,
        spade=0,
        due=1,
        bello=0,
        fante=0,
        raddoppio=0,
        napoli=0,
        tombolon=False,
        total=1,
    ),
    PileVector(
        name="V56",
        clauses=("TB-34",),
        preset="rovigo4",
        changes={},
        words="1S-7S FS",
        pile="1S 2S 3S 4S 5S 6S 7S FS",
        side=1,
        cards=8,
        carte=0,
        spade=1,
        due=1,
        bello=0,
        fante=1,
        raddoppio=0,
        napoli=8,
        tombolon=False,
        total=11,
    ),
    PileVector(
        name="V57",
        clauses=("TB-34",),
        preset="rovigo4",
        changes={},
        words="1S-7S CS",
        pile="1S 2S 3S 4S 5S 6S 7S CS",
        side=1,
        cards=8,
        carte=0,
        spade=1,
        due=1,
        bello=0,
        fante=0,
        raddoppio=0,
        napoli=7,
        tombolon=False,
        total=9,
    ),
    PileVector(
        name="V58",
        clauses=("TB-34",),
        preset="padova4",
        changes={},
        words="1S-7S FS",
        pile="1S 2S 3S 4S 5S 6S 7S FS",
        side=1,
        cards=8,
        carte=0,
        spade=1,
        due=1,
        bello=0,
        fante=1,
        raddoppio=0,
        napoli=7,
        tombolon=False,
        total=10,
    ),
    PileVector(
        name="V59",
        clauses=("TB-33", "TB-34", "TB-35"),
        preset="padova4",
        changes={},
        words="all 13 Spade, 10D, all 13 Coppe: 27 cards",
        pile="1S 2S 3S 4S 5S 6S 7S 8S 9S 10S FS CS RS 10D 1C 2C 3C 4C 5C 6C 7C 8C 9C 10C FC CC RC",
        side=1,
        cards=27,
        carte=2,
        spade=1,
        due=1,
        bello=1,
        fante=1,
        raddoppio=6,
        napoli=13,
        tombolon=True,
        total=25,
    ),
    PileVector(
        name="V60",
        clauses=("TB-32",),
        preset="padova4",
        changes={},
        words="7D",
        pile="7D",
        side=0,
        cards=1,
        carte=0,
        spade=0,
        due=0,
        bello=0,
        fante=0,
        raddoppio=0,
        napoli=0,
        tombolon=False,
        total=0,
    ),
    PileVector(
        name="V61",
        clauses=("TB-32",),
        preset="padova4",
        changes={},
        words="10D",
        pile="10D",
        side=0,
        cards=1,
        carte=0,
        spade=0,
        due=0,
        bello=1,
        fante=0,
        raddoppio=0,
        napoli=0,
        tombolon=False,
        total=1,
    ),
    PileVector(
        name="V62",
        clauses=("TB-30",),
        preset="padova4",
        changes={},
        words="all Coppe and all Bastoni: 26 cards",
        pile="1C 2C 3C 4C 5C 6C 7C 8C 9C 10C FC CC RC 1B 2B 3B 4B 5B 6B 7B 8B 9B 10B FB CB RB",
        side=0,
        cards=26,
        carte=2,
        spade=0,
        due=0,
        bello=0,
        fante=0,
        raddoppio=0,
        napoli=0,
        tombolon=False,
        total=2,
    ),
    PileVector(
        name="V63",
        clauses=("TB-30",),
        preset="padova4",
        changes={},
        words="the same pile, side 1",
        pile="1C 2C 3C 4C 5C 6C 7C 8C 9C 10C FC CC RC 1B 2B 3B 4B 5B 6B 7B 8B 9B 10B FB CB RB",
        side=1,
        cards=26,
        carte=0,
        spade=0,
        due=0,
        bello=0,
        fante=0,
        raddoppio=0,
        napoli=0,
        tombolon=False,
        total=0,
    ),
)

# 8.4 Redeal; None: such cards are not in the pack.
REDEALS: tuple[RedealVector, ...] = (
    RedealVector(name="V64", clauses=("TB-8",), table="7D 7B 7C 5S", rovigo=True, padova=False),
    RedealVector(name="V65", clauses=("TB-8",), table="6D 6B 6S 6C", rovigo=False, padova=False),
    RedealVector(name="V66", clauses=("TB-8",), table="FD 2B FS FC", rovigo=True, padova=True),
    RedealVector(name="V67", clauses=("TB-8",), table="FD RB RS RC", rovigo=True, padova=True),
    RedealVector(name="V68", clauses=("TB-8",), table="RD RB RS RC", rovigo=True, padova=True),
    RedealVector(name="V69", clauses=("TB-8",), table="7D 7B CS RC", rovigo=False, padova=False),
    RedealVector(name="V70", clauses=("TB-8",), table="1D 2B 3S 4C", rovigo=False, padova=False),
    RedealVector(name="V71", clauses=("TB-8",), table="10D 10B 10S 4C", rovigo=None, padova=True),
    RedealVector(name="V72", clauses=("TB-8",), table="9D 9B 9C 1S", rovigo=None, padova=False),
)

# 8.5 Dealing, deck[i] = (7 i + 3) mod N.
DEALINGS: tuple[DealingVector, ...] = (
    DealingVector(
        name="V73",
        clauses=("TB-6", "TB-7"),
        preset="rovigo4",
        a=7,
        b=3,
        first_packet=("4D 1C FC 5B", "2S CS 6D 3C", "RC 7B 4S 1D", "FD 5C 2B CB"),
        table="6S 3D RD 7C",
        second_of_seat0="4B 1S FS 5D 2C",
        bottom="7S",
    ),
    DealingVector(
        name="V74",
        clauses=("TB-6", "TB-7"),
        preset="rovigo2",
        a=7,
        b=3,
        first_packet=("4D 1C FC 5B", "2S CS 6D 3C"),
        table="RC 7B 4S 1D",
        second_of_seat0="FD 5C 2B CB",
        bottom="7S",
    ),
    DealingVector(
        name="V75",
        clauses=("TB-6", "TB-7"),
        preset="padova4",
        a=7,
        b=3,
        first_packet=("4D FD 5C CC", "6B RB 7S 1D", "8D 2C 9C 3B", "10B 4S FS 5D"),
        table="CD 6C RC 7B",
        second_of_seat0="1S 8S 2D 9D",
        bottom="10S",
    ),
    DealingVector(
        name="V76",
        clauses=("TB-6", "TB-7"),
        preset="padova2",
        a=7,
        b=3,
        first_packet=("4D FD 5C CC", "6B RB 7S 1D"),
        table="8D 2C 9C 3B",
        second_of_seat0="10B 4S FS 5D",
        bottom="10S",
    ),
)

# 8.6 Complete deals, deck[i] = (a i + b) mod N, going_out="off", from 0-0.
COMPLETE: tuple[CompleteVector, ...] = (
    CompleteVector(
        name="V77",
        clauses=("TB-6", "TB-36"),
        preset="rovigo4",
        a=17,
        b=2,
        action="first",
        legal_actions_sum=105,
        leftovers=3,
        leftover_side=1,
        side0=SideFigures(15, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        side1=SideFigures(25, 6, 2, 1, 1, 1, 1, 6, 0, 0, 0, 7, 1, 19),
    ),
    CompleteVector(
        name="V78",
        clauses=("TB-6", "TB-36"),
        preset="rovigo4",
        a=9,
        b=1,
        action="last",
        legal_actions_sum=102,
        leftovers=2,
        leftover_side=1,
        side0=SideFigures(14, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        side1=SideFigures(26, 8, 2, 1, 1, 1, 1, 6, 3, 3, 1, 3, 1, 21),
    ),
    CompleteVector(
        name="V79",
        clauses=("TB-6", "TB-36"),
        preset="rovigo4",
        a=27,
        b=4,
        action="first",
        legal_actions_sum=102,
        leftovers=2,
        leftover_side=0,
        side0=SideFigures(20, 6, 2, 1, 1, 0, 1, 0, 3, 3, 1, 5, 1, 16),
        side1=SideFigures(20, 4, 0, 0, 0, 1, 0, 0, 0, 4, 1, 3, 1, 8),
    ),
    CompleteVector(
        name="V80",
        clauses=("TB-6", "TB-36"),
        preset="rovigo4",
        a=11,
        b=5,
        action="first",
        legal_actions_sum=102,
        leftovers=3,
        leftover_side=0,
        side0=SideFigures(28, 7, 2, 1, 1, 1, 1, 6, 0, 0, 0, 0, 0, 12),
        side1=SideFigures(12, 3, 0, 0, 0, 0, 0, 0, 0, 5, 1, 0, 0, 5),
    ),
    CompleteVector(
        name="V81",
        clauses=("TB-6", "TB-36"),
        preset="rovigo4",
        a=1,
        b=0,
        action="first",
        legal_actions_sum=102,
        leftovers=2,
        leftover_side=1,
        side0=SideFigures(18, 4, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 4),
        side1=SideFigures(22, 6, 2, 1, 0, 1, 1, 0, 0, 0, 0, 11, 2, 16),
    ),
    CompleteVector(
        name="V82",
        clauses=("TB-6", "TB-36"),
        preset="rovigo2",
        a=19,
        b=7,
        action="first",
        legal_actions_sum=109,
        leftovers=4,
        leftover_side=0,
        side0=SideFigures(31, 9, 2, 1, 1, 1, 1, 6, 9, 0, 0, 0, 0, 21),
        side1=SideFigures(9, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1),
    ),
    CompleteVector(
        name="V83",
        clauses=("TB-6", "TB-36"),
        preset="rovigo2",
        a=1,
        b=0,
        action="last",
        legal_actions_sum=111,
        leftovers=2,
        leftover_side=0,
        side0=SideFigures(15, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1),
        side1=SideFigures(25, 6, 2, 1, 1, 0, 1, 0, 0, 0, 0, 27, 4, 32),
    ),
    CompleteVector(
        name="V84",
        clauses=("TB-6", "TB-36"),
        preset="rovigo2",
        a=27,
        b=4,
        action="first",
        legal_actions_sum=113,
        leftovers=3,
        leftover_side=0,
        side0=SideFigures(23, 5, 2, 1, 1, 0, 0, 0, 0, 5, 1, 0, 0, 9),
        side1=SideFigures(17, 5, 0, 0, 0, 1, 1, 0, 0, 3, 1, 4, 1, 9),
    ),
    CompleteVector(
        name="V85",
        clauses=("TB-6", "TB-36"),
        preset="rovigo2",
        a=21,
        b=6,
        action="first",
        legal_actions_sum=111,
        leftovers=2,
        leftover_side=1,
        side0=SideFigures(20, 6, 2, 1, 1, 1, 1, 6, 0, 0, 0, 0, 0, 12),
        side1=SideFigures(20, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ),
    CompleteVector(
        name="V86",
        clauses=("TB-6", "TB-36"),
        preset="rovigo2",
        a=7,
        b=3,
        action="last",
        legal_actions_sum=105,
        leftovers=2,
        leftover_side=0,
        side0=SideFigures(20, 5, 2, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 5),
        side1=SideFigures(20, 5, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 4),
    ),
    CompleteVector(
        name="V87",
        clauses=("TB-6", "TB-36"),
        preset="padova4",
        a=1,
        b=0,
        action="last",
        legal_actions_sum=125,
        leftovers=3,
        leftover_side=0,
        side0=SideFigures(31, 11, 2, 1, 1, 1, 1, 6, 0, 10, 2, 7, 1, 29),
        side1=SideFigures(21, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 1, 7),
    ),
    CompleteVector(
        name="V88",
        clauses=("TB-6", "TB-36"),
        preset="padova4",
        a=27,
        b=4,
        action="first",
        legal_actions_sum=128,
        leftovers=4,
        leftover_side=1,
        side0=SideFigures(22, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1),
        side1=SideFigures(30, 10, 2, 1, 1, 0, 1, 0, 9, 0, 0, 6, 1, 20),
    ),
    CompleteVector(
        name="V89",
        clauses=("TB-6", "TB-36"),
        preset="padova4",
        a=11,
        b=5,
        action="first",
        legal_actions_sum=125,
        leftovers=3,
        leftover_side=1,
        side0=SideFigures(17, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        side1=SideFigures(35, 10, 2, 1, 1, 1, 1, 6, 3, 0, 0, 0, 0, 15),
    ),
    CompleteVector(
        name="V90",
        clauses=("TB-6", "TB-36"),
        preset="padova2",
        a=9,
        b=1,
        action="last",
        legal_actions_sum=143,
        leftovers=2,
        leftover_side=1,
        side0=SideFigures(26, 5, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3),
        side1=SideFigures(26, 8, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 3),
    ),
    CompleteVector(
        name="V91",
        clauses=("TB-6", "TB-36"),
        preset="padova2",
        a=1,
        b=0,
        action="first",
        legal_actions_sum=126,
        leftovers=4,
        leftover_side=1,
        side0=SideFigures(20, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 6, 2, 7),
        side1=SideFigures(32, 11, 2, 1, 1, 0, 1, 0, 6, 0, 0, 20, 3, 31),
    ),
    CompleteVector(
        name="V92",
        clauses=("TB-6", "TB-36"),
        preset="padova2",
        a=17,
        b=2,
        action="first",
        legal_actions_sum=127,
        leftovers=4,
        leftover_side=1,
        side0=SideFigures(24, 7, 0, 1, 1, 1, 1, 0, 0, 10, 1, 3, 1, 17),
        side1=SideFigures(28, 6, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2),
    ),
)

# 8.7 Going out and the end of the match, same decks and policies.
GOING_OUT: tuple[GoingOutVector, ...] = (
    GoingOutVector(
        name="V93",
        clauses=("TB-38",),
        preset="rovigo2",
        a=27,
        b=4,
        action="first",
        start=(25, 25),
        going_out="secured",
        plays=19,
        deal_points=(6, 5),
        totals=(31, 30),
        result="side 0 goes out",
        ended_by=1,
        winner_side=0,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V94",
        clauses=("TB-38",),
        preset="rovigo2",
        a=27,
        b=4,
        action="first",
        start=(25, 25),
        going_out="play",
        plays=28,
        deal_points=(6, 9),
        totals=(31, 34),
        result="side 1 goes out",
        ended_by=1,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V95",
        clauses=("TB-42", "TB-43"),
        preset="rovigo2",
        a=27,
        b=4,
        action="first",
        start=(25, 25),
        going_out="off",
        plays=36,
        deal_points=(9, 9),
        totals=(34, 34),
        result="tie over the target: extra deal (TB-43)",
        ended_by=0,
        winner_side=None,
        extra_deal=True,
    ),
    GoingOutVector(
        name="V96",
        clauses=("TB-38",),
        preset="rovigo4",
        a=11,
        b=5,
        action="last",
        start=(20, 24),
        going_out="secured",
        plays=24,
        deal_points=(1, 7),
        totals=(21, 31),
        result="side 1 goes out",
        ended_by=1,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V97",
        clauses=("TB-41",),
        preset="rovigo4",
        a=11,
        b=5,
        action="last",
        start=(20, 24),
        going_out="play",
        plays=36,
        deal_points=(4, 7),
        totals=(24, 31),
        result="side 1 wins at the end",
        ended_by=0,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V98",
        clauses=("TB-41",),
        preset="rovigo4",
        a=11,
        b=5,
        action="last",
        start=(20, 24),
        going_out="off",
        plays=36,
        deal_points=(4, 7),
        totals=(24, 31),
        result="side 1 wins at the end",
        ended_by=0,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V99",
        clauses=("TB-38",),
        preset="rovigo4",
        a=17,
        b=2,
        action="first",
        start=(0, 20),
        going_out="secured",
        plays=36,
        deal_points=(0, 11),
        totals=(0, 31),
        result="side 1 goes out",
        ended_by=1,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V100",
        clauses=("TB-41",),
        preset="rovigo4",
        a=17,
        b=2,
        action="first",
        start=(0, 20),
        going_out="play",
        plays=36,
        deal_points=(0, 19),
        totals=(0, 39),
        result="side 1 wins at the end",
        ended_by=0,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V101",
        clauses=("TB-41",),
        preset="rovigo4",
        a=17,
        b=2,
        action="first",
        start=(0, 20),
        going_out="off",
        plays=36,
        deal_points=(0, 19),
        totals=(0, 39),
        result="side 1 wins at the end",
        ended_by=0,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V102",
        clauses=("TB-38",),
        preset="rovigo2",
        a=7,
        b=3,
        action="first",
        start=(28, 28),
        going_out="secured",
        plays=31,
        deal_points=(4, 0),
        totals=(32, 28),
        result="side 0 goes out",
        ended_by=1,
        winner_side=0,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V103",
        clauses=("TB-41",),
        preset="rovigo2",
        a=7,
        b=3,
        action="first",
        start=(28, 28),
        going_out="play",
        plays=36,
        deal_points=(12, 0),
        totals=(40, 28),
        result="side 0 wins at the end",
        ended_by=0,
        winner_side=0,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V104",
        clauses=("TB-41",),
        preset="rovigo2",
        a=7,
        b=3,
        action="first",
        start=(28, 28),
        going_out="off",
        plays=36,
        deal_points=(12, 0),
        totals=(40, 28),
        result="side 0 wins at the end",
        ended_by=0,
        winner_side=0,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V105",
        clauses=("TB-38",),
        preset="padova4",
        a=7,
        b=3,
        action="first",
        start=(48, 48),
        going_out="secured",
        plays=46,
        deal_points=(0, 3),
        totals=(48, 51),
        result="side 1 goes out",
        ended_by=1,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V106",
        clauses=("TB-41",),
        preset="padova4",
        a=7,
        b=3,
        action="first",
        start=(48, 48),
        going_out="play",
        plays=48,
        deal_points=(0, 12),
        totals=(48, 60),
        result="side 1 wins at the end",
        ended_by=0,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V107",
        clauses=("TB-41",),
        preset="padova4",
        a=7,
        b=3,
        action="first",
        start=(48, 48),
        going_out="off",
        plays=48,
        deal_points=(0, 12),
        totals=(48, 60),
        result="side 1 wins at the end",
        ended_by=0,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V108",
        clauses=("TB-38",),
        preset="padova4",
        a=1,
        b=0,
        action="last",
        start=(30, 48),
        going_out="secured",
        plays=32,
        deal_points=(1, 7),
        totals=(31, 55),
        result="side 1 goes out",
        ended_by=1,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V109",
        clauses=("TB-38",),
        preset="padova4",
        a=1,
        b=0,
        action="last",
        start=(30, 48),
        going_out="play",
        plays=32,
        deal_points=(1, 7),
        totals=(31, 55),
        result="side 1 goes out",
        ended_by=1,
        winner_side=1,
        extra_deal=False,
    ),
    GoingOutVector(
        name="V110",
        clauses=("TB-41",),
        preset="padova4",
        a=1,
        b=0,
        action="last",
        start=(30, 48),
        going_out="off",
        plays=48,
        deal_points=(29, 7),
        totals=(59, 55),
        result="side 0 wins at the end",
        ended_by=0,
        winner_side=0,
        extra_deal=False,
    ),
)

# 8.7 Single tests of the certain total (Rovigo).
CERTAIN: tuple[CertainVector, ...] = (
    CertainVector(
        name="V111",
        clauses=("TB-38",),
        start=30,
        made=0,
        words="2S 2D",
        pile="2S 2D",
        side=0,
        total=31,
        secured="out",
        play=None,
    ),
    CertainVector(
        name="V112",
        clauses=("TB-38",),
        start=24,
        made=7,
        words="7C 3B 4B",
        pile="7C 3B 4B",
        side=1,
        total=31,
        secured="out",
        play="out",
    ),
    CertainVector(
        name="V113",
        clauses=("TB-38",),
        start=24,
        made=7,
        words="7D 7C",
        pile="7D 7C",
        side=1,
        total=32,
        secured="out",
        play="out",
    ),
    CertainVector(
        name="V114",
        clauses=("TB-38",),
        start=23,
        made=7,
        words="7D 7C",
        pile="7D 7C",
        side=1,
        total=31,
        secured="out",
        play=None,
    ),
    CertainVector(
        name="V115",
        clauses=("TB-38",),
        start=29,
        made=0,
        words="all Coppe, all Bastoni: 20 cards",
        pile="1C 2C 3C 4C 5C 6C 7C FC CC RC 1B 2B 3B 4B 5B 6B 7B FB CB RB",
        side=0,
        total=31,
        secured="out",
        play=None,
    ),
    CertainVector(
        name="V116",
        clauses=("TB-38",),
        start=29,
        made=0,
        words="the same pile, side 1",
        pile="1C 2C 3C 4C 5C 6C 7C FC CC RC 1B 2B 3B 4B 5B 6B 7B FB CB RB",
        side=1,
        total=29,
        secured=None,
        play=None,
    ),
    CertainVector(
        name="V117",
        clauses=("TB-38",),
        start=29,
        made=0,
        words="the same and 1D: 21 cards",
        pile="1C 2C 3C 4C 5C 6C 7C FC CC RC 1B 2B 3B 4B 5B 6B 7B FB CB RB 1D",
        side=1,
        total=31,
        secured="out",
        play=None,
    ),
    CertainVector(
        name="V118",
        clauses=("TB-38",),
        start=19,
        made=0,
        words="nine Spade (no 1S), 7D, 1B, all Coppe (V47)",
        pile="2S 3S 4S 5S 6S 7S FS CS RS 7D 1B 1C 2C 3C 4C 5C 6C 7C FC CC RC",
        side=1,
        total=31,
        secured="out",
        play=None,
    ),
    CertainVector(
        name="V119",
        clauses=("TB-38",),
        start=26,
        made=0,
        words="1S 2S 3S 1D",
        pile="1S 2S 3S 1D",
        side=0,
        total=30,
        secured=None,
        play=None,
    ),
    CertainVector(
        name="V120",
        clauses=("TB-38",),
        start=26,
        made=0,
        words="1S 2S 3S 4S",
        pile="1S 2S 3S 4S",
        side=0,
        total=31,
        secured="out",
        play=None,
    ),
    CertainVector(
        name="V121",
        clauses=("TB-40",),
        start=0,
        made=0,
        words="all Spade, 7D, all Coppe (V42)",
        pile="1S 2S 3S 4S 5S 6S 7S FS CS RS 7D 1C 2C 3C 4C 5C 6C 7C FC CC RC",
        side=1,
        total=22,
        secured="tombolon",
        play=None,
    ),
)

# 8.8 Exact endings: first-action play up to the last k plays, then uniformly random play.
ENDINGS: tuple[EndingVector, ...] = (
    EndingVector(
        name="V122",
        clauses=("8.8",),
        preset="rovigo2",
        a=27,
        b=4,
        k=6,
        hands=("FB CB 6C", "RB 1S FC"),
        table="4C 6B 7B CS RS",
        pile_sizes=(14, 15),
        expected_0=(22, 3),
        expected_1=(32, 3),
        p_side0_more=(0, 1),
        lines=36,
        best=-6,
    ),
    EndingVector(
        name="V123",
        clauses=("8.8",),
        preset="rovigo2",
        a=17,
        b=2,
        k=8,
        hands=("CS 6C 3S 7B", "1B FS 2S 6B"),
        table="4D CD 5C FB",
        pile_sizes=(20, 8),
        expected_0=(1134779, 172800),
        expected_1=(441097, 129600),
        p_side0_more=(87653, 129600),
        lines=979,
        best=0,
    ),
    EndingVector(
        name="V124",
        clauses=("8.8",),
        preset="rovigo4",
        a=17,
        b=2,
        k=8,
        hands=("RS 4S", "FB CS", "3S 7B", "FS 2S"),
        table="CD RD 1B 3B",
        pile_sizes=(10, 18),
        expected_0=(3, 4),
        expected_1=(18, 1),
        p_side0_more=(0, 1),
        lines=16,
        best=None,
    ),
    EndingVector(
        name="V125",
        clauses=("8.8",),
        preset="padova2",
        a=17,
        b=2,
        k=6,
        hands=("10C 1S 9C", "RB 8C CB"),
        table="7D 9D CC RC",
        pile_sizes=(22, 20),
        expected_0=(209, 12),
        expected_1=(2, 1),
        p_side0_more=(1, 1),
        lines=38,
        best=15,
    ),
    EndingVector(
        name="V126",
        clauses=("8.8",),
        preset="padova2",
        a=1,
        b=0,
        k=6,
        hands=("7S 8S 9S", "FS CS RS"),
        table="7B 8B FB CB RB 1S 4S 6S",
        pile_sizes=(16, 22),
        expected_0=(91, 10),
        expected_1=(131, 5),
        p_side0_more=(0, 1),
        lines=72,
        best=-11,
    ),
)

# 8.9 A recorded match, 22 June 2009, preset rovigo2; marks = (play, scopa, colour).
MATCH_2009: tuple[RecordedDeal, ...] = (
    RecordedDeal(
        name="deal1",
        clauses=("TB-24", "TB-30"),
        first=0,
        start=(0, 0),
        deck=(
            "6S 5S 3D 3S 2C FS RD 4C 3B 3C RS CC CB 1B 4B 1D 6C 4S FD 5B 7C 7B CS CD 4D 7S FC 7D "
            "1S FB RC 6D 5C 5D 2S 1C 2B 2D RB 6B"
        ),
        plays=(
            "3S*3C RD*RS 3D*3B 2C 5S FS 6S 4C 4B*4C 6C*6S CB*CC 5B*5S 1B 4S 1D*1B FD*FS CD 4D*4S "
            "CS*CD 7S 7B*7S 7D 7C*7D FC 5D 2S*2C FB*FC 2B 5C*5D 2D*2B RC RB*RC 1S 1C*1S 6D 6B*6D"
        ),
        marks=((30, 2, 0), (32, 5, 0), (34, 1, 0)),
        side0=RecordedSide(20, 3, 2, 0, 0, 1, 0, 0, 0, 0, 3),
        side1=RecordedSide(20, 7, 0, 1, 1, 0, 1, 0, 8, 0, 11),
        leftovers=0,
        leftover_side=1,
        ended_by=0,
        ended_side=-1,
        n_plays=36,
        totals=(3, 11),
    ),
    RecordedDeal(
        name="deal2",
        clauses=("TB-24", "TB-31"),
        first=1,
        start=(11, 3),
        deck=(
            "RC 2C 3B CC RB 5C 1C FD 1S 4B 5D 4S 6B 1D 7S CS FS 6C 5B 7D CD FB 4D 2B 3S 3C 7C 1B "
            "RD 2S 6D 2D 5S FC 4C 7B CB RS 3D 6S"
        ),
        plays=(
            "RC RB*RC CC 1C*1S 3B 5C*5D 2C FD 7S*3B+4S FS*FD CS*CC 6C*2C+4B 6B 5B 1D 7D*1D+6B FB "
            "3C CD 3S*3C 4D 1B 2B 7C*2B+5B 5S*4D+1B 4C 2D CB*CD 2S*2D 3D 6D 7B*3D+4C FC*FB 6S*6D "
            "RD RS*RD"
        ),
        marks=((12, 6, 0), (34, 6, 0)),
        side0=RecordedSide(12, 5, 0, 1, 1, 0, 0, 0, 0, 0, 2),
        side1=RecordedSide(28, 5, 2, 0, 0, 1, 1, 0, 12, 0, 16),
        leftovers=0,
        leftover_side=1,
        ended_by=0,
        ended_side=-1,
        n_plays=36,
        totals=(13, 19),
    ),
    RecordedDeal(
        name="deal3",
        clauses=("TB-27",),
        first=0,
        start=(19, 13),
        deck=(
            "3S 4S CS 1B 3C FD 7D 7S RS 6S FS 6D 4C RC 7B 3D 2B 2S 6C CC FC 4B 7C 1C 5D 6B 1D CD "
            "4D 2C RD FB CB 5C 5S 2D 5B 3B RB 1S"
        ),
        plays=(
            "1B 7S*1B+6S 3S 3C*3S CS FD*FS 4S 7D 7B*7D 2B RC*RS 2S*2B 4C*4S CC*CS 3D 6C*6D FC CD "
            "4B 5D 7C*3D+4B 1D 1C*1D 6B CB*CD 5S*5D 2C 2D*2C 4D 5B FB*FC RB RD*RB 1S 5C*4D+1S 3B"
        ),
        marks=(),
        side0=RecordedSide(23, 3, 2, 0, 0, 1, 0, 0, 0, 0, 3),
        side1=RecordedSide(17, 7, 0, 1, 1, 0, 1, 0, 0, 0, 3),
        leftovers=3,
        leftover_side=0,
        ended_by=0,
        ended_side=-1,
        n_plays=36,
        totals=(22, 16),
    ),
    RecordedDeal(
        name="deal4",
        clauses=("TB-24", "TB-30"),
        first=1,
        start=(16, 22),
        deck=(
            "3C FS RS 3D 1S CC 7B 1C RC 1B 5S 3B RB 7S CD 7D 5C 2B FC 3S CB 2D FD RD 4C 6D 4B 7C "
            "5B 6C 6B 2C 2S 1D CS 4D FB 5D 4S 6S"
        ),
        plays=(
            "RS*RC 1S*1B 3D*3B CC 3C 1C FS 7B 7S*7B FC*FS CD*CC 3S*3C 7D 5C*5S RB 2B 2D*2B 7C*7D "
            "RD*RB 4C FD 4B*4C CB 6D 6C*6D CS*CB 2C 5D 5B*5D 4D 2S*2C 4S*4D 1D*1C FB*FD 6B 6S*6B"
        ),
        marks=((34, 3, 0),),
        side0=RecordedSide(20, 3, 2, 0, 1, 0, 0, 0, 0, 0, 3),
        side1=RecordedSide(20, 7, 0, 1, 0, 1, 1, 0, 3, 0, 6),
        leftovers=0,
        leftover_side=1,
        ended_by=0,
        ended_side=-1,
        n_plays=36,
        totals=(19, 28),
    ),
    RecordedDeal(
        name="deal5",
        clauses=("TB-22", "TB-27"),
        first=0,
        start=(28, 19),
        deck=(
            "5B 2S RC 6D FD 6B 5C 2D 3D 4D 4C 5S 1B 2B FC 7C CS 7B 1D 7D RS 3S 6S 6C CB FB 1S CC "
            "3B 1C 3C 4B FS CD RB RD 5D 2C 7S 4S"
        ),
        plays=(
            "5B*5S FD RC 6B 2S 2D*2S 6D*6B 5C FC*FD 7D*3D+4D 2B 7B*5C+2B 1B 1D*1B 7C CS RS*RC "
            "CC*CS 6S FB 6C*6S CB 3S 1S 4B*1S+3S 7S*7C FS*FB RB 3C 4S*4C 3B*3C 5D CD*CB 2C 1C "
            "RD*RB"
        ),
        marks=((10, 0, 7),),
        side0=RecordedSide(19, 6, 0, 1, 0, 0, 1, 0, 0, 0, 2),
        side1=RecordedSide(21, 4, 2, 0, 1, 1, 0, 0, 0, 7, 11),
        leftovers=3,
        leftover_side=1,
        ended_by=0,
        ended_side=-1,
        n_plays=36,
        totals=(30, 30),
    ),
    RecordedDeal(
        name="deal6",
        clauses=("TB-38",),
        first=1,
        start=(30, 30),
        deck=(
            "CB CS 6C 1B 5S 4C RS 4B 5D 7S 4D 1C 2S RD 3B CC RC 6D 2D FC 7C 6S 5C FB 2B 7B 3S FD "
            "1D 3D FS 2C CD RB 7D 3C 4S 1S 6B 5B"
        ),
        plays=("6C*5D+1C RS CB 4C*4D CS*CB 4B 1B 5S*1B+4B CC RC*RS RD 6D 3B 2D 2S*2D"),
        marks=(),
        side0=RecordedSide(7, 2, 0, 0, 1, 0, 0, 0, 0, 0, 1),
        side1=RecordedSide(7, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        leftovers=0,
        leftover_side=-1,
        ended_by=1,
        ended_side=0,
        n_plays=15,
        totals=(31, 30),
    ),
)

# Section 10: exact probabilities as (numerator, denominator).
EXACT: dict[str, dict[str, tuple[int, int]]] = {
    "rovigo": {
        "X1": (58, 9139),
        "X2": (58, 9081),
        "X3": (197, 90810),
        "X4": (904033, 1069832610),
        "X5": (7121923, 243143775),
        "X6": (2230404949, 2674581525),
        "X7": (10475, 27243),
        "X8": (1748578, 408645),
        "X9": (3033, 10090),
        "X10": (6706, 15135),
        "X11": (2163, 10090),
        "X12": (40, 1009),
        "X13": (7, 3027),
        "X14": (65711, 90810),
        "X15": (37, 90810),
        "X16": (27229, 1089720),
        "X17": (1136, 45405),
        "X18": (81757, 1089720),
        "X19": (1, 4),
        "X20": (713771, 2572950),
        "X21": (131422, 1589175),
        "X22": (18718, 227025),
        "X23": (13143, 253985480),
        "X24": (9, 2),
    },
    "padova": {
        "X1": (772, 270725),
        "X2": (772, 269953),
        "X3": (1522, 269953),
        "X4": (44768869, 26263727370),
        "X5": (383665094, 13131863685),
        "X6": (6752021441, 8754575790),
        "X7": (177951, 539906),
        "X8": (3402052, 809859),
        "X9": (82107, 269953),
        "X10": (118323, 269953),
        "X11": (57654, 269953),
        "X12": (11154, 269953),
        "X13": (715, 269953),
        "X14": (211422, 269953),
        "X15": (49, 269953),
        "X16": (10381, 539906),
        "X17": (83095, 4319248),
        "X18": (124619, 2159624),
        "X19": (1, 4),
        "X20": (63446341, 291819193),
        "X21": (1162821, 12687791),
        "X22": (1161336, 12687791),
        "X23": (3256911, 827637294721),
        "X24": (6, 1),
    },
}

# Section 7: reference means, (mean, standard error); an error of 0.0 is one below the last digit.
REFERENCE_MEANS: tuple[MeansRow, ...] = (
    MeansRow(
        preset="rovigo4",
        policy="random",
        deals=200000,
        side_0=(5.02, 0.01),
        side_1=(5.08, 0.01),
        scopa_points=(0.918, 0.005),
        colour_points=(1.062, 0.006),
        n_scopa=(0.1971, 0.0011),
        n_colour=(0.1904, 0.001),
        raddoppio=(0.1590, 0.0008),
        napoli=(0.2793, 0.001),
        tombolon=(0.00128, 8e-05),
        carte_tie=(0.0943, 0.0007),
        spade_tie=(0.2433, 0.001),
        leftovers=(2.473, 0.003),
        branching=(2.916, 0.0),
        last_card_captures=(0.6393, 0.0011),
    ),
    MeansRow(
        preset="rovigo4",
        policy="greedy",
        deals=60000,
        side_0=(9.03, 0.03),
        side_1=(8.84, 0.03),
        scopa_points=(8.431, 0.026),
        colour_points=(1.540, 0.012),
        n_scopa=(2.1619, 0.0065),
        n_colour=(0.2799, 0.0022),
        raddoppio=(0.1367, 0.0014),
        napoli=(0.2663, 0.0018),
        tombolon=(0.00045, 9e-05),
        carte_tie=(0.0970, 0.0012),
        spade_tie=(0.2566, 0.0018),
        leftovers=(2.080, 0.006),
        branching=(2.813, 0.0),
        last_card_captures=(0.5727, 0.002),
    ),
    MeansRow(
        preset="rovigo4",
        policy="expert",
        deals=20000,
        side_0=(4.75, 0.03),
        side_1=(4.88, 0.03),
        scopa_points=(0.918, 0.016),
        colour_points=(0.735, 0.015),
        n_scopa=(0.2445, 0.0041),
        n_colour=(0.1321, 0.0025),
        raddoppio=(0.1364, 0.0024),
        napoli=(0.2862, 0.0032),
        tombolon=(0.00130, 0.00025),
        carte_tie=(0.0827, 0.0019),
        spade_tie=(0.2454, 0.003),
        leftovers=(2.381, 0.011),
        branching=(2.824, 0.0),
        last_card_captures=(0.6656, 0.0033),
    ),
    MeansRow(
        preset="rovigo2",
        policy="random",
        deals=200000,
        side_0=(5.00, 0.01),
        side_1=(5.05, 0.01),
        scopa_points=(0.901, 0.005),
        colour_points=(1.051, 0.006),
        n_scopa=(0.1936, 0.0011),
        n_colour=(0.1884, 0.001),
        raddoppio=(0.1563, 0.0008),
        napoli=(0.2799, 0.001),
        tombolon=(0.00132, 8e-05),
        carte_tie=(0.0948, 0.0007),
        spade_tie=(0.2445, 0.001),
        leftovers=(2.471, 0.003),
        branching=(2.973, 0.0),
        last_card_captures=(0.6331, 0.0011),
    ),
    MeansRow(
        preset="rovigo2",
        policy="greedy",
        deals=60000,
        side_0=(7.88, 0.02),
        side_1=(7.63, 0.02),
        scopa_points=(5.752, 0.023),
        colour_points=(1.784, 0.013),
        n_scopa=(1.4529, 0.0056),
        n_colour=(0.3228, 0.0023),
        raddoppio=(0.1403, 0.0014),
        napoli=(0.2757, 0.0018),
        tombolon=(0.00070, 0.00011),
        carte_tie=(0.0892, 0.0012),
        spade_tie=(0.2541, 0.0018),
        leftovers=(2.218, 0.006),
        branching=(2.876, 0.0),
        last_card_captures=(0.4779, 0.002),
    ),
    MeansRow(
        preset="rovigo2",
        policy="expert",
        deals=20000,
        side_0=(5.23, 0.03),
        side_1=(4.89, 0.03),
        scopa_points=(0.749, 0.015),
        colour_points=(1.367, 0.02),
        n_scopa=(0.1845, 0.0035),
        n_colour=(0.2456, 0.0035),
        raddoppio=(0.1403, 0.0025),
        napoli=(0.2853, 0.0032),
        tombolon=(0.00080, 0.0002),
        carte_tie=(0.0890, 0.002),
        spade_tie=(0.2471, 0.003),
        leftovers=(2.447, 0.011),
        branching=(2.897, 0.0),
        last_card_captures=(0.7033, 0.0032),
    ),
    MeansRow(
        preset="padova4",
        policy="random",
        deals=100000,
        side_0=(5.43, 0.02),
        side_1=(5.78, 0.02),
        scopa_points=(0.786, 0.008),
        colour_points=(2.331, 0.014),
        n_scopa=(0.1243, 0.0012),
        n_colour=(0.3070, 0.0017),
        raddoppio=(0.1552, 0.0011),
        napoli=(0.2730, 0.0014),
        tombolon=(0.00019, 4e-05),
        carte_tie=(0.0776, 0.0008),
        spade_tie=(0, 0.0),
        leftovers=(3.324, 0.005),
        branching=(2.650, 0.0),
        last_card_captures=(0.5715, 0.0016),
    ),
    MeansRow(
        preset="padova4",
        policy="greedy",
        deals=40000,
        side_0=(9.13, 0.04),
        side_1=(8.76, 0.04),
        scopa_points=(6.442, 0.036),
        colour_points=(3.422, 0.026),
        n_scopa=(1.2179, 0.0065),
        n_colour=(0.4536, 0.0033),
        raddoppio=(0.1431, 0.0018),
        napoli=(0.2792, 0.0022),
        tombolon=(0.00007, 4e-05),
        carte_tie=(0.0770, 0.0013),
        spade_tie=(0, 0.0),
        leftovers=(3.046, 0.007),
        branching=(2.535, 0.0),
        last_card_captures=(0.4369, 0.0025),
    ),
    MeansRow(
        preset="padova4",
        policy="expert",
        deals=12000,
        side_0=(5.74, 0.05),
        side_1=(4.97, 0.04),
        scopa_points=(0.642, 0.02),
        colour_points=(2.052, 0.037),
        n_scopa=(0.1280, 0.0038),
        n_colour=(0.2683, 0.0047),
        raddoppio=(0.1360, 0.0031),
        napoli=(0.2859, 0.0041),
        tombolon=(0.00025, 0.00014),
        carte_tie=(0.0736, 0.0024),
        spade_tie=(0, 0.0),
        leftovers=(3.529, 0.014),
        branching=(2.558, 0.0),
        last_card_captures=(0.5779, 0.0045),
    ),
    MeansRow(
        preset="padova2",
        policy="random",
        deals=100000,
        side_0=(5.47, 0.02),
        side_1=(5.74, 0.02),
        scopa_points=(0.782, 0.008),
        colour_points=(2.346, 0.014),
        n_scopa=(0.1224, 0.0012),
        n_colour=(0.3091, 0.0017),
        raddoppio=(0.1531, 0.0011),
        napoli=(0.2748, 0.0014),
        tombolon=(0.00019, 4e-05),
        carte_tie=(0.0776, 0.0008),
        spade_tie=(0, 0.0),
        leftovers=(3.324, 0.005),
        branching=(2.651, 0.0),
        last_card_captures=(0.5619, 0.0016),
    ),
    MeansRow(
        preset="padova2",
        policy="greedy",
        deals=40000,
        side_0=(8.09, 0.03),
        side_1=(7.39, 0.03),
        scopa_points=(3.647, 0.028),
        colour_points=(3.777, 0.027),
        n_scopa=(0.6590, 0.0048),
        n_colour=(0.4951, 0.0035),
        raddoppio=(0.1447, 0.0018),
        napoli=(0.2809, 0.0022),
        tombolon=(0.00015, 6e-05),
        carte_tie=(0.0745, 0.0013),
        spade_tie=(0, 0.0),
        leftovers=(3.134, 0.007),
        branching=(2.544, 0.0),
        last_card_captures=(0.3441, 0.0024),
    ),
    MeansRow(
        preset="padova2",
        policy="expert",
        deals=12000,
        side_0=(6.88, 0.05),
        side_1=(4.99, 0.04),
        scopa_points=(0.595, 0.02),
        colour_points=(3.196, 0.046),
        n_scopa=(0.1111, 0.0035),
        n_colour=(0.4190, 0.0058),
        raddoppio=(0.1414, 0.0032),
        napoli=(0.2981, 0.0042),
        tombolon=(0.00000, 0.0),
        carte_tie=(0.0778, 0.0024),
        spade_tie=(0, 0.0),
        leftovers=(3.477, 0.014),
        branching=(2.583, 0.001),
        last_card_captures=(0.5437, 0.0045),
    ),
)

# Last card laid down (8.2): nobody scores, although all three are of one suit.
LAST_CARD: tuple[LastCardVector, ...] = (
    LastCardVector(
        name="last-card-laid-down",
        clauses=("TB-25",),
        preset="rovigo4",
        table="2B 5B",
        action="6B",
        leftovers="2B 5B 6B",
        scopa=0,
        colour=0,
    ),
)

# End of a complete deal (8.7), Rovigo.
SETTLE: tuple[SettleVector, ...] = (
    SettleVector("33-35", ("TB-42",), {}, (33, 35), (False, False), 1, 3, False),
    SettleVector(
        "33-35-first", ("TB-42",), {"both_over": "first"}, (33, 35), (False, False), 0, 4, False
    ),
    SettleVector("33-33", ("TB-42", "TB-43"), {}, (33, 33), (False, False), None, None, True),
    SettleVector(
        "33-33-first", ("TB-42",), {"match_tie": "first"}, (33, 33), (False, False), 0, 4, False
    ),
    SettleVector(
        "33-33-both-over-first",
        ("TB-42",),
        {"both_over": "first"},
        (33, 33),
        (False, False),
        None,
        None,
        True,
    ),
    SettleVector("tombolon", ("TB-41",), {}, (25, 33), (True, False), 0, 1, False),
    SettleVector("tombolon-side1", ("TB-41",), {}, (33, 25), (False, True), 1, 1, False),
    SettleVector("30-31", ("TB-41",), {}, (30, 31), (False, False), 1, 2, False),
    SettleVector("30-30", ("TB-41",), {}, (30, 30), (False, False), None, None, False),
)

# Section 7, strength: duplicate deals, mean difference of deal points, standard error; presets
# rovigo4, rovigo2, padova4, padova2.
STRENGTH: dict[tuple[str, str], tuple[tuple[float, float], ...]] = {
    ("greedy", "random"): ((8.02, 0.15), (6.61, 0.14), (8.61, 0.16), (7.45, 0.15)),
    ("expert", "greedy"): ((3.00, 0.18), (3.54, 0.15), (2.08, 0.19), (1.83, 0.17)),
}

# Section 7, matches: mean deals a match, standard error about 0.03, same order of presets.
MATCH_MEANS: dict[str, tuple[float, float, float, float]] = {
    "random": (5.43, 5.43, 8.05, 8.13),
    "greedy": (3.27, 3.72, 5.25, 6.02),
}

# Section 2: possible colours of one suit by the rank played, 3 to 10; in all: see COLOURS_IN_ALL.
COLOURS_BY_RANK: tuple[int, ...] = (1, 1, 2, 3, 4, 5, 7, 9)
COLOURS_IN_ALL: dict[str, tuple[int, int]] = {"rovigo": (11, 44), "padova": (32, 128)}

# Section 12: input that must be refused. Kinds and the keys of ``given``:
#   rules: parameters; card: preset, text; number: preset, number; deck: preset, deck (a text or
#   None for a change of the sorted pack: drop, repeat) and kind; position: preset, hands, table,
#   piles, play; action: preset, changes, hand, table, action; replay: vector, keep or add;
#   start: preset, start, extra_deal; index: preset, index.
REFUSED: tuple[RefusedVector, ...] = (
    RefusedVector("12.1-n_seats-3", ("TB-2",), "rules", {"n_seats": 3}, "n_seats"),
    RefusedVector("12.1-n_seats-bool", ("12.1",), "rules", {"n_seats": True}, "n_seats"),
    RefusedVector("12.1-pack-54", ("TB-1",), "rules", {"pack": 54}, "pack"),
    RefusedVector("12.1-pack-float", ("TB-1",), "rules", {"pack": 40.0}, "pack"),
    RefusedVector("12.1-packets-4-4", ("TB-6",), "rules", {"packets": (4, 4)}, "packets"),
    RefusedVector("12.1-packets-0", ("TB-6",), "rules", {"packets": (0, 9)}, "packets"),
    RefusedVector("12.1-packets-negative", ("TB-6",), "rules", {"packets": (-1, 10)}, "packets"),
    RefusedVector("12.1-packets-empty", ("TB-6",), "rules", {"packets": ()}, "packets"),
    RefusedVector("12.1-packets-int", ("TB-6",), "rules", {"packets": 9}, "packets"),
    RefusedVector("12.1-packets-bool", ("TB-6",), "rules", {"packets": (True, 8)}, "packets"),
    RefusedVector(
        "12.1-redeal-11-at-40", ("TB-8",), "rules", {"redeal_ranks": {11}}, "redeal_ranks"
    ),
    RefusedVector("12.1-redeal-0", ("TB-8",), "rules", {"redeal_ranks": {0}}, "redeal_ranks"),
    RefusedVector(
        "12.1-redeal-14-at-52",
        ("TB-8",),
        "rules",
        {"pack": 52, "redeal_ranks": {14}},
        "redeal_ranks",
    ),
    RefusedVector(
        "12.1-bello-11", ("TB-32",), "rules", {"denari_honour_rank": 11}, "denari_honour_rank"
    ),
    RefusedVector(
        "12.1-bello-8-at-40", ("TB-32",), "rules", {"denari_honour_rank": 8}, "denari_honour_rank"
    ),
    RefusedVector(
        "12.1-bello-11-at-52",
        ("TB-32",),
        "rules",
        {"pack": 52, "denari_honour_rank": 11},
        "denari_honour_rank",
    ),
    RefusedVector(
        "12.1-figures-two", ("TB-20",), "rules", {"figure_points": (3, 4)}, "figure_points"
    ),
    RefusedVector(
        "12.1-figures-21", ("TB-20",), "rules", {"figure_points": (3, 4, 21)}, "figure_points"
    ),
    RefusedVector(
        "12.1-figures-minus", ("TB-20",), "rules", {"figure_points": (-1, 4, 5)}, "figure_points"
    ),
    RefusedVector("12.1-target-0", ("TB-37",), "rules", {"target": 0}, "target"),
    RefusedVector("12.1-target-1001", ("TB-37",), "rules", {"target": 1001}, "target"),
    RefusedVector("12.1-target-bool", ("TB-37",), "rules", {"target": True}, "target"),
    RefusedVector("12.1-max_deals-0", ("TB-44",), "rules", {"max_deals": 0}, "max_deals"),
    RefusedVector("12.1-max_deals-10001", ("TB-44",), "rules", {"max_deals": 10001}, "max_deals"),
    RefusedVector("12.1-napoli-int", ("TB-34",), "rules", {"napoli": 1}, "napoli"),
    RefusedVector("12.1-last_scopa-text", ("TB-24",), "rules", {"last_scopa": "yes"}, "last_scopa"),
    RefusedVector("12.1-last_colour-int", ("TB-24",), "rules", {"last_colour": 0}, "last_colour"),
    RefusedVector("12.1-raddoppio-none", ("TB-33",), "rules", {"raddoppio": None}, "raddoppio"),
    RefusedVector(
        "12.1-raddoppio_on_tie-int",
        ("TB-33",),
        "rules",
        {"raddoppio_on_tie": 1},
        "raddoppio_on_tie",
    ),
    RefusedVector(
        "12.1-must_capture", ("TB-16",), "rules", {"must_capture": "always"}, "must_capture"
    ),
    RefusedVector(
        "12.1-capture_priority",
        ("TB-15",),
        "rules",
        {"capture_priority": "most"},
        "capture_priority",
    ),
    RefusedVector(
        "12.1-scopa_points", ("TB-21",), "rules", {"scopa_points": "cards"}, "scopa_points"
    ),
    RefusedVector(
        "12.1-colour_points", ("TB-22",), "rules", {"colour_points": True}, "colour_points"
    ),
    RefusedVector("12.1-carte_tie", ("TB-30",), "rules", {"carte_tie": "last"}, "carte_tie"),
    RefusedVector("12.1-spade_tie-split", ("TB-31",), "rules", {"spade_tie": "split"}, "spade_tie"),
    RefusedVector("12.1-tombolon-bool", ("TB-35",), "rules", {"tombolon": True}, "tombolon"),
    RefusedVector("12.1-going_out", ("TB-38",), "rules", {"going_out": "on"}, "going_out"),
    RefusedVector("12.1-both_over", ("TB-42",), "rules", {"both_over": "extra"}, "both_over"),
    RefusedVector("12.1-match_tie", ("TB-42",), "rules", {"match_tie": "higher"}, "match_tie"),
    RefusedVector("12.1-unknown", ("12.1",), "rules", {"colour": "value"}, "colour"),
    RefusedVector("12.2-8D-at-40", ("TB-1",), "card", {"preset": "rovigo4", "text": "8D"}, "8D"),
    RefusedVector("12.2-9S-at-40", ("TB-1",), "card", {"preset": "rovigo4", "text": "9S"}, "9S"),
    RefusedVector("12.2-10B-at-40", ("TB-1",), "card", {"preset": "rovigo4", "text": "10B"}, "10B"),
    RefusedVector("12.2-11D", ("12.2",), "card", {"preset": "padova4", "text": "11D"}, "11D"),
    RefusedVector("12.2-0C", ("12.2",), "card", {"preset": "padova4", "text": "0C"}, "0C"),
    RefusedVector("12.2-AS", ("12.2",), "card", {"preset": "rovigo4", "text": "AS"}, "AS"),
    RefusedVector("12.2-DC", ("12.2",), "card", {"preset": "rovigo4", "text": "DC"}, "DC"),
    RefusedVector("12.2-number-40", ("12.2",), "number", {"preset": "rovigo4", "number": 40}, "40"),
    RefusedVector("12.2-number-52", ("12.2",), "number", {"preset": "padova4", "number": 52}, "52"),
    RefusedVector(
        "12.2-number-minus", ("12.2",), "number", {"preset": "rovigo4", "number": -1}, "-1"
    ),
    RefusedVector("12.3-short", ("TB-5",), "deck", {"preset": "rovigo4", "how": "short"}, "deck"),
    RefusedVector("12.3-long", ("TB-5",), "deck", {"preset": "rovigo4", "how": "long"}, "deck"),
    RefusedVector(
        "12.3-repeated", ("TB-5",), "deck", {"preset": "rovigo4", "how": "repeated"}, "deck"
    ),
    RefusedVector("12.3-float", ("TB-5",), "deck", {"preset": "rovigo4", "how": "float"}, "deck"),
    RefusedVector("12.3-bool", ("TB-5",), "deck", {"preset": "rovigo4", "how": "bool"}, "deck"),
    RefusedVector(
        "12.4-three-sevens",
        ("TB-9",),
        "deck",
        {"preset": "rovigo4", "how": "redeal"},
        "redeal_ranks",
    ),
    RefusedVector(
        "12.5-two-places",
        ("I1",),
        "position",
        {
            "preset": "rovigo2",
            "hands": ("1D 2D 3D 4D", None),
            "table": "4D 5D 6D 7D",
            "piles": ("", ""),
            "play": 0,
        },
        "two places",
    ),
    RefusedVector(
        "12.5-hand-too-small",
        ("TB-10",),
        "position",
        {
            "preset": "rovigo2",
            "hands": ("1D 2D 3D", None),
            "table": "4D 5D 6D 7D",
            "piles": ("", ""),
            "play": 0,
        },
        "hand",
    ),
    RefusedVector(
        "12.5-seat-to-play",
        ("TB-10",),
        "position",
        {
            "preset": "rovigo2",
            "hands": ("1D 2D 3D 1C", "2C 3C 4C"),
            "table": "4D 5D 6D 7D RS",
            "piles": ("", ""),
            "play": 1,
        },
        "hand",
    ),
    RefusedVector(
        "12.5-table-too-large",
        ("I1",),
        "position",
        {
            "preset": "rovigo2",
            "hands": (None, None),
            "table": " ".join([rank + suit for suit in "DCBS" for rank in "1234567FCR"] + ["1D"]),
            "piles": ("", ""),
            "play": 36,
        },
        "table",
    ),
    RefusedVector(
        "12.5-piles-too-many",
        ("I1",),
        "position",
        {
            "preset": "rovigo2",
            "hands": ("1D 2D 3D 1C", None),
            "table": "4D 5D 6D 7D",
            "piles": ("RS RB", ""),
            "play": 0,
        },
        "piles",
    ),
    RefusedVector(
        "12.5-piles-too-few",
        ("I1",),
        "position",
        {
            "preset": "rovigo2",
            "hands": ("1D 2D 3D 1C", "2C 3C 4C 5C"),
            "table": "4D 5D 6D 7D",
            "piles": ("", ""),
            "play": 8,
        },
        "piles",
    ),
    RefusedVector(
        "12.6-not-in-hand",
        ("TB-11",),
        "action",
        {"preset": "rovigo4", "changes": {}, "hand": "7D", "table": "RC", "action": "7C"},
        "action",
    ),
    RefusedVector(
        "12.6-not-on-table",
        ("TB-13",),
        "action",
        {"preset": "rovigo4", "changes": {}, "hand": "7D", "table": "2C", "action": "7D*2C+5C"},
        "action",
    ),
    RefusedVector(
        "12.6-sum",
        ("TB-13",),
        "action",
        {"preset": "rovigo4", "changes": {}, "hand": "7D", "table": "2C 4C", "action": "7D*2C+4C"},
        "action",
    ),
    RefusedVector(
        "12.6-figure-in-sum",
        ("TB-13",),
        "action",
        {"preset": "padova4", "changes": {}, "hand": "RD", "table": "FC 2C", "action": "RD*2C+FC"},
        "action",
    ),
    RefusedVector(
        "12.6-two-equal-cards",
        ("TB-12", "TB-14"),
        "action",
        {"preset": "rovigo4", "changes": {}, "hand": "7D", "table": "7C 7B", "action": "7D*7C+7B"},
        "action",
    ),
    RefusedVector(
        "12.6-equal-and-sum",
        ("TB-14",),
        "action",
        {
            "preset": "rovigo4",
            "changes": {},
            "hand": "7D",
            "table": "7C 2B 5B",
            "action": "7D*7C+2B+5B",
        },
        "action",
    ),
    RefusedVector(
        "12.6-lay-down",
        ("TB-16",),
        "action",
        {"preset": "rovigo4", "changes": {}, "hand": "7D", "table": "7C", "action": "7D"},
        "action",
    ),
    RefusedVector(
        "12.6-lay-down-hand",
        ("TB-16",),
        "action",
        {
            "preset": "rovigo4",
            "changes": {"must_capture": "hand"},
            "hand": "7D RD",
            "table": "7C",
            "action": "RD",
        },
        "action",
    ),
    RefusedVector(
        "12.7-too-few", ("TB-26",), "replay", {"deal": "deal1", "drop": 1, "add": ""}, "plays"
    ),
    RefusedVector(
        "12.7-too-many", ("TB-26",), "replay", {"deal": "deal1", "drop": 0, "add": "1D"}, "plays"
    ),
    RefusedVector(
        "12.7-after-going-out",
        ("TB-38",),
        "replay",
        {"deal": "deal6", "drop": 0, "add": "5B"},
        "plays",
    ),
    RefusedVector(
        "12.7-before-going-out",
        ("TB-38",),
        "replay",
        {"deal": "deal6", "drop": 1, "add": ""},
        "plays",
    ),
    RefusedVector(
        "12.8-negative", ("TB-37",), "start", {"start": (-1, 0), "extra_deal": False}, "start_score"
    ),
    RefusedVector(
        "12.8-one-over",
        ("TB-41",),
        "start",
        {"start": (31, 30), "extra_deal": False},
        "start_score",
    ),
    RefusedVector(
        "12.8-one-over-extra",
        ("TB-41",),
        "start",
        {"start": (30, 31), "extra_deal": True},
        "start_score",
    ),
    RefusedVector(
        "12.8-both-over",
        ("TB-43",),
        "start",
        {"start": (33, 33), "extra_deal": False},
        "extra_deal",
    ),
    RefusedVector(
        "12.8-extra-below", ("TB-43",), "start", {"start": (0, 0), "extra_deal": True}, "extra_deal"
    ),
    RefusedVector("12.9-index-count", ("TB-45",), "index", {"index": 99}, "index"),
    RefusedVector("12.9-index-minus", ("TB-45",), "index", {"index": -1}, "index"),
)
