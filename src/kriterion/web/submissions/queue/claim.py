"""Claim the next submission in the queue for one worker."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.db import connection

from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import FeedbackBatch, Priority, Submission
from kriterion.web.submissions.models.queue_share import NO_COURSE
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.inability import NOTHING, Exclusion, Images
from kriterion.web.submissions.queue.notifications import notify
from kriterion.web.submissions.queue.order import course_shares
from kriterion.web.submissions.queue.order.claim_statements import (
    Choice,
    Flow,
    execute_claim,
    find_first_image,
    select_suspects,
)
from kriterion.web.submissions.queue.order.course_limits import (
    CourseLimits,
    find_limits,
    hold_limits,
)
from kriterion.web.submissions.queue.order.image_limits import (
    ImageLimits,
    hold_image,
    list_full_images,
)

# A worker that cannot assess some exercises reads at most this many submissions of a course. If it
# can assess none of them, other workers do, or they are blocked, and later ones move up. Without
# this limit, a claim might read a million submissions that it cannot assess.
MAX_EXAMINED = 200  # in the background
MAX_EXAMINED_LIVE = 2_000  # that users wait for: a slot is rather slow than idle

_NO_LIMITS: ImageLimits = MappingProxyType({})


@dataclass(frozen=True, kw_only=True, slots=True)
class _Claimer:
    """A worker that claims, and how many submissions of an image may run."""

    worker: str
    image_limits: Mapping[str, int]


def claim_next(
    worker: str,
    *,
    background: bool = True,
    background_first: bool = False,
    suspects: bool = True,
    exclude: Exclusion = NOTHING,
    images: Images = None,
    image_limits: ImageLimits = _NO_LIMITS,
) -> Submission | None:
    """Claim the next submission as a new attempt of that worker; None if none is queued.

    Interactive submissions come first, courses by their shares, and the submissions of a course by
    their turns. `background` allows background ones; with
    `background_first`, one that has waited for PATIENCE precedes all. `suspects` allows submissions
    that a process died with. `exclude` holds what the worker cannot assess. Only submissions for
    one of the `images` are claimed, and those whose image is unknown; None for any image.
    `image_limits` apply if `images` are named.
    """
    if images is not None:
        images = frozenset(images) - list_full_images(image_limits)
    claimer = _Claimer(worker=worker, image_limits=image_limits)
    live = Choice(
        priority=Priority.INTERACTIVE,
        exclude=exclude,
        suspects=suspects,
        images=_add_unknown(images),
        max_examined=MAX_EXAMINED_LIVE if exclude else None,
    )
    later = _make_background(live)
    choices = [live, later] if background else [live]
    if background_first:
        choices = [replace(later, is_patient=True), *choices]
    for choice in choices:
        claimed = _claim_fairly(claimer, choice)
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
    """Whether a submission can be claimed; the arguments are those of `claim_next`.

    Without `live`, only background submissions count.
    """
    choice = Choice(
        priority=Priority.INTERACTIVE,
        exclude=exclude,
        suspects=suspects,
        images=_add_unknown(images),
        max_examined=MAX_EXAMINED_LIVE if exclude else None,
    )
    choices = [choice] if live else []
    choices += [_make_background(choice)] if background else []
    return any(_is_any_claimable(each) for each in choices)


def _is_any_claimable(choice: Choice) -> bool:
    if find_first_image(choice) is None:
        return False
    flows = course_shares.list_flows_with_limits(choice.priority)
    limited = [flow for flow, is_limited in flows if is_limited]
    if not limited or find_first_image(replace(choice, is_unlimited=True)) is not None:
        return True
    for flow in limited:
        limits = find_limits(flow)
        within = _apply_limits(choice, limits)
        if not limits.is_reached and find_first_image(within, flow) is not None:
            return True
    return False


def is_suspect(claimed: Submission) -> bool:
    """Whether this submission may have killed a process."""
    return claimed.attempt > 1 and select_suspects().filter(pk=claimed.pk).exists()


def _make_background(live: Choice) -> Choice:
    """Return the same choice among background submissions."""
    most = MAX_EXAMINED if live.exclude else None
    return replace(live, priority=Priority.BACKGROUND, max_examined=most)


def _add_unknown(images: Images) -> frozenset[str] | None:
    """Add the name that stands for an unknown image: every worker may claim those rows."""
    return None if images is None else frozenset({"", *images})


def _claim_fairly(claimer: _Claimer, choice: Choice) -> Submission | None:
    """Claim the first row of the course whose turn it is; None if there is none."""
    for flow, is_limited in course_shares.list_flows_with_limits(choice.priority):
        kind = Flow.OUTSIDE if flow == NO_COURSE else Flow.COURSE
        if is_limited:
            claimed = _claim_within_limits(claimer, choice, flow)
        else:
            claimed = _claim_first(claimer, replace(choice, flow=kind), flow)
        if claimed is not None:
            return claimed
        course_shares.deactivate_if_empty(flow, choice.priority)
    # A share may be out of date, so look at the submissions of all courses.
    return _claim_first(claimer, replace(choice, is_unlimited=True))


def _claim_within_limits(claimer: _Claimer, choice: Choice, flow: int) -> Submission | None:
    """Claim the first row of a course whose limits allow it; None if there is none."""
    if find_limits(flow).is_reached:  # so that nobody waits for the lock in vain
        return None
    with write_transaction():
        limits = hold_limits(flow)
        if limits.is_reached:
            return None
        return _claim_first(claimer, _apply_limits(choice, limits), flow)


def _apply_limits(choice: Choice, limits: CourseLimits) -> Choice:
    of_course = replace(choice, flow=Flow.COURSE)
    if limits.max_running_each is None:
        return of_course
    examined = MAX_EXAMINED_LIVE if choice.priority == Priority.INTERACTIVE else MAX_EXAMINED
    return replace(of_course, max_running_each=limits.max_running_each, max_examined=examined)


def _claim_first(claimer: _Claimer, choice: Choice, flow: int = NO_COURSE) -> Submission | None:
    """Claim the first of the rows; None if there is none, or other workers are claiming all."""
    # SQLite has one writer, so rows are read first: with an empty queue, no lock is taken.
    if choice.images is None and connection.features.has_select_for_update:
        return _claim_locked(claimer.worker, choice, flow)
    while (image := find_first_image(choice, flow)) is not None:
        claimed = (
            _claim_locked(claimer.worker, choice, flow)
            if choice.images is None
            else _claim_of_image(claimer, choice, flow, image)
        )
        if claimed is not None or choice.images is None:
            return claimed
        choice = replace(choice, images=choice.images - {image})
    return None


def _claim_of_image(claimer: _Claimer, choice: Choice, flow: int, image: str) -> Submission | None:
    """Claim the first row of an image if its limit allows it; None if not, or if there is none."""
    limit = claimer.image_limits.get(image)
    if limit is None:
        return _claim_locked(claimer.worker, choice, flow, image)
    with write_transaction():
        if not hold_image(image, limit):
            return None
        return _claim_locked(claimer.worker, choice, flow, image)


def _claim_locked(
    worker: str, choice: Choice, flow: int, image: str | None = None
) -> Submission | None:
    """Claim the first of the rows that nobody else is claiming, of that image if one is named."""
    claimed = execute_claim(choice, flow=flow, image=image, worker=worker, lease=leases.LEASE)
    if claimed is not None and claimed.attempt > 1:
        FeedbackBatch.objects.filter(submission=claimed, attempt__lt=claimed.attempt).delete()
    return claimed
