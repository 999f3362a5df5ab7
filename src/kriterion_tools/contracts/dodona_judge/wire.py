"""The types that the two formats of a judge's output share on the wire, as strict as the contract.

Source: dodona-edu/dodona e7be6f0d2, public/schemas/partial_output.json and judge_output.json.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    AnnotationSeverity,
    Message,
    Permission,
)
from kriterion_tools.contracts.dodona_judge.statuses import JUDGE_STATUSES, SYNONYMS, Status

# The schemas say "number": a float is one, and none is too large. Beyond this all are alike.
MAXIMUM_NUMBER = 2**31 - 1

Number = Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0)]

StatusWord = Literal[
    "correct",
    "correct answer",
    "wrong",
    "wrong answer",
    "output limit exceeded",
    "runtime error",
    "compilation error",
    "memory limit exceeded",
    "time limit exceeded",
    "internal error",
]

STATUS_OF: dict[str, Status] = {status.value: status for status in JUDGE_STATUSES} | SYNONYMS


class MessageObject(msgspec.Struct, frozen=True, gc=False):
    """A message that says more than its text."""

    format: str
    description: str
    permission: Permission = Permission.STUDENT


Text = str | MessageObject


class Place(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What an annotation is about."""

    row: Number
    text: str
    column: Number | UnsetType = UNSET
    rows: Number | UnsetType = UNSET
    columns: Number | UnsetType = UNSET
    external_url: str | UnsetType = msgspec.field(default=UNSET, name="externalUrl")


def message_of(text: Text) -> Message:
    """The message that the wire's text or object stands for."""
    if isinstance(text, str):
        return Message(description=text)
    return Message(format=text.format, description=text.description, permission=text.permission)


def description_of(text: Text | UnsetType) -> Message | None:
    """The message, None when there is none."""
    return None if isinstance(text, UnsetType) else message_of(text)


def annotation_of(place: Place, severity: AnnotationSeverity) -> Annotation:
    """The annotation of that place."""
    return Annotation(
        row=whole(place.row),
        text=place.text,
        type=severity,
        column=optional_whole(place.column),
        rows=optional_whole(place.rows),
        columns=optional_whole(place.columns),
        external_url=place.external_url or None,
    )


def whole(number: float) -> int:
    """The number without what is behind its point, brought within bounds."""
    return int(min(number, MAXIMUM_NUMBER))


def optional_whole(number: float | UnsetType) -> int | None:
    """The same, None when it is not given."""
    return None if isinstance(number, UnsetType) else whole(number)


def check_debug_data(data: dict[str, Any] | UnsetType) -> None:
    """Raise ValueError when what is for a step debugger is no text."""
    if isinstance(data, UnsetType):
        return
    for key in ("statements", "stdin"):
        if not isinstance(data.get(key, ""), str):
            raise ValueError(f"data.{key} must be a string")
