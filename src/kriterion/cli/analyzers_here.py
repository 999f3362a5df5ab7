"""The analyzer of an exercise: the one that was named, else the one for its language."""

from kriterion.assessment.analyzing import Analyzing
from kriterion.assessment.tool_run import PassedOver
from kriterion.cli.installation import Installation
from kriterion.cli.track_tools_here import load, none_for, tool_for, tool_named
from kriterion.exercises.exercism import TrackExercise
from kriterion.settings import AnalyzerSettings
from kriterion.tools.analyzer import PLACE


def find_analyzer(
    installation: Installation, exercise: TrackExercise, named: str | None
) -> Analyzing | PassedOver:
    """What analyzes submissions to an exercise.

    `named` is a directory or a name of the settings. Raises OperatorError when it cannot be run.
    """
    known = installation.settings.analyzers
    chosen = (
        tool_for(known, exercise.programming_language)
        if named is None
        else tool_named(known, named, AnalyzerSettings)
    )
    if chosen is None:
        return PassedOver(none_for(exercise, "analyzer"))
    return Analyzing(
        tool=load(chosen, place=PLACE, data=installation.settings.data),
        exercise=exercise,
        libraries=chosen.comments,
        accepted_only=chosen.accepted_only,
    )
