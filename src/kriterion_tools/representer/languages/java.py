"""Java."""

import re
from collections.abc import Iterator, Mapping

from kriterion_tools.representer.equivalents.assignments import (
    shorten_assignment,
    unify_all_steps,
)
from kriterion_tools.representer.equivalents.java_declarations import (
    drop_default_bases,
    drop_default_modifiers,
    drop_super_call,
    infer_diamond,
)
from kriterion_tools.representer.equivalents.java_imports import unify_imports
from kriterion_tools.representer.equivalents.last_statements import (
    chain,
    drop_last_continue,
    drop_last_return,
    simplify_lambda,
)
from kriterion_tools.representer.language import (
    ANY,
    ElementRules,
    ImpliedMember,
    Language,
    NameRole,
    Order,
    Places,
    Rewrite,
    TypeRules,
)
from kriterion_tools.representer.language_parts.c_family.declarations import split_declarators
from kriterion_tools.representer.library_names import java as library_names
from kriterion_tools.representer.literals import LETTERS, quote, spell_number, unescape
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_LETTERS = {**LETTERS, "s": " ", "\\": "\\", '"': '"', "'": "'"}


# A backslash that the compiler translates before it reads escapes.
_TRANSLATED = re.compile(r"\\u+005c", re.IGNORECASE)
_TWO_DIGITS = re.compile(r"\\(?:([4-7][0-7])(?=[0-7])|.)", re.DOTALL)


def _spell_number(text: str) -> str:
    return spell_number(text, suffixes="lLfFdD", octal=True)


def _unescape(text: str) -> str:
    """Return the value of a text. An octal escape of three digits starts with at most 3."""
    pad = _TWO_DIGITS.sub(lambda escape: f"\\0{escape[1]}" if escape[1] else escape[0], text)
    return unescape(pad, _LETTERS)


def _spell_string(text: str) -> str:
    if _TRANSLATED.search(text):
        return text
    if text.startswith('"""'):
        return quote(_unescape(_strip_text_block(text[3:-3])))
    return quote(_unescape(text[1:-1]))


def _strip_text_block(text: str) -> str:
    """Return the value of a text block, without the indentation that all lines share.

    Source: Java language specification, §3.10.6.
    """
    lines = text.split("\n")[1:]
    margins = [len(line) - len(line.lstrip()) for line in lines[:-1] if line.strip()]
    margin = min([*margins, len(lines[-1]) - len(lines[-1].lstrip())])
    return "\n".join(line[margin:].rstrip() for line in lines)


def _spell_character(text: str) -> str:
    return f"c{quote(_unescape(text[1:-1]))}"


def _drop_semicolons(node: Node, _: SolutionWords) -> Node:
    """Drop semicolons between declarations or statements."""
    node.children = [child for child in node.children if child.text != ";"]
    return node


def _sort_modifiers(node: Node, _: SolutionWords) -> Node:
    """Sort modifiers; annotations come first."""
    node.children.sort(key=lambda child: child.text or "")
    return node


def _drop_final(node: Node, _: SolutionWords) -> Node:
    """Drop `final` of a local variable or parameter: such code compiles without it as well."""
    for child in node.children:
        if child.kind == "modifiers":
            child.children = [part for part in child.children if part.text != "final"]
            if not child.children:
                node.children.remove(child)
            break
    return node


def _mark_last_as_name(node: Node, _: SolutionWords) -> Node:
    node.children[-1].field = "name"
    return node


def _move_dimensions(node: Node, _: SolutionWords) -> Node:
    """Normalise int a[] to int[] a."""
    type_ = node.child("type")
    declarators = [child for child in node.children if child.child("name")]
    holder = declarators[0] if len(declarators) == 1 else node
    dimensions = holder.child("dimensions")
    if type_ is not None and dimensions is not None and type_.kind != "array_type":
        holder.children.remove(dimensions)
        type_.field, place = "element", node.children.index(type_)
        node.children[place] = Node("array_type", "type", None, [type_, dimensions])
    return node


def _mark_member(node: Node, _: SolutionWords) -> Node:
    """Set the fields of Map.Entry and this::run: the last name is a member of what precedes it."""
    node.children[0].field, node.children[-1].field = "object", "name"
    return node


def _add_parentheses(node: Node, _: SolutionWords) -> Node:
    """Normalise x -> 1 to (x) -> 1."""
    parameters = node.children[0]
    if parameters.text is not None:
        parameters.field = ""
        node.children[0] = Node("inferred_parameters", "parameters", children=[parameters])
    return node


def _mark_label(node: Node, _: SolutionWords) -> Node:
    node.children[0].field = "label"
    return node


def _keep_overriding_name(node: Node, _: SolutionWords) -> Node:
    """Keep the name of a method with @Override."""
    annotations = (
        modifier.children[-1].text
        for child in node.children
        if child.kind == "modifiers"
        for modifier in child.children
        if modifier.kind == "marker_annotation"
    )
    name = node.child("name")
    if name is not None and "Override" in annotations:
        name.kind, name.field = "overriding_identifier", "overriding"
    return node


def _join_import(node: Node, _: SolutionWords) -> Node:
    """Join an import's path into one leaf."""
    static = (
        [leaf("static", "static")] if any(child.text == "static" for child in node.children) else []
    )
    star = ".*" if any(child.kind == "asterisk" for child in node.children) else ""
    path = next(
        child for child in node.children if child.kind in ("identifier", "scoped_identifier")
    )
    text = "".join(part.text or "" for part in path.leaves())
    return Node("import_declaration", children=[*static, leaf("path", text + star)])


def _list_labels(node: Node) -> Iterator[ImpliedMember]:
    """Yield the constants in a switch's labels: those of an enumeration have no receiver."""
    value = node.child("condition")
    body = node.child("body")
    for group in body.children if body is not None else ():
        for label in group.children:
            if label.kind == "switch_label":
                for part in label.children:
                    if part.kind == "identifier":
                        yield ImpliedMember(part, value, is_type=False, sees_around=True)


BODIES = ("block", "class_body", "constructor_body", "interface_body", "enum_body_declarations")

_unify_steps = unify_all_steps({"assignment_expression"})

REWRITES: Mapping[str, Rewrite] = {
    **dict.fromkeys((*BODIES, "switch_block_statement_group"), _drop_semicolons),
    "program": chain(_drop_semicolons, unify_imports),
    "assignment_expression": shorten_assignment("assignment_expression"),
    "expression_statement": _unify_steps,
    "for_statement": chain(_unify_steps, drop_last_continue),
    "while_statement": drop_last_continue,
    "do_statement": drop_last_continue,
    "constructor_declaration": chain(drop_super_call, drop_last_return),
    "class_declaration": drop_default_bases,
    "interface_declaration": drop_default_modifiers,
    "enum_declaration": drop_default_modifiers,
    "modifiers": _sort_modifiers,
    "formal_parameter": chain(_move_dimensions, _drop_final),
    "local_variable_declaration": chain(
        _move_dimensions, _drop_final, infer_diamond, split_declarators
    ),
    "field_declaration": chain(_move_dimensions, infer_diamond, split_declarators),
    **dict.fromkeys(
        ("enhanced_for_statement", "catch_formal_parameter", "resource", "spread_parameter"),
        _drop_final,
    ),
    "enhanced_for_statement": chain(_drop_final, drop_last_continue),
    "type_pattern": _mark_last_as_name,
    "record_pattern_component": _mark_last_as_name,
    "scoped_type_identifier": _mark_member,
    "method_reference": _mark_member,
    "lambda_expression": chain(_add_parentheses, simplify_lambda({"block"})),
    "labeled_statement": _mark_label,
    "method_declaration": chain(_keep_overriding_name, drop_last_return),
    "import_declaration": _join_import,
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
    "block": {ANY},
    "for_statement": {ANY},
    "enhanced_for_statement": {ANY},
    "try_with_resources_statement": {ANY},
}

# Methods that the language or its library calls, for solutions that omit @Override.
KEPT = frozenset({"main", "toString", "equals", "hashCode", "compareTo"})

TYPING = TypeRules(
    classes=TYPES,
    bases=frozenset({"superclass", "interfaces", "super_interfaces", "extends_interfaces"}),
    declarations={
        "local_variable_declaration": ({"declarator"}, {"type"}),
        "field_declaration": ({"declarator"}, {"type"}),
        "formal_parameter": ({"name"}, {"type"}),
        "enhanced_for_statement": ({"name"}, {"type"}),
        "resource": ({"name"}, {"type"}),
        "instanceof_expression": ({"name"}, {"right"}),
        "type_pattern": ({"name"}, {"type_identifier"}),
        "record_pattern_component": ({"name"}, {"type_identifier"}),
        "assignment_expression": ({"left"}, ()),
    },
    loops=frozenset({"enhanced_for_statement"}),
    elements=ElementRules(
        lambdas={"lambda_expression": "parameters"},
        first=frozenset(
            {"allMatch", "anyMatch", "dropWhile", "filter", "flatMap", "forEach", "map"}
            | {"mapToDouble", "mapToInt", "mapToLong", "noneMatch", "peek", "removeIf"}
            | {"replaceAll", "takeWhile", "ifPresent", "forEachOrdered"}
        ),
        all=frozenset({"max", "min", "sort", "sorted"}),
        kept=frozenset(
            {"distinct", "dropWhile", "filter", "findAny", "findFirst", "iterator", "limit"}
            | {"max", "min", "parallel", "parallelStream", "peek", "skip", "sorted", "stream"}
            | {"takeWhile", "toList"}
        ),
        returned=frozenset(
            {"element", "get", "getFirst", "getLast", "next", "orElseThrow", "peek", "peekFirst"}
            | {"peekLast", "poll", "pollFirst", "pollLast", "pop", "removeFirst", "removeLast"}
        ),
        subscripts={"array_access": "array"},
        looked_up=frozenset({"get", "getOrDefault"}),
    ),
    results={"method_declaration": "type"},
    constructions={"object_creation_expression": "type"},
    supers=frozenset({"super"}),
    wrappers={"cast_expression": "type"},
    library_values=frozenset({"array_creation_expression", "array_initializer", "class_literal"}),
    empty_values=frozenset({"null_literal"}),
    library_types=frozenset({"array_type"}),
    inferred_types=frozenset({"var"}),
    paths=frozenset({"scoped_type_identifier"}),
    anonymous={"object_creation_expression": "type"},
    openings=frozenset({"import_declaration"}),
    implied=dict.fromkeys(("switch_expression", "switch_statement"), _list_labels),
    method_calls=frozenset({"method_invocation", "method_reference"}),
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
    types_of_libraries=library_names.TYPES,
)

_PRINTING = (
    "print",
    "println",
    "printf",
    "format",
    "formatted",
    r"\.name\(\)|::name\b",
    r"\" *\+|\+ *\"",
    r"String\.valueOf",
    "toString",
    "join",
)
_PRINTED: Places = {
    "enum_constant": {"name"},
    "record_declaration": {"name", "parameters"},
}
_TYPE_NAMES: Places = {kind: {"name"} for kind in TYPES}
_NAME_SPELLERS: Mapping[str, Places] = {
    **dict.fromkeys(_PRINTING, _PRINTED),
    **dict.fromkeys(("getClass", "getSimpleName", "getTypeName", r"\.class\b"), _TYPE_NAMES),
}

LANGUAGE = Language(
    name="java",
    name_spellers=_NAME_SPELLERS,
    looked_up={
        "Serializable": frozenset(
            {"writeObject", "readObject", "readObjectNoData", "writeReplace", "readResolve"}
        )
    },
    version=10,
    dropped=frozenset({"line_comment", "block_comment"}),
    tokens=frozenset({"dimensions"}),
    spliced=frozenset({"declarations"}),
    blocks=BLOCKS,
    spellings={
        "decimal_integer_literal": _spell_number,
        "hex_integer_literal": _spell_number,
        "octal_integer_literal": _spell_number,
        "binary_integer_literal": _spell_number,
        "decimal_floating_point_literal": _spell_number,
        "hex_floating_point_literal": _spell_number,
        "string_literal": _spell_string,
        "character_literal": _spell_character,
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
    parameters=frozenset({"formal_parameter", "inferred_parameters", "catch_formal_parameter"}),
    member_scopes=frozenset({*CLASSES, "record_declaration"}),
    accesses={
        "field_access": ("object", "field"),
        "method_invocation": ("object", "name"),
        "method_reference": ("object", "name"),
        "scoped_type_identifier": ("object", "name"),
    },
    receivers=frozenset({"this", "super"}),
    sees_members_around=True,
    # If the solution contains one of these words, strings may refer to names.
    name_readers=frozenset(
        {"valueOf", "getField", "getDeclaredField", "getMethod", "getDeclaredMethod", "forName"}
    ),
    member_readers=frozenset(
        {
            "Gson",
            "ObjectMapper",
            "getDeclaredFields",
            "getDeclaredMethods",
            "getFields",
            "getMethods",
        }
        | {"getRecordComponents"}
    ),
    typing=TYPING,
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
