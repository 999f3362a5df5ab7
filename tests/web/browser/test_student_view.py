"""A teacher views a course as one of its students, with links and buttons only."""

import pytest
from playwright.sync_api import expect

from kriterion.web.accounts.models import User
from kriterion.web.repositories.models import Repository
from tests.web.browser.conftest import DEFAULT_LOOKS, Look, Open
from tests.web.browser.test_every_page import EXERCISES
from tests.web.conftest import World


@pytest.mark.long(reason="a long visit in a browser")
@pytest.mark.parametrize("look", DEFAULT_LOOKS, ids="-".join)
def test_a_teacher_views_as_a_student(
    open_visit: Open, transactional_db: None, world: World, look: Look
) -> None:
    Repository.objects.filter(pk=world.repository.pk).update(
        directory=str(EXERCISES), format="dodona", commit="1"
    )
    User.objects.filter(pk=world.ada.pk).update(
        first_name="Lucas-Alexander", last_name="van den Heuvel-Janssens", language=look.language
    )
    visit = open_visit(world.tina, look).open(f"/courses/{world.course.slug}/members/")
    page = visit.page
    visit.take_screenshot("student-view-members")
    assert visit.find_faults() == []
    page.locator("form[action$='/view'] button").first.click()
    expect(page.locator(".student-view")).to_be_visible()
    visit.take_screenshot("student-view-course")
    assert visit.find_faults() == []
    page.locator("main ul.rows a").first.click()
    expect(page.locator("#desk")).to_be_visible()
    visit.take_screenshot("student-view-exercise")
    assert visit.find_faults() == []
    page.locator("#desk button.button-primary").first.click()
    expect(page.locator("main .empty h1")).to_be_visible()
    visit.take_screenshot("student-view-refused")
    visit.complaints.clear()  # the browser reports the refusal
    assert visit.find_faults() == []
    page.locator(".student-view form button").click()
    expect(page.locator(".student-view")).to_have_count(0)
    expect(page.locator("form[action$='/view']")).not_to_have_count(0)
