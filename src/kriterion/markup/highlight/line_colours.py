"""The highlighted tokens of source text, line by line, for pages that split its lines further."""

from collections.abc import Iterator, Mapping

from kriterion.markup.element import Markup
from kriterion.markup.highlight.source_html import render_token
from kriterion.markup.highlight.source_tokens import tokenize_source

Tokens = tuple[tuple[str, str], ...]  # pairs of kind and text


def tokenize_lines(text: str, language: str) -> Mapping[int, Tokens]:
    """Return the tokens of each line by its number, from 1; nothing for an unknown language."""
    lines: list[list[tuple[str, str]]] = [[]]
    for kind, token in tokenize_source(text, language):
        first, *others = token.split("\n")
        lines[-1].append((kind, first))
        lines += [[(kind, other)] for other in others]
    if not any(kind for line in lines for kind, _ in line):
        return {}
    return {number: tuple(line) for number, line in enumerate(lines, start=1)}


class ColouredLine:
    """Colours a line piece by piece, if its tokens add up to the line; otherwise leaves it."""

    def __init__(self, line: str, tokens: Tokens) -> None:
        is_same = "".join(token for _, token in tokens) == line
        self._left = list(reversed(tokens)) if is_same else []

    def take(self, length: int, text: str) -> Iterator[str | Markup]:
        """Yield the next `length` characters, which are `text`."""
        if not self._left:
            yield text
            return
        while length and self._left:
            kind, token = self._left.pop()
            if len(token) > length:
                self._left.append((kind, token[length:]))
                token = token[:length]
            length -= len(token)
            if token:
                yield render_token(kind, token)
