"""Assess a stored submission with its exercise's tools, as `kriterion assess` does with files."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kriterion.assessment.analyzer_run import AnalyzerRun
from kriterion.assessment.assess import analyze_again, assess
from kriterion.assessment.assessment_record import AnalyzerStatus, AssessmentRecord
from kriterion.assessment.context import ToolContext
from kriterion.assessment.representer_run import RepresenterRun
from kriterion.assessment.request import AssessmentRequest
from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.host.exercise_tools import ExerciseTools
from kriterion.sandbox.run import Sandbox
from kriterion.sandbox.stoppable import StoppableSandbox
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.judge_run import Judge
from kriterion.web.catalog.exercise_files import load_activity_track_exercise
from kriterion.web.content.content_access import hold_content
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.submissions.models import Assessment, Submission, SubmissionState
from kriterion.web.telemetry.traced_sandbox import TracedSandbox
from kriterion.web.telemetry.traces import is_tracing
from kriterion.web.tools.machine import this_machine
from kriterion.web.tools.tool_choice import choose_tools
from kriterion_tools.contracts.dodona_judge.live_changes import Change

_MAX_EARLIER = 20  # earlier submissions searched for an analyzed one


def assess_submission(
    submission: Submission, *, watch: Callable[[Change], None], stopped: threading.Event
) -> AssessmentRecord:
    """Run the exercise's tools on a submission; `watch` receives changes while the judge runs.

    Raises KriterionError if a tool or the machine fails, and MachineError if `stopped` is set.
    """
    with _prepare_run(submission, stopped) as (request, context):
        return assess(request, context, watch)


def analyze_submission(
    submission: Submission,
    record: AssessmentRecord,
    *,
    represents_only: bool,
    stopped: threading.Event,
) -> AssessmentRecord:
    """Run the analyzer and the representer, or only the latter, on a submission that has a record.

    What the judge found stays. Raises as `assess_submission` does.
    """
    with _prepare_run(submission, stopped) as (request, context):
        return analyze_again(request, record, context, represents_only=represents_only)


@contextmanager
def _prepare_run(
    submission: Submission, stopped: threading.Event
) -> Iterator[tuple[AssessmentRequest, ToolContext]]:
    """Yield what runs the exercise's tools, while their files are kept."""
    installation = this_machine()
    pointers = list_earlier_pointers(submission)
    tools = choose_tools(submission.activity, pointers, course=submission.course_id)
    with hold_content(_list_directories(tools)):
        request = installation.make_request(tools, load_submitted_files(submission))
        sandbox: Sandbox = StoppableSandbox(installation.sandbox, stopped, str(submission.user_id))
        if is_tracing():
            sandbox = TracedSandbox(sandbox, submission)
        release_connection()  # others need it meanwhile: there may be fewer connections than slots
        yield request, replace(installation.make_context(), sandbox=sandbox)


def _list_directories(tools: ExerciseTools) -> Iterator[Path]:
    """Yield the directories that a run uses."""
    yield tools.exercise.directory
    if isinstance(tools.judge, Judge):
        yield tools.judge.directory
    for chosen in (tools.judge, tools.analyzer, tools.representer):
        if (
            isinstance(chosen, TestRunnerRun | AnalyzerRun | RepresenterRun)
            and chosen.tool.directory is not None
        ):
            yield chosen.tool.directory
    if isinstance(tools.analyzer, AnalyzerRun):
        yield from tools.analyzer.libraries


def load_submitted_files(submission: Submission) -> SubmittedFiles:
    """Return the submission's files as tools receive them; a judge gets only the main one."""
    texts = submission.texts
    main = next(iter(texts))
    if len(texts) > 1 and not submission.file_names:  # from before the order of files was stored
        solution_file = load_activity_track_exercise(submission.activity).solution_file
        main = solution_file if solution_file in texts else main
    sources = {name: text.encode() for name, text in texts.items()}
    return SubmittedFiles(
        file_name=main,
        source=sources.pop(main),
        language=submission.language,
        other_files=sources,
    )


def list_earlier_pointers(submission: Submission) -> tuple[str, ...]:
    """Return the pointers of the comments on the student's last analyzed submission."""
    previous = Assessment.objects.filter(
        submission__user=submission.user_id,
        submission__activity=submission.activity_id,
        submission__state=SubmissionState.FINISHED,
        submission__lt=submission.pk,
    ).order_by("-submission_id")
    for assessment in previous[:_MAX_EARLIER].iterator(chunk_size=1):
        analyzer = assessment.record.analyzer
        if analyzer is not None and analyzer.status is AnalyzerStatus.COMPLETED:
            return tuple(dict.fromkeys(comment.pointer for comment in analyzer.comments))
    return ()
