"""Intervals against textbook formulas and known coverage."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt

import numpy as np
import pytest
from scipy.stats import binom, binomtest, t

from analysis.estimate import FEW, Estimate, decimals, mean, ratio, share
from sim.errors import InputError

Z = 1.959963984540054


@pytest.mark.parametrize(("k", "n"), [(30, 100), (136_700, 1_000_000), (970, 1000)])
def test_many_hits_have_wilsons_interval(k: int, n: int) -> None:
    p, at = k / n, share(k, n)
    centre = (p + Z**2 / (2 * n)) / (1 + Z**2 / n)
    reach = Z / (1 + Z**2 / n) * sqrt(p * (1 - p) / n + Z**2 / (4 * n**2))
    assert (at.low, at.high) == pytest.approx((centre - reach, centre + reach), rel=1e-12)
    assert (at.value, at.k, at.n, at.kind) == (p, k, n, "share")


@pytest.mark.parametrize(
    ("k", "n"), [(0, 10), (1, 10), (29, 10**6), (10, 10), (999_990, 10**6), (0, 10**6)]
)
def test_few_hits_or_misses_have_clopper_pearsons(k: int, n: int) -> None:
    at = share(k, n, confidence=0.9)
    exact = binomtest(k, n).proportion_ci(0.9, "exact")
    assert (at.low, at.high) == pytest.approx((exact.low, exact.high), rel=1e-9)


def test_no_hit_and_no_miss() -> None:
    none, all_ = share(0, 1000), share(1000, 1000)
    assert none.low == 0
    assert none.high == pytest.approx(1 - 0.025 ** (1 / 1000))  # 3.69 / n
    assert (all_.low, all_.high) == pytest.approx((1 - none.high, 1))


@pytest.mark.parametrize(
    ("expected", "coverage"), [(0.5, 0.986), (1, 0.981), (5, 0.980), (10, 0.975), (100, 0.949)]
)
def test_coverage_at_rare_events(expected: float, coverage: float) -> None:
    n = 10**6
    hits = range(int(expected + 12 * sqrt(expected) + 10))
    p = expected / n
    covered = sum(binom.pmf(k, n, p) for k in hits if (at := share(k, n)).low <= p <= at.high)
    assert covered == pytest.approx(coverage, abs=0.002)


def test_mean_has_students_interval() -> None:
    values = np.random.default_rng(1).integers(-5, 40, 50)
    at = mean(50, int(values.sum()), int((values**2).sum()))
    reach = t.ppf(0.975, 49) * values.std(ddof=1) / sqrt(50)
    assert at.value == pytest.approx(values.mean())
    assert at.half_width == pytest.approx(reach, rel=1e-12)


def test_mean_of_large_integers_does_not_cancel() -> None:
    big = 10**12
    at = mean(3, 3 * big + 3, sum((big + i) ** 2 for i in range(3)))
    assert at.se == pytest.approx(sqrt(1 / 3), rel=1e-12)


def test_one_sample_tells_no_width() -> None:
    at = mean(1, 5, 25)
    assert (at.low, at.high, at.se) == (-inf, inf, inf)


@pytest.mark.parametrize(
    ("estimate", "sums"), [(share, (0, 0)), (mean, (0, 0, 0)), (ratio, (0, 0, 1, 0, 0, 1))]
)
def test_no_sample_is_refused(estimate: Callable[..., Estimate], sums: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="0 samples"):
        estimate(*sums)


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(InputError, match="k=5 and n=4"):
        share(5, 4)
    with pytest.raises(InputError, match="confidence"):
        share(1, 4, confidence=95)
    with pytest.raises(InputError, match="denominator"):
        ratio(3, 1, 0, 1, 0, 0)


def sums(x: np.ndarray, y: np.ndarray) -> tuple[int, ...]:
    return (len(x), *(int(v.sum()) for v in (x, y, x * x, x * y, y * y)))


def test_ratio_is_the_delta_method_and_near_the_jackknife() -> None:
    rng = np.random.default_rng(2)
    y = rng.integers(1, 9, 400)
    x = rng.poisson(3 * y)
    at = ratio(*sums(x, y))
    r = x.sum() / y.sum()
    delta = sqrt(((x - r * y) ** 2).sum() / 399 / 400) / y.mean()
    left_out = (x.sum() - x) / (y.sum() - y)
    jackknife = sqrt(399 / 400 * ((left_out - left_out.mean()) ** 2).sum())
    assert at.value == pytest.approx(r)
    assert at.se == pytest.approx(delta, rel=1e-12)
    assert at.se == pytest.approx(jackknife, rel=0.02)
    assert at.blocks == 400


def test_ratio_over_single_rows_is_the_mean() -> None:
    x = np.random.default_rng(3).integers(0, 30, 200)
    plain = mean(200, int(x.sum()), int((x * x).sum()))
    blocks = ratio(*sums(x, np.ones_like(x)))
    assert (blocks.value, blocks.low) == pytest.approx((plain.value, plain.low), rel=1e-12)


def test_share_over_blocks_covers_where_the_plain_one_does_not() -> None:
    rng = np.random.default_rng(4)
    covered = {"blocks": 0, "rows": 0}
    for _ in range(400):
        size = rng.integers(1, 10, 150)
        hits = rng.binomial(size, rng.beta(0.4, 1.6, 150))  # deals of a match are alike
        blocks = ratio(*sums(hits, size), of_hits=True)
        rows = share(int(hits.sum()), int(size.sum()))
        assert (blocks.value, blocks.k, blocks.n) == (rows.value, rows.k, rows.n)
        covered["blocks"] += blocks.low <= 0.2 <= blocks.high
        covered["rows"] += rows.low <= 0.2 <= rows.high
    assert 0.92 <= covered["blocks"] / 400 <= 0.98
    assert covered["rows"] / 400 < 0.85


def test_share_over_blocks_without_hits_has_a_width() -> None:
    at = ratio(100, 0, 400, 0, 0, 1700, of_hits=True)
    assert (at.low, at.high) == (0, share(0, 400).high)


def test_few_hits_never_narrow_the_interval_of_a_share() -> None:
    hits = np.repeat([1, 0], [FEW - 1, 500])
    at, plain = ratio(*sums(hits, np.full(529, 2)), of_hits=True), share(FEW - 1, 1058)
    assert at.low <= plain.low
    assert at.high >= plain.high


@pytest.mark.parametrize(
    ("half_width", "digits"),
    [
        (0.0007, 4),
        (0.0014, 4),
        (0.00196, 3),
        (0.02, 2),
        (0.3, 1),
        (3, 0),
        (14, 0),
        (0, 4),
        (inf, 4),
    ],
)
def test_digits_that_are_worth_writing(half_width: float, digits: int) -> None:
    assert decimals(half_width) == digits


def test_estimates_say_what_they_were_counted_from() -> None:
    assert str(share(136_700, 10**6)) == "0.1367 [0.1360, 0.1374]  k=136,700 n=1,000,000"
    at = Estimate(8.961, 8.94, 8.98, 50, None, 0.01, "ratio", 0.95, 9)
    assert str(at) == "8.96 [8.94, 8.98]  n=50 m=9"
