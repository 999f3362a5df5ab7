"""Which processes take submissions, as they have said themselves."""

import os
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet, Sum

from kriterion.store.models import Worker
from kriterion.work import clock
from kriterion.work.engine import current_engine
from kriterion.work.storable import storable
from kriterion.work.worker_name import host_name, is_gone

SEEN = timedelta(seconds=60)  # ago: it says every few seconds that it is there
_FORGOTTEN = timedelta(days=1)


def announce(
    name: str, concurrency: int, fault: str = "", unable: Sequence[Mapping[str, Any]] = ()
) -> None:
    """A worker of this process says that it is there, and what it is unable to do.

    `fault` keeps it from everything, `unable` as `Inabilities.published` from parts.
    """
    news: dict[str, Any] = {
        "seen_at": clock.now(),
        "concurrency": concurrency,
        "fault": storable(fault),
        "unable": list(unable),
    }
    if not Worker.objects.filter(name=name).update(**news):
        Worker.objects.create(
            name=name, host=host_name(), pid=os.getpid(), started_at=clock.now(), **news
        )


def ask_retry() -> None:
    """Something was installed or mended: each worker tries at once what it was unable to do."""
    Worker.objects.update(retry_asked=True)
    current_engine().look_again()


def is_retry_asked(name: str) -> bool:
    """Whether a worker was asked to try again since it last asked here."""
    return bool(Worker.objects.filter(name=name, retry_asked=True).update(retry_asked=False))


def leave(name: str) -> None:
    """A worker ends."""
    Worker.objects.filter(name=name).delete()


def forget_gone() -> None:
    """Those that have died, or were not seen for a day, are no workers any more."""
    Worker.objects.filter(seen_at__lt=clock.before(_FORGOTTEN)).delete()
    gone = [name for name in Worker.objects.values_list("name", flat=True) if is_gone(name)]
    Worker.objects.filter(name__in=gone).delete()


def there() -> QuerySet[Worker]:
    """Those that live. Who was seen in the future was seen before the clock was set back."""
    return Worker.objects.filter(seen_at__gt=clock.before(SEEN), seen_at__lt=clock.after(SEEN))


def able() -> QuerySet[Worker]:
    """Those that take submissions: nothing keeps them from it."""
    return there().filter(fault="")


def slots() -> int:
    """How many submissions can run at once, with all the workers that take any."""
    return able().aggregate(slots=Sum("concurrency"))["slots"] or 0
