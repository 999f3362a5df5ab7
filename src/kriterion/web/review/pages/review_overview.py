"""The exercises of a course with their reviews, and the submissions of one exercise."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from kriterion.web.audit.audit_log import note
from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.courses.blind_mode import is_blind, may_show_names, set_blind
from kriterion.web.courses.models import Course, Listing
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.review.services.review_list import (
    ReviewCounts,
    count_reviews,
    find_next_unreviewed,
    select_submissions_to_review,
)
from kriterion.web.review.services.reviewing import release_reviews
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.pages.presentation import state_label
from kriterion.web.teaching.course_page import course_page, for_course, read_scope

TAB = "review:reviews"
_PAGE = 100


@require_safe
@for_course(CourseRight.MENTOR)
def reviews(request: HttpRequest, course: Course) -> HttpResponse:
    """List the exercises of a course with the state of their reviews."""
    scope = read_scope(request, course)
    counts = count_reviews(scope)
    language = get_language() or "en"
    listings = (
        Listing.objects.filter(series__in=scope.series, activity__type=ActivityType.EXERCISE)
        .select_related("series", "activity__repository")
        .order_by("series__position", "series", "position", "pk")
    )
    rows = [
        (
            listing,
            listing.activity.name(language),
            counts.get(_make_sort_key(listing), ReviewCounts()),
        )
        for listing in listings
    ]
    context = {
        "rows": rows,
        "scope": scope,
        "is_blind": is_blind(request, course),
        "may_show_names": may_show_names(request, course),
    }
    return course_page(request, "review/reviews.html", TAB, course, context)


@require_safe
@for_course(CourseRight.MENTOR)
def exercise(
    request: HttpRequest, course: Course, series_id: int, activity_id: int
) -> HttpResponse:
    """List the submissions of an exercise to review."""
    scope = read_scope(request, course)
    listing = _listing_or_404(scope, series_id, activity_id)
    ids = select_submissions_to_review(scope, listing.series, activity_id)
    page = Paginator(ids, _PAGE).get_page(request.GET.get("page"))
    submissions = (
        Submission.objects.filter(pk__in=list(page))
        .select_related("user", "review")
        .defer("files", "summary", "failure")
        .annotate(read_reviewed_points=Sum("review__scores__points"))
        .order_by("pk")
    )
    blind = is_blind(request, course)
    first = page.start_index()
    rows = [
        {
            "submission": submission,
            "review": getattr(submission, "review", None),
            "points": submission.read_reviewed_points,
            "state": state_label(submission),
            "name": _name_student(submission, number, is_blind=blind),
        }
        for number, submission in enumerate(submissions, first)
    ]
    context = {
        "listing": listing,
        "scope": scope,
        "name": listing.activity.name(get_language() or "en"),
        "page": page,
        "rows": rows,
        "next": find_next_unreviewed(ids, 0),
        "counts": count_reviews(scope).get(_make_sort_key(listing), ReviewCounts()),
        "is_blind": blind,
    }
    return course_page(
        request, "review/exercise.html", TAB, course, context, below=(make_reviews_crumb(course),)
    )


@require_POST
@for_course(CourseRight.MANAGE)
def release(request: HttpRequest, course: Course, series_id: int, activity_id: int) -> HttpResponse:
    """Release the complete reviews of an exercise together."""
    listing = _listing_or_404(read_scope(request, course), series_id, activity_id)
    number = release_reviews(listing.series, listing.activity)
    if number:
        note(
            request,
            "review.release",
            listing.series,
            activity=listing.activity.path,
            reviews=number,
        )
    text = ngettext("%(count)d review released.", "%(count)d reviews released.", number)
    messages.success(request, text % {"count": number})
    return redirect(make_exercise_url(course, series_id, activity_id))


@require_POST
@for_course(CourseRight.MENTOR)
def change_blind(request: HttpRequest, course: Course) -> HttpResponse:
    """Hide or show the names of students while this reviewer is logged in."""
    set_blind(request, course, is_on=request.POST.get("to") == "on")
    return redirect("review:reviews", slug=course.slug)


def make_exercise_url(course: Course, series_id: int, activity_id: int) -> str:
    return reverse("review:exercise", args=[course.slug, series_id, activity_id])


def make_reviews_crumb(course: Course) -> tuple[str, str]:
    return gettext("Reviews"), reverse("review:reviews", args=[course.slug])


def _name_student(submission: Submission, number: int, *, is_blind: bool) -> str:
    if is_blind:
        return gettext("Student %(number)d") % {"number": number}
    return submission.user.display_name


def _listing_or_404(scope: ReviewScope, series_id: int, activity_id: int) -> Listing:
    # By their own keys first: a number that no key can be is not found, rather than an error.
    series = get_object_or_404(scope.series, pk=series_id)
    activity = get_object_or_404(Activity, pk=activity_id, type=ActivityType.EXERCISE)
    listings = Listing.objects.select_related("series", "activity__repository")
    return get_object_or_404(listings, series=series, activity=activity)


def _make_sort_key(listing: Listing) -> tuple[int, int]:
    return listing.series_id, listing.activity_id
