"""Assembles the stylesheet and the script of a page from the files in this folder.

The stylesheet serves light and dark mode, phones, desktops and paper. The contrast of text with its
background is at least 4.5 to 1 (WCAG 2.2, 1.4.3), which a test computes. Colour is never the only
sign of a meaning: there is always an icon or a word as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kriterion.feedback.html import colour_rules, icon_rules, message_style_rules

SCRIPT_FILE = "feedback.js"

_GENERATED = {
    "colours": colour_rules.RULES,
    "icons": icon_rules.RULES,
    "message colours": message_style_rules.RULES,
}
_CASCADE = (
    "colours",
    "icons",
    "page_frame.css",
    "contexts.css",
    "differences.css",
    "code.css",
    "messages.css",
    "comments.css",
    "report.css",
    "message colours",
    "message_styles.css",
    "adaptations.css",
)

STYLE_FILES = tuple(name for name in _CASCADE if name not in _GENERATED)
"""The names of the files in `styles/`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PageAssets:
    """The stylesheet and the script of a self-contained page."""

    stylesheet: str
    script: str


def build_assets(styles: Mapping[str, str], script: str) -> PageAssets:
    """Assemble the assets; `styles` has the text of each of the `STYLE_FILES` by name."""
    parts = _GENERATED | dict(styles)
    # Strip the indentation, because every page contains the stylesheet.
    lines = (line.strip() for name in _CASCADE for line in parts[name].splitlines())
    return PageAssets(stylesheet="\n".join(filter(None, lines)) + "\n", script=script)
