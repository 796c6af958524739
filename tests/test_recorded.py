"""Deals that somebody recorded, as files: each must score as its `expect` says."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.replay import score
from sim.toml import read_toml, write_toml

FILES = sorted(Path(__file__).with_name("recorded").glob("*/*.toml"))


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}-{path.stem}" for path in FILES])
def test_recorded_file(path: Path, tmp_path: Path) -> None:
    transcript = score(path)
    assert all(deal.row for deal in transcript.deals)
    again = tmp_path / "again.toml"
    again.write_text(transcript.toml(), encoding="utf-8")
    assert score(again).plain() == transcript.plain()


def test_arrays_are_written_on_one_line_where_they_fit(tmp_path: Path) -> None:
    data = {
        "fits": [1] * 31,
        "too_wide": [1] * 32,
        "odd": ["a, b", "c]", "[ d", " = [", "e,\n f"],
        "nested": [[1, 2], [], [3]],
        "deals": [{"start": [0, 0], "story": "x" * 90}],
    }
    path = tmp_path / "data.toml"
    path.write_text(write_toml(data), encoding="utf-8")
    assert read_toml(path) == data
    lines = path.read_text(encoding="utf-8").splitlines()
    assert f"fits = [{', '.join('1' * 31)}]" in lines
    assert "too_wide = [" in lines
    assert "start = [0, 0]" in lines
    assert r'odd = ["a, b", "c]", "[ d", " = [", "e,\n f"]' in lines


def test_there_are_recordings_of_every_game() -> None:
    assert {path.parent.name for path in FILES} >= {"tombolon"}


def test_the_recorded_match_ends_by_going_out() -> None:
    """8.9: the match of 22 June 2009; by TB-38 it ends in deal 6 at play 15, 31-30."""
    path = next(path for path in FILES if path.stem == "match-2009-06-22")
    transcript = score(path)
    assert len(transcript.deals) == 6
    assert transcript.match_row is not None
    assert transcript.match_row["won_by"] == 0
    assert transcript.deals[-1].row["plays"] == 15
    text = transcript.text()
    assert "ended by going out of side 0 after play 15: 31-30" in text
    assert "[scopa 5]" in text
