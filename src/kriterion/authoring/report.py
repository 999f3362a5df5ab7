"""What a check came to: all findings about one thing, and what was done to find them."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kriterion.authoring.finding import Finding, Severity
from kriterion.authoring.subject import SubjectKind
from kriterion.sandbox.choice import Backend

_ORDER = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """All that was found about one subject. Files in findings are relative to `root`.

    `facts` say what was looked at and what it is like, for a reader who wants to trust the silence.
    `machine_failed` holds when something could not be tried because this machine failed.
    """

    subject: str
    kind: SubjectKind
    root: Path
    facts: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    machine_failed: bool = False

    def count(self, severity: Severity) -> int:
        """How many findings there are of a severity."""
        return sum(finding.severity is severity for finding in self.findings)


def unconfined(backends: Iterable[str | None]) -> tuple[str, ...]:
    """The fact that not all runs were confined, if so it is. `backends` are those of the runs."""
    return ("NOT confined: in plain processes",) if Backend.PROCESS in backends else ()


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """Each finding once, by file, the worst of a file first, else in the order they were found."""
    return tuple(
        sorted(
            dict.fromkeys(findings), key=lambda finding: (finding.file, _ORDER[finding.severity])
        )
    )
