"""Counts of a re-judging's decided proposals, and how fast they are decided.

Where there are few, rows are counted when a page is shown. A re-judging may have a million, so
those are counted once, in batches and in the order in which they are claimed; then only the rows
after `counted_up_to` are counted for a page. These counts include submissions that were deleted.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, DateTimeField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now

from kriterion.web.database import database_clock as clock
from kriterion.web.rejudging.models import (
    ChangeLevel,
    Proposal,
    ProposalState,
    Rejudging,
    RejudgingState,
)

COUNTED_AT_ONCE = 5_000
FEW = 20_000  # proposals whose rows are counted each time
MEASURE_INTERVAL = timedelta(seconds=5)
_NEW_SHARE = 0.3  # of the latest measurement in the rate

_OPEN = (ProposalState.WAITING, ProposalState.RUNNING)
_DECIDED = tuple(state for state in ProposalState if state not in _OPEN)

is_measurement_due = Q(measured_at=None) | Q(measured_at__lt=clock.before(MEASURE_INTERVAL))


def find_open_proposals(rejudging_id: int) -> QuerySet[Proposal]:
    """Return the proposals of a dry run that are not decided yet."""
    return Proposal.objects.filter(rejudging=rejudging_id, state__in=_OPEN)


def make_count_key(state: str, level: int) -> str:
    return f"{state}.{level}"


def sum_counts(
    counts: Counter[str],
    states: Iterable[str],
    levels: Iterable[int] = tuple(ChangeLevel),
) -> int:
    """Return how many proposals have one of the states and levels."""
    levels = tuple(levels)
    return sum(counts[make_count_key(state, level)] for state in states for level in levels)


def count_decided(rejudging: Rejudging) -> Counter[str]:
    """Return the numbers of decided proposals by state and level."""
    counts = Counter(rejudging.counts)
    if rejudging.total <= FEW:
        rows = Proposal.objects.filter(rejudging=rejudging, state__in=_DECIDED)
        is_closed = rejudging.state == RejudgingState.APPLIED  # its rows may have been removed
        return _count_rows(rows) or (counts if is_closed else Counter())
    if rejudging.state == RejudgingState.RUNNING:
        counts.update(_count_rows(_select_uncounted(rejudging)))
    return counts


def count_batch(rejudging: Rejudging) -> bool:
    """Count the next proposals before the first open one; return whether all are counted.

    The caller has locked the re-judging, and saves it.
    """
    first_open = find_first_open(rejudging.pk)
    uncounted = Proposal.objects.filter(rejudging=rejudging, pk__gt=rejudging.counted_up_to)
    if first_open is not None:
        uncounted = uncounted.filter(pk__lt=first_open)
    batch = list(uncounted.order_by("pk").values_list("pk", flat=True)[:COUNTED_AT_ONCE])
    if batch:
        counted = uncounted.filter(pk__lte=batch[-1])
        rejudging.counts = dict(Counter(rejudging.counts) + _count_rows(counted))
        rejudging.counted_up_to = batch[-1]
    return first_open is None and len(batch) < COUNTED_AT_ONCE


def find_first_open(rejudging_id: int) -> int | None:
    """Return the id of the first open proposal.

    One statement, so that a proposal that changes its state at that moment is not missed.
    """

    def first(state: ProposalState) -> Subquery:
        rows = Proposal.objects.filter(rejudging=OuterRef("pk"), state=state).order_by("pk")
        return Subquery(rows.values("pk")[:1])

    rows = Rejudging.objects.filter(pk=rejudging_id).values_list(*map(first, _OPEN))
    return min((pk for pk in rows.get() if pk is not None), default=None)


def _select_uncounted(rejudging: Rejudging) -> QuerySet[Proposal]:
    return Proposal.objects.filter(
        rejudging=rejudging,
        state__in=_DECIDED,
        level__in=tuple(ChangeLevel),  # so that the index is used up to the id
        pk__gt=rejudging.counted_up_to,
    )


def _count_rows(rows: QuerySet[Proposal]) -> Counter[str]:
    grouped = rows.order_by().values("state", "level").annotate(number=Count("pk"))
    return Counter({make_count_key(row["state"], row["level"]): row["number"] for row in grouped})


def measure(rejudging: Rejudging, done: int) -> None:
    """Update the rate if that is due. The caller has locked the re-judging, and saves it."""
    now = read_database_time(rejudging)
    if rejudging.measured_at is None or done < rejudging.measured_done:
        rejudging.measured_at, rejudging.measured_done, rejudging.rate = now, done, None
        return
    seconds = (now - rejudging.measured_at).total_seconds()
    if 0 <= seconds < MEASURE_INTERVAL.total_seconds():
        return
    if seconds > 0:
        latest = (done - rejudging.measured_done) / seconds
        former = rejudging.rate
        rejudging.rate = latest if former is None else former + _NEW_SHARE * (latest - former)
    rejudging.measured_at, rejudging.measured_done = now, done


def read_database_time(rejudging: Rejudging) -> datetime:
    rows = Rejudging.objects.filter(pk=rejudging.pk)
    now: datetime = rows.values_list(Now(output_field=DateTimeField()), flat=True).get()
    return now


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """The progress of the current phase: `done` of `total`; `rate` is None if it is not known."""

    done: int
    total: int
    rate: float | None

    @property
    def left(self) -> timedelta | None:
        """How long the rest takes at this rate; None if that is not known."""
        if not self.rate:
            return None
        return timedelta(seconds=round((self.total - self.done) / self.rate))


def find_progress(rejudging: Rejudging, counts: Counter[str] | None = None) -> Progress:
    """Return the progress of the dry run, or of applying; `counts` come from `count_decided`."""
    rate = None if rejudging.paused or not rejudging.is_under_way else rejudging.rate
    if rejudging.state == RejudgingState.APPLYING:
        return Progress(done=rejudging.applied, total=rejudging.to_apply, rate=rate)
    if rejudging.state == RejudgingState.SELECTING:
        return Progress(done=0, total=rejudging.total, rate=rate)
    if rejudging.state != RejudgingState.RUNNING:
        return Progress(done=rejudging.total, total=rejudging.total, rate=rate)
    decided = sum((count_decided(rejudging) if counts is None else counts).values())
    return Progress(done=min(decided, rejudging.total), total=rejudging.total, rate=rate)
