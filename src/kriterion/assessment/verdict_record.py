"""The record of a verdict on a submission."""

from msgspec.structs import replace

from kriterion.assessment.assessment_record import JudgeRecord, ToolViolation
from kriterion.assessment.run_notes import find_violations
from kriterion.sandbox.run import Outcome
from kriterion_tools.contracts.dodona_judge.outcome import Verdict


def make_judge_record(verdict: Verdict, outcome: Outcome | None = None) -> JudgeRecord:
    """Return the record of a verdict, and of its run if there was one."""
    record = JudgeRecord(
        status=verdict.status,
        accepted=verdict.accepted,
        summary=verdict.summary,
        feedback=verdict.output,
        violations=tuple(
            ToolViolation(
                document="stdout",
                where=violation.place,
                what=violation.what,
                code=violation.code,
                excerpt=violation.excerpt,
            )
            for violation in verdict.violations
        ),
    )
    if outcome is None:
        return record
    return replace(
        record,
        violations=record.violations + find_violations(outcome.findings),
        run_notes=tuple(finding.what for finding in outcome.findings),
        run_codes=tuple(finding.code for finding in outcome.findings),
        ending=outcome.ending.value,
        wall_seconds=outcome.wall_seconds,
        cpu_seconds=outcome.cpu_seconds,
        peak_memory_bytes=outcome.peak_memory_bytes,
        backend=outcome.backend,
        enforced=outcome.enforced,
    )
