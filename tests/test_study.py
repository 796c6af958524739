"""Studies: what is accepted, and the one line that each mistake gets."""

# ruff: noqa: E501  (the messages are written whole)

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.games.tombolon.rules import MustCapture
from sim.study import Study, load_study, measure

GOOD = """
title = "How often does a team take all six deck points?"
game = "tombolon"
samples = 1_000
seed = 20101108
headline = ["raddoppio"]
[rules]
preset = "rovigo4"
redeal_ranks = []
[policies]
seats = ["greedy", "random"]
[precision]
quantity = "raddoppio"
half_width = 0.01
[variants.padova]
preset = "padova4"
[quantities]
early_scopa = "n_scopa_0 > 2 and plays < 36"
[expected.raddoppio]
value = 0.14
"""

NAMES = (
    "title, game, unit, samples, seed, headline, rules, policies, precision, variants, quantities, "
)
NAMES += "start, chunk, expected"

MISTAKES = [
    # broad
    ("sampels = 10", f"sampels: no key of a study called 'sampels'; did you mean 'samples'? there are: {NAMES}"),
    ("[policies]\nseat = ['random']", "policies.seat: no key of policies called 'seat'; did you mean 'seats'? there are: seats, files"),
    ("[precision]\nquantity = 'a'", "precision.half_width: is missing"),
    ("samples = 'many'", "samples: input should be a valid integer, got 'many'"),
    ("samples = 1e6", "samples: input should be a valid integer, got 1000000.0"),
    ("samples = true", "samples: input should be a valid integer, got True"),
    ("samples = 0", "samples: input should be greater than or equal to 1, got 0"),
    ("samples = -5", "samples: input should be greater than or equal to 1, got -5"),
    ("samples = 4294967297", "samples: input should be less than or equal to 4294967296, got 4294967297"),
    ("seed = -1", "seed: input should be greater than or equal to 0, got -1"),
    ("seed = 18446744073709551616", "seed: input should be less than 18446744073709551616, got 18446744073709551616"),
    ("chunk = 0", "chunk: input should be greater than or equal to 1, got 0"),
    ("samples = 1000000\nchunk = 1", "chunk: must be at least 10, so that 1000000 samples make no more than 100000 parts, got 1"),
    ("unit = 'hand'", "unit: no unit of tombolon called 'hand'; there are: deal, match"),
    ("[precision]\nquantity = 'a'\nhalf_width = 0", "precision.half_width: input should be greater than 0, got 0"),
    # rules
    ("rules = 3", "rules: input should be a valid dictionary, got 3"),
    ("[rules]\npreset = 'rovigo'", "rules.preset: no preset of tombolon called 'rovigo'; did you mean 'rovigo4'? there are: rovigo4, rovigo2, padova4, padova2, cuperativa2"),
    ("[rules]\npreset = 4", "rules.preset: must be the name of a preset, got 4"),
    ("[rules]\ntarget = 0", "rules: target: input should be greater than or equal to 1, got 0"),
    ("[rules]\nmust_capture = 'all'", "rules: must_capture: must be one of card, hand, none, got 'all'"),
    ("[rules]\npackets = [4, 4]", "rules: packets: [4, 4] give 32 cards to 4 seats; with 40 cards it must be 36"),
    ("[variants.a]\ntarget = 'high'", "variants.a: rules: target: input should be a valid integer, got 'high'"),
    # policies
    ("[policies]\nseats = []", "policies.seats: tuple should have at least 1 item after validation, not 0, got ()"),
    ("[policies]\nseats = ['random', 'random', 'random']", "policies.seats: 3 policies for 4 seats; give 1, 2 or 4"),
    ("[policies]\nseats = ['clever']", "policies: no policy of tombolon called 'clever'; there are: random, first, last, greedy, expert"),
    ("[policies]\nseats = ['greedy:depth=2']", "policies: policy 'greedy' takes no parameters, got 'depth=2'"),
    ("[policies]\nseats = [1]", "policies.seats.0: input should be a valid string, got 1"),
    # start
    ("start = [31, 2]", "start: at 31-2 the match is over (target 31)"),
    ("start = [1]", "start: two scores are needed, side 0 and side 1, got [1]"),
    ("unit = 'match'\nstart = [1, 2]", 'start: only for studies of single deals; the unit is "match"'),
    # quantities
    ("[quantities]\na = 'n_scop_0 > 2'", "quantities.a: deals of tombolon have no column 'n_scop_0'; did you mean 'n_scopa_0'? `smazzata columns tombolon` lists them"),
    ("[quantities]\na = 'sum(plays)'", "quantities.a: must give one value a row, from that row alone"),
    ("[quantities]\na = 'sum(plays) over ()'", "quantities.a: must give one value a row, from that row alone"),
    ("[quantities]\nplays = 'plays'", "quantities.plays: tombolon has a column of that name; choose another"),
    ("[quantities]\n'a b' = 'plays'", "quantities.a b: the name must be made of letters, digits and _"),
    ("[quantities]\na = \"'x'\"", "quantities.a: must give numbers or true and false, but gives String"),
]  # fmt: skip


def write(folder: Path, text: str) -> Path:
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return path


def complaint(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_study(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_good_study_loads(tmp_path: Path) -> None:
    study = load_study(write(tmp_path, GOOD))
    assert study.samples == 1_000
    assert study.policies.seats == ("greedy", "random")
    assert [policy.name for policy in study.seated_policies()] == ["greedy", "random"] * 2
    assert study.resolved_rules().plain()["redeal_ranks"] == []
    assert study.variant("padova").resolved_rules().pack == 52  # type: ignore[attr-defined]
    assert study.variant("padova").resolved_rules().plain()["redeal_ranks"] == []
    assert "expected" not in study.identity()
    assert Study(**study.identity()).identity() == study.identity()


@pytest.mark.parametrize(("text", "message"), MISTAKES, ids=[text for text, _ in MISTAKES])
def test_each_mistake_gets_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = write(
        tmp_path, "game = 'tombolon'\n" * ("game" not in text) + default_samples(text) + text
    )
    assert complaint(path) == f"{path}: {message}"


def default_samples(text: str) -> str:
    return "" if "samples =" in text else "samples = 100\n"


def test_what_every_study_must_say(tmp_path: Path) -> None:
    path = write(tmp_path, "samples = 1")
    assert complaint(path) == f"{path}: game: is missing"
    path = write(tmp_path, "game = 'tombolon'")
    assert complaint(path) == f"{path}: samples: is missing"
    path = write(tmp_path, "game = 'scopone'\nsamples = 1")
    assert complaint(path).startswith(f"{path}: game: no game called 'scopone'; ")


def test_rule_that_there_is_not(tmp_path: Path) -> None:
    path = write(tmp_path, "game = 'tombolon'\nsamples = 1\n[rules]\ntargt = 21")
    assert complaint(path).startswith(f"{path}: rules.targt: no such rule; there are pack, ")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert (
        complaint(tmp_path / "no.toml")
        == f"cannot read {tmp_path / 'no.toml'}: No such file or directory"
    )
    assert complaint(tmp_path) == f"cannot read {tmp_path}: Is a directory"
    path = write(tmp_path, "game = 'tombolon'\nsamples = \n")
    assert complaint(path) == f"{path}: not valid TOML: Invalid value (at line 2, column 11)"
    path.write_bytes(b"title = '\xff'")
    assert complaint(path).startswith(
        f"{path}: not valid TOML: 'utf-8' codec can't decode byte 0xff"
    )


def test_policy_file_lies_beside_the_study(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def boring(table, own, rules, actions, n, rng):\n    return 0\n"
    )
    text = "game = 'tombolon'\nsamples = 1\n[policies]\nseats = 'dull'\nfiles.dull = 'mine.py:%s'"
    study = load_study(write(tmp_path, text % "boring"))
    assert "mine.py:boring sha256:" in study.seated_policies()[0].origin
    path = write(tmp_path, text % "bored")
    assert complaint(path).startswith(
        f"{path}: policies: policy 'dull': {tmp_path / 'mine.py'} has no 'bored'"
    )


def test_overrides_are_toml_or_bare_text(tmp_path: Path) -> None:
    changes = {
        "samples": "5",
        "rules.preset": "padova2",
        "policies.seats": "expert",
        "rules.target": "99",
    }
    study = load_study(write(tmp_path, GOOD), changes)
    assert study.samples == 5
    assert study.policies.seats == ("expert",)
    assert study.resolved_rules().plain()["target"] == 99
    assert study.override(**{"rules.target": 21}).resolved_rules().plain()["target"] == 21
    with pytest.raises(InputError, match=r"^samples\.x: samples is no table$"):
        study.override(**{"samples.x": 1})
    with pytest.raises(InputError, match=r"rules\.targt: no such rule"):
        load_study(write(tmp_path, GOOD), {"rules.targt": "1"})


def test_rules_from_python_are_kept_as_toml_has_them() -> None:
    rules = {"must_capture": MustCapture.none, "redeal_ranks": {7, 8}, "packets": (9,)}
    study = Study(game="tombolon", samples=1, rules=rules).check()
    assert study.rules == {"must_capture": "none", "redeal_ranks": [7, 8], "packets": [9]}
    assert Study(**study.identity()).resolved_rules() == study.resolved_rules()


def test_spans_cover_the_samples() -> None:
    assert Study(game="tombolon", samples=10, chunk=4).spans() == [(0, 3), (3, 3), (6, 4)]


def test_measure_has_wide_integers_and_lists() -> None:
    schema = {"a": pl.UInt8, "b": pl.UInt8, "c": pl.Array(pl.UInt8, 2)}
    frame = pl.DataFrame({"a": [0, 200], "b": [1, 100], "c": [[1, 2], [3, 4]]}, schema=schema)
    assert measure(frame, "a - b").to_list() == [-1, 100]
    assert measure(frame, "a + b").to_list() == [1, 300]
    assert measure(frame, "c[2]").to_list() == [2, 4]
    assert measure(frame, "a in (200, 7)").to_list() == [False, True]


def test_table_of_an_expression() -> None:
    study = Study(game="tombolon", unit="match", samples=1)
    assert study.table_of("n_deals > 3") == "matches"
    assert study.table_of("raddoppio_0 > 0") == "deals"
    with pytest.raises(InputError, match="deals of tombolon have no column 'n_deals'"):
        study.override(unit="deal").table_of("n_deals > 3")


def told(data: dict[str, object]) -> str:
    """What is said of a study; empty if it is one."""
    try:
        Study(**data).check()
    except InputError as error:
        return str(error)
    return ""


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("tombolon"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(sorted(Study.model_fields)) | st.text(max_size=8), VALUES))
def test_any_data_is_a_study_or_one_line(data: dict[str, object]) -> None:
    assert "\n" not in told({"game": "tombolon", "samples": 1, **data})


@given(st.lists(st.sampled_from(GOOD.strip().splitlines()), unique=True), st.data())
def test_a_study_with_lines_lost_or_spoilt(lines: list[str], data: st.DataObject) -> None:
    text = "\n".join(lines)
    cut = data.draw(st.integers(0, len(text)))
    text = text[:cut] + data.draw(st.sampled_from(["", "=", "'", "[", "\n", "9", "x"])) + text[cut:]
    with suppress(tomllib.TOMLDecodeError):
        assert "\n" not in told(tomllib.loads(text))
