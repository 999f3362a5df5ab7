"""The page of an activity: what it asks, and the place to work on it."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from kriterion.errors import KriterionError, OperatorError
from kriterion.exercises.exercise import Exercise
from kriterion.markup.element import Markup
from kriterion.markup.source import render_source
from kriterion.site.access import (
    activity_or_404,
    own_courses,
    takes_solutions,
    user_of,
    visible_series,
)
from kriterion.site.finding.neighbours import neighbours_of
from kriterion.site.results.shown import feedback_on, reader_of, shown
from kriterion.site.working.material import (
    description_of,
    first_files,
    media_of_activity,
    pages_of,
)
from kriterion.store.models import (
    Activity,
    ActivityType,
    Draft,
    Reading,
    Series,
    Submission,
    SubmissionState,
    User,
)
from kriterion.work.exercises import exercise_of, playground_of
from kriterion.work.handing_in import Refusal, hand_in
from kriterion.work.snippets import run_snippet

_HISTORY = 8
_MEDIA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@login_required
@require_safe
@never_cache
def activity(request: HttpRequest, activity_id: int) -> HttpResponse:
    """An exercise with its editor; a reading, a lesson, a tutorial or a playground."""
    user = user_of(request)
    found = activity_or_404(user, activity_id)
    return _page(request, user, found, _series(request, user, found))


@login_required
@require_POST
def submit(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Hand in what is in the editor; the page of the submission is what comes next."""
    user = user_of(request)
    found = activity_or_404(user, activity_id)
    series = _series(request, user, found)
    names = request.POST.getlist("name")
    texts = request.POST.getlist("text")
    files = {name: text.replace("\r\n", "\n") for name, text in zip(names, texts, strict=False)}
    refusal = "" if takes_solutions(found) else gettext("Nothing can be handed in here.")
    if not refusal:
        theirs = _taken_part_in(user, series)
        handed_in = hand_in(
            user,
            found,
            files,
            language=_language(),
            course=None if theirs is None else theirs.course,
            series=theirs,
        )
        if not isinstance(handed_in, Refusal):
            return redirect("submission", submission_id=handed_in.pk)
        refusal = handed_in.reason
    messages.error(request, f"{capfirst(refusal).rstrip('.')}.")
    # What was typed is shown again: a refusal loses nothing.
    return _page(request, user, found, series, typed=files, status=422)


@login_required
@require_safe
def media(request: HttpRequest, activity_id: int, address: str) -> HttpResponse:
    """A file that the texts of an exercise show."""
    found = activity_or_404(user_of(request), activity_id)
    try:
        file = media_of_activity(found, address)
    except (KriterionError, OSError) as error:
        raise Http404 from error
    if file is None:
        raise Http404
    answer = HttpResponse(file[0], content_type=file[1])
    # Opened by itself a drawing is a page of somebody else's: it may show itself and no more.
    answer.headers["Content-Security-Policy"] = _MEDIA_POLICY
    answer.headers["Cache-Control"] = "private, max-age=3600"
    return answer


@login_required
@require_POST
def read(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Note that something was read, or where somebody is in it."""
    user = user_of(request)
    found = activity_or_404(user, activity_id)
    step = request.POST.get("step", "")
    reading, _ = Reading.objects.get_or_create(user=user, activity=found)
    if step.isdecimal() and len(step) < 6:
        reading.step = int(step)
    if request.POST.get("done"):
        reading.read_at = timezone.now()
    reading.save()
    if request.POST.get("done"):
        return redirect(_address(found, _series(request, user, found)))
    return HttpResponse(status=204)


@login_required
@require_POST
def run(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Run code of a lesson, a tutorial or a playground in the sandbox.

    {"code", "before"} → {"output", "ending"}: `before` are the snippets above it, which are run
    first; of a playground that is its prelude, whatever is asked.
    """
    user = user_of(request)
    found = activity_or_404(user, activity_id)
    if found.type not in (ActivityType.LESSON, ActivityType.TUTORIAL, ActivityType.PLAYGROUND):
        raise Http404
    try:
        asked = json.loads(request.body)
        code, before = asked["code"], asked.get("before", [])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return JsonResponse({"error": gettext("This is no code.")}, status=400)
    if not isinstance(before, list) or not all(isinstance(each, str) for each in [code, *before]):
        return JsonResponse({"error": gettext("This is no code.")}, status=400)
    try:
        if found.type == ActivityType.PLAYGROUND:
            before = [playground_of(found).prelude]
    except OperatorError as error:  # it is no longer in its repository
        raise Http404 from error
    outcome = run_snippet(user, code, before=before)
    if isinstance(outcome, Refusal):
        return JsonResponse({"error": outcome.reason}, status=429)
    return JsonResponse({"output": outcome.output, "ending": outcome.told})


def _is_late(series: Series | None) -> bool:
    """Whether what it is done for was due already."""
    return series is not None and series.deadline is not None and series.deadline < timezone.now()


def _contents(
    request: HttpRequest, user: User, found: Activity, reading: Reading | None
) -> dict[str, Any]:
    """What the page of an activity is about, by its type."""
    if found.type in (ActivityType.EXERCISE, ActivityType.READING):
        exercise = exercise_of(found)
        context = {
            "description": description_of(found, exercise, _language()),
            "exercise": exercise,
            "prelude": _prelude(exercise),
        }
        return context | (_work(request, user, found, exercise) if _is_exercise(found) else {})
    if found.type == ActivityType.PLAYGROUND:
        playground = playground_of(found)
        return {
            "playground": playground,
            "prelude": render_source(playground.prelude, "ocaml") if playground.prelude else "",
        }
    return _steps(request, found, reading)


def _steps(request: HttpRequest, found: Activity, reading: Reading | None) -> dict[str, Any]:
    """A page of a lesson or a tutorial: the one asked for, else where they were the last time."""
    pages = pages_of(found)
    asked = request.GET.get("step", "")
    there = reading.step if reading is not None else 1
    number = int(asked) if asked.isdecimal() and len(asked) < 6 else there
    number = min(max(number, 1), max(len(pages), 1))
    return {
        "pages": pages,
        "number": number,
        "page_shown": pages[number - 1] if pages else None,
        "known": [code for page in pages[: number - 1] for code in page.snippets],
        "before": number - 1,
        "after": number + 1 if number < len(pages) else 0,
    }


def _work(request: HttpRequest, user: User, found: Activity, exercise: Exercise) -> dict[str, Any]:
    """The files to work on, and what was handed in before."""
    first = first_files(found, exercise, _language())
    draft = Draft.objects.filter(user=user, activity=found).first()
    earlier = Submission.objects.filter(user=user, activity=found)
    history = list(earlier.defer("files", "summary", "failure").order_by("-pk")[:_HISTORY])
    files, origin = first, "template"
    chosen = request.GET.get("from", "")
    named = (
        earlier.filter(pk=int(chosen)).first() if chosen.isdecimal() and len(chosen) < 15 else None
    )
    if named is not None and (
        draft is None or draft.saved_at < named.created_at or named.files == draft.files
    ):
        files, origin = named.files, "submission"
    elif draft is not None:
        files, origin = draft.files, "draft"
    elif history:
        files, origin = earlier.order_by("-pk")[0].files, "submission"
    return {
        "files": [(name, text) for name, text in files.items()],
        "first_files": first,
        "origin": origin,
        "revision": 0 if draft is None else draft.revision,
        "earlier": _with_feedback(request, named),
        "history": [(each, shown(each)) for each in history],
        "may_submit": takes_solutions(found),
        "solved": earlier.filter(accepted=True).exists(),
    }


def _with_feedback(request: HttpRequest, submission: Submission | None) -> dict[str, Any] | None:
    """What there was to say of the submission that is worked on, to stand beside the editor."""
    if submission is None or submission.state != SubmissionState.FINISHED:
        return None
    feedback = feedback_on(submission, reader_of(request, submission))
    return {"submission": submission, "shown": shown(submission), "feedback": feedback}


def _page(
    request: HttpRequest,
    user: User,
    found: Activity,
    series: Series | None,
    *,
    typed: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of an activity; what was `typed` is in its editor, if that was refused."""
    reading = Reading.objects.filter(user=user, activity=found).first()
    context: dict[str, Any] = {
        "activity": found,
        "name": found.name(_language()),
        "series": series,
        "is_late": _is_late(series),
        "beside": neighbours_of(found, series, user),
        "trail": _trail(found, series),
        "reading": reading,
    }
    try:
        context |= _contents(request, user, found, reading)
    except OperatorError as error:
        context["unusable"] = True
        context["failure"] = str(error) if user.is_administrator else ""
    if typed and "files" in context:
        context["files"] = list(typed.items())
    return render(request, f"working/{_template(found)}.html", context, status=status)


def _prelude(exercise: Exercise) -> Markup | str:
    if not exercise.prelude:
        return ""
    return render_source(exercise.prelude, exercise.programming_language or "ocaml")


def _template(found: Activity) -> str:
    match found.type:
        case ActivityType.EXERCISE:
            return "exercise"
        case ActivityType.READING:
            return "reading"
        case ActivityType.PLAYGROUND:
            return "playground"
    return "steps"


def _is_exercise(found: Activity) -> bool:
    return found.type == ActivityType.EXERCISE


def _series(request: HttpRequest, user: User, found: Activity) -> Series | None:
    """The series that the activity is done for: the one asked for, if it is in that one, else the
    only one of their courses that it is in.
    """
    asked = request.GET.get("series") or request.POST.get("series") or ""
    having = visible_series(user).filter(listings__activity=found).select_related("course")
    if asked.isdecimal() and len(asked) < 15:
        chosen = having.filter(pk=int(asked)).first()
        if chosen is not None:
            return chosen
    theirs = having.filter(course__in=own_courses(user))[:2]
    return theirs[0] if len(theirs) == 1 else None


def _taken_part_in(user: User, series: Series | None) -> Series | None:
    """The series, when its course is theirs: teachers see what is handed in by their students."""
    return series if series is not None and series.course_id in own_courses(user) else None


def _trail(found: Activity, series: Series | None) -> list[tuple[str, str]]:
    if series is not None:
        course = series.course
        return [
            (gettext("Courses"), reverse("courses")),
            (course.name, reverse("course", args=[course.slug]) + f"#series-{series.pk}"),
        ]
    return [(found.repository.name, reverse("exercise-tree", args=[found.repository_id]))]


def _address(found: Activity, series: Series | None) -> str:
    query = "" if series is None else f"?series={series.pk}"
    return reverse("activity", args=[found.pk]) + query


def _language() -> str:
    return get_language() or "en"
