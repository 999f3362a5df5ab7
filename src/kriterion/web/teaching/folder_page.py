"""Add the activities of a repository's folder to a series."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import ActivityState
from kriterion.web.courses.course_access import select_usable_activities
from kriterion.web.courses.models import Course
from kriterion.web.courses.repository_series import (
    append_activities,
    is_in_folder,
    list_folders,
)
from kriterion.web.courses.rights import CourseRight
from kriterion.web.repositories.models import Repository
from kriterion.web.teaching.course_page import course_page, for_course

_TAB = "teaching:course"
_MAX_LISTED = 500  # repositories or folders


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def add_folder(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """List the repositories that the teacher may use, or the folders of one; add a folder."""
    series = get_object_or_404(course.series, pk=series_id)
    usable = select_usable_activities(require_user(request)).filter(state=ActivityState.OK)
    repositories = Repository.objects.filter(activities__in=usable)
    given = request.POST if request.method == "POST" else request.GET
    chosen = read_number(given.get("repository", ""))
    context: dict[str, object] = {"series": series}
    above = reverse("teaching:series", args=[course.slug, series.pk])
    below = (
        (gettext("Series"), reverse("teaching:course", args=[course.slug])),
        (series.name, above),
    )
    if chosen is None and request.method != "POST":
        counted = repositories.annotate(size=Count("activities", distinct=True)).order_by("name")
        context["repositories"] = counted[:_MAX_LISTED]
        return course_page(request, "teaching/folders.html", _TAB, course, context, below=below)
    repository = get_object_or_404(repositories.distinct(), pk=chosen)
    ordered = usable.filter(repository=repository).order_by("position", "pk").distinct()
    if request.method == "POST":
        folder = request.POST.get("folder", "")
        added = append_activities(
            series, (row for row in ordered if is_in_folder(row.path, folder))
        )
        values = {"repository": repository.name, "folder": folder, "activities": added}
        note(request, "series.folder", series, **values)
        text = ngettext("%(n)d activity added.", "%(n)d activities added.", added)
        messages.success(request, text % {"n": added})
        return redirect(above)
    paths = ordered.values_list("path", flat=True)
    context |= {"repository": repository, "folders": list_folders(paths)[:_MAX_LISTED]}
    return course_page(request, "teaching/folders.html", _TAB, course, context, below=below)
