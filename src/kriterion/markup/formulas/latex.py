"""Renders LaTeX formulas as MathML: latex2mathml parses them, and we rebuild the result from
allowed elements.

Formulas may not define commands, because commands that expand into each other may never end.
"""

import re
from collections.abc import Iterator
from html import unescape
from itertools import zip_longest
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

from kriterion.markup.element import Markup, element
from kriterion.markup.formulas.alphabets import Alphabet, apply_alphabet
from kriterion.markup.formulas.mathml import (
    CHILDREN,
    FUNCTIONS,
    TAGS,
    TOKENS,
    filter_mathml_attribute,
    render_function_name,
    wrap_formula,
)

MAXIMUM_CHARACTERS = 4_000
MAXIMUM_DEPTH = 60

_DEFINITION = re.compile(
    r"\\(?:(?:re)?newcommand|(?:re)?newenvironment|providecommand|[egx]?def|let|DeclareMathOperator)"
    r"(?![A-Za-z])"
)
# Elements that browsers do not support are replaced by their content.
_TRANSPARENT = frozenset({"mpadded"})
_UNPARSED = frozenset("&{}")
_VARIANTS = {
    "bold": Alphabet.BOLD,
    "double-struck": Alphabet.DOUBLE_STRUCK,
    "fraktur": Alphabet.FRAKTUR,
    "monospace": Alphabet.MONOSPACE,
    "sans-serif": Alphabet.SANS_SERIF,
    "script": Alphabet.SCRIPT,
}


def render_latex(text: str, *, display: bool = False) -> Markup | None:
    """Render the formula. Return None if it is invalid, too long or nested too deeply, or if it
    has unknown commands.
    """
    if len(text) > MAXIMUM_CHARACTERS or _DEFINITION.search(text):
        return None
    try:
        root = convert_to_element(text, display="block" if display else "inline")
    except Exception:  # which errors it raises is not documented; RecursionError is one
        return None
    try:
        return wrap_formula(*_rebuild_children(root, 0), display=display)
    except _UnknownPartError:
        return None


class _UnknownPartError(Exception):
    """The formula has an element or a command that is not supported."""


def _rebuild(node: Element, after: Element | None, depth: int) -> Iterator[Markup]:
    if depth > MAXIMUM_DEPTH:
        raise _UnknownPartError
    if node.tag in _TRANSPARENT:
        yield from _rebuild_children(node, depth)
    elif node.tag not in TAGS:
        raise _UnknownPartError
    elif node.tag in TOKENS:
        yield _render_token(node, after)
    else:
        children = tuple(_rebuild_children(node, depth))
        if len(children) != CHILDREN.get(node.tag, len(children)):
            raise _UnknownPartError
        yield element(node.tag, *children, **_filter_attributes(node))


def _rebuild_children(node: Element, depth: int) -> Iterator[Markup]:
    children = list(node)
    for child, after in zip_longest(children, children[1:]):
        yield from _rebuild(child, after, depth + 1)


def _render_token(node: Element, after: Element | None) -> Markup:
    """Render a letter, number, operator or text; raise if it is an unknown command."""
    source = node.text or ""
    if node.tag != "mtext" and (source.startswith("\\") or source in _UNPARSED):
        raise _UnknownPartError
    text = unescape(source)
    if text in FUNCTIONS:
        has_brackets = after is not None and unescape(after.text or "") in ("(", "[")
        return render_function_name(text, space_after=not has_brackets)
    variant = _VARIANTS.get(node.get("mathvariant", ""))
    return element(
        node.tag, apply_alphabet(variant, text) if variant else text, **_filter_attributes(node)
    )


def _filter_attributes(node: Element) -> dict[str, str | int | bool | None]:
    return {name: filter_mathml_attribute(name, value) for name, value in node.attrib.items()}
