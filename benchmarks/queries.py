"""What one worker, one site and one submission cost the database: queries, time and connections.

DATABASE_URL names an empty PostgreSQL database whose server preloads pg_stat_statements, and whose
user may create extensions.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks import served_site as site

STUDENTS = 20
SUBMISSIONS = 60
IDLE_SECONDS = 60.0
SETTLE_SECONDS = 30.0  # a worker proves its images first
SLOTS = 2
FREQUENT = 14  # statements of an idle worker that are listed
_OF_THIS_DATABASE = (
    "toplevel AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


class Cost(NamedTuple):
    """What the server did in a period."""

    calls: int
    milliseconds: float
    notifications: int
    commits: int


def main() -> None:
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        print("skipped: DATABASE_URL names no PostgreSQL database with pg_stat_statements")
        return
    with site.temporary_site() as data:
        _measure(data)


def _measure(data: Path) -> None:
    from django.db import connection

    from kriterion.web.accounts.models import User
    from kriterion.web.catalog.models import Activity
    from kriterion.web.submissions.services.submit import submit_files

    with connection.cursor() as cursor:
        cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    activity = Activity.objects.get(pk=site.clock(data, times=3, pause=0.05))
    site.make_people(STUDENTS)
    users = list(User.objects.order_by("pk"))
    before = _read_cost()
    for number in range(SUBMISSIONS):
        user = users[number % STUDENTS]
        submit_files(user, activity, {"a.txt": str(number)}, language="en")
    _print("to submit, by the function", before, SUBMISSIONS)
    with _worker(data) as process:
        began = time.monotonic()
        _wait_until_finished()
        print(f"all finished after {time.monotonic() - began:.0f} s, with the start of the worker")
        time.sleep(SETTLE_SECONDS)
        _reset()
        idle = _observe_idle("a worker with nothing to do", 1)
        _print_most_frequent()
        before, began = _read_cost(), time.monotonic()
        for number in range(SUBMISSIONS):
            user = users[number % STUDENTS]
            submit_files(user, activity, {"a.txt": f"more {number}"}, language="en")
        _wait_until_finished()
        seconds = time.monotonic() - began
        print(f"{SUBMISSIONS / seconds:.1f} submissions a second with {SLOTS} slots")
        _print("to submit and assess", before, SUBMISSIONS, idle=idle, seconds=seconds)
        print(f"memory of the worker and its processes: {_read_memory(process.pid):.0f} MiB")
        with _worker(data):
            time.sleep(SETTLE_SECONDS)
            _observe_idle("each of two workers with nothing to do", 2)
    with site.served(data, workers=0):
        time.sleep(SETTLE_SECONDS / 3)
        _observe_idle("a site that nobody visits", 1)


def _observe_idle(name: str, processes: int) -> float:
    """Print the rate of one idle process; return that of all."""
    before = _read_cost()
    time.sleep(IDLE_SECONDS)
    cost = _subtract(_read_cost(), before)
    rate = cost.calls / IDLE_SECONDS
    print(
        f"{name}: {rate / processes:.2f} queries a second,"
        f" {cost.milliseconds / IDLE_SECONDS / processes:.2f} ms of the server's time a second,"
        f" {_count_connections() / processes:.1f} connections"
    )
    return rate


def _reset() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_statements_reset()")


def _print_most_frequent() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT calls, left(query, 150) FROM pg_stat_statements WHERE {_OF_THIS_DATABASE}"
            " ORDER BY calls DESC LIMIT %s",
            [FREQUENT],
        )
        for calls, query in cursor.fetchall():
            print(f"  {calls / IDLE_SECONDS:5.2f} a second: {' '.join(query.split())}")


def _print(
    name: str, before: Cost, number: int, *, idle: float = 0.0, seconds: float = 0.0
) -> None:
    cost = _subtract(_read_cost(), before)
    print(
        f"{name}: {(cost.calls - idle * seconds) / number:.1f} queries,"
        f" {cost.milliseconds / number:.2f} ms of the server's time,"
        f" {cost.notifications / number:.1f} statements that notify,"
        f" {cost.commits / number:.1f} transactions"
    )


def _read_cost() -> Cost:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(calls), 0), coalesce(sum(total_exec_time), 0),"
            " coalesce(sum(calls) FILTER (WHERE query ILIKE '%%pg_notify%%'"
            " OR query ILIKE '%%procrastinate_defer%%'), 0)"
            f" FROM pg_stat_statements WHERE {_OF_THIS_DATABASE}"
            " AND query NOT ILIKE 'BEGIN%%' AND query NOT ILIKE 'COMMIT%%'"
            " AND query NOT ILIKE '%%pg_stat%%' AND query NOT ILIKE 'SET %%'"
        )
        calls, milliseconds, notifications = cursor.fetchone()
        cursor.execute(
            "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
        )
        (commits,) = cursor.fetchone()
    return Cost(int(calls), float(milliseconds), int(notifications), int(commits))


def _subtract(after: Cost, before: Cost) -> Cost:
    return Cost(
        calls=after.calls - before.calls,
        milliseconds=after.milliseconds - before.milliseconds,
        notifications=after.notifications - before.notifications,
        commits=after.commits - before.commits,
    )


def _count_connections() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND application_name <> 'benchmark'"
        )
        return int(cursor.fetchone()[0]) - _own_connections()


def _own_connections() -> int:
    """Return how many connections this process's pool holds besides the one that asks."""
    from django.db import connection

    pool = getattr(connection, "pool", None)
    return 0 if pool is None else max(int(pool.get_stats()["pool_size"]) - 1, 0)


def _wait_until_finished() -> None:
    from kriterion.web.submissions.models import Submission, SubmissionState

    open_states = [SubmissionState.QUEUED, SubmissionState.RUNNING]
    while Submission.objects.filter(state__in=open_states).exists():
        time.sleep(2.0)


@contextmanager
def _worker(data: Path) -> Iterator["subprocess.Popen[bytes]"]:
    command = (sys.executable, "-m", "kriterion.cli.main", "worker", "--data", str(data))
    process = subprocess.Popen((*command, "--concurrency", str(SLOTS)), stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def _read_memory(pid: int) -> float:
    """Return the proportional share of memory of a process and its children, in MiB."""
    total = 0
    pending = [pid]
    while pending:
        each = pending.pop()
        try:
            lines = Path(f"/proc/{each}/smaps_rollup").read_text(encoding="ascii").splitlines()
            for thread in Path(f"/proc/{each}/task").iterdir():
                pending += map(int, (thread / "children").read_text(encoding="ascii").split())
        except OSError:  # it has ended
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024
