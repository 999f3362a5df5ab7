"""Recognisers of names from a language's library."""

import re
from collections.abc import Callable, Collection, Mapping

import tree_sitter

from kriterion_tools.analyzer.tagger.node_context import get_text
from kriterion_tools.analyzer.tagger.table import Names

Recogniser = Callable[[tree_sitter.Node, Names], str]

_FIRST = re.compile(r"[\w$']+")


def recognise_names(names: Mapping[str, str]) -> Recogniser:
    """Recognise names that belong to one type or module only: short name → full name."""

    def library(node: tree_sitter.Node, known: Names) -> str:
        name = get_text(node)
        return "" if name in known.methods else names.get(name, "")

    return library


def recognise_members(owners: Collection[str], separator: str = ".") -> Recogniser:
    """Recognise `Math.max`: members of a library type that is mentioned by name."""

    def library(node: tree_sitter.Node, known: Names) -> str:
        text = get_text(node)
        owner = get_first_name(text)
        if owner not in owners or owner in known.defined:
            return ""
        return text if re.fullmatch(rf"\w+(?:{re.escape(separator)}\w+)+", text) else ""

    return library


def recognise_calls(
    owners: Collection[str], methods: Mapping[str, str], receiver: str = "object"
) -> Recogniser:
    """Recognise `Math.max(…)`, with one of `owners` as receiver, and methods that only one type
    has.

    The node is a call with a field `receiver` and a field `name`; `methods` is as in
    `recognise_names`.
    """

    def library(node: tree_sitter.Node, known: Names) -> str:
        name = get_text(node.child_by_field_name("name"))
        owner = get_text(node.child_by_field_name(receiver))
        if owner in owners and owner not in known.defined:
            return f"{owner}.{name}"
        return "" if not owner or name in known.methods else methods.get(name, "")

    return library


def get_first_name(text: str) -> str:
    """Return `names` of `names.first`."""
    match = _FIRST.match(text)
    return match[0] if match else ""


def map_full_names(names: str, owner: str = "") -> dict[str, str]:
    """Map each name in a text to its full name: `append` → `list.append`."""
    return {name: f"{owner}{name}" for name in names.split()}
