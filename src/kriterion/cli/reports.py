"""How the reports of a check are told: lines for people, rows for programs."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from kriterion.authoring.finding import Finding, Severity
from kriterion.authoring.report import Report
from kriterion.markup.terminal import safe

_SIGNS = {
    Severity.ERROR: ("✗", "red"),
    Severity.WARNING: ("!", "yellow"),
    Severity.NOTICE: ("•", "blue"),
}


def tell_report(report: Report) -> None:
    """Print a report: what it is about, then each finding on a line of its own, by file."""
    elsewhere = "" if Path(report.subject) == report.root else f" in {report.root}"
    heading = click.style(safe(f"{report.subject} ({report.kind}{elsewhere})"), bold=True)
    _print(f"{heading}: {safe(', '.join(report.facts))}" if report.facts else heading)
    for finding in report.findings:
        sign, colour = _SIGNS[finding.severity]
        word = click.style(f"{sign} {finding.severity:8}", fg=colour)
        _print(f"{word} {_on_one_line(finding)}")


def tell_sum(reports: Sequence[Report]) -> None:
    """Print how much there is to mend in all."""
    counted = {severity: _count(severity, reports) for severity in Severity}
    told = [
        f"{number:,} {severity}{'' if number == 1 else 's'}"
        for severity, number in counted.items()
        if number
    ]
    _print(click.style(", ".join(told) if told else "nothing to mend", bold=True))


def document_of(reports: Sequence[Report]) -> dict[str, Any]:
    """All reports as one JSON object."""
    counted = {f"{severity}s": _count(severity, reports) for severity in Severity}
    return {**counted, "reports": [_row(report) for report in reports]}


def _row(report: Report) -> dict[str, Any]:
    return {
        "subject": report.subject,
        "kind": report.kind.value,
        "root": safe(str(report.root)),
        "facts": list(report.facts),
        "findings": [
            {
                "severity": finding.severity.value,
                "file": finding.file,
                "where": finding.where,
                "what": finding.what,
                "fix": finding.fix,
            }
            for finding in report.findings
        ],
    }


def _count(severity: Severity, reports: Sequence[Report]) -> int:
    return sum(report.count(severity) for report in reports)


def _on_one_line(finding: Finding) -> str:
    return " ".join(safe(str(finding)).split("\n"))


def _print(line: str) -> None:
    # no-color.org; click itself only looks whether this is a terminal
    click.echo(line, color=False if os.environ.get("NO_COLOR") else None)
