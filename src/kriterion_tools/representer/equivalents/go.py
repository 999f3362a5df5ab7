"""Go's statements and declarations that say the same."""

from collections import Counter
from collections.abc import Mapping

from kriterion_tools.representer.equivalents.assignments import (
    is_same,
    is_step,
    make_step,
    shorten_assignment,
)
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_shorten = shorten_assignment("assignment_statement")
_STEP_KINDS = {"+=": "inc_statement", "-=": "dec_statement"}
_ZEROS = {"int": "0", "string": '""', "bool": "false", "float64": "0", "rune": "0", "byte": "0"}
_DEEPEST = 8  # literals in literals, and names for types
_LITERAL_TYPES = frozenset({"slice_type", "array_type", "map_type"})


def simplify_assignment(node: Node, source: SolutionWords) -> Node:
    """Normalise x = x + y to x += y, and x += 1 to x++."""
    node = _shorten(node, source) or node
    if is_step(node):
        make_step(node, _STEP_KINDS[node.children[1].text or ""])
    return node


def simplify_range(node: Node, _: SolutionWords) -> Node:
    """Normalise `for i, _ := range x` to `for i := range x`, and `for _ = range` to `for range`."""
    left = node.child("left")
    if left is None or left.kind != "expression_list":
        return node
    if len(left.children) == 2 and left.children[1].text == "_":
        left.children.pop()
    if [child.text for child in left.children] == ["_"]:
        node.children = [child for child in node.children if child.text not in ("=", ":=")]
        node.children.remove(left)
    return node


def simplify_loop(node: Node, source: SolutionWords) -> Node:
    """Normalise `for true` to `for`, and `for ; a; ` to `for a`."""
    children = []
    for child in node.children:
        if child.kind == "for_clause":
            parts = [part for part in child.children if part.text != ";"]
            if len(parts) == 1 and parts[0].field == "condition":
                child = parts[0]
                child.field = ""
        if child.text == "true" and child.field != "body" and "true" not in source.defined:
            continue
        children.append(child)
    node.children = children
    return node


def simplify_switch(node: Node, source: SolutionWords) -> Node:
    """Normalise `switch true` to `switch`."""
    value = node.child("value")
    if value is not None and value.text == "true" and "true" not in source.defined:
        node.children.remove(value)
    return node


def simplify_slice(node: Node, source: SolutionWords) -> Node:
    """Normalise x[0:n] to x[:n], and x[1:len(x)] to x[1:]."""
    start, end, operand = node.child("start"), node.child("end"), node.child("operand")
    if start is not None and start.text == "0":
        node.children.remove(start)
    if (
        end is not None
        and end.kind == "call_expression"
        and operand is not None
        and operand.text is not None
        and node.child("capacity") is None
        and len(end.children) == 2
        and end.children[0].text == "len"
        and "len" not in source.defined
        and [part.text for part in end.children[1].leaves()] == [operand.text]
    ):
        node.children.remove(end)
    return node


def drop_zero_value(node: Node, source: SolutionWords) -> Node:
    """Normalise `var x int = 0` to `var x int`."""
    type_, value = node.child("type"), node.child("value")
    if type_ is None or value is None or type_.text not in _ZEROS.keys() - source.defined:
        return node
    if [part.text for part in value.leaves()] == [_ZEROS[type_.text or ""]]:
        node.children = [child for child in node.children if child is not value]
        node.children = [child for child in node.children if child.text != "="]
    return node


def simplify_interface(node: Node, source: SolutionWords) -> Node:
    """Normalise interface{} to any."""
    if len(node.children) > 1 or "any" in source.defined:
        return node
    return leaf("type_identifier", "any", node.field)


def drop_element_types(node: Node, _: SolutionWords) -> Node:
    """Normalise [][]int{[]int{1}} to [][]int{{1}}."""
    type_, body = node.child("type"), node.child("body")
    element = None
    if type_ is not None and type_.kind in _LITERAL_TYPES:
        element = type_.child("element") or type_.child("value")
    for child in body.children if body is not None and element is not None else ():
        for holder in (child, *child.children) if child.kind == "keyed_element" else (child,):
            if holder.kind != "literal_element" or len(holder.children) != 1:
                continue
            (value,) = holder.children
            inner = value.child("type") if value.kind == "composite_literal" else None
            if inner is not None and element is not None and is_same(inner, element):
                content = value.child("body")
                if content is not None and (holder is child or holder is child.children[-1]):
                    content.field = ""
                    holder.children = [content]
    return node


def split_constants(node: Node, _: SolutionWords) -> Node:
    """Normalise `const (a = 1; b = 2)` and `const a, b = 1, 2` to two declarations.

    A constant without a value, or with iota, prevents this.
    """
    specs = [child for child in node.children if child.kind == "const_spec"]
    if any(
        spec.child("value") is None or any(part.text == "iota" for part in spec.leaves())
        for spec in specs
    ):
        return node
    specs = [one for spec in specs for one in _split_names(spec)]
    if len(specs) < 2:
        return node
    return Node(
        "const_declarations",
        children=[
            Node("const_declaration", children=[leaf("const", "const"), spec]) for spec in specs
        ],
    )


def _split_names(spec: Node) -> list[Node]:
    """Split the declaration of several constants, unless a value mentions a name."""
    names = [child for child in spec.children if child.field == "name"]
    list_, type_ = spec.child("value"), spec.child("type")
    texts = {name.text for name in names}
    if (
        len(names) < 2
        or list_ is None
        or len(list_.children) != len(names)
        or any(part.text in texts for part in list_.leaves())
    ):
        return [spec]
    equals = [child for child in spec.children if child.text == "="]
    return [
        Node(
            spec.kind,
            children=[
                name,
                *([type_.copy()] if type_ is not None else []),
                *(part.copy() for part in equals),
                Node(list_.kind, "value", children=[value]),
            ],
        )
        for name, value in zip(names, list_.children, strict=True)
    ]


def mark_fields(node: Node, _: SolutionWords) -> Node:
    """Mark the fields of structs that literals name, each with the type of its struct."""
    types = {
        name.text or "": type_
        for part in node.walk()
        if part.kind in ("type_spec", "type_alias")
        and (name := part.child("name")) is not None
        and (type_ := part.child("type")) is not None
    }
    for literal in [part for part in node.walk() if part.kind == "composite_literal"]:
        type_, body = literal.child("type"), literal.child("body") or literal.children[-1]
        pending = [(body, type_, 0)]
        while pending:
            value, holder, depth = pending.pop()
            outer, holder = holder, _find_underlying(holder, types)
            if holder is None or depth > _DEEPEST:
                continue
            is_struct = holder.kind in ("struct_type", "qualified_type")
            element = holder.child("element") or holder.child("value")
            for part in value.children:
                key, item = (
                    (part.child("key"), part.child("value"))
                    if part.kind == "keyed_element"
                    else (None, part)
                )
                for name in key.children if key is not None and is_struct else ():
                    if name.kind == "identifier":
                        name.kind = "field_identifier"
                        is_named = holder.kind == "qualified_type" or outer is not holder
                        name.hint = outer if is_named else None
                inner = item.children if item is not None and item.kind == "literal_element" else []
                if not is_struct and len(inner) == 1 and inner[0].kind == "literal_value":
                    pending.append((inner[0], element, depth + 1))
    return node


def _find_underlying(type_: Node | None, types: Mapping[str, Node]) -> Node | None:
    """Return what a type stands for, as far as the file tells."""
    for _ in range(_DEEPEST):
        if type_ is None:
            return None
        if type_.kind in ("pointer_type", "parenthesized_type"):
            type_ = next((child for child in type_.children if child.text != "*"), None)
        elif type_.kind == "generic_type":
            type_ = type_.child("type")
        elif type_.kind == "type_identifier" and type_.text in types:
            type_ = types[type_.text or ""]
        else:
            return type_
    return None


def name_packages(node: Node, source: SolutionWords) -> Node:
    """Use a package's own name instead of an alias, unless something else may have that name."""
    renamed: dict[str, str] = {}
    imports = [child for child in node.children if child.kind == "import_spec"]
    times = Counter(map(_get_package_name, imports))
    for child in imports:
        name, own = child.child("name"), _get_package_name(child)
        if name is None or times[own] > 1:
            continue
        if name.kind != "package_identifier" or name.text in ("_", "."):
            continue
        if own == name.text:
            child.children.remove(name)
        elif own.isidentifier() and own.isascii() and not _is_used(node, own):
            child.children.remove(name)
            renamed[name.text or ""] = own
    if renamed:
        bound = {
            part.text
            for parent in node.walk()
            for part in parent.children
            if part.field in ("name", "left", "alias") and part.text in renamed
        }
        for part in node.leaves():
            if part.text in renamed and part.kind in ("identifier", "package_identifier"):
                part.text = renamed[part.text] if part.text not in bound else part.text
    return node


def _get_package_name(import_: Node) -> str:
    """Return the last name of an import's path."""
    path = import_.child("path")
    return (path.text or "" if path is not None else "").strip('"').rpartition("/")[2]


def _is_used(node: Node, name: str) -> bool:
    return any(part.text == name for part in node.leaves())
