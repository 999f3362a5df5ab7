"""Print the run of an Exercism tool on a terminal, for staff."""

import shutil
import textwrap
from collections.abc import Iterable, Iterator

from kriterion.assessment.assessment_record import AnalyzerRecord, RepresenterRecord
from kriterion.markup.message_text import make_safe
from kriterion.markup.visible_text import shorten

_FAILED = "failed"
_MAXIMUM_VIOLATIONS = 5
_MAXIMUM_LINES = 10  # of a log
_MAXIMUM_CHARACTERS = 500  # of a line


def format_outcome(
    kind: str, record: AnalyzerRecord | RepresenterRecord, facts: Iterable[str]
) -> Iterator[str]:
    """Yield the tool's outcome, then its violations of the contract."""
    failed = record.status == _FAILED
    parts = ["timed out" if record.timed_out else record.status.value, *facts]
    if failed and not record.timed_out:
        parts.append(record.ending or "no run")
        if record.exit_status:
            parts.append(f"exit status {record.exit_status}")
    if record.reason:
        parts.append(record.reason)
    yield from wrap_text(f"{kind}: ", " · ".join(parts))
    for violation in record.violations[:_MAXIMUM_VIOLATIONS]:
        place = f"{violation.document} {violation.where}".rstrip()
        yield from wrap_text("  ", f"{place}: {violation.what}")


def format_logs(record: AnalyzerRecord | RepresenterRecord) -> Iterator[str]:
    """Yield the end of each log; JSON and HTML output has all of it."""
    for name, text in record.logs.items():
        lines = text.strip().splitlines()
        more = len(lines) - _MAXIMUM_LINES
        yield (
            f"  {name}, last {_MAXIMUM_LINES} of {len(lines):,} lines:"
            if more > 0
            else f"  {name}:"
        )
        for line in lines[-_MAXIMUM_LINES:]:
            yield make_safe(f"    {shorten(line, _MAXIMUM_CHARACTERS)}")


def wrap_text(begin: str, text: str) -> list[str]:
    """Wrap the text after `begin` to the terminal's width; later lines align with the text."""
    return textwrap.wrap(
        make_safe(text),
        width=max(shutil.get_terminal_size().columns, 40),
        initial_indent=begin,
        subsequent_indent=" " * len(begin),
        break_on_hyphens=False,
    ) or [begin.rstrip()]
