"""The submissions of an exercise that reviewers look at: one of each student."""

from dataclasses import dataclass

from django.db.models import Count, Max, Q

from kriterion.web.courses.models import MemberRole, Series
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.review.models import Review
from kriterion.web.submissions.models import Submission, SubmissionState


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewCounts:
    """The numbers of an exercise's submissions by the state of their reviews."""

    complete: int = 0  # not released
    released: int = 0
    second_looks: int = 0


def select_submissions_to_review(scope: ReviewScope, series: Series, activity_id: int) -> list[int]:
    """Return the ids of the submissions to review, in a fixed order.

    That is the submission of a student with a review, else the latest assessed one.
    """
    submissions = Submission.objects.filter(
        series=series, activity=activity_id, state=SubmissionState.FINISHED
    )
    students = submissions.filter(
        scope.select(),
        user__memberships__course=series.course_id,
        user__memberships__role=MemberRole.STUDENT,
    )
    latest = dict(
        students.order_by().values("user").annotate(last=Max("pk")).values_list("user", "last")
    )
    reviewed = dict(students.filter(review__isnull=False).order_by("pk").values_list("user", "pk"))
    return sorted((latest | reviewed).values())


def find_next_unreviewed(ids: list[int], after: int) -> int | None:
    """Return the next submission without a complete review, starting over at the end."""
    done = set(
        Review.objects.filter(submission__in=ids)
        .exclude(completed_at=None, released_at=None)
        .filter(second_look_at=None)
        .values_list("submission_id", flat=True)
    )
    waiting = [id_ for id_ in ids if id_ not in done and id_ != after]
    return next((id_ for id_ in waiting if id_ > after), waiting[0] if waiting else None)


def count_reviews(scope: ReviewScope) -> dict[tuple[int, int], ReviewCounts]:
    """Count the reviews in a scope by series and activity, in one query."""
    rows = (
        Review.objects.filter(
            scope.select("submission__user"),
            submission__course=scope.course,
            submission__series__isnull=False,
        )
        .order_by()
        .values("submission__series_id", "submission__activity_id")
        .annotate(
            complete=Count("pk", filter=Q(completed_at__isnull=False, released_at=None)),
            released=Count("pk", filter=Q(released_at__isnull=False)),
            second_looks=Count("pk", filter=Q(second_look_at__isnull=False)),
        )
    )
    return {
        (row["submission__series_id"], row["submission__activity_id"]): ReviewCounts(
            complete=row["complete"], released=row["released"], second_looks=row["second_looks"]
        )
        for row in rows
    }
