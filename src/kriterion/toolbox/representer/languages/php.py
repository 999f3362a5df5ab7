"""PHP."""

import re
from collections.abc import Mapping

from kriterion.toolbox.representer.language import (
    ANY,
    Language,
    Order,
    Places,
    Rewrite,
    Role,
    Source,
)
from kriterion.toolbox.representer.literals import number, quoted
from kriterion.toolbox.representer.tree import Node, leaf

_SUPERGLOBALS = frozenset(
    {"$this", "$GLOBALS", "$_SERVER", "$_GET", "$_POST", "$_FILES", "$_COOKIE", "$_SESSION"}
    | {"$_REQUEST", "$_ENV", "$argc", "$argv", "$http_response_header", "$php_errormsg"}
)

# Where one of these is, variables are asked for by their names in strings.
_NAME_READERS = frozenset({"compact", "extract", "get_defined_vars", "parse_str"})

# Methods that PHP or its interfaces look for in any object.
_LOOKED_FOR = frozenset(
    {"getIterator", "current", "key", "next", "rewind", "valid", "count", "jsonSerialize"}
    | {"offsetExists", "offsetGet", "offsetSet", "offsetUnset", "serialize", "unserialize"}
    | {"accept", "getChildren", "hasChildren", "getMessage", "getCode", "getPrevious"}
    | {"cases", "from", "tryFrom", "name", "value"}
)

_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u\{([0-9a-fA-F]+)\}|(.))", re.DOTALL)
_LETTERS = {
    **{"n": "\n", "t": "\t", "r": "\r", "v": "\v", "e": "\x1b", "f": "\f"},
    **{"\\": "\\", "$": "$", '"': '"'},
}


def _unescaped(text: str) -> str:
    """What stands between double quotes; a backslash before anything else stays."""

    def character(escape: re.Match[str]) -> str:
        octal, hexadecimal, point, letter = escape.groups()
        for digits, base in ((octal, 8), (hexadecimal, 16), (point, 16)):
            if digits is not None:
                code = int(digits[-8:], base)
                return chr(code) if code < 0x80 or digits is point else escape[0]
        return _LETTERS.get(letter, escape[0])

    return _ESCAPE.sub(character, text)


def _raw(text: str) -> str:
    """What stands between single quotes."""
    return re.sub(r"\\([\\'])", r"\1", text)


def _string(text: str) -> str:
    return quoted(_raw(text[text.index("'") + 1 : -1]))


def _number(text: str) -> str:
    return number(text, octal=True)


def _encapsed(node: Node, _: Source) -> Node:
    """A string with nothing put into it is as any; else its texts are strings."""
    pieces: list[Node] = []
    text = ""
    for child in node.children:
        if child.kind in ("string_content", "escape_sequence", "text"):
            text += child.text or ""
        elif child.text not in ('"', 'b"', 'B"'):
            pieces += [leaf("string", quoted(_unescaped(text))), child]
            text = ""
    pieces.append(leaf("string", quoted(_unescaped(text))))
    return pieces[0] if len(pieces) == 1 else Node(node.kind, children=pieces)


def _variable(node: Node, source: Source) -> Node:
    """$name is one leaf."""
    text = "".join(child.text or "" for child in node.children)
    is_fixed = text in _SUPERGLOBALS or not _NAME_READERS.isdisjoint(source.words)
    return leaf("fixed_variable" if is_fixed else "variable", text)


def _property(node: Node, _: Source) -> Node:
    for child in node.children:
        if child.kind == "variable":
            child.kind = "property"
    return node


def _promoted(node: Node, _: Source) -> Node:
    """A parameter of the constructor that is a property, too: both are bound."""
    name = node.child("name")
    if name is not None and name.kind == "variable":
        node.children.append(leaf("property", name.text or "", "property"))
    return node


def _constant(node: Node, _: Source) -> Node:
    """Class::NAME: what stands behind is a member."""
    node.children = [child for child in node.children if child.text != "::"]
    node.children[0].field = "scope"
    node.children[-1].field = "name"
    return node


def _defined_constant(node: Node, _: Source) -> Node:
    node.children[0].field = "name"
    return node


def _new(node: Node, _: Source) -> Node:
    """new Thing is new Thing()."""
    kinds = [child.kind for child in node.children]
    if "anonymous_class" in kinds:
        return node
    if "arguments" not in kinds:
        node.children.append(Node("arguments"))
    node.children[1].field = "class"
    return node


def _if(node: Node, _: Source) -> Node:
    """elseif is an else with an if in it. Around a page's text, the parser tells less."""
    if any(child.kind == "text_interpolation" for child in node.children):
        return node
    children = [child for child in node.children if child.field != "alternative"]
    following: Node | None = None
    for child in reversed(node.children):
        if child.field != "alternative":
            continue
        if child.kind == "else_if_clause":
            inner = [one for one in child.children if one.text != "elseif"]
            parts = [leaf("if", "if"), *inner, *([following] if following else [])]
            block = Node("compound_statement", "body", children=[Node("if_statement", children=parts)])
            child = Node("else_clause", "alternative", children=[leaf("else", "else"), block])
        following = child
    node.children = [*children, *([following] if following else [])]
    return node


def _block(node: Node, _: Source) -> Node:
    """`if (…): … endif;` is `if (…) { … }`."""
    return Node("compound_statement", children=[one for one in node.children if one.text != ":"])


def _array(node: Node, _: Source) -> Node:
    """array(1) is [1]; in a pattern, list($a) is [$a]."""
    if node.children and node.children[0].text in ("array", "list"):
        node.children = node.children[1:]
    return node


def _small(node: Node, _: Source) -> Node:
    return leaf(node.kind, (node.text or "").lower())


def _tag(node: Node, _: Source) -> Node | None:
    return node if node.text == "<?=" else None


def _between(node: Node, _: Source) -> Node | None:
    """The end of the program is one with or without its tag; a text between is printed."""
    node.children = [child for child in node.children if child.kind != "php_end_tag"]
    return node if node.children else None


def _operator(node: Node, _: Source) -> Node:
    """<> is !=; `and` binds looser than &&, which the tree has seen to, and is the same."""
    for child in node.children:
        if child.field == "operator" and child.text is not None:
            text = child.text.lower()
            child.text = {"<>": "!=", "and": "&&", "or": "||"}.get(text, text)
    return node


def _is_magic(name: str) -> bool:
    return name.startswith("__") or name in _LOOKED_FOR


def _method(node: Node, _: Source) -> Node:
    """A method that something looks for keeps its name."""
    name = node.child("name")
    if name is not None and _is_magic(name.text or ""):
        name.kind = "looked_for"
    return node


REWRITES: Mapping[str, Rewrite] = {
    "encapsed_string": _encapsed,
    "variable_name": _variable,
    "property_element": _property,
    "scoped_property_access_expression": _property,
    "property_promotion_parameter": _promoted,
    "class_constant_access_expression": _constant,
    "const_element": _defined_constant,
    "object_creation_expression": _new,
    "if_statement": _if,
    "colon_block": _block,
    "array_creation_expression": _array,
    "list_literal": _array,
    "boolean": _small,
    "null": _small,
    "php_tag": _tag,
    "text_interpolation": _between,
    "binary_expression": _operator,
    "method_declaration": _method,
}

IDENTIFIERS: Mapping[str, Role] = {
    "variable": Role.OWN,
    "property": Role.MEMBER,
    "name": Role.VARIABLE,
}

ROLES: Mapping[tuple[str, str], Role] = {
    ("member_access_expression", "name"): Role.MEMBER,
    ("nullsafe_member_access_expression", "name"): Role.MEMBER,
    ("member_call_expression", "name"): Role.MEMBER,
    ("nullsafe_member_call_expression", "name"): Role.MEMBER,
    ("scoped_call_expression", "name"): Role.MEMBER,
    ("class_constant_access_expression", "name"): Role.MEMBER,
    ("method_declaration", "name"): Role.MEMBER,
    ("enum_case", "name"): Role.MEMBER,
    ("argument", "name"): Role.KEYWORD,
    # A library's name, which what it is known by here follows.
    ("qualified_name", ""): Role.KEPT,
    ("namespace_name", ""): Role.KEPT,
    ("attribute", ""): Role.KEPT,
}

BINDINGS: Places = {
    "simple_parameter": {"name"},
    "variadic_parameter": {"name"},
    "property_promotion_parameter": {"name", "property"},
    "function_definition": {"name"},
    "class_declaration": {"name"},
    "interface_declaration": {"name"},
    "trait_declaration": {"name"},
    "enum_declaration": {"name"},
    "method_declaration": {"name"},
    "property_element": {"name"},
    "const_element": {"name"},
    "enum_case": {"name"},
    "namespace_use_clause": {"alias"},
    "named_label_statement": {""},
    "assignment_expression": {"left"},
}

BLOCKS: Mapping[tuple[str, str], str] = {
    (kind, "body"): "compound_statement"
    for kind in (
        *("if_statement", "else_clause", "else_if_clause", "while_statement", "do_statement"),
        *("for_statement", "foreach_statement"),
    )
}

ORDERS = (
    Order(
        containers=frozenset({"program"}),
        items=frozenset({"function_definition"}),
        hoisted=True,
    ),
    Order(
        containers=frozenset({"declaration_list", "enum_declaration_list"}),
        items=frozenset({"method_declaration"}),
        hoisted=True,
    ),
)

LANGUAGE = Language(
    name="php",
    version=1,
    grammar=("tree_sitter_php", "language_php"),
    dropped=frozenset({"comment", "empty_statement"}),
    dropped_places={"heredoc": {"identifier", "end_tag"}, "nowdoc": {"identifier", "end_tag"}},
    brackets=frozenset({*"(){}[]", "endif", "endwhile", "endfor", "endforeach", "endswitch"}),
    blocks=BLOCKS,
    spellings={
        "string": _string,
        "integer": _number,
        "float": _number,
        "string_content": str,
        "escape_sequence": str,
    },
    verbatim=frozenset({"encapsed_string", "heredoc_body"}),
    rewrites=REWRITES,
    identifiers=IDENTIFIERS,
    roles=ROLES,
    bindings=BINDINGS,
    patterns={},
    scopes={"declaration_list": {ANY}, "enum_declaration_list": {ANY}},
    member_scopes=frozenset({"declaration_list", "enum_declaration_list"}),
    accesses={"member_access_expression": ("object", "name")},
    receivers=frozenset({"$this"}),
    calls={
        "function_call_expression": "function",
        "member_call_expression": "name",
        "scoped_call_expression": "name",
        "object_creation_expression": "class",
    },
    sigils="$",
    orders=ORDERS,
    runs={"program": frozenset({"namespace_use_declaration"})},
)
