"""Connections that notice a server which takes what it is sent and says nothing any more.

No limit on a statement tells such a server from a long query, and none of the server's own limits
holds where the server is frozen. So who has heard nothing for a moment asks it something else, by a
new connection: if that is not answered either, the server is away.
"""

import threading
import time
from collections.abc import Generator, Mapping
from typing import Any, TypeVar

import psycopg

QUIET_SECONDS = 0.8  # without a word, before the server is asked something else
ANSWER_SECONDS = 0.8  # for the answer to that
_KNOWN_SECONDS = 0.5  # for which an answer holds
_CONNECT_SECONDS = 2  # libpq knows no shorter limit

_Result = TypeVar("_Result")


class PatientConnection(psycopg.Connection[Any]):
    """A connection that is given up when its server is away."""

    def wait(self, gen: Generator[Any, Any, _Result], *args: Any, **options: Any) -> _Result:
        """Wait for the server. Raises OperationalError when it says nothing to anybody."""
        return super().wait(self._listening(gen), *args, **options)

    def _listening(self, gen: Generator[Any, Any, _Result]) -> Generator[Any, Any, _Result]:
        quiet_since = time.monotonic()
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if ready:
                    quiet_since = time.monotonic()
                elif time.monotonic() - quiet_since >= QUIET_SECONDS:
                    if not server_answers(self.info.get_parameters(), self.info.password):
                        self.pgconn.finish()  # nobody waits for what may come yet
                        raise psycopg.OperationalError("the database has stopped answering")
                    quiet_since = time.monotonic()
                wanted = gen.send(ready)
        except StopIteration as end:
            found: _Result = end.value
            return found


class _Question:
    """A question to the server, asked in a thread, once at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: threading.Event | None = None
        self._found: tuple[float, bool] = (float("-inf"), False)

    def answer(self, params: Mapping[str, Any]) -> bool:
        with self._lock:
            found_at, answered = self._found
            if time.monotonic() - found_at < _KNOWN_SECONDS:
                return answered
            done = self._done
            if done is None:
                done = self._done = threading.Event()
                threading.Thread(
                    target=self._ask,
                    args=(done, dict(params)),
                    name="kriterion-question",
                    daemon=True,
                ).start()
        if not done.wait(ANSWER_SECONDS):
            with self._lock:
                if self._done is done:  # who asks in a moment need not wait for as long again
                    self._found = (time.monotonic(), False)
            return False
        return self._found[1]

    def _ask(self, done: threading.Event, params: dict[str, Any]) -> None:
        try:
            with psycopg.connect(**params) as asking:
                asking.execute("SELECT 1")
            answered = True
        except Exception:  # whatever it is, nobody gets an answer
            answered = False
        with self._lock:
            self._found = (time.monotonic(), answered)
            self._done = None
        done.set()


_question = _Question()
_WHERE = ("host", "hostaddr", "port", "dbname", "user", "password", "sslmode", "service")


def server_answers(params: Mapping[str, Any], password: str = "") -> bool:
    """Whether the server that is reached so answers a new connection now."""
    where = {name: value for name, value in params.items() if name in _WHERE or "ssl" in name}
    if password:
        where["password"] = password
    return _question.answer({**where, "connect_timeout": _CONNECT_SECONDS})
