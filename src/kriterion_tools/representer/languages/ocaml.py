"""OCaml."""

from collections.abc import Mapping

from kriterion_tools.representer.equivalents import ocaml as expressions
from kriterion_tools.representer.equivalents.last_statements import chain
from kriterion_tools.representer.language import (
    ANY,
    Language,
    NameRole,
    Order,
    Places,
    Rewrite,
)
from kriterion_tools.representer.language_parts import ocaml_definitions as definitions
from kriterion_tools.representer.language_parts import ocaml_literals as literals
from kriterion_tools.representer.language_parts.ocaml_types import shares_names_of_types
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords


def _rewrite_path(node: Node, _: SolutionWords) -> Node:
    """Replace a path of one name by the name; set the fields of a name qualified by a module."""
    node.children = [child for child in node.children if child.text != "."]
    if len(node.children) == 1:
        return node.children[0]
    node.kind = "path"
    node.children[0].field, node.children[-1].field = "module", "name"
    return node


def _expand_pun(field: str, value: str) -> Rewrite:
    """Normalise {x} to {x = x}, in expressions and patterns."""

    def rewrite(node: Node, _: SolutionWords) -> Node:
        node.children = [child for child in node.children if child.text != "="]
        if len(node.children) == 1:
            name = list(node.children[0].leaves())[-1].text or ""
            node.children.append(leaf(value, name, field))
        return node

    return rewrite


def _expand_label(value: str) -> Rewrite:
    """Normalise ~x to ~x:x, in calls and definitions."""

    def rewrite(node: Node, _: SolutionWords) -> Node:
        if len(node.children) > 1 and node.children[0].text in ("~", "?"):
            name = node.children[1]
            if name.kind in ("label_name", "value_pattern"):
                label = leaf("label_name", name.text or "", "label")
                value_nodes = [child for child in node.children[2:] if child.text != ":"]
                if name.kind == "value_pattern" or not value_nodes:
                    value_nodes.insert(0, leaf(value, name.text or "", "pattern"))
                node.children = [node.children[0], label, *value_nodes]
        return node

    return rewrite


def _mark_name(kind: str) -> Rewrite:
    """Set the field of a definition's name, to distinguish it from types and parameters."""

    def rewrite(node: Node, _: SolutionWords) -> Node:
        for child in node.children:
            if child.kind == kind:
                child.field = "name"
                break
        return node

    return rewrite


REWRITES: Mapping[str, Rewrite] = {
    "value_path": _rewrite_path,
    "module_path": _rewrite_path,
    "extended_module_path": _rewrite_path,
    "module_type_path": _rewrite_path,
    "constructor_path": _rewrite_path,
    "type_constructor_path": _rewrite_path,
    "field_path": _rewrite_path,
    "class_path": _rewrite_path,
    "class_type_path": _rewrite_path,
    "field_expression": _expand_pun("body", "value_name"),
    "field_pattern": _expand_pun("pattern", "value_pattern"),
    "parameter": _expand_label("value_pattern"),
    "labeled_argument": _expand_label("value_name"),
    "compilation_unit": chain(expressions.simplify_applications, definitions.rewrite_unit),
    "let_binding": expressions.join_parameters,
    "fun_expression": expressions.join_functions,
    "if_expression": expressions.drop_empty_else,
    "cons_expression": expressions.make_list,
    "let_expression": expressions.open_locally,
    "structure": definitions.rewrite_structure,
    "constructor_declaration": _mark_name("constructor_name"),
    "class_binding": _mark_name("class_name"),
    "class_type_binding": _mark_name("class_type_name"),
    "module_binding": _mark_name("module_name"),
    "value_specification": definitions.keep_required_names,
}

IDENTIFIERS: Mapping[str, NameRole] = {
    "value_name": NameRole.EITHER,
    "value_pattern": NameRole.VARIABLE,
    "instance_variable_name": NameRole.VARIABLE,
    "module_name": NameRole.EITHER,
    "module_type_name": NameRole.EITHER,
    "class_name": NameRole.EITHER,
    "class_type_name": NameRole.EITHER,
    "type_constructor": NameRole.MENTIONED,
    "constructor_name": NameRole.MENTIONED,
    "field_name": NameRole.MEMBER,
    "method_name": NameRole.MEMBER,
    "label_name": NameRole.KEYWORD,
    "type_variable": NameRole.OWN,
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

_OPENS = frozenset({"open_module", "include_module"})


def _defines_operator(node: Node) -> bool:
    """Whether a definition, or one of its bindings, defines an operator."""
    patterns = (part.child("pattern") for part in (node, *node.children))
    return any(
        pattern is not None and pattern.kind == "parenthesized_operator" for pattern in patterns
    )


ORDER = Order(
    containers=frozenset({"compilation_unit", "structure"}),
    items=frozenset({"function_definition"}),
    name=("pattern",),
    is_fixed=_defines_operator,
    is_barrier=lambda node: node.kind in _OPENS or _defines_operator(node),
)

LANGUAGE = Language(
    name="ocaml",
    version=9,
    dropped=frozenset({"comment", "abstract_type", "line_number_directive"}),
    # Type annotations of values have no effect at run time.
    dropped_places={
        "typed_expression": {"type"},
        "typed_pattern": {"type"},
        "let_binding": {"type"},
        "fun_expression": {"type"},
        "method_definition": {"type"},
        "instance_variable_definition": {"type"},
    },
    needs_dropped_places=shares_names_of_types,
    brackets=frozenset({*"(){}[]|:", "begin", "end", ";;", "[|", "|]", "struct", "sig"}),
    transparent=frozenset(
        {"parenthesized_expression", "parenthesized_pattern", "parenthesized_type"}
        | {"typed_expression", "typed_pattern", "parenthesized_module_expression"}
    ),
    exact_scopes=frozenset({"fun_expression", "match_case"}),
    member_readers=frozenset({"Printexc", "deriving", "deriving_inline"}),
    spellings={
        "string": literals.spell_string,
        "quoted_string": literals.spell_quoted_string,
        "character": literals.spell_character,
        "number": literals.spell_ocaml_number,
        "signed_number": literals.spell_ocaml_number,
    },
    rewrites=REWRITES,
    identifiers=IDENTIFIERS,
    roles={
        ("path", "name"): NameRole.MENTIONED,
        ("value_specification", ""): NameRole.MEMBER,
        ("type_binding", "name"): NameRole.MEMBER,
        ("constructor_declaration", "name"): NameRole.MEMBER,
    },
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes=SCOPES,
    member_scopes=frozenset({"structure"}),
    initialisers={"let_binding": ("pattern", "body")},
    recursive_words=frozenset({"rec"}),
    accesses={"path": ("module", "name")},
    receivers=frozenset(),
    is_kept_name=frozenset({"type _"}).__contains__,
    spaces={
        "type_constructor": "type ",
        "label_name": "label ",
        "type_variable": "type ",
        "field_name": "field ",
        "method_name": "method ",
    },
    sigils="'",
    orders=(ORDER,),
)
