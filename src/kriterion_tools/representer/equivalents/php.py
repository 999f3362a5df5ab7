"""PHP's declarations and statements that say the same."""

from kriterion_tools.representer.equivalents.assignments import (
    is_same,
    shorten_assignment,
    unify_steps,
)
from kriterion_tools.representer.equivalents.known_numbers import StepRule
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_NEGATED = {"===": "!==", "==": "!="}
_MODIFIERS = (
    *("visibility_modifier", "static_modifier", "final_modifier", "abstract_modifier"),
    "readonly_modifier",
)
_shorten = shorten_assignment("augmented_assignment_expression")
STEPS = StepRule(
    names="variable",
    numbers=frozenset({"integer", "float"}),
    declarations={"assignment_expression": "left", "augmented_assignment_expression": "left"},
    values=frozenset({"right"}),
    number_functions=frozenset(
        {"count", "strlen", "mb_strlen", "intdiv", "ord", "intval", "floor"}
    ),
    unknown={
        "simple_parameter": "name",
        "variadic_parameter": "name",
        "property_promotion_parameter": "name",
        "foreach_statement": "target",
        "global_declaration": "",
        "static_variable_declaration": "",
        "list_literal": "",
        "catch_clause": "name",
        "anonymous_function_use_clause": "",
    },
    # Functions that assign to their arguments, and such parameters.
    unsafe_words=frozenset(
        {"extract", "eval", "compact", "settype", "preg_match", "preg_match_all", "parse_str"}
        | {"exec", "getopt", "sscanf", "fscanf", "is_callable", "unset", "system", "passthru"}
        | {"mb_parse_str", "fsockopen", "array_walk"}
    ),
    # $n-- leaves a variable without a value as it is.
    functions=frozenset({"function_definition", "method_declaration", "anonymous_function"}),
    spoilers=frozenset({"reference_modifier", "by_ref", "reference_assignment_expression"}),
)


def shorten(node: Node, source: SolutionWords) -> Node:
    """Normalise `$x = $x + 1` to `$x += 1`, and `$x = $x ?? 1` to `$x ??= 1`."""
    if len(node.children) == 3 and node.children[2].kind == "binary_expression":
        left, _, right = node.children
        if len(right.children) == 3 and right.children[1].text == "??":
            first, _, value = right.children
            if left.kind == "variable" and is_same(left, first):
                value.field = "right"
                node.kind = "augmented_assignment_expression"
                node.children = [left, leaf("??=", "??=", "operator"), value]
            return node
    return _shorten(node, source) or node


def simplify_return(node: Node, _: SolutionWords) -> Node:
    """Normalise `return null;` to `return;`."""
    texts = [child.text for child in node.children]
    if texts[:2] == ["return", "null"]:
        node.children = [node.children[0], leaf(";", ";")]
    return node


def negate_comparison(node: Node, _: SolutionWords) -> Node:
    """Normalise !($a === $b) to $a !== $b."""
    if len(node.children) != 2 or node.children[0].text != "!":
        return node
    inner = node.children[1]
    operator = inner.child("operator") if inner.kind == "binary_expression" else None
    if operator is not None and operator.text in _NEGATED:
        operator.kind = operator.text = _NEGATED[operator.text]
        return inner
    return node


def call_exit(node: Node, _: SolutionWords) -> Node:
    """Normalise die() to exit()."""
    function = node.child("function")
    if function is not None and (function.text or "").lower() == "die":
        arguments = node.child("arguments")
        values = (
            [part for child in arguments.children for part in child.children] if arguments else []
        )
        if len(values) <= 1:
            for value in values:
                value.field = ""
            return Node("exit_statement", children=[leaf("exit", "exit"), *values])
    return node


def sort_null(node: Node, _: SolutionWords) -> Node:
    """Normalise null|int to int|null: the order of a union has no meaning."""
    types = [child for child in node.children if child.text != "|"]
    if any([part.text for part in type_.leaves()] == ["null"] for type_ in types):
        types.sort(key=lambda type_: [part.text for part in type_.leaves()] == ["null"])
        bars = [leaf("|", "|") for _ in types[1:]]
        node.children = [
            types[0],
            *(part for pair in zip(bars, types[1:], strict=True) for part in pair),
        ]
    return node


def simplify_statement(node: Node, source: SolutionWords) -> Node:
    """Normalise ++$i to $i++, and unwrap exit(), which is a statement of its own."""
    if node.children and node.children[0].kind == "exit_statement":
        return node.children[0]
    if node.children and (node.children[0].text or "").lower() == "die":
        return Node("exit_statement", children=[leaf("exit", "exit")])
    return unify_steps(node, source)


def sort_modifiers(node: Node, _: SolutionWords) -> Node:
    """Sort modifiers, and drop `public`, which is the default."""
    places = [place for place, child in enumerate(node.children) if child.kind in _MODIFIERS]
    modifiers = sorted(
        (node.children[place] for place in places), key=lambda child: _MODIFIERS.index(child.kind)
    )
    for place, modifier in zip(places, modifiers, strict=True):
        node.children[place] = modifier
    words = [part.text for child in modifiers for part in child.leaves()]
    is_property = node.kind == "property_declaration"
    if not is_property or len(words) > 1:
        node.children = [
            child
            for child in node.children
            if child.kind != "visibility_modifier"
            or [part.text for part in child.leaves()] != ["public"]
        ]
    elif not words:
        for place, child in enumerate(node.children):
            if child.kind == "var_modifier":
                inner = leaf("public", "public")
                node.children[place] = Node("visibility_modifier", children=[inner])
    if is_property and not any("type" in child.kind for child in node.children):
        for child in node.children:
            default = child.child("default_value") if child.text is None else None
            if default is not None and default.text == "null":
                child.children = [part for part in child.children if part.field != "default_value"]
                child.children = [part for part in child.children if part.text != "="]
    return node


def expand_optional_type(node: Node, _: SolutionWords) -> Node:
    """Normalise ?int to int|null."""
    types = [child for child in node.children if child.text != "?"]
    null = Node("primitive_type", children=[leaf("null", "null")])
    return Node("union_type", children=[*types, leaf("|", "|"), null])


def split_use(node: Node, _: SolutionWords) -> Node:
    """Normalise `use A\\{B, C};` and `use A\\B, A\\C;` to two statements."""
    words = [child.text for child in node.children if child.text is not None]
    group = node.child("body")
    clauses = (group if group is not None else node).children
    prefix = [child for child in node.children if child.kind == "namespace_name"]
    if any(word not in ("use", "\\") for word in words):
        return node
    statements = []
    for clause in clauses:
        if clause.kind != "namespace_use_clause":
            continue
        alias = clause.child("alias")
        path = [part.text or "" for part in clause.leaves()]
        if alias is not None:
            path = path[: path.index("as")]
        text = "".join([*(part.text or "" for each in prefix for part in each.leaves())])
        text = f"{text}\\{''.join(path)}" if text else "".join(path)
        children: list[Node] = [leaf("path", text.removeprefix("\\"))]
        if alias is not None and alias.text != path[-1]:
            children.append(alias)
        inner = Node("namespace_use_clause", children=children)
        statements.append(Node("namespace_use_declaration", children=[leaf("use", "use"), inner]))
    return Node("uses", children=statements)


def drop_unused_uses(node: Node, source: SolutionWords) -> Node:
    """Drop uses of names that do not occur in the program: a use loads nothing."""
    uses = [child for child in node.children if child.kind == "namespace_use_declaration"]
    if uses:
        used = {
            (part.text or "").lower()
            for child in node.children
            if child.kind != "namespace_use_declaration"
            for part in child.leaves()
        }
        node.children = [
            child
            for child in node.children
            if child.kind != "namespace_use_declaration" or _is_needed(child, used)
        ]
    return STEPS.unify(node, source)


def _is_needed(statement: Node, used: set[str]) -> bool:
    clause = statement.children[-1]
    if clause.kind != "namespace_use_clause" or clause.children[0].kind != "path":
        return True
    name = (clause.children[-1].text or "").rpartition("\\")[2].lower()
    return any(name == text or name in text.split("\\")[:1] for text in used)
