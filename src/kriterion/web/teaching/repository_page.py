"""All exercises of a repository in a course: in an existing one, or in a new one of its own."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.course_access import may_create_courses
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.repositories.models import Repository
from kriterion.web.teaching.course_page import course_page, for_course
from kriterion.web.teaching.repository_course import (
    add_repository,
    make_course,
    select_course_material,
)

_MAX_REPOSITORIES = 100


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def repository_series(request: HttpRequest, course: Course) -> HttpResponse:
    """List the repositories that the teacher may use; add one with its groups as series."""
    user = require_user(request)
    repositories = Repository.objects.filter(activities__in=select_course_material(user))
    if request.method == "POST":
        chosen = read_number(request.POST.get("repository", ""))
        repository = get_object_or_404(repositories.distinct(), pk=chosen)
        series = add_repository(course, repository, user)
        return _show_result(request, course, repository, series)
    counted = repositories.annotate(size=Count("activities", distinct=True)).order_by("name")
    context = {"repositories": counted[:_MAX_REPOSITORIES]}
    above = (gettext("Series"), reverse("teaching:course", args=[course.slug]))
    template = "teaching/repository_series.html"
    return course_page(request, template, "teaching:course", course, context, below=(above,))


@login_required
@require_POST
def add_course(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Create a course with all exercises of a repository, which only its teacher sees at first."""
    user = require_user(request)
    if not may_create_courses(user):
        raise Http404
    repositories = Repository.objects.filter(activities__in=select_course_material(user)).distinct()
    repository = get_object_or_404(repositories, pk=repository_id)
    teachers = () if user.is_administrator else (user,)
    made = make_course(repository, user, teachers=teachers)
    note(request, "course.add", made.course)
    return _show_result(request, made.course, repository, made.series)


def _show_result(
    request: HttpRequest, course: Course, repository: Repository, series: int
) -> HttpResponse:
    note(request, "course.repository", course, repository=repository.name, series=series)
    text = ngettext(
        "%(n)d series added. Students see it when you make it visible.",
        "%(n)d series added. Students see each when you make it visible.",
        series,
    )
    messages.success(request, text % {"n": series})
    return redirect("teaching:course", slug=course.slug)
