"""Estimates: a value never comes without its interval, and without what it was counted from.

Every function works from counts or sums, integers where the sample is of integers, so an estimate does
not depend on the order in which the sample was read. Three kinds: shares of independent trials, means
of independent values, and ratios of sums over independent blocks (matches), whose rows are not
independent.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf, isfinite, log10, sqrt
from statistics import NormalDist

from sim.errors import InputError

__all__ = ["FEW", "Estimate", "decimals", "mean", "ratio", "share"]

FEW = 30
"""Below so many hits (or misses) the Wilson interval is not to be trusted at rare events."""


@dataclass(frozen=True)
class Estimate:
    """A value with its interval.

    Attributes
    ----------
    value
        The estimate.
    low, high
        Ends of its interval.
    n
        Rows counted.
    k
        Rows with the property, for a share; else None.
    se
        Standard error; infinite where one sample cannot tell.
    kind
        ``"share"``, ``"mean"`` or ``"ratio"``.
    confidence
        Coverage of the interval.
    blocks
        Independent blocks that the rows came in; None if the rows themselves are independent.
    """

    value: float
    low: float
    high: float
    n: int
    k: int | None
    se: float
    kind: str
    confidence: float
    blocks: int | None = None

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        """``0.1367 [0.1360, 0.1374]  k=136,700 n=1,000,000``."""
        digits = decimals(self.half_width)
        value, low, high = (f"{x:.{digits}f}" for x in (self.value, self.low, self.high))
        counts = [f"k={self.k:,}"] if self.k is not None else []
        counts.append(f"n={self.n:,}")
        if self.blocks is not None:
            counts.append(f"m={self.blocks:,}")
        return f"{value} [{low}, {high}]  {' '.join(counts)}"


def decimals(half_width: float) -> int:
    """Decimals that are worth writing: to the first digit of the half-width, the second if that is 1.

    Parameters
    ----------
    half_width
        Of the interval; 0 or infinite gives 4.

    Returns
    -------
    int
        0 to 12.
    """
    if not isfinite(half_width) or half_width <= 0:
        return 4
    power = floor(log10(half_width))
    if round(half_width / 10.0**power, 1) < 2:
        power -= 1
    return min(max(0, -power), 12)


def share(k: int, n: int, *, confidence: float = 0.95) -> Estimate:
    """Share of independent trials with a property.

    Wilson's score interval; Clopper-Pearson's where hits or misses are fewer than `FEW`, since a score
    interval covers too little at rare events (0.91 instead of 0.95 at half an expected hit).

    Parameters
    ----------
    k
        Trials with the property, 0 to `n`.
    n
        Trials, at least 1.
    confidence
        Coverage, strictly between 0 and 1.

    Returns
    -------
    Estimate
        In 0 to 1.

    Raises
    ------
    InputError
        If there is no trial, or `k` is not 0 to `n`.
    """
    _check(n, confidence)
    if not 0 <= k <= n:
        raise InputError(f"a share needs 0 <= k <= n, got k={k} and n={n}")
    low, high = _share_interval(k, n, min(k, n - k) < FEW, confidence)
    value = k / n
    return Estimate(value, low, high, n, k, sqrt(value * (1 - value) / n), "share", confidence)


def mean(n: int, total: float, squares: float, *, confidence: float = 0.95) -> Estimate:
    """Mean of independent values, with Student's interval.

    Parameters
    ----------
    n
        Values, at least 1; the interval of a single one is the whole line.
    total, squares
        Sum of the values and of their squares; exact if both are integers.
    confidence
        Coverage, strictly between 0 and 1.

    Returns
    -------
    Estimate
        In the unit of the values.

    Raises
    ------
    InputError
        If there is no value.
    """
    _check(n, confidence)
    variance = max(n * squares - total * total, 0) / (n * (n - 1)) if n > 1 else inf
    return _around(total / n, sqrt(variance / n), n, n - 1, "mean", confidence)


def ratio(
    m: int,
    sx: float,
    sy: float,
    sxx: float,
    sxy: float,
    syy: float,
    *,
    n: int | None = None,
    of_hits: bool = False,
    confidence: float = 0.95,
) -> Estimate:
    """Ratio of two sums over independent blocks, by the delta method.

    A quantity of deals in a study of matches is one: sum over the deals of a match, divided by their
    number, where the match is the block. So is a mean given a condition, and points per decision.

    Where the ratio is a share, its interval is that of `share` for the effective number of trials
    (as Korn and Graubard do for clustered surveys): n divided by the inflation of the variance. With
    fewer hits (or misses) than `FEW` the inflation is taken as at least 1.

    Parameters
    ----------
    m
        Blocks, at least 1.
    sx, sy
        Sums of numerator and denominator over the blocks; `sy` must not be 0.
    sxx, sxy, syy
        Sums over the blocks of their squares and product; exact if all are integers.
    n
        Rows counted; `sy` if None.
    of_hits
        Numerator and denominator count rows: the ratio is a share.
    confidence
        Coverage, strictly between 0 and 1.

    Returns
    -------
    Estimate
        With `blocks` = `m`.

    Raises
    ------
    InputError
        If there is no block, or the denominator is 0.
    """
    rows = int(sy) if n is None else n
    _check(m, confidence)
    if sy == 0:
        raise InputError("a ratio needs a denominator that is not 0")
    # sum of (x - R y)^2, times sy^2 so that integers stay exact; its mean is 0 by construction
    residual = max(sxx * sy * sy - 2 * sx * sy * sxy + sx * sx * syy, 0)
    se = sqrt(m / (m - 1) * (residual / sy**4)) if m > 1 else inf
    value = sx / sy
    if not of_hits:
        return _around(value, se, rows, m - 1, "ratio", confidence, m)
    hits = int(sx)
    few = min(hits, rows - hits) < FEW
    effective = float(rows)
    if 0 < hits < rows and isfinite(se) and se > 0:
        effective = value * (1 - value) / se**2
        if few:
            effective = min(effective, rows)
    low, high = _share_interval(value * effective, effective, few, confidence)
    return Estimate(value, low, high, rows, hits, se, "share", confidence, m)


def _check(n: int, confidence: float) -> None:
    if n < 1:
        raise InputError("nothing can be estimated from 0 samples")
    if not 0 < confidence < 1:
        raise InputError(f"confidence: must be between 0 and 1, got {confidence}")


def _around(
    value: float,
    se: float,
    n: int,
    free: int,
    kind: str,
    confidence: float,
    blocks: int | None = None,
) -> Estimate:
    if free < 1:
        return Estimate(value, -inf, inf, n, None, inf, kind, confidence, blocks)
    from scipy.special import stdtrit

    reach = float(stdtrit(free, (1 + confidence) / 2)) * se
    return Estimate(value, value - reach, value + reach, n, None, se, kind, confidence, blocks)


def _share_interval(k: float, n: float, few: bool, confidence: float) -> tuple[float, float]:
    """Wilson's interval, or Clopper-Pearson's at few hits or misses; counts may be fractions."""
    if few:
        from scipy.special import betaincinv

        tail = (1 - confidence) / 2
        low = float(betaincinv(k, n - k + 1, tail)) if k > 0 else 0.0
        high = float(betaincinv(k + 1, n - k, 1 - tail)) if k < n else 1.0
        return low, high
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    centre = (k + z * z / 2) / (n + z * z)
    reach = z / (n + z * z) * sqrt(k * (n - k) / n + z * z / 4)
    return max(0.0, centre - reach), min(1.0, centre + reach)
