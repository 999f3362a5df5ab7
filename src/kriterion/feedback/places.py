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
