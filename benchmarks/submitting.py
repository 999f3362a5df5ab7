"""How fast submissions are accepted while workers judge, and by the function alone.

Also how soon killed workers judge again. DATABASE_URL may name an empty PostgreSQL database; the
default is SQLite. KRITERION_BESIDE may name a checkout of another version with the same migrations,
whose server is measured in turn with ours.
"""

import http.client
import os
import signal
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import served_site as site

STUDENTS = 250
CLIENTS = 8
SECONDS = 20.0
PACE = 60.0  # submissions per second
ROUNDS = 3


def main() -> None:
    with site.temporary_site() as data:
        _measure(data)


def _measure(data: Path) -> None:
    activity = site.clock(data, times=1, pause=0)
    cookies = site.make_people(STUDENTS)
    beside = os.environ.get("KRITERION_BESIDE")
    checkouts = {"": None} | ({} if beside is None else {f" {beside}": Path(beside)})
    for _ in range(ROUNDS):
        for name, checkout in checkouts.items():
            with site.served(data, workers=2, checkout=checkout) as (port, _):
                _by_page(f"pages, {PACE:.0f} a second, 2 workers{name}", port, activity, cookies)
            with site.served(data, workers=0, checkout=checkout) as (port, _):
                title = f"pages, as fast as can be, no workers{name}"
                _by_page(title, port, activity, cookies, pace=None)
        _measure_by_function(activity)
    with site.served(data, workers=2) as (port, pid):
        _kill_workers(port, pid, activity, cookies[0])


def _by_page(
    name: str, port: int, activity: int, cookies: Sequence[str], pace: float | None = PACE
) -> None:
    connections = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(CLIENTS)]

    def submit(client: int, number: int) -> None:
        cookie = cookies[number % STUDENTS]
        site.submit(connections[client], activity, cookie, f"number{number}")

    judged = _count_judged()
    _report(name, _time_calls(submit, SECONDS if pace else SECONDS / 2, pace))
    print(f"    {_count_judged() - judged} judged meanwhile")
    _cancel_waiting()


def _count_judged() -> int:
    from kriterion.web.submissions.models import Submission, SubmissionState

    return Submission.objects.filter(state=SubmissionState.FINISHED).count()


def _cancel_waiting() -> None:
    from kriterion.web.submissions.models import Submission, SubmissionState

    waiting = Submission.objects.filter(state=SubmissionState.QUEUED)
    waiting.update(state=SubmissionState.CANCELLED)


def _kill_workers(port: int, pid: int, activity: int, cookie: str) -> None:
    """Print how long after their death the workers have judged a submission."""
    from kriterion.web.submissions.models import Submission, SubmissionState

    workers = site.find_workers_process(pid)
    submission = site.submit_solution(port, activity, cookie, "before")
    states = Submission.objects.filter(state=SubmissionState.FINISHED)
    while not states.filter(pk=submission).exists():
        time.sleep(0.01)
    os.kill(workers, signal.SIGKILL)
    began = time.perf_counter()
    submission = site.submit_solution(port, activity, cookie, "after")
    while not states.filter(pk=submission).exists():
        time.sleep(0.01)
    print(f"  {time.perf_counter() - began:.1f} s from the workers' death to the next verdict")


def _measure_by_function(activity: int) -> None:
    """Submit without pages or workers, to measure the database alone."""
    from django.db import connections

    from kriterion.web.accounts.models import User
    from kriterion.web.catalog.models import Activity
    from kriterion.web.submissions.models import Submission
    from kriterion.web.submissions.services.submit import submit_files

    users = list(User.objects.all())
    found = Activity.objects.get(pk=activity)

    def by_function(_: int, number: int) -> None:
        intake = submit_files(users[number % len(users)], found, {"a.txt": "x"}, language="en")
        if not isinstance(intake, Submission):
            raise RuntimeError(intake.reason)

    _report(
        "the function alone",
        _time_calls(by_function, SECONDS / 4, None, last=connections.close_all),
    )
    _cancel_waiting()


def _time_calls(
    act: Callable[[int, int], None],
    seconds: float,
    pace: float | None,
    last: Callable[[], None] = lambda: None,
) -> list[float]:
    """Return each call's seconds; clients act together at a pace, or one after the other."""
    durations: list[float] = []
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
            durations.append(time.perf_counter() - since)
        last()

    clients = [threading.Thread(target=client, args=(index,)) for index in range(CLIENTS)]
    for each in clients:
        each.start()
    for each in clients:
        each.join()
    print(f"  {len(durations) / (time.perf_counter() - began):6.1f} accepted a second", end="")
    return durations


def _report(name: str, durations: Sequence[float]) -> None:
    parts = statistics.quantiles(durations, n=100)
    text = "  ".join(f"p{part} {parts[part - 1] * 1000:.0f} ms" for part in (50, 95, 99))
    print(f"  {text}  {name}")
