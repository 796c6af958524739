"""The catalogue: every published figure, grown again from its study."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from analysis import odds
from analysis.odds import headline_names
from sim import load_study, run

STUDIES = sorted((Path(__file__).parent.parent / "seeds").glob("*.toml"))


def grow(path: Path, folder: Path) -> dict[str, dict[str, float]]:
    """Play a study as it stands; its headline figures."""
    study = load_study(path)
    grown = odds(run(study, folder, workers=2), headline_names(study))
    figures = {}
    for row in grown.iter_rows(named=True):
        name = row["quantity"]
        if row["k"] is not None:
            figures[name] = {"k": row["k"], "n": row["n"]}
        else:
            figures[name] = {"value": row["value"], "n": row["n"]}
    return figures


@pytest.mark.parametrize("path", STUDIES, ids=[path.stem for path in STUDIES])
def test_study_gives_its_figures_again(path: Path, tmp_path: Path) -> None:
    expected = load_study(path).expected
    assert expected, f"{path.name} has no [expected]"
    grown = grow(path, tmp_path / "run")
    assert grown.keys() == expected.keys()
    for name, figures in expected.items():
        assert grown[name] == pytest.approx(figures, rel=1e-12, abs=0), name


def test_catalogue_names_every_study() -> None:
    text = (STUDIES[0].parent / "README.md").read_text()
    assert all(f"({path.name})" in text for path in STUDIES)


def write_expected(path: Path) -> None:
    """Grow a study and put its figures at the end of the file."""
    with tempfile.TemporaryDirectory() as folder:
        figures = grow(path, Path(folder) / "run")
    lines = [
        f"{name} = {{ " + ", ".join(f"{key} = {value!r}" for key, value in row.items()) + " }"
        for name, row in figures.items()
    ]
    text = path.read_text().partition("\n[expected]")[0]
    path.write_text(text.rstrip() + "\n\n[expected]\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    for study in STUDIES:
        write_expected(study)
