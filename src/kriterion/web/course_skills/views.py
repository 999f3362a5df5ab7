"""The page on which teachers change the skills of their course's activities."""

from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from kriterion.web.audit.audit_log import note
from kriterion.web.catalog.models import Activity
from kriterion.web.course_skills.skills import (
    MAX_NAME,
    MAX_SKILLS,
    InvalidSkillsError,
    list_activities_with_skills,
    parse_skills,
    set_skills,
    use_course_skills,
)
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.teaching.course_page import course_page, for_course

_PAGE = 30
_INVALID = 422


@dataclass(kw_only=True, slots=True)
class SkillsRow:
    """An activity in the form: its fields, what its repository says, and what was stored."""

    activity: Activity
    trains: str
    requires: str
    original: tuple[str, str]
    seen: tuple[str, str]
    is_changed: bool = False
    is_invalid: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def edit_skills(request: HttpRequest, course: Course) -> HttpResponse:
    """Change what the activities of a course train and require."""
    page = Paginator(list_activities_with_skills(course), _PAGE).get_page(request.GET.get("page"))
    rows = _make_rows(course, list(page))
    status = 200
    if request.method == "POST":
        if _store(request, course, rows):
            messages.success(request, gettext("Saved."))
            address = reverse("course-skills:edit", args=[course.slug])
            return redirect(f"{address}?page={page.number}")
        status = _INVALID
    context = {"page": page, "rows": rows, "most": MAX_SKILLS, "longest": MAX_NAME}
    return course_page(
        request, "course_skills/edit.html", "course-skills:edit", course, context, status=status
    )


def _make_rows(course: Course, activities: list[Activity]) -> list[SkillsRow]:
    originals = [
        (_join_names(activity.trains), _join_names(activity.requires)) for activity in activities
    ]
    changed = use_course_skills(course, activities)
    return [
        SkillsRow(
            activity=activity,
            trains=_join_names(activity.trains),
            requires=_join_names(activity.requires),
            original=original,
            seen=(_join_names(activity.trains), _join_names(activity.requires)),
            is_changed=activity.pk in changed,
        )
        for activity, original in zip(activities, originals, strict=True)
    ]


def _store(request: HttpRequest, course: Course, rows: list[SkillsRow]) -> bool:
    """Store the rows that the user changed; return False if one is invalid, and store none.

    A row that the user left as it was is not written, so a colleague's change to it stays.
    """
    chosen: list[tuple[SkillsRow, list[str], list[str]]] = []
    for row in rows:
        key = row.activity.pk
        typed = [request.POST.get(f"{name}-{key}") for name in ("trains", "requires")]
        seen = [request.POST.get(f"{name}-{key}-seen") for name in ("trains", "requires")]
        if typed == seen or typed[0] is None or typed[1] is None:
            continue
        row.trains, row.requires = typed[0], typed[1]
        try:
            chosen.append((row, parse_skills(row.trains), parse_skills(row.requires)))
        except InvalidSkillsError:
            row.is_invalid = True
    if any(row.is_invalid for row in rows):
        return False
    for row, trains, requires in chosen:
        stored = Activity.objects.get(pk=row.activity.pk)
        set_skills(course, stored, trains=trains, requires=requires)
        note(request, "course.skills", stored, course=course.slug, trains=trains, requires=requires)
    return True


def _join_names(names: list[str]) -> str:
    return ", ".join(dict.fromkeys(names))
