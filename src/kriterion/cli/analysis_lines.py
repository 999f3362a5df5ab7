"""An analysis on a terminal: how the run went, and the tags; the comments are feedback."""

from collections.abc import Iterator

from msgspec.structs import replace

from kriterion.assessment.record import AnalyzerRecord, AnalyzerStatus
from kriterion.cli.tool_lines import tool_lines
from kriterion.markup.terminal import safe

_SHOWN_TAGS = 20
_SHOWN_LINES = 10  # of what the tool wrote for its author


def analysis_lines(record: AnalyzerRecord) -> Iterator[str]:
    """The lines for staff."""
    facts = []
    if record.status is AnalyzerStatus.COMPLETED:
        record = replace(record, violations=())  # they are told with the comments
        facts.append(f"comments: {len(record.comments)}")
        shown = ", ".join(record.tags[:_SHOWN_TAGS])
        more = len(record.tags) - _SHOWN_TAGS
        if shown:
            facts.append(f"tags: {shown}" + (f" and {more} more" if more > 0 else ""))
    yield from tool_lines("analyzer", record, facts)
    if debugging := record.debugging.strip():
        yield "  analysis.out:"
        yield from (safe(f"    {line}") for line in debugging.splitlines()[:_SHOWN_LINES])
