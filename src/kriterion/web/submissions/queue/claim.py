"""Claim the next submission in the queue for one worker."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from kriterion.web.database import database_clock as clock
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import (
    FeedbackBatch,
    Loss,
    Priority,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.inability import NOTHING, Exclusion, Images
from kriterion.web.submissions.queue.notifications import notify
from kriterion.web.submissions.queue.order import course_shares

# A background submission that has waited this long may precede interactive ones.
PATIENCE = timedelta(seconds=60)

# A worker that leaves exercises to others looks at so many background submissions of a course. If
# it can assess none of them, others do, or they are blocked, and later ones move up. Without a
# limit, a claim would read a million of an exercise that this worker lacks.
MOST_SKIPPED = 200

_ORDER = ("priority", "turn", "pk")
# The same for rows of one course. Outside courses, PostgreSQL needs this order to use an index.
_ORDER_IN_FLOW = ("course_id", *_ORDER)


def claim_next(
    worker: str,
    *,
    background: bool = True,
    background_first: bool = False,
    suspects: bool = True,
    exclude: Exclusion = NOTHING,
    images: Images = None,
) -> Submission | None:
    """Claim the next submission as a new attempt of that worker; None if none is queued.

    Interactive submissions come first, courses by their shares, and the submissions of a course by
    their turns. `background` allows background ones; with
    `background_first`, one that has waited for PATIENCE precedes all. `suspects` allows submissions
    that a process died with. `exclude` holds what the worker cannot assess. Only submissions for
    one of the `images` are claimed, and those whose image is unknown; None for any image.
    """
    ready = _select_claimable(exclude, suspects=suspects)
    names = _add_unknown(images)
    for choice in _list_choices(ready, background, background_first, skips=bool(exclude)):
        claimed = _claim_fairly(worker, choice, names)
        if claimed is not None:
            notify(claimed.pk)
            return claimed
    return None


def has_claimable(
    *,
    live: bool = True,
    background: bool = True,
    suspects: bool = True,
    exclude: Exclusion = NOTHING,
    images: Images = None,
) -> bool:
    """Whether a submission can be claimed; arguments as for `claim_next`.

    Without `live`, only background ones count.
    """
    ready = _select_claimable(exclude, suspects=suspects)
    choices = _list_choices(ready, background, skips=bool(exclude))[0 if live else 1 :]
    names = _add_unknown(images)
    return any(_find_first(choice.select(), names) is not None for choice in choices)


def select_firsts(
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
    return Submission.objects.filter(pk__in=firsts)


def is_suspect(claimed: Submission) -> bool:
    """Whether this submission may have killed a process: see `_are_suspicious`."""
    if claimed.attempt == 1:
        return False
    return Submission.objects.filter(_are_suspicious(), pk=claimed.pk).exists()


def _are_suspicious() -> Q:
    """Match submissions that a process died with, or two processes fell silent with.

    One silent process is not suspicious: a machine that loses its power falls silent with all that
    it runs, and that must run again at once.
    """
    losses = Loss.objects.filter(submission=OuterRef("pk"))
    return Q(Exists(losses.filter(is_silent=False))) | Q(Exists(losses.order_by("pk")[1:2]))


def _select_claimable(exclude: Exclusion, *, suspects: bool) -> QuerySet[Submission]:
    """Return the queued submissions that may be claimed."""
    ready = Submission.objects.filter(state=SubmissionState.QUEUED).filter(
        Q(not_before=None) | Q(not_before__lte=clock.now())
    )
    if exclude.activities:
        ready = ready.exclude(activity__in=exclude.activities)
    if exclude.repositories:
        ready = ready.exclude(activity__repository__in=exclude.repositories)
    if not suspects:
        ready = ready.exclude(_are_suspicious())
    return ready


def _add_unknown(images: Images) -> Images:
    """Add the name that stands for an unknown image: every worker may claim those rows."""
    return None if images is None else frozenset({"", *images})


class _Choice(NamedTuple):
    """Rows of one priority to choose from; with `is_limited`, only among the first ones."""

    rows: QuerySet[Submission]
    priority: Priority
    is_limited: bool = False

    def select(self, flow: int | None = None) -> QuerySet[Submission]:
        """Select the rows of a course, or all."""
        queued = Submission.objects.filter(state=SubmissionState.QUEUED, priority=self.priority)
        rows, order = self.rows, _ORDER if flow is None else _ORDER_IN_FLOW
        if flow is not None:
            rows = course_shares.select_flow(rows, flow)
            queued = course_shares.select_flow(queued, flow)
        if not self.is_limited:
            return rows
        return rows.filter(pk__in=queued.order_by(*order).values("pk")[:MOST_SKIPPED])


def _list_choices(
    ready: QuerySet[Submission],
    background: bool,
    background_first: bool = False,
    *,
    skips: bool,
) -> list[_Choice]:
    """Return the rows to choose from, in their order; `skips`: some are left to other workers."""
    interactive = _Choice(ready.filter(priority=Priority.INTERACTIVE), Priority.INTERACTIVE)
    background_ones = _Choice(
        ready.filter(priority=Priority.BACKGROUND), Priority.BACKGROUND, is_limited=skips
    )
    choices = [interactive, background_ones] if background else [interactive]
    if background_first:
        # Negated, so that SQLite walks the waiting ones in their order, not all that is older.
        patient = background_ones.rows.exclude(created_at__gte=clock.before(PATIENCE))
        choices = [background_ones._replace(rows=patient), *choices]
    return choices


def _claim_fairly(worker: str, choice: _Choice, images: Images) -> Submission | None:
    """Claim the first row of the course whose turn it is; None if there is none."""
    for flow in course_shares.list_flows(choice.priority):
        claimed = _claim_first(worker, choice.select(flow), images, order=_ORDER_IN_FLOW)
        if claimed is not None:
            return claimed
        course_shares.deactivate_if_empty(flow, choice.priority)
    # Of a course whose share is not up to date.
    return _claim_first(worker, choice.select(), images)


def _claim_first(
    worker: str, rows: QuerySet[Submission], images: Images, *, order: Sequence[str] = _ORDER
) -> Submission | None:
    """Claim the first of the rows; None if there is none, or other workers are claiming all."""
    # Read first: with an empty queue, no lock is taken.
    while (first := _find_first(rows, images, order)) is not None:
        same_image = rows if images is None else rows.filter(image=first.image)
        claimed = _claim_locked(worker, same_image, order)
        if claimed is not None or images is None:
            return claimed
        images = images - {first.image}
    return None


def _claim_locked(
    worker: str, rows: QuerySet[Submission], order: Sequence[str]
) -> Submission | None:
    """Claim the first of the rows that nobody else is claiming."""
    with write_transaction():
        # PostgreSQL locks the row and skips rows that others are claiming. SQLite has one writer,
        # which owns the whole transaction (transaction_mode IMMEDIATE).
        locked = rows.select_for_update(skip_locked=True, of=("self",))
        chosen = locked.order_by(*order).values_list("pk", flat=True).first()
        if chosen is None:
            return None
        Submission.objects.filter(pk=chosen).update(
            state=SubmissionState.RUNNING,
            attempt=F("attempt") + 1,
            changes=0,
            worker=worker,
            lease_until=clock.after(leases.LEASE),
            started_at=clock.now(),
            not_before=None,
        )
        claimed = Submission.objects.select_related("activity__repository").get(pk=chosen)
        if claimed.attempt > 1:
            FeedbackBatch.objects.filter(submission=claimed).delete()
        # Last, because it locks the row of the course until the transaction ends.
        course_shares.charge(claimed.course_id, claimed.priority)
    return claimed


class _First(NamedTuple):
    pk: int
    image: str


def _find_first(
    rows: QuerySet[Submission], images: Images, order: Sequence[str] = _ORDER
) -> _First | None:
    """Return the row to claim next, for one of the images."""
    chosen = rows if images is None else select_firsts(rows, images, order)
    first = chosen.order_by(*order).values_list("pk", "image").first()
    return None if first is None else _First(*first)
