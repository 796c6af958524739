"""Where compiled kernels are kept between processes.

Numba's cache does not notice that a function called by a cached one has changed, so each state of the
sources gets a folder of its own. Folders not used for a month are swept.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
import time
from pathlib import Path

import platformdirs

__all__ = ["SOURCE_DIGEST", "cache_folder", "point_numba_at_cache"]

_SOURCES = Path(__file__).parent
_OURS = re.compile(r"[0-9a-f]{16}(-checked)?")
_KEPT_SECONDS = 30 * 24 * 3600


def _digest_sources() -> str:
    digest = hashlib.sha256()
    for path in sorted(_SOURCES.rglob("*.py")):
        digest.update(path.relative_to(_SOURCES).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


SOURCE_DIGEST = _digest_sources()
"""SHA-256 of all of `sim`'s sources, hexadecimal; stored with every run."""


def cache_folder() -> Path:
    """Folder of this state of the sources, one for each bounds-checking mode.

    Returns
    -------
    Path
        Below ``SMAZZATA_CACHE`` if that is set, else below the user's cache directory; below the
        temporary directory where neither can be written.
    """
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0") else ""
    name = SOURCE_DIGEST[:16] + checked
    base = os.environ.get("SMAZZATA_CACHE") or platformdirs.user_cache_dir("smazzata")
    for root in (Path(base), Path(tempfile.gettempdir()) / f"smazzata-{os.getuid()}"):
        folder = root / "kernels" / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="smazzata-"))


def _sweep(root: Path) -> None:
    limit = time.time() - _KEPT_SECONDS
    for folder in root.iterdir():
        if _OURS.fullmatch(folder.name) and folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)


def point_numba_at_cache() -> Path:
    """Make numba keep machine code in `cache_folder`.

    Returns
    -------
    Path
        The folder.
    """
    folder = cache_folder()
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    from numba import config

    config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # set when numba is imported
    _sweep(folder.parent)
    return folder
