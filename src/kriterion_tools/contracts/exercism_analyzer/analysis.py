"""An analysis: an analyzer's comments on one solution.

Source: exercism/docs 19e037f, building/tooling/analyzers/interface.md; the order of comments is
that of exercism/website 16bb79f.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique


@unique
class CommentType(StrEnum):
    """How urgent a comment is, most urgent first."""

    ESSENTIAL = "essential"  # to address before going on
    ACTIONABLE = "actionable"  # an instruction that makes the solution better
    INFORMATIVE = "informative"  # good to know
    CELEBRATORY = "celebratory"  # something was done right


DEFAULT_TYPE = CommentType.INFORMATIVE

_URGENCY = {type_: rank for rank, type_ in enumerate(CommentType)}


@dataclass(frozen=True, kw_only=True, slots=True)
class CommentPlace:
    """Where in the solution a comment matched, in the terms of a judge's annotation.

    `row` and `column` count from 0. `rows` is the number of rows, `columns` the number of
    characters on the last one. `file` is None if the solution has only one file.
    """

    row: int
    column: int | None = None
    rows: int | None = None
    columns: int | None = None
    file: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Comment:
    """One comment: a pointer to a text in a comment library, and values for its placeholders."""

    pointer: str
    type: CommentType = DEFAULT_TYPE
    params: Mapping[str, str] = field(default_factory=dict)
    places: tuple[CommentPlace, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Analysis:
    """All comments on a solution. `summary` is plain text, or None."""

    summary: str | None = None
    comments: tuple[Comment, ...] = ()


def sort_by_urgency(comments: Iterable[Comment]) -> list[Comment]:
    """Sort by urgency; within a type, keep the analyzer's order."""
    return sorted(comments, key=lambda comment: _URGENCY[comment.type])
