"""Exercises of the same repository to do next, or to practise with first.

Authors name them in `forward_exercises` and `backward_exercises`. If they do not, skills decide:
the next exercises require a skill that this one trains; exercises for practice train a skill that
this one requires.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.courses.course_access import select_visible_activities
from kriterion.web.submissions.concealed_feedback import select_shown
from kriterion.web.submissions.pages.known_skills import find_known_skills, put_startable_first
from kriterion.web.submissions.services.solved import filter_solved

AT_ONCE = 5  # shown before "more"
_MAX_NAMED = 1_000
_MAX_BY_SKILL = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Suggestions:
    """Exercises in the order of their author or the repository; `more` are folded at first.

    `skills` are those for which they were chosen.
    """

    first: tuple[Activity, ...] = ()
    more: tuple[Activity, ...] = ()
    skills: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.first)


NOTHING = Suggestions()


def fold_suggestions(activities: Sequence[Activity], skills: Iterable[str] = ()) -> Suggestions:
    """Show the first AT_ONCE activities and fold the rest, unless the rest is a single one."""
    cut = AT_ONCE if len(activities) > AT_ONCE + 1 else len(activities)
    return Suggestions(
        first=tuple(activities[:cut]), more=tuple(activities[cut:]), skills=tuple(skills)
    )


def suggest_next(activity: Activity, user: User) -> Suggestions:
    """Return the author's suggestions for students who solved the activity."""
    return fold_suggestions(_load_by_path(activity.next_on_success, activity, user))


def suggest_practice(activity: Activity, user: User) -> Suggestions:
    """Return the author's suggestions for students who find the activity too hard."""
    return fold_suggestions(_load_by_path(activity.next_on_difficulty, activity, user))


def suggest_next_by_skill(activity: Activity, user: User) -> Suggestions:
    """Return unsolved exercises that require a skill which this one trains, first those that
    require nothing else which the student has yet to learn.
    """
    candidates = _load_with_skills(activity.trains, activity, user)
    chosen = [
        candidate
        for candidate in candidates
        if not set(activity.trains).isdisjoint(candidate.requires)
    ]
    if not chosen:
        return NOTHING
    ordered = put_startable_first(chosen, find_known_skills(user), candidates)
    used = {name for candidate in chosen for name in candidate.requires}
    return fold_suggestions(ordered, [name for name in activity.trains if name in used])


def suggest_practice_by_skill(activity: Activity, user: User) -> Suggestions:
    """Return unsolved exercises that train a skill which this one requires."""
    candidates = _load_with_skills(activity.requires, activity, user)
    chosen = [
        candidate
        for candidate in candidates
        if not set(activity.requires).isdisjoint(candidate.trains)
    ]
    trained = {name for candidate in chosen for name in candidate.trains}
    return fold_suggestions(chosen, [name for name in activity.requires if name in trained])


def _load_by_path(paths: Sequence[str], activity: Activity, user: User) -> list[Activity]:
    positions = {path: place for place, path in enumerate(dict.fromkeys(paths))}
    if not positions:
        return []
    candidates = _select_other_exercises(activity, user).filter(
        path__in=list(positions)[:_MAX_NAMED]
    )
    return sorted(candidates, key=lambda candidate: positions[candidate.path])


def _load_with_skills(skills: Sequence[str], activity: Activity, user: User) -> list[Activity]:
    """Return unsolved exercises whose search text contains one of the skills."""
    mentions = Q()
    for skill in skills[:_MAX_BY_SKILL]:
        if skill.strip():
            mentions |= Q(search_text__contains=skill.lower())
    if not mentions:
        return []
    done = filter_solved(select_shown(user).order_by()).values("activity")
    candidates = _select_other_exercises(activity, user).filter(mentions).exclude(pk__in=done)
    return list(candidates.order_by("position", "pk")[:_MAX_NAMED])


def _select_other_exercises(activity: Activity, user: User) -> QuerySet[Activity]:
    """Return the usable exercises of the same repository that the user may see."""
    return (
        select_visible_activities(user)
        .filter(
            repository=activity.repository_id,
            type=ActivityType.EXERCISE,
            state=ActivityState.OK,
        )
        .exclude(pk=activity.pk)
        .defer("search_text")
    )
