"""All exercises of a repository in a course: in an existing one, or in a new one of its own."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import user_of
from kriterion.web.audit.audit_log import note
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.courses.course_access import may_create_courses, select_usable_activities
from kriterion.web.courses.models import Course, MemberRole, Membership, Registration
from kriterion.web.courses.repository_series import add_series, plan_series
from kriterion.web.courses.rights import CourseRight
from kriterion.web.repositories.models import Repository
from kriterion.web.teaching.course_form import make_slug
from kriterion.web.teaching.course_page import course_page, for_course

_MAX_REPOSITORIES = 100


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def repository_series(request: HttpRequest, course: Course) -> HttpResponse:
    """List the repositories that the teacher may use; add one with its groups as series."""
    repositories = Repository.objects.filter(activities__in=_select_usable(user_of(request)))
    if request.method == "POST":
        chosen = read_number(request.POST.get("repository", ""))
        repository = get_object_or_404(repositories.distinct(), pk=chosen)
        return _add_repository(request, course, repository)
    counted = repositories.annotate(size=Count("activities", distinct=True)).order_by("name")
    context = {"repositories": counted[:_MAX_REPOSITORIES]}
    above = (gettext("Series"), reverse("teaching:course", args=[course.slug]))
    template = "teaching/repository_series.html"
    return course_page(request, template, "teaching:course", course, context, below=(above,))


@login_required
@require_POST
def add_course(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Create a course with all exercises of a repository, which only its teacher sees at first."""
    user = user_of(request)
    if not may_create_courses(user):
        raise Http404
    repositories = Repository.objects.filter(activities__in=_select_usable(user)).distinct()
    repository = get_object_or_404(repositories, pk=repository_id)
    try:
        return _add_course(request, repository)
    except IntegrityError:  # somebody has just taken the slug
        return _add_course(request, repository)


@transaction.atomic
def _add_course(request: HttpRequest, repository: Repository) -> HttpResponse:
    user = user_of(request)
    course = Course.objects.create(
        name=repository.name,
        slug=make_slug(repository.name),
        visible=False,
        registration=Registration.CLOSED,
    )
    if not user.is_administrator:
        Membership.objects.create(course=course, user=user, role=MemberRole.TEACHER)
    note(request, "course.add", course)
    return _add_repository(request, course, repository)


def _select_usable(user: User) -> QuerySet[Activity]:
    """Return the exercises and readings that the user may put into a course."""
    kinds = [ActivityType.EXERCISE, ActivityType.READING]
    return select_usable_activities(user).filter(state=ActivityState.OK, type__in=kinds)


def _add_repository(request: HttpRequest, course: Course, repository: Repository) -> HttpResponse:
    usable = _select_usable(user_of(request)).filter(repository=repository)
    activities = usable.order_by("position", "pk").distinct()
    number = add_series(course, plan_series(repository, list(activities)))
    note(request, "course.repository", course, repository=repository.name, series=number)
    text = ngettext(
        "%(n)d series added. Students see it when you make it visible.",
        "%(n)d series added. Students see each when you make it visible.",
        number,
    )
    messages.success(request, text % {"n": number})
    return redirect("teaching:course", slug=course.slug)
