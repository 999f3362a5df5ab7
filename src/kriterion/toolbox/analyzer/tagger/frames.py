"""The functions and classes around a place: what calls itself, what calls what it was given."""

import re
from collections import Counter
from dataclasses import dataclass, field

import tree_sitter

from kriterion.toolbox.analyzer.tagger.grammar import Grammar, tags_in
from kriterion.toolbox.analyzer.tagger.place import child_of, children_of, text_of
from kriterion.toolbox.analyzer.tagger.table import Call, Function, Path

RECURSION = "technique:recursion"
HIGHER_ORDER = "technique:higher-order-functions"
Signature = tuple[str, int | None]  # a function's name, and how many parameters it has
MOST = 500  # nodes of a function's parameters that are looked at
DEEPEST = 100  # functions and classes around a place that are looked at

_NAME = r"[$@]?[\w']+[?!]?"
_CALLED = re.compile(rf"(?:(.+?)\s*(?:\.|->|::|#)\s*)?({_NAME})", re.DOTALL)
_IS_NAME = re.compile(_NAME)
_NO_NAMES = frozenset({"constructor", "user_type", "nullable_type", "function_type"})
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
        # With overloading, how many functions of a name and so many parameters there are, and
        # which of them are called from within.
        self._definitions: Counter[Signature] = Counter()
        self._calling_itself: set[Signature] = set()

    def leave(self, depth: int) -> None:
        """Forgets those which are not around a node that deep."""
        while self._frames and self._frames[-1].depth >= depth:
            self._frames.pop()

    def finish(self) -> None:
        """Says what can only be said when all has been seen."""
        if any(self._definitions[one] == 1 for one in self._calling_itself):
            self._tags.add(RECURSION)

    def look(self, node: tree_sitter.Node, around: list[tree_sitter.Node]) -> None:
        """Takes a node into account."""
        kind = node.kind_id
        if kind in self._grammar.functions:
            self._enter_function(node, around, self._grammar.functions[kind])
        elif kind in self._grammar.classes:
            name = text_of(_found(node, self._grammar.classes[kind])) or None
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
            self._definitions[known, _parameter_count(node, function)] += 1
        token = self._table.recursive
        if token and not (around and _has_child(around[-1], token)):
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
        for place in range(len(frames) - 1, -1, -1):
            frame = frames[place]
            if frame.name == name and frame.function:
                if not self._needs_receiver(frames, place):
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
            if frame.name != name:
                continue
            if has_receiver or not self._needs_receiver(frames, place):
                self._look_at_own_call(name, frame.function, frame.node, arguments)
                return

    def _is_class(self, receiver: str) -> bool:
        return any(one.name == receiver for one in self._frames[-DEEPEST:] if one.function is None)

    def _look_at_own_call(
        self, name: str, function: Function, node: tree_sitter.Node, arguments: int | None
    ) -> None:
        parameters = _parameter_count(node, function)
        if not self._table.overloading:
            self._tags.add(RECURSION)
        elif arguments in (None, parameters):
            self._calling_itself.add((name, parameters))

    def _needs_receiver(self, frames: list[Frame], place: int) -> bool:
        """Whether that one is a method, and only called as `self.f()`."""
        is_method = place > 0 and frames[place - 1].function is None
        return is_method and self._table.methods_need_receiver

    def _parameters(self, frame: Frame) -> frozenset[str]:
        """Its parameters' names: what is in their place and is neither type nor default."""
        if frame.parameters is None:
            found = _all_found(frame.node, frame.function.parameters) if frame.function else []
            if self._table.callable_type:
                found = [one for one in found if _has_child(one, self._table.callable_type)]
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


def _has_child(node: tree_sitter.Node, kind: str) -> bool:
    return any(one.type == kind for one in node.children[:9])


def _parameter_count(node: tree_sitter.Node, function: Function) -> int | None:
    found = _all_found(node, function.parameters)
    if found and not found[0].type.endswith("parameter"):  # all of them together
        return _count(found[0])
    return len(found)


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
            if node.is_named and node.type not in _NO_NAMES:
                names.add(text_of(node))
            continue
        if node.type in _NO_NAMES:
            continue
        for at, child in enumerate(node.children[:MOST]):
            if node.field_name_for_child(at) not in _NO_PARAMETERS:
                pending.append(child)
    return names
