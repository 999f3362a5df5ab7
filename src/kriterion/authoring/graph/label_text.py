"""Fit texts into a picture, and escape them for XML."""

import re
from html import escape
from unicodedata import east_asian_width

_HARDEST = 5  # the highest difficulty
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape_xml(text: str) -> str:
    """Escape a text for XML, in an element or an attribute."""
    return escape(_FORBIDDEN.sub("\ufffd", text))


def measure_text(text: str) -> int:
    """Return the width of a text in letters."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def break_lines(text: str, letters: int, *, lines: int = 1) -> list[str]:
    """Break a text into few lines of that many letters, cutting what does not fit."""
    folded = [""]
    for word in text[: 4 * letters * lines].split():
        joined = f"{folded[-1]} {word}" if folded[-1] else word
        if measure_text(joined) <= letters or not folded[-1]:
            folded[-1] = joined
        else:
            folded.append(word)
    if len(folded) > lines:
        folded = [*folded[: lines - 1], " ".join(folded[lines - 1 :])]
    return [_truncate(line, letters) for line in folded]


def format_difficulty(number: float) -> str:
    """Show a difficulty as dots and half dots, rounded down, of five; "" if there is none.

    The site's pages draw the same sign.
    """
    halves = int(min(max(number, 0), _HARDEST) * 2)
    dots = "●" * (halves // 2) + "◐" * (halves % 2)
    return dots and dots.ljust(_HARDEST, "○")


def _truncate(text: str, letters: int) -> str:
    if measure_text(text) <= letters:
        return text
    while measure_text(text) > letters - 1:
        text = text[:-1]
    return text.rstrip() + "…"
