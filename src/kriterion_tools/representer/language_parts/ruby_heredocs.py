"""Ruby's heredocs: strings on the lines after the one that uses them."""

import re
from collections.abc import Iterator

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.language_parts.ruby_literals import TEXTS, unescape
from kriterion_tools.representer.literals import quote
from kriterion_tools.representer.solution_tree import Node, leaf


def heredocs(node: Node, _: SolutionWords) -> Node:
    """Move each heredoc to where it is used; the parser returns it as a node further down."""
    beginnings: list[Node] = []
    bodies: list[Node] = []
    for one in node.walk():
        if one.kind == "heredoc_beginning":
            beginnings.append(one)
        if any(child.kind == "heredoc_body" for child in one.children):
            bodies += [child for child in one.children if child.kind == "heredoc_body"]
            one.children = [child for child in one.children if child.kind != "heredoc_body"]
    bodies.sort(key=lambda body: body.end)
    for beginning, body in zip(beginnings, bodies, strict=False):
        _fill(beginning, body)
    return node


def _fill(beginning: Node, body: Node) -> None:
    """Turn the beginning into the string, or into a command if its quotes are backticks."""
    opening = beginning.text or ""
    parts = list(_parts(body))
    if opening.startswith("<<~"):
        parts = _without_margin(parts)
    if isinstance(parts[0], str):
        parts[0] = parts[0].removeprefix("\n")  # the rest of the beginning's line
    pieces = [
        part if isinstance(part, Node) else leaf("string", quote(_value(part, opening)))
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


def _value(text: str, opening: str) -> str:
    return text if "'" in opening else unescape(text)


def _parts(body: Node) -> Iterator[str | Node]:
    """Yield texts and interpolations, without the line of the delimiter."""
    text = ""
    for child in body.children:
        if child.kind in TEXTS:
            text += child.text or ""
        else:
            yield text
            yield child
            text = ""
    yield re.sub(r"[ \t]*\Z", "", text)


def _without_margin(parts: list[str | Node]) -> list[str | Node]:
    """Strip the indentation that all lines share; blank lines do not count."""
    margins = []
    for place, part in enumerate(parts):
        if isinstance(part, str):
            lines = part.split("\n")[1:]
            for number, line in enumerate(lines, 1):
                goes_on = number == len(lines) and place + 1 < len(parts)
                if line.strip(" \t") or goes_on:
                    margins.append(len(line) - len(line.lstrip(" \t")))
    margin = min(margins, default=0)
    return [
        re.sub(rf"\n[ \t]{{0,{margin}}}", "\n", part) if isinstance(part, str) else part
        for part in parts
    ]
