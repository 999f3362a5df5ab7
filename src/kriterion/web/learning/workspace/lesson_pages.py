"""Lessons and tutorials step by step, runnable code, and what a user has read."""

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from kriterion.errors import OperatorError
from kriterion.refusals import Refusal
from kriterion.web.accounts.site_access import require_user
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.exercise_files import load_playground
from kriterion.web.catalog.models import Activity, ActivityType, Reading
from kriterion.web.courses.course_access import activity_or_404
from kriterion.web.learning.snippets import run_snippet
from kriterion.web.learning.teacher_texts import show_lesson
from kriterion.web.learning.workspace.activity_texts import PLACE
from kriterion.web.learning.workspace.series_context import find_series, make_address

_STEP_DIGITS = 5


@login_required
@require_POST
def read(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Record that something was read, or the step where a user is."""
    user = require_user(request)
    activity = activity_or_404(user, activity_id)
    step = read_number(request.POST.get("step", ""), digits=_STEP_DIGITS)
    reading, _ = Reading.objects.get_or_create(user=user, activity=activity)
    if step is not None:
        reading.step = step
    if request.POST.get("done"):
        reading.read_at = timezone.now()
    reading.save()
    if request.POST.get("done"):
        return redirect(make_address(activity, find_series(request, user, activity)))
    return HttpResponse(status=204)


@login_required
@require_POST
def run(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Run code of a lesson, a tutorial or a playground in the sandbox.

    {"code", "before"} → {"output", "ending"}: `before` are the preceding snippets, which run first;
    for a playground that is always its prelude.
    """
    user = require_user(request)
    activity = activity_or_404(user, activity_id)
    if activity.type not in (ActivityType.LESSON, ActivityType.TUTORIAL, ActivityType.PLAYGROUND):
        raise Http404
    try:
        requested = json.loads(request.body)
        code, before = requested["code"], requested.get("before", [])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return JsonResponse({"error": gettext("Invalid code.")}, status=400)
    if not isinstance(before, list) or not all(isinstance(text, str) for text in [code, *before]):
        return JsonResponse({"error": gettext("Invalid code.")}, status=400)
    try:
        if activity.type == ActivityType.PLAYGROUND:
            before = [load_playground(activity).prelude]
    except OperatorError as error:  # it is no longer in its repository
        raise Http404 from error
    outcome = run_snippet(user, code, before=before)
    if isinstance(outcome, Refusal):
        return JsonResponse({"error": outcome.reason}, status=429)
    return JsonResponse({"output": outcome.output, "ending": outcome.note})


def step_context(request: HttpRequest, found: Activity, reading: Reading | None) -> dict[str, Any]:
    """Return a step of a lesson or a tutorial: the requested one, or the user's last."""
    requested = read_number(request.GET.get("step", ""), digits=_STEP_DIGITS)
    last_step = reading.step if reading is not None else 1
    lesson = show_lesson(found, max(last_step if requested is None else requested, 1), PLACE)
    return {
        "lesson": lesson,
        "number": lesson.step,
        "before": lesson.step - 1,
        "after": lesson.step + 1 if lesson.step < len(lesson.titles) else 0,
        "title": lesson.titles[lesson.step - 1] if lesson.titles else "",
    }
