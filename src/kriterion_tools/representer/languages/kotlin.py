"""Kotlin."""

from kriterion_tools.representer.language import (
    ANY,
    Language,
    NameRole,
    Order,
    Places,
    SolutionWords,
)
from kriterion_tools.representer.language_parts import kotlin_literals as literals
from kriterion_tools.representer.solution_tree import Node


def _navigation(node: Node, _: SolutionWords) -> Node:
    """Give the receiver and the member their fields, which the grammar lacks."""
    node.children[0].field = "object"
    node.children[-1].field = "member"
    return node


def _call(node: Node, _: SolutionWords) -> Node:
    """Normalise f(a) { … } to f(a, { … })."""
    callee, *given = node.children
    values = [
        value
        for one in given
        for value in (one.children if one.kind == "value_arguments" else [_as_argument(one)])
        if one.kind in ("value_arguments", "annotated_lambda")
    ]
    if [one.kind for one in given] == ["annotated_lambda"] and _takes_one_more(callee):
        callee.children[-1].children += values
        return callee
    callee.field = "function"
    if callee.kind == "navigation_expression" and callee.children[-1].text == "copy":
        for name in (child for value in values for child in value.children):
            name.field = "copied" if name.field == "name" else name.field
    others = [one for one in given if one.kind not in ("value_arguments", "annotated_lambda")]
    node.children = [callee, *others, Node("value_arguments", children=values)]
    return node


def _as_argument(function: Node) -> Node:
    return Node("value_argument", children=function.children)


def _takes_one_more(callee: Node) -> bool:
    """Whether a trailing lambda is another argument of that call: not if it already has one."""
    if callee.kind != "call_expression" or callee.children[-1].kind != "value_arguments":
        return False
    values = callee.children[-1].children
    return not (values and any(one.kind == "lambda_literal" for one in values[-1].children))


def _argument(node: Node, _: SolutionWords) -> Node:
    if len(node.children) > 2 and node.children[1].text == "=":
        node.children[0].field = "name"
    return node


def _function(node: Node, source: SolutionWords) -> Node:
    """Give a function's name and receiver their fields; an override keeps its name."""
    for place, child in enumerate(node.children):
        if child.field != "name":
            continue
        if _has_modifier(node, "override") or _has_modifier(node, "operator"):
            child.field = "answer"
        elif place > 0 and node.children[place - 1].text == ".":
            child.field = "extension"
    return _escape_controls(_without_unit(node), source)


def _without_unit(node: Node) -> Node:
    """Normalise fun f(): Unit { … } to fun f() { … }."""
    children = node.children
    for place, child in enumerate(children[:-1]):
        body = children[place + 2 :]
        if child.text == ":" and _is_unit(children[place + 1]) and _is_block(body):
            node.children = children[:place] + body
            break
    return node


def _is_unit(node: Node) -> bool:
    return node.kind == "user_type" and [one.text for one in node.children] == ["Unit"]


def _is_block(nodes: list[Node]) -> bool:
    return len(nodes) == 1 and [one.kind for one in nodes[0].children] == ["block"]


def _property(node: Node, source: SolutionWords) -> Node:
    overrides = _has_modifier(node, "override")
    for child in node.children:
        if child.kind == "variable_declaration" and overrides:
            child.kind = "answering_declaration"
    return _escape_controls(node, source)


def _class_parameter(node: Node, source: SolutionWords) -> Node:
    if _has_modifier(node, "override"):
        for child in node.children:
            if child.kind == "identifier":
                child.field = "answer"
    return _escape_controls(node, source)


def _escape_controls(node: Node, _: SolutionWords) -> Node:
    """Drop `public`, except on an override of something less visible."""
    modifiers = [child for child in node.children if child.kind == "modifiers"]
    if modifiers and not _has_modifier(node, "override"):
        kept = [one for one in modifiers[0].children if _text(one) != "public"]
        modifiers[0].children = kept
        if not kept:
            node.children.remove(modifiers[0])
    return node


def _has_modifier(node: Node, text: str) -> bool:
    return any(
        _text(one) == text
        for child in node.children
        if child.kind == "modifiers"
        for one in child.children
    )


def _text(node: Node) -> str:
    return " ".join(one.text or "" for one in node.leaves())


def _label(node: Node, _: SolutionWords) -> Node:
    """Bind the label in name@; break@ and continue@ are not labels."""
    node.text = (node.text or "").rstrip("@")
    if node.text in ("break", "continue"):
        node.kind = node.text
    return node


def _labelled(node: Node, _: SolutionWords) -> Node:
    for child in node.children:
        if child.kind == "label":
            child.field = "label"
    return node


def _loop(node: Node, source: SolutionWords) -> Node:
    """Make a loop's body a block: its last part, or what follows `do`."""
    texts = [child.text for child in node.children]
    _put_in_block(node, texts.index("do") + 1 if "do" in texts else len(texts) - 1)
    return _labelled(node, source)


def _if(node: Node, _: SolutionWords) -> Node:
    """Make both branches blocks, whose last expression is their value."""
    for place, child in enumerate(node.children):
        if place > 1 and child.text != "else":
            _put_in_block(node, place)
    return node


def _entry(node: Node, _: SolutionWords) -> Node:
    _put_in_block(node, len(node.children) - 1)
    return node


def _put_in_block(node: Node, place: int) -> None:
    child = node.children[place]
    if child.kind != "block" and not child.field:
        node.children[place] = Node("block", children=[child])


def _without_semicolons(node: Node, _: SolutionWords) -> Node:
    """Drop semicolons, for which the grammar has no node."""
    node.children = [
        child
        for child in node.children
        if child.kind != "text" or (child.text or "").strip("; \t\n")
    ]
    return node


def _type_alias(node: Node, _: SolutionWords) -> Node:
    for child in node.children:
        if child.field == "type":
            child.field = "name"
            break
    return node


def prepared(text: str) -> str:
    """Insert a semicolon after the last member of a class on one line: the grammar requires it."""
    return "\n".join(map(_ended, text.split("\n")))


def _ended(line: str) -> str:
    plain = line.rstrip()
    is_class = any(word in plain for word in ("class ", "object ", "interface "))
    braces = plain.count("{") == plain.count("}") == 1
    if is_class and braces and plain.endswith("}") and not set(plain) & set("\"'/"):
        inner = plain[:-1].rstrip()
        if not inner.endswith(("{", ";")):
            return f"{inner}; }}"
    return line


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
    "type_alias": {"name"},
    "variable_declaration": {""},
    "class_parameter": {""},
    "parameter": {""},
    "parameter_with_optional_type": {""},
    "enum_entry": {""},
    "type_parameter": {""},
    "catch_block": {""},
    "labeled_expression": {"label"},
    "value_argument": {"label"},
    "for_statement": {"label"},
    "while_statement": {"label"},
    "do_while_statement": {"label"},
    "import": {""},
}

LANGUAGE = Language(
    name="kotlin",
    version=2,
    prepared=prepared,
    verbatim=frozenset({"string_literal", "multiline_string_literal"}),
    dropped=frozenset({"line_comment", "block_comment", "shebang", "package_header"}),
    # Calls have no fields in the grammar: any parenthesised child of one keeps its parentheses.
    opaque={"call_expression": {""}, "navigation_expression": {""}},
    spellings={
        "number_literal": literals.numeral,
        "float_literal": literals.numeral,
        "character_literal": literals.character,
    },
    rewrites={
        "string_literal": literals.string,
        "multiline_string_literal": literals.string,
        "interpolation": literals.interpolation,
        "navigation_expression": _navigation,
        "call_expression": _call,
        "value_argument": _argument,
        "function_declaration": _function,
        "property_declaration": _property,
        "class_parameter": _class_parameter,
        "class_declaration": _escape_controls,
        "object_declaration": _escape_controls,
        "label": _label,
        "labeled_expression": _labelled,
        "annotated_lambda": _labelled,
        "for_statement": _loop,
        "while_statement": _loop,
        "do_while_statement": _loop,
        "if_expression": _if,
        "when_entry": _entry,
        "type_alias": _type_alias,
        **dict.fromkeys(
            ("block", "class_body", "enum_class_body", "source_file"), _without_semicolons
        ),
    },
    identifiers={"identifier": NameRole.EITHER, "label": NameRole.VARIABLE},
    roles={
        ("navigation_expression", "member"): NameRole.MEMBER,
        ("function_declaration", "extension"): NameRole.MEMBER,
        ("value_argument", "name"): NameRole.KEYWORD,
        ("qualified_identifier", ""): NameRole.KEPT,
    },
    bindings=BINDINGS,
    scopes={
        **dict.fromkeys(CLASSES, frozenset({""})),
        "function_declaration": {"", "answer"},
        "anonymous_function": {ANY},
        "secondary_constructor": {ANY},
        "lambda_literal": {ANY},
        "catch_block": {ANY},
    },
    member_scopes=CLASSES,
    accesses={"navigation_expression": ("object", "member")},
    receivers=frozenset({"this", "super"}),
    calls={"call_expression": "function"},
    # With one of these words in the solution, strings may refer to names.
    name_readers=frozenset({"valueOf", "enumValueOf"}),
    is_kept_name=frozenset({"main", "_", "it", "field"}).__contains__,
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
