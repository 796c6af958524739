"""The command ``smazzata``: takes in the commands that play, adds those that read what was played."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim import cli as sim_cli
from sim.cli import RunArgument, load, play_study, show
from sim.errors import InputError

if TYPE_CHECKING:
    from sim.run import Observer
    from sim.store import Run
    from sim.study import Study

__all__ = ["app", "main"]

app = typer.Typer(
    name="smazzata",
    help="Play card games by the million and say what the odds are, with their uncertainty.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

QuantitiesArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[QUANTITY]...", help="Named quantities; all if none.")
]


class TableFormat(StrEnum):
    """How a table of odds is written."""

    table = "table"
    csv = "csv"
    json = "json"


def watch(study: Study) -> Sequence[Observer]:
    """Make the observer that keeps the headline odds of a run.

    Parameters
    ----------
    study
        The study.

    Returns
    -------
    sequence of Observer
        One.
    """
    from analysis.odds import Headline

    return [Headline(study)]


def report_headline(run: Run) -> None:
    """Print the headline odds of a finished run.

    Parameters
    ----------
    run
        The run.
    """
    from analysis.odds import headline_names, odds, render

    show(render(odds(run, headline_names(run.study))))


sim_cli.add_commands(app, watch, report_headline)


@app.command("odds")
def odds_command(
    run: RunArgument,
    quantities: QuantitiesArgument = None,
    by: Annotated[str | None, typer.Option(help="Split by this column of the rows.")] = None,
    format: Annotated[TableFormat, typer.Option(help="How to write it.")] = TableFormat.table,  # noqa: A002
    names: Annotated[bool, typer.Option("--list", help="List the quantities instead.")] = False,
) -> None:
    """Print quantities of a run with their intervals.

    Example: smazzata odds runs/tombolon_raddoppio raddoppio tombolon --by carte_tie
    """
    from analysis.odds import list_quantities, odds, render
    from sim.store import open_run

    opened = open_run(run)
    if names:
        show(list_quantities(opened.study))
        return
    frame = odds(opened, quantities or None, by=by)
    if format is TableFormat.csv:
        typer.echo(frame.write_csv(), nl=False)
    elif format is TableFormat.json:
        typer.echo(frame.write_json())
    else:
        show(render(frame))


@app.command("chart")
def chart_command(
    run: RunArgument,
    quantities: QuantitiesArgument = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="png, svg or pdf [default: RUN.png].")
    ] = None,
) -> None:
    """Draw quantities of a run.

    Example: smazzata chart runs/tombolon_raddoppio raddoppio_0 raddoppio_1 -o raddoppio.svg
    """
    from analysis.chart import chart
    from sim.store import open_run

    opened = open_run(run)
    path = out or opened.path.with_suffix(".png")
    chart(opened, quantities or None, path)
    typer.echo(f"chart in {path}")


@app.command("compare")
def compare_command(
    what: Annotated[
        list[Path],
        typer.Argument(metavar="STUDY | RUN RUN", help="A study with variants, or two runs."),
    ],
    out: Annotated[Path | None, typer.Option(help="Where a study's runs go.")] = None,
    quantities: Annotated[
        list[str] | None, typer.Option("--quantity", help="Compare this quantity; may be repeated.")
    ] = None,
    samples: sim_cli.SamplesOption = None,
    seed: sim_cli.SeedOption = None,
    workers: sim_cli.WorkersOption = 0,
    resume: sim_cli.ResumeOption = False,
    changes: sim_cli.SetOption = None,
    quiet: sim_cli.QuietOption = False,
) -> None:
    """Compare variants, or two runs, on the same cards.

    Example: smazzata compare seeds/tombolon_capture.toml --samples 100000
    """
    from analysis.compare import compare, compare_study, render_comparison
    from sim.store import open_run

    if len(what) == 2:
        show(render_comparison(compare(open_run(what[0]), open_run(what[1]), quantities or None)))
        return
    if len(what) != 1:
        raise InputError(f"compare: give one study or two runs, got {len(what)} paths")
    study = load(what[0], samples, seed, None, changes)
    if not study.variants:
        raise InputError(f"{what[0]}: variants: the study has none; add [variants.NAME]")

    def play(one: Study, folder: Path) -> Run:
        return play_study(one, folder, workers=workers, resume=resume, quiet=quiet)

    begun = time.perf_counter()
    if out is not None:
        frame = compare_study(study, out, play, quantities or None)
    else:
        with tempfile.TemporaryDirectory(prefix="smazzata-compare-") as folder:
            frame = compare_study(study, Path(folder), play, quantities or None)
    show(render_comparison(frame))
    show(f"{time.perf_counter() - begun:.1f} s")


@app.command("report")
def report_command(
    run: RunArgument,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="HTML file [default: RUN.html].")
    ] = None,
) -> None:
    """Write a self-contained page on a run.

    Example: smazzata report runs/tombolon_raddoppio -o raddoppio.html
    """
    from analysis.report import report
    from sim.store import open_run

    opened = open_run(run)
    path = out or opened.path.with_suffix(".html")
    report(opened, path)
    typer.echo(f"report in {path}")


def main() -> None:
    """Run the command."""
    sim_cli.main(app)


if __name__ == "__main__":
    main()
