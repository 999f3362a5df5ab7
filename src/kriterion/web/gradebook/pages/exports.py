"""Downloads of a course's grades and submissions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kriterion.web.audit.audit_log import note
from kriterion.web.courses.models import Course, Series
from kriterion.web.courses.rights import CourseRight
from kriterion.web.gradebook.pages.matrix import find_series, read_counting
from kriterion.web.gradebook.services.grade_export import (
    ArchiveTooLarge,
    write_archive,
    write_csv,
    write_json,
)
from kriterion.web.teaching.course_page import for_course


@require_safe
@for_course(CourseRight.REVIEW)
def grades_csv(request: HttpRequest, course: Course) -> HttpResponse:
    series = find_series(request, course)
    text = write_csv(course, series, read_counting(request))
    return _download(request, course, text.encode(), "text/csv; charset=utf-8", "csv", series)


@require_safe
@for_course(CourseRight.REVIEW)
def grades_json(request: HttpRequest, course: Course) -> HttpResponse:
    series = find_series(request, course)
    text = write_json(course, series, read_counting(request))
    return _download(request, course, text.encode(), "application/json", "json", series)


@require_safe
@for_course(CourseRight.REVIEW)
def submissions_zip(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """Download the submissions of a series that count, with their grades."""
    series = get_object_or_404(course.series, pk=series_id)
    try:
        content = write_archive(course, series, read_counting(request))
    except ArchiveTooLarge:
        text = gettext("These submissions are too large for one archive.")
        messages.error(request, text)
        return redirect("gradebook:results", slug=course.slug)
    return _download(request, course, content, "application/zip", "zip", series)


def _download(
    request: HttpRequest,
    course: Course,
    content: bytes,
    content_type: str,
    suffix: str,
    series: Series | None,
) -> HttpResponse:
    """Answer with a file, and record who took it: it holds names and grades."""
    note(
        request,
        "course.export",
        course,
        format=suffix,
        series="" if series is None else series.name,
    )
    name = course.slug if series is None else f"{course.slug}-{series.pk}"
    response = HttpResponse(content, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{suffix}"'
    return response
