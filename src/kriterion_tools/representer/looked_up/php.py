"""PHP's names that a text names: 'go' as a callable, new $class, $$name. They stay.

Names of functions, classes and methods have no case: another spelling becomes the declared one.
"""

import re
from collections.abc import Collection, Iterator

from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords

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

# Functions that call a function or a method that a text names.
_CALLABLE_READERS = frozenset(
    {"call_user_func", "call_user_func_array", "is_callable", "function_exists", "method_exists"}
    | {"array_map", "array_filter", "usort", "array_walk", "array_reduce", "fromCallable"}
)

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
    is_dynamic = any(inner.kind.startswith("dynamic_") or _calls_value(inner) for inner in nodes)
    is_dynamic = is_dynamic or not source.words.isdisjoint(_CALLABLE_READERS)
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
    if not source.words.isdisjoint(_ALL_PROPERTIES) or _reads_objects(nodes):
        fixed |= properties
    elif is_dynamic or not source.words.isdisjoint(_PROPERTY_READERS):
        fixed |= {name for name in properties if name.lower() in texts or _has_piece(name, pieces)}
    _fix(node, fixed)
    keywords = _list_collected(nodes)
    if "call_user_func_array" in source.words:
        keywords |= texts
    _fix_variables(node, nodes, texts, keywords)
    return node


def _fix(program: Node, names: Collection[str]) -> None:
    if not names:
        return
    for part in program.leaves():
        if part.kind == "name" and part.text in names:
            part.kind = "looked_for"
        elif part.kind == "property" and (part.text or "").lstrip("$") in names:
            part.kind = "fixed_property"


def _fix_variables(
    program: Node, nodes: list[Node], texts: Collection[str], keywords: Collection[str]
) -> None:
    """Keep all variables if one is named by a text, and parameters that keys may name."""
    kinds = {inner.kind for inner in nodes}
    named = {*keywords, *(texts if "variadic_unpacking" in kinds else ())}
    if "dynamic_variable_name" in kinds or named:
        for part in program.leaves():
            if part.kind == "variable" and (
                "dynamic_variable_name" in kinds or (part.text or "")[1:].lower() in named
            ):
                part.kind = "fixed_variable"
        for node in nodes:
            name = node.child("name") if node.kind == "argument" else None
            if name is not None and (name.text or "").lower() in named:
                name.kind = "looked_for"


def _list_collected(nodes: list[Node]) -> set[str]:
    """Return the names of arguments, in lower case, if a function collects them in an array."""
    if not any(node.kind == "variadic_parameter" for node in nodes):
        return set()
    arguments = (node.child("name") for node in nodes if node.kind == "argument")
    return {(name.text or "").lower() for name in arguments if name is not None}


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
            if child.kind in ("string", "string_content") and child.text:
                text = child.text[1:-1] if child.kind == "string" else child.text
                for part in _IN_TEXT.split(text):
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


def _reads_objects(nodes: list[Node]) -> bool:
    """Whether a solution may loop over an object's properties, or make an array of them."""
    own = set(_list_named(nodes, _CLASSES))
    if not own:
        return False
    objects = {"$this"}
    for node in nodes:
        if node.kind == "assignment_expression":
            target, *_, value = node.children
            if value.kind == "object_creation_expression" and target.text:
                objects.add(target.text)
        elif node.kind == "simple_parameter":
            name = node.child("name")
            if name is not None and any(part.text in own for part in node.leaves()):
                objects.add(name.text or "")
    return any(
        (node.kind == "cast_expression" and node.children[0].text == "array")
        or (
            node.kind == "foreach_statement"
            and any(
                child.text in objects or child.kind == "object_creation_expression"
                for child in node.children[1:2]
            )
        )
        for node in nodes
    )


def _calls_value(node: Node) -> bool:
    """Whether this is $f()."""
    function = node.child("function") if node.kind == "function_call_expression" else None
    return function is not None and function.kind == "variable"
