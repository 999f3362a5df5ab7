"""Bash's commands: which of their arguments name variables or functions."""

from collections.abc import Iterator

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.language_parts.bash_sums import NAME, bare, convert_arithmetic
from kriterion_tools.representer.solution_tree import Node, leaf

# Commands that assign to the variables they are given by name, and their options that take a value.
_READING = {"read": "dinNptu", "mapfile": "dnOsuCc", "readarray": "dnOsuCc", "getopts": ""}

# Commands whose arguments are names of functions.
_ABOUT_FUNCTIONS = frozenset({"trap", "type", "command", "time", "eval", "exec", "builtin"})


def command_name(node: Node, _: SolutionWords) -> Node:
    """Unquote the name of a command."""
    if len(node.children) == 1 and node.children[0].kind == "literal":
        return leaf("command_word", bare(node.children[0]))
    return node


def function(node: Node, _: SolutionWords) -> Node:
    for child in node.children:
        if child.field == "name" and child.kind == "literal":
            child.kind, child.text = "function_word", bare(child)
    return node


def assignment(node: Node, _: SolutionWords) -> Node:
    """Normalise x="$y" to x=$y: no word splitting happens here."""
    name, value = node.child("name"), node.child("value")
    if name is not None and name.kind == "variable_name":
        name.kind = "given_name"
    if value is not None and value.kind == "string" and len(value.children) == 1:
        (only,) = value.children
        if not any(one.text in ("@", "*") for one in only.leaves()):
            only.field = "value"
            node.children[-1] = only
    return node


def declaration(node: Node, _: SolutionWords) -> Node:
    """With -f, the arguments are functions; exported names stay."""
    words = [bare(child) for child in node.children if child.kind == "literal"]
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


def command(node: Node, _: SolutionWords) -> Node:
    """Mark the variables that a command such as `read` assigns to."""
    name = node.child("name")
    arguments = [child for child in node.children if child.field == "argument"]
    called = name.text if name is not None else None
    if called in _READING:
        for target in _targets(called or "", arguments):
            target.kind, target.text = "given_name", bare(target)
    elif called == "printf" and len(arguments) > 1 and bare(arguments[0]) == "-v":
        if NAME.fullmatch(bare(arguments[1])):
            arguments[1].kind, arguments[1].text = "given_name", bare(arguments[1])
    elif called == "let":
        for argument in arguments:
            convert_arithmetic(argument)
    return node


def _targets(called: str, arguments: list[Node]) -> Iterator[Node]:
    skipped = False
    for number_of, argument in enumerate(arguments):
        text = bare(argument)
        if skipped:
            skipped = False
        elif text.startswith("-") and len(text) > 1:
            skipped = text[-1] in _READING[called]
        elif argument.kind == "literal" and NAME.fullmatch(text):
            if called == "getopts" and not number_of:
                continue  # the letters of an option
            yield argument


def test(node: Node, _: SolutionWords) -> Node:
    """Mark the variable that [[ -v name ]] tests."""
    if len(node.children) == 2 and node.children[0].text == "-v":
        operand = node.children[1]
        if operand.kind == "literal" and NAME.fullmatch(bare(operand)):
            operand.kind, operand.text = "variable_name", bare(operand)
    return node


def _continues(node: Node) -> bool:
    return node.kind == "text" and not (node.text or "").replace("\\\n", "").strip()


def script(node: Node, _: SolutionWords) -> Node:
    """Mark names of functions where they are passed to functions or to commands about functions.

    Line continuations are layout.
    """
    for one in node.walk():
        if one.kind not in ("string", "heredoc_body", "expansion"):
            one.children = [child for child in one.children if not _continues(child)]
    own = {one.text for one in node.walk() if one.kind == "function_word" and one.field == "name"}
    if not own:
        return node
    for one in node.walk():
        if one.kind != "command":
            continue
        name = one.child("name")
        if name is None or (name.text not in own and name.text not in _ABOUT_FUNCTIONS):
            continue
        for child in one.children:
            if child.kind == "literal" and child.field == "argument" and bare(child) in own:
                child.kind, child.text = "function_word", bare(child)
    return node
