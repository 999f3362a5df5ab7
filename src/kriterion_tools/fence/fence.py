"""The fence: what a process, and all that it starts, gives up for good before it runs strange code.

It needs no namespaces and no rights, so that a judge can use it inside whatever sandbox it runs in:
between the judge's own files and processes and those of the submission.
"""

from __future__ import annotations

import os

from kriterion_tools.fence import landlock, processes, system_calls
from kriterion_tools.fence.limits import Limits, lower

TYPE_CHECKING = False  # `typing` takes longer to load than everything else here
if TYPE_CHECKING:
    from collections.abc import Iterator

# What programs of any language need to read. Landlock itself keeps them out of the files in /proc
# that belong to processes outside.
SYSTEM = ("/bin", "/etc", "/lib", "/lib32", "/lib64", "/opt", "/proc", "/sbin", "/sys", "/usr")
DEVICES = ("/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero")


# What a kernel may not have, and a fence then lacks.
LANDLOCK = "landlock"  # without it, files are open to whoever has the right user
SECCOMP = "seccomp"  # without it, the network is open, and so are the judge's processes


class Fence:
    """What is left to those behind it.

    `read` and `write` are directories (or files) whose whole content they may read and execute, or
    write as well; `hide` is taken out of these. Without `network` they have only sockets within the
    machine; without `lasting_ipc` neither System V IPC nor POSIX message queues, which outlive the
    processes that made them. `guarded` are processes that they may not signal or hold up.
    """

    def __init__(
        self,
        *,
        read: tuple[str, ...] = SYSTEM,
        write: tuple[str, ...] = DEVICES,
        hide: tuple[str, ...] = (),
        network: bool = False,
        lasting_ipc: bool = False,
        guarded: tuple[int, ...] = (),
        limits: Limits | None = None,
    ) -> None:
        self.read = read
        self.write = write
        self.hide = hide
        self.network = network
        self.lasting_ipc = lasting_ipc
        self.guarded = guarded
        self.limits = limits or Limits()


def missing() -> tuple[str, ...]:
    """What a fence lacks on this machine."""
    found = []
    if not landlock.version():
        found.append(LANDLOCK)
    if not system_calls.can_be_filtered():
        found.append(SECCOMP)
    return tuple(found)


def enter(fence: Fence) -> tuple[str, ...]:
    """Put this process behind the fence, for good; returns what the fence lacks.

    To be called by a process with one thread. Raises OSError.
    """
    lacking = missing()
    processes.give_up_privileges()
    if LANDLOCK not in lacking:
        hidden = tuple(map(os.path.realpath, fence.hide))
        landlock.restrict(
            read=_without(hidden, fence.read),
            write=_without(hidden, fence.write),
            network=fence.network,
            version=landlock.version(),
        )
    if SECCOMP not in lacking:
        system_calls.install(
            system_calls.filter_program(
                network=fence.network, lasting_ipc=fence.lasting_ipc, guarded=fence.guarded
            )
        )
    lower(fence.limits)
    return lacking


def _without(hidden: tuple[str, ...], places: tuple[str, ...]) -> Iterator[str]:
    for place in places:
        yield from landlock.around(os.path.realpath(place), hidden)
