"""Python's names that a text, a library or a listing looks for. They stay.

`getattr(x, f"do_{y}")`, `vars(x)`, `Color[name]`, and methods that a library's class calls.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator

from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords

# Words with which a solution reads all its names, all its members, or those of enumerations.
_ALL_NAMES = frozenset({"locals", "globals"})
_ALL_MEMBERS = frozenset(
    {"asdict", "_asdict", "vars", "__dict__", "dir", "getmembers", "_fields", "__annotations__"}
    | {"__getattr__", "__getattribute__", "__setattr__"}
)
_ALL_CASES = frozenset({"__members__", "StrEnum", "_generate_next_value_"})
# Words with which a text may name what a module defines.
_MODULE_READERS = frozenset({"modules", "__import__", "import_module"})
_PRINTING = frozenset({"print", "repr", "pprint"})
_NAME_ATTRIBUTES = frozenset({"__name__", "__qualname__"})
# Functions whose keywords name parameters of other functions, or fields.
_PASSING = frozenset(
    {"replace", "_replace", "partial", "partialmethod", "SimpleNamespace", "__replace__"}
)
# Functions that take names of fields as texts.
_DEFINING = frozenset({"namedtuple", "make_dataclass"})
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
_FORMAT_FIELD = re.compile(r"\{\w*(?:\[[^\]{}]*\])*\.([\w.\[\]]+)")


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
    if not source.words.isdisjoint(_PRINTING):
        for node in _list_records(nodes):
            name = node.child("name")
            fixed |= members[id(node)] | {name.text or "" if name is not None else ""}
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
    functions = {
        name.text or ""
        for node in nodes
        if node.kind == "function_definition" and (name := node.child("name")) is not None
    }
    named = every if source.words.isdisjoint(_MODULE_READERS) else every | functions | defined
    for piece in _list_pieces(nodes):
        fixed |= {name or "" for name in named if (name or "").startswith(piece)}
        fixed |= {name or "" for name in named if (name or "").endswith(piece)}
    if any(
        (name := node.child("attribute")) is not None and name.text in _NAME_ATTRIBUTES
        for node in nodes
        if node.kind == "attribute"
    ):
        fixed |= functions | {name or "" for name in defined}
    fixed.update(_list_keywords(nodes))
    fixed.update(_list_passed_keywords(nodes, functions | defined))
    fixed.update(_list_named_fields(nodes, source))
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


def _list_records(nodes: list[Node]) -> Iterator[Node]:
    """Yield the classes whose text names the class and its fields: dataclasses, named tuples."""
    for node in nodes:
        if node.kind == "class_definition" and "NamedTuple" in _list_bases(node):
            yield node
        elif node.kind == "decorated_definition":
            *decorators, last = node.children
            words = {part.text for each in decorators for part in each.leaves()}
            if last.kind == "class_definition" and "dataclass" in words:
                yield last


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
    has_splat = any(node.kind in ("dictionary_splat", "dictionary_splat_pattern") for node in nodes)
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


def _list_passed_keywords(nodes: list[Node], own: Collection[str | None]) -> Iterator[str]:
    """Yield the keywords of calls of values, which may be any function, and of functions that pass
    their keywords on.
    """
    bound = {
        part.text
        for node in nodes
        for place in _VALUES.get(node.kind, ())
        for child in node.children
        if child.field == place or not place
        for part in child.leaves()
        if part.kind == "identifier"
    }
    for node in nodes:
        arguments = node.child("arguments") if node.kind == "call" else None
        if arguments is None:
            continue
        called = node.children[0]
        name = called.child("attribute") if called.kind == "attribute" else called
        text = name.text if name is not None else None
        is_value = text is None or (text in bound and text not in own)
        for argument in arguments.children:
            if argument.kind != "keyword_argument":
                continue
            keyword = argument.children[0].text or ""
            if is_value or text in _PASSING:
                yield keyword
            if keyword in ("kwargs", "kwds"):
                for part in argument.children[-1].leaves():
                    yield from _NAME.findall(part.text or "")


# Where a name is bound to any value: kind → places, "" for all.
_VALUES = {
    "assignment": ("left",),
    "named_expression": ("name",),
    "parameters": ("",),
    "lambda_parameters": ("",),
    "for_statement": ("left",),
    "for_in_clause": ("left",),
}


def _list_named_fields(nodes: list[Node], source: SolutionWords) -> Iterator[str]:
    """Yield names in texts: fields of named tuples, attributes in '{0.name}' and in 'a.b'."""
    has_paths = not source.words.isdisjoint({"attrgetter", "methodcaller"})
    for node in nodes:
        if node.kind == "call":
            *_, called = node.children[0].leaves()
            arguments = node.child("arguments")
            if called.text in _DEFINING and arguments is not None:
                for part in arguments.leaves():
                    yield from _NAME.findall(part.text or "") if part.kind == "string" else ()
            elif called.text == "add_argument" and arguments is not None:
                for argument in arguments.children:
                    yield from _NAME.findall(argument.text or "")
        for child in node.children:
            if child.kind != "string" or not child.text:
                continue
            for field in _FORMAT_FIELD.findall(child.text):
                yield from _NAME.findall(field)
            if has_paths and "." in child.text:
                yield from _NAME.findall(child.text)


def _has_collector(function: Node) -> bool:
    parameters = function.child("parameters")
    return parameters is not None and any(
        child.kind == "dictionary_splat_pattern" for child in parameters.children
    )
