"""Which tools assess the submissions to an activity."""

from collections.abc import Iterator
from typing import TypeVar

from django.db.models import QuerySet

from kriterion.assessment.analyzer_run import AnalyzerRun
from kriterion.assessment.representer_run import RepresenterRun
from kriterion.assessment.test_runner_run import TestRunnerRun, choose_judge_image
from kriterion.assessment.tool_run import SkippedTool
from kriterion.errors import (
    ContentUnavailable,
    ImageNotInstalled,
    JudgeNotInstalled,
    OperatorError,
)
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import make_slug
from kriterion.host.exercise_tools import ExerciseTools
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import find_analyzer, list_analyzers
from kriterion.host.resolution.representers import find_representer, list_representers
from kriterion.host.resolution.test_runners import find_own_test_runner
from kriterion.host.resolution.track_tools import find_tool_for
from kriterion.sandbox.image import HOST
from kriterion.tools.images import require_image
from kriterion.tools.judge_run import Judge
from kriterion.web.catalog.exercise_files import (
    load_activity_exercise,
    load_activity_track_exercise,
)
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Listing
from kriterion.web.database.storable import make_storable
from kriterion.web.tools.machine import find_unavailable_tool, this_machine
from kriterion_tools.errors import KriterionError

LONGEST_IMAGE_NAME = 255  # characters, as stored; a longer name counts as not known

_Asked = TypeVar("_Asked", AnalyzerRun, RepresenterRun)


def choose_tools(
    activity: Activity, earlier: tuple[str, ...] = (), *, course: int | None = None
) -> ExerciseTools:
    """Find the tools for submissions to an activity, submitted for a course; at least one.

    `earlier` are the comments on the student's previous submission. Raises OperatorError if a tool
    is not installed or the exercise cannot be used, ContractViolation if a tool violates its
    contract.
    """
    try:
        return _find_tools(activity, earlier, course)
    except (JudgeNotInstalled, ImageNotInstalled, ContentUnavailable):
        raise
    except OperatorError as error:
        unavailable = find_unavailable_tool()
        if unavailable is None:
            raise
        raise unavailable from error


def _find_tools(activity: Activity, earlier: tuple[str, ...], course: int | None) -> ExerciseTools:
    installation = this_machine()
    exercise = load_activity_exercise(activity)
    judge = find_exercise_judge(installation, exercise, activity, course)
    track_exercise = load_activity_track_exercise(activity)
    tools = ExerciseTools(
        exercise=exercise,
        judge=judge,
        analyzer=_return_none_if_optional(
            find_analyzer(installation, track_exercise, None, earlier)
        ),
        representer=_return_none_if_optional(find_representer(installation, track_exercise, None)),
    )
    if not (tools.judge or tools.analyzer or tools.representer):
        installation.find_judge(None, exercise.id)  # raises an error with the remedy
    for name in _list_images(tools):
        require_image(name, installation.images)
    return tools


def _list_images(tools: ExerciseTools) -> Iterator[str | None]:
    """Yield the names of the images in which the tools run."""
    if tools.judge is not None:
        yield choose_judge_image(tools.judge, tools.exercise)
    for tool in (tools.analyzer, tools.representer):
        if isinstance(tool, AnalyzerRun | RepresenterRun):
            yield tool.tool.image


def find_image_name(activity: Activity, course: int | None = None) -> str:
    """Return the name of the image that submissions to an activity need; "" if it is not known.

    It is the judge's image; without a judge the analyzer's, else the representer's. Loads no tool
    but the judge, so that submitting stays fast.
    """
    try:
        installation = this_machine()
        exercise = load_activity_exercise(activity)
        judge = find_exercise_judge(installation, exercise, activity, course)
    except (KriterionError, OSError):
        return ""
    if judge is not None:
        return _make_image_name(choose_judge_image(judge, exercise))
    language, slug = exercise.programming_language, make_slug(exercise.directory.name)
    tool = find_tool_for(list_analyzers(installation), language, slug) or find_tool_for(
        list_representers(installation), language, slug
    )
    return "" if tool is None else _make_image_name(tool.image)


def _make_image_name(name: str | None) -> str:
    """Return the name as it is stored; None becomes the name of this machine itself."""
    if name is None:
        return HOST.name
    return name if len(name) <= LONGEST_IMAGE_NAME and make_storable(name) == name else ""


def find_exercise_judge(
    installation: Installation, exercise: Exercise, activity: Activity, course: int | None = None
) -> Judge | TestRunnerRun | None:
    """Find the exercise's judge: its own, or its repository's default if it names none.

    Without either, a track's exercise has the test runner for its language. A course's judge only
    assesses what is submitted for that course, not submissions for other courses that list the same
    exercise.
    """
    default_judge = activity.repository.default_judge
    handler = exercise.evaluation.get("handler")
    if exercise.test_files and not default_judge:
        running = find_own_test_runner(
            installation, exercise, load_activity_track_exercise(activity)
        )
        if running is not None:
            return running
    listed = Listing.objects.filter(activity=activity, series__course=course)
    return find_judge(installation, handler, default_judge, exercise.id, listed=listed)


def list_courses_with_judge(activity: Activity) -> list[int]:
    """Return the courses that list an activity and have a judge for it that the site lacks.

    Raises OperatorError if the exercise cannot be used.
    """
    installation = this_machine()
    if not installation.course_judges:
        return []
    handler = (
        load_activity_exercise(activity).evaluation.get("handler")
        or activity.repository.default_judge
    )
    if not handler or handler in installation.judges:
        return []
    courses = [course for course, name in installation.course_judges if name == handler]
    listed = Listing.objects.filter(activity=activity, series__course__in=courses)
    return sorted(set(listed.values_list("series__course", flat=True)))


def find_judge(
    installation: Installation,
    handler: str | None,
    default_judge: str,
    exercise_id: str,
    *,
    listed: QuerySet[Listing],
) -> Judge | None:
    """Find a judge by name, or `default_judge` without a name; None if no judge is named.

    For exercises `listed` in a course, it may be a judge of that course. Raises as
    `Installation.judge` does, also if the named judge is not installed.
    """
    if default_judge and not handler and default_judge in installation.judges:
        return installation.load(default_judge)
    named = handler or default_judge or None
    if named is None and installation.settings.default_judge is None:
        return None
    if named and named not in installation.judges and installation.course_judges:
        courses = listed.order_by("series__course").values_list("series__course", flat=True)
        own = installation.load_of_course(named, courses)
        if own is not None:
            return own
    return installation.find_judge(named, exercise_id)


def _return_none_if_optional(tool: _Asked | SkippedTool) -> _Asked | None:
    """Return None instead of an error where no tool was requested and none exists."""
    return None if isinstance(tool, SkippedTool) else tool
