"""Lay out maps for pages: each is solved once for all processes of the site, within seconds."""

import threading
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from django.core.cache import cache

from kriterion.authoring.graph.graphviz_run import TooLargeForPictureError, run_graphviz
from kriterion.errors import MachineError

_CPU_SECONDS = 5
_WALL_SECONDS = 10.0  # that a page may wait
_KEPT_SECONDS = 30 * 24 * 3_600
_FAILED_SECONDS = 60  # before a graph that failed is tried again
_FAILED = "failed"

_turn = threading.Lock()  # the processors are for those who submit


def solve_once(graphs: Sequence[str]) -> list[dict[str, Any]]:
    """Lay out graphs as `run_graphviz` does, but not again what is too large or has just failed."""
    digest = sha256("\0".join(graphs).encode()).hexdigest()
    key = f"map-layout-{digest}"
    found = cache.get(key)
    if found is None:
        if not _turn.acquire(timeout=_WALL_SECONDS):
            raise MachineError("other pictures are being drawn")
        try:
            found = cache.get(key) or _solve(key, graphs)
        finally:
            _turn.release()
    if found == _FAILED:
        raise MachineError("the picture could not be drawn before")
    layouts: list[dict[str, Any]] = found
    return layouts


def _solve(key: str, graphs: Sequence[str]) -> list[dict[str, Any]]:
    try:
        layouts = run_graphviz(graphs, cpu_seconds=_CPU_SECONDS, wall_seconds=_WALL_SECONDS)
    except TooLargeForPictureError:
        cache.set(key, _FAILED, _KEPT_SECONDS)
        raise
    except MachineError:
        cache.set(key, _FAILED, _FAILED_SECONDS)
        raise
    cache.set(key, layouts, _KEPT_SECONDS)
    return layouts
