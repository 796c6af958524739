"""The command, and at its end how much memory it held at most: ``python -m benchmarks.peak run ...``.

The last word printed is the peak in KiB.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

from analysis import cli

__all__ = ["peak_kib"]


def peak_kib() -> int:
    """Greatest resident memory of this process.

    Returns
    -------
    int
        KiB. From Linux' ``VmHWM`` where there is one: ``ru_maxrss`` starts at what the parent held.
    """
    status = Path("/proc/self/status")
    if status.exists():
        fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(fields["VmHWM"].split()[0])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


if __name__ == "__main__":
    try:
        cli.main()
    finally:
        print(peak_kib())
