"""A student gets the address of their calendar, renews it and removes it."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import DEFAULT_LOOKS, Look, Open
from tests.web.conftest import World


@pytest.mark.long(reason="a long visit in a browser")
@pytest.mark.parametrize("look", DEFAULT_LOOKS, ids="-".join)
def test_a_student_subscribes_to_their_deadlines(
    open_visit: Open, transactional_db: None, world: World, look: Look
) -> None:
    visit = open_visit(world.ada, look).open("/")
    visit.take_screenshot("calendar-home")
    visit.page.locator("main a[href='/calendar/']").click()
    visit.take_screenshot("calendar-none")
    assert visit.find_faults() == []
    visit.page.locator("main button.button-primary").click()
    address = visit.page.locator("#address")
    expect(address).to_be_visible()
    value = address.input_value()
    assert visit.page.request.get(value).text().startswith("BEGIN:VCALENDAR")
    webcal = visit.page.locator("main a.button-primary").get_attribute("href") or ""
    assert webcal.partition("://")[2] == value.partition("://")[2]
    visit.take_screenshot("calendar-address")
    assert visit.find_faults() == []
