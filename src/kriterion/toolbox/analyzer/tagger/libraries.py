"""Ways to tell what of a library is mentioned."""

import re
from collections.abc import Callable, Collection, Mapping

import tree_sitter

from kriterion.toolbox.analyzer.tagger.place import text_of
from kriterion.toolbox.analyzer.tagger.table import Names

Mentioning = Callable[[tree_sitter.Node, Names], str]

_FIRST = re.compile(r"[\w$']+")


def named(names: Mapping[str, str]) -> Mentioning:
    """Things that are called so in one place only: their names → how they are called in full."""

    def library(node: tree_sitter.Node, known: Names) -> str:
        name = text_of(node)
        return "" if name in known.methods else names.get(name, "")

    return library


def members_of(owners: Collection[str], separator: str = ".") -> Mentioning:
    """`Math.max`: members of something of the library, when it is mentioned by its own name."""

    def library(node: tree_sitter.Node, known: Names) -> str:
        text = text_of(node)
        owner = first_name(text)
        if owner not in owners or owner in known.defined:
            return ""
        return text if re.fullmatch(rf"\w+(?:{re.escape(separator)}\w+)+", text) else ""

    return library


def invoked(
    owners: Collection[str], methods: Mapping[str, str], receiver: str = "object"
) -> Mentioning:
    """`Math.max(…)`, of an owner in the library; else methods that only one type has, as `named`.
    The node is a call with a field `receiver` and a field `name`."""

    def library(node: tree_sitter.Node, known: Names) -> str:
        name = text_of(node.child_by_field_name("name"))
        owner = text_of(node.child_by_field_name(receiver))
        if owner in owners and owner not in known.defined:
            return f"{owner}.{name}"
        return "" if not owner or name in known.methods else methods.get(name, "")

    return library


def first_name(text: str) -> str:
    """`names` of `names.first`."""
    match = _FIRST.match(text)
    return match[0] if match else ""


def listed(names: str, owner: str = "") -> dict[str, str]:
    """Names in a text, each with how it is called in full: `append` → `list.append`."""
    return {name: f"{owner}{name}" for name in names.split()}
