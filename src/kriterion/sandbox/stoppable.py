"""A sandbox whose runs can all be ended by one event, and are all for one person."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace

from kriterion.sandbox.run import Outcome, Probe, Run, Sandbox, nobody

# Beyond a run's limit of real time: to start it (an engine may fetch an image), to wait for other
# people's runs where all share a uid, and to clean up.
GRACE_SECONDS = 600.0


class Stop(threading.Event):
    """Ends runs when it is set, and knows whether one of them should have ended long ago."""

    def __init__(self) -> None:
        super().__init__()
        self._ends: dict[object, float] = {}  # of the runs that go on, on the monotonic clock

    @contextmanager
    def run(self, wall_seconds: float) -> Iterator[None]:
        """A run with so much real time goes on."""
        key = object()
        self._ends[key] = time.monotonic() + wall_seconds + GRACE_SECONDS
        try:
            yield
        finally:
            del self._ends[key]

    @property
    def is_overdue(self) -> bool:
        """Whether a run has outlived its own limit and the grace: then what runs it hangs."""
        now = time.monotonic()
        return any(end < now for end in tuple(self._ends.values()))


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
        stop = self.stop
        with stop.run(run.limits.wall_seconds) if isinstance(stop, Stop) else nullcontext():
            return self.sandbox.run(run, receive=receive, cancelled=cancelled or stop)
