"""Speed and memory of the toolkit, as ratios measured in one run: ``python -m benchmarks.bench``.

Prints tables and keeps the figures as JSON; README.md beside this file says what each means.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from benchmarks.peers import measure_peers
from benchmarks.policies import measure_policies
from benchmarks.runs import (
    measure_end_to_end,
    measure_memory,
    measure_start,
    measure_workers,
)
from benchmarks.search import measure_search
from benchmarks.twin import measure_twin

RESULTS = Path(__file__).parent / "results" / "latest.json"
CHUNK = 65536
TWINS = {"tombolon": 0.9, "tresette": 0.95, "briscola": 0.95}
"""Games that have a twin, and the least share of its speed."""
PLAYOUTS = 300_000
"""Playouts a second that search should make at least."""

console = Console()


def describe_machine() -> dict[str, Any]:
    """Say what the figures were measured on.

    Returns
    -------
    dict
        Processors, the load before the first measurement, versions.
    """
    libraries = ("numba", "numpy", "polars")
    return {
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "load_before": os.getloadavg()[0],
        "python": platform.python_version(),
        **{name: version(name) for name in libraries},
    }


def show(title: str, head: tuple[str, ...], lines: list[tuple[str, ...]]) -> None:
    """Print a table: text to the left, figures to the right.

    Parameters
    ----------
    title
        Above it.
    head
        Of the columns.
    lines
        The cells.
    """
    console.print(title, style="bold", soft_wrap=True)
    table = Table(box=None, padding=(0, 2, 0, 0))
    for place, name in enumerate(head):
        figures = all(line[place][:1].isdigit() for line in lines)
        table.add_column(name, justify="right" if figures else "left", no_wrap=True)
    for line in lines:
        table.add_row(*line)
    console.print(table)
    console.print()


def verdict(value: str, met: bool, target: str) -> tuple[str, str]:
    """Set a figure beside its target.

    Parameters
    ----------
    value
        The figure.
    met
        Whether it meets the target.
    target
        In words.

    Returns
    -------
    tuple of str
        Figure and verdict.
    """
    return value, f"{target}: {'met' if met else 'missed'}"


def bench_policies(quick: bool) -> Any:
    """Deals and decisions a second by game and policy."""
    lines = measure_policies(*((0.1, 3) if quick else (0.5, 7)))
    show(
        "The kernel alone, by game and policy",
        ("game", "preset", "unit", "policy", "deals/s", "decisions/s"),
        [
            (
                line["game"],
                line["preset"],
                line["unit"],
                line["policy"],
                f"{line['deals_per_second']:,.0f}",
                f"{line['decisions_per_second']:,.0f}",
            )
            for line in lines
        ],
    )
    return lines


def bench_twin(quick: bool) -> Any:
    """The kernels against their twins in C."""
    found = [measure_twin(name, *((20_000, 5) if quick else (200_000, 15))) for name in TWINS]
    if skipped := [line for line in found if "skipped" in line]:
        console.print(f"The kernels against C: skipped, {skipped[0]['skipped']}\n")
        return found
    show(
        f"The kernels against C, {found[0]['deals']:,} deals at random, rows identical",
        ("game", "kernel deals/s", "C deals/s", "kernel/C", ""),
        [
            (
                line["game"],
                f"{line['kernel_deals_per_second']:,.0f}",
                f"{line['c_deals_per_second']:,.0f}",
                *verdict(
                    f"{line['speed']:.3f}",
                    line["speed"] >= TWINS[line["game"]],
                    f"at least {TWINS[line['game']]}",
                ),
            )
            for line in found
        ],
    )
    return found


def bench_peers(quick: bool) -> Any:
    """OpenSpiel's card games driven from Python, and ours driven by our loop."""
    found = measure_peers(*((0.1, 3) if quick else (0.5, 7)))
    if "skipped" in found:
        console.print(f"Others' card games: skipped, {found['skipped']}\n")
        return found
    show(
        "Random playouts: OpenSpiel driven from Python, ours by our loop",
        ("package", "game", "decisions/s"),
        [
            (line["package"], line["game"], f"{line['decisions_per_second']:,.0f}")
            for line in found["games"]
        ],
    )
    return found


def bench_search(quick: bool) -> Any:
    """Whole deals that the search policy plays on."""
    found = measure_search(*((10, 3) if quick else (100, 7)))
    rate = found["playouts_per_second"]
    show(
        "Search at Briscola, whole deals played on at random",
        ("playouts", "playouts/s", ""),
        [
            (
                f"{found['playouts']:,}",
                *verdict(f"{rate:,.0f}", rate >= PLAYOUTS, f"at least {PLAYOUTS:,}"),
            )
        ],
    )
    return found


def bench_end_to_end(quick: bool) -> Any:
    """A run with Parquet at one worker against its kernel."""
    chunks = {"random": 16, "greedy": 16, "expert": 4}
    lines = [
        measure_end_to_end(policy, *((CHUNK, 3) if quick else (n * CHUNK, 5)))
        for policy, n in chunks.items()
    ]
    show(
        "A run with Parquet, one worker, against its kernel",
        ("policy", "kernel deals/s", "run deals/s", "run/kernel", ""),
        [
            (
                line["policy"],
                f"{line['kernel_deals_per_second']:,.0f}",
                f"{line['run_deals_per_second']:,.0f}",
                *verdict(f"{line['speed']:.3f}", line["speed"] >= 0.85, "at least 0.85"),
            )
            for line in lines
        ],
    )
    return lines


def bench_workers(quick: bool) -> Any:
    """A run with two workers against one."""
    chunks = {"greedy": 32, "expert": 8}
    lines = [
        measure_workers(policy, *((2 * CHUNK, 3) if quick else (n * CHUNK, 5)))
        for policy, n in chunks.items()
    ]
    show(
        "A run with two workers against one",
        ("policy", "deals", "one", "two", "speed-up", ""),
        [
            (
                line["policy"],
                f"{line['deals']:,}",
                f"{line['one_seconds']:.2f} s",
                f"{line['two_seconds']:.2f} s",
                *verdict(f"{line['speedup']:.2f}", line["speedup"] >= 1.8, "at least 1.8"),
            )
            for line in lines
        ],
    )
    return lines


def bench_memory(quick: bool) -> Any:
    """Peak memory of a small and of a large run."""
    found = measure_memory(*((200_000, 1_000_000) if quick else (1_000_000, 20_000_000)))
    growth = found["growth_mib"]
    show(
        "Peak memory of the command",
        ("deals", "peak", "growth", ""),
        [
            (f"{found['deals'][0]:,}", f"{found['peak_mib'][0]:.0f} MiB", "", ""),
            (
                f"{found['deals'][1]:,}",
                f"{found['peak_mib'][1]:.0f} MiB",
                *verdict(f"{growth:.0f} MiB", growth < 100, "under 100 MiB"),
            ),
        ],
    )
    return found


def bench_start(quick: bool) -> Any:
    """Time from the shell to the first row, cold and warm."""
    found = measure_start(3 if quick else 7)
    show(
        "From the shell until one deal is played and stored",
        ("nothing compiled", "warm", ""),
        [
            (
                f"{found['cold_seconds']:.1f} s",
                *verdict(
                    f"{found['warm_seconds']:.2f} s", found["warm_seconds"] < 2, "under 2 s warm"
                ),
            )
        ],
    )
    return found


SECTIONS: dict[str, Callable[[bool], Any]] = {
    "policies": bench_policies,
    "twin": bench_twin,
    "peers": bench_peers,
    "search": bench_search,
    "end_to_end": bench_end_to_end,
    "workers": bench_workers,
    "memory": bench_memory,
    "start": bench_start,
}


def main(
    sections: Annotated[
        list[str] | None, typer.Argument(help=f"Of {', '.join(SECTIONS)}; all if none.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Smaller sizes, fewer rounds.")] = False,
    out: Annotated[Path, typer.Option(help="Where the figures go, as JSON.")] = RESULTS,
) -> None:
    """Measure, print, keep."""
    chosen = sections or list(SECTIONS)
    if strange := sorted(set(chosen) - set(SECTIONS)):
        raise typer.BadParameter(f"{strange[0]}: there are {', '.join(SECTIONS)}")
    figures: dict[str, Any] = {"quick": quick, "machine": describe_machine()}
    for name in chosen:
        figures[name] = SECTIONS[name](quick)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(figures, indent=2) + "\n")
    console.print(f"kept in {out}", soft_wrap=True)


if __name__ == "__main__":
    typer.run(main)
