"""Announce changed submissions to the site's other processes, with PostgreSQL's NOTIFY.

An announcement is a hint: it may be lost, and processes poll what they follow. A thread collects
the changes of a process and announces them together, on average at most every INTERVAL_SECONDS;
with many workers less often, because the server commits transactions that announce something one
at a time. After a pause, it announces AT_ONCE times without waiting: a submission that starts is
soon followed by its judge's first words.
"""

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Collection

from django.db import close_old_connections, connection

from kriterion.web.database.outage_log import log_failure
from kriterion.web.database.pooled_connection import take_precedence
from kriterion.web.submissions.models import Worker

CHANNEL = "kriterion_live"
INTERVAL_SECONDS = 0.1  # between announcements of one process
AT_ONCE = 2  # announcements after a pause
MAX_PER_SECOND = 200  # announcements of all processes
MAX_IDS = 350  # in one announcement, which may have 8,000 bytes
EVERYTHING = "*"  # in place of ids, if there are more
_IDLE_SECONDS = 5.0  # without a change, after which the thread ends
_COUNT_SECONDS = 60.0  # for which a count of the workers is used

# Announcing writes nothing, so nothing is lost if the server dies before it has stored the commit.
_SQL = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)"

_log = logging.getLogger(__name__)


def encode_announcement(sender: str, changed: Collection[int]) -> str:
    """Encode the ids of changed submissions, or EVERYTHING if they are too many."""
    ids = map(str, sorted(changed)) if len(changed) <= MAX_IDS else (EVERYTHING,)
    return " ".join((sender, *ids))


def decode_announcement(payload: str) -> tuple[str, frozenset[int] | None]:
    """Return the sender and the ids of the changed submissions; None if all may have changed."""
    sender, *words = payload.split(" ")
    if words == [EVERYTHING]:
        return sender, None
    return sender, frozenset(int(word) for word in words if word.isdecimal())


class Announcer:
    """Collects and announces the changes of this process; `name` identifies it."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        self._changed: set[int] = set()
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._thread: threading.Thread | None = None
        self._interval = INTERVAL_SECONDS
        self._sent_at = deque((float("-inf"),) * AT_ONCE, AT_ONCE)
        self._counted_at = float("-inf")

    def announce(self, submission_id: int) -> None:
        """Announce a change soon."""
        with self._lock:
            self._changed.add(submission_id)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._announce_until_idle, name="kriterion-announcer", daemon=True
                )
                self._thread.start()
        self._woken.set()

    def _announce_until_idle(self) -> None:
        take_precedence()  # followers wait
        while True:
            if not self._woken.wait(_IDLE_SECONDS):
                with self._lock:
                    if not self._changed:
                        self._thread = None
                        return
            self._woken.clear()
            with self._lock:
                changed, self._changed = self._changed, set()
            if changed:
                self._send(changed)
                self._sent_at.append(time.monotonic())
                rest = self._sent_at[0] + AT_ONCE * self._interval - time.monotonic()
                time.sleep(max(rest, 0))

    def _send(self, changed: Collection[int]) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute(_SQL, (CHANNEL, encode_announcement(self.name, changed)))
            self._adapt_interval()
        except Exception as error:  # other processes find the changes by polling
            log_failure(_log, "changes could not be announced", error)
            connection.close()
        finally:
            close_old_connections()

    def _adapt_interval(self) -> None:
        """Share MAX_PER_SECOND between all workers."""
        if time.monotonic() - self._counted_at >= _COUNT_SECONDS:
            self._counted_at = time.monotonic()
            self._interval = max(INTERVAL_SECONDS, _count_workers() / MAX_PER_SECOND)


def _count_workers() -> int:
    return Worker.objects.count()


_announcer = Announcer()


def announce_change(submission_id: int) -> None:
    """Announce a change, if the database can."""
    if connection.vendor == "postgresql":
        _announcer.announce(submission_id)


def is_own(sender: str) -> bool:
    """Whether an announcement comes from this process."""
    return sender == _announcer.name
