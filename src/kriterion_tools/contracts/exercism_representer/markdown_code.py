"""Find the code in a Markdown text: fenced blocks, indented blocks and code spans.

A simplification of CommonMark in one pass, which suffices to know where names need no quoting.
"""

import re
from collections.abc import Iterator

_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}(?=[^`]*$)|~{3,})")
_TICKS = re.compile(r"`+")


def split_code(text: str) -> Iterator[tuple[bool, str]]:
    """Split the text into (is code, piece); joined, the pieces are the text."""
    paragraph: list[str] = []
    fence = ""
    after_blank = True  # an indented line after text continues the paragraph
    for line in text.splitlines(keepends=True):
        bare = line.rstrip()
        if fence:
            yield True, line
            if _closes_fence(bare, fence):
                fence = ""
        elif opening := _FENCE.match(bare):
            yield from _split_paragraph("".join(paragraph))
            paragraph.clear()
            fence = opening["fence"]
            yield True, line
        elif not bare or (after_blank and line.startswith(("    ", "\t"))):
            yield from _split_paragraph("".join(paragraph))
            paragraph.clear()
            yield bool(bare), line
        else:
            paragraph.append(line)
        after_blank = not paragraph
    yield from _split_paragraph("".join(paragraph))


def _closes_fence(line: str, fence: str) -> bool:
    inner = line.lstrip(" ")
    return len(line) - len(inner) <= 3 and len(inner) >= len(fence) and not inner.strip(fence[0])


def _split_paragraph(paragraph: str) -> Iterator[tuple[bool, str]]:
    """Split a paragraph. A span ends at the next run of as many backticks as began it."""
    runs = [(run.start(), run.end()) for run in _TICKS.finditer(paragraph)]
    next_of_same_length = _find_next_of_same_length([end - start for start, end in runs])
    done = at = 0
    while at < len(runs):
        closing = next_of_same_length[at]
        if closing is None or _is_escaped(paragraph, runs[at][0]):
            at += 1
            continue
        start, end = runs[at][0], runs[closing][1]
        yield False, paragraph[done:start]
        yield True, paragraph[start:end]
        done, at = end, closing + 1
    if done < len(paragraph):
        yield False, paragraph[done:]


def _find_next_of_same_length(lengths: list[int]) -> list[int | None]:
    """Return for each run the index of the next run of the same length."""
    following: list[int | None] = [None] * len(lengths)
    seen: dict[int, int] = {}
    for number in reversed(range(len(lengths))):
        following[number] = seen.get(lengths[number])
        seen[lengths[number]] = number
    return following


def _is_escaped(text: str, at: int) -> bool:
    before = text[:at] if at < 64 else text[at - 64 : at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
