"""The functions and classes around a place: what calls itself, what calls what it was given."""

import re
from dataclasses import dataclass, field

import tree_sitter

from kriterion.toolbox.analyzer.tagger.grammar import Grammar, tags_in
from kriterion.toolbox.analyzer.tagger.place import child_of, children_of, text_of
from kriterion.toolbox.analyzer.tagger.table import Call, Function, Path

RECURSION = "technique:recursion"
HIGHER_ORDER = "technique:higher-order-functions"
MOST = 500  # nodes of a function's parameters that are looked at
DEEPEST = 100  # functions and classes around a place that are looked at

_NAME = r"[$@]?[\w']+[?!]?"
_CALLED = re.compile(rf"(?:(.+?)\s*(?:\.|->|::|#)\s*)?({_NAME})", re.DOTALL)
_IS_NAME = re.compile(_NAME)
_NO_PARAMETERS = frozenset({"type", "value", "default_value", "right", "return_type", "default"})


@dataclass(slots=True)
class Frame:
    """A function or class that the walk is in; None for a name it does not have."""

    depth: int  # of its node
    name: str | None
    function: Function | None  # None for a class
    node: tree_sitter.Node
    parameters: frozenset[str] | None = None  # once somebody has asked
    functions: set[str] = field(default_factory=set)  # that have been seen right in it


class Frames:
    """Those around the place where the walk is, the outermost first."""

    def __init__(self, grammar: Grammar, tags: set[str]) -> None:
        self._grammar = grammar
        self._table = grammar.table
        self._tags = tags
        self._frames: list[Frame] = []
        self._functions: set[str] = set()  # that are in no function or class

    def leave(self, depth: int) -> None:
        """Forgets those which are not around a node that deep."""
        while self._frames and self._frames[-1].depth >= depth:
            self._frames.pop()

    def look(self, node: tree_sitter.Node, around: list[tree_sitter.Node]) -> None:
        """Takes a node into account."""
        kind = node.kind_id
        if kind in self._grammar.functions:
            self._enter_function(node, around, self._grammar.functions[kind])
        elif kind in self._grammar.classes:
            name = text_of(child_of(node, self._grammar.classes[kind])) or None
            self._frames.append(Frame(len(around), name, None, node))
        if kind in self._grammar.calls:
            self._look_at_call(node, self._grammar.calls[kind])
        elif kind in self._grammar.mentions:
            self._look_at_mention(node)

    def _enter_function(
        self, node: tree_sitter.Node, around: list[tree_sitter.Node], function: Function
    ) -> None:
        name = _found(node, function.name)
        if name is None and callable(function.name):
            return
        if name is None and function.named_by and around:
            name = around[-1].child_by_field_name(function.named_by)
        text = text_of(name)
        known = text if _IS_NAME.fullmatch(text) else None
        if known:
            self._look_at_name_of_function(known)
        if self._table.recursive and not _has_token(around, self._table.recursive):
            known = None
        self._frames.append(Frame(len(around), known, function, node))

    def _look_at_name_of_function(self, name: str) -> None:
        around = self._frames[-1] if self._frames else None
        if around and around.function:
            self._tags |= tags_in(self._table.nested)
        seen = around.functions if around else self._functions
        if name in seen and not (around and name == around.name):  # which is a constructor
            self._tags |= tags_in(self._table.overloading)
        seen.add(name)

    def _look_at_call(self, node: tree_sitter.Node, call: Call) -> None:
        match = _CALLED.fullmatch(text_of(child_of(node, call.function)))
        if match is None or not self._frames:
            return
        receiver = match[1] or ""
        if call.receiver:
            receiver = text_of(node.child_by_field_name(call.receiver)) or receiver
        name = match[2]
        if receiver and receiver not in self._table.receivers and not self._is_class(receiver):
            return
        arguments = child_of(node, call.arguments)
        self._look_at_name(name, bool(receiver), _count(arguments))

    def _look_at_mention(self, node: tree_sitter.Node) -> None:
        frames = self._frames[-DEEPEST:]
        for frame in frames:
            own = _found(frame.node, frame.function.name) if frame.function else None
            if own is not None and own.start_byte == node.start_byte:
                return  # it is being defined
        name = text_of(node)
        for frame in reversed(frames):
            if frame.name == name and frame.function:
                self._tags.add(RECURSION)
                return
            if name in self._parameters(frame):
                return

    def _look_at_name(self, name: str, has_receiver: bool, arguments: int | None) -> None:
        frames = self._frames[-DEEPEST:]
        for place in range(len(frames) - 1, -1, -1):
            frame = frames[place]
            if frame.function is None:
                continue
            if not has_receiver and name in self._parameters(frame):
                self._tags.add(HIGHER_ORDER)
                return
            if frame.name != name or self._is_overload(frame, arguments):
                continue
            is_method = place > 0 and frames[place - 1].function is None
            if has_receiver or not (is_method and self._table.methods_need_receiver):
                self._tags.add(RECURSION)
                return

    def _is_class(self, receiver: str) -> bool:
        return any(
            one.name == receiver for one in self._frames[-DEEPEST:] if one.function is None
        )

    def _is_overload(self, frame: Frame, arguments: int | None) -> bool:
        if not self._table.overloading or arguments is None or frame.function is None:
            return False
        return arguments != _count(_found(frame.node, frame.function.parameters))

    def _parameters(self, frame: Frame) -> frozenset[str]:
        """Its parameters' names: what is in their place and is neither type nor default."""
        if frame.parameters is None:
            found = _all_found(frame.node, frame.function.parameters) if frame.function else []
            frame.parameters = frozenset().union(*map(_names, found))
        return frame.parameters


def _found(node: tree_sitter.Node, path: Path) -> tree_sitter.Node | None:
    if callable(path):
        return path(node)
    return child_of(node, *path) if path else None


def _all_found(node: tree_sitter.Node, path: Path) -> list[tree_sitter.Node]:
    if callable(path):
        found = path(node)
        return [found] if found else []
    *to, last = path
    within = child_of(node, *to)
    return children_of(within, last) if within else []


def _has_token(around: list[tree_sitter.Node], token: str) -> bool:
    return bool(around) and any(one.type == token for one in around[-1].children[:5])


def _count(items: tree_sitter.Node | None) -> int | None:
    if items is None:
        return None
    return sum(one.is_named and "comment" not in one.type for one in items.children[:MOST])


def _names(parameters: tree_sitter.Node) -> set[str]:
    names: set[str] = set()
    seen = 0
    pending = [parameters]
    while pending and seen < MOST:
        node = pending.pop()
        seen += 1
        if not node.child_count or node.type == "variable_name":
            if node.is_named and node.type != "constructor":
                names.add(text_of(node))
            continue
        for at, child in enumerate(node.children[:MOST]):
            if node.field_name_for_child(at) not in _NO_PARAMETERS:
                pending.append(child)
    return names
