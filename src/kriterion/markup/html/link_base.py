"""Resolves the addresses of links and pictures in a description."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from kriterion.markup.html.allowlist import LINK, PICTURE
from kriterion.markup.picture_size import PictureSize

Resolve = Callable[[str], str | None]
"""Returns the address to use for a written one, or None if nothing is there."""

_ADDRESS_ON_SITE = re.compile(r"(?!//)[^\x00-\x20\"'<>\\:]+(?:[?#][^\x00-\x20\"'<>\\]*)?")


def resolve_nothing(_: str) -> None:
    """Resolve no address."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Base:
    """Resolves the addresses in a description.

    Links to other sites and to ids in the description are kept. `link` resolves all other links,
    `picture` all pictures that are not embedded. Both return an address on this site; a link may
    also lead to another site, and a picture may become a `data:` address. `measure` returns the
    size of the picture at a resolved address, which keeps a page still when the picture arrives.
    """

    link: Resolve = resolve_nothing
    picture: Resolve = resolve_nothing
    measure: Callable[[str], PictureSize | None] = resolve_nothing

    def resolve(self, tag: str, address: str, place: str) -> str | None:
        """Return the address for a link (`a`) or picture (`img`), or None to remove it."""
        address = address.strip()
        if tag == "img":
            resolved = address if PICTURE.fullmatch(address) else self.picture(address)
            return _drop_forbidden(resolved, PICTURE)
        if address.startswith("#"):
            return f"#{place}-{address[1:]}"
        return _drop_forbidden(address if LINK.fullmatch(address) else self.link(address), LINK)


def _drop_forbidden(address: str | None, elsewhere: re.Pattern[str]) -> str | None:
    """Return the address if it is on this site or matches `elsewhere`, else None."""
    if address and (_ADDRESS_ON_SITE.fullmatch(address) or elsewhere.fullmatch(address)):
        return address
    return None
