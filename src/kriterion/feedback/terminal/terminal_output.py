"""Prints feedback on a terminal, while the judge is running or all at once."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from msgspec.structs import replace
from rich.console import Console, Group, RenderableType
from rich.text import Text

from kriterion.assessment.assessment_record import AssessmentRecord, JudgeRecord, SubmissionRecord
from kriterion.feedback.allowance import Allowance
from kriterion.feedback.analysis.prepared_analysis import PreparedAnalysis, prepare_analysis
from kriterion.feedback.pythia import merge_source_annotations
from kriterion.feedback.terminal.comment_list import render_comments, render_missing_comments
from kriterion.feedback.terminal.context_lines import (
    render_annotation,
    render_context,
    render_heading,
    render_message,
)
from kriterion.feedback.terminal.source_lines import highlight_files, render_code
from kriterion.feedback.terminal.status_line import StatusLine
from kriterion.feedback.terminal.verdict_box import render_verdict_box
from kriterion.feedback.viewer import Viewer
from kriterion.feedback.visibility import filter_context, filter_record
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    Context,
    Message,
    Permission,
    Tab,
)


def render_terminal(assessment: AssessmentRecord, viewer: Viewer) -> RenderableType:
    """Render all feedback on one submission."""
    filtered = _filter_assessment(assessment, viewer.role)
    return Group(*_render_rest(filtered, _Progress(), viewer, Allowance(viewer)))


class TerminalFeedback:
    """Prints feedback as it arrives, and the rest at the end.

    Contexts are printed when they are finished, messages and annotations immediately. Nothing is
    printed that the role may not see, and the content of a hidden tab only if something in that tab
    fails. On a terminal, a status line below shows the current test. Use it as a context manager,
    which always removes the status line.
    """

    def __init__(self, console: Console, viewer: Viewer) -> None:
        self._console = console
        self._viewer = viewer
        self._allowance = Allowance(viewer)
        self._progress = _Progress()
        self._status = StatusLine(console, self._viewer)

    def __enter__(self) -> Self:
        self._status.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._status.stop()

    def show(self, change: Change) -> None:
        """Print one change of the judgement."""
        if not self._viewer.role.may_see(change.permission):
            return
        self._status.follow(change)
        record = change.record
        if change.kind is ChangeKind.STARTED and isinstance(record, Tab):
            if change.path in self._progress.tabs:  # a judge may restart from the beginning
                self._progress = _Progress(messages=self._progress.messages)
            self._progress.tabs[change.path] = _TabProgress(record)
        elif change.kind is ChangeKind.FINISHED and isinstance(record, Context):
            filtered = filter_context(record, self._viewer.role)
            context = _limit_context(filtered, self._allowance, self._viewer)
            number = change.path[-1] + 1
            self._print_or_keep(change, render_context(context, number, self._viewer))
            self._find_tab_progress(change).contexts += 1
        elif isinstance(record, Annotation):
            self._console.print(render_annotation(record, self._viewer))
            self._progress.annotations += 1
        elif isinstance(record, Message) and self._viewer.role.may_see(record.permission):
            self._print_message(change, record)

    def finish(self, assessment: AssessmentRecord) -> None:
        """Print the rest: feedback without a change, the annotated code, comments, the verdict."""
        self._status.stop()
        filtered = _filter_assessment(assessment, self._viewer.role)
        for part in _render_rest(filtered, self._progress, self._viewer, self._allowance):
            self._console.print(part)

    def _print_message(self, change: Change, message: Message) -> None:
        """Print a message of the judgement or of a tab. Others are printed with their context."""
        if len(change.path) > 1:
            return
        for covered in self._allowance.limit_messages((message,)):
            progress = render_message(covered, self._viewer)
            if change.path:
                self._print_or_keep(change, progress)
            else:
                self._console.print(progress)
        if change.path:
            self._find_tab_progress(change).messages += 1
        else:
            self._progress.messages += 1

    def _find_tab_progress(self, change: Change) -> "_TabProgress":
        return self._progress.tabs.setdefault(change.path[:1], _TabProgress(Tab()))

    def _print_or_keep(self, change: Change, part: RenderableType) -> None:
        """Print a part of a tab, below its heading. While the tab is hidden, keep it for later."""
        tab = self._find_tab_progress(change)
        tab.pending.append(part)
        if change.hidden:
            return
        if not tab.has_heading:
            self._console.print(render_heading(tab.tab, self._viewer))
            tab.has_heading = True
        for pending in tab.pending:
            self._console.print(pending)
        tab.pending.clear()


@dataclass(slots=True)
class _TabProgress:
    """How much of a tab was printed, and the parts kept for later."""

    tab: Tab
    has_heading: bool = False
    contexts: int = 0
    messages: int = 0
    pending: list[RenderableType] = field(default_factory=list)


@dataclass(slots=True)
class _Progress:
    """How much of a judgement was printed."""

    messages: int = 0
    annotations: int = 0
    tabs: dict[tuple[int, ...], _TabProgress] = field(default_factory=dict)


def _filter_assessment(assessment: AssessmentRecord, role: Permission) -> AssessmentRecord:
    if assessment.judge is None:
        return assessment
    judge = filter_record(assessment.judge, role)
    feedback = merge_source_annotations(judge.feedback)
    return replace(assessment, judge=replace(judge, feedback=feedback))


def _render_rest(
    assessment: AssessmentRecord, progress: _Progress, viewer: Viewer, allowance: Allowance
) -> Iterator[RenderableType]:
    """Yield everything that was not printed yet, in order."""
    judge = assessment.judge
    annotations: tuple[Annotation, ...] = ()
    if judge is not None:
        for message in allowance.limit_messages(judge.feedback.messages[progress.messages :]):
            yield render_message(message, viewer)
        yield from _render_rest_of_tabs(judge, progress, viewer, allowance)
        annotations = judge.feedback.annotations
    if assessment.submission.source is None:  # without code, do not print annotations twice
        annotations = annotations[progress.annotations :]
    if annotations:
        yield Text()
        yield render_code(assessment.submission, annotations, viewer)
    analysis = prepare_analysis(assessment, viewer)
    if analysis is not None:
        yield _render_comment_list(analysis, assessment.submission, viewer)
    yield Text()
    yield render_verdict_box(judge, viewer)


def _render_comment_list(
    analysis: PreparedAnalysis, submission: SubmissionRecord, viewer: Viewer
) -> RenderableType:
    if analysis.reason is not None:
        return render_missing_comments(analysis.reason, viewer)
    codes = highlight_files(submission)
    return render_comments(analysis.comments, viewer, kind=analysis.kind, codes=codes)


def _render_rest_of_tabs(
    judge: JudgeRecord, progress: _Progress, viewer: Viewer, allowance: Allowance
) -> Iterator[RenderableType]:
    """Yield the parts of each tab that were not printed yet."""
    started_tabs = [tab for tab in progress.tabs.values() if tab.has_heading or not tab.pending]
    for index, tab in enumerate(judge.feedback.groups):
        tab_progress = started_tabs[index] if index < len(started_tabs) else _TabProgress(tab)
        if tab_progress.tab.description != tab.description:  # the final judgement is another one
            tab_progress = _TabProgress(tab)
        messages = allowance.limit_messages(tab.messages[tab_progress.messages :])
        contexts = tab.groups[tab_progress.contexts :]
        if not tab_progress.has_heading and (messages or contexts):
            yield render_heading(tab, viewer)
        for message in messages:
            yield render_message(message, viewer)
        for number, context in enumerate(contexts, start=tab_progress.contexts + 1):
            yield render_context(_limit_context(context, allowance, viewer), number, viewer)


def _limit_context(context: Context, allowance: Allowance, viewer: Viewer) -> Context:
    """Charge a context to the allowance, unless it is printed as one line."""
    is_line = context.accepted and not viewer.everything
    return context if is_line else allowance.limit_context(context)
