"""Leases: what a dead worker held is taken back, what a living one holds is left alone."""

import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.utils import timezone

from kriterion.store.models import Submission, SubmissionState, User
from kriterion.work.conclusion import BACK_OFF
from kriterion.work.leases import LEASE, recover, renew
from kriterion.work.taking import take
from kriterion.work.worker_name import host_name, is_gone, own_name
from tests.work.conftest import HandIn

ELSEWHERE = "another/boot-1/7-7"
PAST, COMING = -timedelta(seconds=1), timedelta(seconds=1)


def own_place() -> str:
    return own_name().rpartition("/")[0]


# The worker, its lease, how often the machine failed before, whether it was to be cancelled; the
# state afterwards.
@pytest.mark.parametrize(
    ("worker", "lease", "failures", "cancelled", "state"),
    [
        (own_name(), COMING, 0, False, "running"),
        (own_name(), PAST, 0, False, "queued"),
        (ELSEWHERE, COMING, 0, False, "running"),
        (ELSEWHERE, PAST, 0, False, "queued"),
        (f"{own_place()}/1-0", COMING, 0, False, "queued"),  # the first process is another one
        (f"{own_place()}/{os.getpid()}-0", COMING, 0, False, "queued"),  # the same id, used again
        (f"{own_place()}/{os.getpid()}-0", COMING, 2, False, "queued"),
        (f"{own_place()}/{os.getpid()}-0", COMING, len(BACK_OFF), False, "failed"),
        (f"{own_place()}/{os.getpid()}-0", COMING, 0, True, "cancelled"),
        (f"{own_place()}/{os.getpid()}-0", COMING, len(BACK_OFF), True, "cancelled"),
        ("", PAST, 0, False, "queued"),
        ("no name", COMING, 0, False, "running"),
    ],
    ids=map(str, range(12)),  # names of workers differ in each process that runs tests
)
def test_what_the_dead_held_is_taken_back(
    give: HandIn,
    anna: User,
    worker: str,
    lease: timedelta,
    failures: int,
    cancelled: bool,
    state: str,
) -> None:
    given = give(anna)
    assert take("w") is not None
    Submission.objects.filter(pk=given.pk).update(
        worker=worker,
        lease_until=timezone.now() + lease,
        failures=failures,
        cancel_asked=cancelled,
    )
    assert recover() == (state != "running")
    given.refresh_from_db()
    assert given.state == state
    if state == "queued":
        assert given.failures == failures + 1
        assert given.not_before is None  # it is taken again at once
        again = take("w")
        assert again is not None and again.attempt == 2


def test_a_living_worker_holds_what_it_runs(give: HandIn, anna: User) -> None:
    given, other = give(anna), give(anna)
    assert take("w") and take("w")
    soon = timezone.now() + timedelta(seconds=1)
    Submission.objects.update(lease_until=soon)
    renew("w", [given.pk])
    given.refresh_from_db()
    other.refresh_from_db()
    assert given.lease_until is not None
    assert given.lease_until > timezone.now() + LEASE / 2
    assert other.lease_until == soon
    renew("somebody else", [other.pk])
    other.refresh_from_db()
    assert other.lease_until == soon
    assert other.state == SubmissionState.RUNNING


def test_a_name_tells_whether_its_process_is_gone() -> None:
    assert not is_gone(own_name())
    assert own_name().startswith(host_name())
    assert len(own_name()) <= 100
    tell = "from kriterion.work.worker_name import own_name; print(own_name())"
    told = subprocess.run(
        (sys.executable, "-c", tell), capture_output=True, text=True, check=True
    ).stdout.strip()
    assert told.rpartition("/")[0] == own_place()
    assert is_gone(told)
