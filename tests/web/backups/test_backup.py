"""Backups of the database that the tests run on."""

import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from kriterion.errors import MachineError, OperatorError
from kriterion.web.accounts.models import User
from kriterion.web.backups import backup
from kriterion.web.backups.backup import write_backup
from kriterion.web.backups.backup_format import ABOUT, DATABASE, DIGESTS, FILES, seal
from kriterion.web.backups.restore import verify_backup
from kriterion.web.catalog.models import Activity
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.repositories import copies
from kriterion.web.repositories.git_address import GitAddress
from kriterion.web.repositories.git_clone import Clone
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Submission
from kriterion.web.tools import tool_fetching as tools
from kriterion.web.tools.models import Tool, ToolKind
from tests.web.queue_fixtures import HandIn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("portable", [False, True])
def test_a_backup_contains_the_database_and_the_files(
    submit: HandIn, anna: User, tmp_path: Path, portable: bool
) -> None:
    submit(anna, "x = 1")
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


def test_another_programs_database_in_the_data_directory_is_left_out(tmp_path: Path) -> None:
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


def test_a_backup_contains_cloned_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cloned(address: GitAddress, directory: Path, **_: object) -> Clone:
        directory.mkdir(parents=True)
        (directory / "run").write_text("#!/bin/sh\n")
        return Clone(directory=directory, commit="1" * 40)

    address = GitAddress(url="https://example.org/judge", host="example.org", port=443, ip="::")
    monkeypatch.setattr(copies, "clone", cloned)
    monkeypatch.setattr(copies, "read_address", lambda *_, **__: address)
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


def test_two_backups_of_one_name_at_once_do_not_spoil_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as those of a schedule that begins the next one before the last one has ended."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "secret-key").write_text("key")
    archive = tmp_path / "backup.tar.gz"

    def seal_late(unfinished: Path) -> None:
        monkeypatch.setattr(backup, "seal", seal)
        write_backup(archive, data)
        seal(unfinished)

    monkeypatch.setattr(backup, "seal", seal_late)
    write_backup(archive, data)
    verify_backup(archive)
    assert {file.name for file in tmp_path.iterdir()} == {"data", "backup.tar.gz"}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has many writers")
def test_the_site_can_write_while_a_portable_backup_is_made(
    submit: HandIn, anna: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the backup is of one moment."""
    submission = submit(anna, "x = 1")

    def write_meanwhile(*words: str, **options: Any) -> object:
        assert Submission.objects.count() == 1  # the snapshot is taken
        with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=0)) as other:
            other.execute("UPDATE submissions_submission SET language = 'nl'")
            other.commit()
        return call_command(*words, **options)

    monkeypatch.setattr(backup, "call_command", write_meanwhile)
    data = tmp_path / "data"
    data.mkdir()
    archive = tmp_path / "backup.tar.gz"
    write_backup(archive, data, portable=True)
    with tarfile.open(archive) as tar:
        dumped = tar.extractfile(DATABASE)
        assert dumped is not None
        assert b'"language": "en"' in dumped.read()
    submission.refresh_from_db()
    assert submission.language == "nl"
    with write_transaction():  # as before
        submission.save()


@pytest.mark.parametrize("moment", ["before", "during"])
def test_a_copy_in_use_that_is_removed_meanwhile_is_missed(
    exercise: Activity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """A part of a copy is none, and the database may still refer to a replaced one."""
    data = tmp_path / "data"
    copy, new = data / "repositories/1/copy-1", data / "repositories/1/copy-2"
    for site in (copy, new):
        site.mkdir(parents=True)
        (site / "a.txt").write_text("a")
        (site / "b.txt").write_text("b")
    repositories = Repository.objects.filter(pk=exercise.repository_id)
    repositories.update(directory=str(copy))
    files, copied = backup._list_files, backup._copy_database

    def replaced() -> None:
        (copy / "b.txt").unlink()
        if moment == "before":
            shutil.rmtree(copy)
        repositories.update(directory=str(new))

    def replaced_after(target: Path, *, portable: bool) -> object:
        form = copied(target, portable=portable)
        replaced()
        return form

    def replaced_during(directory: Path) -> Iterator[Path]:
        for file in files(directory):
            if file == copy / "a.txt":
                replaced()
            yield file

    if moment == "before":
        monkeypatch.setattr(backup, "_copy_database", replaced_after)
    else:
        monkeypatch.setattr(backup, "_list_files", replaced_during)
    archive = tmp_path / "backup.tar.gz"
    with pytest.raises(MachineError, match=r"copy-1\S* was removed meanwhile; try again"):
        write_backup(archive, data)
    assert {file.name for file in tmp_path.iterdir()} == {"data"}


def test_copies_beyond_a_symbolic_link_are_not_forgotten_in_silence(
    exercise: Activity, tmp_path: Path
) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "disk"
    (elsewhere / "1/copy-1").mkdir(parents=True)
    data.mkdir()
    (data / "repositories").symlink_to(elsewhere)
    Repository.objects.filter(pk=exercise.repository_id).update(
        directory=str(data / "repositories/1/copy-1")
    )
    archive = tmp_path / "backup.tar.gz"
    with pytest.raises(OperatorError, match="repositories: is a symbolic link"):
        write_backup(archive, data)
    assert not archive.exists()
