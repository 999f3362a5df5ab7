"""Read and change the skills of a course's activities."""

from collections.abc import Iterable

from django.db.models import Min, QuerySet

from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.course_skills.models import ActivitySkills
from kriterion.web.courses.models import Course
from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction

MAX_SKILLS = 20  # that an activity trains, or requires
MAX_NAME = 60  # characters


class InvalidSkillsError(Exception):
    """There are too many skills, or one has too long a name."""


def parse_skills(text: str) -> list[str]:
    """Return the names in a list that is separated by commas. Raises InvalidSkillsError."""
    names = [" ".join(make_storable(name).split()) for name in text.split(",")]
    unique = list(dict.fromkeys(name for name in names if name))
    if len(unique) > MAX_SKILLS or any(len(name) > MAX_NAME for name in unique):
        raise InvalidSkillsError
    return unique


def list_activities_with_skills(course: Course) -> QuerySet[Activity]:
    """Return the activities of a course that can have skills, in the order of its series."""
    return (
        Activity.objects.filter(
            listings__series__course=course,
            type__in=(ActivityType.EXERCISE, ActivityType.READING),
        )
        .annotate(
            first_series=Min("listings__series__position"), first_place=Min("listings__position")
        )
        .order_by("first_series", "first_place", "pk")
        .select_related("repository")
        .defer("search_text")
    )


def has_own_skills(course: Course) -> bool:
    return course.activity_skills.exists()


def use_course_skills(course: Course, activities: Iterable[Activity]) -> set[int]:
    """Give activities, in memory only, the skills that they have in a course.

    Return the ids of those that the course changes.
    """
    rows = list(activities)
    own = {
        skills.activity_id: skills
        for skills in course.activity_skills.filter(activity__in=[row.pk for row in rows])
    }
    for activity in rows:
        if (skills := own.get(activity.pk)) is not None:
            activity.trains, activity.requires = skills.trains, skills.requires
    return set(own)


def set_skills(
    course: Course, activity: Activity, *, trains: list[str], requires: list[str]
) -> None:
    """Store the skills of an activity in a course; those of its repository need no row."""
    with write_transaction():
        if (trains, requires) == (list(activity.trains), list(activity.requires)):
            course.activity_skills.filter(activity=activity).delete()
            return
        ActivitySkills.objects.update_or_create(
            course=course, activity=activity, defaults={"trains": trains, "requires": requires}
        )
