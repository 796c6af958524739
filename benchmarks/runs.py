"""What a run costs beside its kernel: Parquet, a second worker, memory, the way to the first row."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.policies import SEED, drain
from benchmarks.timing import interleave, ratio, stopwatch
from sim import Study, run
from sim.play import Arena

__all__ = ["measure_end_to_end", "measure_memory", "measure_start", "measure_workers"]

_STUDY = """\
game = "tombolon"
samples = 1
seed = 20101108
policies.seats = ["random"]
"""


@contextmanager
def _scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="smazzata-bench-") as folder:
        yield Path(folder)


def _study(policy: str, deals: int) -> Study:
    return Study.model_validate(
        {"game": "tombolon", "samples": deals, "seed": SEED, "policies": {"seats": (policy,)}}
    )


def measure_end_to_end(policy: str, deals: int, rounds: int) -> dict[str, Any]:
    """Time a run with one worker against its kernel: default preset, single deals.

    Parameters
    ----------
    policy
        Of all seats.
    deals
        Deals a round.
    rounds
        Rounds of one and the other.

    Returns
    -------
    dict
        ``policy``, ``deals``, medians ``kernel_deals_per_second`` and ``run_deals_per_second``, and
        ``speed``, the run's as a share of the kernel's.
    """
    study = _study(policy, deals)
    arena = Arena(study.game_object(), study.resolved_rules(), study.seated_policies(), SEED)
    with _scratch() as folder:
        names = count()
        times = interleave(
            {
                "kernel": partial(drain, arena, deals),
                "run": lambda: run(study, folder / str(next(names))),
            },
            rounds,
        )
    return {
        "policy": policy,
        "deals": deals,
        "kernel_deals_per_second": deals / median(times["kernel"]),
        "run_deals_per_second": deals / median(times["run"]),
        "speed": ratio(times, "kernel", "run"),
    }


def measure_workers(policy: str, deals: int, rounds: int) -> dict[str, Any]:
    """Time a run with two workers against one.

    Parameters
    ----------
    policy
        Of all seats.
    deals
        Deals a round.
    rounds
        Rounds of one and the other.

    Returns
    -------
    dict
        ``policy``, ``deals``, medians ``one_seconds`` and ``two_seconds``, and ``speedup``.
    """
    study = _study(policy, deals)
    with _scratch() as folder:
        names = count()
        times = interleave(
            {
                "one": lambda: run(study, folder / str(next(names)), workers=1),
                "two": lambda: run(study, folder / str(next(names)), workers=2),
            },
            rounds,
        )
    return {
        "policy": policy,
        "deals": deals,
        "one_seconds": median(times["one"]),
        "two_seconds": median(times["two"]),
        "speedup": ratio(times, "one", "two"),
    }


def _command(*arguments: str, **environment: str) -> str:
    """Run a command that must succeed; what it printed."""
    done = subprocess.run(
        arguments,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def measure_memory(small: int, large: int) -> dict[str, Any]:
    """Peak memory of the command at two sizes.

    Parameters
    ----------
    small, large
        Deals.

    Returns
    -------
    dict
        ``deals`` and ``peak_mib`` of each, and ``growth_mib``.
    """
    peaks = []
    for deals in (small, large):
        with _scratch() as folder:
            (folder / "study.toml").write_text(_STUDY)
            arguments = ("run", str(folder / "study.toml"), "--samples", str(deals), "--quiet")
            out = ("--out", str(folder / "run"))
            said = _command(sys.executable, "-m", "benchmarks.peak", *arguments, *out)
            peaks.append(int(said.split()[-1]) / 1024)
    return {"deals": [small, large], "peak_mib": peaks, "growth_mib": peaks[1] - peaks[0]}


def measure_start(rounds: int) -> dict[str, Any]:
    """Time the command ``smazzata run`` of one deal, first with nothing compiled, then again.

    Parameters
    ----------
    rounds
        Warm starts; there is one cold one.

    Returns
    -------
    dict
        ``cold_seconds``, and the median ``warm_seconds``: from the shell until the row is stored and
        the command is over.
    """
    command = str(Path(sys.executable).with_name("smazzata"))
    with _scratch() as folder:
        (folder / "study.toml").write_text(_STUDY)
        cache = str(folder / "cache")
        names = count()

        def start() -> None:
            out = str(folder / str(next(names)))
            study = str(folder / "study.toml")
            _command(command, "run", study, "--out", out, "--quiet", SMAZZATA_CACHE=cache)

        cold = stopwatch(start)
        warm = [stopwatch(start) for _ in range(rounds)]
    return {"cold_seconds": cold, "warm_seconds": median(warm)}
