"""Threads that wait for one of a process's few connections, in the order of arrival.

psycopg's pool has a line, too. But a thread that gives up waiting to check whether the server is
away loses its place in it, and the pool cannot distinguish a busy process from a stuck one.
"""

import threading
import time
from collections import deque
from collections.abc import Callable

import psycopg


class ConnectionLine:
    """Lets a number of threads have a connection at once."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._lock = threading.Lock()
        self._free = limit
        self._waiting: deque[threading.Event] = deque()
        self._returned_at = float("-inf")

    def enter(
        self,
        *,
        is_first: bool,
        stuck_seconds: float,
        check_seconds: float,
        check: Callable[[], None],
    ) -> None:
        """Wait for a connection, as long as others return theirs; call `leave` afterwards.

        `is_first` puts the thread at the head of the line. `check` is called regularly and may
        raise an error. Raises OperationalError if no thread has returned a connection for
        `stuck_seconds`.
        """
        turn = threading.Event()
        with self._lock:
            if is_first:
                self._waiting.appendleft(turn)
            else:
                self._waiting.append(turn)
            self._serve()
        began = time.monotonic()
        try:
            while not turn.wait(check_seconds):
                check()
                if time.monotonic() - max(began, self._returned_at) >= stuck_seconds:
                    raise psycopg.OperationalError(
                        f"no thread of this process has returned one of its {self.limit}"
                        f" connections to the database for {stuck_seconds:.0f} s"
                    )
        except BaseException:
            self._give_up(turn)
            raise

    def leave(self) -> None:
        with self._lock:
            self._free += 1
            self._returned_at = time.monotonic()
            self._serve()

    def _serve(self) -> None:
        while self._waiting and self._free > 0:
            self._free -= 1
            self._waiting.popleft().set()

    def _give_up(self, turn: threading.Event) -> None:
        with self._lock:
            if turn.is_set():
                self._free += 1
                self._serve()
            else:
                self._waiting.remove(turn)
