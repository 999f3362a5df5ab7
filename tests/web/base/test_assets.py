"""Styles and scripts: their origin, size and contrast."""

import json
import re
from pathlib import Path

import pytest

from kriterion.feedback.html.icon_rules import RULES as FEEDBACK_ICONS
from kriterion.web.base.drawings import write_icon_rules
from kriterion.web.base.shared_styles import write_colours
from kriterion.web.base.static_files import are_assets_built, asset
from tests.feedback.html.test_stylesheet import compute_contrast

SITE = Path(__file__).parents[3] / "src" / "kriterion" / "web" / "base"
ASSETS, BUILT = SITE / "assets", SITE / "static" / "kriterion"
TEMPLATES = sorted((SITE / "templates").rglob("*.html"))
FEEDBACK_STYLES = SITE.parents[1] / "feedback" / "html" / "styles"
PHYSICAL = re.compile(
    r"(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)|left|right)(?:-\w+)?\s*:"
    r"|text-align:\s*(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius"
)

needs_assets = pytest.mark.skipif(not are_assets_built(), reason="scripts/assets has built nothing")


def test_packages_are_pinned_and_name_no_host() -> None:
    lock = (ASSETS / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(lock)["packages"]
    assert all("integrity" in package for name, package in packages.items() if name)
    assert '"resolved"' not in lock


@needs_assets
@pytest.mark.parametrize("template", TEMPLATES, ids=lambda file: file.name)
def test_every_asset_named_by_a_page_is_built(template: Path) -> None:
    for name in re.findall(r"{% (?:asset|script) ['\"]([^'\"]+)['\"] %}", template.read_text()):
        assert (SITE / asset(name).removeprefix("/")).is_file(), name


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda file: file.name)
def test_every_icon_named_by_a_page_exists(template: Path) -> None:
    drawn = set(re.findall(r"\.icon-([\w-]+)", write_icon_rules() + FEEDBACK_ICONS))
    named = set(re.findall(r"{% icon ['\"]([\w-]+)['\"]", template.read_text()))
    assert named <= drawn


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda file: file.name)
def test_no_page_has_inline_or_external_resources(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(
        r"<script(?![^>]*\bsrc=)|<style|<\w[^>]*\s(?:style|on[a-z]+)=|javascript:", text
    )
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", text)


# What the pages of a first visit load, besides their own text, and how much that may be compressed.
# The editor of an exercise loads the parts for its language as well.
PAGES = {
    "home": (["site.js"], 80),
    "result": (["site.js", "submissions.js"], 100),
    "exercise": (["site.js", "workspace.js", "submissions.js"], 220),
}
_TEXT_BYTES = 12 * 1024  # compressed, of a page itself


@needs_assets
@pytest.mark.parametrize("page", PAGES)
def test_a_first_visit_transfers_little(page: str) -> None:
    scripts, most_kilobytes = PAGES[page]
    loaded = _list_loaded(scripts)
    total = sum(_measure_compressed(name) for name in loaded)
    if page == "exercise":
        total += max(map(_measure_compressed, _list_built("*.js") - loaded - _list_own_scripts()))
    assert total + _TEXT_BYTES <= most_kilobytes * 1024


@needs_assets
def test_the_plots_are_small() -> None:
    assert _measure_compressed(Path(asset("plots.js")).name) < 60 * 1024


def _list_built(pattern: str) -> set[str]:
    return {file.name for file in BUILT.glob(pattern)}


def _list_own_scripts() -> set[str]:
    """Return the scripts of other pages: the editor loads none of them."""
    return {name for name in _list_built("*.js") if not name.startswith("part-")}


def _list_loaded(scripts: list[str]) -> set[str]:
    """Return the files that a page loads at once: with these scripts, all that they import."""
    loaded = {Path(asset(name)).name for name in (*scripts, "site.css", "mark.svg")}
    loaded |= _list_built("*.woff2")
    waiting = [name for name in loaded if name.endswith(".js")]
    while waiting:
        text = (BUILT / waiting.pop()).read_text(encoding="utf-8")
        for part in re.findall(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""", text):
            if part not in loaded:
                loaded.add(part)
                waiting.append(part)
    return loaded


def _measure_compressed(name: str) -> int:
    twins = (BUILT / name, BUILT / f"{name}.br")
    return min(file.stat().st_size for file in twins if file.exists())


# What is written on what, by the names of colours.
PAIRS = [
    *((ink, paper) for ink in ("ink", "muted", "accent") for paper in ("page", "card", "well")),
    *((ink, "hover") for ink in ("ink", "muted")),
    *(("on-accent", paper) for paper in ("accent", "accent-strong")),
    *((ink, "accent-paper") for ink in ("accent", "ink")),
    *((kind, f"{kind}-paper") for kind in ("good", "bad", "warn", "info")),
    *((kind, "card") for kind in ("good", "bad", "warn", "info")),
]


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(("ink", "paper"), PAIRS)
def test_text_colours_have_enough_contrast(ink: str, paper: str, night: bool) -> None:
    """WCAG 2.2, 1.4.3: at least 4.5 to 1."""
    palette = _read_palette(night)
    assert compute_contrast(palette[ink], palette[paper]) >= 4.5


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_field_borders_have_enough_contrast(night: bool) -> None:
    """WCAG 2.2, 1.4.11: at least 3 to 1."""
    palette = _read_palette(night)
    assert compute_contrast(palette["field-line"], palette["card"]) >= 3


def _read_palette(night: bool) -> dict[str, str]:
    scheme = "dark" if night else "light"
    rule = re.search(rf'data-appearance="{scheme}"\] {{([^}}]*)}}', write_colours())
    assert rule is not None
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rule[1]))


def test_styles_follow_the_direction_of_the_language() -> None:
    """message_styles.css is left out: it renders what authors chose."""
    sheets = {*(ASSETS / "styles").glob("*.css"), *FEEDBACK_STYLES.glob("*.css")}
    sheets.remove(FEEDBACK_STYLES / "message_styles.css")
    assert len(sheets) > 20
    found = {
        sheet.name: physical
        for sheet in sheets
        if (physical := PHYSICAL.findall(sheet.read_text(encoding="utf-8")))
    }
    assert not found, (
        f"write -inline-start or start for left, -inline-end or end for right: {found}"
    )
