"""Explain why two solutions are in different classes: show where their representations differ."""

from itertools import zip_longest

BEFORE = 3  # equal lines before the first difference
AFTER = 9  # lines from the first difference on
NARROWEST = 20  # characters of a column

_GAP = {True: "   ", False: " │ "}


def explain_difference(left: str, right: str, *, names: tuple[str, str], width: int) -> list[str]:
    """Return the lines around the first difference side by side, or no lines if the texts are
    equal.

    `names` are the headings; each row starts with its line number.
    """
    pairs = list(zip_longest(_split_lines(left), _split_lines(right)))
    first = next(
        (at for at, (left_line, right_line) in enumerate(pairs) if left_line != right_line), None
    )
    if first is None:
        return []
    excerpt = pairs[max(0, first - BEFORE) : first + AFTER]
    start = max(0, first - BEFORE) + 1
    digits = len(str(start + len(excerpt)))
    column = max(NARROWEST, (width - digits - 1 - len(_GAP[True])) // 2)
    indentation = min(
        (len(line) - len(line.lstrip()) for pair in excerpt for line in pair if line), default=0
    )
    left_heading, right_heading = (
        f"…{name[1 - column :]}" if len(name) > column else name for name in names
    )
    lines = [_format_row("", digits, left_heading, right_heading, column, equal=True)]
    for number, pair in enumerate(excerpt, start):
        folded = (_fold(line, indentation, column) for line in pair)
        for piece_number, (left_piece, right_piece) in enumerate(
            zip_longest(*folded, fillvalue="")
        ):
            label = "" if piece_number else str(number)
            equal = pair[0] == pair[1]
            lines.append(_format_row(label, digits, left_piece, right_piece, column, equal=equal))
    return lines


def _format_row(label: str, digits: int, left: str, right: str, column: int, *, equal: bool) -> str:
    return f"{label:>{digits}} {left[:column]:<{column}}{_GAP[equal]}{right[:column]}".rstrip()


def _fold(line: str | None, indentation: int, column: int) -> list[str]:
    """Fold a line into pieces of `column` characters; continuations are indented by four more."""
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


def _split_lines(text: str) -> list[str]:
    """Split at newlines only: a line may contain other characters that `splitlines` splits at."""
    return text.removesuffix("\n").split("\n")


def _escape_controls(text: str) -> str:
    """Escape characters that a terminal would obey or hide."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
