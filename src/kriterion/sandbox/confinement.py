"""All that bubblewrap is told to confine a run: its command, and its arguments."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from kriterion.sandbox import host_files
from kriterion.sandbox.run import Run
from kriterion.sandbox.shell import COPY
from kriterion.sandbox.view import view

# Docker's, which is where judges are at home.
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

_NAMESPACES = (
    *("--unshare-user", "--unshare-pid", "--unshare-net"),
    *("--unshare-ipc", "--unshare-uts", "--unshare-cgroup"),
    "--disable-userns",  # none inside: they would give rights back
)
_WAY_OF_LIFE = (
    # Pid 1 is our shell and not bubblewrap, whose first environment and arguments would be seen.
    "--as-pid-1",
    # Should we be killed, bubblewrap dies, and so does pid 1, and with it all of the run.
    "--die-with-parent",
    "--new-session",
    *("--cap-drop", "ALL", "--hostname", "sandbox"),
    *("--uid", str(host_files.UID), "--gid", str(host_files.UID)),
)


def confining_command(
    run: Run, *, bubblewrap: Sequence[str], script: str, arguments: int
) -> tuple[str, ...]:
    """The whole command. `bubblewrap` starts it, `script` is for the run's own shell.

    `arguments` is the number of the descriptor by which bubblewrap is told the rest.
    """
    program = (COPY, "-c", script, "sh", *run.command)
    return (*bubblewrap, "--args", str(arguments), "--", *program)


def confining_arguments(
    run: Run, *, files: Mapping[str, int], shell: int, seccomp: int, groups: Mapping[str, Path]
) -> tuple[str, ...]:
    """The rest. `files`, `shell` and `seccomp` are numbers of descriptors that bubblewrap reads.

    `groups` are the cgroups that the run sees: place → directory.
    """
    return (
        *_NAMESPACES,
        *_WAY_OF_LIFE,
        *_environment(run),
        *view(run, files, shell, groups),
        *("--seccomp", str(seccomp)),
    )


def environment(run: Run) -> Mapping[str, str]:
    """All variables of a run."""
    return {
        "PATH": ":".join((*run.image.path, _PATH)),
        "HOME": run.home,
        "USER": host_files.NAME,
        "LANG": "C.UTF-8",
        **run.image.variables,
        **run.variables,
    }


def _environment(run: Run) -> Iterator[str]:
    yield "--clearenv"
    for name, value in environment(run).items():
        yield from ("--setenv", name, value)
