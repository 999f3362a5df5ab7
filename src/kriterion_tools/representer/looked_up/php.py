"""PHP's names that a text names: 'go' as a callable, new $class, $$name. They stay.

Names of functions, classes and methods have no case: another spelling becomes the declared one.
"""

import re
from collections.abc import Collection, Iterator

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.solution_tree import Node

_CLASSES = frozenset(
    {"class_declaration", "interface_declaration", "trait_declaration", "enum_declaration"}
)
_DEFINITIONS = _CLASSES | {"function_definition", "method_declaration"}
_CONSTANTS = frozenset({"const_element", "enum_case"})
# Where a name has no case: kind → places.
_CALLABLE: dict[str, tuple[str, ...]] = {
    "function_call_expression": ("function",),
    "object_creation_expression": ("class",),
    "scoped_call_expression": ("scope", "name"),
    "member_call_expression": ("name",),
    "nullsafe_member_call_expression": ("name",),
    "class_constant_access_expression": ("scope",),
    "scoped_property_access_expression": ("scope",),
    **dict.fromkeys(("named_type", "base_clause", "class_interface_clause"), ("",)),
    **dict.fromkeys(("use_declaration", "type_list"), ("",)),
}
_STATIC = frozenset({"name", "looked_for", "relative_scope", "qualified_name"})

# Words with which a text may name a property, and with which a solution reads all of them.
_PROPERTY_READERS = frozenset({"property_exists", "array_column", "ReflectionProperty"})
_ALL_PROPERTIES = frozenset({"get_object_vars", "get_class_vars", "ReflectionClass"})
_CONSTANT_READERS = frozenset({"constant", "ReflectionClass", "ReflectionEnum"})

_IN_TEXT = re.compile(r"::|\\+")
_NAME = re.compile(r"[^\W\d]\w*")


def mark_dynamic_access(node: Node, _: SolutionWords) -> Node:
    """Mark $o->$name and $o->{…}, which name a member by a text."""
    name = node.child("name")
    if name is not None and name.kind not in _STATIC:
        node.kind = f"dynamic_{node.kind}"
        name.field = "text"
    return node


def keep_looked_up_names(node: Node, source: SolutionWords) -> Node:
    """Keep names that a text may name, and unify the case of names without one."""
    nodes = [inner for inner in node.walk() if inner.text is None]
    _unify_case(nodes)
    texts, pieces = _list_texts(nodes)
    is_dynamic = any(inner.kind.startswith("dynamic_") for inner in nodes)
    fixed = {name for name in _list_named(nodes, _DEFINITIONS) if name.lower() in texts}
    fixed |= {name for name in _list_named(nodes, _CONSTANTS) if name.lower() in texts}
    if is_dynamic:
        defined = _list_named(nodes, _DEFINITIONS | _CONSTANTS)
        fixed |= {name for name in defined if _has_piece(name, pieces)}
    if any(map(_makes_unknown, nodes)):
        fixed.update(_list_named(nodes, _CLASSES))
    if not source.words.isdisjoint(_CONSTANT_READERS) or _reads_cases(nodes):
        fixed.update(_list_named(nodes, _CONSTANTS))
    properties = {
        (part.text or "").lstrip("$") for part in node.leaves() if part.kind == "property"
    }
    if not source.words.isdisjoint(_ALL_PROPERTIES) or any(map(_reads_this, nodes)):
        fixed |= properties
    elif is_dynamic or not source.words.isdisjoint(_PROPERTY_READERS):
        fixed |= {name for name in properties if name.lower() in texts or _has_piece(name, pieces)}
    _fix(node, fixed)
    _fix_variables(node, nodes, texts)
    return node


def _fix(program: Node, names: Collection[str]) -> None:
    if not names:
        return
    for part in program.leaves():
        if part.kind == "name" and part.text in names:
            part.kind = "looked_for"
        elif part.kind == "property" and (part.text or "").lstrip("$") in names:
            part.kind = "fixed_property"


def _fix_variables(program: Node, nodes: list[Node], texts: Collection[str]) -> None:
    """Keep all variables if one is named by a text, and parameters that keys may name."""
    kinds = {inner.kind for inner in nodes}
    if "dynamic_variable_name" in kinds or "variadic_unpacking" in kinds:
        for part in program.leaves():
            if part.kind == "variable" and (
                "dynamic_variable_name" in kinds or (part.text or "")[1:].lower() in texts
            ):
                part.kind = "fixed_variable"


def _unify_case(nodes: list[Node]) -> None:
    declared = {name.lower(): name for name in _list_named(nodes, _DEFINITIONS)}
    spellings = set(declared.values())
    for node in nodes:
        places = _CALLABLE.get(node.kind, ())
        is_test = node.kind == "binary_expression" and any(
            child.text == "instanceof" for child in node.children
        )
        for child in node.children:
            if child.kind != "name" or child.text in spellings:
                continue
            if child.field in places or (is_test and child.field == "right"):
                lower = (child.text or "").lower()
                is_function = node.kind == "function_call_expression"
                child.text = declared.get(lower, lower if is_function else child.text)


def _list_named(nodes: list[Node], kinds: Collection[str]) -> Iterator[str]:
    """Yield the names that nodes of these kinds define, except magic ones."""
    for node in nodes:
        name = node.child("name") if node.kind in kinds else None
        if name is not None and name.kind == "name":
            yield name.text or ""


def _list_texts(nodes: list[Node]) -> tuple[set[str], set[str]]:
    """Return the names in texts, in lower case, and those in texts that are parts of others."""
    texts: set[str] = set()
    pieces: set[str] = set()
    for node in nodes:
        is_joined = node.kind in ("binary_expression", "encapsed_string")
        for child in node.children:
            if child.kind == "string" and child.text:
                for part in _IN_TEXT.split(child.text[1:-1]):
                    if _NAME.fullmatch(part):
                        texts.add(part.lower())
                        pieces.update([part] if is_joined else [])
    return texts, pieces


def _has_piece(name: str, pieces: Collection[str]) -> bool:
    return any(name.startswith(piece) or name.endswith(piece) for piece in pieces)


def _makes_unknown(node: Node) -> bool:
    """Whether this is new $class."""
    made = node.child("class") if node.kind == "object_creation_expression" else None
    return made is not None and made.kind not in _STATIC


def _reads_cases(nodes: list[Node]) -> bool:
    """Whether a solution with an enumeration reads the names of its cases."""
    return any(node.kind == "enum_declaration" for node in nodes) and any(
        name.text == "name"
        for node in nodes
        if node.kind.endswith("member_access_expression")
        if (name := node.child("name")) is not None
    )


def _reads_this(node: Node) -> bool:
    """Whether this is (array) $this, or a loop over it."""
    if node.kind == "foreach_statement":
        return any(child.text == "$this" for child in node.children[1:2])
    if node.kind == "cast_expression":
        return [child.text for child in node.children] == ["array", "$this"]
    return False
