"""Python's statements that say the same: unused imports, `return None`, `not a in b`."""

from kriterion_tools.representer.equivalents.assignments import shorten_assignment
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

# Modules of the standard library that do nothing else when they are imported.
_QUIET_MODULES = frozenset(
    {"abc", "array", "bisect", "calendar", "cmath", "collections", "collections.abc", "copy", "csv"}
    | {"dataclasses", "datetime", "decimal", "enum", "fractions", "functools", "hashlib", "heapq"}
    | {"io", "itertools", "json", "math", "numbers", "operator", "os", "os.path", "pathlib"}
    | {"pprint", "queue", "random", "re", "secrets", "statistics", "string", "struct", "sys"}
    | {"tempfile", "textwrap", "time", "timeit", "types", "typing", "unicodedata", "uuid"}
    | {"unittest", "pytest", "zoneinfo", "contextlib", "inspect", "traceback", "threading"}
)
# If the solution contains one of these words, it may read its names, or those of its modules.
_NAMESPACE_READERS = frozenset({"globals", "locals", "vars", "eval", "exec", "__all__", "modules"})
_NEGATIONS = {"is": "is not", "in": "not in"}

shorten = shorten_assignment(
    "augmented_assignment",
    numbers=frozenset({"integer", "float"}),
    repeating=frozenset({"integer"}),
    unsafe_words=frozenset(
        {f"__i{name}__" for name in ("add", "sub", "mul", "truediv", "mod", "pow")}
        | {f"__i{name}__" for name in ("lshift", "rshift", "and", "or", "xor")}
        | {"numpy", "pandas"}
    ),
)


def simplify_return(node: Node, _: SolutionWords) -> Node:
    """Normalise `return None` to `return`."""
    if len(node.children) == 2 and node.children[1].kind == "none":
        node.children.pop()
    return node


def join_negation(node: Node, _: SolutionWords) -> Node:
    """Normalise `not a in b` to `a not in b`, and `not a is b` to `a is not b`."""
    comparison = node.child("argument")
    if comparison is None or comparison.kind != "comparison_operator":
        return node
    if len(comparison.children) != 3:
        return node
    operator = comparison.children[1]
    text = _NEGATIONS.get(operator.text or "")
    if text is None:
        return node
    comparison.children[1] = leaf(text, text, operator.field)
    return comparison


def join_negated_operator(node: Node, _: SolutionWords) -> Node:
    """Write the operators `is not` and `not in` as one leaf."""
    for place, child in enumerate(node.children):
        if child.text is None and child.kind in ("is not", "not in"):
            node.children[place] = leaf(child.kind, child.kind, child.field)
    return node


def drop_range_start(node: Node, source: SolutionWords) -> Node:
    """Normalise range(0, n) to range(n)."""
    function, arguments = node.child("function"), node.child("arguments")
    if (
        function is not None
        and function.text == "range"
        and arguments is not None
        and len(arguments.children) == 2
        and arguments.children[0].text == "0"
        and "argument" not in arguments.children[1].kind
        and "splat" not in arguments.children[1].kind
    ):
        function.kind = "range_function"
    return node


def unify_ranges(node: Node) -> None:
    """Normalise range(0, n) to range(n), unless the solution defines `range`."""
    marked: list[Node] = []
    defines = False
    for part in node.walk():
        if part.kind == "range_function":
            marked.append(part)
    if not marked:
        return
    for part in node.walk():
        if part.text is None and part.kind != "call":
            defines = defines or any(
                child.text == "range" and child.kind in ("identifier", "library", "wildcard")
                for child in part.children
            )
    calls = {id(part) for part in marked}
    for part in node.walk():
        if part.kind == "call" and id(part.children[0]) in calls:
            part.children[0].kind = "identifier"
            if not defines:
                del part.children[1].children[0]


def drop_unused_imports(node: Node, source: SolutionWords) -> Node:
    """Drop imports that bind a name without a use, of modules that do nothing else."""
    if "range" in source.words:
        unify_ranges(node)
    kinds = ("import_statement", "import_from_statement", "wildcard_import")
    imports = [child for child in node.children if child.kind in kinds]
    if not imports or not source.words.isdisjoint(_NAMESPACE_READERS):
        return node
    used = {
        part.text or ""
        for child in node.children
        if child.kind not in kinds
        for part in child.leaves()
    }
    names = {name for text in used for name in (text, text.partition(".")[0])}
    dropped = {id(child) for child in imports if _is_unused(child, names)}
    seen: set[str] = set()
    children = []
    for child in node.children:
        if id(child) in dropped:
            continue
        if child.kind in kinds:
            key = "\0".join(part.text or "" for part in child.children)
            if key in seen:
                continue
            seen.add(key)
        children.append(child)
    node.children = children
    return node


def _is_unused(statement: Node, used: set[str]) -> bool:
    module = statement.children[0].text or ""
    if module not in _QUIET_MODULES or statement.kind == "wildcard_import":
        return False
    bound = statement.children[-1].text or ""
    if statement.kind == "import_statement" and len(statement.children) == 1:
        bound = bound.partition(".")[0]
    return bound not in used and bound != "*"
