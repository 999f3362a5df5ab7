"""Rust."""

from kriterion_tools.representer.language import (
    ANY,
    Language,
    NameRole,
    Order,
    Places,
    SolutionWords,
)
from kriterion_tools.representer.language_parts import rust_tokens as tokens
from kriterion_tools.representer.solution_tree import Node, leaf


def _with_attributes(node: Node, _: SolutionWords) -> Node:
    """Attach an attribute to what follows it, so that both move together."""
    children: list[Node] = []
    attributes: list[Node] = []
    for child in node.children:
        if child.kind == "attribute_item":
            attributes.append(child)
            continue
        if attributes and child.text is None:
            child.children[:0] = attributes
            attributes = []
        children.append(child)
    node.children = children + attributes
    return node


def _implementation(node: Node, _: SolutionWords) -> Node:
    """What implements a trait keeps the names that the trait gave."""
    body = node.child("body")
    if node.child("trait") is not None and body is not None:
        for item in body.children:
            for child in item.children:
                if child.field == "name":
                    child.field = "answer"
        body.kind = "answers"
    return node


def _constants_are_mentioned(node: Node, _: SolutionWords) -> Node:
    """In a pattern, a capitalised name is a constant or a variant, not a new name."""
    for child in node.children:
        if child.kind == "identifier" and (child.text or "").lstrip("_")[:1].isupper():
            child.field = "constant"
    return node


def _field(node: Node, source: SolutionWords) -> Node:
    """In a pattern, normalise S { x } to S { x: x }."""
    (*others, name) = node.children
    if not others and name.kind == "shorthand_field_identifier":
        text = name.text or ""
        node.children = [
            leaf("field_identifier", text, "name"),
            leaf(":", ":"),
            leaf("identifier", text, "pattern"),
        ]
    return _constants_are_mentioned(node, source)


def _initializer(node: Node, _: SolutionWords) -> Node:
    """Normalise S { x } to S { x: x }."""
    (name,) = node.children
    text = name.text or ""
    value = leaf("identifier", text, "value")
    field = leaf("field_identifier", text, "field")
    return Node("field_initializer", children=[field, leaf(":", ":"), value])


def _arm(node: Node, _: SolutionWords) -> Node:
    """Normalise an arm that is a block with one expression to that expression."""
    return _without_braces(node, "value")


def _closure(node: Node, _: SolutionWords) -> Node:
    return _without_braces(node, "body")


def _without_braces(node: Node, place: str) -> Node:
    block = node.child(place)
    if block is not None and block.kind == "block" and len(block.children) == 1:
        (only,) = block.children
        if only.text is not None or only.kind.endswith(_VALUES):
            only.field = place
            node.children[node.children.index(block)] = only
    return node


# Kinds that are values at the end of a block; statements and declarations are not.
_VALUES = ("_expression", "_invocation", "_literal", "scoped_identifier", "generic_function")

BINDINGS: Places = {
    **{
        kind: {"name"}
        for kind in (
            *("function_item", "function_signature_item", "const_item", "static_item"),
            *("struct_item", "enum_item", "union_item", "trait_item", "type_item", "mod_item"),
            *("associated_type", "macro_definition", "enum_variant", "field_declaration"),
            *("type_parameter", "const_parameter", "lifetime_parameter"),
            "token_binding_pattern",
        )
    },
    "parameter": {"pattern"},
    "let_declaration": {"pattern"},
    "let_condition": {"pattern"},
    "closure_parameters": {""},
    "for_expression": {"pattern"},
    "match_arm": {"pattern"},
    "use_as_clause": {"alias"},
    "label": {""},
}

PATTERNS: Places = {
    **{
        kind: {""}
        for kind in (
            *("tuple_pattern", "slice_pattern", "tuple_struct_pattern", "struct_pattern"),
            *("ref_pattern", "mut_pattern", "reference_pattern", "captured_pattern"),
            *("or_pattern", "match_pattern", "lifetime"),
        )
    },
    "field_pattern": {"pattern", "name"},
}

ITEMS = frozenset(
    {"function_item", "struct_item", "enum_item", "union_item", "trait_item", "impl_item"}
    | {"type_item", "const_item", "static_item", "mod_item", "function_signature_item"}
    | {"associated_type"}
)
CLASS = {"", "body", "type_parameters"}

LANGUAGE = Language(
    name="rust",
    version=2,
    dropped=frozenset({"line_comment", "block_comment", "empty_statement"}),
    separators=frozenset(","),
    tokens=frozenset({"token_tree", "token_tree_pattern", "token_repetition"})
    | {"token_repetition_pattern"},
    spellings={
        "string_literal": tokens.string,
        "raw_string_literal": tokens.raw_string,
        "char_literal": tokens.character,
        "integer_literal": tokens.numeral,
        "float_literal": tokens.numeral,
    },
    rewrites={
        "source_file": _with_attributes,
        "declaration_list": _with_attributes,
        "enum_variant_list": _with_attributes,
        "field_declaration_list": _with_attributes,
        "block": _with_attributes,
        "impl_item": _implementation,
        "shorthand_field_initializer": _initializer,
        "field_pattern": _field,
        "match_arm": _arm,
        "closure_expression": _closure,
        "macro_invocation": tokens.macro,
        **dict.fromkeys(PATTERNS.keys() - {"field_pattern"}, _constants_are_mentioned),
    },
    identifiers={
        "identifier": NameRole.EITHER,
        "type_identifier": NameRole.EITHER,
        "field_identifier": NameRole.MEMBER,
        "shorthand_field_identifier": NameRole.EITHER,
        "metavariable": NameRole.VARIABLE,
    },
    roles={("type_binding", "name"): NameRole.EITHER},
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes={
        "function_item": {"type_parameters", "parameters", "return_type", "body", ""},
        "function_signature_item": {"type_parameters", "parameters", "return_type", ""},
        "closure_expression": {ANY},
        "macro_rule": {ANY},
        **dict.fromkeys(("impl_item", "trait_item", "enum_item", "mod_item"), CLASS),
    },
    member_scopes=frozenset({"impl_item", "trait_item", "enum_item", "mod_item"}),
    accesses={
        "scoped_identifier": ("path", "name"),
        "scoped_type_identifier": ("path", "name"),
    },
    receivers=frozenset({"self", "Self", "super", "crate"}),
    is_kept_name=frozenset({"main", "_", "self", "Self"}).__contains__,
    sigils="$",
    orders=(
        Order(
            containers=frozenset({"source_file", "declaration_list", "answers"}),
            items=ITEMS,
            hoisted=True,
            overloaded=True,
        ),
    ),
    runs={
        "source_file": frozenset({"use_declaration"}),
        "declaration_list": frozenset({"use_declaration"}),
        "use_list": frozenset({"identifier", "type_identifier", "scoped_identifier"}),
    },
)
