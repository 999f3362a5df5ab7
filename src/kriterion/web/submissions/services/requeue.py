"""Requeue failed submissions in bulk."""

from dataclasses import dataclass

from django.db.models import QuerySet

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.services.submit import requeue_submission

MOST_AT_ONCE = 1000  # per request


@dataclass(frozen=True, kw_only=True, slots=True)
class RequeueFilter:
    """Selects failed submissions; empty fields match all. `failure` is a part of the text."""

    course: str = ""  # slug
    repository: str = ""  # name
    failure: str = ""

    def detail(self) -> dict[str, str]:
        """Return the filter for the audit log."""
        asked = {
            "course": self.course,
            "repository": self.repository,
            "failure": self.failure[:200],
        }
        return {name: value for name, value in asked.items() if value}


def failed_submissions(chosen: RequeueFilter) -> QuerySet[Submission]:
    """Return the submissions that the machine failed for good, newest first."""
    found = Submission.objects.filter(state=SubmissionState.FAILED).order_by("-pk")
    if chosen.course:
        found = found.filter(course__slug=chosen.course)
    if chosen.repository:
        found = found.filter(activity__repository__name=chosen.repository)
    if chosen.failure:
        found = found.filter(failure__icontains=chosen.failure)
    return found


def requeue(
    chosen: RequeueFilter, *, by: User | None, actor_name: str, address: str | None = None
) -> int:
    """Requeue them, oldest first, at most MOST_AT_ONCE; return their number.

    Failures and losses restart from zero. The audit log records it.
    """
    oldest = failed_submissions(chosen).order_by("pk").defer("files")[:MOST_AT_ONCE]
    number = sum(requeue_submission(submission) for submission in list(oldest))
    if number:
        AuditEntry.objects.create(
            actor=by,
            actor_name=actor_name,
            action="submission.requeue",
            object_kind="submission",
            detail={"number": number, **chosen.detail()},
            address=address,
        )
    return number
