"""PHP's names: which are variables, members or constants, and which the solution does not own."""

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.solution_tree import Node, leaf

_SUPERGLOBALS = frozenset(
    {"$this", "$GLOBALS", "$_SERVER", "$_GET", "$_POST", "$_FILES", "$_COOKIE", "$_SESSION"}
    | {"$_REQUEST", "$_ENV", "$argc", "$argv", "$http_response_header", "$php_errormsg"}
)

# With one of these words in the solution, strings may refer to variables.
_NAME_READERS = frozenset({"compact", "extract", "get_defined_vars", "parse_str"})

# With one of these, strings may refer to functions, classes and members.
READERS = frozenset(
    {"call_user_func", "call_user_func_array", "is_callable", "function_exists", "method_exists"}
    | {"property_exists", "class_exists", "constant", "defined", "array_map", "array_filter"}
    | {"array_reduce", "array_walk", "usort", "uasort", "uksort"}
)

# Methods that PHP or its interfaces look up in any object.
_LOOKED_FOR = frozenset(
    {"getIterator", "current", "key", "next", "rewind", "valid", "count", "jsonSerialize"}
    | {"offsetExists", "offsetGet", "offsetSet", "offsetUnset", "serialize", "unserialize"}
    | {"accept", "getChildren", "hasChildren", "getMessage", "getCode", "getPrevious"}
    | {"cases", "from", "tryFrom"}
)


def variable(node: Node, source: SolutionWords) -> Node:
    """Join $name into one leaf."""
    text = "".join(child.text or "" for child in node.children)
    is_fixed = text in _SUPERGLOBALS or not _NAME_READERS.isdisjoint(source.words)
    return leaf("fixed_variable" if is_fixed else "variable", text)


def property_of(node: Node, _: SolutionWords) -> Node:
    for child in node.children:
        if child.kind == "variable":
            child.kind = "property"
    return node


def promoted(node: Node, _: SolutionWords) -> Node:
    """Bind a promoted constructor parameter both as parameter and as property."""
    name = node.child("name")
    if name is not None and name.kind == "variable":
        node.children.append(leaf("property", name.text or "", "property"))
    return node


def constant(node: Node, _: SolutionWords) -> Node:
    """Mark the member in Class::NAME."""
    node.children = [child for child in node.children if child.text != "::"]
    node.children[0].field = "scope"
    node.children[-1].field = "name"
    return node


def defined_constant(node: Node, _: SolutionWords) -> Node:
    node.children[0].field = "name"
    return node


def method(node: Node, _: SolutionWords) -> Node:
    """A method that PHP looks up keeps its name."""
    name = node.child("name")
    if name is not None and _is_magic(name.text or ""):
        name.kind = "looked_for"
    return node


def _is_magic(name: str) -> bool:
    return name.startswith("__") or name in _LOOKED_FOR
