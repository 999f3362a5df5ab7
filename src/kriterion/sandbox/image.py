"""An image: the environment that a tool sees around itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from pathlib import Path


@unique
class ImageKind(StrEnum):
    """What an image is made of."""

    HOST = "host"  # this machine's /usr, /bin, /lib and a filtered /etc, read-only
    ROOTFS = "rootfs"  # an unpacked root file system, read-only
    ENGINE = "engine"  # an image of podman or docker


@dataclass(frozen=True, kw_only=True, slots=True)
class Image:
    """What one image name means on this machine (`[images.NAME]` of kriterion.toml).

    `readable` are further directories that appear, read-only, at their own place.
    `mounts` are directories of the host that appear, read-only, at another place (place →
    directory).
    `path` goes before PATH; `variables` into the environment.
    `directory` is the root file system of a ROOTFS; `home` is copied as the run's HOME.
    `mount_at` is where a tool's own directory must appear, when it cannot be anywhere.

    The rest is what an operator allows to runs in this image beyond what all may do:
    `foreign_architectures` 32-bit programs on a 64-bit machine, `ptrace` debuggers, `set_id` the
    mode bits of that name, `pseudo_terminals` /dev/pts, `network` the network where an exercise
    asks for it. `file_bytes` is the length of one file, `tmp_bytes` the size of each writable
    file system; None for the usual.
    """

    name: str = "host"
    kind: ImageKind = ImageKind.HOST
    readable: tuple[Path, ...] = ()
    mounts: Mapping[str, Path] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    directory: Path | None = None
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


def with_relaxations(image: Image, other: Image) -> Image:
    """The image, in which runs may do what they may in the other."""
    return replace(image, **{name: getattr(other, name) for name in RELAXATIONS})


def has_only_relaxations(image: Image) -> bool:
    """Whether nothing else is said of an image, so that it may be said of one that is known."""
    return with_relaxations(image, HOST) == Image(name=image.name)


def relaxations(image: Image) -> Iterator[str]:
    """What runs in an image may do beyond what all may, in words of the settings."""
    for name in RELAXATIONS:
        value = getattr(image, name)
        if value is True:
            yield name
        elif value:
            yield f"{name} {value:,}"
