"""Plays the very same chunks on a Dask cluster: `run` with a scheduler's address.

A worker needs this package and nothing of the run's directory; it sends back finished Parquet files,
which are written where the run was started. Workers with other sources or libraries are refused: their
bytes could differ.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from typing import Any

from sim.errors import RunError
from sim.run import Chunk, Crew, Player
from sim.store import difference, versions
from sim.study import Study

__all__ = ["cluster", "play_there"]

_CONNECT_SECONDS = 20
_mine = threading.local()


def play_there(
    study: dict[str, Any], origins: list[str], sources: dict[str, str], first: int, count: int
) -> Chunk:
    """Play a chunk; runs on a worker of the cluster.

    Parameters
    ----------
    study
        `Study.identity`, with a seed.
    origins
        Where each player's policy came from, there where the run was started.
    sources
        `versions` there.
    first, count
        Numbers of the chunk.

    Returns
    -------
    Chunk
        Its files; the rows themselves stay here.

    Raises
    ------
    RunError
        If this worker would not play the same.
    """
    wrong = difference(versions(), sources)
    if wrong:
        raise RunError(f"a worker of the cluster is not the same as here: {wrong}")
    if getattr(_mine, "study", None) != study:  # a thread keeps its player from chunk to chunk
        _mine.player, _mine.study = Player(Study(**study)), study
    theirs = [policy.origin for policy in _mine.player.arena.policies]
    if theirs != origins:
        raise RunError(f"a worker of the cluster has other policies: {', '.join(theirs)}")
    return Chunk(_mine.player.play(first, count).files)


@contextmanager
def cluster(study: Study, address: str) -> Iterator[Crew]:
    """Let the workers of a cluster play; on leaving, what is under way is cancelled.

    Parameters
    ----------
    study
        The study, with a seed.
    address
        Of the scheduler: ``tcp://host:8786``.

    Yields
    ------
    Crew
        All threads of all workers.

    Raises
    ------
    RunError
        If the scheduler does not answer, has no workers, or loses them.
    """
    from distributed import Client, KilledWorker
    from distributed.comm.core import CommClosedError

    try:
        client: Any = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise RunError(f"scheduler {address} does not answer: {error}") from None
    with client:
        width = sum(client.nthreads().values())
        if not width:
            raise RunError(f"scheduler {address} has no workers")
        origins = [policy.origin for policy in study.seated_policies()]
        executor = client.get_executor(pure=False)
        play = partial(executor.submit, play_there, study.identity(), origins, versions())
        try:
            yield Crew(play, width)
        except RunError:
            raise
        except (KilledWorker, CommClosedError, CancelledError, ImportError, RuntimeError) as error:
            raise RunError(f"the cluster at {address} failed: {error}") from None
        finally:
            executor.shutdown(wait=False)
