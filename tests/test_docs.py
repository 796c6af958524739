"""The documentation's examples, tried: its Python is saved, its commands are typed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def test_policies_page(tmp_path: Path) -> None:
    """`docs/policies.md`: a policy in ten lines, one with a parameter, seated and replayed."""
    shutil.copytree(ROOT / "seeds", tmp_path / "seeds")
    commands = []
    for language, text in BLOCK.findall((ROOT / "docs" / "policies.md").read_text()):
        if language == "python":
            (tmp_path / text.split()[1]).write_text(text)
        elif language == "sh":
            commands += text.splitlines()
    assert len(commands) == 4
    shim = tmp_path / "smazzata"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m analysis.cli "$@"\n')
    shim.chmod(0o755)
    path = os.pathsep.join((str(tmp_path), os.environ["PATH"]))
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    for line in commands:
        done = subprocess.run(
            line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, (line, done.stderr)


def test_readme_study_and_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The README's study loads, and its Python runs (with fewer deals)."""
    blocks = BLOCK.findall((ROOT / "README.md").read_text())
    monkeypatch.chdir(tmp_path)
    study = next(text for language, text in blocks if language == "toml")
    (tmp_path / "seeds").mkdir()
    few = study.replace("1_000_000", "1000").replace('"tombolon"]', '"tombolon", "early_scopa"]')
    (tmp_path / "seeds" / "tombolon_raddoppio.toml").write_text(few)
    program = next(text for language, text in blocks if language == "python")
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "raddoppio" in done.stdout
    assert "seat 0 is player 0" in done.stdout


@pytest.mark.parametrize(
    "page",
    [
        *sorted((ROOT / "docs").rglob("*.md")),
        *sorted(ROOT.glob("*.md")),
        *sorted(ROOT.glob("*/README.md")),
    ],
    ids=lambda path: path.name,
)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_every_game_has_its_rules_page() -> None:
    from sim.game import find_game, game_names

    for name in game_names():
        text = (ROOT / "docs" / "rules" / f"{name}.md").read_text()
        for parameter in find_game(name).rules.parameters():
            assert f"`{parameter.name}`" in text
            assert parameter.clause in text
