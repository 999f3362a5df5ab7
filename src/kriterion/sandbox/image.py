"""An image: the environment that a tool sees around itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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


HOST = Image()
