"""Students report a comment on the class of their solution as wrong.

The buttons are on the page of their submission; see comment_reports/pages/report_section.py.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.equivalence.services.comment_reports import (
    list_reportable_comments,
    report_comment,
    withdraw_report,
)
from kriterion.web.submissions.concealed_feedback import conceal
from kriterion.web.submissions.models import Submission, SubmissionState


@login_required
@require_POST
def report(request: HttpRequest, submission_id: int, comment_id: int) -> HttpResponse:
    """Report a comment on one's own submission, or take the report back."""
    submission = get_object_or_404(Submission, pk=submission_id, user=require_user(request))
    conceal(require_user(request), [submission])
    comments = {entry.comment.pk: entry.comment for entry in list_reportable_comments(submission)}
    if submission.state != SubmissionState.FINISHED or comment_id not in comments:
        raise Http404
    comment = comments[comment_id]
    if request.POST.get("to") == "withdraw":
        withdraw_report(submission, comment)
        note(request, "class_comment.withdraw_report", comment, submission=submission.pk)
    else:
        report_comment(submission, comment, request.POST.get("sentence"))
        note(request, "class_comment.report", comment, submission=submission.pk)
        messages.success(request, gettext("Thank you. Your teachers see your report."))
    return redirect(f"{reverse('submission', args=[submission.pk])}#reports")
