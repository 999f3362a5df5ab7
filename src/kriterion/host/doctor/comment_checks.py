"""Diagnose an analyzer's comment library: number of texts, and those that cannot be shown."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from kriterion.authoring.comments.comment_check import check_comments
from kriterion.authoring.counted_nouns import format_count
from kriterion.exercises.exercism import make_slug
from kriterion.host.doctor.diagnosis import Diagnosis
from kriterion_tools.diagnostic import Diagnostic, Severity

_SUBJECT = "analyzer comments"
_MAX_REPORTED = 10  # texts reported individually

_STATES = {Severity.ERROR: "fault", Severity.WARNING: "notice"}


def examine_comments(library: Path, languages: Sequence[str]) -> Iterator[Diagnosis]:
    """Examine a library for an analyzer of these languages.

    If a library has a directory per language, as website-copy does, only theirs counts.
    """
    if not library.is_dir():
        what = f"{library} is not a directory"
        yield Diagnosis(
            subject=_SUBJECT,
            state="fault",
            what=what,
            fix="name a directory",
            code="doctor.comments.no-directory",
        )
        return
    here = [library / make_slug(name) for name in languages]
    places = [place for place in here if place.is_dir()] or [library]
    for place in places:
        report = check_comments(str(place), place)
        if not any(True for _ in place.rglob("*.md")):
            what = f"{place} has no texts: no file in it ends in .md"
            fix = "name the directory that the first word of a pointer is in"
            yield Diagnosis(
                subject=_SUBJECT, state="fault", what=what, fix=fix, code="doctor.comments.no-texts"
            )
            continue
        facts = "; ".join(report.facts)
        yield Diagnosis(subject=_SUBJECT, state="fine", what=f"{place}: {facts}")
        reportable = [finding for finding in report.findings if finding.severity in _STATES]
        yield from _convert_findings(
            sorted(reportable, key=lambda finding: finding.severity is Severity.WARNING), place
        )


def _convert_findings(findings: Sequence[Diagnostic], place: Path) -> Iterator[Diagnosis]:
    """Report the worst findings individually, and count the rest: `kriterion check` lists all."""
    for finding in findings[:_MAX_REPORTED]:
        yield Diagnosis(
            subject=f"{_SUBJECT} {finding.file}",
            state=_STATES[finding.severity],
            what=f"{finding.where}: {finding.what}" if finding.where else finding.what,
            fix=finding.fix,
            code=finding.code,
        )
    if len(findings) > _MAX_REPORTED:
        yield Diagnosis(
            subject=_SUBJECT,
            state="notice",
            what=format_count(len(findings) - _MAX_REPORTED, "more finding"),
            code="doctor.comments.more-findings",
            fix=f"kriterion check {place}",
        )
