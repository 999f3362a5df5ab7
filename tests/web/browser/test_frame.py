"""The frame of every page, as people meet it: phone and desk, by day and by night, in both
languages."""

import pytest
from django.urls import path
from pytest_django.fixtures import Settings

from kriterion.web import urls
from kriterion.web.base.styleguide.views import styleguide
from tests.web.browser.conftest import LOOKS, Look, Open
from tests.web.conftest import World

urlpatterns = [*urls.urlpatterns, path("styleguide/", styleguide, name="styleguide")]


def test_the_style_guide_has_no_faults(opened: Open, look: Look, settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    visit = opened(None, look).open("/styleguide/")
    visit.picture("styleguide")
    assert visit.faults() == []


@pytest.mark.parametrize("name", ["login", "signup", "password/reset"])
def test_the_entrance_has_no_faults(opened: Open, look: Look, name: str) -> None:
    visit = opened(None, look).open(f"/accounts/{name}/")
    visit.picture(name.replace("/", "-"))
    assert visit.faults() == []


@pytest.mark.parametrize("name", ["profile", "email", "password/change", "logout"])
def test_the_account_has_no_faults(opened: Open, world: World, look: Look, name: str) -> None:
    visit = opened(world.ada, look).open(f"/accounts/{name}/")
    visit.picture(f"account-{name.replace('/', '-')}")
    assert visit.faults() == []


def test_somebody_logs_in_with_the_keyboard_alone(opened: Open, world: World) -> None:
    world.ada.set_password("a difference engine")
    world.ada.save()
    visit = opened().open("/accounts/profile/")
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


def test_a_menu_closes_by_escape_and_elsewhere(opened: Open, world: World) -> None:
    page = opened(world.ada).open("/accounts/profile/").page
    page.click(".menu > summary")
    assert page.is_visible(".menu-sheet")
    page.keyboard.press("Escape")
    assert not page.is_visible(".menu-sheet")
    assert page.evaluate("document.activeElement.matches('.menu > summary')")
    page.click(".menu > summary")
    page.click("h1")
    assert not page.is_visible(".menu-sheet")


def test_the_choice_of_light_or_dark_wins_over_the_device(opened: Open, world: World) -> None:
    dark_device = LOOKS[6]
    visit = opened(world.ada, dark_device).open("/accounts/profile/")
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


def test_without_scripts_everything_of_the_frame_works(opened: Open, world: World) -> None:
    page = opened(world.ada, scripts=False).open("/accounts/profile/").page
    page.click(".menu > summary")
    with page.expect_navigation():
        page.click(".menu-sheet button")
    assert "/accounts/login/" in page.url
