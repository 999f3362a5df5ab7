"""How a language writes what its tree leaves out: brackets, separators and lines.

The layout is read from solutions themselves, so that no language needs a table of its own.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import tree_sitter

from kriterion_tools.grammars import find_grammar
from kriterion_tools.representer.language import Language
from kriterion_tools.solution.parsing import parse

_LINES = re.compile(
    r"block|(?<!function_)body|program|module|source_file|_unit|statement_list|statements|declaration_list"
    r"|compound_statement|solution|declarations|local_binds|structure|haskell|do_group|^then$|^do$"
    r"|match_block|^alternatives$|enum_variant_list|member_list|accessor_list|^answers$"
)
_WITHOUT_PARENTHESES = frozenset({"python", "ruby", "go", "rust"})  # around conditions
_CONDITIONS = frozenset({"condition", "value"})

Place = tuple[str, str]  # a kind, and the field or kind of a child


@dataclass(kw_only=True, slots=True)
class CodeLayout:
    """The tokens before and after the children of each kind of node."""

    opening: dict[str, str] = field(default_factory=dict)
    closing: dict[str, str] = field(default_factory=dict)
    separator: dict[str, str] = field(default_factory=dict)
    before: dict[Place, str] = field(default_factory=dict)
    after: dict[Place, str] = field(default_factory=dict)
    ends: dict[Place, str] = field(default_factory=dict)  # after a child of a kind: `;`
    wrapped: set[Place] = field(default_factory=set)  # conditions that stand in parentheses

    def get_known_kind(self, kind: str) -> str:
        """Return a kind that sources have for one that only the normalisation has."""
        return _RENAMED.get(kind, kind)

    def has_lines(self, kind: str) -> bool:
        """Whether each child of such a node has a line of its own."""
        return _LINES.search(kind) is not None


def read_layout(texts: Iterable[str], language: Language) -> CodeLayout:
    """Read from source texts the brackets, separators and lines that trees leave out."""
    parser = tree_sitter.Parser(find_grammar(language.name))
    counts: dict[str, dict[object, Counter[str]]] = {}
    wrapped: Counter[Place] = Counter()
    for text in texts:
        root = parse(language.prepare(text).encode(), parser)
        for node in _walk(root) if root is not None else ():
            _count_tokens(node, language, counts)
            for place, child in _list_fields(node):
                if place in _CONDITIONS and language.name not in _WITHOUT_PARENTHESES:
                    wrapped[node.type, place] += 1 if child.type in language.transparent else -1
    layout = CodeLayout(wrapped={place for place, count in wrapped.items() if count > 0})
    for name in ("opening", "closing", "separator", "before", "after", "ends"):
        table = getattr(layout, name)
        for key, tokens in counts.get(name, {}).items():
            table[key] = tokens.most_common(1)[0][0]
    _drop_unmatched(layout)
    return layout


def _drop_unmatched(layout: CodeLayout) -> None:
    """Drop closing brackets without an opening one, which the tree has left out on purpose."""
    opened: dict[str, str] = dict(layout.opening)
    for (kind, _), tokens in layout.before.items():
        opened[kind] = f"{opened.get(kind, '')} {tokens}"
    for kind, tokens in layout.closing.items():
        available = list(opened.get(kind, ""))
        kept = []
        for token in tokens.split():
            partner = _PARTNERS.get(token)
            if partner is None or partner in available:
                kept.append(token)
                if partner is not None:
                    available.remove(partner)
        layout.closing[kind] = " ".join(kept)


_RENAMED = {"answers": "declaration_list", "constant_function": "lexical_declaration"}
_PARTNERS = {")": "(", "]": "[", "}": "{"}


def _walk(root: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    pending = [root]
    while pending:
        node = pending.pop()
        if node.child_count:
            yield node
            pending += node.children[::-1]


def _list_fields(node: tree_sitter.Node) -> Iterator[tuple[str, tree_sitter.Node]]:
    for place, child in enumerate(node.children):
        yield node.field_name_for_child(place) or "", child


def _count_tokens(
    node: tree_sitter.Node, language: Language, counts: dict[str, dict[object, Counter[str]]]
) -> None:
    """Count the tokens of a node that its tree leaves out, by their place."""
    kind = node.type
    if kind in language.tokens or kind in language.spellings or kind in language.transparent:
        return
    dropped = language.brackets | language.separators
    previous: str | None = None
    previous_kind = ""
    waiting: list[str] = []

    def count(table: str, key: object, text: str) -> None:
        counts.setdefault(table, {}).setdefault(key, Counter())[text] += 1

    for place, child in _list_fields(node):
        if child.type in language.dropped or child.is_extra:
            continue
        if not child.is_named and child.type in dropped:
            # The tree keeps a separator before the first child.
            if previous is not None or child.type in language.brackets:
                waiting.append(child.type)
            continue
        key = place or child.type
        if previous is None:
            count("opening", kind, " ".join(waiting))
        elif waiting == [","]:
            count("separator", kind, ",")
        elif waiting == [";"]:
            count("ends", (kind, previous_kind), ";")
        elif waiting:
            closing = [token for token in waiting if token in _PARTNERS]
            others = [token for token in waiting if token not in _PARTNERS]
            if closing:
                count("after", (kind, previous), " ".join(closing))
            if others:
                count("before", (kind, key), " ".join(others))
        previous, previous_kind, waiting = key, child.type, []
    if previous is not None:
        if len(waiting) > 1 and waiting[0] == ";":
            count("ends", (kind, previous_kind), waiting.pop(0))
        elif len(waiting) > 1 and waiting[0] == ",":
            waiting.pop(0)
        count("closing", kind, " ".join(waiting))
    elif len(waiting) > 1:
        count("opening", kind, waiting[0])
        count("closing", kind, " ".join(waiting[1:]))
