"""OCaml's expressions that say the same."""

from kriterion_tools.representer.equivalents.assignments import is_same
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_STEPS = {"+": "incr", "-": "decr"}
_APPLICATIONS = frozenset({"@@", "|>"})


def join_parameters(node: Node, _: SolutionWords) -> Node:
    """Normalise `let f = fun x -> e` to `let f x = e`, and a match of the last parameter to
    `function`.
    """
    body = node.child("body")
    texts = [child.text for child in node.children]
    if body is None or "=" not in texts or ":" in texts:
        return node
    name = node.child("pattern")
    if name is None or name.kind != "value_name":
        return node
    while body.kind == "fun_expression":
        if any(child.kind == "parameter" and _may_fail(child) for child in node.children):
            break
        parts = _split_function(body)
        if parts is None:
            break
        parameters, inner = parts
        place = [child.text for child in node.children].index("=")
        node.children[place:place] = parameters
        node.children[node.children.index(body)] = inner
        inner.field = "body"
        body = inner
    parameters = [child for child in node.children if child.kind == "parameter"]
    function = _make_function(parameters[-1], body) if parameters else None
    if function is not None:
        node.children[node.children.index(body)] = function
        node.children = [child for child in node.children if child is not parameters[-1]]
    return node


def _may_fail(parameter: Node) -> bool:
    """Whether a value may not match the pattern of a parameter."""
    return any(
        part.kind in _CONSTANTS or any(word in part.kind for word in _PARTIAL)
        for part in parameter.walk()
    )


_PARTIAL = ("constructor", "cons_", "list", "array", "tag", "range", "lazy")
_CONSTANTS = frozenset({"string", "quoted_string", "character", "number", "signed_number"})


def _split_function(node: Node) -> tuple[list[Node], Node] | None:
    """Return the parameters and the body of a function, or None."""
    parameters = [child for child in node.children if child.kind == "parameter"]
    body = node.child("body")
    texts = [child.text for child in node.children if child.text is not None]
    return None if body is None or texts != ["fun", "->"] else (parameters, body)


def _make_function(parameter: Node, body: Node) -> Node | None:
    """Return the `function` that a match of a parameter says, or None if it uses the parameter."""
    pattern = parameter.child("pattern")
    if body.kind != "match_expression" or pattern is None or len(parameter.children) != 1:
        return None
    expression = body.child("expression")
    cases = [child for child in body.children if child.kind == "match_case"]
    if pattern.kind != "value_pattern" or expression is None or expression.text != pattern.text:
        return None
    if any(part.text == pattern.text for case in cases for part in case.leaves()):
        return None
    return Node("function_expression", body.field, children=[leaf("function", "function"), *cases])


def join_functions(node: Node, _: SolutionWords) -> Node:
    """Normalise `fun x -> fun y -> e` to `fun x y -> e`, and `fun x -> match x with` to
    `function`.
    """
    parts = _split_function(node)
    inner = node.child("body")
    if parts is None or inner is None:
        return node
    if inner.kind == "fun_expression" and any(map(_may_fail, parts[0])):
        return node
    if inner.kind == "fun_expression" and (inner_parts := _split_function(inner)) is not None:
        parameters, body = inner_parts
        place = node.children.index(inner)
        node.children[place] = body
        body.field = "body"
        node.children[place - 1 : place - 1] = parameters
        return node
    parameters = parts[0]
    function = _make_function(parameters[-1], inner) if parameters else None
    if function is None:
        return node
    if len(parameters) == 1:
        return function
    node.children[node.children.index(inner)] = function
    function.field = "body"
    node.children = [child for child in node.children if child is not parameters[-1]]
    return node


def drop_empty_else(node: Node, _: SolutionWords) -> Node:
    """Normalise `if a then b else ()` to `if a then b`."""
    last = node.children[-1] if node.children else None
    if last is not None and last.kind == "else_clause":
        value = last.child("expression")
        if value is not None and value.kind == "unit" and not list(value.leaves()):
            node.children.pop()
    return node


def make_list(node: Node, _: SolutionWords) -> Node:
    """Normalise x :: [] to [x]."""
    left, right = node.child("left"), node.child("right")
    if left is None or right is None or node.kind != "cons_expression":
        return node
    if right.kind == "empty_list" or (right.text == "[]"):
        left.field = ""
        return Node("list_expression", children=[left])
    if right.kind == "list_expression":
        left.field = ""
        right.children.insert(0, left)
        return right
    return node


def open_locally(node: Node, _: SolutionWords) -> Node:
    """Normalise `let open M in e` to M.(e)."""
    opened, body = node.children[1] if len(node.children) > 1 else None, node.child("body")
    if opened is None or opened.kind != "open_module" or body is None:
        return node
    module = opened.child("module")
    if module is None or module.text is None or any(c.text == "!" for c in opened.children):
        return node
    module.field, body.field = "", "expression"
    return Node("local_open_expression", children=[module, leaf(".", "."), body])


def simplify_applications(unit: Node, _: SolutionWords) -> Node:
    """Normalise `f @@ x` and `x |> f` to f x, and `r := !r + 1` to incr r, unless the solution
    defines these operators and functions.
    """
    nodes = [node for node in unit.walk() if node.children]
    found = [
        node for node in nodes if any(child.kind == "infix_expression" for child in node.children)
    ]
    if not found:
        return unit
    defined = {
        part.text
        for node in nodes
        for part in node.children
        if part.kind in ("value_pattern", "parenthesized_operator")
        or (part.field in ("pattern", "name") and part.kind == "value_name")
    } | {
        part.text
        for node in nodes
        if node.kind == "parenthesized_operator"
        for part in node.leaves()
    }
    for node in reversed(found):
        for place, child in enumerate(node.children):
            if child.kind == "infix_expression" and len(child.children) == 3:
                node.children[place] = _simplify_infix(child, defined)
    return unit


def _simplify_infix(node: Node, defined: set[str | None]) -> Node:
    left, operator, right = node.children
    if operator.text in _APPLICATIONS and operator.text not in defined:
        function, argument = (left, right) if operator.text == "@@" else (right, left)
        if function.kind in ("fun_expression", "function_expression", "constructor_name"):
            return node
        argument.field = "argument"
        if function.kind == "application_expression":
            function.children.append(argument)
            function.field = node.field
            return function
        if function.kind not in ("value_name", "path"):
            return node
        function.field = "function"
        return Node("application_expression", node.field, children=[function, argument])
    if operator.text == ":=" and right.kind == "infix_expression" and len(right.children) == 3:
        first, sign, step = right.children
        name = _STEPS.get(sign.text or "")
        if (
            name is not None
            and defined.isdisjoint((name, sign.text, "!", ":="))
            and step.text == "1"
            and left.kind == "value_name"
            and first.kind == "prefix_expression"
            and len(first.children) == 2
            and first.children[0].text == "!"
            and is_same(first.children[1], left)
        ):
            left.field = "argument"
            function = leaf("value_name", name, "function")
            return Node("application_expression", node.field, children=[function, left])
    return node
