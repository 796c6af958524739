"""Tombolon: the slow plain-Python reference, written from the rules page clause by clause.

Cards are texts (``7D``, ``FS``, ``10B``), hands and piles are sets, probabilities are fractions.
Nothing here is clever; where the page leaves a choice, the comment says which reading is taken.
Only the standard library is used.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

Rules = dict[str, Any]
Action = tuple[str, frozenset[str]]

SUITS = "DCBS"
FIGURES = "FCR"
NEVER = 255

# ------------------------------------------------------------------------------------------------
# Parameters (table 4)
# ------------------------------------------------------------------------------------------------

PRESETS: dict[str, dict[str, Any]] = {
    "rovigo4": {"pack": 40, "n_seats": 4},
    "rovigo2": {"pack": 40, "n_seats": 2},
    "padova4": {"pack": 52, "n_seats": 4},
    "padova2": {"pack": 52, "n_seats": 2},
    "cuperativa2": {
        "pack": 40,
        "n_seats": 2,
        "redeal_ranks": frozenset(),
        "raddoppio_on_tie": False,
    },
}

_DEFAULTS: dict[str, Any] = {
    "pack": 40,
    "n_seats": 4,
    "must_capture": "card",
    "capture_priority": "free",
    "figure_points": (3, 4, 5),
    "scopa_points": "value",
    "colour_points": "value",
    "last_scopa": False,
    "carte_tie": "first",
    "spade_tie": "first",
    "raddoppio": True,
    "raddoppio_on_tie": True,
    "napoli": True,
    "tombolon": "win",
    "going_out": "secured",
    "both_over": "higher",
    "match_tie": "extra",
    "max_deals": 100,
}

_DEPENDENT = ("packets", "redeal_ranks", "last_colour", "denari_honour_rank", "target")

_DEFAULT_PACKETS = {
    (40, 4): (4, 5),
    (40, 2): (4, 4, 4, 6),
    (52, 4): (4, 4, 4),
    (52, 2): (4, 4, 4, 4, 4, 4),
}

_CHOICES = {
    "must_capture": ("card", "hand", "none"),
    "capture_priority": ("free", "equal_first", "fewest"),
    "scopa_points": ("value", "one", "off"),
    "colour_points": ("value", "one", "cards", "off"),
    "carte_tie": ("first", "none", "split"),
    "spade_tie": ("first", "none"),
    "tombolon": ("win", "all_spades", "off"),
    "going_out": ("secured", "play", "off"),
    "both_over": ("higher", "first"),
    "match_tie": ("extra", "first"),
}

_BOOLS = ("last_scopa", "last_colour", "raddoppio", "raddoppio_on_tie", "napoli")

PARAMETERS = tuple(_DEFAULTS) + _DEPENDENT


def _is_int(value: Any) -> bool:
    """A bool is not an int (validation rule of section 4)."""
    return isinstance(value, int) and not isinstance(value, bool)


def _refuse(name: str, value: Any, why: str) -> None:
    raise ValueError(f"{name}: {why}, got {value!r}")


def resolve_rules(**given: Any) -> Rules:
    """All parameters of table 4; a value given explicitly always wins (section 4).

    Raises ValueError naming the parameter for everything the validation rule refuses.
    """
    for name, value in given.items():
        if name not in PARAMETERS:
            _refuse(name, value, "unknown parameter")
    rules = {**_DEFAULTS, **given}

    for name, allowed in (("pack", (40, 52)), ("n_seats", (2, 4))):
        if not _is_int(rules[name]) or rules[name] not in allowed:
            _refuse(name, rules[name], f"must be one of {allowed}")
    size, n_seats = rules["pack"], rules["n_seats"]
    rovigo = size == 40
    top, n_ranks = (7, 10) if rovigo else (10, 13)

    rules.setdefault("packets", _DEFAULT_PACKETS[size, n_seats])
    stuck = (7, 8, 9, 10) if rovigo else (10, 11, 12, 13)
    rules.setdefault("redeal_ranks", stuck)
    rules.setdefault("last_colour", rovigo)
    rules.setdefault("denari_honour_rank", 7 if rovigo else 10)
    rules.setdefault("target", 31 if rovigo else 51)

    for name, allowed in _CHOICES.items():
        if not isinstance(rules[name], str) or rules[name] not in allowed:
            _refuse(name, rules[name], f"must be one of {allowed}")
    for name in _BOOLS:
        if not isinstance(rules[name], bool):
            _refuse(name, rules[name], "must be a bool")
    limits = (("target", 1, 1000), ("max_deals", 1, 10000), ("denari_honour_rank", 1, top))
    for name, low, high in limits:
        if not _is_int(rules[name]) or not low <= rules[name] <= high:
            _refuse(name, rules[name], f"must be an int in {low}..{high}")

    packets = rules["packets"]
    if not isinstance(packets, (tuple, list)) or not all(_is_int(p) and p >= 1 for p in packets):
        _refuse("packets", packets, "must be ints of at least 1")
    if n_seats * sum(packets) + 4 != size:
        _refuse("packets", packets, f"n_seats * sum + 4 must be {size}")
    rules["packets"] = tuple(packets)

    ranks = rules["redeal_ranks"]
    if not isinstance(ranks, (set, frozenset, tuple, list)) or not all(
        _is_int(r) and 1 <= r <= n_ranks for r in ranks
    ):
        _refuse("redeal_ranks", ranks, f"must be ranks 1..{n_ranks}")
    rules["redeal_ranks"] = frozenset(ranks)

    figures = rules["figure_points"]
    if (
        not isinstance(figures, (tuple, list))
        or len(figures) != 3
        or not all(_is_int(p) and 0 <= p <= 20 for p in figures)
    ):
        _refuse("figure_points", figures, "must be three ints in 0..20")
    rules["figure_points"] = tuple(figures)
    return rules


def preset_rules(name: str, **changes: Any) -> Rules:
    """The resolved rules of a preset with some parameters changed."""
    return resolve_rules(**{**PRESETS[name], **changes})


# ------------------------------------------------------------------------------------------------
# Cards (section 2)
# ------------------------------------------------------------------------------------------------


def _pack_texts(size: int) -> list[str]:
    top = 7 if size == 40 else 10
    ranks = [str(number) for number in range(1, top + 1)] + list(FIGURES)
    return [rank + suit for suit in SUITS for rank in ranks]


_PACKS = {size: _pack_texts(size) for size in (40, 52)}
_NUMBERS = {size: {card: i for i, card in enumerate(_PACKS[size])} for size in (40, 52)}


def pack(rules: Rules) -> list[str]:
    """TB-1: the whole pack in card-number order."""
    return list(_PACKS[rules["pack"]])


def card_number(rules: Rules, text: str) -> int:
    """Section 2: suit * 10 + rank - 1 at Rovigo, suit * 13 + rank - 1 at Padova."""
    if not isinstance(text, str) or text not in _NUMBERS[rules["pack"]]:
        raise ValueError(f"card: unknown text {text!r} in the {rules['pack']}-card pack")
    return _NUMBERS[rules["pack"]][text]


def card_text(rules: Rules, number: int) -> str:
    """The text of a card number; numbers outside the pack are refused (section 12)."""
    if not _is_int(number) or not 0 <= number < rules["pack"]:
        raise ValueError(f"card: number {number!r} is not in 0..{rules['pack'] - 1}")
    return _PACKS[rules["pack"]][number]


def top_number(rules: Rules) -> int:
    """T of section 2: 7 at Rovigo, 10 at Padova."""
    return 7 if rules["pack"] == 40 else 10


def rank_of(rules: Rules, card: str) -> int:
    """Rank from 1; Fante, Cavallo, Re follow the top number."""
    return card_number(rules, card) % (rules["pack"] // 4) + 1


def suit_of(card: str) -> str:
    return card[-1]


def is_figure(card: str) -> bool:
    return card[0] in FIGURES


def value_of(rules: Rules, card: str) -> int:
    """TB-20: the number of the card; Fante, Cavallo, Re from figure_points."""
    if is_figure(card):
        return rules["figure_points"][FIGURES.index(card[0])]
    return rank_of(rules, card)


def honours(rules: Rules) -> frozenset[str]:
    """TB-32: 2S, FS and the bello."""
    return frozenset({"2S", "FS", bello(rules)})


def bello(rules: Rules) -> str:
    """TB-32: the number card of Denari of rank denari_honour_rank."""
    return f"{rules['denari_honour_rank']}D"


def mask(rules: Rules, cards: Iterable[str]) -> int:
    """A set of cards as an unsigned integer, bit = card number."""
    return sum(1 << card_number(rules, card) for card in set(cards))


def sort_cards(rules: Rules, cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=lambda card: card_number(rules, card)))


def parse_action(text: str) -> Action:
    """``7D*2C+5B`` -> ("7D", {"2C", "5B"}); a lay-down is the card alone (section 2)."""
    card, star, rest = text.partition("*")
    captured = rest.split("+") if star else []
    if not card or (star and not all(captured)) or len(set(captured)) != len(captured):
        raise ValueError(f"action: cannot read {text!r}")
    return card, frozenset(captured)


def format_action(card: str, captured: Iterable[str], rules: Rules) -> str:
    """The played card, ``*``, the captured cards ascending by card number joined by ``+``."""
    taken = sort_cards(rules, captured)
    return f"{card}*{'+'.join(taken)}" if taken else card


# ------------------------------------------------------------------------------------------------
# Captures and legal actions (TB-11 to TB-18)
# ------------------------------------------------------------------------------------------------


def sums_by_subsets(rules: Rules, cards: Iterable[str], rank: int) -> list[frozenset[str]]:
    """TB-13 by looking at every set of two or more cards."""
    found = []
    cards = list(cards)
    for count in range(2, len(cards) + 1):
        for chosen in itertools.combinations(cards, count):
            if sum(rank_of(rules, card) for card in chosen) == rank:
                found.append(frozenset(chosen))
    return found


def sums_by_recursion(rules: Rules, cards: Iterable[str], rank: int) -> list[frozenset[str]]:
    """TB-13 for large tables: each card is taken or left; the rest must make up the difference."""
    cards = list(cards)

    def search(start: int, missing: int) -> list[list[str]]:
        if missing == 0:
            return [[]]
        found = []
        for i in range(start, len(cards)):
            own = rank_of(rules, cards[i])
            if own <= missing:
                found += [[cards[i], *rest] for rest in search(i + 1, missing - own)]
        return found

    return [frozenset(chosen) for chosen in search(0, rank) if len(chosen) >= 2]


def equal_captures(rules: Rules, card: str, table: Iterable[str]) -> list[frozenset[str]]:
    """TB-12: one table card of the same rank, each an option of its own."""
    rank = rank_of(rules, card)
    return [frozenset({other}) for other in table if rank_of(rules, other) == rank]


def sum_captures(rules: Rules, card: str, table: Iterable[str]) -> list[frozenset[str]]:
    """TB-13: sets of two or more number cards that add up; only a number card can do it."""
    if is_figure(card):
        return []
    rank = rank_of(rules, card)
    # In a set of two or more each addend is below the rank, hence a number card too.
    addends = [other for other in table if rank_of(rules, other) < rank]
    if len(addends) <= 8:
        return sums_by_subsets(rules, addends, rank)
    return sums_by_recursion(rules, addends, rank)


def capture_options(rules: Rules, card: str, table: Iterable[str]) -> list[frozenset[str]]:
    """TB-12 to TB-15: the options of one card, ascending by mask."""
    table = list(table)
    equal = equal_captures(rules, card, table)
    options = equal + sum_captures(rules, card, table)
    if rules["capture_priority"] == "equal_first" and equal:
        options = equal
    if rules["capture_priority"] == "fewest" and options:
        fewest = min(len(option) for option in options)
        options = [option for option in options if len(option) == fewest]
    return sorted(options, key=lambda option: mask(rules, option))


def legal_actions(rules: Rules, hand: Iterable[str], table: Iterable[str]) -> list[Action]:
    """TB-16 to TB-18: the complete list in canonical order."""
    hand, table = list(hand), list(table)
    cards = hand + table
    if len(set(cards)) != len(cards):
        raise ValueError(f"position: a card is in two places, hand {hand!r}, table {table!r}")
    options = {card: capture_options(rules, card, table) for card in sort_cards(rules, hand)}
    any_capture = any(options.values())
    actions: list[Action] = []
    for card, captures in options.items():
        if rules["must_capture"] == "none":
            may_lay_down = True
        elif rules["must_capture"] == "hand":
            may_lay_down = not any_capture
        else:
            may_lay_down = not captures
        if may_lay_down:
            actions.append((card, frozenset()))
        actions += [(card, captured) for captured in captures]
    return actions


# ------------------------------------------------------------------------------------------------
# Points of one play (TB-20 to TB-25)
# ------------------------------------------------------------------------------------------------


def is_scopa(table: Iterable[str], action: Action) -> bool:
    """TB-21: a capture that leaves the table empty."""
    return bool(action[1]) and set(action[1]) == set(table)


def is_colour(action: Action) -> bool:
    """TB-22: a capture of at least three cards, played card counted, all of one suit."""
    cards = {action[0], *action[1]}
    return bool(action[1]) and len(cards) >= 3 and len({suit_of(card) for card in cards}) == 1


def scores_scopa(rules: Rules, table: Iterable[str], action: Action, last_card: bool) -> bool:
    """A scoring scopa: allowed by TB-21 and TB-24, also if its value is 0 (figure_points)."""
    allowed = rules["scopa_points"] != "off" and (rules["last_scopa"] or not last_card)
    return allowed and is_scopa(table, action)


def scores_colour(rules: Rules, table: Iterable[str], action: Action, last_card: bool) -> bool:
    """A scoring colour: allowed by TB-22 and TB-24."""
    allowed = rules["colour_points"] != "off" and (rules["last_colour"] or not last_card)
    return allowed and is_colour(action)


def play_points(
    rules: Rules, table: Iterable[str], action: Action, last_card: bool
) -> tuple[int, int]:
    """TB-20 to TB-24: (scopa points, colour points) of one play."""
    value = value_of(rules, action[0])
    scopa = colour = 0
    if scores_scopa(rules, table, action, last_card):
        scopa = {"value": value, "one": 1}[rules["scopa_points"]]
    if scores_colour(rules, table, action, last_card):
        cards = 1 + len(action[1])
        colour = {"value": value, "one": 1, "cards": cards}[rules["colour_points"]]
    return scopa, colour


def denied_points(rules: Rules, table: Iterable[str], action: Action, last_card: bool) -> int:
    """TB-24: scopa and colour points that the last-card rule takes from this play."""
    if not last_card:
        return 0
    return sum(play_points(rules, table, action, False)) - sum(
        play_points(rules, table, action, True)
    )


# ------------------------------------------------------------------------------------------------
# Pile points (TB-29 to TB-36)
# ------------------------------------------------------------------------------------------------


def pile_points(rules: Rules, pile: Iterable[str], side: int) -> dict[str, Any]:
    """F of TB-29 with its lines TB-30 to TB-34, and whether TB-35 holds for the pile."""
    pile = set(pile)
    size = rules["pack"]
    cards = len(pile)
    spades = sum(suit_of(card) == "S" for card in pile)
    all_spades = size // 4

    carte = 0
    if 2 * cards > size:
        carte = 2
    elif 2 * cards == size:
        carte = {"first": 2 if side == 0 else 0, "none": 0, "split": 1}[rules["carte_tie"]]

    wins_tie = 2 * spades == all_spades and rules["spade_tie"] == "first" and side == 0
    spade = int(2 * spades > all_spades or wins_tie)

    due = int("2S" in pile)
    bello_point = int(bello(rules) in pile)
    fante = int("FS" in pile)
    deck_points = carte + spade + due + bello_point + fante

    raddoppio = 0
    if rules["raddoppio"] and deck_points == 6:
        no_tie = 2 * cards > size and 2 * spades > all_spades
        if rules["raddoppio_on_tie"] or no_tie:
            raddoppio = 6

    run = 0
    for card in (card for card in _PACKS[size] if suit_of(card) == "S"):
        if card not in pile:
            break
        run += 1
    napoli = run if rules["napoli"] and run >= 3 else 0

    tombolon = {
        "win": spades == all_spades and deck_points == 6,
        "all_spades": spades == all_spades,
        "off": False,
    }[rules["tombolon"]]
    return {
        "cards": cards,
        "spades": spades,
        "carte": carte,
        "spade": spade,
        "due": due,
        "bello": bello_point,
        "fante": fante,
        "deck_points": deck_points,
        "raddoppio": raddoppio,
        "napoli": napoli,
        "tombolon": tombolon,
        "total": deck_points + raddoppio + napoli,
    }


def certain_total(rules: Rules, start: int, made: int, pile: Iterable[str], side: int) -> int:
    """TB-38: match score + scopa and colour points so far + F of the pile so far."""
    return start + made + pile_points(rules, pile, side)["total"]


def goes_out(
    rules: Rules, start: int, made: int, pile: Iterable[str], side: int, extra_deal: bool = False
) -> str | None:
    """TB-38, TB-40, TB-43: the test after a capture: "tombolon", "out" or None."""
    if extra_deal or rules["going_out"] == "off":
        return None
    if rules["going_out"] == "play":
        return "out" if start + made >= rules["target"] else None
    if pile_points(rules, pile, side)["tombolon"]:
        return "tombolon"
    return "out" if certain_total(rules, start, made, pile, side) >= rules["target"] else None


# ------------------------------------------------------------------------------------------------
# Dealing (TB-5 to TB-9)
# ------------------------------------------------------------------------------------------------


def needs_redeal(rules: Rules, table: Iterable[str]) -> bool:
    """TB-8: three or four of the table cards have the same rank, and it is in redeal_ranks."""
    counts = Counter(rank_of(rules, card) for card in table)
    return any(counts[rank] >= 3 for rank in rules["redeal_ranks"])


class Layout(NamedTuple):
    """TB-6, TB-7: where each card of the deck goes."""

    packets: tuple[tuple[tuple[str, ...], ...], ...]  # packets[k][seat]
    table: tuple[str, ...]
    bottom: str


def lay_out(rules: Rules, deck: Sequence[str]) -> Layout:
    """TB-6: each seat its whole packet, then four cards to the table; later packets alike."""
    rest = list(deck)
    packets, table = [], ()
    for k, count in enumerate(rules["packets"]):
        packet = []
        for _ in range(rules["n_seats"]):
            packet.append(tuple(rest[:count]))
            rest = rest[count:]
        packets.append(tuple(packet))
        if k == 0:
            table, rest = tuple(rest[:4]), rest[4:]
    return Layout(tuple(packets), table, deck[-1])


def check_deck(rules: Rules, deck: Sequence[str]) -> None:
    """Section 12, items 2 to 4: not a permutation of the pack, or a table to be redealt."""
    for card in deck:
        if not isinstance(card, str) or card not in _NUMBERS[rules["pack"]]:
            raise ValueError(f"deck: unknown card {card!r} in the {rules['pack']}-card pack")
    if len(deck) != rules["pack"] or set(deck) != set(pack(rules)):
        raise ValueError(f"deck: not a permutation of the {rules['pack']}-card pack")
    table = lay_out(rules, deck).table
    if needs_redeal(rules, table):
        raise ValueError(f"deck: the table {table!r} calls for a redeal (redeal_ranks)")


def shuffle_deck(rules: Rules, rng: random.Random) -> tuple[list[str], int]:
    """TB-5, TB-8, TB-9: a uniform deck with a good table, and the number of redeals."""
    n_redeals = 0
    while True:
        deck = pack(rules)
        rng.shuffle(deck)
        if not needs_redeal(rules, lay_out(rules, deck).table):
            return deck, n_redeals
        n_redeals += 1


def check_start(rules: Rules, start: Sequence[int], extra_deal: bool) -> None:
    """Section 12, item 8; TB-43."""
    if len(start) != 2 or not all(_is_int(score) and score >= 0 for score in start):
        raise ValueError(f"start_score: must be two ints of at least 0, got {start!r}")
    over = [score >= rules["target"] for score in start]
    if over[0] != over[1]:
        raise ValueError(f"start_score: exactly one side is at the target, got {start!r}")
    if all(over) and not extra_deal:
        raise ValueError(f"extra_deal: must be true with both over the target, got {start!r}")
    if extra_deal and not all(over):
        raise ValueError(f"extra_deal: a side is below the target, got {start!r}")


def check_position(
    rules: Rules,
    hands: Sequence[Iterable[str] | None],
    table: Iterable[str],
    piles: Sequence[Iterable[str]],
    play: int,
) -> None:
    """Section 12, item 5. ``play`` = number of cards played; a hand may be None (hidden)."""
    sizes, seat = hand_sizes_at(rules, play)
    if len(hands) != len(sizes):
        raise ValueError(f"position: {len(sizes)} hands wanted, got {len(hands)}")
    known: list[str] = []
    for s, (hand, size) in enumerate(zip(hands, sizes, strict=True)):
        if hand is None:
            continue
        hand = list(hand)
        if len(hand) != size:
            raise ValueError(
                f"position: hand of seat {s} has {len(hand)} cards, not {size} (seat {seat} plays)"
            )
        known += hand
    table = list(table)
    if len(table) > rules["pack"]:
        raise ValueError(f"position: table of {len(table)} cards")
    taken = [card for pile in piles for card in pile]
    for card in known + table + taken:
        card_number(rules, card)
    everything = known + table + taken
    if len(set(everything)) != len(everything):
        raise ValueError("position: a card is in two places")
    if len(table) + len(taken) != 4 + play:
        raise ValueError(f"position: piles and table must hold {4 + play} cards after {play} plays")


def hand_sizes_at(rules: Rules, play: int) -> tuple[list[int], int]:
    """TB-10: number of cards in each hand after ``play`` plays, and the seat to play."""
    n, done = rules["n_seats"], play
    for count in rules["packets"]:
        if done < n * count:
            return [count - done // n - (1 if s < done % n else 0) for s in range(n)], done % n
        done -= n * count
    return [0] * n, 0


# ------------------------------------------------------------------------------------------------
# One deal
# ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class View:
    """What the seat to play may see (section 5: public items and the own hand)."""

    rules: Rules
    seat: int
    player: int
    hand: tuple[str, ...]  # ascending by card number, like table
    table: tuple[str, ...]
    piles: tuple[frozenset[str], frozenset[str]]  # by side
    scopa_points: tuple[int, int]
    colour_points: tuple[int, int]
    play: int  # 1-based number of the play to be made
    hand_sizes: tuple[int, ...]  # by seat
    tallone_size: int
    bottom: str | None  # None if packets has one entry (TB-7)
    last_capturer: int | None  # side
    start: tuple[int, int]  # by side
    packet: int  # index of the packet in play
    plays: tuple[tuple[int, str, frozenset[str]], ...]  # (seat, card, captured) so far

    @property
    def side(self) -> int:
        """TB-3."""
        return self.seat % 2

    @property
    def last_card(self) -> bool:
        """TB-24: is this the last card of the deal?"""
        return self.play == self.rules["pack"] - 4


Policy = Callable[[View, list[Action]], int]


class Play(NamedTuple):
    """One line of the log of a deal."""

    number: int  # 1-based
    seat: int
    side: int
    actions: list[Action]
    index: int
    card: str
    captured: frozenset[str]
    table_before: frozenset[str]
    table_after: frozenset[str]
    scopa: int
    colour: int
    is_scopa: bool  # scoring scopa
    is_colour: bool  # scoring colour
    denied: int
    took_honour: bool
    pile_total: tuple[int, int]  # F of both sides after the play
    certain: tuple[int, int]  # certain totals of both sides after the play


class DealState:
    """A deal while it is played. Everything is kept as plain lists and sets."""

    def __init__(
        self,
        rules: Rules,
        deck: Sequence[str],
        first: int = 0,
        start: Sequence[int] = (0, 0),
        extra_deal: bool = False,
    ) -> None:
        self.rules = rules
        self.first = first
        self.start = tuple(start)
        self.extra_deal = extra_deal
        self.layout = lay_out(rules, deck)
        self.packet = 0
        self.hands = [set(cards) for cards in self.layout.packets[0]]
        self.table = set(self.layout.table)
        self.piles: list[set[str]] = [set(), set()]
        self.made_scopa = [0, 0]
        self.made_colour = [0, 0]
        self.last_capturer: int | None = None
        self.log: list[Play] = []
        self.ended_by = 0
        self.ended_side = -1
        self.over = False
        self.leftovers: frozenset[str] = frozenset()
        self.leftover_side = -1

    def copy(self) -> DealState:
        other = object.__new__(DealState)
        other.__dict__.update(self.__dict__)
        other.hands = [set(hand) for hand in self.hands]
        other.table = set(self.table)
        other.piles = [set(pile) for pile in self.piles]
        other.made_scopa = list(self.made_scopa)
        other.made_colour = list(self.made_colour)
        other.log = list(self.log)
        return other

    @property
    def seat(self) -> int:
        """TB-10: the seat to play; every packet starts with seat 0."""
        return len(self.log) % self.rules["n_seats"]

    def tallone(self) -> list[str]:
        """TB-7: the packets not dealt yet, in dealing order."""
        later = self.layout.packets[self.packet + 1 :]
        return [card for packet in later for cards in packet for card in cards]

    def actions(self) -> list[Action]:
        return legal_actions(self.rules, self.hands[self.seat], self.table)

    def view(self) -> View:
        rules, seat = self.rules, self.seat
        return View(
            rules=rules,
            seat=seat,
            player=(self.first + seat) % rules["n_seats"],
            hand=sort_cards(rules, self.hands[seat]),
            table=sort_cards(rules, self.table),
            piles=(frozenset(self.piles[0]), frozenset(self.piles[1])),
            scopa_points=tuple(self.made_scopa),
            colour_points=tuple(self.made_colour),
            play=len(self.log) + 1,
            hand_sizes=tuple(len(hand) for hand in self.hands),
            tallone_size=len(self.tallone()),
            bottom=self.layout.bottom if len(rules["packets"]) > 1 else None,
            last_capturer=self.last_capturer,
            start=self.start,
            packet=self.packet,
            plays=tuple((play.seat, play.card, play.captured) for play in self.log),
        )

    def play(self, actions: list[Action], index: int) -> None:
        """One turn: TB-11, TB-17, TB-19, points, going out, next packet, end of the deal."""
        if not _is_int(index) or not 0 <= index < len(actions):
            raise ValueError(f"action: index {index!r} is not in 0..{len(actions) - 1} (TB-45)")
        rules, seat = self.rules, self.seat
        side = seat % 2
        number = len(self.log) + 1
        last_card = number == rules["pack"] - 4
        action = card, captured = actions[index]
        before = frozenset(self.table)
        scopa, colour = play_points(rules, before, action, last_card)

        self.hands[seat].remove(card)
        if captured:
            self.table -= captured
            self.piles[side] |= {card, *captured}
            self.made_scopa[side] += scopa
            self.made_colour[side] += colour
            self.last_capturer = side
        else:
            self.table.add(card)

        made = [self.made_scopa[s] + self.made_colour[s] for s in (0, 1)]
        pile_total = tuple(pile_points(rules, self.piles[s], s)["total"] for s in (0, 1))
        self.log.append(
            Play(
                number=number,
                seat=seat,
                side=side,
                actions=actions,
                index=index,
                card=card,
                captured=captured,
                table_before=before,
                table_after=frozenset(self.table),
                scopa=scopa,
                colour=colour,
                is_scopa=scores_scopa(rules, before, action, last_card),
                is_colour=scores_colour(rules, before, action, last_card),
                denied=denied_points(rules, before, action, last_card),
                took_honour=bool(captured) and bool(honours(rules) & {card, *captured}),
                pile_total=pile_total,
                certain=tuple(self.start[s] + made[s] + pile_total[s] for s in (0, 1)),
            )
        )

        if captured:
            out = goes_out(
                rules, self.start[side], made[side], self.piles[side], side, self.extra_deal
            )
            if out is not None:
                self.ended_by = {"out": 1, "tombolon": 2}[out]
                self.ended_side = side
                self.over = True
                return
        if not any(self.hands):
            if self.packet + 1 < len(rules["packets"]):
                self.packet += 1
                self.hands = [set(cards) for cards in self.layout.packets[self.packet]]
            else:
                self._complete()

    def _complete(self) -> None:
        """TB-27, TB-28: the table goes to the last capturer, or to side 0 if there is none."""
        self.over = True
        self.leftover_side = 0 if self.last_capturer is None else self.last_capturer
        self.leftovers = frozenset(self.table)
        self.piles[self.leftover_side] |= self.table
        self.table = set()

    def deal_points(self, side: int) -> int:
        """TB-36."""
        total = pile_points(self.rules, self.piles[side], side)["total"]
        return self.made_scopa[side] + self.made_colour[side] + total


@dataclass
class Deal:
    """A finished deal: the record of section 6 and how it came about."""

    row: dict[str, Any]
    steps: list[tuple[int, list[Action], int]]  # (seat, legal actions, chosen index)
    winner_side: int | None  # wins the match by going out or Tombolon in mid-deal
    plays: list[str]  # in action notation
    points: list[tuple[int, int]]  # (scopa, colour) of each play
    log: list[Play] = field(repr=False)
    state: DealState = field(repr=False)
    deck: list[str] = field(repr=False)
    leftovers: frozenset[str] = frozenset()
    end_score: tuple[int, int] = (0, 0)  # by side
    tombolon: tuple[bool, bool] = (False, False)  # TB-35 holds for the pile


def play_deal(
    rules: Rules,
    deck: Sequence[str],
    choose: Policy | Sequence[Policy],
    *,
    first: int = 0,
    start: Sequence[int] = (0, 0),
    extra_deal: bool = False,
    n_redeals: int = 0,
    match_id: int = 0,
    deal_index: int = 0,
    deal_id: int = 0,
) -> Deal:
    """Play one deal. ``start`` is by side; ``choose`` is one policy or a list by player."""
    deck = list(deck)
    check_deck(rules, deck)
    check_start(rules, start, extra_deal)
    if not _is_int(first) or not 0 <= first < rules["n_seats"]:
        raise ValueError(f"first: must be a player, got {first!r}")
    state = DealState(rules, deck, first, start, extra_deal)
    while not state.over:
        view = state.view()
        actions = state.actions()
        policy = choose if callable(choose) else choose[view.player]
        state.play(actions, policy(view, list(actions)))
    return finish(
        state,
        deck,
        n_redeals=n_redeals,
        match_id=match_id,
        deal_index=deal_index,
        deal_id=deal_id,
    )


def replay(rules: Rules, deck: Sequence[str], plays: Sequence[str] | str, **options: Any) -> Deal:
    """Play recorded actions; section 12, items 6 and 7, are refused."""
    wanted = plays.split() if isinstance(plays, str) else list(plays)

    def choose(view: View, actions: list[Action]) -> int:
        if view.play > len(wanted):
            raise ValueError(f"plays: only {len(wanted)} plays and no early end")
        return action_index(rules, actions, wanted[view.play - 1])

    deal = play_deal(rules, deck, choose, **options)
    if len(deal.plays) != len(wanted):
        raise ValueError(f"plays: {len(wanted)} plays, but the deal ended after {len(deal.plays)}")
    return deal


def action_index(rules: Rules, actions: list[Action], text: str) -> int:
    """The index of an action text; one that is not legal is refused (section 12, item 6)."""
    action = parse_action(text)
    for card in (action[0], *action[1]):
        card_number(rules, card)
    if action not in actions:
        raise ValueError(f"action: {text!r} is not legal here")
    return actions.index(action)


def finish(
    state: DealState,
    deck: list[str],
    *,
    n_redeals: int = 0,
    match_id: int = 0,
    deal_index: int = 0,
    deal_id: int = 0,
) -> Deal:
    """The deal record of section 6, worked out from the log of plays."""
    rules, log = state.rules, state.log
    complete = state.ended_by == 0
    n_plays = len(log)
    last_number = rules["pack"] - 4
    last = log[-1] if n_plays == last_number else None
    row: dict[str, Any] = {
        "match_id": match_id,
        "deal_index": deal_index,
        "deal_id": deal_id,
        "first": state.first,
        "extra_deal": state.extra_deal,
        "n_redeals": n_redeals,
        "bottom_card": card_number(rules, state.layout.bottom),
        "table_start": mask(rules, state.layout.table),
        "plays": n_plays,
        "ended_by": state.ended_by,
        "ended_side": state.ended_side,
        "forced_decisions": sum(len(play.actions) == 1 for play in log),
        "legal_actions_sum": sum(len(play.actions) for play in log),
        "legal_actions_max": max(len(play.actions) for play in log),
        "table_max": max(len(play.table_after) for play in log),
        "last_card": NEVER if last is None else card_number(rules, last.card),
        "last_card_captures": last is not None and bool(last.captured),
        "last_card_lost_points": 0 if last is None else last.denied,
        "leftovers": len(state.leftovers),
        "leftover_side": state.leftover_side,
    }
    piles = [pile_points(rules, state.piles[s], s) for s in (0, 1)]
    row["carte_tie"] = complete and piles[0]["cards"] == piles[1]["cards"]
    row["spade_tie"] = complete and piles[0]["spades"] == piles[1]["spades"]

    for s in (0, 1):
        own = [play for play in log if play.side == s]
        for name, value in _side_columns(rules, own).items():
            row[f"{name}_{s}"] = value
        for name in ("cards", "spades", "carte", "spade", "due", "bello", "fante"):
            row[f"{name}_{s}"] = piles[s][name]
        for name in ("deck_points", "raddoppio", "napoli", "tombolon"):
            row[f"{name}_{s}"] = piles[s][name]
        by_play = [play.number for play in own if play.took_honour]
        row[f"first_honour_play_{s}"] = NEVER
        if by_play:
            row[f"first_honour_play_{s}"] = by_play[0]
        elif state.leftover_side == s and honours(rules) & state.leftovers:
            row[f"first_honour_play_{s}"] = n_plays + 1
        reached = [play.number for play in log if play.certain[s] >= rules["target"]]
        row[f"reach_play_{s}"] = reached[0] if reached else NEVER
        row[f"start_score_{s}"] = state.start[s]
        row[f"deal_points_{s}"] = state.deal_points(s)
        row[f"end_score_{s}"] = state.start[s] + state.deal_points(s)

    return Deal(
        row=row,
        steps=[(play.seat, play.actions, play.index) for play in log],
        winner_side=None if complete else state.ended_side,
        plays=[format_action(play.card, play.captured, rules) for play in log],
        points=[(play.scopa, play.colour) for play in log],
        log=log,
        state=state,
        deck=deck,
        leftovers=state.leftovers,
        end_score=(row["end_score_0"], row["end_score_1"]),
        tombolon=(row["tombolon_0"], row["tombolon_1"]),
    )


def _side_columns(rules: Rules, own: list[Play]) -> dict[str, Any]:
    """The columns of one side that are counted over its plays."""
    n_ranks = rules["pack"] // 4
    scopa_by_rank, colour_by_rank = [0] * n_ranks, [0] * n_ranks
    choice_sum = choice_equal = 0
    for play in own:
        rank = rank_of(rules, play.card)
        scopa_by_rank[rank - 1] += play.is_scopa
        colour_by_rank[rank - 1] += play.is_colour
        equal_lay_there = bool(equal_captures(rules, play.card, play.table_before))
        took_sum = len(play.captured) >= 2
        took_equal = len(play.captured) == 1
        sum_was_legal = any(
            card == play.card and len(captured) >= 2 for card, captured in play.actions
        )
        choice_sum += took_sum and equal_lay_there
        choice_equal += took_equal and sum_was_legal
    return {
        "captures": sum(bool(play.captured) for play in own),
        "choice_sum": choice_sum,
        "choice_equal": choice_equal,
        "n_scopa": sum(play.is_scopa for play in own),
        "scopa_points": sum(play.scopa for play in own),
        "n_colour": sum(play.is_colour for play in own),
        "colour_points": sum(play.colour for play in own),
        "n_both": sum(play.is_scopa and play.is_colour for play in own),
        "scopa_by_rank": scopa_by_rank,
        "colour_by_rank": colour_by_rank,
    }


_DEAL_SINGLE = (
    "match_id",
    "deal_index",
    "deal_id",
    "first",
    "extra_deal",
    "n_redeals",
    "bottom_card",
    "table_start",
    "plays",
    "ended_by",
    "ended_side",
    "forced_decisions",
    "legal_actions_sum",
    "legal_actions_max",
    "table_max",
    "last_card",
    "last_card_captures",
    "last_card_lost_points",
    "leftovers",
    "leftover_side",
    "carte_tie",
    "spade_tie",
)
_DEAL_SIDES = (
    "start_score",
    "captures",
    "choice_sum",
    "choice_equal",
    "n_scopa",
    "scopa_points",
    "n_colour",
    "colour_points",
    "n_both",
    "scopa_by_rank",
    "colour_by_rank",
    "cards",
    "spades",
    "carte",
    "spade",
    "due",
    "bello",
    "fante",
    "deck_points",
    "raddoppio",
    "napoli",
    "tombolon",
    "first_honour_play",
    "reach_play",
    "deal_points",
    "end_score",
)
DEAL_COLUMNS = frozenset(_DEAL_SINGLE) | {f"{name}_{s}" for name in _DEAL_SIDES for s in (0, 1)}
MATCH_COLUMNS = frozenset(
    (
        "match_id",
        "n_deals",
        "n_extra_deals",
        "first_player",
        "winner_team",
        "won_by",
        "score_team0",
        "score_team1",
        "total_plays",
        "last_deal_plays",
        "winner_was_first",
        "n_redeals",
        "n_raddoppio_team0",
        "n_raddoppio_team1",
        "n_scopa_team0",
        "n_scopa_team1",
        "n_colour_team0",
        "n_colour_team1",
    )
)


# ------------------------------------------------------------------------------------------------
# Match (TB-37 to TB-44)
# ------------------------------------------------------------------------------------------------

WON_BY = ("going out", "Tombolon", "alone", "higher", "first", "unfinished")


class Settlement(NamedTuple):
    """What a complete deal does to the match."""

    winner_side: int | None
    won_by: int | None
    extra_deal: bool  # the next deal is an extra deal


def settle_match(
    rules: Rules, totals: Sequence[int], tombolon: Sequence[bool] = (False, False)
) -> Settlement:
    """TB-41, TB-42 after a complete deal; ``totals`` and ``tombolon`` are by side."""
    target = rules["target"]
    for side in (0, 1):
        if tombolon[side]:
            return Settlement(side, 1, False)
    over = [totals[side] >= target for side in (0, 1)]
    if over[0] and over[1]:
        if totals[0] == totals[1]:
            if rules["match_tie"] == "extra":
                return Settlement(None, None, True)
            return Settlement(0, 4, False)
        if rules["both_over"] == "first":
            return Settlement(0, 4, False)
        return Settlement(0 if totals[0] > totals[1] else 1, 3, False)
    for side in (0, 1):
        if over[side]:
            return Settlement(side, 2, False)
    return Settlement(None, None, False)


@dataclass
class Match:
    """A finished match."""

    deals: list[Deal]
    row: dict[str, Any]


def play_match(
    rules: Rules,
    decks: Callable[[int], tuple[Sequence[str], int]],
    choose: Policy | Sequence[Policy],
    first_player: int = 0,
    start: Sequence[int] = (0, 0),
    match_id: int = 0,
    deal_id: Callable[[int], int] = lambda deal_index: deal_index,
) -> Match:
    """TB-4, TB-37 to TB-44. ``start`` is by team (player mod 2); ``choose`` as in play_deal."""
    n = rules["n_seats"]
    score = list(start)
    deals: list[Deal] = []
    winner_team, won_by, winner_was_first = -1, 5, False
    for index in range(rules["max_deals"]):
        first = (first_player + index) % n
        team_of_side = [(first + side) % 2 for side in (0, 1)]
        side_start = [score[team_of_side[side]] for side in (0, 1)]
        deck, n_redeals = decks(index)
        deal = play_deal(
            rules,
            deck,
            choose,
            first=first,
            start=side_start,
            extra_deal=all(points >= rules["target"] for points in side_start),
            n_redeals=n_redeals,
            match_id=match_id,
            deal_index=index,
            deal_id=deal_id(index),
        )
        deals.append(deal)
        for side in (0, 1):
            score[team_of_side[side]] = deal.end_score[side]
        if deal.winner_side is not None:
            winner_side, won_by_now = deal.winner_side, deal.row["ended_by"] - 1
        else:
            winner_side, won_by_now, _ = settle_match(rules, deal.end_score, deal.tombolon)
        if winner_side is not None:
            winner_team, won_by = team_of_side[winner_side], won_by_now
            winner_was_first = winner_side == 0
            break

    def by_team(column: str, team: int, count: Callable[[int], int] = int) -> int:
        return sum(
            count(deal.row[f"{column}_{side}"])
            for deal in deals
            for side in (0, 1)
            if (deal.row["first"] + side) % 2 == team
        )

    row = {
        "match_id": match_id,
        "n_deals": len(deals),
        "n_extra_deals": sum(deal.row["extra_deal"] for deal in deals),
        "first_player": first_player,
        "winner_team": winner_team,
        "won_by": won_by,
        "score_team0": score[0],
        "score_team1": score[1],
        "total_plays": sum(deal.row["plays"] for deal in deals),
        "last_deal_plays": deals[-1].row["plays"],
        "winner_was_first": winner_was_first,
        "n_redeals": sum(deal.row["n_redeals"] for deal in deals),
    }
    for team in (0, 1):
        row[f"n_raddoppio_team{team}"] = by_team("raddoppio", team, lambda six: int(six > 0))
        row[f"n_scopa_team{team}"] = by_team("n_scopa", team)
        row[f"n_colour_team{team}"] = by_team("n_colour", team)
    return Match(deals, row)


# ------------------------------------------------------------------------------------------------
# Policies (section 7)
# ------------------------------------------------------------------------------------------------


def first_action(view: View, actions: list[Action]) -> int:
    return 0


def last_action(view: View, actions: list[Action]) -> int:
    return len(actions) - 1


def random_policy(rng: random.Random) -> Policy:
    """``random``: uniform over the canonical list."""
    return lambda view, actions: rng.randrange(len(actions))


def table_left(table: Iterable[str], action: Action) -> set[str]:
    """The table left behind by an action."""
    card, captured = action
    return set(table) - captured if captured else {*table, card}


def exposure(rules: Rules, table: Iterable[str]) -> int:
    """Key 5 of greedy."""
    table = list(table)
    if not table:
        return 0
    if len(table) == 1:
        return value_of(rules, table[0])
    if any(is_figure(card) for card in table):
        return 0
    total = sum(rank_of(rules, card) for card in table)
    return total if total <= top_number(rules) else 0


def greedy_key(view: View, action: Action, index: int) -> tuple[int, ...]:
    """The key of greedy, items 1 to 9."""
    rules = view.rules
    card, captured = action
    cards = {card, *captured} if captured else set()
    lay_down = not captured
    honour = card in honours(rules)
    return (
        sum(play_points(rules, view.table, action, view.last_card)),
        len(cards & honours(rules)),
        sum(suit_of(other) == "S" for other in cards),
        len(cards),
        -exposure(rules, table_left(view.table, action)),
        -int(lay_down and honour),
        -int(lay_down and suit_of(card) == "S"),
        -value_of(rules, card) if lay_down else 0,
        -index,
    )


def greedy(view: View, actions: list[Action]) -> int:
    """The action with the lexicographically greatest key."""
    return max(range(len(actions)), key=lambda i: greedy_key(view, actions[i], i))


def card_weights(view: View) -> dict[str, Fraction]:
    """Expert, item 2: the weight of every card, fixed from the piles before the decision."""
    rules = view.rules
    own, other = view.piles[view.side], view.piles[1 - view.side]
    run = {"1S", "2S", "3S"}
    weights = {}
    for card in pack(rules):
        weight = Fraction(1, 10)
        if suit_of(card) == "S":
            weight += Fraction(2, 10)
        if card in honours(rules):
            weight += 1
            if not own & honours(rules):
                weight += 1
        if card in run and not other & run and rules["napoli"]:
            weight += Fraction(5, 10)
        weights[card] = weight
    return weights


def gain(
    rules: Rules,
    weights: dict[str, Fraction],
    table: Iterable[str],
    action: Action,
    last_card: bool,
) -> Fraction:
    """Expert, item 3."""
    card, captured = action
    points = sum(play_points(rules, table, action, last_card))
    return points + sum((weights[c] for c in {card, *captured} if captured), Fraction(0))


def threat(view: View, weights: dict[str, Fraction], table: Iterable[str]) -> Fraction:
    """Expert, items 4 and 5, for the table left behind."""
    rules = view.rules
    if view.last_card:
        return Fraction(0)
    table = sort_cards(rules, table)
    n = rules["n_seats"]
    next_seat = (view.seat + 1) % n
    h = view.hand_sizes[next_seat]
    if h == 0:
        h = rules["packets"][view.packet + 1]
    seen = {*view.hand, *view.table, *view.piles[0], *view.piles[1]}
    unseen = [card for card in pack(rules) if card not in seen]
    sure = None
    if view.bottom is not None and view.bottom in unseen:
        unseen.remove(view.bottom)
        if view.tallone_size == 0 and next_seat == n - 1:
            sure = view.bottom
            h -= 1
    next_is_last = view.play + 1 == rules["pack"] - 4

    def best_capture(card: str) -> Fraction:
        gains = [
            gain(rules, weights, table, (card, captured), next_is_last)
            for captured in capture_options(rules, card, table)
        ]
        return max(gains, default=Fraction(0))

    floor = Fraction(0) if sure is None else best_capture(sure)
    if h == 0:
        return floor
    expected = Fraction(0)
    best = sorted((best_capture(card) for card in unseen), reverse=True)
    for i, m in enumerate(best, start=1):
        probability = Fraction(comb(len(best) - i, h - 1), comb(len(best), h))
        expected += probability * max(m, floor)
    return expected


def expert(view: View, actions: list[Action]) -> int:
    """Card counting, one opponent ahead; ties under 1e-9 go to the lowest index."""
    if len(actions) == 1:
        return 0
    weights = card_weights(view)
    worth = [
        gain(view.rules, weights, view.table, action, view.last_card)
        - threat(view, weights, table_left(view.table, action))
        for action in actions
    ]
    best = max(worth)
    return next(i for i, value in enumerate(worth) if best - value < Fraction(1, 10**9))


# ------------------------------------------------------------------------------------------------
# Exact endings (section 8.8)
# ------------------------------------------------------------------------------------------------


class ExactEnding(NamedTuple):
    """The position before the last k plays and what random and best play make of it."""

    hands: tuple[tuple[str, ...], ...]
    table: tuple[str, ...]
    pile_sizes: tuple[int, int]
    expected: tuple[Fraction, Fraction]  # deal points of side 0, side 1, uniformly random play
    p_side0_more: Fraction
    lines: int
    best: int | None  # side 0 - side 1 under best play; two players only


def exact_ending(
    rules: Rules, deck: Sequence[str], k: int, lead_in: Policy = first_action
) -> ExactEnding:
    """Play the deck with ``lead_in`` up to the last k plays, then enumerate every line."""
    check_deck(rules, list(deck))
    state = DealState(rules, list(deck))
    while len(state.log) < rules["pack"] - 4 - k:
        actions = state.actions()
        state.play(actions, lead_in(state.view(), actions))
    e0, e1, p, lines = _random_value(state)
    return ExactEnding(
        hands=tuple(sort_cards(rules, hand) for hand in state.hands),
        table=sort_cards(rules, state.table),
        pile_sizes=(len(state.piles[0]), len(state.piles[1])),
        expected=(e0, e1),
        p_side0_more=p,
        lines=lines,
        best=_best_value(state) if rules["n_seats"] == 2 else None,
    )


def _children(state: DealState) -> list[DealState]:
    actions = state.actions()
    children = []
    for index in range(len(actions)):
        child = state.copy()
        child.play(actions, index)
        children.append(child)
    return children


def _random_value(state: DealState) -> tuple[Fraction, Fraction, Fraction, int]:
    if state.over:
        points = state.deal_points(0), state.deal_points(1)
        return Fraction(points[0]), Fraction(points[1]), Fraction(int(points[0] > points[1])), 1
    values = [_random_value(child) for child in _children(state)]
    share = Fraction(1, len(values))
    e0, e1, p = (share * sum((value[i] for value in values), Fraction(0)) for i in range(3))
    return e0, e1, p, sum(value[3] for value in values)


def _best_value(state: DealState) -> int:
    if state.over:
        return state.deal_points(0) - state.deal_points(1)
    values = [_best_value(child) for child in _children(state)]
    return max(values) if state.seat % 2 == 0 else min(values)


# ------------------------------------------------------------------------------------------------
# Random settings for differential tests
# ------------------------------------------------------------------------------------------------


def _random_packets(rng: random.Random, per_seat: int) -> tuple[int, ...]:
    """A random split of the cards of a seat into packets, mostly sensible."""
    kind = rng.choice(("one", "two", "fours", "sizes", "odd"))
    if kind == "one":
        return (per_seat,)
    if kind == "two":
        cut = rng.randint(1, per_seat - 1)
        return (cut, per_seat - cut)
    packets, left = [], per_seat
    while left:
        if kind == "fours":
            size = 4
        elif kind == "sizes":
            size = rng.choice((3, 4, 6))
        else:
            size = rng.randint(1, per_seat)
        size = min(size, left)
        packets.append(size)
        left -= size
    return tuple(packets)


def random_rules(rng: random.Random) -> dict[str, Any]:
    """A random legal setting: explicit parameters only, as given to ``resolve_rules``."""
    size, n_seats = rng.choice((40, 52)), rng.choice((2, 4))
    top, n_ranks = (7, 10) if size == 40 else (10, 13)
    given: dict[str, Any] = {"pack": size, "n_seats": n_seats}

    def maybe(name: str, chance: float, value: Any) -> None:
        if rng.random() < chance:
            given[name] = value

    maybe("packets", 0.6, _random_packets(rng, (size - 4) // n_seats))
    n_listed = rng.randint(0, n_ranks)
    ranks = rng.choice(([], [n_ranks], rng.sample(range(1, n_ranks + 1), n_listed)))
    maybe("redeal_ranks", 0.5, frozenset(ranks))
    maybe("must_capture", 0.5, rng.choice(("card", "hand", "none", "none")))
    figures = rng.choice(((11, 12, 13), (0, 0, 0), tuple(rng.randint(0, 20) for _ in range(3))))
    maybe("figure_points", 0.4, figures)
    for name, allowed in _CHOICES.items():
        if name != "must_capture":
            maybe(name, 0.5, rng.choice(allowed))
    for name in _BOOLS:
        maybe(name, 0.5, rng.random() < 0.5)
    maybe("denari_honour_rank", 0.3, rng.randint(1, top))
    maybe("target", 0.7, rng.choice((rng.randint(1, 12), rng.randint(8, 40), rng.randint(1, 100))))
    maybe("max_deals", 0.2, rng.randint(1, 12))
    resolve_rules(**given)
    return given
