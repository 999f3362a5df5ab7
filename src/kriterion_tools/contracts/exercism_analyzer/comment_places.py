"""Places that comments point to: our extension, since Exercism's contract has none.

An analyzer may add `"places": [{"row": 3, "column": 4}]` to a comment; other hosts ignore unknown
keys. Without it, a parameter that holds a line number gives the place: python-analyzer, ameba and
perlcritic have such parameters.
"""

from collections.abc import Mapping
from typing import Any

from kriterion_tools.contracts.exercism_analyzer.analysis import CommentPlace
from kriterion_tools.diagnostic import describe_value
from kriterion_tools.tool_documents import DocumentViolations

MAXIMUM_PLACES = 100  # of one comment
MAXIMUM_NUMBER = 2**31 - 1

# Source: the placeholders in exercism/website-copy 68cc3fc, analyzer-comments/. They count from 1.
LINE_PARAMS = ("lineno", "line_number", "line")

_COUNTS = ("row", "column", "rows", "columns")


def read_places(
    written: Any, params: Mapping[str, str], where: str, violations: DocumentViolations
) -> tuple[CommentPlace, ...]:
    """Read the places of a comment; without any, the line number in one of its parameters."""
    if written is None:
        return _read_line_param(params)
    if not isinstance(written, list):
        what = f"must be a list, not {describe_value(written)}"
        violations.add(where, what, code="tool-output.wrong-type")
        return ()
    if len(written) > MAXIMUM_PLACES:
        what = f"has {len(written):,} places, of which only {MAXIMUM_PLACES} are read"
        violations.add(where, what, code="analysis.too-many-places")
    read = (
        _read_place(place, f"{where}[{index}]", violations)
        for index, place in enumerate(written[:MAXIMUM_PLACES])
    )
    return tuple(place for place in read if place is not None)


def _read_place(written: Any, where: str, violations: DocumentViolations) -> CommentPlace | None:
    if not isinstance(written, dict):
        what = f"must be an object, not {describe_value(written)}"
        violations.add(where, what, code="tool-output.wrong-type")
        return None
    counts: dict[str, int] = {}
    for name in _COUNTS:
        value = written.get(name)
        if isinstance(value, float) and value.is_integer():  # 3.0 is a whole number in JSON
            value = int(value)
        if type(value) is int and 0 <= value <= MAXIMUM_NUMBER:
            counts[name] = value
        elif value is not None or name == "row":
            what = (
                f"must be a whole number from 0 to {MAXIMUM_NUMBER:,}, not {describe_value(value)}"
            )
            violations.add(f"{where}.{name}", what, code="analysis.invalid-place")
    if "row" not in counts:
        return None
    file = written.get("file")
    if file is not None and not isinstance(file, str):
        what = f"must be a string, not {describe_value(file)}"
        violations.add(f"{where}.file", what, code="tool-output.wrong-type")
        file = None
    return CommentPlace(file=file, **counts)


def _read_line_param(params: Mapping[str, str]) -> tuple[CommentPlace, ...]:
    for name in LINE_PARAMS:
        line = params.get(name, "")
        if line.isascii() and line.isdecimal() and len(line) < 10 and int(line) > 0:
            return (CommentPlace(row=int(line) - 1),)
    return ()
