"""`kriterion serve` and its neighbours, as real processes."""

import gzip
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import tarfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kriterion.cli.server.data_directory import is_in_use, prepare_directory
from tests.web.backups.sample_backup import empty_backup
from tests.web.forked_program import run_forked
from tests.web.site_process import (
    KRITERION,
    SiteProcess,
    data_directory,
    get_health,
    make_environment,
    serve_site,
)
from tests.web.site_python import run_crowd

pytestmark = pytest.mark.machine


@pytest.fixture
def data() -> Iterator[Path]:
    with data_directory() as place:
        yield place


def run_kriterion(
    data: Path, *words: str, cwd: Path | None = None, **variables: str
) -> "subprocess.CompletedProcess[str]":
    return run_forked((*KRITERION, *words), {**make_environment(data), **variables}, cwd=cwd)


def list_rows(data: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(data / "kriterion.sqlite3")) as database:
        return database.execute(query).fetchall()


def is_healthy(site: SiteProcess) -> bool:
    """Whether it is well; on a busy machine its parts may need a while to say so."""
    while True:
        status, _ = get_health(site)
        if status == 200:
            return True
        time.sleep(0.2)


@pytest.mark.long(reason="starts several sites")
def test_the_password_of_the_first_administrator_is_shown_once(data: Path) -> None:
    with serve_site(data, "--workers", "1") as site:
        assert is_healthy(site)
        match = re.search(r"^ +administrator +(\S{16})$", site.greeting, re.MULTILINE)
        assert match is not None
        assert list_rows(data, "select host != '' from submissions_worker") == [(1,)]
        assert site.end() == 0
    assert list_rows(data, "select username, role from accounts_user") == [
        ("administrator", "administrator")
    ]
    assert list_rows(data, "select * from submissions_worker") == []
    stored = list_rows(data, "select password from accounts_user")[0][0]
    assert match.group(1) not in str(stored)
    with serve_site(data, "--workers", "0") as site:
        assert "administrator" not in site.greeting
        assert list_rows(data, "select * from submissions_worker") == []


@pytest.mark.long(reason="starts several sites")
def test_a_production_site_has_no_demo_accounts(data: Path) -> None:
    with serve_site(data, "--workers", "0") as site:
        site.end()
    refused = run_kriterion(data, "serve", "--demo", "--data", str(data))
    assert refused.returncode == 3
    assert "not the demo's" in refused.stderr
    assert list_rows(data, "select count(*) from accounts_user") == [(1,)]


def test_the_demo_refuses_an_existing_database(data: Path) -> None:
    refused = run_kriterion(data, "serve", "--demo", DATABASE_URL="postgres://db/kriterion")
    assert refused.returncode == 3
    assert "unset DATABASE_URL" in refused.stderr
    assert not is_in_use(data)


def test_a_port_in_use_is_reported(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        refused = run_kriterion(data, "serve", "--data", str(data), "--port", str(port))
    assert refused.returncode == 3
    assert "--port PORT" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.long(reason="starts two sites")
def test_the_demo_shows_both_courses_and_can_be_backed_up_and_restored(
    data: Path, tmp_path: Path
) -> None:
    with serve_site(data, "--demo", "--workers", "2") as site:
        assert is_healthy(site)
        assert re.search(r"^ +emma +demo ", site.greeting, re.MULTILINE)
        while not list_rows(data, "select markdown from submissions_classcomment"):
            time.sleep(0.2)
        archive = tmp_path / "backup.tar.gz"
        result = run_kriterion(data, "backup", str(archive))  # while it runs
        assert result.returncode == 0, result.stderr
        assert archive.stat().st_mode & 0o777 == 0o600
        assert site.end() == 0
    assert list_rows(data, "select slug from courses_course order by slug") == [
        ("ocaml",),
        ("python",),
    ]
    assert list_rows(data, "select count(*) from submissions_submission")[0][0] == 16
    restored = data.with_name("restored")
    outcome = run_kriterion(restored, "restore", str(archive))
    assert outcome.returncode == 0, outcome.stderr
    tables = list_rows(data, "select name from sqlite_master where type = 'table'")
    grown = {
        "submissions_worker",
        "submissions_queueshare",  # claims add to it
        "submissions_submission",
        "submissions_assessment",
        "submissions_feedbackbatch",
        "submissions_renderedfeedback",  # workers store it after the verdict
        "submissions_submissioncomment",  # and what a verdict says
        "submissions_feedbackrule",
        "submissions_submissiontests",
        "submissions_testpattern",
        "submissions_exercisetest",
        "submissions_clearance",
        "submissions_loss",
    }
    grown |= {"sqlite_sequence"}  # how far each table's numbers are
    moved = {"repositories_repository", "django_session", "database_schemastamp"}
    for (table,) in tables:
        if table not in grown | moved:
            assert list_rows(restored, f"select * from {table}") == list_rows(
                data, f"select * from {table}"
            )
    stamp = "select version, migrations from database_schemastamp"  # restoring migrates anew
    assert list_rows(restored, stamp) == list_rows(data, stamp)
    assert list_rows(restored, "select id, files from submissions_submission") == list_rows(
        data, "select id, files from submissions_submission"
    )
    for (directory,) in list_rows(restored, "select directory from repositories_repository"):
        assert Path(str(directory)).is_relative_to(restored)
        assert Path(str(directory)).is_dir()
    assert (restored / "secret-key").read_text() == (data / "secret-key").read_text()
    assert (restored / "kriterion.sqlite3").stat().st_mode & 0o777 == 0o600
    again = run_kriterion(restored, "restore", str(archive))
    assert again.returncode == 3
    assert "already holds a site's data" in again.stderr
    with serve_site(restored, "--demo", "--workers", "2") as site:  # and it works
        assert is_healthy(site)


@pytest.mark.long(reason="starts several commands")
def test_a_backup_contains_the_database_once_whatever_its_path(tmp_path: Path) -> None:
    """A live copy beside the one that is whole would take its place when that is restored."""
    prepare_directory(tmp_path / "data", demo=False)
    migrated = run_kriterion(tmp_path / "data", "manage", "migrate", "--verbosity=0")
    assert migrated.returncode == 0, migrated.stderr
    result = run_kriterion(tmp_path, "backup", "b.tgz", "--data", "../data", cwd=tmp_path / "data")
    assert result.returncode == 2  # it would be in the directory that it is of
    result = run_kriterion(tmp_path, "backup", "b.tgz", "--data", "data", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    with tarfile.open(tmp_path / "b.tgz") as tar:
        assert tar.getnames() == [
            "backup.json",
            "database",
            "files/secret-key",
            "digests.json",
        ]


# The last one ends too early.
@pytest.mark.long(reason="starts a command for each case")
@pytest.mark.parametrize(
    "content",
    [b"", b"no archive", b"\x1f\x8b" + b"\0" * 64, gzip.compress(os.urandom(99_999))[:9_999]],
    ids=["nothing", "text", "zeros", "half"],
)
def test_an_invalid_backup_is_refused(data: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "backup.tar.gz").write_bytes(content)
    refused = run_kriterion(data, "restore", str(tmp_path / "backup.tar.gz"))
    assert refused.returncode == 3
    messages = ("is not a backup", "is not a complete backup")
    assert any(message in refused.stderr for message in messages)
    assert "Traceback" not in refused.stderr


@pytest.mark.long(reason="starts each command")
@pytest.mark.parametrize("command", ["serve", "worker", "backup", "restore", "manage"])
def test_an_unavailable_database_is_reported_at_once(
    data: Path, tmp_path: Path, command: str
) -> None:
    (tmp_path / "there").write_text("")
    words = {
        "serve": ("--port", "0"),
        "backup": (str(tmp_path / "backup.tar.gz"),),
        "restore": (str(tmp_path / "there"),),
        "manage": ("migrate",),
    }
    where = {"DATABASE_URL": f"postgres://{str(tmp_path).replace('/', '%2F')}/nothing"}
    if command == "backup":
        prepare_directory(data, demo=False)
    if command == "manage":  # which does not ask first
        where = {"DATABASE_URL": f"sqlite:///{tmp_path}/nowhere/database"}
    refused = run_kriterion(data, command, *words.get(command, ()), cwd=None, **where)
    assert refused.returncode == 3
    assert "the database cannot be reached" in refused.stderr
    assert "DATABASE_URL" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("address", ["kriterion.example.edu", "ftp://example.edu", "https://"])
def test_an_impossible_site_address_is_refused(data: Path, address: str) -> None:
    refused = run_kriterion(data, "manage", "check", KRITERION_ADDRESS=address)
    assert refused.returncode == 3
    assert "https://kriterion.example.edu" in refused.stderr


@pytest.mark.long(reason="starts several commands")
def test_a_backup_into_a_missing_directory_is_reported(data: Path, tmp_path: Path) -> None:
    prepare_directory(data, demo=False)
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "backup.tar.gz", tmp_path / "nowhere" / "backup.tar.gz"):
        refused = run_kriterion(data, "backup", str(place))
        assert refused.returncode == 3
        assert "the backup could not be written" in refused.stderr
        assert "Traceback" not in refused.stderr


@pytest.mark.long(reason="starts several commands")
def test_an_impossible_data_directory_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    archive = empty_backup(tmp_path / "backup.tar.gz")
    for words in (("restore", str(archive)), ("serve",)):
        refused = run_kriterion(tmp_path / "file" / "data", *words)
        assert refused.returncode == 3
        assert "cannot be used as the data directory: Not a directory" in refused.stderr


@pytest.mark.long(reason="starts a site and a worker")
def test_a_separate_worker_assesses_for_a_server_without_workers(data: Path) -> None:
    with serve_site(data, "--workers", "0"):
        run_crowd(make_environment(data), "hand-in", "4")
        worker = subprocess.Popen(
            (*KRITERION, "worker", "--concurrency", "2"),
            env=make_environment(data),
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert worker.stderr is not None
            assert "working as" in worker.stderr.readline()
            wait_for_crowd(data, 4)
            worker.terminate()
            assert worker.wait() == 0
        finally:
            worker.kill()
        rows = json.loads(run_crowd(make_environment(data), "report"))
    assert {row["state"] for row in rows} == {"finished"}


def find_workers(site: SiteProcess) -> int:
    """The id of the process that assesses for a site, once it exists."""
    while (workers := site.find_workers()) is None:
        time.sleep(0.05)
    return workers


def submit_and_wait(data: Path, command: str, number: int, total: int) -> None:
    run_crowd(make_environment(data), command, str(number))
    wait_for_crowd(data, total)


def wait_for_crowd(data: Path, total: int) -> None:
    """Wait until so many submissions are over."""
    while int(run_crowd(make_environment(data), "progress")) < total:
        time.sleep(0.1)


@pytest.mark.long(reason="starts a site, its workers twice, and several commands")
def test_killed_workers_are_started_again_and_killing_the_site_leaves_nothing(data: Path) -> None:
    with serve_site(data, "--workers", "2") as site:
        first = find_workers(site)
        submit_and_wait(data, "hand-in", 2, 2)
        os.kill(first, signal.SIGKILL)
        while find_workers(site) == first:
            time.sleep(0.05)
        second = find_workers(site)
        submit_and_wait(data, "hand-in-more", 2, 4)
        assert is_healthy(site)
        assert find_workers(site) == second
        site.kill_alone()
        while Path(f"/proc/{second}").exists():  # it ends by itself
            time.sleep(0.05)
        assert list_rows(data, "select * from submissions_worker") == []


@pytest.mark.long(reason="starts several commands")
def test_djangos_management_commands_are_available(data: Path) -> None:
    with serve_site(data, "--workers", "0") as site:
        site.end()
    checked = run_kriterion(data, "manage", "migrate", "--check")
    assert checked.returncode == 0, checked.stderr
    wrong = run_kriterion(data, "manage", "no-such-command")
    assert wrong.returncode == 1
    assert "no-such-command" in wrong.stderr
