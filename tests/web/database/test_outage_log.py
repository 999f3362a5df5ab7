"""An outage is a few lines in the log, however much fails meanwhile."""

import logging
import threading

import pytest
from django.db import OperationalError

from kriterion.web.database.outage_log import REPEAT_SECONDS, OutageLog, log_failure


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def outages(clock: Clock) -> OutageLog:
    # Nothing watches by itself within a test.
    return OutageLog(clock=clock, quiet_seconds=1e6)


def list_messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def fail(outages: OutageLog, what: str, times: int) -> None:
    for _ in range(times):
        outages.note(what, OperationalError("the database is away\n"))


def test_an_outage_logs_one_line_for_its_start_its_duration_and_its_end(
    outages: OutageLog, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "kriterion.web")
    fail(outages, "the keeper", 200)
    clock.now += REPEAT_SECONDS
    fail(outages, "requests", 300)
    clock.now += 1e6 - 1
    assert not outages.end_if_quiet()
    clock.now += 1
    assert outages.end_if_quiet()
    assert outages.end_if_quiet()
    assert list_messages(caplog) == [
        "outage: the keeper: the database is away",
        "outage: goes on; failed until now: the keeper 200\u00d7, requests 1\u00d7;"
        " the database is away",
        "outage: over after 60 s; failed meanwhile: requests 300\u00d7, the keeper 200\u00d7",
    ]
    assert not any(record.exc_info for record in caplog.records)
    fail(outages, "requests", 1)
    assert list_messages(caplog)[-1] == "outage: requests: the database is away"


def test_tracebacks_are_logged_at_debug_level(
    outages: OutageLog, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "kriterion.web")
    fail(outages, "requests", 3)
    traced = [record.levelno for record in caplog.records if record.exc_info]
    assert traced == [logging.DEBUG] * 3


def test_the_end_of_an_outage_is_logged_without_another_call(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "kriterion.web")
    outages = OutageLog(quiet_seconds=0.05)
    for _ in range(2):
        fail(outages, "requests", 2)
        watcher = outages._watcher
        assert watcher is not None
        watcher.join()
    assert [line for line in list_messages(caplog) if "over after" in line] == [
        "outage: over after 0 s; failed meanwhile: requests 2\u00d7"
    ] * 2


def test_if_no_thread_can_start_the_next_failure_starts_the_watcher(
    outages: OutageLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Logging an outage never raises: that would end the calling thread."""

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", refuse)
        fail(outages, "the keeper", 2)
    assert outages._watcher is None
    fail(outages, "the keeper", 1)
    assert outages._watcher is not None


def test_an_error_that_is_not_an_outage_keeps_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log_failure(logging.getLogger("kriterion.web.x"), "a worker was interrupted", KeyError("x"))
    [record] = caplog.records
    assert record.exc_info
    assert record.getMessage() == "a worker was interrupted"
