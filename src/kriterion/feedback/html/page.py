"""An assessment as one self-contained page: nothing is loaded, and only our own script runs."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from kriterion.assessment.record import Assessment
from kriterion.feedback import phrases
from kriterion.feedback.allowance import ALLOWANCE, Allowance
from kriterion.feedback.analysis.prepared_analysis import ReadyAnalysis, ready_analysis
from kriterion.feedback.analysis.prepared_comments import COMMENTS_ID
from kriterion.feedback.html.code_panel import render_code
from kriterion.feedback.html.comment_panel import render_comments, render_no_comments
from kriterion.feedback.html.contexts import render_messages
from kriterion.feedback.html.element_ids import CODE_ID, FEEDBACK_ID, LOGS_ID
from kriterion.feedback.html.log_panel import render_logs, tools_run
from kriterion.feedback.html.self_contained import self_contained
from kriterion.feedback.html.tabs import (
    render_badge,
    render_panel_link,
    render_tab,
    render_tab_link,
)
from kriterion.feedback.pythia import with_source_annotations
from kriterion.feedback.verdict import render_verdict
from kriterion.feedback.viewer import Reader
from kriterion.feedback.visibility import record_for
from kriterion.markup.element import NOTHING, Markup, element
from kriterion.markup.media import media_of
from kriterion_tools.contracts.dodona_judge.output import FullOutput, Permission, Tab
from kriterion_tools.contracts.dodona_judge.statuses import Status


def render_page(
    assessment: Assessment,
    *,
    role: Permission,
    language: str,
    title: str,
    media: Mapping[str, bytes] | None = None,
) -> str:
    """The whole page, for a reader of that role.

    `media` are files of the exercise by the address that messages use ("media/tree.png"): pictures
    among them are shown; without them they are left out.
    """
    reader = Reader(role=role, language=language, media=media_of(media or {}))
    feedback = element("main", render_feedback(assessment, title, reader))
    return self_contained(title, feedback, language)


def render_feedback(
    assessment: Assessment, title: str, reader: Reader, *, units: int = ALLOWANCE
) -> Markup:
    """All feedback on one submission, as a fragment for any page that has the stylesheet.

    `units` bound how much of it is shown, as `Allowance` counts them.
    """
    judge = assessment.judge
    if judge is not None:
        judge = record_for(judge, reader.role)
        judge = replace(judge, feedback=with_source_annotations(judge.feedback))
    output = judge.feedback if judge else _NO_OUTPUT
    analysis = ready_analysis(assessment, reader)
    annotations = (*output.annotations, *(analysis.annotations if analysis else ()))
    allowance = Allowance(reader, units)
    messages = allowance.messages(output.messages)
    code = render_code(assessment.submission, annotations, reader)
    has_logs = reader.is_staff and bool(tools_run(assessment))
    tabs = list(zip(output.groups, allowance.tabs(output.groups), strict=False))
    return element(
        "div",
        render_verdict(judge, title, reader),
        render_messages(messages, FEEDBACK_ID, reader),
        element(
            "nav",
            element(
                "ul",
                *_links(output.groups[: len(tabs)], analysis, len(annotations), reader),
                render_panel_link(reader.told(phrases.LOGS), LOGS_ID, NOTHING)
                if has_logs
                else NOTHING,
            ),
            class_="tabs",
            aria_label=reader.told(phrases.TABS),
        ),
        *(
            render_tab(shown, (index,), reader, whole=tab)
            for index, (tab, shown) in enumerate(tabs)
        ),
        *(
            _in_order(_comments(analysis, assessment, reader), code, analysis)
            if analysis
            else (code,)
        ),
        render_logs(assessment, reader) if has_logs else NOTHING,
        id=FEEDBACK_ID,
        class_="feedback",
    )


def _links(
    tabs: Sequence[Tab], analysis: ReadyAnalysis | None, annotations: int, reader: Reader
) -> Iterator[Markup]:
    yield from (render_tab_link(tab, (index,), reader) for index, tab in enumerate(tabs))
    badge = render_badge(annotations, reader.told(phrases.ANNOTATIONS), "badge badge-quiet")
    code = render_panel_link(reader.told(phrases.CODE), CODE_ID, badge)
    if analysis is None:
        yield code
        return
    title = reader.told(phrases.COMMENTS)
    badge = render_badge(len(analysis.comments.comments), title, "badge badge-quiet")
    yield from _in_order(render_panel_link(title, COMMENTS_ID, badge), code, analysis)


def _in_order(comments: Markup, code: Markup, analysis: ReadyAnalysis) -> tuple[Markup, Markup]:
    """Comments come before the code; that there are none comes after it, for it opens nothing."""
    return (comments, code) if analysis.reason is None else (code, comments)


def _comments(analysis: ReadyAnalysis, assessment: Assessment, reader: Reader) -> Markup:
    if analysis.reason is not None:
        return render_no_comments(analysis.reason, reader)
    return render_comments(
        analysis.comments,
        reader,
        kind=analysis.kind,
        other_files=tuple(assessment.submission.other_files),
    )


_NO_OUTPUT = FullOutput(accepted=False, status=Status.UNKNOWN)
