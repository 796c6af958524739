"""Read what was played: odds with their intervals, comparisons, charts, reports.

Everything here takes a run (or rows) and gives estimates; nothing here plays. `odds`, `chart`, `compare`
and `report` are the functions; their modules are reached by ``from analysis.odds import ...``.
"""

from __future__ import annotations

from analysis.chart import chart, chart_distribution, chart_estimates, chart_sources, source_line
from analysis.compare import compare, compare_study
from analysis.estimate import Estimate
from analysis.odds import Headline, distribution, odds
from analysis.quantities import Quantity
from analysis.report import report

__all__ = [
    "Estimate",
    "Headline",
    "Quantity",
    "chart",
    "chart_distribution",
    "chart_estimates",
    "chart_sources",
    "compare",
    "compare_study",
    "distribution",
    "odds",
    "report",
    "source_line",
]
