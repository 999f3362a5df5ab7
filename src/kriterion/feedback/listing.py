"""The Code tab: what was handed in, its lines numbered and coloured, annotations under them."""

from collections.abc import Iterable, Iterator, Sequence

from kriterion.contracts.dodona_judge.output import Annotation
from kriterion.feedback import icons, phrases
from kriterion.feedback.marks import (
    Mark,
    annotation_text,
    in_order,
    place_annotations,
    source_lines,
)
from kriterion.feedback.places import CODE_ID
from kriterion.feedback.reader import Reader
from kriterion.feedback.tabs import render_panel
from kriterion.markup.element import NOTHING, Markup, element
from kriterion.markup.highlight import highlighted, language_of

_URL_SCHEMES = ("http://", "https://")


def render_code(
    source: str | None, file_name: str, annotations: Sequence[Annotation], reader: Reader
) -> Markup:
    """The panel with the code; when it is not known, with what was remarked on it."""
    title = reader.told(phrases.CODE)
    if source is None:
        told = element("p", reader.told(phrases.SOURCE_UNKNOWN), class_="callout callout-info")
        found = (render_annotation(one, reader, numbered=True) for one in in_order(annotations))
        return render_panel(title, CODE_ID, told, *found)
    lines = source_lines(source)
    marks = place_annotations(annotations, lines)
    rows: list[Markup] = []
    for number, pieces in enumerate(_pieces_by_line("\n".join(lines), language_of(file_name))):
        rows.append(_line(number, pieces, marks.marked.get(number, ())))
        if number in marks.annotations:
            rows.append(_remarks(marks.annotations[number], reader))
    return render_panel(title, CODE_ID, element("table", element("tbody", *rows), class_="listing"))


def render_annotation(annotation: Annotation, reader: Reader, *, numbered: bool = False) -> Markup:
    """A remark on the code: its type, what it says, and where to read more."""
    url = annotation.external_url or ""
    more = reader.told(phrases.MORE_INFORMATION)
    return element(
        "div",
        element(
            "strong",
            icons.render_icon(icons.OF_SEVERITY[annotation.type]),
            reader.told(phrases.SEVERITY_NAMES[annotation.type]),
        ),
        element("span", f"{reader.told(phrases.LINE, number=annotation.row + 1)}: ")
        if numbered
        else NOTHING,
        element("span", annotation_text(annotation), class_="text"),
        element("a", more, href=url, rel="noopener noreferrer nofollow")
        if url.startswith(_URL_SCHEMES)
        else NOTHING,
        class_=f"annotation annotation-{annotation.type}",
    )


def _line(index: int, pieces: Iterable[tuple[str, str]], marks: Sequence[Mark]) -> Markup:
    number = index + 1
    return element(
        "tr",
        element("td", class_="nr", data_line=number),
        element("td", element("code", *_spans(pieces, marks))),
        id=f"code-line-{number}",
    )


def _remarks(annotations: Iterable[Annotation], reader: Reader) -> Markup:
    found = (render_annotation(annotation, reader) for annotation in annotations)
    return element("tr", element("td", class_="nr"), element("td", *found), class_="remarks")


def _spans(pieces: Iterable[tuple[str, str]], marks: Sequence[Mark]) -> Iterator[str]:
    """The pieces of a line, cut where a mark begins or ends."""
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


def _pieces_by_line(text: str, language: str) -> Iterator[list[tuple[str, str]]]:
    """The highlighted pieces of each line."""
    line: list[tuple[str, str]] = []
    for kind, piece in highlighted(text, language):
        first, *others = piece.split("\n")
        line.append((kind, first))
        for part in others:
            yield line
            line = [(kind, part)]
    yield line
