"""Build the outcome of a finished run, for any backend."""

import signal
from collections.abc import Mapping

from kriterion.sandbox.cgroups.run_group import RunGroup
from kriterion.sandbox.execution.clocks import Clocks
from kriterion.sandbox.findings import RunFinding, report_memory_kill, report_unnamed_filter_kill
from kriterion.sandbox.run import Ending, Limits, Outcome
from kriterion.sandbox.run_output import Output

NOTHING = "nothing"  # the value in `enforced` for what is not limited
_SIGNALS = range(129, 129 + 64)  # a shell's exit statuses for commands ended by signals


def conclude(
    *,
    ended_for: Ending | None,
    exit_status: int,
    limits: Limits,
    clocks: Clocks,
    group: RunGroup,
    output: Output,
    backend: str,
    enforced: Mapping[str, str],
) -> Outcome:
    """Return the outcome. `ended_for` is why we ended the run, None if it ended by itself."""
    by_itself = exit_status if ended_for is None else None
    return Outcome(
        ending=ended_for or classify_ending(exit_status, clocks, group, limits),
        exit_status=by_itself,
        signal=by_itself - 128 if by_itself and by_itself in _SIGNALS else None,
        stdout=bytes(output.stdout),
        stderr=bytes(output.stderr),
        wall_seconds=clocks.wall_seconds,
        cpu_seconds=clocks.cpu_seconds,
        peak_memory_bytes=group.read_peak_memory_bytes(),
        backend=backend,
        enforced=enforced,
        findings=_list_findings(group, limits),
    )


def conclude_not_started(*, backend: str, enforced: Mapping[str, str]) -> Outcome:
    """Return the outcome of a run that was cancelled before its command started."""
    return Outcome(
        ending=Ending.CANCELLED,
        exit_status=None,
        signal=None,
        stdout=b"",
        stderr=b"",
        wall_seconds=0.0,
        cpu_seconds=0.0,
        peak_memory_bytes=None,
        backend=backend,
        enforced=enforced,
    )


def classify_ending(exit_status: int, clocks: Clocks, group: RunGroup, limits: Limits) -> Ending:
    """Classify a run that ended by itself. An exceeded limit counts, whether we or the kernel
    noticed it first.
    """
    if clocks.cpu_seconds > limits.cpu_seconds:
        return Ending.CPU_LIMIT
    if group.has_exceeded_memory():
        return Ending.MEMORY_LIMIT
    return Ending.SIGNALLED if exit_status in _SIGNALS else Ending.EXITED


def _list_findings(group: RunGroup, limits: Limits) -> tuple[RunFinding, ...]:
    kills = group.count_memory_kills()
    if not kills:
        return ()
    peak_bytes = group.read_peak_memory_bytes()
    return (
        report_memory_kill(kills=kills, limit_bytes=limits.memory_bytes, peak_bytes=peak_bytes),
    )


def find_filter_kills(
    outcome: Outcome, observed: tuple[RunFinding, ...] | None
) -> tuple[RunFinding, ...]:
    """Return the programs that the system-call filter ended: all that the listener observed or,
    without a listener, the run's own command if its exit status reveals it.
    """
    if observed is not None:
        return observed
    filtered = outcome.enforced.get("system calls", NOTHING) != NOTHING
    return (report_unnamed_filter_kill(),) if filtered and outcome.signal == signal.SIGSYS else ()
