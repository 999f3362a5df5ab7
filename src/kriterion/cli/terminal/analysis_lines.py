"""Print an analysis on a terminal: how the run went, and the tags. Comments are part of the
feedback.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus
from kriterion.cli.terminal.tool_lines import format_logs, format_outcome, wrap_text
from kriterion.markup.message_text import make_safe

_MAXIMUM_TAGS = 20  # per category


def format_analyzer_run(record: AnalyzerRecord) -> Iterator[str]:
    """Yield the lines for staff."""
    facts = []
    if record.status is AnalyzerStatus.COMPLETED:
        record = replace(record, violations=())  # the feedback shows them beside the comments
        facts.append(f"comments: {len(record.comments)}")
        facts.append(f"tags: {len(record.tags)}")
    yield from format_outcome("analyzer", record, facts)
    yield from _format_tags(record.tags)
    yield from format_logs(record)


def _format_tags(tags: Iterable[str]) -> Iterator[str]:
    """List the tags by category."""
    things_by_category: dict[str, list[str]] = {}
    for tag in tags:
        category, _, thing = tag.partition(":")
        things_by_category.setdefault(category, []).append(thing)
    for category, things in things_by_category.items():
        more = len(things) - _MAXIMUM_TAGS
        listed = ", ".join(things[:_MAXIMUM_TAGS]) + (f" and {more} more" if more > 0 else "")
        yield from wrap_text(f"  {make_safe(category):11}", listed)
