"""Odds: counted part by part, split, over blocks, watched while a run is played."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from rich.console import Console

from analysis.estimate import mean, share
from analysis.odds import Headline, align, distribution, odds, render, spread
from sim.errors import InputError
from sim.run import run
from sim.store import Run
from sim.study import Study
from tests.analysis.conftest import Player


def test_shares_and_means_are_those_of_the_rows(deal_run: Run) -> None:
    rows = deal_run.lazy().collect()
    points = rows["deal_points_0"].cast(pl.Int64)
    found = odds(deal_run, ["carte_tie", "deal_points_0"], confidence=0.9)
    ties = share(rows["carte_tie"].sum(), 2000, confidence=0.9)
    made = mean(2000, points.sum(), (points * points).sum(), confidence=0.9)
    for row, at in zip(found.iter_rows(named=True), (ties, made), strict=True):
        got = [row[name] for name in ("value", "low", "high", "se", "k", "n")]
        assert got == [at.value, at.low, at.high, at.se, at.k, at.n]
        assert row["m"] is None


def test_chunks_change_nothing(deal_run: Run, play: Player) -> None:
    study = deal_run.study
    whole = play(**{**study.model_dump(exclude_unset=True), "chunk": 2000})
    assert odds(whole).equals(odds(deal_run))


def test_matches_are_the_blocks_of_their_deals(match_run: Run) -> None:
    blocks = (
        match_run.lazy()
        .group_by("match_id")
        .agg(x=pl.col("deal_points_1").cast(pl.Int64).sum(), y=pl.len().cast(pl.Int64))
        .collect()
    )
    x, y = blocks["x"].to_numpy(), blocks["y"].to_numpy()
    r = x.sum() / y.sum()
    se = sqrt(((x - r * y) ** 2).sum() / 299 / 300) / y.mean()
    row = odds(match_run, ["deal_points_1"]).row(0, named=True)
    assert (row["value"], row["se"]) == pytest.approx((r, se))
    assert (row["n"], row["m"]) == (y.sum(), 300)


def test_a_split_adds_up(deal_run: Run) -> None:
    names = ["raddoppio", "last_card_captures"]
    whole, parts = odds(deal_run, names), odds(deal_run, names, by="carte_tie, spade_tie")
    assert parts.columns[1:3] == ["carte_tie", "spade_tie"]
    assert len(parts) == 8
    sums = parts.group_by("quantity", maintain_order=True).agg(pl.col("k", "n").sum())
    assert sums.select("k", "n").equals(whole.select("k", "n"))


def test_a_split_shows_labels(match_run: Run) -> None:
    found = odds(match_run, ["deal_points_0"], by="ended_by")
    assert set(found["ended_by"]) <= {"complete", "going out", "tombolon"}
    rows = match_run.lazy().filter(pl.col("ended_by") == 1).collect()
    assert found.filter(pl.col("ended_by") == "going out")["n"].item() == len(rows)


def test_matches_split_by_their_columns_only(match_run: Run) -> None:
    found = odds(match_run, by="won_by")
    assert {"deals_per_match", "raddoppio"} <= set(found["quantity"])
    found = odds(match_run, by="carte_tie")
    assert "deals_per_match" not in found["quantity"]
    with pytest.raises(InputError, match=r"deals_per_match is of matches.*'carte_tie'"):
        odds(match_run, ["deals_per_match"], by="carte_tie")


def test_match_columns_beside_those_of_their_deals(play: Player) -> None:
    at = play(unit="match", samples=60, quantities={"shuffles": "n_redeals"})
    assert odds(at, ["shuffles"])["n"].item() == 60
    won = odds(at, ["match_won_0"], by="start_score_0")
    assert won["n"].sum() == len(at.lazy().collect())


def test_what_never_happened_has_no_value(deal_run: Run) -> None:
    row = odds(deal_run, ["leftovers"], by="ended_by").row(0, named=True)
    assert row["n"] == 2000
    never = deal_run.study.model_copy(
        update={"quantities": {"gap": "CASE WHEN plays > 99 THEN 1 END"}}
    )
    opened = Run(deal_run.path, {**deal_run.manifest, "study": never.identity()})
    row = odds(opened, ["gap"]).row(0, named=True)
    assert (row["value"], row["low"], row["n"]) == (None, None, 0)
    Console(width=100).print(render(odds(opened, ["gap"])))


def test_infinite_values_are_refused(deal_run: Run) -> None:
    study = deal_run.study.model_copy(update={"quantities": {"odd": "plays / (deal_points_0 * 0)"}})
    opened = Run(deal_run.path, {**deal_run.manifest, "study": study.identity()})
    with pytest.raises(InputError, match="odd is not a finite number"):
        odds(opened, ["odd"])


def test_unknown_names_are_refused(deal_run: Run) -> None:
    with pytest.raises(InputError, match="did you mean 'raddoppio'"):
        odds(deal_run, ["radoppio"])
    with pytest.raises(InputError, match="column to split by"):
        odds(deal_run, ["raddoppio"], by="carte_ties")


def test_distributions_are_value_counts(deal_run: Run, match_run: Run) -> None:
    found = distribution(deal_run, "deal_points_0")
    counts = deal_run.lazy().collect()["deal_points_0"].value_counts().sort("deal_points_0")
    assert found["k"].to_list() == counts["count"].to_list()
    assert found["share"].sum() == pytest.approx(1)
    assert found["low"][3] == share(found["k"][3], 2000).low
    blocks = distribution(match_run, "table_max")
    assert blocks["share"].sum() == pytest.approx(1)
    assert blocks["k"].sum() == len(match_run.lazy().collect())
    tied = odds(match_run, ["spade_tie"]).row(0, named=True)
    shares = distribution(Run(match_run.path, match_run.manifest), "n_deals")
    assert shares["n"][0] == 300
    assert tied["m"] == 300
    with pytest.raises(InputError, match="whole numbers"):
        distribution(deal_run, "raddoppio")


def test_distribution_over_blocks_agrees_with_the_share(play: Player) -> None:
    at = play(unit="match", samples=80, quantities={"five": "table_max = 5"})
    one = odds(at, ["five"]).row(0, named=True)
    row = distribution(at, "table_max").filter(pl.col("value") == 5).row(0, named=True)
    assert [row[c] for c in ("share", "low", "high", "k")] == pytest.approx(
        [one[c] for c in ("value", "low", "high", "k")]
    )


def test_headline_of_a_run_being_played(deal_run: Run) -> None:
    study = deal_run.study.model_copy(
        update={"headline": ("raddoppio", "deal_points_0", "points_deck")}
    )
    watching = Headline(study)
    assert watching.headline() == ""
    for part in deal_run.frames():
        watching.see({"deals": part})
    row = odds(deal_run, ["raddoppio"]).row(0, named=True)
    value, width = spread(row["value"], row["low"], row["high"])
    first, _, last = watching.headline().split(" · ")
    assert first == f"raddoppio {value} {width}"
    assert last == "points_deck 6 all equal"
    assert watching.enough() is None


def test_a_run_stops_at_its_precision(tmp_path: Path) -> None:
    study = Study(
        game="tombolon",
        samples=20_000,
        seed=5,
        chunk=500,
        precision={"quantity": "napoli", "half_width": 0.02},  # type: ignore[arg-type]
    )
    done = run(study, tmp_path / "run", observers=[Headline(study)])
    row = odds(done, ["napoli"]).row(0, named=True)
    assert 0.015 < (row["high"] - row["low"]) / 2 <= 0.02
    assert done.complete
    assert done.numbers < 20_000
    assert done.manifest["stopped"].startswith("napoli is known to ±0.0")
    assert f"{done.numbers:,} deals" in done.manifest["stopped"]


def test_precision_waits_for_thirty_hits() -> None:
    study = Study(
        game="tombolon",
        samples=1000,
        seed=5,
        precision={"quantity": "tombolon", "half_width": 0.5},  # type: ignore[arg-type]
    )
    from sim.play import Arena

    arena = Arena(study.game_object(), study.resolved_rules(), study.seated_policies(), 5)
    from sim.columns import to_frame

    rows = np.concatenate([part.deals for part in arena.play(0, 1000)])
    watching = Headline(study)
    watching.see({"deals": to_frame(rows, study.columns("deals"), study.resolved_rules())})
    assert rows["tombolon_0"].sum() + rows["tombolon_1"].sum() < 30
    assert watching.enough() is None


@pytest.mark.parametrize("key", ["headline", "precision"])
def test_unknown_headlines_are_refused_before_anything_is_played(key: str) -> None:
    value = {"headline": ("nothing",), "precision": {"quantity": "nothing", "half_width": 1}}[key]
    study = Study(**{"game": "tombolon", "samples": 1, key: value})  # type: ignore[arg-type]
    with pytest.raises(InputError, match=f"^{key}.*no quantity called 'nothing'"):
        Headline(study)


def test_tables_align_their_points(deal_run: Run) -> None:
    assert align(["1.25", "-10", "0.5", "none"]) == ["  1.25 ", "-10    ", "  0.5  ", "   none"]
    assert spread(0.1367, 0.1360, 0.1374) == ("0.1367", "±0.0007")
    assert spread(0.0001, 0.00002, 0.0004) == ("0.00010", "0.00002 .. 0.00040")
    assert spread(6, 6, 6) == ("6", "all equal")
    console = Console(width=140, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(render(odds(deal_run)))
    lines = console.export_text().splitlines()
    assert len(lines) == len(odds(deal_run)) + 1
    points = {line.index(".") for line in lines[1:] if " ±" in line and "legal" not in line}
    assert len(points) == 1
