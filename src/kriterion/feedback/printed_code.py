"""The annotated lines of the submitted code on a terminal, with a line or two around each."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from kriterion.assessment.record import SubmissionRecord
from kriterion.contracts.dodona_judge.output import Annotation
from kriterion.feedback import phrases
from kriterion.feedback.marks import Marks, in_order, place_annotations, source_lines
from kriterion.feedback.printed import SEVERITY_STYLES, printed_annotation
from kriterion.feedback.reader import Reader
from kriterion.markup.highlight import language_of
from kriterion.markup.terminal import source_text

_BEFORE, _AFTER = 2, 1
_MAXIMUM_ANNOTATIONS = 100


def printed_code(
    submission: SubmissionRecord, annotations: tuple[Annotation, ...], reader: Reader
) -> RenderableType:
    """Each annotation under the last line that it is about."""
    shown = in_order(annotations)[:_MAXIMUM_ANNOTATIONS]
    if submission.source is None:
        return Group(*(printed_annotation(found, reader) for found in shown))
    language = language_of(submission.file_name, submission.programming_language)
    lines = source_lines(submission.source)
    marks = place_annotations(shown, lines)
    coloured = source_text("\n".join(lines), language).split("\n", allow_blank=True)
    parts: list[RenderableType] = []
    left_out = len(annotations) - len(shown)
    before = None
    for row in _rows_to_show(marks, len(lines)):
        if before is not None and row > before + 1:
            parts.append(Text("   ⋯", style="dim"))
        before = row
        parts.append(_line(coloured[row], row, marks))
        parts += [
            Padding(printed_annotation(found, reader), (0, 0, 0, 6), expand=False)
            for found in marks.annotations.get(row, ())
        ]
    if left_out:
        more = reader.told(phrases.MORE_ANNOTATIONS, count=left_out)
        parts.append(Text(f"⋯ {more}", style="dim"))
    return Group(*parts)


def _line(line: Text, row: int, marks: Marks) -> Text:
    style = "dim"
    for mark in marks.marked.get(row, ()):
        line.stylize("underline", mark.start, mark.end)
        style = f"bold {SEVERITY_STYLES[mark.type]}"
    return Text.assemble((f"{row + 1:>4}  ", style), line, no_wrap=True, overflow="ellipsis")


def _rows_to_show(marks: Marks, length: int) -> list[int]:
    """The rows with annotations under them, and those around."""
    around = range(-_BEFORE, _AFTER + 1)
    rows = {row + step for row in marks.annotations for step in around}
    return sorted(row for row in rows if 0 <= row < length)
