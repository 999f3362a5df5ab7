"""The command line by which podman or docker starts a run: the same for both, save few words."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import PurePosixPath

from kriterion.sandbox import host_files
from kriterion.sandbox.engine_stub import OURS, PROXY_VARIABLES
from kriterion.sandbox.run import Run

# By this the containers of Kriterion are known.
LABEL = "kriterion"

# Writable file systems of every run, and their modes: all but this user's are root's, so what
# others need not list is still to be written by any. An engine cannot say whose they are.
_WRITABLE = {"/tmp": "1777", "/home": "0777", "/mnt": "0733"}  # noqa: S108 - paths inside


@unique
class EngineName(StrEnum):
    """The engines that are known, by their commands."""

    PODMAN = "podman"
    DOCKER = "docker"


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """What one engine has to be told that the other does by itself, or cannot do.

    `network` is a user-mode network without the host's loopback; nothing when there is none.
    """

    options: tuple[str, ...]
    tmpfs: str = ""
    network: tuple[str, ...] = ()


DIALECTS = {
    EngineName.PODMAN: Dialect(
        options=(
            *("--security-opt", "mask=/proc/kallsyms:/proc/cmdline"),  # besides its own
            "--read-only-tmpfs=false",  # /run and /var/tmp, as large as they like
            "--no-hosts",  # else the host's
            "--http-proxy=false",
        ),
        tmpfs=",notmpcopyup,U",  # its user's own: runc before 1.1.8 forgets the mode
        network=("--network", "slirp4netns:allow_host_loopback=false"),
    ),
    EngineName.DOCKER: Dialect(
        options=tuple(word for name in PROXY_VARIABLES for word in ("--env", f"{name}=")),
    ),
}


def engine_command(
    run: Run,
    *,
    engine: str,
    dialect: Dialect,
    name: str,
    shell: str,
    profile: str,
    uid: int = host_files.UID,
) -> list[str]:
    """The whole command. `engine` is the program, `name` the container's, `shell` runs in it.

    `profile` is the file with the filter of system calls. `uid` is the container's user.
    """
    return [
        *(engine, "run", "--rm", "--interactive", "--pull", "never"),
        *("--name", name, "--label", LABEL, "--hostname", "sandbox"),
        *("--init=false", "--no-healthcheck", "--log-driver", "none", "--stop-signal", "KILL"),
        *(dialect.network if run.network else ("--network", "none")),
        *("--cap-drop", "all", "--security-opt", "no-new-privileges"),
        *("--security-opt", f"seccomp={profile}"),
        *("--user", f"{uid}:{uid}"),
        *_limits(run),
        *_mounts(run, dialect),
        *_variables(run),
        *dialect.options,
        *("--entrypoint", "/bin/sh", run.image.name, "-c", shell, name, *run.command),
    ]


def _limits(run: Run) -> Iterator[str]:
    memory = str(run.limits.memory_bytes)
    yield from ("--pids-limit", str(run.limits.processes + OURS))
    yield from ("--memory", memory, "--memory-swap", memory)
    yield from ("--shm-size", str(run.limits.scratch_bytes))


def _mounts(run: Run, dialect: Dialect) -> Iterator[str]:
    yield "--read-only"
    options = f"rw,exec,nosuid,nodev,size={run.limits.scratch_bytes}"
    for place, mode in _writable(run).items():
        yield from ("--tmpfs", f"{place}:{options},mode={mode}{dialect.tmpfs}")
    shown = {**{str(path): path for path in run.image.readable}, **run.image.mounts}
    for place, source in shown.items():
        yield from ("--mount", f"type=bind,source={source},target={place},readonly")
    if not run.image.pseudo_terminals:  # the kernel counts them for the whole machine
        yield from ("--tmpfs", "/dev/pts:ro,nosuid,nodev,size=4096,mode=0555")


def _writable(run: Run) -> dict[str, str]:
    """The writable file systems: the usual ones, and one for every tree outside of them."""
    places = dict(_WRITABLE)
    for place in sorted((run.home, *run.trees)):
        if not any(PurePosixPath(place).is_relative_to(other) for other in places):
            places[place] = "0777"
    return places


def _variables(run: Run) -> Iterator[str]:
    """Over those that the image brings itself."""
    variables = {
        "HOME": run.home,
        "USER": host_files.NAME,
        "LANG": "C.UTF-8",
        **run.image.variables,
        **run.variables,
    }
    for name, value in variables.items():
        yield from ("--env", f"{name}={value}")
