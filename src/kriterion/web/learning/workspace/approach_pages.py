"""Approaches to an exercise: their descriptions, and what students' solutions use."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from kriterion.rendering.jobs import MarkdownText
from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer, require_user
from kriterion.web.catalog.exercise_files import find_repository_version, read_approach_text
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.course_access import activity_or_404, list_courses_with_right
from kriterion.web.courses.models import Listing
from kriterion.web.courses.rights import CourseRight
from kriterion.web.learning.teacher_texts import name_owner
from kriterion.web.submissions.concealed_feedback import select_shown
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.pages.presentation import state_label
from kriterion.web.submissions.pages.used_tags import (
    count_approaches,
    count_tags,
    list_latest_tags,
    load_known_approaches,
)
from kriterion.web.submissions.services.displayed_texts import show_texts
from kriterion.web.submissions.submission_access import select_visible_submissions

_PAGE = 50


@login_required
@require_safe
def approach(request: HttpRequest, activity_id: int, slug: str) -> HttpResponse:
    """Show an approach to students who solved the exercise, and to teachers."""
    user = require_user(request)
    activity = activity_or_404(user, activity_id)
    has_solved = select_shown(user).filter(activity=activity, accepted=True).exists()
    if not (has_solved or may_see_solutions(user, activity)):
        raise Http404
    chosen = next(
        (approach for approach in load_known_approaches(activity) if approach.slug == slug), None
    )
    if chosen is None:
        raise Http404
    (text,) = show_texts(
        (MarkdownText(text=read_approach_text(activity, slug), place="approach", heading=2),),
        name_owner(activity.repository),
        version=find_repository_version(activity.repository),
    )
    context = {
        "activity": activity,
        "approach": chosen,
        "text": text,
        "trail": _make_trail(activity),
    }
    return render(request, "learning/approach.html", context)


@login_required
@require_safe
def uses(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Show teachers what students' last accepted solutions use."""
    user = require_user(request)
    activity = activity_or_404(user, activity_id)
    if not may_see_solutions(user, activity):
        raise Http404
    latest = list_latest_tags(_find_taught_submissions(user).filter(activity=activity))
    tag = request.GET.get("tag", "")
    known = load_known_approaches(activity)
    keys = [key for key, tags in latest.items() if tag in tags] if tag else []
    page = Paginator(sorted(keys, reverse=True), _PAGE).get_page(request.GET.get("page"))
    rows = Submission.objects.filter(pk__in=page.object_list).select_related("user")
    context = {
        "activity": activity,
        "name": activity.name(get_language() or "en"),
        "tag": tag,
        "all": len(latest),
        "groups": count_tags(latest.values()),
        "approaches": count_approaches(known, latest.values()),
        "page": page,
        "rows": [
            (submission, state_label(submission))
            for submission in rows.defer("files", "tags").order_by("-pk")
        ],
        "trail": _make_trail(activity),
    }
    return render(request, "learning/uses.html", context)


def may_see_solutions(user: User, activity: Activity) -> bool:
    """Whether the user teaches a course that lists the activity, or is an administrator."""
    reviewed = list_courses_with_right(user, CourseRight.REVIEW)
    listed = Listing.objects.filter(activity=activity, series__course__in=reviewed)
    return may_administer(user) or (bool(reviewed) and listed.exists())


def _find_taught_submissions(user: User) -> QuerySet[Submission]:
    """Return the submissions of a teacher's students."""
    submissions = select_visible_submissions(user)
    if may_administer(user):
        return submissions
    return submissions.filter(course__in=list_courses_with_right(user, CourseRight.REVIEW))


def _make_trail(found: Activity) -> list[tuple[str, str]]:
    return [
        (gettext("Courses"), reverse("courses")),
        (found.name(get_language() or "en"), reverse("activity", args=[found.pk])),
    ]
