"""The comments on classes that a dry run with a new version moves, and their approval."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_http_methods

from kriterion.markup.visible_text import make_visible
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import Activity
from kriterion.web.class_versions.services.comment_moves import (
    COMPARABLE,
    CommentMove,
    carry,
    find_comment_moves,
    select_commented_activities,
)
from kriterion.web.courses.course_access import find_rights
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.equivalence.services.class_key import ClassKey
from kriterion.web.rejudging.models import Rejudging
from kriterion.web.rejudging.pages.views import describe_scope
from kriterion.web.submissions.models import ClassComment
from kriterion.web.teaching.course_page import course_page, for_course

_TAB = "rejudging:list"
_MAX_ROWS = 200  # comments and exercises on the page
_EXCERPT = 300


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.REVIEW)
def compare_versions(request: HttpRequest, course: Course, rejudging_id: int) -> HttpResponse:
    """List which comments split, merge and move; draft or approve them for their new classes."""
    rejudging = get_object_or_404(
        Rejudging.objects.select_related("series", "activity"), course=course, pk=rejudging_id
    )
    activities = []
    if rejudging.state in COMPARABLE:
        activities = list(select_commented_activities(rejudging).order_by("path", "pk")[:_MAX_ROWS])
    wanted = read_number(request.POST.get("activity") or request.GET.get("activity") or "")
    activity = next((activity for activity in activities if activity.pk == wanted), None)
    if activity is None and activities and request.method != "POST":
        activity = activities[0]
    moves = [] if activity is None else find_comment_moves(rejudging, activity)
    if request.method == "POST":
        return _carry_comments(request, rejudging, activity, moves)
    language = get_language() or "en"
    context: dict[str, Any] = {
        "rejudging": rejudging,
        "is_comparable": rejudging.state in COMPARABLE,
        "activity": activity,
        "activities": [
            (candidate.pk, candidate.name(language), candidate == activity)
            for candidate in activities
        ],
        "rows": [_describe(course, move) for move in moves[:_MAX_ROWS]],
        "open_count": sum(move.is_open for move in moves),
    }
    below = (
        (gettext("Re-judging"), reverse(_TAB, args=[course.slug])),
        (
            describe_scope(rejudging),
            reverse("rejudging:rejudging", args=[course.slug, rejudging.pk]),
        ),
    )
    template = "class_versions/comparison.html"
    return course_page(request, template, _TAB, course, context, below=below)


def _carry_comments(
    request: HttpRequest, rejudging: Rejudging, activity: Activity | None, moves: list[CommentMove]
) -> HttpResponse:
    """Draft, edit or approve one comment, or all."""
    user, wanted = require_user(request), request.POST.get("to", "")
    is_approval = wanted in ("approve", "approve-all")
    may_publish = CourseRight.MANAGE in find_rights(user, rejudging.course)
    if activity is None or (is_approval and not may_publish):
        raise Http404
    if not wanted.endswith("-all"):
        comment = read_number(request.POST.get("comment", ""))
        moves = [move for move in moves if move.comment.pk == comment]
    seen = set(request.POST.getlist("seen")[:_MAX_ROWS])
    if any(move.is_open and move.mark not in seen for move in moves):
        # Texts can be changed, and classes grow, while the page is open.
        messages.error(request, gettext("Some comments have changed since. Read them again."))
    moves = [move for move in moves if move.mark in seen]
    copies = carry(moves, user, draft=not is_approval)
    for copy in copies:
        action = "class_comment.publish" if is_approval else "class_comment.draft"
        note(request, action, copy, course=rejudging.course.slug, rejudging=rejudging.pk)
    if wanted == "edit" and copies:
        return redirect(_make_address(rejudging.course, copies[0]))
    if is_approval:
        text = ngettext(
            "%(count)d comment published.", "%(count)d comments published.", len(copies)
        )
    else:
        text = ngettext("%(count)d draft saved.", "%(count)d drafts saved.", len(copies))
    messages.success(request, text % {"count": len(copies)})
    address = reverse("class_versions:comparison", args=[rejudging.course.slug, rejudging.pk])
    return redirect(f"{address}?activity={activity.pk}")


def _describe(course: Course, move: CommentMove) -> dict[str, Any]:
    """Return a row of the page, with the text that a button of it publishes."""
    text = move.text if move.carried is None else move.carried.markdown
    return {
        "move": move,
        "text": make_visible(text[:_EXCERPT].strip()) or gettext("Comment"),
        "url": _make_address(course, move.comment),
        "carried_url": "" if move.carried is None else _make_address(course, move.carried),
        "parts": [part.students for part in move.parts],
        "merged": [part.students for part in move.merged],
    }


def _make_address(course: Course, comment: ClassComment) -> str:
    key = str(ClassKey.from_comment(comment))
    return reverse("equivalence:class", args=[course.slug, comment.activity_id, key])
