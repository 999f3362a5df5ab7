"""Find an exercise's analyzer: the named one, else the one for its language."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from kriterion.assessment.analyzer_run import AnalyzerRun
from kriterion.assessment.tool_run import SkippedTool
from kriterion.errors import OperatorError
from kriterion.exercises.exercism import TrackExercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.track_tools import choose_tool, load_track_tool
from kriterion.host.settings import OURS, AnalyzerSettings
from kriterion.tools.analyzer import PLACE
from kriterion.tools.catalog import ANALYZED_LANGUAGES, SHIPPED_ANALYZER, SHIPPED_COMMENTS
from kriterion.tools.runtime import IMAGE_NAME

SHIPPED = AnalyzerSettings(
    name=OURS,
    directory=SHIPPED_ANALYZER,
    image=IMAGE_NAME,
    programming_languages=ANALYZED_LANGUAGES,
    comments=(SHIPPED_COMMENTS,),
)


def list_analyzers(installation: Installation) -> Mapping[str, AnalyzerSettings]:
    """Return the analyzers on this machine by name: those of the settings, then ours."""
    configured = dict(installation.settings.analyzers)
    ours = configured.pop(OURS, SHIPPED)
    if ours.directory == SHIPPED_ANALYZER:
        # An operator's comments come before ours.
        comments = tuple(dict.fromkeys((*ours.comments, SHIPPED_COMMENTS)))
        ours = replace(ours, image=ours.image or IMAGE_NAME, comments=comments)
    return {**configured, OURS: ours}


def find_analyzer(
    installation: Installation,
    exercise: TrackExercise,
    named: str | None,
    earlier: tuple[str, ...] = (),
    *,
    libraries: tuple[Path, ...] = (),
) -> AnalyzerRun | SkippedTool:
    """Find the analyzer for submissions to an exercise.

    `named` is a directory or a name of the settings; `earlier` are the pointers of the comments on
    the student's previous submission. `libraries` precede the analyzer's own. Raises OperatorError
    if it cannot be run, or if something it needs is not where the settings say.
    """
    known = list_analyzers(installation)
    chosen = choose_tool(known, exercise, named, kind="analyzer", settings=AnalyzerSettings)
    if isinstance(chosen, SkippedTool):
        return chosen
    for library in chosen.comments:
        _require_directory(library, f"analyzers.{chosen.name} comments", "DIR/analyzer-comments")
    for rules in chosen.rules:
        _require_directory(rules, f"analyzers.{chosen.name} rules", "DIR/rules")
    return AnalyzerRun(
        tool=load_track_tool(chosen, place=PLACE, data=installation.settings.data),
        exercise=exercise,
        libraries=(*libraries, *chosen.comments),
        rules=chosen.rules,
        earlier=earlier,
        accepted_only=chosen.accepted_only,
    )


def _require_directory(directory: Path, setting: str, example: str) -> None:
    if not directory.is_dir():
        raise OperatorError(
            f"{setting}: {directory} is not a directory", fix=f"name a directory, such as {example}"
        )
