"""Backups of the database that the tests run on."""

import tarfile
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from kriterion.web.accounts.models import User
from kriterion.web.backups.backup import write_backup
from kriterion.web.backups.backup_format import ABOUT, DATABASE, DIGESTS, FILES
from kriterion.web.repositories import copies
from kriterion.web.repositories.git_address import GitAddress
from kriterion.web.repositories.git_clone import Clone
from kriterion.web.tools import tool_fetching as tools
from kriterion.web.tools.models import Tool, ToolKind
from tests.web.queue_fixtures import HandIn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("portable", [False, True])
def test_a_backup_holds_the_database_and_the_files(
    give: HandIn, anna: User, tmp_path: Path, portable: bool
) -> None:
    give(anna, "x = 1")
    data = tmp_path / "data"
    (data / "repositories" / "1").mkdir(parents=True)
    (data / "repositories" / "1" / "a.txt").write_text("a")
    (data / "repositories" / "1" / "link").symlink_to("a.txt")
    (data / "runtime").mkdir()
    (data / "secret-key").write_text("key")
    archive = tmp_path / "backup.tar.gz"
    write_backup(archive, data, portable=portable)
    with tarfile.open(archive) as tar:
        names = tar.getnames()
        dumped = tar.extractfile(DATABASE)
        assert dumped is not None
        start = dumped.read(6)
    assert (names[0], names[-1]) == (ABOUT, DIGESTS)
    assert set(names[2:-1]) == {
        *(f"{FILES}/{name}" for name in ("repositories", "repositories/1", "secret-key")),
        *(f"{FILES}/repositories/1/{name}" for name in ("a.txt", "link")),
    }
    by_vendor = {"sqlite": b"SQLite", "postgresql": b"PGDMP"}[connection.vendor]
    assert start.startswith(b"{" if portable else by_vendor)
    assert archive.stat().st_mode & 0o777 == 0o600
    assert {file.name for file in tmp_path.iterdir()} == {"data", "backup.tar.gz"}


def test_a_database_that_is_not_the_sites_is_left_out(tmp_path: Path) -> None:
    """Such as the one from before the site moved to PostgreSQL."""
    data = tmp_path / "data"
    data.mkdir()
    strays = [data / f"kriterion.sqlite3{end}" for end in ("", "-shm", "-wal")]
    for file in (*strays, data / "kriterion.sqlite3.txt", data / "secret-key"):
        file.write_text("x")
    archive = tmp_path / "backup.tar.gz"
    assert write_backup(archive, data) == tuple(strays)
    with tarfile.open(archive) as tar:
        found = {name for name in tar.getnames() if name.startswith(FILES)}
    assert found == {f"{FILES}/kriterion.sqlite3.txt", f"{FILES}/secret-key"}


def test_a_backup_holds_the_tools_that_were_cloned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cloned(address: GitAddress, directory: Path, *, branch: str, tell: object) -> Clone:
        directory.mkdir(parents=True)
        (directory / "run").write_text("#!/bin/sh\n")
        return Clone(directory=directory, commit="1" * 40)

    address = GitAddress(url="https://example.org/judge", host="example.org", port=443, ip="::")
    monkeypatch.setattr(copies, "clone", cloned)
    monkeypatch.setattr(copies, "read_address", lambda *_: address)
    monkeypatch.setattr(tools, "examine", lambda _: iter(()))
    data = tmp_path / "data"
    monkeypatch.setattr(settings, "DATA", data)
    tool = Tool.objects.create(kind=ToolKind.JUDGE, name="echo", git_url=address.url)
    tools.fetch(tool)
    run = Path(tool.directory, "run").relative_to(data)
    archive = tmp_path / "backup.tar.gz"
    write_backup(archive, data)
    with tarfile.open(archive) as tar:
        assert f"{FILES}/{run}" in tar.getnames()
