"""Conditions of a table: what the kind of a node alone does not say."""

import re
from collections.abc import Collection, Mapping

from kriterion.toolbox.analyzer.tagger.place import MOST, Place, child_of, nth_child, text_of
from kriterion.toolbox.analyzer.tagger.table import Condition

LONGEST_ROW = 20  # operators in a row that are looked at


def holding(kinds: Collection[str], then: str, otherwise: str = "") -> Condition:
    """Whether the node has a child of one of these kinds."""

    def condition(place: Place) -> str:
        found = any(one.type in kinds for one in place.node.children[:MOST])
        return then if found else otherwise

    return condition


def beside(kinds: Collection[str], then: str, otherwise: str = "") -> Condition:
    """Whether a child of one of these kinds stands beside the node."""

    def condition(place: Place) -> str:
        siblings = place.parent.children[:MOST] if place.parent else ()
        return then if any(one.type in kinds for one in siblings) else otherwise

    return condition


def under(kinds: Collection[str], then: str, otherwise: str = "") -> Condition:
    """Whether the node is right below one of these kinds."""

    def condition(place: Place) -> str:
        return then if place.parent and place.parent.type in kinds else otherwise

    return condition


def adding(strings: Collection[str], operator: str = "+") -> Condition:
    """Whether an operator joins texts: one stands beside it, or further left in a row of them."""

    def condition(place: Place) -> str:
        node = place.parent
        for _ in range(LONGEST_ROW):
            if node is None:
                break
            children = node.children[:MOST]
            if operator not in (one.type for one in children):
                break
            if any(one.type in strings for one in children):
                return "concatenation"
            node = next((one for one in children if one.type == node.type), None)
        return "add"

    return condition


def inside(kinds: Collection[str], then: str, otherwise: str = "") -> Condition:
    """Whether the node is in one of these kinds, however deep that anybody would write."""

    def condition(place: Place) -> str:
        return then if any(one.type in kinds for one in place.around[-MOST:]) else otherwise

    return condition


def having(field: str, pattern: str, then: str, otherwise: str = "") -> Condition:
    """Whether the whole text in a field (down several, with dots) is as the pattern says."""
    expression = re.compile(pattern, re.DOTALL)
    fields = field.split(".")

    def condition(place: Place) -> str:
        found = child_of(place.node, *fields)
        return then if found and expression.fullmatch(text_of(found)) else otherwise

    return condition


def spelled(texts: Mapping[str, str], outside: str) -> Condition:
    """What the whole text of the node says, but not right below that kind."""
    patterns = [(re.compile(text, re.DOTALL), tags) for text, tags in texts.items()]

    def condition(place: Place) -> str:
        if place.parent and place.parent.type == outside:
            return ""
        text = text_of(place.node)
        return " ".join(tags for pattern, tags in patterns if pattern.fullmatch(text))

    return condition


def updating(place: Place) -> str:
    """++i, i++, --i or i--."""
    for position, child in zip(("prefix", "postfix"), (0, 1), strict=True):
        sign = text_of(nth_child(place.node, child))
        if sign in ("++", "--"):
            return f"{position}-{'increment' if sign == '++' else 'decrement'}"
    return ""


def without(field: str, then: str, otherwise: str = "") -> Condition:
    """Whether nothing is in that field."""

    def condition(place: Place) -> str:
        return otherwise if place.node.child_by_field_name(field) else then

    return condition
