"""One walk over the tree of a file, without recursion: what is nested deep is deep on a list."""

import time
from dataclasses import dataclass, field

import tree_sitter

from kriterion.toolbox.analyzer.tagger.frames import Frames
from kriterion.toolbox.analyzer.tagger.grammar import METHOD, Gives, Grammar, tags_in
from kriterion.toolbox.analyzer.tagger.place import Place, text_of
from kriterion.toolbox.analyzer.tagger.table import Library

PATIENCE = 3.0  # seconds
NONE = -1  # the kind of the parent of what has none
OFTEN = 1000  # nodes after which the clock is looked at
MOST_MENTIONS = 2000  # of a library's things that are asked about


@dataclass(slots=True)
class Findings:
    """What the files of a solution have been found to say, so far."""

    tags: set[str] = field(default_factory=set)
    # Nodes that may mention a library's things.
    mentioned: list[tuple[tree_sitter.Node, Library]] = field(default_factory=list)
    defined: set[str] = field(default_factory=set)  # names that the solution gives
    methods: set[str] = field(default_factory=set)  # those of methods
    imported: dict[str, str] = field(default_factory=dict)  # name here → its name there


def walk(root: tree_sitter.Node, grammar: Grammar, findings: Findings) -> None:
    """Adds what a tree says. When that takes too long, what is found by then is all.

    What a grammar nests without showing it, a hundred thousand statements in a row in some, costs
    its cursor as many steps at each of them.
    """
    started, seen = time.monotonic(), 0
    rules = grammar.rules
    others = _Others(grammar, findings)
    watched = others.watched
    kinds: list[int] = []
    fields: list[int] = []
    around: list[tree_sitter.Node] = []
    cursor = root.walk()
    while True:
        node = cursor.node
        assert node is not None
        kind, at = node.kind_id, cursor.field_id or 0
        for selected in rules.at(kind, kinds[-1] if kinds else NONE, at):
            if selected.holds(kinds, fields):
                findings.tags |= _given(selected.value, node, around)
        if kind in watched:
            others.look(node, at, kinds, fields, around)
        seen += 1
        if not seen % OFTEN and time.monotonic() - started > PATIENCE:
            return
        if cursor.goto_first_child():
            kinds.append(kind)
            fields.append(at)
            around.append(node)
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                others.frames.finish()
                return
            kinds.pop()
            fields.pop()
            around.pop()
        others.frames.leave(len(around))


def _given(gives: Gives, node: tree_sitter.Node, around: list[tree_sitter.Node]) -> frozenset[str]:
    if isinstance(gives, frozenset):
        return gives
    if isinstance(gives, tuple):
        text = text_of(node)
        fitting = (tags for pattern, tags in gives if pattern.fullmatch(text))
        return frozenset().union(*fitting)
    return tags_in(gives(Place(node, around)))


class _Others:
    """Names and functions: all that is no rule of the table."""

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

    def look(
        self,
        node: tree_sitter.Node,
        at: int,
        kinds: list[int],
        fields: list[int],
        around: list[tree_sitter.Node],
    ) -> None:
        grammar, findings, kind = self.grammar, self.findings, node.kind_id
        parent = kinds[-1] if kinds else NONE
        for defining in grammar.defines.at(kind, parent, at):
            if defining.holds(kinds, fields):
                names = findings.methods if defining.value == METHOD else findings.defined
                names.add(text_of(node))
        for using in grammar.uses.at(kind, parent, at):
            if using.holds(kinds, fields) and len(findings.mentioned) < MOST_MENTIONS:
                findings.mentioned.append((node, using.value))
        if kind in grammar.imports:
            findings.imported |= grammar.table.imports[grammar.imports[kind]](node)
        self.frames.look(node, around)
