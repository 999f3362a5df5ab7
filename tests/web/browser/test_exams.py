"""A student takes an exam, and the teacher watches, with links and buttons only."""

import pytest
from playwright.sync_api import expect

from kriterion.web.accounts.models import User
from kriterion.web.exams.models import ExamEntry
from kriterion.web.repositories.models import Repository
from tests.web.browser.conftest import DEFAULT_LOOKS, Look, Open
from tests.web.browser.test_every_page import EXERCISES
from tests.web.conftest import World
from tests.web.exams.exam_world import build_address, make_exam


@pytest.mark.long(reason="a long visit in a browser")
@pytest.mark.parametrize("look", DEFAULT_LOOKS, ids="-".join)
def test_a_student_takes_an_exam(
    open_visit: Open, transactional_db: None, world: World, look: Look
) -> None:
    Repository.objects.filter(pk=world.repository.pk).update(
        directory=str(EXERCISES), format="dodona", commit="1"
    )
    User.objects.filter(pk=world.ada.pk).update(
        first_name="Lucas-Alexander", last_name="van den Heuvel-Janssens"
    )
    teacher = open_visit(world.tina, look)
    settings = f"/courses/{world.course.slug}/series/{world.series.pk}/exam/settings"
    teacher.open(settings)
    teacher.page.fill("[name=networks]", "10.1.2.3/16\nroom 5")
    teacher.page.fill("[name=starts_at]", "2026-01-01T09:00")
    teacher.page.fill("[name=ends_at]", "2026-01-01T11:00")
    teacher.page.locator("main form button.button-primary").first.click()
    expect(teacher.page.locator(".errors li, .errorlist li")).to_have_count(2)
    teacher.take_screenshot("exam-settings")
    assert teacher.find_faults() == []

    exam = make_exam(world.series, password="melting point", networks=("127.0.0.0/8",))
    visit = open_visit(world.ada, look).open("/")
    page = visit.page
    visit.take_screenshot("exam-home")
    assert visit.find_faults() == []
    page.locator(f"main a[href='{build_address('exam', exam)}']").click()
    page.fill("#exam-password", "wrong")
    page.locator("main form button").click()
    expect(page.locator(".notice")).to_be_visible()
    visit.take_screenshot("exam-entrance")
    assert visit.find_faults() == []
    page.fill("#exam-password", "melting point")
    page.locator("main form button").click()
    expect(page.locator("main ul.rows a")).to_be_visible()
    visit.take_screenshot("exam-running")
    assert visit.find_faults() == []
    page.locator("main ul.rows a").click()
    if look.device == "phone":  # where the page begins with the description
        page.locator("#views [data-view=code]").click()
    expect(page.locator("#desk")).to_be_visible()
    visit.take_screenshot("exam-exercise")
    assert visit.find_faults() == []
    visit.open("/courses/")
    expect(page.locator("main .empty h1")).to_be_visible()
    visit.take_screenshot("exam-closed")
    visit.complaints.clear()  # the browser reports the refusal
    assert visit.find_faults() == []
    page.locator("main .empty a").click()

    teacher.open(build_address("overview", exam))
    teacher.take_screenshot("exam-overview")
    assert teacher.find_faults() == []

    page.locator(".student-view a[href$='/hand-in']").click()
    visit.take_screenshot("exam-hand-in")
    assert visit.find_faults() == []
    page.locator("main form button.button-primary").click()
    expect(page.locator("main .empty h2")).to_be_visible()
    visit.take_screenshot("exam-handed-in")
    assert visit.find_faults() == []
    assert ExamEntry.objects.get().handed_in_at is not None
    teacher.page.reload()
    teacher.page.locator("form[action$='/reopen'] button").click()
    expect(teacher.page.locator("form[action$='/reopen']")).to_have_count(0)
    visit.open("/")
    expect(page.locator("main .empty h1")).to_be_visible()
