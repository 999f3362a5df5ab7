"""The lines of two solutions, with matching marks on shared fragments."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice
from typing import Final

from kriterion.markup.visible_text import make_visible, shorten
from kriterion.similarity.shared_fragments import find_fragments, prepare_tokens
from kriterion.similarity.token_sequence import TokenSequence, split_lines

MAX_LINES: Final = 2_000  # of a solution that a page shows
MAX_CHARACTERS: Final = 300  # of a line
COLOURS: Final = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class PairLine:
    """A line; `match` is the number of the fragment in it, from 1, or 0; `begins`: its first line.

    `file` is the name of the file that begins with it, if there are several.
    """

    number: int
    text: str
    match: int
    begins: bool
    file: str

    @property
    def colour(self) -> int:
        return self.match % COLOURS


@dataclass(frozen=True, kw_only=True, slots=True)
class PairSource:
    """One solution of a pair; `left_out` counts the lines that are not shown."""

    lines: list[PairLine]
    left_out: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PairMatch:
    """A shared fragment: its number, and its first and last lines on both sides, from 1."""

    number: int
    tokens: int
    left: tuple[int, int]
    right: tuple[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchedPair:
    """Two solutions and what they share, in the order of the left one."""

    left: PairSource
    right: PairSource
    matches: list[PairMatch]


def match_sources(
    texts: tuple[Mapping[str, str], Mapping[str, str]],
    tokens: tuple[TokenSequence, TokenSequence],
    *,
    template: AbstractSet[int],
    idioms: AbstractSet[int],
) -> MatchedPair:
    """Find and mark the fragments; `template` and `idioms` do not count."""
    left, right = (prepare_tokens(sequence, template) for sequence in tokens)
    found = sorted(find_fragments(left, right, idioms | template), key=lambda each: each.left)
    matches = [
        PairMatch(
            number=number,
            tokens=fragment.length,
            left=_find_lines(tokens[0], fragment.left, fragment.length),
            right=_find_lines(tokens[1], fragment.right, fragment.length),
        )
        for number, fragment in enumerate(found, start=1)
    ]
    return MatchedPair(
        left=_mark_lines(texts[0], [(match.number, match.left) for match in matches]),
        right=_mark_lines(texts[1], [(match.number, match.right) for match in matches]),
        matches=matches,
    )


def _find_lines(tokens: TokenSequence, begin: int, length: int) -> tuple[int, int]:
    return tokens.lines[begin] + 1, tokens.lines[begin + length - 1] + 1


def _mark_lines(
    texts: Mapping[str, str], matches: Sequence[tuple[int, tuple[int, int]]]
) -> PairSource:
    covering: dict[int, int] = {}
    firsts: set[tuple[int, int]] = set()
    for number, (first, last) in matches:
        # A line that two fragments share belongs to the one that began before.
        free = [line for line in range(first, last + 1) if line not in covering]
        covering.update(dict.fromkeys(free, number))
        if free:
            firsts.add((number, free[0]))
    all_lines = _list_lines(texts)
    displayed = [
        PairLine(
            number=number,
            text=make_visible(shorten(text, MAX_CHARACTERS)),
            match=covering.get(number, 0),
            begins=(covering.get(number, 0), number) in firsts,
            file=make_visible(shorten(file, MAX_CHARACTERS)),
        )
        for number, (file, text) in enumerate(islice(all_lines, MAX_LINES), start=1)
    ]
    return PairSource(lines=displayed, left_out=len(all_lines) - len(displayed))


def _list_lines(texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return all lines, as tokens are numbered.

    If there are several files, the first line of each has its name.
    """
    lines: list[tuple[str, str]] = []
    for name, text in texts.items():
        heading = name if len(texts) > 1 else ""
        lines += [
            (heading if number == 0 else "", line) for number, line in enumerate(split_lines(text))
        ]
    return lines
