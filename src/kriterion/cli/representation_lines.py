"""A representation on a terminal: which class a submission is in, or why it is in none."""

from collections.abc import Iterator

from kriterion.assessment.record import RepresenterRecord, RepresenterStatus
from kriterion.markup.terminal import safe

_SHOWN_VIOLATIONS = 5


def representation_lines(record: RepresenterRecord) -> Iterator[str]:
    """The lines for staff."""
    yield f"representer: {safe(' · '.join(_facts(record)))}"
    for violation in record.violations[:_SHOWN_VIOLATIONS]:
        yield safe(f"  {violation.document} {violation.where}".rstrip() + f": {violation.what}")
    if record.status is RepresenterStatus.FAILED and (said := record.stderr.strip()):
        yield safe(f"  it said: {said.splitlines()[-1]}")


def _facts(record: RepresenterRecord) -> Iterator[str]:
    yield record.status.value
    if record.digest is not None:
        yield f"class {record.digest}"
        yield f"version {record.version}, exercise's version {record.exercise_version}"
    elif record.status is RepresenterStatus.FAILED:
        yield record.ending or "no run"
        if record.exit_status:
            yield f"exit status {record.exit_status}"
    if record.reason:
        yield record.reason
