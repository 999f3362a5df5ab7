"""The page of an activity: its texts, and the place to work on it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from kriterion.errors import OperatorError
from kriterion.exercises.exercise import Exercise
from kriterion.refusals import Refusal
from kriterion.submissions.submission import MAXIMUM_BYTES, MAXIMUM_FILES
from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.base.refusal_text import translate_refusal
from kriterion.web.base.script_requests import is_for_script
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.exercise_files import (
    filter_usable_names,
    load_activity_exercise,
    load_playground,
)
from kriterion.web.catalog.models import Activity, ActivityType, Reading
from kriterion.web.course_skills.skills import use_course_skills
from kriterion.web.courses.course_access import (
    accepts_solutions,
    activity_or_404,
    find_visible_activity,
    is_held_back_from,
    may_see_problems,
)
from kriterion.web.courses.deadlines import find_due_date, is_late
from kriterion.web.courses.feedback_policy import EVERYTHING
from kriterion.web.courses.models import Series
from kriterion.web.learning.browsing.neighbours import find_neighbours
from kriterion.web.learning.teacher_texts import make_source_text, name_owner
from kriterion.web.learning.workspace.about import describe_exercise, find_edit_address
from kriterion.web.learning.workspace.activity_texts import (
    choose_first_files,
    list_texts,
    read_media,
)
from kriterion.web.learning.workspace.approach_pages import may_see_solutions
from kriterion.web.learning.workspace.history_pages import list_latest
from kriterion.web.learning.workspace.late_work import keep_late_work
from kriterion.web.learning.workspace.lesson_pages import step_context
from kriterion.web.learning.workspace.series_context import (
    find_own_series,
    find_series,
    list_crumbs,
)
from kriterion.web.learning.workspace.shown_hints import find_hints, reveal_next
from kriterion.web.learning.workspace.try_pages import find_tries, may_try
from kriterion.web.repository_management.services.problems import list_problems
from kriterion.web.submissions.concealed_feedback import find_shown, select_shown
from kriterion.web.submissions.models import Draft, Submission, SubmissionState
from kriterion.web.submissions.pages.feedback_notice import describe_withheld
from kriterion.web.submissions.pages.presentation import make_viewer, render_findings, state_label
from kriterion.web.submissions.services.displayed_texts import show_texts
from kriterion.web.submissions.services.solved import filter_solved
from kriterion.web.submissions.services.submit import find_limits, submit_files
from kriterion_tools.errors import KriterionError

_ENOUGH_BYTES = 4 * MAXIMUM_BYTES  # suffices to detect that a file is too long
_MEDIA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@login_required
@require_safe
def show_activity(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Show an exercise with its editor; a reading, a lesson, a tutorial or a playground."""
    user = require_user(request)
    activity = find_visible_activity(user, activity_id)
    if activity is None and is_held_back_from(user, activity_id):
        return render(request, "learning/held_back.html", status=404)
    if activity is None:
        raise Http404
    return _render_page(request, user, activity, find_series(request, user, activity))


@login_required
@require_POST
def submit(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Submit the editor's content, and redirect to the submission.

    A script gets the address of the submission, or why it is refused.
    """
    user = require_user(request)
    names = request.POST.getlist("name")
    files = _read_typed(request)
    uploaded = _read_uploads(request, names)
    submitted: Mapping[str, str | bytes] = (
        uploaded if len(names) == 1 and uploaded else {**files, **uploaded}
    )
    activity = find_visible_activity(user, activity_id)
    if activity is None:
        if (refused := keep_late_work(request, activity_id, submitted)) is not None:
            if is_for_script(request):  # the page says why
                return JsonResponse({"page": refused.url}, status=409)
            return refused
        raise Http404
    series = find_series(request, user, activity)
    refusal = (
        "" if accepts_solutions(activity) else gettext("This activity does not accept submissions.")
    )
    if len(set(names)) < len(names):
        refusal = gettext("Two files have the same name.")
    if not refusal:
        own_series = find_own_series(user, series)
        outcome = submit_files(
            user,
            activity,
            submitted,
            language=_get_language(),
            course=None if own_series is None else own_series.course,
            series=own_series,
            last_known=read_number(request.POST.get("last_known", "")),
        )
        if not isinstance(outcome, Refusal):
            return _answer_submitted(request, outcome)
        refusal = translate_refusal(outcome)
    sentence = f"{capfirst(refusal).rstrip('.')}."
    if is_for_script(request):
        return JsonResponse({"error": sentence}, status=422)
    messages.error(request, sentence)
    # The page contains what was typed, so a refusal loses nothing.
    return _render_page(
        request,
        user,
        activity,
        series,
        typed=files,
        status=422,
    )


@login_required
@require_POST
def reveal_hint(request: HttpRequest, activity_id: int) -> HttpResponse:
    """Reveal the user's next hint. Without a script, the page contains what was typed."""
    user = require_user(request)
    activity = activity_or_404(user, activity_id)
    if not _is_exercise(activity):
        raise Http404
    series = find_series(request, user, activity)
    try:
        exercise = load_activity_exercise(activity)
    except OperatorError as error:
        raise Http404 from error
    number = read_number(request.POST.get("hint", ""))
    if number is not None:
        reveal_next(user, activity, number, len(exercise.hints_in(_get_language())))
    if is_for_script(request):
        is_staff = may_see_problems(user, activity, series)
        hints = find_hints(user, activity, exercise, _get_language(), is_staff=is_staff)
        return render(request, "learning/hints.html", {"activity": activity, "hints": hints})
    return _render_page(request, user, activity, series, typed=_read_typed(request))


def _answer_submitted(request: HttpRequest, submission: Submission) -> HttpResponse:
    if not is_for_script(request):
        return redirect("submission", submission_id=submission.pk)
    addresses = {name: reverse(name, args=[submission.pk]) for name in ("submission", "result")}
    return JsonResponse({"number": submission.number, **addresses}, status=201)


def _read_typed(request: HttpRequest) -> dict[str, str]:
    """Return the texts of the editors by the names of their files."""
    names, texts = request.POST.getlist("name"), request.POST.getlist("text")
    return {name: text.replace("\r\n", "\n") for name, text in zip(names, texts, strict=False)}


def _read_uploads(request: HttpRequest, names: Sequence[str]) -> dict[str, bytes]:
    """Return the uploaded files, by the names of the exercise's files where they match.

    Browsers send no directories, so a file matches its name in any directory.
    """
    contents: dict[str, bytes] = {}
    for file in request.FILES.getlist("upload"):
        chosen = file.name or ""
        matching = [name for name in names if name.rpartition("/")[2] == chosen]
        name = chosen if chosen in names or len(matching) != 1 else matching[0]
        contents[name] = file.read(_ENOUGH_BYTES)
    return contents


@login_required
@require_safe
def media(request: HttpRequest, activity_id: int, address: str) -> HttpResponse:
    """Serve a media file of an exercise's texts."""
    activity = activity_or_404(require_user(request), activity_id)
    try:
        file = read_media(activity, address)
    except (KriterionError, OSError) as error:
        raise Http404 from error
    if file is None:
        raise Http404
    response = HttpResponse(file[0], content_type=file[1])
    # An SVG opened directly is a page: the policy stops its scripts and its requests.
    response.headers["Content-Security-Policy"] = _MEDIA_POLICY
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


def _build_contents(
    request: HttpRequest, user: User, found: Activity, reading: Reading | None
) -> dict[str, Any]:
    """Return the content of an activity's page, by its type."""
    if found.type in (ActivityType.EXERCISE, ActivityType.READING):
        exercise = load_activity_exercise(found)
        texts = list_texts(found, exercise, _get_language())
        context = {
            "description": texts.description,
            "description_language": texts.language,
            "exercise": exercise,
            "prelude": texts.prelude,
            "about": describe_exercise(found, user),
        }
        return context | (
            _build_editor_context(request, user, found, exercise) if _is_exercise(found) else {}
        )
    if found.type == ActivityType.PLAYGROUND:
        playground = load_playground(found)
        [prelude] = show_texts(
            [make_source_text(playground.prelude, "ocaml")], name_owner(found.repository)
        )
        return {"playground": playground, "prelude": prelude}
    return step_context(request, found, reading)


def _build_editor_context(
    request: HttpRequest, user: User, found: Activity, exercise: Exercise
) -> dict[str, Any]:
    """Return the files to work on, and earlier submissions."""
    first = choose_first_files(found, exercise, _get_language())
    draft = Draft.objects.filter(user=user, activity=found).first()
    earlier = Submission.objects.filter(user=user, activity=found)
    files: Mapping[str, str] = first
    origin = "template"
    chosen_id = read_number(request.GET.get("from", ""))
    chosen = earlier.filter(pk=chosen_id).first() if chosen_id is not None else None
    if chosen is not None and (
        draft is None or draft.saved_at < chosen.created_at or chosen.files == draft.files
    ):
        files, origin = chosen.texts, "submission"
    elif draft is not None and draft.files:  # an exam empties it
        files, origin = draft.files, "draft"
    elif (latest := earlier.order_by("-pk").first()) is not None:
        files, origin = latest.texts, "submission"
    return {
        "files": list(_select_files(found, files, first).items()),
        "first_files": first,
        "provided_files": [file for file in exercise.editor_files if file.is_read_only],
        "origin": origin,
        "revision": 0 if draft is None else draft.revision,
        "earlier": _render_earlier_feedback(request, chosen),
        "draft": draft if origin == "draft" else None,
        "history": list_latest(user, found),
        "may_submit": accepts_solutions(found),
        "tries": find_tries(user, found) if may_try(found) else None,
        **_find_progress(select_shown(user).filter(activity=found)),
    }


def _find_progress(visible: QuerySet[Submission]) -> dict[str, Any]:
    """Return whether it is solved; if only comments prevent that, also the last solution."""
    is_solved = filter_solved(visible).exists()
    accepted = visible.filter(accepted=True).defer("files", "tags", "summary").order_by("-pk")
    return {"solved": is_solved, "blocked": None if is_solved else accepted.first()}


def _select_files(
    found: Activity, files: Mapping[str, str], first: Mapping[str, str]
) -> dict[str, str]:
    """Return the texts to work on: one per file of the exercise, then any others.

    If the exercise asks for one file, the text of the first file becomes its text unless a file has
    its name. The same holds for a single file whose name the exercise now refuses. If there are
    several files, refused ones (such as the exercise's own tests) are left out, since the student
    could not remove them from the page.
    """
    if len(first) == 1:
        main = next(iter(first))
        name = main if main in files else next(iter(sorted(files)), main)
        return {name: files.get(name, "")}
    usable = filter_usable_names(found, (*first, *sorted(files.keys() - first.keys())))
    if len(files) == 1 and files.keys().isdisjoint(usable):
        return {**first, next(iter(first)): next(iter(files.values()))}
    names = list(dict.fromkeys((*first, *usable)))[: max(len(first), MAXIMUM_FILES)]
    return {name: files.get(name, first.get(name, "")) for name in names}


def _render_earlier_feedback(
    request: HttpRequest, submission: Submission | None
) -> dict[str, Any] | None:
    """Return the feedback on the earlier submission, shown next to the editor."""
    if submission is None or submission.state != SubmissionState.FINISHED:
        return None
    findings = render_findings(submission, make_viewer(request, submission))  # it conceals, too
    return {
        "submission": submission,
        "shown": state_label(submission),
        "feedback": findings.feedback,
    }


def _render_page(
    request: HttpRequest,
    user: User,
    found: Activity,
    series: Series | None,
    *,
    typed: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page of an activity; after a refusal, `typed` is in its editor."""
    reading = Reading.objects.filter(user=user, activity=found).first()
    due_at = None if series is None else find_due_date(user, series)
    own_series = find_own_series(user, series)
    if own_series is not None:
        use_course_skills(own_series.course, [found])
    is_staff = may_see_problems(user, found, series)
    context: dict[str, Any] = {
        "activity": found,
        "name": found.name(_get_language()),
        "series": series,
        "due_at": due_at,
        "is_late": is_late(due_at),
        "withheld": "" if own_series is None else _describe_withheld(user, own_series),
        "limits": None if own_series is None else find_limits(user, found, own_series),
        "beside": find_neighbours(found, series, user),
        "trail": list_crumbs(user, found, series),
        "reading": reading,
        "is_staff": is_staff,
        "obstacles": list_problems(found.obstacles) if is_staff and found.obstacles else None,
        "edit_address": find_edit_address(found, user),
        "sees_solutions": _is_exercise(found) and may_see_solutions(user, found),
    }
    try:
        context |= _build_contents(request, user, found, reading)
        if _is_exercise(found):
            exercise, language = context["exercise"], _get_language()
            context["hints"] = find_hints(user, found, exercise, language, is_staff=is_staff)
    except OperatorError as error:
        context["unusable"] = True
        context["failure"] = str(error) if user.is_administrator else ""
    if typed and "files" in context:
        context["files"] = list(typed.items())
    return render(request, f"learning/{_choose_template(found)}.html", context, status=status)


def _describe_withheld(user: User, series: Series) -> str:
    """Describe which feedback on a submission the user will not see, or not at once."""
    visible = find_shown(user, Series.objects.filter(pk=series.pk))
    return describe_withheld(visible.get(series.pk, EVERYTHING))


def _choose_template(found: Activity) -> str:
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


def _get_language() -> str:
    return get_language() or "en"
