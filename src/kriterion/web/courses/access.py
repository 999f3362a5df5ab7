"""Who may see and do what: one function per question, which every page asks.

What somebody may not see is not found: a page never says that there is something.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404

from kriterion.web.accounts.access import may_administer
from kriterion.web.accounts.models import Role, User
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.courses.models import Course, Listing, MemberRole, Registration, Series


def visible_courses(user: User) -> QuerySet[Course]:
    """Courses they may open: theirs, and those that show themselves."""
    if may_administer(user):
        return Course.objects.all()
    return Course.objects.filter(Q(visible=True) | Q(pk__in=own_courses(user)))


def own_courses(user: User, role: str | None = None) -> list[int]:
    """The ids of the courses that they take part in, or have that role in."""
    roles = user.course_roles.items()
    return [course for course, theirs in roles if role in (None, theirs)]


def may_teach(user: User, course: Course) -> bool:
    return may_administer(user) or user.course_roles.get(course.pk) == MemberRole.TEACHER


def may_mend(user: User, activity: Activity, series: Series | None) -> bool:
    """Whether they are told what is wrong with the texts of an activity: its teachers."""
    if may_administer(user):
        return True
    taught = own_courses(user, MemberRole.TEACHER)
    if series is not None:
        return series.course_id in taught
    return Listing.objects.filter(activity=activity, series__course__in=taught).exists()


def is_teacher(user: User) -> bool:
    """Whether they teach anything here, or may begin to."""
    return (
        may_administer(user)
        or user.role == Role.TEACHER
        or MemberRole.TEACHER in user.course_roles.values()
    )


def may_join(user: User, course: Course) -> bool:
    """Whether they may make themselves a student of it; those who are in it already may not."""
    return (
        course.visible
        and not course.archived
        and course.registration == Registration.OPEN
        and course.pk not in user.course_roles
    )


def visible_series(user: User) -> QuerySet[Series]:
    """Series they may open; hidden ones are their teachers'."""
    if may_administer(user):
        return Series.objects.all()
    return Series.objects.filter(_is_open_series(user))


def visible_activities(user: User) -> QuerySet[Activity]:
    """Activities they may open: public ones, and those of series they may open.

    Of the public ones only teachers see those that their repository's index leaves out.
    """
    if may_administer(user):
        return Activity.objects.all()
    listed = Listing.objects.filter(_is_open_series(user, "series__"), activity=OuterRef("pk"))
    public = Q(is_public=True) if is_teacher(user) else Q(is_public=True, is_listed=True)
    return Activity.objects.filter(public | Exists(listed))


def takes_solutions(activity: Activity) -> bool:
    """Whether solutions are taken of those who may open it."""
    return activity.type == ActivityType.EXERCISE and activity.state == ActivityState.OK


def course_or_404(user: User, slug: str) -> Course:
    return get_object_or_404(visible_courses(user), slug=slug)


def activity_or_404(user: User, activity_id: int) -> Activity:
    return get_object_or_404(visible_activities(user).select_related("repository"), pk=activity_id)


def _is_open_series(user: User, of: str = "") -> Q:
    """Of series that have `of` before their fields: which of them somebody may open."""
    taught = Q(**{f"{of}course__in": own_courses(user, MemberRole.TEACHER)})
    shown = Q(**{f"{of}course__visible": True}) | Q(**{f"{of}course__in": own_courses(user)})
    return taught | (Q(**{f"{of}visible": True}) & shown)
