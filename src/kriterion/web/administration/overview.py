"""The state of the installation: work, workers, the machine, and the audit log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from kriterion.errors import OperatorError
from kriterion.host.doctor.diagnosis import fault
from kriterion.host.doctor.machine_checks import examine_everything, examine_machine
from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import administrators_only, require_user
from kriterion.web.administration.attention import collect_attention
from kriterion.web.administration.shared_page_parts import page, paged
from kriterion.web.audit.models import AuditEntry
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.pages.presentation import state_label
from kriterion.web.submissions.queue.wait_estimate import load_pace
from kriterion.web.submissions.queue.workers import select_live_workers, select_ready_workers
from kriterion.web.submissions.services.cancel import cancel
from kriterion.web.tools.machine import this_machine
from kriterion_tools.contracts.dodona_judge.statuses import Status

_DAY = timedelta(days=1)


@require_safe
@administrators_only
def overview(request: HttpRequest) -> HttpResponse:
    """Show totals, current work, and what needs attention."""
    workers = select_live_workers()
    context = {
        "trends": count_two_days(),
        "waiting": Submission.objects.filter(state=SubmissionState.QUEUED).count(),
        "running": Submission.objects.filter(state=SubmissionState.RUNNING).count(),
        "workers": workers,
        "pace": load_pace(),
        "users": User.objects.count(),
        "attention": collect_attention(workers),
    }
    return page(request, "overview", "overview", context)


@dataclass(frozen=True, kw_only=True, slots=True)
class Trend:
    """A number of the last 24 hours, and the same of the 24 hours before."""

    name: str
    now: int
    before: int
    is_bad: bool = False


def count_two_days() -> list[Trend]:
    now = timezone.now()
    latest = Q(created_at__gte=now - _DAY)
    kinds = {
        "all": Q(),
        "accepted": Q(accepted=True),
        "failed": Q(state=SubmissionState.FAILED) | Q(status=Status.INTERNAL_ERROR.value),
    }
    counts = Submission.objects.filter(created_at__gte=now - 2 * _DAY).aggregate(
        **{f"{name}_now": Count("pk", filter=kind & latest) for name, kind in kinds.items()},
        **{f"{name}_before": Count("pk", filter=kind & ~latest) for name, kind in kinds.items()},
    )
    names = {
        "all": gettext("submitted in the last 24 hours"),
        "accepted": gettext("of which accepted"),
        "failed": gettext("of which not assessed"),
    }
    return [
        Trend(
            name=text,
            now=counts[f"{name}_now"],
            before=counts[f"{name}_before"],
            is_bad=name == "failed" and counts["failed_now"] > 0,
        )
        for name, text in names.items()
    ]


@require_safe
@administrators_only
def machine(request: HttpRequest) -> HttpResponse:
    """Show what this machine can do, found by trying, and what each image means on it."""
    try:
        installation = this_machine()
        diagnoses = [*examine_machine(installation), *examine_everything(installation)]
        settings = installation.settings
        facts: Mapping[str, str] = {
            gettext("Settings"): str(settings.file or gettext("defaults")),
            gettext("Data directory"): str(settings.data),
            gettext("Allowed Git hosts"): ", ".join(settings.git_hosts)
            or gettext("all public hosts"),
        }
    except OperatorError as error:
        diagnoses, facts = [fault("settings", error, code="doctor.settings")], {}
    return page(
        request, "machine", "machine", {"found": diagnoses, "facts": facts, "rows": diagnoses}
    )


@require_safe
@administrators_only
def queue(request: HttpRequest) -> HttpResponse:
    """Show everything that is queued or running, in the order of the queue."""
    under_way = Submission.objects.select_related("activity__repository", "user", "course").defer(
        "files", "summary"
    )
    # One query per state, each by its own index: a joint one would scan all submissions.
    running = under_way.filter(state=SubmissionState.RUNNING).order_by("lease_until", "pk")
    queued = under_way.filter(state=SubmissionState.QUEUED).order_by("priority", "turn", "pk")
    queue_page = paged(request, queued)
    first = (
        [(submission, state_label(submission)) for submission in running]
        if queue_page.number == 1
        else []
    )
    context = {
        "page": queue_page,
        "rows": [*first, *((item, state_label(item)) for item in queue_page)],
        "works": select_ready_workers().exists(),
    }
    return page(request, "queue", "queue", context)


@require_POST
@administrators_only
def cancel_queued(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Cancel a user's submission; the audit log records it."""
    submission = get_object_or_404(Submission.objects.select_related("user"), pk=submission_id)
    if not cancel(submission, require_user(request)):
        messages.info(request, gettext("This submission is no longer in the queue."))
    return redirect("administration:queue")


@require_safe
@administrators_only
def audit_log(request: HttpRequest) -> HttpResponse:
    """Show the audit log, newest entries first."""
    entries = AuditEntry.objects.all()
    who, what = request.GET.get("who", "")[:150], request.GET.get("what", "")[:50]
    if who:
        entries = entries.filter(actor_name=who)
    if what:
        entries = entries.filter(action__startswith=what)
    context = {"page": paged(request, entries), "who": who, "what": what}
    return page(request, "audit", "audit", context)
