"""Leases: submissions of dead workers are reaped, those of live ones left alone."""

import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from django.db import OperationalError, connection
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from msgspec.structs import replace

from kriterion.assessment.assessment_record import Points
from kriterion.errors import OperatorError
from kriterion.web.accounts.models import User
from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.models import Loss, Submission, SubmissionState
from kriterion.web.submissions.queue import leases, store_outcome
from kriterion.web.submissions.queue.attempt_conclusion import (
    MAX_LOSSES,
    finish,
    record_death,
    record_failure,
    requeue_attempt,
)
from kriterion.web.submissions.queue.blocked import set_aside
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.queue.leases import LEASE, RENEW_SECONDS, Reaper, reclaim, renew
from kriterion.web.submissions.queue.worker_name import is_gone, name_this_host, name_this_worker
from kriterion.web.submissions.queue.workers import (
    announce,
    select_live_workers,
    select_ready_workers,
)
from kriterion.web.submissions.services.cancel import cancel
from kriterion.web.submissions.worker.job import Job
from kriterion.web.submissions.worker.keeper import Keeper
from kriterion.web.submissions.worker.live_writer import LiveWriter
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.queue_fixtures import HandIn
from tests.web.rehearsal import make_assessment

ELSEWHERE = "another/boot-1/7-7"
PAST, COMING = -timedelta(seconds=1), LEASE
RENEWAL = timedelta(seconds=RENEW_SECONDS)


def own_host() -> str:
    return name_this_worker().rpartition("/")[0]


class Monotonic:
    """A monotonic clock that advances on request."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def monotonic(monkeypatch: pytest.MonkeyPatch) -> Monotonic:
    """One for a reaper; the server, which the tests have just started, counts as old."""
    monkeypatch.setattr(leases, "_is_server_young", lambda: False)
    return Monotonic()


def steady_reaper(monotonic: Monotonic) -> Reaper:
    """A reaper that could reach the database for more than a lease."""
    reaper = Reaper(monotonic)
    monotonic.seconds += LEASE.total_seconds() + 1
    return reaper


# The worker, its lease, how many processes died before, whether it was to be cancelled; the state
# and the number of losses afterwards.
@pytest.mark.parametrize(
    ("worker", "lease", "losses", "cancelled", "state", "lost"),
    [
        (name_this_worker(), COMING, 0, False, "running", 0),
        (name_this_worker(), PAST, 0, False, "queued", 0),
        (ELSEWHERE, COMING, 0, False, "running", 0),
        (ELSEWHERE, PAST, 0, False, "queued", 1),
        (ELSEWHERE, PAST, MAX_LOSSES - 1, False, "failed", MAX_LOSSES),
        (ELSEWHERE, PAST, 0, True, "cancelled", 0),
        (f"{own_host()}/1-0", COMING, 0, False, "queued", 1),  # the first process is another one
        (f"{own_host()}/{os.getpid()}-0", COMING, 0, False, "queued", 1),  # the id is used again
        (f"{own_host()}/{os.getpid()}-0", COMING, MAX_LOSSES - 2, False, "queued", 2),
        (f"{own_host()}/{os.getpid()}-0", COMING, MAX_LOSSES - 1, False, "failed", 3),
        (f"{own_host()}/{os.getpid()}-0", COMING, 0, True, "cancelled", 0),
        (f"{own_host()}/{os.getpid()}-0", COMING, MAX_LOSSES - 1, True, "cancelled", 2),
        ("", PAST, 0, False, "queued", 0),
        ("no name", COMING, 0, False, "running", 0),
    ],
    ids=map(str, range(14)),  # names of workers differ in each process that runs tests
)
def test_submissions_of_dead_and_silent_workers_are_reaped(
    submit: HandIn,
    anna: User,
    monotonic: Monotonic,
    worker: str,
    lease: timedelta,
    losses: int,
    cancelled: bool,
    state: str,
    lost: int,
) -> None:
    given = submit(anna)
    assert claim_next("w") is not None
    Submission.objects.filter(pk=given.pk).update(
        worker=worker, lease_until=clock.after(lease), cancel_asked=cancelled
    )
    for attempt in range(losses):
        Loss.objects.create(submission=given, attempt=attempt, worker="dead")
    assert steady_reaper(monotonic).reap() == (state != "running")
    given.refresh_from_db()
    assert (given.state, given.losses.count(), given.failures) == (state, lost, 0)
    if state == "queued":
        assert given.not_before is None  # it is taken again at once
        again = claim_next("w")
        assert again is not None and again.attempt == 2


def test_a_lease_that_ran_out_while_the_reaper_was_away_does_not_count(
    submit: HandIn, anna: User, monotonic: Monotonic
) -> None:
    """Its worker could not renew either; it has a whole lease to do so."""
    given = submit(anna)
    assert claim_next(ELSEWHERE)
    Submission.objects.update(lease_until=clock.before(LEASE))
    reaper = Reaper(monotonic)
    assert reaper.reap() == 0
    monotonic.seconds += LEASE.total_seconds() + 1
    reaper.note_gap()
    monotonic.seconds += LEASE.total_seconds() - 1
    assert reaper.reap() == 0
    monotonic.seconds += 2
    assert reaper.reap() == 1
    given.refresh_from_db()
    assert given.state == SubmissionState.QUEUED


def test_nothing_is_reaped_by_lease_soon_after_the_database_server_started(
    submit: HandIn, anna: User, monotonic: Monotonic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "_is_server_young", lambda: True)
    submit(anna)
    assert claim_next(ELSEWHERE)
    Submission.objects.update(lease_until=clock.before(LEASE))
    assert steady_reaper(monotonic).reap() == 0


def test_the_uptime_of_the_database_server_is_known(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL tells it; SQLite has no server."""
    is_postgresql = connection.vendor == "postgresql"
    monkeypatch.setattr(leases, "LEASE", timedelta(days=10_000))
    assert leases._is_server_young() is is_postgresql
    monkeypatch.setattr(leases, "LEASE", timedelta())
    assert leases._is_server_young() is False


@pytest.mark.parametrize("hours", [-1, 1])
def test_the_clock_of_a_process_makes_no_difference(
    submit: HandIn,
    anna: User,
    monotonic: Monotonic,
    monkeypatch: pytest.MonkeyPatch,
    hours: int,
) -> None:
    """One that is an hour ahead or behind takes, holds, renews and reaps as all others do."""
    given = submit(anna)
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + timedelta(hours=hours))
    monkeypatch.setattr(time, "time", lambda: right().timestamp() + hours * 3600)
    taken = claim_next(ELSEWHERE)
    assert taken is not None
    announce(ELSEWHERE, 1)
    monkeypatch.undo()
    monkeypatch.setattr(leases, "_is_server_young", lambda: False)

    def is_lease_renewed() -> bool:
        rows = Submission.objects.filter(lease_until__gt=clock.after(LEASE / 2))
        return rows.filter(lease_until__lte=clock.after(LEASE * 2)).exists()

    assert is_lease_renewed()
    assert select_live_workers().count() == select_ready_workers().count() == 1
    assert steady_reaper(monotonic).reap() == 0
    monkeypatch.setattr(timezone, "now", lambda: right() + timedelta(hours=hours))
    assert steady_reaper(monotonic).reap() == 0  # nor does it think others dead
    assert select_live_workers().count() == 1
    renew(ELSEWHERE, [taken])
    assert is_lease_renewed()
    assert record_failure(taken, "a hiccup")
    assert claim_next(ELSEWHERE) is None  # the pause counts
    given.refresh_from_db()
    assert given.not_before is not None
    assert abs(given.not_before - right()) < timedelta(minutes=10)


def test_a_live_worker_keeps_its_leases(submit: HandIn, anna: User) -> None:
    given, other = submit(anna), submit(anna)
    first, second = claim_next("w"), claim_next("w")
    assert first and second
    soon = timezone.now() + timedelta(seconds=1)
    Submission.objects.update(lease_until=soon)
    renew("w", [first])
    given.refresh_from_db()
    other.refresh_from_db()
    assert given.lease_until is not None
    assert given.lease_until > timezone.now() + LEASE / 2
    assert other.lease_until == soon
    renew("somebody else", [second])
    other.refresh_from_db()
    assert other.lease_until == soon
    assert other.state == SubmissionState.RUNNING


def test_an_older_attempt_does_not_renew_a_newer_one(submit: HandIn, anna: User) -> None:
    given = submit(anna)
    first = claim_next("w")
    assert first and requeue_attempt(first)
    assert claim_next("w")
    soon = timezone.now() + timedelta(seconds=1)
    Submission.objects.update(lease_until=soon)
    renew("w", [first])
    given.refresh_from_db()
    assert given.lease_until == soon


def test_a_reaped_submission_is_regained_unless_another_worker_claimed_it(
    submit: HandIn, anna: User
) -> None:
    given = submit(anna)
    first = claim_next("w")
    assert first and requeue_attempt(first)
    assert reclaim(first)
    given.refresh_from_db()
    assert (given.state, given.worker, given.attempt) == (SubmissionState.RUNNING, "w", 1)
    assert given.started_at == first.started_at
    assert requeue_attempt(first) and claim_next("other")
    assert not reclaim(first)


def test_the_newest_attempts_verdict_counts_after_its_lease_ran_out(
    submit: HandIn, anna: User
) -> None:
    given = submit(anna)
    first = claim_next("w")
    assert first and requeue_attempt(first)
    assert finish(first, make_assessment(given))
    given.refresh_from_db()
    assert (given.state, given.accepted, given.attempt) == (SubmissionState.FINISHED, True, 1)
    assert given.started_at == first.started_at
    assert claim_next("other") is None


def test_an_older_attempts_verdict_never_counts(submit: HandIn, anna: User) -> None:
    given = submit(anna)
    first = claim_next("w")
    assert first and requeue_attempt(first)
    second = claim_next("other")
    assert second
    assert not finish(first, make_assessment(given, Status.WRONG))
    assert requeue_attempt(second)
    assert not finish(first, make_assessment(given, Status.WRONG))
    assert finish(second, make_assessment(given))
    assert not finish(first, make_assessment(given, Status.WRONG))
    given.refresh_from_db()
    assert given.accepted and given.assessment.attempt == 2


def test_points_beyond_all_columns_are_no_reason_to_refuse_a_verdict(
    submit: HandIn, anna: User
) -> None:
    """An author may declare any maximum; no student is charged for that."""
    given = submit(anna)
    taken = claim_next("w")
    assert taken
    most = 9_999_999_999_999_999_999  # the largest that a max_score.txt may hold
    record = replace(make_assessment(given), points=Points(earned=3, possible=most))
    assert finish(taken, record)
    given.refresh_from_db()
    assert (given.state, given.earned) == (SubmissionState.FINISHED, 3)
    assert given.possible == 2**31 - 1
    assert given.assessment.record.points == Points(earned=3, possible=most)


def test_a_worker_name_tells_whether_its_process_is_gone() -> None:
    assert not is_gone(name_this_worker())
    assert name_this_worker().startswith(name_this_host())
    assert len(name_this_worker()) <= 100
    module = "kriterion.web.submissions.queue.worker_name"
    script = f"from {module} import name_this_worker; print(name_this_worker())"
    name = subprocess.run(
        (sys.executable, "-c", script), capture_output=True, text=True, check=True
    ).stdout.strip()
    assert name.rpartition("/")[0] == own_host()
    assert is_gone(name)


@pytest.mark.parametrize("error", [OSError(errno.EMFILE, "x"), PermissionError(errno.EACCES, "x")])
def test_a_process_that_cannot_be_looked_at_is_not_gone(
    monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    """Without descriptors, all runs of this machine would count as lost, one's own included."""
    dead, own = f"{own_host()}/1-0", name_this_worker()
    assert is_gone(dead)

    def fail(*_: object, **__: object) -> str:
        raise error

    monkeypatch.setattr(Path, "read_text", fail)
    assert not is_gone(dead)
    assert not is_gone(own)


def test_no_lease_counts_soon_after_the_databases_clock_was_set_forward(
    submit: HandIn, anna: User, monotonic: Monotonic, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = submit(anna)
    assert claim_next(ELSEWHERE)
    reaper = steady_reaper(monotonic)
    assert reaper.reap() == 0
    monkeypatch.setattr(clock, "now", lambda: Now() + timedelta(hours=1))
    assert reaper.reap() == 0
    monotonic.seconds += LEASE.total_seconds() - 1
    assert reaper.reap() == 0
    monotonic.seconds += 2  # its worker had the time to renew
    assert reaper.reap() == 1
    given.refresh_from_db()
    assert (given.state, given.losses.count()) == (SubmissionState.QUEUED, 1)


def test_no_lease_counts_after_a_step_that_is_shorter_than_a_lease(
    submit: HandIn, anna: User, monotonic: Monotonic, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it, the lease was about to be renewed."""
    submit(anna)
    assert claim_next(ELSEWHERE)
    Submission.objects.update(lease_until=clock.after(LEASE - RENEWAL))
    reaper = steady_reaper(monotonic)
    assert reaper.reap() == 0
    step = LEASE - RENEWAL - timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: Now() + step)
    assert reaper.reap() == 0
    monotonic.seconds += RENEWAL.total_seconds()  # until its worker does
    monkeypatch.setattr(clock, "now", lambda: Now() + step + RENEWAL)
    assert reaper.reap() == 0


def test_nothing_waits_for_hours_because_the_databases_clock_was_set_back(
    submit: HandIn, anna: User, monotonic: Monotonic
) -> None:
    """Leases and pauses that were set before are as long as usual, whatever they say."""
    running, paused, aside = submit(anna), submit(anna), submit(anna)
    first, second, third = (claim_next(ELSEWHERE) for _ in range(3))
    assert first and second and third
    assert record_failure(second, "a hiccup")
    assert set_aside(third, OperatorError("only this one"))
    recent = Submission.objects.get(pk=paused.pk).not_before
    steady_reaper(monotonic).reap()
    paused.refresh_from_db()
    assert paused.not_before == recent  # an ordinary pause counts
    Submission.objects.filter(pk=running.pk).update(lease_until=clock.after(timedelta(hours=5)))
    late = clock.after(timedelta(hours=5))
    Submission.objects.filter(pk__in=(paused.pk, aside.pk)).update(not_before=late)
    steady_reaper(monotonic).reap()
    for submission in (running, paused, aside):
        submission.refresh_from_db()
    assert running.state == SubmissionState.RUNNING  # until its lease runs out
    assert running.lease_until is not None
    assert running.lease_until < timezone.now() + 2 * LEASE
    assert paused.not_before is None
    assert aside.state == SubmissionState.BLOCKED
    assert aside.not_before is None


@pytest.mark.parametrize(
    "end",
    [
        requeue_attempt,
        lambda taken: record_failure(taken, "a hiccup"),
        record_death,
        lambda taken: set_aside(taken, OperatorError("only this one")),
    ],
    ids=["requeue", "failure", "death", "set aside"],
)
def test_a_cancellation_in_the_middle_of_the_end_of_an_attempt_counts(
    submit: HandIn,
    anna: User,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[[Submission], bool],
) -> None:
    """Somebody cancels after the worker may have looked, and right before it writes."""
    given = submit(anna)
    taken = claim_next("w")
    assert taken
    update = QuerySet.update

    def cancel_first(rows: QuerySet[Any], **fields: Any) -> int:
        monkeypatch.setattr(QuerySet, "update", update)
        Submission.objects.filter(pk=given.pk).update(cancel_asked=True)
        return update(rows, **fields)

    monkeypatch.setattr(QuerySet, "update", cancel_first)
    assert end(taken)
    given.refresh_from_db()
    assert given.state == SubmissionState.CANCELLED
    assert not given.losses.exists()


@pytest.mark.django_db(transaction=True)
def test_a_cancellation_waits_for_what_its_worker_gives_back(
    submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = submit(anna)
    taken = claim_next("w")
    assert taken
    update = QuerySet.update

    def requeue() -> None:
        requeue_attempt(taken)
        connection.close()

    worker = threading.Thread(target=requeue)

    def update_slowly(rows: QuerySet[Any], **fields: Any) -> int:
        """After the first update of the cancellation, which finds nothing that waits."""
        number = update(rows, **fields)
        if fields.get("state") == SubmissionState.CANCELLED and not worker.ident:
            worker.start()
            worker.join(0.2)
        return number

    monkeypatch.setattr(QuerySet, "update", update_slowly)
    assert cancel(given, anna)
    worker.join()
    given.refresh_from_db()
    assert given.state == SubmissionState.CANCELLED


def test_after_a_gap_a_process_regains_before_it_reaps(
    submit: HandIn, anna: User, monotonic: Monotonic
) -> None:
    given, other = submit(anna), submit(anna)
    first, second = claim_next("w"), claim_next(ELSEWHERE)
    assert first and second
    job = Job(first, cast("LiveWriter", None), cast("Any", None))
    keeper = Keeper("w", lambda: (job,), monotonic)
    monotonic.seconds += LEASE.total_seconds() + 1  # it stood still
    Submission.objects.update(lease_until=clock.before(LEASE))
    assert record_death(first, is_silent=True)  # somebody else has reaped it
    assert keeper.do_duties()
    given.refresh_from_db()
    other.refresh_from_db()
    assert (given.state, given.attempt) == (SubmissionState.RUNNING, 1)
    assert not given.losses.exists()
    assert other.state == SubmissionState.RUNNING  # it may be renewed yet
    for _ in range(int(LEASE.total_seconds()) + 2):
        monotonic.seconds += 1
        keeper.do_duties()
    other.refresh_from_db()
    assert other.state == SubmissionState.QUEUED


def test_a_look_that_had_to_wait_is_a_gap(
    submit: HandIn, anna: User, monotonic: Monotonic, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waited for a lock, for example. Meanwhile its leases have expired, and others have reaped
    what it runs.
    """
    given = submit(anna)
    taken = claim_next("w")
    assert taken
    job = Job(taken, cast("LiveWriter", None), cast("Any", None))
    keeper = Keeper("w", lambda: (job,), monotonic)

    def wait_for_lock(_: Reaper) -> int:
        monotonic.seconds += LEASE.total_seconds()
        assert record_death(taken, is_silent=True)
        return 0

    monotonic.seconds += leases.REAP_SECONDS
    with monkeypatch.context() as patch:
        patch.setattr(Reaper, "reap", wait_for_lock)
        keeper.do_duties()
    keeper.do_duties()
    given.refresh_from_db()
    assert (given.state, given.attempt) == (SubmissionState.RUNNING, 1)
    assert not given.losses.exists()
    assert not job._stopped.is_set()


def test_a_submission_that_kills_machines_is_set_aside_after_three(
    submit: HandIn, anna: User, monotonic: Monotonic
) -> None:
    """In containers, a killed worker comes back under another name, so that only its lease shows
    its death.
    """
    given = submit(anna)
    for number in range(MAX_LOSSES):
        assert claim_next(f"container-{number}/boot-1/7-7") is not None
        Submission.objects.update(lease_until=clock.before(LEASE))
        assert steady_reaper(monotonic).reap() == 1
    given.refresh_from_db()
    assert given.state == SubmissionState.FAILED
    assert "3 workers died while they ran this" in given.failure


def test_a_job_that_lost_its_row_is_stopped(
    submit: HandIn, anna: User, monotonic: Monotonic
) -> None:
    submit(anna)
    first = claim_next("w")
    assert first
    job = Job(first, cast("LiveWriter", None), cast("Any", None))
    keeper = Keeper("w", lambda: (job,), monotonic)
    keeper.do_duties()
    assert not job._stopped.is_set()
    assert requeue_attempt(first)
    monotonic.seconds += 0.25
    keeper.do_duties()
    assert job._stopped.is_set()


def test_a_verdict_is_written_as_soon_as_the_database_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store_outcome, "PAUSES_SECONDS", (0.0,))
    tries = []

    def write() -> bool:
        tries.append(1)
        if len(tries) < 20:
            raise OperationalError("it is away")
        return True

    def away() -> None:
        raise OperationalError("it is away")

    assert store_outcome.store_with_retries(write, ending=threading.Event(), is_well=away)
    assert len(tries) == 20


def test_a_write_refused_by_the_database_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_outcome, "PAUSES_SECONDS", (0.0,))

    def refuse() -> bool:
        raise OperationalError("too large")

    with pytest.raises(store_outcome.NotStored, match="too large"):
        store_outcome.store_with_retries(refuse, ending=threading.Event(), is_well=lambda: None)


def test_a_stopping_process_retries_its_write_only_once() -> None:
    ending = threading.Event()
    ending.set()
    tries = []

    def away() -> bool:
        tries.append(1)
        raise OperationalError("it is away")

    with pytest.raises(OperationalError):
        store_outcome.store_with_retries(away, ending=ending, is_well=away)
    assert len(tries) == 2  # the second one asks whether anything can be written
