"""How soon others run the submissions of a dead machine, and what an outage costs."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import DateTimeField, Value

from kriterion.web.accounts.models import User
from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.worker.job import Job
from kriterion.web.submissions.worker.keeper import Keeper
from tests.web.queue_fixtures import HandIn

START = datetime(2030, 1, 1, tzinfo=UTC)
STEP = 0.25  # seconds between two looks of a keeper
MAX_SECONDS = 15.0
OUTAGE_SECONDS = 40.0


class Time:
    """The only clock: it goes on only when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Iterator[Time]:
    time = Time()

    def now() -> Value:
        return Value(START + timedelta(seconds=time.seconds), output_field=DateTimeField())

    monkeypatch.setattr(clock, "now", now)
    monkeypatch.setattr(leases, "_is_server_young", lambda: False)
    yield time


def make_keeper(time: Time, machine: str, taken: list[Submission]) -> Keeper:
    jobs = tuple(Job(each, cast("Any", None), cast("Any", None)) for each in taken)
    return Keeper(machine, lambda: jobs, time)


def take(machine: str) -> Submission:
    taken = claim_next(machine)
    assert taken is not None
    return taken


def refuse(*_: object) -> None:
    raise OperationalError("the database is away")


@pytest.mark.parametrize("phase", range(8))
def test_the_submissions_of_a_dead_machine_wait_again_within_15_seconds(
    submit: HandIn, anna: User, time: Time, phase: int
) -> None:
    """Whenever it dies between two renewals, and the other one looks."""
    given = submit(anna)
    one, other = "one/boot-1/1-1", "other/boot-1/1-1"
    dying = make_keeper(time, one, [take(one)])
    living = make_keeper(time, other, [])
    for _ in range(100 + phase):
        dying.do_duties()
        living.do_duties()
        time.seconds += STEP
    died_at = time.seconds
    while Submission.objects.get(pk=given.pk).state == SubmissionState.RUNNING:
        living.do_duties()
        time.seconds += STEP
    assert time.seconds - died_at < MAX_SECONDS


@pytest.mark.parametrize("late", [0, 1, 3, 7])
def test_an_outage_of_40_seconds_costs_no_attempt(
    submit: HandIn, anna: User, time: Time, late: int
) -> None:
    """Even if one process reaches the database some seconds before the other one."""
    submit(anna), submit(anna)
    names = ("one/boot-1/1-1", "other/boot-1/1-1")
    keepers = [make_keeper(time, name, [take(name)]) for name in names]

    def look_until(until: float, *present: Keeper) -> None:
        while time.seconds < until:
            for keeper in keepers:
                if keeper in present:
                    keeper.do_duties()
                else:
                    # What fails leaves the test's own transaction as it was.
                    with (
                        pytest.raises(OperationalError),
                        transaction.atomic(),
                        connection.execute_wrapper(refuse),
                    ):
                        keeper.do_duties()
            time.seconds += STEP

    look_until(time.seconds + 30, *keepers)
    look_until(time.seconds + OUTAGE_SECONDS)
    look_until(time.seconds + late, keepers[0])
    look_until(time.seconds + 60, *keepers)
    rows = Submission.objects.values_list("state", "attempt", "failures")
    assert list(rows) == [(SubmissionState.RUNNING, 1, 0)] * 2
