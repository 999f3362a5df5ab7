"""Python."""

import re
import unicodedata
from collections.abc import Mapping

from kriterion.toolbox.representer.escapes import strange
from kriterion.toolbox.representer.language import (
    ANY,
    Language,
    Order,
    Places,
    Rewrite,
    Role,
    Source,
)
from kriterion.toolbox.representer.literals import LETTERS, number, quoted, unescaped
from kriterion.toolbox.representer.tree import Node, leaf

# Where one of these words is, docstrings are read by something.
_DOCSTRING_READERS = frozenset({"doctest", "__doc__", "getdoc"})
# And where one of these is, annotations are.
_ANNOTATION_READERS = frozenset(
    {"__annotations__", "get_type_hints", "get_annotations", "signature", "getfullargspec"}
    | {"singledispatch", "singledispatchmethod"}
)
_PAIR = re.compile(r"\\(N\{([^{}]*)\}|.)", re.DOTALL)
_LETTERS = {**LETTERS, "\\": "\\", "'": "'", '"': '"'}
_CONSTANTS = frozenset({"string", "integer", "float", "true", "false", "none", "ellipsis"})
_SUBSTITUTION = "interpolation"


def _number(text: str) -> str:
    return number(text, suffixes="jJ")


def _string(node: Node, _: Source) -> Node:
    """A literal: its prefix and quotes are gone; what is put into it stays between its texts."""
    start, *middle, _end = node.children
    prefix = (start.text or "").rstrip("'\"").lower()
    pieces = [_piece(child, prefix) for child in middle]
    return _literal(_merged(pieces), is_bytes="b" in prefix)


def _piece(child: Node, prefix: str) -> Node:
    if child.kind != "string_content":
        return child
    text = child.text or ""
    if "f" in prefix or "t" in prefix:
        text = text.replace("{{", "{").replace("}}", "}")
    if "r" not in prefix:
        if "\\" in text:
            text = _PAIR.sub(_bytes_pair if "b" in prefix else _named, text)
        text = unescaped(text, _LETTERS, others_keep_backslash=True)
    return leaf("text", text)


def _bytes_pair(pair: re.Match[str]) -> str:
    """Bytes have no characters by number or name: there, the backslash stands for itself."""
    return f"\\{pair[0]}" if pair[1][0] in "uUN" else pair[0]


def _named(pair: re.Match[str]) -> str:
    if pair[2] is None:
        return pair[0]
    try:
        character = unicodedata.lookup(pair[2])
    except KeyError:
        return strange(pair[0])
    return "\\\\" if character == "\\" else character


def _merged(pieces: list[Node]) -> list[Node]:
    """Neighbouring texts are one, and empty ones none."""
    merged: list[Node] = []
    for piece in pieces:
        if piece.kind == "text" and merged and merged[-1].kind == "text":
            merged[-1] = leaf("text", (merged[-1].text or "") + (piece.text or ""))
        elif piece.kind != "text" or piece.text:
            merged.append(piece)
    return merged


def _literal(pieces: list[Node], *, is_bytes: bool) -> Node:
    kind = "bytes" if is_bytes else "string"
    if all(piece.kind == "text" for piece in pieces):
        text = quoted("".join(piece.text or "" for piece in pieces))
        return leaf(kind, f"b{text}" if is_bytes else text)
    for piece in pieces:
        if piece.kind == "text":
            piece.kind, piece.text = kind, quoted(piece.text or "")
    return Node("formatted_string", children=pieces)


def _concatenated(node: Node, _: Source) -> Node:
    """Literals next to one another are one."""
    pieces: list[Node] = []
    for child in node.children:
        for piece in child.children or [child]:
            last = pieces[-1] if pieces else None
            if last and last.text and piece.text and last.kind == piece.kind:
                # Quoted character by character, two texts are joined where their quotes meet.
                last.text = last.text[:-1] + piece.text[piece.text.index('"') + 1 :]
            else:
                pieces.append(piece)
    return pieces[0] if len(pieces) == 1 else Node("formatted_string", children=pieces)


def _statement(node: Node, source: Source) -> Node | None:
    """A constant on its own does nothing; it may be a docstring, which mostly nothing reads."""
    if len(node.children) != 1:
        node.kind = "tuple"
        return node
    (only,) = node.children
    is_read = only.kind == "string" and not _DOCSTRING_READERS.isdisjoint(source.words)
    return only if is_read or only.kind not in _CONSTANTS else None


def _nothing(_node: Node, _: Source) -> None:
    return None


def _renamed(kind: str) -> Rewrite:
    def rewrite(node: Node, _: Source) -> Node:
        node.kind = kind
        return node

    return rewrite


def _annotations_are_read(source: Source) -> bool:
    return not _ANNOTATION_READERS.isdisjoint(source.words)


def _typed_parameter(node: Node, source: Source) -> Node:
    return node if _annotations_are_read(source) else node.children[0]


def _typed_default(node: Node, source: Source) -> Node:
    if not _annotations_are_read(source):
        node.kind = "default_parameter"
        node.children = [child for child in node.children if child.field != "type"]
    return node


def _if(node: Node, _: Source) -> Node:
    """elif is an if in an else."""
    children = [
        child for child in node.children if child.kind not in ("elif_clause", "else_clause")
    ]
    clauses = node.children[len(children) :]
    rest: list[Node] = []
    for clause in reversed(clauses):
        if clause.kind == "elif_clause":
            inner = Node(
                "if_statement", "", children=[leaf("if", "if"), *clause.children[1:], *rest]
            )
            block = Node("block", "body", children=[inner])
            clause = Node("else_clause", "alternative", children=[leaf("else", "else"), block])
        rest = [clause]
    node.children = children + rest
    return node


def _else(node: Node, _: Source) -> Node:
    node.children = [child for child in node.children if child.text != ":"]
    return node


def _function(node: Node, source: Source) -> Node:
    if not _annotations_are_read(source):
        node.children = [
            child for child in node.children if child.field != "return_type" and child.text != "->"
        ]
    return node


def _class(node: Node, _: Source) -> Node:
    """class A() and class A(object) are class A."""
    superclasses = node.child("superclasses")
    if superclasses is not None:
        superclasses.children = [one for one in superclasses.children if one.text != "object"]
        if not superclasses.children:
            node.children.remove(superclasses)
    body = node.child("body")
    if body is not None:
        body.kind = "class_body"
    return node


def _dotted(node: Node, _: Source) -> Node:
    """a is a name, a.b an attribute of one."""
    first, *others = [child for child in node.children if child.text != "."]
    for other in others:
        first.field, other.field = "object", "attribute"
        first = Node("attribute", children=[first, other])
    return first


def _import(node: Node, _: Source) -> Node:
    """import a, b is two statements."""
    statements = []
    for child in node.children:
        if child.field == "name":
            name, alias = _parts(child)
            parts = [leaf("library", name, "name" if alias is None else "")]
            parts += [alias] if alias else []
            statements.append(Node("import_statement", children=parts))
    return Node("imports", children=statements)


def _import_from(node: Node, source: Source) -> Node:
    """from a import b, c is two statements. Another file of the solution is no library."""
    module_node = node.child("module_name")
    module = _path(module_node) if module_node else "__future__"
    own = module.startswith(".") or module.split(".")[0] in source.modules
    statements = []
    for child in node.children:
        parts = [leaf("module", module)]
        if child.field == "name":
            name, alias = _parts(child)
            kind = "identifier" if own else "library"
            parts.append(leaf(kind, name, "name" if alias is None else ""))
            parts += [alias] if alias else []
        elif child.kind == "wildcard_import":
            parts.append(leaf("wildcard", "*"))
        else:
            continue
        statements.append(Node("import_from_statement", children=parts))
    return Node("imports", children=statements)


def _parts(node: Node) -> tuple[str, Node | None]:
    """The name that is imported, and the other name it gets here."""
    if node.kind != "aliased_import":
        return _path(node), None
    name, alias = node.child("name"), node.child("alias")
    assert name is not None
    if alias is not None and alias.text == _path(name):
        return _path(name), None
    return _path(name), alias


def _path(node: Node) -> str:
    """A dotted name as it is written."""
    names = [one.text or "" for one in node.leaves()]
    dots = [one for one in names if not one.strip(".")]
    return "".join(dots) + ".".join(one for one in names if one.strip("."))


def _as_pattern(node: Node, _: Source) -> Node:
    node.children = [child for child in node.children if child.text != "as"]
    node.children[-1].field = "alias"
    return node


def _keyword_pattern(node: Node, _: Source) -> Node:
    node.children[0].field = "keyword"
    return node


def _module(node: Node, source: Source) -> Node:
    if not _annotations_are_read(source):
        _drop_annotations(node)
        _drop_typing(node)
    return node


def _drop_annotations(module: Node) -> None:
    """Annotations of variables say nothing, but in the body of a class that something makes of
    another one, or of a decorated one: dataclasses, named tuples, enumerations."""
    pending = [(module, False)]
    while pending:
        node, decorated = pending.pop()
        if node.kind == "class_definition" and (decorated or node.child("superclasses")):
            pending += [(one, False) for child in node.children for one in child.children
                        if one.kind != "assignment"]  # fmt: skip
            continue
        kept = []
        for child in node.children:
            if child.kind == "assignment" and child.child("type"):
                if child.child("right") is None:
                    continue
                child.children = [one for one in child.children if one.field != "type"]
            kept.append(child)
            if child.text is None:
                pending.append((child, node.kind == "decorated_definition"))
        node.children = kept


_FOR_ANNOTATIONS = frozenset(
    {"typing", "__future__", "collections.abc", "types", "typing_extensions"}
)


def _drop_typing(module: Node) -> None:
    """What was imported for annotations only is gone with them."""
    imports = {"import_statement", "import_from_statement"}
    used = {
        one.text for child in module.children if child.kind not in imports for one in child.leaves()
    }

    def is_needed(child: Node) -> bool:
        if child.kind not in imports or child.children[0].text not in _FOR_ANNOTATIONS:
            return True
        bound = child.children[-1].text
        return bound == "*" or bound in used

    module.children = [child for child in module.children if is_needed(child)]


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_noticed(function: Node) -> bool:
    """Whether it matters when a function is defined: its defaults are computed then."""
    parameters = function.child("parameters")
    defaults = (one.child("value") for one in parameters.children) if parameters else ()
    return any(value and value.kind not in _CONSTANTS for value in defaults)


REWRITES: Mapping[str, Rewrite] = {
    "string": _string,
    "concatenated_string": _concatenated,
    "expression_statement": _statement,
    "pass_statement": _nothing,
    "typed_parameter": _typed_parameter,
    "typed_default_parameter": _typed_default,
    "if_statement": _if,
    "else_clause": _else,
    "function_definition": _function,
    "class_definition": _class,
    "dotted_name": _dotted,
    "import_statement": _import,
    "import_from_statement": _import_from,
    "future_import_statement": _import_from,
    "as_pattern": _as_pattern,
    "keyword_pattern": _keyword_pattern,
    "module": _module,
    # A tuple is one with or without its parentheses, and unpacks as a list does.
    "expression_list": _renamed("tuple"),
    "pattern_list": _renamed("tuple_pattern"),
    "list_pattern": _renamed("tuple_pattern"),
}

BINDINGS: Places = {
    "assignment": {"left"},
    "augmented_assignment": {"left"},
    "named_expression": {"name"},
    "for_statement": {"left"},
    "for_in_clause": {"left"},
    "function_definition": {"name"},
    "class_definition": {"name"},
    "parameters": {ANY},
    "lambda_parameters": {ANY},
    "as_pattern": {"alias"},
    "case_pattern": {""},
    "keyword_pattern": {""},
    "splat_pattern": {""},
    "import_statement": {"name", "alias"},
    "import_from_statement": {"name", "alias"},
    "type_alias_statement": {"left"},
    "type_parameter": {ANY},
}

PATTERNS: Places = {
    "tuple_pattern": {ANY},
    "tuple": {ANY},
    "list_splat_pattern": {ANY},
    "dictionary_splat_pattern": {ANY},
    "default_parameter": {"name"},
    "typed_parameter": {""},
    "typed_default_parameter": {"name"},
}

SCOPES: Places = {
    "function_definition": {"parameters", "body", "type_parameters", "return_type"},
    "class_definition": {"body"},
    "lambda": {ANY},
    "list_comprehension": {ANY},
    "set_comprehension": {ANY},
    "dictionary_comprehension": {ANY},
    "generator_expression": {ANY},
}

ORDER = Order(
    containers=frozenset({"module", "class_body"}),
    items=frozenset({"function_definition"}),
    hoisted=True,
    is_fixed=_is_noticed,
)

LANGUAGE = Language(
    name="python",
    version=2,
    grammar=("tree_sitter_python", "language"),
    dropped=frozenset({"comment", "line_continuation"}),
    separators=frozenset(",;:"),
    transparent=frozenset({"parenthesized_expression", "type", "as_pattern_target"}),
    spliced=frozenset({"imports"}),
    # f(x for x in y) is f((x for x in y)).
    blocks={("call", "arguments"): "argument_list"},
    spellings={"integer": _number, "float": _number, "string_content": str},
    rewrites=REWRITES,
    identifiers={"identifier": Role.VARIABLE, "library": Role.KEPT},
    roles={
        ("attribute", "attribute"): Role.MEMBER,
        ("keyword_argument", "name"): Role.KEYWORD,
        ("keyword_pattern", "keyword"): Role.MEMBER,
    },
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes=SCOPES,
    member_scopes=frozenset({"class_definition"}),
    accesses={"attribute": ("object", "attribute")},
    receiver_parameters="parameters",
    calls={"call": "function"},
    is_kept_name=_is_dunder,
    orders=(ORDER,),
    runs={"module": frozenset({"import_statement", "import_from_statement"})},
)
