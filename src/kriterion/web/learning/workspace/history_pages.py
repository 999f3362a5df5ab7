"""What a user has written for an activity: the draft, its versions and the submissions. Any two can
be compared, and each can be restored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.course_access import activity_or_404
from kriterion.web.learning.workspace.device_name import name_device
from kriterion.web.learning.workspace.drafts import replace_draft, select_versions
from kriterion.web.submissions.concealed_feedback import conceal
from kriterion.web.submissions.models import Draft, Submission
from kriterion.web.submissions.pages.file_comparison import compare_files
from kriterion.web.submissions.pages.presentation import StateLabel, state_label

LATEST = 8  # submissions listed beside the editor
_PAGE = 20
_DRAFT = "draft"  # the reference of the draft; those of versions and submissions have a number


def list_latest(user: User, activity: Activity) -> list[tuple[Submission, StateLabel]]:
    """Return the user's latest submissions with their states, newest first."""
    own = Submission.objects.filter(user=user, activity=activity)
    latest = list(own.defer("files", "summary", "failure").order_by("-pk")[:LATEST])
    return [(submission, state_label(submission)) for submission in conceal(user, latest)]


@login_required
@require_safe
def history(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Return the list of submissions beside the editor, for its script."""
    user = require_user(request)
    activity = activity_or_404(user, activity_id)
    context = {"activity": activity, "history": list_latest(user, activity)}
    return render(request, "learning/history.html", context)


@login_required
@require_safe
def versions(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Show the draft, its versions and the submissions; or compare the `one` with the `other`."""
    user = require_user(request)
    activity = activity_or_404(user, activity_id)
    context: dict[str, Any] = {"activity": activity, "name": activity.name(_get_language())}
    references = request.GET.get("one", ""), request.GET.get("other", "")
    if any(references):
        one, other = (_find_work(user, activity, reference) for reference in references)
        compared = compare_files(
            one.files,
            other.files,
            (one.title, other.title),
            language=_get_language(),
            user=user,
            source_language=activity.programming_language,
        )
        context |= {"pair": (one, other), **compared}
        return render(request, "learning/version_comparison.html", context)
    page = Paginator(select_versions(user, activity), _PAGE).get_page(request.GET.get("page"))
    draft = _find_draft(user, activity)
    submissions = [
        (f"submission-{submission.pk}", submission, state)
        for submission, state in list_latest(user, activity)
    ]
    count = page.paginator.count + len(submissions) + (draft is not None)
    context |= {
        "page": page,
        "versions": [(f"version-{version.pk}", version) for version in page],
        "draft": draft,
        "submissions": submissions,
        "may_compare": count > 1,
    }
    return render(request, "learning/versions.html", context)


@login_required
@require_POST
def restore(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Make a version or a submission the draft; what it replaces is kept as a version."""
    user = require_user(request)
    activity = activity_or_404(user, activity_id)
    work = _find_work(user, activity, request.POST.get("version", ""))
    replace_draft(user, activity, work.files, name_device(request))
    text = gettext("Restored: %(what)s. What you had before is kept as a version.")
    messages.success(request, text % {"what": work.title})
    return redirect("activity", activity_id=activity.pk)


@dataclass(frozen=True, kw_only=True, slots=True)
class Work:
    """One state of a user's work, by its reference and title."""

    reference: str
    title: str
    files: Mapping[str, str]
    device: str = ""
    address: str = ""


def _find_draft(user: User, activity: Activity) -> Draft | None:
    """Return the user's draft, None if there is none or it has no file."""
    return Draft.objects.filter(user=user, activity=activity).exclude(files={}).first()


def _find_work(user: User, activity: Activity, reference: str) -> Work:
    """Return the user's own work: "draft", "version-N" or "submission-N". Raises Http404."""
    kind, _, text = reference.partition("-")
    number = read_number(text)
    if reference == _DRAFT:
        draft = _find_draft(user, activity)
        if draft is not None:
            return Work(
                reference=reference,
                title=gettext("Current draft"),
                files=draft.files,
                device=draft.device,
            )
    if kind == "version" and number is not None:
        version = select_versions(user, activity).filter(pk=number).first()
        if version is not None:
            when = date_format(localtime(version.saved_at), "SHORT_DATETIME_FORMAT")
            return Work(
                reference=reference,
                title=gettext("Version of %(when)s") % {"when": when},
                files=version.files,
                device=version.device,
            )
    if kind == "submission" and number is not None:
        submission = Submission.objects.filter(user=user, activity=activity, pk=number).first()
        if submission is not None:
            return Work(
                reference=reference,
                title=gettext("Submission %(number)s") % {"number": submission.number},
                files=submission.texts,
                address=reverse("submission", args=[submission.pk]),
            )
    raise Http404


def _get_language() -> str:
    return get_language() or "en"
