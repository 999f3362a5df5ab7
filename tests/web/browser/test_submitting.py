"""Submitting: an honest reason when it fails, and nothing that was typed is lost."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from kriterion.web.submissions.models import Draft, Submission
from tests.web.browser.conftest import LOOKS, Open
from tests.web.browser.school import EXAMPLES, School, make_school

CODE = "begun = 1\n"


@pytest.fixture
def school(transactional_db: None) -> School:
    school = make_school()
    school.ada.set_password("a password of ada")
    school.ada.save()
    return school


def type_code(page: Page, text: str) -> None:
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


@pytest.mark.long(reason="logs in again")
def test_code_typed_after_the_session_has_ended_is_submitted_after_log_in(
    open_visit: Open, school: School
) -> None:
    page = open_visit(school.ada).open(f"/activities/{school.barcode.pk}/").page
    expect(page.locator(".cm-content")).to_be_visible()
    Session.objects.all().delete()
    type_code(page, CODE)
    expect(page.locator("#saved")).to_contain_text("you are no longer logged in")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#problem")).to_contain_text("submitted once you have logged in")
    page.click("#problem a")
    page.fill("input[name=login]", "ada")
    page.fill("input[name=password]", "a password of ada")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_be_visible()
    submission = Submission.objects.get()
    assert list(submission.files.values()) == [CODE]


@pytest.mark.long(reason="several failures in a row")
def test_a_submission_that_fails_says_why_and_loses_nothing(
    open_visit: Open, school: School
) -> None:
    visit = open_visit(school.ada).open(f"/activities/{school.barcode.pk}/")
    page = visit.page
    type_code(page, CODE)
    expect(page.locator("#saved")).to_have_text("Saved")
    visit.context.set_offline(True)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#problem")).to_contain_text("Not submitted: no connection")
    visit.take_screenshot("cut-submitting", whole=False)
    visit.context.set_offline(False)
    page.route("**/submit", lambda route: route.fulfill(status=503, body="busy"))
    page.click("[data-submit]")
    expect(page.locator("#problem")).to_contain_text("the server is busy")
    page.unroute("**/submit")
    type_code(page, "x" * 300_000)
    expect(page.locator("#saved")).to_have_text("Not saved. The file is too large to save.")
    page.click("[data-submit]")
    expect(page.locator("#problem")).to_contain_text("The file is too large")
    type_code(page, CODE)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#result")).to_be_visible()
    assert [list(each.files.values()) for each in Submission.objects.all()] == [[CODE]]
    assert list(Draft.objects.get().files.values()) == [CODE]


def test_a_lost_answer_makes_no_second_submission_and_submitting_again_does(
    open_visit: Open, school: School
) -> None:
    page = open_visit(school.ada).open(f"/activities/{school.barcode.pk}/").page
    type_code(page, CODE)

    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/submit", lose_answer)
    page.click("[data-submit]")
    expect(page.locator("#problem")).to_contain_text("Not submitted: no connection")
    page.unroute("**/submit")
    page.click("[data-submit]")
    expect(page.locator("#result")).to_be_visible()
    assert Submission.objects.count() == 1
    with page.expect_response("**/submit"):
        page.click("[data-submit]")
    assert Submission.objects.count() == 2


def test_a_result_that_cannot_be_loaded_is_on_a_page_of_its_own(
    open_visit: Open, school: School
) -> None:
    page = open_visit(school.ada).open(f"/activities/{school.barcode.pk}/").page
    type_code(page, CODE)
    page.route("**/result", lambda route: route.abort())
    page.keyboard.press("Control+Enter")
    expect(page.locator("#result")).to_be_visible()
    assert page.url.endswith(reverse("submission", args=[Submission.objects.get().pk]))


@pytest.mark.long(reason="waits for a page that reloads itself")
def test_a_result_refreshes_itself_without_scripts(open_visit: Open, school: School) -> None:
    submission = Submission.objects.create(
        user=school.ada, activity=school.barcode, number=1, files={"barcode.py": CODE}
    )
    address = reverse("submission", args=[submission.pk])
    page = open_visit(school.ada, scripts=False).open(address).page
    expect(page.locator("#result[data-state=queued]")).to_be_visible()
    Submission.objects.update(state="cancelled")
    expect(page.locator("#result[data-state=cancelled]")).to_be_visible()
    assert re.search(r"/submissions/\d+/$", page.url)


WRONG = "def check_digit(digits):\n    return leg\n"
SYNTAX_ERROR = "def check_digit(digits:\n    return 0\n"
RIGHT = next((EXAMPLES / "exercises" / "barcode" / "solution").glob("*.py")).read_text()


@pytest.mark.long(reason="judges two solutions in a sandbox")
@pytest.mark.machine
@pytest.mark.usefixtures("workers")
def test_a_failing_test_is_corrected_with_two_keys_and_the_typing(
    open_visit: Open, school: School
) -> None:
    visit = open_visit(school.ada).open(f"/activities/{school.barcode.pk}/")
    page = visit.page
    type_code(page, WRONG)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#outcome .context.wrong").first).to_be_visible()
    assert page.url.endswith(f"/activities/{school.barcode.pk}/")
    expect(page.locator("#outcome .verdict.wrong .status")).to_be_visible()  # its final form
    visit.take_screenshot("result-beside-code", whole=False)
    page.click("#outcome .context .tab-link")
    expect(page.locator(".cm-activeLineGutter").first).to_have_text("2")
    page.keyboard.press("Control+a")  # the focus is in the editor
    page.keyboard.press("Delete")
    page.keyboard.insert_text(RIGHT)
    page.keyboard.press("Control+Enter")  # two keys
    expect(page.locator("#outcome .verdict.correct .status")).to_be_visible()
    assert visit.find_faults() == []


def press_until(page: Page, key: str, selector: str) -> None:
    """Press a key until the focus is on an element."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} is never reached with {key}")


@pytest.mark.long(reason="judges two solutions in a sandbox")
@pytest.mark.machine
@pytest.mark.usefixtures("workers")
def test_the_keyboard_suffices_from_log_in_to_a_corrected_submission(
    open_visit: Open, school: School
) -> None:
    visit = open_visit().open("/accounts/login/")
    page, keyboard = visit.page, visit.page.keyboard
    press_until(page, "Tab", "input[name=login]")
    keyboard.type("ada")
    keyboard.press("Tab")
    keyboard.type("a password of ada")
    keyboard.press("Enter")
    page.wait_for_url(f"{visit.address}/")
    press_until(page, "Tab", ".due .button")
    keyboard.press("Enter")
    expect(page.locator(".cm-content")).to_be_visible()
    press_until(page, "Tab", ".cm-content")
    for code, words in ((SYNTAX_ERROR, "Compilation error"), (RIGHT, "Correct")):
        keyboard.press("Control+a")
        keyboard.press("Delete")
        keyboard.insert_text(code)
        keyboard.press("Control+Enter")
        # What a screen reader says.
        expect(page.get_by_role("status").filter(has_text=words)).to_have_count(1)
        visit.take_screenshot(f"result-{words.replace(' ', '-').lower()}", whole=False)
        assert page.evaluate("document.activeElement.matches('.cm-content')")
    assert Submission.objects.filter(accepted=True).count() == 1
    assert visit.complaints == []


def test_the_split_is_moved_with_keys_and_remembered(open_visit: Open, school: School) -> None:
    visit = open_visit(school.ada).open(f"/activities/{school.barcode.pk}/")
    page = visit.page
    split = page.locator("#split")
    before = page.locator(".work-text").bounding_box()
    split.focus()
    page.keyboard.press("ArrowRight")
    expect(split).to_have_attribute("aria-valuenow", "48")
    after = page.locator(".work-text").bounding_box()
    assert before is not None and after is not None and after["width"] > before["width"]
    page.reload()
    expect(split).to_have_attribute("aria-valuenow", "48")


def test_a_phone_shows_description_code_and_result_as_tabs(
    open_visit: Open, school: School
) -> None:
    visit = open_visit(school.ada, LOOKS[0]).open(f"/activities/{school.barcode.pk}/")
    page = visit.page
    expect(page.locator("#asked")).to_be_visible()
    expect(page.locator("#desk")).to_be_hidden()
    visit.take_screenshot("phone-text", whole=False)
    page.click("#views [data-view=code]")
    expect(page.locator("#asked")).to_be_hidden()
    visit.take_screenshot("phone-code", whole=False)
    page.click("[data-submit]")
    expect(page.locator("#outcome #result")).to_be_visible()
    expect(page.locator("#desk")).to_be_hidden()
    assert visit.find_faults() == []
