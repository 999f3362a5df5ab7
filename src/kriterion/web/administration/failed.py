"""Submissions that the machine failed, and requeueing them."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from kriterion.web.accounts.site_access import administrators_only, require_user
from kriterion.web.administration.shared_page_parts import page, paged
from kriterion.web.audit.audit_log import get_client_address
from kriterion.web.courses.models import Course
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import SubmissionState
from kriterion.web.submissions.pages.presentation import state_label
from kriterion.web.submissions.services.requeue import (
    RequeueFilter,
    requeue,
    select_failed_submissions,
)


@require_safe
@administrators_only
def failed(request: HttpRequest) -> HttpResponse:
    """List failed submissions by a filter."""
    chosen = _read_filter(request.GET)
    submissions = (
        select_failed_submissions(chosen)
        .select_related("activity__repository", "user")
        .defer("files")
    )
    listed = paged(request, submissions)
    failing = {"submissions__state": SubmissionState.FAILED}
    context = {
        "page": listed,
        "rows": [(submission, state_label(submission)) for submission in listed],
        "chosen": chosen,
        "courses": Course.objects.filter(**failing).distinct(),
        "repositories": Repository.objects.filter(
            activities__submissions__state=SubmissionState.FAILED
        ).distinct(),
    }
    return page(request, "failed", "failed", context)


@require_POST
@administrators_only
def requeue_failed(request: HttpRequest) -> HttpResponse:
    """Requeue all submissions that match the filter."""
    chosen = _read_filter(request.POST)
    user = require_user(request)
    number = requeue(chosen, by=user, actor_name=user.username, address=get_client_address(request))
    messages.info(
        request,
        ngettext("%(count)d submission requeued.", "%(count)d submissions requeued.", number)
        % {"count": number},
    )
    if select_failed_submissions(chosen).exists():
        messages.info(request, gettext("There are more. Requeue again to include them."))
    query = urlencode(chosen.to_audit_detail())
    return redirect(f"{reverse('administration:failed')}?{query}")


def _read_filter(query: QueryDict) -> RequeueFilter:
    return RequeueFilter(
        course=query.get("course", "")[:100],
        repository=query.get("repository", "")[:200],
        failure=query.get("failure", "")[:200],
    )
