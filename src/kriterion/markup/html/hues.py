"""Maps any CSS colour to one of the few colours that are readable in light and dark mode."""

import colorsys
import re
from enum import StrEnum, unique


@unique
class Hue(StrEnum):
    """The colours that pages can show."""

    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"
    BLUE = "blue"
    MAGENTA = "magenta"
    CYAN = "cyan"
    GREY = "grey"
    WHITE = "white"
    BLACK = "black"


# The named colours that judges are likely to use. Source: CSS Color Module Level 4, §6.1.
_NAMED = {
    name: hue
    for hue, names in {
        Hue.RED: "red darkred crimson firebrick indianred tomato salmon lightsalmon darksalmon "
        "lightcoral coral maroon brown mistyrose rosybrown orangered",
        Hue.GREEN: "green darkgreen lightgreen lime limegreen forestgreen seagreen olivedrab "
        "springgreen palegreen honeydew yellowgreen chartreuse lawngreen",
        Hue.YELLOW: "yellow lightyellow gold goldenrod orange darkorange khaki olive chocolate "
        "peru tan wheat moccasin peachpuff beige cornsilk lemonchiffon sandybrown",
        Hue.BLUE: "blue darkblue lightblue navy royalblue steelblue skyblue lightskyblue "
        "deepskyblue dodgerblue cornflowerblue midnightblue slateblue aliceblue",
        Hue.MAGENTA: "magenta fuchsia purple violet darkviolet indigo orchid plum lavender pink "
        "lightpink hotpink deeppink rebeccapurple thistle",
        Hue.CYAN: "cyan aqua teal darkcyan lightcyan turquoise aquamarine azure cadetblue",
        Hue.GREY: "grey gray darkgrey darkgray dimgrey dimgray silver lightgrey lightgray "
        "slategrey slategray gainsboro",
        Hue.WHITE: "white snow ivory whitesmoke ghostwhite floralwhite",
        Hue.BLACK: "black",
    }.items()
    for name in names.split()
}
_HEXADECIMAL = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})([0-9a-f]{1,2})?")
_DECIMAL = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/].{0,20})?\)")
# The angle in degrees at which each hue begins on the colour circle.
_CIRCLE = (
    (0, Hue.RED),
    (20, Hue.YELLOW),
    (70, Hue.GREEN),
    (165, Hue.CYAN),
    (200, Hue.BLUE),
    (255, Hue.MAGENTA),
    (340, Hue.RED),
)
# A colour is grey if its red, green and blue (0 to 255) differ by less than this.
_COLOURLESS = 12


def find_hue(colour: str) -> Hue | None:
    """Return the hue of a CSS colour in lower case, or None if it is not a known colour."""
    if colour in _NAMED:
        return _NAMED[colour]
    hexadecimal = _HEXADECIMAL.fullmatch(colour)
    if hexadecimal:
        digits = hexadecimal[1]
        if len(digits) == 3:  # "#f80" is short for "#ff8800"
            digits = "".join(2 * digit for digit in digits)
        return _find_nearest_hue(*(int(digits[at : at + 2], 16) for at in (0, 2, 4)))
    decimal = _DECIMAL.fullmatch(colour)
    return (
        _find_nearest_hue(*(min(int(part), 255) for part in decimal.groups())) if decimal else None
    )


def _find_nearest_hue(red: int, green: int, blue: int) -> Hue:
    strongest, weakest = max(red, green, blue), min(red, green, blue)
    if strongest - weakest < _COLOURLESS:
        return Hue.WHITE if weakest > 230 else Hue.BLACK if strongest < 50 else Hue.GREY
    degrees = 360 * colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)[0]
    return next(hue for start, hue in reversed(_CIRCLE) if degrees >= start)
