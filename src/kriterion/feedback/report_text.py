"""Renders a grader's report as an indented outline.

Source: the text that learn-ocaml's grader writes with `--dump-reports`.
"""

from collections.abc import Iterator

from kriterion.assessment.assessment_record import Points
from kriterion.feedback import phrases
from kriterion.feedback.report_phrases import describe_result, describe_total
from kriterion.markup.visible_text import make_visible
from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    Item,
    LineBreak,
    Report,
    ReportMessage,
    ReportText,
    Section,
)
from kriterion_tools.contracts.learn_ocaml_repository.report_spacing import set_words_apart
from kriterion_tools.translation.translator import Translator

_INDENT = "  "


def render_report_text(report: Report, *, points: Points, seed: int, translator: Translator) -> str:
    """Render the outline, followed by the total and the random seed of the samples."""
    lines = [line for item in report for line in _render_item(item, translator)]
    if not report:
        lines = [translator.translate(phrases.EMPTY_REPORT)]
    total = describe_total(report, points, translator)
    return "\n".join((*lines, "", total, translator.translate(phrases.SEED, seed=seed))) + "\n"


def _render_item(item: Item, translator: Translator) -> Iterator[str]:
    if isinstance(item, ReportMessage):
        head, *rest = _split_text(item.text)
        yield f"{describe_result(item.result, translator)}: {head}".rstrip()
        yield from _indent(rest)
        return
    yield from _render_section(item, translator)


def _render_section(section: Section, translator: Translator) -> Iterator[str]:
    head, *rest = _split_text(section.title)
    yield f"# {head}".rstrip()
    yield from _indent(rest)
    for item in section.contents:
        yield from _indent(_render_item(item, translator))


def _indent(lines: Iterator[str] | list[str]) -> Iterator[str]:
    for line in lines:
        yield (_INDENT + line).rstrip()


def _split_text(text: ReportText) -> list[str]:
    """Split a text into lines. Code is put in brackets, or behind bars if it has several lines."""
    lines = [""]
    for piece in set_words_apart(text):
        if isinstance(piece, LineBreak):
            lines.append("")
        elif piece.display is Display.NORMAL:
            first, *rest = make_visible(piece.text).split("\n")
            lines[-1] += first if lines[-1] else first.lstrip()
            lines += rest
        else:
            _add_code(lines, piece)
    while lines[1:] and not lines[-1]:
        lines.pop()
    return lines


def _add_code(lines: list[str], piece: Inline) -> None:
    code = make_visible(piece.text).strip("\n").split("\n")
    if len(code) == 1:
        lines[-1] += f"[{code[0]}]"
        return
    if not lines[-1]:
        lines.pop()
    lines += (*(f"| {line}" for line in code), "")
