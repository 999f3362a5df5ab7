"""Reports to authors what is removed from a description, with the position."""

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
    """The kind of a removed piece of content."""

    SCRIPT = "script"
    STYLE = "style sheet"
    EMBEDDED = "embedded page or medium"
    FORM = "form"
    HANDLER = "event handler"
    PICTURE = "picture"
    LINK = "link"
    EVERYTHING = "everything"  # the description is too long: its beginning is shown as text


@dataclass(frozen=True, kw_only=True, slots=True)
class RemovedContent:
    """A piece of content that was removed; `target` is its address or name, or empty.

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


def find_removed(html: str, base: Base) -> Iterator[RemovedContent]:
    """Yield the content removed from a piece of HTML, except scripts for MathJax, which are
    used.
    """
    places = Places(html)
    for tag in read_tags(html):
        if isinstance(tag, StartTag):
            place = places.find_place(tag.position)
            for kind, target in _find_removed_in_tag(tag, base):
                yield RemovedContent(kind=kind, target=target, line=place.line, column=place.column)


def _find_removed_in_tag(tag: StartTag, base: Base) -> Iterator[tuple[ContentKind, str]]:
    attributes = tag.attributes
    kind = _KINDS.get(tag.name)
    if kind and not is_mathjax_script(tag):
        yield kind, attributes.get("src") or attributes.get("href") or attributes.get("data") or ""
    for name in attributes:
        if name.startswith("on"):
            yield ContentKind.HANDLER, name
    source, target = attributes.get("src", ""), attributes.get("href", "")
    if tag.name == "img" and base.resolve("img", source, "") is None:
        yield ContentKind.PICTURE, source
    if tag.name == "a" and target and base.resolve("a", target, "") is None:
        yield ContentKind.LINK, target


def is_mathjax_script(tag: StartTag) -> bool:
    """Whether a tag is a script that configures MathJax or contains a formula."""
    if tag.name != "script" or "src" in tag.attributes:
        return False
    return tag.attributes.get("type", "").startswith("math/") or "MathJax" in tag.content
