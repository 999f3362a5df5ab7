"""Print a representation on a terminal: the submission's class, or why it has none."""

from collections.abc import Iterator

from kriterion.assessment.assessment_record import RepresenterRecord
from kriterion.cli.terminal.tool_lines import format_logs, format_outcome


def format_representer_run(record: RepresenterRecord) -> Iterator[str]:
    """Yield the lines for staff."""
    facts = []
    if record.digest is not None:
        facts.append(f"class {record.digest}")
        facts.append(f"version {record.version}, exercise's version {record.exercise_version}")
    yield from format_outcome("representer", record, facts)
    yield from format_logs(record)
