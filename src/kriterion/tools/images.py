"""Which image a name means on this machine."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from kriterion.sandbox.image import HOST, Image
from kriterion.sandbox.run import Limits


class Images(Mapping[str, Image]):
    """Images by name, each made when it is first asked for: that may take seconds, and may fail.

    Raises what making it raises, every time; asking only whether there is one makes nothing.
    """

    def __init__(self, makers: Mapping[str, Callable[[], Image]]) -> None:
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
    """The image of that name; `host` without a name, and for a name that nobody has mapped.

    A host image under another's name keeps that name, so that a result says what was asked for.
    """
    host = images.get(HOST.name) or HOST
    if name is None:
        return host
    return images.get(name) or replace(host, name=name)


def limits_in(image: Image, limits: Limits) -> Limits:
    """A tool's limits, with those of files as the image has them."""
    return replace(
        limits,
        file_bytes=image.file_bytes or limits.file_bytes,
        scratch_bytes=image.tmp_bytes or limits.scratch_bytes,
    )
