"""Teachers bring in repositories and share them."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from kriterion.web.accounts.models import Role, User
from kriterion.web.catalog.models import ActivityState
from kriterion.web.catalog.repository_fetching import fetch
from kriterion.web.repositories.models import Repository, Sharing
from kriterion.web.tools import machine
from tests.web.browser.conftest import PATIENCE, Look, Open
from tests.web.repository_management.conftest import EXERCISE, archive, make_repository

EXAMPLES = Path(__file__).parents[3] / "examples" / "exercises"


@pytest.fixture
def tina(
    transactional_db: None, tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch
) -> User:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    (tmp_path / "kriterion.toml").write_text('repository_directories = ["/srv/exercises"]\n')
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "kriterion.toml"))
    monkeypatch.setattr(machine, "_made", None)
    return User.objects.create(username="tina", first_name="Tina", role=Role.TEACHER)


@pytest.mark.long(reason="a long visit in a browser")
def test_a_teacher_brings_in_a_repository(open_visit: Open, tina: User, look: Look) -> None:
    theo = User.objects.create(username="theo", first_name="Theo", role=Role.TEACHER)
    make_repository(theo, Sharing.REQUEST)
    visit = open_visit(tina, look).open("/courses/")
    page = visit.page
    page.click("main a[href='/teaching/repositories/']")
    page.click("main a[href='/teaching/repositories/add/']")
    page.fill("[name=name]", "loops and lists")
    page.fill("[name=git_url]", "file:///etc")
    page.click("main button.button-primary")
    expect(page.locator("form", has_text="/srv/exercises")).to_be_visible()
    visit.take_screenshot("repository-refused")
    assert visit.find_faults() == []
    page.fill("[name=git_url]", "")
    broken = {**EXERCISE, "lists__config.json": '{\n"description": 1}'}
    content = archive(**broken).read()
    page.set_input_files(
        "[name=archive]", {"name": "a.zip", "mimeType": "application/zip", "buffer": content}
    )
    page.check("[name=sharing][value=request]")
    page.click("main button.button-primary")
    expect(page.locator(".state-good, .state-bad").first).to_be_visible()
    expect(page.locator(".diagnosis", has_text="lists/config.json").first).to_be_visible()
    visit.take_screenshot("repository-of-a-teacher")
    assert visit.find_faults() == []
    repository = Repository.objects.get(name="loops and lists")
    assert (repository.owner, repository.sharing) == (tina, "request")
    visit.open("/teaching/repositories/")
    expect(page.locator("main")).to_contain_text("vault")
    visit.take_screenshot("repositories-of-a-teacher")
    assert visit.find_faults() == []


@pytest.mark.long(reason="a long visit in a browser")
def test_a_teacher_asks_for_a_right_and_gets_it(open_visit: Open, tina: User, look: Look) -> None:
    theo = User.objects.create(username="theo", first_name="Theo", role=Role.TEACHER)
    vault = make_repository(theo, Sharing.REQUEST)
    visit = open_visit(tina, look).open(f"/teaching/repositories/{vault.pk}/")
    page = visit.page
    page.select_option("[name=right]", "edit")
    page.fill("[name=reason]", "For my course of next year")
    page.click("#rights button")
    expect(page.locator("#rights form")).to_have_count(0)
    visit.take_screenshot("repository-right-requested")
    assert visit.find_faults() == []
    owner = open_visit(theo, look).open("/notifications/")
    owner.page.click("main .rows button")
    expect(owner.page.locator("#rights")).to_contain_text("For my course of next year")
    owner.take_screenshot("repository-right-asked")
    assert owner.find_faults() == []
    owner.page.click("#rights button[value=grant]")
    expect(owner.page.locator("#rights button[value=grant]")).to_have_count(0)
    assert vault.grants.get().user == tina
    visit.page.reload()
    expect(page.locator("main a[href$='/edit/']")).to_be_visible()


@pytest.mark.long(reason="judges a repository")
@pytest.mark.timeout(3600)
@pytest.mark.machine
@pytest.mark.usefixtures("workers")
def test_a_teacher_checks_a_repository_with_its_solutions(
    open_visit: Open, tina: User, look: Look
) -> None:
    repository = Repository.objects.create(name="examples", owner=tina, directory=str(EXAMPLES))
    fetch(repository)
    others = repository.activities.exclude(path__in=("barcode", "tides"))
    others.update(state=ActivityState.NOT_VALID)
    visit = open_visit(tina, look).open(f"/teaching/repositories/{repository.pk}/")
    page = visit.page
    page.click("#check button")
    expect(page.locator("#check .state-info")).to_be_visible()
    visit.take_screenshot("repository-being-checked")
    trials = 15  # of which each may take as long as a busy machine takes for anything
    expect(page.locator("#check .state-good")).to_be_visible(timeout=trials * PATIENCE)
    visit.take_screenshot("repository-checked")
    assert visit.find_faults() == []


@pytest.mark.long(reason="a long visit in a browser")
def test_an_editor_replaces_a_title_and_restores_it(
    open_visit: Open, tina: User, look: Look
) -> None:
    vault = make_repository(tina)
    visit = open_visit(tina, look).open(f"/teaching/repositories/{vault.pk}/")
    page = visit.page
    page.click(".page-head a[href$='/activities/']")
    visit.take_screenshot("activities-of-a-repository")
    assert visit.find_faults() == []
    page.click("main .rows a")
    page.fill("[name=name_nl]", "Het raadsel")
    page.fill("[name=labels]", "logic, fun")
    page.fill("[name=difficulty]", "2.5")
    page.click("form.form button.button-primary")
    expect(page.locator("#original-title")).to_be_visible()
    visit.take_screenshot("activity-details")
    assert visit.find_faults() == []
    page.click(".page-head a[href$='/activities/']")
    expect(page.locator("main .rows")).to_contain_text("logic")
    page.click("main .rows a")
    visit.page.on("dialog", lambda dialog: dialog.accept())
    page.click("button[value=restore]")
    expect(page.locator("#original-title")).to_have_count(0)
    expect(page.locator("[name=labels]")).to_have_value("")
