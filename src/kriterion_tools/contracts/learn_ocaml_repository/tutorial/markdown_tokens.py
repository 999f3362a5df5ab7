"""Read Markdown as tokens with their places, in linear time."""

import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.rules_inline import StateInline, autolink, html_inline, newline
from markdown_it.token import Token

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.assembly import TextPlace
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import MAXIMUM_DEPTH

MAXIMUM_NESTING = 2 * MAXIMUM_DEPTH + 4  # a list is a level, and each of its items one more

_POSITION = "position"
_LINK = re.compile(
    r"(?P<picture>!)?\[(?P<label>[^\[\]]{1,1000})\]"
    r"(?:(?P<address>\([^()]{0,2000}\))|\[(?P<name>[^\[\]]{0,1000})\])?"
)
_Rule = Callable[[StateInline, bool], bool]


def read_tokens(text: str) -> list[Token]:
    """Read the blocks of a text; levels beyond `MAXIMUM_NESTING` are dropped."""
    return _markdown.parse(text)


def place_of_block(token: Token) -> TextPlace:
    """Return where a block begins."""
    return TextPlace((token.map or (0, 0))[0] + 1, 1)


def place_of_inline(child: Token, block: Token, lines: list[str]) -> TextPlace:
    """Return where a child of an inline token begins.

    The lines of `block.content` are stripped, those of `lines` are not.
    """
    position = int(child.meta.get(_POSITION, 0))
    before = block.content[:position]
    line = place_of_block(block).line + before.count("\n")
    begin = before.rfind("\n") + 1
    written = block.content[begin:].partition("\n")[0]
    source = lines[line - 1] if line <= len(lines) else ""
    return TextPlace(line, max(source.find(written), 0) + position - begin + 1)


def _read_link(state: StateInline, silent: bool) -> bool:
    """Read a link or a picture as one token with its text.

    Tutorials cannot contain them, so one match suffices. markdown-it's own rules take quadratic
    time for nested brackets.
    """
    match = _LINK.match(state.src, state.pos)
    if not match or not (match["address"] or _is_defined(match, state)):
        return False
    if not silent:
        token = state.push("image" if match["picture"] else "link", "", 0)
        token.content = match["label"]
    state.pos = match.end()
    return True


def _is_defined(link: re.Match[str], state: StateInline) -> bool:
    """Whether the text defines the target of the link."""
    return normalizeReference(link["name"] or link["label"]) in state.env.get("references", {})


def _read_html(state: StateInline, silent: bool) -> bool:
    """Read inline HTML. The end of comments is searched once, not for each "<!--"."""
    if state.src.startswith("<!--", state.pos):
        text, end = state.env.get("last comment", ("", -1))
        if text is not state.src:
            text, end = state.env["last comment"] = state.src, state.src.rfind("-->")
        if end < state.pos:
            return False
    return html_inline(state, silent)


def _record_place(rule: _Rule) -> _Rule:
    """Wrap a rule so that its first token, unless that is text, records its position."""

    def read(state: StateInline, silent: bool) -> bool:
        position, count = state.pos, len(state.tokens)
        applies = rule(state, silent)
        made = (token for token in state.tokens[count:] if token.type != "text")
        if applies and (first := next(made, None)):
            first.meta[_POSITION] = position
        return applies

    return read


_markdown = MarkdownIt("commonmark", {"html": True, "maxNesting": MAXIMUM_NESTING}).enable("table")
for _name, _rule in {
    "autolink": autolink,
    "html_inline": _read_html,
    "image": _read_link,
    "link": _read_link,
    "newline": newline,
}.items():
    _markdown.inline.ruler.at(_name, _record_place(_rule))
