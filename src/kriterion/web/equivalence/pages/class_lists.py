"""The exercises of a course that have classes, and the classes of an exercise."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from kriterion.markup.visible_text import make_visible, shorten
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.equivalence.services.class_key import ClassKey
from kriterion.web.equivalence.services.class_summary import (
    VERDICTS,
    add_comments,
    select_classes,
    summarize_exercises,
)
from kriterion.web.equivalence.services.comment_versions import (
    select_drafts,
    select_outdated_comments,
)
from kriterion.web.submissions.models import ClassComment, Submission
from kriterion.web.teaching.course_page import course_page, for_course

TAB = "equivalence:exercises"
_PAGE = 50
_MAX_COMMENTS = 20  # drafts, and comments on older versions
_EXCERPT = 160  # characters of a comment


@require_safe
@for_course(CourseRight.REVIEW)
def exercises(request: HttpRequest, course: Course) -> HttpResponse:
    language = get_language() or "en"
    rows = [(summary, summary.activity.name(language)) for summary in summarize_exercises(course)]
    drafts = select_drafts((course,)).order_by("-changed_at", "-pk")
    outdated = select_outdated_comments((course,)).order_by("pk")
    context: dict[str, Any] = {
        "rows": rows,
        "drafts": _describe_comments(drafts, language),
        "draft_count": drafts.count(),
        "outdated": _describe_comments(outdated, language),
        "outdated_count": outdated.count(),
    }
    return course_page(request, "equivalence/exercises.html", TAB, course, context)


def _describe_comments(comments: QuerySet[ClassComment], language: str) -> list[dict[str, object]]:
    """Return the first comments with their exercise, the beginning of the text, and the class."""
    return [
        {
            "name": comment.activity.name(language),
            "text": make_visible(shorten(comment.markdown, _EXCERPT)),
            "activity_id": comment.activity_id,
            "key": str(ClassKey.from_comment(comment)),
        }
        for comment in comments.select_related("activity__repository")[:_MAX_COMMENTS]
    ]


@require_safe
@for_course(CourseRight.REVIEW)
def classes(request: HttpRequest, course: Course, activity_id: int) -> HttpResponse:
    """List the classes of an exercise, the largest first."""
    activity = find_activity(course, activity_id)
    chosen = request.GET.get("verdict", "")
    verdict = chosen if chosen in VERDICTS else ""
    page = Paginator(select_classes(course, activity, verdict), _PAGE).get_page(
        request.GET.get("page")
    )
    first = page.start_index() if page.paginator.count else 1
    summaries = add_comments(course, activity, list(page))
    context: dict[str, Any] = {
        "name": activity.name(get_language() or "en"),
        "page": page,
        "rows": list(enumerate(summaries, start=first)),
        "activity": activity,
        "verdict": verdict,
    }
    return course_page(
        request,
        "equivalence/classes.html",
        TAB,
        course,
        context,
        below=(link_to_exercises(course),),
    )


def find_activity(course: Course, activity_id: int) -> Activity:
    """Return an exercise that students of the course submitted solutions to, or raise Http404."""
    # By its own key first: a number that no key can be is not found, rather than an error.
    activity = get_object_or_404(Activity, pk=activity_id)
    if not Submission.objects.filter(course=course, activity=activity).exists():
        raise Http404
    return activity


def link_to_exercises(course: Course) -> tuple[str, str]:
    """Return a breadcrumb."""
    return gettext("Solution classes"), reverse("equivalence:exercises", args=[course.slug])
