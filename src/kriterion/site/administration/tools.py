"""Judges, analyzers and representers: added, examined, tried."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.contracts.dodona_judge.output import Permission
from kriterion.errors import KriterionError
from kriterion.exercises.exercise import Exercise
from kriterion.feedback.page import render_feedback
from kriterion.feedback.reader import Reader
from kriterion.installation.analyzers import known_analyzers
from kriterion.installation.representers import known_representers
from kriterion.settings import JudgeSettings, ToolSettings
from kriterion.site.access import administrators_only
from kriterion.site.administration.audit import changes, note
from kriterion.site.administration.forms import KINDS, ToolForm, TryForm
from kriterion.site.administration.pages import page
from kriterion.store.models import Activity, ActivityState, ActivityType, Tool, ToolKind
from kriterion.submissions.intake import Refusal, take_in
from kriterion.work.exercises import exercise_of
from kriterion.work.machine import this_machine
from kriterion.work.tools import Trial, fetch_in_background, remove_copies, try_tool

_OFFERED = 300  # exercises to try a tool on
_MADE_UP = "made-up"

_Tools = Mapping[str, JudgeSettings | ToolSettings]


@require_safe
@administrators_only
@never_cache
def tools(request: HttpRequest) -> HttpResponse:
    """All tools: those that were added here, those of kriterion.toml, and those that we ship."""
    added = list(Tool.objects.all())
    groups = [
        (name, [tool for tool in added if tool.kind == kind], _settled(kind, added))
        for kind, name in KINDS
    ]
    return page(request, "tools", "tools", {"groups": groups})


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def add(request: HttpRequest) -> HttpResponse:
    """Add a tool; it is fetched and examined at once."""
    form = ToolForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = form.save()
        note(request, "tool.add", made, **changes(form))
        fetch_in_background(made)
        return redirect("administration:tool", tool_id=made.pk)
    return page(request, "tool_form", "tools", {"form": form, "trail": _trail()})


@require_safe
@administrators_only
@never_cache
def tool(request: HttpRequest, tool_id: int) -> HttpResponse:
    """A tool, and everything that was found out about it."""
    found = get_object_or_404(Tool, pk=tool_id)
    rows = sorted(found.problems, key=lambda row: _ORDER.get(row.get("state"), 3))
    return page(request, "tool", "tools", {"tool": found, "rows": rows, "trail": _trail()})


_ORDER = {"fault": 0, "notice": 1, "fine": 2}


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def edit(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Change a tool; it is fetched and examined again."""
    found = get_object_or_404(Tool, pk=tool_id)
    form = ToolForm(request.POST or None, instance=found)
    if found.git_url:  # then the directory is where we have put it
        form.initial["directory"] = ""
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        note(request, "tool.change", saved, **changes(form))
        fetch_in_background(saved)
        return redirect("administration:tool", tool_id=saved.pk)
    return page(
        request, "tool_form", "tools", {"form": form, "tool": found, "trail": _trail(found)}
    )


@require_POST
@administrators_only
def fetch_again(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Fetch the newest version, and examine it."""
    found = get_object_or_404(Tool, pk=tool_id)
    note(request, "tool.fetch", found)
    fetch_in_background(found)
    return redirect("administration:tool", tool_id=found.pk)


@require_POST
@administrators_only
def delete(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Remove a tool; submissions keep what it found."""
    found = get_object_or_404(Tool, pk=tool_id)
    note(request, "tool.delete", found)
    remove_copies(found)
    found.delete()
    messages.success(request, gettext("The tool was removed."))
    return redirect("administration:tools")


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
@never_cache
def try_out(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Run a tool on some code, and show what it says, with everything that breaks its contract."""
    found = get_object_or_404(Tool, pk=tool_id)
    form = TryForm(request.POST or None)
    form.fields["exercise"].choices = _exercises(found)  # type: ignore[attr-defined]
    context: dict[str, Any] = {"tool": found, "form": form, "trail": _trail(found)}
    if request.method == "POST" and form.is_valid():
        context |= _tried(found, form.cleaned_data)
    return page(request, "tool_try", "tools", context)


def _tried(found: Tool, asked: dict[str, Any]) -> dict[str, Any]:
    taken = take_in(asked["file_name"], asked["source"].encode(), get_language() or "en")
    if isinstance(taken, Refusal):
        told = Refusal(gettext(taken.words), taken.values).reason
        return {"trial": Trial(failure=told)}
    try:
        exercise = _chosen(found, asked["exercise"])
    except KriterionError as error:
        return {"trial": Trial(failure=str(error))}
    trial = try_tool(found, exercise, taken)
    if trial.assessment is None:
        return {"trial": trial}
    record = trial.assessment
    reader = Reader(role=Permission.ZEUS, language=get_language() or "en")
    records = [each for each in (record.judge, record.analyzer, record.representer) if each]
    return {
        "trial": trial,
        "record": records[0] if records else None,
        "violations": [violation for each in records for violation in each.violations],
        "feedback": render_feedback(record, exercise.name(reader.language), reader),
        "representation": record.representer,
        "analysis": record.analyzer,
    }


def _exercises(found: Tool) -> list[tuple[str, str]]:
    usable = Activity.objects.filter(type=ActivityType.EXERCISE, state=ActivityState.OK)
    if found.programming_languages:
        usable = usable.filter(programming_language__in=found.programming_languages)
    offered = usable.select_related("repository")[:_OFFERED]
    named = [
        (str(each.pk), f"{each.repository}: {each.name(get_language() or 'en')}")
        for each in offered
    ]
    return [("", _made_up_name()), *named]


def _chosen(found: Tool, chosen: str) -> Exercise:
    if chosen:
        return exercise_of(Activity.objects.select_related("repository").get(pk=int(chosen)))
    directory = Path(found.directory or "/")
    languages = [*found.programming_languages, None]
    return Exercise(
        id=_MADE_UP,
        directory=directory,
        repository=directory,
        names={get_language() or "en": _made_up_name()},
        programming_language=languages[0],
    )


def _made_up_name() -> str:
    return gettext("One made up for it")


def _settled(kind: str, added: list[Tool]) -> list[tuple[str, str]]:
    """Tools that are not added here: their names and where they are; "" for those we ship."""
    names = {tool.name for tool in added if tool.kind == kind}
    try:
        installation = this_machine()
    except KriterionError:
        return []
    settings = installation.settings
    known: dict[str, tuple[_Tools, _Tools]] = {
        ToolKind.JUDGE.value: (installation.judges, settings.judges),
        ToolKind.ANALYZER.value: (known_analyzers(installation), settings.analyzers),
        ToolKind.REPRESENTER.value: (known_representers(installation), settings.representers),
    }
    every, given = known[kind]
    return [
        (name, str(tool.directory or tool.image) if name in given else "")
        for name, tool in every.items()
        if name not in names
    ]


def _trail(found: Tool | None = None) -> list[tuple[str, str]]:
    trail = [(gettext("Tools"), reverse("administration:tools"))]
    if found is not None:
        trail.append((found.name, reverse("administration:tool", args=[found.pk])))
    return trail
