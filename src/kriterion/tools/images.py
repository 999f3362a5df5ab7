"""Which image a name means on this machine."""

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
# What podman takes for a way to a file or a directory of this machine.
_TRANSPORTS = (
    *("containers-storage", "dir", "docker", "docker-archive", "docker-daemon", "oci"),
    *("oci-archive", "sif", "tarball"),
)


@unique
class UnknownImages(StrEnum):
    """What becomes of a run whose image this machine has not (`[images] unknown`)."""

    HOST = "host"  # it sees this machine as it is
    REFUSE = "refuse"  # there is none
    ENGINE = "engine"  # podman or docker is asked for an image of that name


class Images(Mapping[str, Image]):
    """Images by name, each made when it is first asked for: that may take seconds, and may fail.

    Raises what making it raises, every time; asking only whether there is one makes nothing.
    `unknown` says what other names mean.
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
    """The image of that name; `host` without a name.

    A host image under another's name keeps that name, so that a result says what was asked for.
    Raises ImageNotInstalled for a name that this machine does not have, unless the operator says
    what such names mean.
    """
    host = images.get(HOST.name) or HOST
    if name is None:
        return host
    found = images.get(name)
    if found is not None:
        return found
    require_image(name, images)
    if name != HOST.name and _unknown(images) is UnknownImages.ENGINE:
        return Image(name=name, kind=ImageKind.ENGINE)
    return replace(host, name=name)


def is_refused(name: str | None, images: Mapping[str, Image]) -> bool:
    """Whether this machine runs nothing in the image of that name, for it does not have it."""
    if name is None or name == HOST.name or name in images:
        return False
    unknown = _unknown(images)
    return unknown is UnknownImages.REFUSE or (
        unknown is UnknownImages.ENGINE and not _is_reference(name)
    )


def require_image(name: str | None, images: Mapping[str, Image]) -> None:
    """Raise ImageNotInstalled when this machine runs nothing in that image; makes no image."""
    if name is not None and is_refused(name, images):
        raise ImageNotInstalled(
            f"image {name!r:.200} is not on this machine, so nothing is run in it",
            name=name,
            fix=mapping_of(name),
        )


def mapping_of(name: str) -> str:
    """What an operator writes to give a name its image."""
    return (
        "write in kriterion.toml, if this machine itself has what is needed:\n"
        f"[images.{json.dumps(name, ensure_ascii=False)}]\n"
        'kind = "host"\n'
        '# or kind = "engine", if podman or docker has an image of that name\n'
        '# or, for every unknown image, unknown = "host" below [images]'
    )


def _is_reference(name: str) -> bool:
    """Whether a name that an author wrote is no more to an engine than the name of an image."""
    is_way = name.partition(":")[0] in _TRANSPORTS and ":" in name
    return _REFERENCE.fullmatch(name) is not None and not is_way


def _unknown(images: Mapping[str, Image]) -> UnknownImages:
    return images.unknown if isinstance(images, Images) else UnknownImages.REFUSE


def limits_in(image: Image, limits: Limits) -> Limits:
    """A tool's limits, with those of files as the image has them."""
    return replace(
        limits,
        file_bytes=image.file_bytes or limits.file_bytes,
        scratch_bytes=image.tmp_bytes or limits.scratch_bytes,
    )
