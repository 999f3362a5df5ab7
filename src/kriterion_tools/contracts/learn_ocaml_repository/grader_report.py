"""The report of a grader: what learn-ocaml says of a solution.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_report.ml.
"""

from enum import StrEnum, unique
from typing import NamedTuple

# The judge loads these for each submission, and importing `dataclasses` would take longer than
# everything else.


@unique
class Display(StrEnum):
    """How a piece of text is displayed."""

    NORMAL = "normal"
    CODE = "code"
    OUTPUT = "output"


class Inline(NamedTuple):
    """A piece of a text."""

    text: str
    display: Display = Display.NORMAL


class LineBreak(NamedTuple):
    """The end of a line in a text."""


ReportText = tuple[Inline | LineBreak, ...]


@unique
class Result(StrEnum):
    """The result of a message without points. A FAILURE fails the report."""

    FAILURE = "failure"
    WARNING = "warning"
    INFORMATIVE = "informative"
    IMPORTANT = "important"


class ReportMessage(NamedTuple):
    """A line of a report. As points, `result` is earned when positive, a penalty when negative."""

    text: ReportText
    result: Result | int


class Section(NamedTuple):
    """A part of a report with a title; it counts for at least `minimum` points when that is set."""

    title: ReportText
    contents: tuple["Item", ...]
    minimum: int | None = None


Item = ReportMessage | Section
Report = tuple[Item, ...]


def points(report: Report) -> int:
    """Return the points of the whole report, at least 0."""
    return max(_sum(report), 0)


def worth(item: Item) -> int:
    """Return the points of a part; negative for a penalty."""
    if isinstance(item, Section):
        total = _sum(item.contents)
        return total if item.minimum is None else max(total, item.minimum)
    return item.result if isinstance(item.result, int) else 0


def failed(report: Report) -> bool:
    """Whether the report contains a failure or a penalty."""
    return any(
        failed(item.contents) if isinstance(item, Section) else _fails(item) for item in report
    )


def _sum(items: tuple[Item, ...]) -> int:
    return sum(worth(item) for item in items)


def _fails(message: ReportMessage) -> bool:
    if isinstance(message.result, Result):
        return message.result is Result.FAILURE
    return message.result <= 0
