"""Several files of one solution: tabs with scripts, fields below each other without."""

import re
from pathlib import Path

import pytest
from django.utils import timezone
from msgspec.structs import replace
from playwright.sync_api import expect

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.repository_fetching import fetch
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Assessment, Draft, Submission
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Message
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.feedback.sample import ASSESSMENT
from tests.tracks import FILES, make_track
from tests.web.browser.conftest import Look, Open


@pytest.fixture
def two_files(transactional_db: None, tmp_path: Path) -> Activity:
    directory = make_track(tmp_path)
    (directory / "given.py").write_text("GIVEN = 1\n")
    repository = Repository.objects.create(name="track", directory=str(tmp_path))
    fetch(repository)
    repository.activities.update(is_public=True, is_held_back=False)
    return Activity.objects.get(repository=repository, path__endswith="two-fer")


@pytest.fixture
def ada(transactional_db: None) -> User:
    return User.objects.create(username="ada")


def test_each_file_has_a_tab_and_all_are_saved_and_submitted(
    open_visit: Open, ada: User, two_files: Activity, look: Look, tmp_path: Path
) -> None:
    visit = open_visit(ada, look).open(f"/activities/{two_files.pk}/")
    page = visit.page
    if look.device == "phone":
        page.click("#views [data-view=code]")
    tabs = page.locator(".file-tabs [role=tab]")
    expect(tabs).to_have_text([*FILES, re.compile(r"given\.py \((read-only|alleen-lezen)\)")])
    panels = page.locator(".file[role=tabpanel]")
    expect(panels.nth(0)).to_be_visible()
    expect(panels.nth(1)).to_be_hidden()
    tabs.nth(0).focus()
    page.keyboard.press("ArrowRight")
    expect(tabs.nth(1)).to_be_focused()
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    expect(panels.nth(1)).to_be_visible()
    expect(panels.nth(0)).to_be_hidden()
    panels.nth(1).locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("typed")
    upload = tmp_path / "two_fer.py"
    upload.write_text("opened")
    page.locator(".upload summary").click()
    page.set_input_files("#upload", upload)
    expect(page.locator("#uploaded")).to_contain_text("two_fer.py")
    expect(tabs.nth(0)).to_have_attribute("aria-selected", "true")
    tabs.nth(2).click()
    provided = panels.nth(2).locator(".cm-content")
    expect(provided).to_have_attribute("aria-readonly", "true")
    provided.click()
    page.keyboard.type("x")
    expect(provided).to_have_text("GIVEN = 1")
    visit.take_screenshot("several-files")
    assert visit.find_faults() == []
    page.click("[data-submit]")
    expect(page.locator("#outcome #result")).to_be_visible()
    wanted = {FILES[0]: "opened", FILES[1]: "typed"}
    assert Submission.objects.get().texts == wanted
    assert Draft.objects.get().files == wanted


def test_each_file_has_a_field_without_scripts(
    open_visit: Open, ada: User, two_files: Activity, tmp_path: Path
) -> None:
    visit = open_visit(ada, scripts=False).open(f"/activities/{two_files.pk}/")
    page = visit.page
    for name in FILES:
        page.get_by_label(name).fill(f"written in {name}")
    upload = tmp_path / "words.py"
    upload.write_text("opened")
    page.locator(".upload summary").click()
    page.set_input_files("#upload", upload)
    page.click("[data-submit]")
    page.wait_for_url("**/submissions/*/")
    texts = Submission.objects.get().texts
    assert texts == {FILES[0]: f"written in {FILES[0]}", FILES[1]: "opened"}


def test_a_traceback_leads_to_the_line_of_its_file(
    open_visit: Open, ada: User, two_files: Activity
) -> None:
    traceback = (
        'File "/usr/lib/python3/json.py", line 1\nFile "/mnt/x/lib/words.py", line 2\n'
        'File "two_fer.py", line 1\n'
    )
    assert ASSESSMENT.judge is not None
    texts = {"two_fer.py": "a = 1\n", "lib/words.py": "b = 2\nc = 3\n"}
    record = replace(
        ASSESSMENT,
        submission=replace(
            ASSESSMENT.submission,
            file_name="two_fer.py",
            source=texts["two_fer.py"],
            other_files={"lib/words.py": texts["lib/words.py"]},
        ),
        judge=replace(
            ASSESSMENT.judge,
            feedback=FullOutput(
                accepted=False,
                status=Status.RUNTIME_ERROR,
                messages=(Message(format="code", description=traceback),),
            ),
        ),
    )
    submission = Submission.objects.create(
        user=ada,
        activity=two_files,
        number=1,
        turn=1,
        state="finished",
        status="runtime error",
        attempt=1,
        files=texts,
        file_names=list(texts),
        finished_at=timezone.now(),
    )
    Assessment.objects.create(submission=submission, attempt=1, document=Assessment.packed(record))
    page = open_visit(ada).open(f"/submissions/{submission.pk}/").page
    links = page.locator("#feedback .message a.tab-link")
    expect(links).to_have_text(["line 2", "line 1"])
    links.nth(0).click()
    expect(page.locator("#code-2-line-2")).to_be_focused()
    links.nth(1).click()
    expect(page.locator("#code-line-1")).to_be_focused()
