"""YAML with the position of every value, so that each fault has a line and a column."""

import re
from collections.abc import Collection, Iterator
from typing import Any

import yaml

from kriterion_tools.analyzer.engine.rule import MAXIMUM_BYTES
from kriterion_tools.analyzer.engine.rule_fault import RuleFault

MAXIMUM_DEPTH = 100
MAXIMUM_VALUES = 50_000  # in one document; aliases count each time

_BRACKETS = re.compile(r"[][{}]")
_LONGEST_START = 500  # characters before a line's value; each level of nesting takes at least one
_STARTS = re.compile(r"(?m)^[ \t?:-]+")
_NULL = "tag:yaml.org,2002:null"
_NUMBER = re.compile(r"[0-9]{1,9}")
_BOOL = {"true": True, "false": False}
# Keys of an ast-grep rule object whose values are not texts. In a pattern, true, null and 1 are
# code.
_FLAGS = ("reverse",)
_NUMBERS = ("nthChild", "position", "line", "column")


class YamlDocument:
    """A file being read, and the faults in it so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[RuleFault] = []
        self._values = 0

    def root(self, text: str) -> yaml.Node | None:
        """Parse the text. Add a fault and return None if it is not valid YAML, or too large."""
        if len(text) > MAXIMUM_BYTES:
            self._add_fault(None, f"is longer than {MAXIMUM_BYTES:,} characters")
            return None
        if _is_deep(text):
            self._add_fault(None, f"is nested deeper than {MAXIMUM_DEPTH} levels")
            return None
        try:
            node = yaml.compose(text, Loader=_LOADER)
        except yaml.MarkedYAMLError as error:
            what = " ".join(filter(None, (error.context, error.problem)))
            self._add_fault(error.problem_mark or error.context_mark, f"is not valid YAML: {what}")
            return None
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            self._add_fault(None, f"is not valid YAML: {str(error).partition(chr(10))[0]}")
            return None
        if node is None:
            self._add_fault(None, "is empty")
        return node

    def refuse(self, node: yaml.Node, what: str) -> None:
        """Add a fault that makes the node unusable."""
        self._add_fault(node.start_mark, what)

    def warn(self, node: yaml.Node, what: str) -> None:
        """Add a fault that leaves the node usable."""
        self._add_fault(node.start_mark, what, grave=False)

    def entries(self, node: yaml.Node, known: Collection[str] = ()) -> dict[str, yaml.Node]:
        """Return the values of a mapping by key. If `known` is given, other keys are faults."""
        if not isinstance(node, yaml.MappingNode):
            self.refuse(node, f"must be a mapping, not {_describe_node(node)}")
            return {}
        nodes: dict[str, yaml.Node] = {}
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else None
            if name is None:
                self.refuse(key, "a key must be a string")
            elif known and name not in known:
                self.refuse(key, f"unknown key {name!r}; known keys: {', '.join(known)}")
            elif name in nodes:
                self.refuse(key, f"the key {name!r} is given twice")
            else:
                nodes[name] = value
        return nodes

    def items(self, node: yaml.Node) -> list[yaml.Node]:
        """Return the items of a list."""
        if not isinstance(node, yaml.SequenceNode):
            self.refuse(node, f"must be a list, not {_describe_node(node)}")
            return []
        return list(node.value)

    def text(self, node: yaml.Node) -> str | None:
        """Read a text as it is written; `true` is a text, too."""
        if not isinstance(node, yaml.ScalarNode) or _is_empty(node):
            self.refuse(node, f"must be a string, not {_describe_node(node)}")
            return None
        return str(node.value)

    def texts(self, node: yaml.Node) -> tuple[str, ...]:
        """Read a list of strings."""
        texts = (self.text(item) for item in self.items(node))
        return tuple(text for text in texts if text is not None)

    def flag(self, node: yaml.Node) -> bool:
        """Read true or false."""
        value = _BOOL.get(node.value) if isinstance(node, yaml.ScalarNode) else None
        if value is None:
            self.refuse(node, f"must be true or false, not {_describe_node(node)}")
        return bool(value)

    def number(self, node: yaml.Node, least: int, most: int) -> int:
        """Read a whole number within limits."""
        text = str(node.value) if isinstance(node, yaml.ScalarNode) else ""
        number = int(text) if _NUMBER.fullmatch(text) else None
        if number is None or not least <= number <= most:
            what = f"must be a number from {least:,} to {most:,}, not {_describe_node(node)}"
            self.refuse(node, what)
            return least
        return number

    def choice(self, node: yaml.Node, among: Collection[str]) -> str | None:
        """Read one of several texts."""
        text = self.text(node)
        if text is not None and text not in among:
            self.refuse(node, f"{text!r} is not one of {', '.join(among)}")
            return None
        return text

    def code(self, node: yaml.Node, key: str = "", depth: int = 0) -> Any:
        """Read a part of an ast-grep rule object: texts, except where only a number or a flag is
        valid.
        """
        self._values += 1
        if depth > MAXIMUM_DEPTH:  # an alias may contain itself
            self.refuse(node, f"is nested deeper than {MAXIMUM_DEPTH} levels")
            return None
        if self._values > MAXIMUM_VALUES:
            if self._values == MAXIMUM_VALUES + 1:
                self.refuse(node, f"the file has more than {MAXIMUM_VALUES:,} values")
            return None
        if isinstance(node, yaml.MappingNode):
            entries = self.entries(node).items()
            return {name: self.code(value, name, depth + 1) for name, value in entries}
        if isinstance(node, yaml.SequenceNode):
            return [self.code(value, depth=depth + 1) for value in node.value]
        text = str(node.value)
        if key in _FLAGS and text in _BOOL:
            return _BOOL[text]
        if key in _NUMBERS and text.isascii() and text.isdecimal():
            return int(text[:9])
        return text

    def _add_fault(self, mark: yaml.Mark | None, what: str, *, grave: bool = True) -> None:
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        fault = RuleFault(file=self.file, line=line, column=column, what=what, grave=grave)
        self.faults.append(fault)


def find_line(node: yaml.Node) -> int:
    """Return the line on which a node begins, from 1."""
    return int(node.start_mark.line) + 1


def walk(node: yaml.Node) -> Iterator[tuple[str, yaml.Node]]:
    """Yield every value below a node with its key; values that aliases repeat only once."""
    waiting, seen = [("", node)], set()
    while waiting:
        key, value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        yield key, value
        if isinstance(value, yaml.MappingNode):
            waiting += reversed([(str(name.value), child) for name, child in value.value])
        elif isinstance(value, yaml.SequenceNode):
            waiting += reversed([(key, child) for child in value.value])


# libyaml's loader is ten times as fast, but not in every build of PyYAML.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _is_deep(text: str) -> bool:
    """Whether brackets or indentation nest too deep: the loader in C recurses and would crash.
    Brackets in quotes count as well.
    """
    depth = 0
    for bracket in _BRACKETS.finditer(text):
        depth = depth + 1 if bracket[0] in "[{" else max(0, depth - 1)
        if depth > MAXIMUM_DEPTH:
            return True
    return any(len(start[0]) > _LONGEST_START for start in _STARTS.finditer(text))


def _is_empty(node: yaml.ScalarNode) -> bool:
    return node.tag == _NULL and not node.value


def _describe_node(node: yaml.Node) -> str:
    match node:
        case yaml.MappingNode():
            return "a mapping"
        case yaml.SequenceNode():
            return "a list"
        case yaml.ScalarNode() if _is_empty(node):
            return "nothing"
    text = str(node.value)
    return repr(text if len(text) <= 40 else f"{text[:40]}…")
