"""Ruby's heredocs: strings on the lines after the one that uses them."""

import re
from collections.abc import Iterator

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.language_parts.ruby_literals import TEXTS, unescape
from kriterion_tools.representer.literals import quote
from kriterion_tools.representer.solution_tree import Node, leaf


def move_heredocs(node: Node, _: SolutionWords) -> Node:
    """Move each heredoc's body to its beginning; the parser returns it as a separate node below."""
    beginnings: list[Node] = []
    bodies: list[Node] = []
    for inner in node.walk():
        if inner.kind == "heredoc_beginning":
            beginnings.append(inner)
        if any(child.kind == "heredoc_body" for child in inner.children):
            bodies += [child for child in inner.children if child.kind == "heredoc_body"]
            inner.children = [child for child in inner.children if child.kind != "heredoc_body"]
    bodies.sort(key=lambda body: body.end)
    for beginning, body in zip(beginnings, bodies, strict=False):
        _set_content(beginning, body)
    return node


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
