"""Where in the student's code something is: from the compiler's way of counting to Dodona's.

The compiler counts lines from 1, and columns in bytes from 0. Dodona counts rows and columns from
0, and columns in characters.
"""

from collections.abc import Mapping
from typing import Any


def load_source(file: str) -> list[bytes]:
    """The lines of a source; the compiler sees no byte order mark, and so there is none."""
    with open(file, "rb") as source:  # noqa: PTH123  # pathlib takes longer to load
        return source.read().removeprefix(b"\xef\xbb\xbf").split(b"\n")


def place_of(failure: Mapping[str, Any], lines: list[bytes]) -> dict[str, int]:
    """`row`, `column`, and as many `rows` or `columns` as are marked.

    A place past the last character is moved to that. Raises KeyError and TypeError when the failure
    has no place.
    """
    first, last = failure["line"] - 1, failure["end_line"] - 1
    while lines[1:] and not lines[-1].strip():
        lines = lines[:-1]
    row = min(max(first, 0), len(lines) - 1)
    line = lines[row].rstrip(b"\r")
    if row < first:
        return {"row": row, "column": max(_characters(line) - 1, 0), "columns": 1}
    column = _characters(line[: failure["column"]])
    if last > first:
        return {"row": row, "column": column, "rows": min(last, len(lines) - 1) - row + 1}
    end = _characters(line[: failure["end_column"]])
    return {"row": row, "column": column, "columns": max(end - column, 1)}


def _characters(text: bytes) -> int:
    return len(text.decode(errors="replace"))
