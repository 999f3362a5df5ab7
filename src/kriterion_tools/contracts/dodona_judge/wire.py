"""The types that both formats of a judge's output share on the wire, as strict as the contract.

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

# The schemas say "number", which includes floats and has no bound. Larger numbers become this one.
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
    """A message with a format and a permission; one with neither is a plain string."""

    format: str
    description: str
    permission: Permission = Permission.STUDENT


Text = str | MessageObject


class Place(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The place and the text of an annotation."""

    row: Number
    text: str
    column: Number | UnsetType = UNSET
    rows: Number | UnsetType = UNSET
    columns: Number | UnsetType = UNSET
    external_url: str | UnsetType = msgspec.field(default=UNSET, name="externalUrl")


def to_message(text: Text) -> Message:
    """Convert a message: a string or an object on the wire."""
    if isinstance(text, str):
        return Message(description=text)
    return Message(format=text.format, description=text.description, permission=text.permission)


def to_optional_message(text: Text | UnsetType) -> Message | None:
    """Convert a message; None if it is not given."""
    return None if isinstance(text, UnsetType) else to_message(text)


def to_annotation(place: Place, severity: AnnotationSeverity) -> Annotation:
    """Build an annotation."""
    return Annotation(
        row=to_whole_number(place.row),
        text=place.text,
        type=severity,
        column=to_optional_whole_number(place.column),
        rows=to_optional_whole_number(place.rows),
        columns=to_optional_whole_number(place.columns),
        external_url=place.external_url or None,
    )


def to_whole_number(number: float) -> int:
    """Return the integer part, at most MAXIMUM_NUMBER."""
    return int(min(number, MAXIMUM_NUMBER))


def to_optional_whole_number(number: float | UnsetType) -> int | None:
    """Return the integer part; None if the number is not given."""
    return None if isinstance(number, UnsetType) else to_whole_number(number)


def check_debug_data(data: dict[str, Any] | UnsetType) -> None:
    """Raise ValueError unless `statements` and `stdin`, for a step debugger, are strings."""
    if isinstance(data, UnsetType):
        return
    for key in ("statements", "stdin"):
        if not isinstance(data.get(key, ""), str):
            raise ValueError(f"data.{key} must be a string")
