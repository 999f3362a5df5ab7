"""What the queue costs by itself: submissions whose assessment takes no time.

How many a second two processes of workers finish, beside how fast they are submitted; how soon a
submission starts when nothing else waits, and with a million background submissions before it.
DATABASE_URL may name an empty PostgreSQL database; the default is SQLite.
KRITERION_BACKLOG sets another number of background submissions.
"""

import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from benchmarks import processor_time
from benchmarks import served_site as site

if TYPE_CHECKING:
    from kriterion.assessment.assessment_record import AssessmentRecord
    from kriterion.web.submissions.models import Submission

PROCESSES = 2
SLOTS = 4  # of each
STARTS = 30
FINISHED = 2_000
WARM_UP = 300  # of these: processes start, load modules and connect
USERS = 100
BACKLOG = int(os.environ.get("KRITERION_BACKLOG", "1000000"))


def main() -> None:
    with site.temporary_site() as data:
        activity = site.clock(data, times=1, pause=0)
        site.make_people(USERS)
        _measure(activity)


def run_workers() -> None:
    """Assess at once whatever is submitted: the main function of a process of workers."""
    import django  # reads the data directory of the parent

    django.setup()
    from kriterion.web.submissions.worker.submission_worker import SubmissionWorker

    worker = SubmissionWorker(SLOTS, assess=_assess_at_once)
    worker.start()
    print("ready", flush=True)
    sys.stdin.read()
    worker.stop()


def _assess_at_once(
    submission: "Submission", *, watch: Any, stopped: threading.Event
) -> "AssessmentRecord":
    from kriterion.assessment.assessment_record import (
        AssessmentRecord,
        JudgeRecord,
        SubmissionRecord,
    )
    from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
    from kriterion_tools.contracts.dodona_judge.statuses import Status

    [name] = submission.files
    return AssessmentRecord(
        submission=SubmissionRecord(
            exercise="Clock", file_name=name, source=submission.files[name], language="en"
        ),
        judge=JudgeRecord(
            status=Status.CORRECT,
            accepted=True,
            summary=None,
            feedback=FullOutput(accepted=True, status=Status.CORRECT),
        ),
    )


@contextmanager
def _workers(processes: int) -> Iterator[list[int]]:
    """Run processes of workers; yield their ids."""
    command = (sys.executable, "-c", "from benchmarks.scale import run_workers; run_workers()")
    started = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(processes)
    ]
    try:
        for process in started:
            assert process.stdout is not None
            process.stdout.readline()
        yield [process.pid for process in started]
    finally:
        for process in started:
            process.communicate()


def _measure(activity: int) -> None:
    from kriterion.web.submissions.models import Priority

    with _workers(1):
        _report_starts("nothing else waits", _measure_starts(activity))
    submitted = _fill(activity, FINISHED, Priority.INTERACTIVE)
    with _workers(PROCESSES) as workers:
        _report_throughput(submitted, workers)
    if BACKLOG:
        _fill(activity, BACKLOG, Priority.BACKGROUND)
        with _workers(1):
            name = f"{BACKLOG:,} background submissions wait"
            _report_starts(name, _measure_starts(activity))


def _report_throughput(first: int, workers: list[int]) -> None:
    """Print how fast submissions are finished, and the processor time of each part."""
    server = processor_time.find_server()
    parts = {"workers with their renderers": workers, "PostgreSQL": [server] if server else []}

    def read_parts() -> dict[str, float]:
        return {name: processor_time.read_seconds(pids) for name, pids in parts.items()}

    left = _wait_until_finished(first, most=FINISHED - WARM_UP)
    before, since = read_parts(), time.perf_counter()
    _wait_until_finished(first)
    seconds, after = time.perf_counter() - since, read_parts()
    costs = {name: (after[name] - before[name]) / left * 1000 for name in parts}
    text = ", ".join(f"{cost:.2f} ms of {name}" for name, cost in costs.items())
    print(f"  {left / seconds:.0f} submissions a second finished; each costs {text}")
    print(f"  {2_000 / sum(costs.values()):.0f} a second would fill two processors")
    print(f"  load {os.getloadavg()[0]:.1f}", flush=True)


def _measure_starts(activity: int) -> list[float]:
    """Submit one after the other; return the seconds until each was claimed."""
    from kriterion.web.accounts.models import User
    from kriterion.web.catalog.models import Activity
    from kriterion.web.submissions.models import Submission, SubmissionState
    from kriterion.web.submissions.services.submit import submit_files

    # Not those with a backlog: a user may have few submissions waiting.
    users, exercise = list(User.objects.order_by("pk")[:STARTS]), Activity.objects.get(pk=activity)
    seconds = []
    for number in range(STARTS + 1):
        user = users[number % len(users)]
        intake = submit_files(user, exercise, {"a.txt": "x"}, language="en")
        if not isinstance(intake, Submission):
            raise RuntimeError(intake.reason)
        finished = Submission.objects.filter(pk=intake.pk, state=SubmissionState.FINISHED)
        while not (row := finished.values_list("created_at", "started_at").first()):
            time.sleep(0.01)
        created, started = row
        assert started is not None
        seconds.append((started - created).total_seconds())
    return seconds[1:]  # the first one loads modules


def _report_starts(name: str, seconds: Sequence[float]) -> None:
    text = f"median {statistics.median(seconds) * 1000:.0f} ms, most {max(seconds) * 1000:.0f} ms"
    print(f"  {text} until a submission starts while {name}", flush=True)


def _fill(activity: int, number: int, priority: int) -> int:
    """Queue submissions as rows; return the first one's id."""
    from django.db import transaction

    from benchmarks.row_copies import copy_row
    from kriterion.web.accounts.models import User
    from kriterion.web.submissions.models import Submission
    from kriterion.web.submissions.queue.offers import offer
    from kriterion.web.submissions.queue.order import course_shares

    first, *others = User.objects.order_by("pk").values_list("pk", flat=True)[STARTS:]
    assert others[-1] == first + len(others)  # they were created one after the other
    last = Submission.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    row = Submission.objects.create(
        user_id=first,
        activity_id=activity,
        number=last + 10_000,
        priority=priority,
        files={"a.txt": "x"},
        file_names=["a.txt"],
    )
    changes = {"user_id": f"{first} + n % {len(others) + 1}", "number": f"{last + 10_001} + n"}
    copy_row(row, number - 1, {**changes, "turn": f"n / {len(others) + 1}"})
    with transaction.atomic():
        course_shares.activate(None, priority)
        offer(priority)
    return last + 1


def _wait_until_finished(first: int, most: int = 0) -> int:
    """Wait until at most so many are unfinished; return how many are."""
    from kriterion.web.submissions.models import Submission, SubmissionState

    waiting = Submission.objects.filter(
        pk__gte=first, state__in=(SubmissionState.QUEUED, SubmissionState.RUNNING)
    )
    while (left := waiting.count()) > most:
        time.sleep(0.2)
    return left
