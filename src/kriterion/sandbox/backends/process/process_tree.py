"""Processes of a run without namespaces: tracked by descent, session and perhaps cgroup."""

import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress

from kriterion.errors import MachineError
from kriterion.sandbox.cgroups import run_processes as processes
from kriterion.sandbox.execution.conversation import RunProcesses

_PATIENCE_SECONDS = 5.0  # for killed processes to die


class ProcessTree(RunProcesses):
    """The processes of a run that is in no namespaces."""

    def kill(self) -> None:
        """Kill the descendants of the first process."""
        _kill(processes.find_descendants(self.process.pid))
        super().kill()

    def end(self) -> None:
        """Kill the rest of its session, too. Its id is not reused within this time."""
        super().end()
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while alive := list(processes.find_session_processes(self.process.pid)):
            _kill(alive)
            if time.monotonic() > deadline:
                raise MachineError(f"processes {alive} cannot be ended")
            time.sleep(0.001)


def _kill(pids: Iterable[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
