"""Run every trial through its judge, several at a time."""

import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from kriterion.assessment.assess import assess
from kriterion.assessment.assessment_record import JudgeRecord, Points
from kriterion.assessment.context import ToolContext
from kriterion.assessment.grading import Grading, read_grading
from kriterion.assessment.request import AssessmentRequest
from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.authoring.trials import Trial
from kriterion.errors import MachineError, SandboxUnavailable
from kriterion.sandbox.stoppable import StoppableSandbox
from kriterion.tools.judge_run import Judge
from kriterion_tools.errors import KriterionError


@dataclass(frozen=True, slots=True)
class TrialResult:
    """A trial with its judgement, or with a fault if it could not be judged.

    `points` are None without points, `grading` for judges other than learn-ocaml's.
    """

    trial: Trial
    judged: JudgeRecord | None
    points: Points | None = None
    grading: Grading | None = None
    fault: KriterionError | None = None


def run_trials(
    trials: Iterable[Trial],
    judges: Mapping[str, Judge | TestRunnerRun],
    context: ToolContext,
    watch: Callable[[TrialResult], None],
    *,
    stop: threading.Event | None = None,
) -> None:
    """Judge all trials; `watch` receives each when it is done, in any order.

    What the machine fails is tried once more after all others. Once `stop` is set, runs are ended
    as if the machine failed, and the rest is skipped. Raises SandboxUnavailable after ending all
    runs, unless the sandbox has worked before: then the machine has failed that trial.
    """
    stop = threading.Event() if stop is None else stop
    runner = _Runner(judges, context, StoppableSandbox(context.sandbox, stop))
    failed: list[Trial] = []

    def sort_out(tried: TrialResult) -> None:
        if isinstance(tried.fault, MachineError) and not stop.is_set():
            failed.append(tried.trial)
        else:
            watch(tried)

    runner.run_all(trials, sort_out)
    runner.run_all(failed, watch)


class _Runner:
    """Runs trials, and remembers whether the sandbox has ever worked."""

    def __init__(
        self,
        judges: Mapping[str, Judge | TestRunnerRun],
        context: ToolContext,
        sandbox: StoppableSandbox,
    ) -> None:
        self._judges = judges
        self._context = context
        self._sandbox = sandbox
        self._has_worked = threading.Event()

    def run_all(self, trials: Iterable[Trial], watch: Callable[[TrialResult], None]) -> None:
        stop = self._sandbox.stop
        with ThreadPoolExecutor(self._context.jobs) as pool:
            try:
                waiting = [pool.submit(self._run, trial) for trial in trials]
                for done in as_completed(waiting):
                    tried = done.result()
                    if tried is not None:
                        watch(tried)
            except BaseException:
                stop.set()
                pool.shutdown(cancel_futures=True)
                raise

    def _run(self, trial: Trial) -> TrialResult | None:
        """Judge a trial; None if it is skipped because the check ends."""
        if self._sandbox.stop.is_set():
            return None
        judge = self._judges[trial.exercise.id]
        context = ToolContext(
            images=self._context.images,
            sandbox=self._sandbox,
            make_root=self._context.make_root,
        )
        try:
            assessment = assess(
                AssessmentRequest(
                    exercise=trial.exercise, submission=trial.submission, judge=judge
                ),
                context,
            )
        except SandboxUnavailable as fault:
            if self._has_worked.is_set():
                return TrialResult(trial, None, fault=MachineError(str(fault)))
            self._sandbox.stop.set()
            raise
        except KriterionError as fault:
            return TrialResult(trial, None, fault=fault)
        self._has_worked.set()
        judged = assessment.judge
        grading = None
        if judged is not None and isinstance(judge, Judge):
            grading = read_grading(judge, judged.feedback)
        return TrialResult(trial, judged, assessment.points, grading)
