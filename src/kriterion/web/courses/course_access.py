"""Permissions: who may see and do what, one function per question, called by every page.

What a user may not see is reported as not found: a page never reveals that it exists.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from kriterion.web.accounts.models import Role, User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.catalog.activity_lookup import find_activity
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.courses.course_scope import get_scoped_course
from kriterion.web.courses.exam_scope import find_exam_scope, find_running_exam
from kriterion.web.courses.models import (
    Course,
    Extension,
    Listing,
    MemberRole,
    Registration,
    Series,
)
from kriterion.web.courses.rights import CourseRight, find_role_rights
from kriterion.web.repositories.models import Repository, Sharing

_PUBLIC_SHARING = (Sharing.PUBLIC, Sharing.TEACHERS)
_PUBLIC = Q(is_public=True, repository__sharing__in=_PUBLIC_SHARING)


def select_visible_courses(user: User) -> QuerySet[Course]:
    """Return the courses a user may open: their own, and visible ones."""
    if (only := get_scoped_course()) is not None:
        return Course.objects.filter(pk=only)
    if (exam := find_running_exam(user)) is not None:
        return Course.objects.filter(pk=exam.course)
    if may_administer(user):
        return Course.objects.all()
    return Course.objects.filter(Q(visible=True) | Q(pk__in=list_own_courses(user)))


def list_own_courses(user: User) -> list[int]:
    """Return the ids of the courses that a user is a member of."""
    return list(user.course_roles)


def list_courses_with_right(user: User, right: CourseRight) -> list[int]:
    """Return the ids of the courses where a member has the right."""
    return [course for course in user.course_roles if right in _find_member_rights(user, course)]


def find_rights(user: User, course: Course) -> frozenset[CourseRight]:
    """Return the user's rights in a course; administrators have all."""
    if may_administer(user):
        return frozenset(CourseRight)
    return _find_member_rights(user, course.pk)


def may_teach(user: User, course: Course) -> bool:
    return CourseRight.MANAGE in find_rights(user, course)


def may_see_problems(user: User, activity: Activity, series: Series | None) -> bool:
    """Whether the user may see the problems in an activity's texts, as its teachers may."""
    if may_administer(user):
        return True
    reviewed = list_courses_with_right(user, CourseRight.REVIEW)
    if series is not None:
        return series.course_id in reviewed
    return Listing.objects.filter(activity=activity, series__course__in=reviewed).exists()


def may_create_courses(user: User) -> bool:
    return may_administer(user) or user.role == Role.TEACHER


def is_teacher(user: User) -> bool:
    """Whether the user teaches a course here, or may create one."""
    return may_create_courses(user) or bool(list_courses_with_right(user, CourseRight.REVIEW))


def is_course_teacher(user: User) -> bool:
    """Whether the user manages a course here, or may create one."""
    return may_create_courses(user) or bool(list_courses_with_right(user, CourseRight.MANAGE))


def may_join(user: User, course: Course) -> bool:
    """Whether the user may join a course as a student; members may not."""
    return course.registration == Registration.OPEN and _is_open_to(user, course)


def may_ask_to_join(user: User, course: Course) -> bool:
    """Whether the user may ask the course's teachers to let them join."""
    return course.registration == Registration.APPROVAL and _is_open_to(user, course)


def select_visible_series(user: User) -> QuerySet[Series]:
    """Return the series a user may open; reviewers of a course may open all of its series."""
    if may_administer(user):
        return Series.objects.all()
    return Series.objects.filter(_filter_open_series(user))


def select_visible_activities(user: User) -> QuerySet[Activity]:
    """Return the activities a user may open: public ones, and those of series they may open.

    Only repositories shared with all teachers have public activities, of which unlisted ones are
    for teachers only. Teachers also open what they may use. Those that are held back are open only
    to teachers who may use them, or review a course with them.
    """
    opened = _select_opened_activities(user)
    if may_administer(user) or find_running_exam(user) is not None:
        return opened  # an exam that has begun loses no exercise
    return opened.filter(_is_shown_to(user))


def is_held_back_from(user: User, activity_id: int) -> bool:
    """Whether only its obstacles keep the user from opening an activity that is not visible."""
    return _select_opened_activities(user).filter(pk=activity_id, is_held_back=True).exists()


def select_shown_listings(user: User) -> Q:
    """Select the listings of activities that are not held back from the user."""
    if may_administer(user) or find_running_exam(user) is not None:
        return Q()
    reviewed = list_courses_with_right(user, CourseRight.REVIEW)
    return Q(activity__is_held_back=False) | Q(series__course__in=reviewed)


def select_fully_usable_repositories(user: User) -> QuerySet[Repository]:
    """Return the repositories of which a teacher may add every activity to own courses."""
    if may_administer(user):
        return Repository.objects.all()
    if not is_course_teacher(user):
        return Repository.objects.none()
    granted = user.repository_grants.values("repository")
    return Repository.objects.filter(
        Q(sharing=Sharing.TEACHERS) | Q(owner=user) | Q(pk__in=granted)
    )


def select_usable_activities(user: User) -> QuerySet[Activity]:
    """Return the activities that a teacher may add to own courses.

    If a repository is shared publicly, these are all activities that the teacher may open.
    """
    usable = Q(repository__in=select_fully_usable_repositories(user))
    if is_course_teacher(user):
        public = Q(repository__sharing=Sharing.PUBLIC)
        usable |= public & (_PUBLIC | _is_listed_for(user))
    return Activity.objects.filter(usable)


def accepts_solutions(activity: Activity) -> bool:
    """Whether users who may open the activity may submit solutions."""
    return activity.type == ActivityType.EXERCISE and activity.state == ActivityState.OK


def course_or_404(user: User, slug: str) -> Course:
    return get_object_or_404(select_visible_courses(user), slug=slug)


def activity_or_404(user: User, activity_id: int) -> Activity:
    activity = find_visible_activity(user, activity_id)
    if activity is None:
        raise Http404
    return activity


def find_visible_activity(user: User, activity_id: int) -> Activity | None:
    """Return one of `select_visible_activities` with its repository, or None."""
    activity = find_activity(activity_id)
    if activity is None or _is_open_to_all(user, activity):
        return activity
    return activity if select_visible_activities(user).filter(pk=activity_id).exists() else None


def _select_opened_activities(user: User) -> QuerySet[Activity]:
    """Return the activities a user may open, with those that are held back."""
    if may_administer(user):
        return Activity.objects.all()
    if find_running_exam(user) is not None or get_scoped_course() is not None:
        return Activity.objects.filter(_is_listed_for(user))
    opened = _PUBLIC if is_teacher(user) else _PUBLIC & Q(is_listed=True)
    if is_course_teacher(user):
        opened |= Q(repository__in=select_fully_usable_repositories(user))
    return Activity.objects.filter(opened & _is_outside_exams(user) | _is_listed_for(user))


def _find_member_rights(user: User, course_id: int) -> frozenset[CourseRight]:
    role = user.course_roles.get(course_id)
    if role is None:
        return frozenset()
    return find_role_rights(MemberRole(role), is_mentor=course_id in user.mentored_groups)


def _is_open_to_all(user: User, activity: Activity) -> bool:
    """Whether the user may open the activity in any series, by `select_visible_activities`.

    False if only a search through the series can tell, which costs several times as much.
    """
    if may_administer(user):
        return True
    if (
        activity.is_held_back
        or get_scoped_course() is not None
        or find_exam_scope(user) is not None
    ):
        return False
    is_public = activity.is_public and activity.repository.sharing in _PUBLIC_SHARING
    return is_public and (activity.is_listed or is_teacher(user))


def _is_shown_to(user: User) -> Q:
    """Exclude activities that are held back from the user."""
    shown = Q(is_held_back=False)
    if reviewed := list_courses_with_right(user, CourseRight.REVIEW):
        listed = Listing.objects.filter(series__course__in=reviewed, activity=OuterRef("pk"))
        shown |= Q(Exists(listed))
    if get_scoped_course() is None and is_course_teacher(user):
        shown |= Q(repository__in=select_fully_usable_repositories(user))
    return shown


def _is_open_to(user: User, course: Course) -> bool:
    return course.visible and not course.archived and course.pk not in user.course_roles


def _is_listed_for(user: User) -> Q:
    """Select the activities of series that a user may open."""
    of_series = _filter_open_series(user, "series__")
    return Q(Exists(Listing.objects.filter(of_series, activity=OuterRef("pk"))))


def _filter_open_series(user: User, of: str = "") -> Q:
    """Select open series for a user; `of` prefixes the names of their fields."""
    if (exam := find_running_exam(user)) is not None:
        return Q(**{f"{of}pk__in": [exam.series] if exam.is_open else []})
    only = get_scoped_course()
    in_scope = Q() if only is None else Q(**{f"{of}course": only})
    reviewed = Q(**{f"{of}course__in": list_courses_with_right(user, CourseRight.REVIEW)})
    in_visible_course = Q(**{f"{of}course__visible": True}) | Q(
        **{f"{of}course__in": list_own_courses(user)}
    )
    open_to_all = Q(**{f"{of}visible": True}) & in_visible_course & _filter_by_window(user, of)
    return in_scope & (reviewed | open_to_all & _filter_by_exam(user, of))


def _filter_by_exam(user: User, of: str) -> Q:
    """Select series that are not exams, and published exams; mentors take no exams."""
    mentored = Q(**{f"{of}course__in": list_courses_with_right(user, CourseRight.MENTOR)})
    return mentored | Q(**{f"{of}exam": None}) | Q(**{f"{of}exam__published_at__isnull": False})


def _is_outside_exams(user: User) -> Q:
    """Exclude the activities of a student's hidden exams, even if they are public."""
    scope = find_exam_scope(user)
    if scope is None or not scope.hidden:
        return Q()
    return ~Q(Exists(Listing.objects.filter(series__in=scope.hidden, activity=OuterRef("pk"))))


def _filter_by_window(user: User, of: str) -> Q:
    """Select series that the user sees now, by the rule of `find_standing`."""
    now = timezone.now()
    extensions = Extension.objects.filter(user=user, series=OuterRef(f"{of}pk"))
    has_begun = (
        Q(**{f"{of}opens_at": None})
        | Q(**{f"{of}opens_at__lte": now})
        | Q(Exists(extensions.filter(opens_at__lte=now)))
    )
    has_not_ended = (
        Q(**{f"{of}hides_at": None})
        | Q(**{f"{of}hides_at__gte": now})
        | Q(Exists(extensions.filter(hides_at__gte=now)))
    )
    return has_begun & has_not_ended
