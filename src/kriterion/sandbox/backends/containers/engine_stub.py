"""The first program in a container: a shell that prepares the run, executes it and reports.

It is pid 1. An engine passes three streams and nothing else. So the run's initial files arrive
first on stdin, as blocks of known number: nothing may read beyond its own. Afterwards, stdin shows
that the host is alive: when it closes, the run ends. On stdout and stderr, a line with a secret
word for this run precedes and follows the run's own output.
"""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kriterion.sandbox.execution.shell_script import render_rlimits
from kriterion.sandbox.run import Limits

GO = b"go\n"
_BLOCK_BYTES = 64 * 1024
_COPY = "/tmp/sh"  # noqa: S108 - a path inside
STATUS_DIGITS = 3

# Besides the run's own: this shell, and one that waits for the host.
OURS = 2

# An engine's client passes the host's proxies, with passwords, to every container.
_PROXIES = ("http_proxy", "https_proxy", "ftp_proxy", "no_proxy", "all_proxy")
PROXY_VARIABLES = (*_PROXIES, *map(str.upper, _PROXIES))


@dataclass(frozen=True, slots=True)
class StubMarks:
    """The lines that separate a run's output from its shell's reports."""

    word: str

    @property
    def ready(self) -> bytes:
        """On stdout: the shell is ready for the initial files."""
        return f"\0{self.word} ready\n".encode()

    @property
    def prepared(self) -> bytes:
        """On stdout: the files are in place, and the shell waits for permission to begin."""
        return f"\0{self.word} prepared\n".encode()

    @property
    def begin(self) -> bytes:
        """On both streams, directly before the run's own output."""
        return f"\0{self.word} begin\n".encode()

    @property
    def end(self) -> bytes:
        """On both, directly after it; the exit status in three digits and a line feed follow."""
        return f"\0{self.word} end ".encode()


def pad_archives(archives: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the input of the shell: each archive, padded to whole blocks."""
    for archive in archives:
        yield archive
        yield bytes(-len(archive) % _BLOCK_BYTES)


def write_stub(
    *,
    word: str,
    limits: Limits,
    archives: Mapping[str, int],
    directories: Sequence[str],
    letterbox: str,
    working_directory: str,
    path: Sequence[str],
) -> str:
    """Return the shell's program, in plain POSIX.

    `archives` lists how many bytes are unpacked where, in order of arrival. The run's input goes to
    the directory `letterbox`. `path` precedes the image's PATH.
    """
    made = shlex.join(dict.fromkeys((*directories, *archives)))
    lines = [
        rf"printf '\000{word} ready\n'",
        "umask 022",
        f"mkdir -p {made} || exit",
        *(_unpack(place, size) for place, size in archives.items()),
        f"exec 4<&0 0<{shlex.quote(letterbox)}/stdin && rm -r {shlex.quote(letterbox)} || exit",
        f"cd {shlex.quote(working_directory)} || exit",
        f"unset OLDPWD {' '.join(PROXY_VARIABLES)}",
        *([f"PATH={shlex.quote(':'.join(path))}:$PATH"] if path else []),
        *render_rlimits(limits, memory=False, processes=False),
        rf"printf '\000{word} prepared\n'",
        "read -r go <&4 || exit",
        # Only this process notices when the host dies.
        "(read -r never <&4; kill -s KILL -- -1) 0</dev/null >/dev/null 2>&1 &",
        rf"printf '\000{word} begin\n'",
        rf"printf '\000{word} begin\n' >&2",
        # Silence the shell, which would report the signal that ended the command.
        "exec 9>&2 2>/dev/null",
        '(exec "$@" 2>&9 4<&- 9>&-)',
        "status=$?",
        # Processes left running write no more.
        "kill -s KILL -- -1",
        rf"printf '\000{word} end %03d\n' $status",
        rf"printf '\000{word} end %03d\n' $status >&9",
        # The host reads the kernel's counters, which are gone when we are.
        "read -r never <&4",
        "exit $status",
    ]
    return _hide_shell("\n".join(lines))


def _hide_shell(program: str) -> str:
    """Wrap the program so that nothing else in the run can inspect its shell (`shell.py`).

    Engines cannot start a container from an unreadable file, so the shell restarts itself from one.
    """
    again = f"rm {_COPY}\n{program}"
    return f'umask 644\ncp /bin/sh {_COPY} && exec {_COPY} -c {shlex.quote(again)} "$0" "$@"'


def _unpack(place: str, size: int) -> str:
    """Read and unpack whole blocks, including the padding that tar ignores."""
    blocks = -(-size // _BLOCK_BYTES)
    unpack = f"tar -xf - -C {shlex.quote(place)}; status=$?; cat >/dev/null; exit $status"
    return (
        f"dd bs={_BLOCK_BYTES} count={blocks} iflag=fullblock 2>/dev/null | {{ {unpack}; }} || exit"
    )
