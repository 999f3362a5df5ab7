"""Students of a course who may need help: who tried often without success, not at all, or nearly
solved an exercise.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Count, Exists, F, Func, IntegerField, OuterRef, Q, QuerySet

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course, Series
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.services.test_results import keep_latest

STUCK_ATTEMPTS: Final = 5
CLOSE_PERCENT: Final = 80  # of the points, or of the tests if the judge gives no points


class _Length(Func):
    """The number of items of an array in JSON."""

    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, function="json_array_length", **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, function="jsonb_array_length", **extra)


def filter_stuck(students: QuerySet[User], course: Course, series: Series | None) -> QuerySet[User]:
    """Keep the students who tried an exercise often, and never got it accepted."""
    chosen = Submission.objects.filter(course=course, state=SubmissionState.FINISHED)
    if series is not None:
        chosen = chosen.filter(series=series)
    pairs = chosen.order_by().values("user_id", "activity_id")
    stuck = pairs.annotate(
        attempts=Count("pk"), accepted_ones=Count("pk", filter=Q(accepted=True))
    ).filter(attempts__gte=STUCK_ATTEMPTS, accepted_ones=0)
    return students.filter(pk__in=stuck.values("user_id"))


def filter_silent(
    students: QuerySet[User], course: Course, series: Series | None
) -> QuerySet[User]:
    """Keep the students who submitted nothing."""
    own = Submission.objects.filter(course=course, user=OuterRef("pk"))
    if series is not None:
        own = own.filter(series=series)
    return students.filter(~Exists(own))


def filter_nearly_solved(
    students: QuerySet[User], course: Course, series: Series | None
) -> QuerySet[User]:
    """Keep the students whose latest submission to an unsolved exercise is nearly right."""
    chosen = Submission.objects.filter(course=course, state=SubmissionState.FINISHED).order_by()
    if series is not None:
        chosen = chosen.filter(series=series)
    accepted = chosen.filter(user=OuterRef("user"), activity=OuterRef("activity"), accepted=True)
    unsolved = keep_latest(chosen.filter(accepted=False)).filter(~Exists(accepted))
    close = unsolved.annotate(
        passed=_Length("tests__pattern__passed"), failed=_Length("tests__pattern__failed")
    ).filter(
        Q(possible__gt=0, earned__gte=F("possible") * CLOSE_PERCENT / 100.0)
        | Q(
            possible=None,
            failed__gt=0,
            passed__gte=F("failed") * CLOSE_PERCENT / (100.0 - CLOSE_PERCENT),
        )
    )
    return students.filter(pk__in=close.values("user_id"))


def count_stuck(submissions: QuerySet[Submission]) -> Mapping[int, int]:
    """Count the students who tried an exercise often without success, by course."""
    finished = submissions.filter(state=SubmissionState.FINISHED).order_by()
    pairs = finished.values("course_id", "user_id", "activity_id").annotate(
        attempts=Count("pk"), accepted_ones=Count("pk", filter=Q(accepted=True))
    )
    stuck: dict[int, set[int]] = {}
    for row in pairs.filter(attempts__gte=STUCK_ATTEMPTS, accepted_ones=0):
        stuck.setdefault(row["course_id"], set()).add(row["user_id"])
    return {course: len(users) for course, users in stuck.items()}
