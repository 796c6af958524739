"""The league: every pair of policies on the same cards: ``python -m benchmarks.league``.

A set is one deal played twice with the same cards: once with one policy at the seats of side 0 and once
at those of side 1. Luck of the cards and of first hand cancels out; sets are independent. The win share
is that of decided deals, its interval counts sets, and a figure meets its floor if the lower bound does.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from analysis.estimate import Estimate, mean, ratio
from sim import find_game
from sim.game import Game
from sim.play import Arena
from sim.policies.registry import find_policy

RESULTS = Path(__file__).parent / "results" / "league.json"
SEED = 18870101
CHUNK = 4096

console = Console()


class Division(NamedTuple):
    """What a game's policies are matched at."""

    preset: str
    points: str
    """Column of a side's points, without the side."""
    policies: dict[str, int]
    """Name to sets that it is worth waiting for; a pair plays the smaller number."""
    floors: dict[tuple[str, str], float]
    """Stronger and weaker policy to the least share of decided deals."""


DIVISIONS = {
    "tombolon": Division(
        "rovigo4",
        "deal_points",
        {"expert": 20_000, "greedy": 50_000, "random": 50_000},
        {},
    ),
    "tresette": Division(
        "classico_21",
        "card_points",
        {
            "pimc:worlds=40,rollout=expert,exact=5": 1_000,
            "expert_talk": 50_000,
            "expert": 50_000,
            "greedy": 50_000,
            "random": 50_000,
        },
        {
            ("greedy", "random"): 0.70,
            ("expert", "greedy"): 0.54,
            ("pimc:worlds=40,rollout=expert,exact=5", "expert"): 0.55,
        },
    ),
    "briscola": Division(
        "palazzo",
        "points",
        {
            "pimc:worlds=100,rollout=expert": 1_000,
            "expert_dd": 20_000,
            "expert": 50_000,
            "greedy": 50_000,
            "random": 50_000,
        },
        {
            ("greedy", "random"): 0.78,
            ("expert", "greedy"): 0.54,
            ("pimc:worlds=100,rollout=expert", "expert"): 0.55,
        },
    ),
}


class Result(NamedTuple):
    """How one policy fared against another."""

    one: str
    other: str
    sets: int
    wins: Estimate
    """Share of decided deals that `one` won."""
    margin: Estimate
    """Points a deal that `one` made more."""
    drawn: float


def play_points(
    game: Game, division: Division, seats: Sequence[str], first: int, count: int
) -> np.ndarray[Any, Any]:
    """What side 0 made more than side 1 in some deals.

    Parameters
    ----------
    game, division
        What is played.
    seats
        One policy a seat.
    first, count
        Numbers of the deals.

    Returns
    -------
    np.ndarray
        Shape (count,), integers.
    """
    policies = {name: find_policy(game, name) for name in seats}
    rules = game.preset(division.preset)
    arena = Arena(game, rules, [policies[name] for name in seats], SEED)
    rows = np.concatenate([played.deals for played in arena.play(first, count)])
    made = [rows[f"{division.points}_{side}"].astype(np.int64) for side in (0, 1)]
    return made[0] - made[1]


def match_up(
    game: Game, division: Division, one: str, other: str, sets: int, workers: int
) -> Result:
    """Play two policies against each other.

    Parameters
    ----------
    game, division
        What is played.
    one, other
        The policies.
    sets
        Sets of two deals.
    workers
        Threads.

    Returns
    -------
    Result
        Of `one`.
    """
    half = game.preset(division.preset).seats // 2
    chunk = max(1, min(CHUNK, -(-sets // (4 * workers))))

    def play(first: int) -> np.ndarray[Any, Any]:
        count = min(chunk, sets - first)
        there = play_points(game, division, [one, other] * half, first, count)
        back = play_points(game, division, [other, one] * half, first, count)
        return np.column_stack([there, -back])

    play_points(game, division, [one, other] * half, 0, 1)  # compile once, not in every thread
    with ThreadPoolExecutor(workers) as pool:
        lead = np.concatenate(list(pool.map(play, range(0, sets, chunk))))
    won, decided = (lead > 0).sum(axis=1), (lead != 0).sum(axis=1)
    pairs = ((won * won).sum(), (won * decided).sum(), (decided * decided).sum())
    sums = (won.sum(), decided.sum(), *pairs)
    margins = lead.mean(axis=1)
    return Result(
        one,
        other,
        sets,
        ratio(sets, *map(int, sums), of_hits=True),
        mean(sets, float(margins.sum()), float((margins**2).sum())),
        1 - decided.mean() / 2,
    )


def show(name: str, division: Division, results: Sequence[Result]) -> None:
    """Print one game's results.

    Parameters
    ----------
    name, division
        The game.
    results
        Its pairs.
    """
    console.print(f"{name}, preset {division.preset}, sets of two deals", style="bold")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for head in (
        "policy",
        "against",
        "sets",
        "won",
        "95 %",
        "points more",
        "95 %",
        "drawn",
        "floor",
    ):
        table.add_column(head, no_wrap=True, justify="left" if head[0] in "apf" else "right")
    for result in results:
        wins, margin = result.wins, result.margin
        floor = division.floors.get((result.one, result.other))
        verdict = ""
        if floor is not None:
            verdict = f"{floor:.0%}: {'met' if wins.low > floor else 'missed'}"
        table.add_row(
            result.one,
            result.other,
            f"{result.sets:,}",
            f"{wins.value:.2%}",
            f"{wins.low:.2%} to {wins.high:.2%}",
            f"{margin.value:+.3f}",
            f"{margin.low:+.3f} to {margin.high:+.3f}",
            f"{result.drawn:.2%}",
            verdict,
        )
    console.print(table)
    console.print()


def as_figures(result: Result) -> dict[str, Any]:
    """A result as plain figures.

    Parameters
    ----------
    result
        Of one pair.

    Returns
    -------
    dict
        For JSON.
    """
    return {
        "one": result.one,
        "other": result.other,
        "sets": result.sets,
        "win_share": [result.wins.value, result.wins.low, result.wins.high],
        "points_more": [result.margin.value, result.margin.low, result.margin.high],
        "drawn": result.drawn,
    }


def main(
    games: Annotated[
        list[str] | None, typer.Argument(help=f"Of {', '.join(DIVISIONS)}; all if none.")
    ] = None,
    scale: Annotated[float, typer.Option(help="Times as many sets.")] = 1.0,
    pair: Annotated[str, typer.Option(help='Only "one against other".')] = "",
    workers: Annotated[int, typer.Option(help="Threads.")] = os.cpu_count() or 1,
    out: Annotated[Path, typer.Option(help="Where the figures go, as JSON.")] = RESULTS,
) -> None:
    """Play the league, print it, keep it."""
    chosen = games or list(DIVISIONS)
    if strange := sorted(set(chosen) - set(DIVISIONS)):
        raise typer.BadParameter(f"{strange[0]}: there are {', '.join(DIVISIONS)}")
    figures: dict[str, Any] = {"seed": SEED}
    for name in chosen:
        division = DIVISIONS[name]
        pairs = list(combinations(division.policies, 2))
        sets = division.policies
        if pair:
            one, _, other = pair.partition(" against ")
            pairs = [(one, other)]
            sets = {policy: sets.get(policy, 2_000) for policy in (one, other)}
        results = [
            match_up(
                find_game(name),
                division,
                one,
                other,
                max(2, round(scale * min(sets[one], sets[other]))),
                workers,
            )
            for one, other in pairs
        ]
        show(name, division, results)
        figures[name] = [as_figures(result) for result in results]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(figures, indent=2) + "\n")
    console.print(f"kept in {out}", soft_wrap=True)


if __name__ == "__main__":
    typer.run(main)
