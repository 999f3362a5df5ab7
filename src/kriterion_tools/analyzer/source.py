"""One parsed file of a solution, and matches in it."""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import tree_sitter

from kriterion_tools.analyzer.node_index import NodeIndex
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentPlace
from kriterion_tools.grammars import list_kinds, list_known_kinds

_WORD = re.compile(r"\w+")
_WITHOUT_CASE = ("php",)


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """Where a rule matched, and the code it captured, by name."""

    place: CommentPlace
    captured: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Source:
    """A parsed file: `root` is tree-sitter's root of `content`, the text in UTF-8."""

    path: str
    language: str
    text: str
    content: bytes
    root: tree_sitter.Node

    @functools.cached_property
    def lines(self) -> list[bytes]:
        """The lines of the content in bytes, since tree-sitter's columns count bytes."""
        return self.content.split(b"\n")

    @functools.cached_property
    def words(self) -> frozenset[str]:
        """All words in the file; in small letters where the case of keywords does not matter."""
        return frozenset(_WORD.findall(self._fold(self.text)))

    def has_words(self, words: frozenset[str]) -> bool:
        """Whether the file has all these words."""
        return frozenset(map(self._fold, words)) <= self.words

    def _fold(self, text: str) -> str:
        return text.lower() if self.language in _WITHOUT_CASE else text

    @functools.cached_property
    def index(self) -> NodeIndex:
        """All nodes of the file."""
        return NodeIndex(self.root, self.content, list_kinds(self.language))

    def has_kind(self, kind: str) -> bool:
        """Whether the file has, or may have, a node of this kind: ast-grep's grammars can differ
        from ours.
        """
        return kind in self.index.by_kind or kind not in list_known_kinds(self.language)

    def locate(self, row: int, column: int, text: str) -> CommentPlace:
        """Return the place of a piece of the file that begins here; `column` counts characters."""
        rows = text.rstrip("\n").split("\n")
        return CommentPlace(
            row=row, column=column, rows=len(rows), columns=len(rows[-1]), file=self.path
        )
