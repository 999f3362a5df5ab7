"""The members of a course as a file, which the import of members reads."""

import csv
import io

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from kriterion.web.audit.audit_log import note
from kriterion.web.base.spreadsheet_text import escape_formulas
from kriterion.web.courses.models import Course
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.teaching.course_page import for_course, read_scope

_COLUMNS = ("username", "last name", "first name", "email", "role", "groups")


@require_safe
@for_course(CourseRight.MANAGE)
def members_csv(request: HttpRequest, course: Course) -> HttpResponse:
    scope = read_scope(request, course)
    note(request, "course.member-export", course)
    response = HttpResponse(write_members(scope).encode(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{course.slug}-members.csv"'
    return response


def write_members(scope: ReviewScope) -> str:
    """Return the table with a mark by which spreadsheets recognise UTF-8.

    Without a chosen group, people who become members on their first log-in are in it, too.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(_COLUMNS)
    memberships = scope.course.memberships.filter(scope.select()).select_related("user")
    for member in memberships.prefetch_related("groups").order_by("user__username"):
        user = member.user
        groups = "; ".join(group.name for group in member.groups.all())
        cells = (user.username, user.last_name, user.first_name, user.email, member.role, groups)
        writer.writerow(map(escape_formulas, cells))
    if scope.group is None:
        waiting = scope.course.pending_members.prefetch_related("groups").order_by("username")
        for pending in waiting:
            groups = "; ".join(group.name for group in pending.groups.all())
            writer.writerow(
                map(escape_formulas, (pending.username, "", "", "", pending.role, groups))
            )
    return "\ufeff" + text.getvalue()
