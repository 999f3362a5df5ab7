"""Sweeps: remove what is older than the settings say, a window of rows in each step.

A step considers the next rows by id, so it is bounded however many rows a table has, and a process
may die anywhere. Submissions are never removed here, nor their verdicts and points.
"""

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db.models import Q

from kriterion.web.database import database_clock as clock
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.retention.models import RetentionKind, RetentionSweep
from kriterion.web.retention.services.expired_rows import EXPIRED_ROWS, ExpiredRows
from kriterion.web.tools.content_collection import collect_content, list_unneeded_content

WINDOW = 500  # rows that a step considers
PAUSE = timedelta(hours=24)  # between the sweeps of a kind


def find_age(kind: RetentionKind) -> timedelta | None:
    """Return the age after which the settings have things of a kind removed; None for never."""
    days = settings.RETENTION_DAYS.get(kind.value)
    return None if days is None else timedelta(days=days)


def list_due_kinds() -> list[RetentionKind]:
    """Return the kinds to remove whose sweep is under way or due."""
    kinds = [kind for kind in RetentionKind if find_age(kind) is not None]
    rests = Q(ended_at__gt=clock.before(PAUSE), ended_at__lte=clock.now())
    resting = set(RetentionSweep.objects.filter(rests).values_list("kind", flat=True))
    return [kind for kind in kinds if kind not in resting]


def sweep_next(kind: RetentionKind, *, again: bool = False) -> bool:
    """Do the next step of a sweep; return whether more steps are left.

    A sweep that ended is begun again if it is due, or at once with `again`.
    """
    age = find_age(kind)
    if age is None:
        return False
    RetentionSweep.objects.get_or_create(kind=kind, defaults={"began_at": clock.now()})
    if kind is RetentionKind.CONTENT:
        return _sweep_content(again=again)
    with write_transaction():
        sweep = RetentionSweep.objects.select_for_update().get(kind=kind)
        if sweep.ended_at is not None:
            if not again and kind not in list_due_kinds():
                return False
            sweep.position, sweep.removed, sweep.ended_at = 0, 0, None
            RetentionSweep.objects.filter(pk=sweep.pk).update(began_at=clock.now())
        is_over = _sweep_window(sweep, EXPIRED_ROWS[kind], age)
        sweep.save(update_fields=["position", "removed", "ended_at"])
        if is_over:
            RetentionSweep.objects.filter(pk=sweep.pk).update(ended_at=clock.now(), position=0)
    return not is_over


def _sweep_content(*, again: bool) -> bool:
    """Remove all unneeded files; return False, because nothing is left to sweep.

    This may take long, so it is outside of a transaction. Several processes may do it at once.
    """
    if again or RetentionKind.CONTENT in list_due_kinds():
        before = len(list_unneeded_content())
        collect_content()
        removed = before - len(list_unneeded_content())  # what is in use stays
        RetentionSweep.objects.filter(kind=RetentionKind.CONTENT).update(
            removed=max(removed, 0), ended_at=clock.now()
        )
    return False


def _sweep_window(sweep: RetentionSweep, kind: ExpiredRows, age: timedelta) -> bool:
    """Remove what has expired among the next rows; return whether these were the last ones."""
    window = _list_window(kind, sweep.position)
    expired = _find_in_window(kind, window, age)
    if expired:
        sweep.removed += kind.remove(kind.model._default_manager.filter(pk__in=expired))
    if window:
        sweep.position = window[-1]
    return len(window) < WINDOW or (kind.is_in_order and window[-1] not in expired)


def _list_window(kind: ExpiredRows, position: int) -> list[int]:
    rows = kind.model._default_manager.filter(pk__gt=position).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:WINDOW])


def _find_in_window(kind: ExpiredRows, window: list[int], age: timedelta) -> set[int]:
    rows = kind.model._default_manager.filter(pk__in=window)
    return set(kind.find_expired(rows, age).values_list("pk", flat=True))


def count_expired(kind: RetentionKind) -> int:
    """Return how many things of a kind the next sweep removes; 0 if all are kept."""
    age = find_age(kind)
    if age is None:
        return 0
    if kind is RetentionKind.CONTENT:
        return len(list_unneeded_content())
    return sum(_count_by_window(EXPIRED_ROWS[kind], age))


def _count_by_window(kind: ExpiredRows, age: timedelta) -> Iterator[int]:
    position = 0
    while window := _list_window(kind, position):
        position = window[-1]
        yield len(_find_in_window(kind, window, age))
