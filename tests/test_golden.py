"""Golden transcripts, one a preset: a change of rules shows as a difference that a player can read.

After a change that is meant: ``python -m tests.test_golden`` writes them anew; read the difference.
Do not add exceptions here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.game import find_game, game_names
from sim.play import Arena
from sim.policies.registry import find_policy
from sim.replay import Transcript, score, transcribe

GOLDEN = Path(__file__).with_name("golden")
CASES = [(name, preset) for name in game_names() for preset in find_game(name).presets]


def transcript_of(name: str, preset: str) -> Transcript:
    """Match 2 of seed 1887: the first half of the players greedy, then expert, the last random."""
    game = find_game(name)
    rules = game.preset(preset)
    names = ["greedy", "expert", "greedy", "random"][: rules.entrants]
    policies = [find_policy(game, one) for one in names]
    arena = Arena(game, rules, policies, 1887, "match")
    return transcribe(arena, 2, heading=f"{game.title}, preset {preset}, match 2 of seed 1887")


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_transcripts_are_as_they_were(name: str, preset: str) -> None:
    written = (GOLDEN / name / f"{preset}.txt").read_text(encoding="utf-8").splitlines()
    assert transcript_of(name, preset).text().splitlines() == written


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_toml_closes_the_circle(name: str, preset: str, tmp_path: Path) -> None:
    """What a transcript writes as TOML, `score` reads to the same rows and the same text."""
    transcript = transcript_of(name, preset)
    path = tmp_path / "match.toml"
    path.write_text(transcript.toml(), encoding="utf-8")
    again = score(path)
    assert [deal.row for deal in again.deals] == [deal.row for deal in transcript.deals]
    assert again.match_row == transcript.match_row
    assert again.plain() == transcript.plain()


def test_every_preset_has_one_and_only_presets_do() -> None:
    files = {(path.parent.name, path.stem) for path in GOLDEN.glob("*/*.txt")}
    assert files == set(CASES)


if __name__ == "__main__":
    for case in CASES:
        golden = GOLDEN / case[0] / f"{case[1]}.txt"
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(transcript_of(*case).text(), encoding="utf-8")
