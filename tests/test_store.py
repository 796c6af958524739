"""The directory of a run: what is in it, and what is said when it is not what it was."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from sim import store
from sim.errors import InputError, RunError
from sim.run import run
from sim.store import open_run
from sim.study import Study
from tests.conftest import contents


@pytest.fixture(scope="module")
def played(deals: Study, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(deals, tmp_path_factory.mktemp("played") / "run").path


@pytest.fixture
def copy(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "copy"))


def edit(folder: Path, change: Callable[[dict[str, object]], object]) -> None:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest))


def test_what_a_run_knows(played: Path, deals: Study) -> None:
    opened = open_run(played)
    assert opened.study == deals
    assert opened.rules == deals.resolved_rules()
    assert (opened.unit, opened.seed, opened.complete) == ("deal", 20101108, True)
    assert opened.numbers == 4_000
    assert opened.manifest["stopped"] == "all 4,000 deals played"
    assert [policy.name for policy in opened.policies()] == ["random"] * 4
    assert [(part.first, part.count) for part in opened.parts()] == deals.spans()
    assert opened.parts("matches") == []


def test_rows_are_numbered_and_typed(played: Path, deals: Study) -> None:
    opened = open_run(played)
    frame = pl.concat(opened.frames())
    assert frame["match_id"].to_list() == list(range(4_000))
    assert frame.equals(opened.lazy().collect())
    assert frame.columns == [column.name for column in deals.game_object().columns]
    assert frame.schema["scopa_by_rank_0"] == pl.Array(pl.UInt8, 10)
    assert frame.schema["raddoppio_0"] == pl.UInt8
    assert frame.schema["carte_tie"] == pl.Boolean
    few = next(opened.frames(columns=["plays", "match_id"]))
    assert few.columns == ["plays", "match_id"]


def test_a_part_explains_itself(played: Path, deals: Study) -> None:
    metadata = pl.read_parquet_metadata(played / "deals-00003.parquet")
    assert json.loads(metadata["smazzata.study"]) == deals.identity()
    assert json.loads(metadata["smazzata.columns"])["table_max"]["unit"] == "cards"


def test_matches_have_two_tables(matches: Study, tmp_path: Path) -> None:
    opened = run(matches, tmp_path)
    assert opened.numbers == 400
    table = pl.concat(opened.frames("matches"))
    assert table["match_id"].to_list() == list(range(400))
    played = opened.lazy("deals").group_by("match_id").len().sort("match_id").collect()
    assert played["len"].to_list() == table["n_deals"].to_list()
    names = [f"{kind}-0000{i}.parquet" for kind in ("deals", "matches") for i in range(4)]
    assert sorted(contents(tmp_path)) == sorted(["manifest.json", *names])


def test_a_run_without_parts_has_empty_tables(copy: Path, played: Path) -> None:
    edit(copy, lambda manifest: manifest.update(parts=[], complete=False))
    opened = open_run(copy)
    assert opened.numbers == 0
    assert list(opened.frames()) == []
    assert opened.lazy().collect_schema() == open_run(played).lazy().collect_schema()


def test_what_is_no_run(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(InputError, match=r" is not a run: no manifest\.json$"):
            open_run(path)


def test_a_damaged_manifest(copy: Path) -> None:
    text = (copy / "manifest.json").read_text()
    for spoilt in (text[:-100], "[]", "{}", text.replace('"seed"', '"sead"'), "\x00"):
        (copy / "manifest.json").write_text(spoilt)
        with pytest.raises((RunError, InputError), match=r"manifest\.json") as caught:
            open_run(copy)
        assert "\n" not in str(caught.value)


def test_a_manifest_of_another_format(copy: Path) -> None:
    edit(copy, lambda manifest: manifest.update(format=99))
    with pytest.raises(InputError, match=r"manifest\.json: format 99; this smazzata reads 1$"):
        open_run(copy)


def cut_short(part: Path) -> None:
    part.write_bytes(part.read_bytes()[:-1])


def alter_a_bit(part: Path) -> None:
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)


@pytest.mark.parametrize("harm", [cut_short, alter_a_bit])
def test_an_altered_part_is_named(copy: Path, deals: Study, harm: Callable[[Path], None]) -> None:
    whole = contents(copy)
    part = copy / "deals-00002.parquet"
    harm(part)
    said = r"deals-00002\.parquet is altered or cut short; delete it and run .* again with --resume"
    with pytest.raises(RunError, match=said):
        list(open_run(copy).frames())
    for resume in (False, True):
        with pytest.raises(RunError, match=said):
            run(deals, copy, resume=resume)
    part.unlink()
    with pytest.raises(RunError, match=r"deals-00002\.parquet is missing; "):
        list(open_run(copy).frames())
    with pytest.raises(
        InputError, match=r"unfinished run of this study \(without deals-00002\.parquet\)"
    ):
        run(deals, copy)
    run(deals, copy, resume=True)
    assert contents(copy) == whole


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 1}, "seed is 20101108 there and 1 here"),
        ({"samples": 4_100}, "samples is 4000 there and 4100 here"),
        ({"rules": {"preset": "padova4"}}, 'rules.preset is null there and "padova4" here'),
        (
            {"policies": {"seats": ["greedy"]}},
            'policies.seats.0 is "random" there and "greedy" here',
        ),
        ({"chunk": 600}, "chunk is 500 there and 600 here"),
    ],
)
def test_another_study_is_refused(
    copy: Path, deals: Study, change: dict[str, object], said: str
) -> None:
    whole = contents(copy)
    for resume in (False, True):
        with pytest.raises(InputError) as caught:
            run(deals.override(**change), copy, resume=resume)
        assert str(caught.value) == f"{copy} holds another study: {said}; choose another --out"
    assert contents(copy) == whole


def test_a_finished_run_is_not_played_again(copy: Path, deals: Study) -> None:
    stamps = {file: file.stat().st_mtime_ns for file in copy.iterdir()}
    assert run(deals, copy).numbers == 4_000
    assert run(deals.override(seed=None), copy, resume=True).seed == 20101108
    assert run(deals.override(expected={"raddoppio": {"value": 0.1}}), copy).complete
    assert {file: file.stat().st_mtime_ns for file in copy.iterdir()} == stamps


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path, deals: Study) -> None:
    (tmp_path / "letters.txt").write_text("dear")
    with pytest.raises(
        InputError, match=r"is no run and not empty \(letters\.txt\); choose another --out"
    ):
        run(deals, tmp_path)
    assert sorted(contents(tmp_path)) == ["letters.txt"]


def test_other_sources_do_not_go_on(
    copy: Path, deals: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = store.versions()
    monkeypatch.setattr(store, "versions", lambda: {**now, "polars": "0.1"})
    assert run(deals, copy).complete  # nothing is played
    (copy / "deals-00002.parquet").unlink()
    with pytest.raises(
        RunError, match=r'cannot be gone on with: polars is "[\d.]+" there and "0\.1" here'
    ):
        run(deals, copy, resume=True)


def test_an_edited_policy_file_does_not_go_on(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = "def dull(table, own, rules, actions, n, rng):\n    return {}\n"
    file.write_text(text.format(0))
    policies = {"seats": ["dull"], "files": {"dull": f"{file}:dull"}}
    study = Study(game="tombolon", samples=10, seed=1, policies=policies)
    opened = run(study, tmp_path / "run")
    assert opened.policies()[0].name == "dull"
    file.write_text(text.format("n - 1"))
    with pytest.raises(InputError, match=r"holds another study: policies\.0\.origin is "):
        run(study, tmp_path / "run", resume=True)
    with pytest.raises(RunError, match=r"policy 'dull' was .*, now it is "):
        open_run(tmp_path / "run").policies()
    file.unlink()
    assert open_run(tmp_path / "run").numbers == 10  # the rows can be read without it


def test_a_drawn_seed_is_kept(tmp_path: Path) -> None:
    study = Study(game="tombolon", samples=10)
    one, other = run(study, tmp_path / "a"), run(study, tmp_path / "b")
    assert one.seed != other.seed
    assert run(study, tmp_path / "a").seed == one.seed
    again = run(study.override(seed=one.seed), tmp_path / "c")
    assert contents(again.path) == contents(one.path)
