"""Access tokens of private repositories: entered once, used for one address, shown nowhere."""

import base64
import logging
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.test import Client

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.backups.backup import write_backup
from kriterion.web.repositories.credentials import find_stored_login
from kriterion.web.repositories.models import Repository, RepositoryCredential, RepositoryState
from kriterion.web.tools import machine
from tests.web.conftest import client_for
from tests.web.git_server import git_server, repository
from tests.web.repository_management.conftest import EXERCISE, url

TOKEN = "glpat-this-one-is-nobodys-business"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def local_hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kriterion.toml").write_text('git_hosts = ["127.0.0.1", "192.0.2.1"]\n')
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "kriterion.toml"))
    monkeypatch.setattr(machine, "_made", None)


class Host:
    """A Git host with one private repository, which records the logins that it receives."""

    def __init__(self, place: Path, login: str) -> None:
        files = {name.replace("__", "/"): text for name, text in EXERCISE.items()}
        repository(place / "course", files)
        self.place = place
        self.wanted = f"Basic {base64.b64encode(login.encode()).decode()}"
        self.received: list[str] = []
        self.url = ""

    def admit(self, header: str) -> tuple[int, str]:
        self.received.append(header)
        return (200, "") if header == self.wanted else (401, f"not {header}")

    @contextmanager
    def serve(self) -> Iterator[None]:
        with git_server(self.place, self.admit) as address:
            self.url = f"{address}/course"
            yield


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    served = Host(tmp_path / "served", f"git:{TOKEN}")
    with served.serve():
        yield served


def add(client: Client, **given: str) -> str:
    answer = client.post(url("repository-add"), {"name": "mine", **given}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def change(client: Client, found: Repository, **given: str) -> str:
    fields = {"name": "mine", "git_url": found.git_url, **given}
    answer = client.post(url("repository-edit", found.pk), fields, follow=True)
    return answer.content.decode()


def test_a_private_repository_is_cloned_and_its_token_is_shown_nowhere(
    host: Host, tina: Client, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    pages = [add(tina, git_url=host.url), change(tina, Repository.objects.get(name="mine"))]
    found = Repository.objects.get(name="mine")
    assert found.state == RepositoryState.FAILED
    assert "the Git host asks for a login" in found.failure
    pages.append(change(tina, found, token_secret=TOKEN, branch="nowhere"))
    found.refresh_from_db()
    assert found.failure == "git reports: Remote branch nowhere not found in upstream origin"
    pages.append(change(tina, found))
    found.refresh_from_db()
    assert (found.state, found.failure) == (RepositoryState.READY, "")
    assert found.activities.count() == 1
    pages += [
        tina.get(url(name, found.pk)).content.decode()
        for name in ("repository", "repository-edit", "activities")
    ]
    pages.append(tina.post(url("repository-add"), {"token_secret": TOKEN}).content.decode())
    assert "with the username git" in pages[-4]
    assert "Leave empty to keep the stored one" in pages[-3]

    write_backup(tmp_path / "backup.tar.gz", tmp_path / "data", portable=True)
    with tarfile.open(tmp_path / "backup.tar.gz") as backup:
        listed = "\n".join(backup.getnames())
        files = [opened.read() for entry in backup if (opened := backup.extractfile(entry))]
    rows = [str(row) for row in AuditEntry.objects.values()]
    rows += [
        str(row) for model in (Repository, RepositoryCredential) for row in model.objects.values()
    ]
    for text in (*pages, *rows, listed, caplog.text):
        assert TOKEN not in text
        assert host.wanted.split()[1] not in text
    kept = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
    for content in (*files, *(path.read_bytes() for path in kept)):
        assert TOKEN.encode() not in content
    entry = AuditEntry.objects.filter(action="repository.change", detail__has_key="access_token")
    assert entry.count() == 1


def test_a_token_is_stored_with_the_repository_it_is_entered_with(
    tmp_path: Path, tina: Client
) -> None:
    host = Host(tmp_path / "served", f"deploy-7:{TOKEN}")
    with host.serve():
        page = add(tina, git_url=host.url, token_secret=TOKEN, token_user="deploy-7")
    assert "with the username deploy-7" in page
    assert Repository.objects.get(name="mine").state == RepositoryState.READY


def test_a_token_is_not_sent_to_another_address(host: Host, tina: Client, tmp_path: Path) -> None:
    """Whoever may edit a repository does not learn the token of its owner."""
    add(tina, git_url=host.url, token_secret=TOKEN)
    found = Repository.objects.get(name="mine")
    other = Host(tmp_path / "other", f"git:{TOKEN}")
    with other.serve():
        change(tina, found, git_url=other.url)
    assert set(other.received) == {""}
    assert not RepositoryCredential.objects.exists()
    found.refresh_from_db()
    assert found.state == RepositoryState.FAILED
    Repository.objects.filter(pk=found.pk).update(git_url=host.url)
    found.refresh_from_db()
    assert find_stored_login(found) is None


def test_a_token_can_be_replaced_and_removed(host: Host, tina: Client) -> None:
    add(tina, git_url=host.url, token_secret="expired")
    found = Repository.objects.get(name="mine")
    assert "the Git host refuses the access token" in found.failure
    change(tina, found, token_secret=TOKEN)
    found.refresh_from_db()
    assert found.failure == ""
    change(tina, found, remove_token="on")
    assert not RepositoryCredential.objects.exists()


def test_a_token_encrypted_with_another_key_must_be_entered_again(host: Host, tina: Client) -> None:
    add(tina, git_url=host.url, token_secret=TOKEN)
    row = RepositoryCredential.objects.get()
    RepositoryCredential.objects.update(encrypted_token=row.encrypted_token[::-1])
    tina.post(url("repository-fetch", row.repository_id))
    row.repository.refresh_from_db()
    assert row.repository.failure.endswith("enter it again")


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"git_url": "http://192.0.2.1/a"}, "begins with https://"),
        ({"git_url": "git@127.0.0.1:a"}, "begins with https://"),
        ({"git_url": "https://127.0.0.1/a", "token_secret": "a\nb"}, "Use only letters"),
        ({"git_url": "https://127.0.0.1/a", "token_user": "a\tb"}, "Use only letters"),
        ({"git_url": "https://127.0.0.1/a", "token_secret": "x" * 1001}, "at most 1000"),
    ],
)
def test_tokens_that_would_leak_or_break_are_refused(
    tina: Client, given: dict[str, str], text: str
) -> None:
    page = add(tina, **{"token_secret": TOKEN, **given})
    assert text in page
    assert TOKEN not in page
    assert not Repository.objects.filter(name="mine").exists()


def test_a_colleague_without_the_right_to_edit_sees_nothing_of_it(
    host: Host, tina: Client, theo: User
) -> None:
    add(tina, git_url=host.url, token_secret=TOKEN)
    found = Repository.objects.get(name="mine")
    Repository.objects.update(sharing="teachers")
    page = client_for(theo).get(url("repository", found.pk)).content.decode()
    assert "Access token" not in page
