"""Group a Haskell name's type signature with its clauses."""

from collections.abc import Iterator

from kriterion_tools.representer.language import Rewrite
from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords


def group_by_name(kind: str) -> Rewrite:
    """Group the signature and all clauses of one name into one definition."""

    def rewrite(node: Node, _: SolutionWords) -> Node:
        groups: dict[str, list[Node]] = {}
        children: list[Node] = []
        for child in _split_signatures(node.children):
            name = _find_defined_name(child)
            if name is None:
                children.append(child)
            elif name in groups:
                groups[name].append(child)
            else:
                groups[name] = [child]
                children.append(Node(kind, child.field, children=groups[name]))
        for child in children:
            if child.kind == kind:
                child.children = _merge_clauses(child.children)
        node.children = children
        return node

    return rewrite


def _split_signatures(children: list[Node]) -> Iterator[Node]:
    """Normalise `f, g :: T` to two signatures."""
    for child in children:
        names = child.child("names") if child.kind == "signature" else None
        if names is None:
            yield child
            continue
        place = child.children.index(names)
        for name in names.children:
            copied = child.copy()
            single = name.copy()
            single.field = "name"
            copied.children[place] = single
            yield copied


def _find_defined_name(node: Node) -> str | None:
    if node.kind not in ("signature", "function", "bind"):
        return None
    if node.children and node.children[0].kind == "infix" and node.kind == "function":
        operator = node.children[0].child("operator")
        return None if operator is None else " ".join(leaf.text or "" for leaf in operator.leaves())
    name = node.child("name")
    return None if name is None else " ".join(leaf.text or "" for leaf in name.leaves())


def _merge_clauses(parts: list[Node]) -> list[Node]:
    """Return the children of a definition: its name once, its type, then its clauses."""
    name: Node | None = None
    rest: list[Node] = []
    for part in sorted(parts, key=lambda part: part.kind != "signature"):
        part_name = part.child("name")
        if part_name is not None:
            name = name or part_name
            part.children.remove(part_name)
        part.field = ""
        if part.kind == "signature":
            rest += [child for child in part.children if child.text != "::"]
        else:
            rest.append(part)
    return [*([name] if name is not None else []), *rest]
