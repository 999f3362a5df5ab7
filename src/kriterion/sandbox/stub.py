"""The first program of every run: a shell, inside, that prepares everything and waits.

It is pid 1 of the run. It tells the host that it is there, waits for leave to go on (nobody answers
when the host has died meanwhile), unpacks the trees, lowers its limits, closes what the command
must not have, and runs that. A shell, since every image has one; in plain POSIX, for dash, bash and
busybox alike. The command runs as its child, which makes exit statuses and reaping as usual.
"""

import math
import shlex
from collections.abc import Mapping

from kriterion.sandbox.run import Limits

# What it says to the host, a line each; anything else is a complaint of a program it used.
READY = "ready"
STARTED = "started"
GO = b"go\n"

# Descriptors of a POSIX shell have one digit.
CONTROL = 3
FIRST_TREE = 4
MAXIMUM_TREES = 6
_STDERR = 9

# The process limit holds for the run's user within the run: its shell is one more.
_SHELL = 1
# At so many times the limit the kernel ends a process, should nobody else have done so. It counts
# whole ticks, which on a busy machine run ahead of the clocks by a seventh and more.
_KERNELS_LIMIT = 2
_BLOCK_BYTES = 512


def stub(
    *,
    limits: Limits,
    trees: Mapping[int, str],
    working_directory: str,
    rlimit_memory: bool,
    rlimit_processes: bool = True,
) -> str:
    """The shell's program. `trees` says for each descriptor where its archive is unpacked."""
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
        # From here on the shell has nothing to say: it would tell which signal ended the command.
        f"exec {_STDERR}>&2 2>/dev/null",
        *rlimits(limits, memory=rlimit_memory, processes=rlimit_processes),
        # Said by the command's own process: where none can be made, the run has not begun.
        f'(echo {STARTED} >&{CONTROL}; exec "$@" 2>&{_STDERR} {_STDERR}>&- {CONTROL}>&-)',
        "exit $?",
    ]
    return "\n".join(lines)


def rlimits(limits: Limits, *, memory: bool, processes: bool) -> list[str]:
    """Limits of each process; one that cannot be raised is strict enough as it is.

    `processes` are counted for each user: of use only where every run has users of its own.
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
        # dash and busybox call it -p, which is something else and never reached in bash
        lines.append(f"ulimit -u {count} || ulimit -p {count}")
    if memory:
        # Not the address space: virtual machines reserve far more of it than they use.
        lines.append(f"ulimit -d {-(-limits.memory_bytes // 1024)}")
    return lines
