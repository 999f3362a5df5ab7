"""Renders the code of a submission, a tab for each file: line numbers, colours and annotations."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kriterion.assessment.assessment_record import SubmissionRecord
from kriterion.feedback import icons, phrases
from kriterion.feedback.analysis.comment_annotations import CommentAnnotation, group_by_file
from kriterion.feedback.annotation_placement import (
    MAXIMUM_ANNOTATIONS,
    Mark,
    Marks,
    clean_annotation_text,
    place_annotations,
    sort_annotations,
    split_source_lines,
)
from kriterion.feedback.automatic_comments import find_annotation_rule
from kriterion.feedback.excerpt import make_excerpt
from kriterion.feedback.html.element_ids import make_code_id, make_line_id
from kriterion.feedback.html.tabs import render_badge, render_panel
from kriterion.feedback.viewer import Viewer
from kriterion.markup.effort import render_or_plain
from kriterion.markup.element import NOTHING, Markup, element, join_html
from kriterion.markup.highlight.source_tokens import detect_language, tokenize_source
from kriterion_tools.contracts.dodona_judge.output_records import Annotation

MAXIMUM_ANNOTATION = 4_000  # characters
MAXIMUM_LINES = 10_000

Piece = tuple[str, str]
"""The kind of a token ("" for plain text), and its text."""

_URL_SCHEMES = ("http://", "https://")


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeTab:
    """A file's panel, with the title, the address and the badge of the link to it."""

    title: str
    identity: str
    badge: Markup
    panel: Markup


def render_code(
    submission: SubmissionRecord, annotations: Sequence[Annotation], viewer: Viewer
) -> list[CodeTab]:
    """Render a tab for each file, or only the annotations if the code is not available.

    The tab of a single file is called "Code", others have the names of their files.
    """
    first_annotations = sort_annotations(annotations)[:MAXIMUM_ANNOTATIONS]
    left_out = len(annotations) - len(first_annotations)
    more = f"⋯ {viewer.translate(phrases.MORE_ANNOTATIONS, count=left_out)}"
    notes = (element("p", more, class_="left-out") if left_out else NOTHING,)
    title = viewer.translate(phrases.CODE)
    if submission.source is None:
        inside = (*_render_annotations_only(first_annotations, viewer), *notes)
        return [_render_code_tab(title, 1, inside, len(annotations), viewer)]
    files = {submission.file_name: submission.source, **submission.other_files}
    shown = group_by_file(first_annotations)
    counted = group_by_file(annotations)
    tabs = []
    for number, (name, text) in enumerate(files.items(), 1):
        key = None if number == 1 else name
        language = detect_language(name, submission.programming_language)
        listing = _render_listing(text, language, number, shown.get(key, ()), viewer)
        inside = (listing, *(notes if number == 1 else ()))
        count = len(counted.get(key, ()))
        file_title = title if len(files) == 1 else name
        tabs.append(_render_code_tab(file_title, number, inside, count, viewer))
    return tabs


def _render_code_tab(
    title: str, number: int, inside: Iterable[Markup], annotations: int, viewer: Viewer
) -> CodeTab:
    identity = make_code_id(number)
    badge = render_badge(annotations, viewer.translate(phrases.ANNOTATIONS), "badge badge-quiet")
    return CodeTab(
        title=title,
        identity=identity,
        badge=badge,
        panel=render_panel(title, identity, *inside),
    )


def render_annotation(annotation: Annotation, viewer: Viewer, *, numbered: bool = False) -> Markup:
    """Render an annotation: its severity, its text, and a link to more information.

    `numbered` adds the line number, for annotations that are not shown below their line.
    """
    url = annotation.external_url or ""
    text, note = make_excerpt(clean_annotation_text(annotation), viewer, MAXIMUM_ANNOTATION)
    more = viewer.translate(phrases.MORE_INFORMATION)
    return element(
        "div",
        element("strong", *_render_kind(annotation, viewer)),
        element("span", f"{viewer.translate(phrases.LINE, number=annotation.row + 1)}: ")
        if numbered
        else NOTHING,
        element("span", text, class_="text", lang=_find_language(annotation)),
        element("span", note, class_="left-out") if note else NOTHING,
        element("a", more, href=url, rel="noopener noreferrer nofollow")
        if url.startswith(_URL_SCHEMES)
        else NOTHING,
        class_=f"annotation annotation-{annotation.type}",
        data_rule=_find_rule(annotation) if viewer.marks_rules else None,
    )


def _find_language(annotation: Annotation) -> str | None:
    """Return the language of the text, if it is known not to be the page's."""
    return annotation.language if isinstance(annotation, CommentAnnotation) else None


def _find_rule(annotation: Annotation) -> str | None:
    """Return the digest of a judge's rule; None for an analyzer's comment, which is in a panel."""
    if isinstance(annotation, CommentAnnotation):
        return None
    return find_annotation_rule(annotation).digest


def _render_kind(annotation: Annotation, viewer: Viewer) -> tuple[Markup, str]:
    """Render the icon and the name of the annotation's severity or comment type."""
    if isinstance(annotation, CommentAnnotation):
        icon, name = icons.OF_COMMENT[annotation.comment], phrases.COMMENT_TYPE_NAMES
        return icons.render_icon(icon), viewer.translate(name[annotation.comment])
    icon = icons.OF_SEVERITY[annotation.type]
    return icons.render_icon(icon), viewer.translate(phrases.SEVERITY_NAMES[annotation.type])


def _render_listing(
    source: str, language: str, file: int, annotations: Sequence[Annotation], viewer: Viewer
) -> Markup:
    all_lines = split_source_lines(source)
    lines = all_lines[:MAXIMUM_LINES]
    past_end = [
        annotation for annotation in annotations if annotation.row >= len(lines) < len(all_lines)
    ]
    marks = place_annotations(annotations[: len(annotations) - len(past_end)], lines)
    cut = {"shown": len(lines), "whole": len(all_lines)}
    return join_html(
        (
            render_or_plain(
                lambda: _render_table(
                    _split_into_lines("\n".join(lines), language), marks, file, viewer
                ),
                lambda: _render_plain_table(lines, marks, file, viewer),
            ),
            element("p", viewer.translate(phrases.CODE_LINES_LEFT_OUT, **cut), class_="left-out")
            if len(lines) < len(all_lines)
            else NOTHING,
            *(render_annotation(annotation, viewer, numbered=True) for annotation in past_end),
        )
    )


def _render_table(
    lines_of_pieces: Iterable[Sequence[Piece]], marks: Marks, file: int, viewer: Viewer
) -> Markup:
    rows: list[Markup] = []
    for number, pieces in enumerate(lines_of_pieces):
        rows.append(_render_line(number, pieces, marks.marks_by_line.get(number, ()), file))
        if number in marks.annotations_by_line:
            rows.append(_render_annotation_row(marks.annotations_by_line[number], viewer))
    return element("table", element("tbody", *rows), class_="listing")


def _render_plain_table(lines: Iterable[str], marks: Marks, file: int, viewer: Viewer) -> Markup:
    """Render the lines without colours and marks."""
    table = _render_table(
        ([("", line)] for line in lines), replace(marks, marks_by_line={}), file, viewer
    )
    return join_html(
        (table, element("p", viewer.translate(phrases.CODE_UNCOLOURED), class_="left-out"))
    )


def _render_annotations_only(annotations: Iterable[Annotation], viewer: Viewer) -> Iterator[Markup]:
    """Render a note that the code is not available, and the annotations with line numbers."""
    yield element("p", viewer.translate(phrases.SOURCE_UNKNOWN), class_="callout callout-info")
    for annotation in annotations:
        yield render_annotation(annotation, viewer, numbered=True)


def _render_line(index: int, pieces: Iterable[Piece], marks: Sequence[Mark], file: int) -> Markup:
    number = index + 1
    return element(
        "tr",
        element("td", class_="nr", data_line=number),
        element("td", element("code", *_render_spans(pieces, marks))),
        id=make_line_id(number, file),
    )


def _render_annotation_row(annotations: Iterable[Annotation], viewer: Viewer) -> Markup:
    rendered = (render_annotation(annotation, viewer) for annotation in annotations)
    return element("tr", element("td", class_="nr"), element("td", *rendered), class_="remarks")


def _render_spans(pieces: Iterable[Piece], marks: Sequence[Mark]) -> Iterator[str]:
    """Split the pieces of a line where marks begin and end, and render them."""
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


def _split_into_lines(text: str, language: str) -> Iterator[list[Piece]]:
    """Highlight a text, and yield the pieces of each line."""
    line: list[Piece] = []
    for kind, piece in tokenize_source(text, language):
        first, *other_files = piece.split("\n")
        line.append((kind, first))
        for part in other_files:
            yield line
            line = [(kind, part)]
    yield line
