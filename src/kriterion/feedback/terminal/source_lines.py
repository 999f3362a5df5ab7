"""Renders lines of the submitted code for a terminal, with their annotations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from kriterion.assessment.assessment_record import SubmissionRecord
from kriterion.feedback import phrases
from kriterion.feedback.annotation_placement import (
    Marks,
    place_annotations,
    sort_annotations,
    split_source_lines,
)
from kriterion.feedback.terminal.context_lines import SEVERITY_STYLES, render_annotation
from kriterion.feedback.viewer import Viewer
from kriterion.markup.effort import render_or_plain
from kriterion.markup.highlight.source_tokens import detect_language
from kriterion.markup.message_text import render_source_text
from kriterion.markup.visible_text import make_visible
from kriterion_tools.contracts.dodona_judge.output_records import Annotation

_BEFORE, _AFTER = 2, 1
_MAXIMUM_ANNOTATIONS = 100
_GAP = Text("   ⋯", style="dim")


@dataclass(frozen=True, slots=True)
class SubmittedCode:
    """The lines of the code, plain and highlighted."""

    lines: list[str]
    coloured: list[Text]

    def place_annotations(self, annotations: tuple[Annotation, ...]) -> Marks:
        """Place annotations in the code."""
        return place_annotations(annotations, self.lines)

    def render_line(self, row: int, marks: Marks) -> Text:
        """Render a line with its number and its marks."""
        line, style = self.coloured[row].copy(), "dim"
        for mark in marks.marks_by_line.get(row, ()):
            line.stylize("underline", mark.start, mark.end)
            style = f"bold {SEVERITY_STYLES[mark.type]}"
        return Text.assemble((f"{row + 1:>4}  ", style), line, no_wrap=True, overflow="ellipsis")


def highlight_main_file(submission: SubmissionRecord) -> SubmittedCode | None:
    """Highlight the main file, or return None if the record has only the feedback on it."""
    if submission.source is None:
        return None
    return _highlight(submission.file_name, submission.source, submission)


def highlight_files(submission: SubmissionRecord) -> Mapping[str | None, SubmittedCode]:
    """Highlight each file, by name; None is the main file, as in annotations."""
    main = highlight_main_file(submission)
    if main is None:
        return {}
    other_files = submission.other_files.items()
    return {None: main, **{name: _highlight(name, text, submission) for name, text in other_files}}


def _highlight(name: str, source: str, submission: SubmissionRecord) -> SubmittedCode:
    language = detect_language(name, submission.programming_language)
    lines = split_source_lines(source)
    coloured = render_or_plain(
        lambda: list(render_source_text("\n".join(lines), language).split("\n", allow_blank=True)),
        lambda: [Text(make_visible(line)) for line in lines],
    )
    return SubmittedCode(lines, coloured)


def render_code(
    submission: SubmissionRecord, annotations: tuple[Annotation, ...], viewer: Viewer
) -> RenderableType:
    """Render annotated lines and those around them; annotations stand below their last line."""
    first_annotations = tuple(sort_annotations(annotations)[:_MAXIMUM_ANNOTATIONS])
    code = highlight_main_file(submission)
    if code is None:
        return Group(*(render_annotation(annotation, viewer) for annotation in first_annotations))
    marks = code.place_annotations(first_annotations)
    parts = list(_render_rows(code, _select_rows(marks, len(code.lines)), marks, viewer))
    left_out = len(annotations) - len(first_annotations)
    if left_out:
        more = viewer.translate(phrases.MORE_ANNOTATIONS, count=left_out)
        parts.append(Text(f"⋯ {more}", style="dim"))
    return Group(*parts)


def render_lines(
    code: SubmittedCode, annotations: tuple[Annotation, ...], *, at_most: int
) -> Group:
    """Render at most `at_most` of the annotated lines, without the annotations' texts."""
    marks = code.place_annotations(annotations)
    rows = sorted(marks.annotations_by_line)
    return Group(
        *_render_rows(code, rows[:at_most], marks), *([_GAP] if len(rows) > at_most else [])
    )


def _render_rows(
    code: SubmittedCode, rows: list[int], marks: Marks, viewer: Viewer | None = None
) -> Iterator[RenderableType]:
    """Render the rows, with "⋯" for gaps; if there is a viewer, with the annotations' texts."""
    before = None
    for row in rows:
        if before is not None and row > before + 1:
            yield _GAP
        before = row
        yield code.render_line(row, marks)
        if viewer is not None:
            for annotation in marks.annotations_by_line.get(row, ()):
                yield Padding(render_annotation(annotation, viewer), (0, 0, 0, 6), expand=False)


def _select_rows(marks: Marks, length: int) -> list[int]:
    """Return the rows that have annotations below them, and the rows around these."""
    offsets = range(-_BEFORE, _AFTER + 1)
    rows = {row + offset for row in marks.annotations_by_line for offset in offsets}
    return sorted(row for row in rows if 0 <= row < length)
