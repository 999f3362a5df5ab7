"""A renderer process, from its parent's point of view."""

import os
import selectors
import signal
import subprocess
import sys
import time

from kriterion.rendering.jobs import MAXIMUM_HTML, Job, RenderAnswer, decode_answer, encode
from kriterion.rendering.process_limits import CANNOT_RENDER, ProcessBounds

# Far more than the process may compute: on a busy machine it waits for its turn.
ANSWER_SECONDS = 60.0
_END_SECONDS = 5.0
_LENGTH = 4
_MAXIMUM_ANSWER = 8 * MAXIMUM_HTML  # bytes: four of each character, and the comments
_PIECE = 1024 * 1024
# Signals that a process causes itself, for example by a very deep recursion in a library.
_CRASHES = (signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV)
_KEPT_VARIABLES = ("LANG", "LC_ALL", "PATH", "PYTHONPATH", "TZ", "VIRTUAL_ENV")


class GaveUpError(Exception):
    """The process exceeded its CPU or memory, or failed: the rendered content is to blame."""


class LostError(Exception):
    """The process does not answer or was ended from outside: the machine is to blame."""


class Child:
    """A process that renders one job at a time; it starts in the background."""

    def __init__(self, bounds: ProcessBounds) -> None:
        # None of the site's secrets are in its environment.
        environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        self._process = subprocess.Popen(
            (
                sys.executable,
                "-P",
                "-m",
                "kriterion.rendering.process_main",
                *bounds.to_arguments(),
            ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd="/",
            env=environment,
            bufsize=0,
        )

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    def render(self, job: Job) -> RenderAnswer:
        """Send the job and return the answer.

        Raises GaveUpError or LostError if the process fails; close it then.
        """
        message = encode(job)
        end = time.monotonic() + ANSWER_SECONDS
        try:
            self._send(len(message).to_bytes(_LENGTH) + message, end)
            length = int.from_bytes(self._receive(_LENGTH, end))
            if length > _MAXIMUM_ANSWER:
                raise GaveUpError(f"the answer is too large: {length} bytes")
            return decode_answer(self._receive(length, end))
        except (EOFError, BrokenPipeError) as error:
            raise self._describe_end() from error
        except OSError as error:
            raise LostError(str(error)) from error

    def _describe_end(self) -> GaveUpError | LostError:
        """Return how the process ended."""
        try:
            status = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            return LostError("closed its pipes")
        if status == -signal.SIGPROF:
            return GaveUpError("took too much CPU time")
        if status == CANNOT_RENDER or -status in _CRASHES:
            return GaveUpError(f"exit {status}")
        return LostError(f"signal {-status}" if status < 0 else f"exit {status}")

    def close(self) -> None:
        """Kill the process."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()

    def _send(self, message: bytes, end: float) -> None:
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        os.set_blocking(pipe, False)
        left = memoryview(message)
        while left:
            _wait_for(pipe, selectors.EVENT_WRITE, end)
            left = left[os.write(pipe, left[:_PIECE]) :]

    def _receive(self, length: int, end: float) -> bytes:
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        received = bytearray()
        while len(received) < length:
            _wait_for(pipe, selectors.EVENT_READ, end)
            piece = os.read(pipe, min(_PIECE, length - len(received)))
            if not piece:
                raise EOFError
            received += piece
        return bytes(received)


def _wait_for(pipe: int, event: int, end: float) -> None:
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, event)
        if not selector.select(max(end - time.monotonic(), 0)):
            raise LostError(f"no answer within {ANSWER_SECONDS:g} seconds")
