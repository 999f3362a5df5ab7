"""Pieces of feedback for a terminal: what a context, a message, an annotation look like there.

Foreign text enters as `Text`, never as a string: rich would read markup and emoji codes in it.
"""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kriterion.contracts.dodona_judge.output import (
    Annotation,
    Context,
    Message,
    Permission,
    Severity,
    Tab,
    Test,
    Testcase,
)
from kriterion.feedback import icons, phrases
from kriterion.feedback.marks import annotation_text
from kriterion.feedback.places import title_of
from kriterion.feedback.printed_difference import PrintedDifference
from kriterion.feedback.reader import Reader
from kriterion.markup.formats import Meaning, callout_level, meaning_of
from kriterion.markup.terminal import message_text, safe
from kriterion.markup.visible import shorten

SEVERITY_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}
_CALLOUT_STYLES = {"info": "blue", "warning": "yellow", "danger": "red"}
# Of one message; who wants more looks at the page.
_MAXIMUM_LINES = 60
_MAXIMUM_CHARACTERS = 20_000


def printed_heading(tab: Tab, reader: Reader) -> RenderableType:
    """The title of a tab."""
    title = Text(safe(title_of(tab)), style="bold")
    if tab.permission is not Permission.STUDENT:
        title.append(f" · {_audience(tab.permission, reader)}", "magenta")
    return Padding(Rule(title, style="dim", align="left"), (1, 0, 0, 0))


def printed_context(context: Context, number: int, reader: Reader) -> RenderableType:
    """One line for an accepted context, everything for another."""
    head = _head(context.accepted, number, reader)
    if context.accepted:
        gist = _gist(context)
        if gist:
            head.append("  ").append_text(gist)
        head.no_wrap = True
        head.overflow = "ellipsis"
        return head
    described = _described(context.description, reader)
    inside = [
        *([described] if described else []),
        *(printed_message(message, reader) for message in context.messages),
        *(_testcase(testcase, reader) for testcase in context.groups),
    ]
    return Group(head, Padding(Group(*inside), (0, 0, 1, 4), expand=False)) if inside else head


def printed_message(message: Message, reader: Reader) -> RenderableType:
    """A message, with who else may see it when not everybody may."""
    text = cut(message_text(message), reader)
    if meaning_of(message.format) is Meaning.CALLOUT:
        style = _CALLOUT_STYLES.get(callout_level(message.format), "blue")
        text = _barred(text, style)
    if message.permission is Permission.STUDENT:
        return text
    audience = (_audience(message.permission, reader), "magenta")
    return _barred(Text.assemble(audience, "\n", text), "magenta")


def printed_annotation(annotation: Annotation, reader: Reader) -> RenderableType:
    """A remark on a line of the code."""
    style = SEVERITY_STYLES[annotation.type]
    found = Text()
    found.append(icons.OF_SEVERITY[annotation.type].character, style)
    found.append(f" {reader.told(phrases.LINE, number=annotation.row + 1)}", "bold")
    found.append(f" {reader.told(phrases.SEVERITY_NAMES[annotation.type])}: ", style)
    found.append(safe(annotation_text(annotation)))
    if annotation.external_url:
        found.append(f" {safe(annotation.external_url)}", "dim")
    return found


def cut(text: Text, reader: Reader) -> Text:
    """A text of not too many lines, and a mark where there was more."""
    shortened = text[:_MAXIMUM_CHARACTERS] if len(text) > _MAXIMUM_CHARACTERS else text
    lines = list(shortened.split("\n"))
    if len(lines) > _MAXIMUM_LINES:
        more = reader.told(phrases.MORE_LINES, count=len(lines) - _MAXIMUM_LINES)
        lines[_MAXIMUM_LINES:] = [Text(f"⋯ {more}", style="dim")]
    elif shortened is not text:
        lines.append(Text("⋯", style="dim"))
    return Text("\n").join(lines)


def _head(accepted: bool, number: int, reader: Reader) -> Text:
    style = "green" if accepted else "red"
    word = reader.told(phrases.CORRECT if accepted else phrases.WRONG)
    head = Text(f"{icons.icon_of(accepted).character} ", style=style)
    head.append(f"#{number} ", "dim not bold")
    return head.append(word, "bold" if not accepted else "")


def _testcase(testcase: Testcase, reader: Reader) -> RenderableType:
    """What was done; the tests only when one of them was wrong."""
    tests = () if testcase.accepted else testcase.tests
    head = _titled(testcase.accepted, testcase.description, "", reader)
    inside = [
        *(_test(test, reader) for test in tests),
        *(printed_message(message, reader) for message in testcase.messages),
    ]
    return (
        Group(*head, Padding(Group(*inside), (0, 0, 0, 2), expand=False))
        if inside
        else Group(*head)
    )


def _test(test: Test, reader: Reader) -> RenderableType:
    parts = _titled(test.accepted, test.description, test.channel or "", reader)
    if not test.accepted and (test.generated is not None or test.expected is not None):
        parts.append(PrintedDifference(test, reader))
    return Group(*parts, *(printed_message(message, reader) for message in test.messages))


def _titled(
    accepted: bool, description: Message | None, otherwise: str, reader: Reader
) -> list[RenderableType]:
    """The description, or else a name, after a check or cross; nothing without either."""
    icon = Text(f"{icons.icon_of(accepted).character} ", style="green" if accepted else "red")
    described = _described(description, reader)
    if described is None and not otherwise:
        return []
    table = Table.grid(padding=0)
    table.add_row(icon, Text(safe(otherwise)) if described is None else described)
    return [table]


def _described(description: Message | None, reader: Reader) -> RenderableType | None:
    if description is None or not description.description.strip():
        return None
    return printed_message(description, reader)


def _gist(context: Context) -> Text | None:
    descriptions = (context.description, *(testcase.description for testcase in context.groups))
    for found in descriptions:
        if found and found.description.strip() and meaning_of(found.format) is not Meaning.HTML:
            line = found.description.strip().split("\n")[0]
            return Text(safe(shorten(line, 200)), style="dim")
    return None


def _barred(text: Text, style: str) -> Text:
    """The text with a bar in front of each line."""
    lines = text.split("\n", allow_blank=True)
    return Text("\n").join(Text.assemble(("▌ ", style), line) for line in lines)


def _audience(permission: Permission, reader: Reader) -> str:
    only = phrases.FOR_STAFF if permission is Permission.STAFF else phrases.FOR_ZEUS
    return reader.told(only)
