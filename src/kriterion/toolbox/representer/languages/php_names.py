"""PHP's names: which are variables, members and constants, and which are somebody else's."""

from kriterion.toolbox.representer.language import Source
from kriterion.toolbox.representer.tree import Node, leaf

_SUPERGLOBALS = frozenset(
    {"$this", "$GLOBALS", "$_SERVER", "$_GET", "$_POST", "$_FILES", "$_COOKIE", "$_SESSION"}
    | {"$_REQUEST", "$_ENV", "$argc", "$argv", "$http_response_header", "$php_errormsg"}
)

# Where one of these is, variables are asked for by their names in strings.
_NAME_READERS = frozenset({"compact", "extract", "get_defined_vars", "parse_str"})

# By these, functions, classes and members are asked for by their names in texts.
READERS = frozenset(
    {"call_user_func", "call_user_func_array", "is_callable", "function_exists", "method_exists"}
    | {"property_exists", "class_exists", "constant", "defined", "array_map", "array_filter"}
    | {"array_reduce", "array_walk", "usort", "uasort", "uksort"}
)

# Methods that PHP or its interfaces look for in any object.
_LOOKED_FOR = frozenset(
    {"getIterator", "current", "key", "next", "rewind", "valid", "count", "jsonSerialize"}
    | {"offsetExists", "offsetGet", "offsetSet", "offsetUnset", "serialize", "unserialize"}
    | {"accept", "getChildren", "hasChildren", "getMessage", "getCode", "getPrevious"}
    | {"cases", "from", "tryFrom"}
)


def variable(node: Node, source: Source) -> Node:
    """$name is one leaf."""
    text = "".join(child.text or "" for child in node.children)
    is_fixed = text in _SUPERGLOBALS or not _NAME_READERS.isdisjoint(source.words)
    return leaf("fixed_variable" if is_fixed else "variable", text)


def property_of(node: Node, _: Source) -> Node:
    for child in node.children:
        if child.kind == "variable":
            child.kind = "property"
    return node


def promoted(node: Node, _: Source) -> Node:
    """A parameter of the constructor that is a property, too: both are bound."""
    name = node.child("name")
    if name is not None and name.kind == "variable":
        node.children.append(leaf("property", name.text or "", "property"))
    return node


def constant(node: Node, _: Source) -> Node:
    """Class::NAME: what stands behind is a member."""
    node.children = [child for child in node.children if child.text != "::"]
    node.children[0].field = "scope"
    node.children[-1].field = "name"
    return node


def defined_constant(node: Node, _: Source) -> Node:
    node.children[0].field = "name"
    return node


def method(node: Node, _: Source) -> Node:
    """A method that something looks for keeps its name."""
    name = node.child("name")
    if name is not None and _is_magic(name.text or ""):
        name.kind = "looked_for"
    return node


def _is_magic(name: str) -> bool:
    return name.startswith("__") or name in _LOOKED_FOR
