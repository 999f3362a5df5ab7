"""Print a tree: on one line if it fits, else with its children indented below.

    (function_definition def PLACEHOLDER_1
      (parameters PLACEHOLDER_2)
      (block (return_statement return (binary_operator PLACEHOLDER_2 * 2))))

Different trees have different texts: nodes are in brackets, strings in quotes, and any other leaf
with white space, brackets or quotes between bars.
"""

import re

from kriterion_tools.representer.solution_tree import Node

WIDTH = 96
INDENTATION = 2
DEEPEST = 40  # the maximum depth of indentation

_PLAIN = re.compile(r'[^\s()"|]+')
_STRING = re.compile(r'[a-z]{0,3}"(?:[^"\\\n]|\\.)*"')


def render(root: Node) -> str:
    """Return the text of a tree, ending in a newline."""
    widths = _measure_widths(root)
    parts: list[str] = []
    # A stack of what remains to be written: nodes with their depth, and plain text.
    pending: list[tuple[Node, int] | str] = [(root, 0)]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node, depth = item
        if node.text is not None:
            parts.append(spell_leaf(node.text))
            continue
        parts.append(f"({node.kind}")
        pending.append(")")
        room = WIDTH - INDENTATION * min(depth, DEEPEST)
        inner = "\n" + " " * (INDENTATION * min(depth + 1, DEEPEST))
        fits = widths[id(node)] <= room
        on_line = True  # leading leaves stay on the line of their node
        following: list[tuple[Node, int] | str] = []
        for child in node.children:
            on_line = on_line and child.text is not None
            following.append(" " if fits or on_line else inner)
            following.append((child, depth + 1))
        pending.extend(reversed(following))
    return "".join(parts) + "\n"


def spell_leaf(text: str) -> str:
    """Return a leaf's text, delimited if it would be ambiguous."""
    if _PLAIN.fullmatch(text) or _STRING.fullmatch(text):
        return text
    inner = text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "\\n")
    return f"|{inner}|"


def _measure_widths(root: Node) -> dict[int, int]:
    """Return the length of each node on one line, by id."""
    order = [node for node in root.walk() if node.text is None]
    widths: dict[int, int] = {}
    for node in reversed(order):
        widths[id(node)] = (
            2
            + len(node.kind)
            + sum(
                1 + (widths[id(child)] if child.text is None else len(spell_leaf(child.text)))
                for child in node.children
            )
        )
    return widths
