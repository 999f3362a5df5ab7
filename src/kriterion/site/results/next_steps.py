"""What a student can do after a submission: mend it, go on, or get some practice first."""

from dataclasses import dataclass

from kriterion.site.access import visible_activities
from kriterion.store.models import Activity, ActivityState, ActivityType, Submission, User

MAXIMUM = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class NextSteps:
    """`following` come after this one, `easier` are to be tried first; both as its authors say.

    `address_comments`: there are comments to be addressed before going on.
    """

    solved: bool
    address_comments: bool = False
    following: tuple[Activity, ...] = ()
    easier: tuple[Activity, ...] = ()


def next_steps(submission: Submission, user: User) -> NextSteps:
    """What there is to do after a submission that is over."""
    activity = submission.activity
    if not submission.accepted:
        return NextSteps(solved=False, easier=_named(activity.next_on_difficulty, activity, user))
    following = _named(activity.next_on_success, activity, user)
    return NextSteps(
        solved=True,
        address_comments=submission.essential,
        following=following or _next_in_series(submission, user),
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


def _next_in_series(submission: Submission, user: User) -> tuple[Activity, ...]:
    """The first activity after it in its series that is not solved yet."""
    series = submission.series
    if series is None:
        return ()
    listings = series.listings.filter(activity__in=visible_activities(user))
    listed = [each.activity for each in listings.select_related("activity__repository")]
    solved = set(
        Submission.objects.filter(user=user, activity__in=listed, accepted=True)
        .values_list("activity", flat=True)
        .distinct()
    )
    places = [index for index, each in enumerate(listed) if each.pk == submission.activity_id]
    after = listed[places[0] + 1 :] + listed[: places[0]] if places else listed
    return tuple(
        each
        for each in after
        if each.pk not in solved
        and each.type == ActivityType.EXERCISE
        and each.state == ActivityState.OK
    )[:1]
