"""A student asks about a line, a teacher finds the question in the queue and answers it."""

import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from kriterion.web.review.models import ReviewThread
from kriterion.web.review.services import discussion
from kriterion.web.review.services.saved_comments import save_comment
from kriterion.web.submissions.models import Assessment, Submission
from tests.feedback.sample import ASSESSMENT
from tests.web.browser.conftest import Look, Open
from tests.web.conftest import World


@pytest.mark.long(reason="a long visit in a browser")
def test_a_question_is_asked_found_and_answered(open_visit: Open, world: World, look: Look) -> None:
    Submission.objects.filter(pk=world.submission.pk).update(
        state="finished", status="wrong", attempt=1, finished_at=world.submission.created_at
    )
    Assessment.objects.create(
        submission=world.submission, attempt=1, document=Assessment.packed(ASSESSMENT)
    )
    ada = open_visit(world.ada, look)
    ada.open(f"/submissions/{world.submission.pk}/")
    ada.page.locator("#new-thread > summary").click()
    ada.page.locator("[name=thread-line]").fill("1")
    ada.page.locator("[name=thread-text]").fill("Why does `print` need **brackets**?")
    ada.page.locator("#new-thread .button-primary").click()
    expect(ada.page.locator(".conversation strong").last).to_have_text("brackets")
    assert not ada.find_faults()

    tina = open_visit(world.tina, look)
    tina.open(f"/courses/{world.course.slug}/questions/")
    assert not tina.find_faults()
    tina.take_screenshot("questions")
    tina.page.locator(".row-title").click()
    expect(tina.page).to_have_url(re.compile("#thread-"))
    tina.page.locator(".conversation textarea").fill(
        "It is a function.\n\n```python\nprint(1)\n```"
    )
    tina.page.locator(".conversation details button").click()
    expect(tina.page.locator(".conversation-message.by-staff")).to_be_visible()
    discussion.open_thread(world.submission, world.tina, "Well done, on the whole.")
    tina.open(f"/submissions/{world.submission.pk}/")
    tina.page.locator("#new-thread > summary").click()
    expect(tina.page.locator(".conversation [data-awaits-text]")).to_have_count(0)
    assert not tina.find_faults()
    tina.take_screenshot("threads")
    ada.open("/notifications/")
    assert not ada.find_faults()
    ada.take_screenshot("notifications")
    ada.open("/notifications/settings/")
    assert not ada.find_faults()
    ada.take_screenshot("mail-settings")
    root = open_visit(world.root, look)
    root.open("/administration/mail/")
    assert not root.find_faults()


@pytest.mark.long(reason="a long visit in a browser")
def test_the_number_of_a_line_opens_the_form(open_visit: Open, world: World, look: Look) -> None:
    files = {"main.py": "a = 1\nb = 2\n", "other.py": "c = 3\nd = 4\n"}
    Submission.objects.filter(pk=world.submission.pk).update(
        state="finished",
        status="wrong",
        attempt=1,
        files=files,
        finished_at=world.submission.created_at,
        file_names=list(files),
    )
    settings = replace(
        ASSESSMENT.submission,
        file_name="main.py",
        source=files["main.py"],
        other_files={"other.py": files["other.py"]},
    )
    record = replace(ASSESSMENT, submission=settings)
    Assessment.objects.create(
        submission=world.submission, attempt=1, document=Assessment.packed(record)
    )
    visit = open_visit(world.tina, look).open(f"/submissions/{world.submission.pk}/")
    page = visit.page
    page.locator(".tabs a[href='#code-2']").click()
    buttons = page.locator(".line-button")
    expect(buttons).to_have_count(4)
    buttons.nth(2).focus()
    page.keyboard.press("ArrowDown")
    expect(buttons.nth(3)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".comment-row textarea")).to_be_focused()
    page.keyboard.type("A constant?")
    page.keyboard.press("Escape")
    expect(buttons.nth(3)).to_be_focused()
    page.locator(".tabs a[href='#code']").click()
    buttons.nth(1).click()
    page.locator(".tabs a[href='#code-2']").click()
    buttons.nth(3).click()
    expect(page.locator(".comment-row textarea")).to_have_value("A constant?")
    assert not visit.find_faults()
    visit.take_screenshot("line-comment")
    page.locator(".comment-row .button-primary").click()
    expect(page.locator(".conversation")).to_be_visible()
    thread = ReviewThread.objects.get()
    assert (thread.file, thread.line, thread.last_line) == ("other.py", 2, None)

    page.locator(".tabs a[href='#code-2']").click()
    buttons.nth(3).click()
    buttons.nth(2).click(modifiers=["Shift"])
    expect(page.locator(".is-chosen")).to_have_count(2)
    expect(page.locator("[name=thread-last_line]")).to_have_value("2")
    page.keyboard.press("Escape")
    expect(page.locator(".is-chosen")).to_have_count(0)
    buttons.nth(2).focus()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("[name=thread-line]")).to_have_value("1")
    expect(page.locator("[name=thread-last_line]")).to_have_value("2")
    page.locator(".comment-row textarea").fill("Both belong together.")
    visit.take_screenshot("lines-comment")
    assert not visit.find_faults()
    page.locator(".comment-row .button-primary").click()
    expect(page.locator(".conversation").nth(1)).to_contain_text("1–2")


@pytest.mark.long(reason="a whole review in a browser")
def test_a_submission_is_reviewed_and_released(open_visit: Open, world: World, look: Look) -> None:
    Submission.objects.update(
        state="finished", status="wrong", attempt=1, finished_at=world.submission.created_at
    )
    Assessment.objects.create(
        submission=world.submission, attempt=1, document=Assessment.packed(ASSESSMENT)
    )
    tina = open_visit(world.tina, look)
    course = f"/courses/{world.course.slug}"
    tina.open(f"{course}/rubric/")
    tina.page.fill("#id_name", "Names say what they mean")
    tina.page.fill("#id_points", "4")
    tina.page.locator("form.card .button-primary").click()
    expect(tina.page.locator(".row-title")).to_have_text("Names say what they mean")
    assert not tina.find_faults()
    tina.take_screenshot("rubric")
    tina.open(f"{course}/reviews/{world.series.pk}/{world.exercise.pk}/")
    assert not tina.find_faults()
    tina.page.locator(".page-head .button-primary").click()
    assert not tina.find_faults()
    expect(tina.page.locator("#reviewed .feedback #code")).to_be_visible()
    tina.page.locator("[name^=item-]").fill("3")
    tina.page.fill("#id_comment", "Nearly.")
    tina.page.locator(".line-button").first.click()
    expect(tina.page.locator(".comment-row textarea")).to_be_focused()
    tina.page.keyboard.type("Print what?")
    assert not tina.find_faults()
    tina.take_screenshot("review-line")
    tina.page.locator(".comment-row .buttons button").first.click()
    expect(tina.page.locator("#line-comments .row")).to_contain_text("Print what?")
    assert ReviewThread.objects.get().line == 1
    assert not tina.find_faults()
    expect(tina.page.locator("[name^=item-]")).to_have_value("3")
    expect(tina.page.locator("#id_comment")).to_have_value("Nearly.")
    expect(tina.page.locator("[data-keeps-input] [role=status]")).to_be_visible()
    tina.page.locator("[name^=item-]").fill("3.5")
    tina.page.fill("#id_comment", "Nearly: `x` says *nothing*.")
    tina.take_screenshot("review")
    tina.page.locator("button[value=next]").click()
    tina.page.locator("form[action$=release] button").click()
    expect(tina.page.locator("form[action$=release]")).to_have_count(0)
    tina.take_screenshot("review-exercise")
    tina.open(f"{course}/reviews/")
    assert not tina.find_faults()
    tina.take_screenshot("reviews")

    ada = open_visit(world.ada, look)
    ada.open(f"/submissions/{world.submission.pk}/")
    expect(ada.page.locator("#review em")).to_have_text("nothing")
    assert not ada.find_faults()
    ada.take_screenshot("reviewed")


@pytest.mark.long(reason="a long visit in a browser")
def test_names_are_hidden_and_shown_again(open_visit: Open, world: World, look: Look) -> None:
    course = f"/courses/{world.course.slug}"
    tina = open_visit(world.tina, look).open(f"{course}/reviews/")
    tina.page.locator("form[action$=blind] button").click()
    tina.open(f"{course}/results/")
    shown = tina.page.locator("form[action$=blind] button")
    expect(shown).to_be_visible()
    expect(tina.page.locator("main")).not_to_contain_text("ada")
    tina.take_screenshot("names-hidden")
    closed = [text for text in tina.complaints if "403" in text]
    tina.complaints[:] = [text for text in tina.complaints if text not in closed]
    assert not tina.find_faults()
    shown.click()
    tina.open(f"{course}/results/")
    expect(tina.page.locator("main tbody")).to_contain_text("ada")
    tina.open(f"{course}/settings/")
    tina.page.locator("#id_anonymous_review").check()
    tina.take_screenshot("course-settings")
    tina.page.locator("main .form .button-primary").first.click()
    expect(tina.page.locator("#id_anonymous_review")).to_be_checked()
    assert not tina.find_faults()


def test_comments_are_found_while_typing(open_visit: Open, world: World, look: Look) -> None:
    save_comment(world.tina, "Name things by what they **are**.", None)
    discussion.open_thread(world.submission, world.root, "Name the unit, too.")
    Submission.objects.update(state="cancelled")
    tina = open_visit(world.tina, look)
    tina.open(f"/submissions/{world.submission.pk}/")
    tina.page.locator("#new-thread > summary").click()
    field = tina.page.locator("[name=thread-text]")
    field.press_sequentially("First line\nname")
    offers = tina.page.locator("#new-thread .offer")
    expect(offers).to_have_count(2)
    assert not tina.find_faults()
    tina.take_screenshot("offers")
    offers.first.focus()
    tina.page.keyboard.press("Enter")
    expect(field).to_have_value("First line\nName things by what they **are**.")
    expect(offers).to_have_count(0)
    tina.open(f"/courses/{world.course.slug}/comments/")
    assert not tina.find_faults()
    tina.take_screenshot("saved-comments")
