"""A process has few database connections: no thread waits for another one and keeps its own."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from kriterion.web.accounts.models import User
from kriterion.web.database import pooled_connection
from kriterion.web.database.pooled_connection import wait_released
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker
from tests.web.queue_fixtures import HandIn
from tests.web.rehearsal import assess_at_once, wait_until

SLOTS = 12  # more than connections
MOST_POOLED = 4


def test_who_waits_for_a_lock_holds_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = []

    @contextmanager
    def hold() -> Iterator[None]:
        steps.append("held")
        yield
        steps.append("free")

    monkeypatch.setattr(pooled_connection, "release_connection", lambda: steps.append("released"))
    with wait_released(hold()):
        steps.append("inside")
    assert steps == ["released", "held", "inside", "free"]


@pytest.mark.django_db(transaction=True)
def test_more_slots_than_connections_hold_each_other_up_no_longer_than_a_moment(
    submit: HandIn, anna: User, bram: User
) -> None:
    rows = [submit(user) for _ in range(SLOTS) for user in (anna, bram)]
    ended = threading.Event()
    readers = [threading.Thread(target=_read_until, args=(ended,)) for _ in range(SLOTS)]
    worker = SubmissionWorker(SLOTS, assess=assess_at_once)
    for reader in readers:
        reader.start()
    worker.start()
    try:
        wait_until(
            lambda: Submission.objects.filter(state=SubmissionState.FINISHED).count() == len(rows)
        )
    finally:
        worker.stop()
        ended.set()
        for reader in readers:
            reader.join()
    assert {row.attempt for row in Submission.objects.all()} == {1}
    if connection.vendor == "postgresql":
        pool = connection.pool  # type: ignore[attr-defined]
        assert pool.get_stats()["pool_max"] == MOST_POOLED
        assert pool.get_stats().get("requests_errors", 0) == 0


def _read_until(ended: threading.Event) -> None:
    """Read rows again and again, as pages do."""
    while not ended.is_set():
        User.objects.count()
        connection.close()
