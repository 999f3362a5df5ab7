"""The frame of every page, as people meet it: phone and desk, by day and by night, in both
languages."""

from pathlib import Path

import pytest
from django.urls import path
from pytest_django.fixtures import Settings

from kriterion.web import urls
from kriterion.web.base.styleguide.views import styleguide
from tests.conftest import Golden
from tests.web.browser.conftest import LOOKS, Look, Open
from tests.web.conftest import World

GOLDEN = Path(__file__).parent / "golden"
urlpatterns = [*urls.urlpatterns, path("styleguide/", styleguide, name="styleguide")]


def test_the_style_guide_has_no_faults(
    open_visit: Open, page_look: Look, settings: Settings
) -> None:
    settings.ROOT_URLCONF = __name__
    visit = open_visit(None, page_look).open("/styleguide/")
    visit.take_screenshot("styleguide")
    assert visit.find_faults() == []


# What decides how a component looks, without what depends on the fonts of a machine.
STYLES = (
    *(
        "display",
        "flexDirection",
        "flexWrap",
        "alignItems",
        "justifyContent",
        "columnGap",
        "rowGap",
    ),
    *("color", "backgroundColor", "borderTopWidth", "borderTopColor", "borderTopLeftRadius"),
    *("borderLeftWidth", "borderLeftColor", "paddingTop", "paddingLeft", "marginTop", "minHeight"),
    *("fontSize", "fontWeight", "fontStyle", "lineHeight", "textDecorationLine", "textAlign"),
    *("boxShadow", "opacity", "position"),
)
# How each element differs from an unstyled one of the page, by its tag and classes and those of its
# parent.
READ_STYLES = """(names) => {
  const label = (element) => [element.localName, ...element.classList].join(".");
  const plain = document.createElement("span");
  document.body.append(plain);
  const computed = getComputedStyle(plain); // alive: empty once the element is removed
  const usual = Object.fromEntries(names.map((name) => [name, computed[name]]));
  plain.remove();
  const found = {};
  for (const element of document.querySelectorAll("main :is([class], h1, h2, h3, a, code, kbd)")) {
    const own = getComputedStyle(element);
    const key = `${label(element.parentElement)} > ${label(element)}`;
    if (key.includes("icon")) continue;
    const differing = names.filter((name) => own[name] !== usual[name]);
    found[key] ??= differing.map((name) => `${name}: ${own[name]}`).join("; ");
  }
  return Object.entries(found).sort().map((pair) => pair.join("\\n    ")).join("\\n");
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_components_look_as_they_did(
    open_visit: Open, settings: Settings, golden: Golden, scheme: str
) -> None:
    settings.ROOT_URLCONF = __name__
    page = open_visit(None, Look("desk", scheme, "en")).open("/styleguide/").page
    styles = page.evaluate(READ_STYLES, STYLES)
    golden(GOLDEN / f"styleguide-{scheme}.txt", f"{styles}\n")


@pytest.mark.parametrize("name", ["login", "signup", "password/reset"])
def test_the_start_page_has_no_faults(open_visit: Open, page_look: Look, name: str) -> None:
    visit = open_visit(None, page_look).open(f"/accounts/{name}/")
    visit.take_screenshot(name.replace("/", "-"))
    assert visit.find_faults() == []


@pytest.mark.long(reason="opens the page in every look")
@pytest.mark.parametrize("name", ["profile", "email", "password/change", "logout"])
def test_the_account_page_has_no_faults(
    open_visit: Open, world: World, page_look: Look, name: str
) -> None:
    visit = open_visit(world.ada, page_look).open(f"/accounts/{name}/")
    visit.take_screenshot(f"account-{name.replace('/', '-')}")
    assert visit.find_faults() == []


def test_log_in_works_with_the_keyboard_alone(open_visit: Open, world: World) -> None:
    world.ada.set_password("a difference engine")
    world.ada.save()
    visit = open_visit().open("/accounts/profile/")
    page = visit.page
    page.focus("[name=login]")
    page.keyboard.type("ada")
    page.keyboard.press("Tab")
    page.keyboard.type("a difference engine")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.url.endswith("/accounts/profile/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"
    assert visit.complaints == []


def test_a_menu_closes_on_escape_and_on_a_click_elsewhere(open_visit: Open, world: World) -> None:
    page = open_visit(world.ada).open("/accounts/profile/").page
    page.click(".menu > summary")
    assert page.is_visible(".menu-sheet")
    page.keyboard.press("Escape")
    assert not page.is_visible(".menu-sheet")
    assert page.evaluate("document.activeElement.matches('.menu > summary')")
    page.click(".menu > summary")
    page.click("h1")
    assert not page.is_visible(".menu-sheet")


def test_the_chosen_colour_scheme_overrides_that_of_the_device(
    open_visit: Open, world: World
) -> None:
    dark_device = LOOKS[6]
    visit = open_visit(world.ada, dark_device).open("/accounts/profile/")
    page = visit.page
    paper = "getComputedStyle(document.body).backgroundColor"
    night = page.evaluate(paper)
    with page.expect_navigation():
        page.click(".foot button[value=light]")
    day = page.evaluate(paper)
    assert day != night
    with page.expect_navigation():
        page.click(".foot button[value=dark]")
    assert page.evaluate(paper) == night
    with page.expect_navigation():
        page.click(".foot button[lang=nl]")
    assert page.get_attribute("html", "lang") == "nl"
    assert visit.complaints == []


def test_the_frame_works_without_scripts(open_visit: Open, world: World) -> None:
    page = open_visit(world.ada, scripts=False).open("/accounts/profile/").page
    page.click(".menu > summary")
    with page.expect_navigation():
        page.click(".menu-sheet button")
    assert "/accounts/login/" in page.url
