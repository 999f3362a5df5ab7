"""What a student can do after a submission: fix it, go on, or practise first."""

from dataclasses import dataclass

from kriterion.assessment.soft_block import NextStep
from kriterion.web.accounts.models import User
from kriterion.web.courses.course_access import select_visible_series
from kriterion.web.courses.models import Series
from kriterion.web.submissions.concealed_feedback import select_shown
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.pages.known_skills import find_known_skills, put_startable_first
from kriterion.web.submissions.pages.suggestions import (
    NOTHING,
    Suggestions,
    fold_suggestions,
    suggest_next,
    suggest_next_by_skill,
    suggest_practice,
    suggest_practice_by_skill,
)
from kriterion.web.submissions.pages.user_progress import (
    SeriesProgress,
    is_to_do,
    list_series_progress,
)
from kriterion.web.submissions.services.solved import filter_solved, find_standing
from kriterion_tools.contracts.dodona_judge.statuses import Status


@dataclass(frozen=True, kw_only=True, slots=True)
class NextSteps:
    """`following` come after this exercise, `easier` are for practice before it.

    Its authors name them; if they do not, the following ones come from its course or its skills,
    and the easier ones from its skills. `is_untested`: the exercise has no tests, so it cannot be
    solved. `has_other`: another submission of the student solves the exercise. `suggestions`
    counts the comments to read before going on. `series` contains the following exercises.
    `progress` is the student's in the series of the submission.
    """

    step: NextStep
    is_untested: bool = False
    has_other: bool = False
    suggestions: int = 0
    following: Suggestions = NOTHING
    series: Series | None = None
    easier: Suggestions = NOTHING
    progress: SeriesProgress | None = None

    @property
    def is_over(self) -> bool:
        """Whether the student has finished the exercise."""
        return self.step.is_solved or self.has_other or self.is_untested

    @property
    def is_solved(self) -> bool:
        """Whether the submission counts, so that the page confirms it."""
        return self.step.is_solved and not self.is_untested

    @property
    def button_class(self) -> str:
        """Return the class of buttons to following exercises: primary if no comments come first."""
        return "button-primary" if self.step is NextStep.GO_ON else ""

    @property
    def query(self) -> str:
        """Return the query string for links to following exercises."""
        return "" if self.series is None else f"?series={self.series.pk}"


def next_steps(submission: Submission, user: User) -> NextSteps:
    """Return the next steps after a finished submission whose verdict the user sees."""
    activity, standing = submission.activity, find_standing(submission)
    is_untested = submission.status == Status.UNKNOWN
    if standing.step is NextStep.FIX and not is_untested:
        easier = suggest_practice(activity, user) or suggest_practice_by_skill(activity, user)
        return NextSteps(step=standing.step, easier=easier)
    solved = filter_solved(select_shown(user).filter(activity=activity))
    has_other = not standing.step.is_solved and solved.exists()
    if standing.step is NextStep.ADDRESS and not has_other:
        return NextSteps(step=standing.step)
    following, series = suggest_next(activity, user), submission.series
    course = _list_course_progress(submission, user, only_own=bool(following))
    if not following:
        following, series = _suggest_in_course(submission, course, user)
    if not following and submission.series is None:
        following = suggest_next_by_skill(activity, user)
    return NextSteps(
        step=standing.step,
        is_untested=is_untested,
        has_other=has_other,
        suggestions=standing.suggestions,
        following=following,
        series=series,
        progress=next((each for each in course if each.series.pk == submission.series_id), None),
    )


def _list_course_progress(
    submission: Submission, user: User, *, only_own: bool
) -> list[SeriesProgress]:
    """Return the user's progress in the series of the submission's course, in their order; with
    `only_own`, in the submission's series.
    """
    if submission.series is None:
        return []
    in_course = select_visible_series(user).filter(course=submission.series.course_id)
    if only_own:
        in_course = in_course.filter(pk=submission.series.pk)
    return list_series_progress(user, in_course.order_by("position", "pk"))


def _suggest_in_course(
    submission: Submission, course: list[SeriesProgress], user: User
) -> tuple[Suggestions, Series | None]:
    """Return the next unfinished activity of the series after this one, or of a later series.

    Within a series, one whose required skills the student has comes before one whose skills other
    activities of the course train.
    """
    starts = [at for at, part in enumerate(course) if part.series.pk == submission.series_id]
    known: frozenset[str] | None = None
    trainable = [row.activity for part in course for row in part.rows]
    for step in course[starts[0] :] if starts else ():
        rows = step.rows
        positions = [at for at, row in enumerate(rows) if row.activity.pk == submission.activity_id]
        if step.series.pk == submission.series_id and positions:
            rows = rows[positions[0] + 1 :] + rows[: positions[0]]
        to_do = [row.activity for row in rows if is_to_do(row.state)]
        if any(listed.requires for listed in to_do):
            known = find_known_skills(user) if known is None else known
            to_do = put_startable_first(to_do, known, trainable)
        if to_do:
            return fold_suggestions(to_do[:1]), step.series
    return NOTHING, None
