"""TypeScript: JavaScript with types, which are part of the representation."""

from collections.abc import Mapping
from dataclasses import replace

from kriterion_tools.representer.language import (
    ANY,
    NameRole,
    Order,
    Places,
    SolutionWords,
    Typing,
)
from kriterion_tools.representer.language_parts.increments import unify_steps
from kriterion_tools.representer.languages import javascript
from kriterion_tools.representer.library_names import javascript as library_names
from kriterion_tools.representer.solution_tree import Node, leaf


def _bind_parameter_property(node: Node, _: SolutionWords) -> Node:
    """Bind a constructor parameter with a modifier as a member, too."""
    pattern = node.child("pattern")
    has_modifier = any(
        child.kind in ("accessibility_modifier", "readonly") for child in node.children
    )
    if has_modifier and pattern is not None and pattern.text is not None:
        node.kind = "parameter_property"
        node.children.append(leaf("property_identifier", pattern.text, "member"))
    return node


def _unwrap_namespace(node: Node, source: SolutionWords) -> Node:
    """Unwrap a namespace, which the grammar puts into an expression statement."""
    first = node.children[0] if node.children else None
    if first is not None and first.kind == "internal_module":
        return first
    return unify_steps(node, source)


BINDINGS: Places = {
    **javascript.BINDINGS,
    "abstract_class_declaration": {"name"},
    "abstract_method_signature": {"name"},
    "enum_assignment": {"name"},
    "enum_body": {"name"},
    "enum_declaration": {"name"},
    "function_signature": {"name"},
    "import_require_clause": {""},
    "index_signature": {"name"},
    "infer_type": {""},
    "interface_declaration": {"name"},
    "internal_module": {"name"},
    "mapped_type_clause": {"name"},
    "method_signature": {"name"},
    "parameter_property": {"member"},
    "property_signature": {"name"},
    "public_field_definition": {"name"},
    "type_alias_declaration": {"name"},
    "type_parameter": {"name"},
}

PATTERNS: Places = {
    **javascript.PATTERNS,
    "optional_parameter": {"pattern"},
    "parameter_property": {"pattern"},
    "required_parameter": {"pattern"},
}

FUNCTIONS = {"parameters", "body", "type_parameters", "return_type"}
SCOPES: Places = {
    **{
        kind: FUNCTIONS if javascript.SCOPES[kind] == javascript.FUNCTIONS else {"body"}
        for kind in javascript.SCOPES
        if ANY not in javascript.SCOPES[kind]
    },
    **{kind: {ANY} for kind in javascript.SCOPES if ANY in javascript.SCOPES[kind]},
    "abstract_method_signature": FUNCTIONS,
    "abstract_class_declaration": {"body"},
    "call_signature": {ANY},
    "construct_signature": {ANY},
    "function_signature": FUNCTIONS,
    "function_type": {ANY},
    "interface_declaration": {"type_parameters", "body", ""},
    "method_signature": FUNCTIONS,
    "type_alias_declaration": {"type_parameters", "value"},
}

BLOCKS: Mapping[tuple[str, str], str] = {
    ("if_statement", "consequence"): "statement_block",
    ("else_clause", ""): "statement_block",
    ("for_statement", "body"): "statement_block",
    ("for_in_statement", "body"): "statement_block",
    ("while_statement", "body"): "statement_block",
    ("do_statement", "body"): "statement_block",
}

TYPES = frozenset({"type_alias_declaration", "interface_declaration"})

TYPING = Typing(
    classes=javascript.TYPING.classes | {"interface_declaration", "enum_declaration"},
    bases=javascript.TYPING.bases | {"extends_type_clause"},
    declarations={
        **javascript.TYPING.declarations,
        "required_parameter": ({"pattern"}, {"type"}),
        "optional_parameter": ({"pattern"}, {"type"}),
        "parameter_property": ({"pattern", "member"}, {"type"}),
        "public_field_definition": ({"name"}, {"type"}),
        "property_signature": ({"name"}, {"type"}),
    },
    results={
        "function_declaration": "return_type",
        "method_definition": "return_type",
        "method_signature": "return_type",
    },
    constructions=javascript.TYPING.constructions,
    wrappers={
        **javascript.TYPING.wrappers,
        "non_null_expression": ANY,
        "as_expression": "type_identifier",
    },
    supers=javascript.TYPING.supers,
    library_values=javascript.TYPING.library_values,
    empty_values=javascript.TYPING.empty_values,
    type_wrappers=frozenset({"type_annotation", "union_type", "literal_type", "readonly_type"}),
    library_types=frozenset({"array_type", "tuple_type", "function_type"}),
    inferred_types=frozenset({"any", "unknown"}),
    loose=javascript.TYPING.loose,
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
)

LANGUAGE = replace(
    javascript.LANGUAGE,
    name="typescript",
    version=4,
    separators=frozenset(",;:"),
    transparent=javascript.LANGUAGE.transparent | {"parenthesized_type"},
    blocks=BLOCKS,
    chains=javascript.LANGUAGE.chains | {"non_null_expression"},
    rewrites={
        **javascript.REWRITES,
        "expression_statement": _unwrap_namespace,
        "required_parameter": _bind_parameter_property,
        "optional_parameter": _bind_parameter_property,
    },
    identifiers={**javascript.IDENTIFIERS, "type_identifier": NameRole.VARIABLE},
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes=SCOPES,
    typing=TYPING,
    orders=(
        replace(javascript.ORDER, in_place=False, hoisted=True),
        Order(containers=frozenset({"program"}), items=TYPES, hoisted=True),
    ),
)
