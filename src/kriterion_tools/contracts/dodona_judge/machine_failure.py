"""How a judge reports that the machine failed rather than the submission: ours, not Dodona's.

It exits with EX_TEMPFAIL, and the last line on stderr says what failed. It is trusted if its
config.json has `"reports_machine_failures": true`: many judges pass on the exit status and the
stderr of the student's program. For Dodona it is a failed judge, as with any other exit status.
Source: sysexits(3head).
"""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

EXIT_STATUS = 75
PREFIX = "machine error: "

# Errors of a machine that has no resources left. ENOSPC is not among them: a judge writes to small
# file systems of its own run. Neither is EAGAIN, except for a new process: opening a file with a
# lease also causes it.
_MACHINE_ERRORS = frozenset(
    {
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOBUFS,
        errno.ENOMEM,
        errno.EIO,
        errno.ETOOMANYREFS,
    }
)
_MAX_CHARACTERS = 500


class MachineFailure(Exception):
    """The machine failed during judging; another attempt may succeed."""


def is_machine_failure(error: OSError) -> bool:
    """Whether the machine lacked a resource, for example a descriptor or memory."""
    return error.errno in _MACHINE_ERRORS


@contextmanager
def machine_may_fail(what: str) -> Iterator[None]:
    """Turn failures to create a process, a pipe or a socket into MachineFailure."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EAGAIN or is_machine_failure(error):
            raise MachineFailure(f"{what}: {error}") from error
        raise


def format_failure(failure: BaseException) -> str:
    """Return the last line for stderr."""
    return PREFIX + " ".join(str(failure).split())[:_MAX_CHARACTERS]


def find_machine_failure(exit_status: int | None, stderr: bytes) -> str | None:
    """Return what failed, in the judge's words; None if it does not report a failure."""
    if exit_status != EXIT_STATUS:
        return None
    last = stderr.rstrip().rpartition(b"\n")[2].decode(errors="replace")
    return last.removeprefix(PREFIX)[:_MAX_CHARACTERS] if last.startswith(PREFIX) else None
