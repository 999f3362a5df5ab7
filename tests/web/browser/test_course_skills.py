"""A teacher changes the skills of a course, and a student looks for exercises by skill."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import DEFAULT_LOOKS, Look, Open
from tests.web.conftest import World


@pytest.mark.long(reason="a long visit in a browser")
@pytest.mark.parametrize("look", DEFAULT_LOOKS, ids="-".join)
def test_a_teacher_changes_skills_and_a_student_finds_them(
    open_visit: Open, transactional_db: None, world: World, look: Look
) -> None:
    teacher = open_visit(world.tina, look).open(f"/courses/{world.course.slug}/series/")
    teacher.page.locator("a[href$='/skills/edit/']").click()
    teacher.page.fill(f"#trains-{world.exercise.pk}", "loops, remainders of a division")
    teacher.page.fill(f"#requires-{world.exercise.pk}", "numbers")
    teacher.page.locator("main form button.button-primary").click()
    expect(teacher.page.locator("main .skills-row .pill")).to_have_count(1)
    teacher.take_screenshot("course-skills-edit")
    assert teacher.find_faults() == []
    student = open_visit(world.ada, look).open(f"/courses/{world.course.slug}/")
    student.take_screenshot("course-skills-course")
    student.page.locator("main .page-head a[href$='/skills/']").click()
    student.take_screenshot("course-skills")
    assert student.find_faults() == []
    student.page.locator("main a[href='?skill=loops']").click()
    expect(student.page.locator("main .row")).to_have_count(1)
    assert student.find_faults() == []
