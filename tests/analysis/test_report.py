"""The page of a run: whole, escaped, asking no network."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from analysis.odds import odds
from analysis.report import report
from sim.errors import InputError, RunError
from sim.store import Run
from tests.analysis.conftest import Player

VOID = {"meta", "br", "img", "source", "wbr"}


class Checker(HTMLParser):
    """Keeps open tags, sources and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.sources: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.sources += [value or "" for key, value in attrs if key in ("src", "srcset", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(path: Path) -> Checker:
    checker = Checker()
    checker.feed(path.read_text(encoding="utf-8"))
    assert checker.open == []
    return checker


def test_a_page_holds_all_it_needs(deal_run: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    report(deal_run, path)
    first = path.read_bytes()
    page = read(path)
    assert page.sources
    assert all(source.startswith("data:image/svg+xml;base64,") for source in page.sources)
    row = odds(deal_run, ["raddoppio"]).row(0, named=True)
    assert f"{100 * row['value']:.1f}" in page.text
    assert f"{row['k']:,} of 2,000 deals" in page.text
    for part in ("going_out", "TB-38", "default:", "greedy", "seed = 7", "smazzata run study.toml"):
        assert part in page.text
    assert "early" in page.text
    report(deal_run, path)
    assert path.read_bytes() == first
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]


def test_the_study_on_the_page_grows_the_run_again(match_run: Run, tmp_path: Path) -> None:
    from sim.study import load_study

    report(match_run, tmp_path / "page.html")
    text = read(tmp_path / "page.html").text
    toml = re.search(r"Grow it again.*?\n(title = .*?)\nsmazzata run", text, re.DOTALL)
    assert toml is not None
    (tmp_path / "study.toml").write_text(toml[1], encoding="utf-8")
    assert load_study(tmp_path / "study.toml").identity() == match_run.study.identity()


def test_a_users_words_are_text(play: Player, tmp_path: Path) -> None:
    title = '<script>alert(1)</script> & "quotes" \' {{ 7 * 6 }}'
    run = play(title=title, samples=100, quantities={"tiny": "plays < 5 AND plays > 0"})
    report(run, tmp_path / "page.html")
    page = read(tmp_path / "page.html")
    assert title in page.text
    assert "<script" not in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "plays < 5 AND plays > 0" in page.text


def test_bad_paths(deal_run: Run, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a report is an"):
        report(deal_run, tmp_path / "page.txt")
    with pytest.raises(RunError, match="cannot write"):
        report(deal_run, tmp_path / "nowhere" / "page.html")
