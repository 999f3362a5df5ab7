"""The rows in which worker processes report that they are alive."""

import os
from collections.abc import Mapping, Sequence
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from django.db.models import QuerySet, Sum

from kriterion.web.database import database_clock as clock
from kriterion.web.database.storable import make_json_storable, make_storable
from kriterion.web.submissions.engines.current_worker import current_worker
from kriterion.web.submissions.models import Worker
from kriterion.web.submissions.queue.worker_name import is_gone, name_this_host

SEEN = timedelta(seconds=60)  # a worker reports every few seconds
_FORGOTTEN = timedelta(days=1)


def announce(
    name: str,
    concurrency: int,
    fault: str = "",
    unable: Sequence[Mapping[str, Any]] = (),
    *,
    proofs: Sequence[Mapping[str, Any]] = (),
    report: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Report that a worker of this process is alive, and what it can and cannot assess.

    `fault` is why it can assess nothing; `unable` is `Inabilities.to_json`, and the others
    are as in Worker.
    """
    fields: dict[str, Any] = {
        "seen_at": clock.now(),
        "concurrency": concurrency,
        "fault": make_storable(fault),
        "unable": make_json_storable(list(unable)),
        "proofs": make_json_storable(list(proofs)),
        "report": make_json_storable(dict(report)),
    }
    if not Worker.objects.filter(name=name).update(**fields):
        Worker.objects.create(
            name=name, host=name_this_host(), pid=os.getpid(), started_at=clock.now(), **fields
        )


def ask_retry() -> None:
    """Ask each worker to retry at once what it could not do: something was installed or fixed."""
    Worker.objects.update(retry_asked=True)
    worker = current_worker()
    if worker is not None:
        worker.request_recheck()


def is_retry_asked(name: str) -> bool:
    """Whether a worker was asked to retry since its last call here."""
    return bool(Worker.objects.filter(name=name, retry_asked=True).update(retry_asked=False))


def leave(name: str) -> None:
    """Remove a worker that ends."""
    Worker.objects.filter(name=name).delete()


def remove_gone_workers() -> None:
    """Remove workers that died, or were not seen for a day."""
    Worker.objects.filter(seen_at__lt=clock.before(_FORGOTTEN)).delete()
    gone = [name for name in Worker.objects.values_list("name", flat=True) if is_gone(name)]
    Worker.objects.filter(name__in=gone).delete()


def select_live_workers() -> QuerySet[Worker]:
    """Return the workers that reported recently.

    A time in the future was stored before the clock was set back, so it does not count.
    """
    return Worker.objects.filter(seen_at__gt=clock.before(SEEN), seen_at__lt=clock.after(SEEN))


def select_ready_workers() -> QuerySet[Worker]:
    """Return the live workers that can assess submissions."""
    return select_live_workers().filter(fault="")


def count_slots() -> int:
    """Return how many submissions can run at once, over all ready workers."""
    return select_ready_workers().aggregate(slots=Sum("concurrency"))["slots"] or 0
