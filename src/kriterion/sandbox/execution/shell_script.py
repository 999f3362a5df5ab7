"""The first program of every run: a shell inside that prepares everything and waits.

It is pid 1 of the run. It tells the host that it is ready, waits for permission (which never comes
if the host has died), unpacks the trees, lowers its limits, closes what the command must not have,
and runs that. It is a shell because every image has one; in plain POSIX, for dash, bash and
busybox. The command runs as its child, so that exit statuses and reaping work as usual.
"""

import math
import shlex
from collections.abc import Mapping

from kriterion.sandbox.run import Limits

# Its messages to the host, one per line; any other line is an error message of a program it used.
READY = "ready"
STARTED = "started"
GO = b"go\n"

# A POSIX shell's descriptors have one digit.
CONTROL = 3
FIRST_TREE = 4
MAXIMUM_TREES = 6
_STDERR = 9

# The process limit is per user inside the run, and this shell is one more.
_SHELL = 1
# The kernel ends a process at this multiple of the limit, if nothing else did. It counts whole
# ticks, which on a busy machine run ahead of the clocks by a seventh or more.
_KERNELS_LIMIT = 2
_BLOCK_BYTES = 512


def render_stub(
    *,
    limits: Limits,
    trees: Mapping[int, str],
    working_directory: str,
    rlimit_memory: bool,
    rlimit_processes: bool = True,
) -> str:
    """Return the shell's program. `trees` maps each descriptor to the place of its archive."""
    unpack = [
        f"LC_ALL=C /bin/tar -xf - -C {shlex.quote(place)} <&{number} 2>&{CONTROL} || exit"
        for number, place in trees.items()
    ]
    lines = [
        f"echo {READY} >&{CONTROL}",
        f"read -r go <&{CONTROL} || exit",
        "umask 022",
        *unpack,
        *(f"exec {number}<&-" for number in trees),
        f"cd {shlex.quote(working_directory)} 2>&{CONTROL} || exit",
        "unset OLDPWD",
        # Silence the shell, which would report the signal that ended the command.
        f"exec {_STDERR}>&2 2>/dev/null",
        *render_rlimits(limits, memory=rlimit_memory, processes=rlimit_processes),
        # Reported by the command's own process: if none can be created, the run has not begun.
        f'(echo {STARTED} >&{CONTROL}; exec "$@" 2>&{_STDERR} {_STDERR}>&- {CONTROL}>&-)',
        "exit $?",
    ]
    return "\n".join(lines)


def render_rlimits(limits: Limits, *, memory: bool, processes: bool) -> list[str]:
    """Return the commands that limit each process; a limit that fails is already lower.

    `processes` are counted per user, so this only helps where each run has its own users.
    """
    cpu_seconds = _KERNELS_LIMIT * math.ceil(limits.cpu_seconds)
    lines = [
        "ulimit -c 0",
        f"ulimit -n {limits.open_files}",
        f"ulimit -f {-(-limits.file_bytes // _BLOCK_BYTES)}",
        f"ulimit -t {cpu_seconds}",
    ]
    if processes:
        count = limits.processes + _SHELL
        # dash and busybox name it -p; bash, where -p is something else, does not get here
        lines.append(f"ulimit -u {count} || ulimit -p {count}")
    if memory:
        # Not the address space: virtual machines reserve far more than they use.
        lines.append(f"ulimit -d {-(-limits.memory_bytes // 1024)}")
    return lines
