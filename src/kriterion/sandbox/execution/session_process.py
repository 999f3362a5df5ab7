"""A process that stays and answers framed requests."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace

from kriterion.sandbox.execution.clocks import Clocks
from kriterion.sandbox.execution.pidfd_process import has_ended
from kriterion.sandbox.execution.run_conclusion import classify_ending
from kriterion.sandbox.execution.started_run import StartedRun
from kriterion.sandbox.execution.watch import watch
from kriterion.sandbox.frames import Frame, make_frame
from kriterion.sandbox.run import Limits, Run
from kriterion.sandbox.run_output import Output, read_piece
from kriterion.sandbox.session import Session, SessionAnswer

_EXCERPT_BYTES = 16 * 1024
_PIECE_BYTES = 32 * 1024  # more may fill a pipe, for any sizes of the pieces


def open_session(
    start: Callable[[Run], AbstractContextManager[StartedRun]], run: Run, requests: int
) -> Session:
    """Open a session whose processes answer several requests each. Raises what `start` raises."""
    cpu_seconds = run.limits.cpu_seconds * requests  # for a process's whole life
    living = replace(run, limits=replace(run.limits, cpu_seconds=cpu_seconds))
    return Session(lambda: Resident(start(living), run.limits), requests=requests)


class Resident:
    """A started run that answers one request after the other, each within `limits`.

    Used by one thread.
    """

    def __init__(self, starting: AbstractContextManager[StartedRun], limits: Limits) -> None:
        self._stack = ExitStack()
        self._started = self._stack.enter_context(starting)
        self._limits = limits
        self._cpu_seconds = self._started.group.read_cpu_seconds()

    def is_ready(self) -> bool:
        """Whether it is alive, and has neither written nor computed much since its last answer."""
        started = self._started
        if has_ended(started.confined.process.descriptor) or started.group.has_exceeded_memory():
            return False
        if started.group.read_cpu_seconds() - self._cpu_seconds > self._limits.cpu_seconds:
            return False
        return self._forget_stderr() and read_piece(started.wiring.stdout) == b""

    def ask(self, request: bytes, cancelled: threading.Event) -> SessionAnswer:
        """Send the request, and watch the process until it answers or ends."""
        confined, group = self._started.confined, self._started.group
        frame = Frame(self._limits.output_bytes)
        self._started.wiring.write_input(make_frame(request))
        clocks = Clocks(group, self._limits, confined.process.pid)
        output = Output(self._limits.output_bytes, frame.take)
        ending = watch(
            confined,
            self._started.wiring,
            output=output,
            clocks=clocks,
            cancelled=cancelled,
            settled=lambda: frame.is_settled,
        )
        exit_status = None
        if ending is None and not frame.is_settled:
            exit_status, usage = confined.process.wait()
            group.end(usage)
            ending = classify_ending(exit_status, clocks, group, self._limits)
        self._cpu_seconds = group.read_cpu_seconds()
        return SessionAnswer(
            content=frame.content if ending is None else None,
            ending=ending,
            exit_status=exit_status,
            violation=frame.violation,
            stderr=bytes(output.stderr[-_EXCERPT_BYTES:]),
            wall_seconds=clocks.wall_seconds,
            cpu_seconds=clocks.cpu_seconds,
            peak_memory_bytes=group.read_peak_memory_bytes(),
            enforced=self._started.enforced,
        )

    def close(self) -> None:
        self._stack.close()

    def _forget_stderr(self) -> bool:
        """Drop what was written to stderr after the last answer. Return False if there was so much
        that more may be waiting.
        """
        read_bytes = 0
        while read_bytes < _PIECE_BYTES:
            piece = read_piece(self._started.wiring.stderr)
            if not piece:
                return True
            read_bytes += len(piece)
        return False
