"""Restores, each with a fault at another step.

`python -m tests.web.backups.faulty_restore FILE DIR KIND`

A step is a change to the disk, as Python's audit events tell. KIND is `error` (a full disk) or
`killed`. Prints what each left behind, as JSON, one per line.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django
import psycopg

django.setup()

from django.db import connection  # noqa: E402  it needs the settings

from kriterion.cli.server.data_directory import create_or_roll_back, is_unfinished_restore  # noqa: E402
from kriterion.errors import MachineError  # noqa: E402
from kriterion.web.backups.restore import restore  # noqa: E402

_CHANGES = {
    "os.rename",
    "os.mkdir",
    "os.remove",
    "os.rmdir",
    "os.chmod",
    "os.symlink",
    "os.truncate",
}


def _is_change(event: str, words: tuple[Any, ...]) -> bool:
    if event == "open":
        return bool(words[2] & (os.O_WRONLY | os.O_RDWR))
    return event in _CHANGES or event == "sqlite3.connect"


def fault_at(step: int, kind: str, place: Path) -> Callable[[], bool]:
    """Make the change with that number fail; the returned function says whether it was reached."""
    left = step
    reached = False

    def look(event: str, words: tuple[Any, ...]) -> None:
        nonlocal left, reached
        if reached or not _is_change(event, words) or str(place) not in str(words):
            return
        left -= 1
        if left < 0:
            reached = True
            if kind == "killed":
                os._exit(9)
            raise OSError(28, "No space left on device")

    sys.addaudithook(look)
    return lambda: reached


def try_restore(archive: Path, data: Path, step: int, kind: str) -> int:
    """Restore in a child; return its exit status: 0 without a fault, 3 or 9 after one."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    os.sync = lambda: None  # it would wait for everybody's files
    try:
        if connection.vendor == "sqlite":
            connection.settings_dict["NAME"] = str(data / "kriterion.sqlite3")
        is_reached = fault_at(step, kind, data)
        try:
            with create_or_roll_back(data):
                restore(archive, data)
            status = 4 if is_reached() else 0  # 4: nobody noticed
        except MachineError:
            status = 3
    finally:
        os._exit(status)


def count_tables() -> int:
    """Count the tables of a PostgreSQL database. Children need one without a connection."""
    if connection.vendor == "sqlite":
        return 0
    count = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
    with psycopg.connect(os.environ["DATABASE_URL"]) as direct:
        [(number,)] = direct.execute(count).fetchall()
    return int(number)


def main(archive: Path, place: Path, kind: str) -> None:
    step, status = 0, -1
    while status and not (status == 4 and connection.vendor != "sqlite"):  # which is full then
        data = place / f"{kind}-{step}"
        status = try_restore(archive, data, step, kind)
        left = sorted(file.name for file in data.iterdir()) if data.exists() else None
        unfinished = is_unfinished_restore(data)
        again = try_restore(archive, data, 1_000_000, kind) if status == 9 and unfinished else None
        tables = count_tables()
        messages = {
            "status": status,
            "left": left,
            "unfinished": unfinished,
            "again": again,
            "tables": tables,
        }
        print(json.dumps(messages), flush=True)
        step += 1


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
