"""The Code tab: the submitted code with line numbers, colours and annotations."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kriterion.assessment.assessment_record import SubmissionRecord
from kriterion.feedback import icons, phrases
from kriterion.feedback.analysis.comment_annotations import CommentAnnotation, by_file
from kriterion.feedback.annotation_placement import (
    MAXIMUM_ANNOTATIONS,
    Mark,
    Marks,
    annotation_text,
    in_order,
    place_annotations,
    source_lines,
)
from kriterion.feedback.excerpt import excerpt
from kriterion.feedback.html.element_ids import CODE_ID, line_id
from kriterion.feedback.html.tabs import render_panel
from kriterion.feedback.viewer import Viewer
from kriterion.markup.effort import render_or_plain
from kriterion.markup.element import NOTHING, Markup, element, joined
from kriterion.markup.highlight.source_tokens import highlighted, language_of
from kriterion_tools.contracts.dodona_judge.output_records import Annotation

MAXIMUM_ANNOTATION = 4_000  # characters
MAXIMUM_LINES = 10_000
Piece = tuple[str, str]
"""A kind of token ("" for plain text), and the text."""

_URL_SCHEMES = ("http://", "https://")


def render_code(
    submission: SubmissionRecord, annotations: Sequence[Annotation], viewer: Viewer
) -> Markup:
    """Render the panel with the code, or only its annotations if the code is not available."""
    shown = in_order(annotations)[:MAXIMUM_ANNOTATIONS]
    left_out = len(annotations) - len(shown)
    more = f"⋯ {viewer.translate(phrases.MORE_ANNOTATIONS, count=left_out)}"
    return render_panel(
        viewer.translate(phrases.CODE),
        CODE_ID,
        *(
            _remarks_alone(shown, viewer)
            if submission.source is None
            else _listings(submission, submission.source, shown, viewer)
        ),
        element("p", more, class_="left-out") if left_out else NOTHING,
    )


def render_annotation(annotation: Annotation, viewer: Viewer, *, numbered: bool = False) -> Markup:
    """Render an annotation: its type, its text, and a link to more."""
    url = annotation.external_url or ""
    text, note = excerpt(annotation_text(annotation), viewer, MAXIMUM_ANNOTATION)
    more = viewer.translate(phrases.MORE_INFORMATION)
    return element(
        "div",
        element("strong", *_kind(annotation, viewer)),
        element("span", f"{viewer.translate(phrases.LINE, number=annotation.row + 1)}: ")
        if numbered
        else NOTHING,
        element("span", text, class_="text"),
        element("span", note, class_="left-out") if note else NOTHING,
        element("a", more, href=url, rel="noopener noreferrer nofollow")
        if url.startswith(_URL_SCHEMES)
        else NOTHING,
        class_=f"annotation annotation-{annotation.type}",
    )


def _kind(annotation: Annotation, viewer: Viewer) -> tuple[Markup, str]:
    """Render the severity of an annotation, or the type of a comment."""
    if isinstance(annotation, CommentAnnotation):
        icon, name = icons.OF_COMMENT[annotation.comment], phrases.COMMENT_TYPE_NAMES
        return icons.render_icon(icon), viewer.translate(name[annotation.comment])
    icon = icons.OF_SEVERITY[annotation.type]
    return icons.render_icon(icon), viewer.translate(phrases.SEVERITY_NAMES[annotation.type])


def _listings(
    submission: SubmissionRecord, source: str, annotations: Sequence[Annotation], viewer: Viewer
) -> Iterator[Markup]:
    """Render each file, with its name if there are several."""
    on = by_file(annotations)
    others = submission.other_files
    for number, (name, text) in enumerate([(submission.file_name, source), *others.items()], 1):
        if others:
            yield element("h3", element("code", name), class_="file-title")
        found = on.get(None if number == 1 else name, ())
        language = language_of(name, submission.programming_language)
        yield _listing(text, language, number, found, viewer)


def _listing(
    source: str, language: str, file: int, annotations: Sequence[Annotation], viewer: Viewer
) -> Markup:
    whole = source_lines(source)
    lines = whole[:MAXIMUM_LINES]
    beyond = [one for one in annotations if one.row >= len(lines) < len(whole)]
    marks = place_annotations(annotations[: len(annotations) - len(beyond)], lines)
    cut = {"shown": len(lines), "whole": len(whole)}
    return joined(
        (
            render_or_plain(
                lambda: _table(_pieces_by_line("\n".join(lines), language), marks, file, viewer),
                lambda: _plain_table(lines, marks, file, viewer),
            ),
            element("p", viewer.translate(phrases.CODE_LINES_LEFT_OUT, **cut), class_="left-out")
            if len(lines) < len(whole)
            else NOTHING,
            *(render_annotation(annotation, viewer, numbered=True) for annotation in beyond),
        )
    )


def _table(
    pieces_by_line: Iterable[Sequence[Piece]], marks: Marks, file: int, viewer: Viewer
) -> Markup:
    rows: list[Markup] = []
    for number, pieces in enumerate(pieces_by_line):
        rows.append(_line(number, pieces, marks.marked.get(number, ()), file))
        if number in marks.annotations:
            rows.append(_remarks(marks.annotations[number], viewer))
    return element("table", element("tbody", *rows), class_="listing")


def _plain_table(lines: Iterable[str], marks: Marks, file: int, viewer: Viewer) -> Markup:
    """Render the lines without colours and marks."""
    table = _table(([("", line)] for line in lines), replace(marks, marked={}), file, viewer)
    return joined(
        (table, element("p", viewer.translate(phrases.CODE_UNCOLOURED), class_="left-out"))
    )


def _remarks_alone(annotations: Iterable[Annotation], viewer: Viewer) -> Iterator[Markup]:
    """Render annotations without the code."""
    yield element("p", viewer.translate(phrases.SOURCE_UNKNOWN), class_="callout callout-info")
    for annotation in annotations:
        yield render_annotation(annotation, viewer, numbered=True)


def _line(index: int, pieces: Iterable[Piece], marks: Sequence[Mark], file: int) -> Markup:
    number = index + 1
    return element(
        "tr",
        element("td", class_="nr", data_line=number),
        element("td", element("code", *_spans(pieces, marks))),
        id=line_id(number, file),
    )


def _remarks(annotations: Iterable[Annotation], viewer: Viewer) -> Markup:
    found = (render_annotation(annotation, viewer) for annotation in annotations)
    return element("tr", element("td", class_="nr"), element("td", *found), class_="remarks")


def _spans(pieces: Iterable[Piece], marks: Sequence[Mark]) -> Iterator[str]:
    """Split the pieces of a line where marks begin and end."""
    edges = sorted({edge for mark in marks for edge in (mark.start, mark.end)})
    position = 0
    for kind, text in pieces:
        cuts = [edge - position for edge in edges if position < edge < position + len(text)]
        for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
            covering = [mark for mark in marks if mark.start <= position + start < mark.end]
            classes = [f"source-{kind}"] if kind else []
            classes += [f"marked marked-{covering[-1].type}"] if covering else []
            piece = text[start:end]
            yield element("span", piece, class_=" ".join(classes)) if classes else piece
        position += len(text)


def _pieces_by_line(text: str, language: str) -> Iterator[list[Piece]]:
    """Split highlighted text into lines."""
    line: list[Piece] = []
    for kind, piece in highlighted(text, language):
        first, *others = piece.split("\n")
        line.append((kind, first))
        for part in others:
            yield line
            line = [(kind, part)]
    yield line
