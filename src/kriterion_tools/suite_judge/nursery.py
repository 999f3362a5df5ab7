"""The nursery: the process that forks student processes and reaps them. It never sees the suite.

The judge forks it before it reads anything, so the memory of the nursery and its children holds no
secrets. Measured: a fork takes 1 ms, a fresh interpreter with its imports 28 ms.

A request is one byte with three descriptors (control, stdout and stderr of the new process). The
replies are `exit N` (wait status) when that process has ended, and `clean` when all its descendants
have ended; or `failed N` (error number) if the machine cannot create a process.
"""

import errno
import gc
import os
import socket
import time
from typing import NoReturn

from kriterion_tools.fence import user_processes as processes
from kriterion_tools.suite_judge import child

_DESCRIPTORS = 3  # descriptors
_FORK_SECONDS = 10.0
_PAUSE_SECONDS = 0.005
_MAX_PROCESSES = 128  # of a student; the sandbox allows at least as many


def main(judge: socket.socket) -> NoReturn:
    """Fork children on request until the judge closes its end."""
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1):  # the judge's stdin and stdout
            os.dup2(null, standard)
        os.close(null)
        processes.hide()
        processes.adopt_orphans()
        gc.freeze()  # a collection would write to these pages, and so copy them in each child
        _serve(judge)
    finally:
        os._exit(0)  # never return into the judge


def _serve(judge: socket.socket) -> None:
    alone = processes.is_counted_alone()  # otherwise the limit would depend on other containers
    surroundings = child.Surroundings(
        protected=processes.list_lineage(os.getpid()),
        processes=processes.count_tasks() + _MAX_PROCESSES if alone else None,
    )
    while True:
        message, descriptors, _, _ = socket.recv_fds(judge, 1, _DESCRIPTORS)
        if not message:
            return
        try:
            if len(descriptors) < _DESCRIPTORS:  # the kernel drops descriptors beyond the limit
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
    """Fork, retrying for a while: killed processes still count until they are reaped."""
    deadline = time.monotonic() + _FORK_SECONDS
    while True:
        try:
            return os.fork()
        except OSError:
            if time.monotonic() > deadline:
                raise
        time.sleep(_PAUSE_SECONDS)


def _wait(judge: socket.socket, pid: int) -> None:
    """Reap the child and its orphaned descendants."""
    while True:
        try:
            ended, status = os.wait()
        except ChildProcessError:
            judge.sendall(b"clean\n")
            return
        if ended == pid:
            judge.sendall(b"exit %d\n" % status)
