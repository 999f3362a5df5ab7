"""The judges that a course's exercises may use, and those that its teachers have added."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.host.settings import JudgeSettings
from kriterion.web.accounts.site_access import user_of
from kriterion.web.administration.course_judges.judge_form import CourseJudgeForm
from kriterion.web.audit.audit_log import changes, note
from kriterion.web.courses.course_access import course_or_404, may_teach
from kriterion.web.courses.models import Course
from kriterion.web.tools.machine import this_machine
from kriterion.web.tools.models import Tool, ToolKind
from kriterion.web.tools.tool_fetching import fetch_in_background, remove_copies
from kriterion_tools.errors import KriterionError

_ORDER = {"fault": 0, "notice": 1, "fine": 2}


@login_required
@require_safe
@never_cache
def judges(request: HttpRequest, slug: str) -> HttpResponse:
    """List all judges that exercises of this course may name."""
    course = _course(request, slug)
    context = {
        "course": course,
        "own": course.tools.filter(kind=ToolKind.JUDGE),
        "installed": _installed_judges(),
        "may_add": may_add_judges(),
        "trail": _trail(course)[:2],
    }
    return render(request, "course_judges/judges.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a judge for this course, which is fetched and examined at once."""
    course = _course_with_judges(request, slug)
    form = CourseJudgeForm(request.POST or None, instance=Tool(course=course))
    if request.method == "POST" and form.is_valid():
        made = form.save()
        note(request, "tool.add", made, course=course.slug, **changes(form))
        fetch_in_background(made)
        return redirect("course-judge", slug=slug, tool_id=made.pk)
    context = {"course": course, "form": form, "trail": _trail(course)}
    return render(request, "course_judges/judge_form.html", context)


@login_required
@require_safe
@never_cache
def judge(request: HttpRequest, slug: str, tool_id: int) -> HttpResponse:
    """Show a judge of this course with all diagnoses."""
    course = _course(request, slug)
    found = _get_course_judge(course, tool_id)
    rows = sorted(found.problems, key=lambda row: _ORDER.get(row.get("state"), 3))
    context = {
        "course": course,
        "tool": found,
        "rows": rows,
        "may_add": may_add_judges(),
        "trail": _trail(course),
    }
    return render(request, "course_judges/judge.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit(request: HttpRequest, slug: str, tool_id: int) -> HttpResponse:
    """Change a judge of this course, which is fetched and examined again."""
    course = _course_with_judges(request, slug)
    found = _get_course_judge(course, tool_id)
    form = CourseJudgeForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        note(request, "tool.change", saved, course=course.slug, **changes(form))
        fetch_in_background(saved)
        return redirect("course-judge", slug=slug, tool_id=saved.pk)
    above = (found.name, reverse("course-judge", args=[slug, found.pk]))
    context = {"course": course, "form": form, "tool": found, "trail": [*_trail(course), above]}
    return render(request, "course_judges/judge_form.html", context)


@login_required
@require_POST
def fetch_again(request: HttpRequest, slug: str, tool_id: int) -> HttpResponse:
    """Fetch and examine the newest version."""
    course = _course_with_judges(request, slug)
    found = _get_course_judge(course, tool_id)
    note(request, "tool.fetch", found, course=course.slug)
    fetch_in_background(found)
    return redirect("course-judge", slug=slug, tool_id=found.pk)


@login_required
@require_POST
def delete(request: HttpRequest, slug: str, tool_id: int) -> HttpResponse:
    """Delete a judge of this course, even if teachers may no longer add any."""
    course = _course(request, slug)
    found = _get_course_judge(course, tool_id)
    note(request, "tool.delete", found, course=course.slug)
    remove_copies(found)
    found.delete()
    messages.success(request, gettext("Judge removed."))
    return redirect("course-judges", slug=slug)


def may_add_judges() -> bool:
    """Whether the operator lets teachers add judges for their courses."""
    try:
        return this_machine().settings.teachers_add_judges
    except KriterionError:
        return False


def _course(request: HttpRequest, slug: str) -> Course:
    """Return a course that the user teaches; 404 for others."""
    user = user_of(request)
    course = course_or_404(user, slug)
    if not may_teach(user, course):
        raise Http404
    return course


def _course_with_judges(request: HttpRequest, slug: str) -> Course:
    """Return such a course if the operator lets teachers add judges."""
    course = _course(request, slug)
    if not may_add_judges():
        raise Http404
    return course


def _get_course_judge(course: Course, tool_id: int) -> Tool:
    return get_object_or_404(course.tools, pk=tool_id, kind=ToolKind.JUDGE)


def _installed_judges() -> Mapping[str, JudgeSettings]:
    try:
        return dict(sorted(this_machine().judges.items()))
    except KriterionError:
        return {}


def _trail(course: Course) -> list[tuple[str, Any]]:
    """Return the breadcrumbs of a judge's page."""
    return [
        (gettext("Courses"), reverse("courses")),
        (course.name, reverse("course", args=[course.slug])),
        (gettext("Judges"), reverse("course-judges", args=[course.slug])),
    ]
