"""An Exercism tool in an assessment: skipped or run, and the record of that run."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kriterion.assessment.assessment_record import ToolViolation
from kriterion.assessment.run_notes import find_violations
from kriterion.sandbox.run import Outcome
from kriterion.tools.exercism_tool import ToolEnding
from kriterion_tools.errors import ContractViolation

# Of each log (stdout, stderr, the author's), the beginning and the end are stored.
_KEPT_BYTES = 32 * 1024


@dataclass(frozen=True, slots=True)
class SkippedTool:
    """A requested tool that is not run."""

    reason: str


def make_run_fields(
    ending: ToolEnding,
    outcome: Outcome,
    violations: Iterable[ContractViolation],
    debugging: bytes,
) -> dict[str, Any]:
    """Return the fields of a ToolRecord that describe a run."""
    return {
        "ending": ending.value,
        "exit_status": outcome.exit_status,
        "wall_seconds": outcome.wall_seconds,
        "cpu_seconds": outcome.cpu_seconds,
        "peak_memory_bytes": outcome.peak_memory_bytes,
        "stdout": truncate_log(outcome.stdout),
        "stderr": truncate_log(outcome.stderr),
        "debugging": truncate_log(debugging),
        "violations": tuple(
            ToolViolation(
                document=violation.document,
                where=violation.where,
                what=violation.what,
                code=violation.code,
            )
            for violation in violations
        )
        + find_violations(outcome.findings),
        "backend": outcome.backend,
        "enforced": outcome.enforced,
    }


def truncate_log(written: bytes) -> str:
    """Return a tool's log, with the middle of a long one left out."""
    left_out = len(written) - 2 * _KEPT_BYTES
    if left_out <= 0:
        return written.decode(errors="replace")
    begin = written[:_KEPT_BYTES].decode(errors="replace")
    end = written[-_KEPT_BYTES:].decode(errors="replace")
    return f"{begin}\n[… Kriterion left out {left_out:,} bytes here …]\n{end}"
