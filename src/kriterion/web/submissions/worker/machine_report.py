"""Describe the machine of a worker, for administrators."""

import os
import resource
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from kriterion import __version__

_MEMORY = Path("/proc/meminfo")
_KIB = 1024


def describe_machine() -> Mapping[str, Any]:
    """Return Kriterion's version, and the machine's processors, load, memory and limits.

    Values that this machine does not report are left out.
    """
    memory = _read_memory()
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    report: dict[str, Any] = {
        "version": __version__,
        "processors": len(os.sched_getaffinity(0)),
        "open_files": files,
        "memory_bytes": memory.get("MemTotal"),
        "free_memory_bytes": memory.get("MemAvailable"),
    }
    with suppress(OSError):
        report["load"] = round(os.getloadavg()[0], 2)
    return {name: value for name, value in report.items() if value is not None}


def _read_memory() -> dict[str, int]:
    """Return the amounts of /proc/meminfo in bytes, as far as they can be read."""
    amounts = {}
    try:
        lines = _MEMORY.read_text().splitlines()
    except OSError:
        return {}
    for line in lines:
        name, _, amount = line.partition(":")
        words = amount.split()
        if words and words[0].isdecimal():
            amounts[name] = int(words[0]) * _KIB
    return amounts
