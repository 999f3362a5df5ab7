"""Find an exercise's representer: the named one, else the one for its language."""

from collections.abc import Mapping

from kriterion.assessment.representer_run import RepresenterRun
from kriterion.assessment.tool_run import SkippedTool
from kriterion.exercises.exercism import TrackExercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.track_tools import choose_tool, load_track_tool
from kriterion.host.settings import ToolSettings
from kriterion.tools.catalog import REPRESENTED_LANGUAGES, SHIPPED_REPRESENTER
from kriterion.tools.representer import PLACE
from kriterion.tools.runtime import IMAGE_NAME

SHIPPED = ToolSettings(
    name="kriterion",
    directory=SHIPPED_REPRESENTER,
    image=IMAGE_NAME,
    programming_languages=REPRESENTED_LANGUAGES,
)


def list_representers(installation: Installation) -> Mapping[str, ToolSettings]:
    """Return the representers on this machine by name: those of the settings, then ours."""
    configured = installation.settings.representers
    return {**configured, SHIPPED.name: configured.get(SHIPPED.name, SHIPPED)}


def find_representer(
    installation: Installation, exercise: TrackExercise, named: str | None
) -> RepresenterRun | SkippedTool:
    """Find the representer for submissions to an exercise.

    `named` is a directory or a name of the settings. Raises OperatorError if it cannot be run.
    """
    known = list_representers(installation)
    chosen = choose_tool(known, exercise, named, kind="representer", settings=ToolSettings)
    if isinstance(chosen, SkippedTool):
        return chosen
    tool = load_track_tool(chosen, place=PLACE, data=installation.settings.data)
    return RepresenterRun(tool=tool, exercise=exercise)
