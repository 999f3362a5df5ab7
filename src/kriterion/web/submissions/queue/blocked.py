"""Blocked submissions: no worker can assess their exercise until an operator installs something.

This is not a failure of the machine: no attempt is charged, and a submission is assessed as soon as
one worker has what it needs. A worker that cannot assess it leaves it to others; it is blocked only
if no live worker can.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet

from kriterion.errors import EngineUnavailable, OperatorError, SandboxUnavailable
from kriterion.web.catalog.models import Activity
from kriterion.web.content.content_access import forbid_waiting
from kriterion.web.database import database_clock as clock
from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import FeedbackBatch, Submission, SubmissionState, Worker
from kriterion.web.submissions.queue.attempt_conclusion import UNCLAIMED, end_if_cancelled
from kriterion.web.submissions.queue.claimed_rows import select_claimed_row
from kriterion.web.submissions.queue.error_text import describe_error
from kriterion.web.submissions.queue.inability import (
    Images,
    Inabilities,
    NeededPart,
    make_repository_subject,
)
from kriterion.web.submissions.queue.missing_parts import find_missing_part, find_needs
from kriterion.web.submissions.queue.needed_images import refresh_images
from kriterion.web.submissions.queue.notifications import notify
from kriterion.web.submissions.queue.offers import offer
from kriterion.web.submissions.queue.worker_name import is_gone
from kriterion.web.submissions.queue.workers import select_ready_workers
from kriterion.web.tools.tool_choice import choose_tools, list_courses_with_judge
from kriterion_tools.errors import ContractViolation, KriterionError

# The pause of a submission that was set aside is this times its number of attempts.
RETRY = timedelta(minutes=1)
_MAX_RETRIES = 60  # from here on, the pause no longer grows
LONGEST_RETRY = RETRY * _MAX_RETRIES
_LONGEST_NAME = 100  # characters of a judge's name that are stored


def is_for_operator(error: Exception) -> bool:
    """Whether an error persists until somebody installs or fixes something for the exercise.

    Without a sandbox no submission can be assessed, so that counts as a failure of the machine.
    Without a container engine, only exercises that run in its images are affected.
    """
    if isinstance(error, SandboxUnavailable) and not isinstance(error, EngineUnavailable):
        return False
    return isinstance(error, OperatorError | ContractViolation)


def record_missing_part(inabilities: Inabilities, activity: Activity, error: Exception) -> bool:
    """Record that this process cannot assess submissions to an activity, judging by an error.

    Return False without recording anything if the error concerns this submission alone, because
    this process has assessed others to the activity; or if it concerns one course's own judge,
    because that must not block the submissions of other courses.
    """
    if _has_usable_course_judge(activity):
        return False
    missing = find_missing_part(activity, error)
    if (
        missing.subject.part is NeededPart.EXERCISE
        and missing.needs_run
        and inabilities.is_proven(activity.pk)
    ):
        return False
    try:
        needs = find_needs(activity)
    except (KriterionError, OSError):
        needs = frozenset({make_repository_subject(activity.repository_id)})
    inabilities.record_needs(activity.pk, needs | {missing.subject})
    # Parts that are checked before the missing one are present.
    check_order = list(NeededPart)
    proven = [
        need
        for need in needs
        if check_order.index(need.part) < check_order.index(missing.subject.part)
    ]
    inabilities.clear(*proven)
    inabilities.record(
        missing.subject, describe_error(error), label=missing.label, needs_run=missing.needs_run
    )
    return True


def set_aside(submission: Submission, error: Exception) -> bool:
    """Block one submission for a while; others to its exercise are still assessed.

    If its cancellation was requested, cancel it instead.
    """
    with write_transaction():
        uncancelled = select_claimed_row(submission).filter(cancel_asked=False)
        is_set_aside = uncancelled.update(
            state=SubmissionState.BLOCKED,
            started_at=None,
            failure=make_storable(describe_error(error)),
            summary="",
            not_before=clock.after(RETRY * min(submission.attempt, _MAX_RETRIES)),
            **UNCLAIMED,
        )
        if is_set_aside:
            FeedbackBatch.objects.filter(submission=submission).delete()
    if not is_set_aside:
        return end_if_cancelled(submission)
    notify(submission.pk)
    return True


def end_pauses(course: int) -> None:
    """End the pauses of a course's blocked submissions, after one of its judges changed."""
    paused = Submission.objects.filter(course=course, state=SubmissionState.BLOCKED)
    paused.update(not_before=None)


@forbid_waiting()
def recheck(inabilities: Inabilities, *, proves_images: bool = False) -> None:
    """Check again for missing parts that can be detected without a run.

    With `proves_images`, images are left to the worker's proofs.
    """
    _update_needs(inabilities)
    for inability in inabilities.list_partial():
        is_left_to_proofs = proves_images and inability.subject.part is NeededPart.IMAGE
        if inability.needs_run or is_left_to_proofs:
            continue
        asking = inabilities.select_activities(inability.subject)
        activity = Activity.objects.select_related("repository").filter(asking).first()
        error = None if activity is None else _find_error(activity)
        if (
            activity is None
            or error is None
            or find_missing_part(activity, error).subject != inability.subject
        ):
            inabilities.clear(inability.subject)


def _update_needs(inabilities: Inabilities) -> None:
    """Update the needs of excluded exercises: a fixed one may no longer need what is missing.

    An exercise that cannot be read keeps the needs it had.
    """
    waiting = Submission.objects.filter(state__in=(SubmissionState.QUEUED, SubmissionState.BLOCKED))
    excluded = Activity.objects.select_related("repository").filter(
        pk__in=waiting.filter(activity__in=inabilities.make_exclusion().activities).values(
            "activity"
        )
    )
    for activity in excluded:
        try:
            needs = find_needs(activity)
        except (KriterionError, OSError):
            continue
        error = _find_error(activity)
        missing = frozenset() if error is None else {find_missing_part(activity, error).subject}
        inabilities.record_needs(activity.pk, needs | missing)


@forbid_waiting()
def release(inabilities: Inabilities, images: Images = None) -> int:
    """Requeue blocked submissions that can be assessed here now; return their number.

    They keep their turns. Where only a run can show whether it works, one is requeued as a try.
    `images` are those that this worker can use, None for any.
    """
    is_due = Q(not_before=None) | Q(not_before__lte=clock.now())
    blocked = Submission.objects.filter(is_due, state=SubmissionState.BLOCKED)
    if images is not None:
        blocked = blocked.filter(image__in={"", *images})
    if not blocked.exists():
        return 0
    activities = Activity.objects.filter(pk__in=blocked.order_by().values("activity"))
    excluded, tries = inabilities.make_exclusion(), inabilities.list_due_activities()
    released = 0
    for activity in activities.select_related("repository"):
        if excluded.excludes(activity.pk, activity.repository_id):
            continue
        error = _find_error(activity)
        if error is not None:
            record_missing_part(inabilities, activity, error)
            continue
        # Each try uses another submission, in case one submission is the cause.
        tries_order = ("attempt",) if activity.pk in tries else ()
        rows = blocked.filter(activity=activity).order_by(*tries_order, "priority", "turn", "pk")
        refresh_images(blocked.filter(activity=activity))
        chosen = list(rows.values_list("pk", "priority")[: 1 if activity.pk in tries else None])
        released += _requeue(chosen)
    return released


def block(inabilities: Inabilities) -> int:
    """Block queued submissions that no live worker can assess; return their number."""
    queued = Submission.objects.filter(state=SubmissionState.QUEUED)
    waiting = Activity.objects.filter(pk__in=queued.order_by().values("activity"))
    return sum(_block_activity(group) for group in find_unassessable(inabilities, waiting))


def block_for_images(inabilities: Inabilities) -> int:
    """Block queued submissions whose image no live worker can use; return their number."""
    workers = _list_ready_workers() if inabilities.list_missing_images() else []
    blocked = 0
    for image in inabilities.list_missing_images():
        reasons = [_find_image_reason(worker, image) for worker in workers]
        known = [reason for reason in reasons if reason is not None]
        queued = Submission.objects.filter(state=SubmissionState.QUEUED, image=image)
        if workers and len(known) == len(workers) and queued.exists():
            refresh_images(queued)  # a judge may have another image by now
            blocked += _block_rows(queued, _combine_reasons(workers, known))
    return blocked


@dataclass(frozen=True, kw_only=True, slots=True)
class UnassessableActivity:
    """An activity that no live worker can assess, why, and the name of a missing judge."""

    activity: Activity
    failure: str
    judge: str


def find_unassessable(
    inabilities: Inabilities, activities: QuerySet[Activity]
) -> Iterator[UnassessableActivity]:
    """Yield those of the activities that no live worker can assess, this process included."""
    mine = inabilities.make_exclusion()
    if not mine:
        return
    workers = _list_ready_workers()
    concerned = Q(pk__in=mine.activities) | Q(repository__in=mine.repositories)
    for activity in activities.filter(concerned):
        reasons = [_find_reason(worker, activity) for worker in workers]
        known = [reason for reason in reasons if reason is not None]
        if workers and len(known) == len(workers):
            yield _describe_unassessable(activity, workers, known)


def _describe_unassessable(
    activity: Activity, workers: list[Worker], reasons: list[Mapping[str, Any]]
) -> UnassessableActivity:
    judge = next((str(reason["judge"]) for reason in reasons if reason["judge"]), "")
    failure = _combine_reasons(workers, reasons)
    return UnassessableActivity(activity=activity, failure=failure, judge=judge)


def _combine_reasons(workers: list[Worker], reasons: list[Mapping[str, Any]]) -> str:
    """Return the workers' reasons as one text, each different one with its host."""
    texts = {str(reason["reason"]): worker for worker, reason in zip(workers, reasons, strict=True)}
    if len(texts) > 1:
        return "\n".join(f"{worker.host}: {text}" for text, worker in texts.items())
    return "\n".join(texts)


def _list_ready_workers() -> list[Worker]:
    return [worker for worker in select_ready_workers() if not is_gone(worker.name)]


def _block_activity(unassessable: UnassessableActivity) -> int:
    """Block the queued submissions to an activity."""
    queued = Submission.objects.filter(activity=unassessable.activity, state=SubmissionState.QUEUED)
    return _block_rows(queued, unassessable.failure, unassessable.judge)


def _block_rows(queued: QuerySet[Submission], failure: str, judge: str = "") -> int:
    """Block queued submissions; return their number."""
    count = 0
    for pk in list(queued.values_list("pk", flat=True)):
        with write_transaction():
            is_blocked = Submission.objects.filter(pk=pk, state=SubmissionState.QUEUED).update(
                state=SubmissionState.BLOCKED,
                failure=make_storable(failure),
                summary=make_storable(judge)[:_LONGEST_NAME],
                not_before=None,
            )
            if is_blocked:
                FeedbackBatch.objects.filter(submission=pk).delete()
        count += is_blocked
        notify(pk)
    return count


def _find_reason(worker: Worker, activity: Activity) -> Mapping[str, Any] | None:
    """Return the inability that stops a worker from assessing an activity, or None."""
    for inability in worker.unable:
        if (
            activity.pk in inability["activities"]
            or activity.repository_id in inability["repositories"]
        ):
            return dict(inability)
    return None


def _find_image_reason(worker: Worker, image: str) -> Mapping[str, Any] | None:
    """Return the inability of a worker to use an image, or None."""
    for inability in worker.unable:
        if inability["part"] == NeededPart.IMAGE.value and inability["label"] == image:
            return dict(inability)
    return None


def _find_error(activity: Activity) -> Exception | None:
    """Return the error that stops submissions to an activity here, found without a run; or None.

    If courses have judges of their own for it, one usable judge is enough.
    """
    first_error: Exception | None = None
    try:
        for course in (*list_courses_with_judge(activity), None):
            try:
                choose_tools(activity, course=course)
            except (KriterionError, OSError) as error:
                first_error = first_error or error
            else:
                return None
    except (KriterionError, OSError) as error:
        return error
    return first_error


def _has_usable_course_judge(activity: Activity) -> bool:
    """Whether any course has a judge of its own for an activity, and a judge for it is usable."""
    try:
        return bool(list_courses_with_judge(activity)) and _find_error(activity) is None
    except (KriterionError, OSError):
        return False


def _requeue(submissions: list[tuple[int, int]]) -> int:
    """Requeue blocked submissions, given as ids and priorities; return their number."""
    requeued = 0
    for pk, priority in submissions:
        with write_transaction():
            blocked = Submission.objects.filter(pk=pk, state=SubmissionState.BLOCKED)
            if blocked.update(
                state=SubmissionState.QUEUED, failure="", summary="", not_before=None
            ):
                requeued += 1
                offer(priority)
        notify(pk)
    return requeued
