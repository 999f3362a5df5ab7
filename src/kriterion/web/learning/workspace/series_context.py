"""The series that an activity is done for: which it is, and what follows from it for the page."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from kriterion.web.accounts.models import User
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.access import own_courses, visible_series
from kriterion.web.courses.models import Series


def is_late(series: Series | None) -> bool:
    """Whether what it is done for was due already."""
    return series is not None and series.deadline is not None and series.deadline < timezone.now()


def series_of(request: HttpRequest, user: User, found: Activity) -> Series | None:
    """The series that the activity is done for: the one asked for, if it is in that one, else the
    only one of their courses that it is in.
    """
    asked = read_number(request.GET.get("series") or request.POST.get("series") or "")
    having = visible_series(user).filter(listings__activity=found).select_related("course")
    if asked is not None:
        chosen = having.filter(pk=asked).first()
        if chosen is not None:
            return chosen
    theirs = having.filter(course__in=own_courses(user))[:2]
    return theirs[0] if len(theirs) == 1 else None


def taken_part_in(user: User, series: Series | None) -> Series | None:
    """The series, when its course is theirs: teachers see what is handed in by their students."""
    return series if series is not None and series.course_id in own_courses(user) else None


def trail_to(found: Activity, series: Series | None) -> list[tuple[str, str]]:
    if series is not None:
        course = series.course
        return [
            (gettext("Courses"), reverse("courses")),
            (course.name, reverse("course", args=[course.slug]) + f"#series-{series.pk}"),
        ]
    return [(found.repository.name, reverse("exercise-tree", args=[found.repository_id]))]


def address_of(found: Activity, series: Series | None) -> str:
    query = "" if series is None else f"?series={series.pk}"
    return reverse("activity", args=[found.pk]) + query
