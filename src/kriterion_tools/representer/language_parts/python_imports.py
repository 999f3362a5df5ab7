"""Python's imports: one name per statement, and recognise imports of the solution's own files."""

from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords


def split_import(node: Node, _: SolutionWords) -> Node:
    """Split `import a, b` into two statements."""
    statements = []
    for child in node.children:
        if child.field == "name":
            name, alias = _read_name_and_alias(child)
            parts = [leaf("library", name, "name" if alias is None else "")]
            parts += [alias] if alias else []
            statements.append(Node("import_statement", children=parts))
    return Node("imports", children=statements)


def split_from_import(node: Node, source: SolutionWords) -> Node:
    """Split `from a import b, c` into two statements. A module of the solution is not a library."""
    module_node = node.child("module_name")
    module = _join_path(module_node) if module_node else "__future__"
    is_own_module = module.startswith(".") or module.split(".")[0] in source.modules
    statements = []
    for child in node.children:
        parts = [leaf("module", module)]
        if child.field == "name":
            name, alias = _read_name_and_alias(child)
            kind = "identifier" if is_own_module else "library"
            parts.append(leaf(kind, name, "name" if alias is None else ""))
            parts += [alias] if alias else []
        elif child.kind == "wildcard_import":
            # A star import may bind any name, so imports before and after it must not swap places.
            statements.append(Node("wildcard_import", children=[*parts, leaf("wildcard", "*")]))
            continue
        else:
            continue
        statements.append(Node("import_from_statement", children=parts))
    return Node("imports", children=statements)


def _read_name_and_alias(node: Node) -> tuple[str, Node | None]:
    """Return the imported name and its alias."""
    if node.kind != "aliased_import":
        return _join_path(node), None
    name, alias = node.child("name"), node.child("alias")
    assert name is not None
    if alias is not None and alias.text == _join_path(name):
        return _join_path(name), None
    return _join_path(name), alias


def _join_path(node: Node) -> str:
    """Return a dotted name as one text."""
    parts = [leaf.text or "" for leaf in node.leaves()]
    leading_dots = [part for part in parts if not part.strip(".")]
    return "".join(leading_dots) + ".".join(part for part in parts if part.strip("."))
