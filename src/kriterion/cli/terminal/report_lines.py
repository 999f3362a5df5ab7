"""How the reports of a check are told: lines for people, rows for programs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from kriterion.authoring.check_report import CheckReport
from kriterion.authoring.counted_nouns import counted
from kriterion.cli.terminal.finding_lines import tell, tell_finding
from kriterion.markup.message_text import safe
from kriterion_tools.diagnostic import Severity


def tell_report(report: CheckReport) -> None:
    """Print a report: what it is about, then each finding on a line of its own, by file."""
    elsewhere = "" if Path(report.subject) == report.root else f" in {report.root}"
    heading = click.style(safe(f"{report.subject} ({report.kind}{elsewhere})"), bold=True)
    tell(f"{heading}: {safe(', '.join(report.facts))}" if report.facts else heading)
    for finding in report.findings:
        tell_finding(finding.severity, safe(str(finding)))


def tell_sum(reports: Sequence[CheckReport]) -> None:
    """Print how much there is to mend in all."""
    numbers = {severity: _count(severity, reports) for severity in Severity}
    told = [counted(number, severity) for severity, number in numbers.items() if number]
    tell(click.style(", ".join(told) if told else "nothing to mend", bold=True))


def document_of(reports: Sequence[CheckReport]) -> dict[str, Any]:
    """All reports as one JSON object."""
    numbers = {f"{severity}s": _count(severity, reports) for severity in Severity}
    return {**numbers, "reports": [_row(report) for report in reports]}


def _row(report: CheckReport) -> dict[str, Any]:
    return {
        "subject": report.subject,
        "kind": report.kind.value,
        "root": safe(str(report.root)),
        "facts": list(report.facts),
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity.value,
                "file": finding.file,
                "where": finding.where,
                "what": finding.what,
                "fix": finding.fix,
                "upstream": finding.upstream,
            }
            for finding in report.findings
        ],
    }


def _count(severity: Severity, reports: Sequence[CheckReport]) -> int:
    return sum(report.count(severity) for report in reports)
