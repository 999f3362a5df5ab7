"""How well `kriterion capacity` forecasts waits: its simulation against the real queue.

Submissions arrive as before a deadline, in half a minute instead of a day, and a judge that does
nothing takes a known time for each. The forecast gets the arrivals and the durations, and in a
second row what a slot needs besides. DATABASE_URL may name an empty PostgreSQL database; the
default is SQLite.
"""

import random
import statistics
import threading
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from benchmarks import served_site as site
from kriterion.capacity.arrival_profile import make_rush
from kriterion.capacity.queue_simulation import find_percentile, simulate_waits
from kriterion.capacity.service_times import from_mean

STUDENTS = 60
SUBMISSIONS = 200
SLOTS = 4
MEAN_SECONDS = 0.7
WINDOW_SECONDS = 30.0
SEED = 17
PERCENTILES = (50, 95, 99)


def main() -> None:
    with site.temporary_site() as data:
        _measure(data)


def _measure(data: Path) -> None:
    from kriterion.assessment.assessment_record import AssessmentRecord, SubmissionRecord
    from kriterion.web.accounts.models import User
    from kriterion.web.catalog.models import Activity
    from kriterion.web.submissions.engines.current_worker import use_worker
    from kriterion.web.submissions.models import Submission, SubmissionState
    from kriterion.web.submissions.services.submit import submit_files
    from kriterion.web.submissions.worker.submission_worker import SubmissionWorker

    activity = Activity.objects.get(pk=site.clock(data, times=1, pause=0))
    site.make_people(STUDENTS)
    users = list(User.objects.order_by("pk"))
    source = random.Random(SEED)
    times = from_mean(MEAN_SECONDS).draw(SUBMISSIONS, source)
    planned = make_rush(WINDOW_SECONDS, WINDOW_SECONDS / 8).draw(SUBMISSIONS, source)

    def assess(
        submission: Submission, *, watch: object, stopped: threading.Event
    ) -> AssessmentRecord:
        stopped.wait(times[int(submission.files["a.txt"])])
        return AssessmentRecord(
            submission=SubmissionRecord(
                exercise="clock", file_name="a.txt", source="", language="en"
            )
        )

    worker = SubmissionWorker(SLOTS, assess=assess)
    use_worker(worker)
    worker.start()
    try:
        while worker.fault:
            time.sleep(0.1)
        began = time.monotonic()
        for number, at in enumerate(planned):
            time.sleep(max(began + at - time.monotonic(), 0))
            user = users[number % STUDENTS]
            submit_files(user, activity, {"a.txt": str(number)}, language="en")
        while Submission.objects.exclude(state=SubmissionState.FINISHED).exists():
            time.sleep(0.2)
    finally:
        worker.stop()
        use_worker(None)
    fields = ("created_at", "started_at", "finished_at")
    rows = list(Submission.objects.order_by("created_at").values_list(*fields))
    _report(rows, times)


def _report(rows: Sequence[tuple[datetime, datetime, datetime]], times: Sequence[float]) -> None:
    first = rows[0][0]
    arrivals = [(created - first).total_seconds() for created, _, _ in rows]
    measured = sorted((began - created).total_seconds() for created, began, _ in rows)
    overheads = [
        (ended - began).total_seconds() - seconds
        for (_, began, ended), seconds in zip(rows, times, strict=True)
    ]
    pauses = _list_pauses(rows)
    overhead = statistics.fmean(overheads) + statistics.fmean(pauses)
    print(f"{len(rows)} submissions in {arrivals[-1]:.0f} s, {SLOTS} slots of {MEAN_SECONDS} s")
    print(
        f"a slot needs {statistics.fmean(overheads) * 1000:.0f} ms more than the judge, and"
        f" {statistics.fmean(pauses) * 1000:.0f} ms until the next one (median"
        f" {statistics.median(pauses) * 1000:.0f} ms)\n"
    )
    print("waits in seconds             " + "".join(f"{f'p{p}':>8}" for p in PERCENTILES))
    _print_row("measured", measured)
    for name, services in (
        ("forecast", list(times)),
        ("forecast with those ms", [seconds + overhead for seconds in times]),
    ):
        forecast = sorted(simulate_waits(arrivals, services, SLOTS))
        _print_row(name, forecast)
        ratios = [find_percentile(measured, p) / find_percentile(forecast, p) for p in PERCENTILES]
        print(f"{'measured / forecast':29}" + "".join(f"{ratio:8.2f}" for ratio in ratios))


def _list_pauses(rows: Sequence[tuple[datetime, datetime, datetime]]) -> list[float]:
    """Return how long slots were free although something waited."""
    starts = sorted((began, created) for created, began, _ in rows)
    ends = sorted(ended for _, _, ended in rows)
    return [
        (began - freed).total_seconds()
        for (began, created), freed in zip(starts[SLOTS:], ends, strict=False)
        if created < freed < began
    ]


def _print_row(name: str, waits: Sequence[float]) -> None:
    print(f"{name:29}" + "".join(f"{find_percentile(waits, p):8.2f}" for p in PERCENTILES))
