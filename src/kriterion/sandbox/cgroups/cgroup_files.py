"""What both versions of cgroups share: finding ours, naming, creating and removing them."""

import itertools
import os
import signal
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from kriterion.errors import MachineError

# Where programs look for cgroups, unless they read their place in /proc/self/mountinfo.
PLACE = "/sys/fs/cgroup"

# A run's share of a processor that others want as well, relative to theirs: pages are answered
# first, and a run beside one other busy program still gets a fifth, twice the tenth with which
# verdicts stay the same (`kriterion.tools.judge_run.PATIENCE`).
RUN_SHARE = 0.25

_PREFIX = "kriterion-run"
_PATIENCE_SECONDS = 1.0  # for the kernel to release a group whose processes are dead
_counter = itertools.count()


@dataclass(frozen=True, kw_only=True, slots=True)
class Hierarchy:
    """A mounted hierarchy of cgroups, and the directory of our own cgroup in it."""

    controllers: frozenset[str]
    version: int
    own: Path


def find_hierarchies(cgroups: str | None = None, mounts: str | None = None) -> Iterator[Hierarchy]:
    """Yield every hierarchy of this process, from /proc/self/cgroup and /proc/self/mountinfo."""
    try:
        cgroups = Path("/proc/self/cgroup").read_text() if cgroups is None else cgroups
        mounts = Path("/proc/self/mountinfo").read_text() if mounts is None else mounts
    except OSError:
        return
    paths = dict(_read_paths(cgroups))
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        root, point = before.split()[3:5]
        kind, _, options = after.split(" ")[:3]
        controllers = _identify_controllers(kind, options, paths)
        if controllers is not None and controllers in paths:
            own = Path(_unescape(point)) / _find_path_below_mount(paths[controllers], root)
            yield Hierarchy(controllers=controllers, version=1 if controllers else 2, own=own)


def _identify_controllers(
    kind: str, options: str, known: Iterable[frozenset[str]]
) -> frozenset[str] | None:
    """Identify a mounted hierarchy by its controllers, which version 2 does not list."""
    if kind == "cgroup2":
        return frozenset()
    if kind != "cgroup":
        return None
    mounted = set(options.split(","))
    return next((names for names in known if names and names <= mounted), None)


def _find_path_below_mount(path: str, root: str) -> PurePosixPath:
    """Return our path below the mount point: a container may mount a part of the hierarchy."""
    below = PurePosixPath(path)
    return below.relative_to(root if below.is_relative_to(root) else "/")


def _read_paths(cgroups: str) -> Iterator[tuple[frozenset[str], str]]:
    """Yield each hierarchy's controllers (none for version 2) and our path in it."""
    for line in cgroups.splitlines():
        _, controllers, path = line.split(":", 2)
        yield frozenset(filter(None, controllers.split(","))), path


def _unescape(path: str) -> str:
    return path.replace("\\040", " ")


def is_writable(directory: Path) -> bool:
    """Whether we may create cgroups in this one and move our processes into them."""
    return os.access(directory, os.W_OK) and os.access(directory / "cgroup.procs", os.W_OK)


def make_name() -> str:
    """Return a name that identifies its owner, so that cgroups of dead owners can be removed."""
    pid = os.getpid()
    return f"{_PREFIX}-{_read_namespace()}-{pid}-{_read_start_time(pid)}-{next(_counter)}"


def create_cgroup(directory: Path) -> None:
    """Create a cgroup. Raises MachineError."""
    try:
        directory.mkdir()
    except OSError as error:
        raise MachineError(f"{directory}: the cgroup cannot be made: {error.strerror}") from error


def write(file: Path, value: str | int) -> None:
    """Set a value of a cgroup. Raises MachineError."""
    try:
        file.write_text(f"{value}\n")
    except OSError as error:
        raise MachineError(f"{file}: {value} cannot be set: {error.strerror}") from error


def read_number(file: Path) -> int | None:
    """Return the number in a file, or None if the kernel lacks the file."""
    try:
        return int(file.read_text())
    except (OSError, ValueError):
        return None


def read_table(file: Path) -> dict[str, int]:
    """Return the rows `name number` of a file; empty if the kernel lacks the file."""
    try:
        rows = (line.split() for line in file.read_text().splitlines())
        return {row[0]: int(row[1]) for row in rows if len(row) == 2}
    except (OSError, ValueError):
        return {}


def remove_cgroup(directory: Path) -> None:
    """Remove a cgroup and its children. One that cannot be removed is left for the next sweep."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            directory.rmdir()
            return
        except FileNotFoundError:
            return
        except OSError:
            if time.monotonic() > deadline:
                return
        _kill_all(directory)
        time.sleep(0.001)


def remove_leftovers(parent: Path) -> None:
    """Remove the cgroups that dead Kriterion processes left."""
    try:
        groups = [place for place in parent.iterdir() if place.name.startswith(f"{_PREFIX}-")]
    except OSError:
        return
    for place in groups:
        if is_leftover(place.name):
            remove_cgroup(place)


def is_leftover(name: str) -> bool:
    """Whether a cgroup's name is from a dead Kriterion process."""
    namespace, pid, started = [*name.split("-"), "", "", ""][2:5]
    ours = name.startswith(f"{_PREFIX}-") and namespace == _read_namespace()
    return ours and _read_start_time(pid) != started


def _kill_all(directory: Path) -> None:
    try:
        pids = [int(pid) for pid in (directory / "cgroup.procs").read_text().split()]
    except (OSError, ValueError):
        return
    for pid in pids:
        if pid == os.getpid():  # one of our threads that is about to leave
            continue
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            continue


def _read_namespace() -> str:
    """Return our pid namespace: in another container, the same ids mean other processes."""
    return str(Path("/proc/self/ns/pid").stat().st_ino)


def _read_start_time(pid: int | str) -> str:
    """Return when a process was started, in kernel ticks; "" if it does not exist."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[19]
