"""Downloads of a course's grades and submissions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from kriterion.errors import OperatorError
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.catalog.exercise_files import load_activity_exercise
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Series
from kriterion.web.courses.review_scope import find_review_scope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.gradebook.pages.matrix import find_series, read_counting
from kriterion.web.gradebook.services.dolos_export import join_files, write_dolos_archive
from kriterion.web.gradebook.services.grade_export import (
    ArchiveTooLarge,
    write_archive,
    write_csv,
    write_json,
)
from kriterion.web.gradebook.services.submission_filter import SubmissionFilter
from kriterion.web.teaching.course_page import close_in_blind_mode, for_course, read_scope


@require_safe
@for_course(CourseRight.MENTOR)
@close_in_blind_mode("gradebook:results")
def grades_csv(request: HttpRequest, course: Course) -> HttpResponse:
    scope = read_scope(request, course)
    series = find_series(request, scope)
    text = write_csv(scope, series, read_counting(request))
    return _download(request, course, text.encode(), "text/csv; charset=utf-8", "csv", series)


@require_safe
@for_course(CourseRight.MENTOR)
@close_in_blind_mode("gradebook:results")
def grades_json(request: HttpRequest, course: Course) -> HttpResponse:
    scope = read_scope(request, course)
    series = find_series(request, scope)
    text = write_json(scope, series, read_counting(request))
    return _download(request, course, text.encode(), "application/json", "json", series)


@require_safe
@for_course(CourseRight.MENTOR)
@close_in_blind_mode("gradebook:results")
def submissions_zip(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """Download the submissions of a series that count, with their grades."""
    scope = read_scope(request, course)
    series = get_object_or_404(scope.series, pk=series_id)
    try:
        content = write_archive(scope, series, read_counting(request))
    except ArchiveTooLarge:
        text = gettext("These submissions are too large for one archive.")
        messages.error(request, text)
        return redirect("gradebook:results", slug=course.slug)
    return _download(request, course, content, "application/zip", "zip", series)


@require_safe
@for_course(CourseRight.REVIEW)
@close_in_blind_mode("gradebook:submissions")
def dolos_zip(request: HttpRequest, course: Course, activity_id: int) -> HttpResponse:
    """Download the solutions to an exercise that pass the list's filter, packed for Dolos."""
    listed = Activity.objects.filter(series__course=course).distinct()
    activity = get_object_or_404(listed, pk=activity_id)
    chosen = SubmissionFilter.from_query(request.GET.dict())
    scope = find_review_scope(require_user(request), course)
    try:
        content = write_dolos_archive(scope, activity, chosen, _read_template(activity))
    except ArchiveTooLarge:
        messages.error(request, gettext("These submissions are too large for one archive."))
        return redirect("gradebook:submissions", slug=course.slug)
    return _download(request, course, content, "application/zip", "zip", None)


def _read_template(activity: Activity) -> str:
    """Return the code that students start with; empty if there is none, or it cannot be read."""
    try:
        exercise = load_activity_exercise(activity)
    except OperatorError:
        return ""
    files = {file.name: file.text for file in exercise.editor_files if not file.is_read_only}
    return join_files(files)[1] or exercise.boilerplate(get_language() or "en") or ""


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
