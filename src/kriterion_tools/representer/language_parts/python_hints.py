"""Python's type hints: which of them have an effect, and what was imported for the others."""

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.solution_tree import Node

# With one of these words in the solution, something reads annotations.
_ANNOTATION_READERS = frozenset(
    {"__annotations__", "get_type_hints", "get_annotations", "signature", "getfullargspec"}
    | {"singledispatch", "singledispatchmethod"}
)
_FOR_ANNOTATIONS = frozenset(
    {"typing", "__future__", "collections.abc", "types", "typing_extensions"}
)


def parameter(node: Node, source: SolutionWords) -> Node:
    return node if _annotations_are_read(source) else node.children[0]


def parameter_with_default(node: Node, source: SolutionWords) -> Node:
    if not _annotations_are_read(source):
        node.kind = "default_parameter"
        node.children = [child for child in node.children if child.field != "type"]
    return node


def function(node: Node, source: SolutionWords) -> Node:
    if not _annotations_are_read(source):
        node.children = [
            child for child in node.children if child.field != "return_type" and child.text != "->"
        ]
    return node


def module(node: Node, source: SolutionWords) -> Node:
    if not _annotations_are_read(source):
        _drop_annotations(node)
        _drop_typing(node)
    return node


def _drop_annotations(module: Node) -> None:
    """Drop annotations of variables, except in a class with bases or decorators that may read them:
    dataclasses, named tuples, enumerations.
    """
    pending = [(module, False)]
    while pending:
        node, decorated = pending.pop()
        if node.kind == "class_definition" and (decorated or node.child("superclasses")):
            pending += [(one, False) for child in node.children for one in child.children
                        if one.kind != "assignment"]  # fmt: skip
            continue
        kept = []
        for child in node.children:
            if child.kind == "assignment" and child.child("type"):
                if child.child("right") is None:
                    continue
                child.children = [one for one in child.children if one.field != "type"]
            kept.append(child)
            if child.text is None:
                pending.append((child, node.kind == "decorated_definition"))
        node.children = kept


def _drop_typing(module: Node) -> None:
    """Drop imports that only annotations used."""
    imports = {"import_statement", "import_from_statement"}
    used = {
        one.text for child in module.children if child.kind not in imports for one in child.leaves()
    }

    def is_needed(child: Node) -> bool:
        if child.kind not in imports or child.children[0].text not in _FOR_ANNOTATIONS:
            return True
        bound = child.children[-1].text
        return bound == "*" or bound in used

    module.children = [child for child in module.children if is_needed(child)]


def _annotations_are_read(source: SolutionWords) -> bool:
    return not _ANNOTATION_READERS.isdisjoint(source.words)
