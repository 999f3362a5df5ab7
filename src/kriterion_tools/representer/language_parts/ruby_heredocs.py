"""Ruby's heredocs: strings on the lines after the one that uses them."""

import re
from collections.abc import Iterator

from kriterion_tools.representer.language_parts.ruby_literals import TEXTS, unescape
from kriterion_tools.representer.literals import quote
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_BODY = "heredoc_body"


def move_heredocs(node: Node, _: SolutionWords) -> Node:
    """Move each heredoc's body to its beginning; the parser returns it as a separate node below."""
    nodes = list(_walk_outside_bodies(node))
    beginnings = [inner for inner in nodes if inner.kind == "heredoc_beginning"]
    bodies = [inner for inner in nodes if inner.kind == _BODY]
    for inner in nodes:
        if inner.kind != _BODY and any(child.kind == _BODY for child in inner.children):
            inner.children = [child for child in inner.children if child.kind != _BODY]
    for beginning, body in zip(beginnings, bodies, strict=False):
        _set_content(beginning, body)
    return node


def _walk_outside_bodies(root: Node) -> Iterator[Node]:
    """Yield all nodes in order, except those in the bodies of heredocs."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        if node.kind != _BODY:
            pending += node.children[::-1]


def _set_content(beginning: Node, body: Node) -> None:
    """Turn the beginning into the heredoc's string, or a command if its quotes are backticks."""
    opening = beginning.text or ""
    parts = list(_split_body(body))
    if opening.startswith("<<~"):
        parts = _strip_margin(parts)
    if isinstance(parts[0], str):
        parts[0] = parts[0].removeprefix("\n")  # the rest of the beginning's line
    pieces = [
        part if isinstance(part, Node) else leaf("string", quote(_unescape_content(part, opening)))
        for part in parts
    ]
    if "`" in opening:
        beginning.kind, beginning.text = "subshell", None
        beginning.children = pieces
    elif len(pieces) == 1:
        beginning.kind, beginning.text = "string", pieces[0].text
    else:
        beginning.kind, beginning.text = "string", None
        beginning.children = pieces


def _unescape_content(text: str, opening: str) -> str:
    return text if "'" in opening else unescape(text)


def _split_body(body: Node) -> Iterator[str | Node]:
    """Yield the body's texts and interpolations, without the blanks before the end delimiter."""
    text = ""
    for child in body.children:
        if child.kind in TEXTS:
            text += child.text or ""
        else:
            yield text
            yield child
            text = ""
    yield re.sub(r"[ \t]*\Z", "", text)


def _strip_margin(parts: list[str | Node]) -> list[str | Node]:
    """Strip the indentation that all lines share; blank lines do not count."""
    margins = []
    for place, part in enumerate(parts):
        if isinstance(part, str):
            lines = part.split("\n")[1:]
            for number, line in enumerate(lines, 1):
                ends_in_interpolation = number == len(lines) and place + 1 < len(parts)
                if line.strip(" \t") or ends_in_interpolation:
                    margins.append(len(line) - len(line.lstrip(" \t")))
    margin = min(margins, default=0)
    return [
        re.sub(rf"\n[ \t]{{0,{margin}}}", "\n", part) if isinstance(part, str) else part
        for part in parts
    ]
