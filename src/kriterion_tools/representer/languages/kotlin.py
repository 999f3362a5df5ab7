"""Kotlin."""

from collections.abc import Iterator, Mapping

from kriterion_tools.representer.equivalents import kotlin as statements
from kriterion_tools.representer.equivalents import kotlin_braces as braces
from kriterion_tools.representer.equivalents.last_statements import chain
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
from kriterion_tools.representer.language_parts import kotlin_literals as literals
from kriterion_tools.representer.library_names import kotlin as library_names
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords


def _mark_navigation(node: Node, _: SolutionWords) -> Node:
    """Set the fields of receiver and member, which the grammar lacks."""
    node.children[0].field = "object"
    node.children[-1].field = "member"
    return node


def _rewrite_call(node: Node, source: SolutionWords) -> Node:
    """Normalise f(a) { … } to f(a, { … }); mark such an argument of the solution's functions."""
    callee, *rest = node.children
    is_own = _find_called_name(callee) in source.defined
    field = "trailing" if is_own else ""
    values = [
        value
        for part in rest
        for value in (
            part.children
            if part.kind == "value_arguments"
            else [Node("value_argument", field, children=part.children)]
        )
        if part.kind in ("value_arguments", "annotated_lambda")
    ]
    if [part.kind for part in rest] == ["annotated_lambda"] and _accepts_trailing_lambda(callee):
        callee.children[-1].children += values
        return callee
    callee.field = "function"
    if (callee if callee.text is not None else callee.children[-1]).text == "copy":
        for name in (child for value in values for child in value.children):
            name.field = "copied" if name.field == "name" else name.field
    others = [part for part in rest if part.kind not in ("value_arguments", "annotated_lambda")]
    node.children = [callee, *others, Node("value_arguments", children=values)]
    return node


def _drop_implicit_parameter(node: Node, _: SolutionWords) -> Node:
    """Normalise { it -> it + 1 } to { it + 1 }."""
    parameters = node.children[0] if node.children else None
    if (
        parameters is not None
        and parameters.kind == "lambda_parameters"
        and [part.text for part in parameters.leaves()] == ["it"]
    ):
        node.children = [child for child in node.children[1:] if child.text != "->"]
    return node


def _split_trailing_arguments(node: Node, _: SolutionWords) -> Node:
    """Tell f(a) { … } from f(a, { … }) unless a function f here accepts both alike: with a value by
    default for a parameter before the last, the function in brackets may be that parameter's.
    """
    functions = [part for part in node.walk() if part.kind == "function_declaration"]
    last_only = {_get_function_name(function) for function in functions}
    last_only -= {_get_function_name(each) for each in functions if _has_earlier_default(each)}
    for call in node.walk():
        if call.kind != "call_expression" or call.children[-1].kind != "value_arguments":
            continue
        for argument in call.children[-1].children:
            if argument.field == "trailing":
                argument.field = ""
                if _find_called_name(call) not in last_only:
                    argument.kind = "trailing_argument"
    return node


def _get_function_name(function: Node) -> str:
    fields = ("name", "inherited_name", "extension")
    return next((child.text or "" for child in function.children if child.field in fields), "")


def _has_earlier_default(function: Node) -> bool:
    """Whether a parameter before the last has a value by default."""
    for child in function.children:
        if child.kind == "function_value_parameters":
            texts = [part.text if part.kind != "parameter" else "" for part in child.children]
            ends = [place for place, text in enumerate(texts) if text == ""]
            return bool(ends) and "=" in texts[: ends[-1]]
    return False


def _find_called_name(callee: Node) -> str:
    """Return the last name of the function that a call, or the one in it, calls."""
    while callee.text is None:
        callee = callee.children[0 if callee.kind == "call_expression" else -1]
    return callee.text


def _accepts_trailing_lambda(callee: Node) -> bool:
    """Whether a trailing lambda belongs to this call: not if its last argument is a lambda."""
    if callee.kind != "call_expression" or callee.children[-1].kind != "value_arguments":
        return False
    values = callee.children[-1].children
    return not (values and any(child.kind == "lambda_literal" for child in values[-1].children))


def _mark_argument_name(node: Node, _: SolutionWords) -> Node:
    if len(node.children) > 2 and node.children[1].text == "=":
        node.children[0].field = "name"
    return node


def _rewrite_function(node: Node, source: SolutionWords) -> Node:
    """Set the fields of a function's name; keep the name of an override or operator."""
    for place, child in enumerate(node.children):
        if child.field != "name":
            continue
        if _has_modifier(node, "override") or _has_modifier(node, "operator"):
            child.field = "inherited_name"
        elif place > 0 and node.children[place - 1].text == ".":
            child.field = "extension"
    for place, child in enumerate(node.children[:-1]):
        if child.text == ":" and node.children[place + 1].kind in ("user_type", "nullable_type"):
            node.children[place + 1].field = "result"
    return _drop_public(_drop_unit_type(node, source), source)


def _drop_unit_type(node: Node, source: SolutionWords) -> Node:
    """Normalise fun f(): Unit { … } to fun f() { … }."""
    if "Unit" in source.defined:
        return node
    children = node.children
    for place, child in enumerate(children[:-1]):
        body = children[place + 2 :]
        if child.text == ":" and _is_unit(children[place + 1]) and _is_block(body):
            node.children = children[:place] + body
            break
    return node


def _is_unit(node: Node) -> bool:
    return node.kind == "user_type" and [child.text for child in node.children] == ["Unit"]


def _is_block(nodes: list[Node]) -> bool:
    return len(nodes) == 1 and [child.kind for child in nodes[0].children] == ["block"]


def _rewrite_property(node: Node, source: SolutionWords) -> Node:
    """Keep the name of a property that overrides another; drop `public`. A property of another
    type (val String.x) gets another kind.
    """
    overrides = _has_modifier(node, "override")
    for place, child in enumerate(node.children):
        is_extension = place > 0 and node.children[place - 1].text == "."
        if child.kind == "variable_declaration" and is_extension:
            child.children[0].field = "extension"
            node.kind = "extension_property"
            node.children[place : place + 1] = child.children
            break
    for child in node.children:
        if child.kind == "variable_declaration" and overrides:
            child.kind = "answering_declaration"
    return _drop_public(node, source)


def _rewrite_class_parameter(node: Node, source: SolutionWords) -> Node:
    if _has_modifier(node, "override"):
        for child in node.children:
            if child.kind == "identifier":
                child.field = "inherited_name"
    return _drop_public(node, source)


def _nest_path(node: Node, _: SolutionWords) -> Node:
    """Nest a type's path: a.b.C is C in a.b."""
    names = [child for child in node.children if child.kind == "identifier"]
    if len(names) < 2:
        return node
    path, *others = names
    for name in others:
        path.field, name.field = "object", "member"
        path = Node("type_path", children=[path, leaf(".", "."), name])
    rest = [child for child in node.children if child.kind != "identifier" and child.text != "."]
    node.children = [path, *rest]
    return node


def _list_extensions(node: Node) -> Iterator[str]:
    """Yield the name of a function or property of another type."""
    name = node.child("extension")
    if name is not None:
        yield name.text or ""


def _list_copied(node: Node) -> Iterator[ImpliedMember]:
    """Yield the members that `x.copy(y = 1)` sets."""
    callee = node.child("function")
    receiver = callee.child("object") if callee is not None else None
    last = callee if callee is None or callee.text is not None else callee.children[-1]
    if last is None or last.text != "copy":
        return
    for part in node.children[-1].children:
        for name in part.children:
            if name.field == "copied":
                yield ImpliedMember(name, receiver, is_type=False, sees_around=receiver is None)


def _mark_infix(node: Node, _: SolutionWords) -> Node:
    """Mark the function in `a to b`: a member of the first operand."""
    if len(node.children) == 3 and node.children[1].kind == "identifier":
        node.children[0].field, node.children[1].field = "object", "member"
    return node


def _mark_container(node: Node, _: SolutionWords) -> Node:
    node.children[0].field = "object"
    return node


def _drop_public(node: Node, _: SolutionWords) -> Node:
    """Drop `public`, which is the default, except on an override: what it overrides may be less
    visible.
    """
    modifiers = [child for child in node.children if child.kind == "modifiers"]
    if modifiers and not _has_modifier(node, "override"):
        others = [child for child in modifiers[0].children if _join_leaves(child) != "public"]
        modifiers[0].children = others
        if not others:
            node.children.remove(modifiers[0])
    return node


def _has_modifier(node: Node, text: str) -> bool:
    return any(
        _join_leaves(modifier) == text
        for child in node.children
        if child.kind == "modifiers"
        for modifier in child.children
    )


def _join_leaves(node: Node) -> str:
    return " ".join(leaf.text or "" for leaf in node.leaves())


def _mark_label(node: Node, _: SolutionWords) -> Node:
    """Drop the @ of a label; break@ and continue@ are keywords, not labels."""
    node.text = (node.text or "").rstrip("@")
    if node.text in ("break", "continue"):
        node.kind = node.text
    return node


def _bind_label(node: Node, _: SolutionWords) -> Node:
    for child in node.children:
        if child.kind == "label":
            child.field = "label"
    return node


def _wrap_loop_body(node: Node, source: SolutionWords) -> Node:
    """Put a loop's body into a block: the last child, or the one after `do`.

    A loop without a body stays as it is until its block is rewritten: see `_attach_loop_bodies`.
    """
    if statements.lacks_body(node):
        return node
    texts = [child.text for child in node.children]
    _wrap_in_block(node, texts.index("do") + 1 if "do" in texts else len(texts) - 1)
    return _bind_label(statements.simplify_loop(node, source), source)


def _wrap_branches(node: Node, _: SolutionWords) -> Node:
    """Put each branch into a block."""
    for place, child in enumerate(node.children):
        if place > 1 and child.text != "else":
            _wrap_in_block(node, place)
    return node


def _wrap_entry_body(node: Node, _: SolutionWords) -> Node:
    _wrap_in_block(node, len(node.children) - 1)
    return node


def _wrap_in_block(node: Node, place: int) -> None:
    child = node.children[place]
    if child.kind != "block" and not child.field:
        node.children[place] = Node("block", children=[child])


def _attach_loop_bodies(node: Node, source: SolutionWords) -> Node:
    """Move an assignment into the loop before it, whose body it is.

    The grammar ends a loop before an assignment without braces, and so does a semicolon, after
    which the body is empty.
    """
    children: list[Node] = []
    open_loop: Node | None = None
    for child in node.children:
        is_end = child.kind == "text" and ";" in (child.text or "")
        if open_loop is None:
            children.append(child)
        else:
            _give_body(open_loop, [] if is_end else [child], source)
        open_loop = None if is_end else statements.find_open_loop(child)
    if open_loop is not None:
        _give_body(open_loop, [], source)
    node.children = children
    return node


def _give_body(loop: Node, body: list[Node], source: SolutionWords) -> None:
    loop.children.append(Node("block", children=body))
    _wrap_loop_body(loop, source)


def _drop_semicolons(node: Node, _: SolutionWords) -> Node:
    """Drop semicolons, which are text here: the grammar has no node for them."""
    node.children = [
        child
        for child in node.children
        if child.kind != "text" or (child.text or "").strip("; \t\n")
    ]
    return node


def _mark_alias_name(node: Node, _: SolutionWords) -> Node:
    for child in node.children:
        if child.field == "type":
            child.field = "name"
            break
    return node


CLASSES = frozenset(
    {"class_declaration", "object_declaration", "companion_object", "object_literal"}
)
FUNCTIONS = frozenset(
    {"function_declaration", "anonymous_function", "secondary_constructor", "lambda_literal"}
)
DECLARATIONS = CLASSES | FUNCTIONS | {"property_declaration", "class_parameter"}

BINDINGS: Places = {
    "class_declaration": {"name"},
    "object_declaration": {"name"},
    "companion_object": {"name"},
    "function_declaration": {"name", "extension"},
    "extension_property": {"extension"},
    "type_alias": {"name"},
    "variable_declaration": {""},
    "class_parameter": {""},
    "parameter": {""},
    "parameter_with_optional_type": {""},
    "enum_entry": {""},
    "setter": {""},
    "type_parameter": {""},
    "catch_block": {""},
    "labeled_expression": {"label"},
    "value_argument": {"label"},
    "for_statement": {"label"},
    "while_statement": {"label"},
    "do_while_statement": {"label"},
    "import": {""},
}

TYPING = TypeRules(
    classes=CLASSES,
    bases=frozenset({"delegation_specifiers"}),
    declarations={
        "property_declaration": ({"variable_declaration"}, {"user_type", "nullable_type"}),
        "class_parameter": ({"identifier"}, {"user_type", "nullable_type"}),
        "parameter": ({"identifier"}, {"user_type", "nullable_type"}),
        "for_statement": ({"variable_declaration"}, {"user_type", "nullable_type"}),
        "assignment": ({"identifier", "navigation_expression"}, ()),
    },
    loops=frozenset({"for_statement"}),
    results={"function_declaration": "result"},
    extensions=dict.fromkeys(("function_declaration", "extension_property"), _list_extensions),
    elements=ElementRules(
        lambdas={"lambda_literal": "lambda_parameters"},
        implicit="it",
        first=frozenset(
            {"all", "any", "associate", "associateBy", "associateWith", "count", "distinctBy"}
            | {"dropWhile", "filter", "filterNot", "find", "first", "firstOrNull", "flatMap"}
            | {"forEach", "groupBy", "indexOfFirst", "indexOfLast", "joinToString", "last"}
            | {"lastOrNull", "map", "mapNotNull", "maxBy", "maxByOrNull", "maxOf", "maxOfOrNull"}
            | {"minBy", "minByOrNull", "minOf", "minOfOrNull", "none", "onEach", "partition"}
            | {"removeAll", "removeIf", "single", "singleOrNull", "sortBy", "sortByDescending"}
            | {"sortedBy", "sortedByDescending", "sumBy", "sumOf", "takeWhile"}
        ),
        all=frozenset({"sortWith", "sortedWith"}),
        kept=frozenset(
            {"asReversed", "asSequence", "distinct", "distinctBy", "drop", "dropWhile", "filter"}
            | {"filterNot", "filterNotNull", "onEach", "reversed", "shuffled", "sorted"}
            | {"sortedBy", "sortedByDescending", "sortedWith", "take", "takeLast", "takeWhile"}
            | {"toList", "toMutableList", "toSet", "toTypedArray"}
        ),
        returned=frozenset(
            {"elementAt", "find", "first", "firstOrNull", "get", "getOrNull", "last"}
            | {"lastOrNull", "maxBy", "maxByOrNull", "minBy", "minByOrNull", "peek", "pop"}
            | {"poll", "random", "removeAt", "removeFirst", "removeLast", "single"}
            | {"singleOrNull"}
        ),
        subscripts={"index_expression": "object"},
        looked_up=frozenset({"get", "getOrDefault", "getValue"}),
        same=frozenset({"also", "let", "takeIf", "takeUnless"}),
        receiving=frozenset({"apply", "run"}),
        receiving_first=frozenset({"with"}),
        building=frozenset(
            {"buildList", "buildMap", "buildSet", "buildString", "iterator", "sequence"}
        ),
    ),
    supers=frozenset({"super"}),
    method_calls=frozenset({"infix_expression"}),
    wrappers={"as_expression": "user_type", "this_expression": ANY, "super_expression": ANY},
    library_values=frozenset({"string_literal", "collection_literal", "lambda_literal"}),
    empty_values=frozenset({"null"}),
    type_wrappers=frozenset({"nullable_type"}),
    library_types=frozenset({"function_type"}),
    paths=frozenset({"user_type"}),
    anonymous={"object_literal": "delegation_specifiers"},
    openings=frozenset({"import"}),
    implied={"call_expression": _list_copied},
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
    types_of_libraries=library_names.TYPES,
)

_CASES: Places = {"enum_entry": {ANY}}
_CLASSES: Places = {"class_declaration": {"name"}, "object_declaration": {"name"}}
_NAME_SPELLERS: Mapping[str, Places] = {
    **dict.fromkeys(
        ("print", "println", "name", "toString", r"\" *\+|\+ *\"", r"\"[^\"\n]*\$"), _CASES
    ),
    **dict.fromkeys(("simpleName", "qualifiedName", "javaClass"), _CLASSES),
}

LANGUAGE = Language(
    name="kotlin",
    name_spellers=_NAME_SPELLERS,
    version=12,
    prepare=braces.end_last_members,
    verbatim=frozenset({"string_literal", "multiline_string_literal"}),
    dropped=frozenset({"line_comment", "block_comment", "shebang", "package_header"}),
    # The grammar has no fields for the parts of a call: each parenthesised part keeps its
    # parentheses.
    opaque={"call_expression": {""}, "navigation_expression": {""}},
    spellings={
        "number_literal": literals.spell_kotlin_number,
        "float_literal": literals.spell_kotlin_number,
        "character_literal": literals.spell_character,
    },
    rewrites={
        "string_literal": literals.rewrite_string,
        "multiline_string_literal": literals.rewrite_string,
        "interpolation": literals.drop_interpolation_brackets,
        "navigation_expression": _mark_navigation,
        "call_expression": _rewrite_call,
        "lambda_literal": chain(
            _attach_loop_bodies, _drop_implicit_parameter, statements.name_implicit_parameter
        ),
        "assignment": statements.shorten,
        "getter": statements.simplify_getter,
        "unary_expression": statements.join_negation,
        "value_argument": _mark_argument_name,
        "user_type": _nest_path,
        "index_expression": _mark_container,
        "infix_expression": _mark_infix,
        "function_declaration": chain(_rewrite_function, statements.simplify_function),
        "property_declaration": _rewrite_property,
        "class_parameter": _rewrite_class_parameter,
        "class_declaration": chain(_drop_public, statements.simplify_class),
        "object_declaration": _drop_public,
        "label": _mark_label,
        "labeled_expression": _bind_label,
        "annotated_lambda": _bind_label,
        "for_statement": _wrap_loop_body,
        "while_statement": _wrap_loop_body,
        "do_while_statement": _wrap_loop_body,
        "if_expression": _wrap_branches,
        "when_entry": _wrap_entry_body,
        "type_alias": _mark_alias_name,
        **dict.fromkeys(("class_body", "enum_class_body"), _drop_semicolons),
        "block": chain(_attach_loop_bodies, _drop_semicolons),
        "source_file": chain(
            _attach_loop_bodies,
            _drop_semicolons,
            statements.drop_unused_imports,
            _split_trailing_arguments,
        ),
    },
    identifiers={"identifier": NameRole.EITHER, "label": NameRole.VARIABLE},
    roles={
        ("navigation_expression", "member"): NameRole.MEMBER,
        ("function_declaration", "extension"): NameRole.MEMBER,
        ("extension_property", "extension"): NameRole.MEMBER,
        ("type_path", "member"): NameRole.MEMBER,
        ("infix_expression", "member"): NameRole.MEMBER,
        ("value_argument", "name"): NameRole.KEYWORD,
        ("qualified_identifier", ""): NameRole.KEPT,
    },
    bindings=BINDINGS,
    parameters=frozenset({"parameter", "setter", "catch_block"}),
    scopes={
        **dict.fromkeys(CLASSES, frozenset({""})),
        "function_declaration": {"", "inherited_name", "result"},
        "extension_property": {""},
        "anonymous_function": {ANY},
        "secondary_constructor": {ANY},
        "lambda_literal": {ANY},
        "catch_block": {ANY},
        "setter": {ANY},
        "function_type": {ANY},
    },
    member_scopes=CLASSES,
    accesses={
        "navigation_expression": ("object", "member"),
        "type_path": ("object", "member"),
        "infix_expression": ("object", "member"),
    },
    sees_members_around=True,
    receivers=frozenset({"this", "super"}),
    calls={"call_expression": "function"},
    # If the solution contains one of these words, strings may refer to names.
    name_readers=frozenset({"valueOf", "enumValueOf"}),
    typing=TYPING,
    is_kept_name=frozenset({"main", "_", "it", "field", "null", "true", "false"}).__contains__,
    orders=(
        Order(
            containers=frozenset({"source_file", "class_body", "enum_class_body"}),
            items=frozenset({"function_declaration", "class_declaration", "type_alias"}),
            hoisted=True,
            overloaded=True,
        ),
    ),
    runs={
        "source_file": frozenset({"import"}),
        "modifiers": frozenset(
            {"visibility_modifier", "function_modifier", "class_modifier", "member_modifier"}
            | {"inheritance_modifier", "property_modifier", "platform_modifier"}
        ),
    },
)
