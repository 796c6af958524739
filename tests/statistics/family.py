"""A family of z-scores with one false-alarm rate for all of it.

With m oracles the threshold is Phi^-1(1 - alpha / 2m), alpha = 1e-6 a run; seeds are fixed, so that a
pass stays a pass.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import numpy as np

ALPHA = 1e-6


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

    def check(self) -> None:
        """Fail if the greatest deviation is beyond the family's threshold."""
        threshold = NormalDist().inv_cdf(1 - ALPHA / (2 * len(self.scores)))
        worst = max(self.scores, key=lambda name: abs(self.scores[name]))
        assert abs(self.scores[worst]) < threshold, (worst, self.scores[worst], threshold)
