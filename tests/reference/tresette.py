"""Tresette: the slow plain-Python reference, written from the rules page clause by clause.

Cards are texts (``7C``, ``FS``), hands are sets, tricks are lists of (seat, card). Nothing here is
clever; where the page leaves a choice, a comment that begins with "Reading" says which is taken.
Only the standard library is used.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Rules = dict[str, Any]

SUITS = "DCBS"
RANKS = "1234567FCR"
STRENGTHS = "4567FCR123"  # from weak to strong (TR-1)
NOBODY = 255

ACCUSO, LEAD, FOLLOW = 0, 1, 2  # kinds of decision (section 5)

# ------------------------------------------------------------------------------------------------
# Parameters (section 4)
# ------------------------------------------------------------------------------------------------

PRESETS: dict[str, dict[str, Any]] = {
    "palazzo_accuso": {},
    "palazzo_liscio": {"accuso": False, "target": 31},
    "muto_41": {"speech": "none"},
    "classico_21": {"accuso": False, "target": 21, "first_lead": "seat0"},
    "dizionario_31": {"target": 31, "first_lead": "seat0"},
    "dizionario_51": {"target": 51, "first_lead": "seat0"},
    "club_41": {
        "first_lead": "seat0",
        "cappotto_cancels_accuso": True,
        "accuso_reveal": "own_turn",
        "speech": "leader_from_trick_2",
    },
    "subito_21": {
        "accuso": True,
        "target": 21,
        "first_lead": "seat0",
        "weak_hand_redeal": True,
        "stop_rule": "at_once",
        "cappotto_ends_match": "all_tricks",
    },
    "quattro_sempre_21": {
        "target": 21,
        "first_lead": "four_denari_always",
        "accuso_reveal": "own_turn",
    },
    "chitarrella": {"target": 21, "first_lead": "seat0", "napoli_coda": True},
    "in_due_21": {
        "players": 2,
        "accuso": False,
        "target": 21,
        "first_lead": "seat0",
        "speech": "none",
    },
}

_DEFAULTS: dict[str, Any] = {
    "players": 4,
    "accuso": True,
    "target": 41,
    "first_lead": "four_denari_first",
    "deal_batch": 5,
    "weak_hand_redeal": False,
    "accuso_mode": "auto",
    "accuso_knock": True,
    "accuso_reveal": "after_trick_1",
    "napoli_coda": False,
    "tre_sette": False,
    "cappotto_cancels_accuso": False,
    "speech": "leader",
    "stop_rule": "play_out",
    "both_over": "higher_wins",
    "cappotto_ends_match": "none",
    "show_drawn": True,
    "max_deals": 200,
}

PARAMETERS = tuple(_DEFAULTS)

_CHOICES = {
    "first_lead": ("four_denari_first", "four_denari_always", "seat0"),
    "accuso_mode": ("auto", "choice"),
    "accuso_reveal": ("after_trick_1", "own_turn", "before_play"),
    "speech": ("leader", "leader_from_trick_2", "none"),
    "stop_rule": ("play_out", "at_once"),
    "both_over": ("higher_wins", "raise_10"),
    "cappotto_ends_match": ("none", "no_points", "all_tricks"),
}

_BOOLS = (
    "accuso",
    "weak_hand_redeal",
    "accuso_knock",
    "napoli_coda",
    "tre_sette",
    "cappotto_cancels_accuso",
    "show_drawn",
)

_NUMBERS = {"players": (2, 4), "deal_batch": (1, 5)}
_RANGES = {"target": (1, 999), "max_deals": (1, 100000)}


def _is_int(value: Any) -> bool:
    """A bool is not an int here."""
    return isinstance(value, int) and not isinstance(value, bool)


def _forbid(condition: bool, *names: str) -> None:
    if condition:
        raise ValueError(f"{', '.join(names)}: not allowed together (section 4)")


def resolve_rules(**explicit: Any) -> Rules:
    """All parameters of section 4; ValueError names the parameters of what is refused."""
    for name in explicit:
        if name not in PARAMETERS:
            raise ValueError(f"{name}: unknown parameter")
    rules = {**_DEFAULTS, **explicit}
    for name in _BOOLS:
        if not isinstance(rules[name], bool):
            raise ValueError(f"{name}: must be a bool, got {rules[name]!r}")
    for name, allowed in _CHOICES.items():
        if not isinstance(rules[name], str) or rules[name] not in allowed:
            raise ValueError(f"{name}: must be one of {allowed}, got {rules[name]!r}")
    for name, numbers in _NUMBERS.items():
        if not _is_int(rules[name]) or rules[name] not in numbers:
            raise ValueError(f"{name}: must be one of {numbers}, got {rules[name]!r}")
    for name, (low, high) in _RANGES.items():
        if not _is_int(rules[name]) or not low <= rules[name] <= high:
            raise ValueError(f"{name}: must be an int in {low}..{high}, got {rules[name]!r}")

    in_due = rules["players"] == 2
    _forbid(in_due and rules["first_lead"] != "seat0", "players", "first_lead")
    _forbid(in_due and rules["speech"] != "none", "players", "speech")
    _forbid(in_due and rules["weak_hand_redeal"], "players", "weak_hand_redeal")
    _forbid(in_due and rules["deal_batch"] == 1, "deal_batch", "players")
    silent = not rules["accuso"]
    for name in ("napoli_coda", "tre_sette", "cappotto_cancels_accuso"):
        _forbid(silent and rules[name], "accuso", name)
    _forbid(silent and rules["accuso_mode"] == "choice", "accuso", "accuso_mode")
    at_once = rules["stop_rule"] == "at_once"
    _forbid(at_once and rules["cappotto_cancels_accuso"], "cappotto_cancels_accuso", "stop_rule")
    _forbid(at_once and rules["both_over"] == "raise_10", "both_over", "stop_rule")
    return rules


def preset_rules(name: str, **changes: Any) -> Rules:
    """The resolved rules of a preset, with some parameters changed."""
    return resolve_rules(**{**PRESETS[name], **changes})


# ------------------------------------------------------------------------------------------------
# Cards (section 2)
# ------------------------------------------------------------------------------------------------

PACK: list[str] = [rank + suit for suit in SUITS for rank in RANKS]


def card_number(card: str) -> int:
    """Section 2: suit * 10 + (rank - 1); texts of no card are refused (section 12)."""
    if not isinstance(card, str) or card not in PACK:
        raise ValueError(f"card: unknown text {card!r}")
    return PACK.index(card)


def rank_of(card: str) -> str:
    return card[0]


def suit_of(card: str) -> str:
    return card[1]


def strength(card: str) -> int:
    """TR-1: 0 for the 4 to 9 for the 3."""
    return STRENGTHS.index(rank_of(card))


def thirds_of(card: str) -> int:
    """TR-2: thirds of one card."""
    if rank_of(card) == "1":
        return 3
    return 1 if rank_of(card) in "23FCR" else 0


def thirds_in(cards: Iterable[str]) -> int:
    return sum(thirds_of(card) for card in cards)


def is_honour(card: str) -> bool:
    """Section 2: ace, two, three."""
    return rank_of(card) in "123"


def sort_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """By card number."""
    return tuple(sorted(cards, key=card_number))


def of_suit(cards: Iterable[str], suit: str) -> list[str]:
    return [card for card in sort_cards(cards) if suit_of(card) == suit]


def higher(card: str) -> set[str]:
    """Section 7: the stronger cards of the same suit."""
    return {
        other
        for other in PACK
        if suit_of(other) == suit_of(card) and strength(other) > strength(card)
    }


def suit_mask(suits: Iterable[str]) -> int:
    """Bit = suit number."""
    return sum(1 << SUITS.index(suit) for suit in set(suits))


# ------------------------------------------------------------------------------------------------
# Deal (TR-5 to TR-10, TR-42)
# ------------------------------------------------------------------------------------------------


def check_deck(deck: Sequence[str]) -> None:
    """Section 12: a deck is a permutation of the pack."""
    for card in deck:
        card_number(card)
    if len(deck) != 40 or set(deck) != set(PACK):
        raise ValueError(f"deck: not a permutation of the 40 cards ({len(deck)} cards)")


def check_hands(rules: Rules, hands: Sequence[Iterable[str]]) -> None:
    """Section 12: hands set up by hand have ten cards each and do not overlap."""
    if len(hands) != rules["players"]:
        raise ValueError(f"hands: {rules['players']} wanted, got {len(hands)}")
    cards = []
    for seat, hand in enumerate(hands):
        hand = list(hand)
        if len(hand) != 10:
            raise ValueError(f"hands: seat {seat} has {len(hand)} cards, not 10")
        cards += hand
    for card in cards:
        card_number(card)
    if len(set(cards)) != len(cards):
        raise ValueError("hands: a card is in two places")


def seat_of_index(rules: Rules, index: int) -> int | None:
    """TR-6, TR-42: the seat that deck[index] goes to; None for the stock of in due."""
    if rules["players"] == 2 and index >= 20:
        return None
    return int(index // rules["deal_batch"] % rules["players"])


def deal_hands(rules: Rules, deck: Sequence[str]) -> list[frozenset[str]]:
    """TR-6, TR-42: ten cards for each seat."""
    hands: list[set[str]] = [set() for _ in range(rules["players"])]
    for index, card in enumerate(deck):
        seat = seat_of_index(rules, index)
        if seat is not None:
            hands[seat].add(card)
    return [frozenset(hand) for hand in hands]


def deal_stock(rules: Rules, deck: Sequence[str]) -> list[str]:
    """TR-42: deck[20..39], top first; nothing with four players."""
    return [card for index, card in enumerate(deck) if seat_of_index(rules, index) is None]


def is_weak(hand: Iterable[str]) -> bool:
    """TR-7: worth fewer than 3 thirds."""
    return thirds_in(hand) < 3


def needs_redeal(rules: Rules, deck: Sequence[str]) -> bool:
    """TR-7: any of the hands is weak, and the rule is on."""
    return rules["weak_hand_redeal"] and any(is_weak(hand) for hand in deal_hands(rules, deck))


def next_deck(rules: Rules, source: Callable[[], Sequence[str]]) -> tuple[list[str], int]:
    """TR-7: the first deck of the source that is played, and the redeals before it."""
    redeals = 0
    while True:
        deck = list(source())
        check_deck(deck)
        if not needs_redeal(rules, deck):
            return deck, redeals
        redeals += 1
        if redeals > 100:
            raise ValueError("weak_hand_redeal: more than 100 redeals in a row")


def shuffle_deck(rules: Rules, rng: random.Random) -> tuple[list[str], int]:
    """TR-5, TR-7: a uniform order of the fresh pack, again as often as hands are thrown in."""

    def shuffled() -> list[str]:
        deck = list(PACK)
        rng.shuffle(deck)
        return deck

    return next_deck(rules, shuffled)


def led_by_four(rules: Rules, deal_in_match: int) -> bool:
    """TR-9: does the holder of the 4 of Denari lead this deal?"""
    if rules["first_lead"] == "four_denari_first":
        return deal_in_match == 0
    return bool(rules["first_lead"] == "four_denari_always")


def find_lead_seat(rules: Rules, hands: Sequence[Iterable[str]], deal_in_match: int) -> int:
    """TR-9: the seat that leads the first trick."""
    if led_by_four(rules, deal_in_match):
        return next(seat for seat, hand in enumerate(hands) if "4D" in hand)
    return 0


def match_team(first: int, deal_team: int) -> int:
    """TR-4, TR-44: 0 (A) or 1 (B); deal team 0 is A iff ``first`` is even."""
    return (first + deal_team) % 2


def by_match_team(first: int, values: Sequence[int]) -> tuple[int, int]:
    """Two values by deal team as (A, B). Exchanging twice changes nothing: also (A, B) back."""
    return (values[0], values[1]) if match_team(first, 0) == 0 else (values[1], values[0])


# ------------------------------------------------------------------------------------------------
# Accuso (TR-11 to TR-19)
# ------------------------------------------------------------------------------------------------

# Bits of the mask (section 5): aces, twos, threes, napoli of D, C, B, S, sevens.
_RANK_BITS = {"1": 0, "2": 1, "3": 2, "7": 7}
_NAPOLI_BITS = {"D": 3, "C": 4, "B": 5, "S": 6}
_CODA = "RCF7654"  # below the ace, in order (TR-18)


def held_of_rank(hand: Iterable[str], rank: str) -> list[str]:
    return [card for card in sort_cards(hand) if rank_of(card) == rank]


def missing_suit(hand: Iterable[str], rank: str) -> str | None:
    """TR-15: the *mancante* of three of a rank; None unless exactly three are held."""
    suits = {suit_of(card) for card in held_of_rank(hand, rank)}
    return next(suit for suit in SUITS if suit not in suits) if len(suits) == 3 else None


def napoli_cards(rules: Rules, hand: Iterable[str], suit: str) -> list[str]:
    """TR-11, TR-18: ace, two, three of the suit, with napoli_coda also the coda; [] if none."""
    hand = set(hand)
    cards = [rank + suit for rank in "123"]
    if not hand.issuperset(cards):
        return []
    if rules["napoli_coda"]:
        for rank in _CODA:
            if rank + suit not in hand:
                break
            cards.append(rank + suit)
    return cards


def held_mask(rules: Rules, hand: Iterable[str]) -> int:
    """TR-11, TR-12, TR-18: the combinations of a hand.

    Reading: bit 7 exists only with ``tre_sette``, since the page calls it an eighth combination
    of that variant; all other bits also with ``accuso = False`` (section 6).
    """
    hand = set(hand)
    mask = 0
    for rank, bit in _RANK_BITS.items():
        if len(held_of_rank(hand, rank)) >= 3 and (rank != "7" or rules["tre_sette"]):
            mask += 1 << bit
    for suit, bit in _NAPOLI_BITS.items():
        if napoli_cards(rules, hand, suit):
            mask += 1 << bit
    return mask


def accuso_points(rules: Rules, hand: Iterable[str], mask: int) -> int:
    """TR-11, TR-12, TR-18: 3 or 4 for a rank, 3 (with coda up to 10) for a napoli."""
    hand = set(hand)
    points = 0
    for rank, bit in _RANK_BITS.items():
        if mask >> bit & 1:
            points += len(held_of_rank(hand, rank))
    for suit, bit in _NAPOLI_BITS.items():
        if mask >> bit & 1:
            points += len(napoli_cards(rules, hand, suit))
    return points


def named_cards(rules: Rules, hand: Iterable[str], mask: int) -> set[str]:
    """TR-15: exactly the cards that a declaration names."""
    hand = set(hand)
    cards: set[str] = set()
    for rank, bit in _RANK_BITS.items():
        if mask >> bit & 1:
            cards.update(held_of_rank(hand, rank))
    for suit, bit in _NAPOLI_BITS.items():
        if mask >> bit & 1:
            cards.update(napoli_cards(rules, hand, suit))
    return cards


def subset_masks(mask: int) -> list[int]:
    """TR-16: every subset of the combinations held, in increasing order."""
    return [subset for subset in range(mask + 1) if subset | mask == mask]


# ------------------------------------------------------------------------------------------------
# Actions (section 5), play and speech (TR-20 to TR-28)
# ------------------------------------------------------------------------------------------------


class Action(NamedTuple):
    """A card with its statement code, or (kind ACCUSO) no card and a mask of combinations."""

    kind: int
    card: str
    code: int


def format_action(action: Action) -> str:
    """``7C``, with a code ``7C:6``, an announcement ``accuso:20``."""
    if action.kind == ACCUSO:
        return f"accuso:{action.code}"
    return f"{action.card}:{action.code}" if action.code else action.card


def legal_cards(hand: Iterable[str], led: str | None) -> tuple[str, ...]:
    """TR-20, TR-21: the cards of the suit led, or the whole hand; the leader plays any."""
    hand = sort_cards(hand)
    following = tuple(card for card in hand if suit_of(card) == led)
    return following or hand


def trick_winner(cards: Sequence[str]) -> int:
    """TR-22: the place in the trick of the strongest card of the suit led."""
    led = suit_of(cards[0])
    following = [place for place, card in enumerate(cards) if suit_of(card) == led]
    return max(following, key=lambda place: strength(cards[place]))


def true_codes(hand: Iterable[str], card: str) -> list[int]:
    """TR-26: codes whose condition holds; ``hand`` is with the card led."""
    hand = set(hand)
    suit = suit_of(card)
    n = len(of_suit(hand, suit)) - 1
    three, two, ace = (rank + suit in hand for rank in "321")
    conditions = {
        0: True,
        1: n == 0,
        2: n == 1,
        3: n == 2,
        4: n >= 3,
        5: True,
        6: ace and three,
        7: ace and two,
        8: two and three,
    }
    return [code for code, holds in conditions.items() if holds]


def legal_codes(rules: Rules, hand: Iterable[str], card: str, trick: int) -> list[int]:
    """TR-26, TR-28; ``trick`` counts from 0."""
    if rules["speech"] == "none":
        return [0]
    if rules["speech"] == "leader_from_trick_2" and trick == 0:
        return [0]
    return true_codes(hand, card)


def legal_leads(rules: Rules, hand: Iterable[str], trick: int) -> list[Action]:
    """Section 5: by card number, then code."""
    return [
        Action(LEAD, card, code)
        for card in sort_cards(hand)
        for code in legal_codes(rules, hand, card, trick)
    ]


def legal_follows(hand: Iterable[str], led: str) -> list[Action]:
    """Section 5: by card number, code 0."""
    return [Action(FOLLOW, card, 0) for card in legal_cards(hand, led)]


def legal_announcements(mask: int) -> list[Action]:
    """Section 5: masks in increasing order."""
    return [Action(ACCUSO, "", subset) for subset in subset_masks(mask)]


# ------------------------------------------------------------------------------------------------
# Score of the deal (TR-30 to TR-34)
# ------------------------------------------------------------------------------------------------


def score_cards(thirds: Sequence[int], last_team: int) -> tuple[int, int]:
    """TR-30 to TR-32: card points by deal team of a deal played to the end."""
    points = [thirds[team] // 3 + (1 if team == last_team else 0) for team in (0, 1)]
    return points[0], points[1]


def cappotto_kind(
    card_points: Sequence[int],
    thirds: Sequence[int],
    tricks: Sequence[int],
    dealt: Sequence[Iterable[str]],
    complete: bool = True,
) -> int:
    """TR-34: ``tricks`` by seat; of a deal cut short only 16 can be set."""
    kind = 0
    if any(len({suit_of(card) for card in hand}) == 1 for hand in dealt):
        kind += 16
    if not complete:
        return kind
    if 0 in card_points:
        kind += 1
    if any(third // 3 == 0 for third in thirds):
        kind += 2
    n_tricks = sum(tricks)
    if n_tricks in (sum(tricks[0::2]), sum(tricks[1::2])):
        kind += 4
    if n_tricks in tricks:
        kind += 8
    return kind


# ------------------------------------------------------------------------------------------------
# What a seat may see (section 5)
# ------------------------------------------------------------------------------------------------


class Play(NamedTuple):
    """A card on the table: trick from 0, seat, card, statement code."""

    trick: int
    seat: int
    card: str
    code: int


@dataclass(frozen=True)
class View:
    """Everything the seat to act may see, and nothing else. Tuples are by seat."""

    rules: Rules
    kind: int  # ACCUSO, LEAD or FOLLOW
    seat: int
    player: int  # (first + seat) mod players
    hand: tuple[str, ...]  # own cards, ascending by card number
    held: int  # mask of the own combinations as dealt
    first: int
    lead_seat: int
    deal_in_match: int
    score: tuple[int, int]  # match score (A, B) before the deal
    target: int  # in force in this deal
    trick: int  # from 0
    leader: int  # seat that leads the current trick
    table: tuple[tuple[int, str], ...]  # (seat, card) of the current trick, in order
    plays: tuple[Play, ...]  # every card played, in order, those on the table too
    tricks: tuple[int, ...]
    thirds: tuple[int, int]  # by deal team, of whole tricks
    knocks: tuple[bool, ...]  # all False with accuso_knock off
    declared: tuple[int, ...]  # masks declared so far
    statements: tuple[tuple[int, int, int], ...]  # (trick, seat, code), codes other than 0
    void: tuple[frozenset[str], ...]  # TR-29
    known: tuple[frozenset[str], ...]  # K of TR-29
    hand_sizes: tuple[int, ...]
    stock_size: int  # in due

    @property
    def players(self) -> int:
        return int(self.rules["players"])

    @property
    def led(self) -> str | None:
        """The suit led, if a card lies on the table."""
        return suit_of(self.table[0][1]) if self.table else None


Policy = Callable[[View, list[Action]], int]
Policies = Policy | Sequence[Policy]


def find_action(view: View, actions: Sequence[Action], text: str) -> int:
    """The index of an action text; section 12 says what is refused and what the error names."""
    head, colon, tail = text.partition(":")
    code = 0
    if colon:
        if not tail.isascii() or not tail.isdigit():
            raise ValueError(f"action: cannot read {text!r}")
        code = int(tail)
    if (head == "accuso") != (view.kind == ACCUSO) or (head == "accuso" and not colon):
        raise ValueError(f"action: {text!r} is not of the kind asked of seat {view.seat}")
    if view.kind == ACCUSO:
        if code | view.held != view.held:
            raise ValueError(f"accuso: seat {view.seat} does not hold all of mask {code}")
        return actions.index(Action(ACCUSO, "", code))
    card_number(head)
    if head not in view.hand:
        raise ValueError(f"card: seat {view.seat} does not hold {head} (suit led {view.led})")
    if head not in legal_cards(view.hand, view.led):
        raise ValueError(f"card: seat {view.seat} plays {head} but holds the suit led {view.led}")
    if not 0 <= code <= 8:
        raise ValueError(f"code: {code} is not in 0..8")
    if view.kind == FOLLOW and code:
        raise ValueError(f"code: seat {view.seat} follows and may not say {code}")
    action = Action(view.kind, head, code)
    if action not in actions:
        raise ValueError(f"code: seat {view.seat} may not say {code} with {head}")
    return list(actions).index(action)


# ------------------------------------------------------------------------------------------------
# One deal
# ------------------------------------------------------------------------------------------------


class Trick(NamedTuple):
    """A whole trick: cards in order of play from the leader's."""

    leader: int
    cards: tuple[str, ...]
    winner: int
    thirds: int


class Step(NamedTuple):
    """One decision: who was asked, what was legal, what was chosen."""

    seat: int
    actions: list[Action]
    chosen: int


class _Over(Exception):
    """TR-39: the match ended in mid-deal."""


class _Table:
    """A deal while it is played."""

    def __init__(
        self,
        rules: Rules,
        deck: Sequence[str],
        choose: Policies,
        first: int,
        score: Sequence[int],
        deal_in_match: int,
        target: int,
    ) -> None:
        n = rules["players"]
        self.rules = rules
        self.choose = choose
        self.first = first
        self.score = (score[0], score[1])
        self.deal_in_match = deal_in_match
        self.target = target
        self.dealt = deal_hands(rules, deck)
        self.hands = [set(hand) for hand in self.dealt]
        self.stock = deal_stock(rules, deck)
        self.held = [held_mask(rules, hand) for hand in self.dealt]
        self.lead_seat = find_lead_seat(rules, self.dealt, deal_in_match)
        self.to_declare = [0] * n
        self.declared = [0] * n
        self.knocks = [False] * n
        self.void: list[set[str]] = [set() for _ in range(n)]
        self.known: list[set[str]] = [set() for _ in range(n)]
        self.plays: list[Play] = []
        self.on_table: list[tuple[int, str]] = []
        self.tricks: list[Trick] = []
        self.taken: list[list[str]] = [[] for _ in range(n)]
        self.leader = self.lead_seat
        self.steps: list[Step] = []
        self.reached: int | None = None  # match team that reached the target under at_once
        # Reading of TR-10 "from the moment when he leads": lead_seat is public from the start of
        # the deal (section 5), so the 4 of Denari is too, also when accusi are chosen.
        if led_by_four(rules, deal_in_match):
            self.known[self.lead_seat].add("4D")

    # Facts

    def order(self, start: int) -> list[int]:
        n = self.rules["players"]
        return [(start + place) % n for place in range(n)]

    def n_tricks(self) -> int:
        """TR-24, TR-43."""
        return 10 if self.rules["players"] == 4 else 20

    def thirds(self, team: int) -> int:
        """Thirds of whole tricks by deal team."""
        return sum(thirds_in(self.taken[seat]) for seat in self.seats_of(team))

    def seats_of(self, team: int) -> list[int]:
        return [seat for seat in range(self.rules["players"]) if seat % 2 == team]

    def complete(self) -> bool:
        return len(self.tricks) == self.n_tricks()

    def card_points(self) -> tuple[int, int]:
        """TR-32, of a deal cut short TR-39: the last trick's point only if it was played."""
        thirds = (self.thirds(0), self.thirds(1))
        if self.complete():
            return score_cards(thirds, self.tricks[-1].winner % 2)
        return thirds[0] // 3, thirds[1] // 3

    def declared_points(self, team: int) -> int:
        return sum(
            accuso_points(self.rules, self.dealt[seat], self.declared[seat])
            for seat in self.seats_of(team)
        )

    # Asking

    def view(self, seat: int, kind: int) -> View:
        return View(
            rules=self.rules,
            kind=kind,
            seat=seat,
            player=(self.first + seat) % self.rules["players"],
            hand=sort_cards(self.hands[seat]),
            held=self.held[seat],
            first=self.first,
            lead_seat=self.lead_seat,
            deal_in_match=self.deal_in_match,
            score=self.score,
            target=self.target,
            trick=len(self.tricks),
            leader=self.leader,
            table=tuple(self.on_table),
            plays=tuple(self.plays),
            tricks=tuple(sum(t.winner == s for t in self.tricks) for s in range(len(self.hands))),
            thirds=(self.thirds(0), self.thirds(1)),
            knocks=tuple(self.knocks),
            declared=tuple(self.declared),
            statements=tuple((p.trick, p.seat, p.code) for p in self.plays if p.code),
            void=tuple(frozenset(suits) for suits in self.void),
            known=tuple(frozenset(cards) for cards in self.known),
            hand_sizes=tuple(len(hand) for hand in self.hands),
            stock_size=len(self.stock),
        )

    def ask(self, seat: int, kind: int, actions: list[Action]) -> Action:
        view = self.view(seat, kind)
        policy = self.choose if callable(self.choose) else self.choose[view.player]
        index = policy(view, list(actions))
        if not _is_int(index) or not 0 <= index < len(actions):
            raise ValueError(f"action: index {index!r} is not in 0..{len(actions) - 1}")
        self.steps.append(Step(seat, actions, index))
        return actions[index]

    # Accuso

    def announce(self) -> None:
        """TR-14, TR-16: what each seat will declare, and the knocks."""
        if not self.rules["accuso"]:
            return
        for seat in self.order(self.lead_seat):
            if self.rules["accuso_mode"] == "auto":
                self.to_declare[seat] = self.held[seat]
            elif self.held[seat]:
                action = self.ask(seat, ACCUSO, legal_announcements(self.held[seat]))
                self.to_declare[seat] = action.code
            if self.to_declare[seat] and self.rules["accuso_knock"]:
                self.knocks[seat] = True

    def declare(self, seat: int) -> None:
        """TR-15: the declaration of one seat is public; TR-39: and may end the match."""
        mask = self.to_declare[seat]
        if not mask:
            return
        self.declared[seat] = mask
        named = named_cards(self.rules, self.dealt[seat], mask)
        self.known[seat] |= named & self.hands[seat]
        self.check_target(seat % 2)

    def would_end(self, seat: int) -> bool:
        """TR-39: would the declaration of this seat end the match?"""
        mask = self.to_declare[seat]
        if self.rules["stop_rule"] != "at_once" or not mask:
            return False
        points = accuso_points(self.rules, self.dealt[seat], mask)
        return self.running_score(seat % 2) + points >= self.target

    # Running score

    def running_score(self, team: int) -> int:
        """TR-39: score before the deal + accusi so far + thirds so far // 3 (+ last trick)."""
        before = self.score[match_team(self.first, team)]
        return before + self.declared_points(team) + self.card_points()[team]

    def check_target(self, team: int) -> None:
        """TR-39: only the team that has just taken a trick or declared is looked at."""
        if self.rules["stop_rule"] == "at_once" and self.running_score(team) >= self.target:
            self.reached = match_team(self.first, team)
            raise _Over

    # Play

    def play_card(self, seat: int, action: Action) -> None:
        card = action.card
        if self.on_table and suit_of(card) != suit_of(self.on_table[0][1]):
            self.void[seat].add(suit_of(self.on_table[0][1]))  # TR-29
        if action.code:
            suit = suit_of(card)
            if action.code == 1:
                self.void[seat].add(suit)
            ranks = {6: "13", 7: "12", 8: "23"}.get(action.code, "")
            self.known[seat] |= {rank + suit for rank in ranks}
        self.hands[seat].remove(card)
        self.known[seat].discard(card)
        self.on_table.append((seat, card))
        self.plays.append(Play(len(self.tricks), seat, card, action.code))

    def collect(self) -> int:
        """TR-22, TR-23: the winner takes the trick and leads the next."""
        cards = [card for _, card in self.on_table]
        winner = self.on_table[trick_winner(cards)][0]
        self.tricks.append(Trick(self.leader, tuple(cards), winner, thirds_in(cards)))
        self.taken[winner] += cards
        self.on_table = []
        self.leader = winner
        return winner

    def draw(self, winner: int) -> None:
        """TR-43: the winner takes the top card of the stock, the loser the next."""
        for seat in self.order(winner):
            card = self.stock.pop(0)
            self.hands[seat].add(card)
            if self.rules["show_drawn"]:
                self.known[seat].add(card)
                self.void[seat].discard(suit_of(card))
            else:
                self.void[seat].clear()

    def play_out(self) -> None:
        """The deal from the announcements to the last trick, or to _Over."""
        reveal = self.rules["accuso_reveal"]
        self.announce()
        if reveal == "before_play":
            for seat in self.order(self.lead_seat):
                self.declare(seat)
        while not self.complete():
            first_trick = not self.tricks
            for seat in self.order(self.leader):
                own_turn = first_trick and reveal == "own_turn"
                # Reading of TR-14 with vectors 61 to 63: a declaration at one's own turn goes
                # with the card, so the view at the decision does not show it yet; but a seat
                # whose declaration ends the match is not asked for a card.
                if own_turn and self.would_end(seat):
                    self.declare(seat)
                if self.on_table:
                    led = suit_of(self.on_table[0][1])
                    action = self.ask(seat, FOLLOW, legal_follows(self.hands[seat], led))
                else:
                    leads = legal_leads(self.rules, self.hands[seat], len(self.tricks))
                    action = self.ask(seat, LEAD, leads)
                if own_turn:
                    self.declare(seat)
                self.play_card(seat, action)
            winner = self.collect()
            self.check_target(winner % 2)
            if first_trick and reveal == "after_trick_1":
                for seat in self.order(self.lead_seat):
                    self.declare(seat)
            if self.stock:
                self.draw(winner)


@dataclass
class Deal:
    """A finished deal: the row of section 6 and how it came about."""

    row: dict[str, Any]
    dealt: list[frozenset[str]]  # hands as dealt
    plays: list[Play]
    tricks: list[Trick]
    steps: list[Step]
    knocks: tuple[bool, ...]  # as seen: all False with accuso_knock off
    score_after: tuple[int, int]  # (A, B)
    reached: int | None  # match team that reached the target under at_once
    outcome: Outcome = field(repr=False)


def check_policies(rules: Rules, choose: Policies) -> None:
    """Section 12: one policy for all, or exactly one a player."""
    if not callable(choose) and len(choose) != rules["players"]:
        raise ValueError(f"policies: {rules['players']} wanted, got {len(choose)}")


def check_score(score: Sequence[int], name: str = "score") -> None:
    """Section 12: no negative scores."""
    if len(score) != 2 or not all(_is_int(points) and points >= 0 for points in score):
        raise ValueError(f"{name}: must be two ints of at least 0, got {score!r}")


def check_first(rules: Rules, first: int, name: str = "first") -> None:
    """Section 12: a player of the table."""
    if not _is_int(first) or not 0 <= first < rules["players"]:
        raise ValueError(f"{name}: must be a player, got {first!r}")


def play_deal(
    rules: Rules,
    deck: Sequence[str],
    choose: Policies,
    *,
    first: int = 0,
    score: Sequence[int] = (0, 0),
    deal_in_match: int = 0,
    redeals: int = 0,
    target: int | None = None,
    match_id: int | None = None,
    deal_id: int | None = None,
) -> Deal:
    """Play one deal. ``score`` is (A, B); ``choose`` is one policy, or a sequence by player."""
    deck = list(deck)
    check_deck(deck)
    check_policies(rules, choose)
    check_first(rules, first)
    check_score(score)
    # Reading of TR-7: a deck whose hands are thrown in is never played, so it is refused here;
    # ``next_deck`` goes on to the next one of a list.
    if needs_redeal(rules, deck):
        raise ValueError("deck: a hand is worth fewer than 3 thirds (weak_hand_redeal)")
    if target is None:
        target = rules["target"]
    table = _Table(rules, deck, choose, first, score, deal_in_match, target)
    with contextlib.suppress(_Over):
        table.play_out()
    return _finish(table, redeals, match_id, deal_id)


def _finish(table: _Table, redeals: int, match_id: int | None, deal_id: int | None) -> Deal:
    """The columns of section 6, in order."""
    rules, first = table.rules, table.first
    complete = table.complete()
    thirds = table.thirds(0), table.thirds(1)
    card_points = table.card_points()
    accuso = [table.declared_points(team) for team in (0, 1)]
    if rules["cappotto_cancels_accuso"]:  # TR-19
        accuso = [0 if card_points[team] == 0 else accuso[team] for team in (0, 1)]
    points = [card_points[team] + accuso[team] for team in (0, 1)]  # TR-33
    tricks = [sum(trick.winner == seat for trick in table.tricks) for seat in range(4)]
    team_points = by_match_team(first, points)
    after = table.score[0] + team_points[0], table.score[1] + team_points[1]

    row: dict[str, Any] = {}
    if match_id is not None:
        row["match_id"] = match_id
    if deal_id is not None:
        row["deal_id"] = deal_id
    row["deal_in_match"] = table.deal_in_match
    row["first"] = first
    row["lead_seat"] = table.lead_seat
    # Reading: a card led counts as led even if its trick was not finished (TR-39: the columns
    # hold what had happened by then); so does a statement.
    led = table.plays[0].card if table.plays else None
    row["first_card"] = NOBODY if led is None else card_number(led)
    row["first_suit_len"] = (
        0 if led is None else len(of_suit(table.dealt[table.lead_seat], suit_of(led)))
    )
    row["redeals"] = redeals
    for team in (0, 1):
        row[f"thirds_{team}"] = thirds[team]
    for team in (0, 1):
        row[f"card_points_{team}"] = card_points[team]
    _by_seat(row, "accuso_held", table.held)
    _by_seat(row, "accuso_decl", table.declared)
    for team in (0, 1):
        row[f"accuso_points_{team}"] = accuso[team]
    for team in (0, 1):
        row[f"deal_points_{team}"] = points[team]
    row["score_before_A"], row["score_before_B"] = table.score
    row["score_after_A"], row["score_after_B"] = after
    _by_seat(row, "tricks", tricks)
    row["last_trick_seat"] = table.tricks[-1].winner if table.tricks else NOBODY
    row["first_trick_seat"] = table.tricks[0].winner if table.tricks else NOBODY
    own = [card for seat in table.seats_of(0) for card in table.dealt[seat]]
    taken = [card for seat in table.seats_of(0) for card in table.taken[seat]]
    row["aces_dealt_0"] = len(held_of_rank(own, "1"))
    row["aces_taken_0"] = len(held_of_rank(taken, "1"))
    row["threes_dealt_0"] = len(held_of_rank(own, "3"))
    row["twos_dealt_0"] = len(held_of_rank(own, "2"))
    _by_seat(row, "thirds_dealt", [thirds_in(hand) for hand in table.dealt])
    voids = [set(SUITS) - {suit_of(card) for card in hand} for hand in table.dealt]
    _by_seat(row, "voids_dealt", [suit_mask(suits) for suits in voids])
    row["cappotto_kind"] = cappotto_kind(card_points, thirds, tricks, table.dealt, complete)
    row["statements"] = sum(play.code != 0 for play in table.plays)
    row["ended_early"] = not complete

    outcome = Outcome(
        card_points=by_match_team(first, card_points),
        accuso_points=by_match_team(first, accuso),
        tricks=by_match_team(first, (tricks[0] + tricks[2], tricks[1] + tricks[3])),
        complete=complete,
        reached=table.reached,
    )
    return Deal(
        row=row,
        dealt=table.dealt,
        plays=table.plays,
        tricks=table.tricks,
        steps=table.steps,
        knocks=tuple(table.knocks),
        score_after=after,
        reached=table.reached,
        outcome=outcome,
    )


def _by_seat(row: dict[str, Any], name: str, values: Sequence[int]) -> None:
    """Four columns; seats that do not exist hold 0."""
    for seat in range(4):
        row[f"{name}_s{seat}"] = values[seat] if seat < len(values) else 0


def replay(rules: Rules, deck: Sequence[str], texts: str | Sequence[str], **options: Any) -> Deal:
    """Play recorded actions (texts of all decisions in order); ``options`` as for play_deal."""
    wanted = texts.split() if isinstance(texts, str) else list(texts)
    done = 0

    def choose(view: View, actions: list[Action]) -> int:
        nonlocal done
        if done == len(wanted):
            raise ValueError(f"plays: only {done} actions, and seat {view.seat} is to act")
        done += 1
        return find_action(view, actions, wanted[done - 1])

    deal = play_deal(rules, deck, choose, **options)
    if done != len(wanted):
        raise ValueError(f"plays: {len(wanted)} actions, but the deal ended after {done}")
    return deal


# ------------------------------------------------------------------------------------------------
# Match (TR-35 to TR-41)
# ------------------------------------------------------------------------------------------------


class MatchTooLong(RuntimeError):
    """TR-38: ``max_deals`` was reached."""


class Outcome(NamedTuple):
    """What a deal means for the match, all by match team (A, B)."""

    card_points: tuple[int, int]
    accuso_points: tuple[int, int] = (0, 0)
    tricks: tuple[int, int] = (5, 5)
    complete: bool = True
    reached: int | None = None  # team that reached the target under at_once

    def points(self, team: int) -> int:
        return self.card_points[team] + self.accuso_points[team]


class Settlement(NamedTuple):
    """After a deal: the winner of the match (None: play on) and the target from now on."""

    winner: int | None
    target: int


def settle_match(rules: Rules, target: int, score: Sequence[int], outcome: Outcome) -> Settlement:
    """TR-37, TR-39, TR-40, TR-41; ``score`` is (A, B) with the points of the deal."""
    if outcome.reached is not None:
        return Settlement(outcome.reached, target)
    if outcome.complete:  # TR-41, before TR-37
        ends = rules["cappotto_ends_match"]
        for team in (0, 1):
            other = 1 - team
            if ends == "no_points" and outcome.card_points[other] == 0:
                return Settlement(team, target)
            if ends == "all_tricks" and outcome.tricks[other] == 0:
                return Settlement(team, target)
    if rules["both_over"] == "raise_10" and min(score) >= target:  # TR-40
        return Settlement(None, target + 10)
    if max(score) >= target and score[0] != score[1]:
        return Settlement(0 if score[0] > score[1] else 1, target)
    return Settlement(None, target)


class MatchScore:
    """The score of a match as deals are added, and the columns per match."""

    def __init__(
        self,
        rules: Rules,
        first_player: int = 0,
        start: Sequence[int] = (0, 0),
        match_id: int = 0,
    ) -> None:
        check_first(rules, first_player, "first_player")
        check_score(start, "start")
        if max(start) >= rules["target"] and start[0] != start[1]:
            raise ValueError(f"start: a score is at or above the target, got {start!r}")
        self.rules = rules
        self.first_player = first_player
        self.match_id = match_id
        self.score = (start[0], start[1])
        self.target = rules["target"]
        self.winner: int | None = None
        self.outcomes: list[Outcome] = []
        self.ends: list[tuple[int, int]] = []  # scores at the ends of deals
        self.both_over = False
        self.extra_deals = 0
        # Reading: a match set up level at or above the target has had its first level score,
        # so all its deals are extra; but no deal of it has ended with both over yet.
        self.level_seen = start[0] == start[1] >= rules["target"]
        # Reading: whoever is ahead at the set-up counts as last ahead for lead_changes.
        self.last_ahead = self._ahead()
        self.lead_changes = 0

    def _ahead(self) -> int | None:
        if self.score[0] == self.score[1]:
            return None
        return 0 if self.score[0] > self.score[1] else 1

    def add(self, outcome: Outcome) -> int | None:
        """TR-35: add the points of a deal; the winner if the match is over."""
        if self.winner is not None:
            raise ValueError("match: it is over")
        target = self.target  # then in force
        if self.level_seen:
            self.extra_deals += 1
        self.score = self.score[0] + outcome.points(0), self.score[1] + outcome.points(1)
        self.outcomes.append(outcome)
        self.ends.append(self.score)
        if min(self.score) >= target:
            self.both_over = True
            if self.score[0] == self.score[1]:
                self.level_seen = True
        ahead = self._ahead()
        if ahead is not None:
            if self.last_ahead is not None and ahead != self.last_ahead:
                self.lead_changes += 1
            self.last_ahead = ahead
        # Reading: a deal that ends the match (TR-41) does not raise the target any more.
        self.winner, self.target = settle_match(self.rules, target, self.score, outcome)
        if self.winner is None and len(self.outcomes) >= self.rules["max_deals"]:
            raise MatchTooLong(
                f"max_deals: match {self.match_id} is not over after {len(self.outcomes)} deals"
            )
        return self.winner

    def row(self) -> dict[str, Any]:
        """Section 6, per match, after ``match_id``."""
        if self.winner is None:
            raise ValueError("match: it is not over")
        card = [sum(o.card_points[team] for o in self.outcomes) for team in (0, 1)]
        accuso = [sum(o.accuso_points[team] for o in self.outcomes) for team in (0, 1)]
        deficits = [end[1 - self.winner] - end[self.winner] for end in self.ends]
        return {
            "match_id": self.match_id,
            "winner": self.winner,
            "deals": len(self.outcomes),
            "score_A": self.score[0],
            "score_B": self.score[1],
            "target_final": self.target,
            "both_over": self.both_over,
            "extra_deals": self.extra_deals,
            "accuso_points_A": accuso[0],
            "accuso_points_B": accuso[1],
            "card_points_A": card[0],
            "card_points_B": card[1],
            # Reading: the score difference is that of the final scores, the start included.
            "accuso_decided": _sign(card[0] - card[1]) != _sign(self.score[0] - self.score[1]),
            "lead_changes": self.lead_changes,
            "max_deficit": max(0, *deficits),
            "first_of_match": self.first_player,
        }


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@dataclass
class Match:
    """A finished match."""

    deals: list[Deal]
    row: dict[str, Any]


def play_match(
    rules: Rules,
    decks: Callable[[int], tuple[Sequence[str], int]],
    choose: Policies,
    *,
    first_player: int = 0,
    start: Sequence[int] = (0, 0),
    match_id: int = 0,
    deal_id: Callable[[int], int] = lambda deal_index: deal_index,
) -> Match:
    """TR-8, TR-35 to TR-41. ``start`` is (A, B); ``decks`` is called just before each deal."""
    match = MatchScore(rules, first_player, start, match_id)
    check_policies(rules, choose)
    deals: list[Deal] = []
    while match.winner is None:
        index = len(deals)
        deck, redeals = decks(index)
        deal = play_deal(
            rules,
            deck,
            choose,
            first=(first_player + index) % rules["players"],  # TR-8, TR-44
            score=match.score,
            deal_in_match=index,
            redeals=redeals,
            target=match.target,
            match_id=match_id,
            deal_id=deal_id(index),
        )
        deals.append(deal)
        match.add(deal.outcome)
    return Match(deals, match.row())


def longest_match(target: int) -> int:
    """TR-38: the most deals of a match without accuso (higher_wins)."""
    n = (2 * target - 2) // 11 + 1
    return n + 1 if 11 * n % 2 == 0 and 11 * n // 2 >= target else n


# ------------------------------------------------------------------------------------------------
# Policies (section 7)
# ------------------------------------------------------------------------------------------------


def _say(actions: Sequence[Action], card: str, code: int = 0) -> int:
    """The index of a card with a code."""
    return next(i for i, a in enumerate(actions) if (a.card, a.code) == (card, code))


def _declare_all(actions: Sequence[Action]) -> int:
    """All combinations: the greatest mask, which is the last."""
    return len(actions) - 1


def _cards(actions: Sequence[Action]) -> list[str]:
    """The legal cards by card number, each once."""
    return [action.card for action in actions if action.code == 0]


def _least(cards: Iterable[str], key: Callable[[str], Any]) -> str:
    """The card with the least key, ties by the lowest card number."""
    return min(sort_cards(cards), key=key)


def _cheapest(cards: Iterable[str]) -> str:
    """Fewest thirds, then least strength."""
    return _least(cards, lambda card: (thirds_of(card), strength(card)))


def _weakest(cards: Iterable[str]) -> str:
    return _least(cards, strength)


def _strongest(cards: Iterable[str]) -> str:
    return _least(cards, lambda card: -strength(card))


def _longest_suit(suits: Iterable[str], hand: Iterable[str]) -> str:
    """The suit with most own cards, ties by the lowest suit number."""
    hand = list(hand)
    return min(suits, key=lambda suit: (-len(of_suit(hand, suit)), SUITS.index(suit)))


def own_suits(view: View) -> list[str]:
    return [suit for suit in SUITS if of_suit(view.hand, suit)]


def unseen(view: View) -> set[str]:
    """U: neither in the own hand nor played; in due the stock too."""
    return set(PACK) - set(view.hand) - {play.card for play in view.plays}


def partner_of(view: View) -> int | None:
    """Nobody in due."""
    return (view.seat + 2) % 4 if view.players == 4 else None


def winning(view: View) -> tuple[int, str]:
    """The seat that wins the trick so far, and ``best``."""
    return view.table[trick_winner([card for _, card in view.table])]


def plays_last(view: View) -> bool:
    return len(view.table) == view.players - 1


def first(view: View, actions: list[Action]) -> int:
    """The legal card with the lowest number, silent; declares all."""
    if view.kind == ACCUSO:
        return _declare_all(actions)
    return _say(actions, _cards(actions)[0])


def random_policy(rng: random.Random) -> Policy:
    """``random``: uniform over the legal cards, silent; declares all."""

    def choose(view: View, actions: list[Action]) -> int:
        if view.kind == ACCUSO:
            return _declare_all(actions)
        return _say(actions, rng.choice(_cards(actions)))

    return choose


def greedy(view: View, actions: list[Action]) -> int:
    """G1 to G6, silent; declares all."""
    if view.kind == ACCUSO:
        return _declare_all(actions)
    if view.kind == LEAD:
        return _say(actions, greedy_lead(view))
    return _say(actions, greedy_follow(view, _cards(actions)))


def greedy_lead(view: View) -> str:
    """G1, G2."""
    hand, rest = view.hand, unseen(view)
    strongest = {suit: _strongest(of_suit(hand, suit)) for suit in own_suits(view)}
    masters = [suit for suit, card in strongest.items() if not higher(card) & rest]
    if masters:
        return strongest[_longest_suit(masters, hand)]
    return _weakest(of_suit(hand, _longest_suit(strongest, hand)))


def greedy_follow(view: View, cards: list[str]) -> str:
    """G3 to G6."""
    rest = unseen(view)
    winner, best = winning(view)
    last = plays_last(view)

    def master(card: str) -> bool:
        return not higher(card) & rest

    if winner == partner_of(view) and (last or master(best)):  # G3
        return _least(cards, lambda card: (-thirds_of(card), strength(card)))
    if suit_of(cards[0]) == view.led:
        stronger = [card for card in cards if strength(card) > strength(best)]
        good = stronger if last else [card for card in stronger if master(card)]
        if good:  # G4
            aces = held_of_rank(good, "1")
            return aces[0] if aces else _weakest(good)
        return _cheapest(cards)  # G5
    return _least(  # G6
        cards,
        lambda card: (
            10000 * thirds_of(card) - 100 * len(of_suit(view.hand, suit_of(card))) + strength(card)
        ),
    )


def expert(view: View, actions: list[Action]) -> int:
    """E1 to E10, silent; declares all. Four players only."""
    if view.players != 4:
        raise ValueError("players: expert plays with four only")
    if view.kind == ACCUSO:
        return _declare_all(actions)
    if view.kind == LEAD:
        return _say(actions, expert_lead(view))
    return _say(actions, expert_follow(view, _cards(actions)))


def expert_talk(view: View, actions: list[Action]) -> int:
    """``expert``, and at a lead the first legal of the codes that it likes."""
    index = expert(view, actions)
    if view.kind != LEAD:
        return index
    card = actions[index].card
    wanted = (1, 0) if is_honour(card) else (6, 7, 8, 1, 0)
    legal = [action.code for action in actions if action.card == card]
    return _say(actions, card, next(code for code in wanted if code in legal))


def danger(view: View, opponents: Iterable[int]) -> set[str]:
    """Cards of U that one of the opponents may hold as far as void and K tell."""
    found = set()
    for card in unseen(view):
        for q in opponents:
            elsewhere = any(card in view.known[r] for r in range(4) if r != q)
            if suit_of(card) not in view.void[q] and not elsewhere:
                found.add(card)
    return found


def expert_lead(view: View) -> str:
    """E1 to E5."""
    hand, rest = view.hand, unseen(view)
    partner = (view.seat + 2) % 4
    threats = danger(view, [(view.seat + 1) % 4, (view.seat + 3) % 4])
    sure = [card for card in hand if not higher(card) & threats]
    suits = own_suits(view)
    if len(sure) == len(hand):  # E1
        return _strongest(of_suit(hand, _longest_suit(suits, hand)))
    for suit in SUITS:  # E2
        if "1" + suit in sure:
            return "1" + suit
    partner_led = [
        suit_of(play.card)
        for i, play in enumerate(view.plays)
        if i % 4 == 0 and play.seat == partner
    ]
    if partner_led:  # E3
        mine = of_suit(hand, partner_led[0])
        not_ace = [card for card in mine if rank_of(card) != "1"]
        if of_suit(rest, partner_led[0]) and not_ace:
            return _strongest(not_ace)
    best_suit, best_value = "", 0
    for suit in suits:  # E4
        m, n = len(of_suit(sure, suit)), len(of_suit(hand, suit))
        if (m >= 2 or m == n > 0) and 10 * m + n > best_value:
            best_suit, best_value = suit, 10 * m + n
    if best_suit:
        return _strongest(of_suit(hand, best_suit))

    def suit_score(suit: str) -> int:  # E5
        top = _strongest(of_suit(hand, suit))
        score = 10 * len(of_suit(hand, suit))
        if rank_of(top) == "2" and top not in sure:
            score -= 6
        if suit in view.void[partner]:
            score -= 10
        return score

    suit = min(suits, key=lambda suit: (-suit_score(suit), SUITS.index(suit)))
    mine = of_suit(hand, suit)
    top = _strongest(mine)
    if top in sure and len(mine) <= 3:
        return top
    return _cheapest(mine)


def expert_follow(view: View, cards: list[str]) -> str:
    """E6 to E10."""
    hand, rest = view.hand, unseen(view)
    winner, best = winning(view)
    last = plays_last(view)
    threats = set() if last else danger(view, [(view.seat + 1) % 4])
    pot = thirds_in(card for _, card in view.table)

    def meets(card: str) -> bool:
        """Does ``higher`` meet U?"""
        return bool(higher(card) & rest)

    if winner == (view.seat + 2) % 4 and not higher(best) & threats:  # E6

        def worth(card: str) -> int:
            if rank_of(card) == "1":
                return 1000
            if rank_of(card) in "FCR":
                return 500 - strength(card)
            if rank_of(card) in "23":
                return 150 if meets(card) else 50
            return 200 - strength(card)

        return _least(cards, lambda card: -worth(card))

    if suit_of(cards[0]) != view.led:  # E7

        def cost(card: str) -> int:
            suit = suit_of(card)
            n = len(of_suit(hand, suit))
            guarded = [
                other
                for other in of_suit(hand, suit)
                if other != card and rank_of(other) in "12" and meets(other)
            ]
            return (
                1000 * thirds_of(card)
                + (0 if meets(card) else 600)
                + (150 if n <= 3 and guarded else 0)
                - 10 * n
                + strength(card)
            )

        return _least(cards, cost)

    winners = [card for card in cards if strength(card) > strength(best)]
    if last:
        if not winners:  # E9
            return _cheapest(cards)
        aces = held_of_rank(winners, "1")  # E8
        if aces:
            return aces[0]
        lo = _weakest(winners)
        losers = [card for card in cards if card not in winners]
        if pot == 0 and rank_of(lo) in "23" and len(hand) > 2 and losers:
            return _cheapest(losers)
        return lo

    safe = [card for card in winners if not higher(card) & threats]  # E10
    aces = held_of_rank(safe, "1")
    if aces:
        return aces[0]
    if len(view.table) == 1:
        return _weakest(safe) if safe and pot >= 2 else _cheapest(cards)
    if safe:
        return _weakest(safe)
    not_ace = [card for card in winners if rank_of(card) != "1"]
    return _strongest(not_ace) if not_ace else _cheapest(cards)


# ------------------------------------------------------------------------------------------------
# Random settings for differential tests
# ------------------------------------------------------------------------------------------------


def random_rules(rng: random.Random) -> dict[str, Any]:
    """A random valid setting over all parameters: explicit ones only, as for resolve_rules.

    ``max_deals`` stays large enough that no sensible match reaches it.
    """
    in_due = rng.random() < 0.3
    given: dict[str, Any] = {"players": 2} if in_due else {}

    def maybe(name: str, chance: float, value: Any) -> None:
        if rng.random() < chance:
            given[name] = value

    if in_due:
        given["first_lead"] = "seat0"
        given["speech"] = "none"
        maybe("show_drawn", 0.6, rng.random() < 0.4)
    else:
        maybe("first_lead", 0.7, rng.choice(_CHOICES["first_lead"]))
        maybe("speech", 0.6, rng.choice(_CHOICES["speech"]))
        maybe("weak_hand_redeal", 0.4, rng.random() < 0.7)
        maybe("deal_batch", 0.4, rng.choice((1, 5)))
        maybe("show_drawn", 0.1, rng.random() < 0.5)
    maybe("target", 0.9, rng.choice((rng.randint(1, 12), rng.randint(8, 45), rng.randint(1, 60))))
    maybe("accuso", 0.5, rng.random() < 0.5)
    maybe("accuso_knock", 0.4, rng.random() < 0.5)
    maybe("accuso_reveal", 0.7, rng.choice(_CHOICES["accuso_reveal"]))
    maybe("stop_rule", 0.6, rng.choice(_CHOICES["stop_rule"]))
    maybe("cappotto_ends_match", 0.5, rng.choice(_CHOICES["cappotto_ends_match"]))
    maybe("max_deals", 0.2, rng.choice((100, rng.randint(100, 1000), 100000)))
    at_once = given.get("stop_rule") == "at_once"
    if not at_once:
        maybe("both_over", 0.5, rng.choice(_CHOICES["both_over"]))
    if given.get("accuso", True):
        maybe("accuso_mode", 0.6, rng.choice(_CHOICES["accuso_mode"]))
        maybe("napoli_coda", 0.4, rng.random() < 0.7)
        maybe("tre_sette", 0.4, rng.random() < 0.7)
        if not at_once:
            maybe("cappotto_cancels_accuso", 0.4, rng.random() < 0.7)
    resolve_rules(**given)
    return given
