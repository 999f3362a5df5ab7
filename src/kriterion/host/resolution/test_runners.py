"""Find what runs an exercise's tests: a judge, or the test runner for a track's language."""

from collections.abc import Mapping

from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.assessment.tool_run import SkippedTool
from kriterion.errors import OperatorError
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import TrackExercise, load_track_exercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.track_tools import choose_tool, find_tool_for, load_track_tool
from kriterion.host.settings import ToolSettings
from kriterion.host.settings.locations import expand_home
from kriterion.tools.exercism_tool import ExercismTool
from kriterion.tools.judge_run import Judge
from kriterion.tools.test_runner import PLACE

LoadedTools = dict[str, ExercismTool]  # by name


def list_test_runners(installation: Installation) -> Mapping[str, ToolSettings]:
    """Return the test runners on this machine by name. We ship none."""
    return installation.settings.test_runners


def find_test_runner(
    installation: Installation,
    exercise: TrackExercise,
    named: str | None,
    *,
    loaded: LoadedTools | None = None,
) -> TestRunnerRun | SkippedTool:
    """Find the test runner for submissions to an exercise.

    `named` is a directory or a name of the settings. Raises OperatorError if it cannot be run.
    `loaded` remembers tools between calls: their directories may have thousands of files.
    """
    known = list_test_runners(installation)
    chosen = choose_tool(known, exercise, named, kind="test runner", settings=ToolSettings)
    if isinstance(chosen, SkippedTool):
        return chosen
    tool = None if loaded is None else loaded.get(chosen.name)
    if tool is None:
        tool = load_track_tool(chosen, place=PLACE, data=installation.settings.data)
        if loaded is not None:
            loaded[chosen.name] = tool
    return TestRunnerRun(tool=tool, exercise=exercise)


def find_own_test_runner(
    installation: Installation,
    exercise: Exercise,
    track_exercise: TrackExercise | None = None,
    *,
    loaded: LoadedTools | None = None,
) -> TestRunnerRun | None:
    """Find the test runner for an exercise that needs one; None if there is none.

    Raises OperatorError if it cannot be run.
    """
    if not exercise.needs_test_runner:
        return None
    if find_tool_for(list_test_runners(installation), exercise.programming_language) is None:
        return None
    track_exercise = track_exercise or load_track_exercise(exercise)[0]
    found = find_test_runner(installation, track_exercise, None, loaded=loaded)
    return found if isinstance(found, TestRunnerRun) else None


def find_judge_or_test_runner(
    installation: Installation, exercise: Exercise, named: str | None
) -> Judge | TestRunnerRun:
    """Find the judge or test runner that is `named`, by directory or name, else the exercise's.

    Raises as `Installation.judge` does.
    """
    if named is None:
        return find_own_test_runner(installation, exercise) or installation.judge(exercise, None)
    if not is_test_runner(installation, named):
        return installation.judge(exercise, named)
    found = find_test_runner(installation, load_track_exercise(exercise)[0], named)
    if isinstance(found, SkippedTool):  # impossible for a named tool
        raise OperatorError(found.reason)
    return found


def is_test_runner(installation: Installation, named: str) -> bool:
    """Whether a name or directory is that of a test runner and not of a judge."""
    directory = expand_home(named)
    if directory.is_dir():
        return not (directory / "run").is_file() and (directory / "bin/run.sh").is_file()
    return named in list_test_runners(installation) and named not in installation.judges
