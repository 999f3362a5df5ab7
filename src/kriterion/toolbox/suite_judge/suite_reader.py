"""Reads a suite.yaml: all its faults at once, each with its line."""

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from kriterion.toolbox.suite_judge.document import (
    DocumentFault,
    Node,
    Scalar,
    read_document,
    scalar_value,
)
from kriterion.toolbox.suite_judge.document import Mapping as MappingNode
from kriterion.toolbox.suite_judge.document import Sequence as SequenceNode
from kriterion.toolbox.suite_judge.notations import Notation
from kriterion.toolbox.suite_judge.suite import (
    Action,
    Comparison,
    Context,
    Fault,
    Raises,
    Suite,
    SuiteFaults,
    Tab,
    Testcase,
    Texts,
    Value,
    Whitespace,
)
from kriterion.toolbox.suite_judge.values import TooLarge, describe

MOST_FAULTS = 50

_SETTINGS = ("compare", "timeout")
_CONTEXT_KEYS = ("description", "files", *_SETTINGS, "testcases")
_TAB_KEYS = ("tab", "hidden", "permission", *_SETTINGS, "contexts", "testcases")
_SUITE_KEYS = (*_SETTINGS, "tabs", "contexts", "testcases")
_TESTCASE_KEYS = (
    "description", "expression", "statement", "arguments", "stdin", "return", "raises",
    "stdout", "stderr", "output_files", "exit_code", "compare",
)  # fmt: skip
_LONE_TESTCASE_KEYS = (*_TESTCASE_KEYS, "files", "timeout")
_PERMISSIONS = ("student", "staff", "zeus")

Resource = Callable[[str], bytes]
"""The file of the exercise with this relative path. Raises OSError."""

_T = TypeVar("_T")


def read_suite(document: bytes, notation: Notation, resource: Resource) -> Suite:
    """The suite in these bytes, or SuiteFaults."""
    try:
        root = read_document(document)
    except DocumentFault as fault:
        raise SuiteFaults((Fault(fault.line, fault.what),)) from fault
    reader = _Reader(notation, resource)
    suite = reader.suite(root)
    if reader.faults:
        raise SuiteFaults(tuple(sorted(set(reader.faults))[:MOST_FAULTS]))
    return suite


class _Settings:
    """What a tab, context or testcase inherits from what holds it."""

    def __init__(self, comparison: Comparison, timeout_seconds: float | None) -> None:
        self.comparison = comparison
        self.timeout_seconds = timeout_seconds


class _Reader:
    """Reads node after node; a faulty one is noted and read as something harmless."""

    def __init__(self, notation: Notation, resource: Resource) -> None:
        self.faults: list[Fault] = []
        self._notation = notation
        self._resource = resource

    # --- the levels

    def suite(self, node: Node) -> Suite:
        settings = _Settings(Comparison(), None)
        if isinstance(node, SequenceNode):
            return Suite(tabs=self._tabs(node, settings))
        entries = self._entries(node, _SUITE_KEYS, "a suite")
        settings = self._settings(entries, settings)
        self._only_one(node, entries, "tabs", "contexts", "testcases", needed=True)
        if "tabs" in entries:
            return Suite(tabs=self._tabs(entries["tabs"], settings))
        return Suite(tabs=(Tab(title={}, contexts=self._contexts(entries, settings)),))

    def _tabs(self, node: Node, settings: _Settings) -> tuple[Tab, ...]:
        return tuple(self._tab(item, settings) for item in self._items(node, "tabs"))

    def _tab(self, node: Node, settings: _Settings) -> Tab:
        entries = self._entries(node, _TAB_KEYS, "a tab")
        settings = self._settings(entries, settings)
        self._only_one(node, entries, "contexts", "testcases", needed=True)
        return Tab(
            title=self._optional(entries, "tab", self._texts, {}),
            hidden=self._optional(entries, "hidden", self._boolean, False),
            permission=self._optional(entries, "permission", self._permission, None),
            contexts=self._contexts(entries, settings),
        )

    def _contexts(self, entries: Mapping[str, Node], settings: _Settings) -> tuple[Context, ...]:
        if "contexts" in entries:
            items = self._items(entries["contexts"], "contexts")
            return tuple(self._context(item, settings) for item in items)
        if "testcases" in entries:
            items = self._items(entries["testcases"], "testcases")
            return tuple(self._lone_testcase(item, settings) for item in items)
        return ()

    def _context(self, node: Node, settings: _Settings) -> Context:
        entries = self._entries(node, _CONTEXT_KEYS, "a context")
        settings = self._settings(entries, settings)
        testcases: list[Testcase] = []
        if "testcases" not in entries:
            self._fault(node, "a context needs testcases")
        else:
            for item in self._items(entries["testcases"], "testcases"):
                found = self._entries(item, _TESTCASE_KEYS, "a testcase")
                testcases.append(self._testcase(item, found, settings))
                if testcases[-1].action is Action.RUN and len(testcases) > 1:
                    self._fault(item, "the program runs in a context's first testcase or never")
        return Context(
            description=self._optional(entries, "description", self._texts, {}),
            files=self._optional(entries, "files", self._files, {}),
            timeout_seconds=settings.timeout_seconds,
            testcases=tuple(testcases),
        )

    def _lone_testcase(self, node: Node, settings: _Settings) -> Context:
        """A testcase listed straight in a tab is a context of its own."""
        entries = self._entries(node, _LONE_TESTCASE_KEYS, "a testcase")
        settings = self._settings(entries, settings)
        return Context(
            files=self._optional(entries, "files", self._files, {}),
            timeout_seconds=settings.timeout_seconds,
            testcases=(self._testcase(node, entries, settings),),
        )

    def _testcase(self, node: Node, entries: Mapping[str, Node], settings: _Settings) -> Testcase:
        self._only_one(node, entries, "expression", "statement", "arguments")
        self._only_one(node, entries, "return", "raises")
        action = Action.RUN
        code = ""
        for candidate in (Action.EXPRESSION, Action.STATEMENT):
            if candidate.value in entries:
                action = candidate
                code = self._code(entries[candidate.value], candidate)
        if "return" in entries and action is not Action.EXPRESSION:
            self._fault(entries["return"], "return goes with an expression")
        return Testcase(
            action=action,
            code=code,
            arguments=self._optional(entries, "arguments", self._arguments, ()),
            stdin=self._optional(entries, "stdin", self._content, ""),
            description=self._optional(entries, "description", self._texts, {}),
            stdout=self._optional(entries, "stdout", self._content, None),
            stderr=self._optional(entries, "stderr", self._content, None),
            output_files=self._optional(entries, "output_files", self._files, {}),
            exit_code=self._optional(entries, "exit_code", self._exit_code, None),
            raises=self._optional(entries, "raises", self._raises, None),
            value=self._optional(entries, "return", self._value, None),
            comparison=self._settings(entries, settings).comparison,
        )

    def _settings(self, entries: Mapping[str, Node], inherited: _Settings) -> _Settings:
        comparison = inherited.comparison
        if "compare" in entries:
            comparison = self._comparison(entries["compare"], comparison)
        seconds = self._optional(entries, "timeout", self._seconds, inherited.timeout_seconds)
        return _Settings(comparison, seconds)

    def _comparison(self, node: Node, inherited: Comparison) -> Comparison:
        entries = self._entries(node, ("whitespace", "ignore_case", "tolerance"), "compare")
        whitespace = self._optional(
            entries, "whitespace", lambda one: self._choice(one, tuple(Whitespace)), None
        )
        return inherited._replace(
            whitespace=Whitespace(whitespace) if whitespace else inherited.whitespace,
            ignore_case=self._optional(
                entries, "ignore_case", self._boolean, inherited.ignore_case
            ),
            tolerance=self._optional(entries, "tolerance", self._tolerance, inherited.tolerance),
        )

    # --- what stands at a key

    def _text(self, node: Node) -> str:
        """A scalar as it is written: `3.10` is a text of four characters here."""
        if isinstance(node, Scalar) and node.tag in ("", "!!str"):
            return node.text
        self._fault(node, "a text is needed here")
        return ""

    def _texts(self, node: Node) -> Texts:
        """A text for all readers, or one for each language: `{en: Sum, nl: Som}`."""
        if not isinstance(node, MappingNode):
            return {"": self._text(node)}
        pairs = self._pairs(node)
        if not pairs:
            self._fault(node, "at least one language is needed")
        return {self._text(language): self._text(text) for language, text in pairs}

    def _content(self, node: Node) -> str:
        """A text, or `{file: path}` for what stands in a file beside the suite."""
        if not isinstance(node, MappingNode):
            return self._text(node)
        entries = self._entries(node, ("file",), "a text from a file")
        if "file" not in entries:
            self._fault(node, "the key 'file' is missing")
            return ""
        path = self._path(entries["file"])
        try:
            return self._resource(path).decode()
        except UnicodeDecodeError:
            self._fault(node, f"the file {path!r} is not UTF-8")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            self._fault(node, f"the file {path!r} cannot be read: {why}")
        return ""

    def _files(self, node: Node) -> Mapping[str, str]:
        return {self._path(path): self._content(content) for path, content in self._pairs(node)}

    def _path(self, node: Node) -> str:
        path = self._text(node)
        if not path or path.startswith("/") or "\0" in path or ".." in path.split("/"):
            self._fault(node, f"{path!r} is not a relative path without '..'")
            return "-"
        return path

    def _arguments(self, node: Node) -> tuple[str, ...]:
        if not isinstance(node, SequenceNode):
            self._fault(node, "arguments is a list")
            return ()
        texts = tuple(self._text(item) for item in node.items)
        if any("\0" in text for text in texts):
            self._fault(node, "an argument cannot hold a NUL character")
        return texts

    def _code(self, node: Node, action: Action) -> str:
        code = self._text(node)
        why = self._notation.refuses(code, action)
        if why:
            self._fault(node, f"{action}: {why}")
        return code

    def _value(self, node: Node) -> Value:
        try:
            value = self._data(node)
            return Value(description=describe(value), notation=self._notation.write(value))
        except TooLarge:
            self._fault(node, "the value is too large")
        return Value(description=["NoneType"], notation="")

    def _data(self, node: Node) -> Any:
        """The data that a node stands for: YAML's own, and `!tuple`, `!set`, `!literal`."""
        try:
            if isinstance(node, Scalar):
                if node.tag == "!literal":
                    return self._notation.read(node.text)
                return scalar_value(node)
            if isinstance(node, MappingNode):
                if node.tag not in ("", "!!map"):
                    raise ValueError(f"unknown tag {node.tag!r}")
                return {self._data(key): self._data(value) for key, value in self._pairs(node)}
            kinds = {"": list, "!!seq": list, "!tuple": tuple, "!set": set, "!frozenset": frozenset}
            if node.tag not in kinds:
                raise ValueError(f"unknown tag {node.tag!r}")
            return kinds[node.tag]([self._data(item) for item in node.items])
        except TypeError:
            self._fault(node, "a list, set or mapping cannot be in a set, or be a key")
        except ValueError as error:
            self._fault(node, str(error))
        return None

    def _raises(self, node: Node) -> Raises:
        if not isinstance(node, MappingNode):
            return Raises(types=self._type_names(node))
        entries = self._entries(node, ("type", "message"), "raises")
        if "type" not in entries:
            self._fault(node, "the key 'type' is missing")
            return Raises(types=())
        return Raises(
            types=self._type_names(entries["type"]),
            message=self._optional(entries, "message", self._text, None),
        )

    def _type_names(self, node: Node) -> tuple[str, ...]:
        nodes = node.items if isinstance(node, SequenceNode) else (node,)
        names = tuple(self._text(one) for one in nodes)
        if not names or not all(name.isidentifier() for name in names):
            self._fault(node, "the name of an exception's type is needed, or a list of them")
        return names

    def _boolean(self, node: Node) -> bool:
        value = self._plain(node)
        if not isinstance(value, bool):
            self._fault(node, "true or false is needed here")
        return value is True

    def _exit_code(self, node: Node) -> int:
        value = self._plain(node)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 255:
            return value
        self._fault(node, "an exit code is a number from 0 to 255")
        return 0

    def _seconds(self, node: Node) -> float:
        return self._number(node, "a number of seconds above 0 is needed here", above=0.0)

    def _tolerance(self, node: Node) -> float:
        return self._number(node, "a tolerance is a number, 0 or more", above=-1e-300)

    def _number(self, node: Node, needed: str, *, above: float) -> float:
        value = self._plain(node)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and above < value < 1e9 and math.isfinite(value):  # type: ignore[operator,arg-type]
            return float(value)  # type: ignore[arg-type]
        self._fault(node, needed)
        return 1.0

    def _permission(self, node: Node) -> str:
        return self._choice(node, _PERMISSIONS)

    def _choice(self, node: Node, choices: tuple[str, ...]) -> str:
        text = self._text(node)
        if text in choices:
            return text
        self._fault(node, f"{text!r:.60} is none of {', '.join(choices)}")
        return choices[0]

    # --- nodes

    def _plain(self, node: Node) -> object:
        try:
            return scalar_value(node) if isinstance(node, Scalar) else None
        except ValueError:
            return None

    def _optional(
        self, entries: Mapping[str, Node], key: str, read: Callable[[Node], _T], default: Any
    ) -> Any:
        return read(entries[key]) if key in entries else default

    def _items(self, node: Node, what: str) -> tuple[Node, ...]:
        if isinstance(node, SequenceNode) and node.items:
            return node.items
        self._fault(node, f"{what}: a list with at least one item is needed")
        return ()

    def _entries(self, node: Node, known: tuple[str, ...], what: str) -> dict[str, Node]:
        """The entries by name; an unknown key is a fault, with the one that was perhaps meant."""
        entries = {}
        for key, value in self._pairs(node):
            name = self._text(key)
            if name in known:
                entries[name] = value
            elif name:
                from difflib import get_close_matches  # 2 ms that a sound suite need not spend

                near = get_close_matches(name, known, n=1)
                hint = f", did you mean {near[0]!r}?" if near else f"; it knows {', '.join(known)}"
                self._fault(key, f"{what} has no key {name!r:.60}{hint}")
        return entries

    def _pairs(self, node: Node) -> tuple[tuple[Node, Node], ...]:
        """The pairs of a mapping, in which no key is given twice."""
        if not isinstance(node, MappingNode):
            self._fault(node, "a mapping (key: value) is needed here")
            return ()
        seen = set()
        for key, _ in node.pairs:
            if isinstance(key, Scalar):
                if key.text in seen:
                    self._fault(key, f"the key {key.text!r:.60} is given twice")
                seen.add(key.text)
        return node.pairs

    def _only_one(
        self, node: Node, entries: Mapping[str, Node], *keys: str, needed: bool = False
    ) -> None:
        given = [key for key in keys if key in entries]
        if len(given) > 1:
            self._fault(entries[given[1]], f"either {' or '.join(given)}, not both")
        if needed and not given:
            self._fault(node, f"one of {', '.join(keys)} is needed")

    def _fault(self, node: Node, what: str) -> None:
        if len(self.faults) < 10 * MOST_FAULTS:
            self.faults.append(Fault(node.line, what))
