"""Permissions: who may see and do what, one function per question, called by every page.

What a user may not see is reported as not found: a page never reveals that it exists.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from kriterion.web.accounts.models import Role, User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.courses.models import (
    Course,
    Extension,
    Listing,
    MemberRole,
    Registration,
    Series,
)
from kriterion.web.courses.rights import CourseRight, rights_of


def visible_courses(user: User) -> QuerySet[Course]:
    """Return the courses a user may open: their own, and visible ones."""
    if may_administer(user):
        return Course.objects.all()
    return Course.objects.filter(Q(visible=True) | Q(pk__in=own_courses(user)))


def own_courses(user: User) -> list[int]:
    """Return the ids of the courses that a user is a member of."""
    return list(user.course_roles)


def courses_with_right(user: User, right: CourseRight) -> list[int]:
    """Return the ids of the courses where a user's role gives the right."""
    roles = user.course_roles.items()
    return [course for course, role in roles if right in rights_of(MemberRole(role))]


def rights_in(user: User, course: Course) -> frozenset[CourseRight]:
    """Return the user's rights in a course; administrators have all."""
    if may_administer(user):
        return frozenset(CourseRight)
    role = user.course_roles.get(course.pk)
    return frozenset() if role is None else rights_of(MemberRole(role))


def may_teach(user: User, course: Course) -> bool:
    return CourseRight.MANAGE in rights_in(user, course)


def may_see_problems(user: User, activity: Activity, series: Series | None) -> bool:
    """Whether the user may see the problems in an activity's texts, as its teachers may."""
    if may_administer(user):
        return True
    reviewed = courses_with_right(user, CourseRight.REVIEW)
    if series is not None:
        return series.course_id in reviewed
    return Listing.objects.filter(activity=activity, series__course__in=reviewed).exists()


def may_create_courses(user: User) -> bool:
    return may_administer(user) or user.role == Role.TEACHER


def is_teacher(user: User) -> bool:
    """Whether the user teaches a course here, or may create one."""
    return may_create_courses(user) or bool(courses_with_right(user, CourseRight.REVIEW))


def may_join(user: User, course: Course) -> bool:
    """Whether the user may join a course as a student; members may not."""
    return course.registration == Registration.OPEN and _is_open_to(user, course)


def may_ask_to_join(user: User, course: Course) -> bool:
    """Whether the user may ask the course's teachers to let them join."""
    return course.registration == Registration.APPROVAL and _is_open_to(user, course)


def visible_series(user: User) -> QuerySet[Series]:
    """Return the series a user may open; reviewers of a course may open all of its series."""
    if may_administer(user):
        return Series.objects.all()
    return Series.objects.filter(_filter_open_series(user))


def visible_activities(user: User) -> QuerySet[Activity]:
    """Return the activities a user may open: public ones, and those of series they may open.

    Among the public ones, unlisted exercises are for teachers only.
    """
    if may_administer(user):
        return Activity.objects.all()
    listed = Listing.objects.filter(_filter_open_series(user, "series__"), activity=OuterRef("pk"))
    public = Q(is_public=True) if is_teacher(user) else Q(is_public=True, is_listed=True)
    return Activity.objects.filter(public | Exists(listed))


def takes_solutions(activity: Activity) -> bool:
    """Whether users who may open the activity may submit solutions."""
    return activity.type == ActivityType.EXERCISE and activity.state == ActivityState.OK


def course_or_404(user: User, slug: str) -> Course:
    return get_object_or_404(visible_courses(user), slug=slug)


def activity_or_404(user: User, activity_id: int) -> Activity:
    return get_object_or_404(visible_activities(user).select_related("repository"), pk=activity_id)


def _is_open_to(user: User, course: Course) -> bool:
    return course.visible and not course.archived and course.pk not in user.course_roles


def _filter_open_series(user: User, of: str = "") -> Q:
    """Select open series for a user; `of` prefixes the names of their fields."""
    reviewed = Q(**{f"{of}course__in": courses_with_right(user, CourseRight.REVIEW)})
    in_visible_course = Q(**{f"{of}course__visible": True}) | Q(
        **{f"{of}course__in": own_courses(user)}
    )
    return reviewed | (
        Q(**{f"{of}visible": True}) & in_visible_course & _filter_by_window(user, of)
    )


def _filter_by_window(user: User, of: str) -> Q:
    """Select series that the user sees now, by the rule of `find_standing`."""
    now = timezone.now()
    extension = Extension.objects.filter(user=user, series=OuterRef(f"{of}pk"), hides_at__gte=now)
    has_begun = Q(**{f"{of}opens_at": None}) | Q(**{f"{of}opens_at__lte": now})
    has_not_ended = (
        Q(**{f"{of}hides_at": None}) | Q(**{f"{of}hides_at__gte": now}) | Q(Exists(extension))
    )
    return has_begun & has_not_ended
