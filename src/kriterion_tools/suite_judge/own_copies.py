"""Remove the run's own copies of exercise, submission and judge before the submission starts."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from kriterion_tools.suite_judge.suite_configuration import SuiteConfiguration

_MOUNTS = Path("/mnt")
_ARGUMENT_BYTES = 1 << 16  # of arguments; Linux allows at least twice as much


def has_own_copies(configuration: SuiteConfiguration, mounts: Path = _MOUNTS) -> bool:
    """Tell whether the host has copied exercise, submission and judge for this run alone.

    It has if all paths are exactly where Dodona puts such copies. Elsewhere, files may be a
    teacher's originals and directories may be shared.
    Source: dodona-edu/dodona e7be6f0d2, app/runners/submission_runner.rb.
    """
    named = (configuration.resources, configuration.source, configuration.judge)
    copies = _list_copies(configuration)
    return copies[0].parent.parent == mounts and tuple(map(str, copies)) == named


def remove_own_copies(configuration: SuiteConfiguration, mounts: Path = _MOUNTS) -> None:
    """Remove exercise, submission and judge if they are copies for this run. Read them before."""
    if has_own_copies(configuration, mounts):
        remove(*_list_copies(configuration))


def _list_copies(configuration: SuiteConfiguration) -> tuple[Path, ...]:
    run = Path(configuration.resources).parent
    return (run / "resources", run / "submission" / "source", run / "judge")


def remove(*places: Path) -> None:
    """Remove trees, ignoring errors. Unlike shutil.rmtree, `rm` handles any depth."""
    for batch in _split_into_batches(places):
        if not _is_successful("rm", "-rf", "--", *batch):
            _is_successful(
                "chmod", "-R", "u+rwx", "--", *batch
            )  # directories without permission to list
            _is_successful("rm", "-rf", "--", *batch)


def _split_into_batches(places: Iterable[Path]) -> Iterator[list[Path]]:
    """Split the paths into batches, each short enough for the arguments of one program."""
    batch: list[Path] = []
    room = _ARGUMENT_BYTES
    for place in places:
        needed = len(os.fsencode(place)) + 16  # for its pointer and the terminating zero
        if batch and needed > room:
            yield batch
            batch, room = [], _ARGUMENT_BYTES
        batch.append(place)
        room -= needed
    if batch:
        yield batch


def _is_successful(program: str, *arguments: str | Path) -> bool:
    quietly = [(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    command = (program, *map(str, arguments))
    pid = os.posix_spawnp(program, command, os.environ, file_actions=quietly)
    return os.waitpid(pid, 0)[1] == 0
