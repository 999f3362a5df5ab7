"""Java."""

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
from kriterion_tools.representer.literals import LETTERS, number, quote, unescape
from kriterion_tools.representer.solution_tree import Node, leaf

_LETTERS = {**LETTERS, "s": " ", "\\": "\\", '"': '"', "'": "'"}


def _number(text: str) -> str:
    return number(text, suffixes="lLfFdD", octal=True)


def _string(text: str) -> str:
    if text.startswith('"""'):
        return quote(unescape(_block(text[3:-3]), _LETTERS))
    return quote(unescape(text[1:-1], _LETTERS))


def _block(text: str) -> str:
    """Return the value of a text block, without the indentation that all lines share.

    Source: Java language specification, §3.10.6.
    """
    lines = text.split("\n")[1:]
    margins = [len(line) - len(line.lstrip()) for line in lines[:-1] if line.strip()]
    margin = min([*margins, len(lines[-1]) - len(lines[-1].lstrip())])
    return "\n".join(line[margin:].rstrip() for line in lines)


def _character(text: str) -> str:
    return f"c{quote(unescape(text[1:-1], _LETTERS))}"


def _without_empty(node: Node, _: SolutionWords) -> Node:
    """Drop a lone semicolon."""
    node.children = [child for child in node.children if child.text != ";"]
    return node


def _modifiers(node: Node, _: SolutionWords) -> Node:
    """Sort modifiers; annotations come first."""
    node.children.sort(key=lambda child: child.text or "")
    return node


def _last_is_name(node: Node, _: SolutionWords) -> Node:
    node.children[-1].field = "name"
    return node


def _array(node: Node, _: SolutionWords) -> Node:
    """Normalise int a[] to int[] a."""
    type_, declarators = node.child("type"), [one for one in node.children if one.child("name")]
    holder = declarators[0] if len(declarators) == 1 else node
    dimensions = holder.child("dimensions")
    if type_ is not None and dimensions is not None and type_.kind != "array_type":
        holder.children.remove(dimensions)
        type_.field, place = "element", node.children.index(type_)
        node.children[place] = Node("array_type", "type", None, [type_, dimensions])
    return node


def _path(node: Node, _: SolutionWords) -> Node:
    """Treat Map.Entry and this::run as members of what precedes."""
    node.children[0].field, node.children[-1].field = "object", "name"
    return node


def _lambda(node: Node, _: SolutionWords) -> Node:
    """Normalise x -> 1 to (x) -> 1."""
    parameters = node.children[0]
    if parameters.text is not None:
        parameters.field = ""
        node.children[0] = Node("inferred_parameters", "parameters", children=[parameters])
    return node


def _label(node: Node, _: SolutionWords) -> Node:
    node.children[0].field = "label"
    return node


def _method(node: Node, _: SolutionWords) -> Node:
    """A method that overrides a library's keeps its name."""
    annotations = (
        one.children[-1].text
        for child in node.children
        if child.kind == "modifiers"
        for one in child.children
        if one.kind == "marker_annotation"
    )
    name = node.child("name")
    if name is not None and "Override" in annotations:
        name.kind, name.field = "overriding_identifier", "overriding"
    return node


def _import(node: Node, _: SolutionWords) -> Node:
    """An import is named by its whole path."""
    static = (
        [leaf("static", "static")] if any(one.text == "static" for one in node.children) else []
    )
    star = ".*" if any(one.kind == "asterisk" for one in node.children) else ""
    path = next(one for one in node.children if one.kind in ("identifier", "scoped_identifier"))
    text = "".join(one.text or "" for one in path.leaves())
    return Node("import_declaration", children=[*static, leaf("path", text + star)])


BODIES = ("block", "class_body", "constructor_body", "interface_body", "enum_body_declarations")

REWRITES: Mapping[str, Rewrite] = {
    **dict.fromkeys((*BODIES, "program", "switch_block_statement_group"), _without_empty),
    "modifiers": _modifiers,
    "formal_parameter": _array,
    "local_variable_declaration": _array,
    "field_declaration": _array,
    "type_pattern": _last_is_name,
    "record_pattern_component": _last_is_name,
    "scoped_type_identifier": _path,
    "method_reference": _path,
    "lambda_expression": _lambda,
    "labeled_statement": _label,
    "method_declaration": _method,
    "import_declaration": _import,
}

BLOCKS: Mapping[tuple[str, str], str] = {
    ("if_statement", "consequence"): "block",
    ("if_statement", "alternative"): "block",
    ("for_statement", "body"): "block",
    ("enhanced_for_statement", "body"): "block",
    ("while_statement", "body"): "block",
    ("do_statement", "body"): "block",
}

TYPES = frozenset(
    {"class_declaration", "interface_declaration", "enum_declaration", "record_declaration"}
    | {"annotation_type_declaration"}
)

BINDINGS: Places = {
    **{kind: {"name"} for kind in TYPES},
    "method_declaration": {"name"},
    "variable_declarator": {"name"},
    "formal_parameter": {"name"},
    "catch_formal_parameter": {"name"},
    "enhanced_for_statement": {"name"},
    "resource": {"name"},
    "inferred_parameters": {ANY},
    "type_parameter": {""},
    "enum_constant": {"name"},
    "labeled_statement": {"label"},
    "instanceof_expression": {"name"},
    "type_pattern": {"name"},
    "record_pattern_component": {"name"},
}

FUNCTION = {"parameters", "body", "type_parameters", "type"}
CLASSES = ("class_body", "interface_body", "enum_body", "annotation_type_body")
SCOPES: Places = {
    **{kind: {ANY} for kind in CLASSES},
    "record_declaration": {"parameters", "body"},
    "method_declaration": FUNCTION,
    "constructor_declaration": FUNCTION,
    "compact_constructor_declaration": FUNCTION,
    "lambda_expression": {ANY},
    "catch_clause": {ANY},
}

# Names that the language or its library calls; @Override is optional.
KEPT = frozenset({"main", "toString", "equals", "hashCode", "compareTo", "length", "values"})

LANGUAGE = Language(
    name="java",
    version=2,
    dropped=frozenset({"line_comment", "block_comment"}),
    tokens=frozenset({"dimensions"}),
    blocks=BLOCKS,
    spellings={
        "decimal_integer_literal": _number,
        "hex_integer_literal": _number,
        "octal_integer_literal": _number,
        "binary_integer_literal": _number,
        "decimal_floating_point_literal": _number,
        "hex_floating_point_literal": _number,
        "string_literal": _string,
        "character_literal": _character,
    },
    rewrites=REWRITES,
    identifiers={
        "identifier": NameRole.EITHER,
        "type_identifier": NameRole.EITHER,
        "overriding_identifier": NameRole.MENTIONED,
    },
    roles={
        ("method_declaration", "name"): NameRole.MEMBER,
        ("method_invocation", "name"): NameRole.MEMBER,
        ("method_reference", "name"): NameRole.MEMBER,
        ("field_access", "field"): NameRole.MEMBER,
        ("scoped_type_identifier", "name"): NameRole.MEMBER,
        ("element_value_pair", "key"): NameRole.KEPT,
        ("scoped_identifier", "name"): NameRole.KEPT,
        ("scoped_identifier", "scope"): NameRole.KEPT,
    },
    bindings=BINDINGS,
    scopes=SCOPES,
    member_scopes=frozenset({*CLASSES, "record_declaration"}),
    accesses={
        "field_access": ("object", "field"),
        "method_invocation": ("object", "name"),
        "method_reference": ("object", "name"),
        "scoped_type_identifier": ("object", "name"),
    },
    receivers=frozenset({"this", "super"}),
    # With one of these words in the solution, strings may refer to names.
    name_readers=frozenset(
        {"valueOf", "getField", "getDeclaredField", "getMethod", "getDeclaredMethod", "forName"}
    ),
    is_kept_name=KEPT.__contains__,
    orders=(
        Order(
            containers=frozenset({"program", "class_body", "interface_body"})
            | {"enum_body_declarations"},
            items=TYPES | {"method_declaration", "constructor_declaration"},
            name=("name", "overriding"),
            hoisted=True,
            overloaded=True,
        ),
    ),
    runs={"program": frozenset({"import_declaration"})},
    files_are_one=True,
    once=frozenset({"import_declaration", "package_declaration"}),
)
