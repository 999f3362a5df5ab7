"""How fast a re-judging of many submissions selects, assesses, compares and applies.

The judge takes no time here, so these are the rates that the site itself allows. Half of the
results change. DATABASE_URL may name an empty PostgreSQL database; the default is SQLite.
`REJUDGED_SUBMISSIONS=5000 python -m benchmarks rejudging` is a short run. With REJUDGED_SAMPLE=1000
only so many are assessed and applied, and the rows of the others are written directly.
"""

import os
import resource
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from benchmarks import served_site as site

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from kriterion.assessment.assessment_record import AssessmentRecord
    from kriterion.web.courses.models import Course
    from kriterion.web.rejudging.models import Proposal, Rejudging
    from kriterion.web.submissions.models import Submission

NUMBER = int(os.environ.get("REJUDGED_SUBMISSIONS", "100000"))
SAMPLE = min(int(os.environ.get("REJUDGED_SAMPLE", str(NUMBER))), NUMBER)
STUDENTS = 1_000
SLOTS = 3  # of which background work takes two
_BATCH = 1_000


def main() -> None:
    with site.temporary_site():
        _measure()


def _measure() -> None:
    from django.db import connection

    from kriterion.web.accounts.models import User
    from kriterion.web.rejudging.models import RejudgingChoice
    from kriterion.web.rejudging.services.control import apply_all, start_rejudging
    from kriterion.web.submissions.models import Submission

    course = _make_course()
    teacher = User.objects.get(username="teacher")
    load = os.getloadavg()[0]
    print(
        f"{NUMBER:,} submissions, {connection.vendor}, {SLOTS - 1} runs at a time, load {load:.1f}"
    )
    started = time.perf_counter()
    rejudging = start_rejudging(course, RejudgingChoice.ALL, by=teacher)
    print(f"  start: {(time.perf_counter() - started) * 1000:.1f} ms")
    _run_until("select", rejudging, NUMBER, lambda: rejudging.state != "selecting")
    decided = rejudging.proposals.filter(state="proposed")
    _run_until(
        "assess", rejudging, SAMPLE, lambda: rejudging.state == "ready" or decided.count() >= SAMPLE
    )
    if SAMPLE < NUMBER:
        _decide_rest(rejudging)
        _run_until("count", rejudging, NUMBER, lambda: rejudging.state == "ready")
    _time_page(course, rejudging)
    listed = set(rejudging.proposals.filter(level=2).values_list("submission_id", flat=True))
    started = time.perf_counter()
    apply_all(rejudging, by=teacher)
    print(f"  choose all: {(time.perf_counter() - started) * 1000:.1f} ms")
    _run_until("apply", rejudging, SAMPLE, lambda: rejudging.applied >= SAMPLE)
    changed = set(Submission.objects.filter(attempt=2).values_list("pk", flat=True))
    print(f"  only what was listed is changed: {changed <= listed} ({len(changed):,} changed)")
    peak_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(f"  largest resident size: {peak_bytes / 2**20:.0f} MiB")


def _decide_rest(rejudging: "Rejudging") -> None:
    """Write the results of what was not assessed."""
    from kriterion.web.submissions.models import Assessment

    rest = rejudging.proposals.exclude(state="proposed")
    propose_results(rest, Assessment.packed(_make_record("correct")), versions={})


def propose_results(
    proposals: "QuerySet[Proposal]", document: bytes, *, versions: "Mapping[str, str]"
) -> None:
    """Write the results of proposals, as a dry run does: a half changes."""
    from django.db.models import F, OuterRef, Subquery

    from kriterion.web.submissions.models import Submission

    sides = {"state": "finished", "accepted": False, "earned": None, "possible": None, "class": ""}
    attempt = Submission.objects.filter(pk=OuterRef("submission")).values("attempt")[:1]
    for odd, level, proposed in ((0, 0, b""), (1, 2, document)):
        proposals.annotate(odd=F("id") % 2).filter(odd=odd).update(
            state="proposed",
            level=level,
            changes=["status"] if level else [],
            before={**sides, "status": "wrong"},
            after={**sides, "status": "correct"} if level else {},
            document=proposed,
            base_state="finished",
            base_attempt=Subquery(attempt),
            versions=versions,
        )


def _time_page(course: "Course", rejudging: "Rejudging") -> None:
    """Time the page of the re-judging, which shows counts and the first changed results."""
    from django.test import Client

    from kriterion.web.accounts.models import User
    from kriterion.web.courses.models import MemberRole, Membership

    teacher = User.objects.get(username="teacher")
    Membership.objects.create(user=teacher, course=course, role=MemberRole.TEACHER)
    client = Client(headers={"host": "localhost"})
    client.force_login(teacher, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/courses/{course.slug}/rejudgings/{rejudging.pk}/"
    client.get(address)
    started = time.perf_counter()
    status = client.get(address).status_code
    print(f"  page: {(time.perf_counter() - started) * 1000:.0f} ms (status {status})")


def _make_course() -> "Course":
    from kriterion.web.accounts.models import User
    from kriterion.web.catalog.models import Activity
    from kriterion.web.courses.models import Course
    from kriterion.web.repositories.models import Repository
    from kriterion.web.submissions.models import Assessment, Submission
    from kriterion.web.submissions.queue.attempt_conclusion import make_summary_columns

    repository = Repository.objects.create(name="rejudged")
    activity = Activity.objects.create(repository=repository, path="rejudged")
    course = Course.objects.create(slug="rejudged", name="Rejudged")
    User.objects.create(username="teacher")
    users = User.objects.bulk_create(User(username=f"rejudged{n}") for n in range(STUDENTS))
    record = _make_record("wrong")
    columns, document = make_summary_columns(record), Assessment.packed(record)
    for first in range(0, NUMBER, _BATCH):
        submissions = Submission.objects.bulk_create(
            Submission(
                user=users[number % STUDENTS],
                activity=activity,
                course=course,
                number=number // STUDENTS + 1,
                state="finished",
                attempt=1,
                files={"a.txt": str(number)},
                **columns,
            )
            for number in range(first, min(first + _BATCH, NUMBER))
        )
        Assessment.objects.bulk_create(
            Assessment(submission=each, attempt=1, document=document, comments_stored=True)
            for each in submissions
        )
    return course


def _make_record(status: str) -> "AssessmentRecord":
    from kriterion.assessment.assessment_record import (
        AssessmentRecord,
        JudgeRecord,
        SubmissionRecord,
    )
    from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
    from kriterion_tools.contracts.dodona_judge.statuses import Status

    found = Status(status)
    accepted = found is Status.CORRECT
    feedback = FullOutput(accepted=accepted, status=found)
    return AssessmentRecord(
        submission=SubmissionRecord(exercise="x", file_name="a.txt", source="", language="en"),
        judge=JudgeRecord(status=found, accepted=accepted, summary=None, feedback=feedback),
    )


def _run_until(what: str, rejudging: "Rejudging", number: int, is_over: Callable[[], bool]) -> None:
    """Run workers until something holds; print the time and the processor time that it took."""
    from kriterion.web.submissions.worker.submission_worker import SubmissionWorker

    def assess(
        submission: "Submission", *, watch: object, stopped: threading.Event
    ) -> "AssessmentRecord":
        return _make_record("correct" if int(submission.files["a.txt"]) % 2 else "wrong")

    began, computed = time.perf_counter(), time.process_time()
    engine = SubmissionWorker(SLOTS, assess=assess)
    engine.start()
    rejudging.refresh_from_db()
    while not is_over():
        time.sleep(0.2)
        rejudging.refresh_from_db()
    engine.stop()
    seconds, computed = time.perf_counter() - began, time.process_time() - computed
    rate, cost = number / seconds, computed / number * 1000
    print(f"  {what}: {seconds:.2f} s, {rate:,.0f} a second, {cost:.2f} ms of CPU each", flush=True)
