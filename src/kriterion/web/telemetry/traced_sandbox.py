"""A sandbox whose runs are recorded as spans of a submission's trace."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from kriterion.sandbox.run import Outcome, Probe, Run, Sandbox, discard_output
from kriterion.web.telemetry.span_names import SpanName
from kriterion.web.telemetry.traces import TracedSubmission, read_clock, record_span


@dataclass(frozen=True, slots=True)
class TracedSandbox:
    """Passes runs on, and records how long each took and how it ended."""

    sandbox: Sandbox
    submission: TracedSubmission

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
        began = read_clock()
        try:
            outcome = self.sandbox.run(run, receive=receive, cancelled=cancelled)
        except Exception as error:
            self._record(run, began, None, type(error).__name__)
            raise
        self._record(run, began, outcome, "")
        return outcome

    def _record(self, run: Run, began: int, outcome: Outcome | None, error: str) -> None:
        attributes: dict[str, str | int | float] = {
            "kriterion.image": run.image.name,
            "kriterion.backend": self.backend,
        }
        if outcome is not None:
            attributes["kriterion.ending"] = outcome.ending.value
            if outcome.cpu_seconds is not None:
                attributes["kriterion.cpu_seconds"] = outcome.cpu_seconds
            if outcome.peak_memory_bytes is not None:
                attributes["kriterion.peak_memory_bytes"] = outcome.peak_memory_bytes
        record_span(self.submission, SpanName.RUN, began, attributes=attributes, error=error)
