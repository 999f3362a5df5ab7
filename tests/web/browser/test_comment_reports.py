"""A student reports a comment of an analyzer; a teacher finds the report and hides the rule."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from kriterion.web.comment_reports.models import AutomaticCommentReport
from kriterion.web.repositories.models import Repository
from tests.web.browser.conftest import DEFAULT_LOOKS, Look, Open
from tests.web.comment_reports.test_comment_reports import submit
from tests.web.conftest import World

EXERCISES = Path(__file__).parents[3] / "examples" / "exercises"
SENTENCE = "The name is from the exercise, so I cannot choose another one <b>here</b>."


@pytest.mark.long(reason="a long visit in a browser")
@pytest.mark.parametrize("look", DEFAULT_LOOKS, ids="-".join)
def test_a_student_reports_and_a_teacher_hides(
    open_visit: Open, transactional_db: None, world: World, look: Look
) -> None:
    Repository.objects.filter(pk=world.repository.pk).update(directory=str(EXERCISES), commit="1")
    submission = submit(world, world.ada)
    submit(world, world.ben)
    student = open_visit(world.ada, look).open(f"/submissions/{submission.pk}/")
    section = student.page.locator("#reports")
    student.take_screenshot("report-beside")
    assert student.find_faults() == []
    expect(student.page.locator("#feedback .annotation button")).to_have_count(1)
    student.page.locator("#feedback .comment button").first.click()
    section.locator("input[name=sentence]").fill(SENTENCE)
    section.locator("button[value=sentence]").click()
    expect(section.locator("input[name=sentence]")).to_have_value(SENTENCE)
    section.get_by_role("link").last.click()
    expect(student.page.locator("#code-line-2")).to_be_visible()
    student.take_screenshot("report-section")
    assert student.find_faults() == []
    teacher = open_visit(world.tina, look).open(f"/courses/{world.course.slug}/comment-rates/")
    expect(teacher.page.locator("main .row")).to_have_count(3)
    teacher.take_screenshot("comment-rates")
    assert teacher.find_faults() == []
    teacher.page.locator("main .row a.row-title").first.click()
    expect(teacher.page.locator("main")).to_contain_text(SENTENCE)
    teacher.page.locator("button[value=hide]").click()
    expect(teacher.page.locator("button[value=show]")).to_have_count(1)
    teacher.take_screenshot("comment-rule")
    assert teacher.find_faults() == []
    student.open(f"/submissions/{submission.pk}/")
    expect(section.locator("button[value=report]")).to_have_count(2)
    expect(section.locator("input[name=sentence]")).to_have_count(0)
    assert AutomaticCommentReport.objects.count() == 1
    root = open_visit(world.root, look).open("/administration/comments/")
    root.page.locator("main .row-title a").click()
    expect(root.page.locator("main")).to_contain_text(SENTENCE)
    root.page.go_back()
    root.take_screenshot("reported-comments")
    assert root.find_faults() == []
