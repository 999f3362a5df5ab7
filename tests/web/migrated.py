"""Fixtures: each worker starts with a copy of one migrated database, and migrates none itself."""

import os
import shutil
from pathlib import Path

import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.core.management import call_command
from django.db import connection
from django.db.models.signals import post_migrate
from pytest_django.plugin import DjangoDbBlocker

from tests.places import find_shared_directory, make_once
from tests.stages import SHARED

_NAME = "site.sqlite3"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Have Django test with a copy, where copying a file copies the database."""
    _leave_out_unused_rows()
    if connection.vendor != "sqlite":
        return
    stages = os.environ.get(SHARED)
    parent = Path(stages) if stages else find_shared_directory(tmp_path_factory)
    with django_db_blocker.unblock():
        migrated = make_once(parent, "migrated", _migrate)
    copy = tmp_path_factory.mktemp("database") / _NAME
    shutil.copyfile(migrated / _NAME, copy)
    connection.settings_dict["TEST"]["NAME"] = str(copy)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Whether Django uses the test database that is there; the copy goes with its directory."""
    return connection.vendor == "sqlite"


def _leave_out_unused_rows() -> None:
    """Have no content types and permissions made: the site uses none, and each test with
    transactions of its own would wait for new ones.
    """
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


def _migrate(place: Path) -> None:
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(place / _NAME)
    try:
        call_command("migrate", verbosity=0)
    finally:
        connection.close()  # the last to close moves everything from the log into the file
        connection.settings_dict["NAME"] = usual
