"""A worker waits for a site that migrates the database, and ends after a newer one has."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from kriterion.web.accounts.models import User
from kriterion.web.database.schema_version import SchemaVersion
from kriterion.web.submissions.models import Submission, SubmissionState, Worker
from kriterion.web.submissions.queue.worker_name import name_this_worker
from kriterion.web.submissions.worker import schema_watch
from kriterion.web.submissions.worker.schema_watch import SchemaWatch, wait_for_schema
from tests.web.queue_fixtures import HandIn, Start
from tests.web.rehearsal import Watch, wait_until

NEWEST = ("submissions", "0099_of_tomorrow")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_watch, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(schema_watch, "WATCH_SECONDS", 0.01)


@pytest.fixture
def missing_migration(transactional_db: None) -> tuple[str, str]:
    """A migration that the database lacks, as far as is recorded there."""
    recorder = MigrationRecorder(connection)
    newest = max(name for app, name in recorder.applied_migrations() if app == "submissions")
    recorder.record_unapplied("submissions", newest)
    return "submissions", newest


@pytest.fixture(autouse=True)
def restored(transactional_db: None) -> Iterator[None]:
    """The record of migrations outlives a test that has transactions of its own."""
    recorder = MigrationRecorder(connection)
    before = set(recorder.applied_migrations())
    yield
    after = set(recorder.applied_migrations())
    for app, name in before - after:
        recorder.record_applied(app, name)
    for app, name in after - before:
        recorder.record_unapplied(app, name)


def test_a_worker_does_not_wait_for_a_migrated_database() -> None:
    version = wait_for_schema(threading.Event(), slots=1, say=pytest.fail)
    assert version is SchemaVersion.CURRENT
    assert not Worker.objects.exists()


def test_a_worker_waits_until_the_database_is_migrated_and_says_so(
    missing_migration: tuple[str, str],
) -> None:
    said: list[str] = []

    def migrate(text: str) -> None:
        said.append(text)
        timer = threading.Timer(0.05, record)
        timer.start()

    def record() -> None:
        wait_until(lambda: Worker.objects.filter(fault__contains="migrates").exists())
        MigrationRecorder(connection).record_applied(*missing_migration)
        connection.close()

    version = wait_for_schema(threading.Event(), slots=3, say=migrate)
    assert version is SchemaVersion.CURRENT
    assert said == ["this worker waits until a site migrates the database: 1 migration missing"]
    row = Worker.objects.get()
    assert (row.name, row.concurrency) == (name_this_worker(), 3)
    assert "waits until a site migrates the database" in row.fault


def test_a_worker_reports_that_it_waits_to_a_table_without_newer_columns(
    missing_migration: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    column = Worker._meta.get_field("report")
    with connection.schema_editor() as editor:
        editor.remove_field(Worker, column)
    stop = threading.Event()
    try:
        wait_for_schema(stop, slots=1, say=lambda _: stop.set())
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT count(*) FROM {Worker._meta.db_table}")
            left = cursor.fetchone()
        reported = schema_watch._report("waits", 1)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT fault FROM {Worker._meta.db_table}")
            faults = cursor.fetchall()
            cursor.execute(f"DELETE FROM {Worker._meta.db_table}")
    finally:
        with connection.schema_editor() as editor:
            editor.add_field(Worker, column)
    assert left == (0,)  # a stopped worker leaves no row
    assert reported
    assert faults == [("waits",)]


@pytest.mark.usefixtures("missing_migration")
def test_a_stop_ends_the_waiting() -> None:
    stop = threading.Event()
    stop.set()
    version = wait_for_schema(stop, slots=1, say=lambda _: None)
    assert version is SchemaVersion.OLDER
    assert not Worker.objects.exists()


def test_a_worker_that_starts_on_a_newer_database_is_told() -> None:
    MigrationRecorder(connection).record_applied(*NEWEST)
    version = wait_for_schema(threading.Event(), slots=1, say=pytest.fail)
    assert version is SchemaVersion.NEWER


def test_a_running_worker_notices_that_a_newer_version_has_migrated_the_database() -> None:
    noticed = threading.Event()
    with SchemaWatch(noticed.set) as watch:
        assert not watch.is_outdated
        MigrationRecorder(connection).record_applied(*NEWEST)
        assert noticed.wait(60)
        assert watch.is_outdated


def test_an_attempt_that_newer_tables_refuse_is_requeued_without_a_failure(
    anna: User, submit: HandIn, start: Start
) -> None:
    tried = threading.Event()

    def assess(submission: Submission, *, watch: Watch, stopped: threading.Event) -> object:
        MigrationRecorder(connection).record_applied(*NEWEST)
        worker.drain(0, threading.Event())
        tried.set()
        with connection.cursor() as cursor:
            cursor.execute("SELECT a_column_of_yesterday FROM submissions_submission")
        pytest.fail("the column exists")

    worker = start(assess)
    submission = submit(anna, "1")
    assert tried.wait(60)
    wait_until(lambda: Submission.objects.get(pk=submission.pk).state == SubmissionState.QUEUED)
    row = Submission.objects.get(pk=submission.pk)
    assert (row.failures, row.failure) == (0, "")
