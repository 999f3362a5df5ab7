"""The report of a check: all findings about one subject, and what was examined."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kriterion.authoring.subject import SubjectKind
from kriterion.sandbox.registry import Backend
from kriterion_tools.diagnostic import Diagnostic, Severity

_ORDER = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckReport:
    """All findings about one subject. Files are relative to `root`.

    `facts` list what was examined, for readers who want to trust an empty report. `machine_failed`:
    something could not be tried because this machine failed.
    """

    subject: str
    kind: SubjectKind
    root: Path
    facts: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    machine_failed: bool = False

    def count(self, severity: Severity) -> int:
        """Count the findings of a severity."""
        return sum(finding.severity is severity for finding in self.findings)


def describe_unconfined(backends: Iterable[str | None]) -> tuple[str, ...]:
    """Return a fact for the report if any run was not confined; `backends` ran them."""
    return ("NOT confined: in plain processes",) if Backend.PROCESS in backends else ()


def sort_findings(findings: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return each finding once, by file, worst first within a file, otherwise in order."""
    return tuple(
        sorted(
            dict.fromkeys(findings), key=lambda finding: (finding.file, _ORDER[finding.severity])
        )
    )
