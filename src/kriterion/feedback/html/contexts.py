"""Renders contexts and everything in them as HTML fragments with stable ids.

The input must already be filtered for the viewer (see `visibility`). Pages and live feedback are
made of the same fragments.
"""

from collections.abc import Iterable

from kriterion.feedback import icons, phrases
from kriterion.feedback.compared_sides import select_output
from kriterion.feedback.excerpt import describe_truncation
from kriterion.feedback.html.context_extras import render_debug, render_files, render_text
from kriterion.feedback.html.element_ids import Place, make_element_id
from kriterion.feedback.html.table_comparison import render_table
from kriterion.feedback.html.text_comparison import (
    is_inline,
    render_comparison,
    render_plain_sides,
)
from kriterion.feedback.shared_causes import SharedCause
from kriterion.feedback.titles import (
    find_channel,
    find_context_title,
    find_whole_title,
    is_code,
)
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.csv_table import CsvTable
from kriterion.markup.effort import render_or_plain
from kriterion.markup.element import NOTHING, Markup, element, join_html
from kriterion.markup.message_html import render_message
from kriterion.markup.message_size import MAXIMUM_CHARACTERS, truncate_message
from kriterion.markup.visible_text import shorten
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    Message,
    Permission,
    Test,
    Testcase,
)

_GIST_LENGTH = 120


def render_context(
    context: Context,
    place: Place,
    viewer: Viewer,
    *,
    is_open: bool,
    cause: SharedCause | None = None,
) -> Markup:
    """Render a context as a collapsible card; `cause` is what it shares with other contexts."""
    identity = make_element_id(place)
    title = find_whole_title(context)
    return element(
        "details",
        element(
            "summary",
            icons.render_icon(icons.choose_verdict_icon(context.accepted)),
            element("span", f"#{place[-1] + 1}", class_="number"),
            element("span", viewer.describe_verdict(context.accepted), class_="verdict-word"),
            _render_title(context, title),
        ),
        element(
            "div",
            NOTHING
            if title is context.description
            else _render_description(context.description, identity, viewer),
            render_messages(context.messages, identity, viewer),
            *(
                render_testcase(
                    testcase,
                    (*place, index),
                    viewer,
                    has_title=title is None or testcase.description is not title,
                )
                for index, testcase in enumerate(context.groups)
            ),
            _render_cause(cause, place, viewer),
            render_debug(context, viewer),
            class_="body",
        ),
        id=identity,
        class_=f"context {_choose_verdict_class(context.accepted)}",
        open=is_open,
    )


def render_running_context(context: Context, place: Place, viewer: Viewer) -> Markup:
    """Render the card of a running context; its results are later inserted into its body."""
    identity = make_element_id(place)
    return element(
        "details",
        element(
            "summary",
            icons.render_icon(icons.HOURGLASS),
            element("span", f"#{place[-1] + 1}", class_="number"),
            element("span", viewer.translate(phrases.RUNNING), class_="verdict-word"),
            _render_title(context, find_whole_title(context)),
        ),
        element(
            "div",
            NOTHING
            if find_whole_title(context)
            else _render_description(context.description, identity, viewer),
            id=make_body_id(place),
            class_="body",
        ),
        id=identity,
        class_="context running",
        open=True,
    )


def make_body_id(place: Place) -> str:
    """Return the id of the element into which results of a running context are inserted."""
    return f"{make_element_id(place)}-body"


def render_running_testcase(testcase: Testcase, place: Place, viewer: Viewer) -> Markup:
    """Render a running testcase: only its description."""
    identity = make_element_id(place)
    return element(
        "section",
        element(
            "div",
            icons.render_icon(icons.HOURGLASS),
            _render_description(testcase.description, identity, viewer),
            class_="statement",
        ),
        id=identity,
        class_="testcase running",
    )


def render_testcase(
    testcase: Testcase, place: Place, viewer: Viewer, *, has_title: bool = True
) -> Markup:
    """Render a testcase: its description with its verdict, its files, tests and messages.

    Without `has_title`, the context shows the description.
    """
    identity = make_element_id(place)
    has_description = testcase.description is not None and testcase.description.description.strip()
    return element(
        "section",
        element(
            "div",
            icons.render_icon(icons.choose_verdict_icon(testcase.accepted)),
            element(
                "span", viewer.describe_verdict(testcase.accepted), class_="for-screen-readers"
            ),
            _render_description(testcase.description, identity, viewer),
            class_="statement",
        )
        if has_description and has_title
        else NOTHING,
        render_files(testcase, viewer),
        *(render_test(test, (*place, index), viewer) for index, test in enumerate(testcase.tests)),
        render_messages(testcase.messages, identity, viewer),
        id=identity,
        class_=f"testcase {_choose_verdict_class(testcase.accepted)}",
    )


def render_test(test: Test, place: Place, viewer: Viewer) -> Markup:
    """Render a test: its output if it is accepted, else the comparison with the expected one."""
    identity = make_element_id(place)
    return element(
        "div",
        _render_description(test.description, identity, viewer)
        or (NOTHING if is_inline(test) else _render_channel(test)),
        render_or_plain(
            lambda: (
                _render_output(test, viewer) if test.accepted else render_comparison(test, viewer)
            ),
            lambda: render_plain_sides(test, viewer),
        ),
        render_messages(test.messages, identity, viewer),
        id=identity,
        class_=f"test {_choose_verdict_class(test.accepted)}",
    )


def render_messages(messages: Iterable[Message], identity: str, viewer: Viewer) -> Markup:
    """Render the messages of the element with the id `identity`."""
    rendered = [
        _render_message(message, f"{identity}-message-{number}", viewer)
        for number, message in enumerate(messages, start=1)
    ]
    return element("div", *rendered, class_="messages") if rendered else NOTHING


def render_audience(permission: Permission, viewer: Viewer) -> Markup:
    """Render a note on who may see something, or nothing if everybody may."""
    seen_by = viewer.describe_audience(permission)
    return (
        element("div", icons.render_icon(icons.EYE), seen_by, class_="audience")
        if seen_by
        else NOTHING
    )


def _render_title(context: Context, title: Message | None) -> Markup:
    text = shorten(find_context_title(context), _GIST_LENGTH)
    is_words = title is not None and not is_code(title)
    return element("span", text, class_="gist gist-words" if is_words else "gist")


def _render_cause(cause: SharedCause | None, place: Place, viewer: Viewer) -> Markup:
    """Render how many contexts share the cause, or in which one it is shown."""
    if cause is None:
        return NOTHING
    if cause.first == place[-1]:
        text = viewer.translate(phrases.SAME_CAUSE, count=cause.total)
        return element("p", text, class_="same-cause") if cause.total > 1 else NOTHING
    first = (*place[:-1], cause.first)
    words = viewer.translate(phrases.CAUSE_ELSEWHERE, number=cause.first + 1)
    link = element("a", words, href=f"#{make_element_id(first)}", class_="context-link")
    return element("p", link, class_="same-cause")


def _render_message(message: Message, identity: str, viewer: Viewer) -> Markup:
    is_restricted = message.permission is not Permission.STUDENT
    truncated = truncate_message(message)
    note = describe_truncation(truncated.description, message.description, viewer)
    return element(
        "div",
        render_audience(message.permission, viewer),
        render_or_plain(
            lambda: render_message(truncated, place=identity, media=viewer.media),
            lambda: _render_plain_message(truncated, viewer),
        ),
        element("p", note, class_="left-out") if note else NOTHING,
        id=identity,
        class_=f"message message-{message.permission}" if is_restricted else "message",
    )


def _render_plain_message(message: Message, viewer: Viewer) -> Markup:
    return join_html(
        (
            element("pre", message.description[:MAXIMUM_CHARACTERS], class_="source"),
            element("p", viewer.translate(phrases.TOO_SLOW), class_="left-out"),
        )
    )


def _render_description(description: Message | None, identity: str, viewer: Viewer) -> Markup:
    if description is None or not description.description.strip():
        return NOTHING
    return element(
        "div", _render_message(description, f"{identity}-description", viewer), class_="description"
    )


def _render_channel(test: Test) -> Markup:
    """Render the output channel as the heading of a test without a description."""
    channel = find_channel(test)
    if not channel:
        return NOTHING
    return element("div", element("span", channel, class_="channel"), class_="description")


def _render_output(test: Test, viewer: Viewer) -> Markup:
    output = select_output(test)
    if isinstance(output, CsvTable):
        return render_table(output, viewer)
    if not output and test.description is not None:
        return NOTHING  # the description and the messages say what was tested
    if not output:
        return element("p", viewer.translate(phrases.NO_OUTPUT), class_="no-output")
    return render_text(output, "output", viewer)


def _choose_verdict_class(accepted: bool) -> str:
    return "correct" if accepted else "wrong"
