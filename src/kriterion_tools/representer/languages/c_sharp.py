"""C#."""

from collections.abc import Iterator, Mapping

from kriterion_tools.representer.equivalents.assignments import (
    shorten_assignment,
    unify_all_steps,
)
from kriterion_tools.representer.equivalents.c_sharp import (
    drop_default_base,
    drop_default_visibility,
    expand_accessors,
    infer_created_type,
    name_predefined_types,
    unify_usings,
    wrap_file_namespace,
)
from kriterion_tools.representer.equivalents.last_statements import (
    chain,
    drop_last_continue,
    drop_last_return,
    simplify_lambda,
)
from kriterion_tools.representer.escapes import unescape_utf16
from kriterion_tools.representer.language import (
    ANY,
    ElementRules,
    ImpliedMember,
    Language,
    NameRole,
    Order,
    Places,
    TypeRules,
)
from kriterion_tools.representer.library_names import c_sharp as library_names
from kriterion_tools.representer.literals import quote, spell_number
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords


def _spell_string(text: str) -> str:
    return quote(unescape_utf16(text[1:-1]))


def _spell_verbatim_string(text: str) -> str:
    return quote(text[2:-1].replace('""', '"'))


def _spell_character(text: str) -> str:
    return f"chr{quote(unescape_utf16(text[1:-1]))}"


# After a minus, these are smaller by a type in decimal digits: -2147483648 is an int.
_MINIMA = frozenset({"2147483648", "9223372036854775808"})


def _spell_number(text: str) -> str:
    """Return the canonical spelling of a number of its type: 0x10UL is 16lu. A decimal (1.0m) keeps
    its digits, because 1.00m differs from it.
    """
    plain = text.lower().replace("_", "")
    if plain.endswith("m") or text.startswith("."):
        return plain
    digits = plain.rstrip("ul" if plain.startswith(("0x", "0b")) else "ulfd")
    number = spell_number(digits)
    if number in _MINIMA and number != digits:
        return plain
    return number + "".join(sorted(plain[len(digits) :]))


def _rewrite_interpolated_string(node: Node, _: SolutionWords) -> Node:
    """Join adjacent texts between interpolations, and give each its canonical spelling."""
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


def _drop_interpolation_brackets(node: Node, _: SolutionWords) -> Node:
    node.children = [child for child in node.children if child.kind != "interpolation_brace"]
    return node


def _keep_inherited_name(node: Node, _: SolutionWords) -> Node:
    """Keep the name of an override, or of an explicit implementation of an interface."""
    is_explicit = any(child.kind == "explicit_interface_specifier" for child in node.children)
    if is_explicit or any(_has_modifier_text(child, "override") for child in node.children):
        for child in node.children:
            if child.field == "name":
                child.field = "inherited_name"
    return node


def _has_modifier_text(node: Node, text: str) -> bool:
    return node.kind == "modifier" and [child.text for child in node.children] == [text]


def _add_parentheses(node: Node, _: SolutionWords) -> Node:
    """Normalise x => x to (x) => x."""
    for place, child in enumerate(node.children):
        if child.kind == "implicit_parameter":
            child.field = "name"
            parameter = Node("parameter", children=[child])
            node.children[place] = Node("parameter_list", "parameters", children=[parameter])
    return node


def _drop_empty_statement(node: Node, _: SolutionWords) -> Node | None:
    """Drop an empty statement; keep an empty block where the grammar requires a body."""
    return Node("block") if node.field else None


def _expand_body(node: Node, source: SolutionWords) -> Node:
    """Normalise `int F() => 1;` to `int F() { return 1; }`: `void F() => G();` has no result."""
    body = node.child("body")
    result = node.child("returns") or node.child("type")
    if body is not None and body.kind == "arrow_expression_clause" and result is not None:
        values = [child for child in body.children if child.text != "=>"]
        if len(values) == 1 and values[0].kind != "throw_expression":
            is_void = [part.text for part in result.leaves()] == ["void"]
            kind, words = (
                ("expression_statement", [])
                if is_void
                else ("return_statement", [leaf("return", "return")])
            )
            values[0].field = ""
            place = node.children.index(body)
            node.children[place] = Node(
                "block", "body", children=[Node(kind, children=[*words, *values])]
            )
            node.children = [child for child in node.children if child.text != ";"]
    return _keep_inherited_name(node, source)


def _drop_private(node: Node, _: SolutionWords) -> Node:
    """Drop `private` before a member of a class, where it is the default."""
    body = node.child("body")
    for member in body.children if body is not None else ():
        if member.kind in _PRIVATE_BY_DEFAULT and not _has_modifier(member, "protected"):
            member.children = [
                child for child in member.children if not _has_modifier_text(child, "private")
            ]
    return node


def _spell_generic_name(node: Node, _: SolutionWords) -> Node:
    """Let the name of `a.F<T>` be a child of the access, before its type arguments."""
    name = node.child("name")
    if name is not None and name.kind == "generic_name":
        name.children[0].field = "name"
        place = node.children.index(name)
        node.children[place : place + 1] = name.children
    return node


def _list_initialised(node: Node) -> Iterator[ImpliedMember]:
    """Yield the members that the initialiser of a new object sets."""
    type_ = node.child("type") or node.hint
    for child in node.children:
        if child.kind == "initializer_expression":
            yield from _list_set(child, type_)


def _list_set(initialiser: Node, type_: Node | None) -> Iterator[ImpliedMember]:
    for part in initialiser.children:
        name, value = part.child("left"), part.child("right")
        if part.kind == "assignment_expression" and name is not None:
            yield ImpliedMember(name, type_, is_type=True)
            if value is not None and value.kind == "initializer_expression":
                yield from _list_set(value, None)


def _list_copied(node: Node) -> Iterator[ImpliedMember]:
    """Yield the members that `x with { … }` sets."""
    for part in node.children[1:]:
        if part.kind == "with_initializer":
            yield ImpliedMember(part.children[0], node.children[0], is_type=False)


def _list_matched(node: Node) -> Iterator[ImpliedMember]:
    """Yield the members in a pattern that names its type."""
    type_ = node.child("type")
    if type_ is not None:
        yield from _list_subpatterns(node, type_, is_type=True)


def _list_subpatterns(
    pattern: Node, owner: Node | None, *, is_type: bool
) -> Iterator[ImpliedMember]:
    """Yield the members in a pattern, and in those inside it whose type is not named."""
    for clause in pattern.children:
        if clause.kind not in ("property_pattern_clause", "positional_pattern_clause"):
            continue
        for part in clause.children:
            name, *rest = part.children or [part]
            if name.kind == "identifier" and rest and rest[0].text == ":":
                yield ImpliedMember(name, owner, is_type=is_type)
            for inner in rest:
                if inner.kind == "recursive_pattern" and inner.child("type") is None:
                    yield from _list_subpatterns(inner, None, is_type=True)


def _list_cases(node: Node) -> Iterator[ImpliedMember]:
    """Yield the members in patterns of the value of a switch or `is` that do not name its type."""
    value = node.child("value") or node.child("expression") or node.children[0]
    pending = [child for child in node.children if child is not value]
    while pending:
        part = pending.pop()
        if part.kind == "recursive_pattern" and part.child("type") is None:
            yield from _list_subpatterns(part, value, is_type=False)
        elif part.kind.startswith("switch_") or part.kind.endswith("_pattern"):
            pending += part.children


def _list_conditional(node: Node) -> Iterator[ImpliedMember]:
    """Yield the member in `a?.b`."""
    link = node.children[-1]
    name = link.child("name") if link.kind == "member_binding_expression" else None
    if name is not None:
        yield ImpliedMember(name, node.child("condition"), is_type=False)


def _list_extensions(node: Node) -> Iterator[str]:
    """Yield the name of a method whose first parameter is `this`."""
    name = node.child("name")
    parameters = node.child("parameters")
    first = parameters.children[0] if parameters is not None and parameters.children else None
    words = (part.text for child in first.children for part in child.leaves()) if first else ()
    if name is not None and "this" in words:
        yield name.text or ""


def _has_modifier(member: Node, text: str) -> bool:
    return any(_has_modifier_text(child, text) for child in member.children)


_PRIVATE_BY_DEFAULT = frozenset(
    {"method_declaration", "field_declaration", "property_declaration", "constructor_declaration"}
)


def _drop_semicolons(node: Node, _: SolutionWords) -> Node:
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

# With one of these words in a solution, x++, x += 1 and x = x + 1 may differ.
_UNSAFE_WORDS = frozenset({"operator", "volatile", "dynamic"})
_unify_steps = unify_all_steps(
    {"assignment_expression"},
    "postfix_unary_expression",
    prefix="prefix_unary_expression",
    unsafe_words=_UNSAFE_WORDS,
)

BODY = frozenset({"", "body", "value", "parameters", "type_parameters", "bases"})

TYPING = TypeRules(
    classes=TYPES,
    bases=frozenset({"base_list"}),
    declarations={
        "variable_declaration": ({"variable_declarator"}, {"type"}),
        "property_declaration": ({"name"}, {"type"}),
        "parameter": ({"name"}, {"type"}),
        "foreach_statement": ({"left"}, {"type"}),
        "from_clause": ({"name"}, {"type"}),
        "declaration_pattern": ({"name"}, {"type"}),
        "declaration_expression": ({"name"}, {"type"}),
        "assignment_expression": ({"left"}, ()),
    },
    loops=frozenset({"foreach_statement", "from_clause"}),
    elements=ElementRules(
        lambdas={"lambda_expression": "parameters"},
        first=frozenset(
            {"All", "Any", "Average", "Count", "DistinctBy", "Exists", "Find", "FindAll"}
            | {"FindIndex", "First", "FirstOrDefault", "ForEach", "GroupBy", "Last"}
            | {"LastOrDefault", "Max", "MaxBy", "Min", "MinBy", "OrderBy", "OrderByDescending"}
            | {"RemoveAll", "Select", "SelectMany", "Single", "SingleOrDefault", "SkipWhile"}
            | {"Sum", "TakeWhile", "ThenBy", "ThenByDescending", "ToDictionary", "ToLookup"}
            | {"TrueForAll", "Where"}
        ),
        all=frozenset({"Sort"}),
        kept=frozenset(
            {"AsEnumerable", "Distinct", "DistinctBy", "FindAll", "OrderBy", "OrderByDescending"}
            | {"Reverse", "Skip", "SkipLast", "SkipWhile", "Take", "TakeLast", "TakeWhile"}
            | {"ThenBy", "ThenByDescending", "ToArray", "ToList", "Where"}
        ),
        returned=frozenset(
            {"Dequeue", "ElementAt", "ElementAtOrDefault", "Find", "First", "FirstOrDefault"}
            | {"Last", "LastOrDefault", "MaxBy", "MinBy", "Peek", "Pop", "Single"}
            | {"SingleOrDefault"}
        ),
        subscripts={"element_access_expression": "expression"},
        looked_up=frozenset({"GetValueOrDefault"}),
    ),
    results={"method_declaration": "returns", "local_function_statement": "type"},
    constructions={"object_creation_expression": "type"},
    supers=frozenset({"base"}),
    wrappers={
        "cast_expression": "type",
        "as_expression": "right",
        "await_expression": ANY,
        "postfix_unary_expression": ANY,
    },
    library_values=frozenset(
        {"array_creation_expression", "implicit_array_creation_expression", "collection_expression"}
        | {"interpolated_string_expression", "boolean_literal"}
    ),
    empty_values=frozenset({"null_literal"}),
    type_wrappers=frozenset({"nullable_type"}),
    library_types=frozenset({"array_type", "tuple_type", "predefined_type"}),
    inferred_types=frozenset({"var"}),
    named_parts=frozenset({"tuple_element"}),
    paths=frozenset({"qualified_name"}),
    loose=frozenset({"member_binding_expression"}),
    openings=frozenset({"using_directive"}),
    namespaces=frozenset({"namespace_declaration"}),
    extensions={"method_declaration": _list_extensions},
    implied={
        "object_creation_expression": _list_initialised,
        "implicit_object_creation_expression": _list_initialised,
        "with_expression": _list_copied,
        "recursive_pattern": _list_matched,
        "is_pattern_expression": _list_cases,
        "switch_statement": _list_cases,
        "switch_expression": _list_cases,
        "conditional_access_expression": _list_conditional,
    },
    types_of_libraries=library_names.TYPES,
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
)

# Members that the language looks up in types without an interface.
_LOOKED_UP = {
    "": frozenset(
        {"Deconstruct", "Dispose", "DisposeAsync", "GetEnumerator", "GetAsyncEnumerator", "Slice"}
    ),
    "record": frozenset({"PrintMembers"}),
    "InterpolatedStringHandler": frozenset({"AppendLiteral", "AppendFormatted"}),
    "foreach": frozenset({"Current", "MoveNext", "MoveNextAsync"}),
    **dict.fromkeys(("IEnumerable", "GetEnumerator"), frozenset({"Add"})),
    "await": frozenset({"GetAwaiter", "GetResult", "IsCompleted"}),
    "fixed": frozenset({"GetPinnableReference"}),
    "select": frozenset(
        {"Cast", "GroupBy", "GroupJoin", "Join", "OrderBy", "OrderByDescending", "Select"}
        | {"SelectMany", "ThenBy", "ThenByDescending", "Where"}
    ),
}

_PRINTED: Places = {"enum_member_declaration": {"name"}, "record_declaration": {"name", ""}}
_TYPE_NAMES: Places = {
    f"{kind}_declaration": {"name"} for kind in ("class", "struct", "record", "interface", "enum")
}
_NAME_SPELLERS: Mapping[str, Places] = {
    **dict.fromkeys(
        (
            "Write",
            "WriteLine",
            "ToString",
            r'\$@?"|" *\+|\+ *"',
            "Format",
            "Join",
            "GetName",
            "GetNames",
        ),
        _PRINTED,
    ),
    **dict.fromkeys(("typeof", "GetType"), _TYPE_NAMES),
    "CallerArgumentExpression": {ANY: {ANY}},
    "CallerMemberName": {kind: {"name"} for kind in ("method_declaration", "property_declaration")},
}

LANGUAGE = Language(
    name="c_sharp",
    name_spellers=_NAME_SPELLERS,
    quoting={"nameof": True},
    opaque_by_text={"CallerArgumentExpression": {"argument": {ANY}}},
    version=11,
    dropped=frozenset({"comment", "preproc_region", "preproc_endregion"}),
    # If a is null, a?.b.c skips .c, but (a?.b).c does not.
    opaque={
        "member_access_expression": {"expression"},
        "element_access_expression": {"expression"},
        "invocation_expression": {"function"},
    },
    blocks=BLOCKS,
    spellings={
        "identifier": str,  # the grammar splits words like `by` and `value`
        "string_literal": _spell_string,
        "verbatim_string_literal": _spell_verbatim_string,
        "character_literal": _spell_character,
        "integer_literal": _spell_number,
        "real_literal": _spell_number,
        "interpolation_format_clause": quote,
    },
    rewrites={
        "interpolated_string_expression": _rewrite_interpolated_string,
        "interpolation": _drop_interpolation_brackets,
        "assignment_expression": shorten_assignment(
            "assignment_expression", unsafe_words=_UNSAFE_WORDS
        ),
        "expression_statement": _unify_steps,
        "for_statement": chain(_unify_steps, drop_last_continue),
        "foreach_statement": drop_last_continue,
        "while_statement": drop_last_continue,
        "do_statement": drop_last_continue,
        "method_declaration": chain(_expand_body, drop_last_return),
        "local_function_statement": chain(_expand_body, drop_last_return),
        "operator_declaration": _expand_body,
        "conversion_operator_declaration": _expand_body,
        "indexer_declaration": chain(expand_accessors, _keep_inherited_name),
        "constructor_declaration": drop_last_return,
        "property_declaration": chain(expand_accessors, _keep_inherited_name),
        "variable_declaration": infer_created_type,
        "interface_declaration": drop_default_visibility,
        "event_declaration": _keep_inherited_name,
        **dict.fromkeys(
            ("class_declaration", "struct_declaration", "record_declaration"),
            chain(_drop_private, drop_default_base),
        ),
        "lambda_expression": chain(_add_parentheses, simplify_lambda({"block"})),
        **dict.fromkeys(
            ("member_access_expression", "member_binding_expression", "qualified_name"),
            _spell_generic_name,
        ),
        "empty_statement": _drop_empty_statement,
        "declaration_list": _drop_semicolons,
        "compilation_unit": chain(
            _drop_semicolons, wrap_file_namespace, unify_usings, name_predefined_types
        ),
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
    parameters=frozenset({"parameter", "parameter_list"}),
    scopes={
        **dict.fromkeys(TYPES, BODY),
        **dict.fromkeys(CALLABLE, BODY | {"returns", "accessors"}),
        "lambda_expression": {ANY},
        "block": {ANY},
        "for_statement": {ANY},
        "foreach_statement": {ANY},
        "anonymous_method_expression": {ANY},
        "query_expression": {ANY},
    },
    member_scopes=TYPES - {"delegate_declaration"},
    accesses={
        "member_access_expression": ("expression", "name"),
        "qualified_name": ("qualifier", "name"),
    },
    receivers=frozenset({"this", "base"}),
    sees_members_around=True,
    calls={
        "invocation_expression": "function",
        "object_creation_expression": "type",
    },
    # If the solution contains one of these words, strings may refer to names.
    name_readers=frozenset({"Parse", "TryParse", "GetProperty", "GetField", "GetMethod"}),
    typing=TYPING,
    is_kept_name=frozenset({"Main", "_"}).__contains__,
    looked_up=_LOOKED_UP,
    member_readers=frozenset({"JsonSerializer", "JsonConvert", "XmlSerializer", "GetProperties"}),
    orders=(
        Order(
            containers=frozenset({"declaration_list", "compilation_unit"}),
            items=frozenset({"method_declaration"}) | TYPES,
            hoisted=True,
            overloaded=True,
            # The parts of a type initialise its fields in their order.
            is_fixed=lambda node: any(
                part.text == "partial" for child in node.children for part in child.children
            ),
        ),
    ),
    runs={
        **{kind: frozenset({"modifier"}) for kind in DECLARATIONS},
        "compilation_unit": frozenset({"using_directive"}),
    },
)
