"""Splits an author's hints, written as one Markdown text, into those that students reveal."""

import re

MAX_HINTS = 50  # the last one contains all that follow

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]+")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def split_hints(text: str) -> tuple[str, ...]:
    """Return the hints in Markdown: each item of an outermost list, and each part without a list.

    A hint begins with the heading above it; a heading of level 1 is the title of all.
    """
    hints: list[str] = []
    lines: list[str] = []
    heading = fence = ""

    def end_hint() -> None:
        body = "\n".join(lines).strip("\n")
        lines.clear()
        if body.strip():
            hints.append(f"**{heading}**\n\n{body}" if heading else body)

    for line in text.replace("\r\n", "\n").split("\n"):
        if found := _FENCE.match(line):
            mark = found[1]
            fence = "" if fence and mark.startswith(fence) else fence or mark
        elif not fence and (found := _HEADING.fullmatch(line)):
            end_hint()
            heading = "" if len(found[1]) == 1 else found[2].rstrip(" \t#")
            continue
        elif not fence and (found := _ITEM.match(line)):
            end_hint()
            line = line[found.end() :]
        lines.append(line if fence else line.removeprefix("  "))
    end_hint()
    if len(hints) > MAX_HINTS:
        hints[MAX_HINTS - 1 :] = ["\n\n".join(hints[MAX_HINTS - 1 :])]
    return tuple(hints)
