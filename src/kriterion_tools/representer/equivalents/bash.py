"""Bash's tests, loops and sums that say the same."""

from collections.abc import Collection

from kriterion_tools.representer.equivalents.assignments import is_same
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_OPERATORS = frozenset({"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"})
_STEPS = {"++": "+=", "--": "-="}
_EXPANSIONS = frozenset(
    {"simple_expansion", "expansion", "command_substitution", "arithmetic_expansion"}
)

# Commands with which the status of any other may end the program, or be read.
_STATUS_READERS = frozenset({"set", "errexit", "trap", "ERR", "PIPESTATUS", "source"})
_CLAUSES = frozenset({"elif_clause", "else_clause", "case_item"})
# Commands that set their own status, and those whose first command does.
_SETTING = frozenset({"test_command", "variable_assignment", "declaration_command"})
_BEGINNING = frozenset({"if_statement", "while_statement", "list", "redirected_statement"})
_STRUCTURES = _CLAUSES | {
    *("compound_statement", "do_group", "if_statement", "while_statement", "for_statement"),
    *("c_style_for_statement", "case_statement", "function_definition"),
}


def simplify_test(node: Node, _: SolutionWords) -> Node:
    """Normalise [[ -n $a ]] to [[ $a ]], [[ ! $a == b ]] to [[ $a != b ]], and the like."""
    if not node.children or node.children[0].text != "[[":
        return node
    pending = [node]
    while pending:
        parent = pending.pop()
        for place, child in enumerate(parent.children):
            if child.text is None:
                simple = parent.children[place] = _simplify_condition(child)
                operator = simple.child("operator")
                if operator is not None and operator.text in ("&&", "||", "!"):
                    pending.append(simple)
    return node


def _simplify_condition(node: Node) -> Node:
    operator = node.child("operator")
    if node.kind == "unary_expression" and operator is not None:
        words = [child for child in node.children if child is not operator]
        if operator.text == "-n" and len(words) == 1:
            words[0].field = node.field
            return _unquote(words[0])
        node.children = [_unquote(child) for child in node.children]
        return node
    if node.kind != "binary_expression" or operator is None:
        return _unquote(node)
    left, right = node.child("left"), node.child("right")
    if operator.text == "=":
        operator.kind = operator.text = "=="
    if left is None or right is None:
        return node
    if operator.text in ("==", "!="):
        sign = left.child("operator") if left.kind == "unary_expression" else None
        if sign is not None and sign.text == "!" and len(left.children) == 2:
            text = "!=" if operator.text == "==" else "=="
            operator.kind = operator.text = text
            place = node.children.index(left)
            left = next(child for child in left.children if child is not sign)
            left.field = "left"
            node.children[place] = left
    node.children[node.children.index(left)] = _unquote(left)
    if operator.text not in ("==", "!=", "=~"):  # whose right side is a pattern
        node.children[node.children.index(right)] = _unquote(right)
    return node


def _unquote(node: Node) -> Node:
    """Normalise "$a" to $a, where nothing is split."""
    if node.kind == "string" and len(node.children) == 1:
        (only,) = node.children
        if only.kind in _EXPANSIONS and not any(part.text in ("@", "*") for part in only.leaves()):
            only.field = node.field
            return only
    return node


def unquote_value(node: Node, _: SolutionWords) -> Node:
    """Normalise case "$a" in to case $a in."""
    node.children = [_unquote(child) for child in node.children]
    return node


def unquote_text(node: Node, _: SolutionWords) -> Node:
    """Normalise <<< "$a" to <<< $a."""
    node.children = [_unquote(child) for child in node.children]
    return node


def name_arguments(node: Node, _: SolutionWords) -> Node:
    """Normalise `for x; do` to `for x in "$@"; do`."""
    if node.children and node.children[0].text == "for" and node.child("value") is None:
        variable = node.child("variable")
        if variable is not None and not any(child.text == "in" for child in node.children):
            expansion = Node("simple_expansion", children=[leaf("special_variable_name", "@")])
            words = [leaf("in", "in"), Node("string", "value", children=[expansion])]
            place = node.children.index(variable) + 1
            node.children[place:place] = words
    return node


def add_empty_value(node: Node, _: SolutionWords) -> Node:
    """Normalise `x=` to `x=""`."""
    if node.children and node.children[-1].text == "=":
        node.children.append(leaf("literal", '""', "value"))
    return node


def drop_last_return(node: Node, _: SolutionWords) -> Node:
    """Drop `return` and `return $?` after another command at the end of a function."""
    body = node.child("body")
    if body is None or body.kind != "compound_statement" or len(body.children) < 2:
        return node
    last = body.children[-1]
    if last.kind == "command" and not _find_texts(last, ("return",), ("return", "?")):
        return node
    if last.kind == "command" and body.children[-2].kind in ("command", "pipeline"):
        body.children.pop()
    return node


def _find_texts(node: Node, *choices: tuple[str, ...]) -> bool:
    return tuple(part.text for part in node.leaves()) in choices


def shorten_sum(node: Node) -> None:
    """Normalise ((x = x + 1)) and ((++x)) to ((x += 1))."""
    for place, child in enumerate(node.children):
        if child.kind == "binary_expression" and len(child.children) == 3:
            left, equals, right = child.children
            if equals.text == "=" and left.kind == "sum_name" and len(right.children) == 3:
                first, operator, value = right.children
                if operator.text in _OPERATORS and is_same(left, first):
                    equals.kind = equals.text = f"{operator.text}="
                    value.field = "right"
                    child.children = [left, equals, value]
        elif child.kind == "unary_expression" and len(child.children) == 2:
            operator, target = child.children
            if operator.text in _STEPS and target.kind == "sum_name":
                node.children[place] = _make_sum(child.field, target, operator)


def unify_step(node: Node, field: str = "update") -> None:
    """Normalise the step i++ of a loop to i += 1: nothing uses its value."""
    for place, child in enumerate(node.children):
        if child.kind == "postfix_expression" and child.field == field:
            target, operator = child.children
            if operator.text in _STEPS and target.kind == "sum_name":
                node.children[place] = _make_sum(child.field, target, operator)


def unify_ignored_steps(program: Node, source: SolutionWords) -> Node:
    """Normalise the command ((x++)) to ((x += 1)) if nothing reads its status, which differs."""
    texts = {part.text for part in program.leaves()}
    if not source.words.isdisjoint(_STATUS_READERS) or not texts.isdisjoint({"?", "set"}):
        return program
    own = _list_own_functions(program)
    pending = [(program, False)]  # with whether the status of the last command is ignored
    while pending:
        node, ignores_last = pending.pop()
        if node.kind == "function_definition":
            pending += [(child, False) for child in node.children if child.text is None]
            continue
        statements = _list_statements(node)
        for place, statement in enumerate(statements):
            ignored = ignores_last
            if place + 1 < len(statements) and statement.kind not in _CLAUSES:
                ignored = statements[place + 1].kind in _CLAUSES and ignores_last
                ignored = ignored or not _passes_status(statements[place + 1], own)
            if statement.kind == "compound_statement" and _is_sum(statement):
                if ignored:
                    unify_step(statement, "")
            elif statement.kind in _STRUCTURES:
                pending.append((statement, ignored))
    return program


def _list_statements(node: Node) -> list[Node]:
    """Return the commands in a structure that run in order, without its conditions, and its
    clauses.
    """
    texts = [child.text for child in node.children]
    begin = texts.index("then") + 1 if "then" in texts else 0
    return [
        child
        for child in node.children[begin:]
        if child.text is None and child.field not in ("condition", "value", "variable")
    ]


def _list_own_functions(program: Node) -> Collection[str | None] | None:
    """Return the names of functions if one of them, or another command, may return the status of
    the command before: by a bare return or exit. Otherwise, return None.
    """
    commands = [node for node in program.walk() if node.kind == "command"]
    if not any(map(_returns_status, commands)):
        return None
    functions = [node for node in program.walk() if node.kind == "function_definition"]
    return {name.text for node in functions if (name := node.child("name")) is not None}


def _returns_status(command: Node) -> bool:
    """Whether this is a return or exit with the status of the command before it: `return $x` is one
    if x is empty.
    """
    name = command.child("name")
    if name is None or name.text not in ("return", "exit"):
        return False
    arguments = [child for child in command.children if child.field == "argument"]
    return all(child.kind in ("simple_expansion", "expansion") for child in arguments)


def _passes_status(command: Node, own: Collection[str | None] | None) -> bool:
    """Whether a command may read the status of the one before: a bare return, a clause, or a
    command with a bare return in it, unless another command comes first.
    """
    while True:
        if command.kind in _CLAUSES:
            return True
        if own is None or command.kind in _SETTING or _is_sum(command):
            return False
        if command.kind == "command":
            name = command.child("name")
            is_own = name is None or name.text is None or name.text in own
            return is_own or _returns_status(command)
        inner = [child for child in command.children if child.text is None]
        if command.kind not in _BEGINNING or not inner:
            return True
        command = command.child("condition") or inner[0]


def _is_sum(node: Node) -> bool:
    return bool(node.children) and node.children[0].text == "(("


def _make_sum(field: str, target: Node, operator: Node) -> Node:
    text = _STEPS[operator.text or ""]
    target.field = "left"
    one = leaf("number", "1", "right")
    return Node("binary_expression", field, children=[target, leaf(text, text, "operator"), one])
