"""Conditions for rules of a table that need more than the kind of a node."""

import functools
import re
from collections.abc import Collection, Mapping

from kriterion_tools.analyzer.tagger.node_context import (
    MAXIMUM_CHILDREN,
    NodeContext,
    find_child,
    get_child,
    get_text,
)
from kriterion_tools.analyzer.tagger.table import Condition

MAXIMUM_CHAIN = 20  # operators inspected in a chain such as a + b + c


@functools.cache
def compile_pattern(text: str) -> re.Pattern[str]:
    """Compile a pattern of a table when it is first needed: a solution needs few of them."""
    return re.compile(text, re.DOTALL)


def has_child(kinds: Collection[str], then: str, otherwise: str = "") -> Condition:
    """Test whether the node has a child of one of these kinds."""

    def condition(context: NodeContext) -> str:
        matches = any(child.type in kinds for child in context.node.children[:MAXIMUM_CHILDREN])
        return then if matches else otherwise

    return condition


def has_sibling(kinds: Collection[str], then: str, otherwise: str = "") -> Condition:
    """Test whether the node has a sibling of one of these kinds."""

    def condition(context: NodeContext) -> str:
        siblings = context.parent.children[:MAXIMUM_CHILDREN] if context.parent else ()
        return then if any(sibling.type in kinds for sibling in siblings) else otherwise

    return condition


def has_parent(kinds: Collection[str], then: str, otherwise: str = "") -> Condition:
    """Test whether the node's parent is of one of these kinds."""

    def condition(context: NodeContext) -> str:
        return then if context.parent and context.parent.type in kinds else otherwise

    return condition


def tag_concatenation(strings: Collection[str], operator: str = "+") -> Condition:
    """Test whether an operator concatenates strings: one is its operand or further left in the
    chain.
    """

    def condition(context: NodeContext) -> str:
        node = context.parent
        for _ in range(MAXIMUM_CHAIN):
            if node is None:
                break
            children = node.children[:MAXIMUM_CHILDREN]
            if operator not in (child.type for child in children):
                break
            if any(child.type in strings for child in children):
                return "concatenation"
            node = next((child for child in children if child.type == node.type), None)
        return "add"

    return condition


def has_ancestor(kinds: Collection[str], then: str, otherwise: str = "") -> Condition:
    """Test whether an ancestor of the node is of one of these kinds."""

    def condition(context: NodeContext) -> str:
        return (
            then
            if any(ancestor.type in kinds for ancestor in context.ancestors[-MAXIMUM_CHILDREN:])
            else otherwise
        )

    return condition


def field_matches(field: str, pattern: str, then: str, otherwise: str = "") -> Condition:
    """Test whether the whole text in a field matches. Dots in `field` descend several fields."""
    fields = field.split(".")

    def condition(context: NodeContext) -> str:
        child = find_child(context.node, *fields)
        return then if child and compile_pattern(pattern).fullmatch(get_text(child)) else otherwise

    return condition


def text_matches(texts: Mapping[str, str], outside: str) -> Condition:
    """Choose tags by the node's whole text, unless its parent is of the kind `outside`."""

    def condition(context: NodeContext) -> str:
        if context.parent and context.parent.type == outside:
            return ""
        text = get_text(context.node)
        return " ".join(
            tags for pattern, tags in texts.items() if compile_pattern(pattern).fullmatch(text)
        )

    return condition


def tag_increment(context: NodeContext) -> str:
    """Return the tag of ++i, i++, --i or i--."""
    for position, child in zip(("prefix", "postfix"), (0, 1), strict=True):
        sign = get_text(get_child(context.node, child))
        if sign in ("++", "--"):
            return f"{position}-{'increment' if sign == '++' else 'decrement'}"
    return ""


def lacks_field(field: str, then: str, otherwise: str = "") -> Condition:
    """Test whether the node has nothing in that field."""

    def condition(context: NodeContext) -> str:
        return otherwise if context.node.child_by_field_name(field) else then

    return condition
