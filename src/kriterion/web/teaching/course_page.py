"""Shared parts of a course's teacher pages: who may open them, and their frame."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from kriterion.web.accounts.site_access import View, require_user
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.blind_mode import is_blind, may_show_names
from kriterion.web.courses.course_access import course_or_404, find_rights
from kriterion.web.courses.models import Course
from kriterion.web.courses.review_scope import ReviewScope, find_review_scope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.teaching.course_tabs import list_tabs


def for_course(right: CourseRight) -> Callable[[View], View]:
    """Return a decorator that passes the course instead of its slug; 404 without the right."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **named: Any) -> HttpResponseBase:
            user = require_user(request)
            course = course_or_404(user, slug)
            if right not in find_rights(user, course):
                raise Http404
            return view(request, course, **named)

        return login_required(guarded)

    return decorate


def close_in_blind_mode(tab: str) -> Callable[[View], View]:
    """Return a decorator for pages that show names beside work: closed while names are hidden."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, course: Course, **named: Any) -> HttpResponseBase:
            if not is_blind(request, course):
                return view(request, course, **named)
            context = {"may_show_names": may_show_names(request, course)}
            template = "teaching/names_hidden.html"
            return course_page(request, template, tab, course, context, status=403)

        return guarded

    return decorate


def read_scope(request: HttpRequest, course: Course) -> ReviewScope:
    """Return the scope of the user's reviews, narrowed to the group that the address names."""
    group = read_number(request.GET.get("group", ""))
    return find_review_scope(require_user(request), course).narrow(group)


def course_page(
    request: HttpRequest,
    template: str,
    tab: str,
    course: Course,
    context: dict[str, Any],
    *,
    below: tuple[tuple[str, str], ...] = (),
    status: int = 200,
) -> HttpResponse:
    """Render a page that extends teaching/base.html.

    `tab` is the URL name of the current tab; `below` are the breadcrumbs under the course.
    """
    rights = find_rights(require_user(request), course)
    frame = {
        "course": course,
        "sections": list_tabs(course, rights, tab),
        "may_review": CourseRight.REVIEW in rights,
        "may_manage": CourseRight.MANAGE in rights,
        "trail": [
            (gettext("Courses"), reverse("courses")),
            (course.name, reverse("course", args=[course.slug])),
            *below,
        ],
    }
    return render(request, template, {**frame, **context}, status=status)
