"""The sweep: offer work again that has no wake-up left, and drop wake-ups of dead workers.

So a lost wake-up, or one that came too early for a paused submission, does no harm.
"""

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator
from itertools import cycle

from django.db import connection, transaction

from kriterion.web.database.outage_log import log_failure
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.submissions.engines.engine import Consumer, Lane

SWEEP_SECONDS = 5.0  # background work, for which nobody waits, is swept every second time
CLEAN_SECONDS = 60.0
_LOCK = 4_715_206_101  # our own advisory lock: one process sweeps at a time

_log = logging.getLogger(__name__)


class Sweep:
    """Sweeps the wake-ups in Procrastinate's tables; PostgreSQL only."""

    def __init__(self, offer: Callable[[Lane], None], *, stalled_seconds: float) -> None:
        self._offer = offer
        self._stalled_seconds = stalled_seconds
        self._cleaned_at = float("-inf")

    def run(self, consumer: Consumer, drained: threading.Event) -> None:
        """Sweep until `drained` is set: the main function of a thread."""
        every_second: Iterator[Collection[Lane]] = cycle(((Lane.LIVE,), tuple(Lane)))
        while not drained.wait(SWEEP_SECONDS):
            try:
                self.sweep(consumer, next(every_second))
            except Exception as error:
                log_failure(_log, "wake-ups could not be swept", error)
                connection.close()
            release_connection()

    def sweep(self, consumer: Consumer, among: Collection[Lane] = tuple(Lane)) -> None:
        """Sweep some lanes once, unless another process is sweeping. Raises DatabaseError."""
        lanes = [lane for lane in among if consumer.has_work(lane)]
        is_cleaning = time.monotonic() - self._cleaned_at >= CLEAN_SECONDS
        if not lanes and not is_cleaning:
            return
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
            if not cursor.fetchone()[0]:
                return
            cursor.execute(
                "SELECT DISTINCT split_part(queue_name, '.', 1) FROM procrastinate_jobs"
                " WHERE status = 'todo'"
            )
            offered = {row[0] for row in cursor.fetchall()}
            for lane in lanes:
                if lane not in offered:
                    self._offer(lane)
            if is_cleaning:
                self._drop_stalled()
        self._cleaned_at = time.monotonic() if is_cleaning else self._cleaned_at

    def _drop_stalled(self) -> None:
        """Delete the wake-ups that dead workers received."""
        with connection.cursor() as cursor:
            cursor.execute(
                "DELETE FROM procrastinate_jobs AS job WHERE status <> 'todo' AND NOT EXISTS ("
                "SELECT FROM procrastinate_workers AS worker WHERE worker.id = job.worker_id"
                " AND worker.last_heartbeat > now() - make_interval(secs => %s))",
                [self._stalled_seconds],
            )
