"""The command and arguments by which bubblewrap confines a run."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from kriterion.sandbox import host_files
from kriterion.sandbox.backends.bubblewrap.mounts import list_mounts
from kriterion.sandbox.execution.run_environment import build_environment
from kriterion.sandbox.execution.shell import COPY
from kriterion.sandbox.run import Run

_NAMESPACES = (
    *("--unshare-user", "--unshare-pid", "--unshare-net"),
    *("--unshare-ipc", "--unshare-uts", "--unshare-cgroup"),
    "--disable-userns",  # user namespaces inside would give privileges back
)
_PROCESS_OPTIONS = (
    # Our shell is pid 1 instead of bubblewrap, whose initial environment and arguments would be
    # visible.
    "--as-pid-1",
    # If we are killed, bubblewrap dies, then pid 1, and with it the whole run.
    "--die-with-parent",
    "--new-session",
    *("--cap-drop", "ALL", "--hostname", "sandbox"),
    *("--uid", str(host_files.UID), "--gid", str(host_files.UID)),
)


def make_command(
    run: Run, *, bubblewrap: Sequence[str], script: str, arguments: int
) -> tuple[str, ...]:
    """Return the command. It starts with `bubblewrap`; `script` is for the run's own shell.

    `arguments` is the descriptor from which bubblewrap reads its other arguments.
    """
    program = (COPY, "-c", script, "sh", *run.command)
    return (*bubblewrap, "--args", str(arguments), "--", *program)


def list_arguments(
    run: Run, *, files: Mapping[str, int], shell: int, seccomp: int, groups: Mapping[str, Path]
) -> tuple[str, ...]:
    """Return the other arguments. `files`, `shell` and `seccomp` are descriptors for bubblewrap.

    `groups` are the cgroups that the run sees: path inside → directory.
    """
    return (
        *_NAMESPACES,
        *_PROCESS_OPTIONS,
        *_list_environment_options(run),
        *list_mounts(run, files, shell, groups),
        *("--seccomp", str(seccomp)),
    )


def _list_environment_options(run: Run) -> Iterator[str]:
    yield "--clearenv"
    for name, value in build_environment(run).items():
        yield from ("--setenv", name, value)
