"""Submissions that wait for an operator: their exercise cannot be judged here as it is set up.

That is no failure of the machine: nothing is tried in vain, no attempt is charged, and what was
handed in is assessed as soon as what it needs is there.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from kriterion.errors import (
    ContractViolation,
    JudgeNotInstalled,
    KriterionError,
    OperatorError,
    SandboxUnavailable,
)
from kriterion.store.models import Activity, FeedbackBatch, Submission, SubmissionState
from kriterion.work.assessing import tools_of
from kriterion.work.conclusion import NOBODYS, end_cancelled
from kriterion.work.engine import current_engine
from kriterion.work.held import held
from kriterion.work.storable import storable
from kriterion.work.waking import tell
from kriterion.work.writing import writing

# What is missing may show only in a run, so those whose tools are all there are tried now and then:
# after a minute, then two, and so on.
RETRY = timedelta(minutes=1)
_MOST_RETRIES = 60  # from which on the time between them stays the same
_LONGEST_NAME = 100  # of a judge, as pages show it


def is_for_operator(error: Exception) -> bool:
    """Whether an error stays until somebody installs or mends something for the exercise.

    Without a sandbox nothing can be assessed at all: that is the machine's trouble.
    """
    if isinstance(error, SandboxUnavailable):
        return False
    return isinstance(error, OperatorError | ContractViolation)


def block(submission: Submission, error: Exception, failure: str) -> bool:
    """Keep it until what it needs is there; `failure` is for administrators."""
    if held(submission).filter(cancel_asked=True).exists():
        return end_cancelled(submission)
    missing = error.name if isinstance(error, JudgeNotInstalled) else ""
    with writing():
        blocked = held(submission).update(
            state=SubmissionState.BLOCKED,
            started_at=None,
            failure=storable(failure),
            summary=storable(missing)[:_LONGEST_NAME],
            not_before=timezone.now() + RETRY * min(submission.attempt, _MOST_RETRIES),
            **NOBODYS,
        )
        if blocked:
            FeedbackBatch.objects.filter(submission=submission).delete()
    tell(submission.pk)
    return bool(blocked)


def release(*, at_once: bool = False) -> int:
    """Put back into the queue what can be judged here now; how many submissions that are.

    They have the turns they had. `at_once`: something was installed or mended just now, so nobody
    waits for the next try.
    """
    blocked = Submission.objects.filter(state=SubmissionState.BLOCKED)
    if not at_once:
        blocked = blocked.filter(Q(not_before=None) | Q(not_before__lte=timezone.now()))
    activities = Activity.objects.filter(pk__in=blocked.order_by().values("activity"))
    able = [
        activity.pk for activity in activities.select_related("repository") if _is_able(activity)
    ]
    return _requeue(blocked.filter(activity__in=able).values_list("pk", flat=True)) if able else 0


def _is_able(activity: Activity) -> bool:
    """Whether everything that its submissions need is here, as far as can be seen."""
    try:
        tools_of(activity)
    except (KriterionError, OSError):
        return False
    return True


def _requeue(submissions: Iterable[int]) -> int:
    requeued = 0
    for pk in submissions:
        requeued += Submission.objects.filter(pk=pk, state=SubmissionState.BLOCKED).update(
            state=SubmissionState.QUEUED, failure="", summary="", not_before=None
        )
        tell(pk)
        current_engine().submit(pk)
    return requeued
