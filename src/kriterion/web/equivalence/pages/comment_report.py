"""Students report a comment on the class of their solution as wrong."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from kriterion.web.accounts.site_access import user_of
from kriterion.web.audit.audit_log import note
from kriterion.web.equivalence.services.comment_reports import (
    list_reportable_comments,
    report_comment,
    withdraw_report,
)
from kriterion.web.submissions.models import Submission, SubmissionState


@login_required
@require_POST
def report(request: HttpRequest, submission_id: int, comment_id: int) -> HttpResponse:
    """Report a comment on one's own submission, or take the report back."""
    submission = get_object_or_404(Submission, pk=submission_id, user=user_of(request))
    comments = {each.comment.pk: each.comment for each in list_reportable_comments(submission)}
    if submission.state != SubmissionState.FINISHED or comment_id not in comments:
        raise Http404
    comment = comments[comment_id]
    if request.POST.get("to") == "withdraw":
        withdraw_report(submission, comment)
        note(request, "class_comment.withdraw_report", comment, submission=submission.pk)
    else:
        report_comment(submission, comment)
        note(request, "class_comment.report", comment, submission=submission.pk)
        messages.success(request, gettext("Thank you. Your teachers see your report."))
    return redirect("submission", submission_id=submission.pk)


def render_reports(request: HttpRequest, submission: Submission) -> SafeString:
    """Render a button for each comment on the class of one's own submission."""
    if submission.user_id != user_of(request).pk or submission.state != SubmissionState.FINISHED:
        return SafeString("")
    comments = list_reportable_comments(submission)
    if not comments:
        return SafeString("")
    context = {"comments": comments, "submission": submission}
    return SafeString(render_to_string("equivalence/reports.html", context, request))
