"""The style and script of feedback pages, read from the package."""

from functools import cache
from importlib.resources import files

from kriterion.feedback import html
from kriterion.feedback.html.stylesheet import SCRIPT_FILE, STYLE_FILES, PageAssets, build_assets


@cache
def load_page_assets() -> PageAssets:
    """Read the assets once per process."""
    root = files(html)
    styles = {name: (root / "styles" / name).read_text(encoding="utf-8") for name in STYLE_FILES}
    return build_assets(styles, (root / SCRIPT_FILE).read_text(encoding="utf-8"))
