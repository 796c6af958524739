"""The command as a newcomer types it: what works, and one line and exit code 2 for what does not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from analysis.cli import main

STUDY = """
title = "A small study"
game = "tombolon"
samples = 2000
seed = 7
chunk = 500
headline = ["raddoppio", "deal_points_0"]
[rules]
preset = "rovigo4"
going_out = "off"
[policies]
seats = ["greedy"]
[quantities]
early_scopa = "scopa_points_0 > 6"
[variants.equal_first]
capture_priority = "equal_first"
"""

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run the command in this process; exit code, output, complaints."""

    def run(*words: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["smazzata", *map(str, words)])
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return path


@pytest.fixture
def run(command: Command, study: Path, tmp_path: Path) -> Path:
    out = tmp_path / "run"
    assert command("run", study, "--out", out, "--quiet")[0] == 0
    return out


def test_run_prints_headline_odds_and_what_it_did(
    command: Command, study: Path, tmp_path: Path
) -> None:
    code, out, err = command("run", study, "--out", tmp_path / "run")
    assert code == 0, err
    assert "raddoppio" in out
    assert "deal_points_0" in out
    assert "2,000 deals, seed 7" in out
    assert "early_scopa" not in out
    again = command("run", study, "--out", tmp_path / "run")
    assert again[0] == 0
    assert "raddoppio" in again[1]


def test_quiet_is_quiet(command: Command, study: Path, tmp_path: Path) -> None:
    assert command("run", study, "--out", tmp_path / "run", "--quiet") == (0, "", "")


def test_odds_in_every_format(command: Command, run: Path) -> None:
    code, out, _ = command("odds", run, "raddoppio", "early_scopa")
    assert code == 0
    assert "early_scopa" in out
    assert "2,000" in out
    code, out, _ = command("odds", run, "raddoppio", "--format", "json")
    assert json.loads(out)[0]["n"] == 2000
    code, out, _ = command("odds", run, "raddoppio", "--by", "carte_tie", "--format", "csv")
    assert len(out.splitlines()) == 3
    code, out, _ = command("odds", run, "--list")
    assert "early_scopa" in out


def test_chart_report_compare(command: Command, run: Path, study: Path, tmp_path: Path) -> None:
    for name in ("c.png", "c.svg", "c.pdf"):
        assert command("chart", run, "-o", tmp_path / name)[0] == 0
        assert (tmp_path / name).stat().st_size > 5000
    assert command("report", run, "-o", tmp_path / "r.html")[0] == 0
    assert "A small study" in (tmp_path / "r.html").read_text()
    code, out, _ = command("compare", study, "--samples", "1000", "--quiet")
    assert code == 0
    assert "equal_first" in out
    other = tmp_path / "other"
    command("run", study, "--out", other, "--quiet", "--set", "rules.capture_priority=fewest")
    code, _, _ = command("compare", run, other)
    assert code == 0


def test_replay_and_score_close_the_circle(command: Command, run: Path, tmp_path: Path) -> None:
    code, text, _ = command("replay", run, "17")
    assert code == 0
    assert "deal 17 of A small study (seed 7)" in text
    code, toml, _ = command("replay", run, "17", "--format", "toml")
    path = tmp_path / "deal.toml"
    path.write_text(toml)
    code, scored, err = command("score", path)
    assert code == 0, err
    assert scored.splitlines()[-2:] == text.splitlines()[-2:] or "totals" in scored
    assert json.loads(command("replay", run, "17", "--format", "json")[1])["game"] == "tombolon"


def test_replayed_row_is_the_stored_row(command: Command, run: Path) -> None:
    import polars as pl

    rows = pl.read_parquet(sorted(run.glob("deals-*.parquet")))
    for number in (0, 499, 500, 1999):
        plain = json.loads(command("replay", run, str(number), "--format", "json")[1])
        stored = rows.row(number, named=True)
        replayed = plain["deals"][0]["expect"]
        assert {k: list(v) if isinstance(v, list) else v for k, v in stored.items()} == replayed


@pytest.mark.parametrize("words", [("games",), ("rules", "tombolon", "--preset", "padova2"),
    ("columns", "tombolon"), ("columns", "tombolon", "--matches"), ("policies",)])  # fmt: skip
def test_what_there_is(command: Command, words: tuple[str, ...]) -> None:
    code, out, err = command(*words)
    assert (code, err) == (0, "")
    assert len(out.splitlines()) > 1


def test_columns_are_named_by_their_types_in_bits(command: Command) -> None:
    lines = [line.split() for line in command("columns", "tombolon")[1].splitlines()]
    types = {words[0]: words[1] for words in lines}
    assert types["deal_id"] == "uint64"
    assert types["plays"] == "uint8"
    assert types["extra_deal"] == "bool"
    assert ["scopa_by_rank_0", "uint8", "x", "13"] in [words[:4] for words in lines]


@pytest.mark.parametrize("name", ["run", "replay", "score", "games", "rules", "columns", "policies",
    "odds", "chart", "compare", "report"])  # fmt: skip
def test_every_command_has_help_with_an_example(command: Command, name: str) -> None:
    code, out, _ = command(name, "--help")
    assert code == 0
    assert f"Example: smazzata {name}" in " ".join(out.split())


def test_help_lists_whole_sentences(command: Command) -> None:
    out = command("--help")[1]
    assert "..." not in out.replace("[ARGS]...", "")


BAD_STUDIES = {
    "unknown game": ('"tombolon"', '"tombola"', "no game called 'tombola'; did you mean 'tombolon'?"),
    "unknown preset": ('"rovigo4"', '"rovigo5"', "no preset of tombolon called 'rovigo5'"),
    "unknown rule": ("going_out", "going_home", "going_home"),
    "rule out of range": ('going_out = "off"', "target = 0", "target"),
    "wrong type": ('going_out = "off"', 'target = "many"', "target: input should be a valid integer"),
    "impossible combination": ('going_out = "off"', "packets = [4, 4]", "give 32 cards to 4 seats"),
    "unknown choice": ('"off"', '"home"', "must be one of secured, play, off, got 'home'"),
    "unknown policy": ('"greedy"', '"gredy"', "no policy of tombolon called 'gredy'"),
    "policies for the wrong seats": ('["greedy"]', '["greedy", "random", "first"]', "3 policies for 4"),
    "unknown key": ("samples", "sample", "sample"),
    "negative size": ("2000", "-5", "samples"),
    "size of the wrong type": ("2000", '"many"', "samples"),
    "unknown unit": ("samples = 2000", 'unit = "hand"\nsamples = 2000', "hand"),
    "unknown headline": ('"raddoppio"', '"radoppio"', "raddoppio"),
    "bad expression": ("scopa_points_0 > 6", "scopa_points_0 >", "early_scopa"),
    "unknown column": ("scopa_points_0 > 6", "scope_0 > 6", "early_scopa"),
    "syntax": ("[rules]", "[rules", "line 8"),
    "bad variant": ('"equal_first"\n', '"last"\n', "variants.equal_first"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_STUDIES)
def test_bad_studies(case: str, command: Command, tmp_path: Path) -> None:
    old, new, message = BAD_STUDIES[case]
    assert old in STUDY
    path = tmp_path / "study.toml"
    path.write_text(STUDY.replace(old, new, 1))
    code, _, err = command("run", path, "--out", tmp_path / "run")
    check_one_line(code, err)
    assert message in err
    assert not (tmp_path / "run").exists()


def check_one_line(code: int, err: str) -> None:
    assert code == 2, err
    assert err.startswith("smazzata: "), err
    assert len(err.splitlines()) == 1, err


def test_bad_arguments(command: Command, run: Path, study: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def far(table, own, rules, actions, n, rng):\n    return n + 5\n")
    seat = ("--set", 'policies.seats=["far"]')
    out = ("--out", tmp_path / "bad")
    for words, message in (
        (("run", tmp_path / "none.toml"), "cannot read"),
        (("run", tmp_path), "cannot read"),
        (("run", study, "--set", "rules.target"), "--set: write KEY=VALUE, got 'rules.target'"),
        (("run", study, "--policy", "far=mine"), "write path.py:object, got 'mine'"),
        (("run", study, "--policy", f"far={mine}:near", *seat, *out), "has no 'near'; it has: far"),
        (("run", study, "--policy", f"far={mine}:far", *seat, *out), "policy 'far' answered "),
        (("odds", tmp_path), "is not a run: no manifest.json"),
        (("odds", tmp_path / "none"), "none"),
        (("odds", run, "radoppio"), "did you mean 'raddoppio'"),
        (("odds", run, "raddoppio", "--by", "colour"), "colour"),
        (("chart", run, "-o", tmp_path / "c.xyz"), "xyz"),
        (("chart", run, "nonsense"), "nonsense"),
        (("replay", run, "2000"), "has 0 to 1999"),
        (("replay", run, "-1"), "-1"),
        (("replay", tmp_path, "1"), "is not a run"),
        (("score", tmp_path / "none.toml"), "cannot read"),
        (("rules", "bridge"), "no game called 'bridge'; there are: briscola, tombolon"),
        (("rules", "tombolon", "--preset", "rome"), "no preset of tombolon called 'rome'"),
        (("columns", "bridge"), "no game called 'bridge'"),
        (("policies", "bridge"), "no game called 'bridge'"),
        (("compare", run), "cannot read"),
        (("compare", run, tmp_path), "is not a run"),
        (("compare", run, run, run), "give one study or two runs, got 3 paths"),
        (("report", tmp_path), "is not a run"),
    ):
        code, _, err = command(*words)
        if words[:3] == ("replay", run, "-1"):  # an option to click, with its own usage line
            assert code == 2
            continue
        check_one_line(code, err)
        assert message in err, (words, err)


def test_an_out_of_another_study_is_refused(command: Command, run: Path, study: Path) -> None:
    code, _, err = command("run", study, "--out", run, "--seed", "8")
    check_one_line(code, err)
    assert "seed" in err


def test_the_whole_command_from_the_shell(study: Path, tmp_path: Path) -> None:
    """Ctrl-C finishes cleanly, says how to resume, exits 130; --resume then completes the run."""
    words = [sys.executable, "-m", "analysis.cli", "run", str(study), "--out", str(tmp_path / "run"),
             "--workers", "1", "--samples", "4000000", "--set", "chunk=20000"]  # fmt: skip
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=os.environ)
    manifest = tmp_path / "run" / "manifest.json"
    deadline = time.time() + 120
    while time.time() < deadline and not list((tmp_path / "run").glob("deals-*.parquet")):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "--resume" in err
    assert "Traceback" not in err
    assert manifest.exists()
    assert not json.loads(manifest.read_text())["complete"]
