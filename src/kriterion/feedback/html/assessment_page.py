"""Renders an assessment as an HTML page, or as a fragment for the site's pages."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.feedback import phrases
from kriterion.feedback.allowance import ALLOWANCE, Allowance
from kriterion.feedback.analysis.prepared_analysis import PreparedAnalysis, prepare_analysis
from kriterion.feedback.analysis.prepared_comments import COMMENTS_ID
from kriterion.feedback.automatic_comments import hide_annotations
from kriterion.feedback.compile_errors import find_compile_error, remove_repetitions
from kriterion.feedback.html.code_panel import CodeTab, render_code
from kriterion.feedback.html.comment_panel import render_comments, render_missing_comments
from kriterion.feedback.html.contexts import render_messages
from kriterion.feedback.html.element_ids import FEEDBACK_ID, LOGS_ID
from kriterion.feedback.html.log_panel import find_run_tools, render_logs
from kriterion.feedback.html.self_contained import render_document
from kriterion.feedback.html.stylesheet import PageAssets
from kriterion.feedback.html.tabs import (
    render_badge,
    render_later,
    render_panel_link,
    render_tab,
    render_tab_link,
)
from kriterion.feedback.html.verdict_header import render_verdict
from kriterion.feedback.pythia import merge_source_annotations
from kriterion.feedback.viewer import Viewer
from kriterion.feedback.visibility import filter_record
from kriterion.markup.element import NOTHING, Markup, element
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Tab
from kriterion_tools.contracts.dodona_judge.statuses import Status


def render_page(
    assessment: AssessmentRecord, viewer: Viewer, *, title: str, assets: PageAssets
) -> str:
    """Render the whole document."""
    feedback = element("main", render_feedback(assessment, title, viewer))
    return render_document(title, feedback, viewer.language, assets)


def render_feedback(
    assessment: AssessmentRecord, title: str, viewer: Viewer, *, units: int = ALLOWANCE
) -> Markup:
    """Render all feedback as a fragment for a page with feedback's stylesheet.

    `units` limits how much is rendered; see `Allowance`.
    """
    judge = assessment.judge
    if judge is not None:
        judge = filter_record(judge, viewer.role, viewer.withholding)
        visible_output = hide_annotations(
            merge_source_annotations(judge.feedback), viewer.hidden_rules
        )
        judge = replace(judge, feedback=visible_output)
    compile_error = None
    if judge is not None and assessment.submission.source is not None:
        compile_error = find_compile_error(judge)
        judge = remove_repetitions(judge)
    output = judge.feedback if judge else _NO_OUTPUT
    analysis = None if viewer.withholding.verdict else prepare_analysis(assessment, viewer)
    annotations = (*output.annotations, *(analysis.annotations if analysis else ()))
    allowance = Allowance(viewer, units)
    messages = allowance.limit_messages(output.messages)
    code = render_code(assessment.submission, annotations, viewer)
    has_logs = viewer.is_staff and bool(find_run_tools(assessment))
    tabs = list(zip(output.groups, allowance.limit_tabs(output.groups), strict=False))
    panels = [
        *(
            render_tab(limited, (index,), viewer, whole=tab)
            for index, (tab, limited) in enumerate(tabs)
        ),
        *_order_panels(
            _render_comment_panel(analysis, assessment, viewer) if analysis else None,
            [tab.panel for tab in code],
            analysis,
        ),
    ]
    opened = _choose_open_panel(output.groups[: len(tabs)])
    return element(
        "div",
        render_verdict(judge, title, viewer, compile_error=compile_error),
        render_messages(messages, FEEDBACK_ID, viewer),
        element(
            "nav",
            element(
                "ul",
                *_render_links(output.groups[: len(tabs)], analysis, code, viewer, opened=opened),
                render_panel_link(viewer.translate(phrases.LOGS), LOGS_ID, NOTHING)
                if has_logs
                else NOTHING,
            ),
            class_="tabs",
            aria_label=viewer.translate(phrases.TABS),
        ),
        *(
            panel if number == opened else render_later(panel)
            for number, panel in enumerate(panels)
        ),
        render_later(render_logs(assessment, viewer)) if has_logs else NOTHING,
        id=FEEDBACK_ID,
        class_="feedback",
    )


def _choose_open_panel(tabs: Sequence[Tab]) -> int:
    """Return the number of the first tab with a failed test, else of the first panel."""
    return next((number for number, tab in enumerate(tabs) if tab.badge_count), 0)


def _render_links(
    tabs: Sequence[Tab],
    analysis: PreparedAnalysis | None,
    code: Sequence[CodeTab],
    viewer: Viewer,
    *,
    opened: int,
) -> Iterator[Markup]:
    yield from (
        render_tab_link(tab, (index,), viewer, is_open=index == opened)
        for index, tab in enumerate(tabs)
    )
    is_code_first = analysis is None or analysis.reason is not None
    code_links = [
        render_panel_link(
            tab.title, tab.identity, tab.badge, is_open=not tabs and is_code_first and not number
        )
        for number, tab in enumerate(code)
    ]
    comments = None
    if analysis is not None:
        title = viewer.translate(phrases.COMMENTS)
        badge = render_badge(len(analysis.comments.comments), title, "badge badge-quiet")
        is_open = not tabs and not is_code_first
        comments = render_panel_link(title, COMMENTS_ID, badge, is_open=is_open)
    yield from _order_panels(comments, code_links, analysis)


def _order_panels(
    comments: Markup | None, code: Sequence[Markup], analysis: PreparedAnalysis | None
) -> tuple[Markup, ...]:
    """Put the panel with comments before the code, but after it if there are no comments."""
    if comments is None or analysis is None:
        return tuple(code)
    return (comments, *code) if analysis.reason is None else (*code, comments)


def _render_comment_panel(
    analysis: PreparedAnalysis, assessment: AssessmentRecord, viewer: Viewer
) -> Markup:
    if analysis.reason is not None:
        return render_missing_comments(analysis.reason, viewer)
    return render_comments(
        analysis.comments,
        viewer,
        kind=analysis.kind,
        other_files=tuple(assessment.submission.other_files),
    )


_NO_OUTPUT = FullOutput(accepted=False, status=Status.UNKNOWN)
