"""The work of checks with solutions as workers see it: one exercise per task."""

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from kriterion.authoring.check_material import Material
from kriterion.authoring.check_report import CheckReport
from kriterion.authoring.exercise_check import check_exercises
from kriterion.authoring.finding import error
from kriterion.authoring.subject import SubjectKind
from kriterion.authoring.trials import gather_trials
from kriterion.errors import ContentUnavailable
from kriterion.web.catalog.exercise_files import load_activity_exercise
from kriterion.web.catalog.held_back import TRIAL_CODES, has_static_obstacles, store_trial
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.repository_directory import find_directory
from kriterion.web.content.content_access import hold_content
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.repository_management.models import ExerciseCheck
from kriterion.web.repository_management.services.solution_check import (
    claim_exercise,
    filter_claimable,
    is_claimed,
    record_death,
    record_failure,
    renew,
    requeue_exercise,
    select_running,
    store_exercise,
)
from kriterion.web.submissions.queue.error_text import describe_error
from kriterion.web.submissions.queue.inability import Exclusion, Inabilities
from kriterion.web.submissions.queue.lease_reaper import LeaseReaper, is_suspect
from kriterion.web.submissions.queue.leases import RENEW_SECONDS
from kriterion.web.submissions.queue.store_outcome import AWAY, store_with_retries
from kriterion.web.submissions.queue.tool_versions import FindVersions
from kriterion.web.submissions.worker.background_work import BackgroundTask, StoppableTask
from kriterion.web.submissions.worker.job import Assess, JobWorker
from kriterion.web.tools.machine import this_machine
from kriterion.web.tools.tool_choice import find_exercise_judge
from kriterion_tools.diagnostic import Diagnostic, Severity
from kriterion_tools.errors import KriterionError

_DATABASE_PAUSE = timedelta(seconds=2)  # after the database was away during an attempt

_log = logging.getLogger(__name__)


class CheckTask(StoppableTask):
    """One attempt at an exercise of a check."""

    def __init__(self, exercise: ExerciseCheck) -> None:
        super().__init__()
        self.exercise = exercise
        repository = exercise.repository_check.repository_id
        self.label = f"of the check of repository {repository}"
        self.is_suspect = is_suspect(exercise)

    def run(self, assess: Assess, find_versions: FindVersions, worker: JobWorker) -> None:
        exercise = self.exercise
        activities = Activity.objects.select_related("repository")
        activity = activities.filter(pk=exercise.activity_id).first()
        if activity is None:  # removed meanwhile
            self._store(lambda: store_exercise(exercise, []))
            return
        try:
            report, judged, failures = check_activity(activity, self._stopped)
        except KriterionError as fault:
            self._fail(activity, fault, is_expected=True)
        except Exception as fault:
            self._fail(activity, fault, is_expected=isinstance(fault, AWAY))
        else:
            if self._stopped.is_set():
                self._store(lambda: requeue_exercise(exercise))
            elif report.machine_failed:
                failed = [
                    finding for finding in report.findings if finding.code == "machine.failed"
                ]
                reason = failed[0].what.removeprefix("this machine failed: ") if failed else ""
                self._store(lambda: record_failure(exercise, activity.path, reason))
            else:
                self._store(lambda: self._store_result(activity, report, judged, failures))

    def _store_result(
        self,
        activity: Activity,
        report: CheckReport,
        judged: int,
        failures: Sequence[Diagnostic] | None,
    ) -> bool:
        if not is_claimed(self.exercise):
            return False
        if failures is not None:
            store_trial(activity.pk, failures)
        return store_exercise(self.exercise, report.findings, judged=judged)

    def _fail(self, activity: Activity, fault: Exception, *, is_expected: bool) -> None:
        exercise = self.exercise
        if self._stopped.is_set():
            self._store(lambda: requeue_exercise(exercise))
            return
        _log.error("%s: %s", self.label, fault, exc_info=None if is_expected else fault)
        if isinstance(fault, (*AWAY, ContentUnavailable)):
            self._store(lambda: requeue_exercise(exercise, after=_DATABASE_PAUSE))
        else:
            failure = describe_error(fault)
            self._store(lambda: record_failure(exercise, activity.path, failure))

    def _store(self, write: Callable[[], bool]) -> None:
        store_with_retries(write, ending=self._stopped, is_well=lambda: renew((self.exercise,)))


class CheckResult(NamedTuple):
    """What a check found, and how many submissions it judged.

    `failures` are the findings about its own solutions if none of them passes; empty if one does,
    None if none was judged.
    """

    report: CheckReport
    judged: int
    failures: Sequence[Diagnostic] | None


def check_activity(activity: Activity, stopped: threading.Event) -> CheckResult:
    """Judge the solutions and known-wrong submissions of an exercise.

    One that is known to be unsolvable is not judged: its obstacles are among the problems.
    Raises SandboxUnavailable if nothing can be run.
    """
    root = find_directory(activity.repository)
    with hold_content((root,)):
        return _check_held_activity(activity, root, stopped)


def _check_held_activity(activity: Activity, root: Path, stopped: threading.Event) -> CheckResult:
    kind = SubjectKind.EXERCISE
    if has_static_obstacles(activity):
        return CheckResult(CheckReport(subject=activity.path, kind=kind, root=root), 0, None)
    installation = this_machine()
    try:
        exercise = load_activity_exercise(activity)
    except KriterionError as fault:
        finding = error(activity.path, f"cannot be judged: {fault}", code="exercise.cannot-judge")
        report = CheckReport(subject=activity.path, kind=kind, root=root, findings=(finding,))
        return CheckResult(report, 0, None)
    trials, _ = gather_trials(exercise)  # what is wrong with them is among the problems
    judged = 0
    release_connection()  # the runs may take minutes

    def count(done: int, of: int, file: str) -> None:
        nonlocal judged
        judged = done

    report = check_exercises(
        activity.path,
        kind,
        Material(root, (exercise,), tuple(trials), ()),
        find_judge=lambda exercise: find_exercise_judge(installation, exercise, activity),
        images=installation.image_names,
        context=installation.make_context(),
        missing=Severity.WARNING,
        watch=count,
        stop=stopped,
    )
    solutions = [trial.file for trial in trials if trial.solution] if judged else []
    return CheckResult(report, judged, find_failures(solutions, report.findings))


def find_failures(
    solutions: Collection[str], findings: Iterable[Diagnostic]
) -> list[Diagnostic] | None:
    """Return the findings about failed solutions if all failed; None if there are no solutions."""
    if not solutions:
        return None
    failures = [
        finding
        for finding in findings
        if finding.file in solutions
        and finding.code in TRIAL_CODES
        and finding.severity is Severity.ERROR
    ]
    return failures if {finding.file for finding in failures} >= set(solutions) else []


class CheckReaper(LeaseReaper[ExerciseCheck]):
    """Looks for attempts at checks whose worker can no longer renew its lease."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        super().__init__(
            monotonic,
            list_running=select_running,
            record_death=record_death,
            requeue=requeue_exercise,
        )


class CheckWork:
    """The source of these tasks for one process. Implements BackgroundWork."""

    is_awaited = False

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._reaper = CheckReaper(monotonic)
        self._renewed_at = float("-inf")

    def has_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        return filter_claimable(suspects=suspects, exclude=exclude).exists()

    def take(self, worker: str, *, suspects: bool, exclude: Exclusion) -> BackgroundTask | None:
        exercise = claim_exercise(worker, suspects=suspects, exclude=exclude)
        return None if exercise is None else CheckTask(exercise)

    def do_duties(
        self, worker: str, inabilities: Inabilities, tasks: Collection[BackgroundTask]
    ) -> None:
        runs = [task for task in tasks if isinstance(task, CheckTask)]
        now = self._monotonic()
        if now - self._renewed_at >= RENEW_SECONDS:
            self._renewed_at = now
            renew([task.exercise for task in runs])
        for task in runs:
            if not is_claimed(task.exercise):
                task.stop()
        self._reaper.reap_if_due()
