"""C#."""

from collections.abc import Mapping

from kriterion_tools.representer.escapes import unescape_utf16
from kriterion_tools.representer.language import (
    ANY,
    Language,
    NameRole,
    Order,
    Places,
    SolutionWords,
)
from kriterion_tools.representer.literals import number, quote
from kriterion_tools.representer.solution_tree import Node, leaf


def _string(text: str) -> str:
    return quote(unescape_utf16(text[1:-1]))


def _verbatim_string(text: str) -> str:
    return quote(text[2:-1].replace('""', '"'))


def _character(text: str) -> str:
    return f"chr{quote(unescape_utf16(text[1:-1]))}"


def _number(text: str) -> str:
    """Return the one spelling of a number of that type: 0x10UL is 16lu, and 1.0m differs from
    1.00m.
    """
    plain = text.lower().replace("_", "")
    if plain.endswith("m") or text.startswith("."):
        return plain
    digits = plain.rstrip("ul" if plain.startswith(("0x", "0b")) else "ulfd")
    return number(digits) + "".join(sorted(plain[len(digits) :]))


def _interpolated(node: Node, _: SolutionWords) -> Node:
    """Keep interpolations between the parts of a string, with one spelling of each part."""
    marks = "".join(child.text or "" for child in node.children if child.kind not in _PARTS)
    if '"""' in marks:
        return node  # a raw string: indentation may be stripped from its lines
    parts: list[Node] = []
    for child in node.children:
        if child.kind == "interpolation":
            parts.append(child)
        elif child.kind in _PARTS:
            text = (child.text or "").replace("{{", "{").replace("}}", "}")
            text = text.replace('""', '"') if "@" in marks else unescape_utf16(text)
            if parts and parts[-1].kind == "text":
                text = (parts.pop().text or "") + text
            parts.append(leaf("text", text))
    for part in parts:
        if part.kind == "text":
            part.text = quote(part.text or "")
    return Node("interpolated_string_expression", children=parts)


_PARTS = frozenset({"string_content", "escape_sequence", "interpolation"})


def _interpolation(node: Node, _: SolutionWords) -> Node:
    node.children = [child for child in node.children if child.kind != "interpolation_brace"]
    return node


def _named_elsewhere(node: Node, _: SolutionWords) -> Node:
    """An override or an implementation of an interface keeps the name it got there."""
    is_explicit = any(child.kind == "explicit_interface_specifier" for child in node.children)
    if is_explicit or any(_is_modifier(child, "override") for child in node.children):
        for child in node.children:
            if child.field == "name":
                child.field = "answer"
    return node


def _is_modifier(node: Node, text: str) -> bool:
    return node.kind == "modifier" and [child.text for child in node.children] == [text]


def _lambda(node: Node, _: SolutionWords) -> Node:
    """Normalise x => x to (x) => x."""
    for place, child in enumerate(node.children):
        if child.kind == "implicit_parameter":
            child.field = "name"
            parameter = Node("parameter", children=[child])
            node.children[place] = Node("parameter_list", "parameters", children=[parameter])
    return node


def _empty(node: Node, _: SolutionWords) -> Node | None:
    """Drop an empty statement; keep an empty block where the grammar requires a body."""
    return Node("block") if node.field else None


def _without_semicolons(node: Node, _: SolutionWords) -> Node:
    node.children = [child for child in node.children if child.text != ";"]
    return node


TYPES = frozenset(
    {"class_declaration", "struct_declaration", "interface_declaration", "record_declaration"}
    | {"enum_declaration", "delegate_declaration"}
)
CALLABLE = frozenset(
    {"method_declaration", "constructor_declaration", "operator_declaration"}
    | {"conversion_operator_declaration", "local_function_statement", "destructor_declaration"}
    | {"indexer_declaration", "delegate_declaration"}
)
DECLARATIONS = TYPES | CALLABLE | {"field_declaration", "property_declaration"}

BLOCKS: Mapping[tuple[str, str], str] = {
    ("if_statement", "consequence"): "block",
    ("if_statement", "alternative"): "block",
    ("for_statement", "body"): "block",
    ("foreach_statement", "body"): "block",
    ("while_statement", "body"): "block",
    ("do_statement", "body"): "block",
}

BINDINGS: Places = {
    **{
        kind: {"name"}
        for kind in (
            *TYPES,
            *("method_declaration", "property_declaration", "event_declaration"),
            *("local_function_statement", "variable_declarator", "parameter", "type_parameter"),
            *("enum_member_declaration", "catch_declaration", "from_clause", "let_clause"),
            *("declaration_pattern", "recursive_pattern", "var_pattern", "list_pattern"),
            *("declaration_expression", "tuple_pattern", "tuple_element", "parameter_list"),
            *("parenthesized_variable_designation", "query_continuation", "join_into_clause"),
        )
    },
    "variable_declarator": {"name", ""},
    "foreach_statement": {"left"},
    "join_clause": {"name", ""},
    "labeled_statement": {""},
}

BODY = frozenset({"", "body", "parameters", "type_parameters", "bases"})

LANGUAGE = Language(
    name="c_sharp",
    version=2,
    dropped=frozenset({"comment", "preproc_region", "preproc_endregion"}),
    # a?.b.c skips .c for a null, (a?.b).c does not.
    opaque={
        "member_access_expression": {"expression"},
        "element_access_expression": {"expression"},
        "invocation_expression": {"function"},
    },
    blocks=BLOCKS,
    spellings={
        "string_literal": _string,
        "verbatim_string_literal": _verbatim_string,
        "character_literal": _character,
        "integer_literal": _number,
        "real_literal": _number,
        "interpolation_format_clause": quote,
    },
    rewrites={
        "interpolated_string_expression": _interpolated,
        "interpolation": _interpolation,
        "method_declaration": _named_elsewhere,
        "property_declaration": _named_elsewhere,
        "event_declaration": _named_elsewhere,
        "lambda_expression": _lambda,
        "empty_statement": _empty,
        "declaration_list": _without_semicolons,
        "compilation_unit": _without_semicolons,
    },
    identifiers={"identifier": NameRole.EITHER, "implicit_parameter": NameRole.VARIABLE},
    roles={
        ("member_access_expression", "name"): NameRole.MEMBER,
        ("member_binding_expression", "name"): NameRole.MEMBER,
        ("tuple_element", "name"): NameRole.MEMBER,
        ("argument", "name"): NameRole.KEYWORD,
        ("namespace_declaration", "name"): NameRole.KEPT,
    },
    bindings=BINDINGS,
    patterns={"tuple_pattern": {""}},
    scopes={
        **dict.fromkeys(TYPES, BODY),
        **dict.fromkeys(CALLABLE, BODY | {"returns", "accessors"}),
        "lambda_expression": {ANY},
        "anonymous_method_expression": {ANY},
        "query_expression": {ANY},
    },
    member_scopes=TYPES - {"delegate_declaration"},
    accesses={
        "member_access_expression": ("expression", "name"),
        "qualified_name": ("qualifier", "name"),
    },
    receivers=frozenset({"this", "base"}),
    calls={
        "invocation_expression": "function",
        "object_creation_expression": "type",
    },
    # With one of these words in the solution, strings may refer to names.
    name_readers=frozenset({"Parse", "TryParse", "GetProperty", "GetField", "GetMethod"}),
    is_kept_name=frozenset({"Main", "_"}).__contains__,
    orders=(
        Order(
            containers=frozenset({"declaration_list", "compilation_unit"}),
            items=frozenset({"method_declaration"}) | TYPES,
            hoisted=True,
            overloaded=True,
        ),
    ),
    runs={
        **{kind: frozenset({"modifier"}) for kind in DECLARATIONS},
        "compilation_unit": frozenset({"using_directive"}),
    },
)
