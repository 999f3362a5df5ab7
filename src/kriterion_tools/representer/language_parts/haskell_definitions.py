"""Group a Haskell name's type signature with its clauses."""

from kriterion_tools.representer.language import Rewrite, SolutionWords
from kriterion_tools.representer.solution_tree import Node


def group_by_name(kind: str) -> Rewrite:
    """Group the signature and all clauses of one name into one definition."""

    def rewrite(node: Node, _: SolutionWords) -> Node:
        groups: dict[str, list[Node]] = {}
        children: list[Node] = []
        for child in node.children:
            name = _defined_name(child)
            if name is None:
                children.append(child)
            elif name in groups:
                groups[name].append(child)
            else:
                groups[name] = [child]
                children.append(Node(kind, child.field, children=groups[name]))
        for child in children:
            if child.kind == kind:
                child.children = _definition(child.children)
        node.children = children
        return node

    return rewrite


def _defined_name(node: Node) -> str | None:
    if node.kind not in ("signature", "function", "bind"):
        return None
    if node.children and node.children[0].kind == "infix" and node.kind == "function":
        operator = node.children[0].child("operator")
        return None if operator is None else " ".join(one.text or "" for one in operator.leaves())
    name = node.child("name")
    return None if name is None else " ".join(one.text or "" for one in name.leaves())


def _definition(parts: list[Node]) -> list[Node]:
    name: Node | None = None
    rest: list[Node] = []
    for part in sorted(parts, key=lambda one: one.kind != "signature"):
        own = part.child("name")
        if own is not None:
            name = name or own
            part.children.remove(own)
        part.field = ""
        if part.kind == "signature":
            rest += [child for child in part.children if child.text != "::"]
        else:
            rest.append(part)
    return [*([name] if name is not None else []), *rest]
