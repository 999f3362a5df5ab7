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
