"""Find the image that a name means on this machine."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum, unique

from kriterion.errors import ImageNotInstalled
from kriterion.sandbox.image import HOST, Image, ImageKind
from kriterion.sandbox.run import Limits

_REFERENCE = re.compile(
    r"(?:[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]+)?/)?[a-z0-9][a-z0-9._/-]*"
    r"(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@sha256:[0-9a-f]{64})?"
)
# Exercises and judges call the images of Dodona without the account that publishes them.
_DODONA, _DODONA_PREFIX = "dodona", "dodona-"
# Prefixes that podman takes for a path of this machine.
_TRANSPORTS = (
    *("containers-storage", "dir", "docker", "docker-archive", "docker-daemon", "oci"),
    *("oci-archive", "sif", "tarball"),
)


@unique
class UnknownImages(StrEnum):
    """What happens to runs in an image that this machine lacks (`[images] unknown`)."""

    HOST = "host"  # this machine itself
    REFUSE = "refuse"  # refused
    ENGINE = "engine"  # podman or docker is asked for an image of that name


class Images(Mapping[str, Image]):
    """Images by name, each built on first use: that may take seconds, and may fail.

    A failure is raised on every use; `in` builds nothing. `unknown` says what other names mean.
    """

    def __init__(
        self,
        makers: Mapping[str, Callable[[], Image]],
        *,
        unknown: UnknownImages = UnknownImages.REFUSE,
    ) -> None:
        self.unknown = unknown
        self._makers = makers
        self._made: dict[str, Image] = {}

    def __getitem__(self, name: str) -> Image:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def find_image(name: str | None, images: Mapping[str, Image]) -> Image:
    """Return the image of that name; `host` without a name.

    If the host replaces an unknown image, the result shows the requested name. Raises
    ImageNotInstalled for a name that this machine lacks, unless the operator has decided what such
    names mean.
    """
    host = images.get(HOST.name) or HOST
    if name is None:
        return host
    image = images.get(name)
    if image is not None:
        return image
    require_image(name, images)
    if name != HOST.name and _choose_policy_for_unknown(images) is UnknownImages.ENGINE:
        return Image(name=name, kind=ImageKind.ENGINE)
    return replace(host, name=name)


def is_refused(name: str | None, images: Mapping[str, Image]) -> bool:
    """Whether this machine refuses runs in the image of that name."""
    if name is None or name == HOST.name or name in images:
        return False
    unknown = _choose_policy_for_unknown(images)
    return unknown is UnknownImages.REFUSE or (
        unknown is UnknownImages.ENGINE and not is_reference(name)
    )


def require_image(name: str | None, images: Mapping[str, Image]) -> None:
    """Raise ImageNotInstalled if runs in that image are refused; builds nothing."""
    if name is not None and is_refused(name, images):
        raise ImageNotInstalled(
            f"image {name!r:.200} is not on this machine, so nothing is run in it",
            name=name,
            fix=describe_mapping(name),
        )


def describe_mapping(name: str) -> str:
    """Return the settings with which an operator maps a name to an image."""
    engine = (
        f'# or reference = "{_DODONA}/{name}", if podman or docker has that image\n'
        if name.startswith(_DODONA_PREFIX) and is_reference(name)
        else '# or kind = "engine", if podman or docker has an image of that name\n'
    )
    return (
        "write in kriterion.toml, if this machine itself has what is needed:\n"
        f"[images.{json.dumps(name, ensure_ascii=False)}]\n"
        f'kind = "host"\n{engine}'
        '# or, for every unknown image, unknown = "host" below [images]'
    )


def is_reference(name: str) -> bool:
    """Whether an author's name can only be an image's name for an engine."""
    is_way = name.partition(":")[0] in _TRANSPORTS and ":" in name
    return _REFERENCE.fullmatch(name) is not None and not is_way


def _choose_policy_for_unknown(images: Mapping[str, Image]) -> UnknownImages:
    return images.unknown if isinstance(images, Images) else UnknownImages.REFUSE


def limit_files(image: Image, limits: Limits) -> Limits:
    """Return a tool's limits, with the image's limits for files."""
    return replace(
        limits,
        file_bytes=image.file_bytes or limits.file_bytes,
        scratch_bytes=image.tmp_bytes or limits.scratch_bytes,
    )
