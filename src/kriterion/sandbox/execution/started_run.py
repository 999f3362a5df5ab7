"""A run whose command runs, watched to its end."""

import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from kriterion.sandbox.cgroups.run_group import RunGroup
from kriterion.sandbox.execution.clocks import Clocks
from kriterion.sandbox.execution.conversation import RunProcesses
from kriterion.sandbox.execution.results import Results
from kriterion.sandbox.execution.run_conclusion import (
    conclude,
    conclude_not_started,
    find_filter_kills,
)
from kriterion.sandbox.execution.watch import watch
from kriterion.sandbox.execution.wiring import Wiring
from kriterion.sandbox.run import Limits, Outcome, Run, RunCancelled
from kriterion.sandbox.run_output import Output


@dataclass(frozen=True, kw_only=True, slots=True)
class StartedRun:
    """Its processes, descriptors, group, and result files.

    `enforced` is as in its Outcome.
    """

    confined: RunProcesses
    wiring: Wiring
    group: RunGroup
    results: Results
    enforced: Mapping[str, str]


def run_to_end(
    run: Run,
    start: Callable[[Run, threading.Event], AbstractContextManager[StartedRun]],
    *,
    receive: Callable[[bytes], None],
    cancelled: threading.Event | None,
    backend: str,
    enforced: Callable[[], Mapping[str, str]],
) -> Outcome:
    """Start a run and watch it until it ends; `start` raises RunCancelled if it never begins.

    `enforced` is what the outcome says of a run that was cancelled before its command started.
    """
    cancelled = cancelled or threading.Event()
    try:
        with start(run, cancelled) as started:
            return _watch_to_end(
                started, run.limits, receive=receive, cancelled=cancelled, backend=backend
            )
    except RunCancelled:
        return conclude_not_started(backend=backend, enforced=enforced())


def _watch_to_end(
    started: StartedRun,
    limits: Limits,
    *,
    receive: Callable[[bytes], None],
    cancelled: threading.Event,
    backend: str,
) -> Outcome:
    """Watch a run until it ends or must be ended; on return, no process of it is left."""
    confined, group = started.confined, started.group
    clocks = Clocks(group, limits, confined.process.pid)
    output = Output(limits.output_bytes, receive)
    ended_for = watch(confined, started.wiring, output=output, clocks=clocks, cancelled=cancelled)
    exit_status, usage = confined.process.wait()
    group.end(usage)
    outcome = conclude(
        ended_for=ended_for,
        exit_status=exit_status,
        limits=limits,
        clocks=clocks,
        group=group,
        output=output,
        backend=backend,
        enforced=started.enforced,
    )
    confined.end()
    return replace(
        outcome,
        files=started.results.collect(),
        findings=(*outcome.findings, *find_filter_kills(outcome, confined.findings)),
    )
