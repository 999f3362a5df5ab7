"""Reads a suite.yaml, and reports all its faults at once with their lines."""

from collections.abc import Mapping

from kriterion_tools.suite_judge.fields import Fields, Resource, TooManyFaults
from kriterion_tools.suite_judge.notations import Notation
from kriterion_tools.suite_judge.suite import (
    Action,
    Comparison,
    Suite,
    SuiteContext,
    SuiteFault,
    SuiteFaults,
    SuiteTab,
    SuiteTestcase,
    Whitespace,
)
from kriterion_tools.suite_judge.yaml_nodes import DocumentFault, Node, read_document
from kriterion_tools.suite_judge.yaml_nodes import Sequence as SequenceNode

_SETTINGS = ("compare", "timeout")
_CONTEXT_KEYS = ("description", "files", *_SETTINGS, "testcases")
_TAB_KEYS = ("tab", "hidden", "permission", *_SETTINGS, "contexts", "testcases")
_SUITE_KEYS = (*_SETTINGS, "tabs", "contexts", "testcases")
_TESTCASE_KEYS = (
    "description", "expression", "statement", "arguments", "stdin", "return", "raises",
    "stdout", "stderr", "output_files", "exit_code", "compare",
)  # fmt: skip
_LONE_TESTCASE_KEYS = (*_TESTCASE_KEYS, "files", "timeout")


def read_suite(document: bytes, notation: Notation, resource: Resource) -> Suite:
    """Read a suite. Raises SuiteFaults."""
    try:
        root = read_document(document)
    except DocumentFault as fault:
        raise SuiteFaults((SuiteFault(fault.line, fault.what),)) from fault
    reader = _Reader(notation, resource)
    try:
        suite = reader.suite(root)
    except TooManyFaults:
        pass
    else:
        if not reader.faults:
            return suite
    raise SuiteFaults(tuple(sorted(set(reader.faults))))


class _Settings:
    """What a tab, context or testcase inherits from its parent."""

    def __init__(self, comparison: Comparison, timeout_seconds: float | None) -> None:
        self.comparison = comparison
        self.timeout_seconds = timeout_seconds


class _Reader(Fields):
    """Reads the levels of a suite, from the suite down to testcases."""

    def suite(self, node: Node) -> Suite:
        settings = _Settings(Comparison(), None)
        if isinstance(node, SequenceNode):
            return Suite(tabs=self._read_tabs(node, settings))
        entries = self.entries(node, _SUITE_KEYS, "a suite")
        settings = self._read_settings(entries, settings)
        self.require_one(node, entries, "tabs", "contexts", "testcases", required=True)
        if "tabs" in entries:
            return Suite(tabs=self._read_tabs(entries["tabs"], settings))
        return Suite(tabs=(SuiteTab(title={}, contexts=self._read_contexts(entries, settings)),))

    def _read_tabs(self, node: Node, settings: _Settings) -> tuple[SuiteTab, ...]:
        return tuple(self._read_tab(item, settings) for item in self.items(node, "tabs"))

    def _read_tab(self, node: Node, settings: _Settings) -> SuiteTab:
        entries = self.entries(node, _TAB_KEYS, "a tab")
        settings = self._read_settings(entries, settings)
        self.require_one(node, entries, "contexts", "testcases", required=True)
        return SuiteTab(
            title=self.optional(entries, "tab", self.texts, {}),
            hidden=self.optional(entries, "hidden", self.boolean, False),
            permission=self.optional(entries, "permission", self.permission, None),
            contexts=self._read_contexts(entries, settings),
        )

    def _read_contexts(
        self, entries: Mapping[str, Node], settings: _Settings
    ) -> tuple[SuiteContext, ...]:
        if "contexts" in entries:
            items = self.items(entries["contexts"], "contexts")
            return tuple(self._read_context(item, settings) for item in items)
        if "testcases" in entries:
            items = self.items(entries["testcases"], "testcases")
            return tuple(self._read_lone_testcase(item, settings) for item in items)
        return ()

    def _read_context(self, node: Node, settings: _Settings) -> SuiteContext:
        entries = self.entries(node, _CONTEXT_KEYS, "a context")
        settings = self._read_settings(entries, settings)
        testcases: list[SuiteTestcase] = []
        if "testcases" not in entries:
            self.fault(node, "a context needs testcases")
        else:
            for item in self.items(entries["testcases"], "testcases"):
                fields = self.entries(item, _TESTCASE_KEYS, "a testcase")
                testcases.append(self._read_testcase(item, fields, settings))
                if testcases[-1].action is Action.RUN and len(testcases) > 1:
                    self.fault(item, "the program runs in a context's first testcase or never")
        return SuiteContext(
            description=self.optional(entries, "description", self.texts, {}),
            files=self.optional(entries, "files", self.files, {}),
            timeout_seconds=settings.timeout_seconds,
            testcases=tuple(testcases),
        )

    def _read_lone_testcase(self, node: Node, settings: _Settings) -> SuiteContext:
        """Read a testcase listed directly in a tab as a context of its own."""
        entries = self.entries(node, _LONE_TESTCASE_KEYS, "a testcase")
        settings = self._read_settings(entries, settings)
        return SuiteContext(
            files=self.optional(entries, "files", self.files, {}),
            timeout_seconds=settings.timeout_seconds,
            testcases=(self._read_testcase(node, entries, settings),),
        )

    def _read_testcase(
        self, node: Node, entries: Mapping[str, Node], settings: _Settings
    ) -> SuiteTestcase:
        self.require_one(node, entries, "expression", "statement", "arguments")
        self.require_one(node, entries, "return", "raises")
        action = Action.RUN
        code = ""
        for candidate in (Action.EXPRESSION, Action.STATEMENT):
            if candidate.value in entries:
                action = candidate
                code = self.code(entries[candidate.value], candidate)
        if "return" in entries and action is not Action.EXPRESSION:
            self.fault(entries["return"], "return goes with an expression")
        return SuiteTestcase(
            action=action,
            code=code,
            arguments=self.optional(entries, "arguments", self.arguments, ()),
            stdin=self.optional(entries, "stdin", self.content, ""),
            description=self.optional(entries, "description", self.texts, {}),
            stdout=self.optional(entries, "stdout", self.content, None),
            stderr=self.optional(entries, "stderr", self.content, None),
            output_files=self.optional(entries, "output_files", self.files, {}),
            exit_code=self.optional(entries, "exit_code", self.exit_code, None),
            raises=self.optional(entries, "raises", self.raises, None),
            value=self.optional(entries, "return", self.value, None),
            comparison=self._read_settings(entries, settings).comparison,
        )

    def _read_settings(self, entries: Mapping[str, Node], inherited: _Settings) -> _Settings:
        comparison = inherited.comparison
        if "compare" in entries:
            comparison = self._read_comparison(entries["compare"], comparison)
        seconds = self.optional(entries, "timeout", self.seconds, inherited.timeout_seconds)
        return _Settings(comparison, seconds)

    def _read_comparison(self, node: Node, inherited: Comparison) -> Comparison:
        entries = self.entries(node, ("whitespace", "ignore_case", "tolerance"), "compare")
        whitespace = self.optional(
            entries, "whitespace", lambda item: self.choice(item, tuple(Whitespace)), None
        )
        return inherited._replace(
            whitespace=Whitespace(whitespace) if whitespace else inherited.whitespace,
            ignore_case=self.optional(entries, "ignore_case", self.boolean, inherited.ignore_case),
            tolerance=self.optional(entries, "tolerance", self.tolerance, inherited.tolerance),
        )
