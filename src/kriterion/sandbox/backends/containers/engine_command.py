"""The command line with which podman or docker starts a run; they differ in few options."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import PurePosixPath

from kriterion.sandbox import host_files
from kriterion.sandbox.backends.containers.engine_stub import OURS, PROXY_VARIABLES
from kriterion.sandbox.run import Run

# Marks Kriterion's containers.
LABEL = "kriterion"

# Writable file systems of every run, and their modes: all but this user's belong to root, so what
# others need not list must still be writable for all. An engine cannot set an owner.
_WRITABLE = {"/tmp": "1777", "/home": "0777", "/mnt": "0733"}  # noqa: S108 - paths inside


@unique
class EngineName(StrEnum):
    """The engines that are known, by their commands."""

    PODMAN = "podman"
    DOCKER = "docker"


@dataclass(frozen=True, kw_only=True, slots=True)
class EngineDialect:
    """Options that only one of the engines needs.

    `network` is a user-mode network without the host's loopback; "" if there is none.
    """

    options: tuple[str, ...]
    tmpfs: str = ""
    network: tuple[str, ...] = ()


DIALECTS = {
    EngineName.PODMAN: EngineDialect(
        options=(
            *("--security-opt", "mask=/proc/kallsyms:/proc/cmdline"),  # besides its default masks
            "--read-only-tmpfs=false",  # otherwise /run and /var/tmp are writable without a limit
            "--no-hosts",  # otherwise the host's file is used
            "--http-proxy=false",
        ),
        tmpfs=",notmpcopyup,U",  # owned by the run's user: runc before 1.1.8 ignores the mode
        network=("--network", "slirp4netns:allow_host_loopback=false"),
    ),
    EngineName.DOCKER: EngineDialect(
        options=tuple(word for name in PROXY_VARIABLES for word in ("--env", f"{name}=")),
    ),
}


def make_engine_command(
    run: Run,
    *,
    engine: str,
    dialect: EngineDialect,
    name: str,
    shell: str,
    profile: str,
    uid: int = host_files.UID,
) -> list[str]:
    """Return the command. `engine` is the program, `name` the container's, `shell` runs in it.

    `profile` is the file with the system-call filter. `uid` is the container's user.
    """
    return [
        *(engine, "run", "--rm", "--interactive", "--pull", "never"),
        *("--name", name, "--label", LABEL, "--hostname", "sandbox"),
        *("--init=false", "--no-healthcheck", "--log-driver", "none", "--stop-signal", "KILL"),
        *(dialect.network if run.network else ("--network", "none")),
        *("--cap-drop", "all", "--security-opt", "no-new-privileges"),
        *("--security-opt", f"seccomp={profile}"),
        *("--user", f"{uid}:{uid}"),
        *_list_limits(run),
        *_list_mounts(run, dialect),
        *_list_variables(run),
        *dialect.options,
        *(
            "--entrypoint",
            "/bin/sh",
            run.image.reference or run.image.name,
            "-c",
            shell,
            name,
            *run.command,
        ),
    ]


def _list_limits(run: Run) -> Iterator[str]:
    memory = str(run.limits.memory_bytes)
    yield from ("--pids-limit", str(run.limits.processes + OURS))
    yield from ("--memory", memory, "--memory-swap", memory)
    yield from ("--shm-size", str(run.limits.scratch_bytes))


def _list_mounts(run: Run, dialect: EngineDialect) -> Iterator[str]:
    yield "--read-only"
    options = f"rw,exec,nosuid,nodev,size={run.limits.scratch_bytes}"
    for place, mode in _list_writable(run).items():
        yield from ("--tmpfs", f"{place}:{options},mode={mode}{dialect.tmpfs}")
    visible_paths = {**{str(path): path for path in run.image.readable}, **run.image.mounts}
    for place, source in visible_paths.items():
        yield from ("--mount", f"type=bind,source={source},target={place},readonly")
    if not run.image.pseudo_terminals:  # which the kernel counts for the whole machine
        yield from ("--tmpfs", "/dev/pts:ro,nosuid,nodev,size=4096,mode=0555")


def _list_writable(run: Run) -> dict[str, str]:
    """Return the writable file systems: the default ones, and one for every other tree."""
    places = dict(_WRITABLE)
    for place in sorted((run.home, *run.trees)):
        if not any(PurePosixPath(place).is_relative_to(other) for other in places):
            places[place] = "0777"
    return places


def _list_variables(run: Run) -> Iterator[str]:
    """Yield variables that override the image's."""
    variables = {
        "HOME": run.home,
        "USER": host_files.NAME,
        "LANG": "C.UTF-8",
        **run.image.variables,
        **run.variables,
    }
    for name, value in variables.items():
        yield from ("--env", f"{name}={value}")
