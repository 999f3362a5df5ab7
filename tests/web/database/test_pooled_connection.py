"""A process has few database connections: no thread waits for another one and keeps its own."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection

from kriterion.web.accounts.models import User
from kriterion.web.database import pooled_connection
from kriterion.web.database.pooled_connection import POOLED, hold_released
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker
from tests.web.queue_fixtures import HandIn
from tests.web.rehearsal import assess_at_once, wait_until

SLOTS = READERS = 8  # more than connections


def test_who_waits_for_a_lock_holds_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(pooled_connection, "release_connection", released.set)
    lock = threading.Lock()
    held = []

    def hold() -> None:
        with hold_released(lock):
            held.append(lock.locked())

    hold()
    assert not released.is_set()  # it did not wait
    with lock:
        waiting = threading.Thread(target=hold)
        waiting.start()
        assert released.wait()
    waiting.join()
    assert held == [True, True]


@pytest.fixture
def limited() -> Iterator[None]:
    """This process may have as many connections as a server."""
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL's connections are pooled")
    limit = connection.settings_dict["OPTIONS"]["pool"]["max_size"]
    connection.limit_connections(POOLED)  # type: ignore[attr-defined]
    yield
    connection.limit_connections(limit)  # type: ignore[attr-defined]


@pytest.mark.django_db(transaction=True)
def test_more_slots_and_readers_than_connections_all_finish(
    limited: None, submit: HandIn, anna: User, bram: User
) -> None:
    rows = [submit(user) for _ in range(SLOTS) for user in (anna, bram)]
    connection.close()  # this thread counts, too
    ended = threading.Event()
    errors: list[Exception] = []

    def read() -> None:
        while not ended.is_set():
            try:
                User.objects.count()
            except Exception as error:
                errors.append(error)
            finally:
                connection.close()

    def count_finished() -> int:
        try:
            return Submission.objects.filter(state=SubmissionState.FINISHED).count()
        finally:
            connection.close()

    readers = [threading.Thread(target=read) for _ in range(READERS)]
    worker = SubmissionWorker(SLOTS, assess=assess_at_once)
    for reader in readers:
        reader.start()
    worker.start()
    try:
        wait_until(lambda: count_finished() == len(rows))
    finally:
        worker.stop()
        ended.set()
        for reader in readers:
            reader.join()
    assert errors == []
    assert {row.attempt for row in Submission.objects.all()} == {1}
