"""Colours for groups, as distinct as their number allows, for light and dark backgrounds."""

import colorsys
from dataclasses import dataclass

_GOLDEN = 0.381966  # of the colour circle: each next hue falls into the largest gap


@dataclass(frozen=True, slots=True)
class Shades:
    """The fill and the border of a box, as #rrggbb."""

    fill: str
    edge: str


def choose_shades(number: int, *, dark: bool) -> Shades:
    """Return the colours of a group by its number, from 0."""
    hue = (0.58 + number * _GOLDEN) % 1
    if dark:
        return Shades(_format_hex(hue, 0.17, 0.34), _format_hex(hue, 0.52, 0.45))
    return Shades(_format_hex(hue, 0.94, 0.75), _format_hex(hue, 0.55, 0.5))


def _format_hex(hue: float, lightness: float, saturation: float) -> str:
    red, green, blue = colorsys.hls_to_rgb(hue, lightness, saturation)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"
