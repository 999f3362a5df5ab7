"""Bash's names: which indices are keys, and which names a text, another program or Bash looks for.

Both depend on the whole script: on `declare -A`, `export`, `eval`, `${!x}` and the like.
"""

import re
from collections.abc import Callable, Collection, Iterator

from kriterion_tools.representer.language_parts.bash_commands import ASSIGNING
from kriterion_tools.representer.language_parts.bash_sums import (
    NAME,
    convert_arithmetic,
    unquote,
)
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_VARIABLES = frozenset({"variable_name", "given_name", "sum_name", "exported_name"})
_FUNCTIONS = frozenset({"function_word", "command_word"})
_LITERALS = frozenset({"literal", "heredoc_content", "heredoc_body", "word"})
_WORD = re.compile(r"[^\W\d]\w*")
_SUM = re.compile(r"[\w\s+*/%()-]+")
_BASED = re.compile(r"__base_(\d+)__")

# Commands that run a text as code, or another script in this shell.
_RUNNING = frozenset({"eval", "trap", "envsubst"})
_SHELLS = frozenset({"bash", "sh", "zsh", "ksh", "dash"})
_SOURCING = frozenset({"source", "."})
# Commands whose arguments name variables or, for some, functions.
_NAMING = frozenset({"read", "mapfile", "readarray", "getopts", "unset", "wait", "local"})
_CALLING = frozenset({"mapfile", "readarray", "complete", "compgen", "coproc"})


def mark_looked_for_names(node: Node, _: SolutionWords) -> Node:
    """Turn indices into variables, except keys; mark the names that stay."""
    nodes = [inner for inner in node.walk() if inner.text is None]
    declared = _Declarations(nodes)
    for inner in nodes:
        if inner.kind == "subscript":
            _convert_index(inner, declared)
        elif inner.kind == "variable_assignment":
            _convert_value(inner, declared.with_option("i"))
    is_fixed_variable, is_fixed_function = _find_fixed_names(nodes, declared)
    for part in node.leaves():
        text = part.text or ""
        if part.kind in _VARIABLES and is_fixed_variable(text):
            part.kind = "fixed_name"
        elif part.kind in _FUNCTIONS and is_fixed_function(text):
            part.kind = "fixed_word"
    return node


class _Declarations:
    """The variables that `declare` and its like declare, by the letters of their options."""

    def __init__(self, nodes: list[Node]) -> None:
        self._names: dict[str, set[str]] = {}
        for node in nodes:
            if node.kind != "declaration_command":
                continue
            letters = {letter for word in _list_options(node) for letter in word[1:]}
            letters.update("x" if node.children[0].text == "export" else "")
            names = set(_list_declared(node))
            for letter in letters:
                self._names.setdefault(letter, set()).update(names)

    def with_option(self, letter: str) -> Collection[str]:
        return self._names.get(letter, set())


def _list_options(node: Node) -> Iterator[str]:
    for child in node.children:
        text = unquote(child)
        if child.kind == "literal" and text[:1] == "-":
            yield text


def _list_declared(node: Node) -> Iterator[str]:
    for child in node.children:
        name = child.child("name") if child.kind == "variable_assignment" else child
        if name is not None and name.kind in _VARIABLES:
            yield name.text or ""


def _convert_index(node: Node, declared: _Declarations) -> None:
    name, index = node.child("name"), node.child("index")
    if name is None or index is None:
        return
    if based := _BASED.fullmatch(name.text or ""):
        node.kind = "based_number"
        node.children = [leaf("number", based[1]), index]
        return
    if index.kind == "string" and len(index.children) == 1:
        place = node.children.index(index)
        node.children[place] = index = index.children[0]
        index.field = "index"
    keyed = declared.with_option("A")
    if name.text in keyed or (keyed and name.text in declared.with_option("n")):
        return
    convert_arithmetic(index)


def _convert_value(node: Node, integers: Collection[str]) -> None:
    """Turn the words of a value into variables if the variable is declared as an integer."""
    name, value = node.child("name"), node.child("value")
    if name is not None and value is not None and name.text in integers:
        convert_arithmetic(value)


def _find_fixed_names(
    nodes: list[Node], declared: _Declarations
) -> tuple[Callable[[str], bool], Callable[[str], bool]]:
    """Return whether the name of a variable, and that of a function, stays."""
    commands = [_Command(node) for node in nodes if node.kind == "command"]
    own = {
        name.text
        for node in nodes
        if node.kind == "function_definition" and (name := node.child("name")) is not None
    }
    called = {command.name for command in commands}
    literals = [
        part for node in nodes for part in node.children if part.text and part.kind in _LITERALS
    ]
    has_code = any(command.runs_code() for command in commands)
    words: set[str] = set()
    if has_code:
        words.update(word for part in literals for word in _WORD.findall(part.text or ""))
    variables = words.union(declared.with_option("x"))
    for command in commands:
        variables.update(command.assigned if command.name not in own else ())
        variables.update(_list_elements(command.name, command.arguments))
    variables.update(name for node in nodes for name in _list_named_indices(node))
    variables.update(_list_computed(nodes, own))
    pieces: tuple[str, ...] = ()
    if declared.with_option("n") or any(map(_is_indirect, nodes)):
        texts = [unquote(part) for part in literals]
        variables.update(texts)
        for text in texts:
            variables.update(_WORD.findall(text.partition("=")[0]))
        pieces = tuple(_list_pieces(nodes))
    if not _SOURCING.isdisjoint(called) or any(command.exports_all() for command in commands):
        return lambda _: True, lambda _: not _SOURCING.isdisjoint(called)
    functions = words.union(
        unquote(argument)
        for command in commands
        if command.name in _CALLING
        for argument in command.arguments
    )
    functions.update(name for node in nodes for name in _list_exported_functions(node))
    is_open = False
    if any(command.name is None for command in commands):
        functions.update(unquote(part) for part in literals)
        is_open = _has_open_dispatch(nodes, own)
    return (
        lambda name: (
            name in variables or bool(pieces and (name.startswith(pieces) or name.endswith(pieces)))
        ),
        lambda name: is_open or name in functions,
    )


def _list_computed(nodes: list[Node], own: Collection[str | None]) -> Iterator[str]:
    """Yield the words of values that a sum may evaluate: after `n=x`, $((n)) is the value of x."""
    if not any(part.kind == "sum_name" for node in nodes for part in node.children):
        return
    for node in nodes:
        if node.kind == "command" and _Command(node).name not in own:
            continue
        for child in node.children:
            is_value = node.kind == "array" or child.field in ("value", "argument")
            if is_value and child.kind == "literal" and _SUM.fullmatch(unquote(child)):
                yield from _WORD.findall(unquote(child))


def _has_open_dispatch(nodes: list[Node], own: Collection[str | None]) -> bool:
    """Whether the name of a called function may come from outside, or be joined from pieces."""
    inside = {
        id(part)
        for node in nodes
        if node.kind == "function_definition"
        for part in node.walk()
        if part.kind == "command"
    }
    for node in nodes:
        name = node.child("name") if node.kind == "command" else None
        if name is None:
            continue
        if name.text is None:
            parts = [part for part in name.leaves() if part.kind == "literal"]
            if parts or id(node) not in inside:
                return True
        elif (
            name.text in own
            and id(node) not in inside
            and any(child.field == "argument" and child.text is None for child in node.children)
        ):
            return True
    return False


class _Command:
    """A command: its name, None if it is computed, its arguments, and the variables set for it."""

    def __init__(self, node: Node) -> None:
        name = node.child("name")
        self.name = name.text if name is not None else ""
        self.arguments = [child for child in node.children if child.field == "argument"]
        self.assigned = [
            target.text or ""
            for child in node.children
            if child.kind == "variable_assignment"
            if (target := child.child("name")) is not None
        ]

    def runs_code(self) -> bool:
        if self.name == "trap":
            return any(argument.kind != "function_word" for argument in self.arguments[:1])
        if self.name in _SHELLS:
            return any(unquote(argument)[:2] == "-c" for argument in self.arguments)
        return self.name in _RUNNING

    def exports_all(self) -> bool:
        return self.name == "set" and any(
            unquote(argument) in ("-a", "allexport") for argument in self.arguments
        )


def _is_indirect(node: Node) -> bool:
    """Whether a node names a variable by a text: ${!x}, declare "$x=1", read "$x"."""
    if node.kind == "expansion":
        first, *rest = node.children
        return first.text == "!" and len(rest) > 0 and rest[0].kind != "subscript"
    if node.kind in ("declaration_command", "unset_command"):
        return any(
            child.kind in ("string", "concatenation", "simple_expansion", "expansion")
            or (child.kind == "literal" and "=" in unquote(child))
            for child in node.children
        )
    if node.kind == "unary_expression":
        return node.children[0].text in ("-v", "-R") and node.children[-1].text is None
    if node.kind != "command":
        return False
    command = _Command(node)
    if command.name == "printf":
        options = [unquote(argument) for argument in command.arguments[:1]]
        return options == ["-v"] and any(part.text is None for part in command.arguments[1:2])
    return command.name in _NAMING and any(
        argument.text is None and not _is_option_value(argument, command)
        for argument in command.arguments
    )


def _is_option_value(argument: Node, command: _Command) -> bool:
    before = command.arguments[command.arguments.index(argument) - 1]
    if before is argument or argument is command.arguments[0]:
        return command.name == "getopts"
    text = unquote(before)
    return text[:1] == "-" and text[-1] in ASSIGNING.get(command.name or "", "")


def _list_pieces(nodes: list[Node]) -> Iterator[str]:
    """Yield the parts of names that a text such as "item_$i" is made of."""
    for node in nodes:
        if node.kind in ("string", "concatenation", "expansion"):
            for part in node.children:
                if part.kind == "literal" and NAME.fullmatch(unquote(part)):
                    yield unquote(part)
                elif part.kind == "variable_name" and node.children[0].text == "!":
                    yield part.text or ""  # ${!prefix@}


def _list_elements(command: str | None, arguments: list[Node]) -> Iterator[str]:
    """Yield names in texts like 'm[a]', as `unset` and `read` take them."""
    if command in _NAMING or command == "printf":
        for argument in arguments:
            before, bracket, _ = unquote(argument).partition("[")
            if bracket and argument.text and NAME.fullmatch(before):
                yield before


def _list_named_indices(node: Node) -> Iterator[str]:
    """Yield the names in a=([i]=1), `unset 'a[i]'` and [[ -v a[i] ]]."""
    if node.kind == "unset_command":
        yield from _list_elements("unset", node.children)
    elif node.kind == "concatenation" and len(node.children) > 2:
        first, second = node.children[:2]
        if first.text == "[" and second.text:
            yield from _WORD.findall(second.text)
    elif (
        node.kind == "unary_expression"
        and node.children[0].text == "-v"
        and node.children[-1].kind != "variable_name"
    ):
        yield from (word for part in node.leaves() for word in _WORD.findall(part.text or ""))


def _list_exported_functions(node: Node) -> Iterator[str]:
    if node.kind == "declaration_command" and (
        node.children[0].text == "export" or any("x" in word for word in _list_options(node))
    ):
        yield from (child.text or "" for child in node.children if child.kind == "function_word")
