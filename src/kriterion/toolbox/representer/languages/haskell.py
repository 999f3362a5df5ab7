"""Haskell."""

import re
from collections.abc import Mapping

from kriterion.toolbox.representer.language import (
    ANY,
    Language,
    Order,
    Places,
    Rewrite,
    Role,
    Source,
)
from kriterion.toolbox.representer.languages.haskell_operators import parens, settle
from kriterion.toolbox.representer.literals import number, quoted
from kriterion.toolbox.representer.tree import Node, leaf

_CONTROLS = (
    *("NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4".split()),
    *("NAK SYN ETB CAN EM SUB ESC FS GS RS US SP".split()),
)
_NAMED = {**{name: chr(code) for code, name in enumerate(_CONTROLS)}, "DEL": "\x7f"}
_LETTERS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "&": ""}
_ESCAPE = re.compile(
    r"\\(?:(\d+)|x([0-9a-fA-F]+)|o([0-7]+)|(\s+)\\|\^([@-_])"
    rf"|({'|'.join(sorted(_NAMED, key=len, reverse=True))})|(.))",
    re.DOTALL,
)
_LARGEST = 0x110000


def _unescaped(text: str) -> str:
    r"""What the text between two quotes stands for; \& stands for nothing, \   \ for none, too."""

    def character(escape: re.Match[str]) -> str:
        decimal, hexadecimal, octal, gap, control, name, letter = escape.groups()
        for digits, base in ((decimal, 10), (hexadecimal, 16), (octal, 8)):
            if digits is not None:
                code = int(digits[-10:], base)
                return chr(code) if code < _LARGEST else escape[0]
        if gap is not None:
            return ""
        if control is not None:
            return chr(ord(control) - 64)
        return _NAMED[name] if name is not None else _LETTERS.get(letter, letter)

    return _ESCAPE.sub(character, text) if "\\" in text else text


def _string(text: str) -> str:
    return quoted(_unescaped(text[1:-1]))


def _character(text: str) -> str:
    return f"c{quoted(_unescaped(text[1:-1]))}"


_INDENTATION = re.compile(r"^[ \t]*\t[ \t]*", re.MULTILINE)
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)


def _without_tabs(text: str) -> str:
    """A tab is worth as many blanks as it takes to a column that eight divides."""
    if "\t" not in text:
        return text
    return _INDENTATION.sub(lambda blanks: blanks[0].expandtabs(8), _TRAILING.sub("", text))


def _apply(node: Node, _: Source) -> Node:
    """(f a) b is f a b."""
    function = node.children[0]
    if function.kind != "apply" or len(node.children) != 2:
        return node
    function.children.append(node.children[1])
    return function


def _infix_name(node: Node, _: Source) -> Node:
    node.children = [child for child in node.children if child.text != "`"]
    return node


def _module(node: Node, _: Source) -> Node:
    """A module's name is one leaf; of one imported it stays, but for the name it gets here."""
    path = "".join(child.text or "" for child in node.children).rstrip(".")
    return leaf("module", path)


def _import(node: Node, _: Source) -> Node:
    for child in node.children:
        if child.kind == "module" and child.field != "alias":
            child.kind = "library"
    return node


def _named(node: Node, _: Source) -> Node:
    """Where a constructor is defined, its name is bound."""
    for child in node.children:
        if child.field == "name" and child.kind == "constructor":
            child.kind = "defined_constructor"
    return node


def _pun(node: Node, _: Source) -> Node:
    """T {x} is T {x = x}."""
    if len(node.children) == 1 and node.children[0].kind == "field_name":
        name = next(node.children[0].leaves()).text or ""
        node.children += [leaf("word", "="), leaf("variable", name, "pattern")]
    return node


def _grouped(kind: str) -> Rewrite:
    """What belongs to one name is one definition: its type and all its clauses."""

    def rewrite(node: Node, _: Source) -> Node:
        groups: dict[str, list[Node]] = {}
        children: list[Node] = []
        for child in node.children:
            name = _defined_name(child)
            if name is None:
                children.append(child)
            elif name in groups:
                groups[name].append(child)
            else:
                groups[name] = [child]
                children.append(Node(kind, child.field, children=groups[name]))
        for child in children:
            if child.kind == kind:
                child.children = _definition(child.children)
        node.children = children
        return node

    return rewrite


def _defined_name(node: Node) -> str | None:
    if node.kind not in ("signature", "function", "bind"):
        return None
    if node.children and node.children[0].kind == "infix" and node.kind == "function":
        operator = node.children[0].child("operator")
        return None if operator is None else " ".join(one.text or "" for one in operator.leaves())
    name = node.child("name")
    return None if name is None else " ".join(one.text or "" for one in name.leaves())


def _definition(parts: list[Node]) -> list[Node]:
    name: Node | None = None
    rest: list[Node] = []
    for part in sorted(parts, key=lambda one: one.kind != "signature"):
        own = part.child("name")
        if own is not None:
            name = name or own
            part.children.remove(own)
        part.field = ""
        if part.kind == "signature":
            rest += [child for child in part.children if child.text != "::"]
        else:
            rest.append(part)
    return [*([name] if name is not None else []), *rest]


REWRITES: Mapping[str, Rewrite] = {
    "haskell": settle,
    "parens": parens,
    "apply": _apply,
    "infix_id": _infix_name,
    "module": _module,
    "import": _import,
    "prefix": _named,
    "record": _named,
    "newtype_constructor": _named,
    "gadt_constructor": _named,
    "field_pattern": _pun,
    "declarations": _grouped("definition"),
    "local_binds": _grouped("definition"),
    "class_declarations": _grouped("definition"),
    # A method's name is its class's: it is bound where that is.
    "instance_declarations": _grouped("instance_definition"),
}

IDENTIFIERS: Mapping[str, Role] = {
    "variable": Role.VARIABLE,
    "constructor": Role.MENTIONED,
    "defined_constructor": Role.MEMBER,
    "name": Role.MENTIONED,
    "module": Role.VARIABLE,
    "library": Role.KEPT,
}

ROLES: Mapping[tuple[str, str], Role] = {
    ("data_type", "name"): Role.MEMBER,
    ("newtype", "name"): Role.MEMBER,
    ("type_synomym", "name"): Role.MEMBER,
    ("type_synonym", "name"): Role.MEMBER,
    ("class", "name"): Role.MEMBER,
    # What stands behind a module is the module's.
    ("qualified", "id"): Role.KEPT,
    ("import_name", "variable"): Role.KEPT,
    ("import_name", "type"): Role.KEPT,
    ("header", "module"): Role.KEPT,
}

BINDINGS: Places = {
    "definition": {"name", "type"},
    "function": {"name", "patterns", ""},
    "bind": {"name", "pattern"},
    "lambda": {"patterns"},
    "alternative": {"pattern"},
    "generator": {"pattern"},
    "pattern_guard": {"pattern"},
    "instance_definition": {"type"},
    "signature": {"type"},
    "data_type": {"name"},
    "newtype": {"name"},
    "type_synomym": {"name"},
    "type_synonym": {"name"},
    "class": {"name"},
    "type_params": {ANY},
    "type_patterns": {ANY},
    "quantified_variables": {ANY},
    "prefix": {"name"},
    "record": {"name"},
    "newtype_constructor": {"name"},
    "gadt_constructor": {"name", "type"},
    "field": {"name"},
    "import": {"alias"},
}

PATTERNS: Places = {
    "patterns": {ANY},
    "apply": {"argument", "constructor"},
    "infix": {"left_operand", "right_operand", "operator"},
    "infix_id": {""},
    "parens": {ANY},
    "tuple": {"element"},
    "list": {"element"},
    "as": {"bind", "pattern"},
    "irrefutable": {"pattern"},
    "strict": {"pattern"},
    "record": {"field"},
    "field_pattern": {"pattern"},
    "signature": {"pattern"},
    "view_pattern": {"pattern"},
    "field_name": {""},
    # Types.
    "function": {"parameter", "result"},
    "context": {"context", "type"},
    "forall": {"variables", "type"},
    "prefix": {"type"},
}

SCOPES: Places = {
    "definition": {"type"},
    "instance_definition": {"type"},
    "function": {"patterns", "match", "binds", ""},
    "bind": {"match", "binds"},
    "lambda": {ANY},
    "alternative": {ANY},
    "match": {ANY},
    "let_in": {ANY},
    "do": {ANY},
    "list_comprehension": {ANY},
    "gadt_constructor": {"type"},
}

ORDER = Order(
    containers=frozenset(
        {"declarations", "local_binds", "class_declarations", "instance_declarations"}
    ),
    items=frozenset(
        {"definition", "instance_definition", "data_type", "newtype", "type_synonym"}
        | {"type_synomym", "class", "instance"}
    ),
    hoisted=True,
    overloaded=True,
)

LANGUAGE = Language(
    name="haskell",
    version=1,
    grammar=("tree_sitter_haskell", "language"),
    prepared=_without_tabs,
    dropped=frozenset({"comment", "haddock"}),
    transparent=frozenset({"literal"}),
    spellings={
        "string": _string,
        "char": _character,
        "integer": number,
        "float": number,
        "operator": str,
        "constructor_operator": str,
    },
    rewrites=REWRITES,
    identifiers=IDENTIFIERS,
    roles=ROLES,
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes=SCOPES,
    is_kept_name=frozenset({"main"}).__contains__,
    spaces={"name": "type ", "module": "module "},
    orders=(ORDER,),
    runs={
        "imports": frozenset({"import"}),
        "import_list": frozenset({"import_name"}),
        "exports": frozenset({"export"}),
    },
)
