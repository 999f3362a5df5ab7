"""The engine without a service: wakes the workers of this machine, at once.

Workers on other machines look for work every few seconds.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.db import connection, transaction

from kriterion.web.database.outage_log import log_failure
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.submissions.engines.doorbell import Doorbell, ring_doorbells
from kriterion.web.submissions.engines.engine import ANY_IMAGE, Consumer, Lane

POLL_SECONDS = 4.0  # between polls for work without a wake-up
_WAKE_UP = b"wake-up"
_WITHDRAWAL = b"withdraw "

_log = logging.getLogger(__name__)


class LocalEngine:
    """Implements Engine. With a directory, it also wakes the other processes that share it."""

    def __init__(self, directory: Path | None = None) -> None:
        self._doorbells = None if directory is None else directory / "wake-ups"
        self._consumers: list[Consumer] = []
        self._news = threading.Condition()
        self._wake_ups = 0  # so far

    def offer(self, lane: Lane, image: str = ANY_IMAGE) -> None:
        transaction.on_commit(self._wake_all)

    def withdraw(self, submission_id: int) -> None:
        transaction.on_commit(lambda: self._withdraw_everywhere(submission_id))

    def work(self, consumer: Consumer, drained: threading.Event) -> None:
        threads = [
            threading.Thread(
                target=self._use_slot,
                args=(consumer, drained),
                name=f"kriterion-worker-{number}",
                daemon=True,
            )
            for number in range(consumer.slots)
        ]
        with self._receive(consumer):
            for thread in threads:
                thread.start()
            while not drained.wait(POLL_SECONDS):
                self._look_for_work(consumer)
            self._wake()
            for thread in threads:
                thread.join()

    def _use_slot(self, consumer: Consumer, drained: threading.Event) -> None:
        try:
            while not drained.is_set():
                seen = self._wake_ups
                if not consumer.take():
                    release_connection()
                    self._wait_for_wake_up(seen, drained)
        finally:
            connection.close()

    def _look_for_work(self, consumer: Consumer) -> None:
        try:
            if any(consumer.has_work(lane) for lane in Lane):
                self._wake()
        except Exception as error:
            log_failure(_log, "no work could be looked for", error)
            connection.close()
        release_connection()

    def _wait_for_wake_up(self, seen: int, drained: threading.Event) -> None:
        with self._news:
            self._news.wait_for(lambda: self._wake_ups != seen or drained.is_set())

    def _wake(self) -> None:
        """Wake the slots of this process."""
        with self._news:
            self._wake_ups += 1
            self._news.notify_all()

    def _wake_all(self) -> None:
        self._wake()
        if self._doorbells is not None:
            ring_doorbells(self._doorbells, _WAKE_UP)

    def _withdraw_everywhere(self, submission_id: int) -> None:
        self._withdraw(submission_id)
        if self._doorbells is not None:
            ring_doorbells(self._doorbells, _WITHDRAWAL + b"%d" % submission_id)

    def _withdraw(self, submission_id: int) -> None:
        for consumer in tuple(self._consumers):
            consumer.cancel(submission_id)

    @contextmanager
    def _receive(self, consumer: Consumer) -> Iterator[None]:
        """Pass withdrawals on to a consumer, and offers by other processes to its slots."""
        with ExitStack() as stack:
            self._consumers.append(consumer)
            stack.callback(self._consumers.remove, consumer)
            if self._doorbells is not None:
                stack.enter_context(Doorbell(self._doorbells, self._answer))
            yield

    def _answer(self, message: bytes) -> None:
        number = message.removeprefix(_WITHDRAWAL)
        if message == _WAKE_UP:
            self._wake()
        elif number.isdigit():
            self._withdraw(int(number))
