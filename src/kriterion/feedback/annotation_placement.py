"""Places annotations in the submitted code, clamped to its lines and columns.

An annotation is shown below its last line. One past the end of the code is shown below the last
line of the code; a column past the end of a line marks the whole line. Source: dodona-edu/dodona
e7be6f0d2, app/assets/javascripts/state/MachineAnnotations.ts and components/annotations.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kriterion_tools.contracts.dodona_judge.output_records import Annotation, AnnotationSeverity

MAXIMUM_ANNOTATIONS = 1_000
# Each of many annotations may cover every line, so the number of marked lines is limited.
_MAXIMUM_MARKS = 20_000

_SEVERITY_RANKS = {severity: rank for rank, severity in enumerate(AnnotationSeverity)}


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked range of one line: columns `start` to `end` (exclusive), counted from 0."""

    start: int
    end: int
    type: AnnotationSeverity


@dataclass(frozen=True, kw_only=True, slots=True)
class Marks:
    """The annotations below each line and the marks in it, by line number from 0."""

    annotations_by_line: Mapping[int, Sequence[Annotation]]
    marks_by_line: Mapping[int, Sequence[Mark]]


def split_source_lines(source: str) -> list[str]:
    """Split code into at least one line. A trailing newline does not start another line."""
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines if lines[-1] or len(lines) == 1 else lines[:-1]


def place_annotations(annotations: Iterable[Annotation], lines: Sequence[str]) -> Marks:
    """Return which lines to mark for the annotations, and below which lines to show them."""
    annotations_by_line: defaultdict[int, list[Annotation]] = defaultdict(list)
    marks_by_line: defaultdict[int, list[Mark]] = defaultdict(list)
    marks_left = _MAXIMUM_MARKS
    for annotation in sort_annotations(annotations):
        first = min(max(annotation.row, 0), len(lines) - 1)
        last = min(first + max(annotation.rows or 1, 1), len(lines)) - 1
        annotations_by_line[last].append(annotation)
        for row in range(first, last + 1)[: max(marks_left, 0)]:
            mark = _make_mark(annotation, lines[row], first=row == first, last=row == last)
            if mark.start < mark.end:
                marks_by_line[row].append(mark)
        marks_left -= last + 1 - first
    return Marks(annotations_by_line=annotations_by_line, marks_by_line=marks_by_line)


def sort_annotations(annotations: Iterable[Annotation]) -> list[Annotation]:
    """Sort by row, then column, then severity with errors first."""
    return sorted(
        annotations,
        key=lambda annotation: (
            annotation.row,
            annotation.column or 0,
            _SEVERITY_RANKS[annotation.type],
        ),
    )


def clean_annotation_text(annotation: Annotation) -> str:
    """Return the text without the lines of dashes that some linters print."""
    return "\n".join(
        line for line in annotation.text.split("\n") if not line.strip() or line.strip("- \t\r")
    ).strip()


def _make_mark(annotation: Annotation, line: str, *, first: bool, last: bool) -> Mark:
    """Mark the part of a line that an annotation covers.

    Columns apply to its first and last line; without columns, the text after the indentation is
    marked.
    """
    indentation = len(line) - len(line.lstrip())
    start = annotation.column if first and annotation.column is not None else indentation
    end = len(line)
    if last and annotation.column is not None:
        # 0 columns means a position between characters: mark one character, to make it visible.
        end = (start if first else 0) + max(annotation.columns or 0, 1)
    if start >= min(end, len(line)):
        start, end = indentation, len(line)
    return Mark(start, min(end, len(line)), annotation.type)
