"""The statements that claim a submission, compiled once for each combination of conditions."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum, unique
from typing import Any

from django.db import connection
from django.db.models import (
    BigIntegerField,
    CharField,
    DurationField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Lower
from django.db.models.lookups import Exact

from kriterion.web.catalog.activity_lookup import find_activity
from kriterion.web.catalog.models import Activity
from kriterion.web.database import database_clock as clock
from kriterion.web.database.statement import (
    Parameter,
    Statement,
    Subselect,
    compile_once,
    list_columns,
    make_reader,
    write_query,
    write_update,
)
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Loss, Priority, Submission, SubmissionState
from kriterion.web.submissions.models.queue_share import NO_COURSE
from kriterion.web.submissions.queue.inability import NOTHING, Exclusion
from kriterion.web.submissions.queue.order import course_limits, course_shares

# A background submission that has waited this long may precede interactive ones.
PATIENCE = timedelta(seconds=60)

_ORDER = ("priority", "turn", "pk")
# The same for rows of one course. Outside courses, PostgreSQL needs this order to use an index.
_ORDER_IN_FLOW = ("course_id", *_ORDER)


@unique
class Flow(Enum):
    """The courses of the rows."""

    ANY = "any"
    OUTSIDE = "outside"  # no course
    COURSE = "course"  # one


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """The conditions on the row to claim. The course itself is a value.

    `suspects` allows submissions during which a process died. `is_patient`: it has waited for
    PATIENCE. `images` include the name of an unknown image; None for any. `max_examined`: it is
    among the first of its course; None for any. `is_unlimited`: its course has no limits.
    `max_running_each`: fewer submissions of its user run in its course; None for any number.
    """

    priority: Priority
    exclude: Exclusion = NOTHING
    suspects: bool = True
    images: frozenset[str] | None = None
    is_patient: bool = False
    max_examined: int | None = None
    flow: Flow = Flow.ANY
    is_unlimited: bool = False
    max_running_each: int | None = None

    @property
    def order(self) -> Sequence[str]:
        return _ORDER if self.flow is Flow.ANY else _ORDER_IN_FLOW


def find_first_image(choice: Choice, flow: int = NO_COURSE) -> str | None:
    """Return the image of the row to claim next; None if there is none."""
    rows = _compile_search(choice).fetch(flow=flow)
    return rows[0][0] if rows else None


def execute_claim(
    choice: Choice, *, flow: int, image: str | None, worker: str, lease: timedelta
) -> Submission | None:
    """Claim the first row that nobody else is claiming, and charge its course.

    With `image`, the row is one of that image. On PostgreSQL, this is one statement, so the row of
    the course is locked only for a moment.
    """
    claim = _compile_claim(replace(choice, images=None), image is not None)
    values = {"flow": flow, "image": image, "worker": worker, "lease": lease}
    if connection.features.has_select_for_update:
        submission, is_charged = _read_claimed(claim.fetch(**values))
    else:
        with write_transaction():
            submission, _ = _read_claimed(claim.fetch(**values))
            is_charged = submission is None or _charge(submission)
    if submission is None:
        return None
    if not is_charged:  # its course has no share yet
        with write_transaction():
            course_shares.activate(submission.course_id, submission.priority)
    if not connection.features.has_select_for_update:
        activity = find_activity(submission.activity_id)
        if activity is not None:  # else it is being deleted, with the submission
            submission.activity = activity
    return submission


def _read_claimed(rows: Sequence[Sequence[Any]]) -> tuple[Submission | None, bool]:
    """Return the claimed submission, and whether PostgreSQL has charged its course.

    PostgreSQL also returns its activity and repository.
    """
    if not rows:
        return None, False
    columns = list(rows[0])
    submission = make_reader(Submission).take(columns)
    if not columns:
        return submission, False
    submission.activity = make_reader(Activity).take(columns)
    submission.activity.repository = make_reader(Repository).take(columns)
    return submission, bool(columns[0])


def _charge(submission: Submission) -> bool:
    flow = submission.course_id or NO_COURSE
    return bool(_compile_charge().execute(priority=submission.priority, flow=flow))


def select_first_rows(
    rows: QuerySet[Submission], images: AbstractSet[str], order: Sequence[str] = _ORDER
) -> QuerySet[Submission]:
    """Select the first row of each image.

    Each is found in an index that begins with the image. So the rows of other images, however many
    come earlier, cost nothing.
    """
    firsts: list[Any] = [  # django-stubs does not know that a list may hold subqueries
        Subquery(rows.filter(image=image).order_by(*order).values("pk")[:1])
        for image in sorted(images)
    ]
    return Submission.unlimited.filter(pk__in=firsts)


def select_suspects() -> QuerySet[Submission]:
    """Select the submissions during which a process died, or two processes fell silent.

    One silent process is not suspicious: if a machine loses its power, all its processes fall
    silent, and their submissions must run again at once.
    """
    return Submission.unlimited.filter(_are_suspicious())


def _are_suspicious() -> Q:
    losses = Loss.objects.filter(submission=OuterRef("pk"))
    return Q(Exists(losses.filter(is_silent=False))) | Q(Exists(losses.order_by("pk")[1:2]))


def _select_claimable(choice: Choice) -> QuerySet[Submission]:
    """Select the queued submissions that may be claimed, of any image."""
    queued = Submission.unlimited.filter(state=SubmissionState.QUEUED, priority=choice.priority)
    queued = _select_flow(queued, choice.flow)
    if choice.max_examined is None:
        ready = queued
    else:
        first = queued.order_by(*choice.order).values("pk")[: choice.max_examined]
        # This condition has no index, so the rows that `first` names are read, and not the whole
        # queue. It is needed because another worker may be claiming one of them.
        is_queued = Exact(Lower("state"), Value(SubmissionState.QUEUED.value))
        ready = Submission.unlimited.filter(is_queued, pk__in=first)
    ready = ready.filter(Q(not_before=None) | Q(not_before__lte=clock.now()))
    if choice.is_patient:
        # Negated, so that SQLite reads the queue in its order instead of all older rows.
        ready = ready.exclude(created_at__gte=clock.before(PATIENCE))
    if choice.exclude.activities:
        ready = ready.exclude(activity__in=choice.exclude.activities)
    if choice.exclude.repositories:
        ready = ready.exclude(activity__repository__in=choice.exclude.repositories)
    if not choice.suspects:
        ready = ready.exclude(_are_suspicious())
    if choice.is_unlimited:
        ready = course_limits.skip_limited_courses(ready)
    if choice.max_running_each is not None:
        ready = course_limits.skip_busy_members(ready, choice.max_running_each)
    return ready


def _select_flow(rows: QuerySet[Submission], flow: Flow) -> QuerySet[Submission]:
    if flow is Flow.OUTSIDE:
        return rows.filter(course=None)
    if flow is Flow.COURSE:
        return rows.filter(course=Parameter("flow", BigIntegerField()))
    return rows


@compile_once
def _compile_search(choice: Choice) -> Statement:
    rows = _select_claimable(choice)
    if choice.images is not None and choice.max_examined is not None:
        rows = rows.filter(image__in=sorted(choice.images))
    elif choice.images is not None:
        rows = select_first_rows(rows, choice.images, choice.order)
    return Statement(*write_query(rows.order_by(*choice.order).values_list("image")[:1]))


@compile_once
def _compile_claim(choice: Choice, has_image: bool) -> Statement:
    """Compile the statement that claims a row; on PostgreSQL, it also charges the row's course."""
    rows = _select_claimable(choice)
    if has_image:
        rows = rows.filter(image=Parameter("image", CharField()))
    # PostgreSQL locks the row and skips rows that others are claiming. SQLite has one writer,
    # which owns the whole transaction (transaction_mode IMMEDIATE).
    locked = rows.select_for_update(skip_locked=True, of=("self",))
    first, parameters = write_query(locked.order_by(*choice.order).values_list("pk")[:1])
    sql, parameters = write_update(
        Submission.unlimited.filter(pk=Subselect(first, parameters)),
        {
            "state": SubmissionState.RUNNING,
            "attempt": F("attempt") + 1,
            "changes": 0,
            "worker": Parameter("worker", CharField()),
            "lease_until": clock.now() + Parameter("lease", DurationField()),
            "started_at": clock.now(),
            "not_before": None,
        },
    )
    sql += f" RETURNING {list_columns(Submission)}"
    if connection.features.has_select_for_update:
        charge, more = course_shares.write_charge(
            Subselect("SELECT priority FROM claimed"),
            Subselect("SELECT coalesce(course_id, %s) FROM claimed", (NO_COURSE,)),
        )
        activity, repository = Activity._meta.db_table, Repository._meta.db_table
        columns = ", ".join(
            (
                list_columns(Submission, "claimed"),
                list_columns(Activity, activity),
                list_columns(Repository, repository),
            )
        )
        sql = (
            f"WITH claimed AS ({sql}), charged AS ({charge} RETURNING 1)"  # noqa: S608 - our names
            f" SELECT {columns}, (SELECT count(*) FROM charged) FROM claimed"
            f" JOIN {activity} ON {activity}.id = claimed.activity_id"
            f" JOIN {repository} ON {repository}.id = {activity}.repository_id"
        )
        parameters = (*parameters, *more)
    return Statement(sql, parameters)


@compile_once
def _compile_charge() -> Statement:
    field = BigIntegerField()
    return Statement(
        *course_shares.write_charge(Parameter("priority", field), Parameter("flow", field))
    )
