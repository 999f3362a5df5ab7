"""The submissions of a course, newest first."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from kriterion.web.accounts.site_access import user_of
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.models import Course, Listing
from kriterion.web.courses.review_scope import scope_of
from kriterion.web.courses.rights import CourseRight
from kriterion.web.gradebook.pages.submission_rows import render_rows
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
    """List submissions by a filter. Pages begin at a submission, so that new ones move nothing."""
    chosen = SubmissionFilter.from_query(request.GET.dict())
    scope = scope_of(user_of(request), course)
    before = read_number(request.GET.get("before", ""))
    rows = (
        chosen.select(scope)
        .select_related("activity", "user", "series")
        .defer("files", "summary", "failure")
    )
    if before is not None:
        rows = rows.filter(pk__lt=before)
    page = list(rows[: _PAGE + 1])
    listings = Listing.objects.filter(series__in=scope.series).select_related("activity", "series")
    language = get_language() or "en"
    activities = {listing.activity_id: listing.activity.name(language) for listing in listings}
    context: dict[str, Any] = {
        "filter": chosen,
        "scope": scope.narrow(chosen.group),
        "failed_test": name_test(scope.series, chosen.test),
        "query": chosen.to_query(),
        "rows": render_rows(page[:_PAGE]),
        "next_before": page[_PAGE - 1].pk if len(page) > _PAGE else None,
        "before": before,
        "series": scope.series,
        "activities": sorted(activities.items(), key=lambda pair: pair[1].casefold()),
        "statuses": [(status, _name_status(status)) for status in STATUSES],
    }
    template = "gradebook/submissions.html"
    return course_page(request, template, "gradebook:submissions", course, context)


def _name_status(status: str) -> str:
    if status in ("queued", "running", "blocked", "failed", "cancelled"):
        return state_label(Submission(state=status)).word
    is_accepted = status == "correct"
    return state_label(Submission(state="finished", status=status, accepted=is_accepted)).word
