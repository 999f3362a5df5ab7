"""A sandbox whose runs can all be ended by one event, and are all for one person."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from kriterion.sandbox.run import Outcome, Probe, Run, Sandbox, nobody


@dataclass(frozen=True, slots=True)
class Stoppable:
    """The same sandbox, of which all runs end when `stop` is set, on behalf of `submitter`."""

    sandbox: Sandbox
    stop: threading.Event
    submitter: str = ""

    @property
    def backend(self) -> str:
        """That of the sandbox."""
        return self.sandbox.backend

    def probe(self) -> Probe:
        """That of the sandbox."""
        return self.sandbox.probe()

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = nobody,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """A run of the sandbox. Who has a way to cancel of his own keeps that alone."""
        run = replace(run, submitter=self.submitter)
        return self.sandbox.run(run, receive=receive, cancelled=cancelled or self.stop)
