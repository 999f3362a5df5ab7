"""Bash's commands: mark the arguments that name variables or functions."""

from collections.abc import Iterator

from kriterion_tools.representer.language_parts.bash_sums import NAME, convert_arithmetic, unquote
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

# Commands that assign to the variables named by their arguments, and their options with a value.
ASSIGNING = {"read": "dinNptu", "mapfile": "dnOsuCc", "readarray": "dnOsuCc", "getopts": ""}

# Commands whose arguments may be names of functions. After `command`, `builtin` and `exec`, a name
# is never a function, except for `command -v`, which describes it.
_ABOUT_FUNCTIONS = frozenset({"trap", "type", "time", "eval"})
_PIECES = frozenset(
    {"literal", "simple_expansion", "expansion", "command_substitution", "arithmetic_expansion"}
)
_DESCRIBING = frozenset({"-v", "-V"})


def unquote_command_name(node: Node, _: SolutionWords) -> Node:
    """Unquote the name of a command."""
    if len(node.children) == 1 and node.children[0].kind == "literal":
        return leaf("command_word", unquote(node.children[0]))
    return node


def unquote_function_name(node: Node, _: SolutionWords) -> Node:
    for child in node.children:
        if child.field == "name" and child.kind == "literal":
            child.kind, child.text = "function_word", unquote(child)
    return node


def simplify_assignment(node: Node, _: SolutionWords) -> Node:
    """Normalise x="$y" to x=$y: no word splitting happens here."""
    name, value = node.child("name"), node.child("value")
    if name is not None and name.kind == "variable_name":
        name.kind = "given_name"
    if value is not None and value.kind == "concatenation":
        _join_pieces(value)
    if value is not None and value.kind == "string" and len(value.children) == 1:
        (only,) = value.children
        if not any(part.text in ("@", "*") for part in only.leaves()):
            only.field = "value"
            node.children[-1] = only
    return node


def _join_pieces(value: Node) -> None:
    """Normalise $x-a to "$x-a": in an assignment, nothing is split or expanded to files."""
    pieces = [
        piece
        for child in value.children
        for piece in (child.children if child.kind == "string" else [child])
    ]
    if all(piece.kind in _PIECES for piece in pieces):
        value.kind = "string"
        value.children = pieces


def mark_declared_names(node: Node, _: SolutionWords) -> Node:
    """Mark the arguments of `declare`, `export` and `unset`: variables or, with -f, functions.

    Names of exported variables stay."""
    words = [unquote(child) for child in node.children if child.kind == "literal"]
    first = node.children[0].text
    for child in node.children:
        if child.kind == "variable_name" and "-f" in words:
            child.kind = "function_word"
        elif child.kind == "variable_name" and first != "unset":
            child.kind = "exported_name" if first == "export" else "given_name"
        elif first == "export" and child.kind == "variable_assignment":
            name = child.child("name")
            if name is not None and name.kind == "given_name":
                name.kind = "exported_name"
    return node


def mark_assigned_names(node: Node, _: SolutionWords) -> Node:
    """Mark the variables that a command such as `read` assigns to."""
    name = node.child("name")
    arguments = [child for child in node.children if child.field == "argument"]
    called = name.text if name is not None else None
    if called in ASSIGNING:
        for target in _find_targets(called or "", arguments):
            target.kind, target.text = "given_name", unquote(target)
    elif called == "printf" and len(arguments) > 1 and unquote(arguments[0]) == "-v":
        if NAME.fullmatch(unquote(arguments[1])):
            arguments[1].kind, arguments[1].text = "given_name", unquote(arguments[1])
    elif called == "test" and len(arguments) == 2 and unquote(arguments[0]) == "-v":
        if arguments[1].kind == "literal" and NAME.fullmatch(unquote(arguments[1])):
            arguments[1].kind, arguments[1].text = "variable_name", unquote(arguments[1])
    elif called == "let":
        for argument in arguments:
            convert_arithmetic(argument)
    return node


def _find_targets(called: str, arguments: list[Node]) -> Iterator[Node]:
    """Yield the arguments that name variables, not options or their values."""
    is_option_value = False
    for place, argument in enumerate(arguments):
        text = unquote(argument)
        if is_option_value:
            is_option_value = False
        elif text.startswith("-") and len(text) > 1:
            is_option_value = text[-1] in ASSIGNING[called]
        elif argument.kind == "literal" and NAME.fullmatch(text):
            if called == "getopts" and not place:
                continue  # the letters of an option
            yield argument


def mark_tested_name(node: Node, _: SolutionWords) -> Node:
    """Mark the variable that [[ -v name ]] tests."""
    if len(node.children) == 2 and node.children[0].text == "-v":
        operand = node.children[1]
        if operand.kind == "literal" and NAME.fullmatch(unquote(operand)):
            operand.kind, operand.text = "variable_name", unquote(operand)
    return node


def _is_line_continuation(node: Node) -> bool:
    return node.kind == "text" and not (node.text or "").replace("\\\n", "").strip()


def _is_describing(command: Node) -> bool:
    return any(unquote(child) in _DESCRIBING for child in command.children if child.text)


def mark_function_names(node: Node, _: SolutionWords) -> Node:
    """Mark names of functions among the arguments of commands such as `trap`, and of functions if
    some command is computed.

    Also drop line continuations.
    """
    for inner in node.walk():
        if inner.kind not in ("string", "heredoc_body", "expansion"):
            inner.children = [child for child in inner.children if not _is_line_continuation(child)]
    function_names = {
        inner.text
        for inner in node.walk()
        if inner.kind == "function_word" and inner.field == "name"
    }
    if not function_names:
        return node
    commands = [inner for inner in node.walk() if inner.kind == "command"]
    names = [name for command in commands if (name := command.child("name")) is not None]
    is_dynamic = any(name.text is None for name in names)
    for inner in commands:
        name = inner.child("name")
        if name is None or not (
            name.text in _ABOUT_FUNCTIONS
            or (is_dynamic and name.text in function_names)
            or (name.text == "command" and _is_describing(inner))
        ):
            continue
        for child in inner.children:
            if (
                child.kind == "literal"
                and child.field == "argument"
                and unquote(child) in function_names
            ):
                child.kind, child.text = "function_word", unquote(child)
    return node
