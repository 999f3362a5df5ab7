"""Which processes take submissions, as they have said themselves."""

import os
from datetime import timedelta

from django.db.models import QuerySet, Sum
from django.utils import timezone

from kriterion.store.models import Worker
from kriterion.work.storable import storable
from kriterion.work.worker_name import host_name, is_gone

SEEN = timedelta(seconds=60)  # ago: it says every few seconds that it is there
_FORGOTTEN = timedelta(days=1)


def announce(name: str, concurrency: int, fault: str = "") -> None:
    """A worker of this process says that it is there, and what keeps it from working."""
    now = timezone.now()
    news = {"seen_at": now, "concurrency": concurrency, "fault": storable(fault)}
    if not Worker.objects.filter(name=name).update(**news):
        Worker.objects.create(
            name=name,
            host=host_name(),
            pid=os.getpid(),
            started_at=now,
            **news,
        )


def leave(name: str) -> None:
    """A worker ends."""
    Worker.objects.filter(name=name).delete()


def forget_gone() -> None:
    """Those that have died, or were not seen for a day, are no workers any more."""
    Worker.objects.filter(seen_at__lt=timezone.now() - _FORGOTTEN).delete()
    gone = [name for name in Worker.objects.values_list("name", flat=True) if is_gone(name)]
    Worker.objects.filter(name__in=gone).delete()


def there() -> QuerySet[Worker]:
    """Those that live. Who was seen in the future was seen before the clock was set back."""
    now = timezone.now()
    return Worker.objects.filter(seen_at__gt=now - SEEN, seen_at__lt=now + SEEN)


def able() -> QuerySet[Worker]:
    """Those that take submissions: nothing keeps them from it."""
    return there().filter(fault="")


def slots() -> int:
    """How many submissions can run at once, with all the workers that take any."""
    return able().aggregate(slots=Sum("concurrency"))["slots"] or 0
