"""Administration: each change is made or refused with a reason, and audited."""

import io
import zipfile
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.administration import tools as tool_pages
from kriterion.web.audit.models import AuditEntry
from kriterion.web.catalog import repository_fetching as repositories
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Series
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.models import Draft, Submission, SubmissionState
from kriterion.web.submissions.queue import workers
from kriterion.web.tools import machine
from kriterion.web.tools import tool_fetching as tools
from kriterion.web.tools.models import Tool, ToolState
from tests.places import open_to_all
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(autouse=True)
def run_background_work_inline(
    tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Background work runs inline."""
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    monkeypatch.setenv("KRITERION_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(machine, "_made", None)
    monkeypatch.setattr(repositories, "fetch_in_background", repositories.fetch)
    monkeypatch.setattr(tool_pages, "fetch_in_background", tools.fetch)


@pytest.fixture
def root(world: World) -> Client:
    return client_for(world.root)


def build_address(name: str, *arguments: object, query: str = "") -> str:
    return reverse(f"administration:{name}", args=arguments) + query


def list_audited_actions() -> list[str]:
    return list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))


def make_archive(**files: str) -> io.BytesIO:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as opened:
        for name, text in files.items():
            opened.writestr(name.replace("__", "/"), text)
    content.seek(0)
    content.name = "course.zip"
    return content


def test_an_uploaded_repository_shows_its_problems_with_file_and_line(root: Client) -> None:
    files = {
        "good__config.json": '{"description": {"names": {"en": "Good"}}}',
        "good__description__description.en.md": "Do it.",
        "bad__config.json": '{\n"description": 1}',
    }
    response = root.post(
        build_address("repository-add"), {"name": "course", "archive": make_archive(**files)}
    )
    repository = Repository.objects.get(name="course")
    assert response.headers["Location"] == build_address("repository", repository.pk)
    assert repository.state == RepositoryState.READY
    html = root.get(build_address("repository", repository.pk)).content.decode()
    assert "<code>bad/config.json</code>" in html
    assert "description" in html
    assert "repository.add" in list_audited_actions()
    assert not list(Path(repository.directory).parents[1].glob("upload-*"))


def test_problems_are_in_the_language_of_the_page(world: World, root: Client) -> None:
    problems = [
        {
            "code": "file.invalid-utf8",
            "severity": "error",
            "file": "descr.md",
            "what": "byte 7 (0xE9) is not valid UTF-8",
            "fix": "save the file as UTF-8",
        },
        {"severity": "error", "file": "old.md", "what": "stored without a code"},
    ]
    repository = Repository.objects.create(
        name="course", state=RepositoryState.READY, problems=problems
    )
    english = root.get(build_address("repository", repository.pk)).content.decode()
    assert '<span lang="en">byte 7 (0xE9) is not valid UTF-8</span>' in english
    User.objects.filter(pk=world.root.pk).update(language="nl")
    dutch = root.get(build_address("repository", repository.pk)).content.decode()
    assert '<span lang="nl">byte 7 (0xE9) is geen geldige UTF-8</span>' in dutch
    assert '<p class="muted" lang="nl">sla het bestand op als UTF-8</p>' in dutch
    assert '<span lang="en">stored without a code</span>' in dutch


def test_a_refusal_is_in_the_language_of_the_page(world: World, root: Client) -> None:
    User.objects.filter(pk=world.root.pk).update(language="nl")
    data = {"name": "course", "git_url": "https://127.0.0.1/x"}
    html = root.post(build_address("repository-add"), data).content.decode()
    assert "127.0.0.1 ligt in het interne netwerk" in html
    bad = io.BytesIO(b"no archive")
    bad.name = "a.zip"
    root.post(build_address("repository-add"), {"name": "course", "archive": bad})
    failure = Repository.objects.get(name="course").failure
    assert failure == "het bestand is geen zip- of tar-archief"


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "Enter a Git URL or upload an archive"),
        ("file:///etc", "only https"),
        ("https://127.0.0.1/x", "internal network"),
        ("--upload-pack=x", "only https"),
        ("https://user:secret@example.org/x", "username"),
    ],
)
def test_a_dangerous_address_is_refused_in_the_form(root: Client, url: str, message: str) -> None:
    html = root.post(
        build_address("repository-add"), {"name": "course", "git_url": url}
    ).content.decode()
    assert message in html
    assert not Repository.objects.filter(name="course").exists()
    html = root.post(
        build_address("tool-add"),
        {"kind": "judge", "name": "j", "git_url": url or "ftp://x", "renderer": "PythiaRenderer"},
    ).content.decode()
    assert "secret" not in html.replace("user:secret@", "")
    assert not Tool.objects.exists()


def test_an_uploaded_repository_can_be_switched_to_git(root: Client) -> None:
    data = {"name": "course", "archive": make_archive(**{"dirconfig.json": "{}"})}
    root.post(build_address("repository-add"), data)
    repository = Repository.objects.get(name="course")
    Repository.objects.filter(pk=repository.pk).update(git_url="https://example.org/course")
    html = root.get(build_address("repository", repository.pk)).content.decode()
    assert len(repository.webhook_secret) > 30
    assert repository.webhook_secret in html


def test_a_repository_with_submissions_is_not_removed(world: World, root: Client) -> None:
    root.post(build_address("repository-delete", world.repository.pk))
    assert Repository.objects.filter(pk=world.repository.pk).exists()
    Submission.objects.all().delete()
    draft = Draft.objects.create(user=world.ada, activity=world.exercise, files={"a.py": "x"})
    root.post(build_address("repository-delete", world.repository.pk))
    assert Repository.objects.filter(pk=world.repository.pk).exists()
    draft.user = world.root  # who has only looked at it
    draft.save()
    root.post(build_address("repository-delete", world.repository.pk))
    assert not Repository.objects.filter(pk=world.repository.pk).exists()
    assert "repository.delete" in list_audited_actions()


def test_exercises_are_visible_to_everyone_or_through_courses(world: World, root: Client) -> None:
    root.post(build_address("repository-publish", world.repository.pk), {"public": "1"})
    assert Activity.objects.filter(is_public=True).count() == 2
    root.post(build_address("repository-publish", world.repository.pk), {"public": "0"})
    assert not Activity.objects.filter(is_public=True).exists()


def judge(tmp_path: Path, script: str) -> Path:
    directory = tmp_path / "judge"
    directory.mkdir(exist_ok=True)
    open_to_all(directory)
    (directory / "run").write_text("#!/bin/sh\n" + script)
    (directory / "run").chmod(0o755)
    (directory / "config.json").write_text("{}")
    return directory


def add_judge(root: Client, directory: Path) -> Tool:
    root.post(
        build_address("tool-add"),
        {
            "kind": "judge",
            "name": "mine",
            "directory": str(directory),
            "renderer": "FeedbackTableRenderer",
            "runner": "SubmissionRunner",
        },
    )
    return Tool.objects.get(name="mine")


def test_the_tools_page_lists_the_built_in_tools(root: Client) -> None:
    html = root.get(build_address("tools")).content.decode()
    assert html.count("included with Kriterion") == 4  # two judges, an analyzer, a representer
    assert html.count("None yet.") == 1  # no test runner is included


@pytest.mark.long(reason="tries a judge with every violation")
@pytest.mark.machine
def test_a_judge_is_checked_and_tried_with_every_violation(root: Client, tmp_path: Path) -> None:
    script = """echo '{"command": "start-judgement"}oops{"command": "close-judgement"}'\n"""
    tool = add_judge(root, judge(tmp_path, script))
    assert tool.state == ToolState.READY
    assert any(row["state"] == "fault" for row in tool.problems)
    response = root.post(
        build_address("tool-try", tool.pk),
        {"exercise": "", "file_name": "a.py", "source": "print(1)\n"},
    )
    html = response.content.decode()
    assert "byte 30" in html
    assert "oops" in html
    assert "tool.add" in list_audited_actions()


@pytest.mark.machine
def test_a_sample_run_without_tests_is_not_called_correct(root: Client, tmp_path: Path) -> None:
    commands = (
        '{"command": "start-judgement"}',
        '{"command": "close-judgement", "accepted": true, "status": {"enum": "correct"}}',
    )
    script = "".join(f"echo '{command}'\n" for command in commands)
    tool = add_judge(root, judge(tmp_path, script))
    response = root.post(
        build_address("tool-try", tool.pk),
        {"exercise": "", "file_name": "a.py", "source": "print(1)\n"},
    )
    html = response.content.decode()
    assert "The test exercise has no tests" in html
    assert "correct" not in html.partition('id="result"')[2].partition("</header>")[0].lower()
    assert "submissions-" in html or "submissions.js" in html  # the script of the tabs


def test_a_directory_without_a_judge_is_refused(root: Client, tmp_path: Path) -> None:
    tool = add_judge(root, tmp_path / "nothing")
    assert tool.state == ToolState.FAILED
    html = root.get(build_address("tool", tool.pk)).content.decode()
    assert "Unavailable" in html
    root.post(build_address("tool-delete", tool.pk))
    assert not Tool.objects.exists()


def test_deleting_a_course_deletes_its_copies_of_judges(
    world: World, root: Client, tmp_path: Path
) -> None:
    judge = Tool.objects.create(kind="judge", name="turtles", course=world.course)
    copy = tmp_path / "data" / "tool-clones" / str(judge.pk) / "copy-1"
    copy.mkdir(parents=True)
    root.post(reverse("teaching:course-delete", args=[world.course.slug]))
    assert not Tool.objects.filter(name="turtles").exists()
    assert not copy.parent.exists()


def test_the_password_of_a_new_account_is_shown_once(root: Client) -> None:
    response = root.post(
        build_address("user-add"),
        {"username": "dora", "role": "student", "language": "nl", "is_active": "on"},
    )
    html = response.content.decode()
    password = html.partition('class="shown-once">')[2].partition("<")[0]
    assert Client().login(username="dora", password=password)
    user = User.objects.get(username="dora")
    assert password not in root.get(build_address("user", user.pk)).content.decode()
    assert not any(password in str(entry.detail) for entry in AuditEntry.objects.all())


def test_a_new_password_ends_existing_sessions(world: World, root: Client) -> None:
    world.ada.set_password("old and known")
    world.ada.save()
    theirs = Client()
    assert theirs.login(username="ada", password="old and known")
    root.post(build_address("user-password", world.ada.pk))
    assert theirs.get(reverse("home")).status_code == 302
    assert not Client().login(username="ada", password="old and known")


def test_administrators_cannot_lock_themselves_out(world: World, root: Client) -> None:
    fields = {"username": "root", "role": "student", "language": "en", "is_active": "on"}
    html = root.post(build_address("user", world.root.pk), fields).content.decode()
    assert "You cannot revoke your own access" in html
    world.root.refresh_from_db()
    assert world.root.is_administrator


def test_a_deactivated_user_is_logged_out_at_once(world: World, root: Client) -> None:
    theirs = client_for(world.ada)
    root.post(
        build_address("user", world.ada.pk),
        {"username": "ada", "role": "student", "language": "en"},
    )
    assert theirs.get(reverse("home")).status_code == 302


def test_the_queue_page_lists_waiting_submissions_and_cancels_them(
    world: World, root: Client
) -> None:
    html = root.get(build_address("queue")).content.decode()
    assert "ada" in html
    root.post(build_address("queue-cancel", world.submission.pk))
    world.submission.refresh_from_db()
    assert world.submission.state == SubmissionState.CANCELLED
    assert "submission.cancel" in list_audited_actions()


@pytest.mark.parametrize(
    ("message", "kept"),
    [("192.0.2.7", "192.0.2.7"), ("2001:DB8::1", "2001:db8::1"), ("unknown", None), ("", None)],
)
def test_an_action_is_audited_whatever_client_address_the_proxy_reports(
    root: Client, world: World, message: str, kept: str | None
) -> None:
    """A proxy passes on any text as the address; PostgreSQL accepts only valid ones."""
    root.post(build_address("repository-publish", world.repository.pk), REMOTE_ADDR=message)
    assert AuditEntry.objects.get().address == kept


def test_the_overview_says_why_nothing_is_assessed(root: Client) -> None:
    assert (
        "No worker is running: submissions are not assessed"
        in root.get(build_address("overview")).content.decode()
    )
    workers.announce("h/1", 2, "there is no sandbox\ninstall bubblewrap")
    html = root.get(build_address("overview")).content.decode()
    assert "This worker cannot assess submissions" in html
    assert "there is no sandbox\ninstall bubblewrap" in html
    assert "No worker can assess submissions" in root.get(build_address("queue")).content.decode()
    workers.announce("h/1", 2)
    assert "cannot assess" not in root.get(build_address("overview")).content.decode()
    assert "No worker" not in root.get(build_address("queue")).content.decode()


@pytest.mark.long(reason="runs every sample")
@pytest.mark.machine
def test_the_machine_page_shows_what_the_machine_can_do(root: Client) -> None:
    html = root.get(build_address("machine")).content.decode()
    assert "sandbox" in html


def test_user_text_never_runs_on_administration_pages(world: World, root: Client) -> None:
    hostile = "<script>alert(1)</script>"
    world.ada.first_name = hostile
    world.ada.save()
    Repository.objects.update(
        name=hostile,
        failure=hostile,
        problems=[{"severity": "error", "file": hostile, "where": hostile, "what": hostile}],
    )
    Tool.objects.create(
        kind="judge",
        name=hostile,
        problems=[{"subject": hostile, "state": "fault", "what": hostile, "fix": hostile}],
    )
    Course.objects.update(name=hostile, description=hostile)
    Series.objects.update(name=hostile)
    tool = Tool.objects.get()
    pages = [
        *map(
            build_address,
            ("overview", "queue", "audit", "tools", "repositories", "courses", "users"),
        ),
        build_address("tool", tool.pk),
        build_address("repository", world.repository.pk),
        *(
            reverse(f"teaching:{name}", args=[world.course.slug])
            for name in ("course", "course-edit", "course-copy", "members", "series-add")
        ),
        reverse("teaching:series", args=[world.course.slug, world.series.pk]),
        build_address("user", world.ada.pk),
        build_address("users", query=f"?q={hostile}"),
        build_address("audit", query=f"?who={hostile}&what={hostile}"),
    ]
    for page in pages:
        response = root.get(page)
        assert response.status_code == 200, page
        assert hostile not in response.content.decode(), page


@pytest.mark.parametrize("query", ["?page=x", "?page=0", "?page=999999999999999999999", "?q=%00"])
@pytest.mark.parametrize("name", ["users", "courses", "audit", "queue"])
def test_every_page_number_of_a_list_is_answered(root: Client, name: str, query: str) -> None:
    assert root.get(build_address(name, query=query)).status_code == 200
