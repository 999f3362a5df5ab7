"""What a run's findings mean for a verdict: a status, notes for the student, facts for staff.

A judge cannot see what the kernel did to its processes, so its verdict may hide that a program was
killed. The notes say so for every verdict.
"""

from collections.abc import Iterable, Mapping

from kriterion.assessment.assessment_record import RUN, ToolViolation
from kriterion.sandbox.findings import FindingKind, RunFinding
from kriterion_tools.contracts.dodona_judge.outcome import Verdict, escalate
from kriterion_tools.contracts.dodona_judge.output_records import Message, Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.translation.translator import Phrase, Translator

NOTE_FORMAT = "callout-warning"

_FOR_STUDENTS: Mapping[FindingKind, Phrase] = {
    FindingKind.MEMORY_KILL: Phrase(
        "The memory limit was exceeded during this run, so a program was stopped. What is"
        " shown here may be incomplete."
    ),
    FindingKind.FILTER_KILL: Phrase(
        "A program was stopped during this run because it asked the system for something that"
        " is not allowed here. If your solution does nothing unusual, tell your teacher."
    ),
    FindingKind.NETWORK_REFUSED: Phrase(
        "This exercise asks for the internet, which programs cannot use here. If yours needs"
        " it, the result may be wrong: tell your teacher."
    ),
    FindingKind.UNSUPPORTED_PROGRAM: Phrase(
        "A program could not run because this site does not support its kind, so the result"
        " may be wrong. That need not be your mistake: tell your teacher."
    ),
}
_FOR_STAFF = Phrase("What happened in the run:")


def add_run_findings(
    verdict: Verdict, findings: Iterable[RunFinding], translator: Translator
) -> Verdict:
    """Return the verdict with notes on the run's findings.

    A memory kill turns an incorrect verdict into `memory limit exceeded`, unless it is worse. A
    correct one stands: the judge saw every result it needed.
    """
    findings_seen = tuple(findings)
    if not findings_seen:
        return verdict
    kinds = dict.fromkeys(finding.kind for finding in findings_seen)
    is_in_verdict = verdict.by_judge and verdict.status is Status.MEMORY_LIMIT_EXCEEDED
    if FindingKind.MEMORY_KILL in kinds and verdict.status is not Status.CORRECT:
        verdict = escalate(verdict, Status.MEMORY_LIMIT_EXCEEDED, translator)
    notes = [
        Message(format=NOTE_FORMAT, description=translator.translate(_FOR_STUDENTS[kind]))
        for kind in kinds
        if not (is_in_verdict and kind is FindingKind.MEMORY_KILL)
    ]
    facts = "\n".join(
        (translator.translate(_FOR_STAFF), *(finding.what for finding in findings_seen))
    )
    staff = Message(format="code", description=facts, permission=Permission.STAFF)
    return verdict.with_messages(*notes, staff)


def find_violations(findings: Iterable[RunFinding]) -> tuple[ToolViolation, ...]:
    """Return how the run's programs violated the sandbox's rules.

    High memory use is not a violation, nor is requesting the network.
    """
    return tuple(
        ToolViolation(document=RUN, where="", what=finding.what, code=finding.code)
        for finding in findings
        if finding.kind not in (FindingKind.MEMORY_KILL, FindingKind.NETWORK_REFUSED)
    )
