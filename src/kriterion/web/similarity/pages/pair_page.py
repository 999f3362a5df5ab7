"""Two solutions side by side, with shared fragments in the same colour."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from kriterion.similarity.token_sequence import TOKENS_VERSION, unpack_tokens
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.similarity.models import StoredTokens
from kriterion.web.similarity.pages.similarity_pages import (
    TAB,
    find_solved_activity,
    link_to_similar_exercises,
    read_comparison_scope,
)
from kriterion.web.similarity.pages.time_between import describe_time_between
from kriterion.web.similarity.services.comparison_run import unpack_hashes
from kriterion.web.similarity.services.comparison_scope import (
    ComparisonScope,
    select_of_students,
    select_pairs,
)
from kriterion.web.similarity.services.pair_sources import match_sources
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.pages.presentation import state_label
from kriterion.web.teaching.course_page import course_page, for_course


@require_safe
@for_course(CourseRight.REVIEW)
def show_pair(
    request: HttpRequest, course: Course, activity_id: int, left: int, right: int
) -> HttpResponse:
    """Show two solutions that were compared."""
    activity = find_solved_activity(course, activity_id)
    scope, _ = read_comparison_scope(request, course, activity)
    comparison = scope.find()
    if comparison is None:
        raise Http404
    # By their own keys first: a number that no key can be is not found, rather than an error.
    one, other = (_find_submission(scope, pk) for pk in (left, right))
    pair = select_pairs(comparison, 0.0).filter(left=one, right=other).first()
    stored = StoredTokens.objects.filter(version=TOKENS_VERSION)
    documents = dict(stored.filter(submission__in=(left, right)).values_list("pk", "document"))
    if len(documents) < 2:
        raise Http404
    matched = match_sources(
        (one.texts, other.texts),
        (unpack_tokens(documents[left]), unpack_tokens(documents[right])),
        template=unpack_hashes(comparison.template),
        idioms=unpack_hashes(comparison.idioms),
    )
    name = activity.name(get_language() or "en")
    query = request.GET.urlencode()
    listed = reverse("similarity:comparison", args=[course.slug, activity.pk])
    context = {
        "name": name,
        "sides": [
            ("left", one, state_label(one), matched.left, "right"),
            ("right", other, state_label(other), matched.right, "left"),
        ],
        "matches": matched.matches,
        "percent": None if pair is None else int(100 * pair.similarity + 1e-9),
        "between": describe_time_between(one, other),
        "is_elsewhere": one.course_id != other.course_id,
    }
    below = (link_to_similar_exercises(course), (name, f"{listed}?{query}" if query else listed))
    return course_page(request, "similarity/pair.html", TAB, course, context, below=below)


def _find_submission(scope: ComparisonScope, pk: int) -> Submission:
    """Return a student's submission in the scope, or raise Http404."""
    rows = Submission.objects.filter(activity=scope.activity, course__in=scope.courses)
    found = select_of_students(rows).select_related("user", "course").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found
