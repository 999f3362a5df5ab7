"""Python's names that a text, a library or a listing looks for. They stay.

`getattr(x, f"do_{y}")`, `vars(x)`, `Color[name]`, and methods that a library's class calls.
"""

import re
from collections import Counter
from collections.abc import Iterator

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.solution_tree import Node

# Words with which a solution reads all its names, all its members, or those of enumerations.
_ALL_NAMES = frozenset({"locals", "globals"})
_ALL_MEMBERS = frozenset(
    {"asdict", "_asdict", "vars", "__dict__", "dir", "getmembers", "_fields", "__annotations__"}
)
_ALL_CASES = frozenset({"__members__", "StrEnum"})
_ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
_READERS = frozenset({"getattr", "setattr", "hasattr", "delattr", "methodcaller", "attrgetter"})

# Types of the library that may be extended: their methods are listed elsewhere. Those of any other
# type of a library may have any name.
_KNOWN_BASES = _ENUMS | frozenset(
    {"object", "NamedTuple", "TypedDict", "ABC", "Protocol", "Generic", "dict", "list", "set"}
    | {"tuple", "int", "str", "float", "complex", "bytes", "frozenset", "bool", "type", "UserDict"}
    | {"UserList", "UserString", "OrderedDict", "Counter", "defaultdict", "deque", "ABCMeta"}
    | {"Sequence", "MutableSequence", "Mapping", "MutableMapping", "Iterable", "Iterator", "Set"}
    | {"MutableSet", "Collection", "Container", "Sized", "Hashable", "Generator", "Callable"}
)
_EXCEPTION = re.compile(r"(Error|Exception|Warning|Exit|Interrupt|StopIteration)$")
_NAME = re.compile(r"[^\W\d]\w*")


def keep_looked_up_names(module: Node, source: SolutionWords) -> Node:
    nodes = [node for node in module.walk() if node.text is None]
    classes = [node for node in nodes if node.kind == "class_definition"]
    members = {id(node): set(_list_members(node)) for node in classes}
    defined = {name.text for node in classes if (name := node.child("name")) is not None}
    every = set[str]().union(*members.values())
    fixed: set[str] = set()
    if not source.words.isdisjoint(_ALL_NAMES):
        fixed.update(part.text or "" for part in module.leaves() if part.kind == "identifier")
    if not source.words.isdisjoint(_ALL_MEMBERS):
        fixed |= every
    for node in classes:
        bases = list(_list_bases(node))
        if any(base in _ENUMS for base in bases) and (
            not source.words.isdisjoint(_ALL_CASES) or _reads_cases(node, nodes)
        ):
            fixed |= members[id(node)]
        if any(
            base not in defined and base not in _KNOWN_BASES and not _EXCEPTION.search(base)
            for base in bases
        ):
            fixed |= members[id(node)]
    for piece in _list_pieces(nodes):
        fixed |= {name for name in every if name.startswith(piece) or name.endswith(piece)}
    fixed.update(_list_keywords(nodes))
    times = Counter(name for names in members.values() for name in names if _is_private(name))
    fixed.update(name for name, count in times.items() if count > 1)
    if any(f"_{name}{member}" in source.words for name in defined for member in times):
        fixed.update(times)
        fixed.update(name or "" for name in defined)
    if fixed:
        for part in module.leaves():
            if part.kind == "identifier" and part.text in fixed and part.text != "self":
                part.kind = "fixed_name"
    return module


def _is_private(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def _list_bases(node: Node) -> Iterator[str]:
    bases = node.child("superclasses")
    for base in bases.children if bases is not None else ():
        if base.kind == "subscript":
            base = base.children[0]
        if base.kind != "keyword_argument":
            *_, last = base.leaves()
            yield last.text or ""


def _list_members(node: Node) -> Iterator[str]:
    """Yield the names of a class's methods, attributes and fields, except special ones."""
    body = node.child("body")
    for part in body.walk() if body is not None else ():
        if part.kind in ("function_definition", "assignment"):
            name = part.child("name") or part.child("left")
            if name is None:
                continue
            if name.kind == "attribute":
                name = name.child("attribute")
            if name is not None and name.text and not name.text.endswith("__"):
                yield name.text


def _reads_cases(enumeration: Node, nodes: list[Node]) -> bool:
    """Whether a solution reads the name of a case, or looks one up by its name."""
    name = enumeration.child("name")
    for node in nodes:
        if node.kind == "attribute":
            member = node.child("attribute")
            if member is not None and member.text in ("name", "_name_"):
                return True
        elif node.kind == "subscript" and name is not None:
            value = node.child("value")
            if value is not None and value.text == name.text:
                return True
    return False


def _list_pieces(nodes: list[Node]) -> Iterator[str]:
    """Yield the fixed parts of computed names of members; "", a part of every name, if none."""
    for node in nodes:
        function = node.child("function") if node.kind == "call" else None
        arguments = node.child("arguments")
        if function is None or function.text not in _READERS or arguments is None:
            continue
        place = 0 if function.text in ("methodcaller", "attrgetter") else 1
        for name in arguments.children[place : place + 1]:
            if name.text is not None and name.text.startswith('"'):
                continue
            texts = [
                (part.text or "").strip('"') for part in name.leaves() if '"' in (part.text or "")
            ]
            yield from [text for text in texts if _NAME.fullmatch(text)] or [""]


def _list_keywords(nodes: list[Node]) -> Iterator[str]:
    """Yield the keywords of calls of functions with **parameters, and keys of **arguments."""
    collecting: set[str] = set()
    for node in nodes:
        if node.kind == "function_definition" and _has_collector(node):
            name = node.child("name")
            collecting.update([name.text or ""] if name is not None else [])
        if node.kind == "class_definition" and any(
            inner.kind == "function_definition" and _has_collector(inner) for inner in node.walk()
        ):
            name = node.child("name")
            collecting.update([name.text or ""] if name is not None else [])
    has_splat = any(node.kind == "dictionary_splat" for node in nodes)
    for node in nodes:
        if has_splat:
            for child in node.children:
                text = (child.text or "")[1:-1]
                if (child.text or "").startswith('"') and _NAME.fullmatch(text):
                    yield text
        if node.kind != "call":
            continue
        *_, called = node.children[0].leaves()
        if called.text in collecting:
            arguments = node.child("arguments")
            for argument in arguments.children if arguments is not None else ():
                if argument.kind == "keyword_argument":
                    yield argument.children[0].text or ""


def _has_collector(function: Node) -> bool:
    parameters = function.child("parameters")
    return parameters is not None and any(
        child.kind == "dictionary_splat_pattern" for child in parameters.children
    )
