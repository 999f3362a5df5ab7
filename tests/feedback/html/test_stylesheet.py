"""The stylesheet keeps its promises: contrast, and nothing from elsewhere."""

import re

import pytest

from kriterion.feedback.html.palette import ANSI_COLOURS, COLOURS, PAPERS
from kriterion.markup.highlight.source_tokens import KINDS
from kriterion.markup.html.hues import Hue
from kriterion.markup.html.style_classes import INKS, LOOKS
from kriterion.rendering.page_assets import load_page_assets

STYLESHEET = load_page_assets().stylesheet
ON_ANY_PAPER = ["ink", "muted"]
GROUNDS = ["page", "card", "well"]
PAIRS = [
    *((ink, paper) for ink in ON_ANY_PAPER for paper in GROUNDS),
    *(
        (ink, paper)
        for ink in ("good", "bad", "warn", "violet", "teal", "accent")
        for paper in GROUNDS
    ),
    *((name, f"{name}-paper") for name in ("good", "bad", "warn", "info")),
    *(("ink", f"{name}-paper") for name in ("good", "bad", "warn", "info")),
    *(("muted", f"{name}-paper") for name in ("good", "bad")),
    ("accent", "warn-paper"),
    ("accent", "bad-paper"),
    ("ink", "good-mark"),
    ("ink", "bad-mark"),
]


def compute_luminance(colour: str) -> float:
    """Source: WCAG 2.2, relative luminance."""
    parts = (int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def compute_contrast(one: str, other: str) -> float:
    light, dark = sorted((compute_luminance(one), compute_luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "paper"), PAIRS)
def test_text_has_enough_contrast(ink: str, paper: str, scheme: int) -> None:
    assert compute_contrast(COLOURS[ink][scheme], COLOURS[paper][scheme]) >= 4.5


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("name", ANSI_COLOURS)
def test_console_colours_have_enough_contrast(name: str, scheme: int) -> None:
    assert compute_contrast(ANSI_COLOURS[name][scheme], COLOURS["well"][scheme]) >= 4.5


# On white it is always day, on black always night.
ALWAYS = {Hue.WHITE: 0, Hue.BLACK: 1}


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("paper", PAPERS)
def test_every_text_colour_has_enough_contrast_on_every_background(paper: Hue, scheme: int) -> None:
    day = ALWAYS.get(paper, scheme)
    inks = {ink: COLOURS["muted"] if ink is Hue.GREY else ANSI_COLOURS[ink] for ink in INKS}
    for ink in (*inks.values(), COLOURS["ink"]):
        assert compute_contrast(ink[day], PAPERS[paper][scheme]) >= 4.5


def test_every_style_class_has_a_rule() -> None:
    assert set(re.findall(r"\.(look-[\w-]+)", STYLESHEET)) == LOOKS


def test_no_external_resource_is_loaded() -> None:
    assert "@import" not in STYLESHEET
    assert all(
        url.startswith('"data:image/svg+xml,') for url in re.findall(r"url\(([^)]*)", STYLESHEET)
    )
    assert "</" not in STYLESHEET


def test_every_variable_is_defined_and_used() -> None:
    used = set(re.findall(r"var\(--([\w-]+)\)", STYLESHEET))
    defined = set(re.findall(r"--([\w-]+):", STYLESHEET))
    assert used == defined


def test_every_token_type_has_a_style() -> None:
    assert set(KINDS) == set(re.findall(r"\.source-(\w+)", STYLESHEET))


def test_braces_are_balanced() -> None:
    assert STYLESHEET.count("{") == STYLESHEET.count("}")
