"""A run survives: killed, interrupted, out of disk, twice at once; and its bytes depend on nothing."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest

import sim
from sim import cluster, store
from sim.errors import InputError, Interrupted, PolicyError, RunError
from sim.game import find_game, game_names
from sim.run import Progress, run
from sim.store import open_run, versions
from sim.study import Study
from tests.conftest import contents


@dataclass
class Watcher:
    """An observer that does something at its n-th chunk."""

    at: int = 10**9
    do: object = None
    stop: str | None = None
    seen: list[int] = field(default_factory=list)

    def see(self, frames: Mapping[str, pl.DataFrame]) -> None:
        self.seen.append(int(frames["deals"]["match_id"][0]))
        if len(self.seen) == self.at and callable(self.do):
            self.do()

    def headline(self) -> str:
        return f"{len(self.seen)} seen"

    def enough(self) -> str | None:
        return self.stop if len(self.seen) >= self.at else None


def pull_the_plug() -> None:
    raise KeyboardInterrupt


@pytest.fixture(scope="module")
def undisturbed(deals: Study, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return contents(run(deals, tmp_path_factory.mktemp("runs") / "undisturbed").path)


def test_bytes_depend_on_nothing_but_the_study(
    deals: Study, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    for workers in (1, 2, 3):
        assert contents(run(deals, tmp_path / str(workers), workers=workers).path) == undisturbed
    watcher = Watcher()
    assert contents(run(deals, tmp_path / "w", observers=[watcher]).path) == undisturbed
    assert watcher.seen == [first for first, _ in deals.spans()]


def test_match_bytes_depend_on_nothing_but_the_study(matches: Study, tmp_path: Path) -> None:
    one, two = (run(matches, tmp_path / str(workers), workers=workers).path for workers in (1, 2))
    assert contents(one) == contents(two)


def test_rows_do_not_depend_on_chunks(deals: Study, tmp_path: Path) -> None:
    rows = [
        run(deals.override(chunk=chunk), tmp_path / str(chunk), workers=2).lazy().collect()
        for chunk in (4_000, 1_111)
    ]
    assert rows[0].equals(rows[1])


def test_a_start_score_is_played_from(tmp_path: Path) -> None:
    opened = run(Study(game="tombolon", samples=5, seed=1, start=(3, 12)), tmp_path)
    starts = opened.lazy().select("start_score_0", "start_score_1").unique().collect()
    assert starts.rows() == [(3, 12)]


# --- killed ------------------------------------------------------------------------------------------

CHILD = textwrap.dedent(
    """
    import os, signal, sys
    from pathlib import Path
    from sim import load_study, run, store

    study, out, call, at = sys.argv[1:]
    store._FLUSH_SECONDS = 0
    count = 0

    def deadly(real):
        def wrapped(*args):
            global count
            count += 1
            if count == int(at):
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*args)
        return wrapped

    if call:
        setattr(os, call, deadly(getattr(os, call)))
    run(load_study(Path(study)), Path(out), workers=2, resume=True)
    """
)


def start_child(study: Path, out: Path, call: str = "", at: int = 0) -> subprocess.Popen[bytes]:
    script = out.parent / "child.py"
    script.write_text(CHILD)
    environment = {**os.environ, "PYTHONPATH": str(Path(sim.__file__).parents[1])}
    command = [sys.executable, str(script), str(study), str(out), call, str(at)]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)


SAMPLES = {"deal": 60_000, "match": 9_000, "meeting": 4_000, "knockout": 1_000}
PLAYED = [(name, unit) for name in game_names() for unit in find_game(name).units]


@pytest.fixture(params=PLAYED, ids=map("-".join, PLAYED))
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A study of every game and unit, of twenty parts."""
    game, unit = request.param
    rules = "[rules]\npairs = 4\n" if unit == "knockout" else ""
    file = tmp_path / "study.toml"
    file.write_text(
        f"game = '{game}'\nunit = '{unit}'\nsamples = {SAMPLES[unit]}\nseed = 5\n"
        f"chunk = {SAMPLES[unit] // 20}\n{rules}[policies]\nseats = ['greedy', 'random']\n"
    )
    return file


def test_killed_at_random_moments_and_gone_on_with(written: Path, tmp_path: Path) -> None:
    from sim.study import load_study

    study = load_study(written)
    whole = contents(run(study, tmp_path / "whole", workers=1).path)
    chance = random.Random(20101108)
    out = tmp_path / "killed"
    deadly_calls = [("fsync", chance.randint(2, 30)), ("replace", chance.randint(2, 20))]
    for call, at in deadly_calls:
        child = start_child(written, out, call, at)
        assert child.wait(60) == -signal.SIGKILL
        assert contents(out) != whole
    before = set(os.listdir(out))
    for _ in range(2):
        child = start_child(written, out)
        while child.poll() is None and set(os.listdir(out)) <= before:  # until it writes
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.1))
        child.kill()
        child.wait()
    assert open_run(out).manifest["format"] == store.FORMAT
    run(study, out, workers=2, resume=True)
    assert contents(out) == whole


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_killed_at_each_step_of_a_write(call: str, deals: Study, tmp_path: Path) -> None:
    """The same in one process: from the k-th call on nothing reaches the disk."""

    class Dead(BaseException):
        pass

    study = deals.override(samples=1_500)
    whole = contents(run(study, tmp_path / "whole").path)
    real, unlink = getattr(os, call), Path.unlink
    for k in range(1, 100):
        out, count = tmp_path / f"{k}", 0

        def deadly(*args: object, stop: int = k) -> object:
            nonlocal count
            count += 1
            if count >= stop:
                raise Dead
            return real(*args)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store, "_FLUSH_SECONDS", 0)
            patch.setattr(os, call, deadly)
            patch.setattr(Path, "unlink", lambda *args, **more: None)
            with suppress(Dead):
                run(study, out)
        if count < k:
            break
        assert Path.unlink is unlink
        run(study, out, resume=True)
        assert contents(out) == whole
    assert k > 6


# --- interrupted -------------------------------------------------------------------------------------


def test_interrupted_by_ctrl_c(tmp_path: Path) -> None:
    study = Study(game="tombolon", samples=2**22, seed=1, chunk=2_000, policies={"seats": "greedy"})
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    begun = time.monotonic()
    watcher = Watcher(at=2, do=timer.start)
    with pytest.raises(Interrupted, match=r"; the same command with --resume goes on$") as caught:
        run(study, tmp_path / "run", workers=2, observers=[watcher])
    assert time.monotonic() - begun < 10
    opened = open_run(tmp_path / "run")
    assert f"stopped at {opened.numbers:,} of 4,194,304 deals, kept in " in str(caught.value)
    assert opened.numbers >= 2 * 2_000
    assert not opened.complete
    assert [part.name for part in opened.parts()] == sorted(
        set(contents(tmp_path / "run")) - {"manifest.json"}
    )
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("player")]


def test_interrupted_and_gone_on_with(
    deals: Study, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    for at in (1, 3, 5):
        with pytest.raises(Interrupted):
            run(deals, tmp_path, workers=2, resume=True, observers=[Watcher(at, pull_the_plug)])
    said = (
        r" holds an unfinished run of this study \(2,500 of 4,000\); add --resume to go on with it$"
    )
    with pytest.raises(InputError, match=said):
        run(deals, tmp_path)
    watcher = Watcher()
    steps: list[Progress] = []
    run(deals, tmp_path, resume=True, observers=[watcher], progress=steps.append)
    assert contents(tmp_path) == undisturbed
    assert watcher.seen == [first for first, _ in deals.spans()]
    assert (steps[-1].done, steps[-1].played, steps[-1].total) == (4_000, 1_500, 4_000)
    assert steps[-1].headline == "8 seen"
    assert all(a.done <= b.done for a, b in pairwise(steps))


# --- stopping early ----------------------------------------------------------------------------------


def test_where_it_stops_depends_on_the_study_only(deals: Study, tmp_path: Path) -> None:
    for workers in (1, 2):
        opened = run(
            deals,
            tmp_path / str(workers),
            workers=workers,
            observers=[Watcher(3, stop="good enough")],
        )
        assert opened.complete
        assert opened.numbers == 1_500
        assert opened.manifest["stopped"] == "good enough"
    with pytest.raises(Interrupted):
        run(deals, tmp_path / "3", observers=[Watcher(2, pull_the_plug)])
    run(deals, tmp_path / "3", resume=True, observers=[Watcher(3, stop="good enough")])
    assert contents(tmp_path / "1") == contents(tmp_path / "2") == contents(tmp_path / "3")
    assert run(deals, tmp_path / "1").numbers == 1_500


def test_a_precision_needs_an_observer(deals: Study, tmp_path: Path) -> None:
    study = deals.override(precision={"quantity": "raddoppio", "half_width": 0.1})
    with pytest.raises(InputError, match=r"^precision: nobody watches it"):
        run(study, tmp_path)


# --- the disk ----------------------------------------------------------------------------------------


def test_a_full_disk(deals: Study, undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    small = 9_000  # a part has about 14,000 bytes

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (small, hard))

    try:
        with pytest.raises(RunError) as caught:
            run(deals, tmp_path, observers=[Watcher(2, fill)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert str(caught.value) == f"cannot write {tmp_path / 'deals-00002.parquet'}: File too large"
    left = contents(tmp_path)
    assert sorted(left) == ["deals-00000.parquet", "deals-00001.parquet", "manifest.json"]
    assert open_run(tmp_path).numbers == 1_000
    run(deals, tmp_path, resume=True)
    assert contents(tmp_path) == undisturbed


def test_folders_that_cannot_be_written(deals: Study, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "file" / "run", tmp_path / "file"):
        with pytest.raises(RunError, match=rf"^cannot write {out}: [A-Z][\w ]+$"):
            run(deals, out)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folders_without_permission(deals: Study, tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    with pytest.raises(RunError, match=r"Permission denied$"):
        run(deals, tmp_path / "run")


def test_leftovers_of_a_killed_process_go(
    deals: Study, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    with pytest.raises(Interrupted):
        run(deals, tmp_path, observers=[Watcher(3, pull_the_plug)])
    (tmp_path / "deals-00003.parquet").write_bytes(b"not listed")
    (tmp_path / ".deals-00004.parquet").write_bytes(b"half")
    (tmp_path / ".manifest.json").write_bytes(b"half")
    run(deals, tmp_path, resume=True)
    assert contents(tmp_path) == undisturbed


def test_two_runs_into_one_directory(
    deals: Study, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    refused = []

    def try_too() -> None:
        for resume in (False, True):
            with pytest.raises(RunError) as caught:
                run(deals, tmp_path, resume=resume)
            refused.append(str(caught.value))

    run(deals, tmp_path, observers=[Watcher(2, try_too)])
    assert refused == [f"{tmp_path}: another process is playing into it"] * 2
    assert contents(tmp_path) == undisturbed


# --- policies ----------------------------------------------------------------------------------------


def test_a_faulty_policy_stops_the_run(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def wild(table, own, rules, actions, n, rng):\n    return n if table.play == 30 else 0\n"
    )
    policies = {"seats": ["wild"], "files": {"wild": f"{file}:wild"}}
    study = Study(game="tombolon", samples=400, seed=1, chunk=50, policies=policies)
    said = []
    for workers in (1, 2):
        with pytest.raises(PolicyError, match=r"^policy 'wild' answered ") as caught:
            run(study, tmp_path / str(workers), workers=workers)
        said.append(str(caught.value))
    assert said[0] == said[1]
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


def test_a_policy_that_does_not_compile_leaves_the_folder_free(
    deals: Study, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def bad(table, own, rules, actions, n, rng):\n    return table.nothing\n")
    policies = {"seats": ["bad"], "files": {"bad": f"{file}:bad"}}
    with pytest.raises(InputError, match=r"^policy 'bad' does not compile"):
        run(Study(game="tombolon", samples=10, seed=1, policies=policies), tmp_path / "run")
    assert run(deals, tmp_path / "run").complete


def test_workers(deals: Study, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^workers: must be at least 1, got 0$"):
        run(deals, tmp_path, workers=0)


# --- a cluster ---------------------------------------------------------------------------------------


def test_a_cluster_gives_the_same_bytes(
    deals: Study, matches: Study, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    from distributed import LocalCluster

    local = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "dashboard_address": None}
    with LocalCluster(**local) as there:
        address = there.scheduler_address
        watcher = Watcher()
        run(deals, tmp_path / "deals", scheduler=address, observers=[watcher])
        run(matches, tmp_path / "matches", scheduler=address)
        with pytest.raises(Interrupted):
            run(deals, tmp_path / "cut", scheduler=address, observers=[Watcher(3, pull_the_plug)])
    assert contents(tmp_path / "deals") == undisturbed
    assert watcher.seen == [first for first, _ in deals.spans()]
    assert contents(tmp_path / "matches") == contents(run(matches, tmp_path / "here").path)
    run(deals, tmp_path / "cut", resume=True)
    assert contents(tmp_path / "cut") == undisturbed


def test_workers_of_a_cluster_must_be_the_same(deals: Study) -> None:
    study, origins, here = deals.identity(), ["smazzata"] * 4, versions()
    assert cluster.play_there(study, origins, here, 0, 10).files["deals"][0] == 10
    with pytest.raises(
        RunError, match=r"^a worker of the cluster is not the same as here: sources is "
    ):
        cluster.play_there(study, origins, {**here, "sources": "x"}, 0, 10)
    with pytest.raises(RunError, match=r"^a worker of the cluster has other policies: smazzata"):
        cluster.play_there(study, ["elsewhere"] * 4, here, 0, 10)


def test_a_scheduler_that_is_none(
    deals: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 1)
    for address in ("tcp://127.0.0.1:9", "nowhere"):
        with pytest.raises(RunError, match=rf"^scheduler {address} does not answer: ") as caught:
            run(deals, tmp_path / "run", scheduler=address)
        assert "\n" not in str(caught.value)
