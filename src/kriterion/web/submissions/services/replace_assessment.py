"""Replace a submission's assessment by another one, and keep the old one in the history."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from kriterion.feedback.automatic_comments import list_automatic_comments
from kriterion.feedback.test_outcomes import list_test_outcomes
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import (
    Assessment,
    PastAssessment,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.queue.attempt_conclusion import make_summary_columns
from kriterion.web.submissions.queue.comment_index import store_comments
from kriterion.web.submissions.queue.notifications import notify
from kriterion.web.submissions.queue.test_index import store_tests

ASSESSED_STATES = (SubmissionState.FINISHED, SubmissionState.FAILED)


@dataclass(frozen=True, kw_only=True, slots=True)
class BaseAssessment:
    """The assessment to replace: the state and the attempt of a submission's row.

    Every new assessment has a higher attempt, and a requeued submission another state.
    """

    submission_id: int
    state: str
    attempt: int


def replace_assessment(
    base: BaseAssessment, document: bytes, versions: Mapping[str, str], *, by: str
) -> bool:
    """Store another assessment of a submission; False if `base` is no longer its assessment.

    `document` is as in Assessment, and its record decides the columns of the submission.
    `by` is the username for the history. The times of the submission stay as they were.
    """
    record = Assessment.unpacked(document)
    columns, comments = make_summary_columns(record), list_automatic_comments(record)
    tests = list_test_outcomes(record.judge)
    with write_transaction():
        submission = lock_base(base)
        if submission is None:
            return False
        _add_to_history(submission, by)
        Submission.objects.filter(pk=submission.pk).update(
            state=SubmissionState.FINISHED,
            attempt=base.attempt + 1,
            changes=0,
            failures=0,
            failure="",
            **columns,
        )
        Assessment.objects.update_or_create(
            submission=submission,
            defaults={
                "attempt": base.attempt + 1,
                "made_at": timezone.now(),
                "versions": dict(versions),
                "document": document,
                "comments_stored": True,
            },
        )
        store_comments(submission.pk, submission.course_id, comments)
        store_tests(submission.pk, submission.activity_id, tests)
        transaction.on_commit(lambda: notify(base.submission_id))
    return True


def confirm_assessment(base: BaseAssessment, versions: Mapping[str, str]) -> bool:
    """Record that other versions make the same assessment; False if `base` is outdated."""
    with write_transaction():
        if lock_base(base) is None:
            return False
        Assessment.objects.filter(submission=base.submission_id).update(versions=dict(versions))
    return True


def lock_base(base: BaseAssessment) -> Submission | None:
    """Return the submission, locked, or None if it has another assessment or was deleted."""
    if base.state not in ASSESSED_STATES:
        return None
    rows = Submission.objects.select_for_update(no_key=True).defer("files")
    return rows.filter(pk=base.submission_id, state=base.state, attempt=base.attempt).first()


def _add_to_history(submission: Submission, by: str) -> None:
    assessment = Assessment.objects.filter(submission=submission).first()
    PastAssessment.objects.create(
        submission=submission,
        attempt=submission.attempt,
        made_at=None if assessment is None else assessment.made_at,
        replaced_by=by,
        state=submission.state,
        status=submission.status,
        accepted=submission.accepted,
        summary=submission.summary,
        earned=submission.earned,
        possible=submission.possible,
        versions={} if assessment is None else assessment.versions,
        document=b"" if assessment is None else assessment.document,
    )
