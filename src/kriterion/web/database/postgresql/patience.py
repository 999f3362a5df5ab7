"""Connections that detect a server that accepts requests and never answers.

A statement timeout cannot distinguish such a server from a long query, and a frozen server does not
enforce its own limits. So a connection without an answer for a moment checks over a new connection;
if that gets no answer either, the server is away. From then on a thread keeps checking, and other
connections fail at once until the server answers.
"""

import select
import threading
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg_pool import ConnectionPool

QUIET_SECONDS = 0.5  # of silence before the server is checked
ANSWER_SECONDS = 0.8  # for the check
AWAY_QUIET_SECONDS = 0.2  # of silence, while the server is known to be away
_FRESH_SECONDS = 2.0  # after an answer, in which a connection is not checked before it is lent
_KNOWN_SECONDS = 0.5  # for which a check is valid
_CONNECT_SECONDS = 2  # libpq's minimum
_TOLERANT_CONNECT_SECONDS = 10  # for a process that endures silence
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.1, 0.5  # before the next check
_FORGOTTEN_SECONDS = 30.0  # without a waiting connection; then checking stops

_Result = TypeVar("_Result")


class PatientConnection(psycopg.Connection[Any]):
    """A connection that gives up when its server is away."""

    _answered_at = float("-inf")

    def wait(self, gen: Generator[Any, Any, _Result], *args: Any, **options: Any) -> _Result:
        """Wait for the server. Raises OperationalError if it does not answer."""
        result = super().wait(self._notice_outages(gen), *args, **options)
        self._answered_at = time.monotonic()
        return result

    def has_just_answered(self) -> bool:
        """Whether the server answered a moment ago and has not closed the connection since."""
        if time.monotonic() - self._answered_at > _FRESH_SECONDS:
            return False
        poll = select.poll()
        poll.register(self.fileno(), select.POLLIN)
        return not poll.poll(0)  # the end of the connection, or a message about it

    def _notice_outages(self, gen: Generator[Any, Any, _Result]) -> Generator[Any, Any, _Result]:
        quiet_since = time.monotonic()
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if ready or _server.tolerates_silence:
                    quiet_since = time.monotonic()
                elif time.monotonic() - quiet_since >= _server.patience_seconds:
                    if not is_server_answering(self.info.get_parameters(), self.info.password):
                        self.pgconn.finish()  # a late answer is of no use
                        raise psycopg.OperationalError("the database has stopped answering")
                    quiet_since = time.monotonic()
                wanted = gen.send(ready)
        except StopIteration as end:
            result: _Result = end.value
            return result


class _Server:
    """Whether the server answers, checked in a thread, one check at a time.

    `count_outages` counts those that are over.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: threading.Event | None = None  # set when the check is done
        self._asking: threading.Thread | None = None
        self._answered_at = self._asked_at = float("-inf")
        self.is_away = False
        self.tolerates_silence = False
        self.outages = 0

    @property
    def patience_seconds(self) -> float:
        """How long a connection waits in silence before it checks."""
        return AWAY_QUIET_SECONDS if self.is_away else QUIET_SECONDS

    def answers(self, params: Mapping[str, Any]) -> bool:
        """Whether the server answers now; immediate while it is known to be away."""
        with self._lock:
            self._asked_at = time.monotonic()
            self._forget_dead_thread()
            if self.is_away:
                return False
            if self._asked_at - self._answered_at < _KNOWN_SECONDS:
                return True
            done = self._done
            if done is None:
                done = self._start_asking(params)
            if done is None:
                return True  # unknown: the caller goes on, and checks again
        in_time = done.wait(None if self.tolerates_silence else ANSWER_SECONDS)
        with self._lock:
            if not in_time and self._done is done:
                self.is_away = True
            return not self.is_away

    def _start_asking(self, params: Mapping[str, Any]) -> threading.Event | None:
        """Start the thread; None if the machine cannot start another one."""
        done = threading.Event()
        thread = threading.Thread(
            target=self._ask, args=(done, dict(params)), name="kriterion-question", daemon=True
        )
        with suppress(RuntimeError):
            thread.start()
            self._asking, self._done = thread, done
        return self._done

    def _forget_dead_thread(self) -> None:
        """Replace a thread that died or was lost in a fork: it would never report the server's
        return.
        """
        if self._asking is None or self._asking.is_alive() or self._done is None:
            return
        self._done = None
        if self.is_away:
            self.is_away = False
            self.outages += 1

    def note_answer(self) -> None:
        """Record that the server answered another request."""
        with self._lock:
            self._note_answer()

    def _note_answer(self) -> None:
        self._answered_at = time.monotonic()
        if self.is_away:
            self.is_away = False
            self.outages += 1

    def _ask(self, done: threading.Event, params: dict[str, Any]) -> None:
        """Check until the server answers, or no connection waits for it any more."""
        pause = _FIRST_PAUSE_SECONDS
        while not self._is_known(_is_answering(params)):
            done.set()
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
        done.set()

    def _is_known(self, answered: bool) -> bool:
        with self._lock:
            if not answered and time.monotonic() - self._asked_at < _FORGOTTEN_SECONDS:
                self.is_away = True
                return False
            self._note_answer()
            if not answered:  # unknown: the next caller checks again
                self._answered_at = float("-inf")
            self._done = None
            return True


def _is_answering(params: dict[str, Any]) -> bool:
    try:
        with psycopg.connect(**params) as asking:
            asking.execute("SELECT 1")
    except Exception:  # any error counts as no answer
        return False
    return True


_server = _Server()
_CONNECTION_PARAMETERS = (
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "sslmode",
    "service",
)


def is_server_answering(params: Mapping[str, Any], password: str = "") -> bool:
    """Whether the server at these parameters answers a new connection now."""
    where = {
        name: value
        for name, value in params.items()
        if name in _CONNECTION_PARAMETERS or "ssl" in name
    }
    if password:
        where["password"] = password
    seconds = _TOLERANT_CONNECT_SECONDS if _server.tolerates_silence else _CONNECT_SECONDS
    return _server.answers({**where, "connect_timeout": seconds})


@contextmanager
def tolerate_silence() -> Iterator[None]:
    """Let this process wait for a server that is silent, as long as it accepts connections.

    For migrations and commands: nobody else waits for them, and they must not stop halfway because
    the server's machine is busy.
    """
    before, _server.tolerates_silence = _server.tolerates_silence, True
    try:
        yield
    finally:
        _server.tolerates_silence = before


def check_before_use(connection: PatientConnection) -> None:
    """Raise an error if a pooled connection is broken. One that has just answered is not asked."""
    if not connection.has_just_answered():
        ConnectionPool.check_connection(connection)


def note_answer() -> None:
    _server.note_answer()


def is_away() -> bool:
    """Whether the server is known not to answer."""
    return _server.is_away


def count_outages() -> int:
    """Return how many outages are over."""
    return _server.outages
