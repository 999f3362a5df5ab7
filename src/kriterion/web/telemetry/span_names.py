"""The names and attributes of the spans in a trace."""

from collections.abc import Mapping
from enum import StrEnum, unique

Attributes = Mapping[str, str | int | float]


@unique
class SpanName(StrEnum):
    """The steps from submitting to feedback; the root lasts from the first to the last of these."""

    ROOT = "submission"
    SUBMIT = "submit"
    QUEUED = "queued"
    CLAIM = "claim"
    RUN = "run"
    STORE = "store"
    RENDER = "render"
    FIRST_WORDS = "first words"
    FEEDBACK = "feedback"
