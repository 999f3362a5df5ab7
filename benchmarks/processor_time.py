"""The processor time of processes, which says what something costs on a machine that is busy."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def read_seconds(roots: Iterable[int]) -> float:
    """Return the processor time of these processes and their descendants, also of those that have
    ended, in seconds.
    """
    return sum(_read_own_seconds(pid) for root in roots for pid in _list_tree(root))


def find_server() -> int | None:
    """Return the process of this machine's PostgreSQL server; None with SQLite."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(_read_fields(cursor.fetchone()[0])[1])


def _list_tree(root: int) -> Iterator[int]:
    pending = [root]
    while pending:
        pid = pending.pop()
        try:
            for thread in Path(f"/proc/{pid}/task").iterdir():
                pending += map(int, (thread / "children").read_text(encoding="ascii").split())
        except OSError:  # it has ended
            continue
        yield pid


def _read_own_seconds(pid: int) -> float:
    """Return the time of a process and of its children that have ended."""
    try:
        return sum(map(int, _read_fields(pid)[11:15])) / _TICKS
    except OSError:
        return 0.0


def _read_fields(pid: int) -> list[str]:
    """Return what follows a process's name: its state, its parent …"""
    text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    return text.rpartition(")")[2].split()
