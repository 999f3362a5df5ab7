"""Shares: courses with waiting submissions get equal parts of the workers, or parts by weight.

Start-time fair queueing over courses; `turns` does the same over the users of a course. A share is
charged when a submission is claimed. A course that comes back after a pause starts where the others
are, so that it cannot save up service.

Nothing is lost if a share is wrong: a claim that finds nothing by the shares looks at all queued
submissions, and `reactivate` corrects the shares regularly.
"""

from collections.abc import Sequence

from django.db.models import Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, NullIf

from kriterion.web.courses.models import Course
from kriterion.web.database.compiled_query import CompiledQuery
from kriterion.web.database.statement import Compiled, write_update
from kriterion.web.submissions.models import Priority, QueueShare, Submission, SubmissionState
from kriterion.web.submissions.models.queue_share import NO_COURSE, STEP
from kriterion.web.submissions.queue.order.course_limits import select_limited_courses

_is_active = CompiledQuery(
    lambda priority, flow: (
        QueueShare.objects.filter(priority=priority, flow=flow)
        .order_by()
        .values_list("is_active")[:1]
    )
)


def activate(course_id: int | None, priority: int) -> None:
    """Let a course be served, within the transaction that queues a submission of it."""
    flow = course_id or NO_COURSE
    share = QueueShare.objects.filter(priority=priority, flow=flow)
    is_active = _is_active.fetch_value(priority=int(priority), flow=flow)
    if is_active:
        return
    if is_active is None:
        QueueShare.objects.bulk_create(
            [QueueShare(priority=priority, flow=flow)], ignore_conflicts=True
        )
    now = _find_virtual_time(priority)
    share.filter(virtual_time__lt=now).update(virtual_time=now)
    share.update(is_active=True)


_active = CompiledQuery(
    lambda priority: (
        QueueShare.objects.filter(priority=priority, is_active=True)
        .order_by("virtual_time", "flow")
        .annotate(is_limited=Exists(select_limited_courses().filter(pk=OuterRef("flow"))))
        .values_list("flow", "is_limited")
    )
)


def list_flows(priority: int) -> Sequence[int]:
    """Return the active flows in the order in which to serve them."""
    return [flow for flow, _ in list_flows_with_limits(priority)]


def list_flows_with_limits(priority: int) -> Sequence[tuple[int, bool]]:
    """Return the same, and whether each has a limit on its running submissions."""
    return [
        (flow, bool(is_limited)) for flow, is_limited in _active.fetch_rows(priority=int(priority))
    ]


def write_charge(priority: Combinable, flow: Combinable) -> Compiled:
    """Return SQL that charges a course for a submission, in the transaction that claims it."""
    weight = Course.objects.filter(pk=flow).order_by().values("queue_weight")[:1]
    share = QueueShare.objects.filter(priority=priority, flow=flow)
    divisor = Coalesce(NullIf(Subquery(weight), Value(0)), Value(1))
    return write_update(share, {"virtual_time": F("virtual_time") + Value(STEP) / divisor})


def deactivate_if_empty(flow: int, priority: int) -> None:
    """Stop looking at a course that has no queued submission."""
    waiting = select_flow(Submission.objects.filter(state=SubmissionState.QUEUED), flow)
    if not _has_any(waiting.filter(priority=priority), "course_id"):
        QueueShare.objects.filter(priority=priority, flow=flow).update(is_active=False)


def reactivate() -> None:
    """Activate flows that have queued submissions though they have no share, or an inactive one.

    Submissions are also requeued or released, and a share can be deactivated while a transaction
    that queues a submission is about to commit. After an upgrade, the restoring of an older backup
    or the deletion of a course, shares are missing.
    """
    all_queued = Submission.objects.filter(state=SubmissionState.QUEUED)
    if not _has_any(all_queued, "priority"):
        return
    for priority in Priority.values:
        for course_id in _list_without_share(priority):
            activate(course_id, priority)
    queued = all_queued.filter(priority=OuterRef("priority"))
    of_course = Exists(queued.filter(course=OuterRef("flow")))
    outside = Q(flow=NO_COURSE) & Q(Exists(queued.filter(course=None)))
    idle = QueueShare.objects.filter(Q(of_course) | outside, is_active=False)
    for flow, priority in idle.values_list("flow", "priority"):
        activate(flow or None, priority)


def select_flow(rows: QuerySet[Submission], flow: int) -> QuerySet[Submission]:
    """Select the rows of a flow."""
    return rows.filter(course=None) if flow == NO_COURSE else rows.filter(course=flow)


def _has_any(queued: QuerySet[Submission], index: str) -> bool:
    """Whether there is any of these rows of the queue; `index` is the index's first column.

    Without an order, PostgreSQL may read the table from its start, where all finished submissions
    come first.
    """
    order = dict.fromkeys((index, "priority", "turn", "pk"))
    return bool(queued.order_by(*order).values_list("pk")[:1])


def _list_without_share(priority: int) -> list[int | None]:
    """Return the courses that have queued submissions but no share; None stands for no course."""
    queued = Submission.objects.filter(state=SubmissionState.QUEUED, priority=priority)
    shares = QueueShare.objects.filter(priority=priority)
    courses = Course.objects.filter(~Exists(shares.filter(flow=OuterRef("pk"))))
    waiting = courses.filter(Exists(queued.filter(course=OuterRef("pk"))))
    found: list[int | None] = list(waiting.values_list("pk", flat=True))
    if (
        _has_any(queued.filter(course=None), "course_id")
        and not shares.filter(flow=NO_COURSE).exists()
    ):
        found.append(None)
    return found


def _find_virtual_time(priority: int) -> int:
    """Return the virtual time of the active flow that is served next.

    While none is active, it is the latest of all: otherwise a course that begins to wait would be
    served alone until it has caught up with everything that the others ever had.
    """
    shares = QueueShare.objects.filter(priority=priority)
    now = shares.filter(is_active=True).aggregate(time=Min("virtual_time"))["time"]
    if now is None:
        now = shares.aggregate(time=Max("virtual_time"))["time"]
    return int(now or 0)
