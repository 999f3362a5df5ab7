"""Walk the tree of a file without recursion, so that deep nesting cannot exhaust the stack."""

import time
from dataclasses import dataclass, field

import tree_sitter

from kriterion_tools.analyzer.tagger.enclosing_scopes import Frames
from kriterion_tools.analyzer.tagger.grammar import (
    METHOD,
    Gives,
    Grammar,
    TagPatterns,
    parse_tags,
)
from kriterion_tools.analyzer.tagger.node_context import NodeContext, get_text
from kriterion_tools.analyzer.tagger.table import Library

TIMEOUT_SECONDS = 3.0  # seconds
NONE = -1  # the parent's kind of the root
CLOCK_INTERVAL = 1000  # nodes between two checks of the time
MAXIMUM_MENTIONS = 2000  # mentions of library names that are resolved


@dataclass(slots=True)
class Findings:
    """What the walk has found in the files of a solution so far."""

    tags: set[str] = field(default_factory=set)
    # Nodes that may mention something of a library.
    mentioned: list[tuple[tree_sitter.Node, Library]] = field(default_factory=list)
    defined: set[str] = field(default_factory=set)  # names that the solution defines
    methods: set[str] = field(default_factory=set)  # names of its methods
    imported: dict[str, str] = field(default_factory=dict)  # name here → full name


def walk(root: tree_sitter.Node, grammar: Grammar, findings: Findings) -> None:
    """Add the findings of a tree. Stops after TIMEOUT_SECONDS and keeps the findings so far.

    Some grammars nest consecutive statements in invisible nodes; for each of n statements the
    cursor then takes up to n steps.
    """
    started, seen = time.monotonic(), 0
    rules = grammar.rules
    names = _NameCollector(grammar, findings)
    watched = names.watched
    kinds: list[int] = []
    fields: list[int] = []
    ancestors: list[tree_sitter.Node] = []
    cursor = root.walk()
    while True:
        node = cursor.node
        assert node is not None
        kind, at = node.kind_id, cursor.field_id or 0
        for selected in rules.at(kind, kinds[-1] if kinds else NONE, at):
            if selected.holds(kinds, fields):
                findings.tags |= _find_tags(selected.value, node, ancestors)
        if kind in watched:
            names.visit(node, at, kinds, fields, ancestors)
        seen += 1
        if not seen % CLOCK_INTERVAL and time.monotonic() - started > TIMEOUT_SECONDS:
            return
        if cursor.goto_first_child():
            kinds.append(kind)
            fields.append(at)
            ancestors.append(node)
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                names.frames.finish()
                return
            kinds.pop()
            fields.pop()
            ancestors.pop()
        names.frames.leave(len(ancestors))


def _find_tags(
    gives: Gives, node: tree_sitter.Node, ancestors: list[tree_sitter.Node]
) -> frozenset[str]:
    if isinstance(gives, frozenset):
        return gives
    if isinstance(gives, TagPatterns):
        return gives.find_tags(get_text(node))
    return parse_tags(gives(NodeContext(node, ancestors)))


class _NameCollector:
    """Collect names and functions: everything that is not a rule of the table."""

    def __init__(self, grammar: Grammar, findings: Findings) -> None:
        self.grammar = grammar
        self.findings = findings
        self.frames = Frames(grammar, findings.tags)
        self.watched = (
            grammar.uses.kinds
            | grammar.defines.kinds
            | grammar.functions.keys()
            | grammar.classes.keys()
            | grammar.calls.keys()
            | grammar.imports.keys()
            | grammar.mentions
        )

    def visit(
        self,
        node: tree_sitter.Node,
        at: int,
        kinds: list[int],
        fields: list[int],
        ancestors: list[tree_sitter.Node],
    ) -> None:
        grammar, findings, kind = self.grammar, self.findings, node.kind_id
        parent = kinds[-1] if kinds else NONE
        for defining in grammar.defines.at(kind, parent, at):
            if defining.holds(kinds, fields):
                names = findings.methods if defining.value == METHOD else findings.defined
                names.add(get_text(node))
        for using in grammar.uses.at(kind, parent, at):
            if using.holds(kinds, fields) and len(findings.mentioned) < MAXIMUM_MENTIONS:
                findings.mentioned.append((node, using.value))
        if kind in grammar.imports:
            findings.imported |= grammar.table.imports[grammar.imports[kind]](node)
        self.frames.visit(node, ancestors)
