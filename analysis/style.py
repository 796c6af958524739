"""The house style of charts: colours that colour-blind readers tell apart, on light and dark ground.

Importing this imports matplotlib; `analysis.chart` does so only when it draws. No global state: figures
are made without pyplot, and matplotlib's settings hold only while one is drawn or saved.
"""

from __future__ import annotations

import io
import os
import re
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from sim.errors import InputError, RunError

__all__ = ["COLOURS", "FAINT", "FORMATS", "INK", "PAPER", "Chart", "check_suffix", "write_whole"]

FORMATS = ("png", "svg", "pdf")

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#666666")
"""Colours of series, in order (after Okabe and Ito)."""

INK = "#1c1c1c"
FAINT = "#6a6a6a"
GRID = "#dddddd"
PAPER = "#ffffff"

_ON_DARK = {
    **dict(
        zip(
            COLOURS,
            ("#56B4E9", "#E8853B", "#2FC79A", "#E3A0C6", "#F0C14B", "#9AD1F5", "#AAAAAA"),
            strict=True,
        )
    ),
    INK: "#e8e6e3",
    FAINT: "#a8a5a0",
    GRID: "#44423f",
    PAPER: "#1c1c1c",
}


def _settings() -> Any:  # matplotlib lists every setting in its type
    return {
        "font.family": ["DejaVu Sans", "sans-serif"],
        "font.size": 9,
        "text.color": INK,
        "axes.edgecolor": FAINT,
        "axes.labelcolor": INK,
        "axes.titlesize": 10,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.titlepad": 8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.facecolor": "none",
        "grid.color": GRID,
        "grid.linewidth": 0.7,
        "xtick.color": FAINT,
        "ytick.color": FAINT,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "legend.frameon": False,
        "figure.facecolor": PAPER,
        "savefig.facecolor": "auto",
        "savefig.dpi": 160,
        "text.parse_math": False,  # titles are the user's: a dollar is a dollar
        "svg.fonttype": "path",
        "svg.hashsalt": "smazzata",
        "pdf.fonttype": 42,
    }


class Chart(Figure):
    """A figure with a title and a source line, which notebooks show as it is."""

    @classmethod
    @contextmanager
    def opened(cls, title: str, source: str, width: float, height: float) -> Iterator[Chart]:
        """Open a chart for drawing, in the house style.

        Parameters
        ----------
        title
            Above the panels; may be empty.
        source
            Line at the foot, wrapped; may be empty.
        width, height
            Inches, of the panels.

        Yields
        ------
        Chart
            To add panels to.
        """
        foot = textwrap.wrap(source, int(width * 17))
        head = textwrap.wrap(title, int(width * 9))
        with matplotlib.rc_context(_settings()):
            height += 0.16 * len(foot) + 0.24 * len(head)
            chart = cls(figsize=(width, height), layout="constrained")
            if head:
                text = "\n".join(head)
                chart.suptitle(text, x=0.01, ha="left", fontsize=12, fontweight="bold")
            if foot:
                chart.supxlabel("\n".join(foot), x=0.01, ha="left", fontsize=7.5, color=FAINT)
            yield chart

    def encode(self, kind: str) -> bytes:
        """The chart as a file; the same bytes for the same chart.

        Parameters
        ----------
        kind
            One of `FORMATS`.

        Returns
        -------
        bytes
            The file.
        """
        date = {"png": "Creation Time", "svg": "Date", "pdf": "CreationDate"}[kind]
        file = io.BytesIO()
        with matplotlib.rc_context(_settings()):
            self.savefig(file, format=kind, metadata={date: None})
        return file.getvalue()

    def for_page(self) -> tuple[str, str]:
        """The chart as svg for a page that has its own ground and fonts.

        Returns
        -------
        tuple of str
            For light and for dark ground; transparent, text as text.
        """
        file = io.StringIO()
        with matplotlib.rc_context({**_settings(), "svg.fonttype": "none"}):
            self.savefig(file, format="svg", transparent=True, metadata={"Date": None})
        light = file.getvalue()
        swap = {name.lower(): dark for name, dark in _ON_DARK.items()}
        dark = re.sub("#[0-9a-f]{6}", lambda found: swap.get(found[0], found[0]), light)
        return light, dark

    def save(self, path: str | Path) -> None:
        """Write the chart: whole, or not at all.

        Parameters
        ----------
        path
            Its suffix says the format.

        Raises
        ------
        InputError
            For an unknown suffix.
        RunError
            If it cannot be written.
        """
        path = Path(path)
        write_whole(path, self.encode(check_suffix(path)))

    def _repr_png_(self) -> bytes:
        return self.encode("png")


def check_suffix(path: str | Path) -> str:
    """Format of a chart by its file name.

    Parameters
    ----------
    path
        Where it shall go.

    Returns
    -------
    str
        One of `FORMATS`.

    Raises
    ------
    InputError
        For another one.
    """
    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise InputError(
            f"{path}: a chart is a .png, .svg or .pdf file, not {kind or 'without suffix'}"
        )
    return kind


def write_whole(path: Path, data: bytes) -> None:
    """Write a file under a hidden name and rename it, so that no half one is ever there.

    Parameters
    ----------
    path
        Where it shall go.
    data
        What it holds.

    Raises
    ------
    RunError
        If the disk or the folder refuses.
    """
    hidden = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        hidden.write_bytes(data)
        hidden.replace(path)
    except OSError as error:
        with suppress(OSError):
            hidden.unlink()
        raise RunError(f"cannot write {path}: {error.strerror}") from None
