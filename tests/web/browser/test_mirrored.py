"""Pages from right to left: the same English page, mirrored, with code from left to right."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.urls import path
from playwright.sync_api import expect
from pytest_django.fixtures import Settings

from kriterion.web import urls
from kriterion.web.base.formats.en import formats
from kriterion.web.base.styleguide.views import styleguide
from kriterion.web.repositories.models import Repository
from kriterion.web.settings import MIRRORED
from kriterion.web.submissions.models import Assessment, Submission
from tests.feedback.sample import ASSESSMENT
from tests.web.browser.conftest import Look, Open, Visit
from tests.web.conftest import World
from tests.web.routes import ROUTES

EXERCISES = Path(__file__).parents[3] / "examples" / "exercises"
urlpatterns = [*urls.urlpatterns, path("styleguide/", styleguide, name="styleguide")]

PAGES = {
    "ada": ("home", "course", "activity", "submission", "profile"),
    "root": ("administration:overview", "administration:tools", "teaching:members"),
}

# The edges of boxes outside of what stays left to right. A text's own edges depend on its letters.
BOXES = """() => {
  const found = [];
  const plain = "pre, code, kbd, samp, svg, canvas, textarea, select, input, .listing, .difference,"
    + " .compared-tables, .editor, .plot-paper, .choices";
  for (const element of document.querySelectorAll("header *, main *, footer *")) {
    const { display } = getComputedStyle(element);
    if (!["block", "flex", "grid", "table", "list-item"].includes(display)) continue;
    if (element.closest(plain) || element.querySelector(plain)) continue;
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const name = element.tagName.toLowerCase() + "." + [...element.classList].join(".");
    found.push([name, left, right]);
  }
  return [found, document.documentElement.clientWidth];
}"""
CODE = """() => [...document.querySelectorAll("pre, code, textarea.code, .code-field, .listing")]
  .filter((code) => getComputedStyle(code).direction !== "ltr")
  .map((code) => code.outerHTML.slice(0, 120))"""


@pytest.fixture
def furnished_world(transactional_db: None, world: World, settings: Settings) -> World:
    settings.LANGUAGES = [*settings.LANGUAGES, MIRRORED]
    settings.ROOT_URLCONF = __name__
    for name in filter(str.isupper, vars(formats)):  # dates as wide as the English ones
        setattr(settings, name, getattr(formats, name))
    Repository.objects.filter(pk=world.repository.pk).update(
        directory=str(EXERCISES), format="dodona", commit="1"
    )
    Submission.objects.filter(pk=world.submission.pk).update(
        state="finished", status="wrong", attempt=1, finished_at=world.submission.created_at
    )
    Assessment.objects.create(
        submission=world.submission, attempt=1, document=Assessment.packed(ASSESSMENT)
    )
    return world


def measure(visit: Visit, address: str, direction: str) -> tuple[list[Any], int]:
    visit.open(address)
    visit.page.wait_for_load_state("networkidle")
    unfinished = "[data-awaits-text], [data-preparing], .has-scripts .editor .code-field"
    expect(visit.page.locator(unfinished)).to_have_count(0)
    assert visit.page.evaluate("getComputedStyle(document.body).direction") == direction
    boxes, width = visit.page.evaluate(BOXES)
    return boxes, width


def find_unmirrored(plain: list[Any], mirrored: list[Any], width: int) -> list[str]:
    assert [name for name, *_ in plain] == [name for name, *_ in mirrored]
    return [
        f"{name}: {left:.0f} to {right:.0f}, mirrored {width - new_right:.0f} to"
        f" {width - new_left:.0f}"
        for (name, left, right), (_, new_left, new_right) in zip(plain, mirrored, strict=True)
        if abs(width - new_right - left) > 2 or abs(width - new_left - right) > 2
    ]


@pytest.mark.long(reason="draws every page twice")
@pytest.mark.parametrize("device", ["phone", "desk"])
def test_pages_are_mirrored(open_visit: Open, furnished_world: World, device: str) -> None:
    faults: dict[str, object] = {}
    for who, names in PAGES.items():
        person = getattr(furnished_world, who)
        addresses = {name: ROUTES[name].address(name, furnished_world) for name in names}
        if who == "ada":
            addresses["styleguide"] = "/styleguide/"
        plain_visit = open_visit(person, Look(device, "light", "en"))
        plain = {name: measure(plain_visit, address, "ltr") for name, address in addresses.items()}
        visit = open_visit(person, Look(device, "light", MIRRORED[0]))
        for name, address in addresses.items():
            mirrored, width = measure(visit, address, "rtl")
            visit.take_screenshot(f"mirrored-{name.replace(':', '-')}")
            unmirrored = find_unmirrored(plain[name][0], mirrored, width)
            assert len(mirrored) > 10
            if found := [*visit.find_faults(), *visit.page.evaluate(CODE), *unmirrored]:
                faults[name] = found
            visit.complaints.clear()
            visit.requests.clear()
    assert not faults, json.dumps(faults, indent=1)


@pytest.mark.long(reason="visits every kind of page")
def test_french_pages_have_no_faults(open_visit: Open, furnished_world: World) -> None:
    """A few pages: texts that are longer than English ones still fit a phone."""
    for who, names in PAGES.items():
        visit = open_visit(getattr(furnished_world, who), Look("phone", "light", "fr"))
        for name in names:
            visit.open(ROUTES[name].address(name, furnished_world))
            visit.take_screenshot(f"french-{name.replace(':', '-')}")
            assert visit.page.get_attribute("html", "lang") == "fr"
            assert visit.find_faults() == [], name
