"""Haskell."""

import re
from collections.abc import Mapping

from kriterion_tools.representer.language import (
    ANY,
    Language,
    NameRole,
    Order,
    Places,
    Rewrite,
    SolutionWords,
)
from kriterion_tools.representer.language_parts import haskell_literals as literals
from kriterion_tools.representer.language_parts.haskell_definitions import group_by_name
from kriterion_tools.representer.language_parts.haskell_operators import parens, rebuild_chains
from kriterion_tools.representer.literals import number
from kriterion_tools.representer.solution_tree import Node, leaf

_INDENTATION = re.compile(r"^[ \t]*\t[ \t]*", re.MULTILINE)
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)


def _without_tabs(text: str) -> str:
    """Replace tabs by blanks up to the next multiple of eight columns."""
    if "\t" not in text:
        return text
    return _INDENTATION.sub(lambda blanks: blanks[0].expandtabs(8), _TRAILING.sub("", text))


def _apply(node: Node, _: SolutionWords) -> Node:
    """Normalise (f a) b to f a b."""
    function = node.children[0]
    if function.kind != "apply" or len(node.children) != 2:
        return node
    function.children.append(node.children[1])
    return function


def _infix_name(node: Node, _: SolutionWords) -> Node:
    node.children = [child for child in node.children if child.text != "`"]
    return node


def _module(node: Node, _: SolutionWords) -> Node:
    """Join a module's name into one leaf. An import's name stays, its alias does not."""
    path = "".join(child.text or "" for child in node.children).rstrip(".")
    return leaf("module", path)


def _import(node: Node, _: SolutionWords) -> Node:
    for child in node.children:
        if child.kind == "module" and child.field != "alias":
            child.kind = "library"
    return node


def _named(node: Node, _: SolutionWords) -> Node:
    """Bind a constructor's name where it is defined."""
    for child in node.children:
        if child.field == "name" and child.kind == "constructor":
            child.kind = "defined_constructor"
    return node


def _pun(node: Node, _: SolutionWords) -> Node:
    """Normalise T {x} to T {x = x}."""
    if len(node.children) == 1 and node.children[0].kind == "field_name":
        name = next(node.children[0].leaves()).text or ""
        node.children += [leaf("word", "="), leaf("variable", name, "pattern")]
    return node


REWRITES: Mapping[str, Rewrite] = {
    "haskell": rebuild_chains,
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
    "declarations": group_by_name("definition"),
    "local_binds": group_by_name("definition"),
    "class_declarations": group_by_name("definition"),
    # A method belongs to its class and is bound in the scope of that.
    "instance_declarations": group_by_name("instance_definition"),
}

IDENTIFIERS: Mapping[str, NameRole] = {
    "variable": NameRole.VARIABLE,
    "constructor": NameRole.MENTIONED,
    "defined_constructor": NameRole.MEMBER,
    "name": NameRole.MENTIONED,
    "module": NameRole.VARIABLE,
    "library": NameRole.KEPT,
}

ROLES: Mapping[tuple[str, str], NameRole] = {
    ("data_type", "name"): NameRole.MEMBER,
    ("newtype", "name"): NameRole.MEMBER,
    ("type_synomym", "name"): NameRole.MEMBER,
    ("type_synonym", "name"): NameRole.MEMBER,
    ("class", "name"): NameRole.MEMBER,
    # A name qualified by a module belongs to it.
    ("qualified", "id"): NameRole.KEPT,
    ("import_name", "variable"): NameRole.KEPT,
    ("import_name", "type"): NameRole.KEPT,
    ("header", "module"): NameRole.KEPT,
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
    prepared=_without_tabs,
    dropped=frozenset({"comment", "haddock"}),
    transparent=frozenset({"literal"}),
    spellings={
        "string": literals.string,
        "char": literals.character,
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
