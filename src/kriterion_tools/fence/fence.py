"""The fence: permanent restrictions that a process puts on itself and its descendants.

It does so before it runs untrusted code.

It needs neither namespaces nor privileges, so a judge can use it inside any sandbox to separate its
own files and processes from those of the submission.
"""

from __future__ import annotations

import os

from kriterion_tools.fence import landlock, system_calls
from kriterion_tools.fence import user_processes as processes
from kriterion_tools.fence.limits import FenceLimits, apply_limits

TYPE_CHECKING = False  # `typing` takes longer to import than everything else here
if TYPE_CHECKING:
    from collections.abc import Iterator

# What programs in any language need to read. Landlock itself denies files in /proc of processes
# outside the fence.
SYSTEM = ("/bin", "/etc", "/lib", "/lib32", "/lib64", "/opt", "/proc", "/sbin", "/sys", "/usr")
DEVICES = ("/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero")


# What some kernels do not support.
LANDLOCK = "landlock"  # without it, all files of the user are accessible
SECCOMP = "seccomp"  # without it, the network and the judge's processes are accessible


class Fence:
    """What processes behind the fence may do.

    They may read and execute everything below `read` and `write`, and write below `write`, but
    nothing below `hide`. Without `network` they have only Unix sockets; without `lasting_ipc`
    neither System V IPC nor POSIX message queues, which outlive the processes that create them.
    They may neither signal nor slow down `protected` processes.
    """

    def __init__(
        self,
        *,
        read: tuple[str, ...] = SYSTEM,
        write: tuple[str, ...] = DEVICES,
        hide: tuple[str, ...] = (),
        network: bool = False,
        lasting_ipc: bool = False,
        protected: tuple[int, ...] = (),
        limits: FenceLimits | None = None,
    ) -> None:
        self.read = read
        self.write = write
        self.hide = hide
        self.network = network
        self.lasting_ipc = lasting_ipc
        self.protected = protected
        self.limits = limits or FenceLimits()


def find_missing_features() -> tuple[str, ...]:
    """Return which of LANDLOCK and SECCOMP this machine lacks."""
    missing = []
    if not landlock.read_version():
        missing.append(LANDLOCK)
    if not system_calls.can_be_filtered():
        missing.append(SECCOMP)
    return tuple(missing)


def enter(fence: Fence) -> tuple[str, ...]:
    """Put this process behind the fence permanently, and return what the fence lacks.

    The process must have a single thread. Raises OSError.
    """
    missing = find_missing_features()
    processes.drop_privileges()
    if LANDLOCK not in missing:
        hidden = tuple(map(os.path.realpath, fence.hide))
        landlock.restrict(
            read=_exclude_hidden(hidden, fence.read),
            write=_exclude_hidden(hidden, fence.write),
            network=fence.network,
            version=landlock.read_version(),
        )
    if SECCOMP not in missing:
        system_calls.install(
            system_calls.build_filter(
                network=fence.network, lasting_ipc=fence.lasting_ipc, protected=fence.protected
            )
        )
    apply_limits(fence.limits)
    return missing


def _exclude_hidden(hidden: tuple[str, ...], places: tuple[str, ...]) -> Iterator[str]:
    for place in places:
        yield from landlock.split_around(os.path.realpath(place), hidden)
