"""Which image a name means on this machine."""

from collections.abc import Mapping
from dataclasses import replace

from kriterion.sandbox.image import HOST, Image


def find_image(name: str | None, images: Mapping[str, Image]) -> Image:
    """The image of that name; `host` without a name, and for a name that nobody has mapped.

    A host image under another's name keeps that name, so that a result says what was asked for.
    """
    if name is None:
        return HOST
    return images.get(name) or replace(HOST, name=name)
