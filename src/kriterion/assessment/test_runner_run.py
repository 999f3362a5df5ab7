"""Run a test runner as the judge of an assessment."""

from dataclasses import dataclass

from msgspec.structs import replace

from kriterion.assessment.assessment_record import JudgeRecord, ToolViolation
from kriterion.assessment.context import ToolContext
from kriterion.assessment.results_feedback import make_verdict
from kriterion.assessment.run_notes import add_run_findings
from kriterion.assessment.tool_environment import make_environment
from kriterion.assessment.tool_input import map_solution
from kriterion.assessment.verdict_record import make_judge_record
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import TrackExercise
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools import test_runner as test_runners
from kriterion.tools.exercism_tool import ExercismTool
from kriterion.tools.judge_run import Judge, choose_image_name
from kriterion.translators import load_translator


@dataclass(frozen=True, kw_only=True, slots=True)
class TestRunnerRun:
    """A test runner to run, and the exercise as it sees it."""

    __test__ = False  # pytest would collect it

    tool: ExercismTool
    exercise: TrackExercise


def choose_judge_image(judge: Judge | TestRunnerRun, exercise: Exercise) -> str | None:
    """Return the name of the image for judging a submission; None for this machine itself."""
    return (
        judge.tool.image if isinstance(judge, TestRunnerRun) else choose_image_name(judge, exercise)
    )


def run_tests(
    running: TestRunnerRun, exercise: Exercise, submission: SubmittedFiles, context: ToolContext
) -> JudgeRecord:
    """Run an exercise's tests on a submission. Raises as `assess` does."""
    solution = map_solution(running.exercise, submission)
    run = test_runners.plan(
        running.tool, running.exercise, solution, context.images, context.make_root
    )
    tested = test_runners.read(context.sandbox.run(run))
    translator = load_translator(submission.language)
    verdict = make_verdict(tested, exercise, translator)
    verdict = add_run_findings(verdict, tested.outcome.findings, translator)
    record = make_judge_record(verdict, tested.outcome)
    violations = tuple(
        ToolViolation(
            document=violation.document,
            where=violation.where,
            what=violation.what,
            code=violation.code,
        )
        for violation in tested.violations
    )
    return replace(
        record,
        violations=violations + record.violations,
        environment=make_environment(run.image, tested.outcome),
    )
