"""The navigation of a course's teacher pages. A new subject adds one line here."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight


class CourseTab(NamedTuple):
    """A page of every course: its URL takes the course's slug."""

    url_name: str
    label: str | Promise
    icon: str
    right: CourseRight


TABS = (
    CourseTab("teaching:course", _("Series"), "list", CourseRight.MANAGE),
    CourseTab("gradebook:results", _("Results"), "check", CourseRight.MENTOR),
    CourseTab("gradebook:submissions", _("Submissions"), "send", CourseRight.MENTOR),
    CourseTab("statistics:course", _("Statistics"), "graph", CourseRight.MENTOR),
    CourseTab("equivalence:exercises", _("Solution classes"), "folder", CourseRight.REVIEW),
    CourseTab("similarity:exercises", _("Similar solutions"), "search", CourseRight.REVIEW),
    CourseTab("comment_reports:rates", _("Reported comments"), "flag", CourseRight.REVIEW),
    CourseTab("teaching:members", _("Members"), "people", CourseRight.MENTOR),
    CourseTab("announcements:course", _("Announcements"), "bell", CourseRight.REVIEW),
    CourseTab("review:reviews", _("Reviews"), "check", CourseRight.MENTOR),
    CourseTab("review:questions", _("Questions"), "flag", CourseRight.MENTOR),
    CourseTab("rejudging:list", _("Re-judging"), "refresh", CourseRight.REVIEW),
    CourseTab("course-skills:edit", _("Skills"), "graph", CourseRight.MANAGE),
    CourseTab("course-judges", _("Judges"), "tool", CourseRight.MANAGE),
    CourseTab("teaching:course-edit", _("Settings"), "edit", CourseRight.MANAGE),
)


def list_tabs(
    course: Course, rights: frozenset[CourseRight], current: str
) -> list[tuple[str, str, str, bool]]:
    """Return the tabs for the navigation component: text, address, icon, whether it is current."""
    return [
        (
            str(tab.label),
            reverse(tab.url_name, args=[course.slug]),
            tab.icon,
            tab.url_name == current,
        )
        for tab in TABS
        if tab.right in rights
    ]
