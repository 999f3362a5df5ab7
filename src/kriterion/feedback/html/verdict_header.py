"""Renders the header of a page of feedback: the title and the verdict."""

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.feedback import icons, phrases, verdict
from kriterion.feedback.html.element_ids import CODE_ID, make_line_id
from kriterion.feedback.viewer import Viewer
from kriterion.markup.element import NOTHING, Markup, element
from kriterion_tools.contracts.dodona_judge.output_records import Annotation


def render_verdict(
    judge: JudgeRecord | None,
    title: str,
    viewer: Viewer,
    *,
    compile_error: Annotation | None = None,
) -> Markup:
    """Render the page's header with title, status, summary and facts.

    The line of a `compile_error`, which has its message, is linked.
    """
    if viewer.withholding.verdict:
        return element("header", element("h1", title), class_="verdict")
    if judge is None:
        notice = element("p", viewer.translate(phrases.NOT_JUDGED), class_="summary")
        return element("header", element("h1", title), notice, class_="verdict")
    text = verdict.write_summary(judge, viewer)
    return element(
        "header",
        element("h1", title),
        element(
            "p",
            icons.render_icon(verdict.choose_icon(judge)),
            verdict.write_headline(judge, viewer),
            class_="status",
        ),
        element("p", text, class_="summary") if text else NOTHING,
        _render_line_link(compile_error, viewer) if compile_error else NOTHING,
        element(
            "ul",
            *(element("li", fact) for fact in verdict.list_facts(judge, viewer)),
            class_="facts",
        ),
        class_=f"verdict {'correct' if judge.accepted else 'wrong'}",
    )


def _render_line_link(error: Annotation, viewer: Viewer) -> Markup:
    number = error.row + 1
    link = element(
        "a",
        viewer.translate(phrases.LINE, number=number),
        href=f"#{make_line_id(number)}",
        class_="tab-link",
        data_tab=CODE_ID,
        data_line=number,
    )
    return element("p", link, class_="summary")
