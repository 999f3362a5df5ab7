"""A teacher compares two versions of a representer, and publishes a comment for the new one."""

import pytest
from playwright.sync_api import expect

from kriterion.web.submissions.models import ClassComment, Submission
from tests.web.browser.conftest import DEFAULT_LOOKS, Look, Open
from tests.web.class_versions.test_comparison import add_class_comment, finish_new_dry_run, submit
from tests.web.conftest import World


@pytest.mark.long(reason="a long visit in a browser")
@pytest.mark.parametrize("look", DEFAULT_LOOKS, ids="-".join)
def test_a_teacher_publishes_comments_for_a_new_version(
    open_visit: Open, transactional_db: None, world: World, look: Look
) -> None:
    Submission.objects.all().delete()
    submit(world, world.ada, "a", "x")
    submit(world, world.ben, "a", "y")
    submit(world, world.cleo, "b", "y")
    add_class_comment(world, "a", markdown="Give `PLACEHOLDER_0` a name that says what it holds.")
    add_class_comment(world, "b", markdown="Very **short**: well done!")
    rejudging = finish_new_dry_run(world)
    submit(world, world.ben, "c", "z", version=2)
    teacher = open_visit(world.tina, look).open("/")
    teacher.take_screenshot("versions-home")
    assert teacher.find_faults() == []
    teacher.page.locator(f"a.pill[href='/courses/{world.course.slug}/classes/']").click()
    expect(teacher.page.locator("#outdated-title")).to_be_visible()
    teacher.take_screenshot("versions-classes")
    assert teacher.find_faults() == []
    teacher.open(f"/courses/{world.course.slug}/rejudgings/{rejudging.pk}/")
    teacher.page.locator("main a[href$='/classes/'].button").click()
    expect(teacher.page.locator("article")).to_have_count(2)
    teacher.take_screenshot("versions-comparison")
    assert teacher.find_faults() == []
    teacher.page.locator("article").first.locator("button[value=approve]").click()
    teacher.page.locator("article").last.locator("button[value=edit]").click()
    expect(teacher.page.locator("textarea")).to_have_value("Very **short**: well done!")
    teacher.take_screenshot("versions-draft")
    assert teacher.find_faults() == []
    assert sorted(ClassComment.objects.values_list("digest", "draft")) == [
        ("a", False),
        ("b", False),
        ("x", False),
        ("y", True),
    ]
