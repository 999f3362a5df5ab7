"""Python's statements: drop those without effect, and unify alternative spellings."""

from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

# If the solution contains one of these words, it may read docstrings.
_DOCSTRING_READERS = frozenset(
    {"doctest", "__doc__", "getdoc", "help", "pydoc", "getsource", "Cmd"}
)
_BINDING_FIELDS = frozenset({"name", "left", "alias"})
CONSTANTS = frozenset({"string", "integer", "float", "true", "false", "none", "ellipsis"})


def rewrite_statement(node: Node, source: SolutionWords) -> Node | None:
    """Drop a statement that is only a constant, unless the solution may read docstrings: then it is
    one, or prevents that the next text is.
    """
    if len(node.children) != 1:
        node.kind = "tuple"
        return node
    (only,) = node.children
    reads_docstrings = not _DOCSTRING_READERS.isdisjoint(source.words)
    return only if reads_docstrings or only.kind not in CONSTANTS else None


def drop_pass(node: Node, source: SolutionWords) -> Node | None:
    """Drop `pass`; it stays where a docstring may follow."""
    return None if _DOCSTRING_READERS.isdisjoint(source.words) else node


def nest_elif(node: Node, _: SolutionWords) -> Node:
    """Normalise elif to an if inside an else."""
    children = [
        child for child in node.children if child.kind not in ("elif_clause", "else_clause")
    ]
    clauses = node.children[len(children) :]
    rest: list[Node] = []
    for clause in reversed(clauses):
        if clause.kind == "elif_clause":
            inner = Node(
                "if_statement", "", children=[leaf("if", "if"), *clause.children[1:], *rest]
            )
            block = Node("block", "body", children=[inner])
            clause = Node("else_clause", "alternative", children=[leaf("else", "else"), block])
        rest = [clause]
    node.children = children + rest
    return node


def drop_empty_else(node: Node, _: SolutionWords) -> Node | None:
    """Drop an empty else."""
    node.children = [child for child in node.children if child.text != ":"]
    body = node.child("body")
    return node if body is None or body.children else None


def normalise_class(node: Node, _: SolutionWords) -> Node:
    """Normalise class A() to class A."""
    superclasses = node.child("superclasses")
    if superclasses is not None and not superclasses.children:
        node.children.remove(superclasses)
    body = node.child("body")
    if body is not None:
        body.kind = "class_body"
    return node


def drop_object_base(node: Node, _: SolutionWords) -> Node:
    """Normalise class A(object) to class A, unless the module binds the name `object`."""
    nodes = list(node.walk())
    if any(
        child.text == "object" and child.field in _BINDING_FIELDS
        for part in nodes
        for child in part.children
    ):
        return node
    for part in nodes:
        bases = part.child("superclasses") if part.kind == "class_definition" else None
        if bases is not None and all(base.text == "object" for base in bases.children):
            part.children.remove(bases)
    return node


def mark_alias(node: Node, _: SolutionWords) -> Node:
    """Set the field of y in `case x as y`."""
    node.children = [child for child in node.children if child.text != "as"]
    node.children[-1].field = "alias"
    return node


def mark_keyword(node: Node, _: SolutionWords) -> Node:
    """Set the field of x in `case Point(x=0)`."""
    node.children[0].field = "keyword"
    return node


def nest_attributes(node: Node, _: SolutionWords) -> Node:
    """Normalise a dotted name a.b to the attribute b of a."""
    first, *others = [child for child in node.children if child.text != "."]
    for other in others:
        first.field, other.field = "object", "attribute"
        first = Node("attribute", children=[first, other])
    return first


def join_keys(node: Node, _: SolutionWords) -> Node:
    """Normalise a[1, 2] to a[(1, 2)], and a[1,] to a[(1,)]."""
    value, *keys = [child for child in node.children if child.text not in ("[", "]")]
    if len(keys) > 1:
        keys = [Node("tuple", "subscript", None, [key for key in keys if key.text != ","])]
    node.children = [value, *keys]
    return node
