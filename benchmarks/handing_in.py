"""How fast submissions are accepted while the queue grows: by the site, and by the function alone.

DATABASE_URL may name an empty PostgreSQL database; the default is SQLite.
"""

import http.client
import shutil
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import served_site as site

STUDENTS = 250
CLIENTS = 8
SECONDS = 20.0
PACE = 60.0  # submissions per second, a little more than required


def main() -> None:
    data = site.start_django()
    try:
        _measure(data)
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _measure(data: Path) -> None:
    activity = site.clock(data, times=1, pause=0)
    cookies = site.people(STUDENTS)
    with site.served(data, workers=2) as (port, _):
        connections = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(CLIENTS)]

        def by_page(client: int, number: int) -> None:
            cookie = cookies[number % STUDENTS]
            site.submit(connections[client], activity, cookie, f"number{number}")

        _report(f"pages, {PACE:.0f} a second", _timed(by_page, SECONDS, PACE))
        _waiting()
        _report("pages, as fast as can be", _timed(by_page, SECONDS / 2, None))
        _waiting()
    _by_function(activity)


def _by_function(activity: int) -> None:
    """Submit without pages or workers, to measure the database alone."""
    from django.db import connections

    from kriterion.web.accounts.models import User
    from kriterion.web.catalog.models import Activity
    from kriterion.web.submissions.models import Submission, SubmissionState
    from kriterion.web.submissions.services.submit import submit_files

    Submission.objects.filter(state=SubmissionState.QUEUED).update(state=SubmissionState.CANCELLED)
    users = list(User.objects.all())
    found = Activity.objects.get(pk=activity)

    def by_function(_: int, number: int) -> None:
        given = submit_files(users[number % len(users)], found, {"a.txt": "x"}, language="en")
        if not isinstance(given, Submission):
            raise RuntimeError(given.reason)

    _report(
        "the function alone", _timed(by_function, SECONDS / 4, None, last=connections.close_all)
    )


def _timed(
    act: Callable[[int, int], None],
    seconds: float,
    pace: float | None,
    last: Callable[[], None] = lambda: None,
) -> list[float]:
    """Return each call's seconds; clients act together at a pace, or one after the other."""
    took: list[float] = []
    lock = threading.Lock()
    number = 0
    began = time.perf_counter()

    def client(index: int) -> None:
        nonlocal number
        while time.perf_counter() - began < seconds:
            with lock:
                mine, number = number, number + 1
            due = began if pace is None else began + mine / pace
            time.sleep(max(0.0, due - time.perf_counter()))
            since = (
                time.perf_counter() if pace is None else due
            )  # a late start counts as waiting time
            act(index, mine)
            took.append(time.perf_counter() - since)
        last()

    clients = [threading.Thread(target=client, args=(index,)) for index in range(CLIENTS)]
    for each in clients:
        each.start()
    for each in clients:
        each.join()
    print(f"  {len(took) / (time.perf_counter() - began):6.1f} accepted a second", end="")
    return took


def _report(name: str, took: Sequence[float]) -> None:
    parts = statistics.quantiles(took, n=100)
    shown = "  ".join(f"p{part} {parts[part - 1] * 1000:.0f} ms" for part in (50, 95, 99))
    print(f"  {shown}  {name}")


def _waiting() -> None:
    from kriterion.web.submissions.models import Submission, SubmissionState

    waiting = Submission.objects.filter(state=SubmissionState.QUEUED).count()
    print(f"  {waiting:,} of {Submission.objects.count():,} wait then")
