"""Reads the values in a suite, and records a fault with its line for each invalid one."""

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from kriterion_tools.contracts.dodona_judge.machine_failure import (
    MachineFailure,
    is_machine_failure,
)
from kriterion_tools.suite_judge.notations import Notation
from kriterion_tools.suite_judge.suite import PERMISSIONS, Action, Raises, SuiteFault, Texts, Value
from kriterion_tools.suite_judge.values import TooLarge, describe
from kriterion_tools.suite_judge.yaml_nodes import Mapping as MappingNode
from kriterion_tools.suite_judge.yaml_nodes import Node, Scalar, convert_scalar
from kriterion_tools.suite_judge.yaml_nodes import Sequence as SequenceNode

MAX_FAULTS = 100

Resource = Callable[[str], bytes]
"""The file of the exercise with this relative path. Raises OSError."""

_T = TypeVar("_T")


class TooManyFaults(Exception):
    """The suite has MAX_FAULTS faults; reading stops."""


class Fields:
    """Reads nodes. For an invalid node, records a fault and returns a harmless value."""

    def __init__(self, notation: Notation, resource: Resource) -> None:
        self.faults: list[SuiteFault] = []
        self._notation = notation
        self._resource = resource

    def text(self, node: Node) -> str:
        """Read a scalar as written: `3.10` is a text of four characters."""
        if isinstance(node, Scalar) and node.tag in ("", "!!str"):
            return node.text
        self.fault(node, "a string is required here")
        return ""

    def texts(self, node: Node) -> Texts:
        """Read a text for all readers, or one for each language: `{en: Sum, nl: Som}`."""
        if not isinstance(node, MappingNode):
            return {"": self.text(node)}
        pairs = self.pairs(node)
        if not pairs:
            self.fault(node, "at least one language is required")
        return {self.text(language): self.text(text) for language, text in pairs}

    def content(self, node: Node) -> str:
        """Read a text, or `{file: path}` for the content of a file beside the suite."""
        if not isinstance(node, MappingNode):
            return self.text(node)
        entries = self.entries(node, ("file",), "a text from a file")
        if "file" not in entries:
            self.fault(node, "the key 'file' is missing")
            return ""
        path = self._read_path(entries["file"])
        try:
            return self._resource(path).decode()
        except UnicodeDecodeError:
            self.fault(node, f"the file {path!r} is not UTF-8")
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) and is_machine_failure(error):
                raise MachineFailure(f"a file of the exercise cannot be read: {error}") from error
            why = getattr(error, "strerror", None) or str(error)
            self.fault(node, f"the file {path!r} cannot be read: {why}")
        return ""

    def files(self, node: Node) -> Mapping[str, str]:
        return {self._read_path(path): self.content(content) for path, content in self.pairs(node)}

    def _read_path(self, node: Node) -> str:
        path = self.text(node)
        if not path or path.startswith("/") or "\0" in path or ".." in path.split("/"):
            self.fault(node, f"{path!r} is not a relative path without '..'")
            return "-"
        return path

    def arguments(self, node: Node) -> tuple[str, ...]:
        if not isinstance(node, SequenceNode):
            self.fault(node, "arguments must be a list")
            return ()
        texts = tuple(self.text(item) for item in node.items)
        if any("\0" in text for text in texts):
            self.fault(node, "an argument cannot contain a NUL character")
        return texts

    def code(self, node: Node, action: Action) -> str:
        code = self.text(node)
        why = self._notation.find_error(code, action)
        if why:
            self.fault(node, f"{action}: {why}")
        return code

    def value(self, node: Node) -> Value:
        try:
            value = self._read_data(node)
            return Value(description=describe(value), notation=self._notation.write(value))
        except TooLarge:
            self.fault(node, "the value is too large")
        return Value(description=["NoneType"], notation="")

    def _read_data(self, node: Node) -> Any:
        """Return the data of a node: YAML's types, and `!tuple`, `!set`, `!literal`."""
        try:
            if isinstance(node, Scalar):
                if node.tag == "!literal":
                    return self._notation.read(node.text)
                return convert_scalar(node)
            if isinstance(node, MappingNode):
                if node.tag not in ("", "!!map"):
                    raise ValueError(f"unknown tag {node.tag!r}")
                return {
                    self._read_data(key): self._read_data(value) for key, value in self.pairs(node)
                }
            kinds = {"": list, "!!seq": list, "!tuple": tuple, "!set": set, "!frozenset": frozenset}
            if node.tag not in kinds:
                raise ValueError(f"unknown tag {node.tag!r}")
            return kinds[node.tag]([self._read_data(item) for item in node.items])
        except TypeError:
            self.fault(node, "a list, set or mapping cannot be in a set, or be a key")
        except ValueError as error:
            self.fault(node, str(error))
        return None

    def raises(self, node: Node) -> Raises:
        if not isinstance(node, MappingNode):
            return Raises(types=self._read_type_names(node))
        entries = self.entries(node, ("type", "message"), "raises")
        if "type" not in entries:
            self.fault(node, "the key 'type' is missing")
            return Raises(types=())
        return Raises(
            types=self._read_type_names(entries["type"]),
            message=self.optional(entries, "message", self.text, None),
        )

    def _read_type_names(self, node: Node) -> tuple[str, ...]:
        nodes = node.items if isinstance(node, SequenceNode) else (node,)
        names = tuple(self.text(item) for item in nodes)
        if not names or not all(name.isidentifier() for name in names):
            self.fault(node, "the name of an exception type is required, or a list of them")
        return names

    def boolean(self, node: Node) -> bool:
        value = self._read_scalar(node)
        if not isinstance(value, bool):
            self.fault(node, "true or false is required here")
        return value is True

    def exit_code(self, node: Node) -> int:
        value = self._read_scalar(node)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 255:
            return value
        self.fault(node, "an exit code must be a number from 0 to 255")
        return 0

    def seconds(self, node: Node) -> float:
        return self._read_number(node, "a number of seconds above 0 is required here", above=0.0)

    def tolerance(self, node: Node) -> float:
        return self._read_number(node, "a tolerance must be a number, 0 or more", above=-1e-300)

    def _read_number(self, node: Node, required: str, *, above: float) -> float:
        value = self._read_scalar(node)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and above < value < 1e9 and math.isfinite(value):  # type: ignore[operator,arg-type]
            return float(value)  # type: ignore[arg-type]
        self.fault(node, required)
        return 1.0

    def permission(self, node: Node) -> str:
        return self.choice(node, PERMISSIONS)

    def choice(self, node: Node, choices: tuple[str, ...]) -> str:
        text = self.text(node)
        if text in choices:
            return text
        self.fault(node, f"{text!r:.60} is not one of {', '.join(choices)}")
        return choices[0]

    # --- nodes

    def _read_scalar(self, node: Node) -> object:
        try:
            return convert_scalar(node) if isinstance(node, Scalar) else None
        except ValueError:
            return None

    def optional(
        self, entries: Mapping[str, Node], key: str, read: Callable[[Node], _T], default: Any
    ) -> Any:
        return read(entries[key]) if key in entries else default

    def items(self, node: Node, what: str) -> tuple[Node, ...]:
        if isinstance(node, SequenceNode) and node.items:
            return node.items
        self.fault(node, f"{what}: a list with at least one item is required")
        return ()

    def entries(self, node: Node, known: tuple[str, ...], what: str) -> dict[str, Node]:
        """Return the entries by name. An unknown key is a fault that suggests a similar key."""
        entries = {}
        for key, value in self.pairs(node):
            name = self.text(key)
            if name in known:
                entries[name] = value
            elif name:
                from difflib import (
                    get_close_matches,  # imported only for a faulty suite: it takes 2 ms
                )

                near = get_close_matches(name, known, n=1)
                hint = f", did you mean {near[0]!r}?" if near else f"; it knows {', '.join(known)}"
                self.fault(key, f"{what} has no key {name!r:.60}{hint}")
        return entries

    def pairs(self, node: Node) -> tuple[tuple[Node, Node], ...]:
        """Return the pairs of a mapping without repeated keys."""
        if not isinstance(node, MappingNode):
            self.fault(node, "a mapping (key: value) is required here")
            return ()
        seen = set()
        for key, _ in node.pairs:
            if isinstance(key, Scalar):
                if key.text in seen:
                    self.fault(key, f"the key {key.text!r:.60} is given twice")
                seen.add(key.text)
        return node.pairs

    def require_one(
        self, node: Node, entries: Mapping[str, Node], *keys: str, required: bool = False
    ) -> None:
        present = [key for key in keys if key in entries]
        if len(present) > 1:
            self.fault(entries[present[1]], f"either {' or '.join(present)}, not both")
        if required and not present:
            self.fault(node, f"one of {', '.join(keys)} is required")

    def fault(self, node: Node, what: str) -> None:
        """Record a fault. Raises TooManyFaults at the limit."""
        self.faults.append(SuiteFault(node.line, what))
        if len(self.faults) == MAX_FAULTS:
            raise TooManyFaults
