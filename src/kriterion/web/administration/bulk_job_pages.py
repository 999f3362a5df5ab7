"""Bulk jobs: the re-judgings of all courses, how far each is, and what stops it."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from kriterion.web.accounts.site_access import administrators_only
from kriterion.web.administration.shared_page_parts import page, paged
from kriterion.web.audit.audit_log import note
from kriterion.web.rejudging.models import Rejudging
from kriterion.web.rejudging.pages.views import describe_scope
from kriterion.web.rejudging.services import control
from kriterion.web.rejudging.services.bulk_jobs import list_rejudgings
from kriterion.web.rejudging.services.proposal_counts import Progress, find_progress


@dataclass(frozen=True, kw_only=True, slots=True)
class BulkJobRow:
    rejudging: Rejudging
    scope: str
    progress: Progress
    can_be_paused: bool
    can_be_cancelled: bool


@require_safe
@administrators_only
def list_bulk_jobs(request: HttpRequest) -> HttpResponse:
    """List re-judgings, those under way first."""
    listed = paged(request, list_rejudgings())
    rows = [
        BulkJobRow(
            rejudging=each,
            scope=describe_scope(each),
            progress=find_progress(each),
            can_be_paused=each.state in control.PAUSABLE and not each.paused,
            can_be_cancelled=each.state in control.DISCARDABLE,
        )
        for each in listed
    ]
    is_moving = any(row.rejudging.is_under_way and not row.rejudging.paused for row in rows)
    context = {"page": listed, "rows": rows, "is_moving": is_moving}
    return page(request, "bulk", "bulk", context)


@require_POST
@administrators_only
def change_bulk_job(request: HttpRequest, rejudging_id: int) -> HttpResponse:
    """Pause, resume or cancel a bulk job."""
    rejudging = get_object_or_404(Rejudging.objects.select_related("course"), pk=rejudging_id)
    actions = {"pause": control.pause, "resume": control.resume, "cancel": control.discard}
    wanted = request.POST.get("to", "")
    if wanted in actions and actions[wanted](rejudging):
        action = "discard" if wanted == "cancel" else wanted  # as on the course's page
        note(request, f"rejudging.{action}", rejudging, course=rejudging.course.slug)
    return redirect("administration:bulk")
