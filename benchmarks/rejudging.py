"""How fast a re-judging selects, compares and applies; assessing itself takes no time here.

DATABASE_URL may name an empty PostgreSQL database; the default is SQLite.
"""

import shutil
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from benchmarks import served_site as site

if TYPE_CHECKING:
    from kriterion.assessment.assessment_record import AssessmentRecord
    from kriterion.web.courses.models import Course
    from kriterion.web.rejudging.models import Rejudging
    from kriterion.web.submissions.models import Submission

NUMBER = 1_000
WORKERS = 2


def main() -> None:
    data = site.start_django()
    try:
        _measure()
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _measure() -> None:
    from kriterion.web.accounts.models import User
    from kriterion.web.rejudging.models import RejudgingChoice
    from kriterion.web.rejudging.services.control import apply_all, start_rejudging
    from kriterion.web.submissions.models import Submission

    course = _make_course()
    teacher = User.objects.get(username="teacher")
    rejudging = start_rejudging(course, RejudgingChoice.ALL, by=teacher)
    _report("select and assess", _run_until(rejudging, "ready"))
    listed = {
        each.submission_id: each.after["status"] for each in rejudging.proposals.filter(level=2)
    }
    _report("choose all", _time_action(lambda: apply_all(rejudging, by=teacher)))
    _report("apply", _run_until(rejudging, "applied"))
    changed = dict(Submission.objects.filter(attempt=2).values_list("pk", "status"))
    print(f"  applied what was listed: {changed == listed} ({len(listed)} of {NUMBER} changed)")


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
    users = User.objects.bulk_create(User(username=f"rejudged{n}") for n in range(NUMBER))
    for number, user in enumerate(users):
        submission = Submission(
            user=user, activity=activity, course=course, number=1, state="finished", attempt=1
        )
        submission.files = {"a.txt": str(number)}
        record = _make_record("wrong")
        for name, value in make_summary_columns(record).items():
            setattr(submission, name, value)
        submission.save()
        document = Assessment.packed(record)
        Assessment.objects.create(submission=submission, attempt=1, document=document)
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


def _run_until(rejudging: "Rejudging", state: str) -> float:
    """Run workers until the re-judging is in a state; return the seconds."""
    from kriterion.web.submissions.worker.submission_worker import SubmissionWorker

    def assess(
        submission: "Submission", *, watch: object, stopped: threading.Event
    ) -> "AssessmentRecord":
        return _make_record("correct" if int(submission.files["a.txt"]) % 2 else "wrong")

    def run() -> None:
        engine = SubmissionWorker(WORKERS + 1, assess=assess)
        engine.start()
        while rejudging.state != state:
            time.sleep(0.05)
            rejudging.refresh_from_db()
        engine.stop()

    return _time_action(run)


def _time_action(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def _report(what: str, seconds: float) -> None:
    print(f"  {what}: {seconds:.2f} s, {NUMBER / seconds:,.0f} submissions a second")
