"""OCaml."""

import re
from collections.abc import Iterator, Mapping

from kriterion.toolbox.representer.language import (
    ANY,
    Language,
    Order,
    Places,
    Rewrite,
    Role,
    Source,
)
from kriterion.toolbox.representer.literals import number, quoted
from kriterion.toolbox.representer.tree import Node, leaf

# Names that functors of the library ask for in the modules they are given.
_ASKED_FOR = frozenset({"compare", "equal", "hash"})

# Functions that are there without being opened or written. Where one of that name is defined, the
# order of functions says something: what stands before it means the library's.
_AT_HAND = frozenset(
    {"abs", "compare", "exit", "failwith", "float", "floor", "fst", "snd", "ignore", "incr", "decr"}
    | {"max", "min", "not", "pred", "succ", "raise", "ref", "sqrt", "truncate", "ceil", "print_int"}
    | {"print_string", "print_endline", "print_newline", "print_float", "print_char", "read_line"}
    | {"string_of_int", "int_of_string", "string_of_float", "float_of_int", "int_of_float"}
    | {"string_of_bool", "int_of_char", "char_of_int", "invalid_arg", "read_int", "exp", "log"}
    | {"lnot", "infinity", "nan", "max_int", "min_int", "min_float", "max_float", "id", "length"}
)

# What is a name where something is defined that is no value: the kind of it, and of what is around.
_DEFINING = {
    "type_constructor": "type_binding",
    "constructor_name": "constructor_declaration",
    "field_name": "field_declaration",
    "module_name": "module_binding",
    "module_type_name": "module_type_definition",
    "class_name": "class_binding",
    "value_name": "external",
}

_ESCAPE = re.compile(
    r"\\(?:(\d{3})|x([0-9a-fA-F]{2})|o([0-3][0-7]{2})|u\{([0-9a-fA-F]{1,6})\}|\n[ \t]*|(.))",
    re.DOTALL,
)
_LETTERS = {"n": "\n", "t": "\t", "b": "\b", "r": "\r"}


def _unescaped(text: str) -> str:
    """What stands for what: decimal codes are OCaml's own, and lines may be continued."""
    if "\\" not in text:
        return text

    def character(escape: re.Match[str]) -> str:
        decimal, hexadecimal, octal, point, letter = escape.groups()
        for digits, base in ((decimal, 10), (hexadecimal, 16), (octal, 8), (point, 16)):
            if digits is not None:
                code = int(digits, base)
                return chr(code) if code < 0x110000 else escape[0]
        return "" if letter is None else _LETTERS.get(letter, letter)

    return _ESCAPE.sub(character, text)


def _string(text: str) -> str:
    return quoted(_unescaped(text[1:-1]))


def _quoted_string(text: str) -> str:
    mark = text[1 : text.index("|")]
    return quoted(text[len(mark) + 2 : -len(mark) - 2])


def _character(text: str) -> str:
    return f"c{quoted(_unescaped(text[1:-1]))}"


def _number(text: str) -> str:
    """The last letter is a type: `l` for 32 bits, `L` for 64, `n` for the machine's."""
    if text[-1] in "lLn" or (text[-1] in "ghijkmopqrstuvwxyzGHIJKMOPQRSTUVWXYZ"):
        return number(text[:-1]) + text[-1]
    return number(text)


def _path(node: Node, _: Source) -> Node:
    """A name alone, or one in a module."""
    node.children = [child for child in node.children if child.text != "."]
    if len(node.children) == 1:
        return node.children[0]
    node.kind = "path"
    node.children[0].field, node.children[-1].field = "module", "name"
    return node


def _in_full(field: str, value: str) -> Rewrite:
    """{x} is {x = x}, in an expression and in a pattern."""

    def rewrite(node: Node, _: Source) -> Node:
        node.children = [child for child in node.children if child.text != "="]
        if len(node.children) == 1:
            name = list(node.children[0].leaves())[-1].text or ""
            node.children.append(leaf(value, name, field))
        return node

    return rewrite


def _labelled(value: str) -> Rewrite:
    """~x is ~x:x, in a call and in a definition."""

    def rewrite(node: Node, _: Source) -> Node:
        if len(node.children) > 1 and node.children[0].text in ("~", "?"):
            name = node.children[1]
            if name.kind in ("label_name", "value_pattern"):
                label = leaf("label_name", name.text or "", "label")
                given = [child for child in node.children[2:] if child.text != ":"]
                if name.kind == "value_pattern" or not given:
                    given.insert(0, leaf(value, name.text or "", "pattern"))
                node.children = [node.children[0], label, *given]
        return node

    return rewrite


def _named(kind: str) -> Rewrite:
    """What is defined has its name in a place of its own, apart from types and parameters."""

    def rewrite(node: Node, _: Source) -> Node:
        for child in node.children:
            if child.kind == kind:
                child.field = "name"
                break
        return node

    return rewrite


def _sequence(node: Node, _: Source) -> Node:
    """(a; b); c is a; b; c."""
    children: list[Node] = []
    for child in node.children:
        children += child.children if child.kind == node.kind else [child]
    node.children = children
    return node


def _definitions(node: Node) -> None:
    """Functions may change places, unless one of several things of a name could be meant."""
    names: list[str] = []
    has_values = False
    for child in node.children:
        if child.kind in ("open_module", "include_module") and has_values:
            return
        has_values = has_values or child.kind == "value_definition"
        names += _defined(child)
    if len(set(names)) == len(names) and _AT_HAND.isdisjoint(names):
        node.children = [
            _function(child) if child.kind == "value_definition" else child
            for child in node.children
        ]


def _defined(item: Node) -> Iterator[str]:
    """The names that an item of a module defines."""
    if item.kind == "value_definition":
        patterns = (one.child("pattern") for one in item.children if one.kind == "let_binding")
        yield from (leaf.text or "" for one in patterns if one for leaf in one.leaves())
        return
    pending = [item]
    while pending:
        node = pending.pop()
        for child in node.children:
            if child.text is not None and node.kind == _DEFINING.get(child.kind):
                yield child.text
            elif child.kind != "structure":
                pending.append(child)


def _function(node: Node) -> Node:
    """A function on its own is a definition that may change places with others."""
    bindings = [child for child in node.children if child.kind == "let_binding"]
    if len(bindings) != 1 or node.children[0].text != "let":
        return node
    (binding,) = bindings
    body = binding.child("body")
    is_function = any(child.kind == "parameter" for child in binding.children) or (
        body is not None and body.kind in ("fun_expression", "function_expression")
    )
    name = binding.child("pattern")
    if not is_function or name is None or name.kind != "value_name":
        return node
    words = [child for child in node.children[1:] if child is not binding]
    return Node("function_definition", children=[*words, *binding.children])


def _unit(node: Node, _: Source) -> Node:
    _definitions(node)
    return node


def _structure(node: Node, _: Source) -> Node:
    """What functors ask a module for keeps its name."""
    _definitions(node)
    for child in node.children:
        for part in (child, *child.children):
            name = part.child("pattern") if part.text is None else None
            if name is not None and name.kind == "value_name" and name.text in _ASKED_FOR:
                name.kind = "asked_for"
    return node


def _specification(node: Node, _: Source) -> Node:
    for child in node.children:
        if child.kind == "value_name" and child.text in _ASKED_FOR:
            child.kind = "asked_for"
    return node


REWRITES: Mapping[str, Rewrite] = {
    "value_path": _path,
    "module_path": _path,
    "extended_module_path": _path,
    "module_type_path": _path,
    "constructor_path": _path,
    "type_constructor_path": _path,
    "field_path": _path,
    "class_path": _path,
    "class_type_path": _path,
    "field_expression": _in_full("body", "value_name"),
    "field_pattern": _in_full("pattern", "value_pattern"),
    "parameter": _labelled("value_pattern"),
    "labeled_argument": _labelled("value_name"),
    "sequence_expression": _sequence,
    "compilation_unit": _unit,
    "structure": _structure,
    "constructor_declaration": _named("constructor_name"),
    "class_binding": _named("class_name"),
    "class_type_binding": _named("class_type_name"),
    "module_binding": _named("module_name"),
    "value_specification": _specification,
}

IDENTIFIERS: Mapping[str, Role] = {
    "value_name": Role.EITHER,
    "value_pattern": Role.VARIABLE,
    "instance_variable_name": Role.VARIABLE,
    "module_name": Role.EITHER,
    "module_type_name": Role.EITHER,
    "class_name": Role.EITHER,
    "class_type_name": Role.EITHER,
    "type_constructor": Role.MENTIONED,
    "constructor_name": Role.MENTIONED,
    "field_name": Role.MEMBER,
    "method_name": Role.MEMBER,
    "label_name": Role.KEYWORD,
    "type_variable": Role.OWN,
}

BINDINGS: Places = {
    "let_binding": {"pattern"},
    "function_definition": {"pattern"},
    "parameter": {"label", "pattern"},
    "match_case": {"pattern"},
    "for_expression": {"name"},
    "object_expression": {"self"},
    "instance_variable_definition": {""},
    "method_definition": {""},
    "method_specification": {""},
    "class_binding": {"name"},
    "class_type_binding": {"name"},
    "inheritance_definition": {"alias"},
    "external": {""},
    "type_binding": {"name"},
    "constructor_declaration": {"name"},
    "field_declaration": {""},
    "module_binding": {"name"},
    "module_parameter": {""},
    "module_type_definition": {""},
    "value_specification": {""},
}

PATTERNS: Places = {
    "tuple_pattern": {ANY},
    "list_pattern": {ANY},
    "array_pattern": {ANY},
    "cons_pattern": {"left", "right"},
    "or_pattern": {ANY},
    "constructor_pattern": {"pattern"},
    "tag_pattern": {"pattern"},
    "alias_pattern": {ANY},
    "lazy_pattern": {"pattern"},
    "exception_pattern": {"pattern"},
    "record_pattern": {ANY},
    "field_pattern": {"pattern"},
    "effect_pattern": {ANY},
    "local_open_pattern": {"pattern"},
}

SCOPES: Places = {
    "let_binding": {"", "body"},
    "function_definition": {"", "body"},
    "let_expression": {ANY},
    "let_open_expression": {ANY},
    "fun_expression": {ANY},
    "match_case": {ANY},
    "for_expression": {ANY},
    "structure": {ANY},
    "signature": {ANY},
    "module_binding": {"", "body"},
    "object_expression": {ANY},
    "method_definition": {"", "body"},
    "class_binding": {"", "body"},
}

ORDER = Order(
    containers=frozenset({"compilation_unit", "structure"}),
    items=frozenset({"function_definition"}),
    name=("pattern",),
)

LANGUAGE = Language(
    name="ocaml",
    version=1,
    grammar=("tree_sitter_ocaml", "language_ocaml"),
    dropped=frozenset({"comment", "abstract_type", "line_number_directive"}),
    # Annotations of values say nothing to the program that runs.
    dropped_places={
        "typed_expression": {"type"},
        "typed_pattern": {"type"},
        "let_binding": {"type"},
        "fun_expression": {"type"},
        "method_definition": {"type"},
        "instance_variable_definition": {"type"},
    },
    brackets=frozenset({*"(){}[]|:", "begin", "end", ";;", "[|", "|]", "struct", "sig"}),
    transparent=frozenset(
        {"parenthesized_expression", "parenthesized_pattern", "parenthesized_type"}
        | {"typed_expression", "typed_pattern", "parenthesized_module_expression"}
    ),
    spellings={
        "string": _string,
        "quoted_string": _quoted_string,
        "character": _character,
        "number": _number,
        "signed_number": _number,
    },
    rewrites=REWRITES,
    identifiers=IDENTIFIERS,
    roles={
        ("path", "name"): Role.MENTIONED,
        ("value_specification", ""): Role.MEMBER,
        ("type_binding", "name"): Role.MEMBER,
        ("constructor_declaration", "name"): Role.MEMBER,
    },
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes=SCOPES,
    member_scopes=frozenset({"structure"}),
    accesses={"path": ("module", "name")},
    receivers=frozenset(),
    is_kept_name=frozenset({"type _"}).__contains__,
    spaces={"type_constructor": "type ", "label_name": "label ", "type_variable": "type "},
    sigils="'",
    orders=(ORDER,),
)
