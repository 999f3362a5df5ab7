"""Explain why two solutions are in different classes: show where their representations differ."""

from itertools import zip_longest

BEFORE = 3  # equal lines shown before the difference
FROM_THERE = 9
NARROWEST = 20

_GAP = {True: "   ", False: " │ "}


def explain(left: str, right: str, *, names: tuple[str, str], width: int) -> list[str]:
    """Return the lines around the first difference side by side, or no lines if the texts are
    equal.

    `names` are the headings; each row starts with its line number.
    """
    pairs = list(zip_longest(_lines(left), _lines(right)))
    first = next((at for at, (one, other) in enumerate(pairs) if one != other), None)
    if first is None:
        return []
    shown = pairs[max(0, first - BEFORE) : first + FROM_THERE]
    start = max(0, first - BEFORE) + 1
    digits = len(str(start + len(shown)))
    column = max(NARROWEST, (width - digits - 1 - len(_GAP[True])) // 2)
    indentation = min(
        (len(line) - len(line.lstrip()) for pair in shown for line in pair if line), default=0
    )
    one, other = (f"…{name[1 - column :]}" if len(name) > column else name for name in names)
    lines = [_row("", digits, one, other, column, alike=True)]
    for number, pair in enumerate(shown, start):
        folded = (_fold(line, indentation, column) for line in pair)
        for turn, (left_piece, right_piece) in enumerate(zip_longest(*folded, fillvalue="")):
            label = "" if turn else str(number)
            alike = pair[0] == pair[1]
            lines.append(_row(label, digits, left_piece, right_piece, column, alike=alike))
    return lines


def _row(label: str, digits: int, one: str, other: str, column: int, *, alike: bool) -> str:
    return f"{label:>{digits}} {one[:column]:<{column}}{_GAP[alike]}{other[:column]}".rstrip()


def _fold(line: str | None, indentation: int, column: int) -> list[str]:
    """Fold a line into pieces that fit; continuations are indented a little more."""
    if line is None:
        return [""]
    text = _escape_controls(line[indentation:])
    inner = " " * min(len(text) - len(text.lstrip()) + 4, column // 2)
    pieces = [text[:column]]
    rest = text[column:]
    while rest:
        pieces.append(inner + rest[: column - len(inner)])
        rest = rest[column - len(inner) :]
    return pieces


def _lines(text: str) -> list[str]:
    """Split at newlines only: a line may contain other characters that `splitlines` splits at."""
    return text.removesuffix("\n").split("\n")


def _escape_controls(text: str) -> str:
    """Escape characters that a terminal would obey or hide."""
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )
