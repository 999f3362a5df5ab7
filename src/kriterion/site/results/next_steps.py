"""What a student can do after a submission: mend it, go on, or get some practice first."""

from dataclasses import dataclass

from kriterion.site.access import visible_activities, visible_series
from kriterion.site.finding.progress import is_to_do, progress_in
from kriterion.store.models import Activity, ActivityState, ActivityType, Series, Submission, User

MAXIMUM = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class NextSteps:
    """`following` come after this one, `easier` are to be tried first; both as its authors say.

    `address_comments`: there are comments to be addressed before going on. `series`: what the
    following ones are done for.
    """

    solved: bool
    address_comments: bool = False
    following: tuple[Activity, ...] = ()
    series: Series | None = None
    easier: tuple[Activity, ...] = ()


def next_steps(submission: Submission, user: User) -> NextSteps:
    """What there is to do after a submission that is over."""
    activity = submission.activity
    if not submission.accepted:
        return NextSteps(solved=False, easier=_named(activity.next_on_difficulty, activity, user))
    following, series = _named(activity.next_on_success, activity, user), submission.series
    if not following:
        following, series = _next_in_course(submission, user)
    return NextSteps(
        solved=True,
        address_comments=submission.essential,
        following=following,
        series=series,
    )


def _named(paths: list[str], activity: Activity, user: User) -> tuple[Activity, ...]:
    """The exercises of those paths beside an activity that the user may see."""
    if not paths:
        return ()
    found = visible_activities(user).filter(
        repository=activity.repository,
        type=ActivityType.EXERCISE,
        path__in=paths[:MAXIMUM],
        state=ActivityState.OK,
    )
    return tuple(sorted(found.distinct(), key=lambda each: paths.index(each.path)))


def _next_in_course(
    submission: Submission, user: User
) -> tuple[tuple[Activity, ...], Series | None]:
    """What is not done in the series, from this one on and round; else in those after it."""
    if submission.series is None:
        return (), None
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
                return (one,), each.series
    return (), None
