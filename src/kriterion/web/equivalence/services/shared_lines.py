"""Which lines several solutions have in common."""

from collections.abc import Sequence
from dataclasses import dataclass

from kriterion.markup.visible_text import make_visible, shorten

MAX_LINES = 400  # of an example that a page shows
MAX_CHARACTERS = 300  # of a line


@dataclass(frozen=True, kw_only=True, slots=True)
class ExampleLine:
    """A line of an example; `shared`: all examples have it, however it is indented."""

    number: int
    text: str
    shared: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ExampleSource:
    """The beginning of a source text; `left_out` counts the lines that follow."""

    lines: tuple[ExampleLine, ...]
    left_out: int


def mark_shared_lines(texts: Sequence[str]) -> list[ExampleSource]:
    """Mark the lines that all texts have in common; with a single text, none."""
    split = [text.splitlines() for text in texts]
    stripped = [{line.strip() for line in lines} for lines in split]
    shared = set.intersection(*stripped) - {""} if len(stripped) > 1 else set()
    return [
        ExampleSource(
            lines=tuple(
                ExampleLine(
                    number=number,
                    text=make_visible(shorten(line, MAX_CHARACTERS)),
                    shared=line.strip() in shared,
                )
                for number, line in enumerate(lines[:MAX_LINES], start=1)
            ),
            left_out=max(len(lines) - MAX_LINES, 0),
        )
        for lines in split
    ]
