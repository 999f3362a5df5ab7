"""Renders jobs to HTML within limits of size and time."""

import zlib
from collections.abc import Iterable
from functools import partial

from msgspec.structs import replace

from kriterion.assessment.assessment_record import RUN, AssessmentRecord, decode_assessment
from kriterion.feedback.allowance import ALLOWANCE
from kriterion.feedback.html.assessment_page import render_feedback
from kriterion.feedback.html.live import LiveFeedback
from kriterion.feedback.html.tabs import render_view_choice
from kriterion.feedback.html.text_comparison import (
    LONG_LINE,
    TokensOfSides,
    render_difference,
    render_plain_texts,
)
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.text_difference import compare_texts
from kriterion.markup.effort import limit_effort, render_or_plain
from kriterion.markup.element import Markup, element
from kriterion.markup.highlight.line_colours import tokenize_lines
from kriterion.markup.markdown.exercism_comment import render_comment
from kriterion.rendering.course_texts import render_lesson, render_texts
from kriterion.rendering.cpu_effort import CpuEffort, NoEffort
from kriterion.rendering.jobs import (
    MAXIMUM_HTML,
    Audience,
    Care,
    ComparisonJob,
    FeedbackHtml,
    FeedbackJob,
    FilePair,
    Job,
    LessonJob,
    LiveJob,
    RenderAnswer,
    Rendered,
    RenderedComparison,
    RenderedInsertion,
    RenderedStep,
    TextsJob,
)
from kriterion.rendering.process_limits import ProcessBounds
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.batches import unpack
from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.contracts.exercism_representer.restored_names import restore_names

_PLAIN_SHARE = 8


def render(job: Job, bounds: ProcessBounds) -> RenderAnswer:
    """Render a job."""
    if job.care is Care.PLAIN:
        with limit_effort(NoEffort()):
            return RenderAnswer(rendered=_dispatch(job, ALLOWANCE // _PLAIN_SHARE))
    effort = CpuEffort(piece_seconds=bounds.piece_seconds, whole_seconds=bounds.whole_seconds)
    with limit_effort(effort):
        rendered = _dispatch(job, ALLOWANCE)
    if isinstance(rendered, RenderedStep) and effort.interrupted:
        rendered = replace(rendered, care=Care.PLAIN)
    return RenderAnswer(rendered=rendered, tired=effort.interrupted)


def _dispatch(job: Job, units: int) -> Rendered:
    match job:
        case FeedbackJob():
            return _render_feedback(job, units)
        case LiveJob():
            return _render_step(job)
        case ComparisonJob():
            return _render_comparison(job)
        case TextsJob():
            return render_texts(job)
        case LessonJob():
            return render_lesson(job)


def _render_feedback(job: FeedbackJob, units: int) -> FeedbackHtml:
    record = decode_assessment(zlib.decompress(job.document))
    viewer = _make_viewer(job.audience)
    html = render_feedback(record, job.title, viewer, units=units)
    is_withheld = viewer.withholding.verdict
    while len(html) > MAXIMUM_HTML and units:
        units = 0 if units < _LEAST else units // _PLAIN_SHARE
        html = render_feedback(record, job.title, viewer, units=units)
    return FeedbackHtml(
        feedback=html if len(html) <= MAXIMUM_HTML else "",
        comments=() if is_withheld else tuple(_render_comments(job.comments, record)),
        programs_stopped=not is_withheld and _has_stopped_programs(record),
    )


_LEAST = 10_000


def _render_comments(comments: tuple[str, ...], record: AssessmentRecord) -> Iterable[Markup]:
    representer = record.representer
    if representer is None:
        return
    representation = Representation(
        text=representer.text or "",
        mapping=representer.mapping,
        version=representer.version or 1,
    )
    for comment in comments:
        text = restore_names(comment, representation)
        yield render_or_plain(partial(render_comment, text), partial(element, "pre", text))


def _has_stopped_programs(record: AssessmentRecord) -> bool:
    violations = record.judge.violations if record.judge else ()
    return any(violation.document == RUN for violation in violations)


def _render_step(job: LiveJob) -> RenderedStep:
    [change] = unpack(job.change)
    live = LiveFeedback(_make_viewer(job.audience), job.state)
    insertions = [
        RenderedInsertion(insertion.id, insertion.within, insertion.html)
        for insertion in live.make_insertions(change, job.number)
    ]
    if sum(len(insertion.html) for insertion in insertions) > MAXIMUM_HTML:
        insertions = []  # the page gets as much of it as it can hold when the submission is over
    return RenderedStep(insertions=tuple(insertions), state=live.state, care=job.care)


def _render_comparison(job: ComparisonJob) -> RenderedComparison:
    viewer = _make_viewer(job.audience)
    panels: list[str | None] = []
    left = MAXIMUM_HTML
    for number, pair in enumerate(job.pairs, start=1):
        panel = _render_panel(number, pair, job, viewer)
        if panel is not None and len(panel) > left:
            panel = element("div", _render_plain_panel(pair, job.titles, viewer), class_="panel")
        left -= len(panel or "")
        panels.append(panel if left >= 0 else "")
    return RenderedComparison(panels=tuple(panels))


def _render_panel(number: int, pair: FilePair, job: ComparisonJob, viewer: Viewer) -> Markup | None:
    if pair.one == pair.other:
        return None
    return render_or_plain(
        lambda: _render_difference(number, pair, job, viewer),
        lambda: element("div", _render_plain_panel(pair, job.titles, viewer), class_="panel"),
    )


def _render_difference(number: int, pair: FilePair, job: ComparisonJob, viewer: Viewer) -> Markup:
    comparison = compare_texts(pair.one, pair.other)
    long = any(
        len(line) >= LONG_LINE for text in (pair.one, pair.other) for line in text.split("\n")
    )
    views = render_view_choice(f"file-{number}", "unified" if long else "split", viewer)
    tokens = TokensOfSides(
        tokenize_lines(pair.one, job.source_language),
        tokenize_lines(pair.other, job.source_language),
    )
    table = render_difference(comparison, *job.titles, viewer, tokens)
    return element("div", element("div", views, class_="bar"), table, class_="panel")


def _render_plain_panel(pair: FilePair, titles: tuple[str, str], viewer: Viewer) -> Markup:
    return render_plain_texts(zip(titles, (pair.one, pair.other), strict=True), viewer)


def _make_viewer(audience: Audience) -> Viewer:
    return Viewer(
        role=audience.role,
        translator=load_translator(audience.language),
        media=audience.media,
        hidden_rules=audience.hidden_rules,
        marks_rules=audience.marks_rules,
        withholding=audience.withholding,
    )
