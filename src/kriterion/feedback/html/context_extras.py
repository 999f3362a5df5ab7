"""Renders the collapsed details of a context: the input for debugging it, and its files."""

from kriterion.feedback import phrases
from kriterion.feedback.debug_input import find_debug_input
from kriterion.feedback.excerpt import make_excerpt
from kriterion.feedback.pythia import File, read_files
from kriterion.feedback.viewer import Viewer
from kriterion.markup.element import NOTHING, Markup, element, join_html
from kriterion.markup.visible_text import shorten
from kriterion_tools.contracts.dodona_judge.output_records import Context, Testcase

# Source of this limit: dodona-edu/dodona e7be6f0d2, app/assets/javascripts/file_viewer.ts.
_MAXIMUM_FILE_LINES = 99
_MAXIMUM_NAME = 200


def render_debug(context: Context, viewer: Viewer) -> Markup:
    """Render the statements and the input of a context for copying.

    Return nothing if it has neither, or if its testcases already show the same statements.
    """
    debug = find_debug_input(context)
    shown = "\n".join(
        testcase.description.description.strip()
        for testcase in context.groups
        if testcase.description
    )
    if not any(debug) or (debug.statements.strip() == shown and not debug.stdin):
        return NOTHING
    return element(
        "details",
        element("summary", viewer.translate(phrases.DEBUG)),
        _render_copyable(viewer.translate(phrases.STATEMENTS), debug.statements, viewer),
        _render_copyable(viewer.translate(phrases.STDIN), debug.stdin, viewer),
        class_="extra debug",
    )


def render_files(testcase: Testcase, viewer: Viewer) -> Markup:
    """Render the files of a testcase; if the judge did not send one, only its name."""
    return join_html(_render_file(file, viewer) for file in read_files(testcase))


def render_text(text: str, class_: str, viewer: Viewer) -> Markup:
    """Render preformatted text, truncated if it is very long; `class_` is its CSS class."""
    excerpt, note = make_excerpt(text, viewer)
    left_out = element("p", note, class_="left-out") if note else NOTHING
    return join_html((element("pre", excerpt.removesuffix("\n"), class_=class_), left_out))


def _render_copyable(title: str, text: str, viewer: Viewer) -> Markup:
    if not text:
        return NOTHING
    return join_html((element("h3", title), render_text(text, "output whole", viewer)))


def _render_file(file: File, viewer: Viewer) -> Markup:
    name = shorten(file.name, _MAXIMUM_NAME)
    if file.content is None:
        notice = viewer.translate(phrases.FILE_ELSEWHERE)
        return element("p", element("code", name), f" {notice}", class_="extra")
    lines = file.content.split("\n", _MAXIMUM_FILE_LINES)
    rest = lines[_MAXIMUM_FILE_LINES:]
    count = rest[0].count("\n") + 1 if rest else 0
    return element(
        "details",
        element("summary", element("code", name)),
        render_text("\n".join(lines[:_MAXIMUM_FILE_LINES]), "output", viewer),
        element("p", f"⋯ {viewer.translate(phrases.MORE_LINES, count=count)}", class_="left-out")
        if count
        else NOTHING,
        class_="extra file",
    )
