"""A sandbox whose runs can all be ended by one event: those of one submission."""

import threading
from collections.abc import Callable

from kriterion.sandbox.run import Outcome, Probe, Run, Sandbox, nobody


class Stoppable:
    """The same sandbox, until `stopped` is set."""

    def __init__(self, sandbox: Sandbox, stopped: threading.Event) -> None:
        self._sandbox = sandbox
        self._stopped = stopped

    @property
    def backend(self) -> str:
        return self._sandbox.backend

    def probe(self) -> Probe:
        return self._sandbox.probe()

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = nobody,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """Execute it to its end. Nobody else cancels runs of a submission: `cancelled` is None."""
        return self._sandbox.run(run, receive=receive, cancelled=cancelled or self._stopped)
