"""Haskell."""

import re
from collections.abc import Mapping

from kriterion_tools.representer.equivalents.haskell import simplify_expressions
from kriterion_tools.representer.equivalents.last_statements import chain
from kriterion_tools.representer.language import (
    ANY,
    Language,
    NameRole,
    Order,
    Places,
    Rewrite,
)
from kriterion_tools.representer.language_parts import haskell_literals as literals
from kriterion_tools.representer.language_parts.haskell_definitions import group_by_name
from kriterion_tools.representer.language_parts.haskell_operators import (
    drop_plain_parens,
    rebuild_chains,
)
from kriterion_tools.representer.literals import spell_number
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_INDENTATION = re.compile(r"^[ \t]*\t[ \t]*", re.MULTILINE)
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)


def _expand_tabs(text: str) -> str:
    """Expand tabs in indentation to multiples of eight columns, and strip trailing blanks."""
    if "\t" not in text:
        return text
    return _INDENTATION.sub(lambda blanks: blanks[0].expandtabs(8), _TRAILING.sub("", text))


def _flatten_application(node: Node, _: SolutionWords) -> Node:
    """Normalise (f a) b to f a b."""
    function = node.children[0]
    if function.kind != "apply" or len(node.children) != 2:
        return node
    function.children.append(node.children[1])
    return function


def _drop_backticks(node: Node, _: SolutionWords) -> Node:
    node.children = [child for child in node.children if child.text != "`"]
    return node


def _join_module_name(node: Node, _: SolutionWords) -> Node:
    """Join a module's name into one leaf."""
    path = "".join(child.text or "" for child in node.children).rstrip(".")
    return leaf("module", path)


def _mark_imported_module(node: Node, _: SolutionWords) -> Node:
    """Keep the name of an imported module, but not its alias."""
    for child in node.children:
        if child.kind == "module" and child.field != "alias":
            child.kind = "library"
    return node


def _mark_defined_constructor(node: Node, _: SolutionWords) -> Node:
    """Mark a constructor's name where it is defined."""
    for child in node.children:
        if child.field == "name" and child.kind == "constructor":
            child.kind = "defined_constructor"
    return node


def _expand_pun(node: Node, _: SolutionWords) -> Node:
    """Normalise T {x} to T {x = x}."""
    if len(node.children) == 1 and node.children[0].kind == "field_name":
        name = next(node.children[0].leaves()).text or ""
        node.children += [leaf("word", "="), leaf("variable", name, "pattern")]
    return node


_PRINTING = frozenset(
    {"show", "shows", "showsPrec", "print", "read", "reads", "readMaybe", "readEither", "printf"}
    | {"hPrint", "showList", "showString", "traceShow", "traceShowId", "traceShowM", "throw"}
    | {"throwIO", "throwError", "displayException", "assertEqual", "shouldBe", "interact"}
    | {"toConstr", "showConstr", "dataTypeOf", "selName", "conName"}
)


def _keep_printed_names(node: Node, source: SolutionWords) -> Node:
    """Keep the constructors and fields of a type whose values are printed or read, and the names
    of types that are.
    """
    shows_types = not source.words.isdisjoint(_SHOWING_TYPES)
    if not shows_types and source.words.isdisjoint(_PRINTING):
        return node
    printed: set[str] = set()
    alone = {
        part.text
        for instance in node.walk()
        if instance.kind == "deriving_instance"
        for part in instance.leaves()
    }
    for type_ in node.walk():
        if type_.kind not in ("data_type", "newtype"):
            continue
        name, derived = type_.child("name"), type_.child("deriving")
        classes = {part.text for part in derived.leaves()} if derived is not None else set()
        if name is not None and shows_types:
            printed.add(name.text or "")
        if name is not None and name.text in alone:
            classes |= alone
        if classes.isdisjoint(("Show", "Read", "Data", "Generic")):
            continue
        for part in type_.walk():
            fields = part.children if part.kind == "field_name" else ()
            printed.update(child.text or "" for child in fields)
            if part.kind == "defined_constructor":
                printed.add(part.text or "")
    kinds = _PRINTED_KINDS | ({"name"} if shows_types else set())
    for part in node.leaves():
        if part.text in printed and part.kind in kinds:
            part.kind = f"fixed_{part.kind}"
    return node


_PRINTED_KINDS = frozenset({"constructor", "defined_constructor", "variable"})
_SHOWING_TYPES = frozenset({"Typeable", "typeOf", "typeRep"})

REWRITES: Mapping[str, Rewrite] = {
    "haskell": chain(rebuild_chains, simplify_expressions, _keep_printed_names),
    "parens": drop_plain_parens,
    "apply": _flatten_application,
    "infix_id": _drop_backticks,
    "module": _join_module_name,
    "import": _mark_imported_module,
    "prefix": _mark_defined_constructor,
    "record": _mark_defined_constructor,
    "newtype_constructor": _mark_defined_constructor,
    "gadt_constructor": _mark_defined_constructor,
    "field_pattern": _expand_pun,
    "declarations": group_by_name("definition"),
    "local_binds": group_by_name("definition"),
    "class_declarations": group_by_name("definition"),
    # An instance defines methods whose names its class has bound.
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
    # A name qualified by a module is that module's, not the student's.
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
    version=4,
    prepare=_expand_tabs,
    exact_scopes=frozenset({"lambda", "alternative"}),
    name_readers=frozenset({"getField", "HasField", "fromLabel"}),
    dropped=frozenset({"comment", "haddock"}),
    transparent=frozenset({"literal"}),
    spellings={
        "string": literals.spell_string,
        "char": literals.spell_character,
        "integer": spell_number,
        "float": spell_number,
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
    listings={"exports": frozenset({"export"})},
)
