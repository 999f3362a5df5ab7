"""The series for which an activity is done, and its effects on the activity's page."""

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from kriterion.web.accounts.models import User
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.course_access import list_own_courses, select_visible_series
from kriterion.web.courses.exam_scope import find_running_exam
from kriterion.web.courses.models import Series
from kriterion.web.submissions.concealed_feedback import find_shown_in


def find_series(request: HttpRequest, user: User, found: Activity) -> Series | None:
    """Return the series in which the user works on an activity, or None.

    All candidates contain the activity. The first that exists counts: the requested series, if it
    is in one of the user's courses; a series of these courses that withholds the verdict, which
    submitting elsewhere would reveal; one that limits attempts; the requested one; the only one in
    the user's courses.
    """
    requested = read_number(request.GET.get("series") or request.POST.get("series") or "")
    own: list[Series] = []
    if courses := list_own_courses(user):
        own = list(_select_series_with(user, found).filter(course__in=courses).order_by("pk"))
    for candidate in own:
        if candidate.pk == requested:
            return candidate
    feedback_by_series = find_shown_in(user, own)
    for candidate in own:
        if candidate.pk in feedback_by_series and not feedback_by_series[candidate.pk].has_verdict:
            return candidate
    for candidate in own:
        if candidate.attempt_limit is not None:
            return candidate
    if requested is not None:
        series = _select_series_with(user, found).filter(pk=requested).first()
        if series is not None:
            return series
    return own[0] if len(own) == 1 else None


def _select_series_with(user: User, found: Activity) -> QuerySet[Series]:
    """Return the series with an activity that the user may open."""
    return select_visible_series(user).filter(listings__activity=found).select_related("course")


def find_own_series(user: User, series: Series | None) -> Series | None:
    """Return the series if the user is in its course, whose teachers will see the submission."""
    return series if series is not None and series.course_id in list_own_courses(user) else None


def list_crumbs(user: User, found: Activity, series: Series | None) -> list[tuple[str, str]]:
    if (exam := find_running_exam(user)) is not None:
        return [(exam.name, exam.address)]
    if series is not None:
        course = series.course
        return [
            (gettext("Courses"), reverse("courses")),
            (course.name, reverse("course", args=[course.slug]) + f"#series-{series.pk}"),
        ]
    return [(found.repository.name, reverse("exercise-tree", args=[found.repository_id]))]


def make_address(found: Activity, series: Series | None) -> str:
    query = "" if series is None else f"?series={series.pk}"
    return reverse("activity", args=[found.pk]) + query
