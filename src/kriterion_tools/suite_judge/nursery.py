"""The process that student processes are forked from: it never sees the suite, and reaps them.

The judge forks it before it reads anything, so that neither it nor its children have anything to
find in their memory. Measured: a fork takes 1 ms, a fresh interpreter with its imports 28 ms.

What it is told: one byte, with three descriptors beside it (control, stdout and stderr of the new
process). What it says: `exit N` (wait status) when that process has ended, and `clean` when none of
its descendants is left; or `failed N` (error number) when there is none, because the machine has no
room for it.
"""

import errno
import gc
import os
import socket
import time
from typing import NoReturn

from kriterion_tools.fence import processes
from kriterion_tools.suite_judge import child

_GIVEN = 3  # descriptors
_FORK_SECONDS = 10.0
_PAUSE_SECONDS = 0.005
_MOST_PROCESSES = 128  # of a student: the sandbox's own limit leaves room for this many


def main(judge: socket.socket) -> NoReturn:
    """Fork one child after the other, until the judge closes its end."""
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for judges_own in (0, 1):
            os.dup2(nothing, judges_own)
        os.close(nothing)
        processes.hide()
        processes.adopt_orphans()
        gc.freeze()  # what is here now stays: no child need look through it, and so copy it
        _serve(judge)
    finally:
        os._exit(0)  # never back into the judge


def _serve(judge: socket.socket) -> None:
    alone = processes.is_counted_alone()  # if not, a limit would depend on who else is at work
    surroundings = child.Surroundings(
        guarded=processes.lineage(os.getpid()),
        processes=processes.count_tasks() + _MOST_PROCESSES if alone else None,
    )
    while True:
        message, descriptors, _, _ = socket.recv_fds(judge, 1, _GIVEN)
        if not message:
            return
        try:
            if len(descriptors) < _GIVEN:  # the kernel drops those that there is no room for
                raise OSError(errno.EMFILE, "too many open files")
            pid = _fork()
        except OSError as error:
            judge.sendall(b"failed %d\n" % (error.errno or errno.EAGAIN))
            pid = -1
        if pid == 0:
            judge.close()
            child.main(surroundings, *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        if pid > 0:
            _wait(judge, pid)


def _fork() -> int:
    """A new process; those that were just killed may still count for a moment."""
    deadline = time.monotonic() + _FORK_SECONDS
    while True:
        try:
            return os.fork()
        except OSError:
            if time.monotonic() > deadline:
                raise
        time.sleep(_PAUSE_SECONDS)


def _wait(judge: socket.socket, pid: int) -> None:
    """Reap the child and whatever it leaves behind: orphans come to us."""
    while True:
        try:
            ended, status = os.wait()
        except ChildProcessError:
            judge.sendall(b"clean\n")
            return
        if ended == pid:
            judge.sendall(b"exit %d\n" % status)
