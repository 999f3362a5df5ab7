"""The descriptors of a run: those it gets, by number, and our ends of its pipes."""

import fcntl
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from kriterion.errors import MachineError
from kriterion.sandbox.execution.memory_file import open_memory_file
from kriterion.sandbox.execution.shell import open_shell
from kriterion.sandbox.execution.shell_script import CONTROL, FIRST_TREE, MAXIMUM_TREES
from kriterion.sandbox.execution.small_files import list_small_files
from kriterion.sandbox.run import Run
from kriterion.sandbox.seccomp.filter_program import STRICT, Filter, compile_filter
from kriterion.sandbox.users.user import RunUser

SECCOMP = 20  # only bubblewrap reads this and all after it
ARGUMENTS = SECCOMP + 1
SHELL = ARGUMENTS + 1
_FIRST_FILE = SHELL + 1
_PIPE_BYTES = 64 * 1024


class Wiring:
    """The open descriptors between us and one run.

    `given` are the run's descriptors: its number → ours. `trees` and `files` map some of those
    numbers to the places of their content. `stdout`, `stderr` and `control` are our ends.
    `stdin_rest` is input that the pipe has not accepted yet; `stdin` is None once all is written,
    unless more may come.
    """

    def __init__(
        self,
        run: Run,
        *,
        user: RunUser,
        filter_: Filter = STRICT,
        more_input: bool = False,
    ) -> None:
        """`user` is the run's: it may reopen its /dev/stdout."""
        self._more_input = more_input
        self.given: dict[int, int] = {}
        self.trees: dict[int, str] = {}
        self.files: dict[str, int] = {}
        self.stdin: int | None = None
        self.stdin_rest = memoryview(b"")
        self._closing: list[Callable[[], None]] = []
        try:
            self._open_pipes(user)
            self._open_files(run, compile_filter(filter_=filter_))
            self._widen_stdin()
            self.write_input(run.stdin)
        except OSError as error:
            self.close()
            raise MachineError(f"a run cannot be given its files: {error.strerror}") from error
        except BaseException:
            self.close()
            raise

    def send_arguments(self, arguments: Sequence[str]) -> None:
        """Send bubblewrap its arguments, for which it waits."""
        encoded = b"".join(os.fsencode(argument) + b"\0" for argument in arguments)
        with suppress(BrokenPipeError):  # it has ended; the caller will find out why
            self._arguments.write(encoded)
            self._arguments.close()

    def close_given(self) -> None:
        """Close what the run has inherited: otherwise its pipes would not end with it."""
        while self.given:
            os.close(self.given.popitem()[1])

    def write_input(self, text: bytes) -> None:
        """Write the next input, as much as fits. Earlier input must have been consumed."""
        self.stdin_rest = memoryview(text)
        self.feed()

    def feed(self) -> None:
        """Write what the pipe accepts of the remaining input, and close it after the last byte."""
        if self.stdin is None:
            return
        try:
            written = os.write(self.stdin, self.stdin_rest[:_PIPE_BYTES])
            self.stdin_rest = self.stdin_rest[written:]
        except BlockingIOError:
            return
        except BrokenPipeError:  # nobody reads it
            self.stdin_rest = memoryview(b"")
        if not self.stdin_rest and not self._more_input:
            os.close(self.stdin)
            self.stdin = None

    def close(self) -> None:
        self.close_given()
        if self.stdin is not None:
            os.close(self.stdin)
            self.stdin = None
        while self._closing:
            self._closing.pop()()

    def _open_pipes(self, user: RunUser) -> None:
        self.given[0], self.stdin = os.pipe2(os.O_CLOEXEC)
        self.stdout, self.given[1] = os.pipe2(os.O_CLOEXEC)
        self._closing.append(partial(os.close, self.stdout))
        self.stderr, self.given[2] = os.pipe2(os.O_CLOEXEC)
        self._closing.append(partial(os.close, self.stderr))
        for end in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(end, False)
            if user.owner is not None:
                os.fchown(end, user.owner, user.owner)
            elif (
                user.is_other_user
            ):  # we cannot give them files, and only the run can reach its pipes
                os.fchmod(end, 0o666)
        self.given[ARGUMENTS], arguments = os.pipe2(os.O_CLOEXEC)
        self._arguments = os.fdopen(arguments, "wb", buffering=0)
        self._closing.append(self._arguments.close)
        self.control, control = socket.socketpair()
        self.given[CONTROL] = control.detach()
        self._closing.append(self.control.close)
        # Messages carry the sender's process id in our namespace.
        self.control.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)

    def _open_files(self, run: Run, seccomp: bytes) -> None:
        archives = {place: tree.archive for place, tree in run.trees.items() if tree.archive}
        if len(archives) > MAXIMUM_TREES:
            raise ValueError(f"{len(archives)} trees: a run starts with {MAXIMUM_TREES} at most")
        for number, (place, archive) in enumerate(archives.items(), FIRST_TREE):
            self.trees[number] = place
            self.given[number] = open_memory_file(archive)
        self.given[SECCOMP] = open_memory_file(seccomp)
        self.given[SHELL] = open_shell(run.image)
        for number, (place, content) in enumerate(list_small_files(run).items(), _FIRST_FILE):
            self.files[place] = number
            self.given[number] = open_memory_file(content)

    def _widen_stdin(self) -> None:
        """Make all input available before the first read: a judge may read one piece only."""
        assert self.stdin is not None
        with suppress(OSError):  # above the limit for this user, it keeps its size
            fcntl.fcntl(self.stdin, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
