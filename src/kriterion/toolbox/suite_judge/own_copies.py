"""The run's own copies of what a submission may not see: gone before it starts."""

import os
from pathlib import Path

from kriterion.toolbox.suite_judge.configuration import Configuration

_MOUNTS = Path("/mnt")


def remove_own_copies(configuration: Configuration, mounts: Path = _MOUNTS) -> None:
    """Remove exercise, submission and judge, if this run alone has them: the judge has read them.

    They are only known to be copies in the place where hosts make them. Anywhere else they may be
    a teacher's only ones.
    Source: dodona-edu/dodona e7be6f0d2, app/runners/submission_runner.rb.
    """
    run = Path(configuration.resources).parent
    copies = (run / "resources", run / "submission" / "source", run / "judge")
    named = (configuration.resources, configuration.source, configuration.judge)
    if run.parent == mounts and tuple(map(str, copies)) == named:
        remove(*copies)


def remove(*places: Path) -> None:
    """Remove whole trees, silently. `rm` copes with any depth, as shutil.rmtree does not."""
    if not _succeeds("rm", "-rf", "--", *places):
        _succeeds("chmod", "-R", "u+rwx", "--", *places)  # directories that nobody can list
        _succeeds("rm", "-rf", "--", *places)


def _succeeds(program: str, *arguments: str | Path) -> bool:
    quietly = [(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    command = (program, *map(str, arguments))
    pid = os.posix_spawnp(program, command, os.environ, file_actions=quietly)
    return os.waitpid(pid, 0)[1] == 0
