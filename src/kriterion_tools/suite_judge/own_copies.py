"""Removing the run's own copies of what a submission may not see before it starts."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from kriterion_tools.suite_judge.suite_configuration import SuiteConfiguration

_MOUNTS = Path("/mnt")
_ARGUMENT_BYTES = 1 << 16  # of arguments; Linux allows at least twice as much


def has_own_copies(configuration: SuiteConfiguration, mounts: Path = _MOUNTS) -> bool:
    """Tell whether the host has made a container with copies for this run alone.

    It has if all paths are exactly where hosts put such copies. Elsewhere, files may be a teacher's
    originals and directories may be shared.
    Source: dodona-edu/dodona e7be6f0d2, app/runners/submission_runner.rb.
    """
    named = (configuration.resources, configuration.source, configuration.judge)
    copies = _copies(configuration)
    return copies[0].parent.parent == mounts and tuple(map(str, copies)) == named


def remove_own_copies(configuration: SuiteConfiguration, mounts: Path = _MOUNTS) -> None:
    """Remove exercise, submission and judge, once they are read, if this run alone has them."""
    if has_own_copies(configuration, mounts):
        remove(*_copies(configuration))


def _copies(configuration: SuiteConfiguration) -> tuple[Path, ...]:
    run = Path(configuration.resources).parent
    return (run / "resources", run / "submission" / "source", run / "judge")


def remove(*places: Path) -> None:
    """Remove trees silently. Unlike shutil.rmtree, `rm` copes with any depth."""
    for some in _split(places):
        if not _succeeds("rm", "-rf", "--", *some):
            _succeeds("chmod", "-R", "u+rwx", "--", *some)  # directories without permission to list
            _succeeds("rm", "-rf", "--", *some)


def _split(places: Iterable[Path]) -> Iterator[list[Path]]:
    """Split the paths into parts, each short enough for the arguments of one program."""
    part: list[Path] = []
    room = _ARGUMENT_BYTES
    for place in places:
        needed = len(os.fsencode(place)) + 16  # its pointer, and the terminating zero
        if part and needed > room:
            yield part
            part, room = [], _ARGUMENT_BYTES
        part.append(place)
        room -= needed
    if part:
        yield part


def _succeeds(program: str, *arguments: str | Path) -> bool:
    quietly = [(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    command = (program, *map(str, arguments))
    pid = os.posix_spawnp(program, command, os.environ, file_actions=quietly)
    return os.waitpid(pid, 0)[1] == 0
