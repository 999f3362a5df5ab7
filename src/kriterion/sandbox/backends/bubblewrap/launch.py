"""Start a run in bubblewrap."""

import contextlib
import resource
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial

from kriterion.errors import MachineError
from kriterion.sandbox.backends.bubblewrap.confinement import list_arguments, make_command
from kriterion.sandbox.cgroups.run_group import RunGroup
from kriterion.sandbox.execution.conversation import Conversation, RunProcesses
from kriterion.sandbox.execution.listener import Listener
from kriterion.sandbox.execution.pidfd_process import Process, has_ended, start
from kriterion.sandbox.execution.shell_script import GO, READY, STARTED, render_stub
from kriterion.sandbox.execution.wiring import ARGUMENTS, SECCOMP, SHELL, Wiring
from kriterion.sandbox.run import Run

_LEAVING_SECONDS = 1.0  # for processes that die with their parent
_COMPLAINT_BYTES = 16 * 1024


@contextmanager
def launch(
    run: Run,
    wiring: Wiring,
    group: RunGroup,
    *,
    bubblewrap: Sequence[str],
    user_limits: Mapping[int, int],
    rlimit_memory: bool,
    has_listener: bool,
    meanwhile: Callable[[int], AbstractContextManager[None]],
    cancelled: threading.Event,
) -> Iterator[RunProcesses]:
    """Start a run up to its command; leaving the context kills all of it.

    `user_limits` are the limits of its user: rlimit → maximum. `meanwhile` is entered with the
    process id of pid 1 while that waits, and left at the end. It must be `has_listener` if its
    filter leaves foreign architectures to a listener. Raises NotStarted, RunCancelled and
    MachineError.
    """
    script = render_stub(
        limits=run.limits,
        trees=wiring.trees,
        working_directory=run.working_directory,
        rlimit_memory=rlimit_memory,
    )
    command = make_command(run, bubblewrap=bubblewrap, script=script, arguments=ARGUMENTS)
    arguments = list_arguments(
        run, files=wiring.files, shell=SHELL, seccomp=SECCOMP, groups=group.visible_paths
    )
    # A listener starts the run in a thread of its own, which may enter the group first.
    admitted = has_listener and group.admits_threads
    begin = partial(_start_within, group) if admitted else start
    listener = Listener(command, wiring.given, begin=begin) if has_listener else None
    confined = RunProcesses(
        listener.process if listener else start(command, wiring.given), listener
    )
    try:
        wiring.close_given()
        _lower_limits(confined.process, user_limits)
        # The kernel may wait some milliseconds when it first moves a process; bubblewrap works
        # meanwhile.
        if group.must_be_root and not admitted:
            _attach(group, confined.process)
        wiring.send_arguments(arguments)
        if not group.must_be_root and not admitted:
            _attach(group, confined.process)
        talk = Conversation(wiring, cancelled)
        talk.wait_for(READY)
        confined.set_init(talk.speaker)
        if not admitted:
            group.attach(talk.speaker)
        with meanwhile(talk.speaker):
            talk.send(GO)
            talk.wait_for(STARTED)
            yield confined
    finally:
        confined.close()
        if not confined.is_known:
            _wait_until_left(wiring.control)


def _start_within(group: RunGroup, command: tuple[str, ...], given: Mapping[int, int]) -> Process:
    """Start a process in the group. Raises MachineError."""
    process = None
    try:
        with group.admit():
            process = start(command, given)
    except BaseException:
        if process is not None:
            process.close()
        raise
    return process


def _lower_limits(process: Process, limits: Mapping[int, int]) -> None:
    """Lower the limits of a process without children."""
    try:
        for what, limit in limits.items():
            resource.prlimit(process.pid, what, (limit, limit))
    except ProcessLookupError:
        return  # it has ended; the caller will find out why
    except OSError as error:
        raise MachineError(f"the limits of a run cannot be set: {error.strerror}") from error


def _attach(group: RunGroup, process: Process) -> None:
    try:
        group.attach(process.pid)
    except MachineError:
        if not has_ended(process.descriptor):
            raise


def _wait_until_left(control: socket.socket) -> None:
    """Wait until the other end is closed. For a run that ended before its shell spoke, that is the
    only sign of its end.
    """
    control.settimeout(_LEAVING_SECONDS)
    with contextlib.suppress(OSError):
        while control.recv(_COMPLAINT_BYTES):
            continue
