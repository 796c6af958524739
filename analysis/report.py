"""A run as one page: the question, the answer, odds, charts, rules, policies, and how to grow it again.

The page holds everything it needs (styles, charts for light and dark ground) and asks no network. It
has no date: the same run gives the same page.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.chart import Panel, panels
from analysis.odds import odds, spread
from analysis.quantities import find_quantity, headline_names
from sim.errors import InputError
from sim.play import seat_policies

if TYPE_CHECKING:
    from sim.store import Run

__all__ = ["report"]

WIDTHS = {"wide": 7.0, "narrow": 4.0}
"""Inches of the charts for a desk's page and a phone's: their type then has the size of the page's."""


def report(run: Run, path: str | Path) -> None:
    """Write a run's page.

    Parameters
    ----------
    run
        A run, finished or not.
    path
        HTML file to write.

    Raises
    ------
    InputError
        If the run has no rows, its headline names an unknown quantity, or `path` is no HTML file.
    RunError
        If it cannot be written.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    from analysis.style import write_whole

    path = Path(path)
    if path.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"{path}: a report is an .html file")
    if not run.numbers:
        raise InputError(f"{run.path}: the run has no rows yet; nothing to report")
    study = run.study
    everything = [_odds_row(row) for row in odds(run).iter_rows(named=True)]
    names = headline_names(study) or [row["quantity"] for row in everything[:6]]
    tables = [find_quantity(study, name).table for name in names]
    found = zip(odds(run, names).iter_rows(named=True), tables, strict=True)
    headline = [_odds_row(row, table) for row, table in found]
    environment = Environment(
        loader=PackageLoader("analysis"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = environment.get_template("report.html.j2").render(
        title=study.title or f"{run.game.title}: the odds",
        game=run.game,
        run=run,
        unit=study.tables[-1],
        headline=headline,
        everything=everything,
        charts=[_chart(panel) for panel in panels(run, names)],
        rules=_rules(run),
        policies=_policies(run),
        versions=run.manifest["versions"],
        study_text=_study_text(run),
    )
    write_whole(path, page.encode())


def _odds_row(row: Mapping[str, Any], table: str = "") -> dict[str, Any]:
    """One line of the table of odds; with what its rows are, also the answer in words."""
    told: dict[str, Any] = dict(row)
    if not row["n"]:
        return {**told, "shown": "–", "width": "", "answer": "no row of this run can tell."}
    value, width = spread(row["value"], row["low"], row["high"])
    told |= {"shown": value, "width": width, "answer": ""}
    if not table:
        return told
    share = row["kind"] == "share"
    scale, mark = (100, " %") if share else (1, "")
    value, _ = spread(scale * row["value"], scale * row["low"], scale * row["high"])
    digits = len(value.partition(".")[2])
    low, high = (f"{scale * row[end]:.{digits}f}{mark}" for end in ("low", "high"))
    counted = f"{row['k']:,} of" if share else "over"
    interval = f"{row['confidence']:.0%} interval {low} to {high}, {counted} {row['n']:,} {table}"
    unit = mark if share else f" {row['unit']}"
    return {**told, "answer": f"{value}{unit}", "interval": interval}


def _chart(panel: Panel) -> dict[str, str]:
    """A panel for each width and ground, as data addresses."""
    from analysis.style import Chart

    drawn = {"question": panel.question}
    for size, width in WIDTHS.items():
        with Chart.opened("", "", width, panel.height) as chart:
            panel.draw(chart.add_subplot(), width)
        for ground, svg in zip(("light", "dark"), chart.for_page(), strict=True):
            code = base64.b64encode(svg.encode()).decode()
            drawn[f"{size}_{ground}"] = f"data:image/svg+xml;base64,{code}"
    return drawn


def _rules(run: Run) -> list[dict[str, Any]]:
    """The rules that the kernel had, and where they are not the game's default."""
    values, defaults = run.rules.plain(), run.game.preset().plain()
    return [
        {
            "name": rule.name,
            "value": _plain(values[rule.name]),
            "default": _plain(defaults[rule.name]),
            "meaning": rule.meaning,
            "clause": rule.clause,
        }
        for rule in run.game.rules.parameters()
    ]


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _policies(run: Run) -> list[dict[str, Any]]:
    study = run.study
    names = seat_policies(study.policies.seats, run.rules.entrants, run.rules.sides)
    stored: Sequence[Mapping[str, Any]] = run.manifest["policies"]
    return [
        {"player": player, "name": name, "origin": entry["origin"]}
        for player, (name, entry) in enumerate(zip(names, stored, strict=True))
    ]


def _study_text(run: Run) -> str:
    """The study as a file that grows the run again."""
    import tomli_w

    plain = run.study.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    return tomli_w.dumps({**plain, "seed": run.seed})
