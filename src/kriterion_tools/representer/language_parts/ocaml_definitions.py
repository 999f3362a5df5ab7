"""An OCaml module's definitions: mark functions that may swap places, and names that must stay."""

from collections.abc import Collection, Iterator, Mapping

from kriterion_tools.representer.library_names.ocaml import METHODS
from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords

# Names that the library's functors require of their arguments.
_REQUIRED_BY_FUNCTORS = frozenset({"compare", "equal", "hash"})

# The kinds of names that define something other than a value, with the kinds around them.
_DEFINING = {
    "type_constructor": "type_binding",
    "constructor_name": "constructor_declaration",
    "field_name": "field_declaration",
    "module_name": "module_binding",
    "module_type_name": "module_type_definition",
    "class_name": "class_binding",
    "value_name": "external",
}


def rewrite_unit(node: Node, _: SolutionWords) -> Node:
    _keep_shadowed_names(node)
    _keep_opened_names(node)
    _mark_movable_functions(node)
    _join_sequences(node)
    return node


def rewrite_structure(node: Node, _: SolutionWords) -> Node:
    """Keep the names that a functor may require."""
    _keep_shadowed_names(node)
    _mark_movable_functions(node)
    for child in node.children:
        for part in (child, *child.children):
            name = part.child("pattern") if part.text is None else None
            if (
                name is not None
                and name.kind == "value_name"
                and name.text in _REQUIRED_BY_FUNCTORS
            ):
                name.kind = "asked_for"
    return node


def _keep_shadowed_names(node: Node) -> None:
    """Keep a name in its own definition without `rec`: `let max x = max x 1` uses the library's."""
    defined: set[str] = set()
    for child in node.children:
        names = list(_find_defined_names(child))
        if child.kind == "value_definition" and not any(
            part.text == "rec" for part in child.children
        ):
            for binding in child.children:
                if binding.kind == "let_binding":
                    _keep_names(binding, set(names) - defined)
        defined.update(names)


def _keep_names(binding: Node, names: set[str]) -> None:
    parameters = {leaf.text for leaf in binding.leaves() if leaf.kind == "value_pattern"}
    body = binding.child("body")
    if body is not None and names - parameters:
        _mark_library_names(body, names - parameters)


def _keep_opened_names(unit: Node) -> None:
    """Keep the names of a library's module in an expression that opens it: List.(map f)."""
    nodes = [node for node in unit.walk() if node.text is None]
    own = {
        name.text
        for node in nodes
        if node.kind == "module_binding" and (name := node.child("name")) is not None
    }
    for node in nodes:
        if node.kind == "local_open_expression" and next(node.leaves()).text not in own:
            for part in node.children[1:]:
                _mark_library_names(part, METHODS)


def _mark_library_names(expression: Node, names: Collection[str]) -> None:
    if expression.kind == "value_name" and expression.text in names:
        expression.kind = "library_name"
    for node in expression.walk():
        if node.kind == "path":
            continue
        for child in node.children:
            if child.kind == "value_name" and child.text in names:
                child.kind = "library_name"


def keep_required_names(node: Node, _: SolutionWords) -> Node:
    for child in node.children:
        if child.kind == "value_name" and child.text in _REQUIRED_BY_FUNCTORS:
            child.kind = "asked_for"
    return node


def _mark_movable_functions(node: Node) -> None:
    """Let functions swap places, unless a name has two definitions or is used before its own."""
    places: dict[str, int] = {}
    has_values = False
    for place, child in enumerate(node.children):
        if child.kind in ("open_module", "include_module") and has_values:
            return
        has_values = has_values or child.kind == "value_definition"
        for name in _find_defined_names(child):
            if name in places and name != "_":
                return
            places[name] = place
    if not any(_uses_later_name(child, place, places) for place, child in enumerate(node.children)):
        node.children = [
            _mark_function(child) if child.kind == "value_definition" else child
            for child in node.children
        ]


def _uses_later_name(item: Node, place: int, places: Mapping[str, int]) -> bool:
    """Whether an item uses a name that is defined after it, and so refers to another value."""
    return any(
        places.get(leaf.text or "", -1) > place for leaf in item.leaves() if leaf.kind in _DEFINING
    )


def _find_defined_names(item: Node) -> Iterator[str]:
    """Yield the names that an item of a module defines."""
    if item.kind == "value_definition":
        bindings = (child for child in item.children if child.kind == "let_binding")
        patterns = (binding.child("pattern") for binding in bindings)
        yield from (leaf.text or "" for pattern in patterns if pattern for leaf in pattern.leaves())
        return
    pending = [item]
    while pending:
        node = pending.pop()
        for child in node.children:
            if child.text is not None and node.kind == _DEFINING.get(child.kind):
                yield child.text
            elif child.kind != "structure":
                pending.append(child)


def _mark_function(node: Node) -> Node:
    """Mark the definition of one function, without `and`, as one that may swap places."""
    bindings = [child for child in node.children if child.kind == "let_binding"]
    if len(bindings) != 1 or node.children[0].text != "let":
        return node
    (binding,) = bindings
    body = binding.child("body")
    is_function = any(child.kind == "parameter" for child in binding.children) or (
        body is not None and body.kind in ("fun_expression", "function_expression")
    )
    name = binding.child("pattern")
    if not is_function or name is None or name.kind != "value_name":
        return node
    words = [child for child in node.children[1:] if child is not binding]
    return Node("function_definition", children=[*words, *binding.children])


def _join_sequences(unit: Node) -> None:
    """Normalise (a; b); c to a; b; c, without recursion: the parser nests a sequence as deep as it
    is long.
    """
    for node in unit.walk():
        if node.kind != "sequence_expression":
            continue
        children: list[Node] = []
        pending = list(reversed(node.children))
        while pending:
            child = pending.pop()
            if child.kind == node.kind:
                pending.extend(reversed(child.children))
            else:
                child.field = ""
                children.append(child)
        node.children = children
