"""Sanitises foreign HTML: only what is on the allowlist is kept."""

from contextvars import ContextVar
from functools import cache

import nh3

from kriterion.markup.element import Markup, element
from kriterion.markup.html import allowlist as allowed
from kriterion.markup.html.attribute_rewriting import rewrite_attributes
from kriterion.markup.html.link_base import Base
from kriterion.markup.html.rendering_cost import MAXIMUM_CHARACTERS, weigh
from kriterion.markup.media_addresses import NO_MEDIA, Media
from kriterion.markup.visible_text import make_visible

_ADDRESSES = {("a", "href"), ("img", "src")}


def sanitise(
    html: str, *, place: str = "message", media: Media = NO_MEDIA, base: Base | None = None
) -> Markup:
    """Return the safe part of a piece of HTML.

    `place` is the prefix of ids and references to them, so that the ids of two messages differ. If
    `base` is given, it resolves links and pictures; otherwise pictures in `media` are inserted.
    HTML that would take too long to render is shown as text.
    """
    if not is_fast_to_render(html):
        return element("pre", html)
    text = make_visible(html)
    token = _task.set((place, base))
    try:
        clean = _create_cleaner().clean(text)
    finally:
        _task.reset(token)
    return Markup(rewrite_attributes(clean, base or media))


def is_fast_to_render(html: str) -> bool:
    """Whether a piece of HTML can be sanitised and displayed without a noticeable delay."""
    return len(html) <= MAXIMUM_CHARACTERS and weigh(html).is_within_limits


@cache
def _create_cleaner() -> nh3.Cleaner:
    """Create the cleaner. It is shared: creating it takes as long as cleaning a description."""
    return nh3.Cleaner(
        tags=set(allowed.TAGS),
        clean_content_tags=set(allowed.DROPPED_WITH_CONTENT),
        attributes={tag: set(names) for tag, names in allowed.ATTRIBUTES.items()},
        attribute_filter=_filter_attribute,
        url_schemes={*allowed.LINK_SCHEMES, "data"},
        link_rel="noopener noreferrer nofollow",
    )


# The `place` and `base` of the current call of `sanitise`, for the shared cleaner's filter.
_task: ContextVar[tuple[str, Base | None]] = ContextVar("reading")


def _filter_attribute(tag: str, name: str, value: str) -> str | None:
    place, base = _task.get()
    if base is not None and (tag, name) in _ADDRESSES:
        return base.resolve(tag, value, place)
    return allowed.filter_attribute(tag, name, value, place)
