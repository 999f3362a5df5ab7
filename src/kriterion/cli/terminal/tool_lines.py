"""A tool of Exercism's on a terminal: what staff are told of its run."""

import shutil
import textwrap
from collections.abc import Iterable, Iterator

from kriterion.assessment.assessment_record import AnalyzerRecord, RepresenterRecord
from kriterion.markup.message_text import safe
from kriterion.markup.visible_text import shorten

_FAILED = "failed"
_SHOWN_VIOLATIONS = 5
_SHOWN_LINES = 10  # of a log
_SHOWN_CHARACTERS = 500  # of a line


def tool_lines(
    kind: str, record: AnalyzerRecord | RepresenterRecord, facts: Iterable[str]
) -> Iterator[str]:
    """What became of it, and what it wrote against its contract."""
    failed = record.status == _FAILED
    told = ["timed out" if record.timed_out else record.status.value, *facts]
    if failed and not record.timed_out:
        told.append(record.ending or "no run")
        if record.exit_status:
            told.append(f"exit status {record.exit_status}")
    if record.reason:
        told.append(record.reason)
    yield from fitted(f"{kind}: ", " · ".join(told))
    for violation in record.violations[:_SHOWN_VIOLATIONS]:
        place = f"{violation.document} {violation.where}".rstrip()
        yield from fitted("  ", f"{place}: {violation.what}")


def log_lines(record: AnalyzerRecord | RepresenterRecord) -> Iterator[str]:
    """How each of its logs ended: JSON and HTML have the rest."""
    for name, text in record.logs.items():
        lines = text.strip().splitlines()
        more = len(lines) - _SHOWN_LINES
        yield (
            f"  {name}, last {_SHOWN_LINES} of {len(lines):,} lines:" if more > 0 else f"  {name}:"
        )
        for line in lines[-_SHOWN_LINES:]:
            yield safe(f"    {shorten(line, _SHOWN_CHARACTERS)}")


def fitted(begin: str, text: str) -> list[str]:
    """The text in lines that fit the terminal, each but the first as far in as the first begins."""
    return textwrap.wrap(
        safe(text),
        width=max(shutil.get_terminal_size().columns, 40),
        initial_indent=begin,
        subsequent_indent=" " * len(begin),
        break_on_hyphens=False,
    ) or [begin.rstrip()]
