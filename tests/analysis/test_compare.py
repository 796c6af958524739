"""Comparisons on the same cards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from rich.console import Console

from analysis.compare import compare, compare_study, render_comparison
from analysis.estimate import share
from sim.errors import InputError
from sim.run import run
from sim.store import Run
from sim.study import Study
from tests.analysis.conftest import Player


def column(run: Run, name: str) -> np.ndarray:
    return run.lazy().collect()[name].cast(pl.Int64).to_numpy()


@pytest.fixture(scope="module")
def variant(play: Player) -> Run:
    rules = {"preset": "rovigo4", "going_out": "off", "capture_priority": "fewest"}
    return play(rules=rules, chunk=333)  # not the chunks of deal_run


def test_paired_differences_by_hand(deal_run: Run, variant: Run) -> None:
    row = compare(deal_run, variant, ["deal_points_0"]).row(0, named=True)
    a, b = (column(run, "deal_points_0") for run in (deal_run, variant))
    d = b - a
    assert row["difference"] == pytest.approx(d.mean())
    assert row["se"] == pytest.approx(d.std(ddof=1) / np.sqrt(2000))
    assert row["correlation"] == pytest.approx(np.corrcoef(a, b)[0, 1])
    assert row["gain"] == pytest.approx((a.var() + b.var()) / d.var())
    assert (row["changed"], row["m"]) == ((d != 0).sum(), 2000)
    assert row["gain"] > 2


def test_a_run_does_not_differ_from_itself(deal_run: Run) -> None:
    frame = compare(deal_run, deal_run)
    told = frame.filter(pl.col("difference").is_not_null())
    assert len(told) > 50
    assert (told["difference"] == 0).all()
    assert (told["changed"] == 0).all()
    assert told["gain"].null_count() == len(told)
    Console(file=open("/dev/null", "w")).print(render_comparison(frame))  # noqa: SIM115


def test_few_changes_have_an_exact_interval(deal_run: Run, variant: Run) -> None:
    row = compare(deal_run, variant, ["tombolon"]).row(0, named=True)
    a, b = ((column(r, "tombolon_0") | column(r, "tombolon_1")) for r in (deal_run, variant))
    up, down = (share(int(k), 2000, confidence=0.975) for k in ((b > a).sum(), (a > b).sum()))
    assert (row["low"], row["high"]) == pytest.approx((up.low - down.high, up.high - down.low))
    assert row["low"] <= row["difference"] <= row["high"]


def test_matches_pair_as_blocks(match_run: Run, play: Player) -> None:
    other = play(unit="match", samples=300, chunk=100, rules={"preset": "rovigo4", "napoli": False})
    frame = compare(match_run, other, ["deal_points_0", "deals_per_match", "raddoppio"])
    parts = []
    for at in (match_run, other):
        blocks = (
            at.lazy()
            .group_by("match_id")
            .agg(x=pl.col("deal_points_0").cast(pl.Int64).sum(), y=pl.len().cast(pl.Int64))
        )
        b = blocks.sort("match_id").collect()
        x, y = b["x"].to_numpy(), b["y"].to_numpy()
        parts.append((x - x.sum() / y.sum() * y) / y.mean())
    push = parts[1] - parts[0]
    assert frame["se"][0] == pytest.approx(np.sqrt((push**2).sum() / 299 / 300))
    assert frame["m"].to_list() == [300, 300, 300]


def test_runs_on_other_cards_are_refused(deal_run: Run, match_run: Run, play: Player) -> None:
    for other, reason in (
        (match_run, "unit deal in .*, match in"),
        (play(seed=8), "seed 7 in .*, 8 in"),
        (play(samples=1999), "number of deals 2000 in .*, 1999 in"),
        (play(rules={"preset": "padova4"}), "a pack of 52 against one of 40"),
    ):
        with pytest.raises(InputError, match=f"not the same cards: {reason}"):
            compare(deal_run, other)


def test_a_study_and_its_variants(tmp_path: Path) -> None:
    study = Study(
        game="tombolon",
        samples=300,
        headline=("raddoppio", "points_scopa"),
        policies={"seats": ("greedy",)},  # type: ignore[arg-type]
        variants={"fewest": {"capture_priority": "fewest"}, "one": {"scopa_points": "one"}},
    )
    frame = compare_study(study, tmp_path, lambda one, folder: run(one, folder))
    assert frame["variant"].to_list() == ["fewest", "fewest", "one", "one"]
    assert frame["quantity"].to_list() == ["raddoppio", "points_scopa"] * 2
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["base", "fewest", "one"]
    assert frame["difference"][3] < 0


@pytest.mark.parametrize(
    ("variants", "reason"),
    [
        ({}, "the study has none"),
        ({"base": {"napoli": False}}, "choose another name"),
        ({"../x": {"napoli": False}}, "names a folder"),
        ({"padova": {"preset": "padova4"}}, "variants.padova: not the same cards"),
    ],
)
def test_bad_variants_are_refused_before_anything_is_played(
    tmp_path: Path, variants: dict[str, dict[str, object]], reason: str
) -> None:
    study = Study(game="tombolon", samples=10, variants=variants)
    with pytest.raises(InputError, match=reason):
        compare_study(study, tmp_path, lambda one, folder: run(one, folder))
    assert list(tmp_path.iterdir()) == []
