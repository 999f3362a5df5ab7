"""HTML from outside made safe: only what `allowed` names is left."""

import re
from collections import Counter
from functools import lru_cache

import nh3

from kriterion.markup import allowed
from kriterion.markup.element import Markup, element
from kriterion.markup.finishing import finished
from kriterion.markup.media import NO_MEDIA, Media
from kriterion.markup.visible import visible

MAXIMUM_CHARACTERS = 4 * 1024 * 1024  # pictures travel in it
MAXIMUM_ELEMENTS = 20_000
MAXIMUM_DEPTH = 256

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)")
_SVG = frozenset(tag.lower() for tag in allowed.SVG_TAGS - {"desc", "title", "a"})
_SVG_LEAVES = frozenset(tag.lower() for tag in allowed.SVG_LEAVES)
# Their end tags may be left out, or they have none.
_ENDLESS = allowed.words(
    "area base br col colgroup dd dt embed hr img input li link meta p source tbody td tfoot th "
    "thead tr track wbr"
)
_NAMES_OR_REFERS = re.compile(r"\bid\b|#|&", re.IGNORECASE)


def sanitise(html: str, *, place: str = "message", media: Media = NO_MEDIA) -> Markup:
    """The safe part of a piece of HTML.

    Ids and references to them get `place` before them, so that two messages never clash. Pictures
    in `media` are put in. HTML that would take too long to be read is shown as text.
    """
    if not readable(html):
        return element("pre", html)
    text = visible(html)
    clean = _cleaner(place if _NAMES_OR_REFERS.search(text) else "message").clean(text)
    return Markup(finished(clean, media))


def readable(html: str) -> bool:
    """Whether a piece of HTML is read in linear time: neither very long nor very deeply nested.

    Each element looks at those open around it, so 40,000 nested ones take seconds.
    """
    if len(html) > MAXIMUM_CHARACTERS:
        return False
    open_tags: Counter[str] = Counter()
    elements = depth = 0
    in_svg = False
    for found in _TAG.finditer(html):
        closing, tag = found[1], found[2].lower()
        in_svg = (in_svg or tag == "svg") and tag in _SVG and not (closing and tag == "svg")
        if tag in _ENDLESS or (in_svg and tag in _SVG_LEAVES):
            elements += 1
        elif not closing:
            elements += 1
            depth += 1
            open_tags[tag] += 1
        elif open_tags[tag]:
            depth -= 1
            open_tags[tag] -= 1
        if depth > MAXIMUM_DEPTH or elements > MAXIMUM_ELEMENTS:
            return False
    return True


@lru_cache(maxsize=8)
def _cleaner(place: str) -> nh3.Cleaner:
    def filtered(tag: str, name: str, value: str) -> str | None:
        return allowed.allowed_value(tag, name, value, place)

    return nh3.Cleaner(
        tags=set(allowed.TAGS),
        clean_content_tags=set(allowed.DROPPED_WITH_CONTENT),
        attributes={tag: set(names) for tag, names in allowed.ATTRIBUTES.items()},
        attribute_filter=filtered,
        url_schemes={*allowed.LINK_SCHEMES, "data"},
        link_rel="noopener noreferrer nofollow",
    )
