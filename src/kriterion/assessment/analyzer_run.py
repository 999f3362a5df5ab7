"""Run an analyzer as part of an assessment."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from msgspec import structs

from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus
from kriterion.assessment.context import ToolContext
from kriterion.assessment.tool_environment import make_environment
from kriterion.assessment.tool_input import map_solution, map_solution_names
from kriterion.assessment.tool_run import SkippedTool, make_run_fields
from kriterion.exercises.comment_library import load_translated_comments
from kriterion.exercises.exercism import TrackExercise
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools import analyzer as analyzers
from kriterion.tools.analyzer import AnalyzerResult
from kriterion.tools.exercism_tool import ExercismTool
from kriterion_tools.contracts.exercism_analyzer.analysis import Analysis, Comment
from kriterion_tools.contracts.exercism_analyzer.feedback_state import ExerciseKind


@dataclass(frozen=True, kw_only=True, slots=True)
class AnalyzerRun:
    """An analyzer to run, and the exercise as it sees it.

    `libraries` hold the texts of its comments; the first library that has a text provides it.
    `rules` are directories with a teacher's own rules, and `earlier` the pointers of the comments
    on the student's previous submission: only our analyzer uses these two. With `accepted_only`,
    the analyzer only receives submissions that the judge accepts.
    """

    tool: ExercismTool
    exercise: TrackExercise
    libraries: tuple[Path, ...] = ()
    rules: tuple[Path, ...] = ()
    earlier: tuple[str, ...] = ()
    accepted_only: bool = True


def analyze(
    analyzing: AnalyzerRun | SkippedTool, submission: SubmittedFiles, context: ToolContext
) -> AnalyzerRecord:
    """Analyze a submission. Raises as `assess` does."""
    if isinstance(analyzing, SkippedTool):
        return AnalyzerRecord(status=AnalyzerStatus.SKIPPED, reason=analyzing.reason)
    solution = map_solution(analyzing.exercise, submission)
    exercise = analyzers.add_analyzer_input(
        analyzing.exercise, rules=analyzing.rules, earlier=analyzing.earlier
    )
    run = analyzers.plan(analyzing.tool, exercise, solution, context.images, context.make_root)
    analyzed = analyzers.read(context.sandbox.run(run))
    record = _make_record(analyzed, analyzing, submission)
    return structs.replace(record, environment=make_environment(run.image, analyzed.outcome))


def _make_record(
    analyzed: AnalyzerResult, analyzing: AnalyzerRun, submission: SubmittedFiles
) -> AnalyzerRecord:
    analysis = analyzed.analysis or Analysis()
    comments = tuple(_restore_file_names(analysis.comments, analyzing.exercise, submission))
    # A comment missing from the library is reported with those that cannot be shown.
    pointers = (comment.pointer for comment in comments)
    texts, _ = load_translated_comments(analyzing.libraries, pointers, submission.language)
    succeeded = analyzed.analysis is not None
    return AnalyzerRecord(
        status=AnalyzerStatus.COMPLETED if succeeded else AnalyzerStatus.FAILED,
        summary=analysis.summary,
        comments=comments,
        tags=analyzed.tags,
        texts={pointer: comment.text for pointer, comment in texts.items()},
        languages={pointer: comment.language for pointer, comment in texts.items()},
        exercise_kind=_find_exercise_kind(analyzing.exercise),
        **make_run_fields(
            analyzed.ending, analyzed.outcome, analyzed.violations, analyzed.debugging
        ),
    )


def _restore_file_names(
    comments: Iterable[Comment], exercise: TrackExercise, submission: SubmittedFiles
) -> Iterator[Comment]:
    """Yield the comments with the student's own names for files."""
    names = {
        tool_name: submitted_name
        for submitted_name, tool_name in map_solution_names(exercise, submission).items()
    }
    for comment in comments:
        places = (
            replace(place, file=names.get(place.file or "", place.file)) for place in comment.places
        )
        yield replace(comment, places=tuple(places))


def _find_exercise_kind(exercise: TrackExercise) -> ExerciseKind:
    """Source: exercism/docs 19e037f, building/tracks: only concept exercises have an exemplar."""
    return ExerciseKind.CONCEPT if exercise.configuration.exemplar else ExerciseKind.PRACTICE
