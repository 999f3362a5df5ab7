"""Explain why two solutions are in different classes: show where their code differs."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

CONTEXT = 3  # equal lines around a difference
MAX_LINES = 200  # of an explanation
MAX_COMPARISONS = 4_000_000  # of lines; longer texts are not aligned
NARROWEST = 20  # characters of a column
WIDE_ENOUGH = 60  # characters of a terminal that shows two columns

_GAP = {True: "   ", False: " │ "}
_PLACEHOLDER = re.compile(r"\bPLACEHOLDER_[0-9]+\b")

Row = tuple[str | None, str | None]


def explain_difference(left: str, right: str, *, names: tuple[str, str], width: int) -> list[str]:
    """Return the lines around the differences, or no lines if the texts are equal.

    The texts are aligned first, and the placeholders of the second are renamed to those of the
    first that stand in the same places. `names` are the headings. In a wide terminal, both texts
    are shown side by side, each row with its number in the first text.
    """
    if left == right:
        return []
    rows = align_lines(_split_lines(left), _split_lines(right))
    shown = _select_rows(rows)
    if not shown:
        # The texts only differ in the order of their placeholders.
        rows = list(zip_longest(_split_lines(left), _split_lines(right)))
        shown = _select_rows(rows)
    if width < WIDE_ENOUGH:
        return list(_print_narrow(rows, shown, names, width))[:MAX_LINES]
    return list(_print_wide(rows, shown, names, width))[:MAX_LINES]


def align_lines(left: Sequence[str], right: Sequence[str]) -> list[Row]:
    """Return pairs of lines that correspond; None stands for a line that one text lacks."""
    if len(left) * len(right) > MAX_COMPARISONS:
        return list(zip_longest(left, right))
    matcher = SequenceMatcher(
        None, [_hide_numbers(line) for line in left], [_hide_numbers(line) for line in right], False
    )
    pairs: list[tuple[int | None, int | None]] = []
    for tag, left_start, left_end, right_start, right_end in matcher.get_opcodes():
        if tag in ("equal", "replace"):
            pairs += zip_longest(range(left_start, left_end), range(right_start, right_end))
        else:
            pairs += [(number, None) for number in range(left_start, left_end)]
            pairs += [(None, number) for number in range(right_start, right_end)]
    renamed = _rename_placeholders(left, right, pairs)
    return [
        (None if one is None else left[one], None if other is None else renamed[other])
        for one, other in pairs
    ]


def _hide_numbers(line: str) -> str:
    return _PLACEHOLDER.sub("PLACEHOLDER", line.strip())


def _rename_placeholders(
    left: Sequence[str], right: Sequence[str], pairs: Sequence[tuple[int | None, int | None]]
) -> list[str]:
    """Return the second text with the placeholders of the first, where lines correspond."""
    votes: Counter[tuple[str, str]] = Counter()
    for one, other in pairs:
        if one is not None and other is not None:
            found = _PLACEHOLDER.findall(left[one]), _PLACEHOLDER.findall(right[other])
            if _hide_numbers(left[one]) == _hide_numbers(right[other]):
                votes.update((theirs, ours) for ours, theirs in zip(*found, strict=True))
    names: dict[str, str] = {}
    for (theirs, ours), _ in votes.most_common():
        if theirs not in names and ours not in names.values():
            names[theirs] = ours
    used = {name for line in left for name in _PLACEHOLDER.findall(line)}
    number = len(used)
    for line in right:
        for theirs in _PLACEHOLDER.findall(line):
            if theirs not in names:
                number += 1
                names[theirs] = f"PLACEHOLDER_{number}"
    return [_PLACEHOLDER.sub(lambda match: names[match[0]], line) for line in right]


def _select_rows(rows: Sequence[Row]) -> list[int]:
    """Return the numbers of the rows that differ, and of those around them."""
    shown: set[int] = set()
    for number, (left, right) in enumerate(rows):
        if left != right:
            shown.update(range(number - CONTEXT, number + CONTEXT + 1))
    return sorted(number for number in shown if 0 <= number < len(rows))


def _print_wide(
    rows: Sequence[Row], shown: Sequence[int], names: tuple[str, str], width: int
) -> Iterator[str]:
    digits = len(str(len(rows)))
    column = max(NARROWEST, (width - digits - 1 - len(_GAP[True])) // 2)
    indentation = _find_indentation(rows, shown)
    left_heading, right_heading = (
        f"…{name[1 - column :]}" if len(name) > column else name for name in names
    )
    yield _format_row("", digits, left_heading, right_heading, column, equal=True)
    numbers = _number_rows(rows)
    for place, number in enumerate(shown):
        if place and shown[place - 1] != number - 1:
            yield _format_row("", digits, "…", "…", column, equal=True)
        left, right = rows[number]
        folded = (_fold(line, indentation, column) for line in (left, right))
        for piece_number, (left_piece, right_piece) in enumerate(
            zip_longest(*folded, fillvalue="")
        ):
            label = "" if piece_number else numbers[number]
            yield _format_row(label, digits, left_piece, right_piece, column, equal=left == right)


def _print_narrow(
    rows: Sequence[Row], shown: Sequence[int], names: tuple[str, str], width: int
) -> Iterator[str]:
    """Print one text below the other, as `diff -u` does."""
    column = max(NARROWEST, width - 2)
    indentation = _find_indentation(rows, shown)
    for sign, name in zip("-+", names, strict=True):
        yield f"{sign} {name if len(name) <= column else '…' + name[1 - column :]}"
    for number in shown:
        left, right = rows[number]
        lines = [(" ", left)] if left == right else [("-", left), ("+", right)]
        for sign, line in lines:
            if line is not None:
                for piece in _fold(line, indentation, column):
                    yield f"{sign} {piece}".rstrip()


def _find_indentation(rows: Sequence[Row], shown: Sequence[int]) -> int:
    return min(
        (
            len(line) - len(line.lstrip())
            for number in shown
            for line in rows[number]
            if line is not None
        ),
        default=0,
    )


def _number_rows(rows: Sequence[Row]) -> list[str]:
    """Return each row's line number in the first text, or nothing where it has no such line."""
    numbers, count = [], 0
    for left, _ in rows:
        count += left is not None
        numbers.append(str(count) if left is not None else "")
    return numbers


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
