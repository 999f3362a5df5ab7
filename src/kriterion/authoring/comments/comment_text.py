"""Check the text of one analyzer comment for errors and style.

Source of the rules: exercism/docs 19e037f, building/tooling/analyzers/; what rendering would lose
is found with the same parser.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from markdown_it.token import Token

from kriterion.authoring.comments.comment_wording import find_words_to_avoid
from kriterion.authoring.finding import error, notice, warning
from kriterion.markup.markdown.exercism_comment import render_comment
from kriterion.markup.markdown.markdown_html import make_reader
from kriterion_tools.contracts.exercism_analyzer.templates import (
    find_placeholders,
    find_stray_percents,
)
from kriterion_tools.diagnostic import Diagnostic

_MAXIMUM_LISTED = 10  # of one kind in one text
# JavaScript template placeholders that were meant for an analyzer; in code they have no quotes.
_OTHER_PLACEHOLDER = re.compile(r"\$\{(['\"])([\w./-]+)\1\}")
_LINK_WITHOUT_ADDRESS = re.compile(r"\]\[[^\]]+\]")
_STRAY_FENCE = re.compile(r"```|~~~")

_reader = make_reader()


def check_text(text: str, file: str, language: str) -> Iterator[Diagnostic]:
    """Yield all findings about a text by itself."""
    if not render_comment(text).strip():
        yield error(
            file,
            "has no text for students",
            fix="write what they should read",
            code="comment.empty",
        )
    tokens = _reader.parse(text)
    yield from _check_titles(tokens, text, file)
    yield from _check_percents(text, file)
    yield from _check_placeholders(text, file)
    yield from _check_prose(tokens, file)
    yield from _check_wording(tokens, file, language)


def check_translation(text: str, file: str, english: str | None) -> Iterator[Diagnostic]:
    """Compare a translation with the English text, None if there is none."""
    if english is None:
        fix = "add the English comment, which is displayed in all other languages"
        yield warning(
            file, "has no English original", fix=fix, code="comment.translation-of-nothing"
        )
        return
    own, others = set(find_placeholders(text)), set(find_placeholders(english))
    for name in sorted(others - own):
        yield warning(
            file,
            f"does not use %{{{name}}}, which the English text uses",
            code="comment.translation-lacks-placeholder",
        )
    for name in sorted(own - others):
        yield warning(
            file,
            f"uses %{{{name}}}, which the English text does not use",
            code="comment.translation-extra-placeholder",
        )


def _check_titles(tokens: list[Token], text: str, file: str) -> Iterator[Diagnostic]:
    """Check titles: one comes first, for authors; other headings of its level are lost."""
    titles = [
        pair for pair in pairwise(tokens) if pair[0].type == "heading_open" and pair[0].tag == "h1"
    ]
    if not titles or titles[0][0] is not tokens[0]:
        fix = "start with a line '# Title'"
        yield notice(
            file, "has no title for authors to find it by", fix=fix, code="comment.no-title"
        )
    for heading, title in titles[:_MAXIMUM_LISTED]:
        if heading is not tokens[0]:
            what = f"heading '# {title.content}' is not displayed: level 1 is only for the title"
            yield warning(
                file,
                what,
                where=_format_line(heading),
                fix="write ## for a heading",
                code="comment.hidden-heading",
            )
    for name in _find_names_only_in_titles(titles, text):
        what = f"%{{{name}}} is used only in the title, which is not displayed"
        yield warning(
            file,
            what,
            fix="use it in the text as well, or remove it",
            code="comment.placeholder-in-title",
        )


def _find_names_only_in_titles(titles: list[tuple[Token, Token]], text: str) -> list[str]:
    lost = [name for _, title in titles for name in find_placeholders(title.content)]
    if not lost:
        return []
    lines = text.split("\n")
    for heading, _ in titles:
        begin, end = heading.map or (0, 0)
        lines[begin:end] = [""] * (end - begin)
    in_text = find_placeholders("\n".join(lines))
    return [name for name in dict.fromkeys(lost) if name not in in_text]


def _check_percents(text: str, file: str) -> Iterator[Diagnostic]:
    lines = sorted({text.count("\n", 0, place) + 1 for place in find_stray_percents(text)})
    if lines:
        more = ", ".join(map(str, lines[1:_MAXIMUM_LISTED]))
        what = (
            f"contains a % that does not start a placeholder (other lines: {more})"
            if more
            else "contains a % that does not start a placeholder"
        )
        yield warning(
            file,
            what,
            where=f"line {lines[0]}",
            fix="write %% for a percent sign",
            code="comment.bare-percent",
        )


def _check_placeholders(text: str, file: str) -> Iterator[Diagnostic]:
    for match in list(_OTHER_PLACEHOLDER.finditer(text))[:_MAXIMUM_LISTED]:
        line = text.count("\n", 0, match.start()) + 1
        fix = f"write %{{{match[2]}}}"
        yield warning(
            file,
            f"{match[0]} is not a valid placeholder",
            where=f"line {line}",
            fix=fix,
            code="comment.invalid-placeholder",
        )


def _check_prose(tokens: list[Token], file: str) -> Iterator[Diagnostic]:
    """Find Markdown that is rendered as plain text."""
    if lines := _find_lines(_LINK_WITHOUT_ADDRESS, tokens):
        more = ", ".join(map(str, lines[1:_MAXIMUM_LISTED]))
        what = (
            f"contains a link without an address (other lines: {more})"
            if more
            else "contains a link without an address"
        )
        fix, where = "add a line [name]: https://…", f"line {lines[0]}"
        yield warning(file, what, where=where, fix=fix, code="comment.lost-text")
    if lines := _find_lines(_STRAY_FENCE, tokens):
        more = ", ".join(map(str, lines[1:_MAXIMUM_LISTED]))
        what = (
            f"contains a fence that does not enclose code (other lines: {more})"
            if more
            else "contains a fence that does not enclose code"
        )
        fix, where = "write ``` on a line of its own, with nothing before it", f"line {lines[0]}"
        yield warning(file, what, where=where, fix=fix, code="comment.lost-text")


def _find_lines(pattern: re.Pattern[str], tokens: list[Token]) -> list[int]:
    return sorted({line for line, prose in _find_prose(tokens) if pattern.search(prose)})


def _check_wording(tokens: list[Token], file: str, language: str) -> Iterator[Diagnostic]:
    names: dict[str, int] = {}
    for line, prose in _find_prose(tokens):
        for word in find_words_to_avoid(prose, language):
            names.setdefault(word, line)
    if names:
        words = ", ".join(f"{word!r} ({line})" for word, line in names.items())
        what = f"uses words that comments should avoid (line in parentheses): {words}"
        fix = "describe the solution, not its author, and do not presume that anything is easy"
        yield notice(file, what, fix=fix, code="comment.wording")


def _find_prose(tokens: Iterable[Token]) -> Iterator[tuple[int, str]]:
    """Yield each line of prose with its number, without titles and code.

    Unresolved links keep their brackets.
    """
    in_title = False
    for token in tokens:
        if token.type == "heading_open":
            in_title = token.tag == "h1"
        elif token.type == "heading_close":
            in_title = False
        if token.type != "inline" or in_title or token.map is None:
            continue
        line = token.map[0] + 1
        text = ""
        for child in token.children or ():
            if child.type in ("softbreak", "hardbreak"):
                yield line, text
                line, text = line + 1, ""
            elif child.type == "text":
                text += child.content
            elif child.type == "code_inline":
                text += "`"
        yield line, text


def _format_line(token: Token) -> str:
    return f"line {token.map[0] + 1}" if token.map else ""
