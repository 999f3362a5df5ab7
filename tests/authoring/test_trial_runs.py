import threading
from collections.abc import Callable

import pytest

from kriterion.assessment.context import ToolContext
from kriterion.authoring.trial_runs import TrialResult, run_trials
from kriterion.errors import MachineError, OperatorError, SandboxUnavailable
from kriterion.sandbox.run import Outcome, Run, Sandbox, discard_output
from kriterion.tools.judge_run import Judge
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.authoring.sample import EXERCISE, make_trial
from tests.rehearsed import Rehearsed

WRITTEN = b'{"accepted": true, "status": "correct"}'


@pytest.fixture
def judges(judge: Callable[..., Judge]) -> dict[str, Judge]:
    return {EXERCISE.id: judge()}


def _make_context(sandbox: Sandbox, jobs: int = 1) -> ToolContext:
    return ToolContext(sandbox=sandbox, images={}, jobs=jobs)


@pytest.mark.parametrize("jobs", [1, 4])
def test_every_trial_is_judged_and_reported(judges: dict[str, Judge], jobs: int) -> None:
    trials = [make_trial(Status.CORRECT) for _ in range(9)]
    tried: list[TrialResult] = []
    run_trials(trials, judges, _make_context(Rehearsed(pieces=[WRITTEN]), jobs), tried.append)
    assert [trial.judged and trial.judged.status for trial in tried] == [Status.CORRECT] * 9


def test_one_machine_failure_is_reported_and_the_rest_continues(judges: dict[str, Judge]) -> None:
    tried: list[TrialResult] = []
    failing = Rehearsed(MachineError("disk full"))
    run_trials([make_trial(), make_trial()], judges, _make_context(failing), tried.append)
    assert [str(trial.fault) for trial in tried] == ["disk full"] * 2


def test_a_fault_in_one_exercise_does_not_stop_other_trials(
    judges: dict[str, Judge],
) -> None:
    tried: list[TrialResult] = []
    failing = Rehearsed(OperatorError("evaluation holds too many files"))
    run_trials([make_trial(), make_trial()], judges, _make_context(failing), tried.append)
    assert len(tried) == 2


def test_without_a_sandbox_trials_stop(judges: dict[str, Judge]) -> None:
    failing = Rehearsed(SandboxUnavailable("no namespaces"))
    with pytest.raises(SandboxUnavailable):
        run_trials([make_trial()] * 50, judges, _make_context(failing), lambda _: None)
    assert len(failing.runs) < 50


class _Failing(Rehearsed):
    """Its runs with these numbers, counted from 0, raise an error instead."""

    def __init__(self, error: Exception, numbers: set[int]) -> None:
        super().__init__(pieces=[WRITTEN])
        self._error, self._numbers = error, numbers

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = discard_output,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        if len(self.runs) in self._numbers:
            self.runs.append(run)
            raise self._error
        return super().run(run, receive=receive, cancelled=cancelled)


FAULTS = pytest.mark.parametrize(
    "fault", [MachineError("disk full"), SandboxUnavailable("no /dev/null")], ids=repr
)


@FAULTS
def test_what_the_machine_fails_is_tried_again(judges: dict[str, Judge], fault: Exception) -> None:
    tried: list[TrialResult] = []
    sandbox = _Failing(fault, {1, 2})
    run_trials([make_trial(Status.CORRECT)] * 5, judges, _make_context(sandbox), tried.append)
    assert [trial.judged and trial.judged.status for trial in tried] == [Status.CORRECT] * 5
    assert len(sandbox.runs) == 7


@FAULTS
def test_a_sandbox_that_breaks_loses_no_result(judges: dict[str, Judge], fault: Exception) -> None:
    tried: list[TrialResult] = []
    sandbox = _Failing(fault, set(range(2, 100)))
    run_trials([make_trial(Status.CORRECT)] * 5, judges, _make_context(sandbox), tried.append)
    assert [type(trial.fault) for trial in tried] == [type(None)] * 2 + [MachineError] * 3
    assert len(sandbox.runs) == 5 + 3


class _OnlyTheFirstEnds(Rehearsed):
    """All other runs go on for an hour, unless they are cancelled."""

    def __init__(self) -> None:
        super().__init__(pieces=[0.2, WRITTEN])
        self.endless = Rehearsed(pieces=[WRITTEN, 3600.0])
        self._first = threading.Lock()

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = discard_output,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        if self._first.acquire(blocking=False):
            return super().run(run, receive=receive, cancelled=cancelled)
        return self.endless.run(run, receive=receive, cancelled=cancelled)


def test_interrupting_the_check_stops_the_runs(judges: dict[str, Judge]) -> None:
    """Ctrl-C ends a check within moments, however long the runs would have taken."""
    sandbox = _OnlyTheFirstEnds()

    def interrupt(_: TrialResult) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_trials([make_trial()] * 6, judges, _make_context(sandbox, jobs=3), interrupt)
    assert 1 <= len(sandbox.endless.runs) <= 3
