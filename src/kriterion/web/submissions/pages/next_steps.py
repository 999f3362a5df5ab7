"""What a student can do after a submission: fix it, go on, or practise first."""

from dataclasses import dataclass

from kriterion.assessment.soft_block import NextStep
from kriterion.web.accounts.models import User
from kriterion.web.courses.course_access import visible_series
from kriterion.web.courses.models import Series
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.pages.suggestions import (
    NOTHING,
    Suggestions,
    suggest_next,
    suggest_next_by_skill,
    suggest_practice,
    suggest_practice_by_skill,
    suggested,
)
from kriterion.web.submissions.pages.user_progress import is_to_do, progress_in
from kriterion.web.submissions.services.solved import is_solved_by, standing_of
from kriterion_tools.contracts.dodona_judge.statuses import Status


@dataclass(frozen=True, kw_only=True, slots=True)
class NextSteps:
    """`following` come after this exercise, `easier` are for practice before it.

    Both come from its authors; otherwise from its course, and from its skills. `is_untested`: the
    exercise has no tests, so it cannot be solved. `suggestions` are comments to look at before
    going on; `has_other`: another submission solves the exercise, whatever this one's comments.
    `series`: where the following ones belong.
    """

    step: NextStep
    is_untested: bool = False
    has_other: bool = False
    suggestions: int = 0
    following: Suggestions = NOTHING
    series: Series | None = None
    easier: Suggestions = NOTHING

    @property
    def is_over(self) -> bool:
        """Whether the student has finished the exercise."""
        return self.step.is_solved or self.has_other or self.is_untested

    @property
    def look(self) -> str:
        """Return the buttons' style for following exercises: comments come first."""
        return "button-primary" if self.step is NextStep.GO_ON else ""

    @property
    def query(self) -> str:
        """Return the query string for links to following exercises."""
        return "" if self.series is None else f"?series={self.series.pk}"


def next_steps(submission: Submission, user: User) -> NextSteps:
    """Return what to do after a finished submission."""
    activity, standing = submission.activity, standing_of(submission)
    is_untested = submission.status == Status.UNKNOWN
    if standing.step is NextStep.FIX and not is_untested:
        easier = suggest_practice(activity, user) or suggest_practice_by_skill(activity, user)
        return NextSteps(step=standing.step, easier=easier)
    has_other = not standing.step.is_solved and is_solved_by(user.pk, activity.pk)
    if standing.step is NextStep.ADDRESS and not has_other:
        return NextSteps(step=standing.step)
    following, series = suggest_next(activity, user), submission.series
    if not following:
        following, series = _next_in_course(submission, user)
    if not following and submission.series is None:
        following = suggest_next_by_skill(activity, user)
    return NextSteps(
        step=standing.step,
        is_untested=is_untested,
        has_other=has_other,
        suggestions=standing.suggestions,
        following=following,
        series=series,
    )


def _next_in_course(submission: Submission, user: User) -> tuple[Suggestions, Series | None]:
    """Return unfinished exercises of the series, from this one on; else of later series."""
    if submission.series is None:
        return NOTHING, None
    in_course = visible_series(user).filter(course=submission.series.course_id)
    progress = progress_in(user, in_course.order_by("position", "pk"))
    places = [at for at, each in enumerate(progress) if each.series.pk == submission.series_id]
    for each in progress[places[0] :] if places else ():
        rows = each.rows
        here = [at for at, (one, _) in enumerate(rows) if one.pk == submission.activity_id]
        if each.series.pk == submission.series_id and here:
            rows = rows[here[0] + 1 :] + rows[: here[0]]
        for one, state in rows:
            if is_to_do(state):
                return suggested([one]), each.series
    return NOTHING, None
