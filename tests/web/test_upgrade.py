"""A database of each released version is upgraded, and its site is served with all its rows."""

import gzip
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.web.postgresql import cluster
from tests.web.site_process import make_environment

DUMPS = sorted((Path(__file__).parents[1] / "upgrade").glob("*.sql.gz"))
# Written by Django itself as it migrates, not by a site.
_OWN = {"django_migrations", "django_content_type", "auth_permission", "database_schemastamp"}

# It runs in a process of its own, on the restored database.
VISIT = """
import os, sys
from pathlib import Path
from kriterion.cli.server.django_start import start_django
start_django(Path(os.environ["KRITERION_DATA"]))
from django.conf import settings
from django.core.management import call_command
from kriterion.web.database.migrate import migrate
settings.ALLOWED_HOSTS = ["*"]
migrate()
call_command("makemigrations", check=True, dry_run=True, verbosity=0)
from django.apps import apps
from django.db import connection
with connection.cursor() as cursor:
    for table in sorted(connection.introspection.table_names(cursor)):
        for column in connection.introspection.get_table_description(cursor, table):
            try:
                kind = connection.introspection.get_field_type(column.type_code, column)
            except KeyError:
                kind = "a type of its own"  # such as Procrastinate's
            print("column", table, column.name, kind, column.display_size, column.null_ok)
        for one in connection.introspection.get_constraints(cursor, table).values():
            print("constraint", table, one["columns"], one["unique"], one["foreign_key"])
if not apps.get_model("accounts.User").objects.exists():
    sys.exit(0)
from django.test import Client
from kriterion.web.accounts.models import User
from kriterion.web.submissions.models import Submission
for model in apps.get_models():
    for row in model._default_manager.all():  # each column can be read
        pass
    print("rows", model._meta.db_table, model._default_manager.count())
def visit(name, *paths):
    client = Client()
    client.force_login(User.objects.get(username=name))
    for path in paths:
        print("page", name, path, client.get(path, secure=True, follow=True).status_code)
visit("emma", "/", "/courses/", "/courses/python/", "/submissions/", "/search?q=darts")
visit("teacher", "/courses/python/", "/submissions/")
visit("administrator", "/administration/", "/administration/tools/", "/administration/courses/",
      "/administration/repositories/", "/administration/users/", "/administration/queue/",
      "/administration/audit/")
for state in Submission.objects.order_by().values_list("state", flat=True).distinct():
    newest = Submission.objects.filter(state=state).order_by("-pk")[0]
    visit(newest.user.username, f"/submissions/{newest.pk}/")
"""


def read(dump: Path) -> str:
    return gzip.decompress(dump.read_bytes()).decode()


def collect_schema(lines: list[list[str]]) -> set[tuple[str, ...]]:
    return {tuple(line) for line in lines if line[0] in {"column", "constraint"}}


@contextmanager
def restored_dump(dump: Path, data: Path) -> Iterator[dict[str, str]]:
    """Restore a dump, and yield the environment of its site."""
    data.mkdir(exist_ok=True)
    variables = make_environment(data)
    if "sqlite" in dump.name:
        database = sqlite3.connect(data / "kriterion.sqlite3")
        database.executescript(read(dump))
        database.close()
        yield variables
        return
    with cluster() as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(b"CREATE DATABASE fresh")
            connection.execute(read(dump).encode())
        yield {**variables, "DATABASE_URL": server.url}


def count_rows(dump: Path) -> dict[str, int]:
    """Count the rows of each table as the dump lists them, without any code of the site."""
    counts: dict[str, int] = {}
    for line in read(dump).splitlines():
        if line.startswith(("INSERT INTO ", "CREATE TABLE ")):
            words = line.replace("IF NOT EXISTS ", "").split(maxsplit=3)
            table = words[2].strip('"(').removeprefix("public.").split("(")[0]
            counts[table] = counts.get(table, 0) + line.startswith("INSERT")
    return counts


def empty(variables: Mapping[str, str], data: Path) -> dict[str, str]:
    """Return the environment of a new site, with a database of the same kind."""
    data.mkdir()
    created = {**variables, "KRITERION_DATA": str(data)}
    if "DATABASE_URL" in created:
        created["DATABASE_URL"] = created["DATABASE_URL"].removesuffix("postgres") + "fresh"
    return created


def visit(variables: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        (sys.executable, "-c", VISIT), env=variables, capture_output=True, text=True, check=False
    )


def test_both_databases_have_dumps() -> None:
    assert {file.name.rpartition("-")[2] for file in DUMPS} == {
        "sqlite.sql.gz",
        "postgresql.sql.gz",
    }


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.name)
def test_every_table_of_a_dump_has_rows(dump: Path) -> None:
    empty = {table for table, rows in count_rows(dump).items() if not rows}
    groups = {table for table in empty if table.startswith(("auth_group", "accounts_user_"))}
    unused = {"socialaccount_socialapp", "socialaccount_socialapp_sites"}
    assert empty - groups - unused - {"socialaccount_socialtoken", "sqlite_sequence"} == set()


@pytest.mark.long(reason="migrates and serves a whole site")
@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.name)
def test_a_released_database_is_upgraded_and_served(dump: Path, tmp_path: Path) -> None:
    with restored_dump(dump, tmp_path / "data") as variables:
        visited = visit(variables)
        fresh = visit(empty(variables, tmp_path / "fresh"))
    assert visited.returncode == 0, visited.stderr
    assert fresh.returncode == 0, fresh.stderr
    lines = [line.split() for line in visited.stdout.splitlines()]
    # An edited migration gives new sites what upgraded ones lack.
    assert collect_schema(lines) == collect_schema(
        [line.split() for line in fresh.stdout.splitlines()]
    )
    rows = {table: int(count) for kind, table, *rest in lines if kind == "rows" for count in rest}
    before = {name: n for name, n in count_rows(dump).items() if name in rows and name not in _OWN}
    assert sum(before.values()) > 100
    assert {table: rows[table] for table in before} == before
    pages = [line[1:] for line in lines if line[0] == "page"]
    assert len(pages) > 15
    assert [page for page in pages if page[-1] != "200"] == []
