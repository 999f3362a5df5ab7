"""Links from a submission to the next and previous ones of the list that it was opened from."""

from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from kriterion.web.accounts.site_access import require_user
from kriterion.web.courses.blind_mode import is_blind
from kriterion.web.courses.course_access import find_rights
from kriterion.web.courses.review_scope import find_review_scope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.gradebook.services.code_search import search_code
from kriterion.web.gradebook.services.submission_filter import SubmissionFilter
from kriterion.web.submissions.models import Submission

LIST_PARAMETER = "list"
_LONGEST_QUERY = 500


def render_list_position(request: HttpRequest, submission: Submission) -> SafeString:
    """Render the links for those who review the course; nothing for others."""
    course = submission.course
    if course is None or LIST_PARAMETER not in request.GET:
        return mark_safe("")  # constant
    user = require_user(request)
    if CourseRight.MENTOR not in find_rights(user, course):
        return mark_safe("")  # constant
    written = request.GET[LIST_PARAMETER][:_LONGEST_QUERY]
    chosen = SubmissionFilter.from_query(
        QueryDict(written).dict(), hides_names=is_blind(request, course)
    )
    others = chosen.select(find_review_scope(user, course))
    older, newer = others.filter(pk__lt=submission.pk), others.filter(pk__gt=submission.pk)
    context = {
        "newer": _find_first(newer, chosen, oldest_first=True),
        "older": _find_first(older, chosen, oldest_first=False),
        "query": chosen.to_query(),
        "list_url": f"{reverse('gradebook:submissions', args=[course.slug])}?{chosen.to_query()}",
        "parameter": LIST_PARAMETER,
    }
    return render_to_string("gradebook/list_position.html", context, request)


def _find_first(
    rows: QuerySet[Submission], chosen: SubmissionFilter, *, oldest_first: bool
) -> int | None:
    if chosen.searches_code:
        matches = search_code(rows, chosen.code, limit=1, oldest_first=oldest_first)
        return next(iter(matches.ids), None)
    ordered = rows.order_by("pk" if oldest_first else "-pk")
    return ordered.values_list("pk", flat=True).first()
