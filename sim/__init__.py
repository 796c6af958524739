"""Play deals of Italian and Hungarian card games by the million: kernels, games, policies, runs.

`run` plays a study, `open_run` reads what was played, `replay` shows one deal of it, `score` a recorded
one; `find_game` gives a game. Importing this package points numba's cache at a folder named by the
digest of these sources.
"""

from __future__ import annotations

from sim.cache import SOURCE_DIGEST, point_numba_at_cache

__version__ = "0.1.0"

point_numba_at_cache()  # before any kernel is made

from sim.game import find_game, game_names  # noqa: E402
from sim.replay import replay, score  # noqa: E402
from sim.run import run  # noqa: E402
from sim.store import Run, open_run  # noqa: E402
from sim.study import Study, load_study  # noqa: E402

__all__ = [
    "SOURCE_DIGEST",
    "Run",
    "Study",
    "__version__",
    "find_game",
    "game_names",
    "load_study",
    "open_run",
    "replay",
    "run",
    "score",
]
