"""Turns those comments of an analyzer that name a line into annotations on the code."""

import re
from collections.abc import Iterable

from kriterion.feedback.analysis.prepared_comments import PreparedComment, PreparedComments
from kriterion.markup.element import Markup
from kriterion.markup.html.plain_text import read_html
from kriterion.markup.visible_text import shorten
from kriterion_tools.contracts.dodona_judge.output_records import Annotation, AnnotationSeverity
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentPlace, CommentType

MAXIMUM_TEXT = 300  # characters; the panel with comments shows the whole comment

_LINK = re.compile(r"</?a\b[^<>]*>")  # in sanitised HTML, every "<" begins a tag
_SEVERITIES = {
    CommentType.ESSENTIAL: AnnotationSeverity.ERROR,
    CommentType.ACTIONABLE: AnnotationSeverity.WARNING,
    CommentType.INFORMATIVE: AnnotationSeverity.INFO,
    CommentType.CELEBRATORY: AnnotationSeverity.INFO,
}


class CommentAnnotation(Annotation, frozen=True, kw_only=True, gc=False):
    """An annotation made of a comment; it is shown with the comment's type, not with a severity,
    as accepted code has no errors. `file` is None for the main file, `language` for the page's.
    """

    comment: CommentType
    file: str | None = None
    language: str | None = None


def annotate_comments(ready: PreparedComments) -> tuple[CommentAnnotation, ...]:
    """Return an annotation for each place of each comment."""
    return tuple(
        annotation for comment in ready.comments for annotation in annotate_comment(comment)
    )


def annotate_comment(comment: PreparedComment) -> tuple[CommentAnnotation, ...]:
    """Return an annotation for the first line of each place of a comment.

    A judge's annotation is shown below its last line. But a comment is often on a whole loop or
    function, where readers look at the first line.
    """
    text = _find_first_paragraph(comment) if comment.places else ""
    return tuple(_make_annotation(place, text, comment) for place in comment.places)


def _make_annotation(place: CommentPlace, text: str, comment: PreparedComment) -> CommentAnnotation:
    spans_lines = place.rows is not None and place.rows > 1
    return CommentAnnotation(
        row=place.row,
        text=text,
        type=_SEVERITIES[comment.type],
        comment=comment.type,
        file=place.file,
        language=comment.language,
        column=None if spans_lines else place.column,
        rows=None if spans_lines else place.rows,
        columns=None if spans_lines else place.columns,
    )


def _find_first_paragraph(comment: PreparedComment) -> str:
    """Return the first paragraph without links. If more follows, its final colon becomes "…"."""
    text = read_html(Markup(_LINK.sub("", comment.html))).plain.strip()
    first, _, more = text.partition("\n\n")
    if more and first.endswith(":"):
        first = first.removesuffix(":") + "…"
    return shorten(first, MAXIMUM_TEXT)


def group_by_file(annotations: Iterable[Annotation]) -> dict[str | None, list[Annotation]]:
    """Group annotations by file; None is the main file, to which all of a judge's belong."""
    by_file: dict[str | None, list[Annotation]] = {None: []}
    for annotation in annotations:
        file = annotation.file if isinstance(annotation, CommentAnnotation) else None
        by_file.setdefault(file, []).append(annotation)
    return by_file
