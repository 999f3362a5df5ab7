"""Convert locations in the student's code from the grader's line numbers to Dodona's.

Lines count from 1, rows from 0; columns are characters, from 0, in both.
"""

from collections.abc import Mapping
from typing import Any


def load_source(file: str) -> list[str]:
    """Return the lines of a source, without a byte order mark, which the compiler does not get."""
    with open(file, encoding="utf-8-sig", errors="replace", newline="") as source:
        return source.read().split("\n")


def locate_failure(failure: Mapping[str, Any], lines: list[str]) -> dict[str, int]:
    """Return `row`, `column`, and the number of marked `rows` or `columns`.

    A location past the end becomes the last character. Raises KeyError or TypeError if the failure
    has no location.
    """
    first, last = failure["line"] - 1, failure["end_line"] - 1
    while lines[1:] and not lines[-1].strip():
        lines = lines[:-1]
    row = min(max(first, 0), len(lines) - 1)
    if row < first:
        return {"row": row, "column": max(len(lines[row].rstrip()) - 1, 0), "columns": 1}
    column = failure["column"]
    if last > first:
        return {"row": row, "column": column, "rows": min(last, len(lines) - 1) - row + 1}
    return {"row": row, "column": column, "columns": max(failure["end_column"] - column, 1)}
