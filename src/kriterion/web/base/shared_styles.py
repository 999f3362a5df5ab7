"""Styles and scripts that the site shares with feedback: colours, icons, feedback's own files.

`python -m kriterion.web.base.shared_styles DIRECTORY` writes them where other assets import them.
"""

import sys
from pathlib import Path

from kriterion.feedback.html.colour_rules import list_custom_properties
from kriterion.rendering.page_assets import load_page_assets
from kriterion.web.base.drawings import write_icon_rules
from kriterion.web.base.editor_languages import write_editor_languages

# Colours that feedback does not use, such as text on the accent colour, overlays and shadows.
_MORE_COLOURS = {
    # name: (light, dark)
    "on-accent": ("#ffffff", "#0b1a2e"),
    "accent-strong": ("#08427d", "#a9d0ff"),
    "accent-paper": ("#e7f1fb", "#14263b"),
    "hover": ("#eceff3", "#222831"),
    "field-line": ("#7d8794", "#6d7888"),
    "shade": ("rgb(28 33 39 / .08)", "rgb(0 0 0 / .4)"),
    "veil": ("rgb(28 33 39 / .45)", "rgb(0 0 0 / .65)"),
}


def write_colours() -> str:
    """Return the rules of all colours: the device's scheme, unless the user has chosen one."""
    day, night = _declare_colours(0), _declare_colours(1)
    return f"""\
:root {{ color-scheme: light dark; {day} }}
@media (prefers-color-scheme: dark) {{ :root {{ {night} }} }}
:root[data-appearance="light"] {{ color-scheme: light; {day} }}
:root[data-appearance="dark"] {{ color-scheme: dark; {night} }}
@media print {{ :root:root {{ color-scheme: light; {day} }} }}
"""


def _declare_colours(index: int) -> str:
    more = " ".join(f"--{name}: {pair[index]};" for name, pair in _MORE_COLOURS.items())
    return f"{list_custom_properties(index)} {more}"


def main(directory: Path) -> None:
    """Write each part to a file in the directory."""
    directory.mkdir(parents=True, exist_ok=True)
    assets = load_page_assets()
    parts = {
        "colours.css": write_colours(),
        "icons.css": write_icon_rules(),
        "feedback.css": assets.stylesheet,
        "feedback.js": assets.script,
        "languages.js": write_editor_languages(),
    }
    for name, text in parts.items():
        (directory / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
