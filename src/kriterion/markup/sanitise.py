"""HTML from outside made safe: only what `allowed` names is left."""

import re
from collections.abc import Callable
from functools import lru_cache

import nh3

from kriterion.markup import allowed
from kriterion.markup.base import Base
from kriterion.markup.element import Markup, element
from kriterion.markup.finishing import finished
from kriterion.markup.media import NO_MEDIA, Media
from kriterion.markup.visible import visible
from kriterion.markup.weight import MAXIMUM_CHARACTERS, weigh

_ADDRESSES = {("a", "href"), ("img", "src")}
_NAMES_OR_REFERS = re.compile(r"\bid\b|#|&", re.IGNORECASE)


def sanitise(
    html: str, *, place: str = "message", media: Media = NO_MEDIA, base: Base | None = None
) -> Markup:
    """The safe part of a piece of HTML.

    Ids and references to them get `place` before them, so that two messages never clash. Pictures
    in `media` are put in; or `base` says where links lead and pictures are. HTML that would take
    too long to be read is shown as text.
    """
    if not readable(html):
        return element("pre", html)
    text = visible(html)
    if base:
        return Markup(finished(_cleaner_for(place, base).clean(text), None))
    clean = _cleaner(place if _NAMES_OR_REFERS.search(text) else "message").clean(text)
    return Markup(finished(clean, media))


def readable(html: str) -> bool:
    """Whether a piece of HTML is sanitised and shown in a time that nobody notices."""
    return len(html) <= MAXIMUM_CHARACTERS and weigh(html).bearable


@lru_cache(maxsize=8)
def _cleaner(place: str) -> nh3.Cleaner:
    def filtered(tag: str, name: str, value: str) -> str | None:
        return allowed.allowed_value(tag, name, value, place)

    return _cleaner_with(filtered)


def _cleaner_for(place: str, base: Base) -> nh3.Cleaner:
    def filtered(tag: str, name: str, value: str) -> str | None:
        if (tag, name) in _ADDRESSES:
            return base.address(tag, value, place)
        return allowed.allowed_value(tag, name, value, place)

    return _cleaner_with(filtered)


def _cleaner_with(filtered: Callable[[str, str, str], str | None]) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=set(allowed.TAGS),
        clean_content_tags=set(allowed.DROPPED_WITH_CONTENT),
        attributes={tag: set(names) for tag, names in allowed.ATTRIBUTES.items()},
        attribute_filter=filtered,
        url_schemes={*allowed.LINK_SCHEMES, "data"},
        link_rel="noopener noreferrer nofollow",
    )
