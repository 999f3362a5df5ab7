"""The queue under random interleavings of what workers do and what happens to them.

Time, both the database's and that of each process, goes on only when a step says so: nothing here
depends on how busy the machine is.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, cast
from unittest.mock import patch

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import DateTimeField, Value
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from kriterion.errors import OperatorError
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.models import Loss, Submission, SubmissionState, Worker
from kriterion.web.submissions.queue import blocked, leases, workers
from kriterion.web.submissions.queue.attempt_conclusion import MAX_LOSSES, finish, requeue_attempt
from kriterion.web.submissions.queue.blocked import block, record_missing_part, release
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.queue.inability import Inabilities
from kriterion.web.submissions.queue.leases import LEASE
from kriterion.web.submissions.queue.workers import announce
from kriterion.web.submissions.worker.job import Job
from kriterion.web.submissions.worker.keeper import Keeper
from kriterion.web.submissions.worker.live_writer import LiveWriter
from tests.web.rehearsal import make_assessment

START = datetime(2030, 1, 1, tzinfo=UTC)
SLOTS, MAX_WORKERS, MAX_SUBMISSIONS, MACHINES = 2, 6, 6, 2
RUNNING, QUEUED, BLOCKED = (
    SubmissionState.RUNNING,
    SubmissionState.QUEUED,
    SubmissionState.BLOCKED,
)
LEASE_SECONDS = LEASE.total_seconds()


class Process:
    """A worker's process on one of the machines."""

    def __init__(self, number: int, now: Callable[[], float]) -> None:
        self.machine = number % MACHINES
        self.name = f"machine-{self.machine}/boot-1/{number}-1"
        self.jobs: dict[tuple[int, int], Job] = {}
        self.inabilities = Inabilities(now)
        self.keeper = Keeper(self.name, lambda: tuple(self.jobs.values()), now)
        self.is_alive = True
        self.is_cut = False  # from the database
        self.reached_at = now()  # since when the database could be reached without a break
        self.skew = timedelta()

    def publish(self) -> None:
        """For jobs: others are told at each look."""


class Queue(RuleBasedStateMachine):
    """What may happen, in any order."""

    activity: ClassVar[Activity]
    user: ClassVar[User]

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0
        self.restarted_at = -1e6  # of the database's server
        self.looking = 0  # the machine on which somebody looks now
        self.processes: list[Process] = []
        self.given: list[int] = []
        self.attempts: dict[int, int] = defaultdict(int)  # the newest one of each submission
        self.lease_ends: dict[tuple[int, int], float] = {}
        self.verdicts: dict[int, int] = {}  # which attempt's counts
        self.deaths: dict[int, int] = defaultdict(int)  # of processes that held a submission
        self.silences: dict[int, int] = defaultdict(int)  # of those that let its lease expire
        self._patches = ExitStack()
        moment = lambda: Value(  # noqa: E731
            START + timedelta(seconds=self.seconds), output_field=DateTimeField()
        )
        young = lambda: self.seconds - self.restarted_at < LEASE_SECONDS  # noqa: E731
        self._patches.enter_context(patch.object(clock, "now", moment))
        self._patches.enter_context(patch.object(leases, "_is_server_young", young))
        for module in (leases, blocked, workers):
            self._patches.enter_context(patch.object(module, "is_gone", self._is_gone))
        Submission.objects.all().delete()
        Worker.objects.all().delete()
        for _ in range(2):
            self._begin()
            self.submit_solution()
        for number in range(2):
            self.claim(number)

    # --- The world

    def _begin(self) -> Process:
        process = Process(len(self.processes), lambda: self.seconds)
        self.processes.append(process)
        return process

    def _is_gone(self, name: str) -> bool:
        """What a process can know of another one on its own machine."""
        for process in self.processes:
            if process.name == name:
                return not process.is_alive and process.machine == self.looking
        return False

    @contextmanager
    def _acting(self, process: Process) -> Iterator[None]:
        """What a process does: by its own clock, and perhaps cut off."""
        self.looking = process.machine
        right = timezone.now
        with ExitStack() as stack:
            stack.enter_context(transaction.atomic())  # what fails leaves the test's own as it was
            stack.enter_context(patch.object(timezone, "now", lambda: right() + process.skew))
            if process.is_cut:
                stack.enter_context(connection.execute_wrapper(_refuse))
            yield

    @property
    def _living(self) -> list[Process]:
        return [process for process in self.processes if process.is_alive]

    def _choose(self, number: int) -> Process:
        return self._living[number % len(self._living)]

    # --- What may happen

    @precondition(lambda self: len(self.given) < MAX_SUBMISSIONS)
    @rule()
    def submit_solution(self) -> None:
        submission = Submission.objects.create(
            user=self.user,
            activity=self.activity,
            number=len(self.given) + 1,
            turn=len(self.given) + 1,
            files={"a.py": "x"},
        )
        self.given.append(submission.pk)

    @rule(seconds=st.sampled_from([0.3, 3.0, 6.0, 12.0, 31.0, 70.0]))
    def pass_time(self, seconds: float) -> None:
        self.seconds += seconds

    @precondition(lambda self: self._living)
    @rule(which=st.integers(0, 9))
    def claim(self, which: int) -> None:
        process = self._choose(which)
        if process.is_cut or len(process.jobs) >= SLOTS:
            return
        with self._acting(process):
            taken = claim_next(process.name, exclude=process.inabilities.make_exclusion())
        if taken is None:
            return
        key = (taken.pk, taken.attempt)
        assert taken.attempt == self.attempts[taken.pk] + 1  # one after the other
        assert taken.pk not in self.verdicts
        self.attempts[taken.pk] = taken.attempt
        self.lease_ends[key] = self.seconds + LEASE_SECONDS
        is_try = process.inabilities.begin_try(taken.activity_id)
        job = Job(taken, cast("LiveWriter", None), cast("Any", process), is_try=is_try)
        process.jobs[key] = job

    @precondition(lambda self: self._living)
    @rule(which=st.integers(0, 9))
    def look(self, which: int) -> None:
        """The keeper renews, reaps and stops; the worker says what it can."""
        process = self._choose(which)
        before = {row.pk: row for row in Submission.objects.filter(state=RUNNING)}
        renewed = False
        try:
            with self._acting(process):
                renewed = process.keeper.do_duties()
                announce(process.name, SLOTS, "", process.inabilities.to_json())
                release(process.inabilities)
                block(process.inabilities)
        except OperationalError:
            assert process.is_cut
        else:
            assert not process.is_cut
        running = {
            (row.pk, row.attempt)
            for row in Submission.objects.filter(state=RUNNING, worker=process.name)
        }
        for key, job in list(process.jobs.items()):
            if renewed and key in running:
                self.lease_ends[key] = self.seconds + LEASE_SECONDS
            if job._abandoned:
                assert key not in running
                del process.jobs[key]
        self._check_reaped(before, process)

    def _check_reaped(self, before: dict[int, Submission], reaper: Process) -> None:
        """Nobody is reaped before the lease ran out and could have been renewed."""
        for row in Submission.objects.filter(pk__in=before).exclude(state=RUNNING):
            holder = next(
                process for process in self.processes if process.name == before[row.pk].worker
            )
            if not holder.is_alive and holder.machine == reaper.machine:
                continue
            self.silences[row.pk] += 1
            assert self.seconds > self.lease_ends[row.pk, before[row.pk].attempt]
            assert self.seconds - reaper.reached_at >= LEASE_SECONDS
            assert self.seconds - self.restarted_at >= LEASE_SECONDS

    @precondition(lambda self: any(process.jobs for process in self._living))
    @rule(which=st.integers(0, 9), nth=st.integers(0, 9))
    def finish_one(self, which: int, nth: int) -> None:
        """A run has ended. Who is cut off keeps the verdict, and tries again later."""
        busy = [process for process in self._living if process.jobs and not process.is_cut]
        if not busy:
            return
        process = busy[which % len(busy)]
        key = list(process.jobs)[nth % len(process.jobs)]
        self._finish(process, key)

    def _finish(self, process: Process, key: tuple[int, int]) -> None:
        job = process.jobs.pop(key)
        pk, attempt = key
        state = Submission.objects.values_list("state", flat=True).get(pk=pk)
        with self._acting(process):
            counts = finish(job.submission, make_assessment(job.submission), seconds=1.0)
        is_newest = attempt == self.attempts[pk]
        assert counts == (is_newest and state in (RUNNING, QUEUED, BLOCKED))
        if counts:
            assert pk not in self.verdicts
            self.verdicts[pk] = attempt

    @precondition(lambda self: any(process.jobs for process in self._living))
    @rule(which=st.integers(0, 9), nth=st.integers(0, 9))
    def show_inability(self, which: int, nth: int) -> None:
        """The worker lacks what the exercise needs."""
        busy = [process for process in self._living if process.jobs and not process.is_cut]
        if not busy:
            return
        process = busy[which % len(busy)]
        key = list(process.jobs)[nth % len(process.jobs)]
        job = process.jobs.pop(key)
        with self._acting(process):
            record_missing_part(
                process.inabilities, self.activity, OperatorError("the image is gone")
            )
            requeue_attempt(job.submission)

    @precondition(lambda self: len(self._living) > 0)
    @rule(which=st.integers(0, 9))
    def kill(self, which: int) -> None:
        process = self._choose(which)
        process.is_alive = False
        for pk in {pk for pk, _ in process.jobs}:
            self.deaths[pk] += 1

    @precondition(lambda self: len(self.processes) < MAX_WORKERS)
    @rule()
    def begin(self) -> None:
        self._begin()

    @precondition(lambda self: self._living)
    @rule(which=st.integers(0, 9))
    def cut_off(self, which: int) -> None:
        self._choose(which).is_cut = True

    @precondition(lambda self: self._living)
    @rule(which=st.integers(0, 9))
    def heal(self, which: int) -> None:
        self._heal(self._choose(which))

    def _heal(self, process: Process) -> None:
        if process.is_cut:
            # Only if it looked meanwhile does it know; a short cut that nobody noticed is none.
            process.is_cut = False
            if process.keeper._had_gap:
                process.reached_at = self.seconds

    @precondition(lambda self: self._living)
    @rule(which=st.integers(0, 9), seconds=st.sampled_from([12.0, 31.0, 70.0]))
    def be_away(self, which: int, seconds: float) -> None:
        """Cut off for a while, noticing it, and looking at once when that is over."""
        process = self._choose(which)
        process.is_cut = True
        self.look(which)
        self.seconds += seconds
        self._heal(process)
        self.look(which)

    @precondition(lambda self: len(self._living) > 1)
    @rule(which=st.integers(0, 9), claims=st.booleans(), ends=st.booleans())
    def stand_still(self, which: int, claims: bool, ends: bool) -> None:
        """Let one process do nothing for longer than a lease, while the others work as usual."""
        busy = [process for process in self._living if process.jobs] or self._living
        frozen = busy[which % len(busy)]
        for _ in range(9):
            self.seconds += LEASE_SECONDS / 6
            for number, process in enumerate(self._living):
                if process is not frozen:
                    self.look(number)
        for number, process in enumerate(self._living):
            if claims and process is not frozen:
                self.claim(number)
        if ends and not frozen.is_cut:  # its runs have ended meanwhile
            for key in list(frozen.jobs):
                self._finish(frozen, key)

    @rule()
    def stop_database(self) -> None:
        for process in self._living:
            process.is_cut = True

    @rule()
    def start_database(self) -> None:
        self.restarted_at = self.seconds
        for process in self._living:
            self._heal(process)

    @precondition(lambda self: self._living)
    @rule(which=st.integers(0, 9), hours=st.sampled_from([-1, 0, 1]))
    def set_clock(self, which: int, hours: int) -> None:
        self._choose(which).skew = timedelta(hours=hours)

    # --- What always holds

    @invariant()
    def no_failure_is_counted(self) -> None:
        # One query for all rows: this runs after every step.
        losses = list(Loss.objects.values_list("submission", "is_silent"))
        for row in Submission.objects.only("state", "failures"):
            assert row.failures == 0
            deaths, silences = self.deaths[row.pk], self.silences[row.pk]
            silent = losses.count((row.pk, True))
            loud = losses.count((row.pk, False))
            assert loud <= deaths
            assert loud + silent <= deaths + silences
            # A process that was only silent takes its loss back, also after the last one.
            if row.state == SubmissionState.FAILED:
                assert deaths + silences >= MAX_LOSSES
            else:
                assert loud + silent < MAX_LOSSES

    @invariant()
    def nothing_is_lost_or_judged_twice(self) -> None:
        rows = {row.pk: row for row in Submission.objects.select_related("assessment")}
        assert set(rows) == set(self.given)
        for pk, row in rows.items():
            assert (row.state == SubmissionState.FINISHED) == (pk in self.verdicts)
            if pk in self.verdicts:
                assert row.assessment.attempt == self.verdicts[pk] == row.attempt
                assert row.accepted and not row.worker

    def teardown(self) -> None:
        """Once a healthy worker stays, everything ends."""
        try:
            for process in self._living:
                self._heal(process)
            self._begin()
            over = {SubmissionState.FINISHED, SubmissionState.FAILED}
            for _ in range(150):
                if set(Submission.objects.values_list("state", flat=True)) <= over:
                    break
                self.seconds += LEASE_SECONDS / 6  # more would be a gap
                for number in range(len(self._living)):
                    self.look(number)
                    self.claim(number)
                healthy = self._living[-1]
                for key in list(healthy.jobs):
                    self._finish(healthy, key)
                for process in self._living[:-1]:  # what they still run ends as well
                    for key in list(process.jobs):
                        self._finish(process, key)
            self.no_failure_is_counted()
            self.nothing_is_lost_or_judged_twice()
            assert set(Submission.objects.values_list("state", flat=True)) <= over
        finally:
            self._patches.close()


def _refuse(*_: object) -> None:
    raise OperationalError("the database is away")


@pytest.mark.long(reason="thirty random interleavings of forty steps")
@pytest.mark.django_db
def test_the_queue_loses_nothing_and_counts_no_failures(anna: User, exercise: Activity) -> None:
    Queue.user, Queue.activity = anna, exercise
    run_state_machine_as_test(
        Queue,
        settings=settings(
            max_examples=30,
            stateful_step_count=40,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
