"""How things are timed here: turn and turn about, medians, ratios of neighbours.

A machine that others use is slow now and fast then. Rivals are therefore timed A B A B ..., and a ratio
is the median of the ratios within each round, not the ratio of two medians taken at two times. Kernels,
which are one thread that waits for nothing, are timed by the processor's clock: whoever else wants the
core does not count. Whole runs are timed by the clock on the wall.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from statistics import median

__all__ = ["PROCESSOR", "WALL", "fit", "interleave", "ratio", "stopwatch"]

Times = dict[str, list[float]]


Clock = Callable[[], float]
WALL: Clock = time.perf_counter
PROCESSOR: Clock = time.thread_time


def stopwatch(task: Callable[[], object], clock: Clock = WALL) -> float:
    """Time one call.

    Parameters
    ----------
    task
        What to call.
    clock
        By which clock.

    Returns
    -------
    float
        Seconds.
    """
    begun = clock()
    task()
    return clock() - begun


def interleave(
    tasks: Mapping[str, Callable[[], object]], rounds: int, clock: Clock = WALL
) -> Times:
    """Time some tasks in turn, after one round that does not count.

    Parameters
    ----------
    tasks
        Name to task.
    rounds
        How often each is timed, at least 1.
    clock
        By which clock.

    Returns
    -------
    dict
        Name to seconds, one a round.
    """
    times: Times = {name: [] for name in tasks}
    for counted in range(rounds + 1):
        for name, task in tasks.items():
            seconds = stopwatch(task, clock)
            if counted:
                times[name].append(seconds)
    return times


def ratio(times: Times, over: str, under: str) -> float:
    """Median over the rounds of one task's time over another's.

    Parameters
    ----------
    times
        From `interleave`.
    over, under
        Names of two tasks.

    Returns
    -------
    float
        More than 1 where `under` is the faster.
    """
    return median(a / b for a, b in zip(times[over], times[under], strict=True))


def fit(task: Callable[[int], object], seconds: float) -> int:
    """Find out how much work fills a time.

    Parameters
    ----------
    task
        Called with an amount of work.
    seconds
        Of the processor.

    Returns
    -------
    int
        The amount, at least 1.
    """
    amount = 1
    while (spent := stopwatch(partial(task, amount), PROCESSOR)) < seconds / 8:
        amount *= 4
    return max(1, round(amount * seconds / spent))
