"""A tool of Exercism's on a terminal: what staff are told of its run."""

import shutil
import textwrap
from collections.abc import Iterable, Iterator

from kriterion.assessment.record import AnalyzerRecord, RepresenterRecord
from kriterion.markup.terminal import safe

_FAILED = "failed"
_SHOWN_VIOLATIONS = 5


def tool_lines(
    kind: str, record: AnalyzerRecord | RepresenterRecord, facts: Iterable[str]
) -> Iterator[str]:
    """What became of it, what it wrote against its contract, its last word when it failed."""
    failed = record.status == _FAILED
    told = [record.status.value, *facts]
    if failed:
        told.append(record.ending or "no run")
        if record.exit_status:
            told.append(f"exit status {record.exit_status}")
    if record.reason:
        told.append(record.reason)
    yield from fitted(f"{kind}: ", " · ".join(told))
    for violation in record.violations[:_SHOWN_VIOLATIONS]:
        place = f"{violation.document} {violation.where}".rstrip()
        yield from fitted("  ", f"{place}: {violation.what}")
    if failed and (said := record.stderr.strip()):
        yield from fitted("  it said: ", said.splitlines()[-1])


def fitted(begin: str, text: str) -> list[str]:
    """The text in lines that fit the terminal, each but the first as far in as the first begins."""
    return textwrap.wrap(
        safe(text),
        width=max(shutil.get_terminal_size().columns, 40),
        initial_indent=begin,
        subsequent_indent=" " * len(begin),
        break_on_hyphens=False,
    ) or [begin.rstrip()]
