"""Requeue failed submissions in bulk."""

from dataclasses import dataclass

from django.db.models import QuerySet

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.services.submit import requeue_submission

MAX_AT_ONCE = 1000  # per request


@dataclass(frozen=True, kw_only=True, slots=True)
class RequeueFilter:
    """Selects failed submissions; empty fields match all. `failure` is a part of the text."""

    course: str = ""  # slug
    repository: str = ""  # name
    failure: str = ""

    def to_audit_detail(self) -> dict[str, str]:
        """Return the filter for the audit log."""
        fields = {
            "course": self.course,
            "repository": self.repository,
            "failure": self.failure[:200],
        }
        return {name: value for name, value in fields.items() if value}


def select_failed_submissions(criteria: RequeueFilter) -> QuerySet[Submission]:
    """Return the matching submissions in state FAILED, newest first."""
    submissions = Submission.objects.filter(state=SubmissionState.FAILED).order_by("-pk")
    if criteria.course:
        submissions = submissions.filter(course__slug=criteria.course)
    if criteria.repository:
        submissions = submissions.filter(activity__repository__name=criteria.repository)
    if criteria.failure:
        submissions = submissions.filter(failure__icontains=criteria.failure)
    return submissions


def requeue(
    criteria: RequeueFilter, *, by: User | None, actor_name: str, address: str | None = None
) -> int:
    """Requeue matching submissions, oldest first, at most MAX_AT_ONCE; return their number.

    Their counts of failures and losses are reset. The audit log gets an entry.
    """
    oldest = select_failed_submissions(criteria).order_by("pk").defer("files")[:MAX_AT_ONCE]
    number = sum(requeue_submission(submission) for submission in list(oldest))
    if number:
        AuditEntry.objects.create(
            actor=by,
            actor_name=actor_name,
            action="submission.requeue",
            object_kind="submission",
            detail={"number": number, **criteria.to_audit_detail()},
            address=address,
        )
    return number
