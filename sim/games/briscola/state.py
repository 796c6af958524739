"""What lies on a table of Briscola: records of the kernel, and the columns that are stored.

Masks are ``uint64`` sets of cards; a side is a pair, seat mod 2, with four players, else the seat (BR-3,
BR-27, BR-28); an action is the number of the card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.columns import Column, both, by_seat, by_team, deal_ids
from sim.loop import LOG, MATCH_FIELDS
from sim.tricks import TRICK

__all__ = ["COLUMNS", "MATCH", "MATCH_COLUMNS", "NEVER", "NOBODY", "OWN", "STATE", "TABLE"]

NEVER = -1
"""A trick that did not occur."""
NOBODY = -1
"""No side, no seat."""

TABLE = np.dtype(
    [
        ("seat", "u1"),  # seat to play
        ("play", "u1"),  # cards played so far
        ("stock", "u1"),  # cards in the stock, the face-up one counted
        ("trump", "u1"),  # suit of trumps
        ("face_up", "u1"),  # card T under the stock, EMPTY once drawn
        ("face_up_seat", "u1"),  # seat that drew it, EMPTY before
        ("swap_card", "u1"),  # trump that may be exchanged for it, EMPTY if none or no more (BR-26)
        ("swap_seat", "i1"),  # seat that exchanged it, NOBODY before
        ("passed", "u1"),  # bits: seats that have begun a turn without it when they would exchange
        ("pot", "u1"),  # points of the trick so far
        ("trick", TRICK),
        ("hand_size", "u1", (4,)),  # cards in each hand
        ("tricks", "u1", (4,)),  # taken, by seat
        ("points", "u1", (3,)),  # in the tricks taken, by side
        ("start_score", "i2", (3,)),  # deals won in the match before this one, by side
        ("signs", "u1", (4,)),  # BR-14 by seat, where the table sees them (BR-16), else 0
        ("history", "u1", (40,)),  # the first `play` entries: cards played, EMPTY if not recalled
        ("known", "u8", (4,)),  # K: masks of cards that all know to be in a hand (BR-7, 26, 27)
    ],
    align=True,
)
"""What all see."""

OWN = np.dtype(
    [
        ("hand", "u8"),  # mask
        ("seat", "u1"),  # whose
        ("partner_signs", "u1"),  # BR-14: bits about partner's hand, 0 while no signs are made
        ("partner_hand", "u8"),  # mask: partner's cards that were shown (BR-17, BR-18)
        ("shown", "u8"),  # mask: own cards that partner was shown at the beginning (BR-18)
        ("seen", "u8"),  # mask: played cards that the seat may use (BR-19)
    ],
    align=True,
)
"""What one seat sees besides; it looks round when its turn comes."""

TALLY = np.dtype(
    [
        ("before_end", "u1"),  # side 0's points before the last three tricks
        ("before_last", "u1"),  # and before the last one
        ("decided_trick", "i1"),
        ("strozzi_suit", "u1"),
        ("strozzi_trump", "u1"),
        ("lead_changes", "u1"),
        ("last_ahead", "i1"),  # side that was last ahead alone, NOBODY before
        ("received", "u8"),  # mask: what side 0 was dealt or drew before the last round of draws
        ("dealt", "u8"),  # mask: side 0's first cards
    ],
    align=True,
)
"""Counts that only the row needs; meanings at the columns of the same names."""

STATE = np.dtype(
    [
        ("log", LOG),
        ("table", TABLE),
        ("own", OWN, (4,)),
        ("tally", TALLY),
        ("deck", "u1", (40,)),  # in dealing order
        ("size", "u1"),  # cards of the pack
        ("next", "u1"),  # place in `deck` of the next card of the stock; `size` for the face-up one
        ("first", "u1"),  # player at seat 0
        ("n_redeals", "u1"),  # always 0 (BR-5)
        ("turned", "u1"),  # card turned up at the beginning
        ("drawn_last", "u1"),  # card that lay under the stock at the end
        ("plays", "u1", (40,)),  # the first `table.play` entries: cards played
        ("played", "u8"),  # the same as a mask
        ("laid", "u8", (3,)),  # masks: cards that left a side's hands, played or exchanged, by side
        ("piles", "u8", (3,)),  # masks: cards taken, by side
    ],
    align=True,
)
"""All there is."""

MATCH = np.dtype(
    [
        *MATCH_FIELDS,
        ("score", "i8", (3,)),  # deals won, by team: side of the player
        ("points", "i8", (3,)),  # card points of all deals, by team
        ("drawn_deals", "i8"),
        ("deficit", "i8", (3,)),  # by team: most deals that it was behind the best other
        ("decided", "u1"),
        ("winner", "i1"),
    ],
    align=True,
)
"""The match so far."""


def _three(rules: Any) -> bool:
    return bool(rules.players == 3)


COLUMNS = (
    *deal_ids("BR-3"),
    Column("faceup_card", "u1", "card", "face-up card as turned", "BR-4"),
    Column("trump_suit", "u1", "suit", "suit of trumps", "BR-4", ("D", "C", "B", "S")),
    *both("points", "u1", "points", "points in its tricks", clause="BR-20"),
    Column("points_2", "u1", "points", "side 2: points in its tricks", "BR-28", kept=_three),
    Column("deal_winner", "i1", "side", "side that wins the deal, -1 drawn", "BR-20"),
    Column("match_winner_of_deal", "i1", "team", "its team: 0 A, 1 B, 2 C, -1 drawn", "BR-21"),
    *by_seat("tricks", "u1", "count", "tricks taken", clause="BR-11"),
    Column("last_trick_seat", "u1", "seat", "seat that took the last trick", "BR-23"),
    Column("faceup_seat", "u1", "seat", "seat that drew the face-up card", "BR-6"),
    Column("faceup_final", "u1", "card", "face-up card as drawn", "BR-26"),
    Column("swap_seat", "i1", "seat", "seat that exchanged the face-up card, -1 none", "BR-26"),
    Column("trumps_dealt_0", "u1", "cards", "trumps in side 0's first cards", "BR-4"),
    Column(
        "trumps_recv_0", "u1", "cards", "trumps that side 0 was dealt or drew before the last draw",
        "BR-6",
    ),
    Column("trump_points_recv_0", "u1", "points", "points of these trumps", "BR-6"),
    *both("trumps_total", "u1", "cards", "trumps that passed through its hands", clause="BR-6"),
    Column("points_recv_0", "u1", "points", "points that passed through side 0's hands", "BR-6"),
    Column(
        "points_before_end_0", "u1", "points", "side 0's points before the last three tricks",
        "BR-8",
    ),
    Column("points_before_last_0", "u1", "points", "side 0's points before the last trick", "BR-8"),
    Column(
        "decided_trick", "i1", "trick", "first trick (from 1) after which a side has over 60, -1",
        "BR-12",
    ),
    Column("carichi_taken_0", "u1", "cards", "aces and threes in side 0's tricks", "BR-11"),
    Column(
        "strozzi_suit", "u1", "cards", "plain carichi that another side took by suit", "BR-10"
    ),
    Column(
        "strozzi_trump", "u1", "cards", "plain carichi that another side took by a trump", "BR-10"
    ),
    Column("lead_changes", "u1", "count", "times that the side ahead on points changed", "BR-20"),
    Column("all_tricks", "?", "yes/no", "one side took every trick", "BR-11"),
    *by_team("score_after", "u2", "deals", "deals won", clause="BR-21"),
    Column("score_after_C", "u2", "deals", "team C: deals won", "BR-28", kept=_three),
)  # fmt: skip
"""One row a deal (section 6 of the rules page)."""

MATCH_COLUMNS = (
    Column("match_id", "u4", "id", "number of the match"),
    Column("winner", "i1", "team", "0 A, 1 B, 2 C, -1 drawn", "BR-21"),
    Column("deals", "u4", "count", "deals played", "BR-22"),
    Column("drawn_deals", "u4", "count", "deals drawn", "BR-21"),
    *by_team("won", "u2", "deals", "deals won", clause="BR-21"),
    Column("won_C", "u2", "deals", "team C: deals won", "BR-28", kept=_three),
    *by_team("points", "u4", "points", "points of all deals", clause="BR-20"),
    Column("points_C", "u4", "points", "team C: points of all deals", "BR-28", kept=_three),
    Column("sweep", "?", "yes/no", "the losers won no deal", "BR-21"),
    Column("first_of_match", "u1", "player", "player at seat 0 of the first deal", "BR-3"),
    Column(
        "max_deficit", "u2", "deals", "most that the winner was behind the best other, 0 if drawn",
        "BR-21",
    ),
)  # fmt: skip
"""One row a match (section 6)."""
