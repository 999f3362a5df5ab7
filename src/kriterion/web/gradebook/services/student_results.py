"""Students' results for the exercises of a course: one computation for pages and exports."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum, unique
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Case, F, QuerySet, When

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.courses.models import Course, Listing, MemberRole, Series
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.review.services.review_points import read_reviewed_points
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.services.solved import filter_solved

_CENT = Decimal("0.01")
_UNFINISHED = (SubmissionState.QUEUED, SubmissionState.RUNNING, SubmissionState.BLOCKED)


@unique
class CountingRule(StrEnum):
    """Which submission to an exercise counts."""

    BEST = "best"
    LATEST = "latest"


class ResultColumn(NamedTuple):
    """An exercise in a series; it may be in several."""

    series: Series
    activity: Activity


@dataclass(frozen=True, kw_only=True, slots=True)
class ExerciseResult:
    """A student's result for an exercise in a series.

    `submission_id` is the submission that counts. `earned` are its points without the penalty for
    lateness, plus `reviewed`, the points of a released review; an exercise whose judge gives no
    points is worth one, for a solution. `possible` are the most of both.
    """

    submission_id: int
    attempts: int
    is_solved: bool
    is_late: bool
    is_pending: bool  # another submission is not assessed yet
    earned: Decimal
    possible: Decimal
    status: str
    reviewed: Decimal | None = None  # None without a released review


@dataclass(frozen=True, kw_only=True, slots=True)
class StudentResults:
    """A row of the matrix: results by (series id, activity id)."""

    user: User
    results: dict[tuple[int, int], ExerciseResult] = field(default_factory=dict)

    @property
    def total(self) -> Decimal:
        return sum((result.earned for result in self.results.values()), Decimal())

    @property
    def solved(self) -> int:
        return sum(result.is_solved for result in self.results.values())


class _Row(NamedTuple):
    pk: int
    user: int
    series: int
    activity: int
    state: str
    status: str
    earned: int | None
    possible: int | None
    penalty: int
    is_late: bool


_FIELDS = (
    *("pk", "user_id", "series_id", "activity_id", "state", "status"),
    *("earned", "possible", "late_penalty", "is_late"),
)
# The database compares the moments: to convert thousands of them takes longer than the query.
_IS_LATE = Case(When(created_at__gt=F("due_at"), then=True), default=False)


def list_columns(scope: ReviewScope, series: Series | None = None) -> list[ResultColumn]:
    """Return the exercises of a scope, or of one of its series, in their order."""
    listings = Listing.objects.filter(
        series__in=scope.series, activity__type=ActivityType.EXERCISE
    ).select_related("series", "activity")
    if series is not None:
        listings = listings.filter(series=series)
    ordered = listings.order_by("series__position", "series__pk", "position", "pk")
    return [ResultColumn(listing.series, listing.activity) for listing in ordered]


def list_students(scope: ReviewScope) -> QuerySet[User]:
    """Return the students of a scope by name, whether or not they submitted anything."""
    return User.objects.filter(
        scope.select("pk"),
        memberships__course=scope.course,
        memberships__role=MemberRole.STUDENT,
    ).order_by("last_name", "first_name", "username")


def read_results(
    course: Course,
    users: Sequence[User],
    columns: Iterable[ResultColumn],
    counting: CountingRule = CountingRule.BEST,
) -> list[StudentResults]:
    """Return the results of some students in five queries."""
    columns = list(columns)
    wanted = {(column.series.pk, column.activity.pk) for column in columns}
    rows = {user.pk: StudentResults(user=user) for user in users}
    chosen = Submission.objects.filter(
        course=course, user__in=users, series__in={series for series, _ in wanted}
    )
    solving = set(filter_solved(chosen).values_list("pk", flat=True))
    grouped: dict[tuple[int, int, int], list[_Row]] = {}
    attempts_of_all = chosen.annotate(is_late=_IS_LATE).order_by("pk")
    for values in attempts_of_all.values_list(*_FIELDS):
        row = _Row(*values)
        if (row.series, row.activity) in wanted:
            grouped.setdefault((row.user, row.series, row.activity), []).append(row)
    for (user, series, activity), attempts in grouped.items():
        result = _choose_result(attempts, solving, counting)
        if result is not None:
            rows[user].results[series, activity] = result
    _add_reviews(rows, columns)
    return list(rows.values())


def _add_reviews(rows: dict[int, StudentResults], columns: Iterable[ResultColumn]) -> None:
    """Add the points of released reviews to the results of students, by user id."""
    reviews = read_reviewed_points({column.series for column in columns}, users=rows)
    for (user, activity, series), points in reviews.items():
        results = rows[user].results
        result = results.get((series, activity))
        if result is not None:
            results[series, activity] = replace(
                result,
                earned=_strip_trailing_zeros(result.earned + points.earned),
                possible=_strip_trailing_zeros(result.possible + points.possible),
                reviewed=_strip_trailing_zeros(points.earned),
            )


def _choose_result(
    attempts: list[_Row], solving: set[int], counting: CountingRule
) -> ExerciseResult | None:
    """Return the result of attempts that are sorted by time; None if all were cancelled.

    The latest assessed attempt counts, or the best one, and of equally good ones the earliest.
    """
    made = [row for row in attempts if row.state != SubmissionState.CANCELLED]
    if not made:
        return None
    assessed = [row for row in made if row.state == SubmissionState.FINISHED]
    if counting is CountingRule.LATEST and assessed:
        counted = assessed[-1]
    else:
        counted = max(
            reversed(assessed or made[-1:]),
            key=lambda row: (row.pk in solving, compute_points(row.earned, row.penalty), -row.pk),
        )
    is_solved = counted.pk in solving
    earned, possible = (
        (int(is_solved), 1) if counted.possible is None else (counted.earned, counted.possible)
    )
    return ExerciseResult(
        submission_id=counted.pk,
        attempts=len(made),
        is_solved=is_solved,
        is_late=counted.is_late,
        is_pending=any(row.state in _UNFINISHED for row in made),
        earned=compute_points(earned, counted.penalty),
        possible=Decimal(possible),
        status=counted.status if counted.state == SubmissionState.FINISHED else counted.state,
    )


@lru_cache(maxsize=4096)  # few different ones, thousands of times for a page
def compute_points(earned: int | None, penalty: int) -> Decimal:
    """Return points without a penalty of so many percent, rounded to cents."""
    return _strip_trailing_zeros((Decimal(earned or 0) * (100 - penalty) / 100).quantize(_CENT))


def _strip_trailing_zeros(points: Decimal) -> Decimal:
    """Return points without trailing zeros."""
    return points.normalize()
