"""How a judge says that the machine failed, and not the submission: ours, not Dodona's.

It ends with EX_TEMPFAIL, and the last line on stderr says what failed. It is believed when its
config.json has `"reports_machine_failures": true`: many judges pass on the exit status and the
stderr of the student's program. To Dodona that is a judge that failed, as any other exit status is.
Source: sysexits(3head).
"""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

EXIT_STATUS = 75
PREFIX = "machine error: "

# Of what the machine had no room for at that moment. A full disk is not among them: the places a
# judge writes to are small file systems of its run's own. Nor is EAGAIN, save of a new process: who
# has a lease on a file brings it about for whoever opens that.
_OF_MACHINE = frozenset(
    {
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOBUFS,
        errno.ENOMEM,
        errno.EIO,
        errno.ETOOMANYREFS,
    }
)
_MOST_CHARACTERS = 500


class MachineFailure(Exception):
    """The machine failed while something was judged; judging it again may work."""


def is_machine_failure(error: OSError) -> bool:
    """Whether an error says that the machine had no room, for a descriptor or a process, say."""
    return error.errno in _OF_MACHINE


@contextmanager
def machine_may_fail(what: str) -> Iterator[None]:
    """Tell failures of the machine to make a process, a pipe or a socket from all others."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EAGAIN or is_machine_failure(error):
            raise MachineFailure(f"{what}: {error}") from error
        raise


def failure_line(failure: BaseException) -> str:
    """The last line on stderr."""
    return PREFIX + " ".join(str(failure).split())[:_MOST_CHARACTERS]


def find_machine_failure(exit_status: int | None, stderr: bytes) -> str | None:
    """What failed, in the judge's words; None when it does not say so."""
    if exit_status != EXIT_STATUS:
        return None
    last = stderr.rstrip().rpartition(b"\n")[2].decode(errors="replace")
    return last.removeprefix(PREFIX)[:_MOST_CHARACTERS] if last.startswith(PREFIX) else None
