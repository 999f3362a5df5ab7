"""A class of equivalent solutions: examples, its comment, and whom the comment reaches."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods

from kriterion.assessment.class_comments import ClassCommentType
from kriterion.markup.element import Markup
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.courses.course_access import find_rights
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.equivalence.pages.class_lists import TAB, find_activity, link_to_exercises
from kriterion.web.equivalence.pages.comment_form import ClassCommentForm
from kriterion.web.equivalence.services.class_key import ClassKey, CourseClass
from kriterion.web.equivalence.services.class_reach import (
    CommentReader,
    choose_examples,
    list_readers,
    read_names,
    select_latest_submissions,
)
from kriterion.web.equivalence.services.comment_editing import (
    EmptyClassError,
    OutdatedCommentError,
    delete_comment,
    save_comment,
)
from kriterion.web.equivalence.services.comment_reports import count_reports, select_reports
from kriterion.web.equivalence.services.shared_lines import mark_shared_lines
from kriterion.web.submissions.models import ClassComment, Submission
from kriterion.web.submissions.pages.presentation import state_label
from kriterion.web.submissions.services.renderings import PreparingError, render_feedback
from kriterion.web.teaching.course_page import course_page, for_course
from kriterion_tools.contracts.dodona_judge.output_records import Permission

_READERS = 20  # on a page
_REPORTS = 20  # the newest
_CONFLICT = 409
_INVALID = 422


@dataclass(frozen=True, kw_only=True, slots=True)
class _Preview:
    """A typed comment as its readers would see it; `rendered` is the first reader's text."""

    readers: list[CommentReader]
    rendered: Markup | None


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.REVIEW)
def show_class(request: HttpRequest, course: Course, activity_id: int, key: str) -> HttpResponse:
    parsed = ClassKey.parse(key)
    if parsed is None:
        raise Http404
    activity = find_activity(course, activity_id)
    solution_class = CourseClass(course=course, activity_id=activity.pk, key=parsed)
    if not solution_class.submissions.exists() and not solution_class.comments.exists():
        raise Http404
    if request.method != "POST":
        form = ClassCommentForm.for_comment(solution_class.comments.first())
        return _show(request, solution_class, form)
    match request.POST.get("to"):
        case "publish" | "draft" | "delete" if not _may_change(request, solution_class):
            raise Http404
        case "publish" | "draft" as action:
            return _save(request, solution_class, is_draft=action == "draft")
        case "delete":
            return _delete(request, solution_class)
    form = ClassCommentForm(request.POST)
    return _show(request, solution_class, form, status=200 if form.is_valid() else _INVALID)


def _may_change(request: HttpRequest, solution_class: CourseClass) -> bool:
    """Whether a user may do what a form asks; without MANAGE, they may only write drafts.

    The form's revision is compared later, so a comment that is published meanwhile is a conflict.
    """
    if CourseRight.MANAGE in find_rights(require_user(request), solution_class.course):
        return True
    is_published = solution_class.comments.filter(draft=False).exists()
    return request.POST.get("to") == "draft" and not is_published


def _save(request: HttpRequest, solution_class: CourseClass, *, is_draft: bool) -> HttpResponse:
    form = ClassCommentForm(request.POST)
    if not form.is_valid():
        return _show(request, solution_class, form, status=_INVALID)
    try:
        comment = save_comment(
            solution_class,
            require_user(request),
            markdown=form.cleaned_data["markdown"],
            comment_type=ClassCommentType(form.cleaned_data["type"]),
            draft=is_draft,
            revision=form.cleaned_data["revision"],
        )
    except OutdatedCommentError:
        return _show_conflict(request, solution_class)
    except EmptyClassError as error:
        raise Http404 from error
    action = "class_comment.draft" if is_draft else "class_comment.publish"
    note(request, action, comment, course=solution_class.course.slug, text=comment.markdown)
    messages.success(
        request,
        gettext("Saved. Students do not see it.") if is_draft else gettext("Published."),
    )
    return redirect(_make_url(solution_class))


def _delete(request: HttpRequest, solution_class: CourseClass) -> HttpResponse:
    form = ClassCommentForm(request.POST)
    form.is_valid()
    try:
        deleted = delete_comment(solution_class, revision=form.cleaned_data.get("revision", 0))
    except OutdatedCommentError:
        return _show_conflict(request, solution_class)
    if deleted is not None:
        course = solution_class.course.slug
        note(request, "class_comment.delete", None, course=course, text=deleted.markdown)
        messages.success(request, gettext("Comment removed."))
    if not solution_class.submissions.exists():
        return redirect(
            "equivalence:classes", solution_class.course.slug, solution_class.activity_id
        )
    return redirect(_make_url(solution_class))


def _show_conflict(request: HttpRequest, solution_class: CourseClass) -> HttpResponse:
    """Show what the other teacher wrote above the form, which keeps what was typed."""
    comment = solution_class.comments.first()
    data = request.POST.copy()
    data["revision"] = str(0 if comment is None else comment.revision)
    form = ClassCommentForm(data)
    form.is_valid()
    form.add_error(
        None, gettext("Somebody else has changed this comment since. Read it, then save yours.")
    )
    return _show(request, solution_class, form, other=comment, status=_CONFLICT)


def _show(
    request: HttpRequest,
    solution_class: CourseClass,
    form: ClassCommentForm,
    *,
    other: ClassComment | None = None,
    status: int = 200,
) -> HttpResponse:
    comment = solution_class.comments.select_related("author", "editor").first()
    readers = Paginator(select_latest_submissions(solution_class), _READERS).get_page(
        request.POST.get("page") or request.GET.get("page")
    )
    markdown = _read_markdown(form, comment)
    activity = find_activity(solution_class.course, solution_class.activity_id)
    name = activity.name(get_language() or "en")
    context: dict[str, Any] = {
        "form": form,
        "comment": comment,
        "other": other,
        "examples": _describe_examples(choose_examples(solution_class)),
        "page": readers,
        "submissions": solution_class.submissions.count(),
        "accepted": solution_class.submissions.filter(accepted=True).count(),
        "preview": _make_preview(list(readers), markdown) if markdown else None,
        "key": solution_class.key,
        "reports": 0 if comment is None else count_reports([comment]).get(comment.pk, 0),
        "latest_reports": [] if comment is None else list(select_reports(comment)[:_REPORTS]),
        "activity_id": solution_class.activity_id,
        "name": name,
    }
    classes = reverse(
        "equivalence:classes", args=[solution_class.course.slug, solution_class.activity_id]
    )
    below = (link_to_exercises(solution_class.course), (name, classes))
    template = "equivalence/class.html"
    return course_page(
        request, template, TAB, solution_class.course, context, below=below, status=status
    )


def _read_markdown(form: ClassCommentForm, comment: ClassComment | None) -> str:
    """Return the text to preview: the typed one, or the stored one."""
    if form.is_bound:
        return str(form.cleaned_data.get("markdown", ""))
    return "" if comment is None else comment.markdown


def _make_preview(submissions: list[Submission], markdown: str) -> _Preview:
    rendered = None
    for submission in submissions[:1]:
        unsaved = ClassComment(markdown=markdown)
        language = get_language() or "en"
        try:
            feedback = render_feedback(submission, Permission.STUDENT, language, [unsaved])
            rendered = Markup("".join(feedback.comments)) if feedback else None
        except PreparingError:
            rendered = None
    return _Preview(readers=list_readers(submissions, markdown), rendered=rendered)


def _describe_examples(examples: list[Submission]) -> list[dict[str, object]]:
    """Return the files of each example with marked lines, and its names by placeholder."""
    texts = [example.texts for example in examples]
    return [
        {
            "submission": example,
            "state": state_label(example),
            "source": source,
            "names": sorted(read_names(example).items()),
        }
        for example, source in zip(examples, mark_shared_lines(texts), strict=True)
    ]


def _make_url(solution_class: CourseClass) -> str:
    slug = solution_class.course.slug
    return reverse(
        "equivalence:class", args=[slug, solution_class.activity_id, str(solution_class.key)]
    )
