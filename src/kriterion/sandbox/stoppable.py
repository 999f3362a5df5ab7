"""A sandbox whose runs are for one person and can all be ended by one event."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace

from kriterion.sandbox.run import Outcome, Probe, Run, Sandbox, discard_output

# Time beyond a run's limit of real time: to start (an engine may fetch an image), to wait for other
# people's runs where all share a uid, and to clean up.
GRACE_SECONDS = 600.0


class Stop(threading.Event):
    """Ends runs when set, and knows whether one of them is overdue."""

    def __init__(self) -> None:
        super().__init__()
        self._ends: dict[object, float] = {}  # of the current runs, on the monotonic clock

    @contextmanager
    def run(self, wall_seconds: float) -> Iterator[None]:
        """Register a run with that much real time."""
        key = object()
        self._ends[key] = time.monotonic() + wall_seconds + GRACE_SECONDS
        try:
            yield
        finally:
            del self._ends[key]

    @property
    def is_overdue(self) -> bool:
        """Whether a run has exceeded its own limit and the grace: then it hangs."""
        now = time.monotonic()
        return any(end < now for end in tuple(self._ends.values()))


@dataclass(frozen=True, slots=True)
class StoppableSandbox:
    """A sandbox whose runs, on behalf of `submitter`, all end when `stop` is set."""

    sandbox: Sandbox
    stop: threading.Event
    submitter: str = ""

    @property
    def backend(self) -> str:
        return self.sandbox.backend

    def probe(self) -> Probe:
        return self.sandbox.probe()

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = discard_output,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """Run in the sandbox. A caller's own way to cancel replaces ours."""
        run = replace(run, submitter=self.submitter)
        stop = self.stop
        with stop.run(run.limits.wall_seconds) if isinstance(stop, Stop) else nullcontext():
            return self.sandbox.run(run, receive=receive, cancelled=cancelled or stop)
