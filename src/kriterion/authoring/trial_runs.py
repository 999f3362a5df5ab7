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
from kriterion.errors import SandboxUnavailable
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

    Once `stop` is set, runs are ended as if the machine failed, and the rest is skipped. Raises
    SandboxUnavailable after ending all runs.
    """
    stop = threading.Event() if stop is None else stop
    sandbox = StoppableSandbox(context.sandbox, stop)
    with ThreadPoolExecutor(context.jobs) as pool:
        try:
            waiting = [
                pool.submit(_run_trial, trial, judges[trial.exercise.id], context, sandbox)
                for trial in trials
            ]
            for done in as_completed(waiting):
                tried = done.result()
                if tried is not None:
                    watch(tried)
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise


def _run_trial(
    trial: Trial, judge: Judge | TestRunnerRun, context: ToolContext, sandbox: StoppableSandbox
) -> TrialResult | None:
    """Judge a trial; None if it is skipped because the sandbox does not work."""
    if sandbox.stop.is_set():
        return None
    try:
        assessment = assess(
            AssessmentRequest(exercise=trial.exercise, submission=trial.submission, judge=judge),
            ToolContext(images=context.images, sandbox=sandbox, make_root=context.make_root),
        )
    except SandboxUnavailable:
        sandbox.stop.set()
        raise
    except KriterionError as fault:
        return TrialResult(trial, None, fault=fault)
    judged = assessment.judge
    grading = None
    if judged is not None and isinstance(judge, Judge):
        grading = read_grading(judge, judged.feedback)
    return TrialResult(trial, judged, assessment.points, grading)
