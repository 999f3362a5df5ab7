"""Python's type hints: drop those without effect, and the imports that only they use."""

from collections.abc import Collection, Iterator

from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords

# If the solution contains one of these words, it may read annotations.
_ANNOTATION_READERS = frozenset(
    {"__annotations__", "get_type_hints", "get_annotations", "signature", "getfullargspec"}
    | {"singledispatch", "singledispatchmethod"}
)
_FOR_ANNOTATIONS = frozenset(
    {"typing", "__future__", "collections.abc", "types", "typing_extensions"}
)


def drop_parameter_hint(node: Node, source: SolutionWords) -> Node:
    if _has_annotation_reader(source):
        return node
    parameter = node.children[0]
    parameter.hint = node.child("type")
    return parameter


def drop_hint_before_default(node: Node, source: SolutionWords) -> Node:
    if not _has_annotation_reader(source):
        node.kind = "default_parameter"
        node.children[0].hint = node.child("type")
        node.children = [child for child in node.children if child.field != "type"]
    return node


def drop_return_hint(node: Node, source: SolutionWords) -> Node:
    if not _has_annotation_reader(source):
        node.children = [
            child for child in node.children if child.field != "return_type" and child.text != "->"
        ]
    return node


def drop_unused_hints(node: Node, source: SolutionWords) -> Node:
    if not _has_annotation_reader(source):
        _drop_annotations(node)
        _drop_typing(node)
    return node


def _drop_annotations(module: Node) -> None:
    """Drop annotations of variables, except in a class with bases or decorators that may read them:
    dataclasses, named tuples, enumerations; or that is a value, which a function may get. In a
    function, an annotation makes its variable local, and stays unless an assignment does the same.
    """
    passed = set(_list_values(module))
    pending: list[tuple[Node, bool, Collection[str] | None]] = [(module, False, None)]
    while pending:
        node, is_decorated, given = pending.pop()
        if node.kind in ("function_definition", "class_definition"):
            given = _list_given(node) if node.kind == "function_definition" else None
        if node.kind == "class_definition" and (
            is_decorated or node.child("superclasses") or _get_name(node) in passed
        ):
            pending += [
                (statement, False, None)
                for child in node.children
                for statement in child.children
                if statement.kind != "assignment"
            ]
            continue
        children = []
        for child in node.children:
            if child.kind == "assignment" and child.child("type"):
                child.children[0].hint = child.child("type")
                if child.child("right") is None:
                    target = child.children[0]
                    if given is None or target.text is None or target.text in given:
                        continue
                child.children = [part for part in child.children if part.field != "type"]
            children.append(child)
            if child.text is None:
                pending.append((child, node.kind == "decorated_definition", given))
        node.children = children


def _list_values(module: Node) -> Iterator[str]:
    """Yield the names that are used otherwise than to call or to ask what they name. If `cls` is
    one of them, so is every class.
    """
    nodes = module.list_nodes()
    names = {
        child.text
        for node in nodes
        for child in node.children
        if child.text is not None
        and child.field not in ("function", "object", "name", "superclasses")
        and node.kind not in ("type", "parameters")
    }
    yield from names
    if "cls" in names or "__class__" in {child.text for node in nodes for child in node.children}:
        for node in nodes:
            if node.kind == "class_definition" and (name := _get_name(node)) is not None:
                yield name


def _get_name(definition: Node) -> str | None:
    name = definition.child("name")
    return None if name is None else name.text


def _list_given(function: Node) -> Collection[str]:
    """Return the names that a function assigns to, or has as parameters."""
    return {
        target.text or ""
        for part in function.walk()
        if part.kind != "assignment" or part.child("right") is not None
        for target in part.children
        if target.field == "left" or part.kind == "parameters"
    }


def _drop_typing(module: Node) -> None:
    """Drop imports that only annotations used."""
    imports = {"import_statement", "import_from_statement"}
    used = {
        leaf.text
        for child in module.children
        if child.kind not in imports
        for leaf in child.leaves()
    }

    def is_needed(child: Node) -> bool:
        if child.kind not in imports or child.children[0].text not in _FOR_ANNOTATIONS:
            return True
        bound_name = child.children[-1].text
        return bound_name == "*" or bound_name in used

    module.children = [child for child in module.children if is_needed(child)]


def _has_annotation_reader(source: SolutionWords) -> bool:
    return not _ANNOTATION_READERS.isdisjoint(source.words)
