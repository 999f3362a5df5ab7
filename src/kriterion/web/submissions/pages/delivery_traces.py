"""Spans of what readers of a live page wait for: the first words, and the whole feedback."""

import asyncio

from django.db import connection

from kriterion.web.submissions.models import Submission
from kriterion.web.telemetry.span_names import SpanName
from kriterion.web.telemetry.traces import is_tracing, read_clock, record_span

_tasks: set[asyncio.Task[None]] = set()  # the loop itself keeps no reference


def trace_delivery(submission_id: int, name: SpanName) -> None:
    """Record, without delaying the reader, how long after submitting something is delivered."""
    if not is_tracing():
        return
    task = asyncio.create_task(asyncio.to_thread(_record, submission_id, name, read_clock()))
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


def _record(submission_id: int, name: SpanName, now: int) -> None:
    try:
        row = Submission.unlimited.only("pk", "created_at").filter(pk=submission_id).first()
        if row is not None:
            record_span(row, name, row.created_at, now)
    finally:
        connection.close()
