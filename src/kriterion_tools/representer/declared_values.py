"""Find the parts of declarations, assignments and calls that tell a type."""

from collections.abc import Collection, Iterator

from kriterion_tools.representer.language import ANY
from kriterion_tools.representer.solution_tree import Node

_INNER_FIELDS = ("name", "declarator", "pattern", "left", "property", "variable")
_VALUE_FIELDS = ("value", "right", "default_value")


def list_declared(
    node: Node, names: Collection[str], types: Collection[str], accesses: Collection[str]
) -> Iterator[tuple[Node, Node | None, Node | None]]:
    """Yield the names that a node declares or assigns to, each with its type and its value."""
    for child in node.children:
        if child.field not in names and child.kind not in names:
            continue
        path: list[Node] = [node]
        target: Node | None = child
        while target is not None and target.text is None and target.kind not in accesses:
            path.append(target)
            target = _find_inner(target)
        if target is None:
            yield from _list_several(path[-1], node)
        if target is not None:
            type_ = next((found for part in path[::-1] if (found := find_in(part, types))), None)
            value = next((found for part in path[::-1] if (found := _find_value(part))), None)
            yield target, target.hint or type_, value


def _list_several(targets: Node, node: Node) -> Iterator[tuple[Node, Node | None, Node | None]]:
    """Yield the names in `a, b = c, d` with their values. Of a function with several results, the
    first name gets the first; in a loop, the last name gets an element.
    """
    value = node.child("right")
    if targets.kind != "expression_list" or value is None:
        return
    names = [child for child in targets.children if child.text != ","]
    values = value.children if value.kind == "expression_list" else [value]
    if len(names) == len(values):
        yield from ((name, None, each) for name, each in zip(names, values, strict=True))
    elif len(values) == 1 and value.kind == "expression_list":
        yield names[0], None, values[0]
    elif len(values) == 1:
        yield names[-1], None, values[0]


def _find_inner(node: Node) -> Node | None:
    """Return the part of a declarator that holds its name, or None if it has several."""
    inner = [part for part in node.children if part.field in _INNER_FIELDS]
    value = _find_value(node)
    if not inner:
        inner = [
            part
            for part in node.children
            if part is not value and (part.text is None or part.kind.endswith("identifier"))
        ]
    return inner[0] if len(inner) == 1 else None


def _find_value(node: Node) -> Node | None:
    """Return the value in a declaration or assignment: by its field, or behind an equals sign."""
    after_equals = False
    for child in node.children:
        if child.field in _VALUE_FIELDS or after_equals:
            return child
        after_equals = child.text == "="
    return None


def find_first_argument(call: Node, callee: Node | None) -> Node | None:
    """Return the first argument of a call."""
    for arguments in call.children:
        if arguments is not callee and arguments.text is None:
            first = arguments.children[0] if arguments.children else None
            while first is not None and first.text is None and len(first.children) == 1:
                (first,) = first.children
            return first
    return None


def find_type_arguments(call: Node) -> Node | None:
    """Return the type arguments of a call: listOf<T>()."""
    return next((part for part in call.children if part.kind.startswith("type_argument")), None)


def find_after(node: Node, text: str) -> Node | None:
    """Return the child behind a word."""
    texts = [child.text for child in node.children[:-1]]
    return node.children[texts.index(text) + 1] if text in texts else None


def has_body(node: Node, kinds: Collection[str]) -> bool:
    return node.kind in kinds or any(child.kind in kinds for child in node.children)


def find_in(node: Node, places: Collection[str]) -> Node | None:
    for child in node.children:
        if child.field in places or child.kind in places:
            return child
    return None


def find_place(node: Node, place: str) -> Node | None:
    """Return the child of that field or kind; for ANY, the last child that is not punctuation."""
    if place == ANY:
        parts = [
            child
            for child in node.children
            if child.text is None or any(map(str.isalnum, child.text))
        ]
        return parts[-1] if parts else None
    return find_in(node, (place,))


def find_last_leaf(node: Node) -> Node:
    *_, last = node.leaves()
    return last
