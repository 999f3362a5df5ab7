"""The engine on PostgreSQL: Procrastinate's jobs are the wake-ups.

A job is deleted when the work that it woke a worker for has ended, or when its worker died.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.db import OperationalError, connection
from procrastinate import App, PsycopgConnector
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.exceptions import ConnectorException
from psycopg import AsyncConnection

from kriterion.web.database.outage_log import log_failure
from kriterion.web.database.postgresql.direct_connection import find_direct_parameters
from kriterion.web.submissions.engines.engine import ANY_IMAGE, Consumer, Lane
from kriterion.web.submissions.engines.wake_up_sweep import Sweep

MAX_WAITING = 64  # wake-ups of a queue; more would wake nobody else
_PRIORITIES = {Lane.LIVE: 1, Lane.BACKGROUND: 0}
_CONNECTIONS = 1  # besides the one that listens
_CONNECTION_SECONDS = 5.0  # to wait for one
_LIVE_POLL_SECONDS = 20.0  # for a notification that was lost
_BACKGROUND_POLL_SECONDS = 10.0  # background work is polled only, which saves a connection
_HEARTBEAT_SECONDS = 30.0
_STALLED_SECONDS = 100.0  # without a heartbeat, after which the wake-ups of a worker are dropped
_PASS_ON_SECONDS = 1.0  # pause of a worker that could claim nothing, so that others go first
_TOP_UP_SECONDS = 0.25  # between checks by slots that go on working
_POLL_SECONDS = 0.1  # between checks of this process's flags
_PAUSE_SECONDS = 1.0  # after a failure

_log = logging.getLogger(__name__)


class ProcrastinateEngine:
    """Implements Engine."""

    def __init__(self) -> None:
        self._app = App(connector=DjangoConnector())  # uses the transaction of the caller
        self._sweep = Sweep(self.offer, stalled_seconds=_STALLED_SECONDS)

    def offer(self, lane: Lane, image: str = ANY_IMAGE) -> None:
        queue = _name_queue(lane, image)
        if _count_waiting(queue) >= MAX_WAITING:
            return
        job = self._app.configure_task(_name_task(lane), queue=queue, priority=_PRIORITIES[lane])
        with _raise_database_errors():
            job.defer()

    def withdraw(self, submission_id: int) -> None:
        """Do nothing: its worker reads the row twice a second while it runs."""

    def work(self, consumer: Consumer, drained: threading.Event) -> None:
        sweeping = threading.Thread(
            target=self._sweep.run, args=(consumer, drained), name="kriterion-sweep", daemon=True
        )
        sweeping.start()
        with ThreadPoolExecutor(consumer.slots, thread_name_prefix="kriterion-worker") as slots:
            while not drained.is_set():
                if not consumer.is_ready:  # others receive the wake-ups
                    drained.wait(_POLL_SECONDS)
                    continue
                try:
                    asyncio.run(_Receiver(self, consumer, drained, slots).receive())
                except Exception as error:
                    log_failure(_log, "wake-ups could not be received", _as_outage(error))
                    drained.wait(_PAUSE_SECONDS)
        sweeping.join()

    def top_up(self, consumer: Consumer, lane: Lane) -> bool:
        """Offer the work of a lane again if no wake-up is left; return whether there was any.

        Raises DatabaseError.
        """
        if _count_waiting(_name_queue(lane, ANY_IMAGE)):
            return True
        if not consumer.has_work(lane):
            return False
        self.offer(lane)
        return True


class _Receiver:
    """Receives wake-ups until the consumer is drained or not ready, or the database fails."""

    def __init__(
        self,
        engine: ProcrastinateEngine,
        consumer: Consumer,
        drained: threading.Event,
        slots: ThreadPoolExecutor,
    ) -> None:
        self._engine = engine
        self._consumer = consumer
        self._drained = drained
        self._slots = slots
        self._topped_up_at = dict.fromkeys(Lane, float("-inf"))

    async def receive(self) -> None:
        """Raises the error that stopped it, if any."""
        app = App(connector=_make_connector())
        for lane in Lane:
            app.task(name=_name_task(lane))(self._make_task(lane))
        async with app.open_async():
            await app.job_manager.prune_stalled_workers(_STALLED_SECONDS)
            runs = [
                asyncio.create_task(self._watch()),
                asyncio.create_task(self._run_worker(app, Lane.LIVE, self._consumer.slots)),
                asyncio.create_task(
                    self._run_worker(app, Lane.BACKGROUND, self._consumer.background_slots)
                ),
            ]
            ended, _ = await asyncio.wait(runs, return_when=asyncio.FIRST_COMPLETED)
            for run in runs:
                run.cancel()
            await asyncio.gather(*runs, return_exceptions=True)
            for run in ended:
                run.result()

    async def _watch(self) -> None:
        while self._consumer.is_ready and not self._drained.is_set():
            await asyncio.sleep(_POLL_SECONDS)

    async def _run_worker(self, app: App, lane: Lane, concurrency: int) -> None:
        is_live = lane is Lane.LIVE
        await app.run_worker_async(
            queues=[_name_queue(lane, ANY_IMAGE)],
            name=lane.value,
            concurrency=concurrency,
            listen_notify=is_live,
            fetch_job_polling_interval=_LIVE_POLL_SECONDS if is_live else _BACKGROUND_POLL_SECONDS,
            update_heartbeat_interval=_HEARTBEAT_SECONDS,
            stalled_worker_timeout=_STALLED_SECONDS,
            delete_jobs="always",
            install_signal_handlers=False,
            shutdown_graceful_timeout=0,  # work goes on in its thread without its wake-up
        )

    def _make_task(self, lane: Lane) -> Callable[[], Awaitable[None]]:
        async def answer() -> None:
            """Hold the wake-up while a slot does the work that it announced."""
            is_for_others = await asyncio.wrap_future(self._slots.submit(self._use_slot, lane))
            if is_for_others:
                await asyncio.sleep(_PASS_ON_SECONDS)

        return answer

    def _use_slot(self, lane: Lane) -> bool:
        """Do all work that can be claimed; return whether only work for other workers is left."""
        try:
            # The first claim wakes the next slot. Later ones may be frequent.
            has_worked = self._take(lambda: self._top_up(lane))
            while has_worked and self._take(lambda: self._top_up_sometimes(lane)):
                pass
            return not has_worked and not self._drained.is_set() and self._top_up(lane)
        finally:
            connection.close()

    def _take(self, on_claim: Callable[[], object]) -> bool:
        return not self._drained.is_set() and self._consumer.take(on_claim)

    def _top_up_sometimes(self, lane: Lane) -> None:
        now = time.monotonic()
        if now - self._topped_up_at[lane] >= _TOP_UP_SECONDS:
            self._topped_up_at[lane] = now
            self._top_up(lane)

    def _top_up(self, lane: Lane) -> bool:
        try:
            return self._engine.top_up(self._consumer, lane)
        except Exception as error:  # the sweep does it later
            log_failure(_log, "a wake-up could not be passed on", error)
            connection.close()
            return False


def _name_task(lane: Lane) -> str:
    return f"kriterion.wake_up_{lane.value}"


def _name_queue(lane: Lane, image: str) -> str:
    return f"{lane.value}.{image}"


def _count_waiting(queue: str) -> int:
    """Return how many wake-ups wait in a queue, at most MAX_WAITING."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM (SELECT FROM procrastinate_jobs"
            " WHERE status = 'todo' AND queue_name = %s LIMIT %s) AS waiting",
            [queue, MAX_WAITING],
        )
        return int(cursor.fetchone()[0])


def _make_connector() -> PsycopgConnector:
    return PsycopgConnector(
        kwargs=find_direct_parameters(),
        min_size=1,
        max_size=_CONNECTIONS,
        configure=_commit_each_statement,
        timeout=_CONNECTION_SECONDS,
    )


async def _commit_each_statement(connection: AsyncConnection) -> None:
    """Save a BEGIN and a COMMIT for each statement: Procrastinate needs no transactions here."""
    await connection.set_autocommit(True)


@contextmanager
def _raise_database_errors() -> Iterator[None]:
    """Raise Procrastinate's errors of the database as Django's."""
    try:
        yield
    except ConnectorException as error:
        raise OperationalError(str(error)) from error


def _as_outage(error: Exception) -> Exception:
    return OperationalError(str(error)) if isinstance(error, ConnectorException) else error
