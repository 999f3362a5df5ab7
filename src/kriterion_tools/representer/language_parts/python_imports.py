"""Python's imports: one name per statement, and imports of the solution's own files."""

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.solution_tree import Node, leaf


def plain(node: Node, _: SolutionWords) -> Node:
    """Split import a, b into two statements."""
    statements = []
    for child in node.children:
        if child.field == "name":
            name, alias = _parts(child)
            parts = [leaf("library", name, "name" if alias is None else "")]
            parts += [alias] if alias else []
            statements.append(Node("import_statement", children=parts))
    return Node("imports", children=statements)


def selective(node: Node, source: SolutionWords) -> Node:
    """Split from a import b, c into two statements. The solution's files are not libraries."""
    module_node = node.child("module_name")
    module = _path(module_node) if module_node else "__future__"
    own = module.startswith(".") or module.split(".")[0] in source.modules
    statements = []
    for child in node.children:
        parts = [leaf("module", module)]
        if child.field == "name":
            name, alias = _parts(child)
            kind = "identifier" if own else "library"
            parts.append(leaf(kind, name, "name" if alias is None else ""))
            parts += [alias] if alias else []
        elif child.kind == "wildcard_import":
            # A star import may bind anything: imports before and after it keep their places.
            statements.append(Node("wildcard_import", children=[*parts, leaf("wildcard", "*")]))
            continue
        else:
            continue
        statements.append(Node("import_from_statement", children=parts))
    return Node("imports", children=statements)


def _parts(node: Node) -> tuple[str, Node | None]:
    """Return the imported name and its alias."""
    if node.kind != "aliased_import":
        return _path(node), None
    name, alias = node.child("name"), node.child("alias")
    assert name is not None
    if alias is not None and alias.text == _path(name):
        return _path(name), None
    return _path(name), alias


def _path(node: Node) -> str:
    """Return a dotted name as written."""
    names = [one.text or "" for one in node.leaves()]
    dots = [one for one in names if not one.strip(".")]
    return "".join(dots) + ".".join(one for one in names if one.strip("."))
