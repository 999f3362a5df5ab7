"""Elements in JavaScript and TypeScript: what is between tags is text, and blanks there say little.

Source: the JSX specification (facebook/jsx) for the grammar; what becomes of blanks is what
TypeScript and Babel agree on: lines are trimmed, empty ones left out, the others joined by a blank.
"""

from collections.abc import Mapping

from kriterion.toolbox.representer.language import Rewrite, Source
from kriterion.toolbox.representer.literals import quoted
from kriterion.toolbox.representer.tree import Node, leaf

_TEXTS = frozenset({"jsx_text", "html_character_reference", "text"})


def _element(node: Node, _: Source) -> Node:
    """What closes an element says nothing, and neither does a comment in braces."""
    children: list[Node] = []
    text = ""
    for child in node.children:
        if child.kind in _TEXTS:
            text += child.text or ""
            continue
        if said := _said(text):
            children.append(leaf("jsx_text", quoted(said)))
        text = ""
        is_comment = child.kind == "jsx_expression" and not child.children
        if child.field != "close_tag" and not is_comment:
            children.append(child)
    node.children = children
    return node


def _said(text: str) -> str:
    """What is left of a text between tags."""
    first, *others = text.split("\n")
    if not others:
        return text
    *middle, last = others
    lines = (first.rstrip(" \t"), *(line.strip(" \t") for line in middle), last.lstrip(" \t"))
    return " ".join(filter(None, lines))


def _opening(node: Node, _: Source) -> Node:
    """<div>: a name in small letters is the page's, with attributes of its own."""
    node.children = [child for child in node.children if child.text not in ("<", ">", "/>")]
    name = node.child("name")
    if name is not None and name.text is not None and not name.text[:1].isupper():
        name.kind = "jsx_tag"
        for attribute in node.children:
            if attribute.kind == "jsx_attribute" and attribute.children[0].text is not None:
                attribute.children[0].kind = "jsx_name"
    return node


def _closed(node: Node, source: Source) -> Node:
    """<Thing /> is <Thing></Thing>."""
    opening = _opening(Node("jsx_opening_element", "open_tag", children=node.children), source)
    return Node("jsx_element", children=[opening])


def _namespace(node: Node, _: Source) -> Node:
    return leaf("jsx_name", "".join(child.text or "" for child in node.children))


REWRITES: Mapping[str, Rewrite] = {
    "jsx_element": _element,
    "jsx_opening_element": _opening,
    "jsx_self_closing_element": _closed,
    "jsx_namespace_name": _namespace,
}
