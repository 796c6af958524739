"""Play deals of Italian and Hungarian card games by the million: kernels, games, policies, runs.

`run`, `replay` and `score` are the entries from Python; `games` lists what there is. Importing this
package points numba's cache at a folder named by the digest of these sources.
"""

from __future__ import annotations

from sim.cache import SOURCE_DIGEST, point_numba_at_cache

__version__ = "0.1.0"

point_numba_at_cache()

__all__ = ["SOURCE_DIGEST", "__version__"]
