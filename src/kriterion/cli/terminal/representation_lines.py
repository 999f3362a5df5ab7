"""Print a representation on a terminal: the submission's class, or why it has none."""

from collections.abc import Iterator

from kriterion.assessment.assessment_record import RepresenterRecord
from kriterion.cli.terminal.tool_lines import log_lines, tool_lines


def representation_lines(record: RepresenterRecord) -> Iterator[str]:
    """Return the lines for staff."""
    facts = []
    if record.digest is not None:
        facts.append(f"class {record.digest}")
        facts.append(f"version {record.version}, exercise's version {record.exercise_version}")
    yield from tool_lines("representer", record, facts)
    yield from log_lines(record)
