"""Try a tool: show its output for some code, with all violations of its contract."""

from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.exercises.exercise import Exercise
from kriterion.feedback.html.log_panel import describe_ending, find_run_tools
from kriterion.feedback.pass_counts import count_tests
from kriterion.feedback.viewer import Viewer
from kriterion.markup.element import NOTHING, Markup
from kriterion.refusals import Refusal
from kriterion.submissions.intake import accept_file
from kriterion.translators import load_translator
from kriterion.web.accounts.site_access import administrators_only
from kriterion.web.administration.fetched_forms import TryForm
from kriterion.web.administration.installed_tools import get_installed_tool_or_404
from kriterion.web.administration.shared_page_parts import page
from kriterion.web.administration.tools import build_trail
from kriterion.web.base.refusal_text import translate_refusal
from kriterion.web.catalog.exercise_files import load_activity_exercise
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.submissions.services.renderings import render_once
from kriterion.web.tools.models import Tool
from kriterion.web.tools.tool_fetching import ToolTrial, try_tool
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.errors import KriterionError

_OFFERED = 300  # exercises offered for a trial
_MADE_UP = "made-up"


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def show_trial(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Run a tool on some code, and show its output with all violations of its contract."""
    return _show_trial(request, get_object_or_404(Tool, pk=tool_id))


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def show_installed_trial(request: HttpRequest, kind: str, name: str) -> HttpResponse:
    """Run a tool that is included with Kriterion or named in the settings."""
    return _show_trial(request, get_installed_tool_or_404(kind, name))


def _show_trial(request: HttpRequest, tool: Tool) -> HttpResponse:
    form = TryForm(request.POST or None)
    form.fields["exercise"].choices = _list_exercises(tool)  # type: ignore[attr-defined]
    context: dict[str, Any] = {"tool": tool, "form": form, "trail": build_trail(tool)}
    if request.method == "POST" and form.is_valid():
        context |= _run_trial(tool, form.cleaned_data)
    return page(request, "tool_try", "tools", context)


def _run_trial(tool: Tool, fields: dict[str, Any]) -> dict[str, Any]:
    submitted = accept_file(fields["file_name"], fields["source"].encode(), get_language() or "en")
    if isinstance(submitted, Refusal):
        return {"trial": ToolTrial(failure=translate_refusal(submitted))}
    try:
        exercise = _load_chosen_exercise(tool, fields["exercise"])
    except KriterionError as error:
        return {"trial": ToolTrial(failure=str(error))}
    trial = try_tool(tool, exercise, submitted)
    if trial.assessment is None:
        return {"trial": trial}
    record = trial.assessment
    proves_nothing = not fields["exercise"] and _has_no_tests(record)
    if proves_nothing and record.judge is not None:
        judge = replace(record.judge, status=Status.UNKNOWN, summary=None, accepted=False)
        record = replace(record, judge=judge)
    records = [
        run_record
        for run_record in (record.judge, record.analyzer, record.representer)
        if run_record
    ]
    return {
        "trial": trial,
        "proves_nothing": proves_nothing,
        "record": records[0] if records else None,
        "ending": _describe_ending(record),
        "violations": [violation for run_record in records for violation in run_record.violations],
        "feedback": _render_feedback(record, exercise),
        "representation": record.representer,
        "analysis": record.analyzer,
    }


def _has_no_tests(record: AssessmentRecord) -> bool:
    """Whether a judge accepted the code without a test."""
    judge = record.judge
    return (
        judge is not None
        and judge.status is Status.CORRECT
        and count_tests(judge.feedback.groups).total == 0
    )


def _render_feedback(record: AssessmentRecord, exercise: Exercise) -> Markup:
    language = get_language() or "en"
    rendered = render_once(record, exercise.name(language), Permission.ZEUS, language)
    return Markup(rendered.feedback) if rendered is not None else NOTHING


def _describe_ending(record: AssessmentRecord) -> str:
    """Describe how the run of an analyzer or a representer ended."""
    reader = Viewer(role=Permission.ZEUS, translator=load_translator(get_language() or "en"))
    return "".join(describe_ending(tool, reader) for _, tool in find_run_tools(record))


def _list_exercises(tool: Tool) -> list[tuple[str, str]]:
    usable = Activity.objects.filter(type=ActivityType.EXERCISE, state=ActivityState.OK)
    if tool.programming_languages:
        usable = usable.filter(programming_language__in=tool.programming_languages)
    offered = usable.select_related("repository")[:_OFFERED]
    named = [
        (str(activity.pk), f"{activity.repository}: {activity.name(get_language() or 'en')}")
        for activity in offered
    ]
    return [("", _make_placeholder_name()), *named]


def _load_chosen_exercise(tool: Tool, chosen: str) -> Exercise:
    if chosen:
        return load_activity_exercise(
            Activity.objects.select_related("repository").get(pk=int(chosen))
        )
    directory = Path(tool.directory or "/")
    languages = [*tool.programming_languages, None]
    return Exercise(
        id=_MADE_UP,
        directory=directory,
        repository=directory,
        names={get_language() or "en": _make_placeholder_name()},
        programming_language=languages[0],
    )


def _make_placeholder_name() -> str:
    return gettext("Test exercise")
