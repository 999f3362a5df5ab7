"""Haskell's expressions and imports that say the same, after chains of operators are rebuilt."""

from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

# Modules without instances of other modules' classes and types: their imports can be unused.
_QUIET_MODULES = frozenset(
    {"Data.Bits", "Data.Char", "Data.Foldable", "Data.Function", "Data.List", "Data.Map"}
    | {"Data.Map.Strict", "Data.Maybe", "Data.Ord", "Data.Ratio", "Data.Set", "Data.Text"}
    | {"Data.Tuple", "Control.Monad", "Data.Either", "Data.Traversable", "Data.Sequence"}
    | {"Data.IntMap", "Data.IntSet", "Numeric", "Text.Read", "Data.Bifunctor"}
)


def simplify_expressions(root: Node, _: SolutionWords) -> Node:
    """Normalise alternative spellings of expressions below, innermost first."""
    nodes = [node for node in root.walk() if node.children]
    texts = {part.text for part in root.leaves()}
    own = _list_own_names(root, nodes)
    hides = "hiding" in texts or "Prelude" in texts
    for node in reversed(nodes):
        for place, child in enumerate(node.children):
            if child.kind == "infix" and child.children:
                if node.kind == "function" and not child.field:
                    continue  # the head of a definition
                node.children[place] = _simplify_infix(child, applies=not hides and "$" not in own)
            elif child.kind == "apply":
                node.children[place] = _apply_operator(child)
            elif child.kind == "do" and node.kind not in ("quasiquote",):
                node.children[place] = _unwrap_do(child)
            elif child.kind == "lambda":
                _join_lambdas(child)
            elif child.kind == "function" or child.kind == "bind":
                _move_where(child)
            elif child.kind == "deriving":
                _sort_derived(child)
            elif child.kind == "name" and child.text == "String":
                if hides or "String" in own:
                    continue
                inner = leaf("name", "Char", "element")
                node.children[place] = Node("list", child.field, children=[inner])
            elif child.kind == "boolean" and _is_otherwise(child):
                if hides or "otherwise" in own:
                    continue
                child.children = [leaf("constructor", "True", "constructor")]
    _drop_unused_imports(root, texts)
    return root


def _list_own_names(root: Node, nodes: list[Node]) -> set[str]:
    """Return the names that a module imports by name or binds, and perhaps others."""
    imports = root.child("imports")
    own = {part.text or "" for part in imports.leaves()} if imports is not None else set()
    for node in nodes:
        for child in node.children:
            if node.kind == "function" and child.kind == "infix" and not child.field:
                own.update(part.text or "" for part in child.children)
            is_operator, is_type = node.kind == "prefix_id", child.field == child.kind == "name"
            if is_operator or is_type or (child.text == "otherwise" and node.kind != "boolean"):
                own.add(child.text or "")
    return own


def _is_otherwise(node: Node) -> bool:
    return [part.text for part in node.leaves()] == ["otherwise"]


def _simplify_infix(node: Node, *, applies: bool) -> Node:
    if len(node.children) != 3:
        return node
    left, operator, right = node.children
    if operator.kind == "infix_id" and len(operator.children) == 1:
        return _make_application(node.field, operator.children[0], [left, right])
    if operator.text == "$" and applies:
        return _make_application(node.field, left, [right])
    if operator.text == ":" and right.kind == "list":
        left.field = "element"
        right.children.insert(0, left)
        right.field = node.field
        return right
    return node


def _make_application(field: str, function: Node, arguments: list[Node]) -> Node:
    """Return the application of a function, joined with its own arguments."""
    for argument in arguments:
        argument.field = "argument"
    if function.kind == "apply":
        function.children += arguments
        function.field = field
        return function
    function.field = "function"
    return Node("apply", field, children=[function, *arguments])


def _apply_operator(node: Node) -> Node:
    """Normalise (+) x y to x + y."""
    function = node.children[0]
    if function.kind != "prefix_id" or len(node.children) != 3:
        return node
    operators = [child for child in function.children if child.kind == "operator"]
    if len(operators) != 1:
        return node
    _, left, right = node.children
    operators[0].field, left.field, right.field = "operator", "left_operand", "right_operand"
    return Node("infix", node.field, children=[left, operators[0], right])


def _unwrap_do(node: Node) -> Node:
    """Normalise `do x` to x."""
    statements = [child for child in node.children if child.text is None]
    if len(statements) == 1 and statements[0].kind == "exp" and len(statements[0].children) == 1:
        if any(child.text not in (None, "do") for child in node.children):
            return node
        (only,) = statements[0].children
        only.field = node.field
        return only
    return node


def _join_lambdas(node: Node) -> None:
    r"""Normalise \x -> \y -> e to \x y -> e."""
    inner = node.child("expression")
    patterns = node.child("patterns")
    if inner is None or patterns is None or inner.kind != "lambda":
        return
    others, expression = inner.child("patterns"), inner.child("expression")
    if others is None or expression is None:
        return
    if any(part.kind != "variable" for part in (*patterns.children, *others.children)):
        return  # a pattern that fails does so before the second argument
    names = [part.text for part in (*patterns.children, *others.children)]
    if len(set(names)) == len(names):
        patterns.children += others.children
        node.children[node.children.index(inner)] = expression


def _move_where(node: Node) -> None:
    """Normalise `f x = e where …` to `f x = let … in e`, if the clause has no guards."""
    binds = node.child("binds")
    matches = [child for child in node.children if child.field == "match"]
    if binds is None or len(matches) != 1:
        return
    expression = matches[0].child("expression")
    if expression is None or len(matches[0].children) != 2:
        return
    place = matches[0].children.index(expression)
    expression.field = "expression"
    inner = [leaf("let", "let"), binds, leaf("in", "in"), expression]
    matches[0].children[place] = Node("let_in", "expression", children=inner)
    node.children = [
        child for child in node.children if child is not binds and child.text != "where"
    ]


def _sort_derived(node: Node) -> None:
    """Sort the classes of a deriving clause."""
    classes = node.child("classes")
    if (
        classes is not None
        and classes.kind == "tuple"
        and all(child.kind == "name" for child in classes.children)
    ):
        classes.children.sort(key=lambda child: child.text or "")


def _drop_unused_imports(root: Node, texts: set[str | None]) -> None:
    """Drop names that are imported and not used, and then imports that import nothing."""
    imports = root.child("imports")
    if imports is None:
        return
    used = {part.text for child in root.children if child is not imports for part in child.leaves()}
    kept = []
    for statement in imports.children:
        if statement.kind == "import" and not _is_needed(statement, used):
            continue
        kept.append(statement)
    imports.children = kept
    if not kept:
        root.children.remove(imports)


def _is_needed(statement: Node, used: set[str | None]) -> bool:
    words = [child.text for child in statement.children]
    names, alias = statement.child("names"), statement.child("alias")
    module = next((child.text for child in statement.children if child.kind == "library"), "")
    if "hiding" in words or module not in _QUIET_MODULES:
        return True
    if names is None:
        return "qualified" not in words or (alias.text if alias else module) in used
    if "qualified" in words or alias is not None or not names.children:
        return True
    if all(len(list(name.leaves())) == 1 for name in names.children):
        names.children = [name for name in names.children if next(name.leaves()).text in used]
    return bool(names.children)
