"""Interprets the escape sequences in a program's output: keeps colours, removes all others.

Source: ECMA-48 5th edition, §5.4 (control sequences), §8.3.117 (select graphic rendition).
"""

import re
from collections.abc import Iterator

_ESCAPE = re.compile(
    r"(?:\x1b\[|\x9b)(?P<parameters>[0-?]*)[ -/]*(?P<final>[@-~]?)"  # control sequence
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # string
    r"|\x1b[ -/]*[0-~]?"  # anything else
)

_NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_COLOURS = {
    first + number: (layer, prefix + name)
    for first, layer, prefix in (
        (30, "ink", ""),
        (40, "paper", "on-"),
        (90, "ink", "bright-"),
        (100, "paper", "on-bright-"),
    )
    for number, name in enumerate(_NAMES)
}
_STYLES_BY_CODE = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse", 9: "strike"}
_STYLES_ENDED_BY_CODE = {
    22: ("bold", "dim"),
    23: ("italic",),
    24: ("underline",),
    27: ("reverse",),
    29: ("strike",),
}

Style = tuple[str, ...]
"""The styles and colours that are on: "bold", "red", "on-red", "bright-red" …"""


def remove_escapes(text: str) -> str:
    """Remove all escape sequences, including incomplete ones."""
    return _ESCAPE.sub("", text)


def split_by_style(text: str) -> Iterator[tuple[Style, str]]:
    """Yield the pieces of the text with their style, without any escape sequences."""
    style: dict[str, str] = {}
    end = 0
    for match in _ESCAPE.finditer(text):
        if match.start() > end:
            yield tuple(style.values()), text[end : match.start()]
        end = match.end()
        if match["final"] == "m":
            _apply_codes(style, match["parameters"])
    if end < len(text):
        yield tuple(style.values()), text[end:]


def _apply_codes(style: dict[str, str], parameters: str) -> None:
    codes = iter(
        [int(code or 0) if len(code) < 4 else -1 for code in _split_parameters(parameters)]
    )
    for code in codes:
        if code == 0:
            style.clear()
        elif code in _STYLES_BY_CODE:
            style[_STYLES_BY_CODE[code]] = _STYLES_BY_CODE[code]
        elif code in _STYLES_ENDED_BY_CODE:
            for name in _STYLES_ENDED_BY_CODE[code]:
                style.pop(name, None)
        elif code in _COLOURS:
            layer, name = _COLOURS[code]
            style[layer] = name
        elif code in (38, 48):
            style.update(_select_numbered_colour(code, codes))
        elif code in (39, 49):
            style.pop("ink" if code == 39 else "paper", None)


def _split_parameters(parameters: str) -> list[str]:
    return [field if field.isdecimal() else "" for field in re.split("[;:]", parameters)]


def _select_numbered_colour(code: int, codes: Iterator[int]) -> dict[str, str]:
    """Read a colour by number (38, 48): return one of the sixteen named colours, or nothing."""
    kind, number = next(codes, 0), next(codes, 0)
    if kind == 2:  # red, green and blue follow; `number` was red
        next(codes, 0)
        next(codes, 0)
    if kind != 5 or not 0 <= number < 16:
        return {}
    named = number + code - 8 if number < 8 else number - 8 + code + 52
    return dict([_COLOURS[named]])
