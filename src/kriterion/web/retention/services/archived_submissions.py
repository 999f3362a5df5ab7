"""Remove the submissions of an archived course, because an operator asked for it."""

from kriterion.web.courses.models import Course
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import Submission, SubmissionState

REMOVED_AT_ONCE = 100
_OPEN = (SubmissionState.QUEUED, SubmissionState.RUNNING, SubmissionState.BLOCKED)


def count_removable(course: Course) -> int:
    """Return how many submissions to a course can be removed: all that are over."""
    return Submission.unlimited.filter(course=course).exclude(state__in=_OPEN).count()


def remove_next(course: Course) -> int:
    """Remove some submissions of an archived course, with all that belongs to them, oldest first.

    Return their number; 0 if none is left, or if the course is not archived any more.
    """
    with write_transaction():
        locked = Course.objects.select_for_update(no_key=True).only("pk")
        if not locked.filter(pk=course.pk, archived=True).exists():
            return 0
        rows = Submission.unlimited.filter(course=course).exclude(state__in=_OPEN)
        batch = list(rows.order_by("pk").values_list("pk", flat=True)[:REMOVED_AT_ONCE])
        Submission.unlimited.filter(pk__in=batch).delete()
    return len(batch)
