"""Run the tools on a submission: its judge or test runner, then analyzer and representer if it was
accepted.
"""

import dataclasses
from collections.abc import Callable

from msgspec.structs import replace

from kriterion.assessment.analyzer_run import AnalyzerRun, analyze
from kriterion.assessment.assessment_record import (
    NOT_ACCEPTED,
    AnalyzerRecord,
    AssessmentRecord,
    JudgeRecord,
    Points,
    RepresenterRecord,
    SubmissionRecord,
)
from kriterion.assessment.context import ToolContext
from kriterion.assessment.grading import (
    compute_points,
    configure,
    read_grading,
    replace_points_in_summary,
    settle_maximum,
)
from kriterion.assessment.representer_run import RepresenterRun, represent
from kriterion.assessment.request import AssessmentRequest
from kriterion.assessment.run_notes import add_run_findings
from kriterion.assessment.test_runner_run import TestRunnerRun, run_tests
from kriterion.assessment.tool_environment import make_environment
from kriterion.assessment.tool_run import SkippedTool
from kriterion.assessment.verdict_record import make_judge_record
from kriterion.errors import MachineError
from kriterion.exercises.exercise import Exercise
from kriterion.sandbox.findings import report_refused_network
from kriterion.sandbox.run import Ending
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools import judge_run as judges
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.live_changes import Change
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput


def assess(
    request: AssessmentRequest,
    context: ToolContext,
    watch: Callable[[Change], None] | None = None,
) -> AssessmentRecord:
    """Run the requested tools on the submission and read their results.

    `watch` receives each change in the feedback while the judge still runs. Raises OperatorError
    and MachineError; a bad tool or a bad submission is a result.
    """
    judged, points = None, None
    if isinstance(request.judge, TestRunnerRun):
        judged = run_tests(request.judge, request.exercise, request.submission, context)
    elif request.judge is not None:
        judged, points = _run_judge(request, request.judge, context, watch)
    return AssessmentRecord(
        submission=_make_submission_record(request.exercise, request.submission),
        judge=judged,
        analyzer=_run_analyzer(request, judged, context),
        representer=_run_representer(request, judged, context),
        points=points,
    )


def analyze_again(
    request: AssessmentRequest,
    record: AssessmentRecord,
    context: ToolContext,
    *,
    represents_only: bool = False,
) -> AssessmentRecord:
    """Run analyzer and representer on an assessed submission; what the judge found stays.

    With `represents_only`, what the analyzer found stays, too. Raises as `assess` does.
    """
    if not represents_only:
        record = replace(record, analyzer=_run_analyzer(request, record.judge, context))
    return replace(record, representer=_run_representer(request, record.judge, context))


def _run_analyzer(
    request: AssessmentRequest, judged: JudgeRecord | None, context: ToolContext
) -> AnalyzerRecord | None:
    analyzer = request.analyzer
    if (
        isinstance(analyzer, AnalyzerRun)
        and _is_rejected(judged)
        and not _analyzes_rejected(analyzer, request.exercise)
    ):
        analyzer = SkippedTool(NOT_ACCEPTED)
    return None if analyzer is None else analyze(analyzer, request.submission, context)


def _run_representer(
    request: AssessmentRequest, judged: JudgeRecord | None, context: ToolContext
) -> RepresenterRecord | None:
    representer = request.representer
    if isinstance(representer, RepresenterRun) and _is_rejected(judged):
        representer = SkippedTool(NOT_ACCEPTED)
    return None if representer is None else represent(representer, request.submission, context)


def _is_rejected(judged: JudgeRecord | None) -> bool:
    return judged is not None and not judged.accepted


def _analyzes_rejected(analyzer: AnalyzerRun, exercise: Exercise) -> bool:
    """Whether the installation or the exercise requests comments on rejected submissions."""
    return not analyzer.accepted_only or exercise.evaluation.get("analyze_rejected") is True


def _run_judge(
    request: AssessmentRequest,
    judge: judges.Judge,
    context: ToolContext,
    watch: Callable[[Change], None] | None,
) -> tuple[JudgeRecord, Points | None]:
    exercise, submission, maximum = request.exercise, request.submission, request.maximum
    if judge.reports_points:
        exercise = configure(exercise, submission, maximum)
    run = judges.plan(judge, exercise, submission, context.images, context.make_root)
    output = JudgeOutput(watch, judge.dialect)
    outcome = context.sandbox.run(run, receive=output.feed)
    if outcome.ending is Ending.CANCELLED:
        raise MachineError("the run was cancelled")
    translator = load_translator(submission.language)
    verdict = judges.read(judge, output, outcome, translator)
    if run.network_refused:
        refused = report_refused_network(run.image.name)
        outcome = dataclasses.replace(outcome, findings=(*outcome.findings, refused))
    verdict = add_run_findings(verdict, outcome.findings, translator)
    record = replace(
        make_judge_record(verdict, outcome), environment=make_environment(run.image, outcome)
    )
    grading = read_grading(judge, verdict.output)
    if grading is None:
        return record, None
    stated = compute_points(grading, exercise, maximum.points)
    points = compute_points(
        grading, exercise, settle_maximum(grading, exercise, submission, maximum)
    )
    return replace_points_in_summary(record, stated, points, translator), points


def _make_submission_record(exercise: Exercise, submission: SubmittedFiles) -> SubmissionRecord:
    return SubmissionRecord(
        exercise=exercise.name(submission.language),
        file_name=submission.file_name,
        source=submission.source.decode(errors="replace"),
        language=submission.language,
        programming_language=exercise.programming_language,
        other_files={
            name: text.decode(errors="replace") for name, text in submission.other_files.items()
        },
    )
