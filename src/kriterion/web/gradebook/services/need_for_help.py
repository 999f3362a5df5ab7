"""Students of a course who may need help: who tried often without success, or not at all."""

from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course, Series
from kriterion.web.submissions.models import Submission, SubmissionState

STUCK_ATTEMPTS: Final = 5


def keep_stuck(students: QuerySet[User], course: Course, series: Series | None) -> QuerySet[User]:
    """Keep the students who tried an exercise often, and never got it accepted."""
    chosen = Submission.objects.filter(course=course, state=SubmissionState.FINISHED)
    if series is not None:
        chosen = chosen.filter(series=series)
    pairs = chosen.order_by().values("user_id", "activity_id")
    stuck = pairs.annotate(
        attempts=Count("pk"), accepted_ones=Count("pk", filter=Q(accepted=True))
    ).filter(attempts__gte=STUCK_ATTEMPTS, accepted_ones=0)
    return students.filter(pk__in=stuck.values("user_id"))


def keep_silent(students: QuerySet[User], course: Course, series: Series | None) -> QuerySet[User]:
    """Keep the students who submitted nothing."""
    own = Submission.objects.filter(course=course, user=OuterRef("pk"))
    if series is not None:
        own = own.filter(series=series)
    return students.filter(~Exists(own))
