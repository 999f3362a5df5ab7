"""The results of a course: students by exercises."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from kriterion.web.accounts.models import User
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.models import Course, Series
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.gradebook.pages.matrix_cells import CellRenderer
from kriterion.web.gradebook.services.need_for_help import (
    filter_nearly_solved,
    filter_silent,
    filter_stuck,
)
from kriterion.web.gradebook.services.student_results import (
    CountingRule,
    list_columns,
    list_students,
    read_results,
)
from kriterion.web.teaching.course_page import (
    close_in_blind_mode,
    course_page,
    for_course,
    read_scope,
)

_PAGE = 100
_STUDENT_FILTERS = {"stuck": filter_stuck, "silent": filter_silent, "close": filter_nearly_solved}


@require_safe
@for_course(CourseRight.MENTOR)
@close_in_blind_mode("gradebook:results")
def results(request: HttpRequest, course: Course) -> HttpResponse:
    """Show the results of a page of students, of the course or one of its series."""
    scope = read_scope(request, course)
    series = find_series(request, scope)
    counting = read_counting(request)
    show = request.GET.get("show", "")
    query = request.GET.get("q", "").strip()[:150]
    students = _search(list_students(scope), query)
    if show in _STUDENT_FILTERS:
        students = _STUDENT_FILTERS[show](students, course, series)
    columns = list_columns(scope, series)
    page = Paginator(students, _PAGE).get_page(request.GET.get("page"))
    language = get_language() or "en"
    cells = CellRenderer()
    rows = [
        (
            row,
            cells.render_row(
                row.results.get((column.series.pk, column.activity.pk)) for column in columns
            ),
            cells.format_number(row.total),
        )
        for row in read_results(course, list(page), columns, counting)
    ]
    context: dict[str, Any] = {
        "all_series": scope.series,
        "one_series": series,
        "scope": scope,
        "counting": counting.value,
        "show": show if show in _STUDENT_FILTERS else "",
        "query": query,
        "columns": [(column, column.activity.name(language)) for column in columns],
        "page": page,
        "rows": rows,
    }
    template = "gradebook/results.html"
    return course_page(request, template, "gradebook:results", course, context)


def find_series(request: HttpRequest, scope: ReviewScope) -> Series | None:
    """Return the requested series, or None for all."""
    chosen = read_number(request.GET.get("series", ""))
    return None if chosen is None else scope.series.filter(pk=chosen).first()


def read_counting(request: HttpRequest) -> CountingRule:
    is_latest = request.GET.get("counting") == CountingRule.LATEST.value
    return CountingRule.LATEST if is_latest else CountingRule.BEST


def _search(students: QuerySet[User], query: str) -> QuerySet[User]:
    for word in query.split()[:5]:
        students = students.filter(
            Q(username__icontains=word)
            | Q(first_name__icontains=word)
            | Q(last_name__icontains=word)
        )
    return students
