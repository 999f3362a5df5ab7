"""Ids of elements, derived from the position in the feedback and therefore stable.

A place counts from 0, an id from 1: the id for (1, 0) is "tab-2-context-1".
"""

_LEVELS = ("tab", "context", "testcase", "test")

Place = tuple[int, ...]
"""The indices of a tab and of the context, testcase and test in it; () is the whole feedback."""

FEEDBACK_ID = "feedback"
CODE_ID = "code"
LOGS_ID = "logs"


def make_element_id(place: Place) -> str:
    """Return the id of the element at a place."""
    if not place:
        return FEEDBACK_ID
    return "-".join(f"{level}-{index + 1}" for level, index in zip(_LEVELS, place, strict=False))


def make_code_id(file: int) -> str:
    """Return the id of a file's panel. Files count from 1, the main one."""
    return CODE_ID if file == 1 else f"{CODE_ID}-{file}"


def make_line_id(line: int, file: int = 1) -> str:
    """Return the id of a line of code. Lines and files count from 1; file 1 is the main one."""
    return f"{make_code_id(file)}-line-{line}"
