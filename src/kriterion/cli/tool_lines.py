"""A tool of Exercism's on a terminal: what staff are told of its run."""

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
    yield f"{kind}: {safe(' · '.join(told))}"
    for violation in record.violations[:_SHOWN_VIOLATIONS]:
        yield safe(f"  {violation.document} {violation.where}".rstrip() + f": {violation.what}")
    if failed and (said := record.stderr.strip()):
        yield safe(f"  it said: {said.splitlines()[-1]}")
