"""Deploy keys and webhook secrets: no log line, page, backup listing or process shows them.

What holds for access tokens is in `test_access_tokens.py`, and for processes that use one in
`test_private_clone.py`.
"""

import logging
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.backups.backup import write_backup
from kriterion.web.repositories.models import Repository, RepositoryState, Sharing
from kriterion.web.repositories.ssh_access import is_ssh_installed
from kriterion.web.tools import machine
from tests.web.conftest import World, client_for
from tests.web.git_server import repository
from tests.web.repository_management.conftest import EXERCISE, url

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not is_ssh_installed(), reason="apt-get install openssh-client"),
]

# Records the words and variables of all processes, then serves the repository.
SSH = """#!/bin/sh
for file in /proc/[0-9]*/cmdline /proc/[0-9]*/environ; do
    cat "$file" >>LOG 2>/dev/null
done
cd ROOT && exec git-upload-pack ./course
"""
ADDRESS = "git@127.0.0.1:course"


@pytest.fixture
def shown_by_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file with what all processes show while git clones over ssh."""
    files = {name.replace("__", "/"): text for name, text in EXERCISE.items()}
    repository(tmp_path / "served" / "course", files)
    log, program = tmp_path / "processes", tmp_path / "programs" / "ssh"
    program.parent.mkdir()
    program.write_text(SSH.replace("LOG", str(log)).replace("ROOT", str(tmp_path / "served")))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    (tmp_path / "hosts").write_text("127.0.0.1 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA==\n")
    (tmp_path / "kriterion.toml").write_text(
        'git_hosts = ["127.0.0.1"]\nssh_known_hosts = "hosts"\n'
    )
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "kriterion.toml"))
    monkeypatch.setattr(machine, "_made", None)
    yield log


def read_pages(client: Client, found: Repository) -> dict[str, str]:
    """Return the pages about a repository that its owner may open."""
    addresses = [
        *(url(name, found.pk) for name in ("repository", "repository-edit", "activities")),
        url("repositories"),
        reverse("exercise-tree", args=[found.pk]),
    ]
    return {address: client.get(address).content.decode() for address in addresses}


def read_administration(root: User, found: Repository) -> str:
    client = client_for(root)
    names = ("overview", "machine", "repositories", "audit", "tools", "workers")
    pages = [client.get(reverse(f"administration:{name}")) for name in names]
    assert {page.status_code for page in pages} == {200}
    return "\n".join(page.content.decode() for page in pages)


def list_backup(tmp_path: Path) -> str:
    write_backup(tmp_path / "backup.tar.gz", tmp_path / "data", portable=True)
    with tarfile.open(tmp_path / "backup.tar.gz") as backup:
        return "\n".join(backup.getnames())


@pytest.mark.long(reason="reads every page, log and process list")
def test_keys_and_secrets_of_a_repository_are_shown_nowhere(
    world: World,
    tina: Client,
    theo: User,
    tmp_path: Path,
    shown_by_processes: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    tina.post(url("repository-add"), {"name": "mine", "git_url": ADDRESS})
    found = Repository.objects.get(name="mine")
    assert (found.state, found.failure) == (RepositoryState.READY, "")
    first = found.webhook_secret
    tina.post(url("secret-renew", found.pk))
    found.refresh_from_db()
    assert first != found.webhook_secret
    Repository.objects.filter(pk=found.pk).update(sharing=Sharing.TEACHERS)
    processes = shown_by_processes.read_bytes().decode(errors="replace")
    key_file = tmp_path / "data" / "repositories" / str(found.pk) / "ssh-key"
    assert str(key_file) in processes  # it is named, not shown
    _, *key, _ = key_file.read_text().splitlines()
    pages = read_pages(tina, found)
    # Only who may edit the repository reads the secret, to enter it at the Git host.
    own_page = pages[url("repository", found.pk)]
    assert own_page.count(found.webhook_secret) == 1
    colleague = "\n".join(read_pages(client_for(theo), found).values())
    assert "Webhook" not in colleague
    pages[url("repository", found.pk)] = own_page.replace(found.webhook_secret, "")
    texts = {
        "pages": "\n".join(pages.values()),
        "a colleague's pages": colleague,
        "administration": read_administration(world.root, found),
        "audit log": "\n".join(str(row) for row in AuditEntry.objects.values()),
        "log": caplog.text,
        "processes": processes,
        "backup listing": list_backup(tmp_path),
    }
    for secret in (*key, first, found.webhook_secret):
        assert [place for place, text in texts.items() if secret in text] == []


def test_a_wrong_webhook_secret_is_not_logged(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    found = Repository.objects.create(name="mine", git_url="https://example.org/course")
    given = "what somebody else sent"
    for token in (given, found.webhook_secret[:-1]):
        answer = Client().post(
            reverse("hook", args=[found.pk]),
            data=b"{}",
            content_type="application/json",
            headers={"X-Gitlab-Token": token},
        )
        assert answer.status_code == 403
        assert token not in answer.content.decode()
        assert token not in caplog.text
