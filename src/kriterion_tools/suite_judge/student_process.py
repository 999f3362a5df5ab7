"""Start student processes, let them do the steps of a context, and kill them."""

import json
import os
import select
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self

from kriterion_tools.contracts.dodona_judge.machine_failure import (
    MachineFailure,
    is_machine_failure,
    machine_may_fail,
)
from kriterion_tools.fence import user_processes as processes
from kriterion_tools.fence.clock import Clock
from kriterion_tools.suite_judge import nursery
from kriterion_tools.suite_judge.answer import Answer, StepEnding, read_answer
from kriterion_tools.suite_judge.child import TIME_IS_UP

MAX_OUTPUT_BYTES = 1 << 20
_EXCERPT_BYTES = 300
_MAX_ANSWER_BYTES = 8 << 20
_GRACE_SECONDS = 0.1  # for the process to report the line that was running
# Limits in real time:
_PREPARE_SECONDS = 30.0
_SWEEP_SECONDS = 10.0
_PASS_ON_SECONDS = 10.0
_PAUSE_SECONDS = 0.005


class Nursery:
    """Starts student processes, one at a time, and kills all of them at the end.

    Create it before the judge reads anything: the processes get a copy of its memory.
    """

    def __init__(self) -> None:
        processes.hide()
        processes.adopt_orphans()
        with machine_may_fail("no process for submissions"):
            self._socket, theirs = socket.socketpair()
            self._pid = os.fork()
        if self._pid == 0:
            self._socket.close()
            nursery.main(theirs)
        theirs.close()
        self._works = True
        self.clock = Clock(self._pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        deadline = time.monotonic() + _SWEEP_SECONDS
        while time.monotonic() < deadline:
            processes.kill_descendants(os.getpid())
            try:
                if os.waitpid(-1, os.WNOHANG) == (0, 0):
                    time.sleep(0.0005)
            except ChildProcessError:
                return

    def open(self, **prepared: Any) -> "StudentProcess":
        """Start a process and send it the request to prepare (`child.py`).

        Raises OSError if the fence cannot be set up, and MachineFailure.
        """
        with machine_may_fail("no pipes to a process"):
            control, their_control = socket.socketpair()
            stdout, their_stdout = os.pipe()
            stderr, their_stderr = os.pipe()
        theirs = (their_control.detach(), their_stdout, their_stderr)
        try:
            if self._works:
                self._send_descriptors(theirs)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        process = StudentProcess(self, self._socket, control, stdout, stderr)
        process.prepare(prepared)
        return process

    def _send_descriptors(self, descriptors: tuple[int, ...]) -> None:
        """Send the nursery the descriptors of a new process. Raises MachineFailure.

        The kernel limits how many descriptors of a user are in flight, and counts those of killed
        processes a moment longer. So this retries for a while.
        """
        deadline = time.monotonic() + _PASS_ON_SECONDS
        while True:
            try:
                socket.send_fds(self._socket, [b"f"], descriptors)
                return
            except OSError as error:
                if not is_machine_failure(error):
                    self._works = False  # the nursery is gone
                    return
                if time.monotonic() > deadline:
                    raise MachineFailure(f"descriptors cannot be sent: {error}") from error
            time.sleep(_PAUSE_SECONDS)

    def sweep(self, *, clean: bool) -> None:
        """Kill everything that a student process has left, unless it is `clean` already.

        If the nursery was killed, or a process cannot be killed, no further process is started.
        """
        deadline = time.monotonic() + _SWEEP_SECONDS
        while self._works and not clean:
            processes.kill_descendants(self._pid)
            if select.select([self._socket], [], [], 0.002)[0]:
                reply = _receive_available(self._socket)
                clean = reply.endswith(b"clean\n")
                self._works = bool(reply)
            if time.monotonic() > deadline:
                self._works = False
                self._socket.shutdown(socket.SHUT_RDWR)


class StudentProcess:
    """A student process, shared by the testcases of a context."""

    def __init__(
        self,
        nursery: Nursery,
        status: socket.socket,
        control: socket.socket,
        stdout: int,
        stderr: int,
    ) -> None:
        self._nursery = nursery
        self._status = status
        self._control = control
        self._outputs = (stdout, stderr)
        self._exit_status: int | None = None
        self._clean = False
        self._pid: int | None = None
        self.missing: tuple[str, ...] = ()  # from its fence
        for descriptor in self._outputs:
            os.set_blocking(descriptor, False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._control.close()
        for descriptor in self._outputs:
            os.close(descriptor)
        self._nursery.sweep(clean=self._clean)

    def prepare(self, prepared: Mapping[str, Any]) -> None:
        """Let the process set up its fence. Raises OSError if it could not, and MachineFailure.

        Its answer can be trusted: it has not run student code yet.
        """
        self._control.settimeout(_PREPARE_SECONDS)
        reply = b""
        try:
            self._control.sendall(_encode_line(prepared))
            while not reply.endswith(b"\n"):
                received = self._control.recv(1 << 16)
                if not received:  # the process has ended; `do` finds out why
                    return
                reply += received
        except ConnectionError:
            return
        except TimeoutError:
            raise MachineFailure(
                f"a process was not ready within {_PREPARE_SECONDS:.0f} seconds"
            ) from None
        finally:
            self._control.settimeout(0)
        ready = json.loads(reply)
        if "fault" in ready:
            error = OSError(ready["errno"], ready["fault"])
            if is_machine_failure(error):
                raise MachineFailure(ready["fault"])
            raise error
        self.missing = tuple(ready["missing"])
        self._pid = ready["pid"]

    def do(self, step: str, *, until: float, **request: Any) -> Answer:
        """Let the process do one step until the nursery's clock reaches `until`.

        Raises MachineFailure if the process could not be started.
        """
        output = (bytearray(), bytearray())
        with self._nursery.clock.count_idle_time():
            ending, claims = self._exchange_step(
                _encode_line({"do": step, **request}), until, output
            )
        stdout, stderr = (part.decode("utf-8", "surrogateescape") for part in output)
        code = claims.get("exit_code", 0)
        number = 0
        if self._exit_status is not None and ending in (StepEnding.EXITED, StepEnding.KILLED):
            code = os.waitstatus_to_exitcode(self._exit_status)
            number = max(-code, 0)
        if number == TIME_IS_UP:
            ending = StepEnding.TIMED_OUT
        return Answer(
            ending=ending,
            stdout=stdout,
            stderr=stderr,
            exit_code=code if isinstance(code, int) else -1,
            signal_number=number,
            claims=claims,
        )

    def _exchange_step(
        self, request: bytes, until: float, output: tuple[bytearray, bytearray]
    ) -> tuple[StepEnding, Mapping[str, Any]]:
        """Send the request and collect output until the process has answered or ended, or has used
        up its time or its output limit.
        """
        clock = self._nursery.clock
        poll = select.poll()
        sources = (self._control.fileno(), self._status.fileno(), *self._outputs)
        for source in sources:
            poll.register(source, select.POLLIN)
        poll.register(sources[0], select.POLLIN | select.POLLOUT)
        answer = b""
        is_signalled = False
        while True:
            ready = dict(poll.poll(clock.seconds_until_update(until) * 1000))
            for descriptor, collected in zip(self._outputs, output, strict=True):
                if descriptor in ready and not _read_output(descriptor, collected):
                    poll.unregister(descriptor)  # the process has closed it
            if sum(map(len, output)) > MAX_OUTPUT_BYTES:
                return StepEnding.TOO_MUCH_OUTPUT, {}
            if sources[1] in ready and not self._read_status():
                return StepEnding.BROKEN, {}  # the nursery was killed
            if ready.get(sources[0], 0) & select.POLLOUT:
                request = request[_send_available(self._control, request) :]
                if not request:
                    poll.modify(sources[0], select.POLLIN)
            if ready.get(sources[0], 0) & ~select.POLLOUT:
                received = _receive_available(self._control)
                answer += received
                if not received:
                    poll.unregister(sources[0])  # the process has closed it
            if self._exit_status is not None:
                while len(answer) <= _MAX_ANSWER_BYTES and (
                    received := _receive_available(self._control)
                ):
                    answer += received
            if answer.endswith(b"\n") or len(answer) > _MAX_ANSWER_BYTES:
                self._drain(output)
                return read_answer(answer)
            if self._exit_status is not None:
                self._drain(output)
                if self._pid is None and not os.WIFSIGNALED(self._exit_status):
                    code = os.waitstatus_to_exitcode(self._exit_status)
                    excerpt = bytes(output[1][-_EXCERPT_BYTES:]).decode(errors="replace")
                    raise MachineFailure(
                        f"a process ended with {code} before it was ready {excerpt}".rstrip()
                    )
                if os.WIFSIGNALED(self._exit_status):
                    return StepEnding.KILLED, {}
                return StepEnding.EXITED, {}
            clock.update(until, quiet=not ready)
            if clock.seconds_left(until) <= 0:
                if is_signalled:
                    return StepEnding.TIMED_OUT, {}
                self._signal_time_is_up()
                is_signalled = True
                until += _GRACE_SECONDS

    def _signal_time_is_up(self) -> None:
        if self._pid is not None:
            with suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(self._pid, TIME_IS_UP)

    def _read_status(self) -> bool:
        """Record the nursery's report about the process. Return False if the nursery is gone."""
        report = _receive_available(self._status)
        for line in report.splitlines():
            if line == b"clean":
                self._clean = True
            elif line.startswith(b"failed "):
                error = os.strerror(int(line.split()[1]))
                raise MachineFailure(f"no process could be started for the submission: {error}")
            else:
                self._exit_status = int(line.split()[1])
        return bool(report)

    def _drain(self, output: tuple[bytearray, bytearray]) -> None:
        for descriptor, collected in zip(self._outputs, output, strict=True):
            while len(collected) <= MAX_OUTPUT_BYTES:
                before = len(collected)
                _read_output(descriptor, collected)
                if len(collected) == before:
                    break


def _encode_line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message).encode() + b"\n"


def _send_available(target: socket.socket, message: bytes) -> int:
    """Send as much as the other side accepts now. Return its length, or the whole length if the
    other side is gone.
    """
    try:
        return target.send(message, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return 0
    except OSError:
        return len(message)


def _receive_available(source: socket.socket) -> bytes:
    """Return the bytes that can be received now; empty if there are none or the other side
    is gone.
    """
    try:
        return source.recv(1 << 16, socket.MSG_DONTWAIT)
    except OSError:
        return b""


def _read_output(descriptor: int, collected: bytearray) -> bool:
    """Add the bytes that can be read now. Return False at the end of the file."""
    try:
        read = os.read(descriptor, 1 << 16)
    except BlockingIOError:
        return True
    collected += read
    return bool(read)
