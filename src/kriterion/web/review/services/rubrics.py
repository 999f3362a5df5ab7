"""Which items of a rubric apply to an exercise."""

from collections.abc import Collection

from django.db.models import Max, Q, QuerySet

from kriterion.web.review.models import ReviewScore, RubricItem
from kriterion.web.submissions.models import Submission

MAX_ITEMS = 100  # of a course


def find_submission_items(submission: Submission) -> QuerySet[RubricItem]:
    """Return the items that apply to a submission, in order."""
    if submission.course_id is None:
        return RubricItem.objects.none()
    return find_items(submission.course_id, submission.series_id, submission.activity_id)


def find_items(course: int, series: int | None, activity: int) -> QuerySet[RubricItem]:
    """Return the items that apply to an exercise of a series, in order."""
    of_series = Q(series=None) if series is None else Q(series=None) | Q(series=series)
    of_activity = Q(activity=None) | Q(activity=activity)
    return RubricItem.objects.filter(of_series, of_activity, course=course).order_by("pk")


def find_given_points(items: Collection[RubricItem]) -> dict[int, object]:
    """Return the most points that a review gave for each item that has scores, by its id."""
    rows = ReviewScore.objects.filter(item__in=items).order_by().values("item")
    return dict(rows.annotate(most=Max("points")).values_list("item", "most"))
