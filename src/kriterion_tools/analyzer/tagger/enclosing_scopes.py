"""Track the functions and classes around a node, to find recursion and higher-order functions."""

import re
from collections import Counter
from dataclasses import dataclass, field

import tree_sitter

from kriterion_tools.analyzer.tagger.grammar import Grammar, parse_tags
from kriterion_tools.analyzer.tagger.node_context import find_child, get_text, list_children
from kriterion_tools.analyzer.tagger.table import Call, Function, Path

RECURSION = "technique:recursion"
HIGHER_ORDER = "technique:higher-order-functions"
Signature = tuple[str, int | None]  # a function's name and its number of parameters
MAXIMUM_PARAMETER_NODES = 500  # nodes inspected among a function's parameters
MAXIMUM_FRAMES = 100  # enclosing functions and classes inspected

_NAME = r"[$@]?[\w']+[?!]?"
_CALLED = re.compile(rf"(?:(.+?)\s*(?:\.|->|::|#)\s*)?({_NAME})", re.DOTALL)
_IS_NAME = re.compile(_NAME)
_NO_NAMES = frozenset({"constructor", "user_type", "nullable_type", "function_type"})
_NO_PARAMETERS = frozenset({"type", "value", "default_value", "right", "return_type", "default"})


@dataclass(slots=True)
class EnclosingScope:
    """A function or class that encloses the current node. Anonymous ones have no name."""

    depth: int  # of its node
    name: str | None
    function: Function | None  # None for a class
    node: tree_sitter.Node
    parameters: frozenset[str] | None = None  # computed on first use
    functions: set[str] = field(default_factory=set)  # defined directly in it so far


class Frames:
    """The stack of frames around the current node, outermost first."""

    def __init__(self, grammar: Grammar, tags: set[str]) -> None:
        self._grammar = grammar
        self._table = grammar.table
        self._tags = tags
        self._frames: list[EnclosingScope] = []
        self._functions: set[str] = set()  # defined outside of any function or class
        # For languages with overloading: how many functions have a signature, and which signatures
        # are called from within themselves.
        self._definitions: Counter[Signature] = Counter()
        self._calling_itself: set[Signature] = set()

    def leave(self, depth: int) -> None:
        """Pop the frames that do not enclose a node at that depth."""
        while self._frames and self._frames[-1].depth >= depth:
            self._frames.pop()

    def finish(self) -> None:
        """Add the tags that are known only at the end of the file."""
        if any(self._definitions[name] == 1 for name in self._calling_itself):
            self._tags.add(RECURSION)

    def visit(self, node: tree_sitter.Node, ancestors: list[tree_sitter.Node]) -> None:
        """Push a frame if the node opens one, and inspect calls."""
        kind = node.kind_id
        if kind in self._grammar.functions:
            self._enter_function(node, ancestors, self._grammar.functions[kind])
        elif kind in self._grammar.classes:
            name = get_text(find_node(node, self._grammar.classes[kind])) or None
            self._frames.append(EnclosingScope(len(ancestors), name, None, node))
        if kind in self._grammar.calls:
            self._visit_call(node, self._grammar.calls[kind])
        elif kind in self._grammar.mentions:
            self._visit_mention(node)

    def _enter_function(
        self, node: tree_sitter.Node, ancestors: list[tree_sitter.Node], function: Function
    ) -> None:
        name = find_node(node, function.name)
        if name is None and callable(function.name):
            return
        if name is None and function.named_by and ancestors:
            name = ancestors[-1].child_by_field_name(function.named_by)
        text = get_text(name)
        known = text if _IS_NAME.fullmatch(text) else None
        if known:
            self._add_function_name(known)
            self._definitions[known, _count_parameters(node, function)] += 1
        token = self._table.recursive
        if token and not (ancestors and _has_child(ancestors[-1], token)):
            known = None
        self._frames.append(EnclosingScope(len(ancestors), known, function, node))

    def _add_function_name(self, name: str) -> None:
        outer = self._frames[-1] if self._frames else None
        if outer and outer.function:
            self._tags |= parse_tags(self._table.nested)
        seen = outer.functions if outer else self._functions
        # A constructor has the name of its class.
        if name in seen and not (outer and name == outer.name):
            self._tags |= parse_tags(self._table.overloading)
        seen.add(name)

    def _visit_call(self, node: tree_sitter.Node, call: Call) -> None:
        match = _CALLED.fullmatch(get_text(find_child(node, call.function)))
        if match is None or not self._frames:
            return
        receiver = match[1] or ""
        if call.receiver:
            receiver = get_text(node.child_by_field_name(call.receiver)) or receiver
        name = match[2]
        if receiver and receiver not in self._table.receivers and not self._is_class(receiver):
            return
        arguments = find_child(node, call.arguments)
        self._resolve_call(name, bool(receiver), _count_items(arguments))

    def _visit_mention(self, node: tree_sitter.Node) -> None:
        frames = self._frames[-MAXIMUM_FRAMES:]
        for frame in frames:
            own = find_node(frame.node, frame.function.name) if frame.function else None
            if own is not None and own.start_byte == node.start_byte:
                return  # this node is the name in the definition itself
        name = get_text(node)
        for place in range(len(frames) - 1, -1, -1):
            frame = frames[place]
            if frame.name == name and frame.function:
                if not self._needs_receiver(frames, place):
                    self._tags.add(RECURSION)
                return
            if name in self._read_parameters(frame):
                return

    def _resolve_call(self, name: str, has_receiver: bool, arguments: int | None) -> None:
        frames = self._frames[-MAXIMUM_FRAMES:]
        for place in range(len(frames) - 1, -1, -1):
            frame = frames[place]
            if frame.function is None:
                continue
            if not has_receiver and name in self._read_parameters(frame):
                self._tags.add(HIGHER_ORDER)
                return
            if frame.name != name:
                continue
            if has_receiver or not self._needs_receiver(frames, place):
                self._add_recursion(name, frame.function, frame.node, arguments)
                return

    def _is_class(self, receiver: str) -> bool:
        return any(
            frame.name == receiver
            for frame in self._frames[-MAXIMUM_FRAMES:]
            if frame.function is None
        )

    def _add_recursion(
        self, name: str, function: Function, node: tree_sitter.Node, arguments: int | None
    ) -> None:
        parameters = _count_parameters(node, function)
        if not self._table.overloading:
            self._tags.add(RECURSION)
        elif arguments in (None, parameters):
            self._calling_itself.add((name, parameters))

    def _needs_receiver(self, frames: list[EnclosingScope], place: int) -> bool:
        """Whether the function at `place` is a method that is only called as `self.f()`."""
        is_method = place > 0 and frames[place - 1].function is None
        return is_method and self._table.methods_need_receiver

    def _read_parameters(self, frame: EnclosingScope) -> frozenset[str]:
        """Return the parameters' names, without types and default values."""
        if frame.parameters is None:
            parameters = list_nodes(frame.node, frame.function.parameters) if frame.function else []
            if self._table.callable_type:
                parameters = [
                    node for node in parameters if _has_child(node, self._table.callable_type)
                ]
            frame.parameters = frozenset().union(*map(_collect_names, parameters))
        return frame.parameters


def find_node(node: tree_sitter.Node, path: Path) -> tree_sitter.Node | None:
    if callable(path):
        return path(node)
    return find_child(node, *path) if path else None


def list_nodes(node: tree_sitter.Node, path: Path) -> list[tree_sitter.Node]:
    if callable(path):
        nodes = path(node)
        return [nodes] if nodes else []
    *to, last = path
    within = find_child(node, *to)
    return list_children(within, last) if within else []


def _has_child(node: tree_sitter.Node, kind: str) -> bool:
    return any(child.type == kind for child in node.children[:9])


def _count_parameters(node: tree_sitter.Node, function: Function) -> int | None:
    parameters = list_nodes(node, function.parameters)
    if parameters and not parameters[0].type.endswith("parameter"):  # one node holds all parameters
        return _count_items(parameters[0])
    return len(parameters)


def _count_items(items: tree_sitter.Node | None) -> int | None:
    if items is None:
        return None
    return sum(
        child.is_named and "comment" not in child.type
        for child in items.children[:MAXIMUM_PARAMETER_NODES]
    )


def _collect_names(parameters: tree_sitter.Node) -> set[str]:
    names: set[str] = set()
    seen = 0
    pending = [parameters]
    while pending and seen < MAXIMUM_PARAMETER_NODES:
        node = pending.pop()
        seen += 1
        if not node.child_count or node.type == "variable_name":
            if node.is_named and node.type not in _NO_NAMES:
                names.add(get_text(node))
            continue
        if node.type in _NO_NAMES:
            continue
        for at, child in enumerate(node.children[:MAXIMUM_PARAMETER_NODES]):
            if node.field_name_for_child(at) not in _NO_PARAMETERS:
                pending.append(child)
    return names
