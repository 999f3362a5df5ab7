"""The points that reviewers gave, the only source for gradebooks and pages.

Only released reviews count. Points are those of the rubric, on top of the judge's. If several
submissions of a student to an exercise of a series have a released review, the latest counts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Series
from kriterion.web.review.models import Review, ReviewScore, RubricItem

NO_POINTS = Decimal(0)

Key = tuple[int, int, int]
"""The ids of a user, an activity and a series."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewedPoints:
    """The points of a released review, and the most that its rubric allows."""

    submission: int
    earned: Decimal
    possible: Decimal


def read_reviewed_points(
    series: Iterable[Series], *, users: Iterable[int] | None = None
) -> dict[Key, ReviewedPoints]:
    """Return the reviewed points in some series, of all users or those with some ids.

    It takes three queries.
    """
    wanted = {series_row.pk: series_row.course_id for series_row in series}
    reviews = Review.objects.filter(submission__series__in=wanted, released_at__isnull=False)
    if users is not None:
        reviews = reviews.filter(submission__user__in=list(users))
    rows = reviews.order_by("submission_id").values_list(
        "pk",
        "submission_id",
        "submission__user_id",
        "submission__activity_id",
        "submission__series_id",
    )
    latest = {
        (user, activity, in_series): (review, submission)
        for review, submission, user, activity, in_series in rows
    }
    earned: dict[int, Decimal] = {}
    for review, points in ReviewScore.objects.filter(review__in=reviews).values_list(
        "review_id", "points"
    ):
        earned[review] = earned.get(review, NO_POINTS) + points
    possible = _PossiblePoints(wanted)
    return {
        key: ReviewedPoints(
            submission=submission,
            earned=earned.get(review, NO_POINTS),
            possible=possible.sum_points(key[1], key[2]),
        )
        for key, (review, submission) in latest.items()
    }


def find_reviewed_points(user: User, activity: Activity, series: Series) -> ReviewedPoints | None:
    """Return a student's reviewed points for an exercise of a series; None without a review."""
    return read_reviewed_points([series], users=[user.pk]).get((user.pk, activity.pk, series.pk))


class _PossiblePoints:
    """The most points of each exercise of some series, read in one query."""

    def __init__(self, courses: dict[int, int]) -> None:
        self._courses = courses
        items = RubricItem.objects.filter(
            Q(series=None) | Q(series__in=courses), course__in=set(courses.values())
        )
        self._items = list(items.values_list("course_id", "series_id", "activity_id", "points"))

    def sum_points(self, activity: int, series: int) -> Decimal:
        """Return the points of all items that apply, by the rule of `find_items`."""
        return sum(
            (
                points
                for course, of_series, of_activity, points in self._items
                if course == self._courses[series]
                and of_series in (None, series)
                and of_activity in (None, activity)
            ),
            NO_POINTS,
        )
