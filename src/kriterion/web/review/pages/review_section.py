"""A released review, as a section of the submission's page; reviewers get a link to write one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from kriterion.rendering.jobs import MarkdownText
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.review.models import Review
from kriterion.web.review.pages.review_forms import SecondLookForm
from kriterion.web.review.services.review_points import NO_POINTS
from kriterion.web.review.services.reviewing import ask_for_second_look
from kriterion.web.review.services.rubrics import find_submission_items
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.services.displayed_texts import show_texts
from kriterion.web.submissions.submission_access import find_permission, submission_or_404
from kriterion_tools.contracts.dodona_judge.output_records import Permission


def render_review(request: HttpRequest, submission: Submission) -> SafeString:
    if submission.course_id is None:
        return SafeString()
    user = require_user(request)
    own = submission.user_id == user.pk
    is_staff = find_permission(user, submission) is not Permission.STUDENT
    stored = Review.objects.filter(submission=submission).first()
    released = stored if stored is not None and stored.released_at is not None else None
    may_review = is_staff and submission.state == SubmissionState.FINISHED
    if released is None and not may_review:
        return SafeString()
    context: dict[str, object] = {
        "submission": submission,
        "review": released,
        "may_review": may_review,
        "own": own,
    }
    if released is not None:
        given = dict(released.scores.values_list("item", "points"))
        scores = [(item, given.get(item.pk)) for item in find_submission_items(submission)]
        [comment] = show_texts(
            [MarkdownText(text=released.comment, place="review-")], f"review {submission.pk}"
        )
        context |= {
            "scores": scores,
            "earned": sum((points for _, points in scores if points is not None), NO_POINTS),
            "possible": sum((item.points for item, _ in scores), NO_POINTS),
            "comment": comment,
            "form": SecondLookForm(),
        }
    return render_to_string("review/review_section.html", context, request)


@login_required
@require_POST
def second_look(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Let a student ask the reviewers to look at a released review again."""
    user = require_user(request)
    submission = submission_or_404(user, submission_id)
    review = Review.objects.filter(submission=submission, released_at__isnull=False).first()
    if review is None or submission.user_id != user.pk:
        raise Http404
    form = SecondLookForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Say what should be looked at again."))
    elif ask_for_second_look(review, form.cleaned_data["reason"]):
        note(request, "review.second-look", review)
        messages.success(request, gettext("Your teachers have been asked to look again."))
    return redirect(f"{reverse('submission', args=[submission.pk])}#review")
