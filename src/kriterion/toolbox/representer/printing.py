"""A tree as text: one line for what fits on one, the rest below, further in.

    (function_definition def PLACEHOLDER_1
      (parameters PLACEHOLDER_2)
      (block (return_statement return (binary_operator PLACEHOLDER_2 * 2))))

Two trees that differ have texts that differ: a node has its brackets, a string its quotes, and any
other leaf with white space, brackets or quotes in it stands between bars.
"""

import re

from kriterion.toolbox.representer.tree import Node

WIDTH = 96
INDENTATION = 2
DEEPEST = 40  # beyond, lines are indented no further

_PLAIN = re.compile(r'[^\s()"|]+')
_STRING = re.compile(r'[a-z]{0,3}"(?:[^"\\\n]|\\.)*"')


def render(root: Node) -> str:
    """The text of a tree, with a newline at its end."""
    widths = _widths(root)
    parts: list[str] = []
    # What is still to be written, last first: a node with its depth, or a text as it is.
    pending: list[tuple[Node, int] | str] = [(root, 0)]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node, depth = item
        if node.text is not None:
            parts.append(spelled(node.text))
            continue
        parts.append(f"({node.kind}")
        pending.append(")")
        room = WIDTH - INDENTATION * min(depth, DEEPEST)
        inner = "\n" + " " * (INDENTATION * min(depth + 1, DEEPEST))
        fits = widths[id(node)] <= room
        on_line = True  # leaves at the start stay on the line of their node
        following: list[tuple[Node, int] | str] = []
        for child in node.children:
            on_line = on_line and child.text is not None
            following.append(" " if fits or on_line else inner)
            following.append((child, depth + 1))
        pending.extend(reversed(following))
    return "".join(parts) + "\n"


def spelled(text: str) -> str:
    """A leaf's text, so that its end is plain to see."""
    if _PLAIN.fullmatch(text) or _STRING.fullmatch(text):
        return text
    inner = text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "\\n")
    return f"|{inner}|"


def _widths(root: Node) -> dict[int, int]:
    """How long each node is on one line."""
    order = [node for node in root.walk() if node.text is None]
    widths: dict[int, int] = {}
    for node in reversed(order):
        widths[id(node)] = (
            2
            + len(node.kind)
            + sum(
                1 + (widths[id(child)] if child.text is None else len(spelled(child.text)))
                for child in node.children
            )
        )
    return widths
