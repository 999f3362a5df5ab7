"""The text of a track's exercise, from the files in its `.docs`.

Source: exercism/docs 19e037f, building/tracks (concept and practice exercises): an introduction,
the instructions, and what a track appends to shared texts.
"""

from collections.abc import Callable

INSTRUCTIONS = ".docs/instructions.md"
INTRODUCTION = ".docs/introduction.md"
HINTS = ".docs/hints.md"

_APPENDED = ".append.md"


def compose_text(load: Callable[[str], str | None]) -> str | None:
    """Return the Markdown of an exercise; None if it has no text.

    `load` returns the text of a file, or None. Hints are folded at the end.
    """
    parts: list[str] = []
    for name in (INTRODUCTION, INSTRUCTIONS):
        for part in (name, name.removesuffix(".md") + _APPENDED):
            text = load(part)
            if text is not None and text.strip():
                parts.append(text)
    if len(parts) == 1 and load(HINTS) is None:
        return parts[0]
    if not parts:
        return None
    hints = load(HINTS)
    if hints is not None and hints.strip():
        parts.append(f"<details><summary>Hints</summary>\n\n{hints.strip()}\n\n</details>\n")
    return "\n\n".join(part.strip() for part in parts) + "\n"
