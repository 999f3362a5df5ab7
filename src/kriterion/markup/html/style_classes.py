"""Translates `style` attributes and Bootstrap's classes in messages into our own classes.

These classes ("looks") are a closed set: none can cover, move or hide anything or imitate a part of
the page, and all are readable in light and dark mode. All other styles are dropped.
"""

import re
from collections.abc import Iterator

from kriterion.markup.html.hues import Hue, find_hue

INKS = (Hue.RED, Hue.GREEN, Hue.YELLOW, Hue.BLUE, Hue.MAGENTA, Hue.CYAN, Hue.GREY)
PAPERS = tuple(Hue)
WIDTHS = range(5, 101, 5)  # per cent

_PREFIX = "look-"
_ALIGNMENTS = ("left", "right", "center", "justify")
_BY_VALUE = {
    "display": {"block": "block", "inline-block": "inline-block"},
    "float": {"left": "float-left", "right": "float-right"},
    "font-style": {"italic": "italic", "oblique": "italic"},
    "font-weight": dict.fromkeys(("bold", "bolder", "600", "700", "800", "900"), "bold"),
    "text-align": {
        **{way: f"align-{way}" for way in _ALIGNMENTS},
        "start": "align-left",
        "end": "align-right",
    },
    "white-space": dict.fromkeys(("pre", "pre-wrap", "pre-line", "break-spaces"), "pre"),
}
_BOOTSTRAP_LEVELS = {
    "danger": "bad",
    "default": "muted",
    "error": "bad",
    "info": "info",
    "muted": "muted",
    "primary": "info",
    "secondary": "muted",
    "success": "good",
    "warning": "warn",
}
_BY_CLASS = {
    "alert": "box",
    "badge": "label",
    "code": "code",
    "label": "label",
    **{
        f"{kind}-{level}": look
        for kind in ("alert", "badge", "bg", "label", "text-bg")
        for level, look in _BOOTSTRAP_LEVELS.items()
    },
    **{f"text-{level}": f"text-{look}" for level, look in _BOOTSTRAP_LEVELS.items()},
    **{f"text-{way}": look for way, look in _BY_VALUE["text-align"].items()},
}
_MAXIMUM_CHARACTERS = 1_000
_PERCENTAGE = re.compile(r"(\d{1,3})(?:\.\d*)?%")
_MONOSPACE = re.compile(r"mono|courier|consolas|menlo")

LOOKS = frozenset(
    _PREFIX + look
    for look in (
        *(f"ink-{hue}" for hue in INKS),
        *(f"paper-{hue}" for hue in PAPERS),
        *(f"width-{width}" for width in WIDTHS),
        *(look for looks in _BY_VALUE.values() for look in looks.values()),
        *_BY_CLASS.values(),
        *("border", "mono", "padded", "strike", "underline"),
    )
)


def translate_bootstrap_class(word: str) -> str | None:
    """Return our class for a class of any version of Bootstrap, or None."""
    look = _BY_CLASS.get(word)
    return look and _PREFIX + look


def translate_style(style: str) -> list[str]:
    """Return our classes for a `style` attribute."""
    looks = (
        look
        for name, value in parse_declarations(style)
        for look in _translate_declaration(name, value.lower())
    )
    return [_PREFIX + look for look in dict.fromkeys(looks)]


def parse_declarations(style: str) -> Iterator[tuple[str, str]]:
    """Yield the properties and values in a `style` attribute, or nothing if it is too long."""
    for declaration in style.split(";") if len(style) <= _MAXIMUM_CHARACTERS else ():
        name, _, value = declaration.partition(":")
        yield name.strip().lower(), value.removesuffix("!important").strip()


def _translate_declaration(name: str, value: str) -> Iterator[str]:
    if value in _BY_VALUE.get(name, ()):
        yield _BY_VALUE[name][value]
    elif name == "color":
        hue = find_hue(value)
        if hue in INKS:
            yield f"ink-{hue}"
    elif name in ("background", "background-color"):
        hue = find_hue(value)
        if hue:
            yield f"paper-{hue}"
    elif name in ("text-decoration", "text-decoration-line"):
        yield from (
            look
            for word, look in (("underline", "underline"), ("line-through", "strike"))
            if word in value.split()
        )
    elif name == "font-family" and _MONOSPACE.search(value):
        yield "mono"
    elif name in ("width", "max-width"):
        width = _PERCENTAGE.fullmatch(value)
        if width:  # rounded to a multiple of 5, from 5 to 100
            yield f"width-{min(max(round(int(width[1]) / 5), 1), 20) * 5}"
    elif name == "border" and not value.startswith(("0", "none")):
        yield "border"
    elif name == "padding" and not value.startswith("0"):
        yield "padded"
