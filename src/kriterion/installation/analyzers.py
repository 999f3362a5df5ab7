"""The analyzer of an exercise: the one that was named, else the one for its language."""

from kriterion.assessment.analyzing import Analyzing
from kriterion.assessment.tool_run import PassedOver
from kriterion.errors import OperatorError
from kriterion.exercises.exercism import TrackExercise
from kriterion.installation.installation import Installation
from kriterion.installation.track_tools import load, none_for, tool_for, tool_named
from kriterion.settings import AnalyzerSettings
from kriterion.tools.analyzer import PLACE


def find_analyzer(
    installation: Installation, exercise: TrackExercise, named: str | None
) -> Analyzing | PassedOver:
    """What analyzes submissions to an exercise.

    `named` is a directory or a name of the settings. Raises OperatorError when it cannot be run,
    or the texts of its comments are not where the settings say.
    """
    known = installation.settings.analyzers
    chosen = (
        tool_for(known, exercise.programming_language)
        if named is None
        else tool_named(known, named, AnalyzerSettings)
    )
    if chosen is None:
        return PassedOver(none_for(exercise, "analyzer"))
    for library in chosen.comments:
        if not library.is_dir():
            raise OperatorError(
                f"analyzers.{chosen.name} comments: {library} is no directory",
                fix="name the directory of a comment library, such as DIR/analyzer-comments",
            )
    return Analyzing(
        tool=load(chosen, place=PLACE, data=installation.settings.data),
        exercise=exercise,
        libraries=chosen.comments,
        accepted_only=chosen.accepted_only,
    )
