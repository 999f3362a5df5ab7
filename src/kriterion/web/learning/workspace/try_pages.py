"""Try a program before it is submitted: with input, or with phrases after it.

With scripts, the exercise's page sends the form and shows the answer in place. Without, the code is
saved as the draft, and the answer is a page that leads back.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST

from kriterion.sandbox.run import Ending
from kriterion.submissions.file_names import MAXIMUM_NAME_BYTES
from kriterion.submissions.submission import MAXIMUM_FILES
from kriterion.tools.programs.program_run import can_run, takes_phrases
from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.course_access import accepts_solutions, activity_or_404
from kriterion.web.courses.exam_scope import find_running_exam
from kriterion.web.experiments.models import Experiment, ExperimentState
from kriterion.web.experiments.services.request_experiment import (
    UNDER_WAY,
    RequestFault,
    run_experiment,
)
from kriterion.web.learning.snippets import describe_limit
from kriterion.web.learning.workspace.drafts import keep_submitted
from kriterion.web.learning.workspace.series_context import (
    find_own_series,
    find_series,
    make_address,
)
from kriterion_tools.languages import find_canonical_name

_HISTORY: Final = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class Tries:
    """The part of an exercise's page with which a program is tried.

    `latest` has just been run; `fault` says why nothing was. `earlier` come newest first.
    """

    takes_phrases: bool
    takes_input: bool
    latest: Experiment | None = None
    note: str = ""
    fault: str = ""
    earlier: tuple[Experiment, ...] = ()


@login_required
@require_POST
def try_program(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Run the editor's content; with `?part`, answer with a part of the exercise's page."""
    user = require_user(request)
    activity = activity_or_404(user, activity_id)
    if not may_try(activity):
        raise Http404
    files = _read_files(request)
    if files is None:
        return HttpResponse(gettext("Invalid code."), status=400)
    series = find_series(request, user, activity)
    own_series = find_own_series(user, series)
    answer = run_experiment(
        user,
        activity,
        files,
        phrase=_read_text(request, "phrase"),
        stdin=_read_text(request, "stdin"),
        course=None if own_series is None else own_series.course_id,
    )
    tries = find_tries(user, activity, answer)
    if "part" in request.GET:
        return render(request, "learning/tries.html", {"tries": tries})
    keep_submitted(user, activity, files)
    context = {
        "activity": activity,
        "name": activity.name(get_language() or "en"),
        "address": make_address(activity, series),
        "tries": tries,
    }
    return render(request, "learning/tried.html", context)


def may_try(activity: Activity) -> bool:
    return accepts_solutions(activity) and can_run(activity.programming_language)


def find_tries(
    user: User, activity: Activity, answer: Experiment | RequestFault | None = None
) -> Tries:
    """Return what a user has tried; during an exam, only since it began."""
    rows = Experiment.objects.filter(user=user, activity=activity).exclude(state__in=UNDER_WAY)
    if (exam := find_running_exam(user)) is not None:
        rows = rows.filter(created_at__gte=exam.entered_at)
    latest = answer if isinstance(answer, Experiment) else None
    if latest is not None:
        rows = rows.exclude(pk=latest.pk)
    language = activity.programming_language
    return Tries(
        takes_phrases=takes_phrases(language),
        takes_input=find_canonical_name(language) != "ocaml",
        latest=latest,
        note="" if latest is None else _describe_ending(latest),
        fault=_describe_fault(answer) if isinstance(answer, RequestFault) else "",
        earlier=tuple(rows.defer("files").order_by("-pk")[:_HISTORY]),
    )


def _read_files(request: HttpRequest) -> Mapping[str, str] | None:
    """Return the texts of the form by file name; None if they cannot be run."""
    names, texts = request.POST.getlist("name"), request.POST.getlist("text")
    if not 0 < len(names) <= MAXIMUM_FILES or len({*names}) < len(names) or len(texts) < len(names):
        return None
    if not all(_is_plain(name) for name in names) or _find_file_directories(names):
        return None
    return {name: text.replace("\r\n", "\n") for name, text in zip(names, texts, strict=False)}


def _is_plain(name: str) -> bool:
    parts = name.split("/")
    return (
        0 < len(name.encode("utf-8", "replace")) <= MAXIMUM_NAME_BYTES
        and name.isprintable()
        and not any(part in {"", ".", ".."} or part.startswith("-") for part in parts)
    )


def _find_file_directories(names: Collection[str]) -> set[str]:
    """Return the names of files that are also directories of others."""
    directories = {str(parent) for name in names for parent in PurePosixPath(name).parents}
    return directories & {*names}


def _read_text(request: HttpRequest, name: str) -> str:
    return request.POST.get(name, "").replace("\r\n", "\n")


def _describe_fault(fault: RequestFault) -> str:
    match fault:
        case RequestFault.TOO_LONG:
            return gettext("The code is too long to run.")
        case RequestFault.UNDER_WAY:
            return gettext("Your previous code is still running. Wait until it finishes.")
        case RequestFault.BUSY:
            return gettext("Too many people are running code right now. Try again in a moment.")


def _describe_ending(experiment: Experiment) -> str:
    """Return what is to say about the end of a run, beside its output."""
    if experiment.is_unavailable:
        return gettext("Programs in this language cannot be run here.")
    if experiment.state == ExperimentState.FAILED:
        return gettext("Something went wrong on the server. Try again in a moment.")
    if experiment.ending and (limit := describe_limit(Ending(experiment.ending))):
        return limit
    if experiment.exit_status:
        return gettext("The program ended with status %(status)d.") % {
            "status": experiment.exit_status
        }
    return "" if experiment.output or experiment.definitions else gettext("There is no output.")
