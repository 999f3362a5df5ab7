"""One container: started by its engine's command, controlled over its streams, removed."""

import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from kriterion.errors import MachineError, OperatorError
from kriterion.sandbox.backends.containers.container_stream import ContainerStream
from kriterion.sandbox.backends.containers.engine_stub import GO, StubMarks
from kriterion.sandbox.execution.conversation import NotStarted
from kriterion.sandbox.execution.listener import Listener
from kriterion.sandbox.execution.pidfd_process import has_ended, start
from kriterion.sandbox.findings import RunFinding
from kriterion.sandbox.run import RunCancelled
from kriterion.sandbox.run_output import Output, read_piece
from kriterion.sandbox.seccomp.filter_program import Filter

_PATIENCE_SECONDS = 60.0  # for a start on a very busy machine
_POLL_SECONDS = 0.05
_UNKNOWN = 255  # the exit status of a run that forged its own end
# Podman's conmon leaves a file `oom` in its working directory.
_ENTER_NEUTRAL_DIRECTORY = ("/usr/bin/env", "--chdir=/proc")
_PIPE_BYTES = 64 * 1024
_LEAVING_SECONDS = 5.0  # for an engine to remove an ended container


class Container:
    """A container whose shell we control.

    `process` is the client that started it. The run's output goes to `output`. `pid` is the host's
    id of its first process and `image_digest` identifies its image, both set by `wait_for_shell`.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        engine: str,
        name: str,
        word: str,
        output: Output,
        has_listener: Filter | None = None,
    ) -> None:
        """`has_listener` is the run's filter, if forbidden calls are to be observed."""
        self.pid = 0
        self.image_digest = ""
        self._listener: Listener | None = None
        self._engine, self._name = engine, name
        self._marks = StubMarks(word)
        self._stdout, self._stderr = ContainerStream(self._marks), ContainerStream(self._marks)
        self._init: int | None = None
        self._selector = selectors.DefaultSelector()
        its_stdin, self._stdin = os.pipe2(os.O_CLOEXEC)
        stdout, its_stdout = os.pipe2(os.O_CLOEXEC)
        stderr, its_stderr = os.pipe2(os.O_CLOEXEC)
        self._ends = [self._stdin, stdout, stderr]
        for end in self._ends:
            os.set_blocking(end, False)
        self._read(stdout, self._stdout, output.add_stdout)
        self._read(stderr, self._stderr, output.add_stderr)
        given = {0: its_stdin, 1: its_stdout, 2: its_stderr}
        try:
            wrapped = (*_ENTER_NEUTRAL_DIRECTORY, *command)
            if has_listener is None:
                self.process = start(wrapped, given, os.environ)
            else:
                self._listener = Listener(wrapped, given, os.environ, has_listener)
                self.process = self._listener.process
        except BaseException:
            self._close_ends()
            raise
        finally:
            for end in given.values():
                os.close(end)
        self._selector.register(self.process.descriptor, selectors.EVENT_READ)

    def wait_for_shell(self, cancelled: threading.Event) -> None:
        """Wait for its shell, and find its process on this machine.

        Raises RunCancelled, NotStarted, MachineError, and OperatorError if it runs elsewhere.
        """
        self._wait(lambda: self._marks.ready in self._stdout.prologue, cancelled)
        answer = ask(self._engine, "inspect", "--format", "{{.State.Pid}} {{.Image}}", self._name)
        try:
            pid, _, self.image_digest = answer.strip().partition(" ")
            self.pid = int(pid)
            self._init = os.pidfd_open(self.pid)
            is_here = self._name in Path(f"/proc/{self.pid}/cmdline").read_text(errors="replace")
        except (ValueError, OSError):
            is_here = False
        if not is_here:
            raise OperatorError(
                f"{Path(self._engine).name} runs its containers on another machine, where nobody"
                " can watch them",
                fix="use an engine of this machine",
            )

    def prepare(self, pieces: Sequence[bytes], cancelled: threading.Event) -> None:
        """Send the run's initial files to its shell, and wait until they are in place.

        Raises RunCancelled, NotStarted, MachineError.
        """
        unsent = [memoryview(piece) for piece in reversed(pieces) if piece]
        feed = partial(_feed, self._stdin, unsent)
        self._selector.register(self._stdin, selectors.EVENT_WRITE, feed)
        self._wait(lambda: self._marks.prepared in self._stdout.prologue, cancelled)

    def start_command(self) -> None:
        """Let the command begin."""
        with suppress(BrokenPipeError):  # its end is noticed elsewhere
            os.write(self._stdin, GO)

    @property
    def is_over(self) -> bool:
        """Whether the command has ended and all its output was read."""
        return not self.has_lost_shell or has_ended(self.process.descriptor)

    @property
    def has_lost_shell(self) -> bool:
        """Whether its shell ended before it reported on the command."""
        return not (self._stdout.ended and self._stderr.ended)

    @property
    def exit_status(self) -> int:
        """Return the command's exit status, once it is over."""
        status = self._stdout.exit_status
        return _UNKNOWN if status is None else status

    def pass_on(self, patience_seconds: float) -> None:
        """Wait for something to happen, and pass on the output."""
        for key, _ in self._selector.select(patience_seconds):
            if key.data is not None and not key.data():
                self._selector.unregister(key.fd)

    @property
    def findings(self) -> tuple[RunFinding, ...] | None:
        """Return the programs that were ended for their system calls; None without a listener."""
        return None if self._listener is None else self._listener.findings

    def end(self) -> None:
        """End all processes. Raises MachineError if they do not end."""
        if self._init is not None:
            with suppress(ProcessLookupError, PermissionError):  # the engine may have permission
                signal.pidfd_send_signal(self._init, signal.SIGKILL)
        self._close_ends()
        if self._init is not None and not has_ended(self._init, _LEAVING_SECONDS):
            self._remove()

    def close(self) -> None:
        """End everything and remove the container."""
        try:
            self.end()
            if self.has_lost_shell or not has_ended(self.process.descriptor, _LEAVING_SECONDS):
                self._remove()
        finally:
            self.process.close()
            if self._init is not None:
                os.close(self._init)
            if self._listener is not None:
                self._listener.close()

    def _remove(self) -> None:
        """Make the engine remove the container: its client may have exited before doing so."""
        self.process.kill()
        with suppress(NotStarted):  # already gone
            ask(self._engine, "rm", "--force", self._name)
        if self._init is not None and not has_ended(self._init, _LEAVING_SECONDS):
            raise MachineError(f"container {self._name} cannot be removed")

    def _read(self, descriptor: int, stream: ContainerStream, add: Callable[[bytes], None]) -> None:
        def take() -> bool:
            piece = read_piece(descriptor)
            add(stream.feed(piece or b""))
            return piece is not None

        self._selector.register(descriptor, selectors.EVENT_READ, take)

    def _wait(self, until: Callable[[], bool], cancelled: threading.Event) -> None:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not until():
            if cancelled.is_set():
                raise RunCancelled
            if has_ended(self.process.descriptor):
                raise self._describe_failed_start()
            if time.monotonic() > deadline:
                raise MachineError(f"a container did not start within {_PATIENCE_SECONDS:.0f} s")
            self.pass_on(_POLL_SECONDS)

    def _describe_failed_start(self) -> NotStarted:
        self.pass_on(0)
        complaint = self._stdout.prologue.replace(self._marks.ready, b"") + self._stderr.prologue
        return NotStarted(
            complaint.decode(errors="replace").strip(),
            confined=self._marks.ready in self._stdout.prologue,
        )

    def _close_ends(self) -> None:
        self._selector.close()
        while self._ends:
            os.close(self._ends.pop())


def _feed(descriptor: int, unsent: list[memoryview]) -> bool:
    """Write what the pipe accepts of the last piece; False if nothing remains to be written."""
    try:
        written = os.write(descriptor, unsent[-1][:_PIPE_BYTES])
    except BlockingIOError:
        return True
    except BrokenPipeError:  # its end is noticed elsewhere
        return False
    unsent[-1] = unsent[-1][written:]
    if not unsent[-1]:
        unsent.pop()
    return bool(unsent)


def ask(engine: str, *words: str) -> str:
    """Return an engine's answer to a command. Raises NotStarted with its error message."""
    try:
        done = subprocess.run(
            (engine, *words), capture_output=True, timeout=_PATIENCE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MachineError(f"{engine} {words[0]}: {error}") from error
    if done.returncode != 0:
        raise NotStarted(done.stderr.decode(errors="replace").strip(), confined=False)
    return done.stdout.decode(errors="replace").strip()
