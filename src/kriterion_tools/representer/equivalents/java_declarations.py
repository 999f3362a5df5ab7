"""Java's declarations: what the language assumes if it is left out."""

from kriterion_tools.representer.equivalents.assignments import is_same
from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords

# Implementations in the library whose type arguments are those of the interface, in this order.
_IMPLEMENTATIONS = {
    **dict.fromkeys(("ArrayList", "LinkedList", "Vector"), frozenset({"List", "Collection"})),
    **dict.fromkeys(("HashSet", "LinkedHashSet"), frozenset({"Set", "Collection"})),
    "TreeSet": frozenset({"Set", "SortedSet", "NavigableSet", "Collection"}),
    **dict.fromkeys(("HashMap", "LinkedHashMap"), frozenset({"Map"})),
    "TreeMap": frozenset({"Map", "SortedMap", "NavigableMap"}),
    **dict.fromkeys(("ArrayDeque", "PriorityQueue"), frozenset({"Queue", "Deque", "Collection"})),
}
_DEFAULTS = {
    "method_declaration": frozenset({"public", "abstract"}),
    "constant_declaration": frozenset({"public", "static", "final"}),
    "interface_declaration": frozenset({"public", "static"}),
    "class_declaration": frozenset({"public", "static"}),
    "enum_declaration": frozenset({"public", "static"}),
    "record_declaration": frozenset({"public", "static"}),
}
_STATIC = {kind: frozenset({"static"}) for kind in ("interface_declaration", "enum_declaration")}


def infer_diamond(node: Node, _: SolutionWords) -> Node:
    """Normalise `List<T> x = new ArrayList<T>()` to `List<T> x = new ArrayList<>()`."""
    declared = node.child("type")
    if declared is None or declared.kind != "generic_type":
        return node
    for declarator in node.children:
        value = declarator.child("value") if declarator.text is None else None
        if value is None or value.kind != "object_creation_expression":
            continue
        if any(child.kind == "class_body" for child in value.children):
            continue
        created = value.child("type")
        if (
            created is not None
            and created.kind == "generic_type"
            and _have_same_parameters(declared, created)
            and is_same(declared.children[-1], created.children[-1])
        ):
            arguments = created.children[-1]
            arguments.children = [arguments.children[0], arguments.children[-1]]
    return node


def _have_same_parameters(declared: Node, created: Node) -> bool:
    one, other = declared.children[0].text, created.children[0].text
    return one is not None and (one == other or one in _IMPLEMENTATIONS.get(other or "", ()))


def drop_default_bases(node: Node, source: SolutionWords) -> Node:
    """Drop `extends Object`, and the modifiers that members of a class have anyway."""
    base = node.child("superclass")
    extends = [] if base is None else [part.text for part in base.leaves()]
    if base is not None and extends == ["extends", "Object"] and "Object" not in source.defined:
        node.children.remove(base)
    _drop_modifiers(node, _STATIC)
    return node


def drop_default_modifiers(node: Node, _: SolutionWords) -> Node:
    """Drop the modifiers that members of an interface have anyway, and `private` of an enum's
    constructor.
    """
    if node.kind == "interface_declaration":
        _drop_modifiers(node, _DEFAULTS)
    body = node.child("body")
    for part in body.children if body is not None else ():
        if part.kind == "enum_body_declarations":
            for member in part.children:
                if member.kind == "constructor_declaration":
                    _drop_texts(member, frozenset({"private"}))
    if body is not None:
        body.children = [
            part for part in body.children if part.kind != "enum_body_declarations" or part.children
        ]
    return node


def _drop_modifiers(node: Node, defaults: dict[str, frozenset[str]]) -> None:
    body = node.child("body")
    for member in body.children if body is not None else ():
        texts = defaults.get(member.kind)
        if texts:
            _drop_texts(member, texts)


def _drop_texts(member: Node, texts: frozenset[str]) -> None:
    for child in member.children:
        if child.kind == "modifiers":
            child.children = [part for part in child.children if part.text not in texts]
            if not child.children:
                member.children.remove(child)
            return


def drop_super_call(node: Node, _: SolutionWords) -> Node:
    """Drop a first `super();`, which is the default."""
    body = node.child("body")
    if body is not None and body.children:
        first = body.children[0]
        if first.kind == "explicit_constructor_invocation":
            texts = [part.text for part in first.leaves() if part.text != ";"]
            if texts == ["super"]:
                del body.children[0]
    return node
