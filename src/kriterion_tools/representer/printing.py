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
    spelled: dict[str, str] = {}
    if root.text is not None:
        return spell_leaf(root.text) + "\n"
    widths = _measure_widths(root, spelled)
    parts: list[str] = []
    # A stack of what remains to be written: nodes with their depth, and plain text.
    pending: list[tuple[Node, int] | str] = [(root, 0)]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node, depth = item
        parts.append(f"({node.kind}")
        pending.append(")")
        room = WIDTH - INDENTATION * min(depth, DEEPEST)
        inner = "\n" + " " * (INDENTATION * min(depth + 1, DEEPEST))
        fits = widths[id(node)] <= room
        # Leading leaves stay on the line of their node.
        following: list[tuple[Node, int] | str] = []
        separator, text = " ", ""
        for child in node.children:
            if child.text is not None:
                text += separator + spelled[child.text]
                continue
            if not fits:
                separator = inner
            following += (text + separator, (child, depth + 1))
            text = ""
        following.append(text)
        pending.extend(reversed(following))
    return "".join(parts) + "\n"


def spell_leaf(text: str) -> str:
    """Return a leaf's text, delimited if it would be ambiguous."""
    if _PLAIN.fullmatch(text) or _STRING.fullmatch(text):
        return text
    inner = text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "\\n")
    return f"|{inner}|"


def _measure_widths(root: Node, spelled: dict[str, str]) -> dict[int, int]:
    """Return the length of each node on one line, by id; fill in how each leaf is spelled."""
    order = [node for node in root.walk() if node.text is None]
    widths: dict[int, int] = {}
    for node in reversed(order):
        width = 2 + len(node.kind) + len(node.children)
        for child in node.children:
            text = child.text
            if text is None:
                width += widths[id(child)]
                continue
            spelling = spelled.get(text)
            if spelling is None:
                spelling = spelled[text] = spell_leaf(text)
            width += len(spelling)
        widths[id(node)] = width
    return widths
