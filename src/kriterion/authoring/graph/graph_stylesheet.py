"""The stylesheet of the picture, with colours for dark backgrounds."""

from kriterion.authoring.graph.colours import Shades, choose_shades

_LOOK = """
text{font:13px system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#1f2328}
.heading{font-size:20px;font-weight:600}
.summary,.legend text{fill:#59636e}
.paper{fill:#fff}
path{fill:none}
.frame{fill-opacity:.35;stroke-opacity:.6}
.frame-title{font-weight:600;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:4px}
.link{stroke:#6e7781;stroke-width:1.6}
.skill{stroke:#c9a227;stroke-width:1.3}
.back{stroke-dasharray:5 4}
marker path{fill:#6e7781}
.exercise rect{stroke-width:1.4}
.exercise text,.pill text{text-anchor:middle}
.exercise .difficulty{font-size:11px;fill:#b8860b}
.pill rect{fill:#fff8dc;stroke:#c9a227}
.pill text{font-size:12px}
a:hover rect,a:focus rect{stroke-width:3}
path.link:hover,path.skill:hover{stroke-width:3.5}
"""
_DARK = """
text{fill:#e6edf3}
.summary,.legend text{fill:#9198a1}
.paper{fill:#0d1117}
.frame-title{stroke:#0d1117}
.link{stroke:#8b949e}
.skill{stroke:#a8842a}
marker path{fill:#8b949e}
.exercise .difficulty{fill:#e3b341}
.pill rect{fill:#2b2410;stroke:#a8842a}
"""
_GREY = Shades("#f6f8fa", "#8c959f")
_DARK_GREY = Shades("#161b22", "#6e7681")


def write_stylesheet(groups: int) -> str:
    """Return the stylesheet for that many groups."""
    light = "".join(
        _write_group_rule(number, choose_shades(number, dark=False)) for number in range(groups)
    )
    dark = "".join(
        _write_group_rule(number, choose_shades(number, dark=True)) for number in range(groups)
    )
    return (
        f"{_LOOK}{_write_group_rule(-1, _GREY)}{light}\n"
        f"@media(prefers-color-scheme:dark){{{_DARK}{_write_group_rule(-1, _DARK_GREY)}{dark}\n}}"
    )


def _write_group_rule(number: int, colour: Shades) -> str:
    return f"\n.g{number} rect,.g{number}.frame{{fill:{colour.fill};stroke:{colour.edge}}}"
