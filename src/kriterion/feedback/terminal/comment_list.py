"""Renders an analyzer's comments for a terminal."""

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from kriterion.feedback import icons, phrases
from kriterion.feedback.analysis.comment_annotations import annotate_comment, group_by_file
from kriterion.feedback.analysis.prepared_comments import PreparedComment, PreparedComments
from kriterion.feedback.html.comment_panel import ADVICE
from kriterion.feedback.terminal.source_lines import SubmittedCode, render_lines
from kriterion.feedback.viewer import Viewer
from kriterion.markup.html.plain_text import read_html
from kriterion.markup.message_text import make_safe
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentType
from kriterion_tools.contracts.exercism_analyzer.feedback_state import ExerciseKind, choose_advice
from kriterion_tools.translation.translator import Phrase

_MAXIMUM_CHARACTERS = 8_000  # of one comment
_MAXIMUM_LINES = 5  # of code per comment and file
_STYLES = {
    CommentType.ESSENTIAL: "red",
    CommentType.ACTIONABLE: "yellow",
    CommentType.INFORMATIVE: "blue",
    CommentType.CELEBRATORY: "green",
}


def render_comments(
    ready: PreparedComments,
    viewer: Viewer,
    *,
    kind: ExerciseKind = ExerciseKind.PRACTICE,
    codes: Mapping[str | None, SubmittedCode] | None = None,
) -> RenderableType:
    """Render advice on what to do first, the summary, and each comment with its lines of code."""
    return Group(_render_title(viewer), *_render_parts(ready, viewer, kind, codes or {}))


def render_missing_comments(reason: Phrase, viewer: Viewer) -> RenderableType:
    """Render the reason why there are no comments."""
    return Group(_render_title(viewer), Text(viewer.translate(reason), style="dim"))


def _render_title(viewer: Viewer) -> RenderableType:
    title = Text(viewer.translate(phrases.COMMENTS), style="bold")
    return Padding(Rule(title, style="dim", align="left"), (1, 0, 0, 0))


def _render_parts(
    ready: PreparedComments,
    viewer: Viewer,
    kind: ExerciseKind,
    codes: Mapping[str | None, SubmittedCode],
) -> Iterator[RenderableType]:
    phrase = ADVICE.get(choose_advice(ready.state, kind))
    if phrase is not None:
        yield Text(viewer.translate(phrase), style="bold")
    if ready.summary:
        yield Text(make_safe(ready.summary))
    for comment in ready.comments:
        yield from _render_heading(comment, viewer, codes)
        yield Padding(_render_body(comment), (0, 0, 0, 2), expand=False)
    if ready.left_out:
        yield Text(
            f"⋯ {viewer.translate(phrases.COMMENTS_LEFT_OUT, count=ready.left_out)}", style="dim"
        )
    if viewer.is_staff:
        for fault in ready.faults:
            yield Text(make_safe(str(fault)), style="magenta")


def _render_heading(
    comment: PreparedComment, viewer: Viewer, codes: Mapping[str | None, SubmittedCode]
) -> Iterator[RenderableType]:
    """Render the comment's type and its lines of code, or their numbers if the code is unknown."""
    style = _STYLES[comment.type]
    name = viewer.translate(phrases.COMMENT_TYPE_NAMES[comment.type])
    heading = Text(f"\n{icons.OF_COMMENT[comment.type].character} {name}", style=f"bold {style}")
    if not codes:
        rows = dict.fromkeys(place.row + 1 for place in comment.places)
        lines = [viewer.translate(phrases.LINE, number=row) for row in rows]
        heading.append(f"  {', '.join(lines)}" if lines else "", "dim not bold")
    yield heading
    for file, annotations in group_by_file(annotate_comment(comment)).items():
        if file in codes and annotations:
            if file is not None:
                yield Text(make_safe(file), style="dim")
            yield render_lines(codes[file], tuple(annotations), at_most=_MAXIMUM_LINES)


def _render_body(comment: PreparedComment) -> Text:
    text = read_html(comment.html)
    text.rstrip()
    if len(text) <= _MAXIMUM_CHARACTERS:
        return text
    return text[:_MAXIMUM_CHARACTERS].append("…")
