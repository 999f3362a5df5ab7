"""The page on which a reviewer reviews a submission."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_POST

from kriterion.feedback.html.element_ids import make_line_id
from kriterion.markup.visible_text import make_visible, shorten
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.courses.blind_mode import is_blind
from kriterion.web.courses.models import Course
from kriterion.web.courses.review_scope import ReviewScope, find_review_scope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.review.models import Review, ReviewThread, ThreadMessage
from kriterion.web.review.pages.review_forms import ReviewForm
from kriterion.web.review.pages.review_overview import TAB, make_exercise_url, make_reviews_crumb
from kriterion.web.review.pages.thread_forms import ThreadForm
from kriterion.web.review.services.discussion import (
    DiscussionFullError,
    delete_message,
    open_thread,
)
from kriterion.web.review.services.review_list import (
    find_next_unreviewed,
    select_submissions_to_review,
)
from kriterion.web.review.services.reviewing import (
    OutdatedReviewError,
    UnknownItemError,
    save_review,
)
from kriterion.web.review.services.rubrics import find_submission_items
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.pages.presentation import (
    PresentedFindings,
    make_viewer,
    render_findings,
    state_label,
)
from kriterion.web.teaching.course_page import course_page, for_course, read_scope

_MAX_CODE = 200_000  # characters of a file; the rest can be downloaded
_MAX_LINES = 2_000  # of a file, because each is a row of a table
_MAX_NAME = 200  # characters of a file's name
_CONFLICT = 409


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeFile:
    """A file of a submission: its lines with their ids, as in the feedback."""

    name: str
    lines: list[tuple[str, str]]
    is_cut: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class DraftComment:
    """A comment that is not released yet: `line_id` is its line's, "" if it is not about one.

    `file` is "" if the submission has only one.
    """

    message: ThreadMessage
    file: str
    line_id: str


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MENTOR)
def review(request: HttpRequest, course: Course, submission_id: int) -> HttpResponse:
    """Show a submission with its review, and save the review."""
    scope = read_scope(request, course)
    submission = _submission_or_404(request, course, submission_id)
    stored = Review.objects.filter(submission=submission).first()
    items = list(find_submission_items(submission))
    form = ReviewForm(items, stored, request.POST or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        wanted = request.POST.get("to", "")
        is_complete = wanted in ("complete", "next")
        if is_complete and not form.is_whole:
            form.add_error(None, gettext("Give points for every item to complete the review."))
        else:
            try:
                _save(request, submission, form, is_complete=is_complete)
                return _redirect_to_next(scope, request, submission, goes_on=wanted == "next")
            except OutdatedReviewError:
                form, status = _warn_outdated(request, submission, form), _CONFLICT
            except UnknownItemError:
                form.add_error(None, gettext("The rubric has changed. Check the points."))
    return _render_review(scope, request, submission, stored, form, status=status)


@require_POST
@for_course(CourseRight.MENTOR)
def add_comment(request: HttpRequest, course: Course, submission_id: int) -> HttpResponse:
    """Comment on a line; the student sees it when the review is released.

    A refused comment stays in the form, with the reason beside it.
    """
    scope = read_scope(request, course)
    submission = _submission_or_404(request, course, submission_id)
    form = ThreadForm(submission, request.POST)
    if submission.user_id == require_user(request).pk:
        raise Http404
    if form.is_valid():
        try:
            thread = open_thread(
                submission,
                require_user(request),
                form.cleaned_data["text"],
                place=form.place,
                with_review=True,
            )
        except DiscussionFullError:
            form.add_error(None, gettext("There are too many comments on this submission."))
        else:
            note(request, "thread.open", thread, submission=submission.pk)
            return redirect(f"{_review_url(scope, submission.pk)}#line-comments")
    stored = Review.objects.filter(submission=submission).first()
    review_form = ReviewForm(list(find_submission_items(submission)), stored)
    return _render_review(scope, request, submission, stored, review_form, thread_form=form)


@require_POST
@for_course(CourseRight.MENTOR)
def delete_comment(request: HttpRequest, course: Course, thread_id: int) -> HttpResponse:
    """Delete one's own comment that has not been released."""
    drafts = ReviewThread.objects.select_related("submission").filter(is_draft=True)
    in_scope = find_review_scope(require_user(request), course).select("submission__user")
    thread = get_object_or_404(drafts, in_scope, pk=thread_id, submission__course=course)
    message = get_object_or_404(thread.messages, author=require_user(request))
    note(request, "thread.delete", thread, message=message.pk)
    delete_message(message)
    address = _review_url(read_scope(request, course), thread.submission_id)
    return redirect(f"{address}#line-comments")


def _submission_or_404(request: HttpRequest, course: Course, submission_id: int) -> Submission:
    """Return a submission that the reviewer may see, whether or not it is in the chosen group."""
    submissions = Submission.objects.select_related("activity__repository", "user", "series")
    in_scope = find_review_scope(require_user(request), course).select()
    return get_object_or_404(submissions, in_scope, pk=submission_id, course=course)


def _review_url(scope: ReviewScope, submission_id: int) -> str:
    return reverse("review:review", args=[scope.course.slug, submission_id]) + scope.query


def _save(
    request: HttpRequest, submission: Submission, form: ReviewForm, *, is_complete: bool
) -> None:
    saved = save_review(
        submission,
        require_user(request),
        comment=form.cleaned_data["comment"],
        scores=form.scores,
        seen=form.cleaned_data["seen"],
        is_complete=is_complete,
    )
    note(request, "review.save", saved, complete=is_complete, revision=saved.revision)
    messages.success(request, gettext("Saved."))


def _redirect_to_next(
    scope: ReviewScope, request: HttpRequest, submission: Submission, *, goes_on: bool
) -> HttpResponse:
    """Redirect to the next submission to review, or back to this one."""
    if goes_on and submission.series is not None:
        ids = select_submissions_to_review(scope, submission.series, submission.activity_id)
        following = find_next_unreviewed(ids, submission.pk)
        if following is None:
            messages.info(request, gettext("Every submission has a complete review."))
            address = make_exercise_url(scope.course, submission.series.pk, submission.activity_id)
            return redirect(address + scope.query)
        return redirect(_review_url(scope, following))
    return redirect(_review_url(scope, submission.pk))


def _warn_outdated(request: HttpRequest, submission: Submission, form: ReviewForm) -> ReviewForm:
    """Return the form with what its author wrote, which they may save over the newer review."""
    newer = Review.objects.filter(submission=submission).first()
    data = request.POST.copy()
    data["seen"] = str(0 if newer is None else newer.revision)
    form = ReviewForm(list(find_submission_items(submission)), newer, data)
    name = "" if newer is None else newer.reviewer_name
    form.add_error(
        None,
        gettext(
            "Meanwhile the review was changed or released (last reviewer: %(name)s). Below is what "
            "you wrote. Saving it replaces the other review."
        )
        % {"name": name},
    )
    return form


def _render_review(
    scope: ReviewScope,
    request: HttpRequest,
    submission: Submission,
    stored: Review | None,
    form: ReviewForm,
    *,
    thread_form: ThreadForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page; `thread_form` is a refused comment."""
    context = _make_context(scope, request, submission, stored)
    if thread_form is not None:
        context["thread_form"] = thread_form
    return course_page(
        request,
        "review/review.html",
        TAB,
        scope.course,
        {**context, "form": form},
        below=_list_crumbs(scope.course, submission),
        status=status,
    )


def _make_context(
    scope: ReviewScope, request: HttpRequest, submission: Submission, stored: Review | None
) -> dict[str, object]:
    ids: list[int] = []
    if submission.series is not None:
        ids = select_submissions_to_review(scope, submission.series, submission.activity_id)
    at = ids.index(submission.pk) if submission.pk in ids else None
    blind = is_blind(request, scope.course)
    findings = PresentedFindings()
    if submission.state == SubmissionState.FINISHED:
        findings = render_findings(submission, make_viewer(request, submission))
    return {
        "submission": submission,
        "scope": scope,
        "review": stored,
        "name": submission.activity.name(get_language() or "en"),
        "student": gettext("Student %(number)d") % {"number": 0 if at is None else at + 1}
        if blind
        else submission.user.display_name,
        "is_blind": blind,
        "state": state_label(submission),
        "findings": findings,
        "drafts": list(_list_drafts(submission)),
        "thread_form": ThreadForm(submission),
        # The feedback contains the code, with colours and annotations.
        "files": () if findings.feedback else list(_split_files(submission)),
        "previous": ids[at - 1] if at else None,
        "following": ids[at + 1] if at is not None and at + 1 < len(ids) else None,
        "position": None if at is None else at + 1,
        "count": len(ids),
    }


def _list_drafts(submission: Submission) -> Iterator[DraftComment]:
    files = list(submission.texts)
    drafts = ThreadMessage.objects.filter(thread__submission=submission, thread__is_draft=True)
    for message in drafts.select_related("thread").order_by("pk"):
        file, line, line_id = message.thread.file, message.thread.line, ""
        if line is not None and file in files:
            line_id = make_line_id(line, files.index(file) + 1)
        shown = shorten(make_visible(file), _MAX_NAME) if len(files) > 1 else ""
        yield DraftComment(message=message, file=shown, line_id=line_id)


def _split_files(submission: Submission) -> Iterator[CodeFile]:
    for number, (name, text) in enumerate(submission.texts.items(), 1):
        yield _split_file(number, name, text)


def _split_file(number: int, name: str, text: str) -> CodeFile:
    lines = make_visible(text[:_MAX_CODE].replace("\r\n", "\n").removesuffix("\n")).split("\n")
    return CodeFile(
        name=shorten(make_visible(name), _MAX_NAME),
        lines=[
            (make_line_id(line, number), code) for line, code in enumerate(lines[:_MAX_LINES], 1)
        ],
        is_cut=len(text) > _MAX_CODE or len(lines) > _MAX_LINES,
    )


def _list_crumbs(course: Course, submission: Submission) -> tuple[tuple[str, str], ...]:
    if submission.series_id is None:
        return (make_reviews_crumb(course),)
    name = submission.activity.name(get_language() or "en")
    address = reverse(
        "review:exercise", args=[course.slug, submission.series_id, submission.activity_id]
    )
    return (make_reviews_crumb(course), (name, address))
