"""How many submissions fail each test of an exercise, with links to them."""

from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from kriterion.translators import load_translator
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.gradebook.pages.matrix import find_series
from kriterion.web.gradebook.services.submission_filter import SubmissionFilter
from kriterion.web.submissions.models import Assessment
from kriterion.web.submissions.services.test_results import (
    ExerciseResults,
    TestResults,
    count_test_results,
    keep_students,
)
from kriterion.web.teaching.course_page import course_page, for_course, read_scope
from kriterion_tools.contracts.dodona_judge import host_phrases
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.translation.translator import Translator

_TAB = "statistics:course"
_PAGE = 100
_CACHE_SECONDS = 60


@require_safe
@for_course(CourseRight.MENTOR)
def list_tests(request: HttpRequest, course: Course, activity_id: int) -> HttpResponse:
    """List the tests of an exercise, the one that fails most often first."""
    scope = read_scope(request, course)
    listed = Activity.objects.filter(series__in=scope.series).distinct()
    activity = get_object_or_404(listed, pk=activity_id)
    series = find_series(request, scope)
    chosen = SubmissionFilter(
        series=None if series is None else series.pk,
        activity=activity.pk,
        group=scope.group,
        latest=request.GET.get("of") != "all",
    )
    results = _read_results(scope, chosen)
    worst_first = sorted(results.tests, key=lambda test: -test.rate)
    page = Paginator(worst_first, _PAGE).get_page(request.GET.get("page"))
    language = get_language() or "en"
    translator = load_translator(language)
    context: dict[str, Any] = {
        "activity": activity,
        "name": activity.name(language),
        "scope": scope,
        "all_series": list(scope.series.filter(activities=activity)),
        "one_series": series,
        "is_latest": chosen.latest,
        "results": results,
        "page": page,
        "rows": [_describe(test, chosen, course, translator) for test in page],
        "is_incomplete": _has_unread(course, activity),
    }
    below = ((gettext("Statistics"), reverse(_TAB, args=[course.slug])),)
    return course_page(request, "statistics/tests.html", _TAB, course, context, below=below)


def _read_results(scope: ReviewScope, chosen: SubmissionFilter) -> ExerciseResults:
    """Return the counts, at most a minute old."""
    digest = sha256(f"{scope.key} {chosen.to_query()}".encode()).hexdigest()
    key = f"tests:{digest}"
    known = cache.get(key)
    if isinstance(known, ExerciseResults):
        return known
    counted = count_test_results(keep_students(chosen.select(scope), scope.course))
    cache.set(key, counted, _CACHE_SECONDS)
    return counted


def _describe(
    test: TestResults, chosen: SubmissionFilter, course: Course, translator: Translator
) -> dict[str, Any]:
    query = SubmissionFilter(
        series=chosen.series,
        activity=chosen.activity,
        group=chosen.group,
        latest=chosen.latest,
        test=test.pk,
    ).to_query()
    statuses = [
        (translator.translate(host_phrases.name_status(Status(status))), number)
        for status, number in test.failed.most_common()
    ]
    return {
        "name": test.name,
        "reached": test.reached,
        "failed": test.failed.total(),
        "percent": round(100 * test.rate),
        "statuses": statuses,
        "url": f"{reverse('gradebook:submissions', args=[course.slug])}?{query}",
    }


def _has_unread(course: Course, activity: Activity) -> bool:
    """Whether workers have not yet read all assessments from before outcomes were stored."""
    theirs = Q(submission__course=course, submission__activity=activity)
    return Assessment.objects.filter(theirs, comments_stored=False).exists()
