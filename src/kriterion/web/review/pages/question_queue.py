"""A course's queue of questions, for those who answer them."""

from django.core.paginator import Paginator
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Substr
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from kriterion.markup.visible_text import make_visible, shorten
from kriterion.web.courses.blind_mode import name_student
from kriterion.web.courses.models import Course
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.review.models import ReviewThread, ThreadMessage
from kriterion.web.teaching.course_page import course_page, for_course, read_scope

_PAGE = 30
_EXCERPT = 160  # characters of a question in the list
_WAITING = "waiting"
_FILTERS = {
    _WAITING: (_("Waiting"), Q(waiting_since__isnull=False)),
    "answered": (
        _("Answered"),
        Q(is_question=True, waiting_since__isnull=True, resolved_at__isnull=True),
    ),
    "resolved": (_("Resolved"), Q(is_question=True, resolved_at__isnull=False)),
}


@require_safe
@for_course(CourseRight.MENTOR)
def questions(request: HttpRequest, course: Course) -> HttpResponse:
    """List the questions of students, by default those that wait, the oldest first."""
    wanted = request.GET.get("state", _WAITING)
    if wanted not in _FILTERS:
        wanted = _WAITING
    scope = read_scope(request, course)
    page = Paginator(_find_questions(scope, wanted), _PAGE).get_page(request.GET.get("page"))
    language = get_language() or "en"
    excerpts = _read_excerpts([thread.pk for thread in page])
    rows = [
        {
            "thread": thread,
            "name": thread.submission.activity.name(language),
            "student": name_student(request, thread.submission.user, course.pk),
            "excerpt": excerpts.get(thread.pk, ""),
        }
        for thread in page
    ]
    filters = [(name, word, name == wanted) for name, (word, _query) in _FILTERS.items()]
    context = {
        "page": page,
        "rows": rows,
        "filters": filters,
        "state": wanted,
        "scope": scope,
        "is_waiting": wanted == _WAITING,
    }
    return course_page(request, "review/questions.html", "review:questions", course, context)


def _find_questions(scope: ReviewScope, wanted: str) -> QuerySet[ReviewThread]:
    order = F("waiting_since").asc() if wanted == _WAITING else F("pk").desc()
    return (
        scope.course.review_threads.filter(_FILTERS[wanted][1], scope.select("submission__user"))
        .select_related("submission__activity", "submission__user")
        .defer("submission__files", "submission__summary", "submission__failure")
        .order_by(order, "pk")
    )


def _read_excerpts(threads: list[int]) -> dict[int, str]:
    """Return the beginning of the last message of a student in each thread."""
    messages = ThreadMessage.objects.filter(thread__in=threads, by_staff=False).order_by("pk")
    beginnings = messages.values_list("thread_id", Substr("text", 1, 2 * _EXCERPT))
    return {thread: shorten(make_visible(text), _EXCERPT) for thread, text in beginnings}
