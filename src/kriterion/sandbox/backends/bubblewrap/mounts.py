"""What a run sees of the file system: the mounts, as ordered arguments of bubblewrap."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.sandbox import host_files
from kriterion.sandbox.execution.shell import COPY
from kriterion.sandbox.execution.small_files import find_rootfs
from kriterion.sandbox.execution.writable_places import is_inside, list_writable_places
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Run

_SHARED_MEMORY = "/dev/shm"  # noqa: S108 - a path inside
# What the kernel reveals about the machine as a whole, or makes configurable.
_COVERED = ("/proc/kallsyms", "/proc/keys", "/proc/cmdline")
# Not from a root file system: every run has its own.
_OWN = ("dev", "home", "mnt", "proc", "run", "sys", "tmp")


def list_mounts(
    run: Run, files: Mapping[str, int], shell: int, groups: Mapping[str, Path]
) -> Iterator[str]:
    """Yield all mounts of a run.

    `files` are small files of our own: path → open descriptor; `shell` is the shell's descriptor.
    `groups` are its own cgroups: path → directory.
    """
    scratch = list_writable_places(run)
    visible_paths = _find_image_mounts(run.image)
    places = {*scratch, *visible_paths}
    yield from _mount_base(run.image, places)
    yield from ("--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys")
    for place in _COVERED:
        yield from ("--ro-bind-try", "/dev/null", place)
    yield from ("--dev", "/dev")
    if not run.image.pseudo_terminals:  # which the kernel counts for the whole machine
        yield from ("--perms", "0555", "--size", "4096", "--tmpfs", "/dev/pts")
        yield from ("--remount-ro", "/dev/pts")
    for place, mode in {_SHARED_MEMORY: "1777", **scratch}.items():
        size = str(run.limits.scratch_bytes)
        yield from ("--perms", mode, "--size", size, "--tmpfs", place)
    for place, source in {**groups, **visible_paths}.items():
        yield from ("--ro-bind", str(source), place)
    for place, descriptor in files.items():
        if find_rootfs(run.image) is None:
            yield from ("--perms", "0644", "--file", str(descriptor), place)
        else:  # laid over existing ones
            yield from ("--ro-bind-data", str(descriptor), place)
    yield from ("--perms", "0111", "--file", str(shell), COPY)
    for place in (run.home, *run.trees):
        yield from ("--dir", place)
    if is_inside(run.working_directory, scratch):
        yield from ("--dir", run.working_directory)
    yield from ("--remount-ro", "/dev", "--remount-ro", "/")


def _find_image_mounts(image: Image) -> dict[str, Path]:
    """Return the host's directories that an image shows: path inside → directory."""
    system = (
        tuple(map(str, host_files.list_system_directories())) if find_rootfs(image) is None else ()
    )
    readable = {str(path): path for path in image.readable if not is_inside(str(path), system)}
    return {**readable, **image.mounts}


def _mount_base(image: Image, places: Iterable[str]) -> Iterator[str]:
    """Yield the system directories of the image."""
    yield from ("--dir", "/run")
    root = find_rootfs(image)
    if root is not None:
        for entry in _list_entries(root, image):
            if entry.name not in _OWN:
                yield from _expose(image, entry, f"/{entry.name}", places)
        return
    yield from ("--dir", "/etc", "--dir", "/var")
    yield from ("--symlink", "/tmp", "/var/tmp")  # noqa: S108 - paths inside
    for source in host_files.list_system_directories():
        yield from _expose(image, source, str(source), places)
    for source in host_files.list_configuration_directories():
        yield from ("--ro-bind", str(source), str(source))


def _expose(image: Image, source: Path, place: str, places: Iterable[str]) -> Iterator[str]:
    """Show something read-only at its path. Around a path where something else will be mounted,
    show each of its neighbours separately: nothing can be mounted into something read-only.
    """
    if source.is_symlink():
        yield from ("--symlink", str(source.readlink()), place)
    elif not any(is_inside(other, (place,)) for other in places):
        yield from ("--ro-bind", str(source), place)
    elif place not in places:
        for entry in _list_entries(source, image):
            yield from _expose(image, entry, f"{place}/{entry.name}", places)


def _list_entries(directory: Path, image: Image) -> list[Path]:
    try:
        return sorted(directory.iterdir())
    except OSError as error:
        raise OperatorError(
            f"image {image.name}: {directory} cannot be listed: {error.strerror}",
            fix=f"chmod a+rx {directory}\nor correct the path in kriterion.toml",
        ) from error
