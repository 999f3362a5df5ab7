"""A server that stopped answering is given up once, not by each caller."""

import socket
import threading
import time
from collections.abc import Generator, Iterator
from typing import Any

import psycopg
import pytest

from kriterion.web.database.postgresql import patience
from kriterion.web.database.postgresql.patience import (
    ANSWER_SECONDS,
    AWAY_QUIET_SECONDS,
    QUIET_SECONDS,
    PatientConnection,
    _Server,
    check_before_use,
)


class Questions:
    """A server that answers, refuses or hangs as scripted."""

    def __init__(self) -> None:
        self.number = 0
        self.answers = True
        self.hangs = threading.Event()
        self.hangs.set()

    def __call__(self, _: dict[str, Any]) -> bool:
        self.number += 1
        self.hangs.wait(60)
        return self.answers


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> Iterator[Questions]:
    made = Questions()
    monkeypatch.setattr(patience, "_is_answering", made)
    yield made
    made.answers = True
    made.hangs.set()


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> _Server:
    """The state of all connections of a process, as at its start."""
    made = _Server()
    monkeypatch.setattr(patience, "_server", made)
    return made


def wait_until_back(server: _Server) -> None:
    while server.is_away:
        time.sleep(0.01)


def test_an_answer_is_trusted_for_a_while(questions: Questions) -> None:
    server = _Server()
    server._answered_at = time.monotonic() + 60  # however busy the machine is
    assert all(server.answers({}) for _ in range(50))
    assert questions.number == 0
    assert server.patience_seconds == QUIET_SECONDS


def test_one_query_serves_all_callers(questions: Questions) -> None:
    server = _Server()
    questions.hangs.clear()
    found: list[bool] = []
    asking = [threading.Thread(target=lambda: found.append(server.answers({}))) for _ in range(20)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert found == [False] * 20
    assert questions.number == 1
    assert server.is_away
    assert server.patience_seconds == AWAY_QUIET_SECONDS
    assert not server.answers({})
    assert questions.number == 1  # whoever asks later does not wait
    questions.hangs.set()
    wait_until_back(server)
    assert server.outages == 1
    assert server.answers({})


def test_an_answer_on_another_connection_ends_the_outage(questions: Questions) -> None:
    """The health check has its own connections: once it succeeds, pages work again."""
    server = _Server()
    questions.hangs.clear()
    assert not server.answers({})
    server.note_answer()
    assert not server.is_away
    assert server.answers({})
    assert server.outages == 1
    questions.hangs.set()
    while server._done is not None:
        time.sleep(0.01)
    assert server.outages == 1


def test_a_server_that_refuses_connections_is_polled_until_it_is_back(questions: Questions) -> None:
    server = _Server()
    questions.answers = False
    assert not server.answers({})
    while questions.number < 4:
        time.sleep(0.01)
    questions.answers = True
    wait_until_back(server)
    assert server.outages == 1


def test_waiting_for_an_answer_is_bounded(
    questions: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found out in vain is found out anew, and the pool of before is not trusted."""
    monkeypatch.setattr(patience, "_FORGOTTEN_SECONDS", 0.0)
    server = _Server()
    server.is_away = True
    questions.answers = False
    server._done = threading.Event()
    server._ask(server._done, {})
    assert questions.number == 1
    assert not server.is_away
    assert server.outages == 1


def test_the_server_counts_as_available_if_no_thread_can_start(
    questions: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = _Server()
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", _refuse)
        assert server.answers({})
    questions.answers = True
    assert server.answers({})
    assert questions.number == 1


def test_a_query_whose_thread_died_is_repeated(
    questions: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a fork, or when there is no memory left: else the server would be away for ever."""
    server = _Server()
    questions.answers = False
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    monkeypatch.setattr("kriterion.web.database.postgresql.patience.time.sleep", _refuse)
    assert not server.answers({})
    assert server._asking is not None
    server._asking.join()
    monkeypatch.undo()
    monkeypatch.setattr(patience, "_is_answering", questions)
    questions.answers = True
    assert server.answers({})
    assert not server.is_away
    assert server.outages == 1


def _refuse(*_: object) -> None:
    raise RuntimeError("can't start new thread")


def test_a_migration_is_not_given_up_while_the_server_is_silent(
    questions: Questions, shared: _Server
) -> None:
    """A busy machine made an upgrade end halfway, with a traceback."""
    questions.hangs.clear()
    polls = iter([0] * 50 + [1])

    def wait_for_an_answer() -> Generator[int, int, str]:
        while not (yield 1):
            pass
        return "done"

    def run() -> str:
        steps = PatientConnection._notice_outages(FakeConnection(), wait_for_an_answer())  # type: ignore[arg-type]
        try:
            next(steps)
            while True:
                time.sleep(QUIET_SECONDS / 20)
                steps.send(next(polls))
        except StopIteration as end:
            return str(end.value)

    with patience.tolerate_silence():
        assert run() == "done"
    assert questions.number == 0
    polls = iter([0] * 50 + [1])
    with pytest.raises(psycopg.OperationalError, match="stopped answering"):
        run()


class FakeConnection:
    """What `_notice_outages` uses of a connection."""

    class info:  # noqa: N801 - as psycopg names it
        password = ""

        @staticmethod
        def get_parameters() -> dict[str, str]:
            return {}

    class pgconn:  # noqa: N801
        @staticmethod
        def finish() -> None:
            pass


def test_a_command_waits_for_a_slow_check_but_not_for_a_server_that_refuses(
    questions: Questions, shared: _Server
) -> None:
    questions.hangs.clear()
    timer = threading.Timer(2 * ANSWER_SECONDS, questions.hangs.set)
    timer.start()
    with patience.tolerate_silence():
        assert patience.is_server_answering({})
        shared._answered_at = float("-inf")
        questions.answers = False
        assert not patience.is_server_answering({})


class LentConnection(PatientConnection):
    """A connection at one end of a socket; counts the questions to the server."""

    autocommit = True

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self.questions = 0

    def fileno(self) -> int:
        return self._end.fileno()

    def execute(self, *_: Any, **__: Any) -> Any:
        self.questions += 1

    def answer(self, seconds_ago: float) -> None:
        self._answered_at = time.monotonic() - seconds_ago


def test_a_connection_is_checked_unless_it_has_just_answered() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        lent = LentConnection(ours)
        check_before_use(lent)
        assert lent.questions == 1
        lent.answer(seconds_ago=-60)  # however busy the machine is
        check_before_use(lent)
        assert lent.questions == 1
        lent.answer(seconds_ago=60)
        check_before_use(lent)
        assert lent.questions == 2


def test_a_connection_that_the_server_has_closed_is_checked() -> None:
    ours, theirs = socket.socketpair()
    with ours:
        lent = LentConnection(ours)
        lent.answer(seconds_ago=-60)
        theirs.close()
        check_before_use(lent)
        assert lent.questions == 1
