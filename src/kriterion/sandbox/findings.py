"""What was done to processes of a run, which its output may not tell: kills and refusals."""

from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class FindingKind(StrEnum):
    """What happened to a process of the run."""

    MEMORY_KILL = "memory kill"  # killed at the memory limit
    FILTER_KILL = "filter kill"  # killed by the filter of system calls
    UNSUPPORTED_PROGRAM = "unsupported program"  # a 32-bit one, for example


@dataclass(frozen=True, kw_only=True, slots=True)
class RunFinding:
    """Something that the kernel or the sandbox did to `count` processes of a run.

    `what` is for staff: which limit or which call, in English, without a full stop.
    """

    kind: FindingKind
    what: str
    count: int = 1


def memory_kill(*, kills: int, limit_bytes: int, peak_bytes: int | None) -> RunFinding:
    """`kills` processes were killed at the memory limit of the run."""
    what = (
        f"{kills} process{'es' * (kills != 1)} killed at the memory limit of {limit_bytes:,} bytes"
    )
    if peak_bytes is not None:
        what += f", peak {peak_bytes:,} bytes"
    return RunFinding(kind=FindingKind.MEMORY_KILL, what=what, count=kills)
