"""Write, release and reopen reviews. The caller checks permission."""

from collections.abc import Mapping
from decimal import Decimal

from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Series
from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.notifications.models import NotificationKind
from kriterion.web.notifications.outbox import send_notifications
from kriterion.web.review.models import Review, ReviewScore, ReviewThread
from kriterion.web.review.services.rubrics import find_submission_items
from kriterion.web.submissions.models import Submission

MAX_COMMENT = 20_000  # characters


class OutdatedReviewError(Exception):
    """Somebody has changed or released the review since the reviewer saw it."""


class UnknownItemError(Exception):
    """A score is for an item that does not apply, or beyond its points."""


def save_review(
    submission: Submission,
    reviewer: User,
    *,
    comment: str,
    scores: Mapping[int, Decimal],
    seen: int,
    is_complete: bool,
) -> Review:
    """Save a review with its scores by item; `seen` is the revision that the reviewer saw.

    `seen` is 0 if there was none. A released review stays released and complete. Raises
    OutdatedReviewError, UnknownItemError.
    """
    with write_transaction():
        _lock(submission)
        review = Review.objects.select_for_update().filter(submission=submission).first()
        if seen != (0 if review is None else review.revision):
            raise OutdatedReviewError
        review = review or Review(submission=submission)
        maxima = dict(find_submission_items(submission).values_list("pk", "points"))
        if any(not 0 <= points <= maxima.get(item, -1) for item, points in scores.items()):
            raise UnknownItemError
        review.reviewer = reviewer
        review.reviewer_name = reviewer.display_name
        review.comment = make_storable(comment)
        review.revision += 1
        if review.released_at is None:
            review.completed_at = timezone.now() if is_complete else None
        answers_second_look = review.second_look_at is not None
        review.second_look_at = None
        review.save()
        review.scores.all().delete()
        ReviewScore.objects.bulk_create(
            ReviewScore(review=review, item_id=item, points=points)
            for item, points in scores.items()
        )
        if answers_second_look:
            _announce({submission.user_id: submission.pk}, submission.activity)
    return review


def release_reviews(series: Series, activity: Activity) -> int:
    """Release all complete reviews of an exercise of a series together; return their number.

    Comments that were written with them are released, too.

    A reviewer who is editing one of them is warned when they save.
    """
    with write_transaction():
        reviews = list(
            Review.objects.select_for_update(of=("self",))
            .filter(
                submission__series=series,
                submission__activity=activity,
                released_at=None,
                completed_at__isnull=False,
            )
            .order_by("submission_id")
            .select_related("submission")
            .defer("submission__files", "comment")
        )
        now = timezone.now()
        for review in reviews:
            review.released_at = now
            review.revision += 1
        Review.objects.bulk_update(reviews, ["released_at", "revision"], batch_size=200)
        ReviewThread.objects.filter(
            is_draft=True, submission__in=[review.submission_id for review in reviews]
        ).update(is_draft=False)
        students = {review.submission.user_id: review.submission_id for review in reviews}
        _announce(students, activity)
    return len(reviews)


def ask_for_second_look(review: Review, reason: str) -> bool:
    """Ask the reviewers to look again; return False if the student has already asked."""
    reviews = Review.objects.filter(
        pk=review.pk, released_at__isnull=False, second_look_at=None
    ).update(second_look_at=timezone.now(), second_look_reason=make_storable(reason))
    return bool(reviews)


def _lock(submission: Submission) -> None:
    """Lock the submission, because its review may not exist yet."""
    Submission.objects.select_for_update(no_key=True).only("pk").get(pk=submission.pk)


def _announce(submissions: Mapping[int, int], activity: Activity) -> None:
    """Notify students of their reviews; `submissions` are the reviewed ones by student."""
    send_notifications(
        {
            user: f"{reverse('submission', args=[submission])}#review"
            for user, submission in submissions.items()
        },
        NotificationKind.REVIEW,
        activity=activity,
    )
