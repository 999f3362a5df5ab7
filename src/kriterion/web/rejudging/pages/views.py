"""The pages of a course's re-judgings: a list, the form that starts one, and its review."""

from collections import Counter

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.rejudging.models import Rejudging, RejudgingState
from kriterion.web.rejudging.pages.proposal_list import (
    DEFAULT_KIND,
    KINDS,
    PAGE,
    ProposalList,
    count_proposals,
    paginate,
    present_proposal,
)
from kriterion.web.rejudging.pages.start_form import StartForm
from kriterion.web.rejudging.services import control
from kriterion.web.rejudging.services.proposal_counts import count_decided, find_progress
from kriterion.web.submissions.models import ClassComment
from kriterion.web.teaching.course_page import course_page, for_course

_TAB = "rejudging:list"
_ASSESSED = (RejudgingState.READY, RejudgingState.APPLYING, RejudgingState.APPLIED)


@require_safe
@for_course(CourseRight.REVIEW)
def rejudgings(request: HttpRequest, course: Course) -> HttpResponse:
    """List a course's re-judgings, newest first."""
    listed = Rejudging.objects.filter(course=course).select_related("series", "activity")
    page = Paginator(listed, PAGE).get_page(request.GET.get("page"))
    rows = [(rejudging, describe_scope(rejudging)) for rejudging in page]
    return course_page(
        request, "rejudging/rejudgings.html", _TAB, course, {"page": page, "rows": rows}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def start(request: HttpRequest, course: Course) -> HttpResponse:
    """Start a dry run."""
    form = StartForm(course, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        rejudging = control.start_rejudging(
            course,
            form.chosen,
            by=require_user(request),
            series=form.series,
            activity=form.activity,
            tools=form.tools,
        )
        note(
            request,
            "rejudging.start",
            rejudging,
            course=course.slug,
            choice=form.chosen.value,
            tools=form.tools.value,
        )
        return _redirect_to_page(rejudging)
    below = ((gettext("Re-judging"), reverse("rejudging:list", args=[course.slug])),)
    return course_page(request, "rejudging/start.html", _TAB, course, {"form": form}, below=below)


@require_safe
@for_course(CourseRight.REVIEW)
def show_rejudging(request: HttpRequest, course: Course, rejudging_id: int) -> HttpResponse:
    """Show the progress of a re-judging, and what it changes."""
    found = _find(course, rejudging_id)
    kind = request.GET.get("kind", DEFAULT_KIND)
    if kind not in KINDS:
        kind = DEFAULT_KIND
    decided = count_decided(found)
    counts = count_proposals(decided)
    are_removed = found.state == RejudgingState.APPLIED and not found.proposals.exists()
    listed = ProposalList(found, KINDS[kind], Counter() if are_removed else decided)
    page = paginate(listed).get_page(request.GET.get("page"))
    language = get_language() or "en"
    context = {
        "rejudging": found,
        "scope": describe_scope(found),
        "counts": counts,
        "are_removed": are_removed,
        "progress": find_progress(found, decided),
        "kind": kind,
        "kinds": [
            (name, each.name, counts.by_kind[name], name == kind)
            for name, each in KINDS.items()
            if counts.by_kind[name] or name in (DEFAULT_KIND, kind)
        ],
        "page": page,
        "rows": [present_proposal(request, change, found, language) for change in page],
        "can_be_discarded": found.state in control.DISCARDABLE,
        "has_classes": found.state in _ASSESSED
        and ClassComment.objects.filter(course=course).exists(),
        "can_be_paused": found.state in control.PAUSABLE and not found.paused,
    }
    below = ((gettext("Re-judging"), reverse("rejudging:list", args=[course.slug])),)
    return course_page(request, "rejudging/rejudging.html", _TAB, course, context, below=below)


@require_POST
@for_course(CourseRight.MANAGE)
def apply(request: HttpRequest, course: Course, rejudging_id: int) -> HttpResponse:
    """Have all, the changed or the selected proposals applied."""
    rejudging = _find(course, rejudging_id)
    user = require_user(request)
    what = request.POST.get("what", "")
    match what:
        case "all":
            number = control.apply_all(rejudging, by=user)
        case "outcomes":
            number = control.apply_outcomes(rejudging, by=user)
        case _:
            numbers = map(read_number, request.POST.getlist("proposal")[:PAGE])
            chosen = [number for number in numbers if number is not None]
            number = control.apply_selection(rejudging, chosen, by=user)
    if number:
        note(request, "rejudging.apply", rejudging, course=course.slug, what=what, number=number)
        text = ngettext(
            "%(count)d result is being applied.", "%(count)d results are being applied.", number
        )
        messages.success(request, text % {"count": number})
    else:
        messages.info(request, gettext("Nothing was applied: select results that can be applied."))
    return _redirect_to_page(rejudging)


@require_POST
@for_course(CourseRight.MANAGE)
def change(request: HttpRequest, course: Course, rejudging_id: int) -> HttpResponse:
    """Pause, resume or discard a re-judging, or assess again what failed."""
    rejudging = _find(course, rejudging_id)
    actions = {
        "pause": control.pause,
        "resume": control.resume,
        "discard": control.discard,
        "retry": control.retry_failed,
    }
    wanted = request.POST.get("to", "")
    if wanted in actions and actions[wanted](rejudging):
        note(request, f"rejudging.{wanted}", rejudging, course=course.slug)
    return _redirect_to_page(rejudging)


def describe_scope(rejudging: Rejudging) -> str:
    """Return the name of the exercise or the series, or that it is the whole course."""
    if rejudging.activity is not None:
        return rejudging.activity.name(get_language() or "en")
    return gettext("The whole course") if rejudging.series is None else rejudging.series.name


def _find(course: Course, rejudging_id: int) -> Rejudging:
    rows = Rejudging.objects.select_related("series", "activity")
    return get_object_or_404(rows, course=course, pk=rejudging_id)


def _redirect_to_page(rejudging: Rejudging) -> HttpResponse:
    return redirect("rejudging:rejudging", slug=rejudging.course.slug, rejudging_id=rejudging.pk)
