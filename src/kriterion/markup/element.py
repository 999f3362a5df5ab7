"""Builds safe HTML: all text is escaped, unless it is `Markup` already."""

import html
from collections.abc import Iterable

from kriterion.markup.visible_text import make_visible


class Markup(str):
    """HTML that can be inserted into a page as it is. Templates recognise it by `__html__`."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


NOTHING = Markup("")


def escape(text: str) -> Markup:
    """Escape text for HTML; Markup is returned unchanged."""
    return text if isinstance(text, Markup) else Markup(html.escape(make_visible(text)))


def join_html(parts: Iterable[str]) -> Markup:
    """Join pieces of HTML, escaping those that are not Markup."""
    return Markup("".join(map(escape, parts)))


def element(tag: str, *children: str, **attributes: str | int | bool | None) -> Markup:
    """Build an element with its children.

    The keyword `class_` becomes the attribute `class`, and `data_line` becomes `data-line`. True
    writes an attribute without a value; None, False and an empty class are left out.
    """
    return Markup(f"<{tag}{_write_attributes(attributes)}>{join_html(children)}</{tag}>")


def _write_attributes(attributes: dict[str, str | int | bool | None]) -> str:
    return "".join(
        f" {_format_attribute_name(key)}"
        if value is True
        else f' {_format_attribute_name(key)}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False and not (key == "class_" and value == "")
    )


def _format_attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")
