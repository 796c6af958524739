"""Charts: drawn, named, written whole."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from analysis.chart import chart, chart_distribution, chart_estimates, chart_sources, source_line
from analysis.odds import odds
from sim.errors import InputError, RunError
from sim.store import Run
from tests.analysis.conftest import Player


@pytest.fixture(autouse=True)
def no_layout_warning() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        yield


def texts(figure: object) -> str:
    from matplotlib.text import Text

    return "\n".join(t.get_text() for t in figure.findobj(Text))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("suffix", "head"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_every_format(deal_run: Run, tmp_path: Path, suffix: str, head: bytes) -> None:
    path = tmp_path / f"chart.{suffix}"
    chart(deal_run, ["raddoppio_0", "raddoppio_1"], path)
    first = path.read_bytes()
    chart(deal_run, ["raddoppio_0", "raddoppio_1"], path)
    assert first.startswith(head)
    assert path.read_bytes() == first
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_chart_says_what_it_shows(deal_run: Run) -> None:
    figure = chart(deal_run)
    said = texts(figure)
    row = odds(deal_run, ["raddoppio"]).row(0, named=True)
    assert f"{100 * row['value']:.1f}" in said
    for part in (
        "how often?",
        "share of deals",
        "points",
        "seed 7",
        "2,000 deals",
        "greedy",
        "95 %",
    ):
        assert part in said
    assert figure._repr_png_().startswith(b"\x89PNG")


def test_matches_have_a_chart(match_run: Run) -> None:
    said = texts(chart(match_run))
    assert "share of matches" in said
    assert "300 matches" in said


def test_the_notebooks_charts(deal_run: Run, play: Player, tmp_path: Path) -> None:
    padova = play(rules={"preset": "padova4"}, samples=500)
    both = {"Rovigo": deal_run, "Padova": padova}
    names = ["raddoppio_0", "raddoppio_1", "tombolon_0"]
    frame = pl.concat(
        odds(run, names).with_columns(where=pl.lit(label)) for label, run in both.items()
    )
    figure = chart_estimates(frame, "How often?", by="where", source=source_line(both))
    assert "Rovigo: raddoppio" in texts(figure)
    assert "seed 7; 500 deals" in texts(figure).replace("\n", " ")
    said = texts(chart_distribution(both, "deal_points_0", path=tmp_path / "a.svg"))
    assert "Padova: mean" in said
    assert "How many points does the first of hand make in a deal?" in said
    assert "scopa" in texts(chart_sources(both))


def test_quantities_without_hits_or_width_are_drawn(deal_run: Run) -> None:
    names = ["raddoppio_other_early_honour_0", "raddoppio", "plays", "points_deck", "legal_actions"]
    assert "all equal" in texts(chart(deal_run, names))


def test_odd_titles_are_text(play: Player, tmp_path: Path) -> None:
    run = play(title="a $ or 5 $^ <b> & ünd \\alpha", samples=200)
    chart(run, ["raddoppio"], tmp_path / "a.svg")
    assert "a $ or 5 $^ <b>" in texts(chart(run, ["raddoppio"]))


def test_bad_paths_and_names(deal_run: Run, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not gif"):
        chart(deal_run, None, tmp_path / "chart.gif")
    with pytest.raises(InputError, match="without suffix"):
        chart(deal_run, None, tmp_path / "chart")
    with pytest.raises(RunError, match=r"cannot write .*chart.png: No such file"):
        chart(deal_run, ["raddoppio"], tmp_path / "nowhere" / "chart.png")
    with pytest.raises(InputError, match="no quantity called 'luck'"):
        chart(deal_run, ["luck"])
    with pytest.raises(InputError, match="no column 'who'"):
        chart_estimates(odds(deal_run, ["raddoppio"]), "How often?", by="who")
    assert list(tmp_path.iterdir()) == []


def test_importing_analysis_is_light() -> None:
    code = (
        "import sys, analysis.odds, analysis.report; "
        "names = ('matplotlib', 'scipy.special', 'scipy.stats', 'polars', 'jinja2'); "
        "print([m for m in names if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
