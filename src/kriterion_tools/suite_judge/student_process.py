"""Student processes: starting them, having them do one step after another, killing them."""

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

MOST_OUTPUT_BYTES = 1 << 20
_EXCERPT_BYTES = 300
_MOST_ANSWER_BYTES = 8 << 20
_GRACE_SECONDS = 0.1  # for the process itself to report where it was busy
# Real time, however busy the machine is:
_PREPARE_SECONDS = 30.0
_SWEEP_SECONDS = 10.0
_PASS_ON_SECONDS = 10.0
_PAUSE_SECONDS = 0.005


class Nursery:
    """Starts student processes, one at a time, and leaves none behind.

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
                self._pass_on(theirs)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        process = StudentProcess(self, self._socket, control, stdout, stderr)
        process.prepare(prepared)
        return process

    def _pass_on(self, descriptors: tuple[int, ...]) -> None:
        """Send the nursery the descriptors of a process. Raises MachineFailure.

        The kernel limits the descriptors in flight per user, and still counts those of killed
        processes for a moment, so this retries for a while.
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
                    raise MachineFailure(f"no descriptor can be passed on: {error}") from error
            time.sleep(_PAUSE_SECONDS)

    def sweep(self, *, clean: bool) -> None:
        """Kill everything that a student process has left.

        After one that managed to kill the nursery, or to survive this, no further process is
        started.
        """
        deadline = time.monotonic() + _SWEEP_SECONDS
        while self._works and not clean:
            processes.kill_descendants(self._pid)
            if select.select([self._socket], [], [], 0.002)[0]:
                said = _received(self._socket)
                clean = said.endswith(b"clean\n")
                self._works = bool(said)
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
        """Have the process set up its fence. Its answer can be trusted, because no student code has
        run in it yet. Raises OSError if it could not, and MachineFailure.
        """
        self._control.settimeout(_PREPARE_SECONDS)
        said = b""
        try:
            self._control.sendall(_line(prepared))
            while not said.endswith(b"\n"):
                received = self._control.recv(1 << 16)
                if not received:  # it has ended; `do` finds out why
                    return
                said += received
        except ConnectionError:
            return
        except TimeoutError:
            raise MachineFailure(
                f"a process was not ready within {_PREPARE_SECONDS:.0f} seconds"
            ) from None
        finally:
            self._control.settimeout(0)
        ready = json.loads(said)
        if "fault" in ready:
            error = OSError(ready["errno"], ready["fault"])
            if is_machine_failure(error):
                raise MachineFailure(ready["fault"])
            raise error
        self.missing = tuple(ready["missing"])
        self._pid = ready["pid"]

    def do(self, step: str, *, until: float, **request: Any) -> Answer:
        """Have the process do one step, until the nursery's clock says so.

        Raises MachineFailure when there is no process for it.
        """
        output = (bytearray(), bytearray())
        with self._nursery.clock.running():
            ending, said = self._follow(_line({"do": step, **request}), until, output)
        stdout, stderr = (bytes(one).decode("utf-8", "surrogateescape") for one in output)
        code = said.get("exit_code", 0)
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
            said=said,
        )

    def _follow(
        self, request: bytes, until: float, output: tuple[bytearray, bytearray]
    ) -> tuple[StepEnding, Mapping[str, Any]]:
        """Tell the process what to do, as fast as it listens; collect its output until it has
        answered, ended, or used up its time or room.
        """
        clock = self._nursery.clock
        poll = select.poll()
        sources = (self._control.fileno(), self._status.fileno(), *self._outputs)
        for source in sources:
            poll.register(source, select.POLLIN)
        poll.register(sources[0], select.POLLIN | select.POLLOUT)
        answer = b""
        told = False
        while True:
            ready = dict(poll.poll(clock.until_look(until) * 1000))
            for descriptor, collected in zip(self._outputs, output, strict=True):
                if descriptor in ready and not _collect(descriptor, collected):
                    poll.unregister(descriptor)  # the process has closed it
            if sum(map(len, output)) > MOST_OUTPUT_BYTES:
                return StepEnding.TOO_MUCH_OUTPUT, {}
            if sources[1] in ready and not self._hear_of_end():
                return StepEnding.BROKEN, {}  # it has killed the nursery
            if ready.get(sources[0], 0) & select.POLLOUT:
                request = request[_sent(self._control, request) :]
                if not request:
                    poll.modify(sources[0], select.POLLIN)
            if ready.get(sources[0], 0) & ~select.POLLOUT:
                received = _received(self._control)
                answer += received
                if not received:
                    poll.unregister(sources[0])  # the process has closed it
            if self._exit_status is not None:
                while len(answer) <= _MOST_ANSWER_BYTES and (received := _received(self._control)):
                    answer += received
            if answer.endswith(b"\n") or len(answer) > _MOST_ANSWER_BYTES:
                self._drain(output)
                return read_answer(answer)
            if self._exit_status is not None:
                self._drain(output)
                if self._pid is None and not os.WIFSIGNALED(self._exit_status):
                    code = os.waitstatus_to_exitcode(self._exit_status)
                    said = bytes(output[1][-_EXCERPT_BYTES:]).decode(errors="replace")
                    raise MachineFailure(
                        f"a process ended with {code} before it was ready {said}".rstrip()
                    )
                if os.WIFSIGNALED(self._exit_status):
                    return StepEnding.KILLED, {}
                return StepEnding.EXITED, {}
            clock.look(until, quiet=not ready)
            if clock.left(until) <= 0:
                if told:
                    return StepEnding.TIMED_OUT, {}
                self._tell_that_time_is_up()
                told = True
                until += _GRACE_SECONDS

    def _tell_that_time_is_up(self) -> None:
        if self._pid is not None:
            with suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(self._pid, TIME_IS_UP)

    def _hear_of_end(self) -> bool:
        """Note what the nursery says of the process; False when the nursery itself is gone."""
        heard = _received(self._status)
        for line in heard.splitlines():
            if line == b"clean":
                self._clean = True
            elif line.startswith(b"failed "):
                error = os.strerror(int(line.split()[1]))
                raise MachineFailure(f"no process for the submission: {error}")
            else:
                self._exit_status = int(line.split()[1])
        return bool(heard)

    def _drain(self, output: tuple[bytearray, bytearray]) -> None:
        for descriptor, collected in zip(self._outputs, output, strict=True):
            while len(collected) <= MOST_OUTPUT_BYTES:
                before = len(collected)
                _collect(descriptor, collected)
                if len(collected) == before:
                    break


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message).encode() + b"\n"


def _sent(target: socket.socket, message: bytes) -> int:
    """How much of it the other side has room for; all when there is no other side."""
    try:
        return target.send(message, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return 0
    except OSError:
        return len(message)


def _received(source: socket.socket) -> bytes:
    """What has come; empty when the other side is gone."""
    try:
        return source.recv(1 << 16, socket.MSG_DONTWAIT)
    except OSError:
        return b""


def _collect(descriptor: int, collected: bytearray) -> bool:
    """Add what can be read now; False at the end of it."""
    try:
        read = os.read(descriptor, 1 << 16)
    except BlockingIOError:
        return True
    collected += read
    return bool(read)
