"""The section of a student's page that reports comments as wrong, and the change it makes."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from kriterion.feedback.analysis.prepared_comments import COMMENTS_ID
from kriterion.feedback.automatic_comments import CommentSource
from kriterion.feedback.html.element_ids import CODE_ID, make_line_id
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.comment_reports.pages.comment_excerpt import make_excerpt
from kriterion.web.comment_reports.services.automatic_reports import (
    list_reportable_comments,
    report_comment,
    withdraw_report,
)
from kriterion.web.equivalence.models import MAX_SENTENCE
from kriterion.web.equivalence.services import comment_reports as class_reports
from kriterion.web.submissions.concealed_feedback import conceal
from kriterion.web.submissions.models import Submission, SubmissionComment, SubmissionState

_MAX_OPEN = 5  # entries; more are folded


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportEntry:
    """A comment that can be reported: its name, its place on the page, and the form's address.

    `sentence` is None if it is not reported. `rule` is the digest of a tool's rule, "" for a
    comment on a class. `key` makes ids unique.
    """

    name: str
    anchor: str
    url: str
    key: str
    rule: str
    sentence: str | None


@login_required
@require_POST
def report(request: HttpRequest, submission_id: int, rule_id: int) -> HttpResponse:
    """Report a tool's comment on one's own submission, or take the report back."""
    submission = get_object_or_404(
        Submission, pk=submission_id, user=require_user(request), state=SubmissionState.FINISHED
    )
    conceal(require_user(request), [submission])
    if not any(entry.comment.rule_id == rule_id for entry in list_reportable_comments(submission)):
        raise Http404
    if request.POST.get("to") == "withdraw":
        withdraw_report(submission, rule_id)
        note(request, "comment.withdraw_report", submission, rule=rule_id)
    elif report_comment(submission, rule_id, request.POST.get("sentence")):
        note(request, "comment.report", submission, rule=rule_id)
        messages.success(request, gettext("Thank you. Your teachers see your report."))
    return redirect(f"{reverse('submission', args=[submission.pk])}#reports")


def render_reports(request: HttpRequest, submission: Submission) -> SafeString:
    """Render a button for each comment on one's own submission that no person wrote for it."""
    if (
        submission.user_id != require_user(request).pk
        or submission.state != SubmissionState.FINISHED
    ):
        return SafeString("")
    entries = [*_list_class_entries(submission), *_list_automatic_entries(submission)]
    if not entries:
        return SafeString("")
    is_any_reported = any(entry.sentence is not None for entry in entries)
    context = {
        "entries": entries,
        "is_folded": len(entries) > _MAX_OPEN,
        "is_open": is_any_reported,
        "max_sentence": MAX_SENTENCE,
    }
    return SafeString(render_to_string("comment_reports/report_section.html", context, request))


def _list_class_entries(submission: Submission) -> list[ReportEntry]:
    return [
        ReportEntry(
            name=gettext("Comment %(number)d, by %(author)s")
            % {"number": number, "author": entry.comment.author.display_name},
            anchor=f"said-{number}",
            url=reverse("equivalence:report", args=[submission.pk, entry.comment.pk]),
            key=f"class-{number}",
            rule="",
            sentence=entry.sentence,
        )
        for number, entry in enumerate(class_reports.list_reportable_comments(submission), start=1)
    ]


def _list_automatic_entries(submission: Submission) -> list[ReportEntry]:
    return [
        ReportEntry(
            name=_name_comment(entry.comment),
            anchor=_find_anchor(entry.comment),
            url=reverse("comment_reports:report", args=[submission.pk, entry.comment.rule_id]),
            key=str(entry.comment.rule_id),
            rule=entry.comment.rule.digest,
            sentence=entry.sentence,
        )
        for entry in list_reportable_comments(submission)
    ]


def _find_anchor(comment: SubmissionComment) -> str:
    """Return the id of the comment panel, or of the line below which the comment stands."""
    if comment.rule.source == CommentSource.ANALYZER:
        return COMMENTS_ID
    return CODE_ID if comment.line is None else make_line_id(comment.line, 1)


def _name_comment(comment: SubmissionComment) -> str:
    text = make_excerpt(comment.text) or comment.rule.code
    if comment.line is None:
        return text
    return gettext("Line %(number)d: %(text)s") % {"number": comment.line, "text": text}
