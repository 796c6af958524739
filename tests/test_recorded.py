"""Deals that somebody recorded, as files: each must score as its `expect` says."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.replay import score

FILES = sorted(Path(__file__).with_name("recorded").glob("*/*.toml"))


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}-{path.stem}" for path in FILES])
def test_recorded_file(path: Path, tmp_path: Path) -> None:
    transcript = score(path)
    assert all(deal.row for deal in transcript.deals)
    again = tmp_path / "again.toml"
    again.write_text(transcript.toml(), encoding="utf-8")
    assert score(again).plain() == transcript.plain()


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
