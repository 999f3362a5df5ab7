"""Describe a run of a tool on a sample: its resources, violations, and what to do."""

from collections.abc import Iterator, Sequence

from kriterion.assessment.assessment_record import ToolViolation
from kriterion.host.doctor.diagnosis import Diagnosis
from kriterion.host.settings import ToolSettings
from kriterion.sandbox.run import MIB
from kriterion.tools.exercism_tool import ToolEnding
from kriterion_tools.errors import ContractViolation

_MAX_LISTED = 20  # violations


def describe_resources(
    *, exit_status: int | None, wall_seconds: float | None, peak_memory_bytes: int | None
) -> Iterator[str]:
    if exit_status:
        yield f"exit status {exit_status}"
    if wall_seconds is not None:
        yield f"{wall_seconds:.2f} s"
    if peak_memory_bytes is not None:
        yield f"{peak_memory_bytes / MIB:.0f} MiB"


def choose_fix(ending: str | None, settings: ToolSettings, *, table: str) -> str:
    """Return the setting that may help after a bad ending; "" if there is none."""
    place = f"[{table}.{settings.name}] of kriterion.toml"
    match ending:
        case ToolEnding.MISSING if not settings.one_directory:
            return f"one_directory = true in {place}, if it writes where the solution is"
        case ToolEnding.TIMEOUT:
            return f"time_limit = SECONDS in {place} gives it longer"
        case ToolEnding.MEMORY_LIMIT:
            return f"memory_limit = BYTES in {place} gives it more"
    return ""


def describe_needs(settings: ToolSettings) -> str:
    """Return where to put what a tool misses when it runs."""
    image = f'[images."{settings.image}"]' if settings.image else "an image of its own"
    return f"what it needs must be in {image} of kriterion.toml: readable, path, variables"


def report_violations(
    tool: str, violations: Sequence[ToolViolation | ContractViolation]
) -> Iterator[Diagnosis]:
    """Report the violations of the tool's contract, up to a maximum."""
    for violation in violations[:_MAX_LISTED]:
        yield Diagnosis(
            subject=f"{tool} {violation.document} {violation.where}".rstrip(),
            state="fault",
            what=violation.what,
            code=violation.code,
        )
    more = len(violations) - _MAX_LISTED
    if more > 0:
        yield Diagnosis(
            subject=f"{tool} violations",
            state="fault",
            what=f"{more:,} more violations are not listed",
            code="doctor.sample.more-violations",
        )
