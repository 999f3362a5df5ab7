"""Places annotations in the submitted code, clamped to its real lines and columns.

Source: dodona-edu/dodona e7be6f0d2, app/assets/javascripts/state/MachineAnnotations.ts and
components/annotations: under the last row; rows past the end at the last line, and a column past
the end marks the whole line.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kriterion_tools.contracts.dodona_judge.output_records import Annotation, AnnotationSeverity

MAXIMUM_ANNOTATIONS = 1_000
# An annotation may be said to be about every line: past these, no more is marked.
_MAXIMUM_MARKS = 20_000

_SEVERITY_RANKS = {severity: rank for rank, severity in enumerate(AnnotationSeverity)}


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters `start` to `end` of one line (from 0)."""

    start: int
    end: int
    type: AnnotationSeverity


@dataclass(frozen=True, kw_only=True, slots=True)
class Marks:
    """By line, from 0: the annotations that stand under it, and what is marked in it."""

    annotations_by_line: Mapping[int, Sequence[Annotation]]
    marks_by_line: Mapping[int, Sequence[Mark]]


def split_source_lines(source: str) -> list[str]:
    """Split code into lines. A trailing newline begins no line, but there is always one."""
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines if lines[-1] or len(lines) == 1 else lines[:-1]


def place_annotations(annotations: Iterable[Annotation], lines: Sequence[str]) -> Marks:
    """Place each annotation in these lines."""
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
    """Sort from top to bottom, the most severe first in one place."""
    return sorted(
        annotations,
        key=lambda found: (found.row, found.column or 0, _SEVERITY_RANKS[found.type]),
    )


def annotation_text(annotation: Annotation) -> str:
    """Return the text without the lines of dashes that some linters print."""
    return "\n".join(
        line for line in annotation.text.split("\n") if not line.strip() or line.strip("- \t\r")
    ).strip()


def _make_mark(annotation: Annotation, line: str, *, first: bool, last: bool) -> Mark:
    indentation = len(line) - len(line.lstrip())
    start = annotation.column if first and annotation.column is not None else indentation
    end = len(line)
    if last and annotation.column is not None:
        # A count of 0 points at a place: one character is marked, for a place cannot be seen.
        end = (start if first else 0) + max(annotation.columns or 0, 1)
    if start >= min(end, len(line)):
        start, end = indentation, len(line)
    return Mark(start, min(end, len(line)), annotation.type)
