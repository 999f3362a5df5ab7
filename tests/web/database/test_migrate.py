"""Databases of other versions and of other programs are left alone."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from kriterion import __version__
from kriterion.errors import OperatorError
from kriterion.web.database import migrate as migrating
from kriterion.web.database.migrate import is_empty, migrate
from kriterion.web.database.models import SchemaStamp

pytestmark = pytest.mark.django_db


@pytest.fixture
def forbid_migration(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is refused is not migrated."""
    monkeypatch.setattr(migrating, "call_command", pytest.fail)


@contextmanager
def tables(monkeypatch: pytest.MonkeyPatch, *names: str) -> Iterator[None]:
    """A database that has only these tables."""
    with monkeypatch.context() as patched:
        patched.setattr(connection.introspection, "table_names", lambda: list(names))
        yield


def test_an_up_to_date_database_is_left_alone() -> None:
    before = sorted(connection.introspection.table_names())
    migrate()
    assert sorted(connection.introspection.table_names()) == before


def test_a_migrated_database_has_a_stamp() -> None:
    stamp = SchemaStamp.objects.get()
    assert stamp.version == __version__
    assert stamp.migrations > 0
    SchemaStamp.objects.all().delete()
    migrate()
    assert SchemaStamp.objects.get().migrations == stamp.migrations


@pytest.mark.usefixtures("forbid_migration")
def test_a_database_of_a_newer_version_is_refused() -> None:
    SchemaStamp.objects.update(version="9.9", migrations=1000)
    with pytest.raises(
        OperatorError, match=r"newer version of Kriterion \(9\.9\); this is "
    ) as raised:
        migrate()
    assert "run the version that made it" in raised.value.fix


@pytest.mark.usefixtures("forbid_migration")
def test_an_interrupted_upgrade_by_a_newer_version_is_detected() -> None:
    """Its migrations are in the database, and its stamp is not."""
    MigrationRecorder(connection).record_applied("submissions", "0099_of_tomorrow")
    with pytest.raises(OperatorError, match="newer version of Kriterion; this is "):
        migrate()


def test_a_database_of_an_older_version_is_upgraded() -> None:
    SchemaStamp.objects.update(version="0.2.0", migrations=1)
    migrate()
    assert SchemaStamp.objects.get().migrations > 1


@pytest.mark.usefixtures("forbid_migration")
def test_a_site_from_before_the_migration_reset_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = ("django_migrations", "auth_group", "store_submission", "store_user")
    with (
        tables(monkeypatch, *old),
        pytest.raises(OperatorError, match=r"before 0\.2\.0, and cannot be upgraded") as raised,
    ):
        migrate()
    assert "run the version that made it" in raised.value.fix


@pytest.mark.usefixtures("forbid_migration")
@pytest.mark.parametrize(
    "others", [("wp_posts",), ("auth_group", "auth_user", "django_migrations", "shop_order")]
)
def test_the_database_of_another_program_is_refused(
    monkeypatch: pytest.MonkeyPatch, others: tuple[str, ...]
) -> None:
    with (
        tables(monkeypatch, *others),
        pytest.raises(OperatorError, match="tables of another program") as raised,
    ):
        migrate()
    assert others[-1] in str(raised.value)
    assert "name an" in raised.value.fix


def test_an_interrupted_first_migration_is_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[str] = []
    monkeypatch.setattr(migrating, "call_command", lambda name, **_: began.append(name))
    with tables(monkeypatch, "django_migrations", "django_content_type", "accounts_user"):
        migrate()
    assert began == ["migrate"]


def test_an_empty_database_counts_as_new(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_empty()
    with tables(monkeypatch):
        assert is_empty()


def test_tables_of_other_programs_beside_a_site_are_ignored() -> None:
    MigrationRecorder(connection).record_applied("another_program", "0001_initial")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE another_program_thing (id integer)")
    migrate()
