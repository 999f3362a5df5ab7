"""Where a piece of feedback stands, as the id of its element: the same whenever it is rendered.

A place counts from 0, as in the judgement; an id from 1, as people do: (1, 0) is
"tab-2-context-1".
"""

_LEVELS = ("tab", "context", "testcase", "test")

Place = tuple[int, ...]

FEEDBACK_ID = "feedback"
CODE_ID = "code"
LOGS_ID = "logs"


def identifier(place: Place) -> str:
    """The id of a tab, context, testcase or test; of all the feedback for the empty place."""
    if not place:
        return FEEDBACK_ID
    return "-".join(f"{level}-{index + 1}" for level, index in zip(_LEVELS, place, strict=False))


def line_id(line: int, file: int = 1) -> str:
    """The id of a line of the code, both from 1; the first file is the main one."""
    return f"{CODE_ID}-line-{line}" if file == 1 else f"{CODE_ID}-{file}-line-{line}"
