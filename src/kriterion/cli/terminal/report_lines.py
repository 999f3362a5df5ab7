"""Print the reports of a check, as lines or as one JSON object."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from kriterion.authoring.check_report import CheckReport
from kriterion.authoring.counted_nouns import format_count
from kriterion.cli.terminal.finding_lines import print_finding, print_line
from kriterion.markup.message_text import make_safe
from kriterion_tools.diagnostic import Severity


def print_report(report: CheckReport) -> None:
    """Print the subject of a report, then its findings, one per line and sorted by file."""
    location = "" if Path(report.subject) == report.root else f" in {report.root}"
    heading = click.style(make_safe(f"{report.subject} ({report.kind}{location})"), bold=True)
    print_line(f"{heading}: {make_safe(', '.join(report.facts))}" if report.facts else heading)
    for finding in report.findings:
        print_finding(finding.severity, make_safe(str(finding)))


def print_summary(reports: Sequence[CheckReport]) -> None:
    """Print how many errors and warnings there are in all reports."""
    numbers = {severity: _count(severity, reports) for severity in Severity}
    counts = [format_count(number, severity) for severity, number in numbers.items() if number]
    print_line(click.style(", ".join(counts) if counts else "no problems found", bold=True))


def encode_reports(reports: Sequence[CheckReport]) -> dict[str, Any]:
    """Return all reports as one JSON object."""
    numbers = {f"{severity}s": _count(severity, reports) for severity in Severity}
    return {**numbers, "reports": [_encode_report(report) for report in reports]}


def _encode_report(report: CheckReport) -> dict[str, Any]:
    return {
        "subject": report.subject,
        "kind": report.kind.value,
        "root": make_safe(str(report.root)),
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
