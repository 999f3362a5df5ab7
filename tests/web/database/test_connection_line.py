"""Threads wait in line for one of a process's few connections."""

import threading
from collections.abc import Callable

import psycopg
import pytest

from kriterion.web.database.postgresql.connection_line import ConnectionLine
from tests.web.rehearsal import wait_until


class Waiter:
    """A thread that waits in line, and has a connection until `returned` is set."""

    def __init__(
        self, line: ConnectionLine, served: list[str], name: str, *, is_first: bool = False
    ) -> None:
        self.returned = threading.Event()
        self._is_waiting = threading.Event()
        self._line, self._served, self._name, self._is_first = line, served, name, is_first
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def wait_until_waiting(self) -> None:
        self._is_waiting.wait()

    def join(self) -> None:
        self.returned.set()
        self._thread.join()

    def _run(self) -> None:
        enter(self._line, self._is_waiting.set, is_first=self._is_first)
        self._served.append(self._name)
        self.returned.wait()
        self._line.leave()


def enter(
    line: ConnectionLine,
    check: Callable[[], None] = lambda: None,
    *,
    is_first: bool = False,
    stuck_seconds: float = float("inf"),
) -> None:
    line.enter(is_first=is_first, stuck_seconds=stuck_seconds, check_seconds=0.001, check=check)


def test_threads_are_served_in_the_order_of_arrival_but_some_precede_others() -> None:
    line, served = ConnectionLine(1), list[str]()
    enter(line)
    waiters = []
    for name in ("a", "b", "urgent"):
        waiters.append(Waiter(line, served, name, is_first=name == "urgent"))
        waiters[-1].wait_until_waiting()
    for waiter in waiters:
        waiter.returned.set()
    assert served == []
    line.leave()
    for waiter in waiters:
        waiter.join()
    assert served == ["urgent", "a", "b"]


def test_no_more_threads_than_the_limit_are_served() -> None:
    line, served = ConnectionLine(2), list[str]()
    waiters = [Waiter(line, served, name) for name in "abc"]
    wait_until(lambda: len(served) == 2)
    [waiting] = [waiter for name, waiter in zip("abc", waiters, strict=True) if name not in served]
    waiting.wait_until_waiting()
    assert len(served) == 2
    for waiter in waiters:
        waiter.join()
    assert sorted(served) == ["a", "b", "c"]


def test_a_thread_waits_for_as_long_as_others_return_connections() -> None:
    line = ConnectionLine(1)
    enter(line)
    with pytest.raises(psycopg.OperationalError, match="returned one of its 1 connections"):
        enter(line, stuck_seconds=0)
    line.leave()
    enter(line, stuck_seconds=0)  # who gave up is not waited for


def test_a_thread_gives_up_when_the_server_is_away() -> None:
    def check() -> None:
        raise psycopg.OperationalError("the database does not answer")

    line = ConnectionLine(1)
    enter(line)
    with pytest.raises(psycopg.OperationalError, match="does not answer"):
        enter(line, check)
    line.leave()
    enter(line, check)
