"""A representer's part in an assessment."""

from dataclasses import dataclass

from kriterion.assessment.places import Places
from kriterion.assessment.record import RepresenterRecord, RepresenterStatus, Violation
from kriterion.exercises.exercism import TrackExercise
from kriterion.submissions.submission import Submission
from kriterion.tools import representer as representers
from kriterion.tools.exercism_tool import ExercismTool
from kriterion.tools.representer import Represented

_KEPT_BYTES = 64 * 1024  # of what it wrote to stdout, and to stderr


@dataclass(frozen=True, kw_only=True, slots=True)
class Representing:
    """A representer to be run, and the exercise as it sees it."""

    tool: ExercismTool
    exercise: TrackExercise


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A tool that was asked for and is not run."""

    reason: str


def represent(
    asked: Representing | PassedOver, submission: Submission, places: Places
) -> RepresenterRecord:
    """Have a submission represented. Raises as `assess` does."""
    if isinstance(asked, PassedOver):
        return RepresenterRecord(status=RepresenterStatus.SKIPPED, reason=asked.reason)
    solution = {asked.exercise.solution_file: submission.source}
    run = representers.plan(asked.tool, asked.exercise, solution, places.images, places.new_root)
    represented = representers.read(places.sandbox.run(run))
    return _record(represented, asked.exercise.configuration.version)


def _record(represented: Represented, exercise_version: int) -> RepresenterRecord:
    found, outcome = represented.representation, represented.outcome
    return RepresenterRecord(
        status=_status(represented),
        digest=found.digest if found else None,
        version=found.version if found else None,
        exercise_version=exercise_version,
        mapping=found.mapping if found else {},
        text=found.text if found else None,
        reason=represented.reason,
        ending=represented.ending.value,
        exit_status=outcome.exit_status,
        wall_seconds=outcome.wall_seconds,
        cpu_seconds=outcome.cpu_seconds,
        peak_memory_bytes=outcome.peak_memory_bytes,
        stdout=outcome.stdout[:_KEPT_BYTES].decode(errors="replace"),
        stderr=outcome.stderr[:_KEPT_BYTES].decode(errors="replace"),
        violations=tuple(
            Violation(document=violation.document, where=violation.where, what=violation.what)
            for violation in represented.violations
        ),
        backend=outcome.backend,
        enforced=outcome.enforced,
    )


def _status(represented: Represented) -> RepresenterStatus:
    if not represented.ending.succeeded:
        return RepresenterStatus.FAILED
    if represented.representation is None:
        return RepresenterStatus.NO_REPRESENTATION
    return RepresenterStatus.GENERATED
