"""The page on which a teacher adds all exercises of a repository to a course."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from kriterion.web.accounts.site_access import user_of
from kriterion.web.audit.audit_log import note
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import ActivityState, ActivityType
from kriterion.web.courses.course_access import select_usable_activities
from kriterion.web.courses.models import Course
from kriterion.web.courses.repository_series import add_series, plan_series
from kriterion.web.courses.rights import CourseRight
from kriterion.web.repositories.models import Repository
from kriterion.web.teaching.course_page import course_page, for_course

_MAX_REPOSITORIES = 100


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def repository_series(request: HttpRequest, course: Course) -> HttpResponse:
    """List the repositories that the teacher may use; add one with its groups as series."""
    usable = select_usable_activities(user_of(request)).filter(
        state=ActivityState.OK, type__in=[ActivityType.EXERCISE, ActivityType.READING]
    )
    repositories = Repository.objects.filter(activities__in=usable)
    if request.method == "POST":
        chosen = read_number(request.POST.get("repository", ""))
        repository = get_object_or_404(repositories.distinct(), pk=chosen)
        activities = usable.filter(repository=repository).order_by("position", "pk").distinct()
        number = add_series(course, plan_series(repository, list(activities)))
        note(request, "course.repository", course, repository=repository.name, series=number)
        text = ngettext(
            "%(n)d series added. Students see it when you make it visible.",
            "%(n)d series added. Students see each when you make it visible.",
            number,
        )
        messages.success(request, text % {"n": number})
        return redirect("teaching:course", slug=course.slug)
    counted = repositories.annotate(size=Count("activities", distinct=True)).order_by("name")
    context = {"repositories": counted[:_MAX_REPOSITORIES]}
    above = (gettext("Series"), reverse("teaching:course", args=[course.slug]))
    template = "teaching/repository_series.html"
    return course_page(request, template, "teaching:course", course, context, below=(above,))
