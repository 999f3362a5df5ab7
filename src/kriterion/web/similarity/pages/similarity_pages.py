"""The exercises whose solutions can be compared, and the similar solutions to one of them."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_safe

from kriterion.similarity.chance import count_from, estimate_by_chance, suggest_threshold
from kriterion.similarity.solution_pairs import BINS, LEAST_SIMILARITY
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.similarity.models import (
    ComparedChoice,
    ComparisonState,
    SimilarPair,
    SolutionComparison,
)
from kriterion.web.similarity.pages.similarity_charts import (
    draw_clusters,
    draw_histogram,
)
from kriterion.web.similarity.pages.time_between import describe_time_between
from kriterion.web.similarity.services.comparison_request import (
    list_templates,
    request_comparison,
)
from kriterion.web.similarity.services.comparison_scope import (
    ComparisonScope,
    digest_selection,
    list_compared,
    list_courses,
    select_of_students,
    select_pairs,
)
from kriterion.web.submissions.models import CLASS_KEY, Submission, SubmissionState
from kriterion.web.teaching.course_page import course_page, for_course

TAB = "similarity:exercises"
STEP = 100 // BINS  # percent
_PAGE = 50
_CLUSTERED = 1_000  # pairs
_LEAST_SUGGESTED = 0.5
_WITHOUT_ESTIMATE = 0.8


@require_safe
@for_course(CourseRight.REVIEW)
def list_exercises(request: HttpRequest, course: Course) -> HttpResponse:
    """List the exercises that students of the course solved."""
    rows = select_of_students(
        Submission.objects.filter(course=course, state=SubmissionState.FINISHED)
    )
    counts = dict(
        rows.order_by().values_list("activity").annotate(number=Count("user", distinct=True))
    )
    activities = Activity.objects.filter(pk__in=counts, type=ActivityType.EXERCISE)
    language = get_language() or "en"
    named = sorted((each.name(language), each.pk) for each in activities)
    listed = [(pk, name, counts[pk]) for name, pk in named]
    return course_page(request, "similarity/exercises.html", TAB, course, {"rows": listed})


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.REVIEW)
def show_comparison(request: HttpRequest, course: Course, activity_id: int) -> HttpResponse:
    """Show the similar solutions to an exercise, or have them compared."""
    activity = find_solved_activity(course, activity_id)
    scope, is_across = read_comparison_scope(request, course, activity)
    if request.method == "POST":
        request_comparison(scope)
        note(request, "similarity.compare", course, activity=activity.path, across=is_across)
        return redirect(f"{request.path}?{request.GET.urlencode()}")
    found = scope.find()
    language = get_language() or "en"
    authors = list_compared(activity.pk, scope.courses, scope.choice)
    current = digest_selection((pk for pk, _ in authors), list_templates(activity))
    context: dict[str, Any] = {
        "activity": activity,
        "name": activity.name(language),
        "is_across": is_across,
        "course_count": len(list_courses(require_user(request), course, activity)),
        "choices": ComparedChoice.choices,
        "choice": scope.choice,
        "solutions": len(authors),
        "comparison": found,
        "is_under_way": found is not None and found.state == ComparisonState.WAITING,
        "is_outdated": found is not None and found.selection != current,
    }
    if found is not None and found.compared_at is not None:
        context |= _describe(request, found)
    return course_page(
        request,
        "similarity/comparison.html",
        TAB,
        course,
        context,
        below=(link_to_similar_exercises(course),),
    )


def find_solved_activity(course: Course, activity_id: int) -> Activity:
    """Return an exercise that somebody of the course submitted a solution to, or raise Http404."""
    activity = get_object_or_404(Activity.objects.select_related("repository"), pk=activity_id)
    get_object_or_404(Submission.objects.filter(course=course, activity=activity)[:1])
    return activity


def read_comparison_scope(
    request: HttpRequest, course: Course, activity: Activity
) -> tuple[ComparisonScope, bool]:
    """Return the scope that the address asks to compare, and whether it is across courses."""
    is_across = request.GET.get("across") == "1"
    courses = list_courses(require_user(request), course, activity) if is_across else (course.pk,)
    wanted = request.GET.get("of", "")
    choice = ComparedChoice(wanted) if wanted in ComparedChoice.values else ComparedChoice.LATEST
    return ComparisonScope(activity=activity, courses=courses, choice=choice), is_across


def link_to_similar_exercises(course: Course) -> tuple[str, str]:
    """Return a breadcrumb."""
    return gettext("Similar solutions"), reverse("similarity:exercises", args=[course.slug])


def _describe(request: HttpRequest, comparison: SolutionComparison) -> dict[str, Any]:
    histogram = [int(number) for number in comparison.histogram]
    suggested = suggest_threshold(histogram, least=_LEAST_SUGGESTED, default=_WITHOUT_ESTIMATE)
    threshold = _read_threshold(request, round(100 * suggested))
    pairs = select_pairs(comparison, threshold / 100 - 1e-9)
    expected = estimate_by_chance(histogram)
    place = threshold // STEP
    page = Paginator(pairs.select_related("left__user", "right__user"), _PAGE).get_page(
        request.GET.get("page")
    )
    clustered = list(pairs.select_related("left__user", "right__user")[:_CLUSTERED])
    counts = count_from(histogram)
    return {
        "threshold": threshold,
        "lowest": round(100 * LEAST_SIMILARITY),
        "step": STEP,
        "page": page,
        "rows": [_describe_pair(pair, comparison) for pair in page],
        "all_pairs": counts[0] if counts else 0,
        "expected": None if expected is None else _round_if_small(expected[min(place, BINS - 1)]),
        "histogram": draw_histogram(histogram, threshold),
        "clusters": draw_clusters(clustered),
        "are_clusters_cut": len(clustered) == _CLUSTERED,
    }


def _read_threshold(request: HttpRequest, suggested: int) -> int:
    """Return percent, a multiple of STEP."""
    wanted = read_number(request.GET.get("threshold", ""))
    percent = suggested if wanted is None else wanted
    lowest = round(100 * LEAST_SIMILARITY)
    return min(max(percent, lowest), 100) // STEP * STEP


def _round_if_small(number: float) -> float:
    """Return a number with one digit after the point, if it is small."""
    return round(number, 1) if number < 10 else float(round(number))


def _describe_pair(pair: SimilarPair, comparison: SolutionComparison) -> dict[str, Any]:
    keys = [[getattr(each, name) for name in CLASS_KEY] for each in (pair.left, pair.right)]
    return {
        "left": pair.left,
        "right": pair.right,
        "percent": int(100 * pair.similarity + 1e-9),
        "longest": None if pair.longest < 0 else pair.longest,
        "between": describe_time_between(pair.left, pair.right),
        "is_same_class": bool(pair.left.digest) and keys[0] == keys[1],
        "is_elsewhere": pair.left.course_id != pair.right.course_id,
    }
