"""An exercise with the tools that assess its submissions."""

from dataclasses import dataclass

from kriterion.assessment.analyzer_run import AnalyzerRun
from kriterion.assessment.representer_run import RepresenterRun
from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.assessment.tool_run import SkippedTool
from kriterion.exercises.exercise import Exercise
from kriterion.tools.judge_run import Judge


@dataclass(frozen=True, kw_only=True, slots=True)
class ExerciseTools:
    """The tools for submissions to an exercise; None for those that were not requested."""

    exercise: Exercise
    judge: Judge | TestRunnerRun | None = None
    analyzer: AnalyzerRun | SkippedTool | None = None
    representer: RepresenterRun | SkippedTool | None = None
