"""Print an analysis on a terminal: how the run went, and the tags. Comments are part of the
feedback.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus
from kriterion.cli.terminal.tool_lines import log_lines, tool_lines, wrap_text
from kriterion.markup.message_text import make_safe

_SHOWN_TAGS = 20  # per category


def analysis_lines(record: AnalyzerRecord) -> Iterator[str]:
    """Return the lines for staff."""
    facts = []
    if record.status is AnalyzerStatus.COMPLETED:
        record = replace(record, violations=())  # they are printed with the comments
        facts.append(f"comments: {len(record.comments)}")
        facts.append(f"tags: {len(record.tags)}")
    yield from tool_lines("analyzer", record, facts)
    yield from _tag_lines(record.tags)
    yield from log_lines(record)


def _tag_lines(tags: Iterable[str]) -> Iterator[str]:
    """List the tags by category."""
    things: dict[str, list[str]] = {}
    for tag in tags:
        category, _, thing = tag.partition(":")
        things.setdefault(category, []).append(thing)
    for category, tags_found in things.items():
        more = len(tags_found) - _SHOWN_TAGS
        listed = ", ".join(tags_found[:_SHOWN_TAGS]) + (f" and {more} more" if more > 0 else "")
        yield from wrap_text(f"  {make_safe(category):11}", listed)
