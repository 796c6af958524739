"""The commands that play: run, replay, score, and what there is: games, rules, columns, policies.

`analysis.cli` takes them in, adds its own, and is the command `smazzata`; what it knows and this
floor does not (the headline odds) it hands to `add_commands`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from sim.errors import InputError, Interrupted, RunError

if TYPE_CHECKING:
    from sim.game import Game
    from sim.run import Observer
    from sim.store import Run
    from sim.study import Study

__all__ = ["RunArgument", "add_commands", "load", "outcome", "play_study", "show"]

RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="Directory of a run.")]
StudyArgument = Annotated[Path, typer.Argument(metavar="STUDY", help="Study file (TOML).")]
OutOption = Annotated[
    Path | None, typer.Option("--out", help="Directory of the run [default: runs/NAME OF STUDY].")
]
SamplesOption = Annotated[
    int | None, typer.Option("--samples", "-n", help="Deals or matches, instead of the study's.")
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", help="Root seed, instead of the study's.")
]
WorkersOption = Annotated[
    int, typer.Option("--workers", "-w", help="Threads that play; 0: one a core.", min=0)
]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Go on with an unfinished run (or begin a new one).")
]
SchedulerOption = Annotated[
    str | None,
    typer.Option("--scheduler", help="Address of a Dask scheduler; the rows are the same."),
]
PolicyOption = Annotated[
    list[str] | None,
    typer.Option("--policy", metavar="NAME=FILE:OBJECT", help="A policy from a Python file."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change the study: rules.target=21"),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no table.")]


class Format(StrEnum):
    """How a transcript is written."""

    text = "text"
    toml = "toml"
    json = "json"


def show(thing: Any) -> None:
    """Print a table or a text; full width where the output is no terminal.

    Parameters
    ----------
    thing
        Anything that rich prints.
    """
    if isinstance(thing, str):
        typer.echo(thing)
    else:
        width = None if sys.stdout.isatty() else 160
        Console(width=width, highlight=False).print(thing)


def load(
    study: Path,
    samples: int | None = None,
    seed: int | None = None,
    policy: Sequence[str] | None = None,
    changes: Sequence[str] | None = None,
) -> Study:
    """Read a study file and apply the command line to it.

    Parameters
    ----------
    study
        TOML file.
    samples, seed
        Instead of the study's.
    policy
        ``NAME=FILE:OBJECT`` each.
    changes
        ``KEY=VALUE`` each; the value in TOML, or a bare text.

    Returns
    -------
    Study
        The checked study.

    Raises
    ------
    InputError
        If anything in it is wrong.
    """
    from sim.study import load_study

    overrides = dict(_split(change, "--set") for change in changes or ())
    files = dict(_split(one, "--policy") for one in policy or ())
    if samples is not None:
        overrides["samples"] = str(samples)
    if seed is not None:
        overrides["seed"] = str(seed)
    return load_study(study, overrides, files)


def _split(text: str, option: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not (key and equals and value):
        wanted = "KEY=VALUE" if option == "--set" else "NAME=FILE:OBJECT"
        raise InputError(f"{option}: write {wanted}, got {text!r}")
    return key, value


@contextmanager
def _compiling(game: Game, quiet: bool) -> Iterator[None]:
    """Say that kernels are being compiled, if they are."""
    from sim.jit import is_compiled

    if quiet or is_compiled(game.play):
        yield
        return
    console = Console(stderr=True, highlight=False)
    begun = time.perf_counter()
    note = f"compiling the kernels of {game.name} (once for this version; it may take a minute)"
    if console.is_terminal:
        with console.status(note):
            yield
    else:
        console.print(note)
        yield
    console.print(f"compiled in {time.perf_counter() - begun:.0f} s")


def play_study(
    study: Study,
    out: Path,
    *,
    workers: int = 0,
    resume: bool = False,
    scheduler: str | None = None,
    observers: Sequence[Observer] = (),
    quiet: bool = False,
) -> Run:
    """Play a study with a progress bar; quiet where there is no terminal.

    Parameters
    ----------
    study, out, workers, resume, scheduler, observers
        As for `sim.run.run`; 0 workers are one a core.
    quiet
        No bar, no word of the compiler.

    Returns
    -------
    Run
        The run.
    """
    from sim.play import compile_policy
    from sim.run import run

    game = study.game_object()
    with _compiling(game, quiet):
        game.prepare()
        for policy in study.seated_policies():
            compile_policy(game, policy)
    workers = workers or len(os.sched_getaffinity(0))
    common: dict[str, Any] = {"workers": workers, "resume": resume, "scheduler": scheduler}
    console = Console(stderr=True, highlight=False)
    if quiet or not console.is_terminal:
        return run(study, out, observers=observers, **common)
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        BarColumn(30),
        TextColumn("{task.completed:,.0f}/{task.total:,.0f} " + study.tables[-1]),
        TextColumn("{task.fields[rate]:,.0f}/s"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[headline]}"),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=study.samples, rate=0, headline="")

        def progress(now: Any) -> None:
            rate = now.played / now.seconds if now.seconds > 0 else 0
            bar.update(task, completed=now.done, rate=rate, headline=now.headline)

        return run(study, out, observers=observers, progress=progress, **common)


def outcome(run: Run, seconds: float) -> str:
    """Say in one line what a run did.

    Parameters
    ----------
    run
        A finished run.
    seconds
        How long it took.

    Returns
    -------
    str
        Numbers, seed, time, rate, why it stopped, where the rows are.
    """
    rate = f", {run.numbers / seconds:,.0f}/s" if seconds > 0 else ""
    return (
        f"{run.numbers:,} {run.study.tables[-1]}, seed {run.seed}, {seconds:.1f} s{rate}; "
        f"{run.manifest['stopped']}; rows in {run.path}"
    )


def default_out(study: Path) -> Path:
    """Where a study is run to unless the user says otherwise.

    Parameters
    ----------
    study
        The study file.

    Returns
    -------
    Path
        ``runs/NAME``.
    """
    return Path("runs") / study.stem


def add_commands(
    app: typer.Typer,
    watch: Callable[[Study], Sequence[Observer]] = lambda study: (),
    report: Callable[[Run], None] = lambda run: None,
) -> None:
    """Add this floor's commands to an application.

    Parameters
    ----------
    app
        The application.
    watch
        Makes the observers of a run: headline odds, stopping.
    report
        Prints the headline odds of a finished run.
    """

    @app.command("run")
    def run_command(
        study: StudyArgument,
        out: OutOption = None,
        samples: SamplesOption = None,
        seed: SeedOption = None,
        workers: WorkersOption = 0,
        resume: ResumeOption = False,
        scheduler: SchedulerOption = None,
        policy: PolicyOption = None,
        changes: SetOption = None,
        quiet: QuietOption = False,
    ) -> None:
        """Play a study; print its headline odds.

        Example: smazzata run seeds/tombolon_raddoppio.toml --samples 100000 --set rules.target=21
        """
        begun = time.perf_counter()
        loaded = load(study, samples, seed, policy, changes)
        done = play_study(
            loaded,
            out or default_out(study),
            workers=workers,
            resume=resume,
            scheduler=scheduler,
            observers=watch(loaded),
            quiet=quiet,
        )
        if not quiet:
            report(done)
            show(outcome(done, time.perf_counter() - begun))

    @app.command()
    def replay(
        run: RunArgument,
        number: Annotated[int, typer.Argument(metavar="N", help="Number of the deal or match.")],
        deal: Annotated[int | None, typer.Option(help="Only this deal of a match.")] = None,
        format: Annotated[Format, typer.Option(help="How to write it.")] = Format.text,  # noqa: A002
    ) -> None:
        """Write a deal or match of a run, play by play.

        Example: smazzata replay runs/tombolon_raddoppio 17 --format toml
        """
        from sim.replay import replay as replay_number
        from sim.store import open_run

        opened = open_run(run)
        with _compiling(opened.game, quiet=False):
            transcript = replay_number(opened, number, deal)
        typer.echo(
            getattr(transcript, "text" if format is Format.text else format.value)(), nl=False
        )

    @app.command()
    def score(
        file: Annotated[
            Path, typer.Argument(metavar="FILE", help="Recorded deal or match (TOML).")
        ],
        format: Annotated[Format, typer.Option(help="How to write it.")] = Format.text,  # noqa: A002
    ) -> None:
        """Check and score a recorded deal or match.

        Example: smazzata score match.toml
        """
        from sim.replay import score as score_file

        transcript = score_file(file)
        typer.echo(
            getattr(transcript, "text" if format is Format.text else format.value)(), nl=False
        )

    @app.command()
    def games() -> None:
        """List the games and their presets.

        Example: smazzata games
        """
        from sim.game import find_game, game_names

        table = _table("game", "title", "presets (the first is the default)", "a study's unit")
        for name in game_names():
            game = find_game(name)
            table.add_row(name, game.title, ", ".join(game.presets), ", ".join(game.units))
        show(table)

    @app.command()
    def rules(
        game: GameArgument,
        preset: Annotated[str | None, typer.Option(help="Show this preset's values.")] = None,
    ) -> None:
        """List a game's rules: values, meaning, clause.

        Example: smazzata rules tombolon --preset padova4
        """
        from sim.game import find_game

        found = find_game(game)
        values = found.preset(preset).plain()
        value_title = f"in {preset}" if preset else f"in {next(iter(found.presets))} (default)"
        table = _table("rule", value_title, "allowed", "meaning", "clause")
        for rule in found.rules.parameters():
            value = values[rule.name]
            text = str(value).lower() if isinstance(value, bool) else str(value)
            table.add_row(rule.name, text.strip("[]"), rule.allowed, rule.meaning, rule.clause)
        show(table)
        show(f"presets: {', '.join(found.presets)}")

    @app.command()
    def columns(
        game: GameArgument,
        matches: Annotated[
            bool, typer.Option("--matches", help="The match rows' columns.")
        ] = False,
    ) -> None:
        """List the stored columns: type, unit, meaning.

        Example: smazzata columns tombolon
        """
        import numpy as np

        from sim.columns import never
        from sim.game import find_game

        found = find_game(game)
        table = _table("column", "type", "unit", "meaning", "clause")
        declared = found.match_columns if matches else found.columns
        for column in (c for c in declared if c.kept is not never):
            kind = np.dtype(column.dtype).name
            if column.length:
                kind += f" x {column.length}"
            meaning = column.meaning
            if column.labels:
                meaning += ": " + ", ".join(f"{n} {label}" for n, label in enumerate(column.labels))
            table.add_row(column.name, kind, column.unit, meaning, column.clause)
        show(table)

    @app.command()
    def policies(
        game: Annotated[
            str | None, typer.Argument(metavar="[GAME]", help="Name of a game.")
        ] = None,
    ) -> None:
        """List the policies of a game, or of every game.

        Example: smazzata policies tombolon
        """
        from sim.game import find_game, game_names
        from sim.policies.registry import policies_of

        table = _table("game", "policy", "parameters", "what it does", "from")
        for name in [game] if game else game_names():
            for policy in policies_of(find_game(name)):
                given = ", ".join(f"{key}={value}" for key, value in policy.parameters.items())
                table.add_row(name, policy.name, given, policy.meaning, policy.origin)
        show(table)


GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game.")]


def _table(*titles: str) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in titles:
        table.add_column(title, overflow="fold")
    return table


def main(app: typer.Typer) -> None:
    """Run an application; a user's mistake is one line and exit code 2.

    Parameters
    ----------
    app
        The application.
    """
    try:
        app()
    except InputError as error:
        _fail(str(error), 2)
    except Interrupted as error:
        _fail(str(error), 130)
    except RunError as error:
        _fail(str(error), 1)
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None


def _fail(message: str, code: int) -> None:
    print(f"smazzata: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201
    raise SystemExit(code)
