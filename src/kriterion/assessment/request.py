"""A request for an assessment."""

from dataclasses import dataclass

from kriterion.assessment.analyzer_run import AnalyzerRun
from kriterion.assessment.maxima import UNKNOWN, Maximum
from kriterion.assessment.representer_run import RepresenterRun
from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.assessment.tool_run import SkippedTool
from kriterion.exercises.exercise import Exercise
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.judge_run import Judge


@dataclass(frozen=True, kw_only=True, slots=True)
class AssessmentRequest:
    """A submission to an exercise, and the tools to run on it.

    A tool that is None was not asked for. A test runner takes the place of a judge. `maximum` is
    what the submission is measured against if the judge gives points.
    """

    exercise: Exercise
    submission: SubmittedFiles
    judge: Judge | TestRunnerRun | None = None
    analyzer: AnalyzerRun | SkippedTool | None = None
    representer: RepresenterRun | SkippedTool | None = None
    maximum: Maximum = UNKNOWN
