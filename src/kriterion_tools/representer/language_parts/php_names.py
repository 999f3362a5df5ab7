"""PHP's names: mark variables, members and constants, and names that PHP defines or looks up."""

from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_SUPERGLOBALS = frozenset(
    {"$this", "$GLOBALS", "$_SERVER", "$_GET", "$_POST", "$_FILES", "$_COOKIE", "$_SESSION"}
    | {"$_REQUEST", "$_ENV", "$argc", "$argv", "$http_response_header", "$php_errormsg"}
)

# If the solution contains one of these words, strings may refer to variables.
_NAME_READERS = frozenset(
    {"compact", "extract", "get_defined_vars", "parse_str", "eval", "GLOBALS", "include", "require"}
    | {"include_once", "require_once"}
)

# Methods that PHP or its interfaces look up in any object.
_LOOKED_UP = frozenset(
    {"getIterator", "current", "key", "next", "rewind", "valid", "count", "jsonSerialize"}
    | {"offsetExists", "offsetGet", "offsetSet", "offsetUnset", "serialize", "unserialize"}
    | {"accept", "getChildren", "hasChildren", "getMessage", "getCode", "getPrevious"}
    | {"cases", "from", "tryFrom"}
)


def join_variable(node: Node, source: SolutionWords) -> Node:
    """Join $name into one leaf."""
    text = "".join(child.text or "" for child in node.children)
    is_fixed = text in _SUPERGLOBALS or not _NAME_READERS.isdisjoint(source.words)
    return leaf("fixed_variable" if is_fixed else "variable", text)


def mark_property(node: Node, _: SolutionWords) -> Node:
    for child in node.children:
        if child.kind == "variable":
            child.kind = "property"
    return node


def bind_promoted_property(node: Node, _: SolutionWords) -> Node:
    """Bind the name of a promoted constructor parameter as a property, too."""
    name = node.child("name")
    if name is not None and name.kind == "variable":
        node.children.append(leaf("property", name.text or "", "property"))
    return node


def mark_class_constant(node: Node, _: SolutionWords) -> Node:
    """Set the fields of class and constant in Class::NAME."""
    node.children = [child for child in node.children if child.text != "::"]
    node.children[0].field = "scope"
    node.children[-1].field = "name"
    return node


def mark_defined_constant(node: Node, _: SolutionWords) -> Node:
    node.children[0].field = "name"
    return node


def keep_magic_method(node: Node, _: SolutionWords) -> Node:
    """Keep the name of a method that PHP looks up."""
    name = node.child("name")
    if name is not None and _is_magic(name.text or ""):
        name.kind = "looked_for"
    return node


def _is_magic(name: str) -> bool:
    return name.startswith("__") or name in _LOOKED_UP
