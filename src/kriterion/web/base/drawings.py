"""The site's icons, drawn like those of feedback: strokes on a square of 16."""

from urllib.parse import quote

_DRAWINGS = {
    "add": "M8 3v10M3 8h10",
    "arrow": "M3 8h10M8.5 3.5 13 8l-4.5 4.5",
    "back": "M13 8H3M7.5 3.5 3 8l4.5 4.5",
    "bell": "M4 11V7a4 4 0 0 1 8 0v4l1.3 1.5H2.7zM6.5 14.2h3",
    "book": "M8 4C6.5 2.8 4.5 2.5 2 2.5v10c2.5 0 4.5.3 6 1.5 1.5-1.2 3.5-1.5 6-1.5v-10"
    "c-2.5 0-4.5.3-6 1.5zM8 4v10",
    "chevron": "M5.5 3 10.5 8l-5 5",
    "circle": "M8 2a6 6 0 1 0 .01 0",
    "clock": "M8 2a6 6 0 1 0 .01 0M8 4.8V8l2.3 1.6",
    "code": "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
    "compare": "M2.5 3h4v10h-4zM9.5 3h4v10h-4z",
    "copy": "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
    "delete": "M3 4.5h10M6.5 4.5v-2h3v2M4.3 4.5l.7 9h6l.7-9",
    "device": "M2 3h12v8H2zM5.5 13.5h5M8 11v2.5",
    "door": "M6.5 2.5h-4v11h4M6.5 8h7M10.5 5 13.5 8l-3 3",
    "dots": "M3.5 8h.01M8 8h.01M12.5 8h.01",
    "edit": "M3 13l.6-3L11 2.6l2.4 2.4L6 12.4zM9.5 4.1l2.4 2.4",
    "file": "M4 2h5l3 3v9H4zM9 2v3h3",
    "filter": "M2 3.5h12L9.5 8.7V13l-3-1.5V8.7z",
    "flag": "M4 14V2.5h8.5L10.5 6l2 3.5H4",
    "folder": "M2 4h4.2l1.5 2H14v7H2z",
    "graph": "M3.5 2a1.7 1.7 0 1 0 .01 0M12.5 6.3a1.7 1.7 0 1 0 .01 0M3.5 10.6a1.7 1.7 0 1 0 .01 0"
    "M5 4.4l6 2.8M5 11.6l6-2.8",
    "half": "M8 2a6 6 0 1 0 .01 0M8 2v12M10.5 3v10M12.5 4.5v7",
    "home": "M2 8l6-5.5L14 8M3.8 6.8V13.5h8.4V6.8",
    "language": "M8 2a6 6 0 1 0 .01 0M2 8h12M8 2c4 3.5 4 8.5 0 12M8 2c-4 3.5-4 8.5 0 12",
    "list": "M6 4h8M6 8h8M6 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01",
    "lock": "M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
    "menu": "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
    "moon": "M12.5 10A5.5 5.5 0 0 1 6 3.5a5.5 5.5 0 1 0 6.5 6.5z",
    "people": "M6 3a2.3 2.3 0 1 0 .01 0M2 13c0-2.5 1.6-4 4-4s4 1.5 4 4"
    "M10.5 3.2a2.3 2.3 0 0 1 0 4.3M12 9.3c1.3.6 2 1.8 2 3.7",
    "play": "M5 3l7.5 5L5 13z",
    "refresh": "M13 8a5 5 0 1 1-1.5-3.5M13 2.5v2.7h-2.7",
    "save": "M3 2.5h8L13.5 5v8.5H3zM5.5 2.5v3.5h4.5v-3.5M5.5 13.5V9.5h5v4",
    "search": "M7 2.5a4.5 4.5 0 1 0 .01 0M10.3 10.3l3.5 3.5",
    "send": "M2.5 8 13.5 2.5 10.5 13.5 8 9zM8 9l5.5-6.5",
    "settings": "M2.5 4.5h6M12 4.5h1.5M10.2 2.7v3.6M2.5 11.5H4M7.5 11.5h6M5.7 9.7v3.6",
    "shield": "M8 2l5 1.8v4c0 3-2 5.2-5 6.2-3-1-5-3.2-5-6.2v-4z",
    "spark": "M8 2v12M2 8h12M4 4l8 8M12 4l-8 8",
    "star": "M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z",
    "stop": "M4 4h8v8H4z",
    "sun": "M8 5.2a2.8 2.8 0 1 0 .01 0M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1"
    "M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7",
    "tool": "M9.5 6.5 3 13M12.8 3.2 10.5 5.5M9 3a3.3 3.3 0 0 0 4 4",
    "upload": "M8 11V3M4.5 6 8 2.5 11.5 6M2.5 13.5h11",
    "wrong": "M8 2a6 6 0 1 0 .01 0M8 4.8v3.7M8 11v.01",
    "user": "M8 2.5a2.8 2.8 0 1 0 .01 0M2.8 14c0-3 2-4.7 5.2-4.7s5.2 1.7 5.2 4.7",
}

# Icons that styles draw themselves.
_ICONS_BY_SELECTOR = {".fold > summary::before": "chevron", ".errors li::before": "wrong"}


def write_icon_rules() -> str:
    """Return one CSS rule per icon; `.icon` itself is in feedback's styles."""
    rules = [_make_rule(f".icon-{name}", path) for name, path in _DRAWINGS.items()]
    rules += [_make_rule(place, _DRAWINGS[name]) for place, name in _ICONS_BY_SELECTOR.items()]
    return "\n".join(rules)


def _make_rule(selector: str, path: str) -> str:
    return f'{selector} {{ --icon: url("data:image/svg+xml,{_encode_picture(path)}"); }}'


def _encode_picture(path: str) -> str:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#000" '
        'stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{path}"/></svg>'
    )
    return quote(svg, safe=" =:/")
