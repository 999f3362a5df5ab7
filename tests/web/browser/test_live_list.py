"""A teacher watches the list of submissions: new ones are announced, and move nothing."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from kriterion.web.submissions.models import Submission, SubmissionState
from tests.web.browser.conftest import Look, Open
from tests.web.conftest import World
from tests.web.gradebook.test_results import submit


@pytest.mark.long(reason="waits for a list to follow")
def test_an_open_list_stays_current(open_visit: Open, world: World, look: Look) -> None:
    queued = submit(world, world.ben, state=SubmissionState.QUEUED)
    visit = open_visit(world.tina, look)
    visit.open(reverse("gradebook:submissions", args=[world.course.slug]))
    page = visit.page
    row = page.locator(f"[data-row='{queued.pk}']")
    row.focus()
    top = row.bounding_box()
    expect(row.locator(".state-info")).to_be_attached()
    Submission.objects.filter(pk=queued.pk).update(
        state=SubmissionState.FINISHED, status="correct", accepted=True
    )
    new = [submit(world, world.ada), submit(world, world.ada)]
    expect(row.locator(".state-good")).to_be_attached()
    link = page.locator("[role=status] a.button")
    expect(page.locator(".list-news")).to_contain_text("2 ")
    expect(row).to_be_focused()
    assert row.bounding_box() == top
    visit.take_screenshot("live-list")
    assert visit.find_faults() == []
    link.click()
    for submission in new:
        expect(page.locator(f"[data-row='{submission.pk}']")).to_be_visible()


def test_without_scripts_the_list_is_a_page(open_visit: Open, world: World) -> None:
    visit = open_visit(world.tina, scripts=False)
    visit.open(reverse("gradebook:submissions", args=[world.course.slug]))
    assert visit.page.locator("[data-row]").count() == 1
    assert not visit.page.locator(".list-news").is_visible()


def test_code_is_searched(open_visit: Open, world: World, look: Look) -> None:
    submission = submit(world, world.ben, files={"a.py": "while True: pass"})
    visit = open_visit(world.tina, look)
    visit.open(reverse("gradebook:submissions", args=[world.course.slug]))
    page = visit.page
    page.locator("#code").fill("WHILE true")
    page.locator("#code").press("Enter")
    expect(page.locator("[data-row]")).to_have_count(1)
    expect(page.locator(f"[data-row='{submission.pk}']")).to_be_visible()
    visit.take_screenshot("code-search")
    assert visit.find_faults() == []
