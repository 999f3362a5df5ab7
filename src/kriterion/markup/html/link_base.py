"""Where a description stands: what its links lead to, and where its pictures are."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from kriterion.markup.html.allowlist import LINK, PICTURE

Resolve = Callable[[str], str | None]
"""The address to use for one as it is written; None when there is nothing."""

_ON_SITE = re.compile(r"(?!//)[^\x00-\x20\"'<>\\:]+(?:[?#][^\x00-\x20\"'<>\\]*)?")


def nowhere(_: str) -> None:
    """Nothing is there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Base:
    """How the addresses of a description are read.

    Links to other sites and to places in the description need no asking; `link` is asked for all
    others and `picture` for all pictures that are not in the text itself. Both answer with an
    address on this site; a link may lead elsewhere, and a picture be `data:`.
    """

    link: Resolve = nowhere
    picture: Resolve = nowhere

    def address(self, tag: str, address: str, place: str) -> str | None:
        """What the address of a link (`a`) or picture (`img`) becomes, or None when it goes."""
        address = address.strip()
        if tag == "img":
            found = address if PICTURE.fullmatch(address) else self.picture(address)
            return _allowed(found, PICTURE)
        if address.startswith("#"):
            return f"#{place}-{address[1:]}"
        return _allowed(address if LINK.fullmatch(address) else self.link(address), LINK)


def _allowed(address: str | None, elsewhere: re.Pattern[str]) -> str | None:
    """The address, unless it is one that a page should not have."""
    if address and (_ON_SITE.fullmatch(address) or elsewhere.fullmatch(address)):
        return address
    return None
