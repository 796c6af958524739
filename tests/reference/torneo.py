"""The tournament: the slow plain-Python reference, written from the rules page clause by clause.

A meeting is up to three matches of Tresette and Briscola, a knock-out is made of meetings. The
games are the references beside this one. Nothing here is clever; where the page leaves a choice, a
comment that begins with "Reading" says which is taken. Only the standard library is used.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.reference import briscola as br
from tests.reference import tresette as tr

Rules = dict[str, Any]
Decks = Callable[[int], tuple[Sequence[str], int]]
Policies = Mapping[str, Mapping[str, Any]]

GAMES: dict[str, Any] = {"tresette": tr, "briscola": br}
PAIRS = "AB"
NOT_PLAYED = -1
NOBODY = 255
FIXED = 255

# ------------------------------------------------------------------------------------------------
# Parameters (section 4)
# ------------------------------------------------------------------------------------------------

_SOURCE = (  # TO-3
    ("tresette", "palazzo_accuso"),
    ("briscola", "palazzo"),
    ("tresette", "palazzo_liscio"),
)

PRESETS: dict[str, dict[str, Any]] = {
    "palazzo_2012": {},
    "palazzo_taglio": {"dealer_between_matches": "cut_again"},
    "solo_tresette": {"matches": (("tresette", "palazzo_accuso"),) * 3},
    "solo_briscola": {"matches": (("briscola", "palazzo"),) * 3},
    "rovescio": {"matches": (_SOURCE[1], _SOURCE[0], _SOURCE[2])},
}

_DEFAULTS: dict[str, Any] = {
    "matches": _SOURCE,
    "pairing": "fixed",
    "first_dealer": "cut",
    "cut_order": "tresette",
    "dealer_between_matches": "continue",
    "pairs": 2,
}

PARAMETERS = tuple(_DEFAULTS)

_CHOICES = {
    "pairing": ("fixed", "drawn"),
    "cut_order": ("tresette", "briscola", "natural"),
    "dealer_between_matches": ("continue", "cut_again"),
}


def _is_int(value: Any) -> bool:
    """A bool is not an int here."""
    return isinstance(value, int) and not isinstance(value, bool)


def resolve_match(match: Any) -> tuple[str, dict[str, Any]]:
    """One entry of ``matches``: the game and its explicit parameters, a preset written out.

    Section 4, TO-11, section 12: unknown games and presets, games that can be drawn and games that
    are not for four players are refused, and so is whatever the game itself refuses.
    """
    if not isinstance(match, (tuple, list)) or len(match) != 2:
        raise ValueError(f"matches: an entry is (game, preset or parameters), got {match!r}")
    game, given = match
    if not isinstance(game, str) or game not in GAMES:
        raise ValueError(f"matches: unknown game {game!r}")
    if isinstance(given, str):
        if given not in GAMES[game].PRESETS:
            raise ValueError(f"matches: {game} has no preset {given!r}")
        given = GAMES[game].PRESETS[given]
    if not isinstance(given, Mapping):
        raise ValueError(f"matches: parameters of {game} must be a preset or a dict, got {given!r}")
    try:
        rules = GAMES[game].resolve_rules(**given)
    except ValueError as error:
        raise ValueError(f"matches: {game}: {error}") from error
    if rules["players"] != 4:
        raise ValueError(f"matches: {game} for {rules['players']} players, not four")
    # TO-11. A Tresette match cannot be drawn with any parameters (TR-37).
    if game == "briscola" and rules["match_fixed_deals"] > 0:
        raise ValueError("matches: briscola with match_fixed_deals can be drawn")
    return game, dict(given)


def resolve_rules(**explicit: Any) -> Rules:
    """All parameters of section 4; ``matches`` become (game, explicit parameters), presets gone.

    Raises ValueError naming the parameters for everything that the validation of section 4
    refuses. What depends on the number of players is in ``check_players``.
    """
    for name in explicit:
        if name not in PARAMETERS:
            raise ValueError(f"{name}: unknown parameter")
    rules = {**_DEFAULTS, **explicit}
    for name, allowed in _CHOICES.items():
        if not isinstance(rules[name], str) or rules[name] not in allowed:
            raise ValueError(f"{name}: must be one of {allowed}, got {rules[name]!r}")
    matches = rules["matches"]
    if not isinstance(matches, (tuple, list)):
        raise ValueError(f"matches: must be a list, got {matches!r}")
    if len(matches) % 2 == 0 or len(matches) > 9:
        raise ValueError(f"matches: must be odd in number, 1..9, got {len(matches)}")
    rules["matches"] = tuple(resolve_match(match) for match in matches)
    dealer = rules["first_dealer"]
    if dealer != "cut":
        if not _is_int(dealer) or not 0 <= dealer <= 3:
            raise ValueError(f"first_dealer: must be cut or a player 0..3, got {dealer!r}")
        if rules["dealer_between_matches"] == "cut_again":
            raise ValueError(
                "first_dealer, dealer_between_matches: with cut_again the later dealers of a "
                "given first dealer would not be fixed"
            )
    if not _is_int(rules["pairs"]) or rules["pairs"] not in (2, 4, 8, 16, 32, 64):
        raise ValueError(f"pairs: must be a power of two, 2..64, got {rules['pairs']!r}")
    return rules


def preset_rules(name: str, **changes: Any) -> Rules:
    """The resolved rules of a preset, with some parameters changed; unknown presets are refused."""
    if name not in PRESETS:
        raise ValueError(f"preset: unknown name {name!r}")
    return resolve_rules(**{**PRESETS[name], **changes})


def match_rules(rules: Rules, match_no: int) -> Rules:
    """All parameters of the game of a match; matches are numbered from 1, as in section 6."""
    game, given = rules["matches"][match_no - 1]
    return dict(GAMES[game].resolve_rules(**given))


def is_source_list(rules: Rules) -> bool:
    """TO-3: are the matches those of the source? By what they mean, not by how they are written."""
    numbers = range(1, len(rules["matches"]) + 1)
    source = resolve_rules()
    return [game for game, _ in rules["matches"]] == [game for game, _ in source["matches"]] and [
        match_rules(rules, k) for k in numbers
    ] == [match_rules(source, k) for k in numbers]


def check_players(rules: Rules, players: Sequence[Any]) -> None:
    """Sections 4 and 12: two different named players for each pair (four with ``pairs`` 2)."""
    if len(players) != 2 * rules["pairs"]:
        raise ValueError(f"players, pairs: {2 * rules['pairs']} wanted, got {len(players)}")
    if len(set(players)) != len(players):
        raise ValueError(f"players: somebody is named twice in {list(players)!r}")


# ------------------------------------------------------------------------------------------------
# Pairs and seats (TO-1, TO-2)
# ------------------------------------------------------------------------------------------------

# Section 6, column ``pairing``; each pairing once as (A, B), A the pair of the named player 0.
PAIRINGS = (
    ((0, 1), (2, 3)),
    ((0, 2), (1, 3)),
    ((0, 3), (1, 2)),
)


def pairs_in_order(order: Sequence[int]) -> list[tuple[int, int]]:
    """TO-1: the perfect matching of an order of the players: neighbours belong together.

    The lower number of a pair stands first; pairs stand in the order of their lower numbers.
    """
    if len(order) % 2 or sorted(order) != list(range(len(order))):
        raise ValueError(f"players: must be 0..2m-1 in some order, got {list(order)!r}")
    neighbours = [order[i : i + 2] for i in range(0, len(order), 2)]
    return sorted((min(pair), max(pair)) for pair in neighbours)


def draw_pairs(rng: random.Random, n_players: int) -> list[tuple[int, int]]:
    """TO-1: a uniformly random perfect matching of the named players 0..n_players-1."""
    order = list(range(n_players))
    rng.shuffle(order)
    return pairs_in_order(order)


def draw_pairing(rng: random.Random) -> int:
    """TO-1: one of the three pairings of four, each with probability 1/3."""
    return rng.randrange(3)


def pairing_number(pairs: Sequence[tuple[int, int]]) -> int:
    """Section 6: 0, 1, 2 for 01|23, 02|13, 03|12."""
    return PAIRINGS.index((pairs[0], pairs[1]))


def seats_of_pairing(pairing: int) -> tuple[int, int, int, int]:
    """TO-1, TO-2: the named players at the places 0..3; in each pair the lower takes the lower."""
    pair_a, pair_b = PAIRINGS[pairing]
    return min(pair_a), min(pair_b), max(pair_a), max(pair_b)


def pair_of_player(player: int) -> int:
    """TO-2: players 0 and 2 are A (0), players 1 and 3 are B (1)."""
    return {0: 0, 2: 0, 1: 1, 3: 1}[player]


# ------------------------------------------------------------------------------------------------
# The cut (section 2, TO-6)
# ------------------------------------------------------------------------------------------------

CUT_ORDERS = {  # from high to low
    "tresette": "321RCF7654",
    "briscola": "13RCF76542",
    "natural": "RCF7654321",
}


def cut_round(cards: Sequence[str], order: str, players: Sequence[int] = (0, 1, 2, 3)) -> set[int]:
    """TO-6: the players with the highest card; ``cards`` are those of ``players``, in order.

    Section 12: repeated or unknown cards, and a wrong number of them, are refused.
    """
    if order not in CUT_ORDERS:
        raise ValueError(f"cut_order: must be one of {tuple(CUT_ORDERS)}, got {order!r}")
    if len(cards) != len(players):
        raise ValueError(f"cut: {len(players)} players have to cut, got {len(cards)} cards")
    for card in cards:
        if card not in tr.PACK:
            raise ValueError(f"cut: unknown card {card!r}")
    if len(set(cards)) != len(cards):
        raise ValueError(f"cut: a card stands twice in {list(cards)!r}")
    ranks = CUT_ORDERS[order]
    best = min(ranks.index(card[0]) for card in cards)
    return {
        player for player, card in zip(players, cards, strict=True) if ranks.index(card[0]) == best
    }


def cut_for_dealer(rng: random.Random, order: str) -> tuple[int, int]:
    """TO-6: the dealer and the number of rounds; those who share the highest rank cut again."""
    players = [0, 1, 2, 3]
    rounds = 0
    while len(players) > 1:
        cards = rng.sample(tr.PACK, len(players))  # different cards of the full pack
        players = sorted(cut_round(cards, order, players))
        rounds += 1
    return players[0], rounds


def cut_with_cards(cuts: Sequence[Sequence[str]], order: str) -> tuple[int, int]:
    """TO-6 with the cards of each round given, for replays: the dealer and the number of rounds."""
    players = [0, 1, 2, 3]
    for cards in cuts:
        if len(players) == 1:
            raise ValueError("cut: nobody has to cut any more")
        players = sorted(cut_round(cards, order, players))
    if len(players) > 1:
        raise ValueError(f"cut: players {players} have to cut again")
    return players[0], len(cuts)


# ------------------------------------------------------------------------------------------------
# Dealers (TO-7, TO-8)
# ------------------------------------------------------------------------------------------------


def first_of_dealer(dealer: int) -> int:
    """TO-7: the first to receive cards."""
    return (dealer + 1) % 4


def next_dealer(dealer: int) -> int:
    """TO-7: after each deal, whatever its result."""
    return (dealer + 1) % 4


def player_at(first: int, seat: int) -> int:
    """TR-4, BR-3: the player who sits at a seat of the deal."""
    return (first + seat) % 4


def check_dealer(dealer: Any, name: str) -> None:
    """Section 12: a dealer outside 0..3."""
    if not _is_int(dealer) or not 0 <= dealer <= 3:
        raise ValueError(f"{name}: must be a player 0..3, got {dealer!r}")


def dealer_of_match(
    rules: Rules,
    match_no: int,
    first_dealer: int | None,
    dealers: Sequence[int] | None,
    last_dealer: int | None,
) -> int:
    """TO-6, TO-8: who deals first in a match; ``last_dealer`` dealt the last deal before it."""
    if rules["dealer_between_matches"] == "cut_again":
        assert dealers is not None
        if len(dealers) < match_no:
            raise ValueError(f"dealers: match {match_no} has none, only {len(dealers)} are given")
        return dealers[match_no - 1]
    if last_dealer is None:
        assert first_dealer is not None
        return first_dealer
    return next_dealer(last_dealer)


# ------------------------------------------------------------------------------------------------
# The meeting (TO-3 to TO-5, TO-9 to TO-12)
# ------------------------------------------------------------------------------------------------


def meeting_winner(n_matches: int, winners: Sequence[int]) -> int | None:
    """TO-4, TO-12: the pair with the majority of the matches (0 A, 1 B), or None: play on.

    A list of winners that goes on after the majority is refused: such matches are not played.
    """
    needed = n_matches // 2 + 1
    won = [0, 0]
    for place, winner in enumerate(winners):
        won[winner] += 1
        if won[winner] == needed:
            if place + 1 < len(winners):
                raise ValueError(f"winners: the meeting is over after match {place + 1}")
            return winner
    return None


@dataclass
class MeetingDeal:
    """A deal of a meeting: where it stands, and the game's own deal and row."""

    game: str
    meeting_id: int
    match_no: int  # from 1
    number: int  # in the meeting, from 0
    dealer: int
    first: int
    row: dict[str, Any]
    deal: Any = field(repr=False)


@dataclass
class MeetingMatch:
    """A match that was played."""

    game: str
    match_no: int
    first_dealer: int
    winner: int  # 0 A, 1 B
    row: dict[str, Any]  # the game's own row of a match
    deals: list[MeetingDeal] = field(repr=False)


@dataclass
class Meeting:
    """A finished meeting: its columns (section 6), its matches and all its deals in order."""

    row: dict[str, Any]
    matches: list[MeetingMatch]
    deals: list[MeetingDeal]
    seats: tuple[Any, ...]  # the named players at places 0..3


def check_policies(rules: Rules, policies: Policies) -> None:
    """Section 12: a policy of each pair for every game that may be played."""
    if set(policies) != set(PAIRS):
        raise ValueError(f"policies: pairs A and B wanted, got {sorted(policies)}")
    for pair in PAIRS:
        for game, _ in rules["matches"]:
            if not callable(policies[pair].get(game)):
                raise ValueError(f"policies: pair {pair} has none for {game}")


def policies_by_player(policies: Policies, game: str) -> list[Any]:
    """Section 5, TO-2: a pair plays each game with one policy."""
    return [policies[PAIRS[pair_of_player(player)]][game] for player in range(4)]


class _Listed:
    """A list of decks for a replay, taken in order; thrown-in hands take the next one (TR-7)."""

    def __init__(self, decks: Sequence[Sequence[str]]) -> None:
        self.decks = decks
        self.taken = 0

    def take(self, game: str, rules: Rules, match_no: int, index: int) -> tuple[list[str], int]:
        def source() -> Sequence[str]:
            if self.taken == len(self.decks):
                # Section 12. Reading: the deal is counted from 1 within its match.
                raise ValueError(
                    f"decks: only {self.taken}, none for match {match_no}, deal {index + 1}"
                )
            self.taken += 1
            return self.decks[self.taken - 1]

        if game == "tresette":
            return tr.next_deck(rules, source)
        return list(source()), 0


def play_meeting(
    rules: Rules,
    decks: Decks | Sequence[Sequence[str]],
    policies: Policies,
    *,
    first_dealer: int | None = None,
    dealers: Sequence[int] | None = None,
    cuts: int = 0,
    pairing: int | None = None,
    players: Sequence[Any] = (0, 1, 2, 3),
    meeting_id: int = 0,
    match_begins: Callable[[int], None] = lambda match_no: None,
) -> Meeting:
    """TO-2 to TO-12: one meeting of pair A and pair B.

    ``decks(k)`` gives (deck, redeals) of the deal number k of the meeting, from 0; or ``decks`` is
    a list. ``first_dealer`` says who deals first if the rules have ``cut``; with ``cut_again``
    ``dealers`` says it for each match (those of matches not played may be missing). ``cuts`` is
    the number of rounds of the first cut. ``pairing`` (0, 1, 2) is wanted if pairs are drawn and
    ``players`` are then the named ones. ``match_begins`` is told the number of each match before
    its first deal: somebody who shuffles has to know which game's pack to take.
    """
    if len(players) != 4 or len(set(players)) != 4:
        raise ValueError(f"players: a meeting has four, got {list(players)!r}")
    check_policies(rules, policies)

    # Reading of TO-1: pairs are drawn at the meeting only if it is the whole tournament; with more
    # pairs they were drawn before it, and for the meeting they are given.
    drawn = rules["pairing"] == "drawn" and rules["pairs"] == 2
    if drawn != (pairing is not None) or (pairing is not None and pairing not in (0, 1, 2)):
        raise ValueError(
            f"pairing: {rules['pairing']} with {rules['pairs']} pairs, got {pairing!r}"
        )
    # Reading: the players of all columns are the places of TO-2, not the named players.
    order = (0, 1, 2, 3) if pairing is None else seats_of_pairing(pairing)
    seats = tuple(players[i] for i in order)

    given = rules["first_dealer"] != "cut"
    if given:
        if first_dealer not in (None, rules["first_dealer"]):
            raise ValueError(f"first_dealer: the rules say otherwise, got {first_dealer!r}")
        first_dealer = rules["first_dealer"]
    if rules["dealer_between_matches"] == "cut_again":
        if first_dealer is not None or dealers is None:
            raise ValueError("dealers: with cut_again one is wanted for each match")
        for dealer in dealers:
            check_dealer(dealer, "dealers")
        if not dealers:
            raise ValueError("dealers: match 1 has none")
    else:
        if dealers is not None:
            raise ValueError("dealers: only with cut_again")
        check_dealer(first_dealer, "first_dealer")
    if not _is_int(cuts) or cuts < 0 or (given and cuts):
        raise ValueError(f"cuts: {cuts!r} with first_dealer {rules['first_dealer']!r}")

    listed = None if callable(decks) else _Listed(decks)
    deals: list[MeetingDeal] = []
    matches: list[MeetingMatch] = []
    while meeting_winner(len(rules["matches"]), [match.winner for match in matches]) is None:
        match_no = len(matches) + 1
        last_dealer = deals[-1].dealer if deals else None
        dealer = dealer_of_match(rules, match_no, first_dealer, dealers, last_dealer)
        match_begins(match_no)
        match = _play_match(
            rules, match_no, dealer, len(deals), decks, listed, policies, meeting_id
        )
        matches.append(match)
        deals += match.deals
    row = _meeting_row(rules, matches, meeting_id, FIXED if pairing is None else pairing, cuts)
    return Meeting(row, matches, deals, seats)


def _play_match(
    rules: Rules,
    match_no: int,
    dealer: int,
    deals_before: int,
    decks: Any,
    listed: _Listed | None,
    policies: Policies,
    meeting_id: int,
) -> MeetingMatch:
    """TO-3, TO-5, TO-7, TO-9: the game's own match, from nothing, the first player given.

    TO-9 needs nothing here: a match of Tresette knows its first deal by itself (TR-9).
    """
    game = rules["matches"][match_no - 1][0]
    game_rules = match_rules(rules, match_no)

    def match_decks(index: int) -> tuple[Sequence[str], int]:
        if listed is not None:
            return listed.take(game, game_rules, match_no, index)
        deck, redeals = decks(deals_before + index)
        return deck, redeals

    played = GAMES[game].play_match(
        game_rules,
        match_decks,
        policies_by_player(policies, game),
        first_player=first_of_dealer(dealer),
        match_id=meeting_id,
        deal_id=lambda index: deals_before + index,
    )
    deals = []
    for index, deal in enumerate(played.deals):
        deals.append(
            MeetingDeal(
                game=game,
                meeting_id=meeting_id,
                match_no=match_no,
                number=deals_before + index,
                dealer=dealer,
                first=deal.row["first"],
                row=deal.row,
                deal=deal,
            )
        )
        # TO-7: what the game says is what the page of the meeting says.
        assert deal.row["first"] == first_of_dealer(dealer)
        dealer = next_dealer(dealer)
    return MeetingMatch(game, match_no, deals[0].dealer, played.row["winner"], played.row, deals)


def _meeting_row(
    rules: Rules, played: Sequence[MeetingMatch], meeting_id: int, pairing: int, cuts: int
) -> dict[str, Any]:
    """Section 6, in the page's order; a column of several matches stands for all k in a row."""
    n = len(rules["matches"])
    numbers = range(1, n + 1)
    games = {k: rules["matches"][k - 1][0] for k in numbers}
    tresette = [k for k in numbers if games[k] == "tresette"]
    briscola = [k for k in numbers if games[k] == "briscola"]
    by_number = {match.match_no: match for match in played}

    def value(k: int, name: str, missing: Any = 0) -> Any:
        """A column of the game's own row; what is missing if match k was not played."""
        return by_number[k].row[name] if k in by_number else missing

    winners = [match.winner for match in played]
    row: dict[str, Any] = {
        "meeting_id": meeting_id,
        "pairing": pairing,
        "first_dealer": played[0].first_dealer,
        "cuts": cuts,
    }
    for k in numbers:
        row[f"m{k}_winner"] = value(k, "winner", NOT_PLAYED)
    if n == 3:
        row["third_needed"] = winners[0] != winners[1]  # TO-4
    row["winner"] = meeting_winner(n, winners)
    for k in numbers:
        row[f"m{k}_deals"] = value(k, "deals")
    for k in tresette:
        row[f"m{k}_score_A"] = value(k, "score_A")
        row[f"m{k}_score_B"] = value(k, "score_B")
    for k in briscola:
        row[f"m{k}_won_A"] = value(k, "won_A")
        row[f"m{k}_won_B"] = value(k, "won_B")
    for k in briscola:
        row[f"m{k}_drawn"] = value(k, "drawn_deals")
    for k in tresette:
        row[f"m{k}_extra_deals"] = value(k, "extra_deals")
    # Reading: for the matches of the source only m1_accuso_decided is named (the third has no
    # accuso, so it would always be False); for other lists every Tresette match has the column.
    for k in [1] if is_source_list(rules) else tresette:
        row[f"m{k}_accuso_decided"] = value(k, "accuso_decided", False)
    for k in numbers:
        row[f"m{k}_first_dealer"] = by_number[k].first_dealer if k in by_number else NOBODY
    deals = [deal for match in played for deal in match.deals]
    row["deals"] = len(deals)
    # Reading: every decision that a policy took, choices of accuso too (section 9 says "40 * deals"
    # of mode auto only).
    row["decisions"] = sum(len(deal.deal.steps) for deal in deals)
    return row


# ------------------------------------------------------------------------------------------------
# The knock-out (TO-13)
# ------------------------------------------------------------------------------------------------


class Tie(NamedTuple):
    """One meeting of the knock-out."""

    round_no: int  # from 0
    pair_a: int  # the pair with the lower place
    pair_b: int
    winner: int  # the pair
    loser: int


@dataclass
class Knockout:
    """A finished knock-out: section 6, per tournament and per pair."""

    ties: list[Tie]
    rounds_won: list[int]  # by pair
    winner: int  # the pair
    row: dict[str, Any]
    pair_rows: list[dict[str, Any]]  # by pair


def draw_bracket(rng: random.Random, pairs: int) -> list[int]:
    """TO-13: the pairs at the places 0..pairs-1, uniformly random."""
    bracket = list(range(pairs))
    rng.shuffle(bracket)
    return bracket


def play_knockout(
    rules: Rules,
    bracket: Sequence[int],
    play_meeting_between: Callable[[int, int], int],
    *,
    tournament_id: int = 0,
    policies: Sequence[str] | None = None,
) -> Knockout:
    """TO-13: ``bracket`` holds the pair at each place; the function plays (A, B): 0 A wins, 1 B.

    ``policies`` are the names of the pairs' policies, by pair, for the rows only.
    """
    pairs = rules["pairs"]
    if sorted(bracket) != list(range(pairs)):
        raise ValueError(f"bracket: must hold the pairs 0..{pairs - 1} once, got {list(bracket)!r}")
    left = list(bracket)
    rounds_won = [0] * pairs
    ties: list[Tie] = []
    round_no = 0
    while len(left) > 1:
        winners = []
        for i in range(0, len(left), 2):
            # The winners stay in the order of their places, so the first of two is the lower.
            pair_a, pair_b = left[i], left[i + 1]
            result = play_meeting_between(pair_a, pair_b)
            if result not in (0, 1):
                raise ValueError(f"meeting: the winner is 0 (A) or 1 (B), got {result!r}")
            winner, loser = (pair_a, pair_b) if result == 0 else (pair_b, pair_a)
            ties.append(Tie(round_no, pair_a, pair_b, winner, loser))
            rounds_won[winner] += 1
            winners.append(winner)
        left = winners
        round_no += 1
    pair_rows = [
        {
            "tournament_id": tournament_id,
            "pair": pair,
            "rounds_won": rounds_won[pair],
            "policy": None if policies is None else policies[pair],
            "bracket_place": list(bracket).index(pair),
        }
        for pair in range(pairs)
    ]
    row = {"tournament_id": tournament_id, "pairs": pairs, "winner_pair": left[0]}
    return Knockout(ties, rounds_won, left[0], row, pair_rows)


# ------------------------------------------------------------------------------------------------
# Policies of a pair (section 7) and random settings
# ------------------------------------------------------------------------------------------------


def pair_policy(name: str, rng: random.Random | None = None) -> dict[str, Any]:
    """Section 7: one policy for each game. ``random`` and ``expert_dd`` need a generator."""
    if name in ("random", "expert_dd") and rng is None:
        raise ValueError(f"policy: {name} needs a generator")
    if name == "random":
        assert rng is not None
        return {"tresette": tr.random_policy(rng), "briscola": br.random_policy(rng)}
    if name == "expert_dd":
        assert rng is not None
        return {"tresette": tr.expert, "briscola": br.expert_dd(rng)}
    simple: dict[str, dict[str, Any]] = {
        "greedy": {"tresette": tr.greedy, "briscola": br.greedy},
        "expert": {"tresette": tr.expert, "briscola": br.expert},
        "specialist_t": {"tresette": tr.expert, "briscola": br.greedy},
        "specialist_b": {"tresette": tr.greedy, "briscola": br.expert},
        "first": {"tresette": tr.first, "briscola": br.first},
    }
    if name not in simple:
        raise ValueError(f"policy: unknown name {name!r}")
    return simple[name]


def shuffled_decks(
    rules: Rules, rng: random.Random
) -> tuple[Callable[[int], tuple[list[str], int]], Callable[[int], None]]:
    """Random ``decks`` for play_meeting and the ``match_begins`` that goes with them."""
    match_no = 1

    def match_begins(number: int) -> None:
        nonlocal match_no
        match_no = number

    def decks(number: int) -> tuple[list[str], int]:
        game = rules["matches"][match_no - 1][0]
        deck, redeals = GAMES[game].shuffle_deck(match_rules(rules, match_no), rng)
        return deck, redeals

    return decks, match_begins


def random_match(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A random game for four that cannot be drawn (TO-11), as (game, explicit parameters)."""
    game = rng.choice(("tresette", "briscola"))
    while True:
        given = GAMES[game].random_rules(rng)
        if given.get("players", 4) == 4 and given.get("match_fixed_deals", 0) == 0:
            return game, given


def random_rules(rng: random.Random) -> dict[str, Any]:
    """A random valid setting of one meeting: explicit parameters only, as for resolve_rules.

    ``pairs`` is left alone, since it means nothing within a meeting.
    """
    given: dict[str, Any] = {}
    if rng.random() < 0.9:
        n = rng.choice((1, 1, 3, 3, 3, 3, 5, 7, 9))
        given["matches"] = tuple(random_match(rng) for _ in range(n))
    if rng.random() < 0.4:
        given["pairing"] = rng.choice(_CHOICES["pairing"])
    if rng.random() < 0.5:
        given["cut_order"] = rng.choice(_CHOICES["cut_order"])
    if rng.random() < 0.6:
        given["dealer_between_matches"] = rng.choice(_CHOICES["dealer_between_matches"])
    if given.get("dealer_between_matches") != "cut_again" and rng.random() < 0.5:
        given["first_dealer"] = rng.choice(("cut", 0, 1, 2, 3))
    resolve_rules(**given)
    return given


def draw_dealers(rules: Rules, rng: random.Random) -> dict[str, Any]:
    """TO-6, TO-8: the cuts of a meeting as keyword arguments of play_meeting."""
    if rules["first_dealer"] != "cut":
        return {}
    cuts: Iterable[tuple[int, int]] = [
        cut_for_dealer(rng, rules["cut_order"]) for _ in rules["matches"]
    ]
    found, rounds = zip(*cuts, strict=True)
    if rules["dealer_between_matches"] == "cut_again":
        return {"dealers": list(found), "cuts": rounds[0]}
    return {"first_dealer": found[0], "cuts": rounds[0]}
