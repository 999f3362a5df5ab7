"""The submissions of a course, newest first."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.blind_mode import is_blind
from kriterion.web.courses.models import Course, Listing
from kriterion.web.courses.review_scope import ReviewScope, find_review_scope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.gradebook.pages.submission_rows import render_rows
from kriterion.web.gradebook.services.code_search import search_code
from kriterion.web.gradebook.services.submission_filter import STATUSES, SubmissionFilter
from kriterion.web.submissions.live.list_hub import MAX_SHOWN
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.pages.presentation import state_label
from kriterion.web.submissions.services.test_results import name_test
from kriterion.web.teaching.course_page import course_page, for_course

_PAGE = MAX_SHOWN


@require_safe
@for_course(CourseRight.MENTOR)
def submissions(request: HttpRequest, course: Course) -> HttpResponse:
    """List submissions by a filter. Pages start at a submission, so new ones do not shift them."""
    hides_names = is_blind(request, course)
    chosen = SubmissionFilter.from_query(request.GET.dict(), hides_names=hides_names)
    scope = find_review_scope(require_user(request), course)
    before = read_number(request.GET.get("before", ""))
    rows = chosen.select(scope)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    page = _read_page(rows, chosen)
    listings = Listing.objects.filter(series__in=scope.series).select_related("activity", "series")
    language = get_language() or "en"
    activities = {listing.activity_id: listing.activity.name(language) for listing in listings}
    context: dict[str, Any] = {
        "filter": chosen,
        "scope": scope.narrow(chosen.group),
        "student": _find_student(scope, chosen, page.submissions),
        "failed_test": name_test(scope.series, chosen.test),
        "query": chosen.to_query(),
        "rows": render_rows(request, page.submissions),
        "next_before": page.next_before,
        "searched": page.searched,
        "is_code_short": bool(chosen.code) and not chosen.searches_code,
        "live_from": _find_next_id(course) if chosen.searches_code else page.next_before,
        "before": before,
        "series": scope.series,
        "activities": sorted(activities.items(), key=lambda pair: pair[1].casefold()),
        "statuses": [(status, _name_status(status)) for status in STATUSES],
    }
    template = "gradebook/submissions.html"
    return course_page(request, template, "gradebook:submissions", course, context)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Page:
    """A page of the list.

    `next_before` is where the next one begins, None for the last. `searched`: of how many
    submissions the code was searched, if that is not all.
    """

    submissions: list[Submission]
    next_before: int | None
    searched: int | None = None


def _read_page(rows: QuerySet[Submission], chosen: SubmissionFilter) -> _Page:
    listed = Submission.objects.select_related("activity", "user", "series")
    listed = listed.defer("files", "summary", "failure").order_by("-pk")
    if not chosen.searches_code:
        # The keys first: only the rows of the page are joined.
        keys = list(rows.values_list("pk", flat=True)[: _PAGE + 1])
        next_before = keys[_PAGE - 1] if len(keys) > _PAGE else None
        return _Page(submissions=list(listed.filter(pk__in=keys[:_PAGE])), next_before=next_before)
    matches = search_code(rows, chosen.code, limit=_PAGE)
    is_full = len(matches.ids) == _PAGE
    return _Page(
        submissions=list(listed.filter(pk__in=matches.ids)),
        next_before=matches.searched_to,
        searched=None if is_full or matches.searched_to is None else matches.searched,
    )


def _find_student(
    scope: ReviewScope, chosen: SubmissionFilter, listed: list[Submission]
) -> User | None:
    """Return the chosen student: a member, or somebody who left but has submissions in the list."""
    if chosen.student is None:
        return None
    if listed:
        return listed[0].user
    members = scope.course.memberships.filter(scope.select(), user=chosen.student)
    member = members.select_related("user").first()
    return None if member is None else member.user


def _find_next_id(course: Course) -> int:
    """Return an id that no submission of the course has yet, nor any earlier one."""
    newest = Submission.objects.filter(course=course).order_by("-pk")
    return (newest.values_list("pk", flat=True).first() or 0) + 1


def _name_status(status: str) -> str:
    if status in ("queued", "running", "blocked", "failed", "cancelled"):
        return state_label(Submission(state=status)).word
    is_accepted = status == "correct"
    return state_label(Submission(state="finished", status=status, accepted=is_accepted)).word
