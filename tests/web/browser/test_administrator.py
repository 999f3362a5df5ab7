"""An administrator's first day: a judge from a git address, a repository with a fault."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from pytest_django.fixtures import Settings

from kriterion.web.repositories.models import Repository
from kriterion.web.tools import machine
from kriterion.web.tools.models import Tool, ToolState
from tests.places import open_content_to_all
from tests.web.browser.conftest import Look, Open
from tests.web.browser.school import School, make_school
from tests.web.git_server import commit, git_server, repository

pytestmark = pytest.mark.machine
JUDGE = """\
#!/bin/sh
echo '{"command": "start-judgement"}'
echo 'a line that is no command'
echo '{"command": "start-tab", "title": "Tests"}'
echo '{"command": "close-tab"}'
echo '{"command": "close-judgement"}'
"""
META = '{"learnocaml_version": "2", "kind": "exercise", "stars": 1, "title": "%s"}'


@pytest.fixture
def school(transactional_db: None) -> School:
    return make_school()


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[str]:
    """A host of git repositories, which the operator has allowed."""
    data = tmp_path / "data"
    data.mkdir()
    settings.DATA = data
    (tmp_path / "kriterion.toml").write_text(f'git_hosts = ["127.0.0.1"]\ndata = "{data}"\n')
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "kriterion.toml"))
    monkeypatch.setattr(machine, "_made", None)
    served = tmp_path / "served"
    judge = repository(served / "my-judge", {"config.json": "{}", "run": JUDGE})
    (judge / "run").chmod(0o755)
    commit(judge)
    course = {
        "exercises/fine/meta.json": META % "Fine",
        "exercises/fine/descr.md": "Write f.",
        "exercises/fine/template.ml": "",
        "exercises/fine/prelude.ml": "",
        "exercises/fine/prepare.ml": "",
        "exercises/fine/solution.ml": "let f = 1",
        "exercises/fine/test.ml": "",
        "exercises/broken/meta.json": '{"learnocaml_version": "2",\n "stars": }',
    }
    repository(served / "course", course)
    open_content_to_all(tmp_path)
    with git_server(served) as address:
        yield address


@pytest.mark.long(reason="tries a judge")
def test_an_administrator_adds_a_judge_and_sees_its_violations(
    open_visit: Open, school: School, host: str
) -> None:
    visit = open_visit(school.root).open("/administration/")
    page = visit.page
    page.click("nav.sections >> text=Tools")
    page.click("text=Add a tool")
    page.click("a.row >> text=Judge")
    page.check("[name=source][value=git_url]")
    page.fill("[name=name]", "mine")
    page.fill("[name=git_url]", f"{host}/my-judge")
    page.click("text=Save and check")
    expect(page.locator("h1")).to_have_text("mine")
    expect(page.locator(".state", has_text="Ready")).to_be_visible()
    tool = Tool.objects.get(name="mine")
    assert tool.state == ToolState.READY
    assert len(tool.commit) == 40
    page.click("text=Try out")
    page.fill("[name=source]", "print(1)\n")
    page.click("text='Run'")
    expect(page.locator(".diagnosis-fault").first).to_be_visible()
    expect(page.locator(".diagnosis-fault").first).to_contain_text("a line that is no command")
    visit.take_screenshot("tool-tried")
    assert visit.complaints == []


def test_an_administrator_adds_a_repository_and_sees_its_problem_with_file_and_line(
    open_visit: Open, school: School, host: str
) -> None:
    visit = open_visit(school.root).open("/administration/repositories/add/")
    page = visit.page
    page.fill("[name=name]", "my course")
    page.fill("[name=git_url]", f"{host}/course")
    page.click("text=Save and fetch")
    expect(page.locator(".state", has_text="Ready")).to_be_visible()
    fault = page.locator(".diagnosis-fault").first
    expect(fault).to_contain_text("exercises/broken/meta.json")
    expect(fault).to_contain_text("line 2")
    visit.take_screenshot("repository-with-a-fault")
    assert visit.complaints == []
    row = Repository.objects.get(name="my course")
    assert [activity.path for activity in row.activities.all()] == ["fine"]


def test_an_internal_address_is_refused_unless_allowed(
    open_visit: Open, school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_visit(school.root).open("/administration/repositories/add/").page
    page.fill("[name=name]", "my course")
    page.fill("[name=git_url]", "https://127.0.0.1:8443/course")
    page.click("text=Save and fetch")
    expect(page.locator("form", has_text="internal network")).to_be_visible()
    assert not Repository.objects.filter(name="my course").exists()


def list_pages(school: School) -> dict[str, str]:
    tool = Tool.objects.create(
        kind="judge",
        name="judge",
        git_url="https://example.org/judge",
        problems=[
            {"subject": "run", "state": "fault", "what": "is missing", "fix": "add it\nand run it"},
            {"subject": "image", "state": "notice", "what": "is not mapped", "fix": ""},
            {"subject": "judge", "state": "fine", "what": "/judges/judge", "fix": ""},
        ],
    )
    found = school.barcode.repository
    found.problems = [
        {
            "severity": level,
            "file": "a/config.json",
            "where": "line 3",
            "what": "odd",
            "fix": "mend",
        }
        for level in ("error", "warning", "notice")
    ]
    for paused in (False, True):
        school.course.rejudgings.create(
            choice="all",
            tools="representer",
            state="applying",
            paused=paused,
            author_name="tina",
            total=1_000,
            to_apply=1_000,
            applied=250,
            rate=2.5,
        )
    found.git_url, found.webhook_secret = "https://example.org/course", "secret"
    found.save()

    def url(name: str, *arguments: object, query: str = "") -> str:
        return reverse(f"administration:{name}", args=arguments) + query

    return {
        "overview": url("overview"),
        "queue": url("queue"),
        "bulk": url("bulk"),
        "audit": url("audit"),
        "tools": url("tools"),
        "tool": url("tool", tool.pk),
        "tool-add": url("tool-add"),
        "tool-add-analyzer": url("tool-add", query="?kind=analyzer"),
        "tool-installed": url("tool-installed", "judge", "suite"),
        "tool-try": url("tool-try", tool.pk),
        "repositories": url("repositories"),
        "repository": url("repository", found.pk),
        "repository-add": url("repository-add"),
        "admin-courses": url("courses"),
        "users": url("users"),
        "user": url("user", school.ada.pk),
        "user-add": url("user-add"),
        "machine": url("machine"),
    }


@pytest.mark.long(reason="opens every page of an administrator")
def test_administration_pages_have_no_faults(
    open_visit: Open, page_look: Look, school: School
) -> None:
    faults: dict[str, list[str]] = {}
    visit = open_visit(school.root, page_look)
    for name, address in list_pages(school).items():
        visit.open(address)
        visit.take_screenshot(f"administration-{name}")
        found = visit.find_faults()
        if found:
            faults[name] = found
        visit.complaints.clear()
        visit.requests.clear()
    assert faults == {}
