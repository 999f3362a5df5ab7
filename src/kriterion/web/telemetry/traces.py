"""Record the steps of a submission as spans, in any process, without a shared context.

The ids of a trace and of its first span are derived from the submission's key and creation time,
which all processes read in its row. So no process passes a context to another, and no column is
needed.

Nothing is imported from OpenTelemetry unless its variables name an endpoint. Errors of it, or of
its collector, affect nothing else.
"""

import hashlib
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Protocol

from kriterion.web.telemetry.span_names import Attributes, SpanName

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_DISABLED = "OTEL_SDK_DISABLED"
_TRACE_BYTES, _SPAN_BYTES = 16, 8

_log = logging.getLogger(__name__)


class TracedSubmission(Protocol):
    """The columns that identify a submission."""

    @property
    def pk(self) -> int: ...

    @property
    def created_at(self) -> datetime: ...


class SpanRecorder(Protocol):
    """Where spans go."""

    def record(
        self,
        name: SpanName,
        *,
        trace_id: int,
        root_id: int,
        began: int,
        ended: int,
        attributes: Attributes,
        error: str,
    ) -> None:
        """Record a span. Times are nanoseconds since the epoch; `error` is an exception's type."""

    def stop(self) -> None:
        """Send the last spans, within a few seconds."""


_recorder: SpanRecorder | None = None


def use_recorder(recorder: SpanRecorder | None) -> None:
    """Send spans to this recorder from now on; None discards them."""
    global _recorder
    _recorder = recorder


def is_tracing() -> bool:
    return _recorder is not None


def start_tracing(process: str) -> None:
    """Begin to export the spans of this process if the environment names an endpoint.

    `process` is the kind of process. A failure is logged and has no other effect.
    """
    if os.environ.get(_DISABLED, "").lower() == "true":
        return
    if not any(os.environ.get(name) for name in _ENDPOINTS):
        return
    try:
        from kriterion.web.telemetry.span_export import (
            make_exporter,
        )  # an extra, and slow to import

        use_recorder(make_exporter(process))
    except ImportError:
        _log.warning("traces are not exported: pip install 'kriterion[telemetry]'")
    except Exception:
        _log.exception("traces cannot be exported")


def stop_tracing() -> None:
    """Send the last spans, and record no more."""
    recorder = _recorder
    use_recorder(None)
    if recorder is not None:
        try:
            recorder.stop()
        except Exception:
            _log.exception("the last traces could not be sent")


def read_clock() -> int:
    """Return the time for the beginning of a span, in nanoseconds since the epoch."""
    return time.time_ns()


def record_span(
    submission: TracedSubmission,
    name: SpanName,
    began: int | datetime,
    ended: int | datetime | None = None,
    *,
    attributes: Attributes | None = None,
    error: str = "",
) -> None:
    """Record a step that is over; by default, now. It never raises an exception.

    Attributes must not contain what users wrote or who they are.
    """
    recorder = _recorder
    if recorder is None:
        return
    try:
        trace_id, root_id = derive_ids(submission)
        finish = read_clock() if ended is None else _to_nanoseconds(ended)
        recorder.record(
            name,
            trace_id=trace_id,
            root_id=root_id,
            began=min(_to_nanoseconds(began), finish),  # the clocks of two machines may differ
            ended=finish,
            attributes={"kriterion.submission": submission.pk, **(attributes or {})},
            error=error,
        )
    except Exception:
        _log.exception("a span could not be recorded")


@contextmanager
def trace_step(
    submission: TracedSubmission, name: SpanName, attributes: Attributes | None = None
) -> Iterator[None]:
    """Record what the context does as a span; an exception, by its type only."""
    if _recorder is None:
        yield
        return
    began = read_clock()
    try:
        yield
    except BaseException as error:
        record_span(submission, name, began, attributes=attributes, error=type(error).__name__)
        raise
    record_span(submission, name, began, attributes=attributes)


def derive_ids(submission: TracedSubmission) -> tuple[int, int]:
    """Return the ids of a submission's trace and of its first span.

    The time makes them differ between sites whose submissions have the same numbers.
    """
    key = f"kriterion submission {submission.pk} {submission.created_at.timestamp():.6f}"
    digest = hashlib.sha256(key.encode()).digest()
    trace_id = int.from_bytes(digest[:_TRACE_BYTES])
    root_id = int.from_bytes(digest[_TRACE_BYTES : _TRACE_BYTES + _SPAN_BYTES])
    return trace_id or 1, root_id or 1  # zero is not a valid id


def _to_nanoseconds(moment: int | datetime) -> int:
    if isinstance(moment, int):
        return moment
    return round(moment.timestamp() * 1_000_000) * 1000
