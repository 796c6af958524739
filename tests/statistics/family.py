"""A family of z-scores with one false-alarm rate for all of it.

With m oracles the threshold is Phi^-1(1 - alpha / 2m), alpha = 1e-6 a run; seeds are fixed, so that a
pass stays a pass.
"""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import numpy as np

ALPHA = 1e-6


def catalogue(game: str) -> dict[str, float]:
    """The exact odds of a game, by name without the game's."""
    odds = json.loads(Path(__file__).with_name("exact_odds.json").read_text())["odds"]
    return {
        entry["name"].removeprefix(f"{game}_"): int(entry["numerator"]) / int(entry["denominator"])
        for entry in odds
        if entry["game"] == game
    }


class Family:
    """Collects z-scores and judges them together."""

    def __init__(self) -> None:
        self.scores: dict[str, float] = {}

    def share(self, name: str, hits: int, n: int, p: float) -> None:
        """A proportion with a known probability; rare ones by the exact binomial tail."""
        if n * min(p, 1 - p) < 30:
            from scipy.stats import binom

            tail = min(binom.cdf(hits, n, p), binom.sf(hits - 1, n, p))
            self.scores[name] = NormalDist().inv_cdf(max(1e-300, min(0.5, tail)))
            return
        self.scores[name] = (hits - n * p) / sqrt(n * p * (1 - p))

    def mean(self, name: str, values: np.ndarray, mu: float, error: float = 0.0) -> None:
        """A mean against a known value that itself has a standard error."""
        values = np.asarray(values, dtype=float)
        se = sqrt(values.var() / len(values) + error**2)
        gap = values.mean() - mu
        self.scores[name] = gap / se if se > 0 else (0.0 if abs(gap) < 1e-12 else float("inf"))

    def rounded(self, name: str, values: np.ndarray, mu: float, error: float, step: float) -> None:
        """A mean against one that was measured, with its standard error, and rounded to a step."""
        self.mean(name, values, mu, sqrt(error**2 + step**2 / 12))

    def check(self) -> None:
        """Fail if the greatest deviation is beyond the family's threshold."""
        threshold = NormalDist().inv_cdf(1 - ALPHA / (2 * len(self.scores)))
        worst = max(self.scores, key=lambda name: abs(self.scores[name]))
        assert abs(self.scores[worst]) < threshold, (worst, self.scores[worst], threshold)


class Odds(Family):
    """A family over known values, which remembers which of them it has tested."""

    def __init__(self, known: dict[str, float]) -> None:
        super().__init__()
        self.known = known
        self.used: set[str] = set()

    def share_of(self, name: str, hits: np.ndarray, label: str = "") -> None:
        assert f"{name} {label}" not in self.scores
        self.used.add(name)
        self.share(f"{name} {label}", int(np.sum(hits != 0)), len(hits), self.known[name])

    def mean_of(self, name: str, values: np.ndarray, label: str = "") -> None:
        self.used.add(name)
        self.mean(f"{name} {label}", values, self.known[name])

    def seats(self, name: str, hits: np.ndarray, label: str = "") -> None:
        """A share that every seat has; hits by deal and seat."""
        for seat in range(hits.shape[1]):
            self.share_of(name, hits[:, seat], f"{label} seat {seat}")

    def means(self, name: str, values: np.ndarray) -> None:
        """A mean that every seat has."""
        for seat in range(values.shape[1]):
            self.mean_of(name, values[:, seat], f"seat {seat}")

    def check(self) -> None:
        """Fail also if a known value has not been tested."""
        assert self.used == set(self.known)
        super().check()
