"""Report what is removed from a description: for its author, with the position."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique

from kriterion.markup.html.link_base import Base
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.html_tags import (
    Places,
    StartTag,
    read_tags,
)


@unique
class ContentKind(StrEnum):
    """What was taken out."""

    SCRIPT = "script"
    STYLE = "style sheet"
    EMBEDDED = "embedded page or medium"
    FORM = "form"
    HANDLER = "event handler"
    PICTURE = "picture"
    LINK = "link"
    EVERYTHING = "everything"  # too long: its beginning is shown as text


@dataclass(frozen=True, kw_only=True, slots=True)
class TakenOut:
    """One thing that was removed; `target` is its address or name, and may be empty.

    Line and column count from 1.
    """

    kind: ContentKind
    target: str = ""
    line: int
    column: int


_KINDS = {
    "script": ContentKind.SCRIPT,
    **dict.fromkeys(("link", "style"), ContentKind.STYLE),
    **dict.fromkeys(("audio", "embed", "frame", "iframe", "object", "video"), ContentKind.EMBEDDED),
    **dict.fromkeys(("button", "form", "input", "select", "textarea"), ContentKind.FORM),
}


def taken_out_of(html: str, base: Base) -> Iterator[TakenOut]:
    """Report what is removed from a piece of HTML, except scripts that only configure formulas."""
    places = Places(html)
    for tag in read_tags(html):
        if isinstance(tag, StartTag):
            at = places.place(tag.position)
            for kind, target in _taken(tag, base):
                yield TakenOut(kind=kind, target=target, line=at.line, column=at.column)


def _taken(tag: StartTag, base: Base) -> Iterator[tuple[ContentKind, str]]:
    said = tag.attributes
    kind = _KINDS.get(tag.name)
    if kind and not is_of_mathjax(tag):
        yield kind, said.get("src") or said.get("href") or said.get("data") or ""
    for name in said:
        if name.startswith("on"):
            yield ContentKind.HANDLER, name
    source, target = said.get("src", ""), said.get("href", "")
    if tag.name == "img" and base.address("img", source, "") is None:
        yield ContentKind.PICTURE, source
    if tag.name == "a" and target and base.address("a", target, "") is None:
        yield ContentKind.LINK, target


def is_of_mathjax(tag: StartTag) -> bool:
    """Whether a script contains only a configuration of MathJax, or a formula."""
    if tag.name != "script" or "src" in tag.attributes:
        return False
    return tag.attributes.get("type", "").startswith("math/") or "MathJax" in tag.content
