"""CSS rules that draw the icons in the colour of the surrounding text."""

from urllib.parse import quote

# SVG paths on a square of 16 by 16 units, drawn with strokes.
_ICONS = {
    "check": "M3 8.5 6.5 12 13 4.5",
    "cross": "M4 4l8 8M12 4l-8 8",
    "alarm": "M8 3.5a5 5 0 1 0 .01 0M8 6v3l2 1M2.5 4 4.5 2.2M13.5 4 11.5 2.2",
    "flash": "M9 1.8 4 9h3.5L7 14.2 12 7H8.5z",
    "flash-circle": "M8 1.8a6.2 6.2 0 1 0 .01 0M8.7 4.5 6 8.4h2.2L7.6 11.5 10.2 7.6H8z",
    "memory": "M4 4h8v8H4zM6.5 1.8V4M9.5 1.8V4M6.5 12v2.2M9.5 12v2.2"
    "M1.8 6.5H4M1.8 9.5H4M12 6.5h2.2M12 9.5h2.2",
    "script": "M4 2h6l2.5 2.5V14H4zM6 6.5h4M6 9h4M6 11.5h2.5",
    "hourglass": "M4 2h8M4 14h8M5 2v2.5L8 8l3-3.5V2M5 14v-2.5L8 8l3 3.5V14",
    "warning": "M8 2.2 14.3 13.5H1.7zM8 6.3v3.4M8 11.4v.6",
    "info": "M8 1.8a6.2 6.2 0 1 0 .01 0M8 7.2v4M8 4.6v.6",
    "eye": "M1.5 8C4 4.2 6 3.5 8 3.5S12 4.2 14.5 8C12 11.8 10 12.5 8 12.5S4 11.8 1.5 8z"
    "M8 6.2a1.8 1.8 0 1 0 .01 0",
    "down": "M8 2.5v11M3.5 9 8 13.5 12.5 9",
}
_OPEN = "M5.5 3 10.5 8l-5 5"


def _list_icon_rules() -> str:
    return "\n".join(
        f'.icon-{name} {{ --icon: url("data:image/svg+xml,{_encode_drawing(path)}"); }}'
        for name, path in _ICONS.items()
    )


def _encode_drawing(path: str) -> str:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#000" '
        'stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{path}"/></svg>'
    )
    return quote(svg, safe=" =:/")


RULES = f"""\
{_list_icon_rules()}
.context > summary::after {{ --icon: url("data:image/svg+xml,{_encode_drawing(_OPEN)}"); }}
"""
