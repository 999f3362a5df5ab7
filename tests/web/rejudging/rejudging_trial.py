"""Assessed submissions of a course, and a worker that re-judges them in the test's own thread."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.db.backends.utils import CursorWrapper

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Listing, MemberRole, Membership, Series
from kriterion.web.rejudging.models import Rejudging
from kriterion.web.rejudging.rejudging_work import RejudgingWork
from kriterion.web.submissions.models import Assessment, Submission, SubmissionState
from kriterion.web.submissions.queue.attempt_conclusion import make_summary_columns
from kriterion.web.submissions.queue.inability import NOTHING, Inabilities
from kriterion.web.submissions.queue.tool_versions import FindVersions
from kriterion.web.submissions.worker.job import Assess
from kriterion.web.submissions.worker.machine_faults import MachineFaults
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.rehearsal import Watch, make_assessment

OLD, NEW = {"judge": "python 1"}, {"judge": "python 2"}


def find_new_versions(submission: Submission) -> dict[str, str]:
    return NEW


def assess_by_text(
    submission: Submission, *, watch: Watch, stopped: threading.Event
) -> AssessmentRecord:
    """Return the status that the submitted text names."""
    return make_assessment(submission, Status(submission.files["a.py"]))


def make_course(exercise: Activity) -> Course:
    """A course that lists the exercise in one series, with a teacher."""
    course = Course.objects.create(slug="programming", name="Programming")
    series = Series.objects.create(course=course, name="First")
    Listing.objects.create(series=series, activity=exercise)
    tina = User.objects.create(username="tina")
    Membership.objects.create(user=tina, course=course, role=MemberRole.TEACHER)
    return course


def make_assessed(
    course: Course,
    user: User,
    *,
    was: Status,
    becomes: Status,
    number: int = 1,
    versions: dict[str, str] | None = None,
) -> Submission:
    """Store an assessed submission; `assess_by_text` will give it another status."""
    series = course.series.get()
    submission = Submission(
        user=user,
        activity=series.activities.get(),
        course=course,
        series=series,
        number=number,
        state=SubmissionState.FINISHED,
        attempt=1,
        files={"a.py": becomes.value},
        file_names=["a.py"],
    )
    record = make_assessment(submission, was)
    for name, value in make_summary_columns(record).items():
        setattr(submission, name, value)
    submission.save()
    Assessment.objects.create(
        submission=submission,
        attempt=1,
        versions=OLD if versions is None else versions,
        document=Assessment.packed(record),
    )
    return submission


class TrialWorker:
    """A worker of one slot without threads. Implements JobWorker."""

    def __init__(
        self,
        assess: Assess = assess_by_text,
        name: str = "worker",
        find_versions: FindVersions = find_new_versions,
    ) -> None:
        self.name = name
        self.inabilities = Inabilities()
        self.machine = MachineFaults(self.inabilities, probe=lambda: None, announce=lambda: None)
        self.work = RejudgingWork()
        self._assess = assess
        self._find_versions = find_versions

    def publish(self) -> None: ...

    def doubt_image(self, name: str) -> None: ...

    def run_next(self) -> bool:
        """Take a task and run it to its end; False if there is none."""
        exclude = self.inabilities.make_exclusion() or NOTHING
        task = self.work.take(self.name, suspects=True, exclude=exclude)
        if task is None:
            return False
        task.run(self._assess, self._find_versions, self)
        return True

    def run_all(self) -> None:
        while self.run_next():
            pass


def finish_dry_run(rejudging: Rejudging, assess: Assess = assess_by_text) -> Rejudging:
    TrialWorker(assess).run_all()
    rejudging.refresh_from_db()
    return rejudging


class Killed(BaseException):
    """Raised to simulate SIGKILL: no code catches it, and the open transaction rolls back."""


@contextmanager
def kill_at_statement(number: int) -> Iterator[Callable[[], bool]]:
    """Kill the code at its database statement of that number; yield whether it got there."""
    count = 0
    execute = CursorWrapper.execute

    def counted(cursor: CursorWrapper, *arguments: object, **named: object) -> object:
        nonlocal count
        sql = str(arguments[0])
        if not sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
            count += 1
            if count == number:
                raise Killed
        return execute(cursor, *arguments, **named)  # type: ignore[arg-type]

    with patch.object(CursorWrapper, "execute", counted):
        yield lambda: count >= number
