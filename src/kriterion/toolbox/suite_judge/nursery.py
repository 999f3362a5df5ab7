"""The process that student processes are forked from: it holds no suite, and reaps them.

Measured: a fork of it takes 0.5 ms, a fresh interpreter 8 ms. It starts while the judge reads the
suite. What it is told, on descriptor 0: one byte, with three descriptors beside it (control, stdout
and stderr of the new process). What it says there: `exit N` (wait status) when that process ended,
and `clean` when none of its descendants is left.
"""

import os
import socket

from kriterion.toolbox.suite_judge import child
from kriterion.toolbox.suite_judge.fence import adopt_orphans, hide_process


def main() -> None:
    """Fork one child after the other, until the judge closes its end."""
    hide_process()
    adopt_orphans()
    judge = socket.socket(fileno=os.dup(0))
    while True:
        message, descriptors, _, _ = socket.recv_fds(judge, 1, 3)
        if not message:
            return
        pid = os.fork()
        if pid == 0:
            judge.close()
            child.main(*descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        _wait(judge, pid)


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


if __name__ == "__main__":
    main()
