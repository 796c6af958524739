"""The house's own rules: floors, one module that owns the compiler, chance, the cache."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sim.game import find_game

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*(ROOT / "sim").rglob("*.py"), *(ROOT / "analysis").rglob("*.py")])

FLOORS = {
    "sim.games": 1,
    "sim.policies": 2,
    "sim.play": 3,
    "sim.study": 4,
    "sim.run": 4,
    "sim.store": 4,
    "sim.cluster": 4,
    "sim.replay": 4,
    "sim.cli": 5,
    "analysis.cli": 7,
    "analysis": 6,
    "sim": 0,
}


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def floor_of(module: str) -> int:
    return next(floor for name, floor in FLOORS.items() if (module + ".").startswith(name + "."))


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return {name for name in found if name.split(".")[0] in ("sim", "analysis")}


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_imports_run_downwards(path: Path) -> None:
    """A package's face may show what lies above it; nothing else imports upwards."""
    module = module_of(path)
    if module in ("sim", "analysis"):
        return
    # the registry looks into the package of games for their names alone
    wanted = imports_of(path) - {"sim", "sim.games" if module == "sim.game" else ""}
    upwards = {name for name in wanted if floor_of(name) > floor_of(module)}
    assert not upwards


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_no_game_imports_another(path: Path) -> None:
    match = re.fullmatch(r"sim\.games\.(\w+)(\..*)?", module_of(path))
    if match:
        others = {name for name in imports_of(path) if name.startswith("sim.games.")}
        known = {match[1], *find_game(match[1]).parts}  # a game made of others imports these
        assert {name.split(".")[2] for name in others} <= known


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_one_module_owns_the_compiler_and_chance(path: Path) -> None:
    text = path.read_text()
    if module_of(path) != "sim.jit":
        assert not re.search(r"\bnjit\b|\bjit\(", text)
    assert not re.search(r"(np|numpy)\.random\.|default_rng|^import random", text, re.MULTILINE)
    assert path.stem not in ("utils", "helpers", "common")


def run_python(
    program: str, root: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error::numba.core.errors.NumbaWarning", "-c", program],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), **environment},
        capture_output=True,
        text=True,
    )


def test_a_second_process_compiles_nothing() -> None:
    """The entry comes from disk, whatever policies will be seated; no word of numba's."""
    program = (
        "from sim.game import find_game; game = find_game('tombolon'); game.prepare();"
        "print(sum(game.play.stats.cache_hits.values()), sum(game.play.stats.cache_misses.values()))"
    )
    first, second = run_python(program), run_python(program)
    assert first.returncode == 0, first.stderr
    assert second.stdout.split() == ["1", "0"]


def test_bounds_are_checked_when_asked_for() -> None:
    """`make bounds` would notice a read past an array's end; its machine code lies apart."""
    program = (
        "import numpy as np; from sim.jit import kernel\n"
        "@kernel\ndef read(a, k):\n    return a[k]\n"
        "read(np.zeros(3), 3)"
    )
    assert run_python(program).returncode == 0
    checked = run_python(program, NUMBA_BOUNDSCHECK="1")
    assert "IndexError" in checked.stderr


def test_an_edited_source_gets_a_new_cache(tmp_path: Path) -> None:
    """Numba's own cache would keep an edited callee's old code."""
    shutil.copytree(ROOT / "sim", tmp_path / "sim", ignore=shutil.ignore_patterns("__pycache__"))
    program = "from sim.cache import cache_folder; print(cache_folder().name)"
    folders = []
    for edit in ("", "\n# edited\n"):
        with (tmp_path / "sim" / "bits.py").open("a") as file:
            file.write(edit)
        done = run_python(program, tmp_path, SMAZZATA_CACHE=str(tmp_path / "cache"))
        folders.append(done.stdout.strip())
    assert folders[0] != folders[1]
    assert all(folders)
