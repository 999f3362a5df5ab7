"""Feedback on a terminal, at once or while the judge is running."""

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
from kriterion.feedback.terminal.source_lines import codes_of, render_code
from kriterion.feedback.terminal.status_line import StatusLine
from kriterion.feedback.terminal.verdict_box import render_verdict_box
from kriterion.feedback.viewer import Viewer
from kriterion.feedback.visibility import context_for, record_for
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
    visible = _visible(assessment, viewer.role)
    return Group(*_left(visible, _Printed(), viewer, Allowance(viewer)))


class TerminalFeedback:
    """Prints feedback as it arrives, and the rest at the end.

    A context is printed when it is finished, messages and annotations at once. What the role may
    not see is never printed, and the content of a hidden tab only if something in that tab fails.
    On a real terminal, a line below shows the current test. Use it as a context manager: leaving it
    always removes that line.
    """

    def __init__(self, console: Console, viewer: Viewer) -> None:
        self._console = console
        self._viewer = viewer
        self._allowance = Allowance(viewer)
        self._printed = _Printed()
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
        if not self._viewer.role.sees(change.permission):
            return
        self._status.follow(change)
        record = change.record
        if change.kind is ChangeKind.STARTED and isinstance(record, Tab):
            if change.path in self._printed.tabs:  # a judge may start all over again
                self._printed = _Printed(messages=self._printed.messages)
            self._printed.tabs[change.path] = _PrintedTab(record)
        elif change.kind is ChangeKind.FINISHED and isinstance(record, Context):
            visible = context_for(record, self._viewer.role)
            context = _covered(visible, self._allowance, self._viewer)
            number = change.path[-1] + 1
            self._add(change, render_context(context, number, self._viewer))
            self._tab(change).contexts += 1
        elif isinstance(record, Annotation):
            self._console.print(render_annotation(record, self._viewer))
            self._printed.annotations += 1
        elif isinstance(record, Message) and self._viewer.role.sees(record.permission):
            self._message(change, record)

    def finish(self, assessment: AssessmentRecord) -> None:
        """Print what is left: what no change reported, the annotated code, and the verdict."""
        self._status.stop()
        visible = _visible(assessment, self._viewer.role)
        for part in _left(visible, self._printed, self._viewer, self._allowance):
            self._console.print(part)

    def _message(self, change: Change, message: Message) -> None:
        """Print a message of the judgement or a tab. A finished context prints its own."""
        if len(change.path) > 1:
            return
        for covered in self._allowance.messages((message,)):
            printed = render_message(covered, self._viewer)
            if change.path:
                self._add(change, printed)
            else:
                self._console.print(printed)
        if change.path:
            self._tab(change).messages += 1
        else:
            self._printed.messages += 1

    def _tab(self, change: Change) -> "_PrintedTab":
        return self._printed.tabs.setdefault(change.path[:1], _PrintedTab(Tab()))

    def _add(self, change: Change, part: RenderableType) -> None:
        """Print a part of a tab, after its heading. Parts of a tab that may disappear are kept."""
        tab = self._tab(change)
        tab.kept.append(part)
        if change.hidden:
            return
        if not tab.headed:
            self._console.print(render_heading(tab.tab, self._viewer))
            tab.headed = True
        for kept in tab.kept:
            self._console.print(kept)
        tab.kept.clear()


@dataclass(slots=True)
class _PrintedTab:
    """How much of a tab was printed, and parts kept for later."""

    tab: Tab
    headed: bool = False
    contexts: int = 0
    messages: int = 0
    kept: list[RenderableType] = field(default_factory=list)


@dataclass(slots=True)
class _Printed:
    """How much of a judgement was printed."""

    messages: int = 0
    annotations: int = 0
    tabs: dict[tuple[int, ...], _PrintedTab] = field(default_factory=dict)


def _visible(assessment: AssessmentRecord, role: Permission) -> AssessmentRecord:
    if assessment.judge is None:
        return assessment
    judge = record_for(assessment.judge, role)
    feedback = merge_source_annotations(judge.feedback)
    return replace(assessment, judge=replace(judge, feedback=feedback))


def _left(
    assessment: AssessmentRecord, printed: _Printed, viewer: Viewer, allowance: Allowance
) -> Iterator[RenderableType]:
    """Yield everything that was not printed yet, in order."""
    judge = assessment.judge
    annotations: tuple[Annotation, ...] = ()
    if judge is not None:
        for message in allowance.messages(judge.feedback.messages[printed.messages :]):
            yield render_message(message, viewer)
        yield from _left_tabs(judge, printed, viewer, allowance)
        annotations = judge.feedback.annotations
    if assessment.submission.source is None:  # there is no code for them to stand in once more
        annotations = annotations[printed.annotations :]
    if annotations:
        yield Text()
        yield render_code(assessment.submission, annotations, viewer)
    analysis = prepare_analysis(assessment, viewer)
    if analysis is not None:
        yield _comments(analysis, assessment.submission, viewer)
    yield Text()
    yield render_verdict_box(judge, viewer)


def _comments(
    analysis: PreparedAnalysis, submission: SubmissionRecord, viewer: Viewer
) -> RenderableType:
    if analysis.reason is not None:
        return render_missing_comments(analysis.reason, viewer)
    codes = codes_of(submission)
    return render_comments(analysis.comments, viewer, kind=analysis.kind, codes=codes)


def _left_tabs(
    judge: JudgeRecord, printed: _Printed, viewer: Viewer, allowance: Allowance
) -> Iterator[RenderableType]:
    begun = [tab for tab in printed.tabs.values() if tab.headed or not tab.kept]
    for index, tab in enumerate(judge.feedback.groups):
        so_far = begun[index] if index < len(begun) else _PrintedTab(tab)
        if so_far.tab.description != tab.description:  # not the judgement that was followed
            so_far = _PrintedTab(tab)
        messages = allowance.messages(tab.messages[so_far.messages :])
        contexts = tab.groups[so_far.contexts :]
        if not so_far.headed and (messages or contexts):
            yield render_heading(tab, viewer)
        for message in messages:
            yield render_message(message, viewer)
        for number, context in enumerate(contexts, start=so_far.contexts + 1):
            yield render_context(_covered(context, allowance, viewer), number, viewer)


def _covered(context: Context, allowance: Allowance, viewer: Viewer) -> Context:
    """Charge a context to the allowance, unless it is printed as one line."""
    is_line = context.accepted and not viewer.everything
    return context if is_line else allowance.context(context)
