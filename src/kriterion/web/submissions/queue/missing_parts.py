"""Find the parts that an activity's submissions need, and which one this machine lacks."""

from dataclasses import dataclass

from kriterion.assessment.test_runner_run import choose_judge_image
from kriterion.errors import ContentUnavailable, ImageNotInstalled, JudgeNotInstalled
from kriterion.host.installation import Installation
from kriterion.sandbox.readable import find_unreadable
from kriterion.tools.images import find_image
from kriterion.web.catalog.exercise_files import load_activity_exercise
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.repository_directory import find_directory
from kriterion.web.submissions.queue.inability import (
    NeededPart,
    Subject,
    make_exercise_subject,
    make_repository_subject,
)
from kriterion.web.tools.machine import this_machine
from kriterion.web.tools.tool_choice import choose_tools, find_exercise_judge
from kriterion_tools.errors import KriterionError


@dataclass(frozen=True, kw_only=True, slots=True)
class MissingPart:
    """A missing part, with its name for people; `needs_run` if only a run can detect it."""

    subject: Subject
    label: str
    needs_run: bool = False


def find_needs(activity: Activity) -> frozenset[Subject]:
    """Return the repository, judge and image that an activity's submissions need, as far as known.

    Raises OperatorError or ContractViolation if its exercise cannot be read.
    """
    needs = {make_repository_subject(activity.repository_id)}
    own_exercise = load_activity_exercise(activity)
    name = _find_judge_name(activity)
    if name and not _may_belong_to_course(name):
        needs.add(Subject(part=NeededPart.JUDGE, name=name))
    image = own_exercise.evaluation.get("image")
    if not isinstance(image, str):
        try:
            judge = find_exercise_judge(this_machine(), own_exercise, activity)
            image = None if judge is None else choose_judge_image(judge, own_exercise)
        except KriterionError:  # without the judge, its image is unknown
            image = None
    if image:
        needs.add(Subject(part=NeededPart.IMAGE, name=image))
    return frozenset(needs)


def find_missing_part(activity: Activity, error: Exception) -> MissingPart:
    """Return the part that is missing here, given the error of a submission to the activity."""
    if isinstance(error, JudgeNotInstalled) and error.name:
        if _may_belong_to_course(error.name):
            return MissingPart(
                subject=make_exercise_subject(activity.pk), label=f"{activity.path}: {error.name}"
            )
        return MissingPart(
            subject=Subject(part=NeededPart.JUDGE, name=error.name), label=error.name
        )
    if isinstance(error, ImageNotInstalled):
        return MissingPart(
            subject=Subject(part=NeededPart.IMAGE, name=error.name), label=error.name
        )
    if not _is_repository_here(activity):
        subject = make_repository_subject(activity.repository_id)
        return MissingPart(subject=subject, label=activity.repository.name)
    exercise_part = MissingPart(subject=make_exercise_subject(activity.pk), label=activity.path)
    if isinstance(error, ContentUnavailable):  # of a tool
        return exercise_part
    try:
        load_activity_exercise(activity)
    except (KriterionError, OSError):
        return exercise_part
    try:
        choose_tools(activity)
        needed = find_needs(activity)
    except (KriterionError, OSError):
        name = _find_judge_name(activity)
        if not name or _may_belong_to_course(name):
            return exercise_part
        return MissingPart(subject=Subject(part=NeededPart.JUDGE, name=name), label=name)
    for subject in needed:
        if subject.part is NeededPart.IMAGE and _is_image_broken(this_machine(), subject.name):
            return MissingPart(subject=subject, label=subject.name, needs_run=True)
    return MissingPart(
        subject=make_exercise_subject(activity.pk), label=activity.path, needs_run=True
    )


def _is_repository_here(activity: Activity) -> bool:
    try:
        return find_directory(activity.repository).is_dir()
    except (KriterionError, OSError):
        return False


def _find_judge_name(activity: Activity) -> str:
    """Return the name of the judge that would assess an activity, installed or not; "" if none."""
    installation = this_machine()
    handler = load_activity_exercise(activity).evaluation.get("handler")
    default_judge = activity.repository.default_judge
    if not handler and default_judge in installation.judges:
        return default_judge
    if handler and (handler in installation.judges or not installation.settings.default_judge):
        return str(handler)
    return installation.settings.default_judge or default_judge


def _may_belong_to_course(name: str) -> bool:
    """Whether a judge may belong to a course, because it is not one of the site's."""
    installation = this_machine()
    return installation.settings.teachers_add_judges and name not in installation.judges


def _is_image_broken(installation: Installation, name: str) -> bool:
    """Whether an image cannot be prepared or read here."""
    try:
        image = find_image(name, installation.images)
        return any(True for _ in find_unreadable(image, installation.sandbox))
    except (KriterionError, OSError):
        return True
