"""An image: the environment that a tool sees."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from pathlib import Path


@unique
class ImageKind(StrEnum):
    """What an image consists of."""

    HOST = "host"  # this machine's /usr, /bin, /lib and a filtered /etc, read-only
    ROOTFS = "rootfs"  # an unpacked root file system, read-only
    ENGINE = "engine"  # an image of podman or docker


@dataclass(frozen=True, kw_only=True, slots=True)
class Image:
    """What an image's name means on this machine (`[images.NAME]` of kriterion.toml).

    `readable` are further directories that appear, read-only, at their own paths. `mounts` are
    directories of the host that appear, read-only, at another path (path inside → directory).
    `path` precedes PATH; `variables` go into the environment. `directory` is the root file system
    of a ROOTFS; `reference` is what an engine calls an ENGINE image, if that is not its name.
    `home` is copied as the run's HOME. `mount_at` is where a tool's own directory must appear, if
    not anywhere.

    The others are permissions for runs in this image: `foreign_architectures` for 32-bit programs
    on a 64-bit machine, `ptrace` for debuggers, `set_id` for the mode bits of that name,
    `pseudo_terminals` for /dev/pts, `network` for the network where an exercise requests it.
    `file_bytes` limits one file, `tmp_bytes` each writable file system; None for the defaults.
    """

    name: str = "host"
    kind: ImageKind = ImageKind.HOST
    readable: tuple[Path, ...] = ()
    mounts: Mapping[str, Path] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    directory: Path | None = None
    reference: str | None = None
    home: Path | None = None
    mount_at: str | None = None
    foreign_architectures: bool = False
    ptrace: bool = False
    set_id: bool = False
    pseudo_terminals: bool = False
    network: bool = False
    file_bytes: int | None = None
    tmp_bytes: int | None = None


HOST = Image()

RELAXATIONS = (
    "foreign_architectures",
    "ptrace",
    "set_id",
    "pseudo_terminals",
    "network",
    "file_bytes",
    "tmp_bytes",
)


def add_relaxations(image: Image, other: Image) -> Image:
    """Return the image with the other's permissions added."""
    return replace(image, **{name: getattr(other, name) for name in RELAXATIONS})


def has_only_relaxations(image: Image) -> bool:
    """Whether an image sets permissions only, so that they extend an image known otherwise."""
    return add_relaxations(image, HOST) == Image(name=image.name)


def list_relaxations(image: Image) -> Iterator[str]:
    """Yield an image's permissions by their names in the settings."""
    for name in RELAXATIONS:
        value = getattr(image, name)
        if value is True:
            yield name
        elif value:
            yield f"{name} {value:,}"
