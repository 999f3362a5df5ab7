"""Backups of the database that the tests run on."""

import tarfile
from pathlib import Path

import pytest
from django.db import connection

from kriterion.store.models import User
from kriterion.work.backup import DATABASE, FILES, MANIFEST, write_backup
from tests.work.conftest import HandIn

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
    assert names[0] == MANIFEST
    assert set(names[2:]) == {
        *(f"{FILES}/{name}" for name in ("repositories", "repositories/1", "secret-key")),
        *(f"{FILES}/repositories/1/{name}" for name in ("a.txt", "link")),
    }
    by_vendor = {"sqlite": b"SQLite", "postgresql": b"PGDMP"}[connection.vendor]
    assert start.startswith(b"{" if portable else by_vendor)
    assert archive.stat().st_mode & 0o777 == 0o600
    assert {file.name for file in tmp_path.iterdir()} == {"data", "backup.tar.gz"}
