"""What lies on a table of Tresette: records of the kernel, and the columns that are stored.

Masks are ``uint64`` sets of cards; a side is ``seat mod 2`` (TR-4). An action is ``card << 4 | code``
for a card with a statement and ``1 << 16 | mask`` for the combinations that a seat will declare, so
that numeric order is the canonical order (section 5 of the rules page).
"""

from __future__ import annotations

import numpy as np

from sim.columns import Column, both, by_seat, by_team, deal_ids
from sim.loop import LOG, MATCH_FIELDS
from sim.tricks import EMPTY, TRICK

__all__ = [
    "CHOOSING",
    "COLUMNS",
    "EMPTY",
    "MATCH",
    "MATCH_COLUMNS",
    "NOBODY",
    "OWN",
    "PLAYING",
    "STATE",
    "TABLE",
]

NOBODY = -1
"""No side, no team."""
CHOOSING = 0
"""Phase in which seats choose what they will declare (TR-16, `choice`)."""
PLAYING = 1
"""Phase in which cards are played."""

TABLE = np.dtype(
    [
        ("seat", "u1"),  # seat to act
        ("play", "u1"),  # cards played so far, 0..40
        ("phase", "u1"),  # CHOOSING or PLAYING
        ("first", "u1"),  # player at seat 0
        ("lead_seat", "u1"),  # seat that leads the first trick (TR-9)
        ("stock", "u1"),  # cards left to draw (in due)
        ("trick", TRICK),
        ("leaders", "u1", (21,)),  # who led each trick, the current one too
        ("led", "u1", (4,)),  # first card that each seat led, EMPTY if none
        ("hand_size", "u1", (4,)),
        ("tricks", "u1", (4,)),  # taken, by seat
        ("knock", "u1", (4,)),  # knocked on the table (TR-14)
        ("declared", "u1", (4,)),  # combinations declared so far
        ("void", "u1", (4,)),  # suits that a seat is known not to hold, as bits (TR-29)
        ("length", "u1", (4, 4)),  # cards of a suit that a seat said it was dealt, EMPTY if unsaid
        ("at_least", "u1", (4, 4)),  # the same where it said "at least"
        ("lengths_said", "u1"),  # seats that said a length, as bits
        ("statements", "u1"),  # leads with a statement
        ("accuso_points", "u1", (2,)),  # declared so far, by side
        ("target", "i4"),  # in force in this deal (TR-40)
        ("start_score", "i4", (2,)),  # match score before the deal, by side
        ("cards", "u8"),  # mask: played to the current trick
        ("piles", "u8", (2,)),  # masks: taken, by side
        ("laid", "u8", (4,)),  # masks: played so far, by seat
        ("known", "u8", (4,)),  # masks: unplayed cards that all know a seat to hold (TR-29)
        ("named", "u8", (4,)),  # masks: cards that a seat declared, played or not
        ("absent", "u8", (4,)),  # masks: cards that a declaration showed a seat was not dealt
        ("drawn", "u8", (4,)),  # masks: cards that all saw a seat draw (TR-43)
        ("history", "i8", (40,)),  # the first `play` entries: cards with statements
    ],
    align=True,
)
"""What all see. What a seat chose to declare is not here before it declares."""

OWN = np.dtype(
    [
        ("hand", "u8"),  # mask
        ("dealt", "u8"),  # mask: the ten cards dealt
        ("held", "u1"),  # combinations in them
        ("declares", "u1"),  # those that it declares when its time comes
        ("seat", "u1"),  # whose
    ],
    align=True,
)
"""What one seat sees besides."""

STATE = np.dtype(
    [
        ("log", LOG),
        ("table", TABLE),
        ("own", OWN, (4,)),
        ("deck", "u1", (40,)),  # in dealing order
        ("n_redeals", "u1"),
        ("asked", "u1"),  # seats that chose what to declare, as bits
        ("done", "u1"),  # the deal is over
        ("reached", "i1"),  # side that reached the target in mid-deal (TR-39), NOBODY
    ],
    align=True,
)
"""All there is."""

MATCH = np.dtype(
    [
        *MATCH_FIELDS,
        ("score", "i8", (2,)),  # by team = player mod 2
        ("target", "i8"),  # in force; 0 before the match has begun
        ("card_points", "i8", (2,)),
        ("accuso_points", "i8", (2,)),
        ("extra_deals", "i8"),
        ("lead_changes", "i8"),
        ("deficit", "i8", (2,)),  # largest at the end of a deal
        ("last_ahead", "i1"),  # team that was last ahead, NOBODY
        ("both_over", "u1"),  # both were at the target after some deal
        ("level", "u1"),  # the score was level at the target after some deal
        ("winner", "i1"),  # NOBODY while undecided
        ("decided", "u1"),
    ],
    align=True,
)
"""The match so far."""

_KINDS = (
    "cappotto: 1 no card point, 2 no whole third, 4 all tricks, 8 by one seat, 16 ten of a suit"
)

COLUMNS = (
    *deal_ids("TR-4"),
    Column("lead_seat", "u1", "seat", "seat that led the first trick", "TR-9"),
    Column("first_card", "u1", "card", "card led to the first trick, 255 if none", "TR-10"),
    Column("first_suit_len", "u1", "cards", "leader's cards of that suit as dealt", "TR-10"),
    Column("redeals", "u2", "count", "deals thrown in", "TR-7"),
    *both("thirds", "u1", "thirds", "thirds taken; together 32 if played out", clause="TR-30"),
    *both("card_points", "u1", "points", "points of cards and last trick", clause="TR-32"),
    *by_seat("accuso_held", "u1", "mask", "combinations dealt", clause="TR-12"),
    *by_seat("accuso_decl", "u1", "mask", "combinations declared", clause="TR-15"),
    *both("accuso_points", "u1", "points", "points of declarations", clause="TR-13"),
    *both("deal_points", "u1", "points", "points of the deal", clause="TR-33"),
    *by_team("score_before", "u2", "points", "match score before the deal", clause="TR-35"),
    *by_team("score_after", "u2", "points", "match score after the deal", clause="TR-35"),
    *by_seat("tricks", "u1", "tricks", "tricks taken", clause="TR-23"),
    Column("last_trick_seat", "u1", "seat", "winner of the last trick played", "TR-31"),
    Column("first_trick_seat", "u1", "seat", "winner of the first trick", "TR-23"),
    Column("aces_dealt_0", "u1", "cards", "side 0: aces dealt", "TR-6"),
    Column("aces_taken_0", "u1", "cards", "side 0: aces taken", "TR-23"),
    Column("threes_dealt_0", "u1", "cards", "side 0: threes dealt", "TR-6"),
    Column("twos_dealt_0", "u1", "cards", "side 0: twos dealt", "TR-6"),
    *by_seat("thirds_dealt", "u1", "thirds", "thirds in the hand as dealt", clause="TR-2"),
    *by_seat("voids_dealt", "u1", "mask", "suits missing in the hand as dealt", clause="TR-6"),
    Column("cappotto_kind", "u1", "mask", _KINDS, "TR-34"),
    Column("statements", "u1", "count", "leads with a statement", "TR-26"),
    Column("ended_early", "?", "yes/no", "the deal was cut short at the target", "TR-39"),
)
"""One row a deal (section 6 of the rules page)."""

MATCH_COLUMNS = (
    Column("match_id", "u4", "id", "number of the match"),
    Column("winner", "u1", "team", "team that won", "TR-37", ("A", "B")),
    Column("deals", "u4", "count", "deals"),
    *by_team("score", "u2", "points", "final score", clause="TR-35"),
    Column("target_final", "u2", "points", "target in force at the end", "TR-40"),
    Column("both_over", "?", "yes/no", "both were at the target after some deal", "TR-40"),
    Column(
        "extra_deals", "u4", "count", "deals after the first level score at the target", "TR-37"
    ),
    *by_team("accuso_points", "u2", "points", "points of declarations", clause="TR-13"),
    *by_team("card_points", "u2", "points", "points of cards and last tricks", clause="TR-32"),
    Column(
        "accuso_decided", "?", "yes/no", "card points alone would not give this result", "TR-13"
    ),
    Column("lead_changes", "u2", "count", "deals after which the other team was ahead", "TR-35"),
    Column("max_deficit", "u2", "points", "the winner's largest deficit", "TR-35"),
    Column("first_of_match", "u1", "player", "player at seat 0 of the first deal", "TR-8"),
)
"""One row a match (section 6)."""
