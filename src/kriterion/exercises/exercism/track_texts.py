"""The text of a track's exercise, from the files in its `.docs`.

Source: exercism/docs 19e037f, building/tracks (concept and practice exercises): an introduction,
the instructions, and what a track appends to shared texts.
"""

import re
from collections.abc import Callable

from kriterion.exercises.hint_texts import split_hints

INSTRUCTIONS = ".docs/instructions.md"
INTRODUCTION = ".docs/introduction.md"
HINTS = ".docs/hints.md"

_APPENDED = ".append.md"
# A box of Exercism's own Markdown. Source: exercism/docs 19e037f, building/markdown.
_BOX = re.compile(r"(?P<fence>`{3,}|~{3,})exercism/\w+\s*")


def compose_text(load: Callable[[str], str | None]) -> str | None:
    """Return the Markdown of an exercise; None if it has no text.

    `load` returns the text of a file, or None. Exercism's boxes become quotations.
    """
    parts: list[str] = []
    for name in (INTRODUCTION, INSTRUCTIONS):
        for part in (name, name.removesuffix(".md") + _APPENDED):
            text = load(part)
            if text is not None and text.strip():
                parts.append(_quote_boxes(text))
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return None
    return "\n\n".join(part.strip() for part in parts) + "\n"


def load_hints(load: Callable[[str], str | None]) -> tuple[str, ...]:
    """Return the hints of an exercise; `load` is as for `compose_text`."""
    return split_hints(_quote_boxes(load(HINTS) or ""))


def _quote_boxes(text: str) -> str:
    """Return the text with each closed box as a quotation; it is read line by line, once."""
    lines: list[str] = []
    begin, fence = 0, ""  # of the box that is open
    for line in text.split("\n"):
        opening = _BOX.fullmatch(line) if not fence else None
        if opening is not None:
            begin, fence = len(lines), opening["fence"]
        elif fence and line.rstrip() == fence:
            inner = "\n".join(lines[begin + 1 :]).strip().split("\n")
            lines[begin:] = [f"> {part}".rstrip() for part in inner]
            fence = ""
            continue
        lines.append(line)
    return "\n".join(lines)
