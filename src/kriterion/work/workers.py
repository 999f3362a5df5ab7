"""Which processes take submissions, as they have said themselves."""

import os
from datetime import timedelta

from django.db.models import Sum
from django.utils import timezone

from kriterion.store.models import Worker
from kriterion.work.worker_name import host_name, is_gone

SEEN = timedelta(seconds=30)  # lately enough to count as there
_FORGOTTEN = timedelta(days=1)


def announce(name: str, concurrency: int) -> None:
    """A worker of this process says that it is there."""
    now = timezone.now()
    if not Worker.objects.filter(name=name).update(seen_at=now, concurrency=concurrency):
        Worker.objects.create(
            name=name,
            host=host_name(),
            pid=os.getpid(),
            concurrency=concurrency,
            started_at=now,
            seen_at=now,
        )


def leave(name: str) -> None:
    """A worker ends."""
    Worker.objects.filter(name=name).delete()


def forget_gone() -> None:
    """Those that have died, or were not seen for a day, are no workers any more."""
    Worker.objects.filter(seen_at__lt=timezone.now() - _FORGOTTEN).delete()
    gone = [name for name in Worker.objects.values_list("name", flat=True) if is_gone(name)]
    Worker.objects.filter(name__in=gone).delete()


def slots() -> int:
    """How many submissions can run at once, with all the workers that are there."""
    there = Worker.objects.filter(seen_at__gt=timezone.now() - SEEN)
    return there.aggregate(slots=Sum("concurrency"))["slots"] or 0
