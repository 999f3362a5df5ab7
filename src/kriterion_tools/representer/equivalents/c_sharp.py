"""C#'s declarations: what the language assumes if it is left out, and unused namespaces."""

from kriterion_tools.representer.equivalents.assignments import is_same
from kriterion_tools.representer.library_names.c_sharp_namespaces import NAMESPACES
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_PREDEFINED = {
    "String": "string",
    "Object": "object",
    "Boolean": "bool",
    "Byte": "byte",
    "SByte": "sbyte",
    "Char": "char",
    "Decimal": "decimal",
    "Double": "double",
    "Single": "float",
    "Int16": "short",
    "Int32": "int",
    "Int64": "long",
    "UInt16": "ushort",
    "UInt32": "uint",
    "UInt64": "ulong",
}
_TYPES = frozenset(
    {"class_declaration", "struct_declaration", "interface_declaration", "record_declaration"}
    | {"enum_declaration", "delegate_declaration"}
)
_NAMESPACES = frozenset({"namespace_declaration", "file_scoped_namespace_declaration"})

# A solution without one of these words does not need the namespace.
_WORDS = {namespace: frozenset(words.split()) for namespace, words in NAMESPACES.items()}
# System's methods for any receiver, which texts and lists have themselves, are those of spans.
_SPANS = frozenset({"Span", "ReadOnlySpan", "Memory", "ReadOnlyMemory", "AsSpan", "stackalloc"})
_METHODS_OF_SPANS = frozenset(
    {"BinarySearch", "Contains", "CopyTo", "Count", "EndsWith", "Equals", "IndexOf", "IndexOfAny"}
    | {"IsNormalized", "IsWhiteSpace", "LastIndexOf", "LastIndexOfAny", "Normalize", "Replace"}
    | {"Reverse", "SequenceEqual", "Sort", "Split", "StartsWith", "ToLower", "ToLowerInvariant"}
    | {"ToUpper", "ToUpperInvariant", "Trim", "TrimEnd", "TrimStart"}
)


def unify_usings(node: Node, source: SolutionWords) -> Node:
    """Drop repeated usings, and those of a namespace of which the solution uses nothing."""
    seen: set[str] = set()
    children = []
    used: set[str] | None = None
    for child in node.children:
        if child.kind == "using_directive":
            texts = [part.text or "" for part in child.leaves()]
            name = "".join(texts[1:])
            key = " ".join(texts)
            words = _WORDS.get(name) if texts[0] == "using" else None
            if words is not None and used is None:
                used = _find_words(node)
            if name == "System" and words is not None and _SPANS.isdisjoint(used or ()):
                words = words - _METHODS_OF_SPANS
            if key in seen or (words is not None and words.isdisjoint(used or ())):
                continue
            seen.add(key)
        children.append(child)
    node.children = children
    return node


def _find_words(node: Node) -> set[str]:
    """Return the words of a solution, except names that it declares."""
    declared: set[str] = set()
    words: set[str] = set()
    for child in node.children:
        if child.kind == "using_directive":
            continue
        for parent in child.walk():
            for part in parent.children:
                if part.text is None:
                    continue
                words.add(part.text)
                if part.field == "name" and parent.kind.endswith(_DECLARING):
                    declared.add(part.text)
    return words - declared


_DECLARING = ("_declaration", "_declarator", "parameter", "_statement", "_pattern")


def name_predefined_types(node: Node, source: SolutionWords) -> Node:
    """Normalise String to string, unless the solution defines a type of that name."""
    found = source.words & _PREDEFINED.keys()
    if not found:
        return node
    own: set[str | None] = set()
    nodes = [part for part in node.walk() if part.text is None]
    for part in nodes:
        if part.kind in _TYPES and (name := part.child("name")) is not None:
            own.add(name.text)
        if part.kind == "using_directive" and any(child.text == "=" for child in part.children):
            return node
    for parent in nodes:
        for child in parent.children:
            if child.kind != "identifier" or child.text not in found or child.text in own:
                continue
            if _is_type_place(parent, child):
                child.text = _PREDEFINED[child.text or ""]
                child.kind = "predefined_type"
    return node


def _is_type_place(parent: Node, child: Node) -> bool:
    """Whether this is the place of a type, or of a type's member: String.Join."""
    if child.field in ("type", "returns"):
        return True
    if parent.kind == "member_access_expression":
        return child.field == "expression"
    return parent.kind in ("type_argument_list", "array_type", "nullable_type")


def drop_default_base(node: Node, source: SolutionWords) -> Node:
    """Drop the base `object`, and `internal` of a type that is not inside another."""
    defaults = [[":", name] for name in ("object", "Object") if name not in source.defined]
    node.children = [
        child
        for child in node.children
        if child.kind != "base_list" or [part.text for part in child.leaves()] not in defaults
    ]
    return node


def drop_default_visibility(node: Node, _: SolutionWords) -> Node:
    """Drop `public` of an interface's members."""
    body = node.child("body")
    for member in body.children if body is not None else ():
        _drop_modifier(member, "public")
    return node


def _drop_modifier(node: Node, text: str) -> None:
    node.children = [
        child
        for child in node.children
        if child.kind != "modifier" or [part.text for part in child.leaves()] != [text]
    ]


def expand_accessors(node: Node, _: SolutionWords) -> Node:
    """Normalise the property `X => 1` and the accessor `get => 1` to `get { return 1; }`."""
    value = node.child("value")
    if value is not None and value.kind == "arrow_expression_clause":
        getter = Node("accessor_declaration")
        getter.children = [leaf("get", "get", "name"), value]
        value.field = "body"
        place = node.children.index(value)
        node.children[place] = Node("accessor_list", "accessors", children=[getter])
        node.children = [child for child in node.children if child.text != ";"]
    accessors = node.child("accessors")
    for accessor in accessors.children if accessors is not None else ():
        body, name = accessor.child("body"), accessor.child("name")
        if name is None or name.text != "get" or body is None:
            continue
        if body.kind == "arrow_expression_clause":
            values = [child for child in body.children if child.text != "=>"]
            if len(values) == 1 and values[0].kind != "throw_expression":
                values[0].field = ""
                statement = Node("return_statement", children=[leaf("return", "return"), values[0]])
                accessor.children[accessor.children.index(body)] = Node(
                    "block", "body", children=[statement]
                )
                accessor.children = [child for child in accessor.children if child.text != ";"]
    return node


def infer_created_type(node: Node, _: SolutionWords) -> Node:
    """Normalise `T x = new()` to `T x = new T()`."""
    declared = node.child("type")
    if declared is None or declared.text == "var":
        return node
    for declarator in node.children:
        for place, value in enumerate(declarator.children):
            if value.kind == "implicit_object_creation_expression":
                value.hint = declared
            if value.kind == "object_creation_expression":
                created = value.child("type")
                if created is None or not is_same(created, declared):
                    continue
                value.kind = "implicit_object_creation_expression"
                value.hint = declared
                value.children.remove(created)
                arguments = value.child("arguments")
                if arguments is not None:
                    arguments.field = ""
                    if arguments.kind == "argument_list":
                        continue
                declarator.children[place] = value
    return node


def wrap_file_namespace(node: Node, _: SolutionWords) -> Node:
    """Normalise `namespace N;` to `namespace N { … }`, and drop `internal` of outer types."""
    for place, child in enumerate(node.children):
        if child.kind == "file_scoped_namespace_declaration":
            content = Node("declaration_list", "body")
            content.children = [
                *(part for part in child.children if part.kind in _TYPES),
                *node.children[place + 1 :],
            ]
            child.children = [
                part for part in child.children if part.kind not in _TYPES and part.text != ";"
            ]
            child.kind = "namespace_declaration"
            child.children.append(content)
            node.children = [*node.children[: place + 1]]
            break
    for child in [node, *node.children]:
        body = child.child("body") if child.kind in _NAMESPACES else child
        for member in body.children if body is not None and child.kind not in _TYPES else ():
            if member.kind in _TYPES:
                _drop_modifier(member, "internal")
    return node
