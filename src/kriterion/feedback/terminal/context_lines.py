"""Renders contexts, messages and annotations for a terminal.

Text from a judge is passed on as `Text`, never as a string, in which rich would interpret markup
and emoji codes.
"""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kriterion.feedback import icons, phrases
from kriterion.feedback.annotation_placement import clean_annotation_text
from kriterion.feedback.terminal.difference_view import DifferenceView
from kriterion.feedback.titles import find_channel, find_context_title, make_tab_title
from kriterion.feedback.viewer import Viewer
from kriterion.markup.effort import render_or_plain
from kriterion.markup.message_formats import Meaning, find_callout_level, find_meaning
from kriterion.markup.message_size import truncate_message
from kriterion.markup.message_text import make_safe, render_message_text
from kriterion.markup.visible_text import shorten
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    AnnotationSeverity,
    Context,
    Message,
    Tab,
    Test,
    Testcase,
)

SEVERITY_STYLES = {
    AnnotationSeverity.ERROR: "red",
    AnnotationSeverity.WARNING: "yellow",
    AnnotationSeverity.INFO: "blue",
}
_CALLOUT_STYLES = {"info": "blue", "warning": "yellow", "danger": "red"}
# Limits of one message; the HTML page shows more.
_MAXIMUM_LINES = 60
_MAXIMUM_CHARACTERS = 20_000
_MAXIMUM_GIST = 200


def render_heading(tab: Tab, viewer: Viewer) -> RenderableType:
    """Render the title of a tab."""
    title = Text(make_safe(make_tab_title(tab)), style="bold")
    audience = viewer.describe_audience(tab.permission)
    if audience:
        title.append(f" · {audience}", "magenta")
    return Padding(Rule(title, style="dim", align="left"), (1, 0, 0, 0))


def render_context(context: Context, number: int, viewer: Viewer) -> RenderableType:
    """Render a context; an accepted one is a single line unless `viewer.everything` is set."""
    head = _render_head(context.accepted, number, viewer)
    if context.accepted and not viewer.everything:
        gist = shorten(find_context_title(context), _MAXIMUM_GIST)
        head.append(f"  {make_safe(gist)}" if gist else "", "dim")
        head.no_wrap = True
        head.overflow = "ellipsis"
        return head
    description = _render_description(context.description, viewer)
    inside = [
        *([description] if description else []),
        *(render_message(message, viewer) for message in context.messages),
        *(_render_testcase(testcase, viewer) for testcase in context.groups),
    ]
    return Group(head, Padding(Group(*inside), (0, 0, 1, 4), expand=False)) if inside else head


def render_message(message: Message, viewer: Viewer) -> RenderableType:
    """Render a message, with a note on who may see it if not everybody may."""
    truncated = truncate_message(message)
    cut_before = len(message.description) - len(truncated.description)
    text = _truncate(
        render_or_plain(
            lambda: render_message_text(truncated),
            lambda: Text(
                f"{make_safe(truncated.description)}\n{viewer.translate(phrases.TOO_SLOW)}"
            ),
        ),
        viewer,
        cut_before,
    )
    if find_meaning(message.format) is Meaning.CALLOUT:
        style = _CALLOUT_STYLES.get(find_callout_level(message.format), "blue")
        text = _add_bar(text, style)
    audience = viewer.describe_audience(message.permission)
    return (
        _add_bar(Text.assemble((audience, "magenta"), "\n", text), "magenta") if audience else text
    )


def render_annotation(annotation: Annotation, viewer: Viewer) -> RenderableType:
    """Render an annotation on a line of code."""
    style = SEVERITY_STYLES[annotation.type]
    line = Text()
    line.append(icons.OF_SEVERITY[annotation.type].character, style)
    line.append(f" {viewer.translate(phrases.LINE, number=annotation.row + 1)}", "bold")
    line.append(f" {viewer.translate(phrases.SEVERITY_NAMES[annotation.type])}: ", style)
    line.append_text(_truncate(Text(make_safe(clean_annotation_text(annotation))), viewer))
    if annotation.external_url:
        line.append(f" {make_safe(annotation.external_url)}", "dim")
    return line


def _truncate(text: Text, viewer: Viewer, cut_before: int = 0) -> Text:
    """Truncate a text, with a note on the rest; `cut_before` characters were already removed."""
    total = len(text) + cut_before
    truncated = text[:_MAXIMUM_CHARACTERS] if len(text) > _MAXIMUM_CHARACTERS else text
    lines = list(truncated.split("\n"))
    if len(lines) > _MAXIMUM_LINES:
        more = viewer.translate(phrases.MORE_LINES, count=len(lines) - _MAXIMUM_LINES)
        lines[_MAXIMUM_LINES:] = [Text(f"⋯ {more}", style="dim")]
    if len(truncated) < total:
        notice = viewer.translate(phrases.SHOWN_OF, shown=len(truncated), whole=total)
        lines.append(Text(notice, style="yellow"))
    return Text("\n").join(lines)


def _render_head(accepted: bool, number: int, viewer: Viewer) -> Text:
    style = "green" if accepted else "red"
    head = Text(f"{icons.choose_verdict_icon(accepted).character} ", style=style)
    head.append(f"#{number} ", "dim not bold")
    return head.append(viewer.describe_verdict(accepted), "bold" if not accepted else "")


def _render_testcase(testcase: Testcase, viewer: Viewer) -> RenderableType:
    """Render a testcase, with its tests only if it is not accepted."""
    tests = () if testcase.accepted else testcase.tests
    head = _render_title(testcase.accepted, testcase.description, "", viewer)
    inside = [
        *(_render_test(test, viewer) for test in tests),
        *(render_message(message, viewer) for message in testcase.messages),
    ]
    return (
        Group(*head, Padding(Group(*inside), (0, 0, 0, 2), expand=False))
        if inside
        else Group(*head)
    )


def _render_test(test: Test, viewer: Viewer) -> RenderableType:
    parts = _render_title(test.accepted, test.description, find_channel(test), viewer)
    if not test.accepted:
        parts.append(DifferenceView(test, viewer))
    return Group(*parts, *(render_message(message, viewer) for message in test.messages))


def _render_title(
    accepted: bool, description: Message | None, default: str, viewer: Viewer
) -> list[RenderableType]:
    """Render the verdict's icon and the description, or else `default`; nothing for neither."""
    icon = Text(
        f"{icons.choose_verdict_icon(accepted).character} ", style="green" if accepted else "red"
    )
    title = _render_description(description, viewer)
    if title is None:
        if not default:
            return []
        title = Text(make_safe(default))
    table = Table.grid(padding=0)
    table.add_row(icon, title)
    return [table]


def _render_description(description: Message | None, viewer: Viewer) -> RenderableType | None:
    if description is None or not description.description.strip():
        return None
    return render_message(description, viewer)


def _add_bar(text: Text, style: str) -> Text:
    """Put a bar in front of each line."""
    lines = text.split("\n", allow_blank=True)
    return Text("\n").join(Text.assemble(("▌ ", style), line) for line in lines)
