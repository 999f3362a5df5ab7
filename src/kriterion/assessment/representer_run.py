"""Run a representer as part of an assessment."""

from dataclasses import dataclass

from msgspec import structs

from kriterion.assessment.assessment_record import RepresenterRecord, RepresenterStatus
from kriterion.assessment.context import ToolContext
from kriterion.assessment.tool_environment import make_environment
from kriterion.assessment.tool_input import map_solution
from kriterion.assessment.tool_run import SkippedTool, make_run_fields
from kriterion.exercises.exercism import TrackExercise
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools import representer as representers
from kriterion.tools.exercism_tool import ExercismTool
from kriterion.tools.representer import RepresenterResult


@dataclass(frozen=True, kw_only=True, slots=True)
class RepresenterRun:
    """A representer to run, and the exercise as it sees it."""

    tool: ExercismTool
    exercise: TrackExercise


def represent(
    representing: RepresenterRun | SkippedTool, submission: SubmittedFiles, context: ToolContext
) -> RepresenterRecord:
    """Represent a submission. Raises as `assess` does."""
    if isinstance(representing, SkippedTool):
        return RepresenterRecord(status=RepresenterStatus.SKIPPED, reason=representing.reason)
    solution = map_solution(representing.exercise, submission)
    run = representers.plan(
        representing.tool, representing.exercise, solution, context.images, context.make_root
    )
    represented = representers.read(context.sandbox.run(run))
    record = _make_record(represented, representing.exercise.configuration.version)
    return structs.replace(record, environment=make_environment(run.image, represented.outcome))


def _make_record(represented: RepresenterResult, exercise_version: int) -> RepresenterRecord:
    representation = represented.representation
    return RepresenterRecord(
        status=_classify_status(represented),
        digest=representation.digest if representation else None,
        version=representation.version if representation else None,
        exercise_version=exercise_version,
        mapping=representation.mapping if representation else {},
        text=representation.text if representation else None,
        reason=represented.reason,
        **make_run_fields(
            represented.ending, represented.outcome, represented.violations, represented.debugging
        ),
    )


def _classify_status(represented: RepresenterResult) -> RepresenterStatus:
    if not represented.ending.succeeded:
        return RepresenterStatus.FAILED
    if represented.representation is None:
        return RepresenterStatus.NO_REPRESENTATION
    return RepresenterStatus.GENERATED
