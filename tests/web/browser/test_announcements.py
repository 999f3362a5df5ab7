"""A teacher announces something with links and buttons only, and a student dismisses it."""

import pytest
from playwright.sync_api import expect

from kriterion.web.announcements.models import Announcement
from tests.web.browser.conftest import DEFAULT_LOOKS, Look, Open
from tests.web.conftest import World

TEXT = "The **test** of 4 December is in room `A.101`.\n\n- Bring paper.\n- Come early.\n"


@pytest.mark.long(reason="a long visit in a browser")
@pytest.mark.parametrize("look", DEFAULT_LOOKS, ids="-".join)
def test_a_teacher_announces_and_a_student_dismisses(
    open_visit: Open, transactional_db: None, world: World, look: Look
) -> None:
    teacher = open_visit(world.tina, look).open(f"/courses/{world.course.slug}/announcements/")
    teacher.take_screenshot("announcements-empty")
    teacher.page.locator("main .page-head a.button-primary").click()
    teacher.page.fill("[name=title]", "Test on Friday in another room than usual")
    teacher.page.fill("[name=text]", TEXT)
    teacher.page.check("[name=notifies]")
    teacher.take_screenshot("announcement-form")
    assert teacher.find_faults() == []
    teacher.page.locator("main form.form button.button-primary").click()
    expect(teacher.page.locator("main .row")).to_have_count(1)
    teacher.take_screenshot("announcements-of-course")
    assert teacher.find_faults() == []
    announcement = Announcement.objects.get()
    student = open_visit(world.ada, look).open("/")
    expect(student.page.locator(".announcement strong")).to_have_text("test")  # rendered later
    student.take_screenshot("announcement-home")
    assert student.find_faults() == []
    student.open(f"/courses/{world.course.slug}/")
    expect(student.page.locator(".announcement li")).to_have_count(2)
    student.take_screenshot("announcement-course")
    assert student.find_faults() == []
    student.page.locator(".announcement button").click()
    expect(student.page.locator(".announcement")).to_have_count(0)
    student.page.locator("main .page-head a[href='/announcements/']").click()
    student.page.locator(f"main a[href='/announcements/{announcement.pk}/']").click()
    expect(student.page.locator("#announcement-text li")).to_have_count(2)
    student.take_screenshot("announcement")
    assert student.find_faults() == []
