"""Ruby's names that a text or a list of names reveals: send("go_#{x}"), members. They stay."""

from collections.abc import Collection, Iterator

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.solution_tree import Node

_METHODS = frozenset({"identifier", "name_symbol"})
_VARIABLES = frozenset({"instance_variable", "class_variable"})
_CONSTANTS = frozenset({"constant", "defined_constant"})

# Methods whose first argument is a name → what it names.
_READERS: dict[str, Collection[str]] = {
    **dict.fromkeys(("send", "public_send", "__send__", "method", "public_method"), _METHODS),
    **dict.fromkeys(("define_method", "respond_to?", "instance_method", "try"), _METHODS),
    **dict.fromkeys(("attr_reader", "attr_writer", "attr_accessor", "alias_method"), _METHODS),
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
        if called in ("name", "to_s", "inspect") and _is_class_of(node.child("receiver")):
            fixed.update(_CONSTANTS)
    for word, kinds in _LISTS.items():
        fixed.update(kinds if word in source.words else ())
    names = _list_fields(nodes) if not _FIELD_LISTS.isdisjoint(source.words) else set()
    if fixed or pieces or names:
        _fix(program, fixed, pieces, names)
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
