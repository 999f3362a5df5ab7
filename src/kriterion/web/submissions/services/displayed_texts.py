"""Texts that people wrote, for pages: rendered by separate processes and cached in memory.

Requests do not render them: a page shows a text as it was written until its rendering is done.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from kriterion.markup.element import NOTHING, Markup
from kriterion.rendering.course_texts import plain_text
from kriterion.rendering.jobs import RenderedText, RenderedTexts, Text, TextsJob
from kriterion.web.submissions.services.renderings import (
    PreparingError,
    make_rendering_key,
    render_once_cached,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class DisplayedText:
    """A text as a page shows it now.

    `is_plain`: unrendered for good, because rendering takes too long. `is_preparing`: unrendered
    until the rendering is done.
    """

    html: Markup = NOTHING
    is_plain: bool = False
    is_preparing: bool = False

    def __bool__(self) -> bool:
        return bool(self.html)


NO_TEXT = DisplayedText()


def show_texts(
    texts: Sequence[Text], owner: object, *, version: Sequence[str] = ()
) -> tuple[DisplayedText, ...]:
    """Return the texts of a page; each `owner`'s pages are rendered in turn.

    `version` changes whenever files change that the texts may show.
    """
    nonempty = tuple(replace(text, text=make_encodable(text.text)) for text in texts if text.text)
    if not nonempty:
        return tuple(NO_TEXT for _ in texts)
    key = make_rendering_key("texts", *map(make_encodable, version), *map(_make_key, nonempty))
    fallback = RenderedTexts(
        texts=tuple(RenderedText(html=plain_text(text), is_plain=True) for text in nonempty)
    )
    try:
        rendered = render_once_cached(
            key, lambda: TextsJob(texts=nonempty), ("texts", str(owner)), fallback
        )
        displayed = iter([make_displayed_text(text) for text in rendered.texts])
    except PreparingError:
        displayed = iter(
            [DisplayedText(html=plain_text(text), is_preparing=True) for text in nonempty]
        )
    return tuple(next(displayed) if text.text else NO_TEXT for text in texts)


def make_displayed_text(text: RenderedText) -> DisplayedText:
    return DisplayedText(html=Markup(text.html), is_plain=text.is_plain)


def _make_key(text: Text) -> str:
    return f"{_digest(text.text)} {replace(text, text='')!r}"


@lru_cache(maxsize=512)
def _digest(text: str) -> str:
    """Return the digest of a text, cached: hashing 4 MB takes 50 ms."""
    return hashlib.sha256(text.encode()).hexdigest()


def make_encodable(text: str) -> str:
    """Replace what cannot be encoded: file names need not be text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass").decode(errors="replace")
    return text  # the same object, whose digest is cached
