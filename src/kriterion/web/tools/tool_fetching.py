"""Fetch, examine and try judges, analyzers and representers that administrators add.

As with repositories, a row in state NEW or CLONING is pending work; the previous copy stays in use.
"""

import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.assessment.request import AssessmentRequest
from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.assessment.tool_run import SkippedTool
from kriterion.exercises.comment_library import find_library
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.host.doctor.diagnosis import Diagnosis, fault
from kriterion.host.doctor.judge_checks import examine_judge
from kriterion.host.doctor.tool_checks import examine_tool
from kriterion.host.doctor.tool_kind import TOOL_KINDS
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import find_analyzer
from kriterion.host.resolution.representers import find_representer
from kriterion.host.resolution.test_runners import find_test_runner
from kriterion.refusals import Refusal
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.judge_run import Judge
from kriterion.web.base.refusal_text import translate_refusal
from kriterion.web.content.content_access import StoreKind, open_store
from kriterion.web.content.snapshots import take_snapshot
from kriterion.web.database.background import is_background_ending, start_in_background
from kriterion.web.database.pooled_connection import hold_released, release_connection
from kriterion.web.database.storable import make_json_storable
from kriterion.web.repositories.copies import Copies
from kriterion.web.tools.machine import is_runnable, make_installation
from kriterion.web.tools.models import Tool, ToolKind, ToolState
from kriterion.web.tools.signals import tool_fetched
from kriterion_tools.errors import KriterionError

_log = logging.getLogger(__name__)
_one_at_a_time = threading.Lock()
_lock = threading.RLock()
_waiting: dict[int, threading.Thread] = {}  # by the tool that each is to fetch


def fetch_in_background(tool: Tool) -> None:
    """Fetch and examine a tool soon, in a background thread."""
    Tool.objects.filter(pk=tool.pk).update(state=ToolState.NEW)
    with _lock:
        waiting = _waiting.get(tool.pk)
        # Otherwise the waiting thread serves this request, too.
        if waiting is None or not waiting.is_alive():
            work = partial(_fetch_waiting, tool.pk)
            _waiting[tool.pk] = start_in_background(f"tool-{tool.pk}", work)


def resume_fetching() -> None:
    """Continue the work of a dead process; called when a process starts."""
    for tool in Tool.objects.filter(state__in=(ToolState.NEW, ToolState.CLONING)):
        fetch_in_background(tool)
    start_in_background("tool-digests", _record_digests)


def _record_digests() -> None:
    """Record the content of tools that an earlier version examined, or whose content was lost."""
    store = open_store(StoreKind.TOOL)
    for tool in Tool.objects.filter(state=ToolState.READY):
        if is_background_ending():
            return
        for name in ("", "comments_"):
            directory = getattr(tool, f"{name}directory")
            digest = getattr(tool, f"{name}digest")
            if directory and not (digest and store.has_content(digest)):
                row = Tool.objects.filter(pk=tool.pk, **{f"{name}directory": directory})
                row.update(**{f"{name}digest": _record_content(tool, directory)})


def fetch(tool: Tool) -> None:
    """Fetch and examine a tool now; its row keeps what is wrong with it."""
    with hold_released(_one_at_a_time):
        _fetch(tool)


def _fetch(tool: Tool) -> None:
    row = Tool.objects.filter(pk=tool.pk)
    row.update(state=ToolState.CLONING)
    tool.refresh_from_db()
    try:
        findings = list(_refetch(tool))
    except (KriterionError, OSError) as error:
        findings = [
            Diagnosis(subject=tool.name, state="fault", what=str(error), code="doctor.tool")
        ]
    except Exception:
        _log.exception("tool %s cannot be examined", tool.pk)
        message = gettext("the tool cannot be checked; see the server log for details")
        findings = [
            Diagnosis(subject=tool.name, state="fault", what=message, code="doctor.tool.crash")
        ]
    problems = make_json_storable([finding.row() for finding in findings])
    if not row.update(
        problems=problems,
        checked_at=timezone.now(),
        directory=tool.directory,
        commit=tool.commit,
        comments_directory=tool.comments_directory,
        comments_commit=tool.comments_commit,
        digest=_record_content(tool, tool.directory),
        comments_digest=_record_content(tool, tool.comments_directory),
    ):  # removed meanwhile
        remove_copies(tool)
    # NEW again: another thread is waiting to fetch it again.
    state = ToolState.READY if is_runnable(tool) else ToolState.FAILED
    row.filter(state=ToolState.CLONING).update(state=state)
    tool_fetched.send(sender=Tool, tool=tool)


def examine(tool: Tool) -> Iterator[Diagnosis]:
    """Yield everything about a tool on this machine, sample runs last."""
    installation = make_installation([tool])
    if tool.kind == ToolKind.JUDGE:
        yield from examine_judge(installation.judges[tool.name], installation)
        return
    kind = next(tool_kind for tool_kind in TOOL_KINDS if tool_kind.word == tool.kind)
    yield from examine_tool(kind, kind.known(installation)[tool.name], installation)


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolTrial:
    """The result of trying a tool: an assessment, or the reason for its failure."""

    assessment: AssessmentRecord | None = None
    failure: str = ""
    fix: str = ""


def try_tool(tool: Tool, exercise: Exercise, submission: SubmittedFiles) -> ToolTrial:
    """Run a tool alone on a submission, exactly as for a student.

    A tool without a row is one of the machine's own.
    """
    try:
        installation = make_installation([tool] if tool.pk is not None else [])
        return ToolTrial(assessment=_assess_with_tool(installation, tool, exercise, submission))
    except KriterionError as error:
        message = fault(tool.name, error, code="doctor.tool")
        return ToolTrial(failure=message.what, fix=message.fix)


def _assess_with_tool(
    installation: Installation, tool: Tool, exercise: Exercise, submission: SubmittedFiles
) -> AssessmentRecord:
    track, _ = load_track_exercise(exercise)
    judge: Judge | TestRunnerRun | SkippedTool | None = None
    analyzer = representer = None
    if tool.kind == ToolKind.JUDGE:
        judge = installation.load(tool.name)
    elif tool.kind == ToolKind.TEST_RUNNER:
        judge = find_test_runner(installation, track, tool.name)
    elif tool.kind == ToolKind.ANALYZER:
        analyzer = find_analyzer(installation, track, tool.name)
    else:
        representer = find_representer(installation, track, tool.name)
    if isinstance(judge, SkippedTool):
        raise KriterionError(judge.reason)
    for passed_over in (analyzer, representer):
        if isinstance(passed_over, SkippedTool):
            raise KriterionError(passed_over.reason)
    release_connection()  # the run may take a while
    return installation.assess(
        AssessmentRequest(
            exercise=exercise,
            submission=submission,
            judge=judge,
            analyzer=analyzer,
            representer=representer,
        )
    )


def _record_content(tool: Tool, directory: str) -> str:
    """Record the files in a tool's directory for workers that fetch them; return their digest."""
    if not directory or not Path(directory).is_dir():
        return ""
    try:
        copies = _find_copies_directory()
        digest, _ = take_snapshot(StoreKind.TOOL, Path(directory), copies=copies)
    except (KriterionError, OSError) as error:  # workers that share the directory can use it
        _log.warning("tool %s cannot be sent to workers elsewhere: %s", tool.name, error)
        return ""
    return digest


def remove_copies(tool: Tool) -> None:
    """Remove everything stored of a tool on disk."""
    _open_copies(tool).remove_all()


def _refetch(tool: Tool) -> Iterator[Diagnosis]:
    """Fetch the tool again and yield the diagnoses."""
    release_connection()  # git may take minutes
    if tool.git_url:
        cloned = _open_copies(tool).clone(tool.git_url, tool.branch)
        if isinstance(cloned, Refusal):
            yield Diagnosis(
                subject=tool.git_url,
                state="fault",
                what=translate_refusal(cloned),
                code=cloned.kind.code,
            )
            return
        tool.directory, tool.commit = str(cloned.directory), cloned.commit
        _open_copies(tool).keep(cloned.directory)
    if tool.kind == ToolKind.ANALYZER:
        yield from _renew_comments(tool)
    yield from examine(tool)


def _renew_comments(tool: Tool) -> Iterator[Diagnosis]:
    """Fetch its comment library; if that fails, the previous copy stays in use."""
    if tool.comments_git_url:
        copies = _open_comment_copies(tool)
        cloned = copies.clone(tool.comments_git_url, "")
        if isinstance(cloned, Refusal):
            yield Diagnosis(
                subject=tool.comments_git_url,
                state="fault",
                what=translate_refusal(cloned),
                code=cloned.kind.code,
            )
        else:
            tool.comments_directory = str(cloned.directory)
            tool.comments_commit = cloned.commit
            copies.keep(cloned.directory)
    if not tool.comments_directory:
        return
    library = find_library(Path(tool.comments_directory), tool.comments_folder)
    if not library.is_dir():
        yield Diagnosis(
            subject="analyzer comments",
            state="fault",
            what=f"{tool.comments_folder or library} is not a directory"
            + (f" of {tool.comments_git_url}" if tool.comments_git_url else ""),
            fix="edit the tool: name the folder that has the texts, such as analyzer-comments",
            code="doctor.comments.no-directory",
        )


def _fetch_waiting(tool_id: int) -> None:
    """Fetch a tool, unless it is gone or another thread has just fetched it."""
    with hold_released(_one_at_a_time):
        with _lock:
            _waiting.pop(tool_id, None)
        waiting = Tool.objects.filter(pk=tool_id, state=ToolState.NEW).first()
        if waiting is not None:
            _fetch(waiting)


def _open_copies(tool: Tool) -> Copies:
    return Copies(_find_copies_directory() / str(tool.pk))


def _find_copies_directory() -> Path:
    return Path(settings.DATA) / "tool-clones"


def _open_comment_copies(tool: Tool) -> Copies:
    return Copies(_open_copies(tool).home / "comments")
