"""The command that confines a run: bubblewrap, all that it is told, and the run's own command."""

from collections.abc import Iterator, Mapping, Sequence

from kriterion.sandbox import host_files
from kriterion.sandbox.run import Run
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
    run: Run, *, bubblewrap: Sequence[str], shell: str, files: Mapping[str, int], seccomp: int
) -> tuple[str, ...]:
    """The whole command. `bubblewrap` starts it, `shell` is the program of the run's own shell.

    `files` and `seccomp` are the numbers of the descriptors that bubblewrap reads.
    """
    return (
        *bubblewrap,
        *_NAMESPACES,
        *_WAY_OF_LIFE,
        *_environment(run),
        *view(run, files),
        *("--seccomp", str(seccomp), "--", "/bin/sh", "-c", shell, "sh"),
        *run.command,
    )


def _environment(run: Run) -> Iterator[str]:
    variables = {
        "PATH": ":".join((*run.image.path, _PATH)),
        "HOME": run.home,
        "USER": host_files.NAME,
        "LANG": "C.UTF-8",
        **run.image.variables,
        **run.variables,
    }
    yield "--clearenv"
    for name, value in variables.items():
        yield from ("--setenv", name, value)
