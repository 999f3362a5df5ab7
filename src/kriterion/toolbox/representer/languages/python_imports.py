"""Python's imports: each name on its own, and those of other files of the solution."""

from kriterion.toolbox.representer.language import Source
from kriterion.toolbox.representer.tree import Node, leaf


def plain(node: Node, _: Source) -> Node:
    """import a, b is two statements."""
    statements = []
    for child in node.children:
        if child.field == "name":
            name, alias = _parts(child)
            parts = [leaf("library", name, "name" if alias is None else "")]
            parts += [alias] if alias else []
            statements.append(Node("import_statement", children=parts))
    return Node("imports", children=statements)


def selective(node: Node, source: Source) -> Node:
    """from a import b, c is two statements. Another file of the solution is no library."""
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
            # It may bind anything, so that what is imported before and behind it stays there.
            statements.append(Node("wildcard_import", children=[*parts, leaf("wildcard", "*")]))
            continue
        else:
            continue
        statements.append(Node("import_from_statement", children=parts))
    return Node("imports", children=statements)


def _parts(node: Node) -> tuple[str, Node | None]:
    """The name that is imported, and the other name it gets here."""
    if node.kind != "aliased_import":
        return _path(node), None
    name, alias = node.child("name"), node.child("alias")
    assert name is not None
    if alias is not None and alias.text == _path(name):
        return _path(name), None
    return _path(name), alias


def _path(node: Node) -> str:
    """A dotted name as it is written."""
    names = [one.text or "" for one in node.leaves()]
    dots = [one for one in names if not one.strip(".")]
    return "".join(dots) + ".".join(one for one in names if one.strip("."))
