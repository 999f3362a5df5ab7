"""Watch a run: pass on its output and enforce its limits until it ends."""

import selectors
import threading
import time
from collections.abc import Callable

from kriterion.sandbox.execution.clocks import Clocks
from kriterion.sandbox.execution.conversation import RunProcesses
from kriterion.sandbox.execution.pidfd_process import has_ended
from kriterion.sandbox.execution.wiring import Wiring
from kriterion.sandbox.run import Ending
from kriterion.sandbox.run_output import Output

# Output from before the end is read; processes that keep a pipe open are not waited for.
_DRAIN_SECONDS = 0.1


def keep_watching() -> bool:
    """Return False: the outcome is never settled before the run ends."""
    return False


def watch(
    confined: RunProcesses,
    wiring: Wiring,
    *,
    output: Output,
    clocks: Clocks,
    cancelled: threading.Event,
    settled: Callable[[], bool] = keep_watching,
) -> Ending | None:
    """Watch a run until it ends; return why we ended it, None if it ended by itself.

    If `settled` returns True earlier, stop watching and return None.
    """
    with selectors.DefaultSelector() as selector:
        selector.register(wiring.stdout, selectors.EVENT_READ, output.take_stdout)
        selector.register(wiring.stderr, selectors.EVENT_READ, output.take_stderr)
        selector.register(confined.process.descriptor, selectors.EVENT_READ)
        if wiring.stdin is not None and wiring.stdin_rest:
            selector.register(wiring.stdin, selectors.EVENT_WRITE)
        ending = None
        while not (ending or settled() or has_ended(confined.process.descriptor)):
            _pass_on(selector, wiring, clocks.seconds_until_tick())
            ending = _find_ending_reason(output, clocks, cancelled)
        if ending is None and settled():
            clocks.stop()
            return None
        if ending is not None:
            confined.kill()
        confined.process.wait()
        clocks.stop()
        deadline = time.monotonic() + _DRAIN_SECONDS
        selector.unregister(confined.process.descriptor)
        while not output.full and _is_open(selector, wiring) and time.monotonic() < deadline:
            _pass_on(selector, wiring, deadline - time.monotonic())
    return Ending.OUTPUT_LIMIT if output.full else ending


def _find_ending_reason(
    output: Output, clocks: Clocks, cancelled: threading.Event
) -> Ending | None:
    if output.full:
        return Ending.OUTPUT_LIMIT
    if cancelled.is_set():
        return Ending.CANCELLED
    return clocks.tick()


def _pass_on(selector: selectors.BaseSelector, wiring: Wiring, patience_seconds: float) -> None:
    """Wait for something to happen, then pass on input and output."""
    for key, _ in selector.select(patience_seconds):
        if key.data is not None:
            if not key.data(key.fd):
                selector.unregister(key.fd)
        elif key.fd == wiring.stdin:
            wiring.feed()
            if not wiring.stdin_rest:
                selector.unregister(key.fd)


def _is_open(selector: selectors.BaseSelector, wiring: Wiring) -> bool:
    """Whether more output may come."""
    return any(key.fd != wiring.stdin for key in selector.get_map().values())
