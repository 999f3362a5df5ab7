"""The capacity page: an answer in words, plots with their tables, and a form that repeats it."""

import pytest

from tests.web.browser.conftest import Look, Open
from tests.web.conftest import World

PAGE = "/administration/capacity/?students=800&seconds=8&submissions=5&window=24&slots=4&target=30"


@pytest.mark.long(reason="a long visit in a browser")
def test_a_plan_is_drawn_and_calculated_again(open_visit: Open, world: World, look: Look) -> None:
    visit = open_visit(world.root, look).open(PAGE)
    page = visit.page
    page.wait_for_function("document.querySelectorAll('.plot-paper canvas').length === 2")
    visit.take_screenshot("capacity")
    assert visit.find_faults() == []
    answer = page.locator("#answer").inner_text()
    page.locator("figure details summary").first.click()
    assert page.locator("figure table").first.is_visible()
    page.get_by_role("spinbutton").first.fill("8000")
    page.keyboard.press("Enter")
    page.wait_for_url("**students=8000**")
    assert page.locator("#answer").inner_text() != answer
    page.get_by_role("spinbutton").first.fill("0")
    page.locator("form[method=get] button.button-primary").click(no_wait_after=True)
    assert page.locator("input:invalid").count() == 1  # the browser says so
    assert visit.find_faults() == []
