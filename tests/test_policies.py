"""Policies from the game, from files, from packages; and what is refused."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.errors import InputError, PolicyError
from sim.game import find_game
from sim.play import Arena, compile_policy, seat_policies
from sim.policies import registry
from sim.policies.registry import find_policy, policies_of, read_policy_file

GAME = find_game("tombolon")

MINE = '''
def cautious(table, own, rules, actions, n, rng):
    """The last one."""
    return n - 1

def factory(back=1):
    """Some actions from the end."""
    def choose(table, own, rules, actions, n, rng):
        return max(0, n - back)
    return choose

def short(table, own, rules, actions, n):
    return 0

def floating(table, own, rules, actions, n, rng):
    return 0.5

def unjittable(table, own, rules, actions, n, rng):
    return sorted({"a": object()})[0]

def unknown_field(table, own, rules, actions, n, rng):
    return table.no_such_field

def too_far(table, own, rules, actions, n, rng):
    return n

def negative(table, own, rules, actions, n, rng):
    return -1

number = 3
'''


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


def rows(policy: Any, deals: int = 50) -> np.ndarray:
    arena = Arena(GAME, GAME.preset(), [policy] * 4, 4)
    return np.concatenate([played.deals for played in arena.play(0, deals)])


def test_a_file_policy_plays_like_the_built_in_one(mine: Path) -> None:
    policy = find_policy(GAME, "cautious", {"cautious": f"{mine}:cautious"})
    assert "sha256:" in policy.origin
    assert policy.meaning == "The last one."
    assert (rows(policy) == rows(find_policy(GAME, "last"))).all()


def test_a_factory_takes_parameters(mine: Path) -> None:
    files = {"far": f"{mine}:factory"}
    assert (rows(find_policy(GAME, "far", files)) == rows(find_policy(GAME, "last"))).all()
    assert (rows(find_policy(GAME, "far:back=99", files)) == rows(find_policy(GAME, "first"))).all()


BAD = {
    "missing object": ("nothing", "has no 'nothing'; it has: cautious, factory, short"),
    "not a function": ("number", "int is not a function"),
    "wrong signature": (
        "short",
        "takes (table, own, rules, actions, n); a policy is choose(table,",
    ),
    "not an integer": ("floating", "returns float64; it must return an index"),
    "not jittable": ("unjittable", "does not compile: "),
    "unknown field": ("unknown_field", "does not compile: "),
    "one too far": ("too_far", "policy 'x' answered "),
    "negative": ("negative", "policy 'x' answered -1 in deal 0 at seat 0; it must be 0 to "),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_file_policies_get_one_line(case: str, mine: Path) -> None:
    thing, message = BAD[case]
    with pytest.raises(InputError) as caught:
        rows(find_policy(GAME, "x", {"x": f"{mine}:{thing}"}))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_out_of_range_in_a_match_names_match_and_deal(mine: Path) -> None:
    policy = find_policy(GAME, "x", {"x": f"{mine}:too_far"})
    arena = Arena(GAME, GAME.preset(), [policy] * 4, 4, "match")
    with pytest.raises(PolicyError, match=r"in deal 0 of match 7 at seat \d; it must be 0 to \d+"):
        list(arena.play(7, 1))


def test_bad_files(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("def f(:\n")
    failing = tmp_path / "failing.py"
    failing.write_text("import no_such_module\n")
    for where, message in (
        (f"{tmp_path}/none.py:f", "cannot read .*none.py: No such file"),
        (f"{broken}:f", r"broken.py does not run: invalid syntax \(line 1\)"),
        (f"{failing}:f", "failing.py does not run: No module named 'no_such_module'"),
        ("mine.py", "write path.py:object, got 'mine.py'"),
    ):
        with pytest.raises(InputError, match=message):
            read_policy_file("x", where)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gredy", "no policy of tombolon called 'gredy'; did you mean 'greedy'"),
        ("greedy:worlds=3", "policy 'greedy' takes no parameters, got 'worlds=3'"),
        ("far:front=3", "no parameter of policy 'far' called 'front'"),
        ("far:back=many", "policy 'far': back must be of type int, got 'many'"),
    ],
)
def test_bad_names_and_parameters(spec: str, message: str, mine: Path) -> None:
    with pytest.raises(InputError, match=message):
        find_policy(GAME, spec, {"far": f"{mine}:factory"})


def test_two_policies_with_one_name(mine: Path) -> None:
    with pytest.raises(
        InputError, match="two policies are called 'greedy': from tombolon and from"
    ):
        policies_of(GAME, {"greedy": f"{mine}:cautious"})


def test_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages offer policies in the group `smazzata.policies`."""
    good = EntryPoint("packed", "sim.simple:choose_last", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [good])
    assert (rows(find_policy(GAME, "packed")) == rows(find_policy(GAME, "last"))).all()
    bad = EntryPoint("packed", "no_such_package:thing", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [bad])
    with pytest.raises(InputError, match="policy 'packed' from a package"):
        policies_of(GAME)


def test_seats() -> None:
    assert seat_policies(["a"], 4, 2) == ["a"] * 4
    assert seat_policies(["a", "b"], 4, 2) == ["a", "b", "a", "b"]
    assert seat_policies(["a", "b", "c", "d"], 4, 2) == ["a", "b", "c", "d"]
    with pytest.raises(
        InputError, match=r"policies\.seats: 3 policies for 4 seats; give 1, 2 or 4"
    ):
        seat_policies(["a", "b", "c"], 4, 2)


def test_every_policy_of_the_game_compiles() -> None:
    for policy in policies_of(GAME):
        assert compile_policy(GAME, find_policy(GAME, policy.name)) is not None
