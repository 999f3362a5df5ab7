"""Which lines several solutions have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from kriterion.markup.visible_text import make_visible, shorten

MAX_LINES = 400  # of an example that a page shows
MAX_CHARACTERS = 300  # of a line or a name


@dataclass(frozen=True, kw_only=True, slots=True)
class ExampleLine:
    """A line of an example; `shared`: all examples have it, however it is indented.

    `file` is the name of the file that begins with it, if there are several.
    """

    text: str
    shared: bool
    file: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ExampleSource:
    """The beginning of a solution; `left_out` counts the lines that follow."""

    lines: tuple[ExampleLine, ...]
    left_out: int


def mark_shared_lines(solutions: Sequence[Mapping[str, str]]) -> list[ExampleSource]:
    """Mark the lines that all solutions share, in any file. A single solution shares none.

    Each solution consists of texts by name.
    """
    split = [_list_lines(files) for files in solutions]
    stripped = [{line.strip() for _, line in lines} for lines in split]
    shared = set.intersection(*stripped) - {""} if len(stripped) > 1 else set()
    return [
        ExampleSource(
            lines=tuple(
                ExampleLine(
                    text=make_visible(shorten(line, MAX_CHARACTERS)),
                    shared=line.strip() in shared,
                    file=make_visible(shorten(file, MAX_CHARACTERS)),
                )
                for file, line in islice(lines, MAX_LINES)
            ),
            left_out=max(len(lines) - MAX_LINES, 0),
        )
        for lines in split
    ]


def _list_lines(files: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return all lines. If there are several files, the first line of each has its name."""
    if len(files) == 1:
        return [("", line) for text in files.values() for line in text.splitlines()]
    return [
        (name if number == 0 else "", line)
        for name, text in files.items()
        for number, line in enumerate(text.splitlines() or [""])
    ]
