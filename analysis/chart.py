"""Charts of runs: shares and means with whiskers, distributions, points by source.

One style for all of them (`analysis.style`). Every chart asks a question, names its units, shows its
intervals, and says at its foot which study, seed and version it was grown from.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.odds import distribution, odds, spread
from analysis.quantities import (
    Quantity,
    find_quantity,
    game_module,
    headline_names,
    quantities_of,
    side_titles,
)
from sim.errors import InputError

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

    from analysis.style import Chart
    from sim.store import Run

__all__ = [
    "chart",
    "chart_distribution",
    "chart_estimates",
    "chart_sources",
    "panels",
    "source_line",
]

PHONE = 5.0
"""Charts no wider than so many inches are for phones, and say less."""

MOST_BARS = 16
"""Widest distribution that is drawn as bars; wider ones are lines."""

HIDDEN = 0.001
"""Part of a distribution, at most, that its axis leaves out at the two ends together."""

SOURCES_TITLE = "How many points does a side make in a deal, and by what?"

_SIDE = re.compile(r"(.+)_([0-9])")


class Panel(NamedTuple):
    """One panel of a chart."""

    question: str
    """Its title."""
    height: float
    """Inches."""
    narrow: bool
    """Two may stand side by side."""
    draw: Callable[[Axes, float], None]
    """Draws it, given the axes and the width in inches."""


def source_line(runs: Run | Mapping[str, Run]) -> str:
    """What a chart was grown from.

    Parameters
    ----------
    runs
        A run, or several by label.

    Returns
    -------
    str
        Study, seed, size, rules, policies of each; the version.
    """
    named: Mapping[str, Run] = runs if isinstance(runs, Mapping) else {"": runs}
    told = []
    for label, run in named.items():
        study = run.study
        rules = dict(study.rules)
        preset = rules.pop("preset", next(iter(run.game.presets)))
        changed = "".join(f", {key}={value}" for key, value in rules.items())
        told.append(
            (f"{label}: " if label else "")
            + (f"“{study.title}”, " if study.title and not label else "")
            + f"{study.game} {preset}{changed}; seed {run.seed}; {run.numbers:,} {study.tables[-1]}; "
            f"policies {', '.join(study.policies.seats)}"
        )
    version = next(iter(named.values())).manifest["versions"]["smazzata"]
    return " | ".join(told) + f". Whiskers and bands: 95 % intervals. smazzata {version}"


def chart(run: Run, names: Sequence[str] | None = None, path: str | Path | None = None) -> Chart:
    """Draw quantities of a run: shares and ratios with whiskers, whole numbers as distributions.

    Quantities whose names end in ``_0`` and ``_1`` are drawn together, as the two sides. Where two or
    more of the game's sources of points are asked for, one panel stacks all of them.

    Parameters
    ----------
    run
        A run, finished or not.
    names
        Quantities; the headline's if None.
    path
        Where to write it: png, svg or pdf.

    Returns
    -------
    Chart
        A matplotlib figure.

    Raises
    ------
    InputError
        For an unknown quantity or suffix, or a run without rows.
    """
    from analysis.style import Chart, check_suffix

    if path is not None:
        check_suffix(path)
    rows: list[list[Panel]] = []
    for panel in panels(run, names):
        if panel.narrow and rows and len(rows[-1]) == 1 and rows[-1][0].narrow:
            rows[-1].append(panel)
        else:
            rows.append([panel])
    heights = [max(panel.height for panel in row) for row in rows]
    width = 11.0 if any(len(row) > 1 for row in rows) else 8.5
    title = run.study.title or f"{run.game.title}: what are the odds?"
    with Chart.opened(title, source_line(run), width, sum(heights)) as figure:
        shelves = figure.subfigures(len(rows), 1, height_ratios=heights, squeeze=False)[:, 0]
        for shelf, row in zip(shelves, rows, strict=True):
            for place, panel in zip(
                shelf.subfigures(1, len(row), squeeze=False)[0], row, strict=True
            ):
                _draw_panel(place, panel, width / len(row))
    if path is not None:
        figure.save(path)
    return figure


def panels(run: Run, names: Sequence[str] | None = None) -> list[Panel]:
    """Work out the panels of a chart.

    Parameters
    ----------
    run
        A run.
    names
        Quantities; the headline's if None.

    Returns
    -------
    list of Panel
        In the order that they are drawn.

    Raises
    ------
    InputError
        For an unknown quantity, or a run without rows.
    """
    study = run.study
    if not run.numbers:
        raise InputError(f"{run.path}: the run has no rows yet; nothing to draw")
    asked = list(names or headline_names(study)) or list(quantities_of(study))[:6]
    quantities = [find_quantity(study, name) for name in dict.fromkeys(asked)]
    sources = getattr(game_module(study.game), "SOURCES", {})
    stacked = [q for q in quantities if _stem(q.name) in sources]
    if len({_stem(q.name) for q in stacked}) < 2:
        stacked = []
    pointed = [q for q in quantities if q not in stacked and not q.whole]
    drawn: list[Panel] = []
    if pointed:
        frame = odds(run, [q.name for q in pointed])
        for unit, table in dict.fromkeys((q.unit, q.table) for q in pointed):
            among = [q for q in pointed if (q.unit, q.table) == (unit, table)]
            drawn.append(_estimates_panel(run, frame, among, unit, table))
    whole = [q for q in quantities if q.whole and q not in stacked]
    for stem in dict.fromkeys(_stem(q.name) for q in whole):
        drawn.append(_distribution_panel(run, [q for q in whole if _stem(q.name) == stem]))
    if stacked:
        stems = list(sources)
        estimates = {"": odds(run, [f"{stem}_{side}" for stem in stems for side in (0, 1)])}
        titles = side_titles(study)

        def draw(axes: Axes, width: float) -> None:
            _draw_sources(axes, estimates, sources, titles, width)

        drawn.append(Panel(SOURCES_TITLE, 2.4, narrow=False, draw=draw))
    return drawn


def _draw_panel(place: SubFigure, panel: Panel, width: float) -> None:
    title = "\n".join(textwrap.wrap(panel.question, int(width * 11)))
    place.suptitle(title, x=0.012, ha="left", fontsize=10, fontweight="bold")
    panel.draw(place.add_subplot(), width)


def _estimates_panel(
    run: Run, frame: pl.DataFrame, quantities: Sequence[Quantity], unit: str, table: str
) -> Panel:
    import polars as pl

    rows = frame.filter(pl.col("quantity").is_in([q.name for q in quantities]))
    stems = list(dict.fromkeys(_stem(q.name) for q in quantities))
    one = quantities[0]
    told = 1 < len(stems) <= 8
    if len(stems) > 1:
        title = "How often?" if unit == "share" else f"How many {unit}?"
        if unit.startswith("share of"):
            title = f"What {unit}?"
    else:
        title = f"{_of_sides(one.question) if len(quantities) > 1 else one.question}?"
    label = f"share of {table}" if unit == "share" else unit

    def draw(axes: Axes, width: float) -> None:
        _draw_estimates(axes, rows, label, side_titles(run.study), width, told=told)

    return Panel(title, 1.1 + (0.55 if told else 0.45) * len(stems), narrow=False, draw=draw)


def _of_sides(question: str) -> str:
    """The question about one side as one about both."""
    return question.replace("the first of hand", "each side").replace(
        "the dealer's side", "each side"
    )


def _distribution_panel(run: Run, quantities: Sequence[Quantity]) -> Panel:
    names = [q.name for q in quantities]
    titles = side_titles(run.study)
    labels = [_side_title(name, titles) for name in names] if len(names) > 1 else [""]
    question = quantities[0].question
    if len(names) > 1:
        question = _of_sides(question)
    means = odds(run, names)
    shares = {label: distribution(run, name) for label, name in zip(labels, names, strict=True)}
    table, unit = quantities[0].table, quantities[0].unit

    def draw(axes: Axes, width: float) -> None:
        _draw_distribution(axes, shares, means, unit, table, width)

    return Panel(f"{question}?", 3.1, narrow=True, draw=draw)


def chart_estimates(
    frame: pl.DataFrame,
    title: str,
    *,
    by: str | None = None,
    of: str = "deals",
    source: str = "",
    sides: Sequence[str] = ("side 0", "side 1"),
    path: str | Path | None = None,
) -> Chart:
    """Draw estimates as dots with whiskers, one row a quantity (or a group), one colour a side.

    Parameters
    ----------
    frame
        As `odds` gives it, of one unit; several may be put together with a column that tells them apart.
    title
        A question.
    by
        Column whose values name the rows; the quantity if None.
    of
        What the shares are of.
    source
        Line at the foot; see `source_line`.
    sides
        Names of the sides, for quantities that end in ``_0`` and ``_1``.
    path
        Where to write it.

    Returns
    -------
    Chart
        A matplotlib figure.

    Raises
    ------
    InputError
        If the frame is empty, or has no such column, or for an unknown suffix.
    """
    from analysis.style import Chart

    if not len(frame):
        raise InputError("chart: no estimates to draw")
    if by is not None and by not in frame.columns:
        raise InputError(f"chart: no column {by!r}; there are {', '.join(frame.columns)}")
    unit = str(frame["unit"][0])
    label = f"share of {of}" if unit == "share" else unit
    stems = frame["quantity"].map_elements(_stem, return_dtype=frame["quantity"].dtype).n_unique()
    rows = stems * (frame[by].n_unique() if by else 1)
    with Chart.opened(title, source, 8.0, 1.0 + 0.5 * rows) as figure:
        _draw_estimates(figure.add_subplot(), frame, label, sides, 8.0, by=by)
    if path is not None:
        figure.save(path)
    return figure


def chart_distribution(
    runs: Mapping[str, Run],
    name: str,
    title: str | None = None,
    *,
    path: str | Path | None = None,
) -> Chart:
    """Draw the distribution of a whole-number quantity in one or several runs.

    Parameters
    ----------
    runs
        Runs by label.
    name
        A quantity, or a plain column.
    title
        A question; the quantity's if None.
    path
        Where to write it.

    Returns
    -------
    Chart
        A matplotlib figure.

    Raises
    ------
    InputError
        For an unknown quantity, one without a distribution, or an unknown suffix.
    """
    import polars as pl

    from analysis.style import Chart

    if not runs:
        raise InputError("chart: no run to draw")
    quantity = find_quantity(next(iter(runs.values())).study, name)
    shares = {label: distribution(run, name) for label, run in runs.items()}
    means = pl.concat([odds(run, [name]) for run in runs.values()])
    with Chart.opened(title or f"{quantity.question}?", source_line(runs), 8.0, 3.4) as figure:
        axes = figure.add_subplot()
        _draw_distribution(axes, shares, means, quantity.unit, quantity.table, 8.0)
    if path is not None:
        figure.save(path)
    return figure


def chart_sources(
    runs: Mapping[str, Run],
    title: str = SOURCES_TITLE,
    *,
    path: str | Path | None = None,
) -> Chart:
    """Stack the mean points of a deal by source, for each side of one or several runs.

    Parameters
    ----------
    runs
        Runs of one game by label.
    title
        A question.
    path
        Where to write it.

    Returns
    -------
    Chart
        A matplotlib figure.

    Raises
    ------
    InputError
        If the game has no sources of points, or for an unknown suffix.
    """
    from analysis.style import Chart

    if not runs:
        raise InputError("chart: no run to draw")
    study = next(iter(runs.values())).study
    sources: Mapping[str, str] = getattr(game_module(study.game), "SOURCES", {})
    if not sources:
        raise InputError(f"{study.game}: no sources of points are named")
    names = [f"{stem}_{side}" for stem in sources for side in (0, 1)]
    estimates = {label: odds(run, names) for label, run in runs.items()}
    height = 1.5 + 0.75 * len(runs)
    with Chart.opened(title, source_line(runs), 9.0, height) as figure:
        _draw_sources(figure.add_subplot(), estimates, sources, side_titles(study), 9.0)
    if path is not None:
        figure.save(path)
    return figure


def _side_title(name: str, titles: Sequence[str]) -> str:
    match = _SIDE.fullmatch(name)
    if match is None:
        return "both sides"
    side = int(match[2])
    return titles[side] if side < len(titles) else f"side {side}"


def _stem(name: str) -> str:
    match = _SIDE.fullmatch(name)
    return match[1] if match else name


def _percent(axis: Any) -> None:
    """Label a share's axis in per cent, with as many digits as its ticks need."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda x, _: f"{100 * x:.6g} %"))


def _draw_estimates(
    axes: Axes,
    frame: pl.DataFrame,
    label: str,
    sides: Sequence[str],
    width: float,
    *,
    by: str | None = None,
    told: bool = False,
) -> None:
    from analysis.style import COLOURS

    rows = [row for row in frame.iter_rows(named=True) if row["n"]]
    if not rows:
        return _draw_nothing(axes)
    shares = label.startswith("share")
    stems = list(dict.fromkeys(_stem(row["quantity"]) for row in rows))

    def place(row: Mapping[str, Any]) -> str:
        stem = _stem(row["quantity"])
        if by is None:
            return stem
        return str(row[by]) if len(stems) == 1 else f"{row[by]}: {stem}"

    places = list(dict.fromkeys(place(row) for row in rows))
    values = [row["value"] for row in rows]
    logarithmic = shares and min(values) > 0 and max(values) / min(values) > 30
    scale = 100 if shares else 1
    used: dict[int, str] = {}
    per_place = {p: sum(place(row) == p for row in rows) for p in places}
    seen: dict[str, int] = {}
    sided = any(_SIDE.fullmatch(row["quantity"]) for row in rows)
    for row in rows:
        match = _SIDE.fullmatch(row["quantity"])
        if match:
            used[int(match[2])] = _side_title(row["quantity"], sides)
        where = place(row)
        nth = seen.get(where, 0)
        seen[where] = nth + 1
        together = per_place[where]
        y = places.index(where) + (nth - (together - 1) / 2) * min(0.36, 0.7 / together)
        low, high = row["low"], row["high"]
        reach = [[row["value"] - low], [high - row["value"]]]
        colour = COLOURS[int(match[2])] if match else COLOURS[-1] if sided else COLOURS[0]
        axes.errorbar(row["value"], y, xerr=reach, fmt="o", ms=5, color=colour, capsize=3, lw=1.4)
        value, about = spread(scale * row["value"], scale * low, scale * high)
        mark = " %" if shares else ""
        text = f"{value} {about}{mark}" if about[0] == "±" else f"{value}{mark} ({about}{mark})"
        at = (1.02, y)
        axes.annotate(
            text, at, xycoords=axes.get_yaxis_transform(), va="center", color=colour, fontsize=8.5
        )
    axes.set_yticks(range(len(places)), places)
    if told and width > PHONE:
        _tell(axes, places, {_stem(row["quantity"]): row["question"] for row in rows})
    axes.set_ylim(len(places) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    if logarithmic:
        axes.set_xscale("log")
        label += " (logarithmic)"
    elif min(row["low"] for row in rows) >= 0:
        axes.set_xlim(0, 1.04 * max(row["high"] for row in rows))
    if shares:
        _percent(axes.xaxis)
    axes.set_xlabel(label)
    if len(used) > 1:
        _legend(axes, [(COLOURS[side], used[side]) for side in sorted(used)], width)


def _draw_nothing(axes: Axes) -> None:
    axes.set_axis_off()
    axes.text(0, 0.5, "no row of this run can tell", transform=axes.transAxes)


def _tell(axes: Axes, places: Sequence[str], asked: Mapping[str, str]) -> None:
    """Write each row's question, in small, below its name."""
    from analysis.style import FAINT

    axes.set_yticks(range(len(places)), [""] * len(places))
    for y, name in enumerate(places):
        question = _of_sides(asked[name])
        told = textwrap.wrap(question[0].lower() + question[1:], 52)
        common: dict[str, Any] = {"xycoords": axes.get_yaxis_transform(), "ha": "right"}
        common["textcoords"] = "offset points"
        at = (-0.015, y)
        axes.annotate(name, at, (0, 1), va="bottom", **common)
        small: dict[str, Any] = {"va": "top", "fontsize": 7, "color": FAINT}
        axes.annotate("\n".join(told), at, (0, -1.5), **small, **common)


def _legend(axes: Axes, entries: Sequence[tuple[str, str]], width: float) -> None:
    """Name the colours above the panel: side by side, in two columns or in one, as there is room."""
    from matplotlib.patches import Patch

    room = (width - 1) / (0.08 * (max(len(text) for _, text in entries) + 5))
    axes.legend(
        handles=[Patch(color=colour, label=text) for colour, text in entries],
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=max(1, min(len(entries), int(room))),
        borderaxespad=0,
        handlelength=1,
        handleheight=1,
        fontsize=8.5,
    )


def _draw_distribution(
    axes: Axes,
    shares: Mapping[str, pl.DataFrame],
    means: pl.DataFrame,
    unit: str,
    table: str,
    width: float,
) -> None:
    import polars as pl

    from analysis.style import COLOURS, FAINT

    pooled = pl.concat(shares.values()).group_by("value").agg(pl.col("k").sum()).sort("value")
    if not len(pooled):
        return _draw_nothing(axes)
    running = pooled["k"].cum_sum() / pooled["k"].sum()
    kept = pooled.filter((running > HIDDEN / 2) & (running.shift(1, fill_value=0) < 1 - HIDDEN / 2))
    first, last = int(kept["value"].min()), int(kept["value"].max())  # type: ignore[arg-type]
    gone = 1 - int(kept["k"].sum()) / int(pooled["k"].sum())
    bars = last - first < MOST_BARS
    entries = []
    for i, (label, frame) in enumerate(shares.items()):
        every = pl.DataFrame({"value": range(first, last + 1)}, schema={"value": pl.Int64})
        drawn = every.join(frame, on="value", how="left", maintain_order="left").fill_null(0)
        x = drawn["value"].to_numpy()
        share, low, high = (drawn[c].to_numpy() for c in ("share", "low", "high"))
        colour = COLOURS[i % len(COLOURS)]
        if bars:
            step = 0.8 / len(shares)
            at = x + (i - (len(shares) - 1) / 2) * step
            axes.bar(at, share, step * 0.92, color=colour)
            whisker: dict[str, Any] = {
                "fmt": "none",
                "ecolor": FAINT,
                "capsize": 2,
                "lw": 1.0,
            }
            axes.errorbar(at, share, yerr=[share - low, high - share], **whisker)
        else:
            axes.fill_between(x, low, high, color=colour, alpha=0.3, lw=0)
            axes.plot(x, share, "-o", ms=2.6, lw=1.1, color=colour)
        mean = means.row(i, named=True)
        if not mean["n"]:
            entries.append((colour, f"{label}: no row of this run can tell"))
            continue
        ink = FAINT if bars else colour
        axes.axvline(mean["value"], color=ink, lw=1.1, ls=(0, (4, 3)), zorder=3)
        said = " ".join(spread(mean["value"], mean["low"], mean["high"]))
        entries.append((colour, f"{label + ': ' if label else ''}mean {said}"))
    if bars:
        axes.set_xticks(range(first, last + 1))
        axes.set_xlim(first - 0.6, max(last, first + 2) + 0.6)
    axes.grid(visible=False, axis="x")
    axes.set_ylim(bottom=0)
    _percent(axes.yaxis)
    axes.set_ylabel(f"share of {table}")
    note = f" ({100 * gone:.2g} % of the {table} lie outside)" if gone else ""
    axes.set_xlabel("\n".join(textwrap.wrap(unit + note, int(9 * width))))
    _legend(axes, entries, width)


def _draw_sources(
    axes: Axes,
    estimates: Mapping[str, pl.DataFrame],
    sources: Mapping[str, str],
    sides: Sequence[str],
    width: float,
) -> None:
    from analysis.style import COLOURS, FAINT, PAPER

    labels = []
    widest = 0.0
    longest = max(
        sum(row["value"] for row in frame.iter_rows(named=True)) / len(sides)
        for frame in estimates.values()
    )
    bars = [(label, side) for label in estimates for side in range(len(sides))]
    for y, (label, side) in enumerate(bars):
        rows = {row["quantity"]: row for row in estimates[label].iter_rows(named=True)}
        left = 0.0
        for colour, stem in zip(COLOURS, sources, strict=False):
            row = rows[f"{stem}_{side}"]
            half = (row["high"] - row["low"]) / 2
            widest = max(widest, half) if isfinite(half) else widest
            axes.barh(y, row["value"], 0.62, left=left, color=colour)
            if row["value"] > 0.33 * longest / width:
                middle = left + row["value"] / 2
                axes.annotate(
                    f"{row['value']:.2f}",
                    (middle, y),
                    ha="center",
                    va="center",
                    color=PAPER,
                    fontsize=8,
                )
            left += row["value"]
            axes.errorbar(left, y, xerr=half, fmt="none", ecolor=FAINT, capsize=2.5, lw=1)
        axes.annotate(f" {left:.2f}", (left, y), va="center", fontsize=9, fontweight="bold",
                      xytext=(4, 0), textcoords="offset points")  # fmt: skip
        name = sides[side] if width > PHONE else sides[side].partition(",")[0]
        labels.append(f"{label}\n{name}" if label else name)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    label = f"mean points of a deal; whiskers: interval of each part, ±{widest:.2g} at most"
    axes.set_xlabel("\n".join(textwrap.wrap(label, int(9 * width))))
    _legend(axes, list(zip(COLOURS, sources.values(), strict=False)), width)
