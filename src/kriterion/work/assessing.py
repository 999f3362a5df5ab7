"""Assess a submission's row with its tools, as `kriterion assess` does with files."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import QuerySet

from kriterion.assessment.analyzer_run import Analyzing
from kriterion.assessment.assess import assess
from kriterion.assessment.assessment_record import AnalyzerStatus
from kriterion.assessment.assessment_record import Assessment as Record
from kriterion.assessment.representer_run import Representing
from kriterion.assessment.tool_run import PassedOver
from kriterion.exercises.exercise import Exercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import find_analyzer
from kriterion.host.resolution.representers import find_representer
from kriterion.sandbox.stoppable import Stoppable
from kriterion.store.models import Activity, Assessment, Listing, Submission, SubmissionState
from kriterion.submissions.submission import Submission as Text
from kriterion.tools.images import require_image
from kriterion.tools.judge import Judge, image_name
from kriterion.work.exercises import exercise_of, track_exercise_of
from kriterion.work.machine import this_machine
from kriterion_tools.contracts.dodona_judge.progress import Change

_EARLIER = 20  # earlier submissions searched for an analyzed one

_Asked = TypeVar("_Asked", Analyzing, Representing)


def assess_submission(
    submission: Submission, *, watch: Callable[[Change], None], stopped: threading.Event
) -> Record:
    """Run the exercise's tools on a submission; `watch` receives changes while the judge runs.

    Raises KriterionError if a tool or the machine fails, and MachineError if `stopped` ended it.
    """
    installation = this_machine()
    earlier = earlier_comments(submission)
    tools = tools_of(submission.activity, earlier, course=submission.course_id)
    exercise, judge = tools.exercise, tools.judge
    text = text_of(submission)
    return assess(
        exercise,
        text,
        judge=judge,
        images=installation.images,
        sandbox=Stoppable(installation.sandbox, stopped, str(submission.user_id)),
        new_root=installation.new_root,
        watch=watch,
        maximum=installation.maximum(exercise, text, judge),
        analyzer=tools.analyzer,
        representer=tools.representer,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Tools:
    """An exercise with the tools for its submissions.

    A tool is None if there is none for the language, the judge if none is named. At least one is
    set.
    """

    exercise: Exercise
    judge: Judge | None
    analyzer: Analyzing | None
    representer: Representing | None


def tools_of(
    activity: Activity, earlier: tuple[str, ...] = (), *, course: int | None = None
) -> Tools:
    """Find the tools for submissions to an activity, submitted for a course.

    `earlier` are the comments on the student's previous submission. Raises OperatorError if a tool
    is not installed or the exercise cannot be used, ContractViolation if a tool violates its
    contract.
    """
    installation = this_machine()
    exercise = exercise_of(activity)
    judge = judge_for(installation, exercise, activity, course)
    track_exercise = track_exercise_of(activity)
    tools = Tools(
        exercise=exercise,
        judge=judge,
        analyzer=_if_any(find_analyzer(installation, track_exercise, None, earlier)),
        representer=_if_any(find_representer(installation, track_exercise, None)),
    )
    if not (tools.judge or tools.analyzer or tools.representer):
        installation.judge_of(None, exercise.id)  # raises an error with the remedy
    for name in _images_of(tools):
        require_image(name, installation.images)
    return tools


def _images_of(tools: Tools) -> Iterator[str | None]:
    """Yield the names of the images in which the tools run."""
    if tools.judge is not None:
        yield image_name(tools.judge, tools.exercise)
    for asked in (tools.analyzer, tools.representer):
        if asked is not None:
            yield asked.tool.image


def text_of(submission: Submission) -> Text:
    """Return the submission's files as tools receive them; a judge only needs the main one."""
    texts = submission.texts
    main = next(iter(texts))
    if len(texts) > 1 and not submission.file_names:  # from before the order of files was stored
        asked = track_exercise_of(submission.activity).solution_file
        main = asked if asked in texts else main
    sources = {name: text.encode() for name, text in texts.items()}
    return Text(
        file_name=main,
        source=sources.pop(main),
        language=submission.language,
        other_files=sources,
    )


def judge_for(
    installation: Installation, exercise: Exercise, activity: Activity, course: int | None = None
) -> Judge | None:
    """Find the exercise's judge: its own, or its repository's default if it names none.

    A course's judge only assesses what is submitted for that course, not submissions for other
    courses that list the same exercise.
    """
    usual = activity.repository.default_judge
    handler = exercise.evaluation.get("handler")
    listed = Listing.objects.filter(activity=activity, series__course=course)
    return find_judge(installation, handler, usual, exercise.id, listed=listed)


def courses_with_judge(activity: Activity) -> list[int]:
    """Return the courses that list an activity and have a judge for it that the site lacks.

    Raises as `exercise_of` does.
    """
    installation = this_machine()
    if not installation.course_judges:
        return []
    asked = exercise_of(activity).evaluation.get("handler") or activity.repository.default_judge
    if not asked or asked in installation.judges:
        return []
    courses = [course for course, name in installation.course_judges if name == asked]
    listed = Listing.objects.filter(activity=activity, series__course__in=courses)
    return sorted(set(listed.values_list("series__course", flat=True)))


def find_judge(
    installation: Installation,
    handler: str | None,
    usual: str,
    exercise_id: str,
    *,
    listed: QuerySet[Listing],
) -> Judge | None:
    """Find a judge by name, or `usual` without a name; None if no judge is named.

    For exercises `listed` in a course, it may be a judge of that course. Raises as
    `Installation.judge` does, also if the named judge is not installed.
    """
    if usual and not handler and usual in installation.judges:
        return installation.load(usual)
    named = handler or usual or None
    if named is None and installation.settings.default_judge is None:
        return None
    if named and named not in installation.judges and installation.course_judges:
        courses = listed.order_by("series__course").values_list("series__course", flat=True)
        own = installation.load_of_course(named, courses)
        if own is not None:
            return own
    return installation.judge_of(named, exercise_id)


def _if_any(tool: _Asked | PassedOver) -> _Asked | None:
    """Return None instead of an error where no tool was requested and none exists."""
    return None if isinstance(tool, PassedOver) else tool


def earlier_comments(submission: Submission) -> tuple[str, ...]:
    """Return the pointers of the comments on the student's last analyzed submission."""
    before = Assessment.objects.filter(
        submission__user=submission.user_id,
        submission__activity=submission.activity_id,
        submission__state=SubmissionState.FINISHED,
        submission__lt=submission.pk,
    ).order_by("-submission_id")
    for assessment in before[:_EARLIER].iterator(chunk_size=1):
        analyzer = assessment.record.analyzer
        if analyzer is not None and analyzer.status is AnalyzerStatus.COMPLETED:
            return tuple(dict.fromkeys(comment.pointer for comment in analyzer.comments))
    return ()
