"""The judges that a course's exercises may use, and those that its teachers have added."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.host.settings import JudgeSettings
from kriterion.web.administration.course_judges.judge_form import CourseJudgeForm
from kriterion.web.audit.audit_log import describe_changes, note
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.teaching.course_page import course_page, for_course
from kriterion.web.tools.machine import this_machine
from kriterion.web.tools.models import Tool, ToolKind
from kriterion.web.tools.tool_fetching import fetch_in_background, remove_copies
from kriterion_tools.errors import KriterionError

_TAB = "course-judges"
_ORDER = {"fault": 0, "notice": 1, "fine": 2}


@require_safe
@for_course(CourseRight.MANAGE)
def judges(request: HttpRequest, course: Course) -> HttpResponse:
    """List all judges that exercises of this course may name."""
    context = {
        "own": course.tools.filter(kind=ToolKind.JUDGE),
        "installed": _list_installed_judges(),
        "may_add": may_add_judges(),
    }
    return course_page(request, "course_judges/judges.html", _TAB, course, context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def add(request: HttpRequest, course: Course) -> HttpResponse:
    """Add a judge for this course, which is fetched and examined at once."""
    _require_permission_to_add()
    form = CourseJudgeForm(request.POST or None, instance=Tool(course=course))
    if request.method == "POST" and form.is_valid():
        made = form.save()
        note(request, "tool.add", made, course=course.slug, **describe_changes(form))
        fetch_in_background(made)
        return redirect("course-judge", slug=course.slug, tool_id=made.pk)
    return _judge_page(request, "judge_form", course, {"form": form})


@require_safe
@for_course(CourseRight.MANAGE)
def show_judge(request: HttpRequest, course: Course, tool_id: int) -> HttpResponse:
    """Show a judge of this course with all diagnoses."""
    judge = _get_course_judge(course, tool_id)
    rows = sorted(judge.problems, key=lambda row: _ORDER.get(row.get("state"), 3))
    context = {"tool": judge, "rows": rows, "may_add": may_add_judges()}
    return _judge_page(request, "judge", course, context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def edit(request: HttpRequest, course: Course, tool_id: int) -> HttpResponse:
    """Change a judge of this course, which is fetched and examined again."""
    _require_permission_to_add()
    judge = _get_course_judge(course, tool_id)
    form = CourseJudgeForm(request.POST or None, instance=judge)
    if request.method == "POST" and form.is_valid():
        if not form.store():
            raise Http404
        note(request, "tool.change", judge, course=course.slug, **describe_changes(form))
        fetch_in_background(judge)
        return redirect("course-judge", slug=course.slug, tool_id=judge.pk)
    above = (judge.name, reverse("course-judge", args=[course.slug, judge.pk]))
    return _judge_page(request, "judge_form", course, {"form": form, "tool": judge}, above)


@require_POST
@for_course(CourseRight.MANAGE)
def fetch_again(request: HttpRequest, course: Course, tool_id: int) -> HttpResponse:
    """Fetch and examine the newest version."""
    _require_permission_to_add()
    judge = _get_course_judge(course, tool_id)
    note(request, "tool.fetch", judge, course=course.slug)
    fetch_in_background(judge)
    return redirect("course-judge", slug=course.slug, tool_id=judge.pk)


@require_POST
@for_course(CourseRight.MANAGE)
def delete(request: HttpRequest, course: Course, tool_id: int) -> HttpResponse:
    """Delete a judge of this course, even if teachers may no longer add any."""
    judge = _get_course_judge(course, tool_id)
    note(request, "tool.delete", judge, course=course.slug)
    remove_copies(judge)
    judge.delete()
    messages.success(request, gettext("Judge removed."))
    return redirect("course-judges", slug=course.slug)


def may_add_judges() -> bool:
    """Whether the operator lets teachers add judges for their courses."""
    try:
        return this_machine().settings.teachers_add_judges
    except KriterionError:
        return False


def _require_permission_to_add() -> None:
    """Find nothing unless the operator lets teachers add judges."""
    if not may_add_judges():
        raise Http404


def _get_course_judge(course: Course, tool_id: int) -> Tool:
    return get_object_or_404(course.tools, pk=tool_id, kind=ToolKind.JUDGE)


def _list_installed_judges() -> Mapping[str, JudgeSettings]:
    try:
        return dict(sorted(this_machine().judges.items()))
    except KriterionError:
        return {}


def _judge_page(
    request: HttpRequest,
    name: str,
    course: Course,
    context: dict[str, Any],
    *below: tuple[str, str],
) -> HttpResponse:
    above = (gettext("Judges"), reverse(_TAB, args=[course.slug]))
    template = f"course_judges/{name}.html"
    return course_page(request, template, _TAB, course, context, below=(above, *below))
