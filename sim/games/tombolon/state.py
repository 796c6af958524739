"""What lies on a table of Tombolon: records of the kernel, and the columns that are stored.

Masks are ``uint64`` sets of cards; a side is ``seat mod 2`` (TB-3); an action is
``card << 52 | capture mask`` as ``int64``, so that numeric order is the canonical order (TB-18).
"""

from __future__ import annotations

import numpy as np

from sim.columns import Column, both, deal_ids
from sim.loop import LOG, MATCH_FIELDS

__all__ = ["COLUMNS", "MATCH", "MATCH_COLUMNS", "NEVER", "NOBODY", "OWN", "STATE", "TABLE"]

NEVER = 255
"""A play or card that did not occur."""
NOBODY = -1
"""No side."""

TABLE = np.dtype(
    [
        ("seat", "u1"),  # seat to play, 0..n_seats-1
        ("play", "u1"),  # cards played so far, 0..N-4
        ("packet", "u1"),  # packet being played, from 0
        ("stock", "u1"),  # cards of the tallone
        (
            "bottom",
            "u1",
        ),  # its last card, in sight of all; NEVER if there never was a tallone (TB-7)
        ("extra", "u1"),  # an extra deal (TB-43)
        ("last_capturer", "i1"),  # side, NOBODY before the first capture
        ("hand_size", "u1", (4,)),  # cards in each hand
        ("cards", "u8"),  # mask: face up on the table
        ("piles", "u8", (2,)),  # masks: captured, by side; every capture was seen by all
        ("scopa_points", "i2", (2,)),  # points of scope so far, by side
        ("colour_points", "i2", (2,)),  # points of colours so far, by side
        ("start_score", "i2", (2,)),  # match score before the deal, by side
        ("history", "i8", (48,)),  # the first `play` entries: actions of this deal
    ],
    align=True,
)
"""What all see."""

OWN = np.dtype(
    [
        ("hand", "u8"),  # mask
        ("seat", "u1"),  # whose
    ],
    align=True,
)
"""What one seat sees besides."""

TALLY = np.dtype(
    [
        ("captures", "u1", (2,)),
        ("table_max", "u1"),
        ("choice_sum", "u1", (2,)),
        ("choice_equal", "u1", (2,)),
        ("n_scopa", "u1", (2,)),
        ("n_colour", "u1", (2,)),
        ("n_both", "u1", (2,)),
        ("scopa_by_rank", "u1", (2, 13)),
        ("colour_by_rank", "u1", (2, 13)),
        ("last_card", "u1"),
        ("last_card_captures", "u1"),
        ("last_card_lost_points", "u1"),
        ("leftovers", "u1"),
        ("leftover_side", "i1"),
        ("first_honour_play", "u1", (2,)),
        ("reach_play", "u1", (2,)),
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
        ("deck", "u1", (52,)),  # in dealing order
        ("dealt", "u1"),  # cards dealt from it
        ("first", "u1"),  # player at seat 0
        ("n_redeals", "u1"),
        ("table_start", "u8"),  # mask of the first table
        ("done", "u1"),  # the deal is over
        ("ended_by", "u1"),  # 0 complete, 1 going out, 2 Tombolon in mid-deal
        ("ended_side", "i1"),
    ],
    align=True,
)
"""All there is."""

MATCH = np.dtype(
    [
        *MATCH_FIELDS,
        ("score", "i8", (2,)),  # by team = player mod 2
        ("extra_deals", "i8"),
        ("plays", "i8"),
        ("last_deal_plays", "u1"),
        ("redeals", "i8"),
        ("raddoppi", "i8", (2,)),
        ("scope", "i8", (2,)),
        ("colours", "i8", (2,)),
        ("decided", "u1"),
        ("won_by", "u1"),
        ("winner", "i1"),
        ("winner_was_first", "u1"),
    ],
    align=True,
)
"""The match so far."""

_RANKS = {"length": 13, "length_rule": "ranks"}

COLUMNS = (
    *deal_ids("TB-4"),
    Column("extra_deal", "?", "yes/no", "began with both totals at or over the target", "TB-43"),
    *both("start_score", "i2", "points", "match score before the deal"),
    Column("n_redeals", "u1", "count", "shuffles thrown away", "TB-9"),
    Column("bottom_card", "u1", "card", "last card of the pack", "TB-7"),
    Column("table_start", "u8", "mask", "the four first table cards", "TB-6"),
    Column("plays", "u1", "count", "cards played; N-4 if complete", "TB-26"),
    Column(
        "ended_by",
        "u1",
        "kind",
        "how the deal ended",
        "TB-26",
        ("complete", "going out", "tombolon"),
    ),
    Column("ended_side", "i1", "side", "the side that ended it, -1 if complete", "TB-38"),
    *both("captures", "u1", "count", "captures", clause="TB-19"),
    Column("forced_decisions", "u1", "count", "decisions with one legal action", "TB-18"),
    Column("legal_actions_sum", "u4", "count", "legal actions summed over decisions", "TB-18"),
    Column("legal_actions_max", "u2", "count", "most legal actions of one decision", "TB-18"),
    Column("table_max", "u1", "cards", "largest table after a play", "TB-18"),
    *both(
        "choice_sum", "u1", "count", "took a sum although an equal card lay there", clause="TB-15"
    ),
    *both(
        "choice_equal",
        "u1",
        "count",
        "took the equal card although a sum was legal",
        clause="TB-15",
    ),
    *both("n_scopa", "u1", "count", "scoring scope", clause="TB-21"),
    *both("scopa_points", "i2", "points", "points of scope", clause="TB-21"),
    *both("n_colour", "u1", "count", "scoring colours", clause="TB-22"),
    *both("colour_points", "i2", "points", "points of colours", clause="TB-22"),
    *both("n_both", "u1", "count", "plays that scored scopa and colour", clause="TB-23"),
    *both(
        "scopa_by_rank",
        "u1",
        "count",
        "scoring scope by rank of the card",
        clause="TB-21",
        **_RANKS,
    ),
    *both(
        "colour_by_rank",
        "u1",
        "count",
        "scoring colours by rank of the card",
        clause="TB-22",
        **_RANKS,
    ),
    Column("last_card", "u1", "card", "last card of the deal, 255 if not played", "TB-24"),
    Column("last_card_captures", "?", "yes/no", "the last card captured", "TB-24"),
    Column(
        "last_card_lost_points", "u1", "points", "points that the last card was denied", "TB-24"
    ),
    Column("leftovers", "u1", "cards", "table cards handed over at the end", "TB-27"),
    Column("leftover_side", "i1", "side", "who got them, -1 if the deal stopped early", "TB-27"),
    *both("cards", "u1", "cards", "size of the pile", clause="TB-30"),
    *both("spades", "u1", "cards", "Spade in the pile", clause="TB-31"),
    *both("carte", "u1", "points", "Carte", clause="TB-30"),
    *both("spade", "u1", "points", "Spade", clause="TB-31"),
    *both("due", "u1", "points", "2 di Spade", clause="TB-32"),
    *both("bello", "u1", "points", "7 di Denari (Padova: 10)", clause="TB-32"),
    *both("fante", "u1", "points", "Fante di Spade", clause="TB-32"),
    Column("carte_tie", "?", "yes/no", "equal numbers of cards in a complete deal", "TB-30"),
    Column("spade_tie", "?", "yes/no", "equal numbers of Spade in a complete deal", "TB-31"),
    *both(
        "deck_points", "u1", "points", "the five deck lines, 0..6, before doubling", clause="TB-33"
    ),
    *both("raddoppio", "u1", "points", "0, or 6 for all six deck points", clause="TB-33"),
    *both(
        "napoli", "u1", "points", "length of the run of Spade from the ace, from 3", clause="TB-34"
    ),
    *both("tombolon", "?", "yes/no", "the pile makes Tombolon", clause="TB-35"),
    *both(
        "first_honour_play",
        "u1",
        "play",
        "play of the first honour, plays + 1 with the leftovers, 255 never",
        clause="TB-32",
    ),
    *both(
        "reach_play",
        "u1",
        "play",
        "first play with a certain total at the target, 255 never, 1 in an extra deal",
        clause="TB-38",
    ),
    *both("deal_points", "i2", "points", "points of the deal", clause="TB-36"),
    *both("end_score", "i2", "points", "match score after the deal", clause="TB-36"),
)
"""One row a deal (section 6 of the rules page)."""

MATCH_COLUMNS = (
    Column("match_id", "u4", "id", "number of the match"),
    Column("n_deals", "u2", "count", "deals"),
    Column("n_extra_deals", "u2", "count", "extra deals", "TB-43"),
    Column("first_player", "u1", "player", "player at seat 0 of the first deal", "TB-4"),
    Column("winner_team", "i1", "team", "winning team = player mod 2, -1 unfinished", "TB-41"),
    Column(
        "won_by",
        "u1",
        "kind",
        "how the match was won",
        "TB-41",
        ("going out", "tombolon", "alone over", "higher of two", "first", "unfinished"),
    ),
    Column("score_team0", "i2", "points", "final score of team 0"),
    Column("score_team1", "i2", "points", "final score of team 1"),
    Column("total_plays", "u4", "count", "cards played in the match"),
    Column("last_deal_plays", "u1", "count", "cards played in the last deal"),
    Column("winner_was_first", "?", "yes/no", "the winner was side 0 in the last deal"),
    Column("n_redeals", "u2", "count", "shuffles thrown away", "TB-9"),
    *(
        Column(f"{name}_team{team}", dtype, "count", f"team {team}: {meaning}", clause)
        for name, dtype, meaning, clause in (
            ("n_raddoppio", "u1", "raddoppi", "TB-33"),
            ("n_scopa", "u2", "scoring scope", "TB-21"),
            ("n_colour", "u2", "scoring colours", "TB-22"),
        )
        for team in (0, 1)
    ),
)
"""One row a match (section 6)."""
