"""Renders comments on solutions, written in Exercism's Markdown, as harmless HTML.

Titles (H1) are removed, because they repeat the comment's name; other headings move one level down.
Fences named `exercism/note`, `exercism/caution` and `exercism/advanced` become boxes, and
`[concept:track/slug]()` becomes a link to the concept on Exercism's website. Source: exercism/docs
19e037f, building/markdown/; exercism/website 16bb79f.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum, unique
from itertools import pairwise
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from kriterion.markup.element import NOTHING, Markup, element
from kriterion.markup.html import allowlist as allowed
from kriterion.markup.html.sanitise import is_fast_to_render, sanitise
from kriterion.markup.markdown.markdown_html import MAXIMUM_CHARACTERS, make_reader

EXERCISM = "https://exercism.org"


@unique
class Note(StrEnum):
    """A box in a comment."""

    NOTE = "exercism/note"
    CAUTION = "exercism/caution"
    ADVANCED = "exercism/advanced"


NOTE_NAMES: Mapping[Note, str] = {
    Note.NOTE: "Note",
    Note.CAUTION: "Caution",
    Note.ADVANCED: "Advanced",
}

_CALLOUTS = {
    Note.NOTE: "callout callout-info",
    Note.CAUTION: "callout callout-warning",
    Note.ADVANCED: "callout callout-info",
}
_SHORTCUT = re.compile(
    r"(?P<kind>concept|exercise):(?P<track>[\w-]+)/(?P<slug>[\w-]+)"
    r"|(?P<part>approach|article):(?P<of>[\w-]+)/(?P<exercise>[\w-]+)/(?P<name>[\w-]+)"
)
_PARTS = {"approach": "approaches", "article": "articles"}
_TAG = re.compile(r"</?([A-Za-z][\w-]*)")
_KNOWN_TAGS = {tag.lower() for tag in allowed.TAGS | allowed.DROPPED_WITH_CONTENT}
# In the output of `sanitise` every "<" begins a tag, and no tag has a target.
_EXTERNAL = re.compile(r'<a (?=[^<>]*\bhref="https?://)')


def render_comment(
    text: str, *, place: str = "comment", note_names: Mapping[Note, str] = NOTE_NAMES
) -> Markup:
    """Render the comment; the result is empty if the comment has only a title.

    `place` is the prefix of all ids in it, and must be unique on the page.
    """
    if len(text) > MAXIMUM_CHARACTERS:
        return element("pre", text)
    html = _reader.render(text, {"note_names": note_names})
    if not is_fast_to_render(html):
        return element("pre", text)
    if not html.strip():
        return NOTHING
    safe = sanitise(html, place=place)
    return Markup(_EXTERNAL.sub('<a target="_blank" ', safe))


def _move_headings_down(state: StateCore) -> None:
    """Remove headings of level 1, and move all others one level down."""
    remaining = []
    tokens = iter(state.tokens)
    for token in tokens:
        if token.type == "heading_open" and token.tag == "h1":
            _text, _close = next(tokens), next(tokens)
            continue
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
        remaining.append(token)
    state.tokens = remaining


def _show_unknown_tags(state: StateCore) -> None:
    """Show unknown tags as text, such as the one in `a List<String> of names`."""
    for block in state.tokens:
        for token in block.children or []:
            if token.type == "html_inline" and (tag := _TAG.match(token.content)):
                token.type = "html_inline" if tag[1].lower() in _KNOWN_TAGS else "text"


def _resolve_shortcuts(state: StateCore) -> None:
    """Turn `[concept:elixir/recursion]()` into a link to that concept with the text "recursion"."""
    for block in state.tokens:
        children = block.children or []
        for link, inside in pairwise(children):
            if link.type != "link_open" or link.attrs.get("href") or inside.type != "text":
                continue
            if shortcut := _SHORTCUT.fullmatch(inside.content):
                link.attrs["href"] = EXERCISM + _resolve_shortcut(shortcut)
                inside.content = (shortcut["slug"] or shortcut["name"]).replace("-", " ")


def _resolve_shortcut(shortcut: re.Match[str]) -> str:
    if shortcut["kind"]:
        return f"/tracks/{shortcut['track']}/{shortcut['kind']}s/{shortcut['slug']}"
    exercise = f"/tracks/{shortcut['of']}/exercises/{shortcut['exercise']}"
    return f"{exercise}/{_PARTS[shortcut['part']]}/{shortcut['name']}"


def _render_fence(
    renderer: RendererHTML,
    tokens: Sequence[Token],
    index: int,
    options: Any,
    env: dict[str, Any],
) -> str:
    """Render a box as a comment within the comment; boxes do not nest."""
    name = tokens[index].info.strip()
    if name not in _NOTES or env.get("in_note"):
        return RendererHTML.fence(renderer, tokens, index, options, env)
    note = Note(name)
    inside = _reader.render(tokens[index].content, {**env, "in_note": True})
    title = element("p", element("strong", env["note_names"][note]))
    return element("div", title, Markup(inside), class_=_CALLOUTS[note])


_NOTES = frozenset(Note)
_reader = make_reader()
_reader.core.ruler.push("lower_headings", _move_headings_down)
_reader.core.ruler.push("show_unknown_tags", _show_unknown_tags)
_reader.core.ruler.push("resolve_shortcuts", _resolve_shortcuts)
_reader.add_render_rule("fence", _render_fence)
