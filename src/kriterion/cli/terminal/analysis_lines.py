"""An analysis on a terminal: how the run went, and the tags; the comments are feedback."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus
from kriterion.cli.terminal.tool_lines import fitted, log_lines, tool_lines
from kriterion.markup.message_text import safe

_SHOWN_TAGS = 20  # of one category


def analysis_lines(record: AnalyzerRecord) -> Iterator[str]:
    """The lines for staff."""
    facts = []
    if record.status is AnalyzerStatus.COMPLETED:
        record = replace(record, violations=())  # they are told with the comments
        facts.append(f"comments: {len(record.comments)}")
        facts.append(f"tags: {len(record.tags)}")
    yield from tool_lines("analyzer", record, facts)
    yield from _tag_lines(record.tags)
    yield from log_lines(record)


def _tag_lines(tags: Iterable[str]) -> Iterator[str]:
    """What it uses, by category."""
    things: dict[str, list[str]] = {}
    for tag in tags:
        category, _, thing = tag.partition(":")
        things.setdefault(category, []).append(thing)
    for category, found in things.items():
        more = len(found) - _SHOWN_TAGS
        told = ", ".join(found[:_SHOWN_TAGS]) + (f" and {more} more" if more > 0 else "")
        yield from fitted(f"  {safe(category):11}", told)
