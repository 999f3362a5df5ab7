"""Pages about submissions: a student's list, one with its feedback, a comparison of two."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from kriterion.assessment.class_comments import ClassCommentType
from kriterion.assessment.soft_block import NextStep
from kriterion.feedback.html.log_panel import render_log_text
from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.catalog.exercise_files import load_activity_exercise
from kriterion.web.catalog.models.revealed_hints import count_revealed
from kriterion.web.courses.exam_scope import find_running_exam
from kriterion.web.submissions.concealed_feedback import conceal
from kriterion.web.submissions.models import ClearanceReason, Submission, SubmissionState
from kriterion.web.submissions.pages.assessment_history import find_history
from kriterion.web.submissions.pages.feedback_notice import describe_withheld
from kriterion.web.submissions.pages.file_comparison import compare_files
from kriterion.web.submissions.pages.next_steps import next_steps
from kriterion.web.submissions.pages.page_sections import (
    render_result_sections,
    render_sections,
)
from kriterion.web.submissions.pages.presentation import (
    COMMENT_WORDS,
    PresentedFindings,
    describe_queue_wait,
    find_record_with_logs,
    make_viewer,
    render_findings,
    state_label,
)
from kriterion.web.submissions.pages.submission_filters import read_filters
from kriterion.web.submissions.pages.used_tags import find_approaches, group_tags
from kriterion.web.submissions.services.cancel import cancel as cancel_submission
from kriterion.web.submissions.services.solved import Standing, clear, find_standing, is_solved_by
from kriterion.web.submissions.services.submit import requeue_submission
from kriterion.web.submissions.submission_access import (
    may_change,
    select_visible_submissions,
    submission_or_404,
)
from kriterion_tools.errors import KriterionError

_PAGE = 30
_HISTORY = 12
_COMMENTS = "comments-1"  # the first id in feedback/analysis/prepared_comments.py


@login_required
@require_safe
def submissions(request: HttpRequest) -> HttpResponse:
    """List the user's submissions, newest first, or those that the filters choose."""
    user = require_user(request)
    filters = read_filters(request, user)
    mine = (
        filters.select(user)
        .select_related("activity__repository", "course")
        .defer("files", "summary", "failure")
        .order_by("-pk")
    )
    page = Paginator(mine, _PAGE).get_page(request.GET.get("page"))
    rows = [
        (submission, state_label(submission), submission.activity.name(_get_language()))
        for submission in conceal(user, page.object_list)
    ]
    context = {"page": page, "rows": rows, "filters": filters}
    return render(request, "submissions/submissions.html", context)


@login_required
@require_safe
def submission(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Show a submission with its feedback, history and next steps."""
    submission = submission_or_404(require_user(request), submission_id)
    context = {**_context(request, submission), "sections": render_sections(request, submission)}
    return render(request, "submissions/submission.html", context)


@login_required
@require_safe
def result(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Return the part of the page that changes when a submission is over, for its script."""
    submission = submission_or_404(require_user(request), submission_id)
    return render(request, "submissions/result.html", _context(request, submission))


@login_required
@require_safe
def source(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Download the requested file, or all files as an archive."""
    submission = submission_or_404(require_user(request), submission_id)
    texts = submission.texts
    wanted = request.GET.get("file", "")
    if wanted not in texts and len(texts) > 1:
        response = HttpResponse(_zip_files(texts), content_type="application/zip")
        name = f"{submission.activity.path.rpartition('/')[2]}-{submission.number}.zip"
    else:
        name = wanted if wanted in texts else next(iter(texts), "submission")
        response = HttpResponse(texts.get(name, ""), content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = _make_attachment(name)
    return response


def _zip_files(texts: Mapping[str, str]) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(name, text.encode("utf-8", "replace"))
    return packed.getvalue()


@login_required
@require_safe
def logs(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Download the output of the analyzer and the representer, for staff."""
    submission = submission_or_404(require_user(request), submission_id)
    viewer = make_viewer(request, submission)
    if not viewer.is_staff:
        raise Http404
    record = find_record_with_logs(submission, viewer)
    text = "" if record is None else render_log_text(record, viewer)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = _make_attachment(f"submission-{submission.pk}.log")
    return response


@login_required
@require_POST
def cancel(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Cancel an unfinished submission."""
    user = require_user(request)
    submission = submission_or_404(user, submission_id)
    if not may_change(user, submission):
        messages.error(request, gettext("Only the author of a submission can cancel it."))
    elif not cancel_submission(submission, user):
        messages.info(request, gettext("This submission is no longer in the queue."))
    return redirect("submission", submission_id=submission.pk)


@login_required
@require_POST
def again(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Requeue a failed or blocked submission."""
    user = require_user(request)
    submission = submission_or_404(user, submission_id)
    if not may_change(user, submission):
        messages.error(
            request, gettext("Only the author of a submission can have it assessed again.")
        )
    elif (
        submission.state == SubmissionState.BLOCKED
        and not make_viewer(request, submission).is_staff
    ):
        messages.info(
            request,
            gettext(
                "The submission is saved and will be assessed automatically once an "
                "administrator has fixed the problem. There is no need to submit it "
                "again."
            ),
        )
    elif not requeue_submission(submission):
        messages.info(request, gettext("This submission has already been assessed."))
    return redirect("submission", submission_id=submission.pk)


@login_required
@require_POST
def acknowledge(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Record that the student has read the essential comments, so that the exercise counts as
    solved.
    """
    user = require_user(request)
    submission = submission_or_404(user, submission_id)
    if submission.user_id != user.pk:
        messages.error(
            request, gettext("Only the author of a submission can mark its comments as read.")
        )
    elif clear(submission, user, ClearanceReason.READ):
        messages.success(request, gettext("The exercise now counts as solved."))
    return redirect("submission", submission_id=submission.pk)


@login_required
@require_POST
def lift(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Let a solution count as solved despite its essential comments, for teachers."""
    user = require_user(request)
    submission = submission_or_404(user, submission_id)
    if not make_viewer(request, submission).is_staff:
        messages.error(request, gettext("Only teachers and administrators can do this."))
    elif clear(submission, user, ClearanceReason.LIFTED):
        note(request, "submission.lift", submission, student=submission.user.username)
        messages.success(request, gettext("The exercise now counts as solved."))
    return redirect("submission", submission_id=submission.pk)


@login_required
@require_safe
def compare(request: HttpRequest, submission_id: int, other_id: int) -> HttpResponse:
    """Compare two submissions file by file."""
    user = require_user(request)
    first, second = submission_or_404(user, submission_id), submission_or_404(user, other_id)
    titles = (_make_title(first), _make_title(second))
    compared = compare_files(
        first.texts,
        second.texts,
        titles,
        language=_get_language(),
        user=user,
        source_language=first.activity.programming_language,
    )
    return render(
        request,
        "submissions/compare.html",
        {
            "one": first,
            "other": second,
            **compared,
            "shown_one": state_label(first),
            "shown_other": state_label(second),
            "trail": _build_trail(first, user),
        },
    )


def _context(request: HttpRequest, submission: Submission) -> dict[str, Any]:
    user = require_user(request)
    viewer = make_viewer(request, submission)
    findings = render_findings(submission, viewer)
    own = submission.user_id == user.pk
    history = (
        select_visible_submissions(user)
        .filter(user=submission.user_id, activity=submission.activity_id)
        .defer("files", "summary", "failure")
        .order_by("-pk")[:_HISTORY]
    )
    is_next = own and submission.state == "finished" and submission.shown.has_verdict
    return {
        "submission": submission,
        "shown": state_label(submission),
        "waiting": describe_queue_wait(submission),
        "withheld": describe_withheld(submission.shown),
        "findings": findings,
        "comments": [(comment, COMMENT_WORDS[comment.type]) for comment in findings.comments],
        "next": next_steps(submission, user) if is_next else None,
        "hints_left": is_next and not submission.accepted and _has_more_hints(submission, user),
        "to_comments": _find_most_important_comment(findings),
        "clearing": _make_clearance_context(submission) if viewer.is_staff else None,
        "assessments": find_history(submission) if viewer.is_staff else None,
        **_describe_solution(submission, user, is_staff=viewer.is_staff),
        "history": [(entry, state_label(entry)) for entry in conceal(user, list(history))],
        "own": own,
        "may_change": may_change(user, submission),
        "is_administrator": user.is_administrator,
        "is_staff": viewer.is_staff,
        "has_logs": find_record_with_logs(submission, viewer) is not None,
        "name": submission.activity.name(_get_language()),
        "trail": _build_trail(submission, user),
        "result_sections": render_result_sections(request, submission),
    }


def _has_more_hints(submission: Submission, user: User) -> bool:
    """Whether the exercise has a hint that the user has not revealed."""
    try:
        total = len(load_activity_exercise(submission.activity).hints_in(_get_language()))
    except (KriterionError, OSError):
        return False
    return total > 0 and total > count_revealed(user, submission.activity_id)


def _find_most_important_comment(findings: PresentedFindings) -> str:
    """Return the id of the comment to read first: an important one of a teacher if there is one."""
    types = [comment.type for comment in findings.comments]
    for comment_type in (ClassCommentType.ESSENTIAL, ClassCommentType.ACTIONABLE):
        if comment_type in types:
            return f"said-{types.index(comment_type) + 1}"
    return _COMMENTS


def _describe_solution(submission: Submission, user: User, *, is_staff: bool) -> dict[str, object]:
    """Return the tags of a solution and, if it is accepted, the approaches to the exercise.

    `teaches`: the page links to what all solutions use."""
    if submission.state != SubmissionState.FINISHED:
        return {}
    has_approaches = submission.accepted and find_running_exam(user) is None
    approaches = find_approaches(submission.activity, submission.tags) if has_approaches else None
    teaches = is_staff and submission.accepted
    return {"used": group_tags(submission.tags), "ways": approaches, "teaches": teaches}


def _make_clearance_context(submission: Submission) -> dict[str, object] | None:
    """Return the context for clearing essential comments, for staff; None if there are none."""
    if submission.state != SubmissionState.FINISHED or not submission.accepted:
        return None
    standing: Standing = find_standing(submission)
    is_open = standing.step is NextStep.ADDRESS and not is_solved_by(
        submission.user_id, submission.activity_id
    )
    if not (is_open or standing.clearances):
        return None
    return {"is_open": is_open, "clearances": standing.clearances}


def _make_title(submission: Submission) -> str:
    return gettext("Submission %(number)s") % {"number": submission.number}


def _build_trail(submission: Submission, user: User) -> list[tuple[str, str]]:
    address = reverse("activity", args=[submission.activity_id])
    exam = find_running_exam(user)
    return [
        (gettext("Submissions"), reverse("submissions"))
        if exam is None
        else (exam.name, exam.address),
        (
            submission.activity.name(_get_language()),
            f"{address}?series={submission.series_id}" if submission.series_id else address,
        ),
    ]


def _make_attachment(name: str) -> str:
    return content_disposition_header(as_attachment=True, filename=name.rpartition("/")[2]) or ""


def _get_language() -> str:
    return get_language() or "en"
