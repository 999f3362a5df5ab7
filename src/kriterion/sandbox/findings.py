"""What the kernel or the sandbox did to processes of a run: kills and refusals."""

from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class FindingKind(StrEnum):
    """What happened to a process of the run; the values are codes of `authoring.diagnostics`."""

    MEMORY_KILL = "run.memory-kill"  # killed at the memory limit
    FILTER_KILL = "run.filter-kill"  # killed by the filter of system calls
    NETWORK_REFUSED = "run.network-refused"  # requested, but not allowed by the image
    UNSUPPORTED_PROGRAM = "run.unsupported-program"  # for example, a 32-bit one


@dataclass(frozen=True, kw_only=True, slots=True)
class RunFinding:
    """Something that the kernel or the sandbox did to `count` processes of a run.

    `what` is for staff: which limit or which call, in English, without a full stop.
    """

    kind: FindingKind
    what: str
    count: int = 1

    @property
    def code(self) -> str:
        """The stable code of its kind, such as `run.memory-kill`."""
        return self.kind.value


def report_memory_kill(*, kills: int, limit_bytes: int, peak_bytes: int | None) -> RunFinding:
    if peak_bytes is None:
        what = f"processes killed at the memory limit of {limit_bytes:,} bytes: {kills}"
    else:
        what = (
            f"processes killed at the memory limit of {limit_bytes:,} bytes: {kills}"
            f" (peak: {peak_bytes:,} bytes)"
        )
    return RunFinding(kind=FindingKind.MEMORY_KILL, what=what, count=kills)


def report_unnamed_filter_kill() -> RunFinding:
    """Report that the filter killed the run's command, when the system call is unknown."""
    what = "system-call filter: killed the command of the run; the system call is unknown"
    return RunFinding(kind=FindingKind.FILTER_KILL, what=what)


def report_forbidden_call(
    *, program: str, architecture: str, call: str, is_foreign: bool, count: int
) -> RunFinding:
    """Report that a program made a system call of another architecture.

    `is_foreign`: the program is built for that architecture.
    """
    who = f"the program {program!r}" if program else "a program"
    made_for = ", for which it is made," if is_foreign else ""
    kind = FindingKind.UNSUPPORTED_PROGRAM if is_foreign else FindingKind.FILTER_KILL
    return RunFinding(
        kind=kind,
        what=f"system-call filter: {who} made the system call {call!r} of {architecture}{made_for}"
        " and was ended; foreign_architectures = true of its image allows programs for i386",
        count=count,
    )


def report_refused_network(image: str) -> RunFinding:
    """Report that a run requested the network, which its image does not allow."""
    return RunFinding(
        kind=FindingKind.NETWORK_REFUSED,
        what="the exercise or its judge asks for the network (network_enabled), and the image"
        f' {image} does not allow it; [images."{image}"] of kriterion.toml can set network = true',
    )
