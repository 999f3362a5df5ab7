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
    short_texts = _render_short_nodes(root, spelled)
    parts: list[str] = []
    # A stack of what remains to be written: nodes with their depth, and plain text.
    pending: list[tuple[Node, int] | str] = [(root, 0)]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node, depth = item
        short_text = short_texts.get(id(node))
        if short_text and len(short_text) <= WIDTH - INDENTATION * min(depth, DEEPEST):
            parts.append(short_text)
            continue
        parts.append(f"({node.kind}")
        pending.append(")")
        inner = "\n" + " " * (INDENTATION * min(depth + 1, DEEPEST))
        # Leading leaves stay on the line of their node.
        following: list[tuple[Node, int] | str] = []
        separator, text = " ", ""
        for child in node.children:
            if child.text is not None:
                text += separator + (spelled.get(child.text) or spell_leaf(child.text))
                continue
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


def _render_short_nodes(root: Node, spelled: dict[str, str]) -> dict[int, str]:
    """Return the text on one line of each node that fits on a line, by its id; fill in how
    leaves are spelled.
    """
    short_texts: dict[int, str] = {}
    for node in reversed(root.list_nodes()):
        children = node.children
        if node.text is not None or len(children) * 2 > WIDTH:
            continue
        text = f"({node.kind}"
        for child in children:
            content = child.text
            if content is None:
                part = short_texts.get(id(child))
            else:
                part = spelled.get(content)
                if part is None:
                    part = spelled[content] = spell_leaf(content)
            if part is None or len(text) > WIDTH:
                break
            text += f" {part}"
        else:
            if len(text) < WIDTH:
                short_texts[id(node)] = f"{text})"
    return short_texts
