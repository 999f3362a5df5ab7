"""Links from a submission to the next and previous ones of the list that it was opened from."""

from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from kriterion.web.accounts.site_access import user_of
from kriterion.web.courses.course_access import rights_in
from kriterion.web.courses.review_scope import scope_of
from kriterion.web.courses.rights import CourseRight
from kriterion.web.gradebook.services.submission_filter import SubmissionFilter
from kriterion.web.submissions.models import Submission

LIST_PARAMETER = "list"
_LONGEST_QUERY = 500


def render_list_position(request: HttpRequest, submission: Submission) -> SafeString:
    """Render the links for those who review the course; nothing for others."""
    course = submission.course
    if course is None or LIST_PARAMETER not in request.GET:
        return mark_safe("")  # constant
    user = user_of(request)
    if CourseRight.MENTOR not in rights_in(user, course):
        return mark_safe("")  # constant
    written = request.GET[LIST_PARAMETER][:_LONGEST_QUERY]
    chosen = SubmissionFilter.from_query(QueryDict(written).dict())
    others = chosen.select(scope_of(user, course)).values_list("pk", flat=True)
    context = {
        "newer": others.filter(pk__gt=submission.pk).order_by("pk").first(),
        "older": others.filter(pk__lt=submission.pk).first(),
        "query": chosen.to_query(),
        "list_url": f"{reverse('gradebook:submissions', args=[course.slug])}?{chosen.to_query()}",
        "parameter": LIST_PARAMETER,
    }
    return render_to_string("gradebook/list_position.html", context, request)
