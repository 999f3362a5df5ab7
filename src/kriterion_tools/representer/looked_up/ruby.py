"""Ruby's names that a text or a list of names reveals: send("go_#{x}"), members. They stay."""

import re
from collections.abc import Collection, Iterator

from kriterion_tools.representer.library_names.ruby import METHODS
from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords

_METHODS = frozenset({"identifier", "name_symbol"})
_VARIABLES = frozenset({"instance_variable", "class_variable"})
_CONSTANTS = frozenset({"constant", "defined_constant"})

# Methods whose first argument is a name → what it names.
_READERS: dict[str, Collection[str]] = {
    **dict.fromkeys(("send", "public_send", "__send__", "method", "public_method"), _METHODS),
    **dict.fromkeys(("define_method", "respond_to?", "instance_method", "try"), _METHODS),
    **dict.fromkeys(("attr_reader", "attr_writer", "attr_accessor"), _METHODS | _VARIABLES),
    "alias_method": _METHODS,
    **dict.fromkeys(("instance_variable_get", "instance_variable_set"), _VARIABLES),
    **dict.fromkeys(("instance_variable_defined?", "class_variable_get"), _VARIABLES),
    **dict.fromkeys(("const_get", "const_set", "const_defined?"), _CONSTANTS),
}
# Methods that list names of the student, and their kinds.
_LISTS: dict[str, Collection[str]] = {
    **dict.fromkeys(("instance_variables", "class_variables"), _VARIABLES),
    **dict.fromkeys(("instance_methods", "public_instance_methods", "methods"), _METHODS),
    **dict.fromkeys(("public_methods", "singleton_methods", "private_methods"), _METHODS),
    **dict.fromkeys(("private_instance_methods", "method_added"), _METHODS),
    **dict.fromkeys(("constants", "descendants", "subclasses", "inherited"), _CONSTANTS),
}
# Methods of records that list the names of their fields.
_FIELD_LISTS = frozenset({"members", "to_h", "each_pair", "deconstruct_keys"})
_LITERALS = frozenset({"simple_symbol", "name_symbol", "string_content", "literal"})


def keep_looked_up_names(program: Node, source: SolutionWords) -> Node:
    """Mark the names that a computed text may name, or that a method lists."""
    nodes = [node for node in program.walk() if node.text is None]
    fixed: set[str] = set()  # kinds of which every name stays
    pieces: set[tuple[str, str]] = set()  # kinds, and parts of names of it that stay
    for node in nodes:
        method = node.child("method") if node.kind == "call" else None
        called = method.text or "" if method is not None else ""
        if called in _READERS:
            for piece in _list_pieces(node):
                if piece:
                    pieces.update((kind, piece) for kind in _READERS[called])
                else:
                    fixed.update(_READERS[called])
        if _reads_class_name(node, called):
            fixed.update(_CONSTANTS)
        if node.kind == "defined_names" and any(
            child.kind == "splat_argument" for child in node.children
        ):
            fixed.update(_METHODS)
    for word, kinds in _LISTS.items():
        fixed.update(kinds if word in source.words else ())
    names = _list_fields(nodes) if not _FIELD_LISTS.isdisjoint(source.words) else set()
    names |= set(_list_named_methods(nodes))
    keywords = _list_read_keywords(nodes)
    if fixed or pieces or names or keywords:
        _fix(program, fixed, pieces, names | keywords)
    if keywords:
        for node in nodes:
            key = node.child("key") if node.kind == "keyword_argument" else None
            if key is not None and (key.text or "").lstrip(":") in keywords:
                key.field = "fixed_key"
    return program


def _fix(
    program: Node,
    fixed: Collection[str],
    pieces: Collection[tuple[str, str]],
    names: Collection[str],
) -> None:
    for part in program.leaves():
        name = (part.text or "").lstrip(":@$")
        if (
            part.kind in fixed
            or (part.kind in _METHODS and name in names)
            or any(
                part.kind == kind and (name.startswith(piece) or name.endswith(piece))
                for kind, piece in pieces
            )
        ):
            part.kind = f"fixed_{part.kind}"


def _list_pieces(call: Node) -> Iterator[str]:
    """Yield the fixed parts of a computed name, or "" if there is none."""
    arguments = call.child("arguments")
    first = arguments.children[0] if arguments is not None and arguments.children else None
    if first is None or first.kind in _LITERALS or first.kind in ("string", "array"):
        parts = [part for part in first.children if part.kind == "string_content"] if first else []
        if first is None or first.text is not None or first.kind == "array":
            return
        texts = [(part.text or "").strip('"').lstrip("@") for part in parts]
        yield from [text for text in texts if text] or [""]
        return
    yield ""


def _list_named_methods(nodes: list[Node]) -> Iterator[str]:
    """Yield the names of a library's methods that a symbol names: inject(:lcm), x.send(:floor)."""
    for node in nodes:
        method = node.child("method") if node.kind == "call" else None
        arguments = node.child("arguments") if method is not None else None
        if method is None or arguments is None or method.text not in _SENDING:
            continue
        receiver = node.child("receiver")
        if method.text in _SELF_SENDING and (receiver is None or receiver.text == "self"):
            continue
        for child in arguments.children:
            name = (child.text or "").lstrip(":").strip('"')
            if child.kind in _LITERALS and name in METHODS:
                yield name


_SELF_SENDING = frozenset(
    {"send", "public_send", "__send__", "method", "public_method", "respond_to?", "try"}
)
_SENDING = _SELF_SENDING | frozenset(
    {"inject", "reduce", "def_delegator", "def_delegators", "delegate", "to_enum", "enum_for"}
    | {"instance_method", "method_defined?"}
)


def _list_read_keywords(nodes: list[Node]) -> set[str]:
    """Return the names of keyword parameters that are also read otherwise: by a key, by a format,
    or by a method of a library.
    """
    keywords = {
        name.text or ""
        for node in nodes
        if node.kind == "keyword_parameter" and (name := node.child("name")) is not None
    }
    if not keywords:
        return keywords
    own = {name.text for node in nodes if (name := node.child("name")) is not None}
    own |= {"new", "super", "call", None}
    read: set[str] = set()
    for node in nodes:
        for child in node.children:
            if child.kind in ("simple_symbol", "hash_key_symbol") and node.kind != _ARGUMENT:
                read.add((child.text or "").lstrip(":"))
            elif child.kind == "string_content" or '"' in (child.text or ""):
                read.update(_FORMAT.findall(child.text or ""))
        method, arguments = node.child("method"), node.child("arguments")
        if node.kind != "call" or method is None or method.text in own or arguments is None:
            continue
        for argument in arguments.children:
            if argument.kind == _ARGUMENT:
                read.add((argument.children[0].text or "").lstrip(":"))
    return keywords & read


_ARGUMENT = "keyword_argument"
_FORMAT = re.compile(r"%[<{](\w+)[>}]")


def _reads_class_name(node: Node, called: str) -> bool:
    """Whether this is the text of a class: x.class.name, A.name, or #{x.class}."""
    if node.kind == "interpolation":
        return any(_is_class_of(child) for child in node.children)
    receiver = node.child("receiver")
    is_constant = receiver is not None and receiver.kind in _CONSTANTS
    return called in ("name", "to_s", "inspect") and (is_constant or _is_class_of(receiver))


def _is_class_of(node: Node | None) -> bool:
    """Whether this is x.class."""
    method = node.child("method") if node is not None and node.kind == "call" else None
    return method is not None and method.text == "class"


def _list_fields(nodes: list[Node]) -> set[str]:
    return {
        (child.text or "").lstrip(":")
        for node in nodes
        if node.kind == "defined_names"
        for child in node.children
        if child.kind == "name_symbol"
    }
