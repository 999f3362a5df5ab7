"""Pages to find work: home, courses, search."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from kriterion.rendering.jobs import MarkdownText
from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.announcements.pages.displayed import (
    list_course_announcements,
    list_home_announcements,
)
from kriterion.web.catalog.models import TaskKind
from kriterion.web.course_skills.skills import has_own_skills
from kriterion.web.courses.course_access import (
    course_or_404,
    find_rights,
    may_ask_to_join,
    may_create_courses,
    may_join,
    may_teach,
    select_visible_activities,
    select_visible_courses,
    select_visible_series,
)
from kriterion.web.courses.models import Course, JoinRequest, Membership
from kriterion.web.courses.rights import CourseRight
from kriterion.web.exams.exam_access import list_announced_exams
from kriterion.web.learning.browsing.course_finder import find_in_series
from kriterion.web.learning.browsing.mentor_home import find_mentor_attention
from kriterion.web.learning.browsing.teacher_home import find_course_attention
from kriterion.web.pinned_courses.pins import is_pinned, list_courses, list_pinned_ids
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.concealed_feedback import conceal, split_by_verdict
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.pages.presentation import state_label
from kriterion.web.submissions.pages.user_progress import (
    SeriesProgress,
    list_series_progress,
    load_progress,
    open_series,
)
from kriterion.web.submissions.services.displayed_texts import show_texts
from kriterion.web.submissions.services.solved import filter_solved

_LATEST = 5
_PAGE = 30
_SHORTEST = 2  # characters, the shortest word to search for


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is due, what was started, and recent submissions."""
    user = require_user(request)
    latest = list(
        Submission.objects.filter(user=user)
        .select_related("activity__repository")
        .defer("files", "summary", "failure")
        .order_by("-pk")[:_LATEST]
    )
    own = split_by_verdict(user)
    drafts = (
        user.drafts.filter(activity__in=select_visible_activities(user))
        .exclude(activity__in=filter_solved(own[0].order_by()).values("activity"))
        .select_related("activity__repository")
        .defer("files")
        .order_by("-saved_at")[:_LATEST]
    )
    context = {
        "announcements": list_home_announcements(user),
        "exams": list_announced_exams(request),
        "open_series": open_series(user, own),
        "taught": find_course_attention(user),
        "mentored": find_mentor_attention(user),
        "drafts": drafts,
        "latest": [(submission, state_label(submission)) for submission in conceal(user, latest)],
        "courses": list_courses(user, _PAGE),
    }
    return render(request, "learning/home.html", context)


@login_required
@require_safe
def show_courses(request: HttpRequest) -> HttpResponse:
    """List the user's courses, and those they can join."""
    user = require_user(request)
    mine = user.course_roles
    courses = select_visible_courses(user).order_by("archived", "name")
    page = Paginator(courses, _PAGE).get_page(request.GET.get("page"))
    pinned = list_pinned_ids(user)
    rows = [(course, course.pk in mine, course.pk in pinned) for course in page]
    repositories = Repository.objects.filter(
        activities__in=select_visible_activities(user)
    ).distinct()[:_PAGE]
    context = {
        "page": page,
        "rows": rows,
        "repositories": repositories,
        "may_create": may_create_courses(user),
    }
    return render(request, "learning/courses.html", context)


@login_required
@require_safe
def show_course(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a course with its series and the user's progress."""
    user = require_user(request)
    course = course_or_404(user, slug)
    series = list_series_progress(
        user, select_visible_series(user).filter(course=course).order_by("position", "pk")
    )
    finder = find_in_series(series, request.GET)
    announced = list_course_announcements(user, course)
    is_member = course.pk in user.course_roles
    rights = find_rights(user, course)
    about, *descriptions = show_texts(
        [
            MarkdownText(text=course.description, place="about", heading=2),
            *(MarkdownText(text=each.series.description, place="about") for each in series),
        ],
        f"course {course.pk}",
    )
    context = {
        "course": course,
        "announcements": announced.current,
        "has_skills": _has_skills(course, series),
        "is_pinned": is_pinned(user, course),
        "is_member": is_member,
        "has_announcements": announced.has_any,
        "about": about,
        "exams": list_announced_exams(request, course),
        "series": [
            (each, text, each.rows if finder is None else finder.rows[each.series.pk])
            for each, text in zip(series, descriptions, strict=True)
        ],
        "finder": finder,
        "has_pinned_activities": any(series_row.pinned for series_row in series),
        "solved": sum(series_row.solved for series_row in series),
        "all": sum(series_row.total for series_row in series),
        "may_join": may_join(user, course),
        "may_ask_to_join": may_ask_to_join(user, course),
        "has_asked": not is_member and course.join_requests.filter(user=user).exists(),
        "may_teach": may_teach(user, course),
        "may_review": CourseRight.MENTOR in rights,
        "takes_course": CourseRight.REVIEW not in rights,
        "trail": [(gettext("Courses"), reverse("courses"))],
    }
    return render(request, "learning/course.html", context)


@login_required
@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    user = require_user(request)
    course = course_or_404(user, slug)
    if may_join(user, course):
        Membership.objects.get_or_create(user=user, course=course)
        messages.success(request, gettext("You have joined this course."))
    elif may_ask_to_join(user, course):
        JoinRequest.objects.get_or_create(user=user, course=course)
        messages.success(request, gettext("A teacher will answer your request to join."))
    elif course.pk not in user.course_roles:
        messages.error(request, gettext("Ask a teacher of this course to add you."))
    return redirect("course", slug=slug)


@login_required
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Find activities and courses with all words in their name, path, labels, skills or authors.

    `kind` limits activities to a kind, and needs no words.
    """
    user = require_user(request)
    query = " ".join(request.GET.get("q", "")[:200].split())
    words = [word for word in query.lower().split() if len(word) >= _SHORTEST][:8]
    kind = request.GET.get("kind", "")
    kind = kind if kind in TaskKind.values else ""
    context: dict[str, Any] = {"search_query": query, "words": words, "kind": kind}
    context["kinds"] = TaskKind.values if _has_kinds(user) else []
    if words or kind:
        activities = select_visible_activities(user).select_related("repository")
        matching = select_visible_courses(user) if words else Course.objects.none()
        if kind:
            activities = activities.filter(task_kind=kind)
        for word in words:
            activities = activities.filter(search_text__contains=word)
            matching = matching.filter(name__icontains=word)
        page = Paginator(
            activities.order_by("repository", "position", "pk").distinct(), _PAGE
        ).get_page(request.GET.get("page"))
        done = load_progress(user, [activity.pk for activity in page])
        context |= {
            "page": page,
            "rows": [done.make_row(activity) for activity in page],
            "courses": matching[:_LATEST],
        }
    return render(request, "learning/search.html", context)


def _has_kinds(user: User) -> bool:
    """Whether any exercise that the user may open has a kind."""
    return select_visible_activities(user).exclude(task_kind="").exists()


def _has_skills(course: Course, series: Iterable[SeriesProgress]) -> bool:
    """Whether any activity of the course has skills, as its repository or its teachers say."""
    activities = (row.activity for series_row in series for row in series_row.rows)
    return any(activity.trains or activity.requires for activity in activities) or has_own_skills(
        course
    )


def _get_language() -> str:
    return get_language() or "en"
