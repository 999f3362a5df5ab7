"""A student tries a program before submitting it, with scripts and without."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from kriterion.web.catalog.models import Activity
from kriterion.web.submissions.models import Submission
from tests.web.browser.conftest import Open
from tests.web.browser.school import School, make_school

pytestmark = pytest.mark.machine


@pytest.fixture
def school(transactional_db: None) -> School:
    return make_school()


def find_address() -> str:
    return reverse("activity", args=[Activity.objects.get(path="barcode").pk])


@pytest.mark.usefixtures("workers")
def test_a_program_is_tried_in_place(open_visit: Open, school: School) -> None:
    visit = open_visit(school.ada).open(find_address())
    page = visit.page
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text("def half(x):\n    return 10 // x\n")
    page.locator("details.try > summary").click()
    page.fill("#try-phrase", "half(5)")
    page.keyboard.press("Control+Enter")
    output = page.locator("[data-tries] > .output")
    expect(output).to_have_text("2")
    page.fill("#try-phrase", "half(0)")
    page.click("[data-run-program]")
    expect(output).to_contain_text("ZeroDivisionError")
    page.click("[data-tries] > button")
    expect(page.locator(".cm-content")).to_be_focused()
    expect(page.locator(".cm-activeLine")).to_have_text("    return 10 // x")
    visit.take_screenshot("try-it")
    assert visit.find_faults() == []
    assert page.url.endswith(find_address())
    assert not Submission.objects.exists()


@pytest.mark.usefixtures("workers")
def test_a_program_is_tried_without_scripts(open_visit: Open, school: School) -> None:
    page = open_visit(school.ada, scripts=False).open(find_address()).page
    page.fill("textarea[name=text]", "print(input())")
    page.locator("details.try > summary").click()
    page.fill("#try-stdin", "hello")
    page.click("[data-run-program]")
    expect(page.locator("main .output").first).to_have_text("hello")
    page.click(f"main a[href*='{find_address()}']")
    expect(page.locator("textarea[name=text]")).to_have_value("print(input())")
