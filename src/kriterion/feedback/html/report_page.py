"""Renders a grader's report as a page; sections with failures are open.

Source: the report tab of learn-ocaml: a banner, and sections with their points, collapsed if
nothing in them failed.
"""

from kriterion.assessment.assessment_record import Points
from kriterion.feedback import phrases
from kriterion.feedback.html.self_contained import render_document
from kriterion.feedback.html.stylesheet import PageAssets
from kriterion.feedback.report_phrases import describe_points, describe_result, describe_total
from kriterion.markup.element import NOTHING, Markup, element
from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    Item,
    LineBreak,
    Report,
    ReportMessage,
    Result,
    Section,
    count_item_points,
    has_failure,
)
from kriterion_tools.contracts.learn_ocaml_repository.report_spacing import set_words_apart
from kriterion_tools.translation.translator import Translator

_CLASSES = {
    Result.FAILURE: "failure",
    Result.WARNING: "warning",
    Result.INFORMATIVE: "informative",
    Result.IMPORTANT: "important",
}
_ELEMENTS = {Display.CODE: "code", Display.OUTPUT: "samp"}


def render_report_page(
    report: Report,
    *,
    title: str,
    points: Points,
    seed: int,
    translator: Translator,
    assets: PageAssets,
) -> str:
    """Render the report as a self-contained page."""
    verdict = element(
        "header",
        element("h1", title),
        element("p", describe_total(report, points, translator), class_="status"),
        element("p", translator.translate(phrases.SEED, seed=seed), class_="summary"),
        class_=f"verdict {'wrong' if has_failure(report) else 'correct'}",
    )
    empty = element("p", translator.translate(phrases.EMPTY_REPORT)) if not report else NOTHING
    body = element("main", verdict, empty, render_report(report, translator), class_="feedback")
    return render_document(title, body, translator.language, assets)


def render_report(report: Report, translator: Translator) -> Markup:
    """Render the report as a fragment for a page with feedback's stylesheet."""
    return element("div", *(_render_item(item, translator) for item in report), class_="report")


def _render_item(item: Item, translator: Translator) -> Markup:
    return (
        _render_message(item, translator)
        if isinstance(item, ReportMessage)
        else _render_section(item, translator)
    )


def _render_section(section: Section, translator: Translator) -> Markup:
    has_failed = has_failure(section.contents)
    return element(
        "details",
        element(
            "summary",
            element(
                "span", *map(_render_piece, set_words_apart(section.title)), class_="report-title"
            ),
            " ",
            element("span", _describe_section_points(section, translator), class_="report-result"),
        ),
        *(_render_item(item, translator) for item in section.contents),
        class_=f"report-section {'failure' if has_failed else 'success'}",
        open=has_failed,
    )


def _describe_section_points(section: Section, translator: Translator) -> str:
    earned = describe_points(count_item_points(section), translator)
    if section.minimum is None:
        return earned
    least = translator.translate(
        phrases.AT_LEAST, points=describe_points(section.minimum, translator)
    )
    return f"{earned} ({least})"


def _render_message(message: ReportMessage, translator: Translator) -> Markup:
    return element(
        "div",
        element("div", *map(_render_piece, set_words_apart(message.text)), class_="report-text"),
        " ",
        element("span", describe_result(message.result, translator), class_="report-result"),
        class_=f"report-message {_choose_result_class(message.result)}",
    )


def _choose_result_class(result: Result | int) -> str:
    if isinstance(result, Result):
        return _CLASSES[result]
    return "success" if result > 0 else "failure"


def _render_piece(piece: Inline | LineBreak) -> Markup:
    if isinstance(piece, LineBreak):
        return Markup("<br>")
    if piece.display is Display.NORMAL:
        return element("span", piece.text)
    code = element(_ELEMENTS[piece.display], piece.text.strip("\n"))
    return element("pre", code) if "\n" in piece.text.strip("\n") else code
