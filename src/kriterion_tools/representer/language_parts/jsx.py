"""JSX in JavaScript and TypeScript: text between tags becomes a string with normalised white space.

Sources: the JSX specification (facebook/jsx) for the grammar; for white space, what TypeScript and
Babel agree on: trim lines, drop empty ones, join the rest by a blank.
"""

from collections.abc import Mapping

from kriterion_tools.representer.language import Rewrite
from kriterion_tools.representer.literals import quote
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_TEXTS = frozenset({"jsx_text", "html_character_reference", "text"})


def _rewrite_element(node: Node, _: SolutionWords) -> Node:
    """Drop the closing tag and comments in braces."""
    children: list[Node] = []
    text = ""
    for child in node.children:
        if child.kind in _TEXTS:
            text += child.text or ""
            continue
        if normalised := _normalise_white_space(text):
            children.append(leaf("jsx_text", quote(normalised)))
        text = ""
        is_comment = child.kind == "jsx_expression" and not child.children
        if child.field != "close_tag" and not is_comment:
            children.append(child)
    node.children = children
    return node


def _normalise_white_space(text: str) -> str:
    """Return the text between tags, with its white space normalised."""
    first, *others = text.split("\n")
    if not others:
        return text
    *middle, last = others
    lines = (first.rstrip(" \t"), *(line.strip(" \t") for line in middle), last.lstrip(" \t"))
    return " ".join(filter(None, lines))


def _mark_html_names(node: Node, _: SolutionWords) -> Node:
    """Mark a lower-case name (<div>) and its attributes as HTML's, not the student's."""
    node.children = [child for child in node.children if child.text not in ("<", ">", "/>")]
    name = node.child("name")
    if name is not None and name.text is not None and not name.text[:1].isupper():
        name.kind = "jsx_tag"
        for attribute in node.children:
            if attribute.kind == "jsx_attribute" and attribute.children[0].text is not None:
                attribute.children[0].kind = "jsx_name"
    return node


def _expand_self_closing(node: Node, source: SolutionWords) -> Node:
    """Normalise <Thing /> to <Thing></Thing>."""
    opening = _mark_html_names(
        Node("jsx_opening_element", "open_tag", children=node.children), source
    )
    return Node("jsx_element", children=[opening])


def _join_namespaced_name(node: Node, _: SolutionWords) -> Node:
    return leaf("jsx_name", "".join(child.text or "" for child in node.children))


REWRITES: Mapping[str, Rewrite] = {
    "jsx_element": _rewrite_element,
    "jsx_opening_element": _mark_html_names,
    "jsx_self_closing_element": _expand_self_closing,
    "jsx_namespace_name": _join_namespaced_name,
}
