"""The first program of a run in a container: a shell that prepares everything, runs and reports.

It is pid 1. An engine passes three streams and nothing else. So all that a run starts with comes
first on stdin, in blocks whose number is known: nothing may read a byte beyond its own. What
follows on stdin is the host's life: when it ends, so does the run. On stdout and stderr, a line
with a word made for this run stands before and one after what the run itself writes.
"""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kriterion.sandbox.run import Limits
from kriterion.sandbox.stub import rlimits

GO = b"go\n"
_BLOCK_BYTES = 64 * 1024
_COPY = "/tmp/sh"  # noqa: S108 - a path inside
STATUS_DIGITS = 3

# Besides the run's own: this shell, and one that waits for the host.
OURS = 2

# A client of an engine puts the host's proxies, and their passwords, into every container.
_PROXIES = ("http_proxy", "https_proxy", "ftp_proxy", "no_proxy", "all_proxy")
PROXY_VARIABLES = (*_PROXIES, *map(str.upper, _PROXIES))


@dataclass(frozen=True, slots=True)
class Marks:
    """The lines that tell a run's own output from its shell's words."""

    word: str

    @property
    def ready(self) -> bytes:
        """On stdout: the shell is there and waits for what the run starts with."""
        return f"\0{self.word} ready\n".encode()

    @property
    def prepared(self) -> bytes:
        """On stdout: it has got everything and waits for leave to begin."""
        return f"\0{self.word} prepared\n".encode()

    @property
    def begin(self) -> bytes:
        """On both streams, directly before the run's own output."""
        return f"\0{self.word} begin\n".encode()

    @property
    def end(self) -> bytes:
        """On both, directly after it; the exit status in three digits and a line feed follow."""
        return f"\0{self.word} end ".encode()


def parcel(archives: Iterable[bytes]) -> Iterator[bytes]:
    """What the shell is sent: each archive, filled up to whole blocks."""
    for archive in archives:
        yield archive
        yield bytes(-len(archive) % _BLOCK_BYTES)


def engine_stub(
    *,
    word: str,
    limits: Limits,
    archives: Mapping[str, int],
    directories: Sequence[str],
    letterbox: str,
    working_directory: str,
    path: Sequence[str],
) -> str:
    """The shell's program, in plain POSIX.

    `archives` says how many bytes are unpacked where, in the order in which they come. In the
    directory `letterbox` comes the run's input. `path` goes before the image's PATH.
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
        *rlimits(limits, memory=False, processes=False),
        rf"printf '\000{word} prepared\n'",
        "read -r go <&4 || exit",
        # Should the host die, nobody but this one knows.
        "(read -r never <&4; kill -s KILL -- -1) 0</dev/null >/dev/null 2>&1 &",
        rf"printf '\000{word} begin\n'",
        rf"printf '\000{word} begin\n' >&2",
        # From here on the shell has nothing to say: it would tell which signal ended the command.
        "exec 9>&2 2>/dev/null",
        '(exec "$@" 2>&9 4<&- 9>&-)',
        "status=$?",
        # What it left running writes no more.
        "kill -s KILL -- -1",
        rf"printf '\000{word} end %03d\n' $status",
        rf"printf '\000{word} end %03d\n' $status >&9",
        # The host reads what the kernel counted, which is gone when we are.
        "read -r never <&4",
        "exit $status",
    ]
    return _unseen("\n".join(lines))


def _unseen(program: str) -> str:
    """The program, by a shell into which nobody else in the run can look (`shell.py`): no engine
    starts a container from a file that may not be read, so it starts itself again from one."""
    again = f"rm {_COPY}\n{program}"
    return f'umask 644\ncp /bin/sh {_COPY} && exec {_COPY} -c {shlex.quote(again)} "$0" "$@"'


def _unpack(place: str, size: int) -> str:
    """Read whole blocks and unpack them; the filling that tar leaves is read nevertheless."""
    blocks = -(-size // _BLOCK_BYTES)
    unpack = f"tar -xf - -C {shlex.quote(place)}; status=$?; cat >/dev/null; exit $status"
    return (
        f"dd bs={_BLOCK_BYTES} count={blocks} iflag=fullblock 2>/dev/null | {{ {unpack}; }} || exit"
    )
