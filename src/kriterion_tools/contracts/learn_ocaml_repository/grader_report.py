"""The report of a grader: learn-ocaml's result for a solution.

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


def count_points(report: Report) -> int:
    """Return the points of the whole report, at least 0."""
    return max(_sum_points(report), 0)


def count_item_points(item: Item) -> int:
    """Return the points of a part; negative for a penalty."""
    if isinstance(item, Section):
        total = _sum_points(item.contents)
        return total if item.minimum is None else max(total, item.minimum)
    return item.result if isinstance(item.result, int) else 0


def has_failure(report: Report) -> bool:
    """Whether the report contains a failure or a penalty."""
    return any(
        has_failure(item.contents) if isinstance(item, Section) else _is_failure(item)
        for item in report
    )


def _sum_points(items: tuple[Item, ...]) -> int:
    return sum(count_item_points(item) for item in items)


def _is_failure(message: ReportMessage) -> bool:
    if isinstance(message.result, Result):
        return message.result is Result.FAILURE
    return message.result <= 0
